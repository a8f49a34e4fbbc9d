"""Places for connections or streams: their number is limited, and no address may hold more than its share."""

import logging
import threading
import time
from collections import Counter

from attrs import define, field
from cachetools import TTLCache

MAX_EACH = 40
"""Places that one address may hold. A browser opens six connections, and a stream for each page that is open."""
SHARE = 3
"""One address may hold a third of the places at most, where there are few."""
SAID_SECONDS = 600.0
"""Seconds for which the owner isn't told again that an address was turned away."""
MAX_SAID = 1_000
"""The addresses about which the owner was told that are remembered, at most."""


@define
class Places:
    """The places that are taken, counted by address."""

    what: str
    """What they hold, for the owner: connections, streams."""
    most: int
    """How many there are for all."""
    each: int | None = None
    """How many one address may hold; None for as many as any."""
    taken: int = 0
    shared: bool = False
    """Whether one address may hold all of them, since a proxy brings everybody."""
    _held: Counter[str] = field(factory=Counter)
    _said: TTLCache[str, None] = field(factory=lambda: TTLCache(MAX_SAID, SAID_SECONDS, time.monotonic))
    _lock: threading.Lock = field(factory=threading.Lock)

    def take(self, address: str) -> bool:
        """Take a place for an address; return False where all are taken, or the address holds its share."""
        with self._lock:
            if self.taken >= self.most or self._has_share(address):
                return False
            self._held[address] += 1
            self.taken += 1
            return True

    def give_back(self, address: str) -> None:
        """Give back a place that an address took."""
        with self._lock:
            self._held[address] -= 1
            self.taken -= 1
            if not self._held[address]:
                del self._held[address]

    def held(self, address: str) -> int:
        """Return how many places an address holds."""
        with self._lock:
            return self._held[address]

    def has_share(self, address: str) -> bool:
        """Return whether an address holds as many places as it may."""
        with self._lock:
            return self._has_share(address)

    def say_turned_away(self, address: str) -> None:
        """Tell the owner that an address was turned away: one line, once in a while."""
        with self._lock:
            if address in self._said:
                return
            self._said[address] = None
            held, taken = self._held[address], self.taken
        logging.getLogger("companion").warning(
            "%s holds %d of the %d %s that are open, and was turned away.", address, held, taken, self.what
        )

    def _has_share(self, address: str) -> bool:
        return not self.shared and self._held[address] >= min(self.each or MAX_EACH, -(-self.most // SHARE))
