"""A whole evening as a file: its journal, entry by entry with its chain, and what people wrote beside it.

Nothing that gives a right travels: no device, no pencil, no invitation, and no seed of a bag of Loto.
"""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple

from attrs import asdict, evolve, field, frozen
from sqlite_utils import Database as Rows

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Name, Within, excerpt
from companion.engine.journal import Journal
from companion.engine.kit.moves import Join
from companion.engine.message import say
from companion.engine.replay import initial_state, with_current_names
from companion.engine.settlement import Payment, Purse
from companion.engine.structure import read, require_new_names
from companion.loto.rules.words import WordList, words_in
from companion.scoresheet import CounterValue, parse, require_distinct
from companion.scoresheet.sheet import Start
from companion.store.chain import first_hash
from companion.store.kept_entries import KeptEntry, follow_on, moment, to_keep
from companion.store.notes import NOTES, PLACE, REMARK, TITLE, require
from companion.store.salvage import CODE
from companion.store.table import About, Table
from companion.store.table_rows import rows_of

MOST_BYTES = 4 * 1024 * 1024
"""Bytes that an evening may have, unpacked: some 20,000 entries."""
TOO_LONG = say(
    "This evening is over 4 MB, too long to carry on elsewhere: only a backup of its whole Companion takes it along."
)
GZIP, GZIP_AS_TEXT = b"\x1f\x8b", b"H4sI"
"""How a packed file begins, and how it begins as text (base64)."""


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
    corrections = ((at, kept) for at, kept in enumerate(evening.entries, 1) if kept.act != "play")
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
