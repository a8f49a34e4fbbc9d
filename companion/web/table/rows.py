"""The players as rows of the table page: how each stands, and what a tap on the row would say."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.fields import InRow
from companion.engine.game import Move, Presence, State
from companion.engine.message import joined, listed, say
from companion.engine.phrases import plural, signed, up_or_down
from companion.engine.playing import play
from companion.engine.reports.offers import Offer, required
from companion.engine.reports.sentences import left_with_balance, of_everyone, own_part, own_score
from companion.engine.structure import note_of, seat_fields
from companion.store import Table
from companion.web.forms.fields import MoveForm
from companion.web.forms.form import Declaration
from companion.web.i18n.filters import (
    dealer_title,
    figure,
    figure_class,
    in_both_ways,
    in_pieces,
    points_told,
    points_word,
    worth_of,
)
from companion.web.request.access import Visitor
from companion.web.table.leaving import Leaving, leaving
from companion.web.table.steps import MoveSteps, opens_beside

LOW_STACK = 5
"""A stack is low, and another is offered, where a fifth of the start or less is left."""


class PlayerRow(NamedTuple):
    """A player as a row of the page."""

    name: str
    balance: str
    """What is shown of the player: the points, or else the stack, or the balance with its sign."""
    unit: str
    """The word behind it, where it is points."""
    pieces: str
    """The same in the pieces of the game's box; empty where it has none."""
    sign_class: str
    """The CSS class of the balance."""
    note: str
    """Whose phone this is, and why the player isn't in."""
    partners: str
    """Who plays on the player's side, where there are sides."""
    counters: str
    """What should be known of the player, and the counters in words where the points come first."""
    dealer_title: str
    """What the dealer is called; empty for all other players."""
    mine: bool
    """Whether the row is shown apart, on the phone of its player who only watches."""
    answers: bool
    """Whether a tap on the row answers the question that is asked."""
    listed: bool
    """Whether the row stands in the list; a form may have it instead."""
    calls: tuple["RowButton", ...]


class RowButton(NamedTuple):
    """A main move that names the player of the row, as a button in it."""

    kind: type[Move]
    says: str
    """Who would pay what, or what lies there to be taken."""
    label: str
    """What stands on it."""
    answers: tuple[str, str] | None = None
    """The other field that it answers, and how."""
    title: str = ""
    """What it means, where the label is a sign."""
    asks: Mapping[str, str] | None = None
    """The answers with which the page asks what is still to be said; None where the tap says all."""
    gone: bool = False
    """Whether it can't be tapped any more in this hand; it keeps its place."""
    again: bool = False
    """Whether a second tap right after the first means it once more."""


def beside(kinds: Iterable[type[Move]], began: State[Any, Any]) -> list[type[Move]]:
    """Return the moves of which something could be said beside every player as the hand ``began``, with one tap."""
    return [kind for kind in kinds if kind.beside and kind.choices_beside(began)]


class MyPhone(NamedTuple):
    """What the phone of a player who only watches shows first."""

    row: PlayerRow
    part: list[tuple[str, int, str]]
    """What the player takes and pays now, as (verb, counters, place)."""
    deals: bool
    """Whether the player deals next."""


