"""One SQLite file: opened carefully, written in whole transactions, each on the disk before it is answered."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import sqlite_utils

from companion.engine.refusals import Refusal
from companion.engine.saying import say
from companion.store.schema import MIGRATIONS

FILE = "companion.sqlite3"
HIGHEST = 2**63 - 1
"""SQLite numbers no row higher."""
PATIENCE = 5.0
"""Seconds to wait for another program that writes to the same file."""
GLANCE = 0.02
"""Seconds between two tries to write, in which others may read."""


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
        self._serving = serve_alone(folder) if serving else None
        try:
            self.rows = self._open(folder / FILE)
        except BaseException:
            self._let_go()
            raise

    def _open(self, file: Path) -> sqlite_utils.Database:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.exists():
                applied(file)  # refused before anything is touched
            connection = sqlite3.connect(file, timeout=PATIENCE, check_same_thread=False)
            connection.text_factory = lambda text: text.decode(errors="replace")  # one bad byte spoils no page
            rows = rows_of(connection)
            if (tables := rows.table_names()) and "_sqlite_migrations" not in tables:
                raise Refused(f"The database {file} is another program's. Choose another --data.")
            patiently(rows.enable_wal, lambda: time.sleep(GLANCE))  # for which SQLite by itself waits for nobody
            rows.execute("PRAGMA synchronous=FULL")
            rows.execute("PRAGMA foreign_keys=ON")
            migrate(rows)
            rows.execute(f"PRAGMA busy_timeout={round(GLANCE * 1000)}")  # from here on ``writing`` waits
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
        """One transaction: all of it is on the disk afterwards, or nothing. Inside another it is part of that one.
        Raises Unwritable."""
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
                raise _unwritable(error) from None
            except BaseException:
                self._roll_back()
                raise

    def _begin(self) -> None:
        """Begins to write. While another program holds the file, other threads may read."""
        begin = partial(self.rows.execute, "BEGIN IMMEDIATE")  # a deferred one could fail halfway, at its first write
        patiently(begin, self._let_others_read)

    def _let_others_read(self) -> None:
        self._guard.release()
        try:
            time.sleep(GLANCE)
        finally:
            self._guard.acquire()

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
            self._serving.close()


def _unwritable(error: sqlite3.Error) -> Unwritable:
    return Unwritable(say("This could not be written down, and nothing was changed: {error}.", error=error))


def rows_of(connection: sqlite3.Connection | None = None) -> sqlite_utils.Database:
    """The rows behind a connection, or in memory; plugins that are there for other programs have no part in them."""
    return sqlite_utils.Database(connection, memory=connection is None, execute_plugins=False)


def patiently(work: Callable[[], object], wait: Callable[[], object]) -> None:
    """Does ``work``, which SQLite refuses while somebody else holds the file; until it can be done it is tried again
    after each ``wait``. Raises what SQLite says when patience ends."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            work()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        wait()


def migrate(rows: sqlite_utils.Database) -> None:
    """Brings the tables up to date in one transaction, which two who open the database at once do in turn."""
    if MIGRATIONS.pending(rows):
        rows.execute("BEGIN IMMEDIATE")
        MIGRATIONS.apply(rows)
        rows.commit()


def looked_at(file: Path) -> sqlite3.Connection:
    """A connection that reads a database file and writes nothing, not even beside it."""
    # a log beside it must be read too; where there is none, immutable keeps SQLite from making one
    how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)


def applied(file: Path) -> set[str]:
    """The migrations that a database file has seen; empty where it isn't one of Companion's. Raises Refused
    where a newer Companion has changed it; looks without writing."""
    with closing(looked_at(file)) as connection:
        seen = {migration.name for migration in MIGRATIONS.applied(rows_of(connection))}
    if seen - {migration.name for migration in MIGRATIONS.pending(rows_of())}:
        raise Refused(
            f"The database {file} was written by a newer Companion. Update this one, or choose another --data."
        )
    return seen


def serve_alone(folder: Path) -> sqlite3.Connection:
    """The right to serve a folder, which one process has until it closes this or ends. Raises Refused.

    SQLite keeps it, on every system: a transaction that is never ended, on an empty database beside the real one.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        right = sqlite3.connect(folder / "serving.lock", timeout=0, check_same_thread=False, isolation_level=None)
        right.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise Refused(f"The folder {folder} can't be used: {error.strerror}.") from None
    except sqlite3.Error as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise Refused(f"The folder {folder} can't be used: {error}.") from None
        raise Refused(
            f"Another Companion is serving {folder} already. Stop it first, or choose another --data."
        ) from None
    return right
