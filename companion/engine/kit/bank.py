"""Games against a bank: whoever stakes plays against the banker alone, who is the dealer (MA, VU, BA, CF)."""

from collections.abc import Container, Mapping
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from companion.engine import common, seating
from companion.engine.fields import Counters, NotTheDealer, Seat, Within
from companion.engine.game import Effect, Moment, Move
from companion.engine.ledger import Posting
from companion.engine.refusals import Illegal
from companion.engine.saying import listed, say
from companion.engine.state import Options, State
from companion.engine.words import plural


class Somebody:
    """An object that names at least one player."""

    def problem(self, value: Mapping[str, Any]) -> str | None:
        return None if value else say("must name at least one player")


Stakes: TypeAlias = Annotated[dict[Seat, Counters], Somebody(), NotTheDealer()]
"""What each who plays against the bank has staked."""
OutOfNine: TypeAlias = Annotated[int, Within(0, 9)]
"""Points of which only the last figure counts."""


@frozen
class OwnCounters(Options):
    """House rules where the bank is the dealer's own counters: there are no pots."""

    limit: Annotated[Counters | None, "The most that one stake may be, before any doubling; nothing: any stake"] = None

    def pots(self) -> tuple[str, ...]:
        """None: all is paid from hand to hand."""
        return ()


@frozen
class Bank(Move):
    """The bank passes to another player, who pays and is paid from now on."""

    name = "bank"
    label = "Pass the bank"
    question = "Who keeps the bank now?"
    moment = Moment.BETWEEN

    player: Annotated[Seat, "Who keeps the bank now?"]

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(say("{player} keeps the bank now.", player=self.player), state.but(dealer=self.player))


@frozen
class AgainstTheBank(Move):
    """Stakes are won and lost at once, without a hand that stays open; subclasses say what is staked."""

    main = True
    moment = Moment.BETWEEN

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        seating.enough_players(state)


@frozen
class Round(AgainstTheBank):
    """A round is played: what each has staked; subclasses ask for the points."""

    name = "round"
    label = "Write down a round"

    stakes: Annotated[Stakes, "What has each staked? (not the banker)"]

    def check_points(self, state: State[Any, Any], points: Container[str]) -> None:
        """Raises Illegal unless the stakes are good and these have points: whoever staked, and the banker."""
        not_the_banker(state, self.stakes)
        for name, counters in self.stakes.items():
            within_limit(state, name, counters)
        due = {state.dealer, *self.stakes}
        missing = [name for name in state.playing if name in due and name not in points]
        if missing:
            raise Illegal(say("The points of {names} are missing.", names=listed(missing)))
        for name in state.playing:
            if name in points and name not in due:
                raise Illegal(say("{name} has staked nothing.", name=name))


COMMON = tuple(kind for kind in common.COMMON if kind.name not in {"deal", "misdeal", "abandon", "dealer"})
"""The moves of a game without an open hand, whose bank passes only by ``bank``, or because the banker goes."""


def not_the_banker(state: State[Any, Any], players: Container[str]) -> None:
    """Raises Illegal where the banker is among those who stake."""
    if state.dealer in players:
        raise Illegal(say("{dealer} keeps the bank and can't stake against it.", dealer=state.dealer))


def within_limit(state: State[Any, Any], name: str, counters: int) -> None:
    """Raises Illegal where a stake is above the limit."""
    limit = state.options.limit
    if limit is not None and counters > limit:
        raise Illegal(
            say(
                "{name} staked {counters}: by the house rules a stake is {most} at most.",
                name=name,
                counters=counters,
                most=plural(limit),
            )
        )


def nearer(points: int, bank: int) -> int:
    """1 where the points beat those of the bank, -1 where they are beaten, 0 where they are equal."""
    return (points > bank) - (points < bank)


def paid_by_the_bank(state: State[Any, Any], won: Mapping[str, int]) -> Effect:
    """What each won of the banker, or lost to him if below 0, is paid, in turn from the bank's left."""
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
        memo = say("{banker}'s bank comes out even.", banker=banker)
    return Effect(memo, state.but(hand=state.hand + 1), postings)
