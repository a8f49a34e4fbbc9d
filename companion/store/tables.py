"""The tables: laid, read and written to. One tap is one transaction, and is written once."""

import json
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from attrs import evolve
from blinker import Signal
from cachetools import LRUCache, TTLCache
from sqlite_utils import Database as Rows

from companion.engine.changes import Rename
from companion.engine.errors import Illegal
from companion.engine.journal import Journal, entry_place, load
from companion.engine.message import say
from companion.engine.replay import initial_state
from companion.engine.settlement import Purse, in_purses
from companion.engine.structure import read
from companion.machine.clock import NIGHT_ENDS, monotonic, on_the_wall
from companion.scoresheet import Sheet, record_sheet
from companion.store.aliases import rename_alias
from companion.store.bin import lay_aside
from companion.store.chain import first_hash
from companion.store.database import Database, is_damage, now, past_damage, require_types
from companion.store.devices import new_secret
from companion.store.entries import (
    ALPHABET,
    CODE_LENGTH,
    KeptEntry,
    Writer,
    all_codes,
    entry_rows,
    follow_on,
    from_row,
    insert_rows,
    rows_of,
    short_hash,
)
from companion.store.table import Beside, Stale, Table, Tap, UnknownTable, Unreadable

MAX_CACHED_TABLES = 32
"""Tables kept because they were looked at, those last asked for; any other is read again from the database."""
MAX_PLAYED_TABLES = 256
"""Tables kept because they were written to lately."""
PLAYED_SECONDS = 600.0
"""Seconds for which a table that was written to is kept, however many others are looked at."""
PARTS = ("tables", "entries", "devices", "called")
"""The tables of the database that hold an evening, that of its players first."""
LATEST = "laid_at desc, rowid desc"
"""The order in which the latest evening is first, also where it was imported later than others."""


class Filter(NamedTuple):
    """Which tables to list."""

    device: str | None = None
    """The hash of the device that knows them; None: all."""
    codes: Sequence[str] = ()
    """Codes of more tables, beside those that the device knows."""
    only: Sequence[str] | None = None
    """The codes of those to list at most; None: any."""

    def condition(self) -> tuple[str, list[str]]:
        """Return the condition in SQL, and its values."""
        where, values = "1", list[str]()
        if self.only is not None:
            where, values = f"{where} and code in ({marks(self.only)})", [*self.only]
        if self.device is not None:
            known = f"(code in (select code from devices where device = ?) or code in ({marks(self.codes)}))"
            where, values = f"{where} and {known}", [*values, self.device, *self.codes]
        return where, values


def marks(values: Sequence[str]) -> str:
    """Return the place of each of some values in SQL."""
    return ", ".join("?" * len(values))


ALL = Filter()
"""All tables."""
NIGHT = f"strftime('%Y-%m-%d %w', laid_at, 'localtime', '-{NIGHT_ENDS.seconds} seconds')"
"""The night of a table, as ``night_of`` has it, ``2026-11-19 4``; the last figure is that of its weekday."""


def years(rows: Rows) -> list[int]:
    """Return the years in whose nights tables were laid, the latest first."""
    with past_damage():
        found = rows.execute(f"select distinct substr({NIGHT}, 1, 4) from tables order by 1 desc")
        return [int(year) for (year,) in found if year and year.isdigit()]
    return []  # its pages are damaged


class TableCache(MutableMapping[str, Table]):
    """The newest version of some tables, by their codes."""

    def __init__(self) -> None:
        """Begin empty."""
        self._looked_at: LRUCache[str, Table] = LRUCache(MAX_CACHED_TABLES)
        self._played: TTLCache[str, Table] = TTLCache(MAX_PLAYED_TABLES, PLAYED_SECONDS, monotonic)
        self._guard = threading.RLock()

    def keep(self, table: Table, *, played: bool = False) -> Table:
        """Keep a table in the place of what it was before, and return it; ``played`` says that it was written to."""
        with self._guard:
            if played or table.code in self._played:
                self._looked_at.pop(table.code, None)
                self._played[table.code] = table
            else:
                self._looked_at[table.code] = table
        return table

    def __getitem__(self, code: str) -> Table:
        """Return a table. Raises KeyError."""
        with self._guard:
            table: Table | None = self._played.get(code)
            return table or self._looked_at[code]

    def __setitem__(self, code: str, table: Table) -> None:
        self.keep(table)

    def __delitem__(self, code: str) -> None:
        """Drop a table. Raises KeyError."""
        with self._guard:
            del (self._played if code in self._played else self._looked_at)[code]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the codes."""
        with self._guard:
            return iter([*self._played, *self._looked_at])

    def __len__(self) -> int:
        """Return how many tables there are."""
        with self._guard:
            return len(self._played) + len(self._looked_at)


def new_code(rows: Rows) -> str:
    """Return a code that no table has."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not is_taken(rows, code):
            return code


