"""A short game of Loto by drawings, by tapping: two drawings, the last agreed upon, a bankruptcy, the settlement."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import EVERY_SIZE, PHONE, TABLET, Device, balances, takes_the_pencil, tap
from tests.browser.test_for_every_hand import found
from tests.tools.house import laid

CARDS = {"Ann": 1, "Ben": 3, "Cleo": 5}
NOBODYS = (3, 7, 8, 9, 13, 14, 18, 19)
"""On none of these cards."""


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A table whose players hold their cards; of each stake one counter goes to the pool."""
    taken = [{"move": "cards", "player": name, "numbers": [card]} for name, card in CARDS.items()]
    game = {"game": "loto-drawings", "options": {"table_share": 59}, "moves": taken}
    return laid(tmp_path, game, [*CARDS])


def knob(page: Page, number: int) -> Locator:
    return page.locator(".knobs label").filter(has=page.locator(f"input[value='{number}']"))


def taps(page: Page, *numbers: int) -> None:
    for number in numbers:
        knob(page, number).click()


def filled(page: Page) -> Locator:
    """The holes in which a number is."""
    return page.locator(".holes li", has_text=re.compile(r"\d"))


def test_a_short_game_by_tapping(device: Device, code: str) -> None:
    """LO2-06 to LO2-18: Ann has two ambos, all contribute three times; then Ben has a terne too dear for the pool."""
    page = takes_the_pencil(device(PHONE), code)
    tap(page, "Deal hand 1")
    expect(page.locator(".strip")).to_contain_text("Everyone puts 5 fish and 9 counters onto the table")
    expect(page.get_by_text("Ann has the bag and draws first.")).to_be_visible()
    taps(page, 5, 11, 90, 17, 90, 22, *NOBODYS[:6])
    ten = ["5", "11", "17", "22", *map(str, NOBODYS[:6])]
    expect(filled(page), "90 was a slip of the finger").to_have_text(ten)
    knob(page, 50).click()
    expect(knob(page, 50).locator("input"), "all holes are full").not_to_be_checked()
    expect(filled(page)).to_have_text(ten)
    tap(page, "Write it down")
    expect(
        page.get_by_text(
            "In the pool lay 3 counters, but 1 fish had to be paid, so everyone paid in 3 times more first."
        )
    ).to_be_visible()
    expect(page.locator(".earned li", has_text="Ann").locator(".named", has_text="ambo")).to_have_count(2)
    expect(page.get_by_text("Pass the bag to Ben.")).to_be_visible()
    page.locator(".agreed").get_by_role("button", name="1").click()
    expect(page.get_by_text("Pass the bag to Ben for the last drawing.")).to_be_visible()
    page.get_by_role("link", name="Tap the numbers").click()
    expect(page.get_by_text("The last drawing: ten numbers, or fewer")).to_be_visible()
    taps(page, 10, 21, 57, *NOBODYS[:7])
    tap(page, "Write it down")
    expect(page.get_by_text("Bankruptcy: the pool was too small for the premiums. Ben got 2 of 25.")).to_be_visible()
    expect(page.get_by_text("What was left was shared by cards held")).to_be_visible()
    assert sum(balances(page).values()) == 0
    page.get_by_role("link", name="Settle up").click()
    expect(page.locator(".payments .row")).to_contain_text(["Ben pays Ann", "Cleo pays Ann"])


def test_the_app_draws_by_one_tap_and_any_phone_checks_the_bag(device: Device, code: str) -> None:
    page, ben = takes_the_pencil(device(TABLET), code), device()
    tap(page, "Deal hand 1")
    ben.goto(f"/t/{code}/me")
    ben.get_by_role("button", name="Ben").click()
    ben.get_by_text("The bag is sealed").click()
    word = ben.get_by_label("Mix in a word").input_value()
    ben.get_by_role("button", name="Mix it in").click()
    expect(ben.get_by_text(f"Mixed in: {word}.")).to_have_count(1)
    expect(ben.get_by_role("button", name="Mix it in")).to_have_count(0)
    ben.goto(f"/t/{code}")
    tap(page, "Draw ten")
    expect(page.locator(".holes li").last).not_to_be_empty()
    expect(ben.locator(".coming .mine-cards .held-card"), "the ten fall onto his card").to_be_in_viewport(ratio=1)
    assert ben.locator(".earned").is_hidden() and page.locator(".earned").is_hidden(), (
        "what they bring comes after them"
    )
    drawn = filled(page).all_inner_texts()
    assert len(drawn) == 10
    ben.goto(f"/t/{code}/journal")
    ben.get_by_role("link", name="Was it fair?").click()
    ben.get_by_role("link", name="Hand 1, drawing 1").click()
    expect(ben.get_by_text(word)).to_be_visible()
    expect(ben.locator(".numbers").first.locator("li")).to_have_text(drawn)


@pytest.mark.parametrize("viewport", EVERY_SIZE)
def test_the_board_and_what_was_earned_can_be_read_and_tapped(
    device: Device, code: str, viewport: dict[str, int]
) -> None:
    page = takes_the_pencil(device(viewport), code)
    tap(page, "Deal hand 1")
    taps(page, 5, 11, 33, 22, 43, 2, 10, 57, 55, 1)  # before what is folded away is opened: that still scrolls
    faults = found(page)
    tap(page, "Write it down")
    faults += found(page)
    page.get_by_role("link", name="Tap the numbers").click()
    page.locator(".knobs").first.wait_for()
    page.wait_for_load_state()
    assert faults + found(page) == []
