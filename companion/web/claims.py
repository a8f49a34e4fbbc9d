"""Claims that wait for the caller, cried at the table or tapped on a phone; in no journal until they are paid."""

import threading
from typing import NamedTuple

from attrs import define, field

from companion.engine.common import Deal
from companion.engine.journal import Journal, by_todays_names
from companion.loto_prizes import still_there
from companion.store import Table


class Waiting(NamedTuple):
    """A player claims a prize."""

    player: str
    prize: str


def hand_on(journal: Journal) -> int:
    """The entry that dealt the hand that is open; 0 where none is."""
    deals = (step.line.number for step in reversed(journal.steps) if step.in_force and isinstance(step.line.move, Deal))
    return next(deals, 0) if journal.state.open else 0


@define
class Claims:
    """The claims that wait, by table, each with the hand in which they were made and the last entry then, in their
    order: they are over with the hand, or when their prize is paid."""

    _waiting: dict[str, tuple[int, int, list[Waiting]]] = field(factory=dict)
    _guard: threading.Lock = field(factory=threading.Lock)

    def at(self, table: Table) -> list[Waiting]:
        """Those at one table whose prize is still there."""
        with self._guard:
            waiting = self._of(table)
        return [claim for claim in waiting if claim.prize in still_there(table.journal.state)]

    def cry(self, table: Table, claim: Waiting) -> bool:
        """Somebody claims; False where the same claim waits already."""
        with self._guard:
            waiting = self._of(table)
            if claim in waiting:
                return False
            self._waits(table, [*waiting, claim])
            return True

    def dismiss(self, table: Table, player: str | None) -> None:
        """Those of a player, or all, wait no more."""
        with self._guard:
            kept = [claim for claim in self._of(table) if player and claim.player != player]
            self._waits(table, kept)

    def _of(self, table: Table) -> list[Waiting]:
        hand, last, waiting = self._waiting.get(table.code, (0, 0, []))
        if not waiting or hand != hand_on(table.journal):
            return []
        _, names = by_todays_names(table.journal.entries[last:])  # a name may have been put right since
        return [claim._replace(player=names.get(claim.player, claim.player)) for claim in waiting]

    def _waits(self, table: Table, claims: list[Waiting]) -> None:
        self._waiting[table.code] = hand_on(table.journal), table.journal.last, claims
