"""A table as rows of the database, and back."""

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from attrs import evolve
from sqlite_utils import Database as Rows

from companion.engine.changes import Entry, Rename
from companion.engine.errors import Illegal
from companion.engine.game import Game, Opening
from companion.engine.journal import Journal, load
from companion.engine.message import say
from companion.engine.replay import initial_state
from companion.engine.settlement import Payment, Purse
from companion.engine.structure import read, write
from companion.loto.rules.words import WordList
from companion.scoresheet import CounterValue, Sheet, record_sheet
from companion.store.called import name_put_right
from companion.store.chain import SHORT, first_hash, next_hash
from companion.store.database import MAX_INTEGER, now
from companion.store.database_file import past_damage
from companion.store.entries import from_row, to_row
from companion.store.table import About, Paid, Table, UnknownTable, Unreadable
from companion.store.written import Writer

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The signs of a code; without 0, O, 1, I and L, which are taken for one another."""
CODE_LENGTH = 5
NAME_COLUMNS = (("devices", "player"), ("entries", "player"), ("payments", "payer"), ("payments", "payee"))
"""The tables of the database and their columns that name players beside the journal."""

DERIVED = ("evenings", "evening_games", "evening_players")
"""The tables of the database that are worked out of the others, row by row of a code, when they are next read."""


def new_code(rows: Rows, is_own: Callable[[str], bool]) -> str:
    """Return a code that no table has, one of this process where several share the tables by their codes."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if is_own(code) and not is_taken(rows, code):
            return code


def is_taken(rows: Rows, code: str) -> bool:
    """Return whether a table has this code, or had it and may be brought back."""
    return any(rows.table(name).count_where("code = ?", [code]) for name in ("tables", "deleted"))


def load_table(rows: Rows, code: str) -> Table:
    """Read a table and replay its journal. Raises UnknownTable, and Unreadable."""
    try:
        row = next(iter(rows_of(rows, "tables", code, "code")), None) if code.isascii() else None
        if row is None:
            raise UnknownTable(say("There is no table {code} here.", code=code))
        entries = rows_of(rows, "entries", code, "number")
        journal = load(initial_state(json.loads(row["players"]), row["start"]), [from_row(entry) for entry in entries])
        return table_of(rows, row, journal, entries)
    except (UnknownTable, sqlite3.OperationalError):  # it may be read another time
        raise
    except Exception as error:  # a row may hold anything
        raise Unreadable(code) from error


def rows_of(rows: Rows, name: str, code: str, order: str, which: str = "1") -> list[dict[str, Any]]:
    """Return the rows that a table of the database has for a code, also where its index is damaged."""

    def found(source: str) -> list[dict[str, Any]]:
        cursor = rows.execute(f"select * from {source} where code = ? and {which} order by {order}", [code])
        columns = [column for column, *_ in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor]

    with past_damage():
        return found(name)
    return found(f"{name} not indexed")


def table_of(rows: Rows, row: dict[str, Any], journal: Journal, entries: Sequence[dict[str, Any]]) -> Table:
    """Return the table of a row, whose journal has these rows of entries. Raises whatever is wrong with them."""
    code, value = row["code"], row["counter_value"]
    return Table(
        code=code,
        counter_value=read(CounterValue, json.loads(value)) if value else None,
        deal_at_once=bool(row["deal_at_once"]),
        laid_at=datetime.fromisoformat(row["laid_at"]).isoformat(timespec="seconds"),
        changes=int(row["changes"]),
        journal=journal,
        head=entries[-1]["hash"] if entries else first_hash(row),
        paid=payments(rows, code),
        places=dict(json.loads(row.get("places") or "{}")),
        purses=purses_of(row.get("purses")),
        about=About(*(row.get(name) or "" for name in About._fields)),
        remarks=dict(rows.execute("select number, remark from remarks where code = ? order by number", [code])),
        loto_words=_words(row.get("loto_words")),
        answers={call: tuple(names) for call, names in json.loads(row.get("answers") or "{}").items()},
    )


def _words(stored: str | None) -> WordList | None:
    """Return the words that a table plays with."""
    if not stored:
        return None
    name, words, language = json.loads(stored)
    return WordList(name, tuple(words), language)


def payments(rows: Rows, code: str) -> tuple[Paid, ...]:
    """Return the payments of the settlement that are ticked off, in the order in which they were."""
    found = rows.table("payments").rows_where("code = ? and not taken_back", [code], order_by="id")
    return tuple(Paid(row["id"], payment_of(row)) for row in found)


def payment_of(row: dict[str, Any]) -> Payment[Purse]:
    """Return a payment from how it is stored."""
    return Payment(_side(row, "payer"), _side(row, "payee"), row["counters"])


def payment_row(payment: Payment[Purse]) -> dict[str, Any]:
    """Return a payment as it is stored: the first name of each side, and all names of one of several."""
    payer, payee, counters = payment
    row: dict[str, Any] = {"payer": payer[0], "payee": payee[0], "counters": counters}
    for side, purse in (("payers", payer), ("payees", payee)):
        row |= {side: json.dumps(purse, ensure_ascii=False)} if len(purse) > 1 else {}
    return row