def is_taken(rows: Rows, code: str) -> bool:
    """Return whether a table has this code, or had it and may be brought back."""
    return any(rows.table(name).count_where("code = ?", [code]) for name in ("tables", "bin"))


def load_table(rows: Rows, code: str) -> Table:
    """Read a table and replay its journal. Raises UnknownTable, and Unreadable."""
    try:
        row = next(iter(rows_of(rows, "tables", code, "code")), None) if code.isascii() else None
        if row is None:
            raise UnknownTable(say("There is no table {code} here.", code=code))
        require_types("tables", row)
        entries = [require_types("entries", entry) for entry in rows_of(rows, "entries", code, "number")]
        beside = read(Beside, json.loads(row["beside"]))
        players = read(list[str], json.loads(row["players"]))
        journal = load(initial_state(players, beside.start), [from_row(entry) for entry in entries])
        return table_of(row, beside, journal, entries)
    except (UnknownTable, sqlite3.OperationalError):  # it may be read another time
        raise
    except Exception as error:  # a row may hold anything
        raise Unreadable(code) from error


def table_of(row: dict[str, Any], beside: Beside, journal: Journal, entries: Sequence[dict[str, Any]]) -> Table:
    """Return the table of a row, whose journal has these rows of entries. Raises whatever is wrong with them."""
    on_the_wall(row["laid_at"])  # a day that no clock shows is refused here
    laid_at = datetime.fromisoformat(row["laid_at"]).isoformat(timespec="seconds")
    head = entries[-1]["hash"] if entries else first_hash(row)
    return Table(row["code"], laid_at, row["changes"], journal, beside, head)


