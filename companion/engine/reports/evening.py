"""The evening hand by hand, from the journal: what each hand left behind, and what was remarkable."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.fields import Pot
from companion.engine.game import Opening, State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Finish, Give, Misdeal
from companion.engine.ledger import changes
from companion.engine.replay import Step


@frozen
class PlayedHand:
    """One hand, with every move until the next hand or the next game begins."""

    number: int
    """Its number in the whole evening, from 1."""
    dealt: int
    """Its number in its game, from 1."""
    steps: Sequence[Step]
    balances: Mapping[str, int]
    """What everyone is up or down in play as the next hand begins, whatever was settled out of it."""
    over: bool
    shown: Mapping[str, int]
    """The same as people see it: the stacks, or the balances."""

    @property
    def title(self) -> str:
        """The name of its game."""
        game = self.steps[0].state.game
        return game.title if game else ""

    @property
    def playing(self) -> tuple[str, ...]:
        """Those who were in as its cards were dealt; after a misdeal another may sit out."""
        again = (step for step in reversed(self.steps) if isinstance(step.line.move, Misdeal))
        return next(again, self.steps[0]).state.playing

    @property
    def score(self) -> Mapping[str, int]:
        """The points as it ends, or what is left of a stock, by the names of ``State.score``; empty without any.

        Who left after it keeps what it came to.
        """
        return {name: points for step in self.steps for name, points in step.state.score.items()}

    @property
    def is_for_others(self) -> bool:
        """Whether nobody at the table could win anything in it."""
        state = self.steps[-1].state
        return bool(state.facts.given_away(state))

    @property
    def pots(self) -> Mapping[str, int]:
        """What lies in the pots at its end."""
        return self.steps[-1].state.pots

    @property
    def left(self) -> int:
        """The counters that stay in the pots at its end."""
        return sum(self.pots.values())

    @property
    def peak(self) -> int:
        """The most counters that lay in all pots together during the hand."""
        return max(sum(step.state.pots.values()) for step in self.steps)

    def gains(self) -> dict[str, int]:
        """Return the counters that play brought or cost each player, without those given by agreement or settled."""
        played = (step for step in self.steps if not isinstance(step.line.move, Give))
        net = changes(posting for step in played for posting in step.moved)
        return {account: change for account, change in net.items() if isinstance(account, str)}


@frozen
class Scored:
    """A game that is about points, or about what is left of a stock, however it ended."""

    hands: Sequence[PlayedHand]

    @property
    def title(self) -> str:
        """Its name."""
        return self.hands[0].title

    @property
    def state(self) -> State[Any, Any]:
        """The table with the last of its moves."""
        return self.hands[-1].steps[-1].state

    @property
    def start(self) -> Mapping[str, int]:
        """The score as its first hand is dealt."""
        return self.hands[0].steps[0].state.score

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who scored together, by the names of the score, also who left since."""
        names = dict.fromkeys(name for score in (self.start, *(hand.score for hand in self.hands)) for name in score)
        return {name: self.state.side(name) for name in names}


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
    """All hands of all games at a table."""

    start: Mapping[str, int]
    """What everyone is up or down before the first hand."""
    hands: tuple[PlayedHand, ...]
    shown: Mapping[str, int]
    """What people see of each player before the first hand."""
    level: int
    """What is shown of a player who is neither up nor down."""

    @property
    def players(self) -> tuple[str, ...]:
        """All players who ever sat at the table, in seat order."""
        return tuple(self.hands[-1].balances if self.hands else self.start)

    @property
    def titles(self) -> list[str]:
        """The names of the games, each once, in the order in which they were played."""
        return list(dict.fromkeys(hand.title for hand in self.hands))

    @property
    def first_hands(self) -> list[PlayedHand]:
        """The first hand of each game; a game that is played again counts again."""
        return [hand for hand in self.hands if hand.dealt == 1]

    @cached_property
    def hands_by_game(self) -> list[Sequence[PlayedHand]]:
        """The hands of each game, in the order in which they were played."""
        begins = [hand.number - 1 for hand in self.first_hands]
        return [self.hands[begin:end] for begin, end in pairwise([*begins, len(self.hands)])]

    @cached_property
    def scored(self) -> list[Scored]:
        """The games with a score, in the order in which they were played."""
        return [Scored(hands) for hands in self.hands_by_game if any(hand.score for hand in hands)]

    @property
    def counted(self) -> list[list[PlayedHand]]:
        """The hands of each game, without those of a game of points that moved no counter."""
        still = {hand.number for game in self.scored for hand in game.hands if not any(s.postings for s in hand.steps)}
        still |= {hand.number for hand in self.hands if hand.is_for_others}
        games = ([hand for hand in hands if hand.number not in still] for hands in self.hands_by_game)
        return [hands for hands in games if hands]

    @property
    def counts(self) -> bool:
        """Whether the evening is about counters, too: any moved, or a game was about nothing else."""
        moved = any(step.moved for hand in self.hands for step in hand.steps)
        return moved or len(self.scored) < sum(not hand.is_for_others for hand in self.first_hands)

    @cached_property
    def biggest(self) -> FullestPot | None:
        """The most counters that ever lay in one pot; the first time, where there were as many again later."""
        return biggest_pool(self.hands)

    @cached_property
    def longest(self) -> Spoil | None:
        """The pot that outlived the most hands; of equals, the fuller one."""
        return _longest(longest_spoil(hands) for hands in self.hands_by_game)

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


