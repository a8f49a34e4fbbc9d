"""Entries as rows and back. A row names the game and its edition, so that a stored move is never reinterpreted."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from companion.engine.game import Game, Move
from companion.engine.journal import Act, Entry
from companion.engine.naming import Renaming
from companion.engine.opening import Opening
from companion.engine.reading import read, write
from companion.engine.refusals import Malformed, Refusal
from companion.engine.saying import say
from companion.games import edition
from companion.scoresheet import open_game, write_move, write_opening

Read = TypeVar("Read")


def readable(rows: Iterable[Any], read: Callable[[Any], Read]) -> Iterator[Read]:
    """What the rows hold, but for those that ``read`` refuses."""
    for row in rows:
        with suppress(Refusal):
            yield read(row)


def to_row(entry: Entry, game: Game | None) -> dict[str, Any]:
    """The row of an entry; ``game`` is the one that its move belongs to, if it has a move. A name that is put right
    stands where moves do."""
    return {
        "number": entry.number,
        "act": entry.act.value,
        "game": game and game.key,
        "edition": game and game.edition,
        "move": _json(entry.renaming or entry.move),
        "target": entry.target,
        "undoes": entry.undoes,
        "along": entry.along,
    }


def from_row(row: dict[str, Any]) -> Entry:
    """The entry of a row. Raises Malformed, or ValueError, where this Companion can't read it."""
    act, move, renaming = Act(row["act"]), None, None
    if act is Act.RENAME:
        renaming = read(Renaming, json.loads(row["move"]))
    elif row["move"]:
        move = _read(row)
    return Entry(row["number"], act, move, row["target"], row["undoes"], row["along"], renaming)


def _json(held: Move | Renaming | None) -> str | None:
    return json.dumps(_written(held), ensure_ascii=False) if held else None


def _written(move: Move | Renaming) -> dict[str, Any]:
    if isinstance(move, Renaming):
        return write(move)
    if isinstance(move, Opening):
        return {key: held for key, held in write_opening(move, []).items() if key != "moves"}
    return write_move(move)


def _read(row: dict[str, Any]) -> Move:
    written = json.loads(row["move"])
    game = edition(row["game"], row["edition"])
    if game is None:
        raise Malformed(
            say("This Companion doesn't know {game}, edition {edition}.", game=row["game"], edition=row["edition"])
        )
    if "move" in written:
        return game.read_move(written)
    return open_game(game, written.get("options"), written.get("dealer"), written.get("edition"))
