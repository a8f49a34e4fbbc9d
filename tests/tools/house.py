"""A database as the tests use it: tables laid, taps recorded in a word, the house closed and opened again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.engine.changes import Change, Undo
from companion.engine.game import Move
from companion.scoresheet import Sheet, SheetGame, sheet_from
from companion.store import Database, Groups, Pencils, Table, Tables
from companion.store.check import problems
from tests.tools.evening import FOUR, move, opening
from tests.tools.quick import furnish

Tap = Callable[[Table], Sequence[Change]]


def sheet(players: str = FOUR, key: str = "spoil-five", **options: Any) -> Sheet:
    """A table just laid."""
    return Sheet(players.split(), [SheetGame(opening(key, **options), [])])


def plays(*moves: Move) -> Tap:
    """One tap that plays these moves."""
    return lambda table: [Change.play(made) for made in moves]


def strikes(number: int) -> Tap:
    """One tap that strikes a move."""
    return lambda table: [Change.strike(number)]


def amends(number: int, made: Move) -> Tap:
    """One tap that puts another move in the place of one."""
    return lambda table: [Change.amend(number, made)]


def inserts(number: int, made: Move) -> Tap:
    """One tap that puts a move before another."""
    return lambda table: [Change.insert(number, made)]


def renames(was: str, now: str) -> Tap:
    """One tap that puts a name right."""
    return lambda table: [Change.rename(was, now)]


def undoes(table: Table) -> Sequence[Change]:
    """One tap on Undo."""
    return [Undo()]


DEAL = move("spoil-five", "deal")
SPOILT = move("spoil-five", "spoilt")
FINISH = move("spoil-five", "finish")


def won(player: str) -> Move:
    return move("spoil-five", "won", player=player)


def give(payer: str, payee: str, counters: int) -> Move:
    return move("spoil-five", "give", from_=payer, to=payee, counters=counters)


def entries(folder: Path, code: str) -> int:
    """How many entries a table of a folder has; all of the database must be well."""
    database = Database(folder)
    try:
        assert problems(database) == []
        return Tables(database).find(code).journal.last
    finally:
        database.close()


def laid(folder: Path, game: dict[str, Any], players: Sequence[str]) -> str:
    """The code of a table laid in a folder that nobody serves yet, with a game as a score sheet has it."""
    database = Database(furnish(folder))
    try:
        return Tables(database).lay(sheet_from({"scoresheet": 1, "players": [*players], "games": [game]})).code
    finally:
        database.close()


class Writes:
    """Writes beside the journals of tables: ``writes.tick(code, payment)`` is ``tick`` of the table of that code."""

    def __init__(self, tables: Tables, groups: Groups | None = None) -> None:
        self._tables, self._groups = tables, groups

    def __getattr__(self, name: str) -> Callable[..., Table]:
        def change(now: Table, *said: Any, **more: Any) -> Table:
            after: Table = getattr(now, name)(*said, **more)
            return self._groups.settle(now, after) if self._groups else after

        return lambda code, *said, **more: self._tables.change(code, lambda now: change(now, *said, **more))


class House:
    """A database with one table of four who play Spoil-Five."""

    def __init__(self, folder: Path) -> None:
        self.folder = furnish(folder)
        self.open()
        self.code = self.tables.lay(sheet()).code

    def open(self) -> None:
        self.database = Database(self.folder)
        self.announced: list[Table] = []
        self.tables = Tables(self.database)
        self.tables.table_changed.connect(self.hear)
        self.pencils = Pencils(self.database)
        self.settling = Writes(self.tables, Groups(self.database))

    def hear(self, sender: object, table: Table) -> None:
        """Listens to every change."""
        self.announced.append(table)

    def restart(self) -> None:
        """Closes the house and opens it again."""
        self.database.close()
        self.open()

    @property
    def table(self) -> Table:
        return self.tables.find(self.code)

    def taps(self, *taps: Tap | Move) -> Table:
        """Records one tap after another; a move alone is a tap."""
        for tap in taps:
            self.tables.record(self.code, None, None, plays(tap) if isinstance(tap, Move) else tap)
        return self.table

    def rows(self, table: str) -> list[dict[str, Any]]:
        """What is on the disk, read by another connection."""
        other = Database(self.folder)
        try:
            return list(other.rows.table(table).rows)
        finally:
            other.close()
