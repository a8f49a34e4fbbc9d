"""The score sheet of Bridge as people know it: tricks below the line, all else above it, by deal and rubber (BR)."""

from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from companion.web.pictures import PICTURES, Picture

if TYPE_CHECKING:  # the game is loaded where it is played
    from companion.games.bridge import Column, Score

Line: TypeAlias = "tuple[Score | None, ...]"
"""One line of the sheet: for each side what stands there, None where nothing does."""


class ScoreSheet(NamedTuple):
    """The rubber as it is drawn. ``above`` the line the newest stands on top, as one writes upwards from it;
    ``games`` stand below it, a line for each hand; ``won`` are the games of each side."""

    columns: tuple["Column", ...]
    above: list[Line]
    games: list[list[Line]]
    won: tuple[int, ...]


def sheet_of(view: Any) -> ScoreSheet:
    """The score sheet of the rubber that is on."""
    rubber = view.state.facts
    columns = rubber.columns()
    above = [[score for game in column.above for score in game] for column in columns]
    games = [
        sorted(lines(game), key=lambda line: next(s.hand for s in line if s))
        for game in zip(*(column.below for column in columns), strict=True)
    ]
    won = tuple(rubber.won(side) for side, _ in enumerate(columns))
    return ScoreSheet(columns, list(zip_longest(*above))[::-1], games, won)


def lines(game: "tuple[tuple[Score, ...], ...]") -> list[Line]:
    """A game of the rubber below the line: one side alone scores in a hand."""
    return [
        tuple(score if place == side else None for place, _ in enumerate(game))
        for side, scores in enumerate(game)
        for score in scores
    ]


def draw() -> None:
    """Draws the sheet on the table page."""
    PICTURES["bridge"] = Picture(shows=sheet_of)
