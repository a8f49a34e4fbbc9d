"""An evening that moves house as a file: its journal, entry by entry with its chain, and what people wrote beside it.

Nothing that gives a right travels: no device, no pencil, no invitation, and no seed of a bag of Loto.
"""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from typing import Annotated, Any, NamedTuple

from attrs import asdict, evolve, field, frozen
from sqlite_utils import Database as Rows

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Name, excerpt
from companion.engine.journal import Journal
from companion.engine.kit.moves import Join
from companion.engine.message import say
from companion.engine.replay import initial_state, with_current_names
from companion.engine.structure import read, require_new_names
from companion.loto.rules.words import words_in
from companion.machine.clock import on_the_wall, today
from companion.scoresheet import parse, require_distinct
from companion.store.chain import CHAINED, first_hash, hashes
from companion.store.database import Database, moment
from companion.store.devices import hashed
from companion.store.entries import CODE, KeptEntry, follow_on, insert_rows, rows_of, to_keep
from companion.store.table import Beside, Table, Unreadable
from companion.store.tables import Tables, beside_json, extended, is_taken, new_code

MOST_BYTES = 4 * 1024 * 1024
"""Bytes that an evening may have, unpacked: some 20,000 entries."""
TOO_LONG = say(
    "This evening is over 4 MB, too long to carry on elsewhere: only a backup of its whole Companion takes it along."
)
FIRST = ("evening", "code", "laid_at", "players", "entries")
"""The keys of a file that are no part of what stands beside the journal."""
GZIP, GZIP_AS_TEXT = b"\x1f\x8b", b"H4sI"
"""How a packed file begins, and how it begins as text (base64)."""
ALIKE = 2
"""The entries that an evening under another code has alike, at least, to be the same: two may be laid at one moment."""


@frozen
class EveningFile:
    """An evening as its file has it. Names beside the journal are those of today, the first players' those at first."""

    evening: Annotated[int, "The edition of the format"]
    code: str
    laid_at: str
    players: list[Name]
    entries: list[KeptEntry]
    beside: Beside = field(factory=Beside)
    """In the file its keys stand beside the others."""

    def well_formed(self) -> None:
        """Refuse what can be seen to be wrong without playing."""
        if self.evening != 1:
            raise Malformed(say("evening: this Companion reads edition 1, not {given}", given=excerpt(self.evening)))
        require_distinct(self.players)
        if not CODE.fullmatch(self.code) or not _is_time(self.laid_at):
            raise Malformed(say("not an evening: its code or its day can't be read"))

    @property
    def is_to_come(self) -> bool:
        """Return whether its day is still to come: the clock of here is behind, or the one of there was ahead."""
        return on_the_wall(self.laid_at).date() > today()

    @property
    def row(self) -> dict[str, Any]:
        """Return what its chain begins with, as a row of a table."""
        return {"code": self.code, "players": json.dumps(self.players, ensure_ascii=False), "laid_at": self.laid_at}


class Arrived(NamedTuple):
    """An evening from a file, played by the rules; nothing of it is written down yet."""

    table: Table
    """The table as it stands, under the code that it has elsewhere."""
    rows: list[dict[str, Any]]
    """Its entries."""
    row: dict[str, Any]
    """What its chain begins with."""


def head_of(rows: Rows, table: Table) -> dict[str, Any]:
    """Return what a file has of a table beside its entries."""
    (row,) = rows_of(rows, "tables", table.code, "code")
    own = table.beside
    paid = [evolve(tick, key=None) for tick in own.paid if not tick.taken_back]
    first = {"evening": 1, "code": table.code, "laid_at": row["laid_at"], "players": json.loads(row["players"])}
    return first | evolve(own, purses=[[*purse] for purse in table.joined], paid=paid, claims=[], names=[]).written()


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
    """Return whether an unpacked file is an evening with its journal: a number at its top says of which edition."""
    if b'"evening"' not in content:
        return False
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return type(value) is dict and type(value.get("evening")) is int and "scoresheet" not in value