def evening(journal: Journal) -> Evening:
    """Return the evening, worked out from the moves in force."""
    steps = list(journal.in_force())
    hands = hands_of(journal.start, steps)
    begins = steps.index(hands[0].steps[0]) if hands else len(steps)
    first = steps[begins - 1].state if begins else journal.start
    return Evening(first.won, tuple(hands), shown_in_play(first), first.start or 0)


def backwards(journal: Journal) -> Iterator[Step]:
    """Yield the moves that count of the last game, the last one first, to that which begins it."""
    for step in reversed(journal.steps):
        if step.in_force:
            yield step
            if isinstance(step.line.move, Opening):
                return


def hands_of(start: State[Any, Any], steps: Sequence[Step]) -> list[PlayedHand]:
    """Return the hands of some moves, which follow one another from a table on."""
    before = [start, *(step.state for step in steps)]
    begins = [place for place, step in enumerate(steps) if step.state.hand > before[place].hand]
    hands = []
    for number, (place, end) in enumerate(pairwise([*begins, len(steps)]), 1):
        own = list(takewhile(lambda step: not isinstance(step.line.move, Opening), steps[place:end]))
        over = end < len(steps) or not own[-1].state.open
        after = steps[end - 1].state
        hands.append(PlayedHand(number, own[0].state.hand, own, after.won, over, shown_in_play(after)))
    return hands


def shown_in_play(state: State[Any, Any]) -> dict[str, int]:
    """Return what people would see of each player if nothing had been settled."""
    return {name: state.given(name) + up for name, up in state.won.items()}


def biggest_pool(hands: Sequence[PlayedHand]) -> FullestPot | None:
    """Return the most counters that lay in one pot during some hands; the first time, of equals."""
    steps = [(hand, step) for hand in hands for step in hand.steps]
    best, place = ("", 0), 0
    for number, (_, step) in enumerate(steps):
        for pot, counters in step.state.pots.items():
            if counters > best[1]:
                best, place = (pot, counters), number
    if not best[1]:
        return None
    return FullestPot(*best, steps[place][0], _takers(*best, [step for _, step in steps[place + 1 :]]))


def longest_spoil(hands: Sequence[PlayedHand]) -> Spoil | None:
    """Return the pot that outlived the most hands of one game, given from its first; of equals, the fuller one."""
    return _longest(spoil for hand in hands for step in hand.steps for spoil in _spoils(hands, hand, step.state))


def _longest(spoils: Iterable[Spoil | None]) -> Spoil | None:
    return max(filter(None, spoils), key=lambda spoil: (spoil.hands, spoil.counters), default=None)


def _spoils(hands: Sequence[PlayedHand], hand: PlayedHand, state: State[Any, Any]) -> list[Spoil]:
    """Return the pots that hold counters of an earlier hand of the game, or of this one where it is over."""
    spoils = []
    for pot, since in state.since.items():
        since = max(since, 1)  # a gift before the first deal
        outlived = hand.dealt - since + (not state.open)
        if outlived > 0 and state.pots.get(pot):
            spoils.append(Spoil(pot, outlived, state.pots[pot], hands[since - 1]))
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


def _luck(gains: Sequence[int]) -> tuple[int, int]:
    return len(gains), sum(gains)
