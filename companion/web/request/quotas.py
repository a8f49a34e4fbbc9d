"""Limit what one device keeps within an hour: far more than people need, far less than fills a disk."""

import threading

from attrs import define, field
from cachetools import LRUCache, TTLCache

from companion.machine.clock import monotonic

TABLES, RULES, CARDS, WORDS = "tables", "rules", "cards", "words"
MOST = {TABLES: 30, RULES: 30, CARDS: 120, WORDS: 30}
"""What one device may keep within the window."""
DEVICES_OF_AN_ADDRESS = 4
"""An address may keep what this many devices may: new cookies make no new quotas."""
WINDOW_SECONDS = 3600.0
MAX_REMEMBERED = 2_000
"""The devices and addresses that are remembered, at most; those heard of least recently are forgotten."""


@define
class Quotas:
    """What devices and addresses kept within the window, in memory."""

    _kept: LRUCache[tuple[str, str], TTLCache[object, None]] = field(
        init=False, factory=lambda: LRUCache(MAX_REMEMBERED)
    )
    _guard: threading.Lock = field(init=False, factory=threading.Lock)

    def used_up(self, what: str, device: str, address: str) -> bool:
        """Return whether a device, or its address, has kept as much as it may."""
        with self._guard:
            return any(len(self._of(what, who, most)) >= most for who, most in _limits(what, device, address))

    def add(self, what: str, device: str, address: str) -> None:
        """Count something that was kept."""
        with self._guard:
            for who, most in _limits(what, device, address):
                kept = self._of(what, who, most)
                if len(kept) < most:
                    kept[object()] = None

    def clear(self) -> None:
        """Forget what was counted."""
        with self._guard:
            self._kept.clear()

    def _of(self, what: str, who: str, most: int) -> TTLCache[object, None]:
        return self._kept.setdefault((what, who), TTLCache(most, WINDOW_SECONDS, monotonic))


def _limits(what: str, device: str, address: str) -> list[tuple[str, int]]:
    """Return the device and its address, each with the most that it may keep."""
    most = MOST[what]
    return [(device, most), (address, most * DEVICES_OF_AN_ADDRESS)]
