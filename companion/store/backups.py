"""Backups: whole copies of the database, taken while people play, one of them put back, and what they know."""

import filecmp
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import date, datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database as Rows

from companion.machine.files import can_write, is_file, is_folder, make_private_file, make_private_folder, sync_folder
from companion.store.database import (
    FILE,
    LOG_ENDINGS,
    CannotOpen,
    Newer,
    applied_migrations,
    as_refusal,
    connect,
    copy_in_memory,
    is_damage,
    lock_for_serving,
    migrate,
    open_read_only,
    require_own_schema,
    time_limit,
    words_for,
    wrap,
)

FOLDER = "backups"
MAX_DAILY_BACKUPS = 7


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
    deleted = {code for (code,) in rows.execute("select code from bin where code not null")}
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


class Damaged(CannotOpen):
    """A database file whose pages are damaged."""


def backup(folder: Path, file: Path | None = None) -> Path:
    """Copy the database of a folder, also while it is served, and return the copy. Raises CannotOpen.

    Without a ``file`` it is a new one among the folder's backups. An older backup in its place is replaced once the
    new one is whole.
    """
    present = folder / FILE
    if not is_file(present):
        raise CannotOpen(f"There are no tables in {folder}.")
    target = file or folder / FOLDER
    if file is None or is_folder(file):
        target = new_name(target, "companion")
    with as_refusal(f"{target} can't be written"):
        make_private_folder(target.parent)
        if target.exists() and (target.samefile(present) or not is_ours(target)):
            raise _no_backup(target)
        _replace(target, _copy_beside(target, present))
    return target


def daily(folder: Path, day: date, place: Path | None = None) -> Path | None:
    """Make the backup of a day again; return None where that holds just what the database does.

    It lies among the folder's backups, or in another ``place``. Of the daily backups the newest seven are kept, and
    every one that knew more than the database when it would have been replaced. Raises CannotOpen; no older backup is
    dropped then.
    """
    file = daily_file(place or folder / FOLDER, day)
    with as_refusal(f"{file} can't be written"):
        make_private_folder(file.parent)
        if file.exists() and not is_ours(file):
            raise _no_backup(file)
        copy = _copy_beside(file, folder / FILE)
        if file.exists() and filecmp.cmp(copy, file, shallow=False):
            _remove(copy)
            return None
        if file.exists() and is_ahead(file, folder / FILE):
            file.rename(new_name(file.parent, "further"))
        _replace(file, copy)
    backups = file.parent.glob("daily-????-??-??.sqlite3")
    # a backup of a day to come is dropped first: the clock was wrong
    for old in sorted(backups, key=lambda other: (other <= file, other))[:-MAX_DAILY_BACKUPS]:
        _remove(old)
    for left in file.parent.glob("daily-*.part"):  # of a server that was killed in the middle of one
        _remove(left)
    return file


def daily_file(place: Path, day: date) -> Path:
    """Return the file of the backup of a day."""
    return place / f"daily-{day}.sqlite3"


def restore(folder: Path, file: Path) -> Path | None:
    """Put a backup in the place of the folder's database; return the file to which that was moved, if there was one.

    Raises CannotOpen where the file is not a whole database of Companion, or a server is running on the folder.
    """
    present = folder / FILE
    with as_refusal(f"{file} can't be restored"):
        if not is_file(file):
            raise CannotOpen(f"There is no file {file}.")
        if present.exists() and present.samefile(file):
            raise CannotOpen(f"{file} is the database itself, not a backup of it.")
        if not is_ours(file):
            raise CannotOpen(f"{file} is not a database of Companion.")
        with closing(lock_for_serving(folder)):
            copy = _copy(file, open_read_only(file), folder / "restored.part")
            _bring_up_to_date(copy)
            return _put_in_place(present, copy)


def rescue(connection: sqlite3.Connection, place: Path) -> Path:
    """Save what an open connection holds, whose file was taken away, in a new file of a folder. Raises CannotOpen."""
    file = new_name(place, "rescued")
    with as_refusal(f"{file} can't be written"):
        make_private_file(file)
        with closing(connect(file)) as copy:
            connection.backup(copy)
    return file


def is_ours(file: Path) -> bool:
    """Return whether a file is a database of Companion. Raises CannotOpen where it is a newer Companion's."""
    try:
        return bool(applied_migrations(file))
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def new_name(folder: Path, what: str) -> Path:
    """Return a file that isn't there yet, named after the local time."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (folder / f"{what}-{stamp}{more}.sqlite3" for more in chain([""], (f"-{number}" for number in count(2))))
    return next(file for file in names if not file.exists())


def _copy_beside(target: Path, present: Path) -> Path:
    """Copy a database to which others may be writing, to a file beside the target."""
    if can_write(present.parent):
        connection = connect(f"{present.resolve().as_uri()}?mode=rw", uri=True)
    else:
        connection = copy_in_memory(present)
    return _copy(present, connection, target.with_name(f"{target.name}.part"))


def _copy(source: Path, connection: sqlite3.Connection, part: Path) -> Path:
    """Copy a database as it is at one moment, and check the copy. Raises CannotOpen, OSError, sqlite3.Error."""
    _remove(part)
    try:
        make_private_file(part)
        with closing(connection), closing(connect(part)) as copy:
            connection.backup(copy)
            require_own_schema(copy, source)
            with time_limit(copy):
                (problem,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if problem != "ok":
            raise Damaged(f"The database {source} is damaged: {problem}.")
    except BaseException as error:
        _remove(part)
        if is_damage(error):
            raise Damaged(f"The database {source} is damaged: {error}.") from None
        raise
    return part


def _bring_up_to_date(copy: Path) -> None:
    """Migrate a copy. Raises sqlite3.Error; it is removed then."""
    try:
        with closing(connect(copy)) as connection:
            migrate(wrap(connection))
    except sqlite3.Error:
        _remove(copy)
        raise


def _put_in_place(present: Path, copy: Path) -> Path | None:
    """Make the copy the database, and return the file to which the one before was moved."""
    try:
        aside = _put_aside(present) if present.exists() else None
        if present.exists():
            with closing(connect(copy)) as source, closing(connect(present)) as target:
                source.backup(target)  # one transaction, seen by every program that has it open
        else:
            _replace(present, copy)
    finally:
        _remove(copy)
    return aside


def _put_aside(present: Path) -> Path:
    """Keep a copy of the present database; one that can't be opened is moved away as it is. Raises Newer."""
    aside = new_name(present.parent / FOLDER, "before-restore")
    make_private_folder(aside.parent)
    try:
        _replace(aside, _copy_beside(aside, present))
    except Newer:
        raise
    except CannotOpen:
        for ending in ("-wal", ""):
            if Path(f"{present}{ending}").exists():
                Path(f"{present}{ending}").replace(f"{aside}{ending}")
        _remove(present)
    return aside


def _replace(target: Path, copy: Path) -> None:
    """Put the copy in a place, and remove the log of what was there, which SQLite would read into the copy."""
    for ending in LOG_ENDINGS:
        Path(f"{target}{ending}").unlink(missing_ok=True)
    copy.replace(target)
    sync_folder(target.parent)


def _no_backup(file: Path) -> CannotOpen:
    """Return the refusal to replace a file that is no backup."""
    return CannotOpen(f"{file} is no backup, so it is not replaced. Choose another name.")


def _remove(file: Path) -> None:
    for ending in ("", *LOG_ENDINGS):
        Path(f"{file}{ending}").unlink(missing_ok=True)
