"""What an evening comes to for each player in each game, from the journal: rows of numbers to add up over years.

Counters and points are apart. A hand of a game of points is won by the best of it and lost by the worst, unless all are
level; any other hand is won by those who gained counters in it, and lost by those whom it cost some.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.journal import Journal
from companion.engine.replay import Step, added
from companion.engine.reports.evening import (
    Evening,
    FullestPot,
    PlayedHand,
    Spoil,
    biggest_pool,
    longest_spoil,
)
from companion.engine.reports.winners import result, steps_by_game


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


class GameTally(NamedTuple):
    """One game of an evening."""

    place: int
    """Its number among the games that were begun, from 0."""
    title: str
    """Its name, as the household calls it."""
    in_points: bool
    tells_points: bool
    """Whether its points are points; else they only say who won, or who came where."""
    by_points: bool
    """Whether points say who is ahead; not over several pools of Twenty-five, each of which begins them anew."""
    fewest_win: bool
    dealt: int
    """How many hands were dealt; one of them may be open."""
    played: int
    """How many games it was: at Twenty-five each pool is one; 0 where no hand was dealt."""
    over: bool
    """Whether it is over; what it came to so far is in no standings until then."""
    who: Sequence[str]
    """Who won it in all; empty where nobody has, or not yet."""
    pool: FullestPot | None
    """The most counters that ever lay in one of its pots."""
    spoil: Spoil | None
    """Its pot that outlived the most hands."""
    players: Sequence[PlayerTally]


def tallies(journal: Journal, report: Evening) -> list[GameTally]:
    """Return the games of an evening in which a hand was dealt or counters moved; none as long as no hand was dealt.

    ``report`` is what the evening looks like.
    """
    if not report.hands:
        return []
    hands = iter(report.hands_by_game)
    found = []
    for place, steps in enumerate(steps_by_game(journal)):
        dealt = next(hands) if steps[-1].state.hand else ()
        if dealt or any(step.postings for step in steps):
            found.append(_game(place, steps, dealt))
    return found


class _Result(NamedTuple):
    """What a hand that is over came to."""

    hand: PlayedHand
    players: frozenset[str]
    """Those who were in."""
    gains: Mapping[str, int]
    """The counters that it brought or cost each."""
    brought: Mapping[str, int]
    """The same, or the points in a game of points."""
    won: frozenset[str]
    lost: frozenset[str]


def _game(place: int, steps: Sequence[Step], hands: Sequence[PlayedHand]) -> GameTally:
    last = steps[-1].state
    in_points = bool(last.scored())
    fewest = in_points and last.options.fewest_win()
    results = [_of_points(hand, fewest) if in_points else _of_counters(hand) for hand in hands if hand.over]
    net, ended = last.gained, result(steps)
    wins = ended.wins
    ranks = {each.player: each.rank for each in ended.standings}
    names = [name for name in last.seats if name in net or any(name in result.players for result in results)]
    if ended.given_away:  # whoever calls plays for nothing
        names = []
    return GameTally(
        place=place,
        title=last.game.title if last.game else "",
        in_points=in_points,
        tells_points=last.options.tells_points(),
        by_points=in_points and ended.in_points,
        fewest_win=fewest,
        dealt=len(hands),
        played=max(len(wins), 1) if hands else 0,
        over=last.over,
        who=ended.who,
        pool=biggest_pool(hands),
        spoil=longest_spoil(hands),
        players=[
            _player(name, results, net.get(name, 0), in_points, fewest, wins, ranks.get(name, 0)) for name in names
        ],
    )


def _of_counters(hand: PlayedHand) -> _Result:
    gains = hand.gains()
    won = frozenset(name for name, counters in gains.items() if counters > 0)
    return _Result(hand, frozenset(hand.playing) | {*gains}, gains, gains, won, frozenset(gains) - won)


def _of_points(hand: PlayedHand, fewest: bool) -> _Result:
    """Return what a hand of a game of points came to: partners have the points of their side."""
    state, scored = hand.steps[-1].state, added(step.scored for step in hand.steps)
    points = {name: scored.get(state.side(name)[0], 0) for name in hand.playing}
    most, least = _with(points, max), _with(points, min)
    won, lost = (least, most) if fewest else (most, least)
    return _Result(hand, frozenset(points), hand.gains(), points, won, lost)


def _with(numbers: Mapping[str, int], extreme: Callable[[Iterable[int]], int]) -> frozenset[str]:
    """Return the names with the most, or the least; nobody where all are level."""
    if len({*numbers.values()}) < 2:
        return frozenset()
    number = extreme(numbers.values())
    return frozenset(name for name, own in numbers.items() if own == number)


def _player(
    name: str,
    every: Sequence[_Result],
    counters: int,
    in_points: bool,
    fewest: bool,
    wins: Sequence[Sequence[str]],
    rank: int,
) -> PlayerTally:
    results = [result for result in every if name in result.players]
    gains = [result.gains.get(name, 0) for result in results]
    brought = [BestHand(result.brought.get(name, 0), result.hand) for result in results]
    best = max(brought, key=lambda each: each.brought, default=None)
    figures = Figures(
        hands=len(results),
        won=sum(name in result.won for result in results),
        lost=sum(name in result.lost for result in results),
        gained=sum(gain for gain in gains if gain > 0),
        paid=-sum(gain for gain in gains if gain < 0),
        counters=counters,
        points=sum(each.brought for each in brought) if in_points else 0,
        games_won=sum(name in won for won in wins),
    )
    return PlayerTally(name, figures, best if best and best.brought > 0 and not fewest else None, rank)
