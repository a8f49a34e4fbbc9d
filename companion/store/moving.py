"""Evenings that move house: written as a file in one place, taken in at another, entry for entry."""

import json
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.store.chain import CHAINED, hashes
from companion.store.database import Database, now
from companion.store.evening_file import Arrived, EveningFile, payments_of, play_evening, write_evening
from companion.store.kept_entries import KeptEntry, to_keep
from companion.store.pencils import hashed
from companion.store.table import Table
from companion.store.table_rows import (
    counter_value_json,
    insert_entries,
    is_taken,
    new_code,
    payment_row,
    purses_json,
    rows_of,
)
from companion.store.tables import Tables

ALIKE = 2
"""The entries that an evening under another code has alike, at least, to be the same: two may be laid at one moment."""


class Standing(Enum):
    """How an evening that arrives stands to one that is here."""

    NEW = "new"
    """It isn't here."""
    HERE = "here"
    """All of it is here, and perhaps more."""
    FURTHER = "further"
    """It goes on from what is here."""
    PARTED = "parted"
    """Both begin alike, and then went different ways."""


class Met(NamedTuple):
    """An evening that arrives beside the one that is here."""

    standing: Standing
    here: Table | None = None
    alike: int = 0
    """How many entries both have alike."""


def nobody_may(code: str) -> None:
    """Refuse to go on with an evening that is here. Raises Illegal."""
    raise Illegal(
        say("This evening is here already, as {code}: import the rest on a page, with its pencil.", code=code)
    )


class Moving:
    """The evenings of a database, to be taken along and taken in."""

    def __init__(self, database: Database, tables: Tables) -> None:
        """Read and write the tables of a database."""
        self._database = database
        self._tables = tables

    def file_of(self, code: str) -> str:
        """Return the whole evening of a table as its file. Raises UnknownTable."""
        with self._database.reading() as rows:
            return write_evening(rows, self._tables.find(code))

    def meet(self, arrived: Arrived) -> Met:
        """Return how an evening stands to those here: the same one was laid at the same moment for the same players."""
        met = Met(Standing.NEW)
        with self._database.reading() as rows:
            own = arrived.table.code
            same = "select code from tables where laid_at = ? and players = ? order by code = ? desc, code"
            codes = rows.execute(same, [arrived.row["laid_at"], arrived.row["players"], own]).fetchall()
            for (code,) in codes:
                found = self._beside(arrived, rows_of(rows, "entries", code, "number"))
                if code != own and found.alike < ALIKE:
                    continue
                if found.standing not in (Standing.NEW, Standing.PARTED):
                    return found._replace(here=self._tables.find(code))
                if found.standing is Standing.PARTED and found.alike >= met.alike:
                    met = found._replace(here=self._tables.find(code))
        return met

    @staticmethod
    def _beside(arrived: Arrived, here: list[dict[str, Any]]) -> Met:
        """Return how an evening stands to the entries of one that is here."""
        pairs = zip(arrived.rows, here, strict=False)
        parted = (place for place, (one, other) in enumerate(pairs) if any(one[key] != other[key] for key in CHAINED))
        alike = next(parted, min(len(arrived.rows), len(here)))
        if alike == len(arrived.rows):
            return Met(Standing.HERE, alike=alike)
        if alike == len(here):
            return Met(Standing.FURTHER, alike=alike)
        return Met(Standing.PARTED if alike else Standing.NEW, alike=alike)

    def take_in(
        self,
        evening: EveningFile,
        beside: Callable[[str], object] = lambda code: None,
        may_add: Callable[[str], object] = nobody_may,
    ) -> str:
        """Write an evening down in one transaction, and return the code of its table; what is here isn't doubled.

        It is played first, so that nobody waits for that. ``beside`` writes what belongs to a new table; ``may_add``
        refuses to go on with one that is here. Raises Malformed and Illegal, and WriteFailed.
        """
        arrived = play_evening(evening)
        with self._database.writing() as rows:
            met = self.meet(arrived)
            if met.here and met.standing is Standing.HERE:
                return met.here.code
            if met.here and met.standing is Standing.FURTHER:
                may_add(met.here.code)
                (row,) = rows_of(rows, "tables", met.here.code, "code")
                return self._tables.write_again(met.here.code, self._rest(arrived, row, met.alike)).code
            code = self._free_code(evening.code)
            self._lay(evening, arrived, code)
            beside(code)
        return code

    @staticmethod
    def _rest(arrived: Arrived, row: dict[str, Any], after: int) -> list[KeptEntry]:
        """Return the entries after a number, chained as under the code of a table that is here."""
        chained = zip(arrived.rows, hashes(row, arrived.rows), strict=True)
        rest = [entry | {"hash": link} for entry, link in chained][after:]
        return [KeptEntry(**to_keep(entry)) for entry in rest]

    def _free_code(self, code: str) -> str:
        """Return the code that an evening has elsewhere, so that its addresses stay; another where it isn't free."""
        rows, is_own = self._database.rows, self._tables.is_own
        return code if is_own(code) and not is_taken(rows, code) else new_code(rows, is_own)

    def _lay(self, evening: EveningFile, arrived: Arrived, code: str) -> None:
        """Write a table with its entries, ticks and remarks down under a code."""
        rows, table = self._database.rows, arrived.table
        row = arrived.row | {"code": code}
        beside = {
            "counter_value": counter_value_json(table.counter_value),
            "start": evening.start,
            "deal_at_once": int(table.deal_at_once),
            "changes": 0,
            "purses": purses_json(table.purses),
            "places": _json(table.places),
            "loto_words": _json(table.loto_words) if table.loto_words else None,
            "answers": _json(table.answers),
        }
        rows.table("tables").insert(row | beside | table.about._asdict())
        links = zip(arrived.rows, hashes(row, arrived.rows), strict=True)
        insert_entries(rows, [_entry(entry, code) | {"hash": link} for entry, link in links])
        for payment in payments_of(evening):
            ticked = {"code": code, "paid_at": now(), "key": None, "taken_back": 0}
            rows.table("payments").insert(ticked | payment_row(payment))
        remarks = [{"code": code, "number": at, "remark": said} for at, said in table.remarks.items()]
        rows.table("remarks").insert_all(remarks)


def _entry(entry: dict[str, Any], code: str) -> dict[str, Any]:
    """Return an entry under a code; who wrote it stays told apart, by a device that nobody has."""
    player = entry["player"]
    return entry | {"code": code, "device": player and hashed(f"{code} {player}")}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
