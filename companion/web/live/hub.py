"""The hub: sends the version of every table to its subscribers."""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial

from attrs import define, field
from cachetools import LRUCache

from companion.store import Table
from companion.web.live.places import Places
from companion.web.live.subscribers import CALLED, Subscriber, drawn

MAX_STREAMS = 1_000
"""Streams that are open at once; beyond it, pages poll."""
MAX_VERSIONS = 4 * MAX_STREAMS
"""Tables whose versions are remembered."""
BROWSER_STREAMS = 4
"""Streams of one browser: it opens six connections to a server at once, of which pages and taps need two."""
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
            self._news.wait_for(self._has_news, max(beat - time.monotonic(), 0))
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

    def _has_news(self) -> bool:
        return bool(self._changed or self._called or self._closed)

    def _all(self) -> list[Subscriber]:
        with self._news:
            return [subscriber for subscribers in self._subscribers.values() for subscriber in subscribers]
