"""Limit how many wrong table codes one address may try.

A code is short enough to be typed, so it could be guessed. After ``MAX_WRONG_CODES`` wrong ones within
``WINDOW_SECONDS`` an address is let in at no further table, only at those that the device has already seen. Wrong codes
are kept in memory, by address: a table that is guessed in spite of it can only be watched.

What a page of another site loads from here, such as an image, is counted apart and sooner refused: it may use up its
own tries, never those of the person who looks at that page.
"""

import threading

from attrs import define, field
from cachetools import TTLCache

from companion.machine.clock import monotonic

MAX_WRONG_CODES = 20
"""Different wrong codes that people at one address may open within the window."""
MAX_LOADED_CODES = 5
"""Different wrong codes that anything else may load from there."""
WINDOW_SECONDS = 600.0
"""Seconds after which a wrong code is forgotten."""
MAX_ADDRESSES = 1_000
"""Addresses that are remembered; beyond it, the one that has asked least recently is forgotten."""


@define
class WrongCodes:
    """The wrong codes of each address, of which one may try ``most``.

    The same code again counts once: a page left open on a deleted table asks for it all night.
    """

    most: int = MAX_WRONG_CODES
    _by_address: TTLCache[str, TTLCache[str, None]] = field(
        init=False, factory=lambda: TTLCache(MAX_ADDRESSES, WINDOW_SECONDS, monotonic)
    )
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def add(self, address: str, code: str) -> None:
        """Count a wrong code against an address."""
        with self._lock:
            codes = self._by_address.get(address)
            if codes is None:
                codes = TTLCache(self.most, WINDOW_SECONDS, monotonic)
            if code in codes or len(codes) < self.most:
                codes[code] = None
            self._by_address[address] = codes

    def too_many(self, address: str) -> bool:
        """Return whether this address has used up its wrong codes."""
        with self._lock:
            return len(self._by_address.get(address, ())) >= self.most
