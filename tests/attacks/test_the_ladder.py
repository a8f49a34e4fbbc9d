"""Every route with every rung: whoever stands below the rung of a route is refused, and changes nothing by it.

The routes are walked as the application has them: a new one must stand in the table of ``routes``.
"""

import pytest
from flask import Flask

from companion.web.request.who import Rung
from tests.attacks.routes import NEEDS, SAID, at, routes_of
from tests.tools.phone import NAVIGATION, Phone

ELSEWHERE = {
    "GET /lay": "leads to the first page",
    "POST /lay": "leads to the first page",
    "POST /t/<code>/loto/answer": "finds another game",
    "POST /t/<code>/loto/claim": "finds another game",
    "POST /t/<code>/me/answer": "finds nobody who asks",
}
"""Who is refused otherwise than by 403, on a device or at a table like ours."""


def on(rung: Rung, owner: Phone, app: Flask) -> Phone:
    """A phone on a rung, at the owner's table."""
    if rung is Rung.HOUSEHOLD:
        return owner
    phone = Phone(app, address="10.9.9.66").open(f"/t/{owner.code}")
    if rung is Rung.PLAYER:
        phone.open("me").press("Ann")
    return owner.lets_write(phone) if rung is Rung.WRITER else phone


@pytest.mark.parametrize("rung", Rung)
def test_each_rung_may_what_the_table_says_and_no_more(rung: Rung, app: Flask, owner: Phone, written) -> None:
    phone, pencils = on(rung, owner, app), app.extensions["companion"].pencils
    with phone.client.session_transaction() as cookie:
        secret = cookie["device"]
    routes = dict.fromkeys(f"{method} {route}" for method, route in routes_of(app))
    assert routes.keys() == NEEDS.keys()
    for asked in sorted(routes, key=lambda asked: NEEDS[asked] <= rung):
        method, route = asked.split()
        if rung >= Rung.WRITER:
            pencils.know(owner.code, secret, pencil=True)  # an earlier route may have taken it
        before = written()
        form = {key: held for key, held in SAID.items() if key != "keep_as" or NEEDS[asked] is Rung.HOUSEHOLD}
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
