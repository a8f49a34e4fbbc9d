"""The household's ledger: what people owe each other from evening to evening.

What is owed is worked out of what evenings leave open, and paid by ticks at these evenings: nothing else is stored of
it, so an evening in the bin, a correction and a name put right need nothing here. Money is added up by currency, as
evenings round it to coins, and counters that are worth none apart. Those who settle as one owe and are owed as one.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from attrs import evolve

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.engine.settlement import Payment, Purse
from companion.machine.clock import wall_clock
from companion.scoresheet import Coins
from companion.store.database import Database
from companion.store.evenings import Evenings, EveningTally, mark_of
from companion.store.table import Table, Tick
from companion.store.tables import Tables

CORRECTED_DAYS = 30
"""The days for which the ledger says that a correction changed what is owed."""


class Due(NamedTuple):
    """What an evening leaves open between two sides."""

    evening: EveningTally
    payment: Payment[Purse]
    """As it stands there, by the names of that evening."""
    amount: Decimal
    """What it adds to the debt; below 0 where it is owed the other way round."""


class Debt(NamedTuple):
    """What one side owes another over all evenings."""

    payer: Purse
    """One person, or those who settle as one."""
    payee: Purse
    currency: str
    """Empty: in counters."""
    amount: Decimal
    """0 where both owe each other the same."""
    dues: list[Due]
    """The earliest evening first."""

    @property
    def mark(self) -> str:
        """Return what names this debt among all that these two ever had."""
        return mark_of(*self[:4], [(due.evening.code, due.payment) for due in self.dues])


class Correction(NamedTuple):
    """An evening whose payments a correction changed after it was over."""

    evening: EveningTally
    at: str
    was: list[Payment[Purse]]
    now: list[Payment[Purse]]


class Ledger:
    """The ledger of a database."""

    def __init__(self, database: Database, tables: Tables, evenings: Evenings) -> None:
        """Read what evenings leave open, and tick it off at their tables."""
        self._database = database
        self._tables = tables
        self._evenings = evenings

    def debts(self) -> list[Debt]:
        """Return what everybody owes, those first whose latest evening is the latest."""
        known = self._evenings.known()
        names: dict[str, str] = {}
        found: dict[tuple[Purse, Purse, str], list[Due]] = {}
        for evening in known.evenings:
            for payment in evening.owed:
                keys = {name: known.whose.key(name, evening.code) for side in payment[:2] for name in side}
                names |= {key: name for name, key in keys.items()}  # somebody whose joining was struck has no seat
                payer, payee = (tuple(sorted({keys[name] for name in side})) for side in payment[:2])
                one, other = sorted((payer, payee))
                amount = _amount(evening.coins, payment.counters)
                currency = evening.coins.value.currency if evening.coins else ""
                due = Due(evening, payment, amount if payer == one else -amount)
                if one != other:
                    found.setdefault((one, other, currency), []).append(due)
        debts = [_debt(names | known.names, *sides, dues) for sides, dues in found.items()]
        return sorted(debts, key=lambda debt: debt.dues[-1].evening.laid_at, reverse=True)

    def tick(self, seen: Collection[str], key: str, amount: Decimal | None = None) -> None:
        """Tick off debts, by their marks, at all their evenings; of ``amount`` is a part that is paid of one.

        A key used before changes nothing. Raises Illegal where a debt isn't as it was seen, or a part can't be paid;
        and WriteFailed.
        """
        with self._database.writing():
            if self._with_ticks_of(key):
                return
            debts = [debt for debt in self.debts() if debt.mark in seen]
            if not debts or len(debts) < len({*seen}):
                raise Illegal(say("What's owed has changed in the meantime. Here's how it stands now."))
            paid: dict[str, list[Payment[Purse]]] = {}
            for debt in debts:
                for due, number in _whole(debt) if amount is None else _part(debt, amount):
                    paid.setdefault(due.evening.code, []).append(due.payment._replace(counters=number))

            def pay(table: Table) -> Table:
                for place, payment in enumerate(paid[table.code]):
                    table = table.pay(payment, f"{key}-{place}")
                return table

            self._tables.change_all(paid, pay)

    def untick(self, key: str) -> None:
        """Take back what was ticked off with a key. Raises WriteFailed."""

        def untick(table: Table) -> Table:
            ticks = [evolve(own, taken_back=own.taken_back or _is_of(own, key)) for own in table.beside.paid]
            return table.with_beside(paid=ticks)

        with self._database.writing():
            self._tables.change_all(self._with_ticks_of(key), untick)

    def ticked(self, key: str) -> int:
        """Return in how many evenings something is ticked off with a key."""
        tables = self._tables.find_all(self._with_ticks_of(key))
        return sum(any(_is_of(own, key) and not own.taken_back for own in table.beside.paid) for table in tables)

    def _with_ticks_of(self, key: str) -> list[str]:
        """Return the codes of evenings at which a key was used, taken back or not."""
        with self._database.reading() as rows:
            return [code for (code,) in rows.execute("select code from tables where instr(beside, ?)", [f'"{key}-'])]

    def corrections(self) -> list[Correction]:
        """Return the evenings in which a correction changed lately what is owed, the latest correction first."""
        corrected = {evening.code: evening for evening in self._evenings.known().evenings if evening.corrected}
        since = (wall_clock() - timedelta(days=CORRECTED_DAYS)).isoformat(timespec="seconds")
        last = "select code, max(number), at from entries where code = ? having at >= ?"
        with self._database.reading() as rows:
            found = [row for code in corrected for row in rows.execute(last, [code, since])]
        found.sort(key=lambda row: str(row[2]), reverse=True)
        return [Correction(corrected[code], at, *(corrected[code].corrected or ([], []))) for code, _, at in found]


def _amount(coins: Coins | None, number: int) -> Decimal:
    return coins.money(number) if coins else Decimal(number)


def _debt(names: Mapping[str, str], one: Purse, other: Purse, currency: str, dues: list[Due]) -> Debt:
    """Return what two sides owe each other, the one first that owes in all."""
    amount = sum((due.amount for due in dues), Decimal())
    if amount < 0:
        one, other, amount = other, one, -amount
        dues = [due._replace(amount=-due.amount) for due in dues]
    payer, payee = (tuple(names[key] for key in side) for side in (one, other))
    return Debt(payer, payee, currency, amount, dues)


def _whole(debt: Debt) -> Iterator[tuple[Due, int]]:
    """Yield the coins or counters with which every evening of a debt is paid."""
    return ((due, due.payment.counters) for due in debt.dues)


def _part(debt: Debt, amount: Decimal) -> Iterator[tuple[Due, int]]:
    """Yield the coins or counters that are paid of a debt by an amount, the earliest evening first.

    What is owed the other way round is set against it. Raises Illegal where it is more than is owed, or would split
    one.
    """
    if amount > debt.amount:
        raise Illegal(say("That's more than is owed."))
    left = Fraction(amount) + sum(-Fraction(due.amount) for due in debt.dues if due.amount < 0)
    for due in debt.dues:
        if due.amount < 0:
            yield due, due.payment.counters
            continue
        paid = min(left, Fraction(due.amount))
        number, rest = divmod(paid, Fraction(_amount(due.evening.coins, 1)))
        if rest:
            raise Illegal(say("A coin or a counter can't be split: enter a little more or less."))
        if number:
            yield due, number
        left -= paid


def _is_of(tick: Tick, key: str) -> bool:
    return (tick.key or "").startswith(f"{key}-")
