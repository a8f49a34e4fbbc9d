"""Games against a bank: every player stakes against the banker, who is the dealer (MA, VU, BA, CF)."""

from collections.abc import Container, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from companion.engine.errors import Illegal
from companion.engine.fields import AsLastTime, Counters, NamesSomebody, NotTheDealer, Seat, Within
from companion.engine.game import Effect, Moment, Move, Options, State
from companion.engine.kit import moves
from companion.engine.message import Message, listed, say, sentences
from companion.engine.phrases import plural
from companion.engine.postings import Posting

__all__ = [
    "COMMON",
    "SIGNS",
    "Bank",
    "BankMove",
    "BankOptions",
    "Leave",
    "OutOfNine",
    "Outcomes",
    "Round",
    "SitOut",
    "Stakes",
    "WonOrLost",
    "nearer",
    "not_the_banker",
    "paid_by_the_bank",
    "times_won",
    "within_limit",
]

Stakes: TypeAlias = Annotated[dict[Seat, Counters], NamesSomebody(), NotTheDealer(), AsLastTime()]
"""What each player has staked against the bank, in counters."""
Outcomes: TypeAlias = dict[Seat, Annotated[int, Within(-9, 9)]]
"""How many times the stake each player wins, below 0 loses."""
WonOrLost: TypeAlias = Literal["lost", "tied", "won"]
"""What became of stakes."""
SIGNS: Mapping[str, int] = {"lost": -1, "tied": 0, "won": 1}
"""What became of stakes, as how many times they are won."""
OutOfNine: TypeAlias = Annotated[int, Within(0, 9)]
"""The last figure of a number of points, the only one that counts."""


@frozen
class BankOptions(Options):
    """House rules where the bank is the dealer's own counters: there are no pots."""

    limit: Annotated[Counters | None, "Highest stake, before any doubling (empty: no limit)"] = None

    def pots(self) -> tuple[str, ...]:
        """Return no pots: all is paid from hand to hand."""
        return ()


@frozen
class Bank(Move):
    """The bank passes to another player, who pays and is paid from now on."""

    name = "bank"
    label = "Pass the bank"
    moment = Moment.BETWEEN

    player: Annotated[Seat, "Who's the banker now?"]

    def effect(self, state: State[Any, Any]) -> Effect:
        """Make the player the banker, who is told what a stake may be; no counters pass."""
        memo = sentences(say("{player} is the banker now.", player=self.player), self.told(state))
        return Effect(memo, state.replace(dealer=self.player))

    def told(self, state: State[Any, Any]) -> Message:
        """Say how much may be staked against the bank."""
        if state.options.limit is None:
            return say("There's no limit on stakes.")
        return say("The most you can stake is {most}.", most=plural(state.options.limit))


@frozen
class BankMove(Move):
    """Stakes are won and lost at once, without a hand that stays open; subclasses say what is staked."""

    main = True
    moment = Moment.BETWEEN

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse stakes unless as many players are in as the game takes."""
        moves.enough_players(state)


@frozen
class Round(BankMove):
    """A round is played: what each has staked; subclasses ask for the points."""

    name = "round"
    label = "Write down a round"

    stakes: Annotated[
        dict[Seat, Counters],
        NamesSomebody(),
        NotTheDealer(),
        AsLastTime(first=1),
        "What did each stake? (not the banker)",
    ]

    def check_outcomes(self, state: State[Any, Any], outcomes: Mapping[str, int], most: int) -> None:
        """Raise Illegal unless the stakes are good, and those who staked, no others, won or lost ``most`` times it."""
        self.check_stakes(state)
        for name in state.playing:
            if name in self.stakes and name not in outcomes:
                raise Illegal("Say what {name} won or lost.", name=name, path=("outcomes", name))
            if name in outcomes and name not in self.stakes:
                raise Illegal("{name} has staked nothing.", name=name)
            if abs(outcomes.get(name, 0)) > most:
                raise Illegal(
                    "A stake can be won or lost {most} times at most, not {n}.", most=most, n=abs(outcomes[name])
                )

    def check_stakes(self, state: State[Any, Any]) -> None:
        """Raise Illegal where the banker stakes, or a stake is above the limit."""
        not_the_banker(state, self.stakes)
        for name, counters in self.stakes.items():
            within_limit(state, name, counters)

    def check_points(self, state: State[Any, Any], points: Container[str]) -> None:
        """Raise Illegal unless the stakes are good, and the banker and those who staked, no others, have points."""
        self.check_stakes(state)
        due = {state.dealer, *self.stakes}
        missing = [name for name in state.playing if name in due and name not in points]
        if missing:
            raise Illegal("Points are missing for {names}.", names=listed(missing))
        for name in state.playing:
            if name in points and name not in due:
                raise Illegal("{name} has staked nothing.", name=name)


@frozen
class Leave(moves.Leave):
    """Somebody leaves; their balance stays."""

    def effect(self, state: State[Any, Any]) -> Effect:
        """Free the seat; if it was the banker's, the next player keeps the bank."""
        return passed_on(super().effect(state))


