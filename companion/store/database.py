"""One SQLite file: whose it is and of which version, opened carefully, written in whole transactions."""

import logging
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from filecmp import cmp
from functools import cache, lru_cache, partial
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeVar

import sqlite_utils

from companion.engine.errors import Malformed, Refusal
from companion.engine.message import say
from companion.engine.names import stored_name_key
from companion.machine.clock import FIRST_YEAR, LAST_YEAR, wall_clock
from companion.machine.files import (
    inode_of,
    keep_private,
    lock_folder,
    make_private_file,
    make_private_folder,
)
from companion.store.migrations import BEFORE_1_0, MIGRATIONS, first_edition, is_former, make_former_tables, take_over

FILE = "companion.sqlite3"
FORMER = "companion-before-1.0"
LOCK_FILE = "serving.lock"
LOG_ENDINGS = ("-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for the files beside it."""
MAX_READ_SECONDS = 60.0
"""Seconds that a file of unknown origin may take to be looked through."""
LONG_BEFORE_1_0 = {"first_tables", "all_tables"}
"""The migrations with which databases began that are from before 1.0, and aren't taken over."""
STEPS_BETWEEN_LOOKS = 100_000
"""Steps of SQLite's machine between two looks at the clock."""
QUOTED = re.compile(r'["`\[](\w+)["`\]]')
"""A name in quotation marks or brackets: versions of sqlite-utils write one and the same schema with either."""
DAMAGE_CODES = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
"""The codes by which SQLite says that a file is no database, or a damaged one."""
WORDS = {
    sqlite3.SQLITE_BUSY: say("another program is using the tables; try again in a moment"),
    sqlite3.SQLITE_LOCKED: say("another program is using the tables; try again in a moment"),
    sqlite3.SQLITE_FULL: say("the disk is full; make room on it, then try again"),
    sqlite3.SQLITE_READONLY: say("the disk, or the folder with the tables, is read-only"),
    sqlite3.SQLITE_IOERR: say("the disk won't take it; check whether it's full or broken"),
    sqlite3.SQLITE_CORRUPT: say("the file is damaged at this place"),
    sqlite3.SQLITE_INTERRUPT: say("reading it takes too long"),
}
"""What SQLite's codes mean to people."""
MAX_INTEGER = 2**63 - 1
"""The highest number that SQLite gives a row."""
LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program that writes to the same file."""
RETRY_INTERVAL = 0.02
"""Seconds between two attempts to write, in which other threads may read."""
KINDS = {
    "tables": say("Evening"),
    "house_rules": say("House rules"),
    "groups": say("Group"),
    "own_cards": say("Loto card"),
    "word_lists": say("List of words"),
    "household": say("Device"),
}
"""What a row is to people, by its table."""
LEFT_OUT = say("Something that is kept here can't be read, and is left out: companion check names it.")
TYPES = {"TEXT": str, "INTEGER": int, "FLOAT": float, "REAL": float}
"""What SQLite gives for the types that columns have."""
MOVED = say("the folder with the tables was moved, deleted or replaced; put it back, or start Companion again")
"""Why nothing is written to a file that doesn't lie where it was opened."""


class CannotOpen(Refusal):
    """The database can't be used at all: it is of a newer version, served already, or no database."""


class Newer(CannotOpen):
    """The database was written by a newer Companion."""


def error_code(error: BaseException) -> int | None:
    """Return the code of SQLite's error, without its details; None where it has none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def words_for(error: sqlite3.Error) -> str:
    """Return what SQLite's error means to people."""
    return WORDS.get(error_code(error) or 0, str(error))


def is_damage(error: BaseException) -> bool:
    """Return whether an error says that pages of the file are damaged."""
    return error_code(error) in DAMAGE_CODES


def is_of_the_file(error: sqlite3.Error) -> bool:
    """Return whether an error comes from the file, its disk or another program, not from a fault of this one."""
    return isinstance(error, sqlite3.OperationalError) or is_damage(error)


@contextmanager
def as_refusal(what: str) -> Iterator[None]:
    """Turn errors of the disk and of SQLite into CannotOpen, a sentence that begins with ``what``."""
    try:
        yield
    except OSError as error:
        raise CannotOpen(f"{what}: {error.strerror or error}.") from None
    except sqlite3.Error as error:
        raise CannotOpen(f"{what}: {words_for(error)}.") from None


@contextmanager
def past_damage() -> Iterator[None]:
    """End the block, and go on, where a page of the file turns out to be damaged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise


def connect(file: Path | str, **how: object) -> sqlite3.Connection:
    """Open a database file, in which nothing may run that its schema asks for, and one bad byte spoils no text."""
    connection: sqlite3.Connection = sqlite3.connect(file, **how)  # type: ignore[call-overload]
    connection.text_factory = lambda text: text.decode(errors="replace")
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def file_in(folder: Path) -> Path:
    """Return the database's file of a folder, at the end of all links: SQLite keeps its log there, under that name."""
    return Path(os.path.realpath(folder / FILE))


def require_usable(file: Path) -> None:
    """Refuse a database that can only be read, or has a second name (a hard link). Raises CannotOpen.

    SQLite keeps a log for each name, and knows nothing of the other: what was answered would be lost.
    """
    if not file.exists():
        return
    if not all(os.access(path, os.W_OK) for path in (file, file.parent)):
        raise CannotOpen(f"{file.parent} can only be read. Copy it to where it can be written, then use that.")
    if file.stat().st_nlink > 1:
        raise CannotOpen(
            f"The database {file} has a second name, as hard links give it, so it could be served twice. "
            "Delete the other name, or copy the file into a new folder and serve that."
        )


def wrap(connection: sqlite3.Connection | None = None) -> sqlite_utils.Database:
    """Return the rows of a connection, or of a database in memory, without plugins installed for other programs."""
    return sqlite_utils.Database(connection, memory=connection is None, execute_plugins=False)


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a database file for reading; nothing is written, not even beside it."""
    # a log beside it must be read too; where there is none, immutable keeps SQLite from making one
    how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
    return connect(f"{file.resolve().as_uri()}?{how}", uri=True)


@contextmanager
def time_limit(connection: sqlite3.Connection) -> Iterator[None]:
    """Interrupt what the connection does in the block after MAX_READ_SECONDS."""
    until = time.monotonic() + MAX_READ_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > until, STEPS_BETWEEN_LOOKS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def applied_migrations(file: Path) -> set[str]:
    """Return the migrations of a database file, without writing; empty where it isn't one of Companion's.

    Raises CannotOpen where a newer Companion has changed it, or it is from before 1.0.
    """
    with closing(open_read_only(file)) as connection, time_limit(connection):
        return set(_applied(connection, file))


def _applied(connection: sqlite3.Connection, file: Path) -> tuple[str, ...]:
    """Return the migrations in their order; none where their table, or their order, is not as Companion makes it."""
    if not _schema_after(()) <= _schema(connection):
        return ()
    applied = tuple(migration.name for migration in MIGRATIONS.applied(wrap(connection)))
    if applied == BEFORE_1_0:
        return applied
    if {*applied} & LONG_BEFORE_1_0:
        raise CannotOpen(
            f"The database {file} is from before Companion 1.0, which can't read it: nothing in it was changed. "
            "Export its evenings with the Companion that wrote it, and import them into a new --data."
        )
    known = tuple(migration.name for migration in MIGRATIONS.pending(wrap()))
    if {*applied} - {*known}:
        raise Newer(f"The database {file} was written by a newer Companion. Update this one, or choose another --data.")
    return applied if applied == known[: len(applied)] else ()


def require_own_schema(connection: sqlite3.Connection, file: Path) -> None:
    """Refuse a file whose schema is not, to the letter, what Companion makes of it. Raises CannotOpen, sqlite3.Error.

    So a stranger's file brings no trigger, view, default or constraint that would run when it is read or written.
    """
    with time_limit(connection):
        applied = _applied(connection, file)
        if strange := _schema(connection) ^ _schema_after(applied):
            names = ", ".join(sorted({f"{what} {name}" for what, name, _ in strange}))
            raise CannotOpen(f"{file} is not as Companion makes it: {names}. Restore a backup, or choose another.")


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """Return everything that a database holds beside its rows: kind, name, and SQL without its quotation marks."""
    try:
        found = connection.execute("select type, name, sql from sqlite_master").fetchall()
    except UnicodeDecodeError:  # SQLite's sentence quotes what is damaged
        damage = sqlite3.DatabaseError("the list of tables is damaged")
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage from None
    return frozenset((what, name, QUOTED.sub(r"\1", " ".join((sql or "").split()))) for what, name, sql in found)


@lru_cache
def _schema_after(applied: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    """Return the schema that these migrations make of a new database; without any, the table that notes them."""
    rows = wrap()
    MIGRATIONS.ensure_migrations_table(rows)
    for step in MIGRATIONS.pending(rows):
        if step.name in applied or (applied == BEFORE_1_0 and step.name == first_edition.__name__):
            step.fn(rows)
    if applied == BEFORE_1_0:
        make_former_tables(rows)
    schema = _schema(rows.conn)
    rows.close()
    return schema


def lock_for_serving(folder: Path) -> ExitStack:
    """Take the right to serve a folder's database, which one process has until it closes this or ends.

    It is a lock on the folder in which the file lies, whatever links lead there, if the system has such locks, and a
    transaction that never ends on an empty database in it: SQLite keeps that on every system, but once the file is
    deleted another process could take it too. Raises CannotOpen.
    """
    held, folder = ExitStack(), file_in(folder).parent
    with as_refusal(f"The folder {folder} can't be used"):
        require_usable(folder / FILE)
        try:
            make_private_folder(folder)
            held.callback(lock_folder(folder))
            make_private_file(folder / LOCK_FILE)
            right = sqlite3.connect(folder / LOCK_FILE, timeout=0, check_same_thread=False, isolation_level=None)
            held.callback(right.close)
            right.execute("BEGIN EXCLUSIVE")
        except (OSError, sqlite3.Error) as error:
            held.close()
            if isinstance(error, BlockingIOError) or error_code(error) == sqlite3.SQLITE_BUSY:
                raise CannotOpen(
                    f"Another Companion is serving {folder} already. Stop it first, or choose another --data."
                ) from None
            raise
    return held


T = TypeVar("T")
"""What a row is read as."""
Row = dict[str, Any]
Values = Sequence[Any] | dict[str, Any]


@cache
def column_types() -> dict[str, dict[str, tuple[type, ...]]]:
    """Return by tables and columns of which types a value may be, as the migrations make them."""
    rows = wrap()
    MIGRATIONS.apply(rows)
    found = {
        table.name: {
            column.name: (TYPES[column.type],) + (() if column.notnull or column.is_pk else (type(None),))
            for column in table.columns
        }
        for table in rows.tables
    }
    rows.close()
    return found


def require_types(table: str, row: Row) -> Row:
    """Return a row of a table. Raises Malformed where a column is missing, or holds a value of another type."""
    for column, types in column_types()[table].items():
        if type(row.get(column)) not in types:
            raise Malformed(f"{column} is not as it was written.")
    return row


def each_row(
    rows: sqlite_utils.Database, table: str, read: Callable[[Row], T], which: str = "", values: Values = ()
) -> Iterator[tuple[Row, T | Exception]]:
    """Yield each row of a table with what ``read`` makes of it, or why it can't be read.

    ``which`` is the rest of the query. A row with a value of another type than its column has can't be read.
    """
    cursor = rows.execute(f"select rowid as place, * from {table} {which}", values)
    columns = [column for column, *_ in cursor.description]
    for found in cursor:
        row = dict(zip(columns, found, strict=True))
        try:
            yield row, read(require_types(table, row))
        except Exception as error:  # a row may hold anything
            yield row, error


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
        self.left_out: set[tuple[str, object]] = set()
        """Rows that can't be read, by table and place: pages leave them out, and say so in one sentence."""
        self._serving = lock_for_serving(folder) if serving else ExitStack()
        try:
            self.rows = self._open(file_in(folder))
        except BaseException:
            self._serving.close()
            raise
        logs = (Path(f"{file_in(folder)}{ending}") for ending in LOG_ENDINGS)
        self._inodes = {path: inode_of(path) for path in (folder / FILE, *logs)}

    def _open(self, file: Path) -> sqlite_utils.Database:
        with as_refusal(f"The database {file} can't be opened"):
            make_private_folder(file.parent)
            require_usable(file)
            if file.exists():
                applied_migrations(file)  # refused before anything is touched
            make_private_file(file)  # SQLite gives its log and its index the same rights
            opened = connect(file, timeout=LOCK_TIMEOUT, check_same_thread=False)
            opened.create_function("name_key", 1, lambda name: stored_name_key(f"{name}"), deterministic=True)
            rows = wrap(opened)
            if rows.execute("select 1 from sqlite_master").fetchone():
                require_own_schema(rows.conn, file)
            # SQLite by itself waits for nobody here
            retry_while_locked(rows.enable_wal, lambda: time.sleep(RETRY_INTERVAL))
            rows.execute("PRAGMA synchronous=FULL")
            rows.execute("PRAGMA foreign_keys=ON")
            migrate(rows, file)
            rows.execute(f"PRAGMA busy_timeout={round(RETRY_INTERVAL * 1000)}")  # from here on ``writing`` waits
        for ending in LOG_ENDINGS:
            keep_private(Path(f"{file}{ending}"))
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

    def read_rows(self, table: str, read: Callable[[Row], T], which: str = "", values: Values = ()) -> list[T]:
        """Return what ``read`` makes of rows of a table, up to a damaged page; one that can't be read is left out."""
        found: list[T] = []
        with self.reading() as rows, past_damage():
            for row, held in each_row(rows, table, read, which, values):
                if isinstance(held, Exception):
                    self.leave_out(table, row["place"])
                    continue
                found.append(held)
                if self.left_out:  # it may have been put right
                    self.left_out.discard((table, row["place"]))
        return found

    def leave_out_lost(self) -> None:
        """Leave out rows that no page asks for, since the code that they go by can't be read."""
        for table, columns in column_types().items():
            if "code" in columns:  # an index finds what is no text
                self.read_rows(table, lambda row: None, "where code is null or code < '' or code >= x''")

    def leave_out(self, table: str, place: object) -> None:
        """Note that a row can't be read, and log that once."""
        if not self.left_out:
            logging.getLogger("companion").warning(LEFT_OUT)
        self.left_out.add((table, place))

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
        if not self.is_in_place():
            raise self._write_failed(MOVED)
        self.rows.commit()
        self._refused = ""

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
        """Return whether the file that is open still lies in the folder, with its log; it is asked at every write."""
        return all(inode_of(path) == inode for path, inode in self._inodes.items() if inode)

    def checkpoint(self) -> bool:
        """Bring the log into the file, so that a copy of that alone holds everything; return whether it does."""
        with self._guard:
            try:
                (busy, *_) = self.rows.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.DatabaseError:  # the disk is full, or damaged: the log holds it still
                return False
        return not busy

    @contextmanager
    def attached(self, file: Path) -> Iterator[None]:
        """Let rows be copied from another file, as ``worked``, in one transaction within the block.

        The log is brought into the file after it, by a connection of its own, for which nobody waits.
        """
        with self._guard:
            self.rows.execute("attach ? as worked", [f"{file}"])
            self.rows.execute("PRAGMA wal_autocheckpoint=0")
        try:
            yield
        finally:
            with self._guard:
                self.rows.execute("detach worked")
            with suppress(sqlite3.Error), closing(connect(file_in(self.folder))) as beside:
                beside.execute("PRAGMA wal_checkpoint(PASSIVE)")
            with self._guard:
                self.rows.execute("PRAGMA wal_autocheckpoint=1000")

    def close(self) -> None:
        """Close the file, and give up the right to serve it."""
        with self._guard:
            others = [path for path, inode in self._inodes.items() if inode_of(path) not in {inode, None}]
            for path in others:  # SQLite would delete the log of another database that lies there by now
                path.rename(f"{path}.kept")
            try:
                self.rows.close()
            finally:
                for path in others:
                    Path(f"{path}.kept").rename(path)
            self._serving.close()


def now() -> str:
    """Return the time as the database has it: UTC, to the second."""
    return wall_clock().isoformat(timespec="seconds")


def moment(text: str) -> datetime:
    """Return a time as the database writes it, which every clock can show. Raises ValueError or OverflowError."""
    when = datetime.fromisoformat(text).astimezone(UTC)
    if text != when.isoformat() or not FIRST_YEAR <= when.year <= LAST_YEAR:
        raise ValueError(text)
    return when


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


def migrate(rows: sqlite_utils.Database, file: Path | None = None) -> None:
    """Bring the schema up to date in one transaction; processes that open the database at once take turns.

    A copy of a ``file`` from just before 1.0 is kept beside it, with what this Companion has no pages for. Raises
    OSError and sqlite3.Error; nothing was changed then.
    """
    if MIGRATIONS.pending(rows):
        with rows.conn:
            rows.execute("BEGIN IMMEDIATE")
            if is_former(rows):
                if file:
                    _keep_former(file)
                take_over(rows)
            MIGRATIONS.apply(rows)


def _keep_former(file: Path) -> None:
    """Keep a copy of a database that is about to be written: what lies half-made from before is nobody's any more."""
    part = former_part(file)
    try:
        remove(part)
        make_private_file(part)
        with closing(connect(file)) as source, closing(connect(part)) as copy:
            source.backup(copy)
        names = (file.with_name(f"{FORMER}{more}.sqlite3") for more in chain([""], (f"-{n}" for n in count(2))))
        part.replace(next(one for one in names if not one.exists() or cmp(part, one, shallow=False)))
    finally:
        remove(part)


def former_part(file: Path) -> Path:
    """Return where the copy of a database from before 1.0 lies until it is whole."""
    return file.with_name(f"{FORMER}.part")


def remove(file: Path) -> None:
    """Remove a database with what SQLite keeps beside it. Raises OSError."""
    for ending in ("", *LOG_ENDINGS):
        Path(f"{file}{ending}").unlink(missing_ok=True)