def laid_rows(
    code: str, players: Sequence[str], beside: Beside, journal: Journal, laid_at: str | None, key: str | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the row of a new table and the rows of its entries."""
    row = {
        "code": code,
        "players": json.dumps(players, ensure_ascii=False),
        "laid_at": laid_at or now(),
        "changes": 0,
        "key": key,
        "beside": beside_json(beside),
        "secret": new_secret(),
    }
    return row, entry_rows(code, journal, journal.entries, first_hash(row))


def beside_json(beside: Beside) -> str:
    """Return what stands beside a journal as it is stored."""
    return json.dumps(beside.written(), ensure_ascii=False)


def rename_beside(database: Database, table: Table, rename: Rename, *, undone: bool) -> Table:
    """Correct a name in everything that stands beside the journal, and return the table after it."""
    values = {"code": table.code, "was": rename.was, "now": rename.now}
    for name in ("devices", "entries", "replies"):
        renaming = f"update or replace {name} set player = :now where code = :code and player = :was"
        database.rows.execute(renaming, values)
    rename_alias(database, table.code, rename, undone=undone)
    return evolve(table, beside=table.beside.renamed(rename))


def extended(database: Database, table: Table, journal: Journal, made: Sequence[dict[str, Any]]) -> Table:
    """Write the rows of a journal's new entries down, and return the table with it."""
    insert_rows(database.rows, "entries", made)
    for entry in journal.entries[-len(made) :]:
        if entry.new_name:
            before = journal.entries[entry_place(journal.entries, entry.undoes)] if entry.undoes else entry
            undone = entry is not before and before.undoes is None  # what is redone goes as it went first
            table = rename_beside(database, table, entry.new_name, undone=undone)
    return evolve(table, journal=journal, head=made[-1]["hash"])


def drop_derived(rows: Rows, code: str) -> None:
    """Drop what was worked out of a table, which is about to change."""
    with past_damage():  # it can be worked out anew
        rows.execute("delete from evenings where code = ?", [code])


def journal_of(sheet: Sheet) -> Journal:
    """Return the journal of a sheet. Raises Illegal without its place in the sheet: a page has none."""
    try:
        return record_sheet(sheet)
    except Illegal as refused:
        raise Illegal(refused.why) from None


def laid_beside(
    sheet: Sheet, *, deal_at_once: bool | None = None, purses: Sequence[Purse] = (), coin: str | None = None
) -> Beside:
    """Return what stands beside the journal of a table that is laid with a sheet."""
    return Beside(
        start=sheet.start,
        counter_value=sheet.counter_value,
        coin=coin,
        deal_at_once=deal_at_once,
        purses=[[*purse] for purse in in_purses(dict.fromkeys(sheet.players, 0), purses) if len(purse) > 1],
    )


class Tables:
    """All tables of a database, cached by their codes.

    ``table_changed`` is sent with the ``table`` after every change of one that is there: moves, the pencil, payments,
    places, the counter's value. It is sent in the writer's thread, once the change is on the disk and before anybody
    else writes: a listener returns at once and leaves slow work to a thread of its own. Listeners are held weakly.
    """

    def __init__(self, database: Database) -> None:
        """Read and write the tables of a database."""
        self.table_changed = Signal("A table was changed.")
        self._database = database
        self._cache = TableCache()

    # Reading.

    def find(self, code: str) -> Table:
        """Return the table of this code. Raises UnknownTable, and Unreadable."""
        table = self._cache.get(code)
        if table:
            return table
        with self._database.reading():
            return self._cache.keep(load_table(self._database.rows, code))

    def drop(self, code: str) -> None:
        """Drop what is known of a table: it is read again when it is next asked for."""
        self._cache.pop(code, None)

    def find_all(self, codes: Iterable[str]) -> list[Table]:
        """Return the tables of these codes, without those that are unknown or can't be read."""
        tables = []
        for code in codes:
            try:
                tables.append(self.find(code))
            except UnknownTable:
                continue
            except Unreadable:
                self._database.leave_out("tables", code)
        return tables

    def newest(self, which: Filter = ALL, most: int = 50) -> list[Table]:
        """Return ``most`` of the tables, newest first, without unreadable ones."""
        where, values = which.condition()
        with self._database.reading() as rows:
            try:
                newest = f"select code from tables where {where} order by {LATEST} limit ?"
                codes = [code for (code,) in rows.execute(newest, [*values, most])]
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                codes = all_codes(rows)[:most] if which == ALL else []
        return self.find_all(codes)

    def written_since(self, codes: Sequence[str], since: str) -> set[str]:
        """Return those codes of tables at which somebody wrote since a time."""
        with self._database.reading() as rows, past_damage():
            query = f"select distinct code from entries where code in ({marks(codes)}) and at >= ?"
            return {code for (code,) in rows.execute(query, [*codes, since])}
        return set()  # its pages are damaged

    def count(self, which: Filter = ALL) -> int:
        """Return how many tables there are."""
        where, values = which.condition()
        with self._database.reading() as rows, past_damage():
            return rows.table("tables").count_where(where, values)
        return 0  # its pages are damaged

    def secret(self, code: str) -> str:
        """Return the secret from which the codes of a table's printed cards are made; empty before any was printed."""
        with self._database.reading() as rows:
            (secret,) = rows.execute("select secret from tables where code = ?", [code]).fetchone() or ("",)
            return secret or ""

    def with_game(self, game: str) -> list[Table]:
        """Return the last three tables at which a game was begun, newest first, without unreadable ones."""
        begun_game = "case when json_valid(move) then json_extract(move, '$.game') end"
        begun = f"select 1 from entries where code = tables.code and game = ? and {begun_game} = ?"
        newest = f"select code from tables where exists ({begun}) order by {LATEST} limit 3"
        codes: list[str] = []
        with self._database.reading() as rows, past_damage():
            codes = [code for (code,) in rows.execute(newest, [game, game])]
        return self.find_all(codes)

    # Writing.

    def lay(
        self,
        sheet: Sheet,
        *,
        deal_at_once: bool | None = None,
        key: str | None = None,
        beside: Callable[[str], object] = lambda code: None,
        journal: Journal | None = None,
        laid_at: str | None = None,
        purses: Sequence[Purse] = (),
        coin: str | None = None,
    ) -> Table:
        """Lay a new table with everything that stands on the sheet, every move a tap of its own.

        ``beside`` writes what belongs to the table of a code, in the same transaction. A key used before gives the
        table that was laid with it. The moves are played before anything is written, so that nobody waits for them.
        Raises Illegal where a move breaks a rule, Malformed where no table can keep an amount; ``journal`` is that of a
        sheet played already, ``laid_at`` its day.
        ``purses`` name those who settle as one, as far as they are on the sheet; ``coin`` is the smallest to pay with.
        """
        journal = journal or journal_of(sheet)
        with self._database.reading() as rows:
            code = new_code(rows)
        stands = laid_beside(sheet, deal_at_once=deal_at_once, purses=purses, coin=coin)
        stands.well_formed()
        row, entries = laid_rows(code, sheet.players, stands, journal, laid_at, key)
        with self._database.writing() as rows:
            if key and (twin := next(rows.table("tables").rows_where("key = ?", [key], select="code"), None)):
                return self.find(twin["code"])
            rows.table("tables").insert(row)
            insert_rows(rows, "entries", entries)
            beside(code)
            table = table_of(row, stands, journal, entries)
            self._database.commit()  # cached once it is on the disk, and before the next writer looks
            return self._cache.keep(table)

    def record(self, code: str, key: str | None, seen: int | None, tap: Tap, by: Writer = Writer()) -> Table:  # noqa: B008
        """Write the changes of one tap down, in one transaction, and return the table after it.

        ``tap`` is called within the transaction, with the table as it stands then; what it writes belongs to the tap.
        A ``key`` used before writes nothing. Raises Stale where ``seen``, the number of the last entry that the writer
        saw, is not the last, Illegal where a change can't be made, WriteFailed where the disk refuses.
        """

        def write_down(table: Table) -> Table:
            used = "select 1 from entries where code = ? and key = ?"
            if self._database.rows.execute(used, [code, key]).fetchone():
                return table
            if seen is not None and seen != table.journal.last:
                others = "select 1 from entries where code = ? and number > ? and device is not ? limit 1"
                other = self._database.rows.execute(others, [code, seen, by.device]).fetchone()
                raise Stale(seen, own=bool(by.device) and not other)
            made = tap(table)
            journal = made if isinstance(made, Journal) else table.journal.extend(*made)
            if journal is table.journal:
                return table
            entries = journal.entries[len(table.journal.entries) :]
            rows = entry_rows(code, journal, entries, table.head, key, by=by)
            return extended(self._database, table, journal, rows)

        return self.change(code, write_down)

    def write_again(self, code: str, kept: Sequence[KeptEntry]) -> Table:
        """Write entries again that a phone kept, in one transaction; what is there already is not written twice.

        Raises Illegal where one of them doesn't follow on the one before, and WriteFailed.
        """

        def write_down(table: Table) -> Table:
            if not kept or short_hash(self._database.rows, code, kept[-1].number) == kept[-1].hash:
                return table
            return extended(self._database, table, *follow_on(table, kept))

        return self.change(code, write_down)

    def touch(self, code: str, work: Callable[[], object] = lambda: None) -> Table:
        """Change something that screens show beside the journal, such as who holds the pencil.

        ``work`` changes it, in the transaction; it returns False where there was nothing to change.
        """

        def changed(table: Table) -> Table:
            return table if work() is False else evolve(table)

        return self.change(code, changed)

    def seal(self, code: str) -> str:
        """Return the secret of a table, made now where it was laid without one. Raises WriteFailed."""
        if not self.secret(code):
            with self._database.writing() as rows:
                making = "update tables set secret = ? where code = ? and secret is null"
                rows.execute(making, [new_secret(), code])
        return self.secret(code)

    def remove(self, code: str) -> None:
        """Lay an evening into the bin. Raises Illegal where a game is on, UnknownTable, and WriteFailed."""
        with self._database.writing() as rows:
            if self.find(code).goes_on:
                raise Illegal(say("A game is on at this table: finish it, then delete the evening."))
            lay_aside(rows, "tables", {name: rows_of(rows, name, code, "rowid") for name in PARTS}, code)
            drop_derived(rows, code)
            for name in ("invitations", "replies", *reversed(PARTS)):
                rows.table(name).delete_where("code = ?", [code])
            self._database.commit()
            self._cache.pop(code, None)

    def change(self, code: str, work: Callable[[Table], Table]) -> Table:
        """Return the table as ``work`` leaves it, on the disk before anybody sees it; the same one means no change."""
        return self.change_all([code], work)[0]

    def change_all(self, codes: Iterable[str], work: Callable[[Table], Table]) -> list[Table]:
        """Return several tables as ``work`` leaves each, all of them on the disk before anybody sees one."""
        with self._database.writing() as rows:
            before = [self.find(code) for code in codes]
            after = [self._changed(rows, table, work(table)) for table in before]
            changed = [new for new, table in zip(after, before, strict=True) if new is not table]
            if changed:
                self._database.commit()  # cached once it is on the disk, and before the next writer looks
            for table in changed:
                self._cache.keep(table, played=True)
            for new, table in zip(after, before, strict=True):
                if new.version != table.version:
                    self.table_changed.send(self, table=new)
        return after

    def _changed(self, rows: Rows, table: Table, changed: Table) -> Table:
        """Write down how a table is changed, and return it with its version; the same one means no change."""
        if changed is table:
            return table
        if changed.beside is not table.beside:
            rows.table("tables").update(table.code, {"beside": beside_json(changed.beside)})
            asked = changed.beside.names != table.beside.names
            if asked and changed.journal is table.journal:  # only those hear it who may answer
                return changed
        drop_derived(rows, table.code)
        if changed.journal.last == table.journal.last:
            changed = evolve(changed, changes=table.changes + 1)
            rows.execute("update tables set changes = ? where code = ?", [changed.changes, table.code])
        return changed
