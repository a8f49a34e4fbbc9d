"""The lobby: connections wait here, all in one thread, until they have sent a whole request.

A phone that is silent, or lets its request drip, holds a place here and no thread. Places are few, and fewer for each
address (``web.live.places``): a newcomer from an address that has its share takes the place of its
connection that has waited longest, and is turned away only where all of them are being answered.
"""

import selectors
import socket
import time
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

from companion.server.http import LATE, TOO_MANY, Connection
from companion.web.live.places import Places

MAX_CONNECTIONS = 400
"""Connections that are open at once, without streams; Windows can wait for some five hundred."""
ACCEPTED_AT_ONCE = 64
"""New connections that are let in before those inside are looked after again."""
BREATH_SECONDS = 0.05
"""Seconds of rest where the system has no more sockets and nobody waits whose socket could be had."""


class Lobby:
    """What waits for its next request; it takes the place of cheroot's ``ConnectionManager``."""

    can_add_keepalive_connection = True
    """Whether a connection may stay open after its answer: its place is counted already."""

    def __init__(self, server: Any, places: Places) -> None:
        """Wait for connections to ``server``, whose socket listens."""
        self._server = server
        self._places = places
        self._waiting: dict[Connection, None] = {}
        """Those that have not sent a whole request; the one that came first is the first."""
        self._answered: deque[Connection] = deque()
        """Those that come back from a thread."""
        self._running = self._stopping = False
        self._bell, self._ring = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        for door in (server.socket, self._bell):
            door.setblocking(False)
            self._selector.register(door, selectors.EVENT_READ, door)
        self._ring.setblocking(False)

    # What cheroot calls.

    def run(self, seconds: float) -> None:
        """Look after all connections until ``stop``, and every ``seconds`` after those that are late."""
        self._running = True
        try:
            next_look = time.monotonic() + seconds
            while not self._stopping:
                ready = [key.data for key, _ in self._selector.select(seconds)]
                for connection in ready:
                    if connection in self._waiting:
                        self._listen(connection)
                if self._bell in ready:
                    self._let_back_in()
                if self._server.socket in ready:  # last: by now those that hung up have left
                    self._let_in()
                if time.monotonic() > next_look:
                    self._dismiss_late()
                    next_look = time.monotonic() + seconds
        finally:
            self._running = False

    def put(self, connection: Connection) -> None:
        """Take a connection back whose request was answered; called from its thread."""
        if self._stopping:
            connection.close()
            return
        self._answered.append(connection)
        self._wake()

    def stop(self) -> None:
        """Stop looking after the connections."""
        self._stopping = True
        self._wake()
        while self._running:
            time.sleep(0.01)

    def close(self) -> None:
        """Close all that wait."""
        for connection in [*self._waiting, *self._answered]:
            connection.close()
        self._selector.close()
        self._bell.close()
        self._ring.close()

    # Who comes.

    def _wake(self) -> None:
        """Wake the thread of ``run``; it is awake already where the bell has rung too often to ring."""
        with suppress(OSError):
            self._ring.send(b"\0")

    def _let_in(self) -> None:
        """Let new connections in."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                sock, address = self._server.socket.accept()
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
        if self._places.has_share(host):
            self._look_who_left(host)
        while not self._places.take(host):
            full = self._places.has_share(host)
            if not self._make_room(*(one for one in self._waiting if not full or one.remote_addr == host)):
                self._turn_away(sock, host)
                return
        try:
            connection = self._server.connection(sock)
        except OSError:
            self._places.give_back(host)
            sock.close()
            return
        connection.remote_addr, connection.remote_port = address[:2]
        connection.on_close = partial(self._places.give_back, host)
        self._wait_for(connection)

    def _let_back_in(self) -> None:
        """Wait for the next request of those that were answered."""
        self._bell.recv(1024)
        self._take_back()

    def _take_back(self) -> None:
        """Wait for the next request of those that were answered by now."""
        while self._answered:
            connection = self._answered.popleft()
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
        if whole:
            self._forget(connection)
            self._server.process_conn(connection)

    # Who goes.

    def _look_who_left(self, host: str) -> None:
        """Close the connections of an address that hung up, also right after their answer."""
        self._take_back()
        for connection in [one for one in self._waiting if one.remote_addr == host]:
            self._listen(connection)

    def _make_room(self, *waiting: Connection) -> bool:
        """Close one of these connections: of the address that holds most the one that has waited longest."""
        if not waiting:
            return False
        last = max(waiting, key=lambda one: self._places.held(one.remote_addr))
        self._places.say_turned_away(last.remote_addr)
        last.answer_if_begun(TOO_MANY)
        self._dismiss(last)
        return True

    def _turn_away(self, sock: socket.socket, host: str) -> None:
        """Close a new connection for which there is no place."""
        self._places.say_turned_away(host)
        with sock, suppress(OSError):
            sock.setblocking(False)
            if not self._server.ssl_adapter:
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
        connection.close()

    def _forget(self, connection: Connection) -> None:
        """Wait for a connection no more."""
        del self._waiting[connection]
        self._selector.unregister(connection.socket)
