"""Loto by drawings, second method: who has the bag, ten numbers at a time out of it (LO2)."""

import secrets
from functools import cached_property
from typing import Any

from attrs import frozen
from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from companion.engine.opening import Opening
from companion.engine.saying import say, sentences
from companion.engine.state import State
from companion.engine.words import placed
from companion.games.loto_drawings import A_DRAWING, GAME, Deal, Drawing, is_last
from companion.loto_box import NUMBERS
from companion.loto_cards import holds
from companion.loto_lines import cover
from companion.web.access import swaps, table_to_write, to_table, visitor
from companion.web.asking import Asking
from companion.web.pictures import PICTURES, Picture
from companion.web.replies import fragment
from companion.web.takings import Drawn
from companion.web.views import View
from companion.web.words import boxed

pages = Blueprint("drawings", __name__, url_prefix="/t/<code>/drawings")


@frozen(slots=False)
class Drawings:
    """What the templates of Loto by drawings show of a table."""

    view: View
    kind = Drawing

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.view.state

    @cached_property
    def last(self) -> Drawn | None:
        """The last drawing of this game, if there was one."""
        journal = self.view.table.journal
        for step in reversed(journal.steps):
            if step.in_force and isinstance(step.line.move, Drawing):
                return Drawn(step, journal.before(step.line.number))
            if step.in_force and isinstance(step.line.move, Opening | Deal):
                break
        return None

    @property
    def can_draw(self) -> bool:
        """Whether this device can write a drawing down now."""
        return any(offer.kind is Drawing for offer in self.view.offers)

    @property
    def asking(self) -> Asking | None:
        """The drawing that is being asked for: the first at once, a later one when it is tapped."""
        asked = self.view.asking
        return asked if asked and asked.kind is Drawing and (self.view.tapped or not self.last) else None

    @property
    def bag(self) -> str:
        """To whom the bag passes (LO2-14)."""
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
        """What is different about the last drawing; empty while it is another's turn (LO2-15)."""
        if not (self.state.open and is_last(self.state)):
            return ""
        pot = self.state.options.covers()
        held = self.state.pots[pot]
        if not held:
            return say(
                "The last drawing, but no counter is left to cover with: it has no number. Write it down as it is."
            )
        lies = {"counters": self.state.in_pieces(held), "place": placed(pot)}
        return sentences(
            say("The last drawing: ten numbers, or fewer where one of them takes the last counter."),
            say("{counters} lies {place}.", **lies) if held == 1 else say("{counters} lie {place}.", **lies),
        )

    @property
    def holdings(self) -> list[str]:
        """Who holds which cards, before the first drawing."""
        if self.last or self.state.over:
            return []
        return [say("{name}: {cards}", name=name, cards=holds(self.state, name).says()) for name in self.state.playing]

    @property
    def heaps(self) -> list[tuple[str, int, str]]:
        """What lies on the table and in the pool, and in which pieces."""
        return [(placed(pot), held, boxed(held, self.state)) for pot, held in self.state.pots.items()]


PICTURES[GAME.key] = Picture(Drawings)


@pages.get("/ten")
def ten(code: str) -> Response | str:
    """The app draws: the numbers stand in the holes, to be written down or tapped otherwise."""
    found = table_to_write(code)
    state = found.journal.state
    if not (state.open and state.game and state.game.key == GAME.key):
        return to_table(found)
    body = fragment(found, asked={"move": Drawing.name}, typed={"numbers": out_of_the_bag(state)})
    return body if swaps() else render_template("table.html", fragment=body, table=found, visitor=visitor(found))


def out_of_the_bag(state: State[Any, Any]) -> list[int]:
    """Ten numbers by chance; in the last drawing no more than it takes to empty the table (LO2-15)."""
    numbers = secrets.SystemRandom().sample(NUMBERS, A_DRAWING)
    if is_last(state):
        return numbers[: cover(state, numbers, state.pots[state.options.covers()]).emptied_by]
    return numbers
