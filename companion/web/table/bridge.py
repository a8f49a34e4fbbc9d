"""The score sheet of Bridge as people know it: tricks below the line, everything else above it (BR)."""

from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from companion.engine.game import State

if TYPE_CHECKING:  # the game is loaded where it is played
    from companion.games.bridge import Column, Score

Line: TypeAlias = "tuple[Score | None, ...]"
"""One line of the sheet: the score of each side, None where nothing stands."""


class ScoreSheet(NamedTuple):
    """The rubber as it is drawn."""

    columns: tuple["Column", ...]
    above: list[Line]
    """The lines above the line, the newest on top, as one writes upwards from it."""
    games: list[list[Line]]
    """The games below the line, a line for each hand."""
    won: tuple[int, ...]
    """The games that each side has won."""


def sheet_of(state: State[Any, Any]) -> ScoreSheet:
    """Return the score sheet of the rubber that is on, or was."""
    rubber = state.facts
    columns = rubber.columns()
    above = [[score for game in column.above for score in game] for column in columns]
    games = [
        sorted(game_lines(game), key=lambda line: next(score.hand for score in line if score))
        for game in zip(*(column.below for column in columns), strict=True)
    ]
    won = tuple(rubber.won(side) for side, _ in enumerate(columns))
    return ScoreSheet(columns, list(zip_longest(*above))[::-1], games, won)


def game_lines(game: "tuple[tuple[Score, ...], ...]") -> list[Line]:
    """Return the lines of a game below the line: only one side scores in a hand."""
    return [
        tuple(score if place == side else None for place, _ in enumerate(game))
        for side, scores in enumerate(game)
        for score in scores
    ]
