"""A connection: its requests are gathered without waiting, and answered in a thread.

h11 reads HTTP as its bytes come, as strictly as RFC 9112 lets it: of a length there is one reading or none, so that no
request hides in the body of another. Beyond that a request must say its length, and arrive within ``REQUEST_SECONDS``.
"""

import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from email.utils import formatdate
from io import BytesIO
from ssl import SSLContext, SSLSocket, SSLWantReadError, SSLWantWriteError
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_to_bytes

import h11

from companion.web.live.hub import HAND_OVER
from companion.web.security import MAX_FORM_BYTES

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Headers: TypeAlias = list[tuple[str, str]]

REQUEST_SECONDS = 15.0
"""Seconds within which a request must have arrived, from its first byte."""
QUIET_SECONDS = 10.0
"""Seconds until the next request, and for each part of an answer to be taken."""
READ_BYTES = 16 * 1024
"""Bytes that are read at once."""
SENT_BYTES = 64 * 1024
"""Bytes that are sent at once."""
MAX_HEADER_BYTES = 64 * 1024
"""Bytes that the first line and the headers of a request may have."""
MAX_HEADER_LINES = 100
"""Lines that they may have: many short ones take long to read."""
END_OF_HEADERS = re.compile(rb"\n\r?\n")
NO_HEADER = re.compile(rb"\n[ \t]|[\x00\v\f]|\r(?!\n|\Z)")
"""What no header has: a folded line, and bytes for which h11 would try every way to divide a long row of blanks."""
MAX_BODY_BYTES = 1024 * 1024
"""Bytes of a body that is still read, so that a page can say that it is too long; a longer one is refused unread."""
HANDSHAKE_BYTE = b"\x16"
"""The first byte of a TLS handshake."""
TO_HTTPS = """\
<!doctype html><meta name="viewport" content="width=device-width"><title>Companion</title>
<script>location.protocol = "https:"</script><p>Companion is served over https: write https:// before the address."""
"""The page for a client that speaks plain http where https is spoken."""


