"""Requests and connections: what is refused, and how a request is read without holding a thread.

A request must say how long its body is, stay within the limits of ``inbox``, and arrive within ``REQUEST_SECONDS``. It
is gathered without waiting (``Connection.gather``), and a thread gets the connection once all of it is there.
"""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from ssl import SSLWantReadError
from typing import Any

from cheroot.makefile import MakeFile
from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Gateway_10

from companion.server.inbox import Inbox
from companion.web.live.subscribers import HAND_OVER

REQUEST_SECONDS = 15.0
"""Seconds within which a request must have arrived, from its first byte."""
READ_BYTES = 64 * 1024
"""Bytes that are read at once."""
ANSWER = b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s"
"""A short answer that no thread is needed for: its status, more headers, the length of its text, its text."""


def short_answer(status: str, text: str, more: str = "") -> bytes:
    """Return an answer of one sentence, after which the connection is closed."""
    return ANSWER % (status.encode(), more.encode(), len(text) + 1, f"{text}\n".encode())


GO_AHEAD = b"HTTP/1.1 100 Continue\r\n\r\n"
MALFORMED = "The headers of this request are malformed, or say twice what they may say once: send it anew."
LATE = short_answer("408 Request Timeout", "This took too long to arrive: try again.")
CUT_OFF = short_answer("400 Bad Request", "This request was cut off: try again.")
TOO_MANY = short_answer(
    "503 Service Unavailable", "This device has too many connections open: close some pages.", "Retry-After: 15\r\n"
)


class StrictRequest(HTTPRequest):
    """A request that must say how long its body is, as every browser does for a form."""

    def read_request_headers(self) -> bool:
        """Return whether the headers are good; answer 400 to malformed ones, 411 to a body of unknown length."""
        if self.conn.malformed:
            self.simple_response("400 Bad Request", MALFORMED)
            return False
        if not super().read_request_headers():  # type: ignore[no-untyped-call]
            return False
        if b"Transfer-Encoding" in self.inheaders:
            self.simple_response("411 Length Required", "Say how long it is.")
            return False
        return True

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


def _nothing() -> None:
    """Do nothing."""


class Connection(HTTPConnection):
    """A connection whose requests are gathered without waiting, and answered in a thread."""

    RequestHandlerClass = StrictRequest
    malformed = False
    """Whether the headers of the request that is answered now are to be refused."""

    def __init__(self, server: Any, sock: socket.socket, makefile: Any = MakeFile) -> None:
        """Take what cheroot's own connection takes."""
        super().__init__(server, sock, makefile)
        self.on_close: Callable[[], None] = _nothing
        self._inbox = Inbox()
        self.wait()

    def wait(self) -> None:
        """Begin to wait for the next request; from now on nothing that is read holds anybody up."""
        self.socket.setblocking(False)
        self._since = time.monotonic()

    def gather(self) -> bool:
        """Read what has come; return whether it is a whole request, for a thread. Raises OSError if nobody is left."""
        while not (request := self._inbox.take()):
            if self._inbox.wants_go_ahead:
                self._inbox.wants_go_ahead = False
                self.socket.send(GO_AHEAD)
            try:
                data = self.socket.recv(READ_BYTES)
            except (BlockingIOError, SSLWantReadError):
                return False
            if not data:
                self.answer_if_begun(CUT_OFF)
                raise ConnectionResetError
            if not self._inbox:
                self._since = time.monotonic()
            self._inbox.add(data)
        self.rfile, self.malformed = request
        self.socket.settimeout(self.server.timeout)
        return True

    def is_late(self) -> bool:
        """Return whether this has been waited for too long: for the rest of a request, or for its first byte."""
        return time.monotonic() - self._since > (REQUEST_SECONDS if self._inbox else self.server.timeout)

    def answer_if_begun(self, answer: bytes) -> None:
        """Send a short answer to a request that will not be read on, if one has begun."""
        if self._inbox:
            with suppress(OSError):
                self.socket.send(answer)

    def close(self) -> None:
        """Close the connection, and drop bytes that the phone never took.

        cheroot closes the reader alone. A writer that still holds bytes would try to send them when it is collected as
        garbage: on a closed socket, or on one that a live stream writes to by then.
        """
        try:
            super().close()
        finally:
            self.wfile.raw.close()
            self.on_close, on_close = _nothing, self.on_close
            on_close()
