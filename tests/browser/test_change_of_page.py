"""From page to page: the heading moves there, and a quick tap right after counts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Device, lay, middle
from tests.browser.engines import ENGINE

pytestmark = pytest.mark.skipif(ENGINE != "chromium", reason="only Chromium says whether a heading moves")

SLOW = """
addEventListener("pagereveal", event => {
  window.moves = event.viewTransition !== null;
  event.viewTransition?.finished.then(() => { window.moves = false; });
  const slow = new CSSStyleSheet();
  slow.replaceSync("::view-transition-group(*) { animation-duration: 20s; }");
  document.adoptedStyleSheets.push(slow);
});
addEventListener("click", () => { window.tappedMeanwhile = window.moves; }, true);
"""
"""Lets a change of page last, and says whether one is going on, and was at the last tap."""


def to_the_table(page: Page) -> None:
    """Goes from the journal back to a table where a hand is open, whose rows can be tapped."""
    code = lay(page, "Ann", "Ben", "Cleo", "Dan", pressed=["Deal"])
    page.goto(f"/t/{code}/journal")
    page.locator("a.back").tap()
    page.wait_for_url(f"**/t/{code}")
    page.locator("body.is-live").wait_for()


def test_a_tap_while_the_heading_moves_counts(device: Device) -> None:
    page = device(PHONE)
    page.add_init_script(SLOW)
    to_the_table(page)
    spot = middle(page.locator(".players .row", has_text="Ben"))
    assert page.evaluate("window.moves")
    page.touchscreen.tap(*spot)
    expect(page.locator(".strip")).to_contain_text("Ben")
    assert page.evaluate("window.tappedMeanwhile")


def test_nothing_moves_where_people_want_no_motion(device: Device) -> None:
    page = device(PHONE, reduced_motion="reduce")
    page.add_init_script(SLOW)
    to_the_table(page)
    assert not page.evaluate("window.moves")


def test_a_heading_that_could_not_move_is_no_error(device: Device) -> None:
    """What Chromium says where a window is resized as the page changes."""
    page, errors = device(PHONE), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    lay(page, "Ann", "Ben")
    why = "new DOMException('Transition was aborted because of invalid state', 'InvalidStateError')"
    page.evaluate(f"() => {{ setTimeout(() => Promise.reject({why})); }}")
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    assert not errors
