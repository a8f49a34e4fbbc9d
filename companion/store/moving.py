"""An evening that moves house as a file: its journal, entry by entry with its chain, and what people wrote beside it.

Nothing that gives a right travels: no device, no pencil, no invitation, and no seed of a bag of Loto.
"""

import json
import re
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Annotated, Any, NamedTuple

from attrs import asdict, evolve, field, frozen
from sqlite_utils import Database as Rows

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Name, Within, excerpt
from companion.engine.journal import Act, Journal, with_current_names
from companion.engine.journal.replay import initial_state
from companion.engine.kit.seats import Join
from companion.engine.message import say
from companion.engine.new_names import require_new_names
from companion.engine.settlement import Payment, Purse
from companion.engine.structure import read
from companion.loto.words import WordList, words_in
from companion.scoresheet import CounterValue, parse, require_distinct
from companion.scoresheet.sheet import Start
from companion.store.chain import CHAINED, first_hash, hashes
from companion.store.database import Database, now
from companion.store.entries import CODE, KeptEntry, follow_on, insert_entries, moment, rows_of, to_keep
from companion.store.pencils import hashed
from companion.store.table import NOTES, PLACE, REMARK, TITLE, About, Table, Unreadable, purses_json, require
from companion.store.tables import (
    Tables,
    counter_value_json,
    extended,
    is_taken,
    load_table,
    new_code,
    payment_of,
    payment_row,
    payments,
)

MOST_BYTES = 4 * 1024 * 1024
"""Bytes that an evening may have, unpacked: some 20,000 entries."""
TOO_LONG = say(
    "This evening is over 4 MB, too long to carry on elsewhere: only a backup of its whole Companion takes it along."
)
GZIP, GZIP_AS_TEXT = b"\x1f\x8b", b"H4sI"
"""How a packed file begins, and how it begins as text (base64)."""
ALIKE = 2
"""The entries that an evening under another code has alike, at least, to be the same: two may be laid at one moment."""


@frozen
class _Ticked:
    payer: list[str]
    payee: list[str]
    counters: Annotated[int, Within(1)]


@frozen
class _Words:
    name: Name
    words: list[str]
    language: str = ""

    @property
    def as_at_table(self) -> WordList:
        """Return it as tables have it."""
        return WordList(self.name, tuple(self.words), self.language)


@frozen
class EveningFile:
    """An evening as its file has it. Names beside the journal are those of today, the first players' those at first."""

    evening: Annotated[int, "The edition of the format"]
    code: str
    laid_at: str
    players: list[Name]
    entries: list[KeptEntry]
    start: Start | None = None
    counter_value: CounterValue | None = None
    deal_at_once: bool = False
    title: str = ""
    place: str = ""
    notes: str = ""
    remarks: dict[str, str] = field(factory=dict)
    purses: list[list[str]] = field(factory=list)
    paid: list[_Ticked] = field(factory=list)
    places: dict[str, Annotated[int, Within(0, 51)]] = field(factory=dict)
    words: _Words | None = None
    answers: dict[str, list[str]] = field(factory=dict)

    def well_formed(self) -> None:
        """Refuse what can be seen to be wrong without playing."""
        if self.evening != 1:
            raise Malformed(say("evening: this Companion reads edition 1, not {given}", given=excerpt(self.evening)))
        require_distinct(self.players)
        if not CODE.fullmatch(self.code) or not _is_time(self.laid_at):
            raise Malformed(say("not an evening: its code or its day can't be read"))
        for text, kind, what in (
            (self.title, TITLE, say("The title")),
            (self.place, PLACE, say("The place")),
            (self.notes, NOTES, say("The note")),
            *((remark, REMARK, say("The remark")) for remark in self.remarks.values()),
        ):
            require(text, kind, what)
        if not all(paid.payer and paid.payee for paid in self.paid):
            raise Malformed(say("not an evening: its payments can't be read"))
        if self.words and words_in("\n".join(self.words.words)) != tuple(self.words.words):
            raise Malformed(say("not an evening: its list of words can't be read"))

    @property
    def row(self) -> dict[str, Any]:
        """Return what its chain begins with, as a row of a table."""
        return {
            "code": self.code,
            "players": json.dumps(self.players, ensure_ascii=False),
            "laid_at": self.laid_at,
        }


class Arrived(NamedTuple):
    """An evening from a file, played by the rules; nothing of it is written down yet."""

    table: Table
    """The table as it stands, under the code that it has elsewhere."""
    rows: list[dict[str, Any]]
    """Its entries."""
    row: dict[str, Any]
    """What its chain begins with."""
    paid: list[Payment[Purse]]
    """The payments of its settlement that are ticked off."""


def head_of(rows: Rows, table: Table) -> dict[str, Any]:
    """Return what a file has of a table beside its entries."""
    (row,) = rows_of(rows, "tables", table.code, "code")
    words = table.loto_words
    value = table.counter_value
    beside = {
        "start": row["start"],
        "counter_value": value and asdict(value),
        "deal_at_once": table.deal_at_once,
        **table.about._asdict(),
        "remarks": {str(number): remark for number, remark in table.remarks.items()},
        "purses": [list(purse) for purse in table.joined],
        "paid": [{"payer": [*paid.payer], "payee": [*paid.payee], "counters": paid.counters} for _, paid in table.paid],
        "places": dict(table.places),
        "words": words and words._asdict(),
        "answers": {call: [*names] for call, names in table.answers.items()},
    }
    first = {"evening": 1, "code": table.code, "laid_at": row["laid_at"], "players": json.loads(row["players"])}
    return first | {name: value for name, value in beside.items() if value}


