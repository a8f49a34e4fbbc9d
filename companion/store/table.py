"""One table as it stands, what stands beside its journal, and what can be wrong with it.

A table changes nothing: it returns the table after a change, the same one where there is none, and ``Tables.change``
writes that down.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from companion.engine.cached import cached_property
from companion.engine.changes import Change, Rename, TakingBack, called
from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import Seat, Text, Within, excerpt
from companion.engine.game import Opening
from companion.engine.journal import Journal, load
from companion.engine.message import listed, say
from companion.engine.replay import initial_state
from companion.engine.reports.evening import Evening, evening
from companion.engine.settlement import Payment, Purse, fewest_payments, in_purses, largest_remainders
from companion.engine.structure import read, write
from companion.loto.rules.words import WordList, told
from companion.scoresheet import Coins, CounterValue, Sheet, SheetGame
from companion.scoresheet.money import KEPT_AMOUNT, Matching
from companion.scoresheet.sheet import Start
from companion.store.chain import SHORT

TITLE = Text(60, name=True)
PLACE = Text(60, name=True)
NOTES = Text(2_000, lines=True)
REMARK = Text(200, name=True)
MAX_NAME_CLAIMS = 8
"""Phones that wait for a name at one table, or are told of; beyond it, the oldest is forgotten."""


class UnknownTable(Refusal):
    """No table has this code."""


class Unreadable(Refusal):
    """The rows of a table can't be read; the error is its cause."""

    def __init__(self, code: str) -> None:
        super().__init__(
            say("Table {code} can't be read, and nothing was changed: companion check says more.", code=code)
        )


class Stale(Refusal):
    """Something was written since the page of a writer was shown."""

    def __init__(self, since: int, *, own: bool = False) -> None:
        """Refuse a writer; ``since`` is the number of the last entry that its page showed.

        ``own`` says that the same device wrote all that came after it.
        """
        quicker = say("Somebody else was quicker.")
        super().__init__(say("That page was older than your last move: here's how it stands now.") if own else quicker)
        self.since = since


class Paid(NamedTuple):
    """A payment of the settlement that is ticked off, as those that are owed, with the number of its tick."""

    number: int
    payment: Payment[Purse]


@frozen
class Tick:
    """A payment that was ticked off, between those who were one purse then; its number is its place among all."""

    payer: list[Seat]
    payee: list[Seat]
    counters: Annotated[int, Within(1)]
    """How many it settles; where ``amount`` says what was paid, about as many."""
    key: str | None = None
    """The key of the form that ticked it off."""
    taken_back: bool = False
    amount: str | None = None
    """The money that was paid."""

    @property
    def what(self) -> tuple[Purse, Purse, int, str | None]:
        """Return what was paid, as it was ticked off."""
        return tuple(self.payer), tuple(self.payee), self.counters, self.amount

    def settles(self, coins: Coins | None) -> Fraction:
        """Return how many counters it settles, as what one is worth now."""
        if coins is None or self.amount is None:
            return Fraction(self.counters)
        return Fraction(self.amount) / Fraction(coins.value.amount)

    def payment(self, coins: Coins | None) -> Payment[Purse]:
        """Return what was paid, in coins where counters are worth any."""
        paid = self.settles(coins) / (coins.counters if coins else 1)
        return Payment(tuple(self.payer), tuple(self.payee), max(round(paid), 1))


@frozen
class Words:
    """The words that Loto is played with in the place of numbers."""

    name: str
    words: list[str]
    language: str = ""


@frozen
class PendingClaim:
    """A claim of a prize of Loto, which is kept until its prize is paid or its hand is over."""

    hand: int
    """The number of the entry that dealt the hand."""
    prize: str
    player: Seat = ""
    """Who claims it; empty where a printed card does, of which nobody knows whose it is."""
    card: int = 0
    """The number of a printed card; 0 where a player claims."""
    device: str = ""
    """The hash of the phone that claims; empty where the caller was told."""
    tap: str = ""
    """The key of the tap, the same each time the phone sends it; empty where it sends it once."""
    gone: Literal["", "refused", "withdrawn", "aside"] = ""
    """Why it doesn't wait any more: refused, taken back, or put aside as long as it's false; empty while it waits."""
    last: int = 0
    """The last entry when it was made, or refused."""
    told: bool = False
    """Whether the caller has it by ear, or typed the number of its card."""
    out: int = 90
    """How many numbers were out when it was made: those drawn later don't make it good."""

    @property
    def key(self) -> tuple[str, str, int]:
        """Who claims what, whichever phone says it."""
        return self.player, self.prize, self.card


