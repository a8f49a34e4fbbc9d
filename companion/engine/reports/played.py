"""The games of an evening with their hands, from the journal: the one walk of which every report is told."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.game import Opening, State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Give, Misdeal
from companion.engine.postings import changes
from companion.engine.replay import Step, added


@frozen
class PlayedHand:
    """One hand, with every move until the next hand or the next game begins."""

    number: int
    """Its number in the whole evening, from 1."""
    dealt: int
    """Its number in its game, from 1."""
    steps: Sequence[Step]
    before: State[Any, Any]
    """The table as it is dealt."""
    after: State[Any, Any]
    """The table as the next hand is dealt, perhaps of another game."""
    over: bool

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
    def balances(self) -> Mapping[str, int]:
        """What everyone is up or down in play as the next hand begins, whatever was settled out of it."""
        return self.after.won

    @property
    def shown(self) -> Mapping[str, int]:
        """The same as people see it: the stacks, or the balances."""
        return shown_in_play(self.after)

    @property
    def score(self) -> Mapping[str, int]:
        """The points as it ends, or what is left of a stock, by the names of ``State.score``; empty without any.

        Who left after it keeps what it came to.
        """
        return {name: points for step in self.steps for name, points in step.state.score.items()}

    @property
    def left(self) -> int:
        """The counters that stay in the pots at its end."""
        return sum(self.steps[-1].state.pots.values())

    @property
    def peak(self) -> int:
        """The most counters that lay in all pots together during the hand."""
        return max(sum(step.state.pots.values()) for step in self.steps)

    def gains(self) -> dict[str, int]:
        """Return the counters that play brought or cost each player, without those given by agreement or settled."""
        played = (step for step in self.steps if not isinstance(step.line.move, Give))
        net = changes(posting for step in played for posting in step.moved)
        return {account: change for account, change in net.items() if isinstance(account, str)}

    def made(self) -> dict[str, int]:
        """Return the points that it brought, by the names of ``State.score``."""
        return added(step.scored for step in self.steps)


@frozen(slots=False)
class PlayedGame:
    """A game with every move until the next game begins, however it ended or stands."""

    place: int
    """Its number among the games that were begun, from 0."""
    before: State[Any, Any]
    """The table as it begins."""
    steps: Sequence[Step]
    """Its moves that count, from that which begins it."""
    hands: Sequence[PlayedHand]

    @property
    def state(self) -> State[Any, Any]:
        """The table with the last of its moves."""
        return self.steps[-1].state

    @property
    def title(self) -> str:
        """Its name."""
        return self.state.game.title if self.state.game else ""

    @property
    def is_for_others(self) -> bool:
        """Whether nobody at the table can win anything in it."""
        return bool(self.state.facts.given_away(self.state))

    @property
    def in_points(self) -> bool:
        """Whether it is about points."""
        return bool(self.state.scored())

    @property
    def fewest_win(self) -> bool:
        """Whether the fewest points win it."""
        return self.in_points and self.state.manner.fewest_win

    @cached_property
    def has_score(self) -> bool:
        """Whether it is about points, or about what is left of a stock."""
        return any(step.state.score for hand in self.hands for step in hand.steps)

    @property
    def start(self) -> Mapping[str, int]:
        """The score as its first hand is dealt."""
        return self.hands[0].steps[0].state.score

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who scored together, by the names of the score, also who left since."""
        names = dict.fromkeys(name for score in (self.start, *(hand.score for hand in self.hands)) for name in score)
        return {name: self.state.side(name) for name in names}


def games_of(journal: Journal) -> list[PlayedGame]:
    """Return every game that was begun, in order; of some no hand was dealt."""
    return list(_games(journal.start, list(journal.in_force())))


def last_game(journal: Journal) -> PlayedGame:
    """Return the game that was begun last, numbered as if there were none before it."""
    latest = enumerate(reversed(journal.steps), 1)
    many = next(number for number, step in latest if isinstance(step.line.move, Opening) and step.in_force)
    before = journal.steps[-many - 1].state if many < len(journal.steps) else journal.start
    return next(_games(before, [step for step in journal.steps[-many:] if step.in_force]))


def backwards(journal: Journal) -> Iterator[Step]:
    """Yield the moves that count of the last game, the last one first, to that which begins it."""
    for step in reversed(journal.steps):
        if step.in_force:
            yield step
            if isinstance(step.line.move, Opening):
                return


def _games(before: State[Any, Any], steps: Sequence[Step]) -> Iterator[PlayedGame]:
    """Yield the games of moves that count, the first of which begins one."""
    states = [before, *(step.state for step in steps)]
    deals = [at for at, step in enumerate(steps) if step.state.hand > states[at].hand]
    dealt = [(number, at, then) for number, (at, then) in enumerate(pairwise([*deals, len(steps)]), 1)][::-1]
    begins = [at for at, step in enumerate(steps) if isinstance(step.line.move, Opening)]
    for place, (begin, end) in enumerate(pairwise([*begins, len(steps)])):
        hands = []
        while dealt and dealt[-1][1] < end:
            number, at, then = dealt.pop()
            own = steps[at : min(then, end)]
            over = then < len(steps) or not own[-1].state.open
            hands.append(PlayedHand(number, own[0].state.hand, own, states[at], states[then], over))
        yield PlayedGame(place, states[begin], steps[begin:end], hands)


def shown_in_play(state: State[Any, Any]) -> dict[str, int]:
    """Return what people would see of each player if nothing had been settled."""
    return {name: state.given(name) + up for name, up in state.won.items()}
