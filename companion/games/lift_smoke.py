"""Lift Smoke: the winner of a trick draws a card, and the last player with any takes the pool (LS)."""

from typing import Annotated, TypeAlias

from attrs import frozen

from companion.engine import (
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Move,
    Options,
    Posting,
    Seat,
    State,
    hand_ends,
    kit,
    say,
)
from companion.engine.kit import antes, share


@frozen
class HouseRules(Options):
    """House rules of Lift Smoke."""

    ante: Annotated[Counters, "What everyone puts in at every deal (LS-02)"] = 1

    def seats(self) -> range:
        """Allow three to six (LS-02)."""
        return range(3, 7)

    def dealing(self, players: int) -> Dealing:
        """Deal as many cards each as there are players; the rest is the stock (LS-03)."""
        return Dealing(players, pack=say("The dealer's last card is turned up for trumps."))


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Deal(kit.Deal):
    """Deal the cards: everyone pays the ante into the pool (LS-02)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return everyone's ante (LS-02)."""
        return antes(state, "pool", state.options.ante, 0)


@frozen
class Won(Move):
    """The last player with a card takes the pool, and deals next (LS-05 to LS-07)."""

    name = "won"
    label = "Has the last card"
    first_person = "I'm the last"
    main = True

    player: Annotated[Seat, "Who has the last card?"]

    def effect(self, state: Table) -> Effect:
        """Pay the pool to the player, who deals next."""
        memo = say("{player} has the last card, takes the pool and deals next.", player=self.player)
        return Effect(memo, hand_ends(state).replace(dealer=self.player), share(state, "pool", [self.player]))


GAME = Game(
    key="lift-smoke",
    title="Lift Smoke",
    family=Family.TRICKS,
    summary="Win a trick, draw a card",
    options=HouseRules,
    moves=(Deal, Won),
    common=kit.COMMON,
    minutes=20,
)
