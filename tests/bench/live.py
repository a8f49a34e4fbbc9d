"""Following live: from the commit to the last screen told, and what so many phones cost beside polling."""

import selectors
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.phones import Phone, Row, laid, percentile, recorder, timed
from tests.bench.server import Running, running

STREAMS = (20, 100, 500, 1_000)
AIMS = {100: (10, 25), 500: (60, 120)}
"""Milliseconds to the last of so many, at p50 and p99."""
MOVES = 40
PAGES = 40
IDLE = 5.0
"""Seconds for which open streams are left alone."""


class Followers:
    """Open streams, all read by one eye."""

    def __init__(self, port: int, path: str, event: bytes = b"event: version") -> None:
        self._address, self._path, self._event = ("127.0.0.1", port), path, event
        self._selector = selectors.DefaultSelector()
        self._lines = ExitStack()
        self.open = 0

    def grow(self, many: int) -> None:
        """Opens more, until there are so many, each told where the table stands."""
        while self.open < many:
            source = f"127.0.1.{1 + self.open % 50}" if sys.platform == "linux" else ""  # as a room of phones has
            line = self._lines.enter_context(socket.create_connection(self._address, source_address=(source, 0)))
            line.sendall(f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            self._selector.register(line, selectors.EVENT_READ)
            self.open += 1
            if self.open % 50 == 0 or self.open == many:
                self.until_quiet()

    def until_quiet(self) -> None:
        """Reads until nothing has come for a while."""
        while self._told(0.3):
            pass

    def told(self) -> float:
        """The moment at which the last of them was told the next version."""
        return self.each_told()[-1]

    def each_told(self) -> list[float]:
        """The moments at which they were told, the first to hear first."""
        moments: list[float] = []
        while len(moments) < self.open:
            moments += self._told(10) * [time.monotonic()]
        return moments

    def _told(self, seconds: float) -> int:
        """How many were told something; none within so many seconds is 0."""
        ready = self._selector.select(seconds)
        return sum(self._event in key.fileobj.recv(65536) or seconds < 1 for key, _ in ready)  # type: ignore[union-attr]

    def close(self) -> None:
        self._lines.close()


def rows(folder: Path) -> Iterator[Row]:
    (code,) = laid(folder, [10])
    with running("telling", folder) as server:
        record = recorder(server.port, code)
        followers = Followers(server.port, f"/t/{code}/stream")
        for many in STREAMS:
            followers.grow(many)
            told = [delay(server, followers, record) for _ in range(MOVES)]
            for percent, most in zip((50, 99), AIMS.get(many, (None, None)), strict=True):
                yield Row(
                    f"{many:,} streams: last told after the commit, p{percent}", percentile(told, percent), most, "ms"
                )
            if many == 500:
                yield Row("500 streams: memory of the server", server.memory(), 60, "MB")
                yield Row("500 streams: threads of the server", server.threads(), None, "threads")
                yield Row("500 streams: a page beside them to one beside 20", beside(server, code, folder / "few"), 1.3)
                yield Row(
                    "500 phones: processor for streams, a move every 5 s, to polling every second",
                    cost_of_streams(server, followers, record) / cost_of_polling(server, code, many),
                    1 / 20,
                )
        followers.close()


def delay(server: Running, followers: Followers, record: object) -> float:
    """Milliseconds from a commit until the last stream was told."""
    before = len(server.told)
    record()  # type: ignore[operator]
    last = followers.told()
    while len(server.told) == before:
        time.sleep(0.001)
    time.sleep(0.02)
    return (last - server.told[before]) * 1000


def beside(server: Running, code: str, folder: Path) -> float:
    """A page beside many streams to one of another server, beside 20: asked for in turn."""
    (calm,) = laid(folder, [10])
    with running("companion", folder) as few:
        followers = Followers(few.port, f"/t/{calm}/stream")
        followers.grow(STREAMS[0])
        many, twenty = Phone(server.port), Phone(few.port)
        pages = [
            (timed(lambda: many.ask("GET", f"/t/{code}")), timed(lambda: twenty.ask("GET", f"/t/{calm}")))
            for _ in range(2 * PAGES)
        ][PAGES:]
        followers.close()
    beside_many, beside_few = zip(*pages, strict=True)
    return percentile(beside_many, 50) / percentile(beside_few, 50)


def cost_of_streams(server: Running, followers: Followers, record: object) -> float:
    """Seconds of processor a second: open streams left alone, and the telling of a move every five seconds."""
    start = server.worked()
    time.sleep(IDLE)
    idle = (server.worked() - start) / IDLE
    start = server.worked()
    for _ in range(MOVES):
        record()  # type: ignore[operator]
        followers.told()
    return idle + (server.worked() - start) / MOVES / 5


def cost_of_polling(server: Running, code: str, many: int) -> float:
    """Seconds of processor a second that as many phones cost which ask every second whether there is news."""
    phone = Phone(server.port)
    version = phone.part(code).partition('data-version="')[2].partition('"')[0]
    start = server.worked()
    for _ in range(many):
        phone.part(code, f"?v={version}")
    return server.worked() - start
