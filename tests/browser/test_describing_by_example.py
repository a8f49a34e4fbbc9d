"""A game of points is described by example on a phone: a way of scoring is tapped, and a hand shows what it does."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from attrs import define
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SMALL_PHONE, Asking, Device, follow, tap
from tests.browser.kinds import covering
from tests.browser.test_for_every_hand import found
from tests.tools.phone import Phone
from tests.web.rules.test_describing import TOLD, all_typed, as_given, as_people_tell


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

    def reaches(self, field: Locator) -> None:
        """Opens what the field stands in, which goes to its first one, and else taps the field."""
        folds = field.locator("xpath=ancestor::details[not(@open)]")
        while folds.count():
            folds.first.locator("> summary").click()
            self.taps += 1
        self.taps += not field.evaluate("field => field === document.activeElement && !/radio|box/.test(field.type)")

    def chooses(self, words: str) -> None:
        label = self.page.locator(".ways > .pick, .of-way:has(.step:visible) label").filter(has_text=words).first
        self.reaches(label.locator("input"))
        label.click()

    def says(self, name: str, number: int) -> None:
        field = self.page.locator(f"[name='{name}']")
        self.reaches(field)
        field.fill(str(number))
        self.taps += len(str(number))

    def answers(self, name: str, value: Any) -> None:
        """Answers a question and all its parts, as they are asked: typed, chosen or ticked."""
        if isinstance(value, dict | list):
            for part, one in value.items() if isinstance(value, dict) else enumerate(value):
                self.answers(f"{name}:{part}", one)
            return
        field = self.page.locator(f"[name='{name}']").first
        self.reaches(field)
        kind = field.evaluate("field => field.type")
        if kind == "radio":
            self.page.locator(f"label:has([name='{name}'][value='{value}'])").click()
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
        field = self.page.locator("[name='name']")
        self.reaches(field)
        field.fill(name)
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


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_one_question_is_open_with_its_example_and_closed_ones_say_their_answers(device: Device, scripts: bool) -> None:
    page = device(java_script_enabled=scripts)
    page.goto("/rules/new?game=points-game")
    name, hands = page.locator("[name=name]"), page.locator("[name=hands]")
    expect(page.locator(".example:visible")).to_have_text(["For example: Hearts"])
    name.fill("Trumped")
    page.locator("summary", has_text="After how many hands").click()
    expect(page.locator(".step[open]")).to_have_count(1)
    expect(page.locator(".example:visible")).to_have_text(["For example: 7"])
    expect(name).to_be_hidden()
    if not scripts:
        return
    expect(hands).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator(".step[open]")).to_contain_text("How is a hand scored?")
    page.reload()
    for asks, says in (("called?", "Trumped"), ("After how many hands", "7"), ("How is", "We add the points up")):
        expect(page.locator("summary", has_text=asks)).to_contain_text(says, use_inner_text=False)


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
        describer.answers(f"worked:own:questions:{place}:ask", ask)
    scores = page.locator("[name='worked:own:scores']")
    describer.reaches(scores)
    scores.fill("Red cards * 5 +* Jokers")
    expect(page.locator("#sample")).to_contain_text("something is missing before “*”")
    scores.fill("black cards / (Jokers - Jokers)")
    expect(page.locator("#sample")).to_contain_text("is 0, and they are divided by it")
    scores.fill("Red cards * 5 + 2 * Jokers - ")
    page.locator("[data-inserts]", has_text="Black cards").click()
    expect(scores).to_have_value("Red cards * 5 + 2 * Jokers - Black cards")
    for place, (choice, worth) in enumerate((("none", 0), ("one", 1), ("all", 9))):
        describer.answers(f"worked:own:questions:0:choices:{place}", {"choice": choice, "is": worth})
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
        describer.answers(name, told)
    assert as_given(describer.saves(TOLD[key]["name"]), key) == TOLD[key]
    record_property(key, f"{describer.taps} taps, {describer.texts} texts")


def test_a_page_of_a_refusal_shows_what_was_sent_and_not_what_was_typed_on_one_before(device: Device) -> None:
    page = device()
    describer = Describer(page)
    describer.begins()
    describer.chooses("Your own questions")
    for scores in ("2 * 5", "2 * 6", "2 * 7"):  # the second is typed on the page of the first one's refusal
        field = page.locator("[name='worked:own:scores']")
        describer.reaches(field)
        field.fill(scores)
        if scores == "2 * 6":
            page.go_back()
        else:
            page.get_by_role("button", name="Save the game").click()
            expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("[name='worked:own:scores']")).to_have_value("2 * 7")
