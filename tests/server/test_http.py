"""A connection that ends leaves nothing behind: neither bytes to be sent later nor a complaint."""

import gc
import socket
import sys
from typing import Any

import pytest

from companion.server.http import Connection
from companion.server.serve import HTTPServer


def after_a_phone_that_left(*, handed_over: bool) -> tuple[Connection, socket.socket]:
    """A closed connection whose phone left in the middle of an answer, and its end of the line."""
    ours, theirs = socket.socketpair()
    connection = Connection(HTTPServer(("127.0.0.1", 0), None), ours)
    connection.linger = handed_over
    theirs.close()
    with pytest.raises(BrokenPipeError):
        connection.wfile.write(b"the rest of a page")
    connection.close()
    return connection, ours


@pytest.mark.parametrize("handed_over", [False, True])
def test_what_a_phone_left_without_taking_is_not_sent_later(
    monkeypatch: pytest.MonkeyPatch, *, handed_over: bool
) -> None:
    complaints: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    connection, line = after_a_phone_that_left(handed_over=handed_over)
    assert connection.wfile.closed
    assert (line.fileno() == -1) is not handed_over, "the socket of a live stream stays open"
    del connection
    gc.collect()
    assert complaints == []
    line.close()
