"""Addresses that lead out of the house, and names with line breaks that would write headers of their own."""

from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from tests.attacks.raw import HOST, asked
from tests.tools.phone import Phone
from tests.tools.serving import served

OUT = [
    "/static/../pyproject.toml",
    "/static/..%2fpyproject.toml",
    "/static/..%2f..%2f..%2fetc%2fpasswd",
    "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static/..\\..\\pyproject.toml",
    "/static/..%5c..%5cpyproject.toml",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/....//....//etc/passwd",
    "/static/vendor/",
    "/static/vendor",
    "/static/",
    "/static/%00",
    "/static/css/base.css%00.txt",
    "/static/" + "x" * 5000,
    "/static/CON",
    "/static/C:%5cWindows",
    "/templates/base.html",
    "/instance/secret.key",
    "/secret.key",
    "/companion.sqlite3",
    "/t/..%2f..%2fsecret.key",
    "/t/%2e%2e/secret.key",
    "/t/%00",
    "/t/%ff%fe",
    "/t/%0d%0aSet-Cookie:%20a=b",
    "/t/" + "A" * 20_000,
    "/t/ABCDE/journal/" + "9" * 5000,
    "/t/ABCDE/journal/-1",
    "/t/ABCDE/journal/٣",
    "/cards/own/" + "9" * 30,
    "/cards/own/" + "9" * 5000,
    "/rules/" + "9" * 30,
    "/rules/" + "9" * 5000 + "/file",
    "/cards/24/" + "9" * 5000,
    "/cards/" + "9" * 5000 + "/1",
]


@pytest.mark.parametrize("path", OUT, ids=lambda path: path[:40])
def test_nothing_lies_there(phone: Phone, path: str) -> None:
    phone.open(path)
    assert phone.status == 404
    assert "Traceback" not in phone.text


def test_nor_for_the_real_server(tmp_path: Path) -> None:
    """Here nothing puts the dots of an address right before it is sent."""
    with served(tmp_path) as address:
        key = (tmp_path / "secret.key").read_bytes()
        for path in OUT:
            answer = asked(address, f"GET {path} HTTP/1.1", HOST)
            assert answer.split(b" ", 2)[1] in {b"404", b"400", b"308"}, path
            assert key not in answer and b"[project]" not in answer and b"root:" not in answer


ODD_LINES = [
    "GET / HTTP/9.9",
    "GET /",
    "get / HTTP/1.1",
    "G\0T / HTTP/1.1",
    "GET /\0 HTTP/1.1",
    "GET /%zz HTTP/1.1",
    "GET \udcff\udcfe HTTP/1.1",
    "GET * HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    "TRACE / HTTP/1.1",
    "TRACK / HTTP/1.1",
    "A" * 5000,
    "",
    "PRI * HTTP/2.0",
    "\x16\x03\x01\x02",
]


def test_a_line_that_is_no_request_breaks_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        for said in ODD_LINES:
            answer = asked(address, said, HOST)
            assert not answer or answer.split(b" ", 2)[1] in {b"400", b"403", b"404", b"405", b"505", b"501"}, (
                said,
                answer,
            )
            assert b"Traceback" not in answer
        assert b" 200 OK" in asked(address, "GET /healthz HTTP/1.1", HOST)


@pytest.mark.parametrize("hosts", [[HOST, "Host: evil.example"], ["host: evil.example", HOST], [HOST, HOST]])
def test_of_two_hosts_none_is_believed(tmp_path: Path, hosts: list[str]) -> None:
    with served(tmp_path) as address:
        answer = asked(address, "GET / HTTP/1.1", *hosts)
    assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"The headers of this request are malformed, or say twice what they may say once" in answer


# Line breaks in what becomes a header.

BREAKS = ["%0d%0aSet-Cookie:%20a=b", "%0aX-Mine:%201", "%0dX-Mine:%201", "%E5%98%8A%E5%98%8DX-Mine:%201", "%00"]


