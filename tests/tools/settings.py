"""The house rules of a game at other values than the book's, one by one and two by two."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal, get_args, get_origin

import attrs

from companion.engine.errors import Malformed
from companion.engine.fields import Text, Within
from companion.engine.game import Game
from companion.engine.kit.shapes import EqualSides
from companion.engine.structure import hints, is_optional, key_of, notes_of, unwrap
from companion.games.points_game.blocks import ToldBy
from companion.games.points_game.hand import Told
from companion.scoresheet.sheet import open_game


def other_values(game: Game, option: str) -> list[Any]:
    """Some values of a house rule other than the book's, as a sheet holds them."""
    hint, default = hints(game.options)[option], getattr(game.options(), option)
    values = [*values_of(hint), *([None] if is_optional(hint) else [])]
    return [value for value in values if value != default]


TELLS: dict[Any, Any] = {
    Told: {
        "questions": [
            {"key": "bid", "ask": "Tricks said", "most": "cards", "said": True},
            {"key": "tricks", "ask": "Tricks taken"},
        ],
        "scores": "tricks",
        "cards": "hand",
    },
    ToldBy: {"turns": {"turn": "Throw", "most": 12}},
}
"""How a hand may be told."""


LISTED: dict[str, list[list[dict[str, Any]]]] = {
    "Part": [[{"part": "heart", "points": 1, "most": 13}, {"part": "queen", "points": -2}]],
    "HousePot": [[{"pot": "kitty", "each": 1, "dealer": 2}, {"pot": "best"}], [{"pot": "pool", "each": 1}]],
    "Call": [[{"made": 2, "failed": 2}, {"made": 10, "failed": 5}]],
}
"""Lists of what house rules name."""


def values_of(hint: Any) -> Iterator[Any]:
    base, notes = unwrap(hint), notes_of(hint)
    if examples := [note.example for note in notes if hasattr(note, "example")]:
        yield from examples
    elif any(isinstance(note, EqualSides) for note in notes):
        yield [["P1", "P3"], ["P2", "P4"]]
    elif base is bool or get_origin(base) is Literal:
        yield from get_args(base) or (True, False)
    elif base is int:
        within = next((note for note in notes if isinstance(note, Within)), Within(0))
        least, most = within.least, within.most
        yield from sorted({least, 1, min(least + 7, most), least + 77})
    elif base is str:
        yield "Nobody knocks." if any(note.lines for note in notes if isinstance(note, Text)) else "Commerce"
    elif base in TELLS:
        yield TELLS[base]
    elif get_origin(base) is dict:
        yield {"Tricks said": "Bid", "Tricks taken": "Made"}
    elif unwrap(get_args(base)[0]) is int:
        yield [26]
    else:
        yield from LISTED[unwrap(get_args(base)[0]).__name__]


def alone(game: Game) -> Iterator[dict[str, Any]]:
    """The book's house rules, then each option at each other value, by itself."""
    yield {}
    yield from (one for one in changes(game) if fits(game, one))


def together(game: Game) -> Iterator[dict[str, Any]]:
    """Every two options at every two other values that go together."""
    for one, other in combinations(changes(game), 2):
        if one.keys() != other.keys() and fits(game, one | other):
            yield one | other


def changes(game: Game) -> list[dict[str, Any]]:
    """Each option at each other value, by itself, also what no sheet may have."""
    return [{key_of(own.name): value} for own in attrs.fields(game.options) for value in other_values(game, own.name)]


def fits(game: Game, options: dict[str, Any]) -> bool:
    """Whether a game may be laid with these house rules."""
    try:
        open_game(game, options, None).options.require_playable()
    except Malformed:
        return False
    return True
