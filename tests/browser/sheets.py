"""An ordinary hand of every game, written down as a sheet beforehand, and how it is pressed on a page."""

import json
from collections.abc import Hashable
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any

from attrs import field, frozen
from playwright.sync_api import Page

from companion.machine.clock import today
from companion.scoresheet import read_sheet, score
from companion.shelf import on_shelf, shelf
from tests.browser.conftest import Asking
from tests.browser.kinds import controls
from tests.tools.phone import Phone

Moves = list[dict[str, Any]]
FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")
FOUR = FIVE[:4]


@frozen(slots=False)  # cached properties
class Hand:
    """A hand as a sheet has it, what is pressed for it, and what the players have then, or their points."""

    game: str
    moves: Moves
    presses: list[str]
    comes_to: tuple[int, ...]
    before: Moves = field(factory=list)
    """What was played before it."""
    options: dict[str, Any] = field(factory=dict)
    players: tuple[str, ...] = FIVE
    replies: dict[str, dict[str, str]] = field(factory=dict)
    """What the players' own phones say of their rows once the cards are dealt."""
    presses_with_replies: list[str] = field(factory=list)
    """What is pressed then, by Ben."""

    def sheet(self, moves: Moves) -> bytes:
        """The sheet of the evening when so much of the game is written down."""
        game = {"game": self.game, "options": self.options, "moves": moves}
        return json.dumps({"scoresheet": 1, "players": self.players, "games": [game]}).encode()

    @cached_property
    def controls(self) -> frozenset[Hashable]:
        """How its moves are asked for."""
        return frozenset(controls(read_sheet(self.sheet(self.before + self.moves)), len(self.before)))

    def begins(self, page: Page) -> str:
        """Lays the table as it was before the hand, opens it, and gives its code."""
        return self._lies(page, self.before)

    def ends(self, page: Page) -> str:
        """Lays the table as it is after the hand, opens it, and gives its code."""
        return self._lies(page, self.before + self.moves)

    def _lies(self, page: Page, moves: Moves) -> str:
        sent = {"sheet": self.sheet(moves).decode(), "day": str(today()), "key": token_hex(8)}
        phone = Phone(Asking(page)).joins().open("/rules").send("/evenings/import/keep", sent)
        page.goto(f"/t/{phone.code}")
        return phone.code

    def is_written(self, page: Page, code: str) -> bool:
        """Whether the table's sheet holds exactly the moves that were written beforehand."""
        (game,) = page.request.get(f"/t/{code}/sheet.json").json()["games"]
        return read_sheet(self.sheet(game["moves"])) == read_sheet(self.sheet(self.before + self.moves))

    def scored(self) -> tuple[int, ...]:
        """What the sheet comes to by itself: the points where the game is about them, else the balances."""
        result = score(read_sheet(self.sheet(self.before + self.moves)))
        return tuple((result["points"] or result["balances"]).values())


def kind_of(words: str) -> str:
    """What kind of place a finger presses that is called so."""
    begins, within = words.partition(" ")[0], words.partition(" > ")[0]
    if begins in ("row", "key", "box", "page", "Deal", "Write", "Undo"):
        return begins
    if within != words:
        return "in a row" if within in FIVE else "of a question"
    if words.isdecimal():
        return "a figure"
    return next((mark for mark in (": ", " = ") if mark in words), "button")


def standing(page: Page, code: str) -> tuple[int, ...]:
    """The points where the game is about them, else the balances, in seat order."""
    result = page.request.get(f"/t/{code}/result.json").json()
    return tuple((result["points"] or result["balances"]).values())


def told(hand: dict[str, Any]) -> Hand:
    """A hand as the file has it; one of a game of the shelf names that."""
    key, settings = on_shelf(hand["shelf"]) if "shelf" in hand else ("", {})
    return Hand(
        hand["game"],
        hand["moves"],
        hand["presses"],
        tuple(hand["comes_to"]),
        hand.get("before", []),
        shelf()[key].given(settings) if key else hand.get("options", {}),
        tuple(hand.get("players", FIVE)),
        hand.get("replies", {}),
        hand.get("presses_with_replies", []),
    )


_FILE: dict[str, Any] = json.loads(Path(__file__).with_name("hands.json").read_text("utf-8"))
HANDS = {name: told(hand) for name, hand in _FILE.items()}
MOST: dict[str, tuple[int, int]] = {name: tuple(hand["most"]) for name, hand in _FILE.items() if "most" in hand}
"""The presses that a hand without a card of the board may take, alone and with everyone's phones."""
