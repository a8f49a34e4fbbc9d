"""Looking a whole database through: does every journal replay, do the counters balance, is every edition known?"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from sqlite_utils import Database as Rows

from companion.engine.journal import Journal
from companion.engine.ledger import conserved
from companion.engine.refusals import Refusal
from companion.engine.replay import laid
from companion.loto_box import fingerprint
from companion.store import household, kept_rules
from companion.store.database import Database
from companion.store.records import from_row
from companion.store.table import Table, Unreadable
from companion.store.tables import Tables

Row = dict[str, Any]


class Wrong(Exception):
    """What is wrong, and where."""


def problems(database: Database) -> list[str]:
    """Everything that is wrong with the database as it is at one moment, in a line each."""
    found: list[str] = []
    with database.reading() as rows:
        rows.execute("BEGIN")  # others may write meanwhile: they are not seen
        try:
            for problem in _problems(database, rows):
                found.append(problem)
        except sqlite3.DatabaseError as error:
            found.append(f"The database file: {error}.")
        finally:
            rows.rollback()
    return found


def _problems(database: Database, rows: Rows) -> Iterator[str]:
    for (said,) in rows.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield f"The database file: {' '.join(said.split())}."
    for name, number, *_ in rows.execute("PRAGMA foreign_key_check"):
        yield f"{name}, row {number}: its table is not there."
    for kept_as, seed in rows.execute("select fingerprint, seed from bags"):
        if fingerprint(str(seed)) != kept_as:
            yield f"The bag {kept_as}: its seed is another's."
    yield from unreadable(rows, household.SELECT, household.card_of)
    yield from unreadable(rows, kept_rules.SELECT, kept_rules.rules_of)
    for table in list(rows.table("tables").rows_where(order_by="rowid")):
        if why := problem_of(database, table):
            yield f"Table {table['code']}: {why}"


def unreadable(rows: Rows, query: str, read: Callable[[Any], object]) -> Iterator[str]:
    """Why rows that a query finds can't be read."""
    for row in rows.execute(query):
        try:
            read(row)
        except Refusal as why:
            yield str(why)


def problem_of(database: Database, table: Row) -> str:
    """What is wrong with one table, the first thing found; empty where all is well."""
    try:
        with database.reading() as rows:
            entries = list(rows.table("entries").rows_where("code = ?", [table["code"]], order_by="number"))
        journal = replayed(json.loads(table["players"]), entries)
        for step in journal.steps:
            conserved(step.state.balances, step.state.pots)
        found = read(database, table["code"])
        if found.journal != journal:
            return "its page would not show what was recorded."
        if any(payment.counters < 1 for payment in [*found.owed, *(paid.payment for paid in found.paid)]):
            return "a payment of the settlement moves no counters."
    except Exception as error:  # a row may hold anything
        return " ".join(f"{error or type(error).__name__}".split())
    return ""


def read(database: Database, code: str) -> Table:
    """The table as its page shows it. Raises what is wrong with it."""
    try:
        return Tables(database).find(code)
    except Unreadable as error:
        raise error.__cause__ or error from None


def replayed(players: list[str], entries: list[Row]) -> Journal:
    """The journal recorded once more, tap by tap. Raises Wrong with the entry where that can't be."""
    for place, row in enumerate(entries, 1):
        if row["number"] != place:
            raise Wrong(f"entry {place} is missing.")
    journal = Journal(laid(players))
    for number, tap in groupby(entries, lambda row: row["along"] or row["number"]):
        try:
            journal = journal.tapped([from_row(row) for row in tap])
        except Exception as error:
            raise Wrong(f"entry {number}: {error or type(error).__name__}") from None
    return journal
