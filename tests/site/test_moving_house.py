"""An evening moves between servers and the Companion that lives in a browser alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import tap
from tests.browser.test_carry_on import AWAY, journal, played
from tests.site.conftest import OPENING, Web, backed_up, is_open, leads, needs_tabs, phone, visited
from tests.tools.serving import free_port, served


def led_to(offer: Locator, address: str) -> str:
    """The link that hands an evening over to another Companion."""
    offer.get_by_label("Or hand it to another Companion").fill(address)
    there = offer.get_by_text("Carry on there")
    expect(there).to_be_visible()
    return there.get_attribute("href") or ""


def test_an_evening_goes_from_a_phone_to_the_site_and_on_to_a_server(
    browser: Browser, web: Web, tmp_path: Path
) -> None:
    with visited(browser, "") as follower:
        follower.clock.install()
        code = played(browser, tmp_path / "old", free_port(), follower)
        follower.clock.fast_forward(AWAY)
        follower.get_by_text("Carry on from this phone").click()
        way_to_site = led_to(follower.locator("body"), web.address)
    with visited(browser, web.address) as page:
        page.goto(way_to_site)
        here = page.frame_locator("iframe")
        here.get_by_role("button", name="Carry on here").click(timeout=OPENING)
        expect(here.locator("#table h1")).to_contain_text("hand 2")
        of = phone(page)
        of.code = code
        of.open("").press("Ben")
        leads(page, f"/t/{code}/paper")
        with served(tmp_path / "new") as new:
            page.goto(led_to(here.locator("body"), new))
            page.get_by_role("button", name="Carry on here").click()
            page.wait_for_url(f"**/t/{code}")
            tap(page, "Deal hand 3")
    before, after = journal(tmp_path / "old", code), journal(tmp_path / "new", code)
    assert after[: len(before)] == before and len(after) == len(before) + 2


@needs_tabs
def test_an_evening_whose_server_is_gone_goes_on_in_the_same_browser(
    browser: Browser, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was opened once at /site/, and what it keeps there stays when the server's own pages are opened."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "site").symlink_to(site)
    monkeypatch.setattr("companion.web.devices.device.static", lambda: tmp_path / "static")
    port = free_port()
    with visited(browser, f"http://127.0.0.1:{port}") as follower:
        with served(tmp_path / "old", port):
            follower.goto("/site/")
            is_open(follower)
        follower.clock.install()
        code = played(browser, tmp_path / "old", port, follower)
        follower.clock.fast_forward(AWAY)
        follower.get_by_text("Carry on from this phone").click()
        with follower.expect_popup() as opened:
            follower.get_by_text("Carry on in this browser").click()
        page = opened.value
        here = page.frame_locator("iframe")
        here.get_by_role("button", name="Carry on here").click(timeout=OPENING)
        expect(here.locator("#table h1")).to_contain_text("hand 2")
        of = phone(page, "/site/app").open(f"/t/{code}").press("Ben")
        assert of.status == 200
        before, after = (
            journal(tmp_path / "old", code),
            journal(backed_up(page, tmp_path / "backup", "/site/app"), code),
        )
        assert after[: len(before)] == before and len(after) == len(before) + 1
        page.wait_for_timeout(1500)  # the page looks every second
        expect(here.locator("[data-handed]")).to_be_hidden()  # it went on here, not elsewhere