def read_evening(content: bytes) -> EveningFile:
    """Return an evening from its unpacked file; raise Malformed for all that can be seen without playing."""
    if len(content) > MOST_BYTES:
        raise Malformed(TOO_LONG)
    written = parse(content)
    first = {key: written.pop(key) for key in FIRST if key in written} if type(written) is dict else written
    evening = read(EveningFile, first)
    beside = evolve(read(Beside, written).require_new(), claims=[], names=[])
    if beside.words and words_in("\n".join(beside.words.words)) != tuple(beside.words.words):
        raise Malformed(say("not an evening: its list of words can't be read"))
    require_new_names(evening)
    require_new_names(beside)
    return evolve(evening, beside=evolve(beside, paid=[evolve(t, key=None) for t in beside.paid if not t.taken_back]))


def steps_to_play(evening: EveningFile) -> int:
    """Return about how many moves are played anew until all entries of an evening are: a correction plays the rest."""
    corrections = ((at, kept) for at, kept in enumerate(evening.entries, 1) if kept.act != "play")
    return len(evening.entries) + sum(max(1, at - (kept.target or 0)) for at, kept in corrections)


def play_evening(evening: EveningFile) -> Arrived:
    """Play an evening by its rules, entry by entry, each held to its hash. Raises Malformed and Illegal."""
    row, beside = evening.row, evening.beside
    start = Journal(initial_state(evening.players, beside.start))
    laid = Table(evening.code, evening.laid_at, 0, start, beside, first_hash(row))
    journal, rows = follow_on(laid, evening.entries)
    known = _names(journal)
    for name in _named(beside):
        if name not in known:
            raise Illegal(say("{account} is not at this table.", account=excerpt(name)))
    for at in beside.remarks:
        _require_move(at, journal)
    for call in beside.answers:
        at, _, number = call.partition(":")
        _require_move(at if re.fullmatch("[1-9][0-9]?", number) else call, journal)
    by = {kept.number: kept.by for kept in evening.entries if kept.by in known}
    table = evolve(laid, journal=journal, head=rows[-1]["hash"] if rows else laid.head)
    return Arrived(table, [made | {"player": by.get(made["number"])} for made in rows], row)


def _names(journal: Journal) -> set[str]:
    """Return the names of everybody who ever sat at a table, as they are today."""
    today, _ = with_current_names(journal.entries)
    return {*journal.start.seats, *(entry.move.player for entry in today if isinstance(entry.move, Join))}


def _named(beside: Beside) -> Iterator[str]:
    """Yield all names that stand beside the journal."""
    yield from beside.places
    for names in (*beside.purses, *beside.answers.values()):
        yield from names
    for tick in beside.paid:
        yield from (*tick.payer, *tick.payee)


def _require_move(at: str, journal: Journal) -> None:
    """Raise Malformed where a text is no number of an entry."""
    if not re.fullmatch("[1-9][0-9]{0,8}", at) or int(at) > journal.last:
        raise Malformed(say("There's no move {number} in the journal.", number=excerpt(at)))


