"""The house rules of a game of the house: its name, its pots and what they cost."""

from collections import Counter
from typing import Annotated, TypeAlias

from attrs import frozen

from companion.engine.errors import Malformed
from companion.engine.fields import (
    Counters,
    Name,
    RulesText,
    excerpt,
)
from companion.engine.game import Facts, Options, State
from companion.engine.message import Message, say


@frozen
class HousePot:
    """A pot: its name, what everyone lays in it at each deal, and what the dealer lays on top."""

    pot: Annotated[Name, "What is the pot called?"]
    each: Annotated[Counters, "Everyone puts in"] = 0
    dealer: Annotated[Counters, "The dealer adds"] = 0

    def __str__(self) -> str:
        """Return the pot in words."""
        return self.summary()

    def summary(self) -> Message:
        """Return the pot in words: ``stock: 2 from each, 1 more from the dealer``."""
        return say("{pot}: {laid}", pot=self.pot, laid=self._laid())

    def _laid(self) -> Message:
        if self.each and self.dealer:
            return say("{each} from each, {dealer} more from the dealer", each=self.each, dealer=self.dealer)
        if self.dealer:
            return say("{dealer} from the dealer", dealer=self.dealer)
        return say("{each} from each", each=self.each) if self.each else say("nothing goes in at a deal")


NO_POTS: list[HousePot] = []


@frozen
class HouseRules(Options):
    """House rules of a game of the house."""

    name: Annotated[Name, "What is the game called?"] = "House game"
    rules: Annotated[RulesText, "The rules, in your own words"] = ""
    pots_: Annotated[list[HousePot], "Which pots are there, and what goes into each at a deal?"] = NO_POTS
    card_price: Annotated[Counters, "How many counters is each card left in hand worth?"] = 1

    def well_formed(self) -> None:
        """Refuse two pots of one name."""
        twice = [name for name, times in Counter(self.pots()).items() if times > 1]
        if twice:
            raise Malformed(say('pots: two pots are called "{given}"', given=excerpt(twice[0])))

    def seats(self) -> range:
        """Allow one to twenty-four."""
        return range(1, 25)

    def pots(self) -> tuple[str, ...]:
        """Return the names of the pots."""
        return tuple(pot.pot for pot in self.pots_)

    def title(self) -> str:
        """Return the name of the game."""
        return self.name


Table: TypeAlias = State[HouseRules, Facts]