def short_answer(status: str, text: str, more: str = "", kind: str = "text/plain") -> bytes:
    """Return an answer of one sentence, after which the connection is closed; no thread is needed for it."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n{more}Content-Length: {len(text) + 1}"
    return f"{head}\r\n\r\n{text}\n".encode()


MALFORMED = "The headers of this request are malformed, or say twice what they may say once: send it anew."
REFUSALS = {
    400: short_answer("400 Bad Request", MALFORMED),
    411: short_answer("411 Length Required", "Say how long it is."),
    413: short_answer("413 Content Too Large", "This is longer than anything that Companion takes."),
    431: short_answer("431 Request Header Fields Too Large", "The address or the headers are too long, or too many."),
    501: short_answer("501 Not Implemented", "Send it as it is, with its length."),
    505: short_answer("505 HTTP Version Not Supported", "Ask by HTTP/1.1."),
}
"""What is answered to a request that is not read, by status."""
LATE = short_answer("408 Request Timeout", "This took too long to arrive: try again.")
CUT_OFF = short_answer("400 Bad Request", "This request was cut off: try again.")
TOO_MANY = short_answer(
    "503 Service Unavailable", "This device has too many connections open: close some pages.", "Retry-After: 15\r\n"
)


def _write(_: bytes) -> object:
    """Refuse the older way to answer that WSGI knows."""
    raise NotImplementedError("an application returns what it sends")


class Connection:
    """A device's end of the line, over TLS if there is a context for it."""

    def __init__(self, sock: socket.socket, address: Any, context: SSLContext | None = None) -> None:
        """Take a socket that was accepted, and where it comes from. Raises OSError."""
        self.host, self.port = address[:2]
        self.handed_over = False
        """Whether the application owns the socket now."""
        self.is_secure = context is not None
        self.shakes_hands, self._speaks_tls = self.is_secure, False
        """Whether the TLS handshake goes on."""
        self.socket = sock
        if context:
            self.socket = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEADER_BYTES)
        self.wait()

    def wait(self) -> None:
        """Begin to wait for the next request; from now on nothing that is read holds anybody up."""
        self.socket.setblocking(False)
        self._since = time.monotonic()
        self._has_begun = bool(self._http.trailing_data[0])
        self._environ: dict[str, Any] = {}
        self._body = BytesIO()
        self._drops_body = False
        self._lines, self._tail, self._left = 0, b"", self._http.trailing_data[0]

    def gather(self) -> bool:
        """Read once, at most ``READ_BYTES``; return whether there is a whole request now, for a thread.

        What has come beyond waits for the next time, lest much that is said here keeps the others waiting. Raises
        OSError if nobody is left.
        """
        try:
            self._shake_hands()
            left, self._left = self._left, b""
            if not self._is_whole(left):
                if not (data := self.socket.recv(READ_BYTES)):
                    self.answer_if_begun(CUT_OFF)
                    raise ConnectionResetError
                if not self._has_begun:
                    self._has_begun, self._since = True, time.monotonic()
                self._http.receive_data(data)
                if not self._is_whole(data):
                    return False
        except (BlockingIOError, SSLWantReadError, SSLWantWriteError):
            return False
        except h11.RemoteProtocolError as error:
            self._refuse(error.error_status_hint)
        self.socket.settimeout(QUIET_SECONDS)
        return True

    def _shake_hands(self) -> None:
        """Go on with the TLS handshake, if it has not ended. Raises OSError where plain http is spoken."""
        if not self.shakes_hands:
            return
        assert isinstance(self.socket, SSLSocket)
        if not self._speaks_tls:
            if socket.socket.recv(self.socket, 1, socket.MSG_PEEK) not in (HANDSHAKE_BYTE, b""):
                socket.socket.recv(self.socket, READ_BYTES)
                socket.socket.send(self.socket, short_answer("400 Bad Request", TO_HTTPS, kind="text/html"))
                raise ConnectionAbortedError
            self._speaks_tls = True
        self.socket.do_handshake()
        self.shakes_hands = False

    def _is_whole(self, new: bytes) -> bool:
        """Return whether the request has ended with what has come since. Raises RemoteProtocolError, OSError."""
        if not self._environ:
            self._look_at_headers(new)
        while (event := self._http.next_event()) is not h11.NEED_DATA:
            if isinstance(event, h11.EndOfMessage):
                return True
            if isinstance(event, h11.Request):
                self._begin(event)
            elif isinstance(event, h11.Data) and not self._drops_body:
                self._body.write(event.data)
        if self._http.they_are_waiting_for_100_continue:
            go_ahead = self._http.send(h11.InformationalResponse(status_code=100, headers=[]))
            self.socket.send(go_ahead or b"")
        return False

    def _look_at_headers(self, new: bytes) -> None:
        """Look at a further part of the headers before they are read. Raises OSError where they are refused."""
        seen = self._tail + new
        end = END_OF_HEADERS.search(seen)
        headers = seen[: end.end()] if end else seen
        self._lines += headers.count(b"\n", len(self._tail))
        self._tail = seen[-2:]
        if NO_HEADER.search(headers):
            self._refuse(400)
        if self._lines > MAX_HEADER_LINES + 2:  # beside the first line and the empty one
            self._refuse(431)

    def _begin(self, request: h11.Request) -> None:
        """Look at the headers. Raises OSError where they are refused."""
        if not request.target.startswith(b"/"):  # a proxy is asked so
            self._refuse(400)
        self._environ = self._environ_of(request)
        length = int(self._environ.get("CONTENT_LENGTH", 0))
        if not request.http_version.startswith(b"1."):
            self._refuse(505)
        if not request.method.isupper():
            self._refuse(501)
        if "HTTP_TRANSFER_ENCODING" in self._environ:
            self._refuse(411)
        if length > MAX_BODY_BYTES:
            self._refuse(413)
        self._drops_body = length > MAX_FORM_BYTES  # the page refuses it by its length

    def _refuse(self, status: int) -> None:
        """Refuse the request in one sentence, and end. Raises ConnectionAbortedError."""
        with suppress(OSError):
            self.socket.send(REFUSALS.get(status, REFUSALS[400]))
        raise ConnectionAbortedError

    def is_late(self) -> bool:
        """Return whether this has been waited for too long: for the rest of a request, or for its first byte."""
        return time.monotonic() - self._since > (REQUEST_SECONDS if self._has_begun else QUIET_SECONDS)

    def answer_if_begun(self, answer: bytes) -> None:
        """Send a short answer to a request that will not be read on, if one has begun."""
        if self._has_begun:
            with suppress(OSError):
                self.socket.send(answer)

    def answer(self, app: "WSGIApplication") -> bool:
        """Let the application answer the request; return whether the connection is open for the next one.

        Raises OSError if nobody is left to take the answer.
        """
        begun: list[tuple[str, Headers]] = []

        def start_response(status: str, headers: Headers, _: Any = None) -> Callable[[bytes], object]:
            begun[:] = [(status, headers)]
            return _write

        self._body.seek(0)
        blocks = app(self._environ, start_response)
        try:
            rest = iter(blocks)
            first = next(rest, b"")
            self._send(self._head(*begun[0]) + self._part(first))
            for block in rest:
                self._send(self._part(block))
            if self.handed_over:
                return False
            self._send(self._http.send(h11.EndOfMessage()) or b"")
        finally:
            if close := getattr(blocks, "close", None):
                close()
        if self._http.our_state is not h11.DONE:
            return False
        self._http.start_next_cycle()
        return True

    def _send(self, data: bytes) -> None:
        """Send some bytes, each part of which must be taken in ``QUIET_SECONDS``. Raises OSError."""
        for start in range(0, len(data), SENT_BYTES):
            self.socket.sendall(data[start : start + SENT_BYTES])

    def _head(self, status: str, headers: Headers) -> bytes:
        """Return the status and the headers; a stream that is handed over goes on until its end of the line closes."""
        code, _, reason = status.partition(" ")
        said = [(name.encode(), value.encode("latin-1")) for name, value in headers]
        said += [(b"Date", formatdate(usegmt=True).encode()), (b"Server", b"companion")]
        if self.handed_over:
            lines = [f"HTTP/1.1 {status}".encode(), *(b": ".join(header) for header in said), b"Connection: close"]
            return b"\r\n".join([*lines, b"", b""])
        return self._http.send(h11.Response(status_code=int(code), headers=said, reason=reason)) or b""

    def _part(self, block: bytes) -> bytes:
        if self.handed_over or not block:
            return block
        return self._http.send(h11.Data(data=block)) or b""

    def _environ_of(self, request: h11.Request) -> dict[str, Any]:
        """Return the WSGI environment of a request whose body is still to come."""
        path, _, query = request.target.decode("ascii").partition("?")
        host, port = self.socket.getsockname()[:2]
        environ: dict[str, Any] = {
            "REQUEST_METHOD": request.method.decode("ascii"),
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": f"HTTP/{request.http_version.decode('ascii')}",
            "REMOTE_ADDR": self.host,
            "REMOTE_PORT": str(self.port),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "https" if self.is_secure else "http",
            "wsgi.input": self._body,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            HAND_OVER: self.hand_over,
        }
        for name, value in request.headers.raw_items():
            if b"_" in name:  # it could not be told from a header that a proxy sets
                continue
            key = name.decode("ascii").upper().replace("-", "_")
            key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
            said = value.decode("latin-1")
            between = "; " if key == "HTTP_COOKIE" else ", "
            environ[key] = f"{environ[key]}{between}{said}" if key in environ else said
        return environ

    def hand_over(self) -> socket.socket:
        """Return the socket, which the application owns once the answer is sent: it is not closed here."""
        self.handed_over = True
        return self.socket

    def hang_up(self) -> None:
        """End an answer that nobody takes."""
        with suppress(OSError):
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)  # TLS would go on in plain text

    def close(self) -> None:
        """Close the socket, unless it was handed over."""
        if not self.handed_over:
            self.hang_up()
            self.socket.close()
