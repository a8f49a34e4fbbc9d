"""Check a whole database: chains hold, journals replay, counters balance, nothing that a backup knows is missing."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from sqlite_utils import Database as Rows

from companion.engine.errors import Refusal
from companion.engine.game import State
from companion.engine.journal import Journal
from companion.engine.ledger import require_balanced
from companion.engine.replay import initial_state
from companion.loto.rules.box import fingerprint
from companion.store import house_rules, own_cards, word_lists
from companion.store.backed_up import last_entries, missing
from companion.store.backups import FOLDER
from companion.store.chain import hashes
from companion.store.database import Database
from companion.store.database_file import words_for
from companion.store.entries import from_row
from companion.store.evenings import derived
from companion.store.salvage import all_codes, sound_tables
from companion.store.table import Table, Unreadable
from companion.store.table_rows import DERIVED, load_table, rows_of

Row = dict[str, Any]
DAMAGE = "The database file:"


class CheckFailed(Exception):
    """A journal can't be recorded once more; the text says where."""


def problems(database: Database) -> list[str]:
    """Return everything that is wrong with the database as it is at one moment, in a line each."""
    found: list[str] = []
    backed_up = last_entries(database.folder / FOLDER, found)  # before that moment: a later backup would know more
    with database.reading() as rows:
        rows.execute("BEGIN")  # others may write meanwhile: they are not seen
        try:
            for part in (_pages(rows), _household(rows), _tables(rows), missing(rows, backed_up)):
                found += _found(part)
        finally:
            rows.rollback()
    if any(line.startswith(DAMAGE) for line in found):
        codes = sound_tables(database)
        found.append(f"Sound tables: {', '.join(codes.sound) or 'none'}. companion export --all FOLDER saves them.")
    return found


def _found(problems: Iterator[str]) -> list[str]:
    """Return the problems in a part of the database, up to a damaged page."""
    found: list[str] = []
    try:
        for problem in problems:
            found.append(problem)
    except sqlite3.DatabaseError as error:
        found.append(f"{DAMAGE} {words_for(error)}.")
    return found


def _pages(rows: Rows) -> Iterator[str]:
    for (problem,) in rows.execute("PRAGMA integrity_check"):
        if problem != "ok":
            yield f"{DAMAGE} {' '.join(problem.split())}."


def _household(rows: Rows) -> Iterator[str]:
    for name, number, *_ in rows.execute("PRAGMA foreign_key_check"):
        yield f"{name}, row {number}: its table is not there."
    for sealed, seed in rows.execute("select fingerprint, seed from bags"):
        if fingerprint(str(seed)) != sealed:
            yield f"The bag {sealed}: its seed is another bag's."
    yield from _unreadable(rows, own_cards.SELECT, own_cards.card_of)
    yield from _unreadable(rows, word_lists.SELECT, word_lists.words_of)
    yield from _unreadable(rows, house_rules.SELECT, house_rules.rules_of)


def _tables(rows: Rows) -> Iterator[str]:
    for code in all_codes(rows)[::-1]:
        try:
            found = rows_of(rows, "tables", code, "code")
            why = _problem_of(rows, found[0]) if found else "its players are lost."
        except sqlite3.DatabaseError as error:
            why = f"{words_for(error)}."
        if why:
            yield f"Table {code}: {why}"


def _unreadable(rows: Rows, query: str, read: Callable[[Any], object]) -> Iterator[str]:
    """Yield why rows of a query can't be read."""
    for row in rows.execute(query):
        try:
            read(row)
        except Refusal as why:
            yield str(why)


def _problem_of(rows: Rows, table: Row) -> str:
    """Return what is wrong with one table: the first thing that can't be played, and the first altered entry."""
    entries = rows_of(rows, "entries", table["code"], "number")
    return " ".join(filter(None, (_unplayable(rows, table, entries), _altered(table, entries))))


def _altered(table: Row, entries: list[Row]) -> str:
    """Say which entry is the first that the chain doesn't fit; empty where it holds."""
    expected = hashes(table, entries)
    altered = (entry["number"] for entry, fits in zip(entries, expected, strict=True) if entry["hash"] != fits)
    number = next(altered, None)
    return f"Entry {number}, or what stands before it, was altered since it was written." if number else ""


def _unplayable(rows: Rows, table: Row, entries: list[Row]) -> str:
    """Return the first thing that is wrong with one table as it is played; empty where all is well."""
    try:
        journal = replayed(initial_state(json.loads(table["players"]), table["start"]), entries)
        for step in journal.steps:
            require_balanced(step.state.balances, step.state.pots)
        found = _read(rows, table["code"])
        if found.journal != journal:
            return "its page would not show what was recorded."
        kept = {name: rows_of(rows, name, table["code"], "rowid") for name in DERIVED}
        if any(kept.values()) and kept != derived(found):
            return "its line, or its statistics, are not what its journal says: companion check --anew makes all anew."
        if any(payment.counters < 1 for payment in [*found.owed, *(paid.payment for paid in found.paid)]):
            return "a payment of the settlement moves no counters."
    except Exception as error:  # a row may hold anything
        return " ".join(f"{error or type(error).__name__}".split())
    return ""


def _read(rows: Rows, code: str) -> Table:
    """Return the table as its page shows it. Raises what is wrong with it."""
    try:
        return load_table(rows, code)
    except Unreadable as error:
        raise error.__cause__ or error from None


def replayed(start: State[Any, Any], entries: list[Row]) -> Journal:
    """Record the journal once more, tap by tap. Raises CheckFailed with the entry where that can't be done."""
    for place, row in enumerate(entries, 1):
        if row["number"] != place:
            raise CheckFailed(f"entry {place} is missing.")
    journal = Journal(start)
    for number, tap in groupby(entries, lambda row: row["along"] or row["number"]):
        try:
            journal = journal.with_entries([from_row(row) for row in tap])
        except Exception as error:
            raise CheckFailed(f"entry {number}: {error or type(error).__name__}") from None
    return journal
