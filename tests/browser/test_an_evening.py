"""A whole evening of Spoil-Five, tapped on one phone and followed on another."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Device, balances, lay, lay_by_tapping, open_line, tap


@pytest.mark.core
def test_an_evening_from_an_empty_page_to_the_last_payment(device: Device) -> None:
    host, guest = device(), device()
    code = lay_by_tapping(host, "Ann", "Ben", "Cleo", "Dan", rules=three_counters_at_five_pence)
    guest.goto(f"/t/{code.lower()}")
    expect(guest.locator("body.is-live")).to_be_attached()

    # Cleo's phone says whose it is, and shows her first
    guest.get_by_role("link", name="Who are you?").first.click()
    guest.get_by_role("button", name="Cleo").click()
    expect(guest.get_by_label("My phone")).to_contain_text("Cleo")
    assert guest.get_by_role("button", name="Undo").count() == 0

    # two spoilt hands, followed live
    tap(host, "Deal hand 1")
    expect(host.locator(".strip")).to_contain_text("Ann puts 4 into the pool, the others 3 each")
    expect(guest.locator(".strip")).to_contain_text("Ann puts 4 into the pool, the others 3 each")
    tap(host, "Nobody: spoilt")
    expect(host.get_by_role("button", name="Deal hand 2")).to_contain_text(
        "Ben puts 2 into the pool, the others 1 each"
    )
    tap(host, "Deal hand 2")
    tap(host, "Nobody: spoilt")
    expect(guest.locator(".pot-status")).to_contain_text("Spoilt 2 hands running · there since hand 1")
    tap(host, "Deal hand 3")
    tap(host, "Dan")
    expect(guest.locator(".strip")).to_contain_text("Dan takes 23 from the pool")
    assert balances(host) == {"Ann": -6, "Ben": -6, "Cleo": -6, "Dan": 18}

    # a slip of the finger, taken back
    tap(host, "Deal hand 4")
    tap(host, "Undo")
    expect(host.locator(".strip")).to_contain_text("Dan takes 4 from the pool, the others 3 each")
    assert balances(host) == {"Ann": -6, "Ben": -6, "Cleo": -6, "Dan": 18}

    # an hour later: the second hand was not spoilt, Cleo had won it
    amend_the_second_spoilt_hand(host)
    assert balances(host) == {"Ann": -8, "Ben": -8, "Cleo": 10, "Dan": 6}
    expect(guest.get_by_label("My phone").locator(".balance")).to_have_text("+10")

    # finish and pay
    tap(host, "Finish the game")
    host.get_by_role("link", name="Settle up").click()
    expect(host.locator(".lead")).to_contain_text("3 payments settle everything")
    expect(host.locator(".payments")).to_contain_text("£0.40")
    host.locator(".payments button.row").first.click()
    expect(host.locator(".payments .paid")).to_have_count(1)
    host.reload()
    expect(host.locator(".payments .paid")).to_have_count(1)
    for left in (1, 0):
        host.locator(".payments button.row:not(.paid)").first.click()
        expect(host.locator(".payments button.row:not(.paid)")).to_have_count(left)
    expect(host.locator(".lead")).to_contain_text("All paid")
    expect(guest.get_by_role("link", name="Who pays whom")).to_be_visible()


def three_counters_at_five_pence(page: Page) -> None:
    open_line(page, "house-rules")
    page.get_by_label("What everyone puts in a new pool").fill("3")
    page.get_by_label("Amount").fill("0.05")
    page.get_by_label("Currency").fill("GBP")


def amend_the_second_spoilt_hand(host: Page) -> None:
    host.get_by_role("link", name="Journal", exact=True).last.click()
    host.get_by_role("link", name="Nobody makes it").first.click()
    host.get_by_label("It was").select_option("Takes the pool")
    host.locator("label.tap", has_text="Cleo").click()
    host.get_by_role("button", name="See what would change").click()
    expect(host.locator(".preview")).to_contain_text("Cleo")
    expect(host.locator(".strip")).to_contain_text("Cleo")
    expect(host.locator(".preview .changed")).to_have_count(4)
    host.get_by_role("button", name="Save").click()
    host.wait_for_url("**/t/*")


def test_the_journal_shows_the_devices_times_as_the_page_writes_them(device: Device) -> None:
    page = device(locale="en-US")
    lay(page, "Ann", "Ben", "Cleo", pressed=["Deal"])
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"{page.url}/journal")
    expect(page.locator("time").first).to_have_text(re.compile(r"^\d\d:\d\d$"))
