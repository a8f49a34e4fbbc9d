"""The evening as a whole: its games and hands, and what was remarkable."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.fields import Pot
from companion.engine.game import State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Finish
from companion.engine.replay import Step
from companion.engine.reports.played import PlayedGame, PlayedHand, games_of, shown_in_play
from companion.engine.reports.winners import Result, result


class FullestPot(NamedTuple):
    """A pot at its fullest."""

    pot: str
    counters: int
    hand: PlayedHand
    takers: tuple[str, ...]
    """Who took the greater part of it; empty if nobody has yet."""


class Spoil(NamedTuple):
    """A pot that outlived hands: nobody won it."""

    pot: str
    hands: int
    """How many hands it outlived."""
    counters: int
    """What it came to."""
    since: PlayedHand
    """The hand in which it was begun."""


class Luck(NamedTuple):
    """Who gained in the most hands."""

    players: tuple[str, ...]
    """One player, or several who are equal in hands and in counters."""
    hands: int
    """How many hands they gained in."""
    counters: int
    """What they gained in those hands, in all."""


@frozen(slots=False)
class Evening:
    """All games at a table."""

    before: State[Any, Any]
    """The table as the first hand is dealt."""
    begun: Sequence[PlayedGame]
    """All games, also one of which no hand was dealt."""

    @cached_property
    def games(self) -> list[PlayedGame]:
        """Those of which a hand was dealt; a game that is played again counts again."""
        return [game for game in self.begun if game.hands]

    @cached_property
    def results(self) -> list[Result]:
        """How each of these ended or stands."""
        return [result(game) for game in self.games]

    @property
    def tallied(self) -> list[PlayedGame]:
        """Those in which a hand was dealt or counters moved; none as long as no hand was dealt."""
        begun = self.begun if self.games else ()
        return [game for game in begun if game.hands or any(step.postings for step in game.steps)]

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """The hands of all of them."""
        return tuple(hand for game in self.games for hand in game.hands)

    @property
    def start(self) -> Mapping[str, int]:
        """What everyone is up or down before the first hand."""
        return self.before.won

    @property
    def shown(self) -> Mapping[str, int]:
        """What people see of each player before the first hand."""
        return shown_in_play(self.before)

    @property
    def level(self) -> int:
        """What is shown of a player who is neither up nor down."""
        return self.before.start or 0

    @property
    def players(self) -> tuple[str, ...]:
        """All players who ever sat at the table, in seat order."""
        return tuple(self.hands[-1].balances if self.hands else self.start)

    @property
    def titles(self) -> list[str]:
        """The names of the games, each once, in the order in which they were played."""
        return list(dict.fromkeys(game.title for game in self.games))

    @cached_property
    def scored(self) -> list[PlayedGame]:
        """The games with a score, in the order in which they were played."""
        return [game for game in self.games if game.has_score]

    @property
    def counted(self) -> list[Sequence[PlayedHand]]:
        """The hands of each game, without those of a game of points that moved no counter."""
        counted = [
            [hand for hand in game.hands if not game.has_score or any(step.postings for step in hand.steps)]
            for game in self.games
            if not game.is_for_others
        ]
        return [hands for hands in counted if hands]

    @property
    def counts(self) -> bool:
        """Whether the evening is about counters, too: any moved, or a game was about nothing else."""
        moved = any(step.moved for hand in self.hands for step in hand.steps)
        return moved or len(self.scored) < sum(not game.is_for_others for game in self.games)

    @cached_property
    def biggest(self) -> FullestPot | None:
        """The most counters that ever lay in one pot; the first time, where there were as many again later."""
        return max(filter(None, map(biggest_pool, self.games)), key=lambda pool: pool.counters, default=None)

    @cached_property
    def longest(self) -> Spoil | None:
        """The pot that outlived the most hands; of equals, the fuller one."""
        return _longest(map(longest_spoil, self.games))

    @cached_property
    def luckiest(self) -> Luck | None:
        """Who gained in the most hands that are over; of equals, who gained more counters in them."""
        won: dict[str, list[int]] = {}
        for hand in self.hands:
            for name, counters in hand.gains().items() if hand.over else ():
                if counters > 0:
                    won.setdefault(name, []).append(counters)
        if not won:
            return None
        luck = {name: (len(won.get(name, [])), sum(won.get(name, []))) for name in self.players}
        best = max(luck.values())
        return Luck(tuple(name for name in self.players if luck[name] == best), *best)


def evening(journal: Journal) -> Evening:
    """Return the evening, worked out from the moves in force."""
    begun = games_of(journal)
    return Evening(next((hand.before for game in begun for hand in game.hands), journal.state), begun)


def biggest_pool(game: PlayedGame) -> FullestPot | None:
    """Return the most counters that lay in one pot during the hands of a game; the first time, of equals."""
    steps = [(hand, step) for hand in game.hands for step in hand.steps]
    lay = [(held, pot, at) for at, (_, step) in enumerate(steps) for pot, held in step.state.pots.items()]
    held, pot, at = max(lay, key=lambda each: each[0], default=(0, "", 0))
    if not held:
        return None
    return FullestPot(pot, held, steps[at][0], _takers(pot, held, [step for _, step in steps[at + 1 :]]))


def longest_spoil(game: PlayedGame) -> Spoil | None:
    """Return the pot that outlived the most hands of a game; of equals, the fuller one."""
    return _longest(spoil for hand in game.hands for step in hand.steps for spoil in _spoils(game, hand, step.state))


def _longest(spoils: Iterable[Spoil | None]) -> Spoil | None:
    return max(filter(None, spoils), key=lambda spoil: (spoil.hands, spoil.counters), default=None)


def _spoils(game: PlayedGame, hand: PlayedHand, state: State[Any, Any]) -> list[Spoil]:
    """Return the pots that hold counters of an earlier hand of the game, or of this one where it is over."""
    spoils = []
    for pot, since in state.since.items():
        since = max(since, 1)  # a gift before the first deal
        outlived = hand.dealt - since + (not state.open)
        if outlived > 0 and state.pots.get(pot):
            spoils.append(Spoil(pot, outlived, state.pots[pot], game.hands[since - 1]))
    return spoils


def _takers(pot: str, counters: int, later: Sequence[Step]) -> tuple[str, ...]:
    """Return who took the greater part of a pot when it was next drawn from; nobody where the game's end emptied it."""
    for step in later:
        paid = [posting for posting in step.postings if posting.payer == Pot(pot)]
        if isinstance(step.line.move, Finish):
            return ()
        if paid:
            greater_part = sum(posting.counters for posting in paid) * 2 > counters
            return tuple(posting.payee for posting in paid if isinstance(posting.payee, str)) if greater_part else ()
    return ()
