"""Jig: suits run upwards by five calls, and the first one out is paid for every card left (JG)."""

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
    Pot,
    Seat,
    State,
    hand_ends,
    kit,
    plural,
    say,
    whole_pack,
)
from companion.engine.kit import FirstOut, antes, per_card, share


@frozen
class HouseRules(Options):
    """House rules of Jig."""

    card_price: Annotated[Counters, "What each pays for every card left in hand (JG-03)"] = 1
    ante: Annotated[Counters, "What everyone puts in the pool at each deal (JG-04)"] = 0
    dealer_extra: Annotated[Counters, "What the dealer adds (JG-04)"] = 0
    fine: Annotated[Counters, "What a wrong call pays into the pool (JG-04)"] = 1

    def seats(self) -> range:
        """Allow three at least: two would know each other's cards (JG-01)."""
        return range(3, 11)

    def dealing(self, players: int) -> Dealing:
        """Deal the whole pack, one by one (JG-01)."""
        return whole_pack(52, players)


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Deal(kit.Deal):
    """Deal the whole pack: the antes, if the house plays for a pool, and the dealer's extra (JG-01, JG-04)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return everyone's ante and the dealer's extra (JG-04)."""
        return antes(state, "pool", state.options.ante, state.options.dealer_extra)


@frozen
class Out(FirstOut):
    """A player goes out first, takes the pool, and is paid for every card that the others have left (JG-03, JG-04)."""

    def effect(self, state: Table) -> Effect:
        """End the hand; the player takes the pool, and is paid for the cards left."""
        pool = share(state, "pool", [self.player])
        cards = per_card(self.cards_left, self.player, state.options.card_price)
        memo = say("{player} went out first and is paid for the cards left.", player=self.player)
        if pool:
            memo = say("{player} went out first, takes the pool and is paid for the cards left.", player=self.player)
        return Effect(memo, hand_ends(state), pool + cards)


@frozen
class Fined(Move):
    """A wrong call, or a forgotten one: a fine into the pool (JG-04)."""

    name = "fined"
    label = "Fine a player"

    player: Annotated[Seat, "Who pays the fine?"]

    def effect(self, state: Table) -> Effect:
        """Pay the fine into the pool."""
        fine = state.options.fine
        postings = (Posting(self.player, Pot("pool"), fine),) if fine else ()
        return Effect(
            say("{player} pays a fine of {counters}.", player=self.player, counters=plural(fine)), state, postings
        )


GAME = Game(
    key="jig",
    title="Jig",
    family=Family.STOPS,
    summary="From Snip to Jig, and out first",
    options=HouseRules,
    moves=(Deal, Out, Fined),
    common=kit.COMMON,
    minutes=20,
    deals_at_once=True,
)
