"""https for cheroot, an extra since it needs compiled code (``pip install companion-scoresheet[https]``).

The TLS handshake is done in the worker thread that reads the connection, not in the accept loop, where one phone that
falls silent would keep out all others. ``web.devices.certificate`` makes the certificate; ``serve.keep_certificate``
loads a new one when the machine's addresses change. A client that speaks plain http is shown the way to https.
"""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter

from companion.server.http import TimedConnection

HTTPS_ENVIRON = {"wsgi.url_scheme": "https", "HTTPS": "on"}
"""The part of the WSGI environment that says a request came over https."""
HANDSHAKE_BYTE = b"\x16"
"""The first byte of a TLS handshake."""
REDIRECT_PAGE = b"""\
<!doctype html><meta name="viewport" content="width=device-width"><title>Companion</title>
<script>location.protocol = "https:"</script><p>Companion is served over https: write https:// before the address."""
REDIRECT_HEAD = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
)
"""The answer to plain http; %d is the length of its page in bytes."""


class LazyHandshakeAdapter(BuiltinSSLAdapter):
    """A TLS adapter that leaves the handshake to the thread that reads from the socket."""

    def __init__(self, file: Path) -> None:
        """Load the key and the certificate from one PEM file."""
        super().__init__(str(file), str(file))

    def wrap(self, sock: socket.socket) -> tuple[Any, dict[str, str]]:
        """Return the socket wrapped but not yet shaken hands on, and its additions to the WSGI environment."""
        return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), dict(HTTPS_ENVIRON)


class SecureConnection(TimedConnection):
    """A connection that does the TLS handshake before its first request."""

    handshake_done = False

    def communicate(self) -> bool:
        """Shake hands at first, then answer a request; return whether the connection stays open."""
        if not self.handshake_done:
            self.server.deadline.start(self)
            with suppress(OSError):
                self.handshake_done = self._do_handshake()
            self.server.deadline.stop(self)
        return self.handshake_done and super().communicate()

    def _do_handshake(self) -> bool:
        """Return whether the connection is secure now; answer plain http with the way to https. Raises OSError."""
        if socket.socket.recv(self.socket, 1, socket.MSG_PEEK) in (HANDSHAKE_BYTE, b""):
            self.socket.do_handshake()
            return True
        socket.socket.recv(self.socket, 65536)
        socket.socket.sendall(self.socket, REDIRECT_HEAD % len(REDIRECT_PAGE) + REDIRECT_PAGE)
        return False
