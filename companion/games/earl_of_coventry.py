"""The Earl of Coventry: the four cards of a rank meet, and who is out first is paid for every card left (EC)."""

from typing import Annotated, TypeAlias

from attrs import frozen

from companion.engine import common
from companion.engine.fields import CardsLeft, Counters, Seat
from companion.engine.game import Effect, Game, Move
from companion.engine.paying import not_named, per_card
from companion.engine.state import Facts, Options, State, hand_ends


@frozen
class HouseRules(Options):
    """House rules of the Earl of Coventry."""

    card_price: Annotated[Counters, "What each pays for every card left in hand (EC-03)"] = 1

    def seats(self) -> range:
        """Three at least (EC-01)."""
        return range(3, 11)

    def pots(self) -> tuple[str, ...]:
        """None: nothing is staked (EC-03)."""
        return ()


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Out(Move):
    """A player is out first: a price for every card left from each other player (EC-03)."""

    name = "out"
    label = "Somebody is out"
    main = True

    player: Annotated[Seat, "Who is out first?"]
    cards_left: Annotated[CardsLeft, "How many cards has each left?"]

    def check(self, state: Table) -> None:
        not_named(self.cards_left, self.player)

    def effect(self, state: Table) -> Effect:
        cards = per_card(self.cards_left, self.player, state.options.card_price)
        return Effect(f"{self.player} is out first and is paid for the cards left.", hand_ends(state), cards)


GAME = Game(
    key="earl-of-coventry",
    title="Earl of Coventry",
    summary="Match the card played; be out before the others.",
    options=HouseRules,
    moves=(Out,),
    common=common.COMMON,
)
