"""The bin: what was deleted, as its rows were. It comes back until Companion has made its backup on thirty days.

No clock empties it: days are counted as the daily backup is made. The code of an evening is never given again.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlite_utils import Database as Rows

from companion.engine.names import MAX_NAME_LENGTH, stored_name_key
from companion.engine.structure import read
from companion.store.database import MAX_INTEGER, Database, Row, moment, now, require_types

DAYS = 30
"""The days on which a daily backup was made, for which something can be brought back."""

Contents: TypeAlias = Mapping[str, Sequence[Any]]
"""Rows by the tables of the database, in the order in which they come back; for a group, also its evenings' codes."""


class Deleted(NamedTuple):
    """Something that can be brought back."""

    number: int
    kind: str
    """The table of the database in which it was."""
    at: str
    """When it was deleted."""
    days_left: int
    row: Row
    """Its own row."""
    contents: dict[str, list[Any]]
    """All its rows."""
    players: tuple[str, ...]
    """Who was at the table at first, where it is an evening."""


def deleted(row: Row) -> Deleted:
    """Return what a row holds. Raises whatever is wrong with it."""
    moment(row["at"])
    kind, contents = row["kind"], json.loads(row["contents"])
    own = require_types(kind, contents[kind][0])
    players: list[str] = []
    if kind == "tables":
        moment(own["laid_at"])
        players = read(list[str], json.loads(own["players"]))
    return Deleted(row["number"], kind, row["at"], DAYS - row["days"], own, contents, tuple(players))


class Bin:
    """The bin of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Deleted]:
        """Return what can be brought back, the latest first."""
        return self._database.read_rows("bin", deleted, "where contents not null order by number desc")

    def bring_back(self, number: int) -> None:
        """Bring something back as it was; what isn't there changes nothing.

        A name that was given to something else meanwhile is followed by a number. Raises Illegal where something that
        it belongs to is missing, and WriteFailed.
        """
        with self._database.writing() as rows:
            which = "where number = ? and contents not null"
            for held in self._database.read_rows("bin", deleted, which, [min(number, MAX_INTEGER)]):
                _insert_again(rows, held.kind, held.contents)
                rows.table("bin").delete(number)

    def count_day(self) -> None:
        """Count a day on which the daily backup was made; what had its thirty is gone for good. Raises WriteFailed."""
        with self._database.writing() as rows:
            rows.execute("update bin set days = days + 1 where contents not null")
            rows.execute("update bin set contents = null where days >= ?", [DAYS])
            rows.execute("delete from bin where contents is null and code is null")


def lay_aside(rows: Rows, kind: str, contents: Contents, code: str | None = None) -> None:
    """Put rows into the bin, those of the ``kind`` first among them; ``code`` is that of an evening."""
    held = json.dumps(contents, ensure_ascii=False)
    rows.table("bin").insert({"kind": kind, "code": code, "at": now(), "days": 0, "contents": held})


def _insert_again(rows: Rows, kind: str, contents: dict[str, list[Any]]) -> None:
    if kind == "tables":
        for name, held in contents.items():
            rows.table(name).insert_all(held)
        return
    (own,) = contents.pop(kind)
    if kind == "own_cards" and rows.table(kind).count_where("rows = ?", [own["rows"]]):
        return  # the card was typed in again meanwhile
    _insert(rows, kind, own)
    for code in contents.get("evenings", []):
        rows.execute("update tables set group_number = ? where code = ?", [own["number"], code])


def _insert(rows: Rows, table: str, row: dict[str, Any]) -> None:
    """Insert a row again, with another number or name where its own was given to something else meanwhile."""
    if rows.table(table).count_where("number = ?", [row["number"]]):
        (row["number"],) = rows.execute(f"select max(number) + 1 from {table}").fetchone()
    name, count = row["name"], 1
    while "alike" in row and rows.table(table).count_where("alike = ?", [row["alike"]]):
        count += 1
        row["name"] = f"{name[: MAX_NAME_LENGTH - 4]} {count}"
        row["alike"] = stored_name_key(row["name"])
    rows.table(table).insert(row)
