"""Who won a game and with what, by the rule of that game: the one place that says so.

A game of points is won by who has the most of them, or the fewest, one about a stock by who has most left, any other
by who came out ahead in play; what was settled doesn't count. Where a game pays out prizes, such as the pool of
Twenty-five, it is said who has each, and the whole is won by who came out ahead: the points that led to them begin
anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from companion.engine.fields import Pot
from companion.engine.game import HAS_WON, GivenAway, State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Abandon, Finish, Give, Settle
from companion.engine.message import Message, joined, listed, say, say_many
from companion.engine.phrases import signed, the
from companion.engine.replay import Step
from companion.engine.reports.played import PlayedGame, backwards, last_game


class PrizeWon(NamedTuple):
    """What was won as a prize: the pool of Twenty-five, a row at Loto."""

    name: str
    who: tuple[str, ...]
    counters: int
    hand: int
    """The number of the hand in its game."""

    @property
    def worth(self) -> Message:
        """What it was: ``the pool of 16``."""
        return say("{pot} of {counters}", pot=the(self.name), counters=self.counters)

    @property
    def told(self) -> Message:
        """Who took it: ``Ben · the pool of 16``."""
        return joined(" · ", (listed(self.who), self.worth))


class Standing(NamedTuple):
    """How a player came out of a game."""

    player: str
    rank: int
    """From 1; equals share one."""
    points: int | None
    """Those of the player's side, or what is left of a stock; None where counters decide, or points say nothing."""
    counters: int
    """What the game brought or cost."""
    told: Message
    """What is known where the points say nothing: ``won``, ``2nd``; else empty."""


class Result(NamedTuple):
    """How a game ended, or stands."""

    state: State[Any, Any]
    """The table with the last of its moves."""
    who: tuple[str, ...]
    """Who won it, all of a side; empty where nobody has, or not yet."""
    prizes: tuple[PrizeWon, ...]
    """What was won in its last hand."""
    pools: tuple[PrizeWon, ...]
    """The prizes that each ended a game of points in it, such as the pools of Twenty-five."""
    standings: tuple[Standing, ...]
    """All who played, the winners first."""
    decided: bool
    """Whether it is over, or a pool of it was just won."""
    by_hand: bool
    """Whether people finished it."""

    @property
    def title(self) -> str:
        """Its name."""
        return self.state.game.title if self.state.game else ""

    @property
    def given_away(self) -> Sequence[GivenAway]:
        """Its prizes, where nobody at the table can win any."""
        given: Sequence[GivenAway] = self.state.facts.given_away(self.state)
        return given

    @property
    def in_points(self) -> bool:
        """Whether its standings are told in points."""
        return any(standing.points is not None for standing in self.standings)

    @property
    def by_points(self) -> bool:
        """Whether points say who is ahead; not over several pools of Twenty-five, each of which begins them anew."""
        return bool(self.state.scored()) and self.in_points

    @property
    def wins(self) -> tuple[tuple[str, ...], ...]:
        """Who won each game of points in it, where a pool ends one; else who won it, once."""
        return tuple(pool.who for pool in self.pools) or ((self.who,) if self.who else ())


def just_ended(journal: Journal) -> Result | None:
    """Return how the game that is on the table was won; None as long as it wasn't."""
    return result(last_game(journal)) if decided(journal.state, backwards(journal)) else None


def outcome(journal: Journal) -> Result | None:
    """Return the same without prizes and standings, from its last moves alone, however many came before them."""
    state = journal.state
    if won_by(state) and state.scored():
        return just_ended(journal)
    if not decided(state, backwards(journal)):
        return None
    given: Sequence[GivenAway] = state.facts.given_away(state)
    return Result(state, () if given else _who(state, backwards(journal), ()), (), (), (), True, True)


def decided(state: State[Any, Any], backwards: Iterable[Step]) -> bool:
    """Return whether a game is over, or a pool of it was just won; ``backwards`` are its moves, the last one first."""
    if not state.hand or state.open or not (state.over or (won_by(state) and state.scored())):
        return False
    ends = (after for after, before in pairwise(backwards) if before.state.open and not after.state.open)
    abandoned = takewhile(lambda step: isinstance(step.line.move, Abandon), ends)
    return state.hand > sum(1 for _ in abandoned)


def result(game: PlayedGame) -> Result:
    """Return how a game ended or stands, from all of its moves."""
    last, taken = game.state, prizes_of(game)
    prizes = tuple(taken[-len(_won(last)) :] if _won(last) else ())
    pools = tuple(taken if last.scored() else ())
    is_decided, by_hand = decided(last, reversed(game.steps)), isinstance(game.steps[-1].line.move, Finish)
    if game.is_for_others:
        return Result(last, (), (), (), (), is_decided, by_hand)
    who = _who(last, reversed(game.steps), pools) if is_decided else ()
    return Result(last, who, prizes, pools, _standings(last, who, _by_points(last, pools)), is_decided, by_hand)


def _by_points(state: State[Any, Any], pools: Sequence[PrizeWon]) -> bool:
    return bool(state.score) and (not pools or (bool(_won(state)) and not (state.over and pools[1:])))


def _who(state: State[Any, Any], backwards: Iterable[Step], pools: Sequence[PrizeWon]) -> tuple[str, ...]:
    """Return who has won a game that is decided, in seat order."""
    if _by_points(state, pools):
        who = pools[-1].who if pools else leaders(state, _points(state))
    else:
        moved = (
            step.state.hand and not isinstance(step.line.move, Give | Settle) for step in backwards if step.postings
        )
        who = _ahead(state) if any(moved) else ()
    return tuple(name for name in state.seats if name in who)


