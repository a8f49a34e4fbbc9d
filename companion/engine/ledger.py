"""Accounts and postings: the one door through which counters move."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.engine.fields import Account, Pot
from companion.engine.refusals import Illegal
from companion.engine.saying import capital, say
from companion.engine.words import the


class Unbalanced(Exception):
    """Counters were lost or made from nothing: a fault of the program, never of the players."""


class Posting(NamedTuple):
    """So many ``counters`` pass from ``payer`` to ``payee``; ``a_card`` is the price where it is paid by the card."""

    payer: Account
    payee: Account
    counters: int
    a_card: int = 0


def post(
    balances: Mapping[str, int], pots: Mapping[str, int], postings: Iterable[Posting]
) -> tuple[dict[str, int], dict[str, int]]:
    """The balances and pots after the postings, in their order.

    Raises Illegal where a pot would give more than it holds, Unbalanced where counters would not be conserved.
    """
    players, board = dict(balances), dict(pots)
    for posting in postings:
        if posting.counters < 0:
            raise Unbalanced(f"a posting of {posting.counters} counters")
        if isinstance(posting.payer, Pot):
            held = board[posting.payer.name]
            if held < posting.counters:
                raise Illegal(
                    say(
                        "{pot} holds {held}: it can't give {counters}.",
                        pot=capital(the(posting.payer.name)),
                        held=held,
                        counters=posting.counters,
                    )
                )
        for account, change in ((posting.payer, -posting.counters), (posting.payee, posting.counters)):
            if isinstance(account, Pot):
                board[account.name] += change
            else:
                players[account] += change
    conserved(players, board)
    return players, board


def conserved(balances: Mapping[str, int], pots: Mapping[str, int]) -> None:
    """Raises Unbalanced unless all balances and pots together are 0 (GEN-01)."""
    total = sum(balances.values()) + sum(pots.values())
    if total:
        raise Unbalanced(f"the balances and pots add up to {total}, not 0")


def changes(postings: Iterable[Posting]) -> dict[Account, int]:
    """The net change of every account that changed."""
    net: dict[Account, int] = {}
    for posting in postings:
        net[posting.payer] = net.get(posting.payer, 0) - posting.counters
        net[posting.payee] = net.get(posting.payee, 0) + posting.counters
    return {account: change for account, change in net.items() if change}
