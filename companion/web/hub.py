"""The live hub: who follows which table, told by version numbers alone."""

import threading
from collections.abc import Iterator

from attrs import define, field

MOST_STREAMS = 1_000
"""So many streams are open at once; whoever comes later polls quietly."""
HEARTBEAT = 15.0
"""Seconds after which a silent stream is written to, which is how a phone that left is noticed."""


@define
class Hub:
    """Tells the newest version of every table to those who follow it, within this process."""

    most: int = MOST_STREAMS
    heartbeat: float = HEARTBEAT
    open: int = 0
    _versions: dict[str, int] = field(factory=dict)
    _news: dict[str, threading.Condition] = field(factory=dict)
    _guard: threading.Lock = field(factory=threading.Lock)
    _closed: bool = False

    def announce(self, code: str, version: int) -> None:
        """A version of the table exists."""
        news = self._condition(code)
        with news:
            self._versions[code] = max(version, self._versions.get(code, 0))
            news.notify_all()

    def enter(self) -> bool:
        """Whether there is room for one more stream; if so, it is taken until ``leave``."""
        with self._guard:
            if self.open >= self.most or self._closed:
                return False
            self.open += 1
            return True

    def leave(self) -> None:
        """A stream has ended."""
        with self._guard:
            self.open -= 1

    def follow(self, code: str, version: int) -> Iterator[int | None]:
        """The given version, then every newer one; None where nothing was new for a heartbeat."""
        yield version
        news = self._condition(code)
        while not self._closed:
            with news:
                news.wait_for(lambda seen=version: self._closed or self._versions.get(code, 0) > seen, self.heartbeat)  # type: ignore[misc]
                newest = self._versions.get(code, 0)
            if self._closed:
                return
            yield newest if newest > version else None
            version = max(version, newest)

    def close(self) -> None:
        """Ends every stream."""
        self._closed = True
        for news in list(self._news.values()):
            with news:
                news.notify_all()

    def _condition(self, code: str) -> threading.Condition:
        with self._guard:
            return self._news.setdefault(code, threading.Condition())
