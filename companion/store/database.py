"""One SQLite file: opened carefully, written in whole transactions, each on the disk before it is answered."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlite_utils
from filelock import FileLock, Timeout

from companion.engine.refusals import Refusal
from companion.store.schema import MIGRATIONS

FILE = "companion.sqlite3"
PATIENCE = 5.0
"""Seconds to wait for another program that writes to the same file."""


class Refused(Refusal):
    """The database can't be used at all: of a newer version, served already, not a database."""


class Unwritable(Refusal):
    """Nothing could be written down just now: the disk is full or read-only, or another program holds the file."""


class Database:
    """The database in a folder. ``serving`` makes this the one process that serves it.

    Raises Refused where it is of a newer version, served by another Companion, or not a database; nothing
    is touched then.
    """

    def __init__(self, folder: Path, *, serving: bool = False) -> None:
        self.folder = folder
        self._guard = threading.RLock()
        self._serving = _serve_alone(folder) if serving else None
        try:
            self.rows = self._open(folder / FILE)
        except BaseException:
            self._let_go()
            raise

    def _open(self, file: Path) -> sqlite_utils.Database:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            refuse_newer(file)
            connection = sqlite3.connect(file, timeout=PATIENCE, check_same_thread=False)
            rows = sqlite_utils.Database(connection)
            rows.enable_wal()
            rows.execute("PRAGMA synchronous=FULL")
            rows.execute("PRAGMA foreign_keys=ON")
            MIGRATIONS.apply(rows)
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"The database {file} can't be opened: {error}.") from None
        return rows

    @contextmanager
    def reading(self) -> Iterator[sqlite_utils.Database]:
        """The rows, for this thread alone."""
        with self._guard:
            yield self.rows

    @contextmanager
    def writing(self) -> Iterator[sqlite_utils.Database]:
        """One transaction: all of it is on the disk afterwards, or nothing. Raises Unwritable."""
        with self._guard:
            try:
                self.rows.execute("BEGIN IMMEDIATE")  # a deferred one could fail halfway, at its first write
                yield self.rows
                self.rows.commit()
            except sqlite3.OperationalError as error:
                self._roll_back()
                raise Unwritable(f"This could not be written down, and nothing was changed: {error}.") from None
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self.rows.conn.in_transaction:
            self.rows.rollback()

    def close(self) -> None:
        """Lets go of the file and of the right to serve it."""
        with self._guard:
            self.rows.close()
            self._let_go()

    def _let_go(self) -> None:
        if self._serving:
            self._serving.release()


def refuse_newer(file: Path) -> None:
    """Raises Refused where a newer Companion has changed the database; looks without writing."""
    if not file.exists():
        return
    # a log beside it must be read too; where there is none, immutable keeps SQLite from making one
    how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)) as connection:
        applied = {migration.name for migration in MIGRATIONS.applied(sqlite_utils.Database(connection))}
    known = {migration.name for migration in MIGRATIONS.pending(sqlite_utils.Database(memory=True))}
    if applied - known:
        raise Refused(
            f"The database {file} was written by a newer Companion. Update this one, or choose another --data."
        )


def _serve_alone(folder: Path) -> FileLock:
    lock = FileLock(folder / "serving.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise Refused(
            f"Another Companion is serving {folder} already. Stop it first, or choose another --data."
        ) from None
    except OSError as error:
        raise Refused(f"The folder {folder} can't be used: {error.strerror}.") from None
    return lock
