"""The hub sends the version of every table to its subscribers: sockets handed over, or answers that never end."""

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from ssl import SSLWantReadError
from typing import NamedTuple

from attrs import define, field
from cachetools import LRUCache

from companion.store import Table
from companion.web.live.limits import BROWSER_STREAMS, MAX_STREAMS, Places

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


MAX_VERSIONS = 4 * MAX_STREAMS
"""Tables whose versions are remembered."""
HEARTBEAT = 5.0
"""Seconds after which every stream is written to: a page knows by it that it is live, and the hub who has left."""
PATIENCE = 0.05
"""Seconds for which an answer waits at most until all streams have been told."""


@define(eq=False)
class Hub:
    """Sends the newest version of every table to its subscribers, from one thread of this process.

    The thread never waits for a subscriber: one that doesn't read is dropped.
    """

    heartbeat: float = HEARTBEAT
    places: Places = field(factory=lambda: Places("streams", MAX_STREAMS))
    browsers: Places = field(factory=lambda: Places("streams", MAX_STREAMS, BROWSER_STREAMS))
    """The same places, counted by the device that holds them, where it is known."""
    _versions: LRUCache[str, tuple[int, bytes]] = field(factory=lambda: LRUCache(MAX_VERSIONS))
    """The newest version of the tables that were changed last, by code, and what is told before it."""
    _subscribers: dict[str, set[Subscriber]] = field(factory=dict)
    _changed: set[str] = field(factory=set)
    """The codes of tables with something to send."""
    _called: set[tuple[str, str]] = field(factory=set)
    """The codes of tables with the devices that are called there, and haven't heard."""
    _news: threading.Condition = field(factory=threading.Condition)
    """Guards everything above, and wakes the thread."""
    _sent: threading.Event = field(factory=threading.Event)
    """Set when everything that was announced has been sent."""
    _sender: threading.Thread | None = None
    _closed: bool = False

    def hear(self, sender: object, table: Table) -> None:
        """Announce the version of a table that was changed: a listener to ``Tables.table_changed``."""
        self.announce(table.code, table.version, drawn(table))

    def announce(self, code: str, version: int, before: bytes = b"") -> None:
        """Note that a version of a table exists, and wake the thread that sends it after what goes ``before``."""
        with self._news:
            self._versions[code] = max((version, before), self._versions.get(code, (0, b"")))
            self._changed.add(code)
            self._sent.clear()
            self._news.notify()

    def wait_until_sent(self) -> None:
        """Wait a little until what was announced is sent: beside a page that is rendered, hundreds hear it late."""
        if self._sender:
            self._sent.wait(PATIENCE)

    def call(self, code: str, device: str) -> None:
        """Send the device of this hash to look what is new for it at a table; no other one hears it."""
        with self._news:
            self._called.add((code, device))
            self._news.notify()

    def dismiss(self, device: str) -> None:
        """End every stream of the device of this hash; it may follow anew, as whatever it is now."""
        for subscriber in self._all():
            if subscriber.who.device == device:
                self.leave(subscriber)

    def followers(self, code: str) -> dict[str, str]:
        """Return the devices that follow a table now, by their hashes, with what they are."""
        with self._news:
            return dict(subscriber.who for subscriber in self._subscribers.get(code, ()) if subscriber.who.device)

    def enter(self, address: str = "", device: str = "") -> bool:
        """Take the place of one more stream for an address and a device; return False where there is no room."""
        with self._news:
            if self._closed or not self._starts() or not self._has_room(device):
                return False
            if self.places.take(address):
                if device:
                    self.browsers.take(device)
                return True
        self.places.say_turned_away(address)
        return False

    def follow(self, subscriber: Subscriber) -> None:
        """Send a subscriber that has entered every version newer than what it has seen, until it leaves."""
        with self._news:
            self._subscribers.setdefault(subscriber.code, set()).add(subscriber)
            self._changed.add(subscriber.code)
            self._news.notify()
        if self._closed:
            self.leave(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """Send a subscriber nothing more, and close its stream."""
        with self._news:
            followers = self._subscribers.get(subscriber.code, set())
            if subscriber not in followers:
                return
            followers.remove(subscriber)
            if not followers:
                del self._subscribers[subscriber.code]
            self.places.give_back(subscriber.address)
            if subscriber.who.device:
                self.browsers.give_back(subscriber.who.device)
        subscriber.end()

    def close(self) -> None:
        """End every stream."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._sender:
            self._sender.join()

    def _has_room(self, device: str) -> bool:
        """Return whether a device may follow once more; its pages that have hung up meanwhile leave first."""
        if self.browsers.has_share(device):
            for subscriber in self._all():
                if subscriber.who.device == device and not subscriber.is_connected():
                    self.leave(subscriber)
        return not self.browsers.has_share(device)

    def _starts(self) -> bool:
        """Start the thread that sends, unless it runs; return False where there is no memory for it."""
        if not self._sender:
            sender = threading.Thread(target=self._run, name="hub", daemon=True)
            try:
                sender.start()
            except RuntimeError:
                return False
            self._sender = sender
        return True

    def _run(self) -> None:
        """Send what is new, and a heartbeat at its times, until the hub is closed."""
        beat = time.monotonic() + self.heartbeat
        while not self._closed:
            for subscriber, version, before in self._news_until(beat):
                self._send(subscriber, partial(subscriber.news, version, before))
            with self._news:
                if not self._changed:  # else news came while these were sent
                    self._sent.set()
            for subscriber in self._called_now():
                self._send(subscriber, partial(subscriber.tell, CALLED))
            if time.monotonic() >= beat:
                for subscriber in self._all():
                    self._send(subscriber, partial(subscriber.beat, self.heartbeat))
                beat = time.monotonic() + self.heartbeat
        for subscriber in self._all():
            self.leave(subscriber)

    def _send(self, subscriber: Subscriber, send: Callable[[], bool]) -> None:
        """Send to a subscriber, and drop it where that fails; no error of one silences the others."""
        try:
            alive = send()
        except Exception:
            logging.getLogger("companion").exception("A live stream broke.")
            alive = False
        if not alive:
            self.leave(subscriber)

    def _news_until(self, beat: float) -> list[tuple[Subscriber, int, bytes]]:
        """Return the subscribers of changed tables with the newest version; none if nothing changes until ``beat``."""
        with self._news:
            self._news.wait_for(lambda: self._changed or self._called or self._closed, max(beat - time.monotonic(), 0))
            changed, self._changed = self._changed, set()
            return [
                (subscriber, *self._versions.get(code, (0, b"")))
                for code in changed
                for subscriber in self._subscribers.get(code, ())
            ]

    def _called_now(self) -> list[Subscriber]:
        """Return the subscribers that are called, once."""
        with self._news:
            called, self._called = self._called, set()
            return [
                each for code, device in called for each in self._subscribers.get(code, ()) if each.who.device == device
            ]

    def _all(self) -> list[Subscriber]:
        with self._news:
            return [subscriber for subscribers in self._subscribers.values() for subscriber in subscribers]
