"""A game of points is described by example on a phone: a way of scoring is tapped, and a hand shows what it does."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from attrs import define
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL_PHONE, Asking, Device, follow, tap
from tests.browser.kinds import covering
from tests.browser.test_for_every_hand import found
from tests.tools.phone import Phone
from tests.web.rules.test_describing import TOLD, all_typed, as_given, as_people_tell

ASKED = """field => [field.type, !!field.closest('details:not([open])')]"""
"""How something is asked, and whether within a fold."""


@define
class Describer:
    """Somebody who describes a game: every tap, and every number that is typed, is counted."""

    page: Page
    taps: int = 0
    texts: int = 0
    """How many words, sentences and formulas were typed."""

    def begins(self) -> None:
        self.page.goto("/rules")
        follow(self.page, "Describe a points game")
        self.taps += 1

    def chooses(self, words: str) -> None:
        self.page.locator(".way > .pick:visible, .of-way label:visible").filter(has_text=words).first.click()
        self.taps += 1

    def says(self, name: str, number: int) -> None:
        self.page.locator(f"[name='{name}']").fill(str(number))
        self.taps += 1 + len(str(number))

    def opens(self, words: str) -> None:
        self.page.locator("summary:visible", has_text=words).click()
        self.taps += 1

    def answers(self, name: str, value: Any) -> None:
        """Answers a question and all its parts, as they are asked: typed, chosen or ticked."""
        if isinstance(value, dict | list):
            for part, one in value.items() if isinstance(value, dict) else enumerate(value):
                self.answers(f"{name}:{part}", one)
            return
        field = self.page.locator(f"[name='{name}']").first
        kind, folded = field.evaluate(ASKED)
        if folded:
            self.page.locator("details:not([open])", has=field).locator("> summary").click()
            self.taps += 1
        self.taps += 1
        if kind == "radio":
            self.page.locator(f"label.tap:has([name='{name}'][value='{value}'])").click()
        elif kind == "select-one":
            field.select_option(value)
        elif kind == "checkbox":
            field.check()
        else:
            field.fill(str(value))
            figure = isinstance(value, int) or value.isdecimal()
            self.taps += len(str(value)) if figure else 0
            self.texts += not figure

    def saves(self, name: str) -> dict[str, Any]:
        """Names the game and saves it; gives its house rules."""
        self.page.locator("[name='name']").fill(name)
        self.page.get_by_role("button", name="Save the game").click()
        self.page.wait_for_url(re.compile(r"/rules/[0-9]+$"))
        self.taps += 1
        told: dict[str, Any] = json.loads(self.page.request.get(f"{self.page.url}/file").text())
        return told["options"]

    def sees(self, *row: str) -> None:
        """Waits for a row of the sample hand."""
        cells = self.page.locator(".worked tr", has_text=row[0]).locator("th, td")
        expect(cells).to_have_text([*row])


def test_oh_hell_is_described_from_nothing_in_a_few_taps_and_a_hand_of_it_is_played(device: Device) -> None:
    page = device(SMALL_PHONE)
    describer = Describer(page)
    describer.begins()
    describer.says("hands", 7)
    describer.chooses("Say before, make after")
    expect(page.get_by_label("How many is that?")).to_be_hidden()
    describer.chooses("The last to speak mustn't")
    describer.sees("Ann", "2", "2", "+12")
    describer.sees("Dan", "3", "4", "+4")
    assert found(page) == []
    describer.saves("Trumped")
    assert describer.taps <= 25
    phone = Phone(Asking(page)).lays_by_its_form("Ann", "Ben", "Cleo", game="Trumped")
    page.goto(f"/t/{phone.code}")
    for numbers, key in (((2, 1, 3), "bid"), ((2, 2, 3), "tricks")):
        for name, number in zip(("Ann", "Ben", "Cleo"), numbers, strict=True):
            page.locator(f"label.tap:has([name='{key}:{name}'][value='{number}'])").click()
        tap(page, "Write it down")
    result = page.request.get(f"/t/{phone.code}/result.json").json()
    assert result["points"] == {"Ann": 12, "Ben": 2, "Cleo": 13}


def test_two_other_games_are_described_and_their_sample_hands_follow_each_tap(device: Device) -> None:
    page = device()
    one = Describer(page)
    one.begins()
    one.says("target", 500)
    one.chooses("Somebody goes out")
    one.sees("Ben", "yes", "0", "+30")
    one.chooses("for the one who went out, and against the others")
    one.sees("Ann", "no", "10", "−10")
    assert one.saves("Sevens")["way"]["out"]["counts"] == "for-and-against"
    other = Describer(page)
    other.begins()
    other.says("target", 50)
    other.chooses("One after the other")
    other.says("worked:turns:most", 12)
    other.chooses("one falls back")
    other.opens("What few games need")
    other.says("worked:turns:misses", 3)
    other.sees("Dan", "48", "3", "−23")
    told = other.saves("Skittles")["way"]["turns"]
    assert (told["beyond"], told["misses"]) == ("falls-back", 3)


def test_questions_of_ones_own_grow_row_by_row_and_a_wrong_formula_is_shown_where_it_is(device: Device) -> None:
    page = device()
    describer = Describer(page)
    describer.begins()
    describer.chooses("Your own questions")
    for place, ask in enumerate(("Red cards", "Black cards", "Jokers")):
        page.locator(f"[name='worked:own:questions:{place}:ask']").fill(ask)
    scores = page.locator("[name='worked:own:scores']")
    scores.fill("Red cards * 5 +* Jokers")
    expect(page.locator("#sample")).to_contain_text("something is missing before “*”")
    scores.fill("black cards / (Jokers - Jokers)")
    expect(page.locator("#sample")).to_contain_text("is 0, and they are divided by it")
    scores.fill("Red cards * 5 + 2 * Jokers - ")
    page.locator("[data-inserts]", has_text="Black cards").click()
    expect(scores).to_have_value("Red cards * 5 + 2 * Jokers - Black cards")
    page.locator("summary:visible", has_text="More about this question").first.click()
    for place, (choice, worth) in enumerate((("none", 0), ("one", 1), ("all", 9))):
        page.locator(f"[name='worked:own:questions:0:choices:{place}:choice']").fill(choice)
        page.locator(f"[name='worked:own:questions:0:choices:{place}:is']").fill(str(worth))
    describer.sees("Cleo", "all", "5", "5", "+50")
    told = describer.saves("Reds")["worked"]
    assert told["scores"] == "red_cards * 5 + 2 * jokers - black_cards"
    assert [(one["key"], len(one.get("choices", ()))) for one in told["questions"]] == [
        ("red_cards", 3),
        ("black_cards", 0),
        ("jokers", 0),
    ]


def kinds(key: str) -> set[str]:
    """The parts of the description of a game; each of their questions is told in tests/web/rules/test_describing.py."""
    typed = all_typed(as_people_tell(key))
    return {*(":".join(name.split(":")[:3]) for name in typed), str(typed["worked:way"])}


@pytest.mark.parametrize("key", covering({key: kinds(key) for key in TOLD}))
def test_a_told_game_of_the_shelf_is_described_tap_by_tap(
    device: Device, key: str, record_property: Callable[[str, object], None]
) -> None:
    """The games that together are asked for every part; all are told through the form alone elsewhere."""
    page = device()
    describer, answers = Describer(page), as_people_tell(key)
    describer.begins()
    for name, told in answers.items():
        if name == "worked:way":
            page.locator(f".pick:has([value='{told}'])").click()
        else:
            describer.answers(name, told)
    assert as_given(describer.saves(TOLD[key]["name"]), key) == TOLD[key]
    record_property(key, f"{describer.taps} taps, {describer.texts} texts")
