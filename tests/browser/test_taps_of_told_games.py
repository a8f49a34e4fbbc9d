"""How many taps an ordinary hand takes its writer on a phone, in games that ask in every way in which any game asks.

Those of all games are counted in tests/web/table/test_taps_of_told_games.py, also with everyone's phones.
"""

from collections.abc import Hashable

import pytest
from attrs import define
from playwright.sync_api import Locator, Page

from companion.scoresheet import record_sheet, sheet_from
from tests.browser.conftest import Asking, Device
from tests.browser.finger import ANSWERED
from tests.browser.kinds import asked, covering
from tests.games.test_worked_points import told_of
from tests.tools.phone import Phone
from tests.web.table.test_taps_of_told_games import (
    GAMES,
    HELPED,
    Said,
    begins,
    comes_to,
    most,
    play_the_hand,
    sheet_of,
)


@define
class Writer:
    """Who writes a hand down, and taps only what doesn't stand there yet."""

    page: Page
    taps: int = 0

    def presses(self, what: Locator) -> None:
        """Taps something once what was tapped before is answered."""
        what.tap()
        self.taps += 1

    def goes_on(self, what: Locator) -> None:
        """Taps what the table answers, and waits until it has."""
        self.page.evaluate("() => { document.getElementById('table').dataset.old = ''; }")
        self.presses(what)
        self.page.wait_for_function(ANSWERED, polling=40)

    def answers(self, key: str, value: str, number: int) -> None:
        """Answers a question of a player, or of the whole hand: a button before the form, or what it asks."""
        asked = self.page.locator(f"#asking [name='{key}']")
        if not asked.count():
            self.goes_on(self.page.locator("#table :is(a, button)").get_by_text(value, exact=True))
            return
        kind = asked.first.get_attribute("type")
        if kind == "radio":
            asked = self.page.locator(f"#asking [name='{key}'][value='{value}']")
        if kind in ("radio", "checkbox"):
            if asked.is_checked() != bool(number or kind == "radio"):
                self.presses(asked.locator("xpath=ancestor::label"))
        elif (asked.input_value() or "0") != value or (number == 0 and asked.get_attribute("required") is not None):
            if not asked.evaluate("field => field === document.activeElement"):
                self.presses(asked)
            self.page.keyboard.type(value)
            self.taps += len(value)

    def writes(self, code: str, said: Said) -> None:
        self.page.goto(f"/t/{code}")
        for key, value, number in said:
            self.answers(key, value, number)
        self.goes_on(self.page.get_by_role("button", name="Write it down"))


def kinds(key: str) -> set[Hashable]:
    """How the moves of a hand are asked for, of whom, and whether a script saves taps."""
    state = record_sheet(sheet_from(sheet_of(key))).state
    questions = told_of(key).questions
    moves = [kind for kind in state.game.moves if kind.name in ("said", "scored")]
    found = {one for kind in moves for one in asked(kind, state)}
    return found | {(each.of, each.said, each.hidden) for each in questions} | ({key} & HELPED)


@pytest.mark.parametrize("key", covering({key: kinds(key) for key in GAMES}))
def test_a_hand_takes_its_figures_and_two_taps_a_player(device: Device, key: str) -> None:
    page = device()
    code, writer = begins(Phone(Asking(page)), key), Writer(page)
    play_the_hand(key, code, {}, writer.writes)
    assert page.request.get(f"/t/{code}/result.json").json()["points"] == comes_to(key)
    assert writer.taps <= most(key)[0]
