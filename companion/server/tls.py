"""https for cheroot, an extra since it needs compiled code (``pip install companion-scoresheet[https]``).

The TLS handshake is done in the lobby, step by step as its bytes come, so that a phone that falls silent in it holds
nobody up. ``web.devices.certificate`` makes the certificate; ``serve.keep_certificate`` loads a new one when the
machine's addresses change. A client that speaks plain http is shown the way to https.
"""

import socket
from pathlib import Path
from ssl import SSLWantReadError, SSLWantWriteError
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter

from companion.server.http import Connection

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
    """A TLS adapter that leaves the handshake to the connection."""

    def __init__(self, file: Path) -> None:
        """Load the key and the certificate from one PEM file."""
        super().__init__(str(file), str(file))

    def wrap(self, sock: socket.socket) -> tuple[Any, dict[str, str]]:
        """Return the socket wrapped but not yet shaken hands on, and its additions to the WSGI environment."""
        return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), dict(HTTPS_ENVIRON)


class SecureConnection(Connection):
    """A connection that does the TLS handshake before its first request."""

    speaks_tls = False
    is_secure = False

    def gather(self) -> bool:
        """Shake hands as far as that goes, then read; return whether a whole request has come. Raises OSError."""
        try:
            if not self.speaks_tls:
                self._hear_first_byte()
            if not self.is_secure:
                self.socket.do_handshake()
                self.is_secure = True
        except (BlockingIOError, SSLWantReadError, SSLWantWriteError):
            return False
        return super().gather()

    def _hear_first_byte(self) -> None:
        """Show the way to https where plain http is spoken. Raises OSError then, and where nothing has come."""
        self.speaks_tls = socket.socket.recv(self.socket, 1, socket.MSG_PEEK) in (HANDSHAKE_BYTE, b"")
        if not self.speaks_tls:
            socket.socket.recv(self.socket, 65536)
            socket.socket.send(self.socket, REDIRECT_HEAD % len(REDIRECT_PAGE) + REDIRECT_PAGE)
            raise ConnectionAbortedError
