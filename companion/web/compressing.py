"""Answers made smaller on their way: a page of a table is mostly the same few words."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

SMALLEST = 1_000
"""Bytes below which nothing is gained."""
QUICK, SMALL = 1, 9
"""How much work goes into an answer that is made once, and into a file that is sent again and again."""


def compress(app: Flask) -> None:
    """Sends texts compressed to every browser that says it can read them so; streams are left alone."""

    @app.after_request
    def compressed(response: Response) -> Response:
        if not _worth_it(response):
            return response
        response.vary.add("Accept-Encoding")
        if not request.accept_encodings.quality("gzip"):
            return response
        file = response.direct_passthrough
        response.direct_passthrough = False
        said = response.get_data()
        response.set_data(_file(said) if file else gzip.compress(said, QUICK, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        return response


def _worth_it(response: Response) -> bool:
    """Whether it is a whole text, and long enough."""
    kind = response.mimetype or ""
    text = kind.startswith("text/") or kind.endswith(("javascript", "json", "xml"))
    whole = response.status_code == 200 and (response.direct_passthrough or not response.is_streamed)
    return text and whole and (response.content_length or 0) >= SMALLEST and "Content-Encoding" not in response.headers


@lru_cache(maxsize=64)
def _file(said: bytes) -> bytes:
    """A file of the house, compressed once."""
    return gzip.compress(said, SMALL, mtime=0)
