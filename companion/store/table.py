"""One table as it stands, and what can be wrong with it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from attrs import field, frozen

from companion.engine.changes import Change
from companion.engine.errors import Refusal
from companion.engine.game import Opening
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.engine.settlement import Payment, Purse, fewest_payments, in_purses
from companion.loto.rules.words import WordList
from companion.scoresheet import CounterValue, PlayedGame, Sheet
from companion.store.chain import SHORT


class UnknownTable(Refusal):
    """No table has this code."""


class Unreadable(Refusal):
    """The rows of a table can't be read; the error is its cause."""

    def __init__(self, code: str) -> None:
        """Refuse the table of a code."""
        super().__init__(
            say("Table {code} can't be read, and nothing was changed: companion check says more.", code=code)
        )


class Stale(Refusal):
    """Something was written since the page of a writer was shown."""

    def __init__(self, since: int, *, own: bool = False) -> None:
        """Refuse a writer; ``since`` is the number of the last entry that its page showed.

        ``own`` says that the same device wrote all that came after it.
        """
        quicker = say("Somebody else was quicker. See what's new, then try again.")
        super().__init__(say("That page was older than your last move: here's how it stands now.") if own else quicker)
        self.since = since


class Paid(NamedTuple):
    """A payment of the settlement that is ticked off, with the number of its tick."""

    number: int
    payment: Payment[Purse]


class About(NamedTuple):
    """What an evening is called, where it was, and what people noted about it; each may be empty."""

    title: str = ""
    place: str = ""
    notes: str = ""


@frozen(slots=False)  # ``owed`` is computed once
class Table:
    """One table as it stands."""

    code: str
    counter_value: CounterValue | None
    deal_at_once: bool
    """Whether the next hand is dealt by itself when one was won."""
    laid_at: str
    changes: int
    """How often something changed beside the journal that screens show."""
    journal: Journal
    paid: tuple[Paid, ...] = ()
    places: Mapping[str, int] = field(factory=dict)
    """At which place of a tablet's edges each player sits, by name; empty where they are spread evenly."""
    purses: tuple[Purse, ...] = ()
    """The names of those who settle as one; nobody is in two."""
    about: About = field(factory=About)
    remarks: Mapping[int, str] = field(factory=dict)
    """What people remarked at moves, by the numbers of their entries."""
    loto_words: WordList | None = None
    """The words that Loto is played with in the place of numbers."""
    answers: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Who answered to the numbers called in a hand of Loto, the first one first, by ``entry:number``."""
    head: str = ""
    """The hash of the last entry, which covers all entries before it and how the table was laid."""

    @property
    def is_paid(self) -> bool:
        """Return whether people pay each other: in money, or in counters that don't lie with their winners already."""
        return self.counter_value is not None or not self.journal.state.stacks

    @property
    def goes_on(self) -> bool:
        """Return whether a hand was dealt of a game that is not over."""
        return self.journal.state.hand > 0 and not self.journal.state.over

    @property
    def version(self) -> int:
        """Return a number that grows with every change of what screens show."""
        return self.journal.last + self.changes

    @property
    def short_head(self) -> str:
        """Return the beginning of the hash of the last entry, by which phones know it."""
        return self.head[:SHORT]

    @property
    def mark(self) -> str:
        """Return what names this version among all that the table ever had, also before it lost moves."""
        return f"{self.version}-{self.short_head}"

    def sheet(self) -> Sheet:
        """Return the moves in force as a score sheet, without those that no longer stand."""
        games: list[PlayedGame] = []
        for step in self.journal.in_force():
            move = step.line.move
            if isinstance(move, Opening):
                games.append(PlayedGame(move, []))
            else:
                games[-1].moves.append(move)
        return Sheet(list(self.journal.start.seats), games, self.counter_value, self.journal.start.start)

    @property
    def joined(self) -> list[Purse]:
        """Return the purses of several that are still at the table: a correction may have undone that somebody came."""
        return [purse for purse in in_purses(self.journal.state.balances, self.purses) if len(purse) > 1]

    @cached_property
    def owed(self) -> list[Payment[Purse]]:
        """Return the payments still to make between purses once the game is over.

        As long as those ticked off are among the fewest payments, the rest stays as it was. After one that isn't,
        because a correction followed it, or people were joined or parted, the rest is computed anew.
        """
        if not self.journal.state.over:
            return []
        balances = dict(self.journal.state.balances)
        due = fewest_payments(in_purses(balances, self.purses))
        for payment in (paid.payment for paid in self.paid):
            _book(balances, payment.payer, payment.counters)
            _book(balances, payment.payee, -payment.counters)
            if payment in due:
                due.remove(payment)
            else:
                due = fewest_payments(in_purses(balances, self.purses))
        return due


def _book(balances: dict[str, int], purse: Purse, counters: int) -> None:
    """Book counters that a purse paid, less than 0 where it was paid, on the balances of its people.

    They make those even first whom they can, in the order of seats; what is over is the first one's.
    """
    for name in purse:
        balance = balances.get(name, 0)  # a player whose joining was struck has none
        _, share, _ = sorted((0, -balance, counters))
        balances[name] = balance + share
        counters -= share
    balances[purse[0]] += counters


Tap: TypeAlias = Callable[[Table], Sequence[Change]]
"""What a tap changes, worked out from the table as it stands when it is written."""
