"""The tables: laid, read, written to. One move is one transaction, and one tap is written once."""

import json
import logging
import secrets
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from attrs import evolve

from companion.engine.game import Game
from companion.engine.journal import Act, Entry, Journal, load
from companion.engine.naming import Renaming
from companion.engine.opening import Opening
from companion.engine.reading import read, write
from companion.engine.replay import laid
from companion.engine.saying import say
from companion.engine.settle import Payment
from companion.scoresheet import CounterValue, Sheet
from companion.store.database import Database
from companion.store.records import from_row, to_row
from companion.store.table import Paid, Stale, Table, UnknownTable, Unreadable

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that could be taken for something else: no 0 O 1 I L
CODE_LENGTH = 5
KEPT = 64
"""So many tables are kept ready in memory; the others are read again when somebody asks for them."""

NAMED = (("devices", "player"), ("payments", "payer"), ("payments", "payee"))
"""Where players are named beside the journal."""


class Tables:
    """All tables of a database. Every change is announced to ``announce`` with the table as it then stands."""

    def __init__(self, database: Database, announce: Callable[[Table], None] = lambda table: None) -> None:
        self._database = database
        self._announce = announce
        self._ready: OrderedDict[str, Table] = OrderedDict()
        self._guard = threading.Lock()
        self._left_out: set[str] = set()

    def find(self, code: str) -> Table:
        """The table of this code; raises UnknownTable, and Unreadable."""
        with self._guard:
            table = self._ready.get(code)
            if table:
                self._ready.move_to_end(code)
                return table
        with self._database.reading():
            table = self._load(code)
            return self._keep(table)

    def lay(
        self,
        sheet: Sheet,
        *,
        deal_at_once: bool = False,
        key: str | None = None,
        beside: Callable[[str], object] = lambda code: None,
    ) -> Table:
        """A new table with everything that stands on the sheet, and what ``beside`` writes of it, in one
        transaction; a key used before gives the table that was laid with it. Raises Illegal where a move breaks a
        rule; ``score`` says which."""
        moves = [move for played in sheet.games for move in (played.opening, *played.moves)]
        entries = [Entry(number, Act.PLAY, move) for number, move in enumerate(moves, 1)]
        with self._database.writing() as rows:
            if key and (twin := next(rows.table("tables").rows_where("key = ?", [key], select="code"), None)):
                return self.find(twin["code"])
            code = self._new_code()
            rows.table("tables").insert(
                {
                    "code": code,
                    "players": json.dumps(sheet.players, ensure_ascii=False),
                    "counter_value": _written(sheet.counter_value),
                    "deal_at_once": int(deal_at_once),
                    "laid_at": now(),
                    "changes": 0,
                    "key": key,
                }
            )
            self._insert(code, Journal(laid(sheet.players)).tapped(entries), entries, None)
            beside(code)
            table = self._load(code)
            rows.commit()  # kept before the next writer looks, and not before it is written
            return self._keep(table)

    def record(self, code: str, key: str | None, seen: int | None, tap: Callable[[Table], Sequence[Entry]]) -> Table:
        """Writes the entries of one tap, in one transaction, and gives the table after it.

        A ``key`` used before writes nothing. Raises Stale where the journal is longer than what the writer had
        ``seen``, Illegal where an entry can't be made, Unwritable where the disk refuses.
        """

        def write_down(table: Table) -> Table:
            if self._used("entries", code, key):
                return table
            if seen is not None and seen != table.journal.last:
                raise Stale(seen)
            entries = tap(table)
            if not entries:
                return table
            journal = table.journal.tapped(entries)
            self._insert(code, journal, entries, key)
            for renaming in filter(None, (entry.renaming for entry in entries)):
                table = self._called(table, renaming)
            return evolve(table, journal=journal)

        return self._change(code, write_down)

    def settle(self, code: str, payment: Payment[str], key: str | None) -> Table:
        """Ticks off a payment that is still owed; a payment that isn't, or a key used before, changes nothing."""

        def tick(table: Table) -> Table:
            if self._used("payments", code, key) or payment not in table.owed:
                return table
            row = {"code": code, "paid_at": now(), "key": key, "taken_back": 0} | payment._asdict()
            self._database.rows.table("payments").insert(row)
            return evolve(table, paid=self._paid(code))

        return self._change(code, tick)

    def unsettle(self, code: str, number: int) -> Table:
        """Takes a tick back; one that isn't there changes nothing. Its number is not used again."""

        def untick(table: Table) -> Table:
            if number not in {paid.number for paid in table.paid}:
                return table
            self._database.rows.table("payments").update(number, {"taken_back": 1})
            return evolve(table, paid=self._paid(code))

        return self._change(code, untick)

    def set_deal_at_once(self, code: str, deal_at_once: bool) -> Table:
        """Whether the next hand is dealt by itself when one was won."""

        def choose(table: Table) -> Table:
            self._database.rows.table("tables").update(code, {"deal_at_once": int(deal_at_once)})
            return evolve(table, deal_at_once=deal_at_once)

        return self._change(code, choose)

    def set_counter_value(self, code: str, value: CounterValue | None) -> Table:
        """What a counter is worth at this table from now on; None: nothing."""

        def choose(table: Table) -> Table:
            if value == table.counter_value:
                return table
            self._database.rows.table("tables").update(code, {"counter_value": _written(value)})
            return evolve(table, counter_value=value)

        return self._change(code, choose)

    def set_places(self, code: str, choose: Callable[[Table], Mapping[str, int]]) -> Table:
        """Where on the edges of a tablet lying flat the players sit; nothing chosen means wherever it spreads them."""

        def seat(table: Table) -> Table:
            chosen = choose(table)
            if chosen == table.places:
                return table
            self._database.rows.table("tables").update(code, {"places": json.dumps(chosen, ensure_ascii=False)})
            return evolve(table, places=chosen)

        return self._change(code, seat)

    def touch(self, code: str, work: Callable[[], object] = lambda: None) -> Table:
        """Something beside the journal changes that screens show, such as who holds the pencil: ``work`` writes it."""

        def changed(table: Table) -> Table:
            work()
            return evolve(table)

        return self._change(code, changed)

    def _change(self, code: str, work: Callable[[Table], Table]) -> Table:
        """The table as ``work`` leaves it, on the disk before anybody sees it; the same table means no change."""
        with self._database.writing() as rows:
            table = self.find(code)
            changed = work(table)
            if changed is table:
                return table
            if changed.journal is table.journal:
                changed = evolve(changed, changes=table.changes + 1)
                rows.execute("update tables set changes = ? where code = ?", [changed.changes, code])
            rows.commit()  # kept before the next writer looks, and not before it is written
            self._keep(changed)
        self._announce(changed)
        return changed

    def _used(self, rows: str, code: str, key: str | None) -> bool:
        found = self._database.rows.execute(f"select 1 from {rows} where code = ? and key = ?", [code, key])
        return found.fetchone() is not None

    def newest(self, device: str | None = None, most: int = 50) -> list[Table]:
        """The tables that a device knows, or all of them, newest first; those that can't be read are left out."""
        known = "code in (select code from devices where device = ?)" if device is not None else "1"
        with self._database.reading() as rows:
            found = list(
                rows.table("tables").rows_where(
                    known, [device] if device is not None else [], select="code", order_by="rowid desc", limit=most
                )
            )
        return self.some(row["code"] for row in found)

    def that_play(self, game: str, most: int = 3) -> list[Table]:
        """The tables at which a game was begun, by its key, newest first; those that can't be read are left out."""
        named = "case when json_valid(move) then json_extract(move, '$.game') end"
        begun = f"select 1 from entries where code = tables.code and game = ? and {named} = ?"
        with self._database.reading() as rows:
            found = rows.execute(
                f"select code from tables where exists ({begun}) order by rowid desc limit ?", [game, game, most]
            ).fetchall()
        return self.some(code for (code,) in found)

    def some(self, codes: Iterable[str]) -> list[Table]:
        """Those of the tables with these codes that there are, and that can be read."""
        found = []
        for code in codes:
            try:
                found.append(self.find(code))
            except UnknownTable:
                continue
            except Unreadable as error:
                self._tell(code, error)
        return found

    def _tell(self, code: str, error: Unreadable) -> None:
        """That a table is left out of the lists, once."""
        if code not in self._left_out:
            self._left_out.add(code)
            logging.getLogger("companion").warning("%s It is left out of the lists.", error)

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if not self._database.rows.table("tables").count_where("code = ?", [code]):
                return code

    def _insert(self, code: str, journal: Journal, entries: Sequence[Entry], key: str | None) -> None:
        at = now()
        for place, entry in enumerate(entries):
            row = to_row(entry, _game_of(journal, entry)) | {"code": code, "at": at, "key": None if place else key}
            insert = f"insert into entries ({', '.join(row)}) values (:{', :'.join(row)})"
            self._database.rows.execute(insert, row)  # sqlite-utils' own insert asks for the schema every time

    def _load(self, code: str) -> Table:
        held = self._database.rows.table("tables").rows_where("code = ?", [code]) if code.isascii() else iter(())
        row = next(held, None)
        if row is None:
            raise UnknownTable(say("There is no table {code} here.", code=code))
        try:
            return self._read(row)
        except sqlite3.OperationalError:  # it may be read another time
            raise
        except Exception as error:  # a row may hold anything
            raise Unreadable(code) from error

    def _read(self, row: dict[str, Any]) -> Table:
        rows, code, start = self._database.rows, row["code"], laid(json.loads(row["players"]))
        entries = [from_row(entry) for entry in rows.table("entries").rows_where("code = ?", [code], order_by="number")]
        value = row["counter_value"]
        return Table(
            code=code,
            counter_value=read(CounterValue, json.loads(value)) if value else None,
            deal_at_once=bool(row["deal_at_once"]),
            laid_at=datetime.fromisoformat(row["laid_at"]).isoformat(timespec="seconds"),
            changes=int(row["changes"]),
            journal=load(start, entries),
            paid=self._paid(code),
            places=dict(json.loads(row["places"] or "{}")),
        )

    def _called(self, table: Table, renaming: Renaming) -> Table:
        """What stands beside the journal, by the name that a player has from now on."""
        names, said = {renaming.was: renaming.now}, {"code": table.code, "was": renaming.was, "now": renaming.now}
        for rows, column in NAMED:
            rename = f"update {rows} set {column} = :now where code = :code and {column} = :was"
            self._database.rows.execute(rename, said)
        places = {names.get(name, name): place for name, place in table.places.items()}
        self._database.rows.table("tables").update(table.code, {"places": json.dumps(places, ensure_ascii=False)})
        return evolve(table, paid=self._paid(table.code), places=places)

    def _paid(self, code: str) -> tuple[Paid, ...]:
        rows = self._database.rows.table("payments").rows_where("code = ? and not taken_back", [code], order_by="id")
        return tuple(Paid(row["id"], Payment(row["payer"], row["payee"], row["counters"])) for row in rows)

    def _keep(self, table: Table) -> Table:
        with self._guard:
            self._ready[table.code] = table
            self._ready.move_to_end(table.code)
            while len(self._ready) > KEPT:
                self._ready.popitem(last=False)
        return table


def now() -> str:
    """The time as the database holds it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _written(value: CounterValue | None) -> str | None:
    return json.dumps(write(value)) if value else None


def _game_of(journal: Journal, entry: Entry) -> Game | None:
    """The game whose move the entry holds, None where it holds none."""
    move = entry.move
    if move is None:
        return None
    if isinstance(move, Opening):
        return move.game
    # an amendment taken back can put in a move of a game that is not on at this place any more
    begun = (step.line.move.game for step in journal.steps if isinstance(step.line.move, Opening))
    games = chain([journal.before(entry.concerns or 0).game], begun)
    return next(game for game in games if game and game.by_name.get(move.name) is type(move))
