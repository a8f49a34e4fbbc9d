"""One value of one row is spoilt, whichever it is: that costs its own row, which is named, and no page.

Tables, columns and pages are those of the schema and of the application: a new one is covered by being there.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask

from companion.store import CannotOpen, Database, Evenings, entries
from companion.store.check import problems
from companion.store.database import FILE, column_types
from tests.attacks.routes import at, routes_of
from tests.tools.evening import move, opening
from tests.tools.house import FINISH, plays, won
from tests.tools.kept import lived_in
from tests.tools.phone import Phone
from tests.tools.quick import app_over

SECRET = "a secret"
DAYS_AGO = "2026-11-01T20:00:00+00:00"
MIGRATIONS = "_sqlite_migrations"
"""The table without which nothing opens."""
ASKED = {
    "/people/person": "?name=Ann",
    "/people/same": "?name=Ann",
    "/people/two": "?name=Ann",
    "/statistics/between": "?one=Ann&other=Ben",
    "/statistics/person": "?name=Ann",
}
"""What some pages must be asked."""
CANNOT_BE_READ = "can't be read"
ENDLESS = {"/t/<code>/stream"}
KEYS = re.compile(r"[\w-]{12,}")
"""The keys of forms, which are others each time."""


class Spoilt(NamedTuple):
    """A value that is put in the place of another in a row."""

    column: str
    row: int
    how: str
    value: Any
    is_other: bool = False
    """Whether it is a value of the kind that the column holds."""


class Furnished(NamedTuple):
    """A database that holds something of everything, and what every page says of it."""

    file: bytes
    """Its tables have no types and no constraints."""
    schema: dict[str, str]
    """The SQL that its tables had."""
    rows: dict[str, list[dict[str, Any]]]
    """The rows of each table, those of the evening that is spoilt first; none is of the evening that stays sound."""
    codes: list[str]
    pages: dict[str, tuple[int, str]]
    """The status of each page, and what it says; those of a table are those of the sound one."""
    reads: dict[str, set[str]]
    """From which tables of the database each page reads."""


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Furnished:
    folder = tmp_path_factory.mktemp("furnished")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entries, "now", lambda: DAYS_AGO)
        house = lived_in(folder, [])
    codes = [row["code"] for row in house.rows("tables")]
    house.pencils.know(codes[0], SECRET, pencil=True)
    of_jig = plays(won("Ann"), FINISH, opening("jig"), move("jig", "deal"))  # of its hand phones are asked
    house.tables.record(codes[0], None, None, of_jig)
    Evenings(house.database, house.tables).count()
    assert problems(house.database) == []
    rows = {}
    for name in column_types():
        found = house.database.rows.query(f"select rowid as place, * from {name}")
        others = [row for row in found if row.get("code") != codes[0]]
        rows[name] = sorted(others, key=lambda row: row.get("code") != house.code)
    house.database.close()
    pages, reads = look_around(folder, codes[0])
    schema = loosen(folder / FILE)
    return Furnished((folder / FILE).read_bytes(), schema, rows, codes, pages, reads)


def look_around(folder: Path, sound: str) -> tuple[dict[str, tuple[int, str]], dict[str, set[str]]]:
    """What every page says, and from which tables of the database it reads."""
    pages, reads = {}, {}
    with app_over(folder) as app:
        phone, services = on_the_machine(app), app.extensions["companion"]
        for route in [route for method, route in routes_of(app) if method == "GET" and route not in ENDLESS]:
            services.evenings.clear()
            services.tables._cache.clear()
            asked: list[str] = []
            services.database.rows.conn.set_trace_callback(asked.append)
            page = at(route.replace("<int:number>", "1"), sound) + ASKED.get(route, "")
            pages[page] = says(phone, page)
            reads[page] = {name for name in column_types() if re.search(rf"\b{name}\b", " ".join(asked))}
        services.database.rows.conn.set_trace_callback(None)
        services.database.checkpoint()
    return pages, reads


def on_the_machine(app: Flask) -> Phone:
    """A browser on the machine that keeps the tables, known by its secret."""
    phone = Phone(app, address="127.0.0.1")
    with phone.client.session_transaction() as cookie:
        cookie["device"] = SECRET
    return phone


def says(phone: Phone, page: str) -> tuple[int, str]:
    answer = phone.client.get(page, headers={"Accept": "text/html"}, environ_overrides={"REMOTE_ADDR": phone.address})
    text = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
    return answer.status_code, unescape(KEYS.sub("", text))


def loosen(file: Path) -> dict[str, str]:
    """Take types and constraints from all tables, so that they take any value; return the SQL that they had."""
    with closing(sqlite3.connect(file, isolation_level=None)) as rows:
        rows.execute("pragma journal_mode=delete")
        schema = dict(rows.execute("select name, sql from sqlite_master where type = 'table' and sql not null"))
        strict = re.compile(r" (TEXT|FLOAT|REAL|INTEGER(?! PRIMARY)|NOT NULL)\b")
        write_schema(rows, {name: strict.sub("", sql) for name, sql in schema.items()})
    return schema


def write_schema(rows: sqlite3.Connection, schema: dict[str, str]) -> None:
    rows.execute("pragma writable_schema=on")
    for name, sql in schema.items():
        rows.execute("update sqlite_master set sql = ? where type = 'table' and name = ?", [sql, name])
    (version,) = rows.execute("pragma schema_version").fetchone()
    rows.execute(f"pragma schema_version = {version + 1}")


def cases(furnished: Furnished, table: str) -> Iterator[Spoilt]:
    """Each column of a table, spoilt in every way that fits it."""
    for column, types in column_types()[table].items():
        row = next((row for row in furnished.rows[table] if row[column] is not None), furnished.rows[table][0])
        for how, value in bad_values(row[column], types):
            yield Spoilt(column, row["place"], how, value)
        for value in other_values(row[column], types, furnished.codes):
            yield Spoilt(column, row["place"], "another", value, is_other=True)


def bad_values(sound: Any, types: tuple[type, ...]) -> Iterator[tuple[str, Any]]:
    yield "bytes", b"\0\xff"
    yield "wrong type", 7 if str in types else "many"
    if type(None) not in types:
        yield "nothing", None
    if isinstance(sound, str):
        half = len(sound) // 2
        yield "no text", sound[:half].encode() + b"\xff" + sound[half + 1 :].encode()
        if is_json(sound):
            yield from (("no JSON", bad) for bad in ("[[", "[" * 3000, "[7]"))
        elif is_day(sound):
            yield from (("no day", bad) for bad in ("2026-99-99", "tomorrow"))


def other_values(sound: Any, types: tuple[type, ...], codes: list[str]) -> list[Any]:
    if type(None) in types:
        return [None]
    if sound in codes:
        return [codes[0], "ZZZZZ"]
    if isinstance(sound, str):
        return ["9999-12-31T23:59:59+00:00" if is_day(sound) else "another"]
    return [2**62]


def is_json(text: str) -> bool:
    with suppress(ValueError):
        return isinstance(json.loads(text), dict | list)
    return False


def is_day(text: str) -> bool:
    with suppress(ValueError):
        return bool(datetime.fromisoformat(text))
    return False


def spoil(furnished: Furnished, table: str, case: Spoilt, folder: Path) -> bool:
    """Lay the database into a folder with the spoilt value in it; return whether the row takes that."""
    for old in folder.glob(f"{FILE}*"):
        old.unlink()
    (folder / FILE).write_bytes(furnished.file)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as rows:
        rows.execute("pragma synchronous=off")
        value = "cast(? as text)" if case.how == "no text" else "?"
        with suppress(sqlite3.IntegrityError):  # a twin, or no number of a row
            rows.execute(f"update {table} set {case.column} = {value} where rowid = ?", [case.value, case.row])
            write_schema(rows, furnished.schema)
            return True
    return False


def asked(furnished: Furnished, table: str, turn: int) -> list[str]:
    """The pages that read from a table, from another one on each turn; a quarter of those of the sound evening."""
    reads = [page for page, read in furnished.reads.items() if table in read]
    own = [page for page in reads if page.startswith("/t/") and furnished.pages[page][0] == 200]
    found = [page for page in reads if not page.startswith("/t/")] + own[turn % 4 :: 4]
    start = turn % max(1, len(found))
    return found[start:] + found[:start]


@pytest.mark.parametrize("table", column_types())
def test_a_spoilt_value_costs_its_own_row_which_is_named(table: str, furnished: Furnished, tmp_path: Path) -> None:
    for turn, case in enumerate(cases(furnished, table)):
        if not spoil(furnished, table, case, tmp_path):
            continue
        try:
            with closing(Database(tmp_path)) as database:
                said = problems(database)
        except CannotOpen as refused:
            assert (table, f"{refused}"[-1]) == (MIGRATIONS, "."), case
            continue
        assert said or case.is_other or case.how == "no JSON" or case.column == "applied_at", case
        with app_over(tmp_path) as app:
            phone, database = on_the_machine(app), app.extensions["companion"].database
            found = {page: says(phone, page) for page in asked(furnished, table, turn)}
            changed = {page: answer for page, answer in found.items() if answer != furnished.pages[page]}
            for page, (status, _) in changed.items():
                assert status in (furnished.pages[page][0], 404), (case, page, status)
            if case.is_other or not changed:
                continue
            assert said, (case, [*changed])
            if "code" in column_types()[table]:
                assert not any(page.startswith("/t/") for page in changed), (case, [*changed])
            if case.column == "code":  # no page asks for it
                database.leave_out_lost()
            if case.how != "no text":
                told = CANNOT_BE_READ in says(phone, "/rules")[1] or any(
                    CANNOT_BE_READ in text for _, text in changed.values()
                )
                assert told or problems(database) == [], (case, [*changed])


def test_every_column_and_every_page_is_walked(furnished: Furnished) -> None:
    walk = [(table, turn, case) for table in column_types() for turn, case in enumerate(cases(furnished, table))]
    columns = [(table, column) for table, of_it in column_types().items() for column in of_it]
    assert list(dict.fromkeys((table, case.column) for table, _, case in walk)) == columns
    assert {*column_types()} - set[str]().union(*furnished.reads.values()) == {MIGRATIONS, "bags"}
    assert [page for page, (status, _) in furnished.pages.items() if status >= 500] == []
    requests = sum(len(asked(furnished, table, turn)) for table, turn, _ in walk)
    assert (len(columns) >= 90, len(walk) >= 450, requests >= 3000) == (True, True, True)
    print(f"{len(columns)} columns, {len(walk)} spoilt values, {requests} pages")  # noqa: T201  # ``pytest -s`` shows it
