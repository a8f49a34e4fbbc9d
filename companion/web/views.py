"""The table page as its template needs it, worked out from the journal."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from attrs import field, frozen

from companion.engine.fields import Pot
from companion.engine.game import Move, met, play, ready
from companion.engine.journal import Journal
from companion.engine.offers import Offer, offers, required
from companion.engine.opening import Opening
from companion.engine.refusals import Illegal
from companion.engine.replay import Step
from companion.engine.state import Presence, State
from companion.engine.words import changes_hands
from companion.store import Table
from companion.web.access import Visitor
from companion.web.board import Wedge, wedges
from companion.web.forms import Field, move_fields
from companion.web.words import signed, tone

AT_SEATS = {"join", "leave", "sit_out", "sit_in", "dealer"}
"""Moves that have their place on the page of the seats."""
LATEST = 4
SHORT = 6
"""A form whose rows offer more numbers than this is a page of its own."""


class Row(NamedTuple):
    """A player as a row of the page.

    ``answers`` where a tap on it answers the main question; not ``listed`` where the main form has the row.
    """

    name: str
    balance: str
    tone: str
    note: str
    points: str
    dealer: bool
    mine: bool
    answers: bool
    listed: bool
    calls: tuple["Call", ...]


class Call(NamedTuple):
    """One of several main moves, as a button in the row of the player whom it names; ``says`` what would be paid."""

    kind: type[Move]
    says: str


@frozen(slots=False)  # what the template asks twice is worked out once
class View:
    """What one visitor sees of a table."""

    table: Table
    visitor: Visitor
    state: State[Any, Any]
    moved: list[str]
    offers: list[Offer]
    refused: str = ""
    typed: Mapping[type[Move], Mapping[str, Any]] = field(factory=dict)

    @property
    def title(self) -> str:
        """The game that is on."""
        return self.state.game.title if self.state.game else "No game yet"

    @cached_property
    def ask(self) -> Offer | None:
        """The main question to which a player is the answer."""
        return self._asked[0] if len(self._asked) == 1 else None

    @cached_property
    def _asked(self) -> list[Offer]:
        return [offer for offer in self.offers if offer.kind.main and offer.players]

    @cached_property
    def form(self) -> Offer | None:
        """The main move that needs a form, where it is short enough to stand on the page."""
        return next((offer for offer in self._forms if self._is_short(offer.kind)), None)

    @property
    def pages(self) -> list[type[Move]]:
        """The main moves whose forms are pages of their own."""
        return [offer.kind for offer in self._forms if not self._is_short(offer.kind)]

    @cached_property
    def _forms(self) -> list[Offer]:
        return [offer for offer in self.offers if offer.kind.main and not offer.players and not offer.plain]

    def _is_short(self, kind: type[Move]) -> bool:
        return all((field.taps or 0) <= SHORT for field in self.fields(kind))

    @cached_property
    def deal(self) -> Offer | None:
        """The deal, where it is next."""
        return self._named("deal")

    @property
    def no_deal(self) -> str:
        """Why no hand can be dealt now, where one should be; empty where it can."""
        state = self.state
        if self.deal or state.open or state.over or not (self.visitor.writes and state.game):
            return ""
        try:
            ready(state, state.game.begins)
        except Illegal as hindered:
            return str(hindered)
        return ""

    @cached_property
    def finish(self) -> Offer | None:
        """The end of the game, between hands."""
        return self._named("finish")

    def _named(self, name: str) -> Offer | None:
        return next((offer for offer in self.offers if offer.kind.name == name), None)

    @property
    def buttons(self) -> list[type[Move]]:
        """The other main moves, one tap each."""
        return [offer.kind for offer in self.offers if offer.kind.main and offer.plain and offer is not self.deal]

    @cached_property
    def rarer(self) -> list[type[Move]]:
        """Everything else that is possible now."""
        return [offer.kind for offer in self.offers if not offer.kind.main and offer is not self.finish]

    def fields(self, kind: type[Move]) -> list[Field]:
        """The questions of a move."""
        return move_fields(kind, self.state, self.typed.get(kind, {}))

    def optional(self, kind: type[Move]) -> list[Field]:
        """What can be said beside the player."""
        return [field for field in self.fields(kind) if not field.required]

    @property
    def age(self) -> str:
        """How long the pots have been standing, and what the game adds to it (SF-26)."""
        state = self.state
        if state.over:
            return "the game is over"
        said = [state.facts.says()]
        for pot, since in state.since.items() if len(state.pots) < 3 else ():  # the board says it itself
            if since < state.hand or (since and not state.open):
                said.append(f"{'' if len(state.pots) == 1 else f'{pot} '}standing since hand {since}")
        standing = " · ".join(text for text in said if text)
        return standing or ("a hand is open" if state.open else f"{state.dealer} deals next")

    @cached_property
    def wedges(self) -> list[Wedge]:
        """The pots as a round board."""
        return wedges(self.state.pots, self.state.since, self.state.hand)

    @property
    def next_deal(self) -> str:
        """What the next deal costs (SF-26)."""
        if not self.deal or not self.deal.plain:
            return ""
        return " · ".join(changes_hands(play(self.state, self.deal.kind()).postings, self.state.playing))

    @property
    def deals(self) -> str:
        """Who deals the next hand."""
        return met(self.state, self.deal.kind).dealer if self.deal else ""

    @cached_property
    def rows(self) -> list[Row]:
        """Everyone with a seat, in seat order; on a phone that only watches its player first."""
        rows = [self._row(name, presence) for name, presence in self.state.seats.items() if self._shown(presence)]
        return rows if self.visitor.writes else sorted(rows, key=lambda row: not row.mine)

    def _row(self, name: str, presence: Presence) -> Row:
        state, balance = self.state, self.state.balances[name]
        mine = name == self.visitor.player
        return Row(
            name=name,
            balance=signed(balance),
            tone=tone(balance),
            note=" · ".join(filter(None, ["you" if mine else "", state.absence(name)])),
            points=f"{self._points[name]} points" if name in self._points else "",
            dealer=name == state.dealer and not state.over,
            mine=mine and not self.visitor.writes,
            answers=self.ask is not None and name in self.ask.players,
            listed=name not in self._in_form,
            calls=tuple(self._calls(name)) if self.ask is None else (),
        )

    def _calls(self, name: str) -> Iterator[Call]:
        for offer in self._asked:
            if name in offer.players:
                asked = required(offer.kind)[0].name
                postings = play(self.state, offer.kind(**{asked: name})).postings
                yield Call(offer.kind, " · ".join(changes_hands(postings, self.state.playing)))

    @staticmethod
    def _shown(presence: Presence) -> bool:
        return presence is not Presence.LEFT

    @cached_property
    def _in_form(self) -> set[str]:
        asked = self.fields(self.form.kind) if self.form else []
        return {name for field in asked if field.control == "each" for name, _ in field.choices}

    @cached_property
    def _points(self) -> dict[str, int]:
        return self.state.scored() if self.state.game and self.state.game.scored else {}

    @property
    def sum_of_players(self) -> int:
        """All balances together."""
        return sum(self.state.balances.values())

    @property
    def sum_of_pots(self) -> int:
        """All pots together; with the balances it must be 0 (GEN-01)."""
        return sum(self.state.pots.values())

    @property
    def direction(self) -> str:
        """Whether counters went into a pot or out of it with the last tap."""
        moved = self.table.journal.moved
        return "" if not moved else "in" if isinstance(moved[-1].payee, Pot) else "out"

    @cached_property
    def undone(self) -> str:
        """What Undo would take back, in a sentence; empty where there is nothing."""
        return undo_sentence(self.table.journal)

    @property
    def latest(self) -> list[tuple[int, str, bool]]:
        """The last few moves, newest first: number, sentence, whether it stands."""
        return [(step.line.number, step.memo, step.in_force) for step in self.table.journal.steps[: -LATEST - 1 : -1]]

    @property
    def opening(self) -> Step | None:
        """How the game that is on began."""
        stands = (step for step in reversed(self.table.journal.steps) if step.in_force)
        return next((step for step in stands if isinstance(step.line.move, Opening)), None)


def view(
    table: Table, visitor: Visitor, refused: str = "", typed: Mapping[type[Move], Mapping[str, Any]] | None = None
) -> View:
    """The table as this visitor sees it, with what was ``typed`` for a move that was refused."""
    state = table.journal.state
    possible = offers(state, AT_SEATS) if visitor.writes else []
    return View(
        table, visitor, state, changes_hands(table.journal.moved, state.playing), possible, refused, typed or {}
    )


def undo_sentence(journal: Journal) -> str:
    """What Undo would take back."""
    entries = journal.undoing()
    if not entries:
        return ""
    first = entries[-1]
    step = journal.step(first.target or 0)
    return {"strike": "", "restore": "the striking of: ", "amend": "the change of: "}[first.act.value] + step.memo
