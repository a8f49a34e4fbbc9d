"""Where a request ends among the bytes that come, however they come, and what is refused on the way."""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from select import select
from typing import Any

import pytest

from companion.server import connection
from companion.server.connection import MAX_HEADER_BYTES, MAX_HEADER_LINES, READ_BYTES, Connection
from companion.web.live.hub import HAND_OVER
from companion.web.security import MAX_FORM_BYTES

GET = b"GET /?a=%20 HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST /lay HTTP/1.1\r\nHost: a\r\ncontent-length: 7 \r\nCookie: caf\xc3\xa9\r\n\r\na=b\r\n\r\n"
"""The end of its body looks like that of headers."""
LONG_BODY = MAX_FORM_BYTES + 1
TOO_LONG_FORM = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % LONG_BODY


class Line:
    """Both ends of a connection, and what the application is asked over it."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.theirs = socket.create_connection(door.getsockname(), timeout=5)
            self.connection = Connection(*door.accept())
        self.asked: list[tuple[str, str, bytes]] = []

    def app(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        body = environ["wsgi.input"].read()
        self.asked.append((environ["REQUEST_METHOD"], environ["PATH_INFO"], body))
        start_response("200 OK", [("Content-Length", "4")])
        return [b"page"]

    def says(self, *parts: bytes) -> bytes:
        """Send some bytes in parts, answer what is whole, and return what was answered."""
        for part in parts:
            self.theirs.sendall(part)
            goes_on = select([self.connection.socket], [], [], 5)[0]
            with suppress(ConnectionAbortedError):
                while goes_on:
                    if goes_on := self.connection.gather():
                        assert self.connection.answer(self.app)
                        self.connection.wait()
                    goes_on = goes_on or select([self.connection.socket], [], [], 0)[0]
        answered = b""
        while select([self.theirs], [], [], 0.1)[0] and (more := self.theirs.recv(2**20)):
            answered += more
        return answered

    def close(self) -> None:
        self.connection.close()
        self.theirs.close()


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.close()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
def test_requests_are_the_same_in_whatever_pieces_they_come(line: Line, size: int) -> None:
    said = GET + POST + GET + POST[:-1]
    answered = line.says(*(said[start : start + size] for start in range(0, len(said), size)))
    assert line.asked == [("GET", "/", b""), ("POST", "/lay", b"a=b\r\n\r\n"), ("GET", "/", b"")]
    assert answered.count(b"HTTP/1.1 200 OK\r\n") == 3


def test_of_a_body_that_is_refused_by_its_length_nothing_is_kept(line: Line) -> None:
    body = b"\r\n\r\n" * (LONG_BODY // 4) + b"x"
    pieces = [body[start : start + 1000] for start in range(0, LONG_BODY, 1000)]
    line.says(TOO_LONG_FORM, *pieces[:-1])
    assert line.asked == [], "but it is waited for, so that the refusal can be read"
    line.says(pieces[-1], GET)
    assert line.asked == [("POST", "/", b""), ("GET", "/", b"")]


def test_headers_that_never_end_are_refused(line: Line) -> None:
    piece = b"a" * READ_BYTES
    answered = line.says(b"GET / HTTP/1.1\r\nHost: a\r\nX: ", *[piece] * (MAX_HEADER_BYTES // READ_BYTES + 1))
    assert answered.startswith(b"HTTP/1.1 431 ") and line.asked == []


@pytest.mark.parametrize("size", [1, 3, 50_000])
def test_more_headers_than_anybody_sends_are_refused_and_a_body_may_have_as_many_lines(line: Line, size: int) -> None:
    body = b"a\r\n" * (2 * MAX_HEADER_LINES)
    posted = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    as_many = b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:\r\n" * (MAX_HEADER_LINES - 1)
    said = posted + as_many + b"\r\n" + as_many + b"a:\r\n\r\n"
    answered = line.says(*(said[start : start + size] for start in range(0, len(said), size)))
    assert line.asked == [("POST", "/", body), ("GET", "/", b"")]
    assert answered.count(b"HTTP/1.1 200 ") == 2 and b"HTTP/1.1 431 " in answered


@pytest.mark.parametrize("odd", [b"\0", b"\v", b"\f", b"\rb"])
def test_a_long_row_of_blanks_is_not_divided_in_every_way(line: Line, odd: bytes) -> None:
    began = time.process_time()
    answered = line.says(b"GET / HTTP/1.1\r\nHost: a\r\na:" + b" " * 60_000 + odd + b"\r\n\r\n")
    assert answered.startswith(b"HTTP/1.1 400 ") and line.asked == []
    assert time.process_time() - began < 1, "it took many seconds"


def test_so_much_is_read_at_once_and_no_more(line: Line) -> None:
    line.theirs.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + b"a" * 100_000)
    turns = 1
    while not line.connection.gather():
        turns += select([line.connection.socket], [], [], 5)[0] != []
    assert turns >= 100_000 // READ_BYTES


@pytest.mark.parametrize(
    ("headers", "is_good"),
    [
        ([], True),
        ([b"Content-Length: 0"], True),
        ([b"CONTENT-LENGTH:0"], True),
        ([b"Content-Length: 0", b"Content-Length: 0"], True),  # the same twice is one length: RFC 9112, 6.3
        ([b"X: one", b" and two"], False),  # a folded line may be refused: RFC 9112, 5.2
        ([b"X: one", b"\tand two"], False),
        ([b"X: 1\nY: 2"], True),  # so ends a line too: RFC 9112, 2.2
        ([b"Content-Length: 0\nContent-Length: 1"], False),
        ([b"Content-Length: 1_0"], False),
        ([b"Content-Length: +1"], False),
        ([b"Content-Length: -1"], False),
        ([b"Content-Length: 0x1"], False),
        ([b"Content-Length: 1, 2"], False),
        ([b"Content-Length:"], False),
        ([b"Content-Length : 1"], False),
        ([b"Content-Length: 1", b"Content-Length: 2"], False),
        ([b"HOST: a"], False),
        ([b"Content-Length: 1", b" 0"], False),
        ([b"Content-Length: 1\rX: 1"], False),
        ([b"X: \0"], False),
        ([b"no colon"], False),
    ],
)
def test_headers_are_read_in_one_way_or_refused(line: Line, headers: list[bytes], *, is_good: bool) -> None:
    head = b"\r\n".join([b"POST / HTTP/1.1", b"Host: a", *headers, b"", b""])
    assert line.says(head).startswith(b"HTTP/1.1 200 " if is_good else b"HTTP/1.1 400 ")


def test_a_header_that_a_proxy_would_write_otherwise_is_not_heard(line: Line) -> None:
    heard: dict[str, str] = {}

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        heard.update(environ)
        start_response("204 No Content", [])
        return []

    line.theirs.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX_Forwarded_Host: evil\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n")
    select([line.connection.socket], [], [], 5)
    assert line.connection.gather() and line.connection.answer(app)
    assert "HTTP_X_FORWARDED_HOST" not in heard and heard["HTTP_COOKIE"] == "a=1; b=2"


def test_an_answer_of_unknown_length_ends_as_http_says(line: Line) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        yield b"a"
        yield b"bc"

    line.theirs.sendall(GET)
    select([line.connection.socket], [], [], 5)
    assert line.connection.gather() and line.connection.answer(app)
    assert line.theirs.recv(65536).endswith(b"\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n")


def test_a_socket_that_is_handed_over_stays_open_and_gets_its_lines_as_they_are(line: Line) -> None:
    owned: list[socket.socket] = []

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        owned.append(environ[HAND_OVER]())
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return [b"event: beat\n\n"]

    line.theirs.sendall(GET)
    select([line.connection.socket], [], [], 5)
    assert line.connection.gather() and not line.connection.answer(app)
    line.connection.close()
    owned[0].sendall(b"event: version\n\n")
    said = line.theirs.recv(65536)
    assert b"\r\nConnection: close\r\n" in said and said.endswith(b"\r\n\r\nevent: beat\n\nevent: version\n\n")
    owned[0].close()


def test_who_left_in_the_middle_of_an_answer_leaves_nothing_behind(line: Line) -> None:
    line.theirs.sendall(GET)
    select([line.connection.socket], [], [], 5)
    assert line.connection.gather()
    line.theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # hangs up without a word
    line.theirs.close()
    with pytest.raises(OSError, match=r"reset|pipe|abort"):
        line.connection.answer(line.app)
    line.connection.close()
    assert line.connection.socket.fileno() == -1


def test_a_refusal_that_cannot_be_sent_is_a_refusal_all_the_same(line: Line) -> None:
    """Its other end takes nothing: no body is gathered without end, and the application is not asked."""

    class Full(socket.socket):
        def send(self, *_: object) -> int:
            raise BlockingIOError

    line.theirs.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")
    select([line.connection.socket], [], [], 5)
    line.connection.socket = Full(fileno=line.connection.socket.detach())
    line.connection.socket.setblocking(False)
    with pytest.raises(ConnectionAbortedError):
        line.connection.gather()


def test_an_answer_is_given_as_long_as_it_is_taken(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part has its time, not the whole."""
    monkeypatch.setattr(connection, "QUIET_SECONDS", 0.5)
    page = b"x" * 2**21

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Length", str(len(page)))])
        return [page]

    line.theirs.sendall(GET)
    select([line.connection.socket], [], [], 5)
    assert line.connection.gather()
    taken = bytearray()

    def takes() -> None:
        while len(taken) < len(page):
            taken.extend(line.theirs.recv(2**17))
            time.sleep(0.1)

    taking = threading.Thread(target=takes)
    taking.start()
    began = time.monotonic()
    assert line.connection.answer(app)
    taking.join()
    assert time.monotonic() - began > connection.QUIET_SECONDS