@pytest.mark.parametrize("broken", BREAKS)
@pytest.mark.parametrize(
    "path",
    [
        "/find?code={}",
        "/t/{}",
        "/t/{}/balances.csv",
        "/t/abcde{}",
        "/lay?game={}",
        "/t//{}",
        "/{}//x",
        "/rules/new?game={}",
    ],
)
def test_an_address_writes_no_header(phone: Phone, path: str, broken: str) -> None:
    answer = phone.client.get(path.format(broken), environ_overrides={"REMOTE_ADDR": "10.9.9.9"})
    assert answer.status_code in {200, 302, 308, 404}
    assert "X-Mine" not in answer.headers and "a=b" not in str(answer.headers.getlist("Set-Cookie"))
    assert "\r" not in answer.headers.get("Location", "") and "\n" not in answer.headers.get("Location", "")


@pytest.mark.parametrize(
    "breaks", ["\r\nX-Mine: 1", "\nX-Mine: 1", "\rX-Mine: 1", "\x85X-Mine: 1", "\u2028X-Mine: 1", "\0"]
)
def test_a_name_writes_no_header(app: Flask, owner: Phone, breaks: str) -> None:
    """Names become file names of downloads, memos and places to go to next."""
    sheet = b'{"scoresheet": 1, "players": ["A", "B"], "games": [{"game": "spoil-five", "moves": []}]}'
    sent = [
        ("/rules", {"game": "spoil-five", "keep_as": f"Ours{breaks}"}),
        (f"/rules/from/{owner.code}", {"keep_as": f"Ours{breaks}"}),
        (f"/t/{owner.code}/overhead/places", {"player": f"Ann{breaks}", "step": "on", "shape": breaks}),
        (f"/t/{owner.code}/me", {"player": f"Ann{breaks}"}),
        (f"/t/{owner.code}/moves/give", {"from": "player:Ann", "to": "player:Ben", "counters": "1", "memo": breaks}),
        ("/tables", {"player": f"Ann{breaks}", "newcomer": "Ben", "key": breaks, "game": "spoil-five"}),
        ("/cards/own", {"name": f"Red{breaks}"}),
    ]
    for path, form in sent:
        answer = owner.client.post(path, data=form, environ_overrides={"REMOTE_ADDR": "10.9.9.9"})
        assert answer.status_code < 500, path
        assert "X-Mine" not in answer.headers, path
    file = (BytesIO(sheet), f"ours{breaks}.json")
    answer = owner.client.post("/rules/read", data={"sheet": file}, content_type="multipart/form-data")
    assert answer.status_code in {200, 422}
    for kept in range(1, 5):
        headers = owner.open(f"/rules/{kept}/file").response.headers
        assert "X-Mine" not in headers and "\n" not in headers.get("Content-Disposition", "")


# Where an answer sends on to.


@pytest.mark.parametrize(
    "path",
    ["/find?code=//evil.example", "/find?code=https:evil.example", "/find?code=%5c%5cevil.example", "//evil.example/..",
     "/t//evil.example", "/%2f%2fevil.example", "/find?code=@evil.example", "/find?code=..//evil.example"],
)  # fmt: skip
def test_nobody_is_sent_to_another_site(phone: Phone, path: str) -> None:
    answer = phone.client.get(path, environ_overrides={"REMOTE_ADDR": "10.9.9.9"})
    location = answer.headers.get("Location", "")
    assert answer.status_code in {302, 308, 400, 404}
    assert not location or location.startswith(("/t/", "http://localhost/")), location


ELSEWHERE = [
    "//evil.example/x",
    "/\t/evil.example/x",
    "/\n/evil.example/x",
    "/\r\n/evil.example/x",
    "/\\evil.example/x",
    "/t\\..\\..\\evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "/\x85/evil.example",
    "/\u2028/evil.example",
    "/\0/evil.example",
    "/\n",
    "/\n[",
    "https://evil.example",
    "https:evil.example",
    "@evil.example",
]


@pytest.mark.parametrize("back", ELSEWHERE, ids=repr)
def test_nor_by_the_choice_of_a_language(phone: Phone, back: str) -> None:
    """A tab or a line break goes out of an address on the way, and what is left of it may lead elsewhere."""
    sent = {"language": "fr", "back": back}
    answer = phone.client.post("/language", data=sent, environ_overrides={"REMOTE_ADDR": "10.9.9.9"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
