"""A game of points is described by example on a phone: a way of scoring is tapped, and a hand shows what it does."""

import json
import re
from typing import Any

from attrs import define
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL_PHONE, Asking, Device, follow, tap
from tests.browser.test_for_every_hand import found
from tests.tools.phone import Phone


@define
class Describer:
    """Somebody who describes a game: every tap, and every number that is typed, is counted."""

    page: Page
    taps: int = 0

    def begins(self) -> None:
        self.page.goto("/house")
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

    def saves(self, name: str) -> dict[str, Any]:
        """Names the game and saves it; gives its house rules."""
        self.page.locator("[name='name']").fill(name)
        self.page.get_by_role("button", name="Save the game").click()
        self.page.wait_for_url(re.compile(r"/house/[0-9]+$"))
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
    assert one.saves("Sevens")["worked"]["scores"] == "if(out, others(held), -held)"
    other = Describer(page)
    other.begins()
    other.says("target", 50)
    other.chooses("One after the other")
    other.says("worked:turns:most", 12)
    other.chooses("one falls back")
    other.opens("What few games need")
    other.says("worked:turns:misses", 3)
    other.sees("Dan", "48", "3", "−23")
    told = other.saves("Skittles")["worked"]
    assert (told["scores"], told["out"]) == ("if(total + turn > target, 25 - total, turn)", "misses = 3")


def test_questions_of_ones_own_grow_row_by_row_and_a_wrong_formula_is_shown_where_it_is(device: Device) -> None:
    page = device()
    describer = Describer(page)
    describer.begins()
    describer.chooses("Your own questions and formula")
    for place, ask in enumerate(("Red cards", "Black cards", "Jokers")):
        page.locator(f"[name='worked:own:questions:{place}:ask']").fill(ask)
    page.locator("[name='worked:own:scores']").fill("red_cards * 5 +* jokers")
    expect(page.locator("#sample")).to_contain_text("this can't be read at character 16: * jokers")
    page.locator("[name='worked:own:scores']").fill("red_cards * 5 + 2 * jokers - black_cards")
    expect(page.locator(".names")).to_contain_text("red_cards, black_cards, jokers")
    page.locator("summary:visible", has_text="More about this question").first.click()
    for place, (choice, worth) in enumerate((("none", 0), ("one", 1), ("all", 9))):
        page.locator(f"[name='worked:own:questions:0:choices:{place}:choice']").fill(choice)
        page.locator(f"[name='worked:own:questions:0:choices:{place}:is']").fill(str(worth))
    describer.sees("Cleo", "all", "5", "5", "+50")
    asked = describer.saves("Reds")["worked"]["questions"]
    assert [(one["key"], len(one.get("choices", ()))) for one in asked] == [
        ("red_cards", 3),
        ("black_cards", 0),
        ("jokers", 0),
    ]
