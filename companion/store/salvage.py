"""What can be read of a file that is damaged in one place: which tables are sound, and how others began."""

import json
import re
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils import Database as Rows

from companion.engine.errors import Refusal
from companion.engine.journal import load
from companion.engine.replay import initial_state
from companion.machine.files import make_private_folder
from companion.scoresheet import write_sheet
from companion.store.database import Database
from companion.store.database_file import CannotOpen, past_damage
from companion.store.entries import from_row
from companion.store.table import Table, UnknownTable, Unreadable
from companion.store.table_rows import ALPHABET, CODE_LENGTH, load_table, rows_of, table_of

CODES = (
    "select code from tables order by rowid desc",
    "select code from tables order by rowid",
    "select code from tables order by code",
    "select distinct code from entries order by code",
    "select distinct code from entries not indexed",
)
"""Where the codes of the tables stand: in the table from either end, in its index, and with the entries."""

CODE = re.compile(f"[{ALPHABET}]{{{CODE_LENGTH}}}")
"""A code as tables have it."""


class Sound(NamedTuple):
    """The codes of the tables that can be read, and of those that can't."""

    sound: list[str]
    damaged: list[str]


def all_codes(rows: Rows) -> list[str]:
    """Return the codes of all tables, the newest first; where the file is damaged, those that it still names."""
    found: dict[str, None] = {}
    for query in CODES:
        with past_damage():
            for (code,) in rows.execute(query):
                found[str(code)] = None
            break
    return list(found)


def sound_tables(database: Database) -> Sound:
    """Return which tables can be read, and which can't."""
    found = Sound([], [])
    with database.reading() as rows:
        codes = all_codes(rows)
    for code in codes:
        try:
            with database.reading() as rows:
                load_table(rows, code)
            found.sound.append(code)
        except (Unreadable, UnknownTable):
            found.damaged.append(code)
    return found


def beginning(rows: Rows, code: str) -> Table | None:
    """Return a table that can't be read as it was after the last entry that can; None where nothing can."""
    try:
        row = rows_of(rows, "tables", code, "code")[0]
        start = initial_state(json.loads(row["players"]), row["start"])
        entries = list(_first_entries(rows, code))
    except Exception:  # a row may hold anything
        return None
    while entries:
        try:
            return table_of(rows, row, load(start, [from_row(entry) for entry in entries]), entries)
        except Exception:  # what the last one says needs an entry that is lost
            entries.pop()
    return None


def _first_entries(rows: Rows, code: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a table from the first, up to one that can't be read or isn't there."""
    for number in count(1):
        try:
            (entry,) = rows_of(rows, "entries", code, "number", f"number = {number}")
            from_row(entry)
        except (Refusal, ValueError, sqlite3.DatabaseError):
            return
        yield entry


def export_all(database: Database, folder: Path) -> Iterator[str]:
    """Write every table that can be read into a new folder, as a score sheet, and yield what can't be, a line each.

    Of a table that is damaged, what was played before the damage is written. Raises CannotOpen where the folder holds
    anything, and OSError.
    """
    make_private_folder(folder)
    if any(folder.iterdir()):
        raise CannotOpen(f"The folder {folder} is not empty. Choose a new one.")
    with database.reading() as rows:
        codes = all_codes(rows)
    for code in codes:
        table: Table | None
        with database.reading() as rows:
            try:
                table, name = load_table(rows, code), f"{code}.json"
            except (Unreadable, UnknownTable) as error:
                table, name = beginning(rows, code), f"{code}-beginning.json"
                why = error.__cause__ or error
                yield f"Table {code} can't be read{f' after entry {table.journal.last}' if table else ''}: {why}."
        if table and CODE.fullmatch(code):  # nothing else becomes a name of a file
            (folder / name).write_text(write_sheet(table.sheet()), "utf-8", newline="\n")
