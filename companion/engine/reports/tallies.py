"""What an evening comes to for each player in each game, from the journal: rows of numbers to add up over years.

Counters and points are apart. A hand of a game of points is won by the best of it and lost by the worst, unless all are
level; any other hand is won by those who gained counters in it, and lost by those whom it cost some.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.reports.played import PlayedGame, PlayedHand
from companion.engine.reports.winners import Result


class BestHand(NamedTuple):
    """The hand that brought a player the most."""

    brought: int
    """Counters, or points in a game of points."""
    hand: PlayedHand


class Figures(NamedTuple):
    """What is counted of a player in a game, or in several that are added up."""

    hands: int = 0
    """The hands that are over in which the player was in."""
    won: int = 0
    """The hands won."""
    lost: int = 0
    """The hands lost."""
    gained: int = 0
    """The counters gained in the hands that are over, without those lost, and those given by agreement or settled."""
    paid: int = 0
    """The counters lost in them."""
    counters: int = 0
    """What the whole game brought or cost in counters, all included but what was settled.

    The games of an evening add up to what everybody has won.
    """
    points: int = 0
    """What the player's side scored, in a game of points."""
    games_won: int = 0
    """The games that the player, or the side, won; at Twenty-five, the pools."""

    @classmethod
    def total(cls, several: Sequence["Figures"]) -> "Figures":
        """Return what some figures add up to, at least one."""
        return several[0] if len(several) == 1 else cls(*map(sum, zip(*several, strict=True)))


class PlayerTally(NamedTuple):
    """One player's part in a game."""

    name: str
    figures: Figures
    best: BestHand | None
    """None without a gain, and where the fewest points win."""
    rank: int
    """The place in the standing, from 1; equals share one."""


class _Hand(NamedTuple):
    """What a hand that is over came to."""

    hand: PlayedHand
    gains: Mapping[str, int]
    """The counters that it brought or cost each."""
    brought: Mapping[str, int]
    """The same, or the points in a game of points, of all who were in."""
    won: Iterable[str]
    lost: Iterable[str]


def tallies(game: PlayedGame, ended: Result) -> list[PlayerTally]:
    """Return each player's part in a game, in seat order; nobody's where the caller plays for nothing."""
    counters, names = game.state.gained, () if game.is_for_others else game.state.seats
    over = (hand for hand in game.hands if hand.over)
    hands = [_of_points(hand, game.fewest_win) if game.in_points else _of_counters(hand) for hand in over]
    were_in = {*counters, *(name for hand in hands for name in hand.brought)}
    return [_player(name, hands, game, ended) for name in names if name in were_in]


def _of_counters(hand: PlayedHand) -> _Hand:
    gains = hand.gains()
    brought = dict.fromkeys(hand.playing, 0) | gains
    won = [name for name, counters in gains.items() if counters > 0]
    return _Hand(hand, gains, brought, won, [name for name in gains if name not in won])


def _of_points(hand: PlayedHand, fewest: bool) -> _Hand:
    """Return what a hand of a game of points came to: partners have the points of their side."""
    state, made = hand.steps[-1].state, hand.made()
    points = {name: made.get(state.side(name)[0], 0) for name in hand.playing}
    most, least = _with(points, max), _with(points, min)
    return _Hand(hand, hand.gains(), points, *((least, most) if fewest else (most, least)))


def _with(numbers: Mapping[str, int], extreme: Callable[[Iterable[int]], int]) -> list[str]:
    """Return the names with the most, or the least; nobody where all are level."""
    number = extreme(numbers.values())
    return [name for name, own in numbers.items() if own == number] if len({*numbers.values()}) > 1 else []


def _player(name: str, every: Sequence[_Hand], game: PlayedGame, ended: Result) -> PlayerTally:
    own = [hand for hand in every if name in hand.brought]
    gains = [hand.gains.get(name, 0) for hand in own]
    best = max((BestHand(hand.brought[name], hand.hand) for hand in own), key=lambda each: each.brought, default=None)
    figures = Figures(
        hands=len(own),
        won=sum(name in hand.won for hand in own),
        lost=sum(name in hand.lost for hand in own),
        gained=sum(gain for gain in gains if gain > 0),
        paid=-sum(gain for gain in gains if gain < 0),
        counters=game.state.gained.get(name, 0),
        points=sum(hand.brought[name] for hand in own) if game.in_points else 0,
        games_won=sum(name in won for won in ended.wins),
    )
    rank = next((each.rank for each in ended.standings if each.player == name), 0)
    return PlayerTally(name, figures, best if best and best.brought > 0 and not game.fewest_win else None, rank)
