"""Postings: the only way in which counters move. Balances and pots always add up to zero (GEN-01)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.engine.errors import Illegal
from companion.engine.fields import Account, Pot
from companion.engine.message import capital
from companion.engine.phrases import the


class Unbalanced(Exception):
    """Counters were lost or made from nothing: a fault of the program, never of the players."""


class Posting(NamedTuple):
    """Counters that pass from one account to another."""

    payer: Account
    payee: Account
    counters: int
    a_card: int = 0
    """The price of a card, where the payment is for cards left; else 0."""


def post(
    balances: Mapping[str, int], pots: Mapping[str, int], postings: Iterable[Posting]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the balances and pots after the postings, made in their order.

    Raises Illegal where a pot would give more than it holds, Unbalanced where counters would not be conserved.
    """
    new_balances, new_pots = dict(balances), dict(pots)
    for posting in postings:
        if posting.counters < 0:
            raise Unbalanced(f"a posting of {posting.counters} counters")
        if isinstance(posting.payer, Pot) and (held := new_pots[posting.payer.name]) < posting.counters:
            pot = capital(the(posting.payer.name))
            raise Illegal(
                "{pot} holds {held}: it can't give {counters}.", pot=pot, held=held, counters=posting.counters
            )
        for account, change in ((posting.payer, -posting.counters), (posting.payee, posting.counters)):
            if isinstance(account, Pot):
                new_pots[account.name] += change
            else:
                new_balances[account] += change
    require_balanced(new_balances, new_pots)
    return new_balances, new_pots


def require_balanced(balances: Mapping[str, int], pots: Mapping[str, int]) -> None:
    """Raise Unbalanced unless all balances and pots together are 0 (GEN-01)."""
    total = sum(balances.values()) + sum(pots.values())
    if total or type(total) is not int:
        raise Unbalanced(f"the balances and pots add up to {total}, not 0")


def changes(postings: Iterable[Posting]) -> dict[Account, int]:
    """Return the net change of every account whose counters changed."""
    net: dict[Account, int] = {}
    for posting in postings:
        net[posting.payer] = net.get(posting.payer, 0) - posting.counters
        net[posting.payee] = net.get(posting.payee, 0) + posting.counters
    return {account: change for account, change in net.items() if change}
