"""Lift Smoke: whoever wins a trick draws a card, and the last with any takes the pool (LS)."""

from typing import Annotated, TypeAlias

from attrs import frozen

from companion.engine import common
from companion.engine.dealing import Dealing
from companion.engine.fields import Counters, Seat
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.ledger import Posting
from companion.engine.paying import antes, share
from companion.engine.saying import say
from companion.engine.state import Facts, Options, State, hand_ends


@frozen
class HouseRules(Options):
    """House rules of Lift Smoke."""

    ante: Annotated[Counters, "What everyone puts in at every deal (LS-02)"] = 1

    def seats(self) -> range:
        """Three to six (LS-02)."""
        return range(3, 7)

    def dealing(self, players: int) -> Dealing:
        """As many cards each as there are players; the rest is the stock (LS-03)."""
        return Dealing(players, pack=say("The last card of the dealer is turned up for trumps."))


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Deal(common.Deal):
    """Deal the cards: everyone pays the ante into the pool (LS-02)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        return antes(state, "pool", state.options.ante, 0)


@frozen
class Won(Move):
    """The last player with a card takes the pool, and deals next (LS-05 to LS-07)."""

    name = "won"
    label = "Last with a card"
    question = "Who is the last with a card?"
    main = True

    player: Annotated[Seat, "Who is the last with a card?"]

    def effect(self, state: Table) -> Effect:
        memo = say("{player} is the last with a card, takes the pool and deals next.", player=self.player)
        return Effect(memo, hand_ends(state).but(dealer=self.player), share(state, "pool", [self.player]))


GAME = Game(
    key="lift-smoke",
    title="Lift Smoke",
    family=Family.TRICKS,
    summary="Win a trick, draw a card; the last with a card takes the pool.",
    options=HouseRules,
    moves=(Deal, Won),
    common=common.COMMON,
)
