"""Loto cards that are marked live: the numbers drawn at a table, and the table that a phone follows."""

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from flask import render_template, session
from werkzeug.wrappers import Response

from companion.engine.game import Opening, State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Deal
from companion.engine.message import say, say_many
from companion.engine.replay import Step
from companion.loto.rules.box import Card
from companion.loto.rules.called import Drawn
from companion.loto.rules.calling import Hand
from companion.loto.rules.cards import CardHolders
from companion.loto.rules.drawings import Drawing
from companion.loto.rules.words import WordList
from companion.loto.web.words import said_at
from companion.store import Table
from companion.web.request.access import newest
from companion.web.request.services import services


class ShownCard(NamedTuple):
    """A card on a page; its title and its holder are empty where they go without saying."""

    title: str
    rows: Card
    holder: str = ""


def of_hand(journal: Journal) -> list[Step]:
    """Return the moves in force since the last hand was dealt, or since its game was opened."""
    in_force = (step for step in reversed(journal.steps) if step.in_force)
    return [*takewhile(lambda step: not isinstance(step.line.move, Deal | Opening), in_force)][::-1]


def drawn(journal: Journal) -> tuple[int, ...]:
    """Return the numbers drawn in the hand, or those of the last drawing, the newest last.

    The numbers of a hand stay until the next one is dealt.
    """
    moves = [step.line.move for step in of_hand(journal)]
    drawings = [move for move in moves if isinstance(move, Drawing)]
    return tuple(drawings[-1].numbers if drawings else (move.number for move in moves if isinstance(move, Drawn)))


def taken_back(table: Table) -> str:
    """Say which number, or that a drawing, was taken back just now, to all who have covered it; empty otherwise."""
    entry = table.journal.entries[-1] if table.journal.entries else None
    if not (entry and entry.change.act == "strike"):
        return ""
    struck = next(step.line.move for step in reversed(table.journal.steps) if step.line.number == entry.change.target)
    if isinstance(struck, Drawn):
        return say("{number} is taken back: uncover it.", number=said_at(table)(struck.number))
    return say("The drawing is taken back: uncover its numbers.") if isinstance(struck, Drawing) else ""


def dealt_by(journal: Journal) -> int:
    """Return the number of the entry that dealt the hand whose numbers are shown, 0 before the first."""
    deals = (step.line.number for step in reversed(journal.steps) if step.in_force and isinstance(step.line.move, Deal))
    return next(deals, 0)


def marks_sentence(state: State[Any, Any], numbers: Sequence[int]) -> str:
    """Say what the marks on a card are."""
    if not numbers:
        return say("No number is drawn yet.")
    if not state.open:
        return say("The hand is over. Its numbers stay marked until the next.")
    if not isinstance(state.facts, Hand):
        return say("These are the numbers of the last drawing.")
    if state.options.race:
        return say("{n} of the 90 numbers are out. Only those you answered first are yours.", n=len(numbers))
    return say_many("{n} of the 90 numbers is out.", "{n} of the 90 numbers are out.", len(numbers))


def followed_table(size: int) -> Table | None:
    """Return the table with cards of this box that this phone looked at last, while its game is on."""
    tables = services().tables.find_all(session.get("tables", []))
    return next((table for table in tables if plays_from(table, size)), None)


def plays_from(table: Table, size: int) -> bool:
    """Return whether cards of this box are in play at a table."""
    state = table.journal.state
    return isinstance(state.facts, CardHolders) and not state.over and bool(state.options.box == size)


class LiveCards(NamedTuple):
    """The part of a page with cards and what is drawn at a table."""

    table: Table | None
    cards: Sequence[ShownCard]
    at: str
    """The address from which the page fetches the newest version."""
    note: str = ""
    words: WordList | None = None
    """The words that stand on the cards in the place of numbers."""
    covered: Collection[int] | None = ()
    """The numbers that are marked; None where people tap them."""

    def fragment(self) -> str:
        """Render the part."""
        state, numbers = (self.table.journal.state, drawn(self.table.journal)) if self.table else (None, ())
        one_by_one = state is not None and isinstance(state.facts, Hand)
        return render_template(
            "loto/_live_cards.html",
            live=self,
            newest=numbers[-1] if numbers and one_by_one else None,
            dealt=dealt_by(self.table.journal) if self.table else 0,
            says=(taken_back(self.table) or marks_sentence(state, numbers)) if self.table and state else "",
        )

    def update(self) -> Response | None:
        """Answer an open page that asks for the newest version, 204 where it shows it; None for any other request."""
        return newest(self.table, self.fragment) if self.table else None