def _is_time(text: str) -> bool:
    """Return whether a text is a time as the database writes it."""
    with suppress(OverflowError, ValueError):
        return bool(moment(text))
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
            table = self._tables.find(code)
            entries = [to_keep(row) for row in rows_of(rows, "entries", code, "number")]
            return json.dumps(head_of(rows, table) | {"entries": entries}, ensure_ascii=False, separators=(",", ":"))

    def missing(self, codes: Iterable[str]) -> list[str]:
        """Return the codes that are free here and were never used."""
        with self._database.reading() as rows:
            return [code for code in codes if CODE.fullmatch(code) and not is_taken(rows, code)]

    def has(self, evening: EveningFile) -> bool:
        """Return whether all entries of an evening are here, without playing any."""
        entries = [asdict(kept) for kept in evening.entries]
        with self._database.reading() as rows:
            return any(found.standing is Standing.HERE for _, found in self._alike(rows, evening.row, entries))

    def meet(self, arrived: Arrived) -> Comparison:
        """Return how an evening stands to those here."""
        met = Comparison(Standing.NEW)
        with self._database.reading() as rows:
            for code, found in self._alike(rows, arrived.row, arrived.rows):
                try:
                    here = self._tables.find(code)
                except Unreadable:  # what arrives may be its whole copy
                    continue
                if found.standing not in (Standing.NEW, Standing.PARTED):
                    return found._replace(here=here)
                if found.standing is Standing.PARTED and found.alike >= met.alike:
                    met = found._replace(here=here)
        return met

    def _alike(
        self, rows: Rows, row: dict[str, Any], entries: list[dict[str, Any]]
    ) -> Iterator[tuple[str, Comparison]]:
        """Yield the codes of evenings laid at the same moment for the same players, and how entries stand to theirs."""
        same = "select code from tables where laid_at = ? and players = ? order by code = ? desc, code"
        codes = rows.execute(same, [row["laid_at"], row["players"], row["code"]]).fetchall()
        for (code,) in codes:
            found = self._beside(entries, rows_of(rows, "entries", code, "number"))
            if code == row["code"] or found.alike >= ALIKE:
                yield code, found

    @staticmethod
    def _beside(entries: list[dict[str, Any]], here: list[dict[str, Any]]) -> Comparison:
        """Return how entries that arrive stand to those of an evening that is here."""
        pairs = zip(entries, here, strict=False)
        parted = (place for place, (one, other) in enumerate(pairs) if any(one[key] != other[key] for key in CHAINED))
        alike = next(parted, min(len(entries), len(here)))
        if alike == len(entries):
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
            if met.here and met.standing is Standing.HERE:
                return met.here.code
            if met.here and met.standing is not Standing.PARTED:
                (may_add or nobody_may)(met.here.code)
                (row,) = rows_of(rows, "tables", met.here.code, "code")
                rest = self._rest(arrived, row, met.alike)
                return self._tables.change(met.here.code, lambda table: self._add(table, rest, arrived)).code
            # under the code that it has elsewhere its addresses stay
            code = new_code(rows) if is_taken(rows, evening.code) else evening.code
            row, entries = self.rows_of(arrived, code)
            rows.table("tables").insert(row)
            insert_rows(rows, "entries", entries)
            beside(code)
        return code

    def _add(self, table: Table, rest: list[KeptEntry], arrived: Arrived) -> Table:
        """Return a table after the entries that it hasn't got, which are written; what stands beside it stays."""
        if table.beside.start is None:  # counters that lie on the table are played with
            table = table.lay_counters(arrived.table.beside.start)
        journal, made = follow_on(table, rest)
        by = {entry["number"]: entry["player"] for entry in arrived.rows}
        made = [_entry(entry | {"player": by[entry["number"]]}, table.code) for entry in made]
        return extended(self._database, table, journal, made)

    @staticmethod
    def _rest(arrived: Arrived, row: dict[str, Any], after: int) -> list[KeptEntry]:
        """Return the entries after a number, chained as under the code of a table that is here."""
        chained = zip(arrived.rows, hashes(row, arrived.rows), strict=True)
        rest = [entry | {"hash": link} for entry, link in chained][after:]
        return [KeptEntry(**to_keep(entry)) for entry in rest]

    @staticmethod
    def rows_of(arrived: Arrived, code: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the row of a table under a code, and those of its entries."""
        row = arrived.row | {"code": code, "changes": 0, "beside": beside_json(arrived.table.beside)}
        links = zip(arrived.rows, hashes(row, arrived.rows), strict=True)
        return row, [_entry(entry, code) | {"hash": link} for entry, link in links]


def _entry(entry: dict[str, Any], code: str) -> dict[str, Any]:
    """Return an entry under a code; who wrote it stays told apart, by a device that nobody has."""
    player = entry["player"]
    return entry | {"code": code, "device": player and hashed(f"{code} {player}")}
