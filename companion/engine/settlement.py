"""The settlement: the fewest payments that bring all balances to 0."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Generic, NamedTuple, TypeAlias, TypeVar

A = TypeVar("A", bound=Hashable)
N = TypeVar("N", int, Fraction)

MAX_EXACT = 16
"""The most balances, once exact opposites are paired, that are settled exactly; five more would take forty times as
long."""


class Payment(NamedTuple, Generic[A]):
    """Counters that one account owes another."""

    payer: A
    payee: A
    counters: int


Purse: TypeAlias = tuple[str, ...]
"""The names of those who settle as one, in the order of seats; who settles alone is a purse of one."""
Group: TypeAlias = list[tuple[A, int]]
"""Accounts with their balances, which add up to 0."""


def fewest_payments(balances: Mapping[A, int]) -> list[Payment[A]]:
    """Return the fewest payments after which every balance is 0, in the order of payers, then payees.

    Balances are counters and must add up to 0 (ValueError). Exact opposites are paired first, which is never worse.
    The rest is split into as many groups that add up to 0 as possible, since a group takes one payment fewer than it
    has members; more than MAX_EXACT balances stay one group.
    """
    if sum(balances.values()):
        raise ValueError(f"balances add up to {sum(balances.values())}, not 0")
    unsettled = [(account, balance) for account, balance in balances.items() if balance]
    pairs, rest = _opposites(unsettled)
    groups = _groups(rest) if len(rest) <= MAX_EXACT else [rest]
    payments = [payment for group in pairs + groups for payment in _settle(group)]
    places = {account: place for place, account in enumerate(balances)}
    return sorted(payments, key=lambda payment: (places[payment.payer], places[payment.payee]))


def in_purses(balances: Mapping[str, N], joined: Iterable[Purse]) -> dict[Purse, N]:
    """Return the balance of every purse, in the order of their first names: of those joined, and of all others alone.

    Somebody without a balance is left out of a purse.
    """
    names = {name: purse for purse in joined for name in purse}
    purses: dict[Purse, N] = {}
    for name, balance in balances.items():
        purse = tuple(other for other in balances if other in names.get(name, (name,)))
        purses[purse] = purses[purse] + balance if purse in purses else balance
    return purses


def payments_to_leave(
    balances: Mapping[str, int], seated: Collection[str], player: str, joined: Iterable[Purse] = ()
) -> list[Payment[Purse]]:
    """Return the payments between purses with which somebody leaves as near to even as those ``seated`` make it.

    Those furthest down pay who is up, or those furthest up are paid by who is down, nobody beyond what they are down or
    up themselves: the fewest payments that do it. A purse stays as long as anybody of it has a seat: the others of it
    settle for the one who goes.
    """
    purses = in_purses(balances, joined)
    own = next(purse for purse in purses if player in purse)
    staying = {*seated} - {player}
    if staying.intersection(own):
        return []
    side, left, payments = (1 if purses[own] > 0 else -1), abs(purses[own]), []
    for purse in sorted(purses, key=lambda purse: side * purses[purse]):
        counters = min(left, -side * purses[purse])
        if counters > 0 and staying.intersection(purse):
            payments.append(Payment(purse, own, counters) if side > 0 else Payment(own, purse, counters))
            left -= counters
    return payments


def one_by_one(balances: Mapping[str, int], payments: Iterable[Payment[Purse]]) -> list[Payment[str]]:
    """Return payments between purses as payments between their people, nobody beyond what they are down or up."""
    left, found = dict(balances), []
    for payer, payee, counters in payments:
        found += _settle([*_parts(left, payer, -counters), *_parts(left, payee, counters)])
    return found


def _parts(left: dict[str, int], purse: Purse, counters: int) -> Group[str]:
    """Return who of a purse pays, or is paid, how much of it, and take that from what is ``left`` of their balances."""
    parts = []
    for name in purse:
        _, part, _ = sorted((0, left[name], counters))
        left[name] -= part
        counters -= part
        parts.append((name, part))
    return parts


def largest_remainders(shares: Mapping[A, Fraction]) -> dict[A, int]:
    """Return shares that add up to 0 as whole numbers that do, none off by as much as 1.

    All are rounded down, then those of which the most was cut off are raised; of equals, the first ones.
    """
    whole = {account: floor(share) for account, share in shares.items()}
    by_cut = sorted(shares, key=lambda account: whole[account] - shares[account])
    return whole | {account: whole[account] + 1 for account in by_cut[: -sum(whole.values())]}


def _opposites(balances: Group[A]) -> tuple[list[Group[A]], Group[A]]:
    """Return pairs of exact opposites, and the balances without one."""
    pairs: list[Group[A]] = []
    unpaired: Group[A] = []
    for account, balance in balances:
        opposite = next((other for other in unpaired if other[1] == -balance), None)
        if opposite:
            unpaired.remove(opposite)
            pairs.append([opposite, (account, balance)])
        else:
            unpaired.append((account, balance))
    return pairs, unpaired


def _groups(balances: Group[A]) -> list[Group[A]]:
    """Split the balances into as many groups that add up to 0 as possible.

    Members are taken out of the whole set one by one, always one whose removal keeps the best count of the rest; each
    time what was taken adds up to 0, a group is complete.
    """
    most_groups = _most_groups([balance for _, balance in balances])
    groups: list[Group[A]] = []
    group: Group[A] = []
    subset = len(most_groups) - 1
    while subset:
        best = most_groups[subset] - (not group)
        member = next(i for i in range(len(balances)) if subset >> i & 1 and most_groups[subset ^ 1 << i] == best)
        group.append(balances[member])
        subset ^= 1 << member
        if not sum(balance for _, balance in group):
            groups.append(sorted(group, key=balances.index))
            group = []
    return groups


def _most_groups(balances: Sequence[int]) -> list[int]:
    """Return for every subset, as a bit mask, the most groups that add up to 0 it can be split into."""
    totals, most_groups = [0], [0]
    for subset in range(1, 1 << len(balances)):
        lowest = subset & -subset
        totals.append(totals[subset ^ lowest] + balances[lowest.bit_length() - 1])
        best, left = 0, subset
        while left:
            bit = left & -left
            best = max(best, most_groups[subset ^ bit])
            left ^= bit
        most_groups.append(best + (not totals[subset]))
    return most_groups


def _settle(group: Group[A]) -> list[Payment[A]]:
    """Return payments that settle a group, at most one fewer than it has members."""
    left = dict(group)
    payments: list[Payment[A]] = []
    while any(left.values()):
        payer = next(account for account in left if left[account] < 0)
        payee = next(account for account in left if left[account] > 0)
        counters = min(-left[payer], left[payee])
        left[payer] += counters
        left[payee] -= counters
        payments.append(Payment(payer, payee, counters))
    return payments