@frozen
class NameClaim:
    """A phone that asks for a name which another phone has, or that took another name."""

    device: str
    """The hash of its secret."""
    player: Seat
    was: Seat = ""
    """The name that it had before; empty where it had none."""
    asks: bool = True
    """Whether it waits for an answer, since another phone has the name; else it has the name already."""


@frozen
class Beside:
    """What stands beside a table's journal: stored as one JSON document, and in an evening's file under these keys."""

    start: Start | None = None
    """How many counters lay before each player at first; None: the sheet keeps the score alone."""
    counter_value: CounterValue | None = None
    coin: Annotated[str, Matching(KEPT_AMOUNT)] | None = None
    """The smallest coin with which people pay here; None: that of the currency."""
    deal_at_once: bool | None = None
    """Whether the next hand is dealt by itself when one was won; None: as the game has it."""
    title: str = ""
    place: str = ""
    notes: str = ""
    remarks: dict[str, str] = field(factory=dict)
    """What people remarked at moves, by the numbers of their entries."""
    purses: list[list[Seat]] = field(factory=list)
    """Those who settle as one; nobody is in two."""
    paid: list[Tick] = field(factory=list)
    places: dict[Seat, Annotated[int, Within(0, 51)]] = field(factory=dict)
    """At which place of a tablet's edges each player sits; empty where they are spread evenly."""
    words: Words | None = None
    answers: dict[str, list[Seat]] = field(factory=dict)
    """Who answered to the numbers called in a hand of Loto, the first one first, by ``entry:number``."""
    every: Annotated[int, Within(0, 60)] = 2
    """Seconds from one number of a drawing of Loto to the next; with 0 all ten come at once."""
    paused: int = 0
    """The last entry when the caller of Loto paused; the next number ends it."""
    claims: list[PendingClaim] = field(factory=list)
    """The claims of a hand of Loto, in their order; in no file."""
    names: list[NameClaim] = field(factory=list)
    """What is to be said about phones and names, one thing of each phone, oldest first; in no file."""

    def well_formed(self) -> None:
        """Refuse what can be seen to be wrong. Raises Malformed."""
        for text, kind, what in self.texts():
            if text and (why := kind.problem(text)):
                raise Malformed(say("{what} {why}.", what=what, why=why))
        value = self.counter_value.amount if self.counter_value else None
        for amount in (value, self.coin, *(tick.amount for tick in self.paid)):
            if amount is not None and not re.fullmatch(KEPT_AMOUNT, amount):
                raise Malformed(say("Enter an amount, e.g. 0.05"))
        if not all(tick.payer and tick.payee for tick in self.paid):
            raise Malformed(say("not an evening: its payments can't be read"))
        for at in self.remarks:
            if not re.fullmatch("[1-9][0-9]{0,8}", at):
                raise Malformed(say("There's no move {number} in the journal.", number=excerpt(at)))

    def require_new(self) -> "Beside":
        """Return it unless a text in it can't be written anew. Raises Malformed."""
        for text, kind, what in self.texts():
            if text and (why := kind.problem_if_new(text)):
                raise Malformed(say("{what} {why}.", what=what, why=why))
        return self

    def texts(self) -> Iterable[tuple[str, Text, str]]:
        """Yield every text that people wrote, what it may be, and what it is."""
        yield self.title, TITLE, say("The title")
        yield self.place, PLACE, say("The place")
        yield self.notes, NOTES, say("The note")
        for remark in self.remarks.values():
            yield remark, REMARK, say("The note")

    def written(self) -> dict[str, Any]:
        """Return it as a JSON object, without what isn't said."""
        unsaid = write(Beside())
        return {key: value for key, value in write(self).items() if value != unsaid.get(key)}

    def renamed(self, rename: Rename) -> "Beside":
        """Return it with a player's name corrected."""
        return read(Beside, called(Beside, self.written(), {rename.was: rename.now}))


