"""Subscribers to a table's versions: a socket that the server has handed over, or an answer that never ends."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from ssl import SSLWantReadError
from typing import NamedTuple

from companion.store import Table

HAND_OVER = "companion.hand_over"
"""The key in the WSGI environment of a function that hands the socket over, if the server can."""
CALLED = b"event: news\ndata: 1\n\n"
"""The event that sends one device to look what is new for it beside the table."""
SEND_BUFFER_BYTES = 4096
"""Send buffer of a socket, in bytes. Events are tiny: a full buffer means that nobody reads."""
USER_TIMEOUT_MS = 30_000
"""Milliseconds without an acknowledgement after which the system closes a socket, where it can."""


class Follower(NamedTuple):
    """A device that follows a table."""

    device: str = ""
    """The hash of its secret; empty where it has none yet."""
    kind: str = ""
    """What it is, by its browser."""


NOBODY = Follower()


class Subscriber:
    """A device that follows a table: the table's code, the newest version that the device was sent, its address."""

    def __init__(self, code: str, seen: int, address: str = "", who: Follower = NOBODY) -> None:
        """Follow the table ``code``, of which version ``seen`` was sent, in the place that ``address`` took."""
        self.code = code
        self.seen = seen
        self.address = address
        self.who = who

    def news(self, version: int, before: bytes = b"") -> bool:
        """Send a version if it is newer than the last, after what goes before; return whether it is still there."""
        if version <= self.seen:
            return True
        self.seen = version
        return self.tell(before + event(version))

    def beat(self, seconds: float) -> bool:
        """Send a heartbeat, the next of which comes in so many seconds, unless the subscriber has hung up."""
        return self.is_connected() and self.tell(heartbeat(seconds))

    def is_connected(self) -> bool:
        """Return whether the subscriber is still there, as far as it can be seen without sending anything."""
        return True

    def tell(self, data: bytes) -> bool:
        """Send some bytes without waiting; return whether the subscriber is still there."""
        raise NotImplementedError

    def end(self) -> None:
        """End the stream."""
        raise NotImplementedError


class SocketSubscriber(Subscriber):
    """A socket handed over by the server, which needs no thread; dropped if the device doesn't read."""

    def __init__(
        self, code: str, seen: int, connection: socket.socket, address: str = "", who: Follower = NOBODY
    ) -> None:
        """Take over ``connection``, and never wait for it from now on."""
        super().__init__(code, seen, address, who)
        self._connection = connection
        self._turn = threading.Lock()  # TLS doesn't read and write at once
        connection.setblocking(False)
        with suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
            if user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None):
                connection.setsockopt(socket.IPPROTO_TCP, user_timeout, USER_TIMEOUT_MS)

    def tell(self, data: bytes) -> bool:
        """Send some bytes without waiting; return whether they all went into the send buffer."""
        with self._turn:
            try:
                return self._connection.send(data) == len(data)
            except OSError:  # broken, or full
                return False

    def is_connected(self) -> bool:
        """Return whether the device keeps its end open; whatever it sends is dropped."""
        with self._turn:
            try:
                return self._connection.recv(1024) != b""
            except (BlockingIOError, SSLWantReadError):
                return True
            except OSError:
                return False

    def end(self) -> None:
        """Close the socket."""
        with self._turn:
            self._connection.close()


class QueueSubscriber(Subscriber):
    """The body of an answer that never ends, under a server that can't hand a socket over; it holds a thread there."""

    def __init__(self, code: str, seen: int, address: str = "", who: Follower = NOBODY) -> None:
        """Begin with an empty queue."""
        super().__init__(code, seen, address, who)
        self._queue: SimpleQueue[bytes] = SimpleQueue()

    def tell(self, data: bytes) -> bool:
        """Queue some bytes; return True, since only the server knows whether the device is still there."""
        self._queue.put(data)
        return True

    def end(self) -> None:
        """End the answer."""
        self._queue.put(b"")

    def __iter__(self) -> Iterator[bytes]:
        """Iterate over what is queued, until the end."""
        return iter(self._queue.get, b"")


def event(version: int) -> bytes:
    """Return a version as a server-sent event."""
    return b"event: version\ndata: %d\n\n" % version


def drawn(table: Table) -> bytes:
    """Return an event of what came out of a bag with the last entry: the version, the entry, the number; else nothing.

    A screen that shows the version before it needs to fetch nothing then: hundreds of phones would ask at once.
    """
    last = table.journal.entries[-1] if table.journal.entries else None
    move = last.move if last and last.change.act == "play" else None
    number = getattr(move, move.figure, None) if move and move.draws else None
    if last is None or type(number) is not int:
        return b""
    return b"event: drawn\ndata: %d %d %d\n\n" % (table.version, last.number, number)


def heartbeat(seconds: float) -> bytes:
    """Return a heartbeat as a server-sent event, which says in how many seconds the next one comes."""
    return b"event: beat\ndata: %g\n\n" % seconds
