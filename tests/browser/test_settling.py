"""The end of the evening: who pays whom, on every phone at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Device, follow, press, tap


@pytest.fixture
def page_of_a_guest(four: Page, device: Device) -> Page:
    """Somebody watches the balances while the others still play."""
    guest = device()
    guest.goto(four.url + "/settlement")
    press(four, "Deal", "Ann", "Deal", "Ben", "Deal", "Ann")
    return guest


def test_every_phone_sees_what_is_ticked(four: Page, page_of_a_guest: Page) -> None:
    guest, lines = page_of_a_guest, four.locator(".payments .row")
    heading = guest.get_by_role("heading", level=1)
    expect(heading).to_have_text("Balances")
    guest.get_by_text("Copy as text").click()
    tap(four, "Finish the game")
    expect(heading).to_have_text("Who pays whom")
    expect(guest.get_by_text("Tick each")).to_have_count(0)

    follow(four, "Settle up")
    owed = lines.count()
    assert owed
    for ticked in range(1, owed + 1):
        four.locator(".payments .row:not(.paid)").first.tap()
        for page in (guest, four):
            expect(page.locator(".payments .paid")).to_have_count(ticked)
    expect(four.locator("#table").get_by_text("All paid. Good night!")).to_be_visible()
    expect(guest.locator("[data-said]")).to_have_text("All paid. Good night!")
    said = guest.get_by_label("The settlement as text")
    expect(said).to_be_visible()  # what somebody has opened stays open
    expect(said).to_have_value(re.compile(rf"^([^(]*\(paid\)){{{owed}}}[^(]*$"))

    expect(four.locator(".ignore-taps")).to_have_count(0)
    expect(four.locator(".payments")).to_have_css("pointer-events", "auto")
    lines.first.tap()
    expect(guest.locator("#table").get_by_text("1 payment is still to be made.")).to_be_visible()


def test_a_page_that_is_not_live_says_so(four: Page, device: Device) -> None:
    guest = device()
    guest.route("**/stream", lambda route: route.abort())
    for path in ("", "/overhead", "/settlement"):
        guest.goto(four.url + path)
        expect(guest.get_by_text("Not live right now: the page keeps trying by itself.")).to_be_visible()


def test_a_couple_is_joined_and_parted_by_taps_before_everybodys_eyes(four: Page, device: Device) -> None:
    press(four, "Deal", "Ann", "Finish the game")
    four.get_by_role("link", name="Settle up").click()
    guest = device()
    guest.goto(four.url)
    for name in ("Ben", "Dan"):
        four.locator(".tap", has_text=name).tap()
    four.get_by_role("button", name="Put them together").tap()
    for page in (four, guest):
        expect(page.locator(".payments .row")).to_have_count(2)
        expect(page.locator(".payments .row", has_text="Ben & Dan pay Ann")).to_be_visible()
    expect(guest.get_by_text("Settle together")).to_have_count(0)
    four.locator(".payments .row", has_text="Ben & Dan").tap()
    for page in (guest, four):
        expect(page.locator(".payments .paid")).to_contain_text("Ben & Dan pay Ann")
    four.get_by_role("button", name="Ben & Dan settle together;").tap()
    expect(four.get_by_role("button", name="settle together;")).to_have_count(0)
    expect(guest.locator(".payments .paid")).to_contain_text("Ben & Dan pay Ann")
    expect(guest.locator(".payments .row")).to_have_count(2)
