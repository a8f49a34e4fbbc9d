"""Whoever doesn't hold the pencil changes nothing, by no route that there is or will be.

The routes are walked as the application has them (``routes``).
"""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.store.devices import hashed
from companion.web.devices import pencil
from companion.web.request.access import PROXY_HEADERS, Rung
from tests.attacks.posts import SENT
from tests.attacks.routes import NEEDS, at, changing
from tests.tools.phone import Phone

AT_THE_PENCIL = {asked.split()[1] for asked, rung in NEEDS.items() if rung is Rung.WRITER and asked.startswith("POST")}
"""The routes that change something at a table for a device with its pencil."""


def stranger(owner: Phone, app: Flask) -> Phone:
    """A phone that never saw the table."""
    return Phone(app)


def watchers_link(owner: Phone, app: Flask) -> Phone:
    """A phone that scanned the code with which others follow."""
    link = next(word for word in owner.open("follow").says.split() if word.startswith("http"))
    return Phone(app).open(urlsplit(link).path)


def other_table(owner: Phone, app: Flask) -> Phone:
    """A guest's phone that holds the pencil of another table."""
    return Phone(app).joins().lays().lets_write(Phone(app))


def forged_cookie(owner: Phone, app: Flask) -> Phone:
    """A phone with the cookie of one that writes, changed in one letter."""
    phone = Phone(app)
    value = owner.client.get_cookie("companion").value
    phone.client.set_cookie("companion", value[:5] + ("A" if value[5] != "A" else "B") + value[6:])
    return phone


WHO = [stranger, watchers_link, other_table, forged_cookie]
"""Who never had the pencil of the table; those who lost it stand in ``test_the_ladder``."""


@pytest.mark.parametrize("who", WHO)
def test_the_table_is_left_as_it_is(who: Callable[..., Phone], app: Flask, owner: Phone, written) -> None:
    code = owner.code
    phone = who(owner, app)
    assert owner.open(f"/t/{code}").status == 200
    before = written()
    for route in AT_THE_PENCIL:
        phone.send(at(route, code), SENT[route])
        assert (route, phone.status) == (route, 403)
        assert "Only a device with the pencil can write at this table." in phone.says, route
        assert written() == before, route


@pytest.mark.parametrize("who", WHO)
def test_what_needs_no_pencil_touches_nothing_of_the_table(who, app: Flask, owner: Phone) -> None:
    code = owner.code
    phone = who(owner, app)
    before = of_the_table(app, code)
    for route in changing(app) - AT_THE_PENCIL:
        phone.send(at(route, code), SENT[route])
        assert phone.status < 500, route
        assert of_the_table(app, code) == before, route


def of_the_table(app: Flask, code: str) -> list[tuple[Any, ...]]:
    """Everything that is written down of a table, but whose phones there are."""
    rows = app.extensions["companion"].database.rows
    found = []
    for table in ("entries", "invitations"):
        found += list(rows.execute(f"select * from {table} where code = ?", [code]))
    found += list(rows.execute("select device, pencil from devices where code = ? and pencil", [code]))
    return found + list(rows.execute("select players, beside from tables where code = ?", [code]))


def test_no_address_alone_writes_anything(app: Flask, owner: Phone, written) -> None:
    """CSRF: a picture on another site has the address of a tap."""
    before = written()
    for route in changing(app):
        for method in ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"):
            answer = owner.client.open(at(route, owner.code), method=method, query_string=SENT[route])
            assert answer.status_code < 500, (method, route)
            assert written() == before, (method, route)


def test_with_the_pencil_the_same_requests_do_write(app: Flask, owner: Phone, written) -> None:
    """Otherwise everything above would be refused for another reason."""
    wrote = 0
    for route in sorted(AT_THE_PENCIL):
        before = written()
        owner.send(at(route, owner.code), SENT[route])
        assert owner.status != 403, route
        wrote += written() != before
    assert wrote >= 5


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
    assert watchers_link(owner, app).buttons == []


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
