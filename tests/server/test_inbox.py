"""Where a request ends among the bytes that come, however they come."""

import pytest

from companion.server.inbox import MAX_HEADER_BYTES, Inbox, body_length
from companion.web.security import MAX_FORM_BYTES

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST /lay HTTP/1.1\r\ncontent-length: 7 \r\nCookie: caf\xc3\xa9\r\n\r\na=b\r\n\r\n"
"""The end of its body looks like that of headers."""
LONG_BODY = MAX_FORM_BYTES + 1
TOO_LONG_FORM = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % LONG_BODY


def requests(*parts: bytes) -> list[bytes]:
    """The requests that are taken out as these bytes come."""
    inbox, taken = Inbox(), []
    for part in parts:
        inbox.add(part)
        while request := inbox.take():
            taken.append(request.content.read())
    return taken


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
def test_requests_are_the_same_in_whatever_pieces_they_come(size: int) -> None:
    said = GET + POST + GET + POST[:-1]
    assert requests(*(said[start : start + size] for start in range(0, len(said), size))) == [GET, POST, GET]


def test_of_a_body_that_is_refused_by_its_length_nothing_is_kept() -> None:
    body = b"\r\n\r\n" * (LONG_BODY // 4) + b"x"
    pieces = [body[start : start + 1000] for start in range(0, LONG_BODY, 1000)]
    assert requests(TOO_LONG_FORM, *pieces, GET) == [TOO_LONG_FORM, GET]
    assert requests(TOO_LONG_FORM, *pieces[:-1]) == [], "but it is waited for, so that the refusal can be read"


def test_headers_that_never_end_are_handed_on_to_be_refused() -> None:
    said = b"GET / HTTP/1.1\r\nX: " + b"a" * MAX_HEADER_BYTES
    assert requests(said) == [said]
    assert requests(said[:MAX_HEADER_BYTES]) == []


@pytest.mark.parametrize(
    ("headers", "length"),
    [
        ([b"Host: a"], 0),
        ([b"Content-Length: 12"], 12),
        ([b"CONTENT-LENGTH:12"], 12),
        ([b"Content-Length: 1_0"], None),
        ([b"Content-Length: +1"], None),
        ([b"Content-Length: -1"], None),
        ([b"Content-Length: 0x1"], None),
        ([b"Content-Length: 1, 1"], None),
        ([b"Content-Length:"], None),
        ([b"Content-Length : 1"], None),
        ([b" Content-Length: 1"], None),
        ([b"Content-Length: 1", b"Content-Length: 1"], None),
        ([b"Host: a", b"HOST: a"], None),
        ([b"Content-Length: 1", b" 0"], None),
        ([b"Content-Length: 1\rX: 1"], None),
        ([b"Content-Length: 1\nX: 1"], None),
        ([b"X: \0"], None),
        ([b"no colon"], None),
    ],
)
def test_a_length_is_read_in_one_way_or_refused(headers: list[bytes], length: int | None) -> None:
    head = b"\r\n".join([b"POST / HTTP/1.1", *headers, b"", b""])
    assert body_length(head) == length
    assert body_length(b"\r\n" + head) == length, "a line break before it is let pass"
