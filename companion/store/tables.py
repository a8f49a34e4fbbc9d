"""The tables: laid, read and written to. One tap is one transaction, and is written once."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve
from blinker import Signal

from companion.engine.errors import Illegal
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.engine.settlement import Purse, in_purses
from companion.loto.rules.words import WordList
from companion.scoresheet import CounterValue, Sheet
from companion.store.chain import first_hash
from companion.store.database import Database, now
from companion.store.database_file import is_damage, past_damage
from companion.store.kept_entries import KeptEntry, follow_on
from companion.store.salvage import all_codes
from companion.store.table import Stale, Table, Tap, UnknownTable, Unreadable
from companion.store.table_cache import TableCache
from companion.store.table_rows import (
    counter_value_json,
    drop_derived,
    entry_rows,
    extended,
    insert_entries,
    journal_of,
    load_table,
    new_code,
    purses_json,
    short_hash,
    table_of,
)
from companion.store.which import ALL, Which
from companion.store.written import Writer

LATEST = "laid_at desc, rowid desc"
"""The order in which the latest evening is first, also where it was imported later than others."""


class Tables:
    """All tables of a database, cached by their codes.

    ``table_changed`` is sent with the ``table`` after every change of one that is there: moves, the pencil, payments,
    places, the counter's value. It is sent in the writer's thread, once the change is on the disk and before anybody
    else writes: a listener returns at once and leaves slow work to a thread of its own. Listeners are held weakly.
    """

    def __init__(self, database: Database, is_own: Callable[[str], bool] = lambda code: True) -> None:
        """Read and write the tables of a database; new ones get a code that ``is_own`` takes for this process."""
        self.is_own = is_own
        self.table_changed = Signal("A table was changed.")
        self._database = database
        self._cache = TableCache()
        self._left_out: set[str] = set()

    # Reading.

    def find(self, code: str) -> Table:
        """Return the table of this code. Raises UnknownTable, and Unreadable."""
        table = self._cache.get(code)
        if table:
            return table
        with self._database.reading():
            return self._cache.keep(load_table(self._database.rows, code))

    def find_all(self, codes: Iterable[str]) -> list[Table]:
        """Return the tables of these codes, without those that are unknown or can't be read."""
        tables = []
        for code in codes:
            try:
                tables.append(self.find(code))
            except UnknownTable:
                continue
            except Unreadable as error:
                self._log_left_out(code, error)
        return tables

    def newest(self, which: Which = ALL, most: int = 50) -> list[Table]:
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

    def count(self, which: Which = ALL) -> int:
        """Return how many tables there are."""
        where, values = which.condition()
        with self._database.reading() as rows, past_damage():
            return rows.table("tables").count_where(where, values)
        return 0  # its pages are damaged

    def with_game(self, game: str, most: int = 3) -> list[Table]:
        """Return the tables at which the game of this key was begun, newest first, without unreadable ones."""
        begun_game = "case when json_valid(move) then json_extract(move, '$.game') end"
        begun = f"select 1 from entries where code = tables.code and game = ? and {begun_game} = ?"
        newest = f"select code from tables where put_away is null and exists ({begun}) order by {LATEST} limit ?"
        codes: list[str] = []
        with self._database.reading() as rows, past_damage():
            codes = [code for (code,) in rows.execute(newest, [game, game, most])]
        return self.find_all(codes)

    # Writing.

    def lay(
        self,
        sheet: Sheet,
        *,
        deal_at_once: bool = False,
        key: str | None = None,
        beside: Callable[[str], object] = lambda code: None,
        journal: Journal | None = None,
        laid_at: str | None = None,
        purses: Sequence[Purse] = (),
    ) -> Table:
        """Lay a new table with everything that stands on the sheet, every move a tap of its own.

        ``beside`` writes what belongs to the table of a code, in the same transaction. A key used before gives the
        table that was laid with it. The moves are played before anything is written, so that nobody waits for them.
        Raises Illegal where a move breaks a rule; ``journal`` is that of a sheet played already, ``laid_at`` its day.
        ``purses`` name those who settle as one, as far as they are on the sheet.
        """
        journal = journal or journal_of(sheet)
        with self._database.reading() as rows:
            code = new_code(rows, self.is_own)
        row = {
            "code": code,
            "players": json.dumps(sheet.players, ensure_ascii=False),
            "counter_value": counter_value_json(sheet.counter_value),
            "start": sheet.start,
            "deal_at_once": int(deal_at_once),
            "laid_at": laid_at or now(),
            "changes": 0,
            "key": key,
            "purses": purses_json(in_purses(dict.fromkeys(sheet.players, 0), purses)),
        }
        entries = entry_rows(code, journal, journal.entries, first_hash(row))
        with self._database.writing() as rows:
            if key and (twin := next(rows.table("tables").rows_where("key = ?", [key], select="code"), None)):
                return self.find(twin["code"])
            rows.table("tables").insert(row)
            insert_entries(rows, entries)
            beside(code)
            table = table_of(rows, row, journal, entries)
            self._database.commit()  # cached once it is on the disk, and before the next writer looks
            return self._cache.keep(table)

    def record(self, code: str, key: str | None, seen: int | None, tap: Tap, by: Writer = Writer()) -> Table:  # noqa: B008
        """Write the changes of one tap down, in one transaction, and return the table after it.

        ``tap`` is called within the transaction, with the table as it stands then; what it writes belongs to the tap.
        A ``key`` used before writes nothing. Raises Stale where ``seen``, the number of the last entry that the writer
        saw, is not the last, Illegal where a change can't be made, WriteFailed where the disk refuses.
        """

        def write_down(table: Table) -> Table:
            if self._used(code, key):
                return table
            if seen is not None and seen != table.journal.last:
                raise Stale(seen, own=self._wrote_all_since(code, seen, by.device))
            journal = table.journal.extend(*tap(table))
            if journal is table.journal:
                return table
            entries = journal.entries[len(table.journal.entries) :]
            made = entry_rows(code, journal, entries, table.head, key, by=by)
            return extended(self._database.rows, table, journal, made)

        return self.change(code, write_down)

    def _wrote_all_since(self, code: str, seen: int, device: str | None) -> bool:
        """Return whether one device, by its hash, wrote everything at a table after an entry."""
        others = "select 1 from entries where code = ? and number > ? and device is not ? limit 1"
        return bool(device) and not self._database.rows.execute(others, [code, seen, device]).fetchone()

    def write_again(self, code: str, kept: Sequence[KeptEntry]) -> Table:
        """Write entries again that a phone kept, in one transaction; what is there already is not written twice.

        Raises Illegal where one of them doesn't follow on the one before, and WriteFailed.
        """

        def write_down(table: Table) -> Table:
            if not kept or short_hash(self._database.rows, code, kept[-1].number) == kept[-1].hash:
                return table
            return extended(self._database.rows, table, *follow_on(table, kept))

        return self.change(code, write_down)

    def set_deal_at_once(self, code: str, deal_at_once: bool) -> Table:
        """Choose whether the next hand is dealt by itself when one was won."""
        return self._set(code, "deal_at_once", deal_at_once, int(deal_at_once))

    def set_counter_value(self, code: str, value: CounterValue | None) -> Table:
        """Set what a counter is worth at this table; None: nothing."""
        return self._set(code, "counter_value", value, counter_value_json(value))

    def set_words(self, code: str, words: WordList | None) -> Table:
        """Choose the words that Loto is played with in the place of numbers; None: numbers."""
        return self._set(code, "loto_words", words, json.dumps(words, ensure_ascii=False) if words else None)

    def set_answers(self, code: str, answers: Mapping[str, tuple[str, ...]]) -> Table:
        """Set who answered to the numbers called in a hand of Loto, by ``entry:number``."""
        return self._set(code, "answers", answers, json.dumps(answers, ensure_ascii=False))

    def _set(self, code: str, name: str, value: Any, stored: Any) -> Table:
        """Set one value that a table keeps beside its journal, ``stored`` in the column of that name."""

        def choose(table: Table) -> Table:
            if value == getattr(table, name):
                return table
            self._database.rows.table("tables").update(code, {name: stored})
            return evolve(table, **{name: value})

        return self.change(code, choose)

    def set_start(self, code: str, start: int | None) -> Table:
        """Set how many counters lay before each player at first; None: the sheet keeps the score alone.

        Raises Illegal where counters are to go and somebody has taken more of them from the box.
        """

        def choose(table: Table) -> Table:
            if start == table.journal.start.start:
                return table
            if start is None and (taken := table.journal.state.taken):
                raise Illegal(
                    say(
                        "{player} has taken more counters from the box, so there are counters on this table.",
                        player=next(iter(taken)),
                    )
                )
            self._database.rows.table("tables").update(code, {"start": start})
            return load_table(self._database.rows, code)

        return self.change(code, choose)

    def set_places(self, code: str, choose: Callable[[Table], Mapping[str, int]]) -> Table:
        """Set at which place of a tablet's edges each player sits, by name; an empty mapping spreads them evenly."""

        def seat(table: Table) -> Table:
            places = choose(table)
            if places == table.places:
                return table
            self._database.rows.table("tables").update(code, {"places": json.dumps(places, ensure_ascii=False)})
            return evolve(table, places=places)

        return self.change(code, seat)

    def touch(self, code: str, work: Callable[[], object] = lambda: None) -> Table:
        """Change something that screens show beside the journal, such as who holds the pencil.

        ``work`` changes it, in the transaction; it returns False where there was nothing to change.
        """

        def changed(table: Table) -> Table:
            return table if work() is False else evolve(table)

        return self.change(code, changed)

    def forget(self, code: str) -> None:
        """Forget a table that isn't in the database any more."""
        self._cache.pop(code, None)

    def change(self, code: str, work: Callable[[Table], Table]) -> Table:
        """Return the table as ``work`` leaves it, on the disk before anybody sees it; the same one means no change."""
        with self._database.writing() as rows:
            table = self.find(code)
            changed = work(table)
            if changed is table:
                return table
            drop_derived(rows, code)
            if changed.journal.last == table.journal.last:
                changed = evolve(changed, changes=table.changes + 1)
                rows.execute("update tables set changes = ? where code = ?", [changed.changes, code])
            self._database.commit()  # cached once it is on the disk, and before the next writer looks
            self._cache.keep(changed, played=True)
            self.table_changed.send(self, table=changed)
        return changed

    def _used(self, code: str, key: str | None) -> bool:
        """Return whether an entry of the table of this code was written with this key already."""
        found = self._database.rows.execute("select 1 from entries where code = ? and key = ?", [code, key])
        return found.fetchone() is not None

    def _log_left_out(self, code: str, error: Unreadable) -> None:
        """Log once that a table is left out of the lists."""
        if code not in self._left_out:
            self._left_out.add(code)
            logging.getLogger("companion").warning("%s It is left out of the lists.", error)
