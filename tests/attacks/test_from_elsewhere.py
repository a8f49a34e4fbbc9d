"""Other sites: under another name (DNS rebinding), in a frame (clickjacking), with what our addresses tell them."""

from pathlib import Path

import pytest
from flask import Flask

from companion.machine import addresses
from tests.attacks.raw import HOST, asked
from tests.tools.phone import Phone
from tests.tools.serving import served

FOREIGN = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "evil.example#localhost",
    "evil.example/localhost",
    "localhost@evil.example",
    "localhost:80@evil.example",
    "127.0.0.1.evil.example",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "[::ffff:127.0.0.1]",
    "a b",
    ".localhost",
    "x.localhost",
    "localhost#@evil.example",
    "localhost?evil.example",
    "localhost\\evil.example",
    "localhost:8000:9000",
    "localhost:",
    "localhost:99999x",
    "[::1",
    "::1",
    "[::1]evil.example",
    "[::1].evil.example",
    "[::2]",
    "[localhost]",
    ".",
    "..",
    "evil.example.",
    "localhost..",
    "localhost.example.",
    "evil.fritz.box",
    "evil.home.arpa",
    "evil.internal",
    "evil.localdomain",
    "fritz.box",
    "home.arpa.",
    ".internal",
    "[",
    "]",
    ":",
    "x" * 4000,
]


@pytest.fixture
def own(monkeypatch) -> None:
    """This machine has one address."""
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.20"])


@pytest.mark.parametrize("host", FOREIGN, ids=lambda host: host[:30])
def test_it_answers_to_no_name_but_its_own(own, phone: Phone, host: str) -> None:
    """A name of the attacker's that suddenly means this machine: its pages read nothing here and write nothing."""
    phone.open("/lay", Host=host)
    assert phone.status == 400
    assert "csrf" not in phone.text and "Traceback" not in phone.text
    assert len(host) < 2 or host not in phone.text


@pytest.mark.parametrize("path", ["/", "/t//x", "/t/abcde", "/nothing", "/static/css/base.css", "/find?code=ABCDE"])
def test_nothing_is_answered_or_sent_on_under_another_name(own, phone: Phone, path: str) -> None:
    answer = phone.client.get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.mimetype) == (400, "text/plain")
    assert "evil.example" not in f"{answer.headers}{answer.text}"


def test_a_machine_without_a_name_answers_to_no_name_below_none(own, monkeypatch, phone: Phone) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "")
    for host in ("evil.local", "evil.lan", "x.home", ".local", "fritz.box", ".fritz.box", "home.arpa", "internal."):
        assert phone.open("/lay", Host=host).status == 400, host


def test_no_other_header_gives_it_a_name(own, phone: Phone) -> None:
    """Addresses are built from the name that it has, whatever a request says of proxies."""
    phone.lays()
    for name in ("X-Forwarded-Host", "X-Host", "X-Forwarded-Server", "X-Original-URL", "X-Rewrite-URL", "Forwarded"):
        phone.open("follow", **{name: "host=evil.example" if name == "Forwarded" else "evil.example"})
        assert (name, phone.status) == (name, 200)
        assert "evil.example" not in phone.text, name


RAW = [
    (["GET /lay HTTP/1.1"], 400),
    (["GET /lay HTTP/1.1", "Host: evil.example"], 400),
    (["GET http://evil.example/lay HTTP/1.1", "Host: evil.example"], 400),
    (["GET http://evil.example/lay HTTP/1.1", HOST], 400),
    (["GET /lay HTTP/1.0", "Host: evil.example"], 400),
    (["CONNECT evil.example:80 HTTP/1.1", HOST], 405),
    (["GET /lay HTTP/1.1", HOST], 200),
]


def test_the_real_server_answers_to_no_other_either(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        for lines, status in RAW:
            answer = asked(address, *lines)
            assert (lines, int(answer.split()[1])) == (lines, status)
            assert status == 200 or b"csrf" not in answer


# In a frame, and what is passed on.

PAGES = [
    "",
    "journal",
    "pencil",
    "follow",
    "moves/give",
    "settlement",
    "overhead",
    "evening",
    "me",
    "/",
    "/lay",
    "/nothing",
]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_is_shown_in_a_frame(app: Flask, owner: Phone, page: str) -> None:
    """Somebody who believes to tap a game on another site would tap Undo here."""
    headers = owner.open(page).response.headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "form-action 'self'" in headers["Content-Security-Policy"], "no form was put in that sends elsewhere"


def test_no_other_site_reads_an_answer(app: Flask, owner: Phone) -> None:
    for page in ["", "live", "sheet.json", "result.json", "/healthz"]:
        headers = owner.open(page, Origin="http://evil.example").response.headers
        assert not [name for name, _ in headers if name.startswith("Access-Control")], page


@pytest.mark.parametrize("page", [*PAGES, "live", "sheet.json", "/static/css/base.css"])
def test_no_other_site_is_told_the_address_of_a_page(app: Flask, owner: Phone, page: str) -> None:
    """An invitation to write is an address; following a link it must not go along."""
    assert owner.open(page).response.headers["Referrer-Policy"] == "same-origin"


def test_no_page_leads_elsewhere(app: Flask, owner: Phone) -> None:
    for page in PAGES:
        assert not [link for link in owner.open(page).page.links.values() if "//" in link], page


def test_the_cookie_does_not_come_along_with_another_sites_form(app: Flask) -> None:
    (cookie,) = Phone(app).open("/lay").response.headers.getlist("Set-Cookie")
    assert "SameSite=Lax" in cookie and "HttpOnly" in cookie and "Domain=" not in cookie