@frozen(slots=False)  # ``owed`` and the like are computed once
class Table:
    """One table as it stands."""

    code: str
    laid_at: str
    changes: int
    """How often something changed beside the journal that screens show."""
    journal: Journal
    beside: Beside = Beside()
    head: str = ""
    """The hash of the last entry, which covers all entries before it and how the table was laid."""

    def with_beside(self, **changes: Any) -> "Table":
        """Return the table with something else beside its journal."""
        beside = evolve(self.beside, **changes)
        return self if beside == self.beside else evolve(self, beside=beside)

    @cached_property
    def paid(self) -> tuple[Paid, ...]:
        """Return the payments that are ticked off, in the order in which they were."""
        ticks = enumerate(self.beside.paid, 1)
        return tuple(Paid(number, tick.payment(self.coins)) for number, tick in ticks if not tick.taken_back)

    @cached_property
    def evening(self) -> Evening:
        """Return its games with their hands: the one walk over all moves of whatever is told of them."""
        return evening(self.journal)

    @cached_property
    def coins(self) -> Coins | None:
        """Return the coins in which people pay each other; None where counters are worth no money."""
        return Coins.of(self.beside.counter_value, self.beside.coin) if self.beside.counter_value else None

    @property
    def unit(self) -> Fraction:
        """Return how many counters the least payment settles."""
        return self.coins.counters if self.coins else Fraction(1)

    @cached_property
    def worth(self) -> dict[str, Decimal]:
        """Return what everyone's balance is worth in coins; empty where counters are worth no money.

        What lies in the pots is rounded with them. Those who settle as one share out what their purse comes to.
        """
        if not self.coins:
            return {}
        state, unit = self.journal.state, self.coins.counters
        shares = {name: up / unit for name, up in {**state.balances, "": sum(state.pots.values())}.items()}
        worth: dict[str, Decimal] = {}
        for purse, whole in largest_remainders(in_purses(shares, self.purses)).items():
            own: dict[str | None, Fraction] = {name: shares[name] for name in purse}
            parts = largest_remainders(own | {None: Fraction(-whole)})
            worth |= {name: self.coins.money(parts[name]) for name in purse}
        return {name: worth[name] for name in state.balances}

    @cached_property
    def rounded(self) -> list[str]:
        """Return those whose balances aren't worth a whole number of coins."""
        value, balances = self.beside.counter_value, self.journal.state.balances
        return [name for name, up in balances.items() if value and Decimal(value.worth(up)) != self.worth[name]]

    @cached_property
    def purses(self) -> tuple[Purse, ...]:
        """Return the names of those who settle as one."""
        return tuple(map(tuple, self.beside.purses))

    @cached_property
    def remarks(self) -> Mapping[int, str]:
        """Return what people remarked at moves, by the numbers of their entries."""
        return {int(number): remark for number, remark in self.beside.remarks.items()}

    @cached_property
    def words(self) -> WordList | None:
        """Return the words that Loto is played with in the place of numbers."""
        own = self.beside.words
        return WordList(own.name, tuple(own.words), own.language) if own else None

    def told(self, memo: str) -> str:
        """Return what is told of a move here: with words in the place of numbers where the table plays with them."""
        return told(memo, self.words) if self.beside.words else memo

    @property
    def is_paid(self) -> bool:
        """Return whether people pay each other: in money, or in counters that don't lie with their winners already."""
        return self.beside.counter_value is not None or not self.journal.state.stacks

    @property
    def deals_at_once(self) -> bool:
        """Return whether the next hand is dealt by itself when one was won."""
        game, chosen = self.journal.state.game, self.beside.deal_at_once
        return bool(game and game.deals_at_once) if chosen is None else chosen

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
        games: list[SheetGame] = []
        for step in self.journal.in_force():
            move = step.line.move
            if isinstance(move, Opening):
                games.append(SheetGame(move, []))
            else:
                games[-1].moves.append(move)
        return Sheet(list(self.journal.start.seats), games, self.beside.counter_value, self.beside.start)

    @property
    def joined(self) -> list[Purse]:
        """Return the purses of several that are still at the table: a correction may have undone that somebody came."""
        return [purse for purse in in_purses(self.journal.state.balances, self.purses) if len(purse) > 1]

    @cached_property
    def owed(self) -> list[Payment[Purse]]:
        """Return the payments still to make between purses once the game is over, in coins where counters have a value.

        Everyone's balance is rounded to coins first, so that all can be paid.
        As long as those ticked off are among the fewest payments, or a part of one, the rest stays as it was. After
        one that isn't, because a correction followed it, or people were joined or parted, the rest is computed anew.
        """
        if not self.journal.state.over:
            return []
        balances = {name: Fraction(counters) for name, counters in self.journal.state.balances.items()}
        due = self.to_pay(balances)
        for tick in self.beside.paid:
            if tick.taken_back:
                continue
            paid, counters = tick.payment(self.coins), tick.settles(self.coins)
            _book(balances, paid.payer, counters)
            _book(balances, paid.payee, -counters)
            exact = counters == paid.counters * self.unit
            place = next((at for at, own in enumerate(due) if paid == own or (exact and _is_part(paid, own))), None)
            if place is None:
                rests = in_purses(balances, self.purses).values()
                due = self.to_pay(balances) if any(abs(rest) >= self.unit for rest in rests) else []
            elif left := due[place].counters - paid.counters:
                due[place] = paid._replace(counters=left)
            else:
                del due[place]
        return due

    def to_pay(self, balances: Mapping[str, int | Fraction]) -> list[Payment[Purse]]:
        """Return the fewest payments that settle some balances, in coins where counters have a value."""
        shares = {name: counters / self.unit for name, counters in balances.items()}
        return fewest_payments(largest_remainders(in_purses(shares, self.purses)))

    # What people write about an evening.

    def describe(self, title: str = "", place: str = "", notes: str = "") -> "Table":
        """Give an evening its title, place and notes, any of them empty. Raises Malformed."""
        described = self.with_beside(title=title, place=place, notes=notes)
        described.beside.require_new()
        return described

    def name_claim(self, device: str) -> NameClaim | None:
        """Return what is to be said of the phone of this hash and its name, None where there is nothing."""
        return next((claim for claim in self.beside.names if claim.device == device), None)

    def with_name_claim(self, device: str, claim: NameClaim | None) -> "Table":
        """Return the table on which this is to be said of a phone, in the place of what was said before."""
        if claim == self.name_claim(device):
            return self
        others = [each for each in self.beside.names if each.device != device]
        return self.with_beside(names=[*others, *([claim] if claim else [])][-MAX_NAME_CLAIMS:])

    def remark(self, number: int, text: str) -> "Table":
        """Write a remark at the move of a number in the place of the one before; an empty one takes it away.

        Raises Malformed, and Illegal where there is no such move.
        """
        self.journal.step(number)
        others = {at: own for at, own in self.beside.remarks.items() if at != str(number)}
        remarked = self.with_beside(remarks=others | ({str(number): text} if text else {}))
        remarked.beside.require_new()
        return remarked

    def value_counters(self, value: CounterValue | None, coin: str | None) -> "Table":
        """Set what a counter is worth, and the smallest coin that people pay with.

        Raises Illegal where payments are ticked off: they were made by what was said before.
        """
        valued = self.with_beside(counter_value=value, coin=coin)
        if self.paid and valued is not self:
            raise Illegal(say("Untick the payments first: they were made at what a counter was worth then."))
        return valued

    def lay_counters(self, start: int | None) -> "Table":
        """Set how many counters lay before each player at first; None: the sheet keeps the score alone.

        Raises Illegal where counters are to go and somebody has taken more of them from the box.
        """
        if start == self.beside.start:
            return self
        if start is None and (taken := self.journal.state.taken):
            raise Illegal(
                say(
                    "{player} has taken more counters from the box, so there are counters on this table.",
                    player=next(iter(taken)),
                )
            )
        journal = load(initial_state([*self.journal.start.seats], start), self.journal.entries)
        return evolve(self.with_beside(start=start), journal=journal)

    # Settling up: a tick names those who were one purse when it was paid, and keeps saying so; what it makes even are
    # their own balances, so that they can be joined and parted at any time.

    def tick(self, payment: Payment[Purse], key: str | None = None) -> "Table":
        """Tick off a payment that is still owed; one that isn't, or a key used before, changes nothing."""
        return self.pay(payment, key) if payment in self.owed else self

    def pay(self, payment: Payment[Purse], key: str | None = None) -> "Table":
        """Tick off a payment that is still owed, or a part of one; any other, or a key used before, changes nothing."""
        ticks = self.beside.paid
        if not any(_is_part(payment, whole) for whole in self.owed) or (key and any(own.key == key for own in ticks)):
            return self
        payer, payee, number = payment
        tick = Tick([*payer], [*payee], number, key)
        if coins := self.coins:
            counters = max(round(number * coins.counters), 1)
            tick = evolve(tick, counters=counters, amount=f"{coins.money(number):f}")
        return self.with_beside(paid=[*ticks, tick])

    def untick(self, number: int) -> "Table":
        """Take the tick of this number back; one that isn't there changes nothing. Its number is not used again."""
        ticks = enumerate(self.beside.paid, 1)
        return self.with_beside(paid=[evolve(own, taken_back=True) if at == number else own for at, own in ticks])

    def join(self, names: Collection[str]) -> "Table":
        """Let people settle as one; those who do already change nothing.

        Raises Malformed for fewer than two, Illegal where somebody isn't at the table or settles with others.
        """
        players = self.journal.state.balances
        if strangers := [name for name in names if name not in players]:
            raise Illegal(say("{account} is not at this table.", account=excerpt(strangers[0])))
        purse = tuple(name for name in players if name in names)
        if len(purse) < 2:
            raise Malformed(say("Tap two names or more, then join them."))
        if purse in self.joined:
            return self
        for other in self.joined:
            if met := [name for name in other if name in purse]:
                others = listed([name for name in other if name != met[0]])
                raise Illegal(
                    say("{player} already settles with {others}: separate them first.", player=met[0], others=others)
                )
        apart = [own for own in self.beside.purses if not {*own} & {*purse}]  # Redo may bring somebody of one back
        return self.with_beside(purses=[*apart, [*purse]])

    def part(self, names: Collection[str]) -> "Table":
        """Let each of those who settle as one settle alone again; others change nothing."""
        here = self.journal.state.balances
        left = [own for own in self.beside.purses if {*own} & {*here} != {*names}]
        return self.with_beside(purses=left)


