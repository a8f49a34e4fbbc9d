"""Entries as rows and back. A row names the game and its edition, so that a stored move is never reinterpreted."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from sqlite_utils import Database as Rows

from companion import games
from companion.engine.changes import Amend, Entry, Insert, Play, Rename, Restore, SingleChange, Strike
from companion.engine.errors import Malformed, Refusal
from companion.engine.game import Game, Move, Opening
from companion.engine.message import say
from companion.engine.structure import read, write
from companion.scoresheet import stored_opening, write_move, write_opening
from companion.store.database_file import past_damage

Read = TypeVar("Read")
"""What a row is read as."""


def readable(rows: Rows, query: str, read: Callable[[Any], Read], values: Sequence[object] = ()) -> Iterator[Read]:
    """Yield what the rows of a query are read as, without those that ``read`` refuses, up to a damaged page."""
    with past_damage():
        for row in rows.execute(query, [*values]):
            with suppress(Refusal):
                yield read(row)


def to_row(entry: Entry, game: Game | None) -> dict[str, Any]:
    """Return the row of an entry; a corrected name stands where moves do.

    ``game`` is the game to which the move belongs, None where there is no move.
    """
    act, target = _act_of(entry.change)
    return {
        "number": entry.number,
        "act": act,
        "game": game and game.key,
        "edition": game and game.edition,
        "move": _json(entry.rename or entry.move),
        "target": target,
        "undoes": entry.undoes,
        "along": entry.along,
    }


def from_row(row: dict[str, Any]) -> Entry:
    """Return the entry of a row. Raises Malformed, or ValueError, where this Companion can't read it."""
    change: SingleChange
    match row:
        case {"act": "play", "move": str()}:
            change = Play(_read(row))
        case {"act": "insert", "target": int(number), "move": str()}:
            change = Insert(number, _read(row))
        case {"act": "strike", "target": int(number)}:
            change = Strike(number)
        case {"act": "restore", "target": int(number)}:
            change = Restore(number)
        case {"act": "amend", "target": int(number), "move": str()}:
            change = Amend(number, _read(row))
        case {"act": "rename", "move": str(name)}:
            change = read(Rename, json.loads(name))
        case _:
            raise ValueError(f"{row['act']!r} isn't an act, or not with these fields")
    return Entry(row["number"], change, row["undoes"], row["along"])


def _act_of(change: SingleChange) -> tuple[str, int | None]:
    """Return what a row calls a change, and the number of the move that it concerns."""
    match change:
        case Play():
            return "play", None
        case Insert(before):
            return "insert", before
        case Strike(number):
            return "strike", number
        case Restore(number):
            return "restore", number
        case Amend(number):
            return "amend", number
        case Rename():
            return "rename", None


def _json(content: Move | Rename | None) -> str | None:
    return json.dumps(_written(content), ensure_ascii=False) if content else None


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
