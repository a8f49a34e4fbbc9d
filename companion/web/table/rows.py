"""The players as rows of the table page: how each stands, and what a tap on the row would say."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.game import Move, play
from companion.engine.ledger import Posting
from companion.engine.offers import Offer, required
from companion.engine.saying import joined, say, say_many
from companion.engine.state import Presence, State
from companion.engine.words import own_part
from companion.web.access import Visitor
from companion.web.asking import Asking
from companion.web.words import boxed, office, signed, tone


class Row(NamedTuple):
    """A player as a row of the page; ``office`` is the dealer's, or the banker's.

    ``answers`` where a tap on it answers the question that is asked; not ``listed`` where a form has the row.
    """

    name: str
    balance: str
    pieces: str
    tone: str
    note: str
    points: str
    office: str
    mine: bool
    answers: bool
    listed: bool
    calls: tuple["Call", ...]


class Call(NamedTuple):
    """One of several main moves, as a button in the row of the player whom it names; ``says`` who would pay what."""

    kind: type[Move]
    says: str


class Own(NamedTuple):
    """What the player of a phone wants to know first: how he stands, what he takes and pays now, in counters with verb
    and place, and whether he deals next."""

    row: Row
    part: list[tuple[str, int, str]]
    deals: bool


@frozen(slots=False)  # what the template asks twice is worked out once
class Players:
    """The players as a visitor sees them, with the move that is asked for, and the ``calls`` that each can be given;
    ``listed`` unless a form stands in their place."""

    state: State[Any, Any]
    visitor: Visitor
    asking: Asking | None
    calls: tuple[Offer, ...]
    listed: bool

    @cached_property
    def seated(self) -> list[Row]:
        """Everyone with a seat, in seat order; on a phone that only watches its player first."""
        rows = [self._row(name) for name in self.state.seated]
        return rows if self.visitor.writes else sorted(rows, key=lambda row: not row.mine)

    @cached_property
    def gone(self) -> list[Row]:
        """Who got up and is still up or down: the counters on the page add up with theirs alone."""
        held = self.state.balances.items()
        return [self._row(name) for name, counters in held if counters and name not in self.state.seated]

    def own(self, moved: Sequence[Posting]) -> Own | None:
        """What is told first to the player of a phone that only watches, with what changed hands."""
        state, row = self.state, next((row for row in [*self.seated, *self.gone] if row.mine), None)
        if not row:
            return None
        between = state.game is not None and state.game.deals and not state.open and not state.over
        return Own(row, own_part(moved, row.name), between and row.name == state.dealer)

    def _row(self, name: str) -> Row:
        state, balance = self.state, self.state.balances[name]
        mine = name == self.visitor.player
        absence = say("has left") if state.seats[name] is Presence.LEFT else state.absence(name)
        return Row(
            name=name,
            balance=signed(balance),
            pieces=boxed(abs(balance), state),
            tone=tone(balance),
            note=joined(" · ", [say("you") if mine else "", absence]),
            points=say_many("{n} point", "{n} points", self._points[name]) if name in self._points else "",
            office=office(state) if name == state.dealer and not state.over else "",
            mine=mine and not self.visitor.writes,
            answers=self.asking is not None and name in self.asking.names,
            listed=self.listed and name not in self._in_form,
            calls=tuple(self._calls(name)),
        )

    def _calls(self, name: str) -> Iterator[Call]:
        for offer in self.calls:
            if name in offer.players:
                asked = required(offer.kind)[0].name
                postings = play(self.state, offer.kind(**{asked: name})).postings
                paid = [(posting.payer, posting.counters) for posting in postings if isinstance(posting.payer, str)]
                says = [say("{who} pays {counters}", who=payer, counters=counters) for payer, counters in paid]
                yield Call(offer.kind, joined(", ", says))

    @cached_property
    def _in_form(self) -> set[str]:
        asked = self.asking.open if self.asking and not self.asking.step else []
        return {name for field in asked if field.control in {"each", "lays", "several"} for name, _ in field.choices}

    @cached_property
    def _points(self) -> dict[str, int]:
        """The points of all who score, of partners the same."""
        state = self.state
        scored = state.scored()
        firsts = {name: state.side(name)[0] for name in state.seated}
        return {name: scored[first] for name, first in firsts.items() if first in scored}