def _side(row: dict[str, Any], side: str) -> Purse:
    names = row.get(f"{side}s")
    return tuple(json.loads(names)) if names else (row[side],)


def purses_json(purses: Iterable[Purse]) -> str | None:
    """Return those who settle as one as they are stored; None without any."""
    joined = [purse for purse in purses if len(purse) > 1]
    return json.dumps(joined, ensure_ascii=False) if joined else None


def purses_of(stored: str | None) -> tuple[Purse, ...]:
    """Return those who settle as one from how they are stored."""
    return tuple(map(tuple, json.loads(stored or "[]")))


def entry_rows(
    code: str,
    journal: Journal,
    entries: Iterable[Entry],
    head: str,
    key: str | None = None,
    at: str | None = None,
    by: Writer = Writer(),  # noqa: B008  # it never changes
) -> list[dict[str, Any]]:
    """Return the rows of entries of a journal that follow on the hash ``head``; the first carries the tap's key.

    They are written ``at`` a time, or now, ``by`` a device.
    """
    at = at or now()
    made: list[dict[str, Any]] = []
    for entry in entries:
        row = to_row(entry, _game_of(journal, entry)) | {"code": code, "at": at, "key": None if made else key}
        head = next_hash(head, row)
        made.append(row | {"hash": head} | by._asdict())
    return made


def insert_entries(rows: Rows, made: Sequence[dict[str, Any]]) -> None:
    """Write rows of entries down."""
    for row in made[:1]:  # sqlite-utils' own insert asks for the schema every time
        insert = f"insert into entries ({', '.join(row)}) values (:{', :'.join(row)})"
        rows.conn.executemany(insert, made)


def short_hash(rows: Rows, code: str, number: int) -> str | None:
    """Return the beginning of the hash of the entry of a number, None where it isn't there."""
    if not 0 < number <= MAX_INTEGER:
        return None
    found = rows.execute("select hash from entries where code = ? and number = ?", [code, number]).fetchone()
    return found[0][:SHORT] if found else None


def _game_of(journal: Journal, entry: Entry) -> Game | None:
    """Return the game to which the move of an entry belongs, None where the entry has no move."""
    move = entry.move
    if move is None:
        return None
    if isinstance(move, Opening):
        return move.game
    # undoing an amendment can put in a move of a game that is not on at this place any more
    begun = (step.line.move.game for step in journal.steps if isinstance(step.line.move, Opening))
    games = chain([journal.before(entry.concerns or 0).game], begun)
    return next(game for game in games if game and game.by_name.get(move.name) is type(move))


def rename_beside(rows: Rows, table: Table, rename: Rename, *, undone: bool) -> Table:
    """Correct a name in everything that stands beside the journal, and return the table after it."""
    values = {"code": table.code, "was": rename.was, "now": rename.now}
    for name, column in NAME_COLUMNS:
        rows.execute(f"update {name} set {column} = :now where code = :code and {column} = :was", values)

    def renamed(names: Iterable[str]) -> Purse:
        return tuple(rename.now if name == rename.was else name for name in names)

    for number, payment in table.paid:
        sides = Payment(renamed(payment.payer), renamed(payment.payee), payment.counters)
        rows.table("payments").update(number, payment_row(sides))
    places = dict(zip(renamed(table.places), table.places.values(), strict=True))
    purses = tuple(map(renamed, table.purses))
    name_put_right(rows, table.code, rename, undone=undone)
    answers = {call: renamed(names) for call, names in table.answers.items()}
    beside = {"places": places, "answers": answers}
    kept = {name: json.dumps(value, ensure_ascii=False) for name, value in beside.items()}
    rows.table("tables").update(table.code, kept | {"purses": purses_json(purses)})
    paid = payments(rows, table.code)
    return evolve(table, paid=paid, places=places, purses=purses, answers=answers)


def extended(rows: Rows, table: Table, journal: Journal, made: Sequence[dict[str, Any]]) -> Table:
    """Write the rows of a journal's new entries down, and return the table with it."""
    insert_entries(rows, made)
    for entry in journal.entries[-len(made) :]:
        if entry.rename:
            table = rename_beside(rows, table, entry.rename, undone=entry.undoes is not None)
    return evolve(table, journal=journal, head=made[-1]["hash"])


def drop_derived(rows: Rows, code: str) -> None:
    """Drop what was worked out of a table, which is about to change."""
    for name in DERIVED:
        with past_damage():  # it can be worked out anew
            rows.execute(f"delete from {name} where code = ?", [code])


def journal_of(sheet: Sheet) -> Journal:
    """Return the journal of a sheet. Raises Illegal without its place in the sheet: a page has none."""
    try:
        return record_sheet(sheet)
    except Illegal as refused:
        raise Illegal(refused.why) from None


def counter_value_json(value: CounterValue | None) -> str | None:
    """Return what a counter is worth as it is stored."""
    return json.dumps(write(value)) if value else None