@frozen
class SitOut(moves.SitOut):
    """Somebody misses a few hands and keeps the seat."""

    def effect(self, state: State[Any, Any]) -> Effect:
        """Mark the player as sitting out; if it was the banker, the next player keeps the bank."""
        return passed_on(super().effect(state))


def passed_on(effect: Effect) -> Effect:
    """Return the effect with the bank passed to the next player, who is told as ever, if the banker is gone."""
    state = effect.state
    if not state.absence(state.dealer):
        return effect
    assert state.game
    bank: Any = state.game.by_name[Bank.name]
    passed: Effect = bank(state.left_of(state.dealer)).effect(state)
    return passed._replace(memo=sentences(effect.memo, passed.memo))


COMMON = tuple(
    {"leave": Leave, "sit_out": SitOut}.get(kind.name, kind)
    for kind in moves.COMMON
    if kind.name not in {"deal", "misdeal", "abandon", "dealer"}
)
"""The moves of a game without open hands, whose bank passes only by ``bank``, or because the banker goes."""


def not_the_banker(state: State[Any, Any], players: Container[str]) -> None:
    """Raise Illegal where the banker is among those who stake."""
    if state.dealer in players:
        raise Illegal("{dealer} is the banker and can't stake against the bank.", dealer=state.dealer)


def within_limit(state: State[Any, Any], name: str, counters: int) -> None:
    """Raise Illegal where a stake is above the limit."""
    limit = state.options.limit
    if limit is not None and counters > limit:
        raise Illegal(
            "{name} staked {counters}: under the house rules the most is {most}.",
            name=name,
            counters=counters,
            most=plural(limit),
        )


def times_won(stakes: Mapping[str, int], times: Mapping[str, int]) -> dict[str, int]:
    """Return what each wins of the bank: a multiple of the stake, below 0 what is lost."""
    return {name: stake * times[name] for name, stake in stakes.items()}


def nearer(points: int, bank: int) -> int:
    """Return 1 where the points beat those of the bank, -1 where they are beaten, 0 where they are equal."""
    return (points > bank) - (points < bank)


def paid_by_the_bank(state: State[Any, Any], won: Mapping[str, int]) -> Effect:
    """Return the effect of what each won from the banker, or lost if below 0, in turn from the bank's left."""
    banker, lost = state.dealer, sum(won.values())
    postings = tuple(
        Posting(banker, name, won[name]) if won[name] > 0 else Posting(name, banker, -won[name])
        for name in state.from_left_of(banker)
        if won.get(name)
    )
    if lost > 0:
        memo = say("{banker}'s bank loses {counters}.", banker=banker, counters=plural(lost))
    elif lost:
        memo = say("{banker}'s bank wins {counters}.", banker=banker, counters=plural(-lost))
    else:
        memo = say("{banker}'s bank breaks even.", banker=banker)
    return Effect(memo, state.replace(hand=state.hand + 1), postings)
