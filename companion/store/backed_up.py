"""What backups know of the journals, beside what the database knows: a journal that lost its end is whole in itself."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database as Rows

from companion.store.database_file import CannotOpen, open_read_only, require_own_schema, words_for, wrap


class LastEntry(NamedTuple):
    """The last entry of a table in a backup."""

    code: str
    number: int
    hash: str
    backup: str
    """The name of the file."""


def last_entries(folder: Path, problems: list[str]) -> list[LastEntry]:
    """Return the last entry of every table that a backup in the folder knows, from the backup that knows most.

    What was put aside when a backup was put back doesn't count: what it had is left out on purpose. A backup
    that can't be read is added to the ``problems``.
    """
    furthest: dict[str, LastEntry] = {}
    for file in sorted(folder.glob("*.sqlite3")):
        if file.name.startswith("before-restore-"):
            continue
        try:
            for last in _last_entries(file):
                if last.code not in furthest or last.number >= furthest[last.code].number:
                    furthest[last.code] = last
        except CannotOpen as error:
            problems.append(f"The backup {file.name} can't be read: {error}")
        except sqlite3.Error as error:
            problems.append(f"The backup {file.name} can't be read: {words_for(error)}.")
    return list(furthest.values())


def missing(rows: Rows, known: Iterable[LastEntry]) -> Iterator[str]:
    """Say which tables lack an entry that a backup knows, but those that were deleted."""
    deleted = {code for (code,) in rows.execute("select code from deleted")}
    for code, number, expected, backup in known:
        here = dict(rows.execute("select number, hash from entries where code = ?", [code]))
        if code in deleted:
            continue
        if len(here) < number:
            yield f"Table {code}: the backup {backup} knows {number} moves, the database has {len(here)}."
        elif here.get(number) != expected:
            yield f"Table {code}: move {number} is not the one that the backup {backup} knows."


def is_ahead(backup: Path, present: Path) -> bool:
    """Return whether a backup knows a move that the present database lacks; one that can't be read knows none."""
    try:
        with closing(open_read_only(present)) as connection:
            return any(missing(wrap(connection), _last_entries(backup)))
    except (CannotOpen, sqlite3.Error):
        return False


def _last_entries(file: Path) -> list[LastEntry]:
    """Return the last entry of every table that a backup knows. Raises CannotOpen, sqlite3.Error."""
    last = "select code, max(number), hash from entries group by code"  # SQLite takes the hash from the same row
    with closing(open_read_only(file)) as source:
        require_own_schema(source, file)
        return [LastEntry(code, number, link, file.name) for code, number, link in source.execute(last)]
