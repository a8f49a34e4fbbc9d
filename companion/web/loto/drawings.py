"""Loto by drawings, second method: the bag passes, ten numbers at a time come out of it (LO2)."""

import secrets
from functools import cached_property
from typing import Any

from attrs import frozen
from flask import render_template
from werkzeug.wrappers import Response

from companion.engine.game import Move
from companion.engine.kit.moves import Deal
from companion.engine.message import say, sentences
from companion.engine.opening import Opening
from companion.engine.phrases import placed
from companion.engine.state import State
from companion.games.loto_drawings import GAME
from companion.games.loto_drawings.drawing import A_DRAWING, AnyDrawing, is_last
from companion.loto.box import NUMBERS
from companion.loto.cards import holds
from companion.loto.lines import cover
from companion.web.i18n.filters import in_pieces
from companion.web.loto import bp
from companion.web.loto.drawing_result import DrawingResult
from companion.web.request.access import is_htmx, table_to_write, to_table, visitor
from companion.web.table.responses import fragment
from companion.web.table.steps import MoveSteps
from companion.web.table.view import View


@frozen(slots=False)
class DrawingsView:
    """What the templates of Loto by drawings show of a table."""

    view: View

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.view.state

    @property
    def kind(self) -> type[Move]:
        """The kind of move that writes down a drawing."""
        assert self.state.game
        kind: type[Move] = self.state.game.by_name[AnyDrawing.name]
        return kind

    @cached_property
    def last(self) -> DrawingResult | None:
        """The last drawing of this game, None before the first."""
        journal = self.view.table.journal
        for step in reversed(journal.steps):
            if step.in_force and isinstance(step.line.move, AnyDrawing):
                return DrawingResult(step, journal.before(step.line.number))
            if step.in_force and isinstance(step.line.move, Opening | Deal):
                break
        return None

    @property
    def can_draw(self) -> bool:
        """Whether this device can write down a drawing now."""
        return any(issubclass(offer.kind, AnyDrawing) for offer in self.view.offers)

    @property
    def asking(self) -> MoveSteps | None:
        """The drawing that is being asked for: the first at once, a later one when it is tapped."""
        asked = self.view.asking
        return asked if asked and issubclass(asked.kind, AnyDrawing) and (self.view.tapped or not self.last) else None

    @property
    def bag(self) -> str:
        """A sentence about who has the bag (LO2-14); empty while no hand is open."""
        if not self.state.open:
            return ""
        name, last = self.state.dealer, is_last(self.state)
        if not self.last:
            return say("{name} has the bag and draws first.", name=name)
        if self.last.before.dealer == name:
            if last:
                return say("{name} keeps the bag for the last drawing.", name=name)
            return say("{name} keeps the bag.", name=name)
        if last:
            return say("Pass the bag to {name} for the last drawing.", name=name)
        return say("Pass the bag to {name}.", name=name)

    @property
    def ends(self) -> str:
        """A sentence about the last drawing (LO2-15); empty before it."""
        if not (self.state.open and is_last(self.state)):
            return ""
        pot = self.state.options.covers()
        counters = self.state.pots[pot]
        if not counters:
            return say(
                "The last drawing, but no counter is left to cover with: it has no number. Write it down as it is."
            )
        values = {"counters": self.state.in_pieces(counters), "place": placed(pot)}
        return sentences(
            say("The last drawing: ten numbers, or fewer where one of them takes the last counter."),
            say("{counters} lies {place}.", **values) if counters == 1 else say("{counters} lie {place}.", **values),
        )

    @property
    def holdings(self) -> list[str]:
        """The cards of each player, in words, before the first drawing."""
        if self.last or self.state.over:
            return []
        return [
            say("{name}: {cards}", name=name, cards=holds(self.state, name).summary()) for name in self.state.playing
        ]

    @property
    def heaps(self) -> list[tuple[str, int, str]]:
        """The pots: place in words, counters, and the same in pieces."""
        return [(placed(pot), held, in_pieces(held, self.state)) for pot, held in self.state.pots.items()]


@bp.get("/t/<code>/drawings/ten")
def draw_ten(code: str) -> Response | str:
    """Let the app draw: show the form with its numbers, to be written down or changed."""
    table = table_to_write(code)
    state = table.journal.state
    if not (state.open and state.game and state.game.key == GAME.key):
        return to_table(table)
    body = fragment(table, asked={"move": AnyDrawing.name}, typed={"numbers": random_numbers(state)})
    return body if is_htmx() else render_template("table/page.html", fragment=body, table=table, visitor=visitor(table))


def random_numbers(state: State[Any, Any]) -> list[int]:
    """Draw ten numbers by chance; in the last drawing no more than it takes to empty the table (LO2-15)."""
    numbers = secrets.SystemRandom().sample(NUMBERS, A_DRAWING)
    if is_last(state):
        return numbers[: cover(state, numbers, state.pots[state.options.covers()]).emptied_by]
    return numbers