Tap: TypeAlias = Callable[[Table], Sequence[Change | TakingBack] | Journal]
"""What a tap changes, or the journal after it, worked out from the table as it stands when it is written."""


def _is_part(payment: Payment[Purse], whole: Payment[Purse]) -> bool:
    return payment[:2] == whole[:2] and 0 < payment.counters <= whole.counters


def _book(balances: dict[str, Fraction], purse: Purse, counters: Fraction) -> None:
    """Book counters that a purse paid, less than 0 where it was paid, on the balances of its people.

    They make those even first whom they can, in the order of seats; what is over is the first one's.
    """
    for name in purse:
        balance = balances.get(name, Fraction())  # a player whose joining was struck has none
        _, share, _ = sorted((Fraction(), -balance, counters))
        balances[name] = balance + share
        counters -= share
    balances[purse[0]] += counters


def purses_json(purses: Iterable[Purse]) -> str | None:
    """Return those who settle as one as a group keeps them; None without any."""
    joined = [purse for purse in purses if len(purse) > 1]
    return json.dumps(joined, ensure_ascii=False) if joined else None


def purses_of(stored: str | None) -> tuple[Purse, ...]:
    """Return those who settle as one from how a group keeps them."""
    return tuple(map(tuple, json.loads(stored or "[]")))
