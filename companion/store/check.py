"""Check a whole database: chains hold, journals replay, counters balance, nothing that a backup knows is missing."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlite_utils import Database as Rows

from companion.engine.errors import Malformed
from companion.engine.fields import excerpt
from companion.engine.game import State
from companion.engine.journal import Journal
from companion.engine.postings import require_balanced
from companion.engine.replay import initial_state
from companion.engine.structure import read
from companion.loto.rules.box import fingerprint
from companion.machine.files import make_private_folder
from companion.scoresheet import write_sheet
from companion.store.backups import FOLDER, last_entries, missing
from companion.store.bin import deleted
from companion.store.chain import hashes
from companion.store.database import KINDS, CannotOpen, Database, Row, column_types, each_row, words_for
from companion.store.entries import CODE, all_codes, from_row, rows_of
from companion.store.evenings import DERIVED_VERSION, derived
from companion.store.household import house_device
from companion.store.kept import Groups, HouseRules, OwnCards, WordLists
from companion.store.table import Beside, Table, UnknownTable, Unreadable
from companion.store.tables import load_table

DAMAGE = "The database file:"


def export_all(database: Database, folder: Path) -> Iterator[str]:
    """Write every table that can be read into a new folder, as a score sheet, and yield what can't be, a line each.

    Raises CannotOpen where the folder holds anything, and OSError.
    """
    make_private_folder(folder)
    if any(folder.iterdir()):
        raise CannotOpen(f"The folder {folder} is not empty. Choose a new one.")
    with database.reading() as rows:
        codes = all_codes(rows)
    for code in codes:
        with database.reading() as rows:
            try:
                table = load_table(rows, code)
            except (Unreadable, UnknownTable) as error:
                yield f"Table {code} can't be read: {error.__cause__ or error}."
                continue
        if CODE.fullmatch(code):  # nothing else becomes a name of a file
            (folder / f"{code}.json").write_text(write_sheet(table.sheet()), "utf-8", newline="\n")


class CheckFailed(Exception):
    """A journal can't be recorded once more; the text says where."""


def problems(database: Database) -> list[str]:
    """Return everything that is wrong with the database as it is at one moment, in a line each."""
    found: list[str] = []
    backed_up = last_entries(database.folder / FOLDER, found)  # before that moment: a later backup would know more
    with database.reading() as rows:
        rows.execute("BEGIN")  # others may write meanwhile: they are not seen
        codes = all_codes(rows)
        try:
            for part in (_pages(rows), _household(rows), _rows(database), _tables(rows), missing(rows, backed_up)):
                found += _found(part)
        finally:
            rows.rollback()
    if any(line.startswith(DAMAGE) for line in found):
        lost = {line.split()[1].rstrip(":") for line in found if line.startswith("Table ")}
        sound = ", ".join(code for code in codes if code not in lost) or "none"
        found.append(f"Sound tables: {sound}. companion export --all FOLDER saves them.")
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


def _rows(database: Database) -> Iterator[str]:
    """Say which rows hold a value that wasn't written so, or can't be read."""
    connection, lenient = database.rows.conn, database.rows.conn.text_factory
    connection.text_factory = lambda text: text.decode(errors="surrogateescape")
    read: dict[str, Callable[[Row], object]] = {
        kind.table: kind(database).read for kind in (HouseRules, Groups, OwnCards)
    }
    read |= {"word_lists": WordLists.words, "household": house_device}
    read["bin"] = lambda row: row["contents"] and deleted(row)
    try:
        for table in column_types():
            for row, held in each_row(database.rows, table, _as_text):
                try:
                    if isinstance(held, Exception):
                        raise held
                    read.get(table, dict)(row)
                except Exception as error:  # a row may hold anything
                    name = next((row[own] for own in ("name", "code") if type(row.get(own)) is str), row["place"])
                    what = f"{KINDS.get(table, table)} {excerpt(name)}"
                    yield " ".join(f"{what}: {error or type(error).__name__}".split())
    finally:
        connection.text_factory = lenient


def _as_text(row: Row) -> Row:
    for column, value in row.items():
        if isinstance(value, str) and value != value.encode(errors="replace").decode():
            raise Malformed(f"{column} holds bytes that are no text.")
    return row


def _tables(rows: Rows) -> Iterator[str]:
    for code in all_codes(rows)[::-1]:
        try:
            found = rows_of(rows, "tables", code, "code")
            why = _problem_of(rows, found[0]) if found else "its players are lost."
        except sqlite3.DatabaseError as error:
            why = f"{words_for(error)}."
        if why:
            yield f"Table {code}: {why}"


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
        beside = read(Beside, json.loads(table["beside"]))
        journal = replayed(initial_state(json.loads(table["players"]), beside.start), entries)
        for step in journal.steps:
            require_balanced(step.state.balances, step.state.pots)
        found = _read(rows, table["code"])
        if found.journal != journal:
            return "its page would not show what was recorded."
        kept = rows_of(rows, "evenings", table["code"], "rowid")
        if kept and kept[0]["version"] == DERIVED_VERSION and kept != [derived(found)]:
            return "its line, or its statistics, are not what its journal says: companion check --anew makes all anew."
        if any(payment.counters < 1 for payment in [*found.owed, *(paid.payment for paid in found.paid)]):
            return "a payment of the settlement moves no counters."
        return _beside(rows, found)
    except Exception as error:  # a row may hold anything
        return " ".join(f"{error or type(error).__name__}".split())
    return ""


def _beside(rows: Rows, table: Table) -> str:
    """Return what of the names beside a journal is wrong; empty where all is well."""
    sharing = [name for purse in table.purses for name in purse]
    if len(sharing) > len({*sharing}):
        return "somebody is in two purses."
    known = table.journal.names()
    if not known.issuperset(name for paid in table.paid for name in paid.payment.payer + paid.payment.payee):
        return "a payment that is ticked off is nobody's."
    phones = rows.execute("select player from devices where code = ? and player is not null", [table.code])
    if not known.issuperset(name for (name,) in phones):
        return "a phone is nobody's."
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
