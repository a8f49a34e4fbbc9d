"""What a field of a move or an option may hold: annotated types that know their bounds and their kind.

The same annotations drive the strict reading, the form and the help: a plain string among them is the
field's question or one-line help, the other objects refuse what doesn't fit.
"""

import re
import unicodedata
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypeAlias

from attrs import frozen

from companion.engine.saying import say

MOST_COUNTERS = 1_000_000
MOST_NAMES = 25


class Kind(Enum):
    """What a text stands for, so that a form can offer the right choices."""

    SEAT = "seat"
    NEWCOMER = "newcomer"
    POT = "pot"
    ACCOUNT = "account"


@frozen
class Within:
    """A whole number from ``least`` to ``most``, both included."""

    least: int
    most: int = MOST_COUNTERS

    def problem(self, value: int) -> str | None:
        if self.least <= value <= self.most:
            return None
        return say(
            "must be a whole number from {least} to {most}, not {given}",
            least=self.least,
            most=self.most,
            given=shown(value),
        )


@frozen
class Some:
    """A list that names one at least."""

    def problem(self, value: list[Any]) -> str | None:
        return None if value else say("must name one at least")


@frozen
class UpTo:
    """A list of at most so many, all different; that they are is asked by the move, which can say it better."""

    most: int

    def problem(self, value: list[Any]) -> str | None:
        return (
            None
            if len(value) <= self.most
            else say("must name at most {most}, not {number}", most=self.most, number=len(value))
        )


@frozen
class Taps:
    """A number that a form offers as buttons up to ``most``; it bounds nothing.

    Of ``cards`` no more are offered than were dealt, where the game says how many.
    """

    most: int
    cards: bool = False


@frozen
class Total:
    """What the numbers of all the players together must come to, whoever took how many."""

    counters: int


@frozen
class Among:
    """The few cards that a form offers for one; it bounds nothing."""

    cards: tuple[str, ...]


@frozen
class Others:
    """Asked of everybody but whom another field of the same move names; it bounds nothing."""

    than: str = "player"


@frozen
class OfASide:
    """Asked once of each side, for which any of its players stands; it bounds nothing."""


@frozen
class NotTheDealer:
    """Asked of everybody but the dealer; it bounds nothing."""


@frozen
class Text:
    """Free text of at most ``most`` characters; ``name`` forbids blanks alone and control characters."""

    most: int
    name: bool = False

    def problem(self, value: str) -> str | None:
        if len(value) > self.most:
            return say("must have at most {most} characters, not {number}", most=self.most, number=len(value))
        if any(unicodedata.category(c) == "Cs" for c in value):
            return say("holds half a character that can't be written down")
        if self.name and not value.strip():
            return say("must not be blank")
        if self.name and any(unicodedata.category(c) == "Cc" for c in value):
            return say("must not hold control characters")
        return None


@frozen
class RankAndSuit:
    """A card as it is written: its rank, then its suit."""

    def problem(self, value: str) -> str | None:
        if re.fullmatch("(10|[2-9JQKA])[CDHS]", value):
            return None
        return say('must be a card, such as "9D", "10S", "KH" or "AC", not "{given}"', given=shown(value))


@frozen
class Hex:
    """So many hexadecimal digits in lower case; ``example`` shows what is meant."""

    digits: int
    example: str

    def problem(self, value: str) -> str | None:
        if re.fullmatch(f"[0-9a-f]{{{self.digits}}}", value):
            return None
        return say(
            'must be {digits} hexadecimal digits in lower case, not "{given}"', digits=self.digits, given=shown(value)
        )


class Pot(NamedTuple):
    """A pot of the game, as an account that counters lie in."""

    name: str


Seat: TypeAlias = Annotated[str, Kind.SEAT]
Side: TypeAlias = Annotated[Seat, OfASide()]
NAME = Text(40, name=True)
Name: TypeAlias = Annotated[str, NAME]
Memo: TypeAlias = Annotated[str, Text(200)]
Card: TypeAlias = Annotated[str, RankAndSuit()]
PotName: TypeAlias = Annotated[str, Kind.POT]
Counters: TypeAlias = Annotated[int, Within(0)]
Balance: TypeAlias = Annotated[int, Within(-MOST_COUNTERS)]
CardsLeft: TypeAlias = Annotated[dict[Seat, Annotated[Counters, Taps(13, cards=True)]], Others()]
"""How many cards each player still holds; who isn't named holds none."""
Account: TypeAlias = str | Pot
"""Where counters lie: a player, by name, or a pot."""


def shown(value: Any) -> str:
    """A value as a reader of an error line should see it, on one line and never long."""
    text = str(value).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 40 else text[:37] + "…"


def alike(name: str) -> str:
    """The form in which two names are compared: they are taken for one if they differ only in capitals or in blanks at
    their ends."""
    return name.strip().casefold()
