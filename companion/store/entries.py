"""Entries as rows and back, with who wrote them and when, and as phones keep them.

A row names the game and its edition, so that a stored move is never reinterpreted.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, NamedTuple

from attrs import asdict, frozen
from sqlite_utils import Database as Rows

from companion import games
from companion.engine.changes import Change, Entry, Redo, Rename, TakingBack, UndoTo
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Game, Move, Opening
from companion.engine.journal import Journal
from companion.engine.message import say
from companion.engine.structure import read, write
from companion.scoresheet import parse, stored_opening, write_move, write_opening
from companion.store.chain import CHAINED, SHORT, next_hash
from companion.store.database import MAX_INTEGER, moment, now, past_damage
from companion.store.table import Table

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The signs of a code; without 0, O, 1, I and L, which are taken for one another."""
CODE_LENGTH = 5
CODES = (
    "select code from tables order by rowid desc",
    "select code from tables order by rowid",
    "select code from tables order by code",
    "select distinct code from entries order by code",
    "select distinct code from entries not indexed",
)
"""Where the codes of the tables stand: in the table from either end, in its index, and with the entries."""
CODE = re.compile(f"[{ALPHABET}]{{{CODE_LENGTH}}}")
"""A code as tables have it."""


class Writer(NamedTuple):
    """The device that writes, by its hash, and the player whose device it is."""

    device: str | None = None
    player: str | None = None


class Written(NamedTuple):
    """When an entry was written, and by whose device; None where that isn't known, or one device alone writes."""

    at: str
    player: str | None


def writers_of(rows: Rows, code: str) -> dict[int, Written]:
    """Return when each entry of a table was written, by its number; by whom only where several devices write."""
    devices = rows.execute(
        "select count(*) from (select device from entries where code = :code and device is not null "
        "union select device from devices where code = :code and pencil)",
        {"code": code},
    ).fetchone()[0]
    named = "coalesce(entries.player, devices.player)" if devices > 1 else "null"
    found = rows.execute(
        f"select number, at, {named} from entries left join devices on devices.code = entries.code "
        "and devices.device = entries.device where entries.code = ?",
        [code],
    )
    return {number: Written(at, player) for number, at, player in found}


def numbers_of_device(rows: Rows, code: str, device: str) -> set[int]:
    """Return the numbers of the entries of a table that a device wrote, by its hash."""
    found = rows.execute("select number from entries where code = ? and device = ?", [code, device])
    return {number for (number,) in found}


def to_row(entry: Entry, game: Game | None) -> dict[str, Any]:
    """Return the row of an entry; a corrected name stands where moves do.

    ``game`` is the game to which the move belongs, None where there is no move.
    """
    return {
        "number": entry.number,
        "act": entry.change.act,
        "game": game and game.key,
        "edition": game and game.edition,
        "move": json.dumps(_written(content), ensure_ascii=False) if (content := entry.change.content) else None,
        "target": entry.change.target,
        "undoes": entry.undoes,
        "along": entry.along,
    }


def from_row(row: dict[str, Any]) -> Entry:
    """Return the entry of a row. Raises Malformed, or ValueError, where this Companion can't read it."""
    content: Move | Rename | None
    match row:
        case {"act": "play", "move": str(), "target": None} | {
            "act": "insert" | "amend",
            "move": str(),
            "target": int(),
        }:
            content = _read(row)
        case {"act": "strike" | "restore", "move": None, "target": int()}:
            content = None
        case {"act": "rename", "move": str(name), "target": None}:
            content = read(Rename, json.loads(name))
        case _:
            raise ValueError(f"{row['act']!r} isn't an act, or not with these fields")
    return Entry(row["number"], Change(row["act"], row["target"], content), row["undoes"], row["along"])


def _written(move: Move | Rename) -> dict[str, Any]:
    if isinstance(move, Rename):
        return write(move)
    if isinstance(move, Opening):
        return {key: value for key, value in write_opening(move, []).items() if key != "moves"}
    return write_move(move)


def _read(row: dict[str, Any]) -> Move:
    written = json.loads(row["move"])
    game = games.game(row["game"])
    if game is None or game.edition != row["edition"]:
        raise Malformed(
            say("This Companion doesn't know {game}, edition {edition}.", game=row["game"], edition=row["edition"])
        )
    if "move" in written:
        return game.stored_move(written)
    return stored_opening(game, written.get("options"), written.get("dealer"), written.get("edition"))


