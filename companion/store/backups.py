"""Backups: whole copies of the database, taken while people play, one of them put back, and what they know."""

import filecmp
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import date
from itertools import chain, count
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

from sqlite_utils import Database as Rows

from companion.machine.clock import on_the_wall, wall_clock
from companion.machine.files import is_file, is_folder, make_private_file, make_private_folder, sync_folder
from companion.store.database import (
    LOG_ENDINGS,
    CannotOpen,
    Newer,
    applied_migrations,
    as_refusal,
    connect,
    file_in,
    former_part,
    is_damage,
    lock_for_serving,
    migrate,
    open_read_only,
    remove,
    require_own_schema,
    require_usable,
    time_limit,
    words_for,
    wrap,
)

FOLDER = "backups"
DAILY = "daily-????-??-??.sqlite3"
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


def _last_entries(file: Path) -> list[LastEntry]:
    """Return the last entry of every table that a backup knows, spoilt rows aside. Raises CannotOpen, sqlite3.Error."""
    whole = "where typeof(code) = 'text' and typeof(number) = 'integer'"
    last = f"select code, max(number), hash from entries {whole} group by code"  # the hash is of the same row
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
    present = file_in(folder)
    if not is_file(present):
        raise CannotOpen(f"There are no tables in {folder}.")
    require_usable(present)
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

    It lies among the folder's backups, or in another ``place``. The newest seven are kept. Raises CannotOpen;
    no older backup is dropped then.
    """
    file, present = (place or folder / FOLDER) / f"daily-{day}.sqlite3", file_in(folder)
    with as_refusal(f"{file} can't be written"):
        make_private_folder(file.parent)
        _clear_away(present.parent, file.parent)
        remove(former_part(present))  # the one who makes it keeps the database locked, and leaves it as today's
        if file.exists() and not is_ours(file):
            raise _no_backup(file)
        copy = _copy_beside(file, present)
        if file.exists() and filecmp.cmp(copy, file, shallow=False):
            remove(copy)
            return None
        _replace(file, copy)
    backups = file.parent.glob(DAILY)
    # a backup of a day to come is dropped first: the clock was wrong
    for old in sorted(backups, key=lambda other: (other <= file, other))[:-MAX_DAILY_BACKUPS]:
        remove(old)
    return file


def is_new_day(folder: Path, day: date) -> bool:
    """Return whether a day is later than those of all backups: one on a clock that was set back counts as none."""
    return all(file.name < f"daily-{day}.sqlite3" for file in (folder / FOLDER).glob(DAILY))


class Restored(NamedTuple):
    """What came back with a backup that was put in the place of the database."""

    aside: Path | None
    """The file in which the database before is kept, if there was one."""
    keeps_rights: bool
    """Whether the household and the pencils are those of the database before; else they are the backup's."""
    devices: set[str]
    """The hashes of the devices of the household that weren't of it in the database before."""


def restore(folder: Path, file: Path) -> Restored:
    """Put the evenings of a backup in the place of the folder's database, which is kept aside; return what came back.

    Who is of the household and who holds a pencil stays as it is, where that can be read. Killed at any moment, it
    leaves the database before or the new one. Raises CannotOpen where the file is not a whole database of Companion,
    or a server is running on the folder.
    """
    present = file_in(folder)
    with as_refusal(f"{file} can't be restored"):
        require_usable(present)
        if not is_file(file):
            raise CannotOpen(f"There is no file {file}.")
        if present.exists() and present.samefile(file):
            raise CannotOpen(f"{file} is the database itself, not a backup of it.")
        if not is_ours(file):
            raise CannotOpen(f"{file} is not a database of Companion.")
        with closing(lock_for_serving(folder)):
            _clear_away(present.parent, folder / FOLDER)
            copy = _copy(file, open_read_only(file), present.with_name("restored.part"))
            _bring_up_to_date(copy)
            return _put_in_place(present, copy, folder / FOLDER)


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
    stamp = f"{on_the_wall(wall_clock()):%Y-%m-%d-%H%M%S}"
    names = (folder / f"{what}-{stamp}{more}.sqlite3" for more in chain([""], (f"-{number}" for number in count(2))))
    return next(file for file in names if not file.exists())


