"""The house rules of Loto, first method, and what is remembered of a hand."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from companion.engine.errors import Malformed
from companion.engine.fields import Counters
from companion.engine.game import Options, State
from companion.engine.message import Message, joined, say
from companion.loto import cards as loto_cards
from companion.loto.box import PER_ROW, ROWS
from companion.loto.prizes import PRIZE_WORDS, PRIZES

FULL_CARD = ROWS * PER_ROW
"""How many numbers a card has."""


@frozen
class HouseRules(Options):
    """House rules of Loto, first method."""

    box: Annotated[Literal[24, 18], "How many cards the box has (LC-04)"] = 24
    stake: Annotated[Counters, "What everyone pays for each card (LO1-03)"] = 4
    prizes: Annotated[
        Literal["card", "quarters"],
        "One prize for a card, or quarters: one for a row, one for two rows, the rest for the card (LO1-06)",
    ] = "card"
    whole: Annotated[
        Literal["one-card", "all-cards"],
        "Does one complete card win, or must all of a player's cards be complete (LO1-05)?",
    ] = "one-card"
    saving: Annotated[bool, "Losers first take back a counter for each covered number (LO1-08)"] = False
    race: Annotated[bool, "Only the first to answer covers the number (LO1-10)"] = False
    caller: Annotated[
        Literal["dealer", "nobody"], "Who calls: the dealer, who doesn't play, or none of the players? (LO1-02)"
    ] = "dealer"
    drawn_by: Annotated[Literal["app", "bag"], "Who draws the numbers: the app, or a real bag?"] = "app"

    def well_formed(self) -> None:
        """Refuse saving where there are several prizes, or the stake is below a card's numbers."""
        if self.saving and self.prizes == "quarters":
            raise Malformed(say("losers save what they have covered only where the one prize is for the card"))
        if self.saving and self.stake < FULL_CARD:
            more = say("losers can save only with a stake of at least {n}: a card has that many numbers", n=FULL_CARD)
            raise Malformed(more)

    def seats(self) -> range:
        """Allow two to twenty-five, the caller among them (LO1-01)."""
        return range(2, 26)

    def pots(self) -> tuple[str, ...]:
        """Return one pool, or a pot for each prize (LO1-06)."""
        return ("pool",) if self.prizes == "card" else tuple(PRIZES)

    def pot(self, prize: str) -> str:
        """Return the pot in which a prize lies."""
        return "pool" if self.prizes == "card" else prize


@frozen
class Hand(loto_cards.CardHolders):
    """What was drawn and claimed in this hand, and what the seed of the hand before can be compared with.

    ``fingerprint``, ``drawn`` and the ``words`` mixed in belong to the open hand; ``unrevealed`` has all three of the
    hand before, until its seed is revealed.
    """

    drawn: tuple[int, ...] = ()
    claimed: Mapping[str, str] = field(factory=dict)
    fingerprint: str = ""
    words: tuple[str, ...] = ()
    unrevealed: tuple[str, tuple[int, ...], tuple[str, ...]] = ("", (), ())

    def for_hand(self) -> "Hand":
        """Keep the cards, and of the hand that is over the fingerprint, the numbers and the words."""
        return Hand(self.cards, unrevealed=(self.fingerprint, self.drawn, self.words))

    def summary(self) -> str:
        """Return how many numbers are out, the last of them, and the prizes claimed."""
        last = say("{n} out, the last {number}", n=len(self.drawn), number=self.drawn[-1]) if self.drawn else ""
        return joined(" · ", [last, *(had(who, prize) for prize, who in self.claimed.items())])


Table: TypeAlias = State[HouseRules, Hand]


def had(who: str, prize: str) -> Message:
    """Return who had a prize: ``Ann had a row``."""
    return say("{who} had {prize}", who=who, prize=PRIZE_WORDS[prize])
