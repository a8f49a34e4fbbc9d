"""Compress answers with gzip: a page of a table is mostly the same few words.

Flask-Compress would do it too, but needs compiled code (brotli), and a phone may be the server.
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

MIN_BYTES = 1_000
"""Bytes below which compression gains nothing."""
PAGE_LEVEL = 1
"""The gzip level of an answer that is sent once: the quickest."""
FILE_LEVEL = 9
"""The gzip level of a static file, which is compressed once and sent often: the smallest."""


def init_app(app: Flask) -> None:
    """Compress every text for browsers that accept gzip; leave streams alone."""

    @app.after_request
    def compress(response: Response) -> Response:
        if not _worth_compressing(response):
            return response
        response.headers["Vary"] = "Accept-Encoding"
        if not request.accept_encodings.quality("gzip"):
            return response
        is_file = (request.endpoint or "").startswith("static")
        response.direct_passthrough = False
        body = response.get_data()
        response.set_data(_compressed_file(body) if is_file else gzip.compress(body, PAGE_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        return response


def _worth_compressing(response: Response) -> bool:
    """Return whether an answer is a whole text of some length, not yet compressed."""
    kind = response.mimetype or ""
    text = kind.startswith("text/") or kind.endswith(("javascript", "json", "xml"))
    whole = response.status_code == 200 and (response.direct_passthrough or not response.is_streamed)
    return text and whole and (response.content_length or 0) >= MIN_BYTES and "Content-Encoding" not in response.headers


@lru_cache(maxsize=64)
def _compressed_file(body: bytes) -> bytes:
    """Return a static file compressed; the last ones are cached."""
    return gzip.compress(body, FILE_LEVEL, mtime=0)
