"""How many taps a whole hand takes, game by game, on a phone; what is typed before is the first hand's stakes."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Asking, Device
from tests.browser.test_stops_and_matches import Finger
from tests.tools.phone import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")
STAKED = {"stakes:Ben": 2, "stakes:Cleo": 1, "stakes:Dan": 1}
ROUND = STAKED | {"outcomes:Ben": 0, "outcomes:Cleo": 0, "outcomes:Dan": 0}
LEFT_RIGHT = {"stakes:Ben:left": 2, "stakes:Cleo:right": 1, "outcomes:left": "tied", "outcomes:right": "tied"}

HANDS = {
    "macao": ("Macao", ROUND, ["Ben > won", "Cleo > lost", "Dan > won × 3", "Write it down"], 6, (-4, 2, -1, 3)),
    "the bank's natural in Macao": (
        "Macao", ROUND, ["A natural of the bank > lost × 3", "Write it down"], 6, (12, -6, -3, -3)
    ),
    "vingt-un": (
        "Vingt-un", ROUND, ["Ben > won × 2", "Cleo > lost", "Dan > lost", "Write it down"], 6, (-2, 4, -1, -1)
    ),
    "baccara": (
        "Baccara", LEFT_RIGHT, ["on the left? > won", "on the right? > lost", "Write it down"], 4, (-1, 2, -1, 0)
    ),
    "farmer": ("Farmer", {}, ["Deal hand", "Cleo > 16", "Ben > 18", "Write it down"], 6, (1, -3, 3, -1)),
    "cassino": (
        "Cassino", {"sides": 0},
        [
            "Deal hand", "most cards? > Ann and Cleo", "most spades? > Ben and Dan", "aces? > Ann and Cleo > 3",
            "Great Cassino > Ann and Cleo", "Little Cassino > Ben and Dan", "captured last? > Ann and Cleo",
            "Write it down",
        ],
        8, (6, 0),
    ),
    "polignac": ("Polignac", {}, ["Deal hand", "Ben: the knave of spades", "Cleo: the knave of hearts",
        "Cleo: the knave of clubs", "Dan: the knave of diamonds"], 6, (0, -2, -2, -1)),
    "bridge": (
        "Bridge", {},
        [
            "Deal hand", "What was trumps? > ♥ hearts", "Whose side made > Ann and Cleo", "How many odd tricks? > 2",
            "Whose side held > Ann and Cleo", "Which honours? > three", "Write it down",
        ],
        7, (32, 0),
    ),
}  # fmt: skip


def begun(page: Page, game: str, before: Mapping[str, object]) -> str:
    """Lays a table, with the house rules or after the first hand that are said, opens it, and gives its code."""
    rules = {key: held for key, held in before.items() if ":" not in key}
    phone = Phone(Asking(page)).lays(*FOUR, game=game, **rules)
    if len(rules) < len(before):
        phone.press("Write it down", before)
    page.goto(f"/t/{phone.code}")
    return phone.code


def place(page: Page, words: str) -> Locator:
    """What a finger taps: a button, a choice of a question, or a choice of a player."""
    *questions, choice = words.split(" > ")
    if not questions:
        return page.get_by_role("button", name=choice)
    within = page.locator("#asking")
    for question in questions:
        rows = (
            within.locator(".row").filter(has=page.locator(".name", has_text=question)).filter(has=page.locator(".tap"))
        )
        legends = within.locator("fieldset").filter(has=page.locator("> legend", has_text=question))
        within = legends.last if legends.count() else rows.last
    return within.locator("label.tap").filter(has=page.get_by_text(choice, exact=True))


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_takes_few_taps_and_nothing_typed(device: Device, hand: str) -> None:
    game, before, taps, most, comes_to = HANDS[hand]
    page = device()
    code = begun(page, game, before)
    finger = Finger(page)
    for words in taps:
        there = place(page, words)
        if " > " in words:
            finger.taps_on(there, there)
        else:
            finger.taps_on(there)
    assert finger.taps <= most
    result = page.request.get(f"/t/{code}/result.json").json()
    assert tuple((result["points"] or result["balances"]).values()) == comes_to
