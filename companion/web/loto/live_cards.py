"""What is marked on people's Loto cards: the numbers drawn at a table, and the tables that this phone follows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Response, make_response, render_template, session

from companion.engine.common import Deal
from companion.engine.journal import Journal
from companion.engine.opening import Opening
from companion.engine.saying import say, say_many
from companion.engine.state import State
from companion.games.loto import Drawn, Hand
from companion.games.loto_drawings import Drawing
from companion.loto_box import Card
from companion.loto_cards import Held
from companion.store import Table
from companion.web.access import shows_newest, swaps
from companion.web.services import services


class Shown(NamedTuple):
    """A card as it is shown: what it is called and whose it is, where that must be said, and its rows."""

    title: str
    rows: Card
    holder: str = ""


def drawn(journal: Journal) -> tuple[int, ...]:
    """The numbers drawn in the hand, the newest last, until the next is dealt; by drawings, those of the last one."""
    numbers: list[int] = []
    for step in reversed(journal.steps):
        move = step.line.move
        if not step.in_force:
            continue
        if isinstance(move, Drawing):
            return tuple(move.numbers)
        if isinstance(move, Deal | Opening):
            break
        if isinstance(move, Drawn):
            numbers.append(move.number)
    return tuple(reversed(numbers))


def says(state: State[Any, Any], numbers: Sequence[int]) -> str:
    """What the marks on a card are, in a sentence."""
    if not numbers:
        return say("No number is drawn yet.")
    if not state.open:
        return say("The hand is over. Its numbers stay marked until the next.")
    if not isinstance(state.facts, Hand):
        return say("These are the numbers of the last drawing.")
    if state.options.race:
        return say("{n} of the 90 numbers are out. Yours are only those that you answered first.", n=len(numbers))
    return say_many("{n} of the 90 numbers is out.", "{n} of the 90 numbers are out.", len(numbers))


def followed(size: int) -> Table | None:
    """The table with cards of this box that this phone looked at last, while its game is on."""
    known = services().tables.some(session.get("tables", []))
    return next((table for table in known if plays_from(table, size)), None)


def plays_from(table: Table, size: int) -> bool:
    """Whether cards of this box are in play at the table."""
    state = table.journal.state
    return isinstance(state.facts, Held) and not state.over and bool(state.options.box == size)


class LiveCards(NamedTuple):
    """Cards with what is drawn at a table, as the part of a page that follows it from the address ``at``."""

    table: Table | None
    cards: Sequence[Shown]
    at: str
    note: str = ""

    def fragment(self) -> str:
        """The part of the page."""
        state, numbers = (self.table.journal.state, drawn(self.table.journal)) if self.table else (None, ())
        one_by_one = state is not None and isinstance(state.facts, Hand)
        return render_template(
            "cards/_live.html",
            live=self,
            drawn=numbers,
            newest=numbers[-1] if numbers and one_by_one else None,
            says=says(state, numbers) if state else "",
        )

    def news(self) -> Response | None:
        """The answer to a page that only asks for what is new, 204 where it shows the newest; None to all others."""
        if self.table is None or not swaps():
            return None
        if shows_newest(self.table):
            return Response(status=204)
        return make_response(self.fragment())
