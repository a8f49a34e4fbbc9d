"""No address, no link and no header gives the pencil; who doesn't hold it changes nothing (``test_the_ladder``)."""

import re
from urllib.parse import urlsplit

from flask import Flask

from companion.store.devices import hashed
from companion.web.devices import pencil
from companion.web.request.access import PROXY_HEADERS, Rung
from tests.attacks.posts import SENT
from tests.attacks.routes import NEEDS, at, changing
from tests.attacks.test_the_ladder import of_the_table
from tests.tools.phone import Phone

AT_THE_PENCIL = {asked.split()[1] for asked, rung in NEEDS.items() if rung is Rung.WRITER and asked.startswith("POST")}
"""The routes that change something at a table for a device with its pencil."""


def test_no_address_alone_writes_anything(app: Flask, owner: Phone, written) -> None:
    """CSRF: a picture on another site has the address of a tap."""
    before = written()
    for route in changing(app):
        for method in ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"):
            answer = owner.client.open(at(route, owner.code), method=method, query_string=SENT[route])
            assert answer.status_code < 500, (method, route)
            assert written() == before, (method, route)


# Invitations.


def test_a_watchers_link_gives_no_pencil(app: Flask, owner: Phone, monkeypatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(pencil, "qr_svg", lambda address: shown.append(address) or "")
    pages = [
        "",
        "follow",
        "pencil",
        "evening",
        "paper",
        "settlement",
        "settlement.txt",
        "overhead",
        "sheet.json",
        "result.json",
    ]
    for _ in range(2):  # also while an invitation to write is under way
        for page in pages:
            assert "/in/" not in owner.open(page).text, page
        owner.open("pencil").press("Let someone write too")
    link, invited, again, _ = shown
    assert urlsplit(link).path == urlsplit(again).path == f"/t/{owner.code}/me"
    assert re.fullmatch("/in/.{32}", urlsplit(invited).path)
    assert Phone(app).open(f"/t/{owner.code}").buttons == []


def test_nobody_becomes_the_machine_itself_by_saying_so(app: Flask, owner: Phone, written) -> None:
    """The machine that keeps the tables may take any pencil up: a header makes nobody that machine."""
    guest = Phone(app)
    before = written()
    for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "True-Client-IP", "Remote-Addr"):
        said = {name: "for=127.0.0.1" if name == "Forwarded" else "127.0.0.1"}
        guest.send(f"/t/{owner.code}/pencil", {"do": "here"}, **said)
        assert (name, guest.status) == (name, 403)
    assert written() == before


def test_a_proxy_on_the_machine_is_not_the_machine(app: Flask, owner: Phone, written) -> None:
    """All that come through it have the machine's own address."""
    guest = Phone(app, address="127.0.0.1")
    before = written()
    for name in PROXY_HEADERS:
        guest.send(f"/t/{owner.code}/pencil", {"do": "here"}, **{name: "for=10.9.9.9"})
        assert (name, guest.status) == (name, 403)
    assert written() == before
    assert guest.send(f"/t/{owner.code}/pencil", {"do": "here"}).status == 200


def test_what_was_waiting_when_the_pencil_was_taken_is_not_written(owner: Phone, app: Flask, monkeypatch) -> None:
    """The writer before it holds the database for seconds; in the meantime another phone takes the pencil."""
    database, pencils = app.extensions["companion"].database, app.extensions["companion"].pencils
    begin, taken = database._begin, []
    with owner.client.session_transaction() as cookie:
        own = hashed(cookie["device"])

    def late() -> None:
        if not taken:
            taken.append(own)
            pencils.take_back(owner.code, own)
        begin()

    monkeypatch.setattr(database, "_begin", late)
    waited = 0
    of_the_household = {"/rules/from/<code>", "/t/<code>/evening"}
    for route in sorted(AT_THE_PENCIL - of_the_household):
        before = of_the_table(app, owner.code)
        owner.send(at(route, owner.code), SENT[route])
        if taken:
            assert (route, owner.status) == (route, 403)
            assert [row for row in of_the_table(app, owner.code) if row not in before] == []
            pencils.know(owner.code, cookie["device"], pencil=True)
            taken.clear()
            waited += 1
    assert waited >= 10
