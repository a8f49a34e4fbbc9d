"""https for cheroot: every connection shakes hands in its own thread, where a phone that falls silent keeps nobody."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter

from companion.web.wire import Connection

ENVIRON = {"wsgi.url_scheme": "https", "HTTPS": "on"}
HANDSHAKE = b"\x16"
"""What a client that speaks https says first."""
SAYS = b"""<!doctype html><meta name="viewport" content="width=device-width"><title>Companion</title>
<script>location.protocol = "https:"</script><p>Companion is served over https: write https:// before the address."""
TO_HTTPS = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"


class SecureAdapter(BuiltinSSLAdapter):
    """cheroot's own, which would shake hands in the thread that lets everybody in."""

    def __init__(self, file: Path) -> None:
        super().__init__(str(file), str(file))

    def wrap(self, sock: socket.socket) -> tuple[Any, dict[str, str]]:
        """The socket, secured as soon as somebody reads from it, and what the application is told."""
        return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), dict(ENVIRON)


class SecureConnection(Connection):
    """A connection that shakes hands before its first request, and shows the way to whoever speaks plain http."""

    shaken = False

    def communicate(self) -> bool:
        """Answers a request; whether there may be another."""
        if not self.shaken:
            self.server.hurry.begins(self)
            with suppress(OSError):
                self.shaken = self._shake()
            self.server.hurry.ends(self)
        return self.shaken and super().communicate()

    def _shake(self) -> bool:
        """Whether the connection is secure now. Raises OSError where the other one fell silent or made a mistake."""
        if socket.socket.recv(self.socket, 1, socket.MSG_PEEK) in (HANDSHAKE, b""):
            self.socket.do_handshake()
            return True
        socket.socket.recv(self.socket, 65536)
        socket.socket.sendall(self.socket, TO_HTTPS % (len(SAYS), SAYS))
        return False
