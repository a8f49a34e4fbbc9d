"""The score sheet of a rubber of Bridge: tricks below the line, all else above it."""

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from companion.engine.game import Facts
from companion.engine.message import Message, joined, listed, say

GAME_POINTS = 30
"""Points below the line that win a game."""


@frozen
class Score:
    """Points written down for a side in a hand, and their reason; ``below`` the line, else above it."""

    hand: int
    side: int
    points: int
    why: str
    below: bool = False


@frozen
class Column:
    """One side of the score sheet: the scores below and above the line, game by game of the rubber, and the total."""

    players: tuple[str, ...]
    below: tuple[tuple[Score, ...], ...]
    above: tuple[tuple[Score, ...], ...]
    total: int


@frozen
class Rubber(Facts):
    """The two sides, and the scores of each game of the rubber; the last game is open until it is won."""

    sides: tuple[tuple[str, ...], ...] = ()
    games: tuple[tuple[Score, ...], ...] = ((),)

    def teams(self) -> list[list[str]]:
        """Return the two sides, empty before the first deal."""
        return [list(side) for side in self.sides]

    def summary(self) -> str:
        """Return what each side has below the line, and the games won."""
        if not self.sides:
            return ""
        made = [(listed(side), below_the_line(self.games[-1], place)) for place, side in enumerate(self.sides)]
        below = joined(", ", [say("{who} {number}", who=who, number=number) for who, number in made])
        game = say("game {number}: {below}", number=len(self.games), below=below)
        return joined(" · ", [game, say("games won {one} to {other}", one=self.won(0), other=self.won(1))])

    def score_lines(self) -> Mapping[str, Mapping[str, int]]:
        """Return what each side has below the line and above it, under its first-named player."""
        return {
            "below the line": {side[0]: self._sum(place, True) for place, side in enumerate(self.sides)},
            "above the line": {side[0]: self._sum(place, False) for place, side in enumerate(self.sides)},
        }

    def side_of(self, player: str) -> int:
        """Return the index of a player's side, 0 or 1."""
        return next(place for place, side in enumerate(self.sides) if player in side)

    def won(self, side: int) -> int:
        """Return how many games of the rubber the side has won (BR-03)."""
        return sum(below_the_line(game, side) >= GAME_POINTS for game in self.games)

    def total(self, side: int) -> int:
        """Return everything that was written down for the side (BR-09)."""
        return self._sum(side, True) + self._sum(side, False)

    def columns(self) -> tuple[Column, ...]:
        """Return the usual score sheet, a column for each side."""
        return tuple(
            Column(players, self._lines(side, True), self._lines(side, False), self.total(side))
            for side, players in enumerate(self.sides)
        )

    def _sum(self, side: int, below: bool) -> int:
        return sum(score.points for game in self._lines(side, below) for score in game)

    def _lines(self, side: int, below: bool) -> tuple[tuple[Score, ...], ...]:
        return tuple(tuple(s for s in game if s.side == side and s.below == below) for game in self.games)


def written(rubber: Rubber, scores: Sequence[Score]) -> Rubber:
    """Return the rubber with these scores in its open game."""
    *closed, last = rubber.games
    return evolve(rubber, games=(*closed, (*last, *scores)))


def noted(rubber: Rubber, score: Score) -> Message:
    """Return a score in words: ``Ann and Cat 8: 2 in clubs``."""
    return say("{side} {points}: {why}", side=listed(rubber.sides[score.side]), points=score.points, why=score.why)


def below_the_line(game: Sequence[Score], side: int) -> int:
    """Return what the side has made towards a game by tricks alone (BR-03)."""
    return sum(score.points for score in game if score.below and score.side == side)


def points(rubber: Rubber) -> dict[str, int]:
    """Return the points of each side, under its first-named player."""
    return {side[0]: rubber.total(place) for place, side in enumerate(rubber.sides)}
