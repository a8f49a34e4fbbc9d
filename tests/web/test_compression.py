"""Answers are made smaller for browsers that can read them so, and are the same once they are read."""

import gzip

import pytest
from flask import Flask

from tests.tools.phone import Phone

WANTS = {"Accept-Encoding": "gzip, deflate"}


@pytest.mark.parametrize("path", ["/lay", "/static/css/base.css", "/static/vendor/htmx.min.js", "/static/icon.svg"])
def test_a_compressed_answer_reads_as_the_plain_one(app: Flask, path: str) -> None:
    client = app.test_client()
    client.get(path)
    plain, small = client.get(path), client.get(path, headers=WANTS)
    if path.endswith("svg"):
        assert small.headers.get("Content-Encoding") is None, "nothing is gained on so little"
        assert small.data == plain.data
        return
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.content_length == len(small.data) < len(plain.data) / 2
    read = gzip.decompress(small.data)
    assert read == plain.data if path.startswith("/static") else read.startswith(b"<!doctype html>")


def test_a_file_that_the_browser_has_is_not_sent_again(app: Flask) -> None:
    client = app.test_client()
    first = client.get("/static/css/base.css", headers=WANTS)
    again = client.get("/static/css/base.css", headers=WANTS | {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_part_of_a_file_is_sent_as_it_is(app: Flask) -> None:
    part = app.test_client().get("/static/css/base.css", headers=WANTS | {"Range": "bytes=0-4999"})
    assert (part.status_code, part.headers.get("Content-Encoding")) == (206, None)
    assert len(part.data) == 5000


def test_who_refuses_it_is_sent_the_plain_one(app: Flask) -> None:
    plain = app.test_client().get("/static/css/base.css", headers={"Accept-Encoding": "gzip;q=0"})
    assert plain.headers.get("Content-Encoding") is None


def test_the_stream_is_told_at_once(app: Flask) -> None:
    code = Phone(app).lays().code
    with app.test_client().get(f"/t/{code}/stream", headers=WANTS) as told:
        assert told.headers.get("Content-Encoding") is None
        assert next(iter(told.response)) == b"retry: 2000\n\n"
