"""One SQLite file: opened carefully, written in whole transactions, each on the disk before it is answered."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import sqlite_utils

from companion.engine.errors import Refusal
from companion.engine.message import say
from companion.store.migrations import MIGRATIONS

FILE = "companion.sqlite3"
MAX_INTEGER = 2**63 - 1
"""The highest number that SQLite gives a row."""
LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program that writes to the same file."""
RETRY_INTERVAL = 0.02
"""Seconds between two attempts to write, in which other threads may read."""


class CannotOpen(Refusal):
    """The database can't be used at all: it is of a newer version, served already, or no database."""


class WriteFailed(Refusal):
    """Nothing can be written just now: the disk is full or read-only, or another program holds the file."""


class Database:
    """The database in a folder, shared by all threads of this process."""

    def __init__(self, folder: Path, *, serving: bool = False) -> None:
        """Open the database; ``serving`` makes this the one process that serves it.

        Raises CannotOpen where it is of a newer version, served by another Companion, or no database. Nothing is
        changed then.
        """
        self.folder = folder
        self._guard = threading.RLock()
        self._serving = lock_for_serving(folder) if serving else None
        try:
            self.rows = self._open(folder / FILE)
        except BaseException:
            self._let_go()
            raise

    def _open(self, file: Path) -> sqlite_utils.Database:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.exists():
                applied_migrations(file)  # refused before anything is touched
            connection = sqlite3.connect(file, timeout=LOCK_TIMEOUT, check_same_thread=False)
            connection.text_factory = lambda text: text.decode(errors="replace")  # one bad byte spoils no page
            rows = wrap(connection)
            if (tables := rows.table_names()) and "_sqlite_migrations" not in tables:
                raise CannotOpen(f"The database {file} is another program's. Choose another --data.")
            retry_while_locked(
                rows.enable_wal, lambda: time.sleep(RETRY_INTERVAL)
            )  # for which SQLite by itself waits for nobody
            rows.execute("PRAGMA synchronous=FULL")
            rows.execute("PRAGMA foreign_keys=ON")
            migrate(rows)
            rows.execute(f"PRAGMA busy_timeout={round(RETRY_INTERVAL * 1000)}")  # from here on ``writing`` waits
        except (OSError, sqlite3.Error) as error:
            raise CannotOpen(f"The database {file} can't be opened: {error}.") from None
        return rows

    @contextmanager
    def reading(self) -> Iterator[sqlite_utils.Database]:
        """Yield the rows; no other thread uses them meanwhile."""
        with self._guard:
            yield self.rows

    @contextmanager
    def writing(self) -> Iterator[sqlite_utils.Database]:
        """Open a transaction: afterwards all of it is on the disk, or nothing. Inside another it is part of that one.

        Raises WriteFailed.
        """
        with self._guard:
            if self.rows.conn.in_transaction:
                yield self.rows
                return
            try:
                self._begin()
                yield self.rows
                self.rows.commit()
            except sqlite3.OperationalError as error:
                self._roll_back()
                raise _write_failed(error) from None
            except BaseException:
                self._roll_back()
                raise

    def _begin(self) -> None:
        """Begin to write. Other threads may read as long as another program holds the file."""
        begin = partial(self.rows.execute, "BEGIN IMMEDIATE")  # a deferred one could fail halfway, at its first write
        retry_while_locked(begin, self._let_others_read)

    def _let_others_read(self) -> None:
        self._guard.release()
        try:
            time.sleep(RETRY_INTERVAL)
        finally:
            self._guard.acquire()

    def _roll_back(self) -> None:
        if self.rows.conn.in_transaction:
            self.rows.rollback()

    def close(self) -> None:
        """Close the file, and give up the right to serve it."""
        with self._guard:
            self.rows.close()
            self._let_go()

    def _let_go(self) -> None:
        if self._serving:
            self._serving.close()


def _write_failed(error: sqlite3.Error) -> WriteFailed:
    return WriteFailed(say("This could not be written down, and nothing was changed: {error}.", error=error))


def now() -> str:
    """Return the time as the database has it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def wrap(connection: sqlite3.Connection | None = None) -> sqlite_utils.Database:
    """Return the rows of a connection, or of a database in memory, without plugins installed for other programs."""
    return sqlite_utils.Database(connection, memory=connection is None, execute_plugins=False)


def retry_while_locked(work: Callable[[], object], wait: Callable[[], object]) -> None:
    """Do ``work``, and do it again after each ``wait`` while another connection holds the file.

    Raises what SQLite says after LOCK_TIMEOUT seconds.
    """
    until = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            work()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        wait()


def migrate(rows: sqlite_utils.Database) -> None:
    """Bring the schema up to date in one transaction; processes that open the database at once take turns."""
    if MIGRATIONS.pending(rows):
        rows.execute("BEGIN IMMEDIATE")
        MIGRATIONS.apply(rows)
        rows.commit()


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a database file for reading; nothing is written, not even beside it."""
    # a log beside it must be read too; where there is none, immutable keeps SQLite from making one
    how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)


def applied_migrations(file: Path) -> set[str]:
    """Return the migrations of a database file, without writing; empty where it isn't one of Companion's.

    Raises CannotOpen where a newer Companion has changed it.
    """
    with closing(open_read_only(file)) as connection:
        seen = {migration.name for migration in MIGRATIONS.applied(wrap(connection))}
    if seen - {migration.name for migration in MIGRATIONS.pending(wrap())}:
        raise CannotOpen(
            f"The database {file} was written by a newer Companion. Update this one, or choose another --data."
        )
    return seen


def lock_for_serving(folder: Path) -> sqlite3.Connection:
    """Take the right to serve a folder, which one process has until it closes this or ends. Raises CannotOpen.

    It is a transaction that never ends, on an empty database beside the real one: SQLite keeps that on every system.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        right = sqlite3.connect(folder / "serving.lock", timeout=0, check_same_thread=False, isolation_level=None)
        right.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise CannotOpen(f"The folder {folder} can't be used: {error.strerror}.") from None
    except sqlite3.Error as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise CannotOpen(f"The folder {folder} can't be used: {error}.") from None
        raise CannotOpen(
            f"Another Companion is serving {folder} already. Stop it first, or choose another --data."
        ) from None
    return right
