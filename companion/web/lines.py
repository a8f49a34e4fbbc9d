"""Open lines to those who follow a table: a socket that the server has handed over, or an answer that never ends."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from ssl import SSLWantReadError

KEEP = "companion.keep"
"""Where a request holds how its line is taken over, if its server can hand it over."""
STILL_HERE = b": still here\n\n"
WAITING = 4096
"""So many bytes wait for one who doesn't read, and the system's own; more than a table tells in an evening hour."""
SILENT = 30_000
"""Milliseconds after which one is let go who has left the network without a word, where the system can tell."""


class Line:
    """The line of one who follows: the code of the table, and the newest version of it that was told here."""

    def __init__(self, code: str, seen: int) -> None:
        self.code = code
        self.seen = seen

    def news(self, version: int) -> bool:
        """Tells a version, unless it is none newer; whether the line still stands."""
        if version <= self.seen:
            return True
        self.seen = version
        return self.tell(event(version))

    def beat(self) -> bool:
        """Tells that somebody is still here; whether the line still stands."""
        return self.tell(STILL_HERE)

    def tell(self, said: bytes) -> bool:
        """Tells something without waiting; whether the line still stands."""
        raise NotImplementedError

    def end(self) -> None:
        """Hangs up."""
        raise NotImplementedError


class OwnLine(Line):
    """A socket that nobody else uses any more: it needs no thread. Who doesn't read what is told loses it."""

    def __init__(self, code: str, seen: int, line: socket.socket) -> None:
        super().__init__(code, seen)
        self._line = line
        line.setblocking(False)
        with suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)
            if user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None):
                line.setsockopt(socket.IPPROTO_TCP, user_timeout, SILENT)

    def tell(self, said: bytes) -> bool:
        """Tells something without waiting; whether the line still stands."""
        try:
            return self._line.send(said) == len(said)
        except OSError:  # it is broken, or full
            return False

    def beat(self) -> bool:
        """Tells that somebody is still here, unless the other one has hung up; whether the line still stands."""
        return self._there() and super().beat()

    def _there(self) -> bool:
        try:
            return self._line.recv(1024) != b""
        except (BlockingIOError, SSLWantReadError):
            return True
        except OSError:
            return False

    def end(self) -> None:
        """Hangs up."""
        self._line.close()


class AnswerLine(Line):
    """What is told goes through the answer, for as long as a thread of the server waits for it."""

    def __init__(self, code: str, seen: int) -> None:
        super().__init__(code, seen)
        self._told: SimpleQueue[bytes] = SimpleQueue()

    def tell(self, said: bytes) -> bool:
        """Tells something; whether the line still stands is not known here."""
        self._told.put(said)
        return True

    def end(self) -> None:
        """Ends the answer."""
        self._told.put(b"")

    def __iter__(self) -> Iterator[bytes]:
        """What is told, until it ends."""
        return iter(self._told.get, b"")


def event(version: int) -> bytes:
    """A version as the page hears it."""
    return b"event: version\ndata: %d\n\n" % version
