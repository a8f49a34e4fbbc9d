"""The Earl of Coventry: the four cards of a rank meet, and the first one out is paid for every card left (EC)."""

from typing import Annotated, TypeAlias

from attrs import frozen

from companion.engine import (
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Options,
    State,
    hand_ends,
    kit,
    say,
    whole_pack,
)
from companion.engine.kit import FirstOut, per_card


@frozen
class HouseRules(Options):
    """House rules of the Earl of Coventry."""

    card_price: Annotated[Counters, "What each pays for every card left in hand (EC-03)"] = 1

    def seats(self) -> range:
        """Allow three at least (EC-01)."""
        return range(3, 11)

    def pots(self) -> tuple[str, ...]:
        """Return no pot: nothing is staked (EC-03)."""
        return ()

    def dealing(self, players: int) -> Dealing:
        """Deal the whole pack, one by one (EC-01)."""
        return whole_pack(52, players)


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Out(FirstOut):
    """A player goes out first: each of the others pays for every card they have left (EC-03)."""

    def effect(self, state: Table) -> Effect:
        """End the hand; each other player pays for the cards left."""
        cards = per_card(self.cards_left, self.player, state.options.card_price)
        return Effect(
            say("{player} went out first and is paid for the cards left.", player=self.player), hand_ends(state), cards
        )


GAME = Game(
    key="earl-of-coventry",
    title="Earl of Coventry",
    family=Family.STOPS,
    summary="Match the card, go out first",
    options=HouseRules,
    moves=(Out,),
    common=kit.COMMON,
    minutes=15,
    deals_at_once=True,
)
