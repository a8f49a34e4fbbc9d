"""What is asked of the statistics, and what they answer: a span of evenings, and figures with where they come from."""

from typing import Any, NamedTuple

COUNTS = "(put_away is null or not goes_on)"
"""The condition in SQL of what counts: an evening that was put away, only where it is finished."""


class Span(NamedTuple):
    """Which evenings are counted, and which of their games."""

    since: str = ""
    """The UTC time, as the database has it, from which they were laid; empty: from the first."""
    until: str = ""
    """The UTC time before which they were laid; empty: to the last."""
    title: str = ""
    """The game, as the household calls it; empty: all."""
    group: int | None = None
    """The number of the regular group whose evenings they are; None: all."""
    put_away: bool = True
    """Whether finished evenings count that were put away."""

    def condition(self) -> tuple[str, list[Any]]:
        """Return the condition in SQL, over ``tables`` and ``evening_games``, and its values."""
        parts = [
            ("laid_at >= ?", self.since),
            ("laid_at < ?", self.until),
            ("game = ?", self.title),
            ("regulars = ?", self.group),
        ]
        asked = [(sql, value) for sql, value in parts if value not in ("", None)]
        always = COUNTS if self.put_away else "put_away is null"
        return " and ".join([always, *(sql for sql, _ in asked)]), [value for _, value in asked]


class Part(NamedTuple):
    """What an evening came to for one person."""

    code: str
    laid_at: str
    goes_on: bool
    counter_value: str | None
    """What a counter was worth, as JSON; None: nothing."""
    key: str
    """By which the person is known."""
    name: str
    """What the person is called."""
    hands: int
    won: int
    lost: int
    gained: int
    """The counters won in hands."""
    paid: int
    """The counters lost in them."""
    counters: int
    """What the person was up or down at the end."""
    points: int
    """What the person scored, of use where one game was asked for."""
    games_won: int
    plays_counters: bool
    """Whether the person played a game of counters, or counters moved."""


class InGame(NamedTuple):
    """What all games of a name came to for one person."""

    title: str
    in_points: bool
    fewest_win: bool
    key: str
    name: str
    games: int
    games_won: int
    hands: int
    won: int
    lost: int
    counters: int
    points: int
    best: int | None
    """The most that a hand brought, in counters or points."""


class Place(NamedTuple):
    """The hand of an evening from which a figure comes."""

    code: str
    laid_at: str
    title: str
    hand: int
    move: int
    """The number of its last move in the journal."""


class Record(NamedTuple):
    """A figure that is told: a pool, a spoil, a hand."""

    number: int
    names: tuple[str, ...]
    """Whose it is; empty: nobody's."""
    unnamed: bool
    """Whether it is also somebody's who isn't named."""
    pot: str
    place: Place


class Met(NamedTuple):
    """A game that two people played together."""

    code: str
    laid_at: str
    title: str
    in_points: bool
    ahead: int
    """By how much the first was ahead, below 0 where the second was; in points as the game counts them."""
