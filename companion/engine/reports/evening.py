"""The evening hand by hand, worked out from the journal: what each hand left behind, and what was remarkable."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.common import Finish, Give
from companion.engine.fields import Pot
from companion.engine.journal import Journal
from companion.engine.ledger import changes
from companion.engine.opening import Opening
from companion.engine.replay import Step
from companion.engine.state import State


@frozen
class Hand:
    """One hand, with everything written until the next begins or the game is over.

    ``number`` counts over the whole evening, ``dealt`` in its game. ``balances`` stand when the next hand begins.
    """

    number: int
    dealt: int
    steps: Sequence[Step]
    balances: Mapping[str, int]
    over: bool

    @property
    def title(self) -> str:
        """The game it was a hand of."""
        game = self.steps[0].state.game
        return game.title if game else ""

    @property
    def pots(self) -> Mapping[str, int]:
        """What lies in the pots at its end."""
        return self.steps[-1].state.pots

    @property
    def left(self) -> int:
        """Counters that stay in the pots at its end."""
        return sum(self.pots.values())

    @property
    def most(self) -> int:
        """The most counters that lay in all the pots together during the hand."""
        return max(sum(step.state.pots.values()) for step in self.steps)

    def gains(self) -> dict[str, int]:
        """The counters that the hand brought or cost each player, without what passed by agreement."""
        played = (step for step in self.steps if not isinstance(step.line.move, Give))
        net = changes(posting for step in played for posting in step.postings)
        return {account: change for account, change in net.items() if isinstance(account, str)}


class Pool(NamedTuple):
    """A pot at its fullest: so many ``counters`` in this hand; ``takers`` took the most of it, if anybody did yet."""

    pot: str
    counters: int
    hand: Hand
    takers: tuple[str, ...]


class Spoil(NamedTuple):
    """A pot that stood through so many ``hands``, from the one it was begun in, and came to so many ``counters``."""

    pot: str
    hands: int
    counters: int
    since: Hand


class Luck(NamedTuple):
    """Who gained in the most hands: in ``hands`` of them, ``counters`` in all; several where even those are equal."""

    players: tuple[str, ...]
    hands: int
    counters: int


@frozen(slots=False)
class Evening:
    """All hands of all games at a table. ``start`` are the balances before the first one."""

    start: Mapping[str, int]
    hands: tuple[Hand, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who ever sat, in seat order."""
        return tuple(self.hands[-1].balances if self.hands else self.start)

    @property
    def titles(self) -> list[str]:
        """The games, each by its name, in the order in which they were played."""
        return list(dict.fromkeys(hand.title for hand in self.hands))

    @property
    def begun(self) -> list[Hand]:
        """The first hand of each game, also of one that is played again."""
        return [hand for hand in self.hands if hand.dealt == 1]

    @cached_property
    def biggest(self) -> Pool | None:
        """The most counters that ever lay in one pot; the first time, where it came to as much again."""
        steps = [(hand, step) for hand in self.hands for step in hand.steps]
        best, place = ("", 0), 0
        for number, (_, step) in enumerate(steps):
            for pot, held in step.state.pots.items():
                if held > best[1]:
                    best, place = (pot, held), number
        if not best[1]:
            return None
        return Pool(*best, steps[place][0], _takers(*best, [step for _, step in steps[place + 1 :]]))

    @cached_property
    def longest(self) -> Spoil | None:
        """The pot that outlived the most hands; the fuller one of equals."""
        spoils = [spoil for hand in self.hands for step in hand.steps for spoil in self._standing(hand, step.state)]
        return max(spoils, key=lambda spoil: (spoil.hands, spoil.counters), default=None)

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
        best = max((len(gains), sum(gains)) for gains in won.values())
        return Luck(tuple(name for name in self.players if _luck(won.get(name, [])) == best), *best)

    def _standing(self, hand: Hand, state: State[Any, Any]) -> list[Spoil]:
        """The pots that hold counters of an earlier hand, or of this one where it is over."""
        first, found = hand.number - hand.dealt, []
        for pot, since in state.since.items():
            since = max(since, 1)  # a gift before the first deal
            outlived = hand.dealt - since + (not state.open)
            if outlived > 0 and state.pots.get(pot):
                found.append(Spoil(pot, outlived, state.pots[pot], self.hands[first + since - 1]))
        return found


def evening(journal: Journal) -> Evening:
    """The evening as its moves in force tell it."""
    steps = list(journal.in_force())
    before = [journal.start, *(step.state for step in steps)]
    begins = [place for place, step in enumerate(steps) if step.state.hand > before[place].hand]
    hands = []
    for number, (place, end) in enumerate(pairwise([*begins, len(steps)]), 1):
        own = list(takewhile(lambda step: not isinstance(step.line.move, Opening), steps[place:end]))
        over = end < len(steps) or not own[-1].state.open
        hands.append(Hand(number, own[0].state.hand, own, steps[end - 1].state.balances, over))
    return Evening(before[begins[0] if begins else -1].balances, tuple(hands))


def _takers(pot: str, held: int, later: Sequence[Step]) -> tuple[str, ...]:
    """Who took the most of a pot that held so much, when it was next drawn from; nobody where the game's end did."""
    for step in later:
        paid = [posting for posting in step.postings if posting.payer == Pot(pot)]
        if isinstance(step.line.move, Finish):
            return ()
        if paid:
            whole = sum(posting.counters for posting in paid) * 2 > held
            return tuple(posting.payee for posting in paid if isinstance(posting.payee, str)) if whole else ()
    return ()


def _luck(gains: Sequence[int]) -> tuple[int, int]:
    return len(gains), sum(gains)
