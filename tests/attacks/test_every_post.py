"""Every POST at every game and every kind of table, by somebody who may send it, filled in as nobody should.

What is refused is refused in a sentence, writes nothing, and is no 5xx; no page says that a move may be lost. Addresses
for programs refuse in JSON.
"""

import json
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import catalogue
from companion.scoresheet import PlayedGame, Sheet, sheet_from
from tests.attacks.routes import SENT, changing
from tests.attacks.test_refused_writes_nothing import SCENARIOS
from tests.loto.web.test_calling import loto
from tests.loto.web.test_drawings import table as drawings
from tests.loto.web.test_printed_cards import DEALT, GIVEN, draws, night
from tests.tools.evening import opening
from tests.tools.phone import Phone

HOSTILE = [str(2**63), str(-(2**63) - 1), "9" * 5000, "Nobody", "player:Nobody", "", "\x00", "²", "[[[["]
HOSTILE += ["7-NNNNNNNNNNNNN", "0", "-1", "1e999", "x" * 5000, "[]", '{"a": NaN}', "/", "NONE2", "1,000,000,000"]
"""Numbers beyond what SQLite holds or Python reads, unknown names, somebody else's codes, and what is neither."""
NUMBERS = ["3", str(2**63), "9" * 400]
THOROUGH = {"spoil-five", "Loto hall"}
"""The kinds of tables at which each form holds everything of this, not only the first."""
LOST = "may not have been written down"
OF_TABLES = sorted(route for route in SENT if "/t/<code>" in route or route == "/house/from/<code>")


def filled(route: str, **parts: str) -> str:
    """A route with its parts filled in."""
    for part, held in parts.items():
        for kind in ("int:", "path:", ""):
            route = route.replace(f"<{kind}{part}>", held)
    return route


class Sender:
    """A phone that sends forms, and holds each answer to what all must keep."""

    def __init__(self, phone: Phone, written: Callable[[], str]) -> None:
        self.phone, self.written = phone, written
        self.stands, self.sent = written(), 0

    def send(self, path: str, form: dict[str, Any]) -> TestResponse:
        """Send a form; 4xx writes nothing and is a sentence."""
        remote = {"REMOTE_ADDR": self.phone.address}
        answer = self.phone.client.post(path, data=form, environ_overrides=remote)
        said = (path[:200], {name: str(text)[:40] for name, text in form.items()}, answer.status_code)
        text = answer.get_data(as_text=True)
        answer.close()
        assert answer.status_code < 500, said
        assert LOST not in text and "Traceback" not in text, said
        now = self.written()
        if answer.status_code >= 400:
            assert now == self.stands, said
            assert answer.mimetype in ("text/html", "application/json"), said
        self.stands, self.sent = now, self.sent + 1
        return answer


def laid(app: Flask, phone: Phone, *games: dict[str, Any], players: list[str]) -> Phone:
    """A table with these games on its sheet, whose pencil the phone has."""
    services = app.extensions["companion"]
    phone.joins()
    phone.code = services.tables.lay(sheet_from({"scoresheet": 1, "players": players, "games": [*games]})).code
    return phone.open(f"/t/{phone.code}/pencil").press("Take the pencil here").open(f"/t/{phone.code}")


def of_game(key: str) -> Callable[[Flask, Phone], Phone]:
    """A table of a game, with a hand dealt where it deals."""

    def made(app: Flask, phone: Phone) -> Phone:
        game = catalogue()[key]
        least, most = game.options().seats()[0], game.options().seats()[-1]
        players = ["Ann", "Ben", "Cat", "Dan"][: max(least, min(most, 4))]
        opened = Sheet(players, [PlayedGame(opening(key, **({"name": "Ours"} if game.of_the_house else {})), [])])
        phone.joins()
        phone.code = app.extensions["companion"].tables.lay(opened).code
        phone.open(f"/t/{phone.code}/pencil").press("Take the pencil here")
        phone.send(f"/t/{phone.code}/moves/deal", {"key": "deal"})
        return phone

    return made


