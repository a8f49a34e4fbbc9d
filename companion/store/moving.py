"""Evenings that move house: written as a file in one place, taken in at another, entry for entry."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from attrs import evolve

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.engine.settlement import Payment, Purse
from companion.store.chain import CHAINED, hashes
from companion.store.database import Database, now
from companion.store.evening_file import Arrived, EveningFile, play_evening, write_evening
from companion.store.kept_entries import KeptEntry, follow_on, to_keep
from companion.store.pencils import hashed
from companion.store.salvage import CODE
from companion.store.table import About, Table, Unreadable
from companion.store.table_rows import (
    counter_value_json,
    extended,
    insert_entries,
    is_taken,
    load_table,
    new_code,
    payment_of,
    payment_row,
    payments,
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
    lacks: bool = False
    """Whether the one that arrives has more written beside its entries."""


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

    def missing(self, codes: Iterable[str]) -> list[str]:
        """Return the codes that are free here and were never used."""
        with self._database.reading() as rows:
            return [code for code in codes if CODE.fullmatch(code) and not is_taken(rows, code)]

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
                try:
                    here = self._tables.find(code)
                except Unreadable:  # what arrives may be its whole copy
                    continue
                if found.standing not in (Standing.NEW, Standing.PARTED):
                    return found._replace(here=here, lacks=self._lacks(here, arrived))
                if found.standing is Standing.PARTED and found.alike >= met.alike:
                    met = found._replace(here=here)
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
        may_add: Callable[[str], object] | None = None,
    ) -> str:
        """Write an evening down in one transaction, and return the code of its table; what is here isn't doubled.

        It is played first, so that nobody waits for that. ``beside`` writes what belongs to a new table; ``may_add``
        refuses to go on with one that is here; without it none is gone on with. Raises Malformed and Illegal, and
        WriteFailed.
        """
        arrived = play_evening(evening)
        with self._database.writing() as rows:
            met = self.meet(arrived)
            if met.here and met.standing is Standing.HERE and not (met.lacks and may_add):
                return met.here.code
            if met.here and met.standing is not Standing.PARTED:
                (may_add or nobody_may)(met.here.code)
                (row,) = rows_of(rows, "tables", met.here.code, "code")
                rest = self._rest(arrived, row, met.alike)
                return self._tables.change(met.here.code, lambda table: self._add(table, rest, arrived)).code
            code = self._free_code(evening.code)
            self._lay(evening, arrived, code)
            beside(code)
        return code

    def _lacks(self, here: Table, arrived: Arrived) -> bool:
        """Return whether an evening that arrives has more written beside its entries than the same one here."""
        if here.journal.start.start != start_of(here, arrived.table):
            return True
        return bool(lacking(here, arrived.table) or self._ticks(here, arrived))

    def _ticks(self, here: Table, arrived: Arrived) -> list[Payment[Purse]]:
        """Return the ticks to add: those made elsewhere and never here; none where the file lacks a tick of here.

        People may have paid one another differently in both places then, and nobody is to pay twice.
        """
        if arrived.table.journal.last < here.journal.last:
            return []
        ever = Counter(payment_of(row) for row in rows_of(self._database.rows, "payments", here.code, "id"))
        there, ticked = Counter(arrived.paid), Counter(paid.payment for paid in here.paid)
        return list((there - ever).elements()) if ticked <= there else []

    def _add(self, table: Table, rest: list[KeptEntry], arrived: Arrived) -> Table:
        """Return a table after the entries that it hasn't got, and with what it lacks beside them, both written."""
        rows, code = self._database.rows, table.code
        if table.journal.start.start != (start := start_of(table, arrived.table)):
            rows.table("tables").update(code, {"start": start})
            table = load_table(rows, code)
        if rest:
            journal, made = follow_on(table, rest)
            by = {entry["number"]: entry["player"] for entry in arrived.rows}
            made = [_entry(entry | {"player": by[entry["number"]]}, code) for entry in made]
            table = extended(rows, table, journal, made)
        filled = evolve(table, **lacking(table, arrived.table))
        rows.table("tables").update(code, _beside(filled) | filled.about._asdict())
        new = {at: said for at, said in filled.remarks.items() if at not in table.remarks}
        self._write_beside(code, new, self._ticks(table, arrived))
        return evolve(filled, paid=payments(rows, code))

    def _write_beside(self, code: str, remarks: Mapping[int, str], paid: Iterable[Payment[Purse]]) -> None:
        """Write remarks down, and payments as ticked off."""
        rows = self._database.rows
        rows.table("remarks").insert_all({"code": code, "number": at, "remark": said} for at, said in remarks.items())
        for payment in paid:
            ticked = {"code": code, "paid_at": now(), "key": None, "taken_back": 0}
            rows.table("payments").insert(ticked | payment_row(payment))

    @staticmethod
    def _rest(arrived: Arrived, row: dict[str, Any], after: int) -> list[KeptEntry]:
        """Return the entries after a number, chained as under the code of a table that is here."""
        chained = zip(arrived.rows, hashes(row, arrived.rows), strict=True)
        rest = [entry | {"hash": link} for entry, link in chained][after:]
        return [KeptEntry(**to_keep(entry)) for entry in rest]

    def _free_code(self, code: str) -> str:
        """Return the code that an evening has elsewhere, so that its addresses stay; another where it isn't free."""
        rows = self._database.rows
        return new_code(rows) if is_taken(rows, code) else code

    def _lay(self, evening: EveningFile, arrived: Arrived, code: str) -> None:
        """Write a table with its entries, ticks and remarks down under a code."""
        rows, table = self._database.rows, arrived.table
        row = arrived.row | {"code": code}
        laid = {"start": evening.start, "deal_at_once": int(table.deal_at_once), "changes": 0}
        rows.table("tables").insert(row | laid | _beside(table) | table.about._asdict())
        links = zip(arrived.rows, hashes(row, arrived.rows), strict=True)
        insert_entries(rows, [_entry(entry, code) | {"hash": link} for entry, link in links])
        self._write_beside(code, table.remarks, arrived.paid)


def start_of(here: Table, there: Table) -> int | None:
    """Return the counters that lay before each player at first, as said here, else elsewhere."""
    own = here.journal.start.start
    return there.journal.start.start if own is None else own


def lacking(here: Table, there: Table) -> dict[str, Any]:
    """Return what an evening from elsewhere has and the same one here lacks; what was written here stays.

    What holds names is filled only from a journal at least as long, as names are those of the last entry.
    """
    about = About(*(ours or theirs for ours, theirs in zip(here.about, there.about, strict=True)))
    filled: dict[str, Any] = {"about": about, "remarks": {**there.remarks, **here.remarks}}
    if there.journal.last >= here.journal.last:
        for name in ("counter_value", "purses", "places", "loto_words"):
            filled[name] = getattr(here, name) or getattr(there, name)
        filled["answers"] = {**there.answers, **here.answers}
    return {name: value for name, value in filled.items() if value != getattr(here, name)}


def _beside(table: Table) -> dict[str, Any]:
    """Return what a table keeps beside its journal, as it is stored."""
    return {
        "counter_value": counter_value_json(table.counter_value),
        "purses": purses_json(table.purses),
        "places": _json(table.places),
        "loto_words": _json(table.loto_words) if table.loto_words else None,
        "answers": _json(table.answers),
    }


def _entry(entry: dict[str, Any], code: str) -> dict[str, Any]:
    """Return an entry under a code; who wrote it stays told apart, by a device that nobody has."""
    player = entry["player"]
    return entry | {"code": code, "device": player and hashed(f"{code} {player}")}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
