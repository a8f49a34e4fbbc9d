"""The bytes that have come over a connection, and where a request ends among them.

The headers are looked at strictly, as cheroot doesn't: what two readers may understand differently is refused, so that
no request hides in the body of another.
"""

import re
from io import BytesIO
from typing import NamedTuple

from companion.web.security import MAX_FORM_BYTES

MAX_HEADER_BYTES = 64 * 1024
"""Bytes that the first line and the headers of a request may have."""
MAX_BODY_BYTES = 1024 * 1024
"""Bytes of a body that is still read, so that a page can say that it is too long; a longer one is refused unread."""
HEAD_END = re.compile(rb"\r?\n\r?\n")
"""The end of the headers; cheroot refuses one without carriage returns."""
HEADER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n\0]*")
"""A header: no space before the colon, and no second line."""
LENGTH = re.compile(rb"content-length:[ \t]*([0-9]{1,15})[ \t]*", re.IGNORECASE)
"""The header that says how long the body is, in plain digits."""
GO_AHEAD = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
"""The header of a client that sends the body once it is told to."""


class Arrived(NamedTuple):
    """A whole request."""

    content: BytesIO
    malformed: bool
    """Whether its headers are to be refused."""


def body_length(head: bytes) -> int | None:
    """Return how many bytes the body has by these headers, with the first line; None where they are malformed.

    So they are with two hosts, of which a proxy may have read the other.
    """
    headers = head.strip(b"\r\n").split(b"\r\n")[1:]
    lengths, hosts = (
        [header for header in headers if header.lower().startswith(name)] for name in (b"content-length:", b"host:")
    )
    if len(hosts) > 1 or not all(map(HEADER.fullmatch, headers)):
        return None
    if not lengths:
        return 0
    said = LENGTH.fullmatch(lengths[0])
    return int(said[1]) if said and len(lengths) == 1 else None


class Inbox:
    """What has come over one connection, from which whole requests are taken."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._bytes = bytearray()
        self._searched = 0
        """Bytes among which the end of the headers is not."""
        self._end = 0
        """Bytes of the request that are kept; 0 while its headers have not all come."""
        self._to_drop = 0
        """Bytes of its body that are dropped as they come, since the page refuses it by its length."""
        self._malformed = False
        self.wants_go_ahead = False
        """Whether the client waits for a word before it sends the body."""

    def __bool__(self) -> bool:
        """Return whether a request has begun."""
        return bool(self._bytes)

    def add(self, data: bytes) -> None:
        """Add what has come."""
        self._bytes += data

    def take(self) -> Arrived | None:
        """Take the next request out; None where it has not come whole."""
        if not self._end:
            self._look_for_end()
        if self._to_drop:
            coming = len(self._bytes)
            del self._bytes[self._end : self._end + self._to_drop]
            self._to_drop -= coming - len(self._bytes)
        if not self._end or self._to_drop or len(self._bytes) < self._end:
            return None
        content = BytesIO(self._bytes[: self._end])
        del self._bytes[: self._end]
        self._end = self._searched = 0
        self.wants_go_ahead = False
        return Arrived(content, self._malformed)

    def _look_for_end(self) -> None:
        """Find out where the request ends, if its headers have come."""
        found = HEAD_END.search(self._bytes, max(self._searched - 3, 0))
        self._searched = len(self._bytes)
        if not found:
            if len(self._bytes) > MAX_HEADER_BYTES:  # cheroot says that they are too long
                self._end, self._malformed = len(self._bytes), False
            return
        head = bytes(self._bytes[: found.end()])
        length = body_length(head)
        self._malformed = length is None
        body = length if length and length <= MAX_BODY_BYTES else 0
        self._to_drop = body if body > MAX_FORM_BYTES else 0
        self._end = len(head) + body - self._to_drop
        self.wants_go_ahead = body > 0 and GO_AHEAD.search(head) is not None
