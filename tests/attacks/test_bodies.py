"""Bodies that are too long or never end: refused, and nobody else waits for them."""

import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from select import select
from socket import SHUT_WR, SO_LINGER, SOL_SOCKET, socket
from threading import Event, Semaphore, Thread, Timer

import pytest
from flask import Flask

from companion.server import connection as connections, lobby
from companion.server.connection import Connection
from companion.server.lobby import Lobby
from companion.web.live import limits
from companion.web.security import MAX_FORM_BYTES
from tests.attacks.raw import HOST, OURS, asked, dribbled, heard, line, seconds
from tests.tools.phone import Phone
from tests.tools.serving import Wire, served, workers

FORM = "Content-Type: application/x-www-form-urlencoded"
POST = "POST /lay HTTP/1.1"
GET = "GET /healthz HTTP/1.1"
SLOW_PHONES = 60
"""Phones that never end their requests at once; the server begins with ten threads."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server."""
    with served(tmp_path) as where:
        yield where


def test_a_form_that_is_somewhat_too_long_is_told_so_kindly(phone: Phone) -> None:
    form = phone.names("Ann", "Ben").request_of("Start")[1]
    phone.send("/tables", form.to_dict() | {"newcomer": "x" * MAX_FORM_BYTES})
    assert phone.status == 413
    assert "more than any table ever needs" in phone.says


