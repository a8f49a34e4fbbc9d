"""Evenings that were deleted: a copy is kept for thirty days, in the database and so in its backups, and comes back."""

import json
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.store.database import Database, now
from companion.store.tables import Tables, drop_derived

KEPT_FOR = timedelta(days=30)
"""How long a deleted evening can be brought back."""
PARTS = ("tables", "entries", "payments", "devices", "remarks", "called")
"""The tables of the database that hold an evening, that of its players first."""


class Deleted(NamedTuple):
    """An evening that was deleted, and can be brought back."""

    code: str
    laid_at: str
    at: str
    """When it was deleted."""
    players: tuple[str, ...]


class Deleting:
    """The deleted evenings of a database."""

    def __init__(self, database: Database, tables: Tables) -> None:
        """Delete tables of a database, and bring them back."""
        self._database = database
        self._tables = tables

    def delete(self, code: str) -> None:
        """Delete an evening, and keep a copy; what was deleted more than thirty days ago is gone for good.

        Raises Illegal where a game is on, UnknownTable, and WriteFailed.
        """
        with self._database.writing() as rows:
            if self._tables.find(code).goes_on:
                raise Illegal(say("A game is on at this table: finish it, then delete the evening."))
            held = {name: list(rows.table(name).rows_where("code = ?", [code])) for name in PARTS}
            row = {"code": code, "at": now(), "held": json.dumps(held, ensure_ascii=False)}
            rows.table("deleted").insert(row, replace=True)
            rows.execute("update deleted set held = null where at < ?", [_since()])
            drop_derived(rows, code)
            for name in ("invitations", *reversed(PARTS)):
                rows.table(name).delete_where("code = ?", [code])
            self._database.commit()
            self._tables.drop(code)

    def bring_back(self, code: str) -> None:
        """Bring an evening back as it was; one that can't be any more changes nothing. Raises WriteFailed."""
        with self._database.writing() as rows:
            for (held,) in rows.execute("select held from deleted where code = ? and held not null", [code]).fetchall():
                for name, kept in json.loads(held).items():
                    rows.table(name).insert_all(kept)
                rows.table("deleted").delete(code)

    def deleted(self) -> list[Deleted]:
        """Return what can be brought back, the latest first."""
        query = "select code, at, held from deleted where held not null and at >= ? order by at desc"
        with self._database.reading() as rows:
            found = [(code, at, json.loads(held)["tables"][0]) for code, at, held in rows.execute(query, [_since()])]
        return [Deleted(code, row["laid_at"], at, tuple(json.loads(row["players"]))) for code, at, row in found]


def _since() -> str:
    return (datetime.now(UTC) - KEPT_FOR).isoformat(timespec="seconds")
