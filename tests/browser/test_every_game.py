"""A round of a Loto night by taps and figures alone, from the gallery to its prizes; and how games are taught."""

import re

from playwright.sync_api import Page, expect

from companion.loto.rules.pack import pack
from tests.browser.conftest import SMALL_PHONE, Device, lay

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def test_the_first_round_of_a_loto_night_is_called_from_the_gallery_to_its_prizes(device: Device) -> None:
    """Nobody but the caller sits there, and a real bag is drawn from."""
    page = device()
    page.goto("/lay")
    page.get_by_role("link", name=re.compile("Loto night")).click()
    for left in (2, 1):
        page.get_by_role("button", name="Take this prize out").first.click()
        expect(page.locator(".prize")).to_have_count(left)
    page.locator("#house-rules > summary").click()
    for step in ("bag", "Start"):
        page.locator("label.tap, .action-bar button", has_text=re.compile(f"^\\s*{step}")).click()
    page.wait_for_url("**/t/*")
    for step in ("Give out cards", "All of them", "back", "Start the round"):
        does(page, step)
    (game,) = page.request.get(f"{page.url}/sheet.json").json()["games"]
    for number in (number for row in pack(game["options"]["pack"], 120)[7] for number in row):
        page.locator(f".ninety button[value='{number}']").click()
        expect(page.locator(".called")).to_contain_text(str(number))
    page.locator("[name=card]").first.fill("7")
    for step in ("Check", "To card 7: the whole card"):
        does(page, step)
    expect(page.locator(".winner h2")).to_have_text("Loto night is over")
    expect(page.locator(".given-away dd")).to_have_text("The whole cardcard 7")


def does(page: Page, step: str) -> None:
    """``Ben`` taps what begins so, ``back`` the way to the table."""
    if step == "back":
        with page.expect_navigation():
            page.locator(".back").click()
        return
    taps = page.locator("button:visible, a:visible, label.tap:visible, summary:visible")
    what = taps.filter(has_text=re.compile(rf"^\s*{re.escape(step)}")).first
    if what.evaluate("node => node.tagName") in {"LABEL", "SUMMARY"}:
        what.click()
        return
    page.evaluate("(document.querySelector('#table, #giving') || document.querySelector('main')).dataset.old = ''")
    what.click()
    expect(page.locator("[data-old]")).to_have_count(0)
    page.wait_for_load_state()
    expect(page.locator(".htmx-settling, .ignore-taps")).to_have_count(0)


def test_a_following_phone_reads_how_to_play_and_comes_back(device: Device) -> None:
    code = lay(page := device(), *FOUR, game="Pope Joan")
    phone = device(SMALL_PHONE)
    phone.goto(f"/t/{code}")
    expect(phone.locator("#crib[data-kept]")).to_be_attached()
    phone.get_by_role("link", name="Crib sheet").click()
    phone.get_by_role("link", name="How to play").click()
    expect(phone.get_by_role("img", name="Pope, Matrimony, Intrigue")).to_be_visible()
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Deal hand 1").click()
    phone.get_by_role("link", name=code).click()
    expect(phone.locator("#table")).to_contain_text("deals hand 1")


def test_a_game_is_read_about_before_it_is_chosen_and_no_name_is_lost(device: Device) -> None:
    page = device(SMALL_PHONE)
    page.goto("/lay?game=spoil-five")
    page.get_by_label("First player").fill("Ann")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".seats")).to_contain_text("Ann")
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", name="The order of the cards")).to_be_visible()
    page.go_back()
    expect(page.locator(".seats")).to_contain_text("Ann")


def test_how_to_play_by_the_rules_as_typed_is_a_page_of_its_own(device: Device) -> None:
    page = device()
    page.goto("/lay?game=pope-joan&player=Ann&player=Ben&player=Cat")
    page.locator("summary", has_text="rules").first.click()
    page.get_by_role("button", name="How to play by these rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert "/how-to-play/pope-joan" in page.url
    page.go_back()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
