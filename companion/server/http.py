"""HTTP with limits: how much a phone may send, and how long it may take.

A request must say how long its body is, stay within ``MAX_BODY_BYTES``, and arrive within ``REQUEST_SECONDS``;
otherwise a few phones that dribble could hold all threads. One that is late is answered as a request that was cut off.
"""

import socket
import threading
import time
from contextlib import suppress
from typing import Any

from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Gateway_10

from companion.web.live.subscribers import HAND_OVER

MAX_HEADER_BYTES = 64 * 1024
"""Bytes that the first line and the headers of a request may have."""
MAX_BODY_BYTES = 1024 * 1024
"""Bytes of a body that is still read, so that a page can say that it is too long; a longer one is refused unread."""
REQUEST_SECONDS = 15.0
"""Seconds within which a request must have arrived."""


class RequestDeadline:
    """The connections whose request is still being read; ``enforce`` cuts off those that take too long."""

    def __init__(self) -> None:
        """Begin with no connection."""
        self._started: dict[Any, float] = {}
        self._lock = threading.Lock()

    def start(self, connection: Any) -> None:
        """Start the time of a connection whose request is being read from now on."""
        with self._lock:
            self._started[connection] = time.monotonic()

    def stop(self, connection: Any) -> None:
        """Stop the time of a connection: its request was read, or it is gone."""
        with self._lock:
            self._started.pop(connection, None)

    def enforce(self) -> None:
        """Shut down reading on connections whose request takes longer than ``REQUEST_SECONDS``."""
        latest = time.monotonic() - REQUEST_SECONDS
        with self._lock:
            for connection in [late for late, started in self._started.items() if started < latest]:
                del self._started[connection]
                with suppress(OSError):  # the phone has left by itself
                    # by the class of plain sockets, since a TLS socket would forget its encryption
                    socket.socket.shutdown(connection.socket, socket.SHUT_RD)


class StrictRequest(HTTPRequest):
    """A request that must say how long its body is, as every browser does for a form."""

    def read_request_headers(self) -> bool:
        """Return whether the headers are good; answer 411 to a body of unknown length."""
        if not super().read_request_headers():  # type: ignore[no-untyped-call]
            return False
        if self.chunked_read:
            self.simple_response("411 Length Required", "Say how long it is.")
            return False
        return True

    def respond(self) -> None:
        """Answer the request; one without a body has been read whole by now."""
        if self.inheaders.get(b"Content-Length", b"0").strip() == b"0":
            self.server.deadline.stop(self.conn)
        super().respond()

    def hand_over(self) -> socket.socket:
        """Return the socket, which the application owns once the answer is sent; cheroot won't close it.

        Call it before the answer begins: that is then sent unchunked, and the connection ends with it.
        """
        self.response_protocol = "HTTP/1.0"
        self.outheaders.append((b"Connection", b"close"))
        self.conn.linger = True
        connection: socket.socket = self.conn.socket
        return connection


class StreamGateway(Gateway_10):
    """The WSGI gateway, with ``hand_over`` of the request in its environment."""

    def get_environ(self) -> Any:
        """Return the WSGI environment of the request."""
        return super().get_environ() | {HAND_OVER: self.req.hand_over}  # type: ignore[no-untyped-call]


class TimedConnection(HTTPConnection):
    """A connection on which each request must arrive before its deadline."""

    RequestHandlerClass = StrictRequest

    def communicate(self) -> bool:
        """Read a request and answer it; return whether the connection stays open."""
        self.server.deadline.start(self)
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self.server.deadline.stop(self)

    def close(self) -> None:
        """Close the connection, and drop bytes that the phone never took.

        cheroot closes the reader alone. A writer that still holds bytes would try to send them when it is collected as
        garbage: on a closed socket, or on one that a live stream writes to by then.
        """
        try:
            super().close()
        finally:
            self.wfile.raw.close()
