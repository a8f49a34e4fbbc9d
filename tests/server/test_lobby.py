"""Who waits in the lobby, who makes room for whom, and who is turned away."""

import errno
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Semaphore
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.server.connection import Connection
from companion.server.lobby import Lobby
from companion.web.live import limits
from tests.attacks.raw import HOST, asked, heard, line
from tests.tools.serving import served

ASKS = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n\r\n".encode()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server."""
    with served(tmp_path) as where:
        yield where


def answered(address: str) -> bool:
    """Whether a request is answered; those that came before have been let in by then."""
    return b" 200 OK" in asked(address, "GET /healthz HTTP/1.1", HOST)


def put_back(monkeypatch: pytest.MonkeyPatch) -> Semaphore:
    """What is released when a connection waits in the lobby again, a moment after its answer has come."""
    back, answer = Semaphore(0), Lobby._answer

    def answers(lobby: Lobby, connection: Connection) -> None:
        answer(lobby, connection)
        back.release()

    monkeypatch.setattr(Lobby, "_answer", answers)
    return back


def test_who_is_silent_longest_makes_room_and_who_spoke_is_told_why(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "MAX_EACH", 2)
    with line(address) as silent, line(address) as begun:
        begun.sendall(b"GET / HTTP/1.1\r\n")
        assert answered(address)
        assert heard(silent) == b""
        with line(address), line(address):
            said = heard(begun)
    assert said.startswith(b"HTTP/1.1 503 ") and b"\r\nRetry-After: 15\r\n" in said
    assert said.endswith(b"This device has too many connections open: close some pages.\n")
    assert caplog.messages == ["127.0.0.1 holds 2 of the 2 connections that are open, and was turned away."]


def test_where_all_are_being_answered_the_next_is_turned_away(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_EACH", 2)
    asked_for, goes_on, answer, back = Semaphore(0), Event(), Connection.answer, put_back(monkeypatch)

    def waits(connection: Connection, app: Flask) -> bool:
        asked_for.release()
        assert goes_on.wait(20)
        return answer(connection, app)

    monkeypatch.setattr(Connection, "answer", waits)
    with line(address) as first, line(address) as second:
        for connection in (first, second):
            connection.sendall(ASKS)
            assert asked_for.acquire(timeout=10)
        with line(address) as third:
            assert heard(third).startswith(b"HTTP/1.1 503 ")
        goes_on.set()
        assert first.recv(65536).startswith(b"HTTP/1.1 200 ") and second.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert back.acquire(timeout=10)
        assert answered(address), "one of them waits again, and makes room"


def test_who_hung_up_after_an_answer_makes_room_before_anybody_who_waits(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_EACH", 2)
    monkeypatch.setattr(Lobby, "_wake", lambda lobby: None)  # nothing is looked after until somebody comes
    back = put_back(monkeypatch)
    with line(address) as waits:
        waits.sendall(ASKS[:10])
        for _ in range(3):
            with line(address) as one:
                one.sendall(ASKS)
                assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
            assert back.acquire(timeout=10)
        waits.sendall(ASKS[10:])
        assert waits.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_who_hung_up_while_others_are_let_in_makes_room_too(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_EACH", 2)
    accept, comes, back = socket.socket.accept, Semaphore(0), put_back(monkeypatch)

    def accepts_when_told(door: socket.socket) -> tuple[socket.socket, object]:
        assert comes.acquire(timeout=20)
        return accept(door)

    monkeypatch.setattr(socket.socket, "accept", accepts_when_told)  # all three are let in by one turn
    with line(address) as waits:
        waits.sendall(ASKS[:10])
        comes.release()
        for _ in range(2):
            with line(address) as one:
                one.sendall(ASKS)
                comes.release()
                assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
            assert back.acquire(timeout=10)
        comes.release(9)
        waits.sendall(ASKS[10:])
        assert waits.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_where_the_system_has_no_more_sockets_who_waits_makes_room(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept, troubles = socket.socket.accept, [OSError(errno.EMFILE, "Too many open files")] * 3

    def short(listening: socket.socket) -> tuple[socket.socket, object]:
        if troubles:
            raise troubles.pop()
        return accept(listening)

    with line(address) as silent:
        assert answered(address)
        monkeypatch.setattr(socket.socket, "accept", short)
        assert answered(address), "and where nobody waits, it is tried again"
        assert heard(silent) == b""


def test_more_than_ten_stay_connected_between_their_requests(address: str) -> None:
    with ExitStack() as open_:
        lines = [open_.enter_context(closing(HTTPConnection(urlsplit(address).netloc, timeout=10))) for _ in range(20)]
        for connection in lines * 2:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            assert (answer.status, answer.getheader("Connection")) == (200, None)
            answer.read()


def test_a_request_that_breaks_its_reader_costs_nobody_else(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gather, troubles = Connection.gather, [ValueError("nobody thought of this")]

    def breaks(connection: Connection) -> bool:
        if troubles:
            raise troubles.pop()
        return gather(connection)

    monkeypatch.setattr(Connection, "gather", breaks)
    with line(address) as odd:
        assert heard(odd) == b""
        assert answered(address)
    assert caplog.messages == ["A request could not be read."]
