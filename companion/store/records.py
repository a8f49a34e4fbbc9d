"""Entries as rows and back. A row names the game and its edition, so that a stored move is never reinterpreted."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from companion.engine.game import Game, Move
from companion.engine.journal import Act, Entry
from companion.engine.opening import Opening
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
    """The row of an entry; ``game`` is the one that its move belongs to, if it has a move."""
    return {
        "number": entry.number,
        "act": entry.act.value,
        "game": game and game.key,
        "edition": game and game.edition,
        "move": json.dumps(_written(entry.move), ensure_ascii=False) if entry.move else None,
        "target": entry.target,
        "undoes": entry.undoes,
        "along": entry.along,
    }


def from_row(row: dict[str, Any]) -> Entry:
    """The entry of a row. Raises Malformed, or ValueError, where this Companion can't read it."""
    move = _read(row) if row["move"] else None
    return Entry(row["number"], Act(row["act"]), move, row["target"], row["undoes"], row["along"])


def _written(move: Move) -> dict[str, Any]:
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
