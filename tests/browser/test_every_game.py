"""A hand of each kind of page by taps and figures alone, to its last payment; and how games are taught."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games import catalogue
from companion.loto.rules.pack import pack
from tests.browser.conftest import SMALL_PHONE, Device, balances, lay, shows, tap
from tests.tools.words import SPOKEN

TITLES = {key: game.title for key, game in catalogue().items()}
FOUR = ("Ann", "Ben", "Cleo", "Dan")
ABANDONED = ("This one doesn't count", "Abandon the hand")
HANDS = {
    "loto": (("Cards", "2 cards", "back", "Deal", "Draw", *ABANDONED), (6, -2, -2, -2)),
    "loto-drawings": (("Cards", "2 cards", "back"), (0, 0, 0, 0)),
    "points-game": (
        ("How many points in this hand?: Ann=7", "How many points in this hand?: Dan=3", "Write it down"),
        (7, 0, 0, 3),
    ),
    "polignac": (("Deal", "♠", "♥", "♦", "♣"), (-5, 1, 2, 2)),
}
"""A first hand of each kind of ending as it is tapped, and the balances, or the points, when the game is finished.

The hands of the other games are pressed in test_taps_of_a_hand, and their examples settled in test_worked_examples.
"""
EVEN = {"loto-drawings"}
"""The game of whose first hand nobody owes anything."""


def test_the_first_hand_is_played_and_settled(device: Device) -> None:
    page = device()
    for key, (steps, become) in HANDS.items():
        lay(page, *FOUR, game=TITLES[key])
        for step in steps:
            does(page, step)
        expect(page.locator(".refused")).to_have_count(0)
        if page.locator("summary", has_text="Finish the game?").is_visible():
            tap(page, "Finish the game")
        held = balances(page)
        assert tuple(held[name] for name in FOUR) == become, key
        if any(become) and ABANDONED[0] not in steps:
            expect(page.locator(".winner h2")).to_contain_text("win")
            best = page.locator(".ranks .best .name").first
            expect(page.locator(".ranks .name").first).to_have_text(best.inner_text())
        if key == "points-game":
            expect(page.get_by_role("link", name="Settle up")).to_have_count(0)
            continue
        does(page, "Settle up")
        for left in range(page.locator(".payments button.row:not(.paid)").count(), 0, -1):
            page.locator(".payments button.row:not(.paid)").first.click()
            expect(page.locator(".payments button.row:not(.paid)")).to_have_count(left - 1)
        expect(page.locator(".lead")).to_contain_text("nobody owes anything" if key in EVEN else "All paid")


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
    """``Ben`` taps what begins so, ``back`` the way to the table; ``points: Ann=2`` answers one row of a question."""
    if step == "back":
        with page.expect_navigation():
            page.locator(".back").click()
        return
    asked, _, number = step.partition("=")
    if number:
        question, _, row = asked.partition(": ")
        says(page.locator("fieldset", has_text=question).locator(".row", has_text=row), number)
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


def says(where: Locator, number: str) -> None:
    """A number, by its key where there are keys, or typed."""
    key = where.locator("label.tap, .key").filter(has_text=re.compile(rf"^\s*{re.escape(number)}\s*$"))
    if key.count():
        key.first.click()
    else:
        where.locator("input[inputmode]").fill(number)


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


@pytest.mark.parametrize("language", SPOKEN)
def test_every_page_of_a_game_fits_a_small_phone(device: Device, language: str) -> None:
    page = device(SMALL_PHONE, locale=language)
    page.goto(f"/how-to-play/{next(iter(TITLES))}")
    for key in TITLES:
        shows(page, f"/how-to-play/{key}")
        expect(page.locator("article h2").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"], key


def test_how_to_play_by_the_rules_as_typed_is_a_page_of_its_own(device: Device) -> None:
    page = device()
    page.goto("/lay?game=pope-joan&player=Ann&player=Ben&player=Cat")
    page.locator("summary", has_text="rules").first.click()
    page.get_by_role("button", name="How to play by these rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert "/how-to-play/pope-joan" in page.url
    page.go_back()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
