"""Claims to names: phones that ask for a name which another phone has, and phones that took another.

It is in memory: after a restart a phone asks again. Whose phone is whose is stored (``store/pencils.py``).
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from attrs import define, field
from cachetools import LRUCache, TTLCache

from companion.machine.clock import monotonic

MAX_TABLES = 256
"""Tables at which somebody is asked; beyond it, the one that has waited longest is forgotten."""
MAX_NEWS = 8
"""Phones that wait at one table, or are told of; beyond it, the oldest is forgotten."""
MAX_PHONES = 4_096
"""Phones of which the last name is remembered, and how often they changed it."""
MAX_CHANGES = 30
"""How often one phone may change its name, or the one it asks for, within the window: each time others are told."""
WINDOW_SECONDS = 600.0


class NameClaim(NamedTuple):
    """One phone that asks for a name, or that took another one."""

    device: str
    """The hash of its secret."""
    player: str
    was: str = ""
    """The name that it had before; empty where it had none."""
    asks: bool = True
    """Whether it waits for an answer, since another phone has the name; else it has the name already."""


@define
class NameClaims:
    """What is to be said at each table about phones and names, one thing of each phone, oldest first."""

    _news: LRUCache[str, tuple[NameClaim, ...]] = field(init=False, factory=lambda: LRUCache(MAX_TABLES))
    _names: LRUCache[tuple[str, str], str] = field(init=False, factory=lambda: LRUCache(MAX_PHONES))
    """The last name of a phone at a table, which it may have given up since."""
    _changes: LRUCache[str, TTLCache[object, None]] = field(init=False, factory=lambda: LRUCache(MAX_PHONES))
    """How often a phone changed its name lately."""
    _guard: threading.RLock = field(init=False, factory=threading.RLock)

    def at(self, code: str) -> tuple[NameClaim, ...]:
        """Return what is to be said at a table."""
        with self._guard:
            news: tuple[NameClaim, ...] = self._news.get(code, ())
            return news

    def of(self, code: str, device: str) -> NameClaim | None:
        """Return what is to be said of one phone, None where there is nothing."""
        return next((news for news in self.at(code) if news.device == device), None)

    def put(self, code: str, news: NameClaim) -> bool:
        """Say something of a phone, in the place of what was said before; return False where it is said already."""
        with self._guard:
            if news in self.at(code):
                return False
            others = [each for each in self.at(code) if each.device != news.device]
            self._news[code] = (*others, news)[-MAX_NEWS:]
            return True

    def drop(self, code: str, device: str) -> bool:
        """Say nothing more of a phone; return False where nothing was said."""
        with self._guard:
            others = tuple(news for news in self.at(code) if news.device != device)
            changed = others != self.at(code)
            self._news[code] = others
            return changed

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

    @contextmanager
    def put_back_on_failure(self, code: str) -> Iterator[None]:
        """Put back what is said at a table where the change can't be written; call it while writing."""
        before = self.at(code)
        try:
            yield
        except BaseException:
            with self._guard:
                self._news[code] = before
            raise
