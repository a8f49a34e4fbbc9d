"""Nap: the highest bidder makes two to five tricks and is paid for them, or fails and pays."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from companion.engine import (
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Message,
    Move,
    Options,
    Posting,
    Seat,
    State,
    hand_ends,
    say,
)
from companion.engine.kit import COMMON, Deal, from_each


@frozen
class HouseRules(Options):
    """House rules of Nap."""

    trick_price: Annotated[Counters, "What each trick of the bid costs"] = 1

    def seats(self) -> range:
        """Return how many may play: two to seven."""
        return range(2, 8)

    def pots(self) -> tuple[str, ...]:
        """Return no pots: all is paid from hand to hand."""
        return ()

    def dealing(self, players: int) -> Dealing:
        """Return the deal: five cards each."""
        return Dealing(5)


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Bid(Move):
    """A bid that was played out; subclasses say how it went."""

    main = True
    outcome: ClassVar[Message]

    player: Annotated[Seat, "Who named the bid?"]
    tricks: Annotated[Literal[2, 3, 4, 5], "How many tricks were bid?"]

    def effect(self, state: Table) -> Effect:
        """Pay for the bid; the hand ends."""
        price = self.tricks * state.options.trick_price
        memo = say("{player} bids {tricks}: {outcome}.", player=self.player, tricks=self.tricks, outcome=self.outcome)
        return Effect(memo, hand_ends(state), self.payments(state.others(self.player), price))

    def payments(self, others: Sequence[str], price: int) -> tuple[Posting, ...]:
        """Return what passes between the bidder and each other player."""
        raise NotImplementedError


@frozen
class Made(Bid):
    """The bid was made: each other player pays for it."""

    name = "made"
    label = "Bid made"
    question = "Who made the bid?"
    outcome = say("made")

    def payments(self, others: Sequence[str], price: int) -> tuple[Posting, ...]:
        """Return what each other player pays the bidder."""
        return from_each(others, self.player, price)


@frozen
class Failed(Bid):
    """The bid failed: the bidder pays each other player."""

    name = "failed"
    label = "Bid failed"
    question = "Whose bid failed?"
    outcome = say("failed")

    def payments(self, others: Sequence[str], price: int) -> tuple[Posting, ...]:
        """Return what the bidder pays each other player."""
        return tuple(Posting(self.player, name, price) for name in others if price)


GAME = Game(
    key="nap",
    title="Nap",
    family=Family.TRICKS,
    summary="Bid two to five tricks, and make them",
    options=HouseRules,
    moves=(Deal, Made, Failed),
    common=COMMON,
    minutes=20,
)
