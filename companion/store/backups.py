"""Backups: whole copies of the database, taken while people play, and one of them put back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime
from itertools import chain, count
from pathlib import Path

from companion.store.database import FILE, Refused, applied, looked_at, migrate, rows_of, serve_alone
from companion.store.schema import MIGRATIONS

FOLDER = "backups"
KEPT = 7
"""So many daily backups are kept."""
BROKEN = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
BESIDE = ("-wal", "-shm", "-journal")


class Damaged(Refused):
    """A database file whose pages don't hold together."""


def backup(folder: Path, file: Path | None = None) -> Path:
    """Copies the database of a folder, also while it is served, to a file, or to a new one among its backups.

    An older backup there is replaced, once the new one is whole. Gives the file. Raises Refused.
    """
    present = folder / FILE
    if not present.is_file():
        raise Refused(f"There are no tables in {folder}.")
    target = file or folder / FOLDER
    if file is None or file.is_dir():
        target = new_name(target, "companion")
    with refused_where(f"{target} can't be written"):
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and (target.samefile(present) or not is_ours(target)):
            raise Refused(f"{target} is no backup, so it is not replaced. Choose another name.")
        _replace(target, _copy_beside(target, present))
    return target


def daily(folder: Path, day: date) -> Path | None:
    """The backup of a day, made again where something was written since; None where nothing was. Of the daily
    backups the newest seven are kept. Raises Refused; no older backup is dropped then."""
    file = folder / FOLDER / f"daily-{day}.sqlite3"
    if file.exists() and file.stat().st_mtime > _written_at(folder / FILE):
        return None
    backup(folder, file)
    kept = file.parent.glob("daily-????-??-??.sqlite3")
    for old in sorted(kept, key=lambda other: (other <= file, other))[:-KEPT]:  # of a day to come: the clock was wrong
        _remove(old)
    for left in file.parent.glob("daily-*.part"):  # of a server that was killed in the middle of one
        _remove(left)
    return file


def restore(folder: Path, file: Path) -> Path | None:
    """Puts a backup in the place of the folder's database; gives the file where that is kept aside, if there was one.

    Raises Refused where the file is not a whole database of Companion, or one is serving the folder.
    """
    present = folder / FILE
    with refused_where(f"{file} can't be restored"):
        if not file.is_file():
            raise Refused(f"There is no file {file}.")
        if present.exists() and present.samefile(file):
            raise Refused(f"{file} is the database itself, not a backup of it.")
        if not is_ours(file):
            raise Refused(f"{file} is not a database of Companion.")
        with closing(serve_alone(folder)):
            copy = _copy(file, looked_at(file), folder / "restored.part")
            _bring_up_to_date(copy)
            return _put_in_place(present, copy)


def is_ours(file: Path) -> bool:
    """Whether a file is a database of Companion. Raises Refused where it is a newer Companion's."""
    try:
        return bool(applied(file))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in BROKEN:
            return False
        raise


def new_name(folder: Path, what: str) -> Path:
    """A file that isn't there yet, named after the time of the clock on the wall."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (folder / f"{what}-{stamp}{more}.sqlite3" for more in chain([""], (f"-{number}" for number in count(2))))
    return next(file for file in names if not file.exists())


@contextmanager
def refused_where(what: str) -> Iterator[None]:
    """Raises Refused where the disk, or SQLite, doesn't let it be done."""
    try:
        yield
    except OSError as error:
        raise Refused(f"{what}: {error.strerror or error}.") from None
    except sqlite3.Error as error:
        raise Refused(f"{what}: {error}.") from None


def _copy_beside(target: Path, present: Path) -> Path:
    """A copy of a database that others may be writing to, beside the place where it shall lie."""
    connection = sqlite3.connect(f"{present.resolve().as_uri()}?mode=rw", uri=True)
    return _copy(present, connection, target.with_name(f"{target.name}.part"))


def _copy(source: Path, connection: sqlite3.Connection, part: Path) -> Path:
    """A copy of a database as it is at one moment, whole and looked through. Raises Damaged, OSError, sqlite3.Error."""
    _remove(part)
    try:
        with closing(connection), closing(sqlite3.connect(part)) as copy:
            connection.backup(copy)
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise Damaged(f"The database {source} is damaged: {found}.")
    except BaseException as error:
        _remove(part)
        if getattr(error, "sqlite_errorcode", None) in BROKEN:
            raise Damaged(f"The database {source} is damaged: {error}.") from None
        raise
    return part


def _bring_up_to_date(copy: Path) -> None:
    """Makes a copy one that this Companion can use. Raises sqlite3.Error where it lacks a table; then it is removed."""
    fresh = rows_of()
    MIGRATIONS.apply(fresh)
    try:
        with closing(sqlite3.connect(copy)) as connection:
            migrate(rows_of(connection))
            for table in fresh.table_names():
                connection.execute(f"select 1 from {table}")
    except sqlite3.Error:
        _remove(copy)
        raise


def _put_in_place(present: Path, copy: Path) -> Path | None:
    """The copy becomes the database; gives where the one before is kept."""
    try:
        aside = _put_aside(present) if present.exists() else None
        if present.exists():
            with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(present)) as target:
                source.backup(target)  # one transaction, which whoever has it open sees
        else:
            _replace(present, copy)
    finally:
        _remove(copy)
    return aside


def _put_aside(present: Path) -> Path:
    """Keeps a copy of the present database; one that is damaged is moved away as it is."""
    aside = new_name(present.parent / FOLDER, "before-restore")
    aside.parent.mkdir(parents=True, exist_ok=True)
    try:
        _replace(aside, _copy_beside(aside, present))
    except Damaged:
        for ending in ("-wal", ""):
            if Path(f"{present}{ending}").exists():
                Path(f"{present}{ending}").replace(f"{aside}{ending}")
        _remove(present)
    return aside


def _replace(target: Path, copy: Path) -> None:
    """Puts the copy in a place; a log that lay beside what was there would be read into it."""
    for ending in BESIDE:
        Path(f"{target}{ending}").unlink(missing_ok=True)
    copy.replace(target)


def _remove(file: Path) -> None:
    for ending in ("", *BESIDE):
        Path(f"{file}{ending}").unlink(missing_ok=True)


def _written_at(present: Path) -> float:
    """When something was last written to a database, or to the log beside it."""
    return max((file.stat().st_mtime for file in (present, Path(f"{present}-wal")) if file.exists()), default=0.0)
