"""The lobby: connections wait here, all in one thread, until they have sent a whole request.

A phone that is silent, or lets its request drip, holds a place here and no thread. Places are few, and fewer for each
address (``web.live.limits``): a newcomer from an address that has its share takes the place of its
connection that has waited longest, and is turned away only where all of them are being answered.
"""

import logging
import selectors
import socket
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ssl import SSLContext
from threading import Event
from typing import TYPE_CHECKING, Any

from companion.server.connection import LATE, TOO_MANY, Connection
from companion.web.live.limits import Places

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MAX_CONNECTIONS = 400
"""Connections that are open at once, without streams; Windows can wait for some five hundred."""
ACCEPTED_AT_ONCE = 64
"""New connections that are let in before those inside are looked after again."""
LOOK_SECONDS = 0.5
"""Seconds between looks at who is late."""
BREATH_SECONDS = 0.05
"""Seconds of rest where the system has no more sockets and nobody waits whose socket could be had."""
STOP_SECONDS = 5.0
"""Seconds in which the answers end that are being given when the server stops."""


class Lobby:
    """Connections to the application: those that wait, in one thread, and those that are answered, in one each."""

    def __init__(
        self, app: "WSGIApplication", door: socket.socket, places: Places, context: SSLContext | None = None
    ) -> None:
        """Wait for connections to ``door``, a socket that listens; over https if there is a context for it."""
        self._app = app
        self._door = door
        self.port = int(door.getsockname()[1])
        self._places = places
        self._context = context
        self._threads = ThreadPoolExecutor(places.most, "answers")
        """One for each connection: an answer that nobody takes keeps no other one waiting."""
        self._waiting: dict[Connection, None] = {}
        """Those that have not sent a whole request; the one that came first is the first."""
        self._answering: set[Connection] = set()
        self._answered: deque[Connection] = deque()
        """Those that come back from a thread."""
        self._looked_at: set[str] = set()
        """The addresses whose connections were looked at in this turn, as to whether they have hung up."""
        self._stopping, self._ended = Event(), Event()
        self._ended.set()
        self._bell, self._ring = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        for rings in (door, self._bell):
            rings.setblocking(False)
            self._selector.register(rings, selectors.EVENT_READ, rings)
        self._ring.setblocking(False)

    def run(self) -> None:
        """Look after all connections until ``stop``, and now and then after those that are late."""
        self._ended.clear()
        try:
            next_look = time.monotonic() + LOOK_SECONDS
            while not self._stopping.is_set():
                self.turn()
                if time.monotonic() > next_look:
                    self._dismiss_late()
                    next_look = time.monotonic() + LOOK_SECONDS
        finally:
            self._ended.set()

    def turn(self) -> None:
        """Look once at everybody: each connection is read from a few times at most, whatever it says."""
        ready = {key.data for key, _ in self._selector.select(LOOK_SECONDS)}
        heard = [connection for connection in self._waiting if connection in ready]
        for connection in sorted(heard, key=lambda each: each.shakes_hands):  # requests come before handshakes
            self._listen(connection)
        if self._bell in ready:
            self._bell.recv(1024)
        self._take_back()
        if self._door in ready:  # last: by now those that hung up have left
            self._let_in()

    def stop(self) -> None:
        """Take no more requests, finish those that are being answered, and close all connections.

        An answer that is worked out is waited for, as it may write; one that nobody takes ends in ``STOP_SECONDS``.
        """
        self._stopping.set()
        self._wake()
        self._ended.wait()
        self._door.close()
        until = time.monotonic() + STOP_SECONDS
        while self._answering and time.monotonic() < until:
            time.sleep(0.01)
        for connection in [*self._answering]:
            connection.hang_up()
        self._threads.shutdown(cancel_futures=True)
        for connection in [*self._waiting, *self._answering, *self._answered]:
            self._close(connection)
        self._selector.close()
        self._bell.close()
        self._ring.close()

    def _answer(self, connection: Connection) -> None:
        """Answer a request, in a thread of its own."""
        goes_on = False
        try:
            goes_on = connection.answer(self._app)
        except OSError:  # the phone has left
            pass
        except Exception:
            logging.getLogger("companion").exception("An answer failed.")
        finally:
            self._answering.discard(connection)
            if goes_on:
                self._answered.append(connection)
                self._wake()
            else:
                self._close(connection)

    def _close(self, connection: Connection) -> None:
        connection.close()
        self._places.give_back(connection.host)

    # Who comes.

    def _wake(self) -> None:
        """Wake the thread of ``run``; it is awake already where the bell has rung too often to ring."""
        with suppress(OSError):
            self._ring.send(b"\0")

    def _let_in(self) -> None:
        """Let new connections in."""
        self._looked_at.clear()
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                sock, address = self._door.accept()
            except (BlockingIOError, ConnectionError, InterruptedError):
                return
            except OSError:  # no more sockets
                if not self._make_room(*self._waiting):
                    time.sleep(BREATH_SECONDS)
                return
            self._welcome(sock, address)

    def _welcome(self, sock: socket.socket, address: Any) -> None:
        """Give a new connection a place, or turn it away."""
        host = address[0]
        if self._places.has_share(host) and host not in self._looked_at:
            self._looked_at.add(host)
            waiting = [one for one in self._waiting if one.host == host]
            self._take_back(host)
            for connection in waiting:  # some may have hung up, as may those that were taken back
                self._listen(connection)
        while not self._places.take(host):
            full = self._places.has_share(host)
            if self._make_room(*(one for one in self._waiting if not full or one.host == host)):
                continue
            if not self._let_go(*(one for one in [*self._answered] if not full or one.host == host)):
                self._turn_away(sock, host)
                return
        try:
            connection = Connection(sock, address, self._context)
        except OSError:
            self._places.give_back(host)
            sock.close()
            return
        self._wait_for(connection)

    def _let_go(self, *answered: Connection) -> bool:
        """Close one that was answered and isn't taken back yet; return whether there was one."""
        for connection in answered:
            with suppress(ValueError):
                self._answered.remove(connection)
                self._close(connection)
                return True
        return False

    def _take_back(self, host: str = "") -> None:
        """Wait for the next request of those that were answered by now, of all or of one address."""
        for _ in range(len(self._answered)):  # those that come back meanwhile wait for the next turn
            connection = self._answered.popleft()
            if host not in ("", connection.host):
                self._answered.append(connection)
                continue
            connection.wait()
            self._wait_for(connection)

    def _wait_for(self, connection: Connection) -> None:
        """Wait for the next request of a connection; it may have come already."""
        self._waiting[connection] = None
        self._selector.register(connection.socket, selectors.EVENT_READ, connection)
        self._listen(connection)

    def _listen(self, connection: Connection) -> None:
        """Hear what a connection says; when it is a whole request, a thread answers it."""
        try:
            whole = connection.gather()
        except OSError:
            self._dismiss(connection)
            return
        except Exception:  # whatever one of them says, the others are listened to
            logging.getLogger("companion").exception("A request could not be read.")
            self._dismiss(connection)
            return
        if whole:
            self._forget(connection)
            self._answering.add(connection)
            try:
                self._threads.submit(self._answer, connection)
            except RuntimeError as error:  # it waits for one of the threads that there are
                logging.getLogger("companion").warning("There is no room for more threads: %s", error)

    # Who goes.

    def _make_room(self, *waiting: Connection) -> bool:
        """Close one of these connections: of the address that holds most the one that has waited longest."""
        if not waiting:
            return False
        last = max(waiting, key=lambda one: self._places.held(one.host))
        self._places.say_turned_away(last.host)
        last.answer_if_begun(TOO_MANY)
        self._dismiss(last)
        return True

    def _turn_away(self, sock: socket.socket, host: str) -> None:
        """Close a new connection for which there is no place."""
        self._places.say_turned_away(host)
        with sock, suppress(OSError):
            sock.setblocking(False)
            if not self._context:
                sock.send(TOO_MANY)
                sock.shutdown(socket.SHUT_WR)
                sock.recv(65536)  # what was said, lest the answer is lost with it

    def _dismiss_late(self) -> None:
        """Close the connections that have been waited for too long."""
        for connection in [one for one in self._waiting if one.is_late()]:
            connection.answer_if_begun(LATE)
            self._dismiss(connection)

    def _dismiss(self, connection: Connection) -> None:
        """Close a connection that waits."""
        self._forget(connection)
        self._close(connection)

    def _forget(self, connection: Connection) -> None:
        """Wait for a connection no more."""
        del self._waiting[connection]
        self._selector.unregister(connection.socket)
