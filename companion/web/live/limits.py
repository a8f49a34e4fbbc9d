"""What is limited, so that nobody takes more than a share: streams, wrong codes, changes of name, costly pages.

A code is short enough to be typed, so it could be guessed. After ``MAX_WRONG_CODES`` wrong ones within
``WINDOW_SECONDS`` an address is let in at no further table, only at those that the device has already seen. Wrong codes
are kept in memory, by address: a table that is guessed in spite of it can only be watched.

What a page of another site loads from here, such as an image, is counted apart and sooner refused: it may use up its
own tries, never those of the person who looks at that page.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from attrs import define, field
from cachetools import LRUCache, TTLCache

from companion.machine.clock import monotonic

WINDOW_SECONDS = 600.0
"""Seconds after which a wrong code, or a change of name, is forgotten."""

MAX_STREAMS = 1_000
"""Streams that are open at once; beyond it, pages poll."""
BROWSER_STREAMS = 4
"""Streams of one browser: it opens six connections to a server at once, of which pages and taps need two."""
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


MAX_WRONG_CODES = 20
"""Different wrong codes that people at one address may open within the window."""
MAX_LOADED_CODES = 5
"""Different wrong codes that anything else may load from there."""
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


MAX_PHONES = 4_096
"""Phones of which the last name is remembered, and how often they changed it."""
MAX_CHANGES = 30
"""How often one phone may change its name, or the one it asks for, within the window: each time others are told."""


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


P = ParamSpec("P")
R = TypeVar("R")

LANE = threading.Lock()
"""Held by the page that is worked out."""


def in_turn(view: Callable[P, R]) -> Callable[P, R]:
    """Let a view whose page of a long evening, or of a whole year, takes over 50 ms wait for the one before."""

    @wraps(view)
    def waits(*said: P.args, **more: P.kwargs) -> R:
        with LANE:
            return view(*said, **more)

    return waits
