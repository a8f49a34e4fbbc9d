"""Where a count may have gone wrong: the moves that changed the account since it was last counted right."""

from typing import NamedTuple

from companion.engine.fields import Account, Pot
from companion.engine.game import Opening
from companion.engine.journal import Journal
from companion.engine.journal.replay import Step
from companion.engine.kit.moves import Count
from companion.engine.ledger import changes


class Miscount(NamedTuple):
    """An account whose count differs from the sheet."""

    account: Account
    more: int
    """Counters more than on the sheet; below 0, fewer."""
    since: Step | None
    """The last time it was counted right, or the pot was empty; None if it never was."""
    touched: tuple[Step, ...]
    """The moves since then that changed it, newest first."""

    @property
    def emptied(self) -> bool:
        """Whether they are those since the pot was last empty."""
        return self.since is not None and not isinstance(self.since.line.move, Count)

    @property
    def likely(self) -> tuple[Step, ...]:
        """Those moves that changed it by exactly the difference."""
        return tuple(step for step in self.touched if abs(changes(step.postings)[self.account]) == abs(self.more))


def miscount(journal: Journal, count: Count) -> Miscount | None:
    """Return how a count differs from the sheet, None where it agrees or the account isn't there."""
    state, account = journal.state, count.account
    on_sheet = state.pots.get(account.name) if isinstance(account, Pot) else state.balances.get(account)
    if on_sheet is None or on_sheet == count.counters:
        return None
    since: Step | None = None
    touched: list[Step] = []
    for step in reversed(journal.steps):
        if not step.in_force:
            continue
        counted = isinstance(step.line.move, Count) and step.line.move.account == account
        empty = isinstance(account, Pot) and not step.state.pots.get(account.name)
        if counted or (empty and touched):
            since = None if isinstance(step.line.move, Opening) else step
            break
        if account in changes(step.postings):
            touched.append(step)
    return Miscount(account, count.counters - on_sheet, since, tuple(touched))
