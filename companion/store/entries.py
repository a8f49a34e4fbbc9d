"""Entries as rows and back. A row names the game and its edition, so that a stored move is never reinterpreted."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from sqlite_utils import Database as Rows

from companion import games
from companion.engine.changes import Act, Entry, Rename
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
    return {
        "number": entry.number,
        "act": entry.act.value,
        "game": game and game.key,
        "edition": game and game.edition,
        "move": _json(entry.rename or entry.move),
        "target": entry.target,
        "undoes": entry.undoes,
        "along": entry.along,
    }


def from_row(row: dict[str, Any]) -> Entry:
    """Return the entry of a row. Raises Malformed, or ValueError, where this Companion can't read it."""
    act, move, rename = Act(row["act"]), None, None
    if act is Act.RENAME:
        rename = read(Rename, json.loads(row["move"]))
    elif row["move"]:
        move = _read(row)
    return Entry(row["number"], act, move, row["target"], row["undoes"], row["along"], rename)


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
