"""One table as it stands, and what can be wrong with it."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from attrs import field, frozen

from companion.engine.journal import Journal
from companion.engine.opening import Opening
from companion.engine.refusals import Refusal
from companion.engine.saying import say
from companion.engine.settle import Payment, fewest
from companion.scoresheet import CounterValue, PlayedGame, Sheet


class UnknownTable(Refusal):
    """There is no table of this code here."""


class Unreadable(Refusal):
    """What is written down of a table can't be read, by this Companion or by any. What it was is its cause."""

    def __init__(self, code: str) -> None:
        super().__init__(
            say("Table {code} can't be read, and nothing was changed: companion check says more.", code=code)
        )


class Stale(Refusal):
    """Somebody else wrote first. ``since`` is the last entry that the writer had seen."""

    def __init__(self, since: int) -> None:
        super().__init__(say("Somebody else wrote first. Look at what is new, then try again."))
        self.since = since


class Paid(NamedTuple):
    """A payment of the settlement that was ticked off."""

    number: int
    payment: Payment[str]


@frozen(slots=False)  # what is owed is worked out once
class Table:
    """One table as it stands. ``changes`` counts those beside the journal that its screens show; ``places`` is where
    on the edges of a tablet lying flat its players sit, where somebody said so."""

    code: str
    counter_value: CounterValue | None
    deal_at_once: bool
    laid_at: str
    changes: int
    journal: Journal
    paid: tuple[Paid, ...] = ()
    places: Mapping[str, int] = field(factory=dict)

    @property
    def version(self) -> int:
        """A number that grows with everything that the table's screens show."""
        return self.journal.last + self.changes

    def sheet(self) -> Sheet:
        """The moves in force as a score sheet; moves that no longer stand are left out."""
        games: list[PlayedGame] = []
        for step in self.journal.in_force():
            move = step.line.move
            if isinstance(move, Opening):
                games.append(PlayedGame(move, []))
            else:
                games[-1].moves.append(move)
        return Sheet(list(self.journal.start.seats), games, self.counter_value)

    @cached_property
    def owed(self) -> list[Payment[str]]:
        """The payments still to make once the game is over. As long as those ticked off belong to it, the rest
        stays as it was; one that doesn't, because a correction came after it, has the rest worked out afresh."""
        if not self.journal.state.over:
            return []
        balances = dict(self.journal.state.balances)
        due = fewest(balances)
        for payment in (paid.payment for paid in self.paid):
            for name, counters in ((payment.payer, payment.counters), (payment.payee, -payment.counters)):
                balances[name] = balances.get(name, 0) + counters  # whose joining was struck has no balance
            if payment in due:
                due.remove(payment)
            else:
                due = fewest(balances)
        return due
