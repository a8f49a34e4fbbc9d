"""A house in which every game is half played, with a phone that writes at every table; put back after each request."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from companion.engine.changes import Undo
from companion.engine.errors import Refusal
from companion.engine.kit.moves import COMMON
from companion.games import catalogue
from companion.scoresheet import Sheet, SheetGame, read_sheet, score
from companion.store.database import FILE
from companion.store.devices import hashed
from companion.store.tables import load_table
from tests.fuzz.shapes import TEXTS, WRITTEN
from tests.tools.phone import Form, Page, Phone
from tests.tools.quick import quick_app

PAGES = [
    *("", "seats", "me", "rules", "games", "journal", "journal/1", "journal/2", "settlement", "pencil", "follow"),
    *("overhead", "overhead/places", "cards", "loto/bags", "loto/bags/2", "loto/words", "evening", "paper"),
    *("programme", "loto/given"),
]
ROOMS = [
    *(
        "/",
        "/lay",
        "/evenings",
        "/evenings/import",
        "/groups",
        "/household",
        "/rules",
        "/statistics",
        "/rules/new",
        "/rules/1",
    ),
    *("/cards/own", "/cards/own/new", "/cards/own/1", "/paper"),
    *("/cards/words", "/cards/words/new", "/cards/words/1"),
    *("/people", "/people/person?name=Ann", "/people/same?name=Ann", "/people/two?name=Ann"),
]


ROUNDABOUT = {"spoil-five", "loto", "loto-drawings", "loto-hall", "bridge"}
"""At these games every page is looked at; at the others the forms of their moves."""


ALIKE = [
    ("/t/<code>/journal/<int:number>", "/t/<code>/journal/<int:number>/preview", ""),
    ("/t/<code>/moves/<name>/try", "/t/<code>/moves/<name>", "/try"),
]
"""Routes that take the forms of others."""


@frozen
class Sendable:
    """A form as a page has it: where it goes, what is filled in, and all that could be."""

    path: str
    filled: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    made_up: bool = False
    """Whether no page that was looked at has it."""


class World:
    """The application, its phone and what can be asked of it."""

    def __init__(self, folder: Path) -> None:
        self.app: Flask = quick_app(folder)
        self.app.config["PROPAGATE_EXCEPTIONS"] = True  # whatever breaks is raised in the test
        self.found = self.app.extensions["companion"]
        self.phone = Phone(self.app)
        with self.phone.client.session_transaction() as cookie:
            cookie["device"] = self.device = "the phone that tries everything"
        self.found.household.admit(hashed(self.device), "phone")
        self.codes = self._tables()
        self._corrected()
        self._household()
        rows = self.found.database.rows
        self.routes = [rule for rule in self.app.url_map.iter_rules() if rule.endpoint != "table.stream"]
        self.forms = self._forms()
        self._looking = sqlite3.connect(folder / FILE, check_same_thread=False)
        self._master = sqlite3.connect(":memory:", check_same_thread=False)
        rows.conn.backup(self._master)
        self._ready = dict(self.found.tables._cache)

    def _tables(self) -> list[str]:
        """A table of every game in the middle of an evening; some that have just begun or are over."""
        codes = []
        for key in catalogue():
            sheet = longest(key)
            (played,) = sheet.games
            for moves in (len(played.moves) // 2, *((1, len(played.moves)) if key in ROUNDABOUT else ())):
                half = Sheet(sheet.players, [SheetGame(played.opening, played.moves[:moves])], sheet.counter_value)
                codes.append(self.found.tables.lay(half).code)
                self.found.pencils.know(codes[-1], self.device, pencil=True)
        return codes

    def _corrected(self) -> None:
        """A move that can be made again, and a payment that was made."""
        tables = self.found.tables
        states = {code: tables.find(code).journal.state for code in self.codes}
        settled = next(code for code, state in states.items() if state.over and tables.find(code).owed)
        tables.change(settled, lambda now: now.tick(now.owed[0]))
        undone = next(code for code, state in states.items() if state.game.key == "spoil-five" and not state.over)
        tables.record(undone, None, None, lambda table: [Undo()])

    def _household(self) -> None:
        """House rules, a card and a list of words that are kept."""
        phone = self.phone
        phone.send("/rules", {"game": "spoil-five", "keep_as": "Ours"})
        card = {f"{row}:{place}": number for row, line in enumerate(CARD) for place, number in enumerate(line)}
        phone.send("/cards/own", {"name": "Red 1"} | card)
        phone.send("/cards/words", {"name": "Ours", "words": "church\nmill"})
        assert phone.status == 200, phone.says

    def _forms(self) -> dict[str, list[Sendable]]:
        """All forms of all pages, by the route to which they go; every route that takes a form has one."""
        forms: dict[str, list[Sendable]] = defaultdict(list)
        names: set[str] = set()
        for path in self._pages():
            for form in sendables(self.phone.open(path).page, self.phone.response.request.path):
                forms[self.route_of(form.path)].append(form)
                names |= {*form.names}
        for route, like, end in ALIKE:
            more = {
                evolve(form, path=form.path.partition("?")[0].removesuffix("/preview") + end) for form in forms[like]
            }
            forms[route] += sorted(more, key=lambda form: (form.path, form.filled))
        for rule in self.routes:
            if rule.methods and "POST" in rule.methods and rule.rule not in forms:
                forms[rule.rule] = [
                    Sendable(address(rule.rule, code), (), tuple(sorted(names)), made_up=True)
                    for code in self.codes[:3]
                ]
        forms.pop("", None)
        return dict(forms)

    def _pages(self) -> Iterator[str]:
        yield from ROOMS
        seen: set[str] = set()
        for code in self.codes:
            table = self.found.tables.find(code)
            game = table.journal.state.game
            assert game
            if game.key in ROUNDABOUT:
                yield from (f"/t/{code}/{page}".rstrip("/") for page in PAGES)
            for name in sorted(game.by_name.keys() - seen):
                yield f"/t/{code}/moves/{name}"
                yield f"/t/{code}?move={name}"
            seen |= {kind.name for kind in COMMON}

    def route_of(self, path: str) -> str:
        """The route to which a form goes."""
        try:
            rule, _ = self.app.url_map.bind("localhost").match(path.partition("?")[0], "POST", return_rule=True)
        except RequestRedirect:
            return ""
        return str(rule.rule)

    def ask(self, method: str, path: str, form: Any = None, **headers: Any) -> TestResponse:
        """The answer; whatever was refused, or only looked at, has changed nothing on the disk."""
        before = self._version()
        answer = self.phone.client.open(
            path, method=method, data=form, headers=headers, environ_overrides={"REMOTE_ADDR": "10.9.9.9"}
        )
        text = b"" if answer.mimetype == "text/event-stream" else answer.get_data()
        answer.close()
        changed = self._version() != before
        assert answer.status_code < 500, answer.status_code
        assert b"Traceback" not in text
        if answer.status_code >= 400 or method != "POST":
            assert not changed, "refused, and yet written"
        if changed:
            self._all_is_well()
            self.put_back()
        self.found.wrong_codes._by_address.clear()
        return answer

    def _version(self) -> int:
        return int(self._looking.execute("PRAGMA data_version").fetchone()[0])

    def _all_is_well(self) -> None:
        """Every table that was changed balances, and is the same when it is read again."""
        for code, table in self.found.tables._cache.items():
            if table is self._ready.get(code):
                continue
            state = table.journal.state
            assert sum(state.balances.values()) + sum(state.pots.values()) == 0
            assert load_table(self.found.database.rows, code).journal.state == state

    def put_back(self) -> None:
        """Everything as it was."""
        self._master.backup(self.found.database.rows.conn)
        self.found.tables._cache.clear()
        self.found.tables._cache.update(self._ready)
        self.found.render_cache._cache.clear()

    def close(self) -> None:
        self._looking.close()
        self._master.close()
        self.found.close()


def longest(key: str) -> Sheet:
    """The longest evening of one game alone among the sheets."""
    found = []
    for text, written in zip(TEXTS, WRITTEN, strict=True):
        if isinstance(written, dict) and [game["game"] for game in written.get("games", ())] == [key]:
            with suppress(Refusal):
                score(sheet := read_sheet(text))
                found.append(sheet)
    return max(found, key=lambda sheet: len(sheet.games[0].moves))


CARD = [[3, 14, 27, 45, 61], [8, 22, 39, 58, 74], [11, 35, 49, 66, 90]]


def address(route: str, code: str) -> str:
    """An address of a route."""
    for part, held in {"<code>": code, "<name>": "deal", "<int:number>": "1", "<token>": "nonsense"}.items():
        route = route.replace(part, held)
    return route


def sendables(page: Page, path: str) -> Iterator[Sendable]:
    """What each button of a page that sends a form would send."""
    for button in page.buttons:
        form: Form = button.form
        if form.attributes.get("method") != "post":
            continue
        goes = button.attributes.get("formaction") or form.attributes.get("action") or path
        own = [(button.attributes["name"], button.attributes.get("value", ""))] if "name" in button.attributes else []
        filled = tuple(pair for pair in [*form.filled, *own] if pair[0] != "key")
        names = {*form.names, *(name for name, _ in own)} - {""}
        yield Sendable(goes, filled, tuple(sorted(names)))


def multi(pairs: Any) -> MultiDict[str, str]:
    """A form of these pairs."""
    return MultiDict(pairs)