TOO_MUCH = {
    "a form": ([POST, HOST, OURS, FORM, f"Content-Length: {MAX_FORM_BYTES + 1}"], b"a" * (MAX_FORM_BYTES + 1), b"413"),
    "a long form": ([POST, HOST, OURS, FORM, f"Content-Length: {2**21}"], b"a" * 4096, b"413"),
    "a gigabyte": ([POST, HOST, OURS, FORM, f"Content-Length: {10**9}"], b"a" * 4096, b"413"),
    "a length of many digits": ([POST, HOST, FORM, f"Content-Length: {'9' * 5000}"], b"a" * 4096, b"4"),
    "a length below nothing": ([POST, HOST, FORM, "Content-Length: -5"], b"a", b"400"),
    "a length that is none": ([POST, HOST, FORM, "Content-Length: 5five"], b"a", b"400"),
    "a length that Python reads": ([GET, HOST, "Content-Length: 1_0"], b"a=bcdefghi", b"400"),
    "a length with a sign": ([GET, HOST, "Content-Length: +3"], b"a=b", b"400"),
    "a length in other digits": ([GET, HOST, "Content-Length: ٣"], b"a=b", b"400"),
    "a space before the colon": ([GET, HOST, "Content-Length : 3"], b"a=b", b"400"),
    "two lengths": ([GET, HOST, "Content-Length: 3", "Content-Length: 5"], b"a=bcd", b"400"),
    "two hosts": ([GET, HOST, "host: evil.example"], b"", b"400"),
    "another host first": ([GET, "Host: evil.example", HOST], b"", b"400"),
    "a length on two lines": ([GET, HOST, "Content-Length: 3", " 0"], b"a=b", b"400"),
    "a header without a name": ([GET, HOST, ": 3", "Content-Length: 3"], b"a=b", b"400"),
    "pieces without a length": ([POST, HOST, FORM, "Transfer-Encoding: chunked"], b"5\r\na=bcd\r\n0\r\n\r\n", b"411"),
    "an endless piece": ([POST, HOST, FORM, "Transfer-Encoding: chunked"], b"FFFFFFFFFF\r\n" + b"a" * 4096, b"411"),
    "pieces of nonsense": ([POST, HOST, FORM, "Transfer-Encoding: chunked"], b"zz\r\n\r\n", b"411"),
    "pieces and a length": (
        [POST, HOST, FORM, "Content-Length: 3", "Transfer-Encoding: chunked"],
        b"0\r\n\r\n",
        b"411",
    ),
    "an unknown encoding": ([POST, HOST, FORM, "Transfer-Encoding: gzip"], b"abc", b"501"),
    "an endless header": (["GET / HTTP/1.1", HOST, f"X: {'a' * 100_000}"], b"", b"431"),
    "endless headers": (["GET / HTTP/1.1", HOST, *[f"X{n}: {n}" for n in range(20_000)]], b"", b"431"),
    "an endless address": ([f"GET /lay?{'a' * 100_000} HTTP/1.1", HOST], b"", b"431"),
    "an endless cookie": (["GET / HTTP/1.1", HOST, f"Cookie: companion={'a' * 60_000}"], b"", b"200"),
    "a thousand fields": ([POST, HOST, OURS, FORM, "Content-Length: 4000"], b"a=b&" * 1000, b"200"),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_too_much_is_refused(address: str, what: str) -> None:
    lines, body, status = TOO_MUCH[what]
    began = time.monotonic()
    answer = asked(address, *lines, body=body)
    if answer:  # where the body was not read the answer may be lost with the line
        assert answer.split(b" ", 2)[1].startswith(status), answer
        assert b"Traceback" not in answer
        assert answer.count(b"HTTP/1.") == 1, "answered once"
    else:
        assert status in {b"413", b"431"}
    assert seconds(began) < 5
    assert b" 200 OK" in asked(address, "GET /healthz HTTP/1.1", HOST)


def test_a_thousand_parts_of_a_form_are_refused(phone: Phone) -> None:
    parts = {f"field{number}": "x" for number in range(5000)}
    answer = phone.client.post("/lay", data=parts, content_type="multipart/form-data")
    assert answer.status_code == 413


def test_what_follows_a_refused_body_is_not_taken_for_a_request(address: str) -> None:
    """Smuggling: the rest of a body that was not read looks like the next request."""
    hidden = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    bodies = [
        (["Transfer-Encoding: chunked"], b"0\r\n\r\n" + hidden),
        (["Transfer-Encoding: chunked", "Content-Length: 4"], b"0\r\n\r\n" + hidden),
        (["Transfer-Encoding: xchunked"], hidden),
        (["Content-Length: 10000000"], hidden),
        ([f"Content-Length : {len(hidden)}"], hidden),
        ([f"Content-Length: {len(hidden)}", "Content-Length: 0"], hidden),
        ([f"Content-Length: {len(hidden)}", " 0"], hidden),
        (["Content-Length: 0_0"], hidden),
        ([f"Content-Length: {len(hidden)}"], hidden),
    ]
    for more, body in bodies:
        with line(address) as connection:
            connection.sendall("\r\n".join([POST, HOST, *more, "", ""]).encode() + body)
            connection.settimeout(2)
            assert b'"status":"ok"' not in until_silent(connection), more


def until_silent(connection: socket) -> bytes:
    """What the server says until it hangs up or waits."""
    said = b""
    try:
        while more := connection.recv(65536):
            said += more
            connection.settimeout(0.3)
    except (TimeoutError, ConnectionResetError):
        pass
    return said


SLOW = {
    "its first line": b"GET /lay?" + b"a" * 1000,
    "its headers": b"GET /lay HTTP/1.1\r\n" + b"X-Mine: 1\r\n" * 1000,
    "its form": b"POST /lay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n" + b"a" * 1000,
}


@pytest.mark.parametrize("part", SLOW)
def test_one_that_dribbles_is_not_listened_to_for_long(address: str, part: str, monkeypatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.5)
    with line(address) as connection:
        head, dot, rest = SLOW[part].partition(b"\r\n\r\n")
        if dot:
            connection.sendall(head + dot)
        began = time.monotonic()
        answer = dribbled(connection, rest or head, 0.05)
    assert 0.4 < seconds(began) < 5
    assert answer.startswith(b"HTTP/1.1 408")


def test_who_left_in_mid_request_spares_nobody_else(address: str, monkeypatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.5)
    with line(address) as slow:
        left = line(address)
        for connection in (left, slow):
            connection.sendall(b"GET /lay?aa")
        left.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))  # it hangs up without a word
        left.close()
        assert heard(slow).startswith(b"HTTP/1.1 408"), "nothing more is heard from the other one"


def test_a_request_that_was_cut_off_is_told_so(address: str) -> None:
    with line(address) as connection:
        connection.sendall("\r\n".join([POST, HOST, FORM, "Content-Length: 30", "", "a=b"]).encode())
        connection.shutdown(SHUT_WR)
        assert heard(connection).startswith(b"HTTP/1.1 400")