@frozen(slots=False)  # cached properties keep what the template asks twice
class Players:
    """The players as a visitor sees them."""

    state: State[Any, Any]
    table: Table
    visitor: Visitor
    asking: MoveSteps | None
    """The move that is asked for."""
    calls: tuple[type[Move], ...]
    """The moves that are one tap on a player each."""
    possible: Mapping[type[Move], Offer]
    """The moves that are possible now."""
    began: State[Any, Any]
    """The table as the hand began; as it stands between hands."""
    listed: bool
    """Whether the players are listed; a form may stand in their place."""
    unsaid: frozenset[str] = frozenset()
    """The pots of which nobody has said how many counters lie in them."""

    @cached_property
    def seated(self) -> list[PlayerRow]:
        """The players with a seat, in seat order; on a phone that only watches its own player first."""
        rows = [self._row(name) for name in self.state.seated]
        return rows if self.visitor.writes else sorted(rows, key=lambda row: not row.mine)

    @cached_property
    def gone(self) -> list[PlayerRow]:
        """The players who left and are still up or down."""
        return [self._row(name) for name in left_with_balance(self.state)]

    @property
    def leavers(self) -> list[Leaving]:
        """How those who left up or down can be settled with now, on the device with the pencil."""
        if self.state.over or not self.visitor.writes:
            return []
        return [found for row in self.gone if (found := leaving(self.table, row.name))]

    @property
    def running_out(self) -> list[str]:
        """The players with few counters left, who may take a stack from the box; on the device with the pencil."""
        state, start = self.state, self.state.start
        if start is None or state.over or not self.visitor.writes:
            return []
        return [name for name in state.seated if state.stacks[name] * LOW_STACK <= start]

    @property
    def my_phone(self) -> MyPhone | None:
        """What a player's phone shows first, with what changed hands; None on other devices."""
        state, journal = self.state, self.table.journal
        row = next((row for row in [*self.seated, *self.gone] if row.mine), None)
        if not row:
            return None
        between = state.game is not None and state.game.deals and not state.open and not state.over
        part = [
            *own_score(journal.scored, row.name, state),
            *own_part(journal.moved, row.name, state, unsaid=self.unsaid),
        ]
        return MyPhone(row, part, between and bool(row.dealer_title))

    def _row(self, name: str) -> PlayerRow:
        state, shown, points = self.state, self.state.shown[name], self._points.get(name)
        mine = name == self.visitor.player
        left = state.seats[name] is Presence.LEFT
        absence = say("has left") if left else state.absence(name)
        both = left and (state.stacks or self.table.beside.counter_value)
        standing = in_both_ways(state.balances[name], worth_of(self.table, name)) if both else ""
        return PlayerRow(
            name=name,
            balance=figure(shown, state) if points is None else points_told(points, state),
            unit="" if points is None else points_word(points, state),
            pieces=in_pieces(abs(shown), state) if points is None else "",
            sign_class=figure_class(shown, state) if points is None else "points",
            note=joined(" · ", [say("you") if mine else "", absence, standing]),
            partners=self._partners(name),
            counters=joined(" · ", [self._notes.get(name, ""), *self._counters(name)]),
            dealer_title=dealer_title(state) if name == state.dealer and not state.over else "",
            mine=mine and not self.visitor.writes,
            answers=self.asking is not None and name in self.asking.tappable_players,
            listed=self.listed and name not in self._in_form,
            calls=tuple(self._calls(name)),
        )

    def _calls(self, name: str) -> Iterator[RowButton]:
        if name not in self.began.playing:
            return
        for kind in self.calls:
            offer = self.possible.get(kind)
            if first := opens_beside(kind):
                yield self._opens(kind, first, name)
            elif kind.beside:
                yield from self._beside(kind, name, possible=offer is not None and name in self.state.playing)
            elif offer and name in offer.players:
                asked = required(kind)[0].name
                postings = play(self.state, kind(**{asked: name})).postings
                paid = [(posting.payer, posting.counters) for posting in postings if isinstance(posting.payer, str)]
                says = [say("{who} pays {counters}", who=payer, counters=counters) for payer, counters in paid]
                title = joined(", ", [say(kind.label), *says]) if says else ""
                short = joined(", ", [joined(" ", [payer, signed(-counters)]) for payer, counters in paid])
                yield RowButton(kind, short, say(kind.label), title=title, again=True)
            else:
                yield RowButton(kind, "", say(kind.label), gone=True)

    def _beside(self, kind: type[Move], name: str, *, possible: bool) -> Iterator[RowButton]:
        """Yield a button for each choice that stood beside the player as the hand began."""
        form, seat = MoveForm(kind, self.began), seat_fields(kind)[0]
        words = dict(next(asked.choices for asked in form.fields({}) if asked.key == kind.beside))
        left = kind.choices_beside(self.state) if possible else {}
        for value, label in kind.choices_beside(self.began).items():
            said = {kind.beside: value, seat: name}
            unsaid = bool(kind.lifts) and said.get(kind.lifts) in self.unsaid
            asks = said if value in left and (unsaid or MoveSteps(form, said).open_fields) else None
            held = "" if unsaid else f"{kind.counters_beside(self.state).get(value) or ''}"
            answers = (kind.beside, value) if value else None
            yield RowButton(kind, held, label, answers, words.get(value, label), asks, gone=value not in left)

    def _opens(self, kind: type[Move], first: Declaration, name: str) -> RowButton:
        """Return the button that opens what all are asked, with the first question answered by the player."""
        possible = kind in self.possible and name in self.state.playing
        in_row = note_of(InRow, first.notes)
        says = in_row.says if in_row else ""
        return RowButton(kind, "", says, title=says, asks={first.key: name} if possible else None, gone=not possible)

    @cached_property
    def _in_form(self) -> set[str]:
        asked = self.asking.open_fields if self.asking and not self.asking.step else []
        return {name for field in asked if field.per_player for name, _ in field.choices}

    def _partners(self, name: str) -> str:
        """Return ``with Cleo``; empty for who plays alone."""
        partners = [partner for partner in self.state.side(name) if partner != name]
        return say("with {names}", names=listed(partners)) if partners else ""

    def _counters(self, name: str) -> Iterator[str]:
        """Yield a player's counters in words where points come first, unless the balance is even."""
        state = self.state
        in_counters = state.game is not None and not state.game.scored and not state.over
        if name not in self._points or in_counters:
            return
        if state.stacks:
            yield plural(state.stacks[name])
        elif state.balances[name]:
            yield up_or_down(state.balances[name])

    @cached_property
    def _notes(self) -> Mapping[str, str]:
        """What should be known of players beside counters and points."""
        notes: Mapping[str, str] = self.state.facts.notes(self.state)
        return notes

    @cached_property
    def _points(self) -> dict[str, int]:
        """The points of the players with a seat."""
        points = of_everyone(self.state.score, self.state)
        return {name: points[name] for name in self.state.seated if name in points}
