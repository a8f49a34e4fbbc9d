"""Claims that wait for the caller, cried at the table or tapped on a phone; in no journal until they are paid."""

import threading

from attrs import define, field, frozen

MOST = 50
"""So many claims wait at one table."""


@frozen
class Waiting:
    """A player claims a prize."""

    player: str
    prize: str


@define
class Claims:
    """The claims that wait, by table, in the order in which they were made."""

    _waiting: dict[str, list[Waiting]] = field(factory=dict)
    _guard: threading.Lock = field(factory=threading.Lock)

    def at(self, code: str) -> list[Waiting]:
        """Those at one table."""
        with self._guard:
            return list(self._waiting.get(code, []))

    def cry(self, code: str, claim: Waiting) -> bool:
        """Somebody claims; False where the same claim waits already."""
        with self._guard:
            waiting = self._waiting.setdefault(code, [])
            if claim in waiting or len(waiting) >= MOST:
                return False
            waiting.append(claim)
            return True

    def settle(self, code: str, player: str | None = None, prize: str | None = None) -> None:
        """Those of a player, or for a prize, or all, wait no more."""
        with self._guard:
            kept = [
                claim
                for claim in self._waiting.get(code, [])
                if (player and claim.player != player) or (prize and claim.prize != prize)
            ]
            self._waiting[code] = kept