def _copy_beside(target: Path, present: Path) -> Path:
    """Copy a database to which others, this process too, may be writing, to a file beside the target."""
    return _copy(present, connect(f"{present.as_uri()}?mode=rw", uri=True), target.with_name(f"{target.name}.part"))


def _copy(source: Path, connection: sqlite3.Connection, part: Path) -> Path:
    """Copy a database as it is at one moment, and check the copy. Raises CannotOpen, OSError, sqlite3.Error."""
    remove(part)
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
        remove(part)
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
        remove(copy)
        raise


def _put_in_place(present: Path, copy: Path, place: Path) -> Restored:
    """Make the copy the database, with the rights of the one before, which is kept among the backups."""
    try:
        aside, is_sound = _put_aside(present, place) if present.exists() else (None, False)
        with closing(connect(copy)) as source:
            keeps_rights, devices = _keep_rights(source, aside)
            if is_sound:
                with closing(connect(present)) as target:
                    source.backup(target)  # one transaction, seen by every program that has it open
        if not is_sound:
            _replace(present, copy)
    finally:
        remove(copy)
    return Restored(aside, keeps_rights, devices)


def _put_aside(present: Path, place: Path) -> tuple[Path, bool]:
    """Keep a copy of the present database, one that can't be opened as it is; return it, and whether it is sound.

    Raises Newer.
    """
    aside = new_name(place, "before-restore")
    make_private_folder(place)
    try:
        _replace(aside, _copy_beside(aside, present))
    except Newer:
        raise
    except CannotOpen:
        for ending in ("", "-wal"):
            if (held := Path(f"{present}{ending}")).exists():
                part = aside.with_name(f"{aside.name}.part{ending}")
                make_private_file(part)
                copyfile(held, part)
                part.replace(f"{aside}{ending}")
        return aside, False
    return aside, True


def _keep_rights(copy: sqlite3.Connection, before: Path | None) -> tuple[bool, set[str]]:
    """Write who is of the household and who holds a pencil, as it was in the database before, into a copy.

    Return whether that could be read, and the devices that are of the household though they weren't before.
    No invitation of the copy is good any more. Raises sqlite3.Error.
    """
    household: list[Any] = []
    pencils: list[Any] = []
    keeps_rights = False
    if before:
        with suppress(CannotOpen, sqlite3.Error), closing(open_read_only(before)) as rows:
            require_own_schema(rows, before)
            known = "device, ifnull(kind, ''), name, ifnull(since, ''), ifnull(removed, 1)"  # a page may be damaged
            household = rows.execute(f"select {known} from household").fetchall()
            pencils = rows.execute("select code, device, ifnull(pencil, 0), ifnull(since, '') from devices").fetchall()
            keeps_rights = True
    with copy:
        copy.execute("update invitations set made_at = 0")
        columns = "(device, kind, name, since, removed)"
        copy.executemany(f"insert or replace into household {columns} values (?, ?, ?, ?, ?)", household)
        copy.executemany(
            "insert into devices (code, device, pencil, since) select ?1, ?2, ?3, ?4 from tables where code = ?1 "
            "on conflict do update set pencil = excluded.pencil",
            pencils,
        )
    were_in = {device for device, *_, removed in household if not removed}
    are_in = {device for (device,) in copy.execute("select device from household where not removed")}
    return keeps_rights, are_in - were_in


def _replace(target: Path, copy: Path) -> None:
    """Put the copy in a place, and remove the log of what was there, which SQLite would read into the copy."""
    for ending in LOG_ENDINGS:
        Path(f"{target}{ending}").unlink(missing_ok=True)
    copy.replace(target)
    sync_folder(target.parent)


def _no_backup(file: Path) -> CannotOpen:
    return CannotOpen(f"{file} is no backup, so it is not replaced. Choose another name.")


def _clear_away(folder: Path, place: Path) -> None:
    """Remove what was left half-made in a folder and its place for backups by a process that was killed."""
    made = [folder.glob("restored.part*"), *(place.glob(f"{what}-*.part*") for what in ("daily", "before-restore"))]
    for left in chain(*made):
        left.unlink(missing_ok=True)
