"""Every route with every rung: one who stands below the rung of a route is refused, and changes nothing by it.

The routes are walked as the application has them: a new one must stand in the table of ``routes``.
"""

from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.store.devices import hashed
from companion.web.request.access import Rung
from tests.attacks.posts import SENT
from tests.attacks.routes import NEEDS, at, routes_of
from tests.tools.phone import NAVIGATION, Phone

NEVER = ("stranger", "watcher's link", "other table", "forged cookie")
LOST = ("removed", "taken back", "gave it away", "no player's")
"""How a device loses its rung."""
ELSEWHERE = {
    "GET /lay": "leads to the first page",
    "POST /lay": "leads to the first page",
    "POST /t/<code>/loto/answer": "finds another game",
    "POST /t/<code>/loto/claim": "finds another game",
    "POST /t/<code>/me/answer": "finds nobody who asks",
}
"""Who is refused otherwise than by 403, on a device or at a table like ours."""


def lost(owner: Phone, app: Flask) -> dict[str, Phone]:
    """Phones that lost their rung at the owner's table, each in one way, and are guests there."""
    phones = {how: Phone(app, address=f"10.9.8.{last}") for last, how in enumerate(LOST)}
    for phone in phones.values():
        phone.open(f"/t/{owner.code}")
    phones["removed"].joins()
    for how in ("removed", "taken back", "gave it away"):
        owner.lets_write(phones[how])
    for how in ("removed", "no player's"):
        phones[how].open(f"/t/{owner.code}/me").press("Ann")
    phones["no player's"].send(f"/t/{owner.code}/me", {"player": ""})
    owner.send("/household", {"device": secret(phones["removed"]), "remove": "1"})
    owner.send(f"/t/{owner.code}/pencil", {"do": "back", "device": secret(phones["taken back"])})
    with phones["gave it away"].client.session_transaction() as cookie:
        token = app.extensions["companion"].pencils.invite(owner.code, cookie["device"], gives_away=True)
    Phone(app).open(f"/in/{token}").press("Take the pencil")
    return phones


def secret(phone: Phone) -> str:
    """The hash of the secret of a phone."""
    with phone.client.session_transaction() as cookie:
        return hashed(cookie["device"])


def on(rung: Rung, owner: Phone, app: Flask) -> Phone:
    """A phone on a rung, at the owner's table."""
    if rung is Rung.HOUSEHOLD:
        return owner
    phone = Phone(app, address="10.9.9.66").open(f"/t/{owner.code}")
    if rung is Rung.PLAYER:
        phone.open("me").press("Ann")
    return owner.lets_write(phone) if rung is Rung.WRITER else phone


def never_had_it(owner: Phone, app: Flask) -> dict[str, Phone]:
    """Phones that never had the pencil of the owner's table, and may have that of another."""
    forged = Phone(app)
    value = owner.client.get_cookie("companion").value
    forged.client.set_cookie("companion", value[:5] + ("A" if value[5] != "A" else "B") + value[6:])
    link = next(word for word in owner.open("follow").says.split() if word.startswith("http"))
    return {
        "stranger": Phone(app),
        "watcher's link": Phone(app).open(urlsplit(link).path),
        "other table": Phone(app).joins().lays().lets_write(Phone(app)),
        "forged cookie": forged,
    }


def of_the_table(app: Flask, code: str) -> list[tuple[Any, ...]]:
    """Everything that is written down of a table, but whose phones there are."""
    rows = app.extensions["companion"].database.rows
    found = []
    for table in ("entries", "invitations"):
        found += list(rows.execute(f"select * from {table} where code = ?", [code]))
    found += list(rows.execute("select device, pencil from devices where code = ? and pencil", [code]))
    return found + list(rows.execute("select players, beside from tables where code = ?", [code]))


@pytest.mark.parametrize("who", [*Rung, *NEVER, *LOST])
def test_each_rung_may_what_the_table_says_and_no_more(who: Rung | str, app: Flask, owner: Phone, written) -> None:
    code, rung = owner.code, who if isinstance(who, Rung) else Rung.GUEST
    phone = on(who, owner, app) if isinstance(who, Rung) else (never_had_it if who in NEVER else lost)(owner, app)[who]
    pencils = app.extensions["companion"].pencils
    with phone.client.session_transaction() as cookie:
        secret = cookie.get("device", "")
    routes = dict.fromkeys(f"{method} {route}" for method, route in routes_of(app))
    assert routes.keys() == NEEDS.keys()
    for asked in sorted(routes, key=lambda asked: NEEDS[asked] <= rung):
        method, route = asked.split()
        if rung >= Rung.WRITER:
            pencils.know(code, secret, pencil=True)  # an earlier route may have taken it
        before, of_ours = written(), of_the_table(app, code)
        form = {
            key: held for key, held in SENT.get(route, {}).items() if key != "keep_as" or NEEDS[asked] is Rung.HOUSEHOLD
        }
        remote = {"REMOTE_ADDR": phone.address}
        answer = phone.client.open(
            at(route, code), method=method, data=form, headers=NAVIGATION, environ_overrides=remote
        )
        if NEEDS[asked] is Rung.WRITER > rung and method == "POST":
            assert "Only a device with the pencil can write at this table." in answer.text, asked
        answer.close()
        assert answer.status_code < 500, asked
        assert rung is not Rung.GUEST or of_the_table(app, code) == of_ours, asked
        if NEEDS[asked] > rung:
            assert (asked, answer.status_code == 403) == (asked, asked not in ELSEWHERE)
            assert written() == before, asked
        else:
            assert answer.status_code != 403, asked
