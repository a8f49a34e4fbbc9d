"""Entries that a phone kept, written again where they follow on what the database has."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from attrs import asdict, frozen
from sqlite_utils import Database as Rows

from companion.engine.changes import Change, Entry, Redo, UndoTo
from companion.engine.errors import Illegal
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.engine.structure import read
from companion.scoresheet import parse
from companion.store.chain import CHAINED, SHORT
from companion.store.entries import from_row
from companion.store.table import Table
from companion.store.table_rows import entry_rows, short_hash


@frozen
class KeptEntry:
    """An entry as a phone keeps it: its row, with the beginning of its hash."""

    number: int
    act: str
    at: str
    hash: str
    game: str | None = None
    edition: int | None = None
    move: str | None = None
    target: int | None = None
    undoes: int | None = None
    along: int | None = None
    by: str | None = None
    """The player whose device wrote it, which the hash doesn't cover."""


@frozen
class _Kept:
    entries: list[KeptEntry]


def to_keep(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of an entry as a phone keeps it."""
    kept = {column: row[column] for column in CHAINED if row[column] is not None}
    by = {"by": row["player"]} if row["player"] else {}
    return kept | {"hash": row["hash"][:SHORT]} | by


def entries_since(rows: Rows, code: str, seen: int, head: str) -> list[dict[str, Any]] | None:
    """Return the entries after the number ``seen``, as phones keep them.

    None where the entry of that number, if it isn't 0, isn't there or has a hash with another ``head``.
    """
    if seen and short_hash(rows, code, seen) != head:
        return None
    found = rows.table("entries").rows_where("code = ? and number > ?", [code, seen], order_by="number")
    return [to_keep(row) for row in found]


def kept_entries(text: str) -> list[KeptEntry]:
    """Return entries as a phone sends them. Raises Malformed."""
    return read(_Kept, {"entries": parse(text.encode("utf-8", "surrogatepass"))}).entries


def follow_on(table: Table, kept: Sequence[KeptEntry]) -> tuple[Journal, list[dict[str, Any]]]:
    """Return the journal of a table after entries that were kept, played by its rules, and the rows of the new ones.

    Raises Illegal where one of them doesn't follow on the one before, or is not what was written.
    """
    journal = table.journal
    rows: list[dict[str, Any]] = []
    for tap in _taps(kept):
        try:
            before, journal = journal, _again(journal, tap)
            new = journal.entries[len(before.entries) :]
            head = rows[-1]["hash"] if rows else table.head
            rows += entry_rows(table.code, journal, new, head, at=tap[0].at)
        except Illegal as refused:
            raise Illegal(
                say("Move {number} can't be written again: {why}", number=tap[0].number, why=refused.why)
            ) from None
        written = [(row["number"], row["hash"][:SHORT]) for row in rows[-len(tap) :]]
        if written != [(entry.number, entry.hash) for entry in tap]:
            raise Illegal(say("Move {number} doesn't follow on from the last move here.", number=tap[0].number))
    return journal, rows


def _taps(kept: Sequence[KeptEntry]) -> Iterator[list[KeptEntry]]:
    for _, tap in groupby(kept, lambda entry: entry.along or entry.number):
        yield list(tap)


def _again(journal: Journal, tap: Sequence[KeptEntry]) -> Journal:
    """Return the journal after a tap that was kept, which may say anything. Raises Illegal."""
    try:
        entries = [_entry(kept) for kept in tap]
        changes = [_taken_back(journal, entries)] if entries[0].undoes else [entry.change for entry in entries]
    except Exception:
        raise Illegal(say("it can't be read.")) from None
    return journal.extend(*changes)


def _taken_back(journal: Journal, tap: Sequence[Entry]) -> Change:
    """Return the Undo or the Redo that wrote a tap. Raises where nothing did."""
    undone = journal.entries[(tap[0].undoes or 0) - 1]
    return Redo() if undone.undoes else UndoTo((tap[-1].undoes or 0) - 1)


def _entry(kept: KeptEntry) -> Entry:
    """Return the entry that was kept. Raises whatever is wrong with it."""
    if kept.at != moment(kept.at).isoformat(timespec="seconds"):
        raise ValueError(kept.at)
    return from_row(asdict(kept))


def moment(text: str) -> datetime:
    """Return a time as the database writes it, which every clock can show. Raises ValueError or OverflowError."""
    when = datetime.fromisoformat(text).astimezone(UTC)
    if text != when.isoformat() or not 1900 <= when.year < 9999:
        raise ValueError(text)
    return when
