"""One SQLite file: opened carefully, written in whole transactions, each on the disk before it is answered."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import sqlite_utils

from companion.engine.errors import Refusal
from companion.engine.message import say
from companion.engine.names import stored_name_key
from companion.machine.files import can_write, keep_private, make_private_file, make_private_folder
from companion.store.database_file import (
    FILE,
    LOG_ENDINGS,
    WORDS,
    CannotOpen,
    OpenFile,
    applied_migrations,
    connect,
    copy_in_memory,
    is_of_the_file,
    lock_for_serving,
    require_own_schema,
    words_for,
    wrap,
)
from companion.store.migrations import MIGRATIONS

MAX_INTEGER = 2**63 - 1
"""The highest number that SQLite gives a row."""
LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program that writes to the same file."""
RETRY_INTERVAL = 0.02
"""Seconds between two attempts to write, in which other threads may read."""
MOVED = say("the folder with the tables was moved, deleted or replaced; put it back, or start Companion again")
"""Why nothing is written to a file that doesn't lie where it was opened."""


class WriteFailed(Refusal):
    """Nothing can be written just now: the disk is full or read-only, or another program holds the file."""


class ReadFailed(Refusal):
    """Nothing can be read just now: another program holds the file, or the disk is broken."""


class Database:
    """The database in a folder, shared by all threads of this process."""

    def __init__(self, folder: Path, *, serving: bool = False) -> None:
        """Open the database; ``serving`` makes this the one process that serves it.

        Raises CannotOpen where it is of a newer version, served by another Companion, or not one of Companion's.
        Nothing is changed then.
        """
        self.folder = folder
        self._guard = threading.RLock()
        self._refused = ""
        self.read_only = False
        """Whether the folder can only be read: then this is a copy in memory, and nothing is written."""
        self._serving = lock_for_serving(folder) if serving else ExitStack()
        try:
            self.rows = self._open(folder / FILE)
        except BaseException:
            self._serving.close()
            raise
        self._file = OpenFile(folder / FILE)
        if serving and (why := self.why_unwritable()):
            self._write_failed(why)

    def _open(self, file: Path) -> sqlite_utils.Database:
        try:
            make_private_folder(file.parent)
            if file.exists() and not (can_write(file) and can_write(file.parent)):
                return self._open_copy(file)
            if file.exists():
                applied_migrations(file)  # refused before anything is touched
            make_private_file(file)  # SQLite gives its log and its index the same rights
            rows = _lenient(connect(file, timeout=LOCK_TIMEOUT, check_same_thread=False))
            if rows.execute("select 1 from sqlite_master").fetchone():
                require_own_schema(rows.conn, file)
            # SQLite by itself waits for nobody here
            retry_while_locked(rows.enable_wal, lambda: time.sleep(RETRY_INTERVAL))
            rows.execute("PRAGMA synchronous=FULL")
            rows.execute("PRAGMA foreign_keys=ON")
            migrate(rows)
            rows.execute(f"PRAGMA busy_timeout={round(RETRY_INTERVAL * 1000)}")  # from here on ``writing`` waits
        except OSError as error:
            raise CannotOpen(f"The database {file} can't be opened: {error.strerror or error}.") from None
        except sqlite3.Error as error:
            raise CannotOpen(f"The database {file} can't be opened: {words_for(error)}.") from None
        for ending in LOG_ENDINGS:
            keep_private(Path(f"{file}{ending}"))
        return rows

    def _open_copy(self, file: Path) -> sqlite_utils.Database:
        self.read_only = True
        rows = _lenient(copy_in_memory(file))
        migrate(rows)
        return rows

    @contextmanager
    def reading(self) -> Iterator[sqlite_utils.Database]:
        """Yield the rows; no other thread uses them meanwhile. Raises ReadFailed."""
        with self._guard:
            try:
                yield self.rows
            except sqlite3.DatabaseError as error:
                if self.rows.conn.in_transaction or not is_of_the_file(error):
                    raise
                raise ReadFailed(say("The tables can't be read just now: {error}.", error=words_for(error))) from None

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
                self.commit()
            except sqlite3.DatabaseError as error:
                self._roll_back()
                if is_of_the_file(error):
                    raise self._write_failed(words_for(error)) from None
                raise
            except BaseException:
                self._roll_back()
                raise

    @contextmanager
    def deriving(self) -> Iterator[sqlite_utils.Database]:
        """Open a transaction for rows that are worked out of others: where nothing is written, in the copy in memory.

        Raises WriteFailed.
        """
        if not self.read_only:
            with self.writing() as rows:
                yield rows
            return
        with self._guard:
            yield self.rows
            self.rows.commit()

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

    def commit(self) -> None:
        """Bring the transaction onto the disk, into the file that lies there. Raises WriteFailed, sqlite3.Error."""
        if not self.rows.conn.in_transaction:
            return
        if why := self.why_unwritable():
            raise self._write_failed(why)
        self.rows.commit()
        self._refused = ""

    def why_unwritable(self) -> str:
        """Return why nothing can be written, as far as can be said beforehand; empty where it can."""
        if self.read_only:
            return WORDS[sqlite3.SQLITE_READONLY]
        return "" if self.is_in_place() else MOVED

    def _write_failed(self, why: str) -> WriteFailed:
        """Return the refusal of a write, and log it once until something is written again."""
        if why != self._refused:
            self._refused = why
            logging.getLogger("companion").warning("Nothing is written down in %s: %s.", self.folder, why)
        return WriteFailed(say("This could not be written down, and nothing was changed: {error}.", error=why))

    def _roll_back(self) -> None:
        if self.rows.conn.in_transaction:
            self.rows.rollback()

    @property
    def changes(self) -> int:
        """Return how many rows were changed since the file was opened."""
        return self.rows.conn.total_changes

    def is_in_place(self) -> bool:
        """Return whether the file that is open still lies in the folder."""
        return self._file.is_in_place()

    def checkpoint(self) -> bool:
        """Bring the log into the file, so that a copy of that alone holds everything; return whether it does."""
        with self._guard:
            try:
                (busy, *_) = self.rows.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.DatabaseError:  # the disk is full, or damaged: the log holds it still
                return False
        return not busy

    def close(self) -> None:
        """Close the file, and give up the right to serve it."""
        with self._guard:
            with self._file.keep_others():
                self.rows.close()
            self._serving.close()


def _lenient(connection: sqlite3.Connection) -> sqlite_utils.Database:
    """Return the rows of a connection, in which one bad byte spoils no page and names are compared by ``name_key``."""
    connection.text_factory = lambda text: text.decode(errors="replace")
    connection.create_function("name_key", 1, stored_name_key, deterministic=True)
    return wrap(connection)


def now() -> str:
    """Return the time as the database has it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


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
