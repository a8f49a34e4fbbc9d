"""How many taps an ordinary hand takes its writer, in every game that works its points out: a figure typed is one, too.

The hand is the first of each evening that was added up by hand.
"""

import json
from collections.abc import Callable, Collection
from itertools import groupby
from secrets import token_hex
from urllib.parse import urlsplit

import pytest
from attrs import define
from playwright.sync_api import Locator, Page

from companion.games.points_game.hand import Question
from companion.machine.clock import today
from companion.shelf import shelf
from tests.browser.conftest import Asking, Device
from tests.browser.finger import ANSWERED
from tests.games.test_worked_points import EVENINGS, TOLD, options_of
from tests.tools.phone import Phone
from tests.tools.serving import Wire

GAMES = [key for key in EVENINGS if not shelf()[key].opening.options.worked.boxes]
"""All but pads of boxes, of which a turn is two taps."""


@define
class Writer:
    """Who writes a hand down, and taps only what doesn't stand there yet."""

    page: Page
    taps: int = 0

    def presses(self, what: Locator) -> None:
        """Taps something once what was tapped before is answered."""
        what.click()
        self.taps += 1

    def answers(self, question: Question, name: str, number: int) -> None:
        """Answers a question of a player, or of the whole hand: a button before the form, or what it asks."""
        said = next((choice.choice for choice in question.choices if choice.is_ == number), str(number))
        key, value = (question.key, said) if not name else (f"{question.key}:{name}", said)
        if name and question.most == question.total == "1":
            key, value = question.key, name
        asked = self.page.locator(f"#asking [name='{key}']")
        if not asked.count():
            self.presses(self.page.locator("#table :is(a, button)").get_by_text(value, exact=True))
            self.page.wait_for_function(ANSWERED, polling=40)
            return
        kind = asked.first.get_attribute("type")
        if kind == "radio":
            asked = self.page.locator(f"#asking [name='{key}'][value='{value}']")
        if kind in ("radio", "checkbox"):
            if asked.is_checked() != bool(number or kind == "radio"):
                self.presses(asked.locator("xpath=ancestor::label"))
        elif (asked.input_value() or "0") != said or (number == 0 and asked.get_attribute("required") is not None):
            if not asked.evaluate("field => field === document.activeElement"):
                self.presses(asked)
            self.page.keyboard.type(said)
            self.taps += len(said)

    def writes(self, key: str, *, said: bool, spoken: Collection[str] = ()) -> None:
        """Answers what is said before the hand, or what is asked after it, and writes it down.

        What those who have ``spoken`` on their phones hide is taken over unseen.
        """
        by_name, of_all = TOLD[key](EVENINGS[key]["hands"][0]["inputs"])
        asked = [each for each in shelf()[key].opening.options.worked.questions if each.said == said]
        for is_of_hand, questions in groupby(asked, lambda each: each.of == "hand"):
            own = [*questions]
            for name, answers in ({"": of_all} if is_of_hand else by_name).items():
                for question in own:
                    is_said = question.key in answers and (is_of_hand or answers[question.key])
                    if is_said and not (question.hidden and name in spoken):
                        self.answers(question, name, answers[question.key])
        self.presses(self.page.get_by_role("button", name="Write it down"))
        self.page.wait_for_function(ANSWERED, polling=40)


def begins(page: Page, key: str) -> str:
    """Opens a table at which the first hand of an evening is dealt, and gives its code."""
    evening, options = EVENINGS[key], options_of(key)
    sides = {"sides": evening["sides"]} if "sides" in evening else {}
    dealer = evening["hands"][0]["inputs"].get("dealer")
    game = {"game": "points-game", "options": options | sides, "moves": [{"move": "deal"}]}
    game |= {"dealer": dealer} if dealer else {}
    sheet = json.dumps({"scoresheet": 1, "players": evening["players"], "games": [game]})
    sent = {"sheet": sheet, "day": str(today()), "key": token_hex(8)}
    phone = Phone(Asking(page)).joins().open("/house").send("/evenings/import/keep", sent)
    page.goto(f"/t/{phone.code}")
    return phone.code


@pytest.mark.parametrize("key", GAMES)
def test_a_hand_takes_its_figures_and_two_taps_a_player_and_with_phones_one(
    device: Device, address: str, key: str, record_property: Callable[[str, object], None]
) -> None:
    """With phones the writer says what counts for all, and the first player's row."""
    page, evening, (port, taps) = device(), EVENINGS[key], (urlsplit(address).port, list[int]())
    (first, *others), hand = evening["players"], evening["hands"][0]
    questions = shelf()[key].opening.options.worked.questions
    if any(question.of == "side" for question in questions):
        others = [side[0] for side in evening["sides"][1:]]
    by_name, of_all = TOLD[key](hand["inputs"])
    for phones in ({}, {name: Phone(Wire(port or 0)) for name in others}):
        code, writer = begins(page, key), Writer(page)
        for name, phone in phones.items():
            phone.open(f"/t/{code}/me").press(name)
        for said in sorted({question.said for question in questions}, reverse=True):
            for name, phone in phones.items():
                replies(phone, code, name, by_name.get(name, {}))
            page.goto(f"/t/{code}")
            writer.writes(key, said=said, spoken=phones)
        points = page.request.get(f"/t/{code}/result.json").json()["points"]
        assert points == {name.partition(" & ")[0]: comes_to for name, comes_to in hand["totals"].items()}
        taps.append(writer.taps)
    said_by_all = [figures(own) for own in (*by_name.values(), of_all)]
    said_by_writer = figures(by_name.get(first, {})) + figures(of_all)
    players = len(evening["players"])
    most = [sum(said_by_all) + 2 * players, said_by_writer + players]
    record_property(key, f"{taps[0]} of {most[0]}, with phones {taps[1]} of {most[1]}")
    assert taps[0] <= most[0] and taps[1] <= most[1]


def figures(answers: dict[str, int]) -> int:
    """How many figures are said."""
    return sum(len(str(number)) for number in answers.values() if number)


def replies(phone: Phone, code: str, name: str, own: dict[str, int]) -> None:
    """Says from a player's own phone what it is asked, if it is asked anything."""
    forms = [form for form in phone.open(f"/t/{code}").page.forms if "hand" in form.names]
    for form in forms:
        sent = {"hand": dict(form.filled)["hand"]}
        for key, number in own.items():
            sent |= {f"{key}:{name}": str(number)} if f"{key}:{name}" in form.names else {}
            sent |= {key: name} if key in form.names and number else {}
        phone.send("reply", sent)
