"""Which names phones had last, and how often they change them: in memory. What waits stands beside the journal."""

import threading

from attrs import define, field
from cachetools import LRUCache, TTLCache

from companion.machine.clock import monotonic

MAX_PHONES = 4_096
"""Phones of which the last name is remembered, and how often they changed it."""
MAX_CHANGES = 30
"""How often one phone may change its name, or the one it asks for, within the window: each time others are told."""
WINDOW_SECONDS = 600.0


@define
class NameClaims:
    """The last names of phones, and how often each changed its own lately."""

    _names: LRUCache[tuple[str, str], str] = field(init=False, factory=lambda: LRUCache(MAX_PHONES))
    """The last name of a phone at a table, which it may have given up since."""
    _changes: LRUCache[str, TTLCache[object, None]] = field(init=False, factory=lambda: LRUCache(MAX_PHONES))
    """How often a phone changed its name lately."""
    _guard: threading.RLock = field(init=False, factory=threading.RLock)

    def last_name(self, code: str, device: str) -> str:
        """Return the name that a phone had last; empty where it never had one."""
        with self._guard:
            return str(self._names.get((code, device), ""))

    def remember_name(self, code: str, device: str, player: str) -> None:
        """Remember the name of a phone, also for the time when it is nobody's."""
        with self._guard:
            self._names[code, device] = player

    def may_change(self, device: str) -> bool:
        """Count one more change of a phone's name; return False, and don't, where it has changed too often lately."""
        with self._guard:
            lately = self._changes.setdefault(device, TTLCache(MAX_CHANGES, WINDOW_SECONDS, monotonic))
            if len(lately) >= MAX_CHANGES:
                return False
            lately[object()] = None
            return True
