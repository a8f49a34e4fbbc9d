"""The live hub: who follows which table, told by version numbers alone."""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial

from attrs import define, field

from companion.web.lines import Line

MOST_STREAMS = 1_000
"""So many streams are open at once; whoever comes later polls quietly."""
HEARTBEAT = 15.0
"""Seconds after which every stream is written to, which is how a phone that left is noticed."""


@define(eq=False)
class Hub:
    """Tells the newest version of every table to those who follow it, within this process.

    One thread of its own writes to all of them, and never waits for one: who doesn't read is let go.
    """

    most: int = MOST_STREAMS
    heartbeat: float = HEARTBEAT
    open: int = 0
    _versions: dict[str, int] = field(factory=dict)
    _lines: dict[str, set[Line]] = field(factory=dict)
    _changed: set[str] = field(factory=set)
    _news: threading.Condition = field(factory=threading.Condition)
    _teller: threading.Thread | None = None
    _closed: bool = False

    def announce(self, code: str, version: int) -> None:
        """A version of the table exists."""
        with self._news:
            self._versions[code] = max(version, self._versions.get(code, 0))
            self._changed.add(code)
            self._news.notify()

    def enter(self) -> bool:
        """Whether there is room for one more stream; if so, it is taken until its line leaves."""
        with self._news:
            if self.open >= self.most or self._closed or not self._tells():
                return False
            self.open += 1
            return True

    def follow(self, line: Line) -> None:
        """Tells a line that has entered every version that is newer than what it has seen, until it leaves."""
        with self._news:
            self._lines.setdefault(line.code, set()).add(line)
            self._changed.add(line.code)
            self._news.notify()
        if self._closed:
            self.leave(line)

    def leave(self, line: Line) -> None:
        """Tells the line nothing more."""
        with self._news:
            followers = self._lines.get(line.code, set())
            if line not in followers:
                return
            followers.remove(line)
            self.open -= 1
        line.end()

    def close(self) -> None:
        """Ends every stream."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._teller:
            self._teller.join()

    def _tells(self) -> bool:
        """Whether the thread runs that tells; without memory for it there are no streams yet."""
        if not self._teller:
            teller = threading.Thread(target=self._tell, name="hub", daemon=True)
            try:
                teller.start()
            except RuntimeError:
                return False
            self._teller = teller
        return True

    def _tell(self) -> None:
        """Tells what is new, and at every heartbeat that somebody is still here, until the hub is closed."""
        beat = time.monotonic() + self.heartbeat
        while not self._closed:
            for line, version in self._news_until(beat):
                self._keep_if(line, partial(line.news, version))
            if time.monotonic() >= beat:
                for line in self._all():
                    self._keep_if(line, line.beat)
                beat = time.monotonic() + self.heartbeat
        for line in self._all():
            self.leave(line)

    def _keep_if(self, line: Line, told: Callable[[], bool]) -> None:
        """Lets go of a line that doesn't stand any more; nothing that happens to one silences the others."""
        try:
            stands = told()
        except Exception:
            logging.getLogger("companion").exception("A live stream broke.")
            stands = False
        if not stands:
            self.leave(line)

    def _news_until(self, beat: float) -> list[tuple[Line, int]]:
        """The lines to a table that has changed, each with its newest version; none where nothing changes in time."""
        with self._news:
            self._news.wait_for(lambda: self._changed or self._closed, max(beat - time.monotonic(), 0))
            changed, self._changed = self._changed, set()
            return [(line, self._versions.get(code, 0)) for code in changed for line in self._lines.get(code, ())]

    def _all(self) -> list[Line]:
        with self._news:
            return [line for lines in self._lines.values() for line in lines]