def leaders(state: State[Any, Any], score: Mapping[str, int]) -> tuple[str, ...]:
    """Return who leads a game about points, or has won it, all of a side; nobody if a tie is nobody's.

    Nobody leads where all are level; at the end all who are level have won.
    """
    rank = state.ranked()
    best = max((rank[first] for first in score), default=(False, -HAS_WON))
    firsts = [first for first in score if rank[first] == best]
    if best[1] == -HAS_WON or (len(firsts) == len(score) and not state.over and best[1] != HAS_WON):
        return ()
    if firsts[1:] and not state.manner.ties_win:
        return ()
    return tuple(name for first in firsts for name in state.side(first))


def best_first(state: State[Any, Any]) -> list[str]:
    """Return who scores in a game about points, by the names of ``State.score``, who is ahead first."""
    rank = state.ranked()
    return sorted(state.score, key=lambda first: rank[first], reverse=True)


def won_by(state: State[Any, Any]) -> list[str]:
    """Return who has just won a prize of a game that goes on, such as the pool of Twenty-five."""
    return [name for who in state.facts.prizes().values() for name in who]


def leading(games: Sequence[PlayedGame]) -> tuple[tuple[str, ...], int]:
    """Return who leads, or led, the last of some games that is about points, and with how many; nobody without one."""
    for game in reversed(games):
        if score := _points(game.state):
            who = leaders(game.state, score)
            return who, score[game.state.side(who[0])[0]] if who else 0
    return (), 0


def headline(result: Result) -> Message:
    """Say who won: ``Ben wins Twenty-five``."""
    title = say(result.title)
    if result.given_away:
        return say("{title} is over", title=title)
    if result.state.manner.outcome == "unknown":
        return say("Who won {title} isn't known", title=title)
    if not result.who:
        return say("Nobody wins {title}", title=title)
    return say_many("{who} wins {title}", "{who} win {title}", len(result.who), who=listed(result.who), title=title)


def with_what(result: Result) -> list[Message]:
    """Say with what: ``25 points``, ``the pool of 16``; where nobody won, how they are level."""
    if result.given_away:
        given = sum(bool(prize.who) for prize in result.given_away)
        return [say_many("{n} prize was won", "{n} prizes were won", given)]
    best = result.standings[0]
    if not result.who:
        is_even = result.state.manner.tells_points and not any(each.counters for each in result.standings)
        return [say("everyone is even")] if is_even else []
    told = []
    if best.points is not None:
        of_points = say_many("{n} point", "{n} points", best.points)
        told.append(of_points if result.state.scored() else say("{n} left", n=best.points))
    told += [prize.worth for prize in result.prizes if result.in_points and {*prize.who} == {*result.who}]
    return told


def ahead(journal: Journal) -> Message:
    """Say who came out ahead over all games of an evening: ``Cleo comes out ahead, with +23``; empty where nobody."""
    before, after = journal.start.won, journal.state.won
    net = {name: up - before.get(name, 0) for name, up in after.items()}
    most = max(net.values(), default=0)
    who = [name for name in journal.state.seats if net.get(name) == most > 0]
    if not who:
        return Message()
    return say_many(
        "{who} comes out ahead, with {most}",
        "{who} come out ahead, with {most}",
        len(who),
        who=listed(who),
        most=signed(most),
    )


def _won(state: State[Any, Any]) -> Mapping[str, Sequence[str]]:
    prizes: Mapping[str, Sequence[str]] = state.facts.prizes()
    return prizes


def prizes_of(game: PlayedGame) -> list[PrizeWon]:
    """Return the prizes of a game in the order in which they were won."""
    found: list[PrizeWon] = []
    for before, step in pairwise(game.steps):
        for name, who in _won(step.state).items():
            if name not in _won(before.state):
                paid = [paid for paid in step.postings if isinstance(paid.payer, Pot) and paid.payee in who]
                found.append(PrizeWon(name, tuple(who), sum(posting.counters for posting in paid), step.state.hand))
    return found


def _points(state: State[Any, Any]) -> dict[str, int]:
    """Return the score of a game by the names of ``State.score``, of all who were in for a hand."""
    return {first: points for first, points in state.score.items() if state.dealt_in.intersection(state.side(first))}


def _ahead(state: State[Any, Any]) -> tuple[str, ...]:
    """Return who gained the most counters; a side's are added up, and all who gained alike have won."""
    net = state.gained
    sides = dict.fromkeys(state.side(name) for name in net)
    gained = {side: sum(net.get(name, 0) for name in side) for side in sides}
    most = max(gained.values(), default=0)
    return tuple(name for side, counters in gained.items() if counters == most > 0 for name in side)


def _standings(state: State[Any, Any], who: Sequence[str], by_points: bool) -> tuple[Standing, ...]:
    """Return all who played or whose counters changed, the winners first, then by points or by counters."""
    points, net = _points(state), state.gained
    names = [name for name in state.seats if name in state.dealt_in or name in net]

    rank, nothing = state.ranked(), (False, -HAS_WON)

    def worth(name: str) -> tuple[bool, Any]:
        first = state.side(name)[0]
        if not by_points:
            return name in who, sum(net.get(mate, 0) for mate in state.side(name))
        return name in who, rank[first] if first in points else nothing

    ranks = sorted(map(worth, names), reverse=True)
    return tuple(
        Standing(
            name,
            1 + ranks.index(worth(name)),
            points.get(state.side(name)[0]) if by_points and state.manner.tells_points else None,
            net.get(name, 0),
            state.manner.in_words(points.get(state.side(name)[0], 0)),
        )
        for name in sorted(names, key=worth, reverse=True)
    )
