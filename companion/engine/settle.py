"""The fewest payments that bring all balances to nothing."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

A = TypeVar("A", bound=Hashable)

EXACT = 16
"""So many balances, once exact opposites are paired, are settled exactly; five more would take forty times as long."""


class Payment(NamedTuple, Generic[A]):
    """So many counters from one to another."""

    payer: A
    payee: A
    counters: int


def fewest(balances: Mapping[A, int]) -> list[Payment[A]]:
    """The fewest payments after which every balance is 0, in the order of payers, then payees.

    Exact opposites are paired first, which is never worse. Of up to EXACT others as many groups as possible
    that add up to 0 are found exactly, each settled by one payment fewer than it has members; beyond that all
    are one group. ``balances`` are counters and must add up to 0 (ValueError).
    """
    if sum(balances.values()):
        raise ValueError(f"balances add up to {sum(balances.values())}, not 0")
    open_balances = [(name, balance) for name, balance in balances.items() if balance]
    pairs, rest = _opposites(open_balances)
    groups = _groups(rest) if len(rest) <= EXACT else [rest]
    payments = [payment for group in pairs + groups for payment in _within(group)]
    place = {name: number for number, name in enumerate(balances)}
    return sorted(payments, key=lambda payment: (place[payment.payer], place[payment.payee]))


Group: TypeAlias = list[tuple[A, int]]


def _opposites(balances: Group[A]) -> tuple[list[Group[A]], Group[A]]:
    pairs: list[Group[A]] = []
    waiting: Group[A] = []
    for name, balance in balances:
        twin = next((held for held in waiting if held[1] == -balance), None)
        if twin:
            waiting.remove(twin)
            pairs.append([twin, (name, balance)])
        else:
            waiting.append((name, balance))
    return pairs, waiting


def _groups(balances: Group[A]) -> list[Group[A]]:
    """As many groups that add up to 0 as there can be, by the best count for every subset."""
    most = _most_groups([balance for _, balance in balances])
    groups: list[Group[A]] = []
    group: Group[A] = []
    subset = len(most) - 1
    while subset:
        kept = most[subset] - (not group)
        member = next(i for i in range(len(balances)) if subset >> i & 1 and most[subset ^ 1 << i] == kept)
        group.append(balances[member])
        subset ^= 1 << member
        if not sum(balance for _, balance in group):
            groups.append(sorted(group, key=balances.index))
            group = []
    return groups


def _most_groups(balances: Sequence[int]) -> list[int]:
    totals, most = [0], [0]
    for subset in range(1, 1 << len(balances)):
        lowest = subset & -subset
        totals.append(totals[subset ^ lowest] + balances[lowest.bit_length() - 1])
        best, left = 0, subset
        while left:
            bit = left & -left
            best = max(best, most[subset ^ bit])
            left ^= bit
        most.append(best + (not totals[subset]))
    return most


def _within(group: Group[A]) -> list[Payment[A]]:
    """One group settled in at most one payment fewer than it has members."""
    left = dict(group)
    payments: list[Payment[A]] = []
    while any(left.values()):
        payer = next(name for name in left if left[name] < 0)
        payee = next(name for name in left if left[name] > 0)
        counters = min(-left[payer], left[payee])
        left[payer] += counters
        left[payee] -= counters
        payments.append(Payment(payer, payee, counters))
    return payments
