"""The line between a phone and the server: how much it may send, and how long it may take over it."""

import socket
import threading
import time
from contextlib import suppress
from typing import Any

from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Gateway_10

from companion.web.lines import KEEP

MOST_HEAD = 64 * 1024
"""So many bytes the first line and the headers of a request may have."""
MOST_BODY = 1024 * 1024
"""A form of so many bytes is still answered with a page that says it is too long; a longer one is not even read."""
SECONDS = 15.0
"""So long a phone may take over one request."""


class Hurry:
    """The connections whose request is still being read. Nothing more is heard from one that takes too long, so that
    it can't keep a thread: what came is answered as a request that was cut off."""

    def __init__(self) -> None:
        self._since: dict[Any, float] = {}
        self._guard = threading.Lock()

    def begins(self, connection: Any) -> None:
        """A request is being read from now on."""
        with self._guard:
            self._since[connection] = time.monotonic()

    def ends(self, connection: Any) -> None:
        """It was read, or is not waited for any more."""
        with self._guard:
            self._since.pop(connection, None)

    def look(self) -> None:
        """Stops listening to those that took too long."""
        before = time.monotonic() - SECONDS
        with self._guard:
            for connection in [one for one, since in self._since.items() if since < before]:
                del self._since[connection]
                with suppress(OSError):  # it left by itself
                    socket.socket.shutdown(connection.socket, socket.SHUT_RD)  # a secure one stays secure


class Request(HTTPRequest):
    """A request that says how long it is; no browser sends a form without saying so."""

    def read_request_headers(self) -> bool:
        """Whether the headers are good."""
        if not super().read_request_headers():  # type: ignore[no-untyped-call]
            return False
        if self.chunked_read:
            self.simple_response("411 Length Required", "Say how long it is.")
            return False
        return True

    def respond(self) -> None:
        """Answers; whatever has no body was read already."""
        if self.inheaders.get(b"Content-Length", b"0").strip() == b"0":
            self.server.hurry.ends(self.conn)
        super().respond()

    def keep(self) -> socket.socket:
        """The line itself, which the server lets go of once it has answered: somebody else says more over it.

        To be asked for before the answer begins, which is sent as it is, not in pieces, and ends with the line.
        """
        self.response_protocol = "HTTP/1.0"
        self.outheaders.append((b"Connection", b"close"))
        self.conn.linger = True  # the server doesn't close it
        line: socket.socket = self.conn.socket
        return line


class Gateway(Gateway_10):
    """Tells the application how it can keep a line."""

    def get_environ(self) -> Any:
        """What the application is told of a request."""
        return super().get_environ() | {KEEP: self.req.keep}  # type: ignore[no-untyped-call]


class Connection(HTTPConnection):
    """A connection over which requests come one after another, each in good time."""

    RequestHandlerClass = Request

    def communicate(self) -> bool:
        """Reads a request and answers it; whether the connection stays open."""
        self.server.hurry.begins(self)
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self.server.hurry.ends(self)