def test_a_line_over_which_a_form_came_is_listened_to_on(address: str, monkeypatch) -> None:
    """Only what has begun and not ended is ever late, and that is late at once here."""
    looks = Semaphore(0)
    look = Lobby._dismiss_late

    def looked(lobby: Lobby) -> None:
        look(lobby)
        looks.release()

    monkeypatch.setattr(connections, "REQUEST_SECONDS", -1.0)
    monkeypatch.setattr(Lobby, "_dismiss_late", looked)
    with line(address) as connection:
        connection.sendall("\r\n".join([POST, HOST, FORM, "Content-Length: 3", "", "a=b"]).encode())
        assert b" 403 " in connection.recv(65536)
        while looks.acquire(blocking=False):
            pass
        assert looks.acquire(timeout=10) and looks.acquire(timeout=10)
        connection.sendall(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n\r\n".encode())
        assert b'"status":"ok"' in until_silent(connection)


def test_who_waits_to_be_told_before_the_body_is_told(address: str) -> None:
    with line(address) as connection:
        connection.sendall(
            "\r\n".join([POST, HOST, FORM, "Content-Length: 3", "Expect: 100-continue", "", ""]).encode()
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 100 ")
        connection.sendall(b"a=b")
        assert b"HTTP/1.1 403 " in until_silent(connection)


def test_those_who_never_end_hold_nobody_up(address: str, monkeypatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 5.0)
    monkeypatch.setattr(limits, "MAX_EACH", 2 * SLOW_PHONES)  # here they all have one address
    with ExitStack() as open_:
        slow = [open_.enter_context(line(address)) for _ in range(SLOW_PHONES)]
        for number, connection in enumerate(slow):
            connection.sendall(list(SLOW.values())[number % 3][:90])
        for _ in range(3):
            assert b" 200 OK" in asked(address, "GET /healthz HTTP/1.1", HOST)
        assert select(slow, [], [], 0)[0] == [], "they are still being listened to"
        assert workers() < 10, "and hold no thread"
        for connection in slow:
            connection.settimeout(30)
            heard(connection)  # and then all are let go


@pytest.fixture
def answers(monkeypatch) -> Event:
    """What all answers wait for."""
    held, answer = Event(), Connection.answer

    def waits(connection: Connection, app: Flask) -> bool:
        assert held.wait(20)
        return answer(connection, app)

    monkeypatch.setattr(Connection, "answer", waits)
    return held


ASKS = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n\r\n".encode()


def test_a_server_that_found_no_room_for_a_thread_answers_with_those_it_has_and_still_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answers: Event
) -> None:
    """After a rush nothing is left behind."""
    start, rest = Thread.start, list(range(6))

    def short(thread: Thread) -> None:
        if thread.name.startswith("answers") and not (rest and rest.pop() >= 0):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(Thread, "start", short)
    with ExitStack() as open_:
        with served(tmp_path) as address:
            lines = [open_.enter_context(line(address)) for _ in range(8)]
            for connection in lines:
                connection.sendall(ASKS)
            until = time.monotonic() + 10
            while not caplog.messages and time.monotonic() < until:
                time.sleep(0.05)
            assert workers() == 6
            answers.set()
            for connection in lines:
                assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
            began = time.monotonic()
        assert seconds(began) < 12
    assert set(caplog.messages) == {"There is no room for more threads: can't start new thread"}
    assert workers() == 0


def test_a_server_that_stops_lets_go_of_who_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: Event
) -> None:
    """What it has begun to answer it ends, or hangs up."""
    monkeypatch.setattr(lobby, "STOP_SECONDS", 0.5)
    with ExitStack() as open_:
        with served(tmp_path) as address:
            for _ in range(3):
                open_.enter_context(line(address)).sendall(ASKS)
            until = time.monotonic() + 10
            while workers() < 3 and time.monotonic() < until:
                time.sleep(0.05)
            Timer(1, answers.set).start()
            began = time.monotonic()
        assert seconds(began) < 5
    assert workers() == 0


def test_a_phone_that_follows_live_is_not_hurried(address: str, monkeypatch) -> None:
    """The stream is an answer that never ends; the request was read long ago."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    code = Phone(Wire(int(address.rpartition(":")[2]))).lays().code
    with line(address) as connection:
        connection.sendall(f"GET /t/{code}/stream HTTP/1.1\r\n{HOST}\r\n\r\n".encode())
        hears(connection)
        time.sleep(1)
        phone = Phone(Wire(int(address.rpartition(":")[2])))
        phone.open(f"/t/{code}/pencil").press("Take the pencil here")
        hears(connection)
        phone.open(f"/t/{code}").press("Deal")
        hears(connection)


def hears(stream: socket) -> None:
    """Waits until a version is told."""
    said = b""
    while b"event: version" not in said:
        more = stream.recv(65536)
        assert more, "it hung up"
        said += more
