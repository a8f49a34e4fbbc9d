"""What goes wrong at a real table: double taps, two writers, a phone that slept, a server that was away."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PHONE, Device, balances, lay, lay_by_tapping, next_held, tap
from tests.browser.engines import needs
from tests.tools.serving import free_port, served


def moves(page: Page) -> int:
    """How many moves the journal holds."""
    page.goto(page.url.partition("/journal")[0] + "/journal")
    return page.locator(".steps .row").count()


def test_a_double_tap_is_one_entry(four: Page) -> None:
    four.get_by_role("button", name="Deal hand 1").dblclick()
    expect(four.get_by_role("button", name="Nobody: spoilt")).to_be_visible()
    expect(four.locator(".pending, .htmx-request, .ignore-taps")).to_have_count(0)
    assert moves(four) == 2


def test_the_second_tap_of_a_slow_double_tap_meets_no_other_button(four: Page) -> None:
    four.evaluate(
        """() => document.addEventListener("htmx:afterSettle", () => {
          const under = document.querySelector(".action-bar .ignore-taps");
          window.missed = under && [under.textContent.trim(), getComputedStyle(under).pointerEvents];
        }, { once: true })"""
    )
    four.get_by_role("button", name="Deal hand 1").tap()
    missed = four.wait_for_function("() => window.missed").json_value()
    assert missed == ["Nobody: spoilt", "none"], "it lies where the finger was"
    expect(four.locator(".ignore-taps")).to_have_count(0)
    tap(four, "Nobody: spoilt")
    tap(four, "Undo")
    tap(four, "Undo")
    expect(four.get_by_role("button", name="Deal hand 1")).to_be_visible()


def test_a_page_catches_up_when_the_server_comes_back(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    with served(tmp_path, port) as address:
        context = browser.new_context(viewport=PHONE, base_url=address)  # type: ignore[arg-type]
        host, guest = context.new_page(), browser.new_context(base_url=address).new_page()
        code = lay(host, "Ann", "Ben", "Cleo")
        guest.goto(f"/t/{code}")
        expect(guest.locator("body.is-live")).to_be_attached()
    expect(guest.locator("[data-connection]")).to_be_visible()
    with served(tmp_path, port):
        tap(host, "Deal hand 1")
        expect(guest.locator(".strip")).to_contain_text("Ben and Cleo put 2 each into the pool, Ann 3")
        expect(guest.locator("[data-connection]")).to_be_hidden()
    context.close()


def test_a_page_that_was_hidden_catches_up_without_a_stream(four: Page, device: Device) -> None:
    guest = device()
    guest.route("**/stream", lambda route: route.abort())
    guest.add_init_script("window.setInterval = () => 0")  # it never looks by itself
    guest.goto(four.url)
    tap(four, "Deal hand 1")
    guest.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(guest.locator("h1")).to_contain_text("hand 1")


def test_a_page_is_live_again_as_soon_as_the_table_is_back(four: Page, device: Device) -> None:
    guest = device()
    guest.route("**/stream", lambda route: route.fulfill(status=502))
    guest.goto(four.url)
    expect(guest.locator("[data-connection]")).to_be_visible()
    guest.evaluate("() => { for (let timer = 0; timer < 1000; timer++) clearInterval(timer); }")  # it looks no more
    guest.unroute("**/stream")
    guest.evaluate("dispatchEvent(new Event('online'))")
    expect(guest.locator("body.is-live")).to_be_visible()
    tap(four, "Deal hand 1")
    expect(guest.locator("h1")).to_contain_text("hand 1")
    expect(guest.locator("body.is-live")).to_be_visible()


def test_everything_works_without_javascript(device: Device) -> None:
    page = device(java_script_enabled=False)
    code = lay_by_tapping(page, "Ann", "Ben", "Cleo", "Dan")
    page.get_by_role("button", name="Deal hand 1").click()
    page.get_by_role("button", name="Cleo").click()
    expect(page.locator(".strip")).to_contain_text("Cleo takes 9")
    expect(page).to_have_url(re.compile(f"/t/{code}$"))
    assert balances(page) == {"Ann": -3, "Ben": -2, "Cleo": 7, "Dan": -2}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".strip")).to_contain_text("Cleo puts 9")
    assert balances(page) == {"Ann": -3, "Ben": -2, "Cleo": -2, "Dan": -2}


def slow(route: Route) -> None:
    """An answer that takes its time."""
    answer = route.fetch()
    time.sleep(0.6)
    route.fulfill(response=answer)


@pytest.mark.parametrize("begun", ["before the news", "while the news is on its way"])
def test_a_form_that_is_being_filled_in_is_not_swapped_away(device: Device, begun: str) -> None:
    page = device()
    lay(page, "Ann", "Ben", "Cleo", "Dan", "Eve", game="Jig")
    tap(page, "Deal hand 1")
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.locator("summary", has_text="doesn't count").click()
    misdeals = tab.get_by_role("button", name="Misdeal")
    chosen = page.locator(".each .row").nth(0).get_by_role("radio").nth(3)
    page.route("**/t/*v=*", slow)
    with page.expect_response("**/t/*v=*"):
        if begun == "before the news":
            chosen.check(force=True)
            misdeals.click()
        else:
            with page.expect_request("**/t/*v=*"):
                misdeals.click()
            chosen.check(force=True)
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(chosen).to_be_checked()


def chooses_early(page: Page) -> None:
    """Makes a choice in the journal before the scripts of the page are there."""
    tap(page, "Deal hand 1")
    tap(page, "Nobody: spoilt")
    held: list[Route] = []
    page.route("**/js/companion.js", lambda route: held.append(route))
    page.goto(page.url + "/journal/3", wait_until="commit")
    page.get_by_label("It was").select_option("Takes the pool")
    next_held(page, held).continue_()
    page.unroute("**/js/companion.js")
    expect(page.locator("label.tap", has_text="Cleo")).to_be_visible()


def test_a_choice_made_before_the_page_is_all_there_counts(four: Page) -> None:
    chooses_early(four)


@needs("history of a page that is loading")
def test_the_way_back_to_a_page_on_which_was_chosen_early_shows_what_is_written(four: Page) -> None:
    chooses_early(four)
    four.go_back()
    expect(four.get_by_label("It was").locator("option:checked")).to_have_text("Nobody: spoilt")


SLOW_ANSWERS = """Object.defineProperty(XMLHttpRequest.prototype, 'onload', { set(answered) {
  const late = () => this.responseURL.includes('/moves/') ? 600 : 0;
  const hear = () => { answered.call(this); window.heard = (window.heard || 0) + late(); };
  this.addEventListener('load', () => setTimeout(hear, late())); } })"""
"""The page hears the answer to a tap some time after the server has written it."""


def test_the_answer_to_a_tap_is_not_overtaken_by_the_news_of_it(device: Device) -> None:
    """A slow answer: the stream, and the look for news after every tap, are quicker than it."""
    page = device()
    lay(page, "Ann", "Ben", "Cleo", game="Pope Joan")
    tap(page, "Deal")
    page.evaluate(SLOW_ANSWERS)
    page.locator(".board a").filter(has_text="King").locator(".counter, .figure").first.click()
    expect(page.locator(".ask-line")).to_contain_text("The king of trumps: who played it?")
    page.get_by_role("button", name="Cleo").click()
    expect(page.locator(".strip")).to_contain_text("Cleo takes 1 from King")
    page.wait_for_function("() => window.heard >= 600")
    expect(page.locator(".ask-line")).to_have_text("Who plays which card?")
