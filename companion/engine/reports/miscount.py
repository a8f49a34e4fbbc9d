"""Where a count may have gone wrong: what touched the account since it was last known to be right."""

from typing import NamedTuple

from companion.engine.common import Count
from companion.engine.fields import Account, Pot
from companion.engine.journal import Journal
from companion.engine.ledger import changes
from companion.engine.replay import Step


class Miscount(NamedTuple):
    """An account that differs from the sheet by ``more`` counters (fewer, if below 0).

    ``since`` is the last move after which it was counted right, None if it never was. ``touched`` are the
    moves since then that changed it, newest first; ``likely`` are those that moved exactly the difference.
    """

    account: Account
    more: int
    since: Step | None
    touched: tuple[Step, ...]

    @property
    def likely(self) -> tuple[Step, ...]:
        return tuple(step for step in self.touched if abs(changes(step.postings)[self.account]) == abs(self.more))


def miscount(journal: Journal, count: Count) -> Miscount | None:
    """How a count differs from the sheet; None where it agrees or there is no such account."""
    state, account = journal.state, count.account
    held = state.pots.get(account.name) if isinstance(account, Pot) else state.balances.get(account)
    if held is None or held == count.counters:
        return None
    since, touched = None, []
    for step in reversed(journal.steps):
        if not step.in_force:
            continue
        if isinstance(step.line.move, Count) and step.line.move.account == account:
            since = step
            break
        if account in changes(step.postings):
            touched.append(step)
    return Miscount(account, count.counters - held, since, tuple(touched))
