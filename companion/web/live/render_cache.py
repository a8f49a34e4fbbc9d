"""One rendering of each version of a page, shared by all devices that see the same."""

import threading
from collections.abc import Callable, Hashable

from attrs import Factory, define, field
from cachetools import LRUCache

MAX_CHARACTERS = 4_000_000
"""The characters of all renderings in memory, at most; those asked for last are kept."""


@define
class RenderCache:
    """The last renderings, by a key that holds everything they depend on.

    Many phones ask at once after a move: one of their requests renders, the others wait for it.
    """

    max_size: int = MAX_CHARACTERS
    _cache: LRUCache[Hashable, str] = field(
        init=False, default=Factory(lambda self: LRUCache(self.max_size, len), takes_self=True)
    )
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return the rendering of this key, and make it where the cache has none."""
        with self._lock:
            rendering = self._cache.get(key)
            if rendering is None:
                rendering = render()
                if len(rendering) <= self.max_size:
                    self._cache[key] = rendering
            return rendering
