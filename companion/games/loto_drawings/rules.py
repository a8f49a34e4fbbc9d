"""The house rules of Loto, second method, what is remembered, and what everyone contributes."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine.errors import Malformed
from companion.engine.fields import Counters, Pot
from companion.engine.game import Options, State
from companion.engine.ledger import Posting
from companion.engine.message import joined, say, say_many
from companion.loto import cards as loto_cards
from companion.loto.cards import holders


@frozen
class HouseRules(Options):
    """House rules of Loto, second method."""

    box: Annotated[Literal[24, 18], "How many cards the box has (LO2-01)"] = 24
    stake: Annotated[Counters, "What everyone pays for each card (LO2-05)"] = 60
    table_share: Annotated[
        Counters, "How much of each stake goes on the table for covering (0: one pile pays everything) (LO2-05)"
    ] = 25
    ambo: Annotated[Counters, "The premium for two numbers in a row (LO2-09)"] = 5
    terne: Annotated[Counters, "The premium for three numbers in a row (LO2-09)"] = 25
    quaterne: Annotated[Counters, "The premium for four numbers in a row (LO2-09)"] = 100
    quinterne: Annotated[Counters, "The premium for a whole row (LO2-09)"] = 250

    def well_formed(self) -> None:
        """Refuse a stake of which nothing is left for the premiums."""
        if self.table_share >= self.stake:
            raise Malformed(say("less than the stake must go on the table: the rest of it is for the premiums"))

    def seats(self) -> range:
        """Allow one to twenty-four (LO2-01)."""
        return range(1, 25)

    def pots(self) -> tuple[str, ...]:
        """Return the pot that pays for covered numbers, and the one for premiums (LO2-04)."""
        return ("table", "pool")

    def covers(self) -> str:
        """Return the pot that the covering counters come from (LO2-05)."""
        return "table" if self.table_share else "pool"

    def premium(self, numbers: int) -> int:
        """Return what this many numbers in a row earn beside their counters (LO2-09)."""
        return (0, 0, self.ambo, self.terne, self.quaterne, self.quinterne)[numbers]


@frozen
class Round(loto_cards.CardHolders):
    """How many cards everyone has paid for since all last contributed; the drawings made, and those to come.

    ``left`` is None until the end is agreed upon. ``fingerprint`` stands for the bag of a drawing to come, with the
    ``words`` mixed into it.
    """

    paid: Mapping[str, int] = field(factory=dict)
    drawings: int = 0
    left: int | None = None
    fingerprint: str = ""
    words: tuple[str, ...] = ()

    def for_hand(self) -> "Round":
        """Keep the cards alone."""
        return Round(self.cards)

    def summary(self) -> str:
        """Return how many drawings were made, and how many are to come."""
        made = say_many("{n} drawing", "{n} drawings", self.drawings) if self.drawings else ""
        more = say("{n} more to come", n=self.left) if self.left else ""
        return joined(" · ", [made, say("the next is the last") if self.left == 1 else more])


Table: TypeAlias = State[HouseRules, Round]


def cards_held(state: State[Any, Any]) -> dict[str, int]:
    """Return how many cards each of those in holds, the eldest hand first, without those who hold none."""
    return {name: holding.count for name, holding in holders(state, state.playing).items()}


def laid(options: HouseRules) -> dict[str, int]:
    """Return how much of each stake goes into which pot (LO2-05)."""
    return {"table": options.table_share, "pool": options.stake - options.table_share}


def contributed(state: Table, cards: Mapping[str, int], times: int = 1) -> tuple[Posting, ...]:
    """Return what each pays for these cards, into both pots, this many times over (LO2-02)."""
    return tuple(
        Posting(name, Pot(pot), counters * number * times)
        for name, number in cards.items()
        for pot, counters in laid(state.options).items()
        if counters * times
    )