def replaced(app: Flask, phone: Phone) -> Phone:
    """A table at which Loto was on, and something else is now."""
    loto(app, phone).press("Draw").open("moves/abandon").press("Abandon")
    phone.open("moves/finish").press("Finish")
    return phone.send("games", {"game": "jig", "key": "b"})


def hall(app: Flask, phone: Phone) -> Phone:
    draws(app, night(phone.joins(), GIVEN, DEALT), 1)
    return phone


TABLES: dict[str, Callable[[Flask, Phone], Phone]] = {
    **{key: of_game(key) for key in catalogue()},
    "Loto replaced": replaced,
    "Loto hall": hall,
    "Loto quarters": lambda app, phone: loto(app, phone, prizes="quarters").press("Draw"),
    "Loto race": lambda app, phone: loto(app, phone, "Ben 1, Cat 2", race=True, drawn_by="bag").press("5"),
    "Loto drawings": drawings,
    "over": lambda app, phone: phone.lays().press("Deal").press("Cat").open("moves/finish").press("Finish"),
}


def test_every_post_stands_in_the_table(app: Flask) -> None:
    assert SENT.keys() == changing(app)


@pytest.mark.parametrize("kind", TABLES)
def test_every_post_of_a_table_at_every_kind_of_table(
    kind: str, app: Flask, phone: Phone, written: Callable[[], str]
) -> None:
    phone = TABLES[kind](app, phone)
    state = app.extensions["companion"].tables.find(phone.code).journal.state
    names = [*(state.game.by_name if state.game else ()), "hand", "nonsense"]
    sender = Sender(phone, written)
    for route in OF_TABLES:
        parts = [
            {"code": phone.code, "name": name, "number": number, "card": "7-NNNNNNNNNNNNN"}
            for name, number in product(names if "<name>" in route else ["x"], NUMBERS if "number>" in route else ["3"])
        ]
        for place, where in enumerate(parts):
            path = filled(route, **where)
            sender.send(path, SENT[route])
            for bad in HOSTILE if place == 0 and kind in THOROUGH else HOSTILE[:1]:
                sender.send(path, dict.fromkeys(SENT[route], bad))
        services = app.extensions["companion"]
        with phone.client.session_transaction() as cookie:
            services.pencils.know(phone.code, cookie["device"], pencil=True)
        sender.stands = written()
    print(f"{kind}: {sender.sent} forms")  # noqa: T201


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_field_of_every_form_holds_anything(
    name: str, app: Flask, phone: Phone, written: Callable[[], str]
) -> None:
    sent = SCENARIOS[name](app, phone).accepted
    form = {key: value for key, value in sent.form.items() if not isinstance(value, bytes)}
    sender = Sender(sent.phone, written)
    path = sent.phone._at(sent.path)
    for field, bad in product(form, HOSTILE[:5]):
        sender.send(path, form | {field: bad, "key": f"{field} {bad[:9]}"})


def programs(phone: Phone) -> Iterator[tuple[str, str]]:
    yield "GET", "/t/NONE2/sheet.json"
    yield "GET", "/t/NONE2/result.json"
    yield "GET", f"/t/{phone.code}/nothing.json"
    yield "GET", "/t/NONE2/journal/since"
    yield "GET", "/evenings/import/missing"
    yield "POST", "/evenings/import/part"


@pytest.mark.parametrize("guest", [False, True])
def test_what_programs_ask_is_refused_in_json(app: Flask, phone: Phone, guest: bool) -> None:
    phone.lays()
    asks = Phone(app, address="10.9.9.66") if guest else phone
    for method, path in programs(phone):
        answer = asks.client.open(path, method=method, environ_overrides={"REMOTE_ADDR": asks.address})
        if answer.status_code < 400:
            continue
        assert answer.mimetype == "application/json", path
        assert json.loads(answer.data).keys() == {"error"} and len(answer.get_json()["error"]) > 10, path