def rows_of(rows: Rows, name: str, code: str, order: str, which: str = "1") -> list[dict[str, Any]]:
    """Return the rows that a table of the database has for a code, also where its index is damaged."""

    def found(source: str) -> list[dict[str, Any]]:
        cursor = rows.execute(f"select * from {source} where code = ? and {which} order by {order}", [code])
        columns = [column for column, *_ in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor]

    with past_damage():
        return found(name)
    return found(f"{name} not indexed")


def entry_rows(
    code: str,
    journal: Journal,
    entries: Iterable[Entry],
    head: str,
    key: str | None = None,
    at: str | None = None,
    by: Writer = Writer(),  # noqa: B008  # it never changes
) -> list[dict[str, Any]]:
    """Return the rows of entries of a journal that follow on the hash ``head``; the first carries the tap's key.

    They are written ``at`` a time, or now, ``by`` a device.
    """
    at = at or now()
    made: list[dict[str, Any]] = []
    for entry in entries:
        row = to_row(entry, _game_of(journal, entry)) | {"code": code, "at": at, "key": None if made else key}
        head = next_hash(head, row)
        made.append(row | {"hash": head} | by._asdict())
    return made


def insert_rows(rows: Rows, table: str, made: Sequence[dict[str, Any]]) -> None:
    """Write rows of a table down, all with the same columns."""
    for row in made[:1]:  # sqlite-utils' own insert asks for the schema every time
        insert = f"insert into {table} ({', '.join(row)}) values (:{', :'.join(row)})"
        rows.conn.executemany(insert, made)


def short_hash(rows: Rows, code: str, number: int) -> str | None:
    """Return the beginning of the hash of the entry of a number, None where it isn't there."""
    if not 0 < number <= MAX_INTEGER:
        return None
    found = rows.execute("select hash from entries where code = ? and number = ?", [code, number]).fetchone()
    return found[0][:SHORT] if found and isinstance(found[0], str) else None


def _game_of(journal: Journal, entry: Entry) -> Game | None:
    """Return the game to which the move of an entry belongs, None where the entry has no move."""
    move = entry.move
    if move is None:
        return None
    if isinstance(move, Opening):
        return move.game
    # undoing an amendment can put in a move of a game that is not on at this place any more
    begun = (step.line.move.game for step in journal.steps if isinstance(step.line.move, Opening))
    games = chain([journal.before(entry.concerns or 0).game], begun)
    return next(game for game in games if game and game.by_name.get(move.name) is type(move))


def all_codes(rows: Rows) -> list[str]:
    """Return the codes of all tables, the newest first; where the file is damaged, those that it still names."""
    found: dict[str, None] = {}
    for query in CODES:
        with past_damage():
            for (code,) in rows.execute(query):
                found[str(code)] = None
            break
    return list(found)


@frozen
class KeptEntry:
    """An entry as a phone keeps it: its row."""

    number: int
    act: str
    at: str
    hash: str
    """The beginning of its hash; empty where that is lost: then the hash of a later entry covers it."""
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
    return kept | {"hash": row["hash"][:SHORT] if isinstance(row["hash"], str) else ""} | by


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
    for _, own in groupby(kept, lambda entry: entry.along or entry.number):
        tap = [*own]
        try:
            before, journal = journal, _again(journal, tap)
            new = journal.entries[len(before.entries) :]
            head = rows[-1]["hash"] if rows else table.head
            rows += entry_rows(table.code, journal, new, head, at=tap[0].at)
        except Illegal as refused:
            raise Illegal(
                say("Move {number} can't be written again: {why}", number=tap[0].number, why=refused.why)
            ) from None
        written = rows[-len(tap) :]
        fits = [entry.hash in ("", row["hash"][:SHORT]) for row, entry in zip(written, tap, strict=False)]
        if not all(fits) or [row["number"] for row in written] != [entry.number for entry in tap]:
            raise Illegal(say("Move {number} doesn't follow on from the last move here.", number=tap[0].number))
    return journal, rows


def _again(journal: Journal, tap: Sequence[KeptEntry]) -> Journal:
    """Return the journal after a tap that was kept, which may say anything. Raises Illegal."""
    try:
        entries = [_entry(kept) for kept in tap]
        changes: list[Change | TakingBack] = [entry.change for entry in entries]
        if entries[0].undoes:
            undone = journal.entries[entries[0].undoes - 1]
            changes = [Redo() if undone.undoes else UndoTo((entries[-1].undoes or 0) - 1)]
    except Exception:
        raise Illegal(say("it can't be read.")) from None
    return journal.follow(*changes)


def _entry(kept: KeptEntry) -> Entry:
    """Return the entry that was kept. Raises whatever is wrong with it."""
    if kept.at != moment(kept.at).isoformat(timespec="seconds"):
        raise ValueError(kept.at)
    return from_row(asdict(kept))
