"""Every route with every rung: whoever stands below the rung of a route is refused, and changes nothing by it.

The routes are walked as the application has them: a new one must stand in the table of ``routes``.
"""

import pytest
from flask import Flask

from companion.store.devices import hashed
from companion.web.request.access import Rung
from tests.attacks.posts import SENT
from tests.attacks.routes import NEEDS, at, routes_of
from tests.tools.phone import NAVIGATION, Phone

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


@pytest.mark.parametrize("who", [*Rung, *LOST])
def test_each_rung_may_what_the_table_says_and_no_more(who: Rung | str, app: Flask, owner: Phone, written) -> None:
    rung = who if isinstance(who, Rung) else Rung.GUEST
    phone = on(who, owner, app) if isinstance(who, Rung) else lost(owner, app)[who]
    pencils = app.extensions["companion"].pencils
    with phone.client.session_transaction() as cookie:
        secret = cookie["device"]
    routes = dict.fromkeys(f"{method} {route}" for method, route in routes_of(app))
    assert routes.keys() == NEEDS.keys()
    for asked in sorted(routes, key=lambda asked: NEEDS[asked] <= rung):
        method, route = asked.split()
        if rung >= Rung.WRITER:
            pencils.know(owner.code, secret, pencil=True)  # an earlier route may have taken it
        before = written()
        form = {
            key: held for key, held in SENT.get(route, {}).items() if key != "keep_as" or NEEDS[asked] is Rung.HOUSEHOLD
        }
        remote = {"REMOTE_ADDR": phone.address}
        answer = phone.client.open(
            at(route, owner.code), method=method, data=form, headers=NAVIGATION, environ_overrides=remote
        )
        answer.close()
        assert answer.status_code < 500, asked
        if NEEDS[asked] > rung:
            assert (asked, answer.status_code == 403) == (asked, asked not in ELSEWHERE)
            assert written() == before, asked
        else:
            assert answer.status_code != 403, asked
