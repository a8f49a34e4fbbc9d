"""The table page as its template needs it, worked out from the journal."""

from functools import cached_property
from typing import Any

from attrs import frozen

from companion.engine.fields import Pot
from companion.engine.game import Move, play
from companion.engine.journal import Journal
from companion.engine.offers import Offer, offers
from companion.engine.opening import Opening
from companion.engine.replay import Step
from companion.engine.state import Presence, State
from companion.engine.words import changes_hands
from companion.store import Table
from companion.web.access import Visitor
from companion.web.forms import Field, move_fields

AT_SEATS = {"join", "leave", "sit_out", "sit_in", "dealer"}
"""Moves that have their place on the page of the seats."""
LATEST = 4


@frozen(slots=False)
class View:
    """What one visitor sees of a table."""

    table: Table
    visitor: Visitor
    state: State[Any, Any]
    moved: list[str]
    offers: list[Offer]
    refused: str = ""

    @cached_property
    def ask(self) -> Offer | None:
        """The main question to which a player is the answer."""
        return next((offer for offer in self.offers if offer.kind.main and offer.players), None)

    @cached_property
    def form(self) -> Offer | None:
        """The main move that needs a form."""
        return next((o for o in self.offers if o.kind.main and not o.players and not o.plain), None)

    @cached_property
    def deal(self) -> Offer | None:
        """The deal, where it is next."""
        return next((offer for offer in self.offers if offer.kind.name == "deal"), None)

    @cached_property
    def buttons(self) -> list[Offer]:
        """The other main moves, one tap each."""
        return [offer for offer in self.offers if offer.kind.main and offer.plain and offer != self.deal]

    @cached_property
    def finish(self) -> Offer | None:
        """The end of the game, between hands."""
        return next((offer for offer in self.offers if offer.kind.name == "finish"), None)

    @cached_property
    def rarer(self) -> list[Offer]:
        """Everything else that is possible now."""
        shown = {"deal", "finish"}
        return [offer for offer in self.offers if not offer.kind.main and offer.kind.name not in shown]

    def fields(self, kind: type[Move]) -> list[Field]:
        """The questions of a move."""
        return move_fields(kind, self.state, {})

    def optional(self, kind: type[Move]) -> list[Field]:
        """What can be said beside the player."""
        return [field for field in self.fields(kind) if not field.required]

    @cached_property
    def ages(self) -> list[str]:
        """How long the pots have been standing, and what the game adds to it."""
        facts = self.state.facts
        said = [facts.says()] if facts else []
        for pot, since in self.state.since.items():
            if since < self.state.hand or (since and not self.state.open):
                name = "" if len(self.state.pots) == 1 else f"{pot} "
                said.append(f"{name}standing since hand {since}")
        return [text for text in said if text]

    @cached_property
    def next_deal(self) -> str:
        """What the next deal costs (SF-26)."""
        if not self.deal or not self.deal.plain:
            return ""
        return " · ".join(changes_hands(play(self.state, self.deal.kind()).postings, self.state.playing))

    @cached_property
    def players(self) -> list[tuple[str, int, Presence]]:
        """Everyone with a seat, with balance; this visitor first."""
        seats = self.state.seats
        names = sorted(self.state.seated, key=lambda name: name != self.visitor.player)
        return [(name, self.state.balances[name], seats[name]) for name in names]

    @cached_property
    def sum_of_players(self) -> int:
        """All balances together."""
        return sum(self.state.balances.values())

    @cached_property
    def sum_of_pots(self) -> int:
        """All pots together; with the balances it must be 0 (GEN-01)."""
        return sum(self.state.pots.values())

    @cached_property
    def direction(self) -> str:
        """Whether counters went into a pot or out of it with the last tap."""
        last = next(iter(reversed(self.table.journal.moved)), None)
        return "" if last is None else "in" if isinstance(last.payee, Pot) else "out"

    @cached_property
    def undone(self) -> str:
        """What Undo would take back, in a sentence; empty where there is nothing."""
        return undo_sentence(self.table.journal)

    @cached_property
    def latest(self) -> list[Step]:
        """The last few moves, newest first."""
        return list(reversed(self.table.journal.steps[-LATEST:]))

    @cached_property
    def opening(self) -> Step | None:
        """How the game that is on began."""
        stands = (step for step in reversed(self.table.journal.steps) if step.in_force)
        return next((step for step in stands if isinstance(step.line.move, Opening)), None)


def view(table: Table, visitor: Visitor, refused: str = "") -> View:
    """The table as this visitor sees it."""
    state = table.journal.state
    possible = offers(state, AT_SEATS) if visitor.writes else []
    return View(table, visitor, state, changes_hands(table.journal.moved, state.playing), possible, refused)


def undo_sentence(journal: Journal) -> str:
    """What Undo would take back."""
    entries = journal.undoing()
    if not entries:
        return ""
    first = entries[-1]
    step = journal.step(first.target or 0)
    return {"strike": "", "restore": "the striking of: ", "amend": "the change of: "}[first.act.value] + step.memo
