"""A line to a real server on which anything at all can be said."""

import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

HOST = "Host: 127.0.0.1"
OURS = "Origin: http://127.0.0.1"
"""What a browser says of a form that a page of this host sends."""


def line(address: str, source: str = "") -> socket.socket:
    """A connection to the server, from another address of this machine where one is named."""
    where = urlsplit(address)
    return socket.create_connection(
        (where.hostname or "", where.port or 80), timeout=20, source_address=(source, 0) if source else None
    )


def heard(connection: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    said = b""
    try:
        while more := connection.recv(65536):
            said += more
    except ConnectionResetError:
        pass  # it hung up on what it would not read
    return said


def asked(address: str, *lines: str, body: bytes = b"") -> bytes:
    """What the server answers to these lines, after which it shall hang up."""
    with line(address) as connection:
        head = "\r\n".join([*lines, "Connection: close", "", ""]).encode("utf-8", "surrogateescape")
        with suppress(BrokenPipeError, ConnectionResetError):  # it has answered already
            connection.sendall(head + body)
        return heard(connection)


def dribbled(connection: socket.socket, said: Iterable[int], pause: float) -> bytes:
    """What the server answers to something said a byte at a time, as soon as it answers or hangs up."""
    connection.settimeout(pause)
    for byte in said:
        try:
            connection.sendall(bytes([byte]))
            return connection.recv(65536)
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return b""
    raise AssertionError("all of it was listened to")


def seconds(since: float) -> float:
    """How long ago that was."""
    return time.monotonic() - since
