"""The settlement: the fewest payments that bring all balances to 0."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

A = TypeVar("A", bound=Hashable)

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


def in_purses(balances: Mapping[str, int], joined: Iterable[Purse]) -> dict[Purse, int]:
    """Return the balance of every purse, in the order of their first names: of those joined, and of all others alone.

    Somebody without a balance is left out of a purse.
    """
    names = {name: purse for purse in joined for name in purse}
    purses: dict[Purse, int] = {}
    for name, balance in balances.items():
        purse = tuple(other for other in balances if other in names.get(name, (name,)))
        purses[purse] = purses.get(purse, 0) + balance
    return purses


def payment_to_leave(
    balances: Mapping[str, int], in_pots: int, player: str, present: Sequence[str]
) -> Payment[str] | None:
    """Return the one payment that makes a player even, with somebody ``present``.

    Somebody of the player's own group of payments is taken first: the rest of the group still adds up to 0 then, so
    that the fewest others are needed. None where the player is even already, or nobody else is present.
    """
    balance, others = balances[player], [name for name in present if name != player]
    if not balance or not others:
        return None
    planned = fewest_payments({**balances, "": in_pots})
    shares = {payment.payee: payment.counters for payment in planned if payment.payer == player}
    shares |= {payment.payer: payment.counters for payment in planned if payment.payee == player}
    side = 1 if balance < 0 else -1
    other = max(others, key=lambda name: (shares.get(name, 0), side * balances[name]))
    return Payment(player, other, -balance) if balance < 0 else Payment(other, player, balance)


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