def write_evening(rows: Rows, table: Table) -> str:
    """Return the whole evening of a table as its file."""
    entries = [to_keep(row) for row in rows_of(rows, "entries", table.code, "number")]
    return json.dumps(head_of(rows, table) | {"entries": entries}, ensure_ascii=False, separators=(",", ":"))


def unpacked(content: bytes) -> bytes:
    """Return a file as it was before it was packed, if it was. Raises Malformed."""
    try:
        content = b64decode(content, validate=True) if content.startswith(GZIP_AS_TEXT) else content
        if not content.startswith(GZIP):
            return content
        packed = zlib.decompressobj(zlib.MAX_WBITS | 16)
        whole = packed.decompress(content, MOST_BYTES + 1)
        if len(whole) > MOST_BYTES:
            raise Malformed(TOO_LONG)
        if not packed.eof or packed.unused_data:
            raise ValueError
    except (ValueError, zlib.error):
        raise Malformed(say("This file is packed and can't be unpacked: take the evening along once more.")) from None
    return whole


def is_evening(content: bytes) -> bool:
    """Return whether an unpacked file says that it is an evening with its journal."""
    keys = content.replace(b" ", b"")
    return b'"evening":' in keys and b'"scoresheet":' not in keys


def read_evening(content: bytes) -> EveningFile:
    """Return an evening from its unpacked file; raise Malformed for all that can be seen without playing."""
    if len(content) > MOST_BYTES:
        raise Malformed(TOO_LONG)
    written = read(EveningFile, parse(content))
    require_new_names(written)
    return written


def steps_to_play(evening: EveningFile) -> int:
    """Return about how many moves are played anew until all entries of an evening are: a correction plays the rest."""
    corrections = ((at, kept) for at, kept in enumerate(evening.entries, 1) if kept.act != Act.PLAY.value)
    return len(evening.entries) + sum(max(1, at - (kept.target or 0)) for at, kept in corrections)


def play_evening(evening: EveningFile) -> Arrived:
    """Play an evening by its rules, entry by entry, each held to its hash. Raises Malformed and Illegal."""
    row = evening.row
    start = Journal(initial_state(evening.players, evening.start))
    laid = Table(
        evening.code,
        evening.counter_value,
        evening.deal_at_once,
        evening.laid_at,
        0,
        start,
        head=first_hash(row),
        about=About(evening.title, evening.place, evening.notes),
        places=evening.places,
        purses=tuple(map(tuple, evening.purses)),
        loto_words=evening.words.as_at_table if evening.words else None,
    )
    journal, rows = follow_on(laid, evening.entries)
    known = _names(journal)
    for name in _named_beside(evening):
        if name not in known:
            raise Illegal(say("{account} is not at this table.", account=excerpt(name)))
    by = {kept.number: kept.by for kept in evening.entries if kept.by in known}
    remarks = {_number(at, journal): remark for at, remark in evening.remarks.items()}
    answers = {_call(call, journal): tuple(names) for call, names in evening.answers.items()}
    table = evolve(
        laid,
        journal=journal,
        head=rows[-1]["hash"] if rows else laid.head,
        remarks=remarks,
        answers=answers,
    )
    paid = [Payment(tuple(paid.payer), tuple(paid.payee), paid.counters) for paid in evening.paid]
    return Arrived(table, [made | {"player": by.get(made["number"])} for made in rows], row, paid)


def _names(journal: Journal) -> set[str]:
    """Return the names of everybody who ever sat at a table, as they are today."""
    today, _ = with_current_names(journal.entries)
    return {*journal.start.seats, *(entry.move.player for entry in today if isinstance(entry.move, Join))}


def _named_beside(evening: EveningFile) -> Iterator[str]:
    """Yield all names that stand beside the journal."""
    yield from evening.places
    for names in (*evening.purses, *evening.answers.values()):
        yield from names
    for paid in evening.paid:
        yield from (*paid.payer, *paid.payee)


def _call(text: str, journal: Journal) -> str:
    """Return an entry and a number called in it, parted by a colon. Raises Malformed where there is no such entry."""
    at, _, number = text.partition(":")
    if not re.fullmatch("[1-9][0-9]?", number):
        raise Malformed(say("There's no move {number} in the journal.", number=excerpt(text)))
    return f"{_number(at, journal)}:{number}"


def _number(text: str, journal: Journal) -> int:
    """Return the number of an entry. Raises Malformed where there is no such entry."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text) or int(text) > journal.last:
        raise Malformed(say("There's no move {number} in the journal.", number=excerpt(text)))
    return int(text)


def _is_time(text: str) -> bool:
    """Return whether a text is a time as the database writes it, not after tomorrow."""
    try:
        return moment(text) < datetime.now(UTC) + timedelta(days=1)
    except (OverflowError, ValueError):
        return False


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


class Comparison(NamedTuple):
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

    def meet(self, arrived: Arrived) -> Comparison:
        """Return how an evening stands to those here: the same one was laid at the same moment for the same players."""
        met = Comparison(Standing.NEW)
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
    def _beside(arrived: Arrived, here: list[dict[str, Any]]) -> Comparison:
        """Return how an evening stands to the entries of one that is here."""
        pairs = zip(arrived.rows, here, strict=False)
        parted = (place for place, (one, other) in enumerate(pairs) if any(one[key] != other[key] for key in CHAINED))
        alike = next(parted, min(len(arrived.rows), len(here)))
        if alike == len(arrived.rows):
            return Comparison(Standing.HERE, alike=alike)
        if alike == len(here):
            return Comparison(Standing.FURTHER, alike=alike)
        return Comparison(Standing.PARTED if alike else Standing.NEW, alike=alike)

    def import_evening(
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
