"""Every POST at every game and every kind of table, from every rung, filled in as nobody should.

What is refused is refused in a sentence, writes nothing, and is no 5xx; no page says that a move may be lost. Who may
not send it writes nothing anywhere, and nobody at a table that is another's. Addresses for programs refuse in JSON.
"""

import json
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import catalogue
from companion.scoresheet import Sheet, SheetGame, sheet_from
from companion.store.devices import hashed
from companion.web.request.access import Rung
from tests.attacks.posts import POSTS, SENT
from tests.attacks.routes import NEEDS, at, changing
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
EVERY_RUNG = {
    "spoil-five",
    "house-game",
    "Loto replaced",
    "Loto hall",
    "Loto quarters",
    "Loto race",
    "Loto drawings",
    "over",
}
"""The kinds of tables at which those send who may less; what is asked first is the rung, whatever the game is."""
LOST = "Your last move may not have been written down"
ROUTES = sorted(SENT, key=lambda route: (route.endswith("/delete"), route))
"""The one that deletes the table comes last."""
NOT_OURS = "Bad Request", "Method Not Allowed", "Not Found</title>", "Internal Server Error"
"""What pages say that nobody wrote for people."""


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
        self.database = phone.client.application.extensions["companion"].database
        self.changes, self.stands, self.sent = self.database.changes, written(), 0

    def send(self, path: str, form: dict[str, Any], *, may: bool = True) -> TestResponse:
        """Send a form; 4xx writes nothing and is a sentence. Who ``may`` not writes nothing whatever the answer is."""
        remote = {"REMOTE_ADDR": self.phone.address}
        answer = self.phone.client.post(path, data=form, environ_overrides=remote)
        said = (path[:200], {name: str(text)[:40] for name, text in form.items()}, answer.status_code)
        text = answer.get_data(as_text=True)
        answer.close()
        assert answer.status_code < 500, said
        assert LOST not in text and "Traceback" not in text, said
        refused = answer.status_code >= 400
        assert not refused or answer.mimetype in ("text/html", "application/json"), said
        assert not refused or not any(words in text for words in NOT_OURS), said
        assert may or answer.status_code >= 300, said
        self.sent += 1
        if self.database.changes != self.changes:  # else no row was touched
            before = self.stands
            self.seen()
            assert before == self.stands or (may and not refused), said
        return answer

    def seen(self) -> None:
        """Take what is written now as it is."""
        self.changes, self.stands = self.database.changes, self.written()


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
        opened = Sheet(players, [SheetGame(opening(key, **({"name": "Ours"} if game.of_the_house else {})), [])])
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
    theirs = another_table(app)
    owner = TABLES[kind](app, phone)
    services = app.extensions["companion"]
    state = services.tables.find(owner.code).journal.state
    names = [*(state.game.by_name if state.game else ()), "hand", "nonsense"]
    sent = 0
    for rung in Rung if kind in EVERY_RUNG else (Rung.HOUSEHOLD,):
        sender = Sender(owner if rung is Rung.HOUSEHOLD else Phone(app, address="10.9.9.66"), written)
        sender.phone.client.get(f"/t/{owner.code}")
        with sender.phone.client.session_transaction() as cookie:
            device = cookie["device"]
        for route in ROUTES:
            if "<code>" not in route and kind != "spoil-five":
                continue
            may = rung >= NEEDS[f"POST {route}"]
            if rung >= Rung.PLAYER:
                services.pencils.set_player(owner.code, device, next(iter(state.seats)))
            if rung >= Rung.WRITER:
                services.pencils.know(owner.code, device, pencil=True)
            sender.seen()
            others = those_of(theirs, written())
            for path, form in forms(route, owner.code, names if rung is Rung.HOUSEHOLD else names[:1], theirs, may):
                sender.send(path, form, may=may)
            for bad in HOSTILE[1:] if kind in THOROUGH and rung is Rung.HOUSEHOLD else ():
                sender.send(at(route, owner.code), dict.fromkeys(SENT[route], bad))
            assert rung is Rung.HOUSEHOLD or those_of(theirs, written()) == others, route
        sent += sender.sent
    print(f"{kind}: {sent} forms")  # noqa: T201


def forms(
    route: str, code: str, names: list[str], theirs: dict[str, str], may: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """A route's forms: with what is another table's; and of who may, as it is sent, and filled in with a number."""
    form = SENT[route]
    for name, number in product(names if "<name>" in route else ["x"], NUMBERS if "number>" in route else ["3"]):
        path = filled(route, **{**theirs, "code": code, "name": name, "number": number})
        if may:
            yield path, form
            yield path, dict.fromkeys(form, HOSTILE[0])
        if not may or (name, number) in ((names[0], "3"), ("x", "3")):
            yield path, {field: theirs.get(field, text) for field, text in form.items()}


def another_table(app: Flask) -> dict[str, str]:
    """What a table that somebody else laid has, and what that household keeps, by the names of fields and of parts."""
    phone = Phone(app, address="10.9.8.77").joins().lays("Eve", "Dan").press("Deal").press("Eve").press("Deal")
    phone.open("evening").press("Save the group", {"name": "Theirs"})
    phone.send("/rules", {"game": "jig", "keep_as": "Theirs", "key": "theirs"})
    with phone.client.session_transaction() as cookie:
        secret = cookie["device"]
    token = app.extensions["companion"].pencils.invite(phone.code, secret)
    entries = app.extensions["companion"].tables.find(phone.code).journal.entries
    return {
        "card": "7-NNNNNNNNNNNNN",
        "code": phone.code,
        "device": hashed(secret),
        "entries": json.dumps([entry.number for entry in entries]),
        "group": "1",
        "keep_as": "Theirs",
        "name": "Theirs",
        "phone": hashed(secret)[:6],
        "player": "Eve",
        "payer": "Eve",
        "payee": "Dan",
        "seen": str(entries[-1].number),
        "to": "player:Eve",
        "token": token,
        "was": "Eve",
    }


def those_of(theirs: dict[str, str], written: str) -> list[str]:
    """What is written of a table, its devices and invitations."""
    return [line for line in written.splitlines() if f"'{theirs['code']}'" in line]


@pytest.mark.parametrize("name", POSTS)
def test_every_field_of_every_form_holds_anything(
    name: str, app: Flask, phone: Phone, written: Callable[[], str]
) -> None:
    sent = POSTS[name].sent(name, phone)
    form = {key: value for key, value in sent.form.items() if not isinstance(value, bytes)}
    sender = Sender(sent.phone, written)
    path = sent.phone._at(sent.path)
    for field, bad in product(form, HOSTILE[:5]):
        sender.send(path, form | {field: bad, "key": f"{field} {bad[:9]}"})


PROGRAMS = ["/t/NONE2/sheet.json", "/t/NONE2/result.json", "/t/{}/nothing.json", "/t/NONE2/journal/since"]
PROGRAMS += ["/t/{}/journal/since?n=x", "/evenings/import/missing", "/evenings/import/part"]


@pytest.mark.parametrize("guest", [False, True])
def test_what_programs_ask_is_refused_in_json(app: Flask, phone: Phone, guest: bool) -> None:
    phone.lays()
    asks = Phone(app, address="10.9.9.66") if guest else phone
    for method, path in product(["GET", "POST", "PUT"], [path.format(phone.code) for path in PROGRAMS]):
        answer = asks.client.open(path, method=method, environ_overrides={"REMOTE_ADDR": asks.address})
        if answer.status_code < 400:
            continue
        assert answer.mimetype == "application/json", path
        assert json.loads(answer.data).keys() == {"error"} and len(answer.get_json()["error"]) > 10, path
