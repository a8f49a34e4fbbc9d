"""Every game of the catalogue in Chromium: its rules on one screen, and its first hand by taps and figures alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games import catalogue
from tests.browser.conftest import PHONE, Device, balances, lay

pytestmark = pytest.mark.xdist_group("browser")

TITLES = {key: editions[-1].title for key, editions in catalogue().items()}
FOUR = ("Ann", "Ben", "Cleo", "Dan")
OUT = ("Ben", "left: Ann=2", "left: Cleo=0", "left: Dan=3", "Write it down")
CAPTURED = tuple(
    f"{what}: {name}={number}"
    for what, numbers in (("cards", (20, 12, 12, 8)), ("spades", (4, 3, 3, 3)), ("aces", (1, 1, 1, 1)))
    for name, number in zip(FOUR, numbers, strict=True)
)
HANDS = {
    "bridge": (("Deal", "H", "Ann", "odd tricks=4", "Write it down"), (3, -3, 3, -3)),
    "cassino": (("Deal", *CAPTURED, "Great: Ann", "Little: Ben", "Write it down"), (0, 0, 0, 0)),
    "earl-of-coventry": (("Deal", *OUT), (-2, 5, 0, -3)),
    "farmer": (
        ("Deal", "points: Ann=15", "points: Ben=16", "points: Cleo=19", "points: Dan=12", "Write it down"),
        (2, 3, -4, -1),
    ),
    "house-game": (("Deal", "Collects", "Ben", "counters=2", "Write it down", "The hand ends"), (-2, 6, -2, -2)),
    "jig": (("Deal", *OUT), (-2, 5, 0, -3)),
    "lift-smoke": (("Deal", "Cleo"), (-1, -1, 3, -1)),
    "loto": (("Cards", "Ben", "unseen=1"), ()),
    "my-bird-sings": (("Deal", "Cleo"), (-2, -1, 4, -1)),
    "newmarket": (("Deal", *OUT), ()),
    "polignac": (
        (
            "Deal",
            *(tap for knave in ("spades", "hearts", "diamonds", "clubs") for tap in ("Ben", f"the knave of {knave}")),
        ),
        (),
    ),
    "pope-joan": (("Deal", *OUT), ()),
    "snip-snap-snorum": (("Deal", "Snip"), ()),
    "spin": (("Deal", *OUT), ()),
    "spoil-five": (("Deal", "Cleo"), (-3, -2, 7, -2)),
    "twenty-five": (("Deal", "tricks: Ann=3", "tricks: Dan=2", "Write it down"), ()),
}
"""The first hand of each game as it is tapped, and the balances when the game is finished after it."""

NOT_YET = {"loto-drawings": "no form asks for cards of the box"}
"""Games whose first hand can't be entered through their page, and why. It should be empty."""


def test_no_game_is_left_out() -> None:
    assert sorted([*HANDS, *NOT_YET]) == sorted(catalogue())


@pytest.mark.parametrize("key", HANDS)
def test_the_first_hand_is_played_and_settled(device: Device, key: str) -> None:
    page = device()
    lay(page, *FOUR, game=TITLES[key])
    steps, become = HANDS[key]
    for step in steps:
        does(page, step)
    if page.get_by_role("button", name="Finish the game").is_visible():
        does(page, "Finish the game")
    assert tuple(balances(page).values()) == become
    does(page, "Settle up")
    for left in range(page.locator(".payments button.row:not(.paid)").count(), 0, -1):
        page.locator(".payments button.row:not(.paid)").first.click()
        expect(page.locator(".payments button.row:not(.paid)")).to_have_count(left - 1)
    expect(page.locator(".lead")).to_contain_text("All is paid" if any(become) else "All are even")


def does(page: Page, step: str) -> None:
    """``Ben`` taps what begins so; ``aces: Ann=2`` answers one row of a question, ``counters=2`` a question alone."""
    asked, _, number = step.partition("=")
    question, _, row = asked.rpartition(": ")
    within = page.locator("fieldset, label", has_text=question) if question else page.locator("body")
    if number:
        says(within.locator(".row", has_text=row) if question else page.get_by_label(asked), number)
        return
    taps = within.locator("button:visible, a:visible, label.tap:visible, summary:visible")
    what = taps.filter(has_text=re.compile(rf"^\s*{re.escape(row)}")).first
    if what.evaluate("node => node.tagName") in {"LABEL", "SUMMARY"}:
        what.click()
        return
    page.evaluate("(document.getElementById('table') || document.querySelector('main')).dataset.old = ''")
    what.click()
    expect(page.locator("[data-old]")).to_have_count(0)
    expect(page.locator(".settling")).to_have_count(0)


def says(where: Locator, number: str) -> None:
    """A number, by its tap where there are taps, else typed."""
    tap = where.locator("label.tap").get_by_text(number, exact=True)
    if tap.count():
        tap.locator("..").click()
    elif where.locator("input").count():
        where.locator("input").fill(number)
    else:
        where.fill(number)


@pytest.mark.parametrize("key", catalogue())
def test_the_rules_are_on_one_screen(device: Device, key: str) -> None:
    page = device()
    code = lay(page, *FOUR, game=TITLES[key])
    page.goto(f"/t/{code}/rules")
    told = page.locator(".told")
    expect(told).to_be_visible()
    box = told.bounding_box()
    assert box and box["y"] + box["height"] <= PHONE["height"]
    expect(told.locator("b")).to_have_count(0)
