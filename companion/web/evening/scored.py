"""The games of an evening that are about points, as its pages show them."""

from typing import Any, NamedTuple

from companion.engine.message import listed
from companion.engine.reports.evening import Evening, Scored
from companion.engine.reports.pad import Pad, pad_of
from companion.web.evening.chart import Chart, points_chart


class ScoredGame(NamedTuple):
    """A game about points, as it ended or stands."""

    game: Scored
    sides: list[str]
    """Who scored, in words: players, or the two of a side."""
    pad: Pad
    """Each hand's points beside the totals."""

    @property
    def chart(self) -> Chart:
        """The points as lines."""
        return points_chart(self.game)

    @property
    def sheet(self) -> Any:
        """What the game's own template of a score sheet shows, None where it has none."""
        game = self.game.state.game
        return game.score_sheet(self.game.state) if game and game.score_sheet else None

    @property
    def final(self) -> list[tuple[str, int]]:
        """The points with which it ended, or those so far, who is ahead first."""
        totals = zip(self.sides, self.pad.columns, strict=True)
        last = [(who, column.total) for who, column in totals if column.total is not None]
        return sorted(last, key=lambda each: each[1], reverse=not self.game.state.options.fewest_win())

    def followed(self, player: str | None) -> str | None:
        """Return the line of a player, None where the player has none here."""
        return next(
            (who for who, side in zip(self.sides, self.game.sides.values(), strict=True) if player in side), None
        )


def scored_games(evening: Evening) -> list[ScoredGame]:
    """Return the games with points, in the order in which they were played; of some it is only known who won."""
    told = [game for game in evening.scored if game.state.options.tells_points()]
    return [ScoredGame(game, [listed(side) for side in game.sides.values()], pad_of(game)) for game in told]
