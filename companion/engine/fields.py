"""Annotated types for the fields of moves and options: what a field may hold, and how it is asked.

The same annotations drive the strict reading, the form and the help. A plain string among them is the field's question
or its help in one line; an object with a ``problem`` method refuses values; the rest say how a form asks.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypeAlias

from attrs import frozen

from companion.engine.message import Message, say
from companion.engine.names import MAX_MARKS, MAX_NAME_LENGTH, UNSEEN_PATTERN, crowds_a_letter, legible, unseen_sign

MAX_COUNTERS = 1_000_000
"""The largest number of counters that a field takes."""
MAX_PLAYERS = 25
"""The most players that one sheet can name."""
MAX_MEMO_LENGTH = 200
"""The most characters of a free remark."""
MAX_RULES_LENGTH = 4_000
"""The most characters of the rules that a household writes down for a game."""
MAX_EXCERPT_LENGTH = 40
"""The most characters of a value that a refusal quotes."""
NOT_BLANK = r"[^\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
"""A pattern found in every text that isn't blank, as Python understands it; ``\\S`` is another set in JavaScript."""
CONTROL_PATTERN = r"[\u0000-\u001f\u007f-\u009f]"
"""A pattern found in texts with a control character."""
CONTROL_IN_LINES = r"[\u0000-\u0009\u000b-\u001f\u007f-\u009f]"
"""A pattern found in texts with a control character that doesn't end a line."""
END = r"(?![\s\S])"
"""The end of a text, in every dialect of patterns: after ``$`` a line feed may follow in Python's."""


@frozen
class Buttons:
    """Offer the numbers up to ``most`` as buttons."""

    most: int
    cards: bool = False
    """Whether the number is one of cards: no more are offered than were dealt, where the game says how many."""


@frozen
class Unusual:
    """No number of it goes without saying, not even 0: it is tapped, or typed."""

    of_all: bool = False
    """Whether nobody may be silent."""


@frozen
class OneOf:
    """Offer these cards alone."""

    cards: tuple[str, ...]


@frozen
class Likely:
    """Offer these cards with a tap each, in these words, and any other one by its rank and suit."""

    cards: tuple[tuple[str, Message], ...]
    other: Message
    """What stands beside them for any other one."""


@frozen
class Except:
    """Don't offer the player that another field of the same move names."""

    than: str = "player"
    """The key of the other field."""


NOBODY_OF_ALL = ":nobody"
"""What a form answers where a question names one of all, and it is nobody."""


@frozen
class InRow:
    """Ask for a player by these words in each row of a question that all are asked.

    Where that question leaves this player out, they stand in the place of its 0.
    """

    says: Message
    nobody: Message | None = None
    """What is tapped where it is nobody; None where it is somebody, or a tie."""


@frozen
class Times:
    """Ask how many times a hand wins the stake, from ``-most`` to ``most``, of those who staked in ``of``."""

    most: int
    naturals: tuple[int, ...]
    """How many times the stake a natural of the bank takes from everybody."""
    of: str = "stakes"
    """The field of the stakes."""
    splits: bool = False
    """Whether a player may have a second hand at the same stake, and the bank may double all stakes."""


@frozen
class Over:
    """Offer the numbers from ``least`` to ``most`` as buttons; fewer go without saying."""

    least: int
    most: int
    unless: str
    """The house rule under which every number must be said."""


@frozen
class AsTheyFall:
    """Count what falls to each player by taps on their rows; the last one that there is writes the move down."""

    question: Message
    first: str
    """The field that takes the player who was the first to win."""
    to_win: Callable[[Any], Mapping[str, int]]
    """Returns with how many each player, or a player's side, wins at a table."""


@frozen
class Aside:
    """Fold the question away: it is seldom answered."""


@frozen
class Carried:
    """Carry the value along unasked: a description brings it, and no form of a table asks for it.

    Where a game is described it may be told in one of several ``ways``: declared classes with ``told()``, which returns
    the value, and ``like(value)``, which returns the way that tells it. ``instead`` are other fields that
    are ways of their own, each with its title and a sentence.
    """

    ways: tuple[Any, ...] = ()
    instead: tuple[tuple[str, Message, Message], ...] = ()


@frozen
class AllOf:
    """Offer to stake all that lies in a pot in one tap, and nothing for the others."""

    pot: str


@frozen
class AsLastTime:
    """Begin with what was said in the last such move of the game; ``first`` is the number of each player before."""

    first: int | None = None


@frozen
class FollowsFrom:
    """Take the word that follows from the number of another field, and ask only whether it doesn't count."""

    number: str
    """The name of the other field."""
    words: tuple[tuple[int, str], ...]
    """The numbers from which a word follows, each with its word."""

    def word(self, number: Any) -> str | None:
        """Return the word that follows from a number, as it is or as it was typed; None where none does."""
        return next((word for least, word in self.words if str(number) == str(least)), None)


@frozen(init=False)
class OnlyWith:
    """Ask only where another field is answered, with one of these words if there are any."""

    field: str
    words: tuple[str, ...]

    def __init__(self, field: str, *words: str) -> None:
        """Name the other field, and the answers to it."""
        self.__attrs_init__(field, words)


@frozen
class OfASide:
    """Ask once for each side, of which any player stands for all."""


@frozen
class NotTheDealer:
    """Don't offer the dealer."""


class Kind(Enum):
    """What a text stands for, so that a form can offer the right choices."""

    SEAT = "seat"
    NEWCOMER = "newcomer"
    POT = "pot"
    ACCOUNT = "account"
    PART = "part"
    """What is counted of each player, by the names that the house rule ``parts`` gives."""


@frozen
class Within:
    """A whole number from ``least`` to ``most``, both included."""

    least: int
    most: int = MAX_COUNTERS
    step: int = 1
    """In which steps it is told by taps."""

    def problem(self, value: int) -> str | None:
        """Return what is wrong with the number, None if nothing is."""
        if self.least <= value <= self.most:
            return None
        return say(
            "must be a whole number from {least} to {most}, not {given}",
            least=self.least,
            most=self.most,
            given=excerpt(value),
        )

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"minimum": self.least, "maximum": self.most}


@frozen
class NotZero:
    """A number that isn't 0."""

    def problem(self, value: int) -> str | None:
        """Return what is wrong with the number, None if nothing is."""
        return None if value else say("must not be 0")

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"not": {"const": 0}}


@frozen
class NonEmpty:
    """A list with at least one item."""

    def problem(self, value: list[Any]) -> str | None:
        """Return what is wrong with the list, None if nothing is."""
        return None if value else say("Name at least one.")

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"minItems": 1}


@frozen
class NamesSomebody:
    """An object that names at least one player."""

    def problem(self, value: Mapping[str, Any]) -> str | None:
        """Return what is wrong with the object, None if nothing is."""
        return None if value else say("Enter a number for somebody.")

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"minProperties": 1}


@frozen
class MaxItems:
    """A list of at most ``most`` items. That they differ is for the move to check: it can say it better."""

    most: int

    def problem(self, value: list[Any]) -> str | None:
        """Return what is wrong with the list, None if nothing is."""
        if len(value) <= self.most:
            return None
        return say("must name at most {most}, not {number}", most=self.most, number=len(value))

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"maxItems": self.most}


@frozen
class SumIs:
    """What the numbers of all players must add up to."""

    counters: int


@frozen
class Assumed:
    """What a field stands for that is left out, where its default can't say it."""

    value: Any

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"default": self.value}


@frozen
class Text:
    """A text of at most ``most`` characters."""

    most: int
    name: bool = False
    """Whether it is a name: a word, and a new one holds no signs that nobody sees, nor heaps of accents."""
    word: bool = False
    """Whether it can't be blank or hold control characters."""
    lines: bool = False
    """Whether it may have several lines, and holds no other control characters."""

    def problem(self, value: str) -> str | None:
        """Return what is wrong with the text, None if nothing is."""
        categories = {unicodedata.category(character) for character in value}
        if len(value) > self.most:
            return say("must have at most {most} characters, not {number}", most=self.most, number=len(value))
        if "Cs" in categories:
            return say("contains half a character that can't be stored")
        if (self.name or self.word) and not value.strip():
            return say("must not be blank")
        if (self.name or self.word) and "Cc" in categories:
            return say("must not contain control characters")
        if self.lines and any(unicodedata.category(sign) == "Cc" for sign in value if sign != "\n"):
            return say("must not contain control characters, except at the ends of lines")
        return None

    def problem_if_new(self, value: str) -> str | None:
        """Return what is wrong with a text that wasn't stored before, None if nothing is."""
        if (why := self.problem(value)) or not self.name:
            return why
        if unseen := unseen_sign(value):
            code = f"U+{ord(unseen):04X}"
            return say("must not contain invisible characters, or ones that turn text round, such as {code}", code=code)
        if crowds_a_letter(value):
            return say("must not have more than {most} accents on one letter", most=MAX_MARKS)
        return None

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        if self.name or self.word:
            unseen = UNSEEN_PATTERN if self.name else CONTROL_PATTERN
            return {"maxLength": self.most, "pattern": NOT_BLANK, "not": {"pattern": unseen}}
        return {"maxLength": self.most} | ({"not": {"pattern": CONTROL_IN_LINES}} if self.lines else {})


@frozen
class RankAndSuit:
    """A card as a sheet writes it: its rank, then its suit."""

    def problem(self, value: str) -> str | None:
        """Return what is wrong with the card, None if nothing is."""
        if re.fullmatch("(10|[2-9JQKA])[CDHS]", value):
            return None
        return say('must be a card, such as "9D", "10S", "KH" or "AC", not "{given}"', given=excerpt(value))

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"pattern": f"^(10|[2-9JQKA])[CDHS]{END}"}


@frozen
class Hex:
    """A number of ``digits`` hexadecimal digits in lower case."""

    digits: int
    example: str
    """A value for the placeholder of the form."""

    def problem(self, value: str) -> str | None:
        """Return what is wrong with the digits, None if nothing is."""
        if re.fullmatch(f"[0-9a-f]{{{self.digits}}}", value):
            return None
        return say(
            'must be {digits} hexadecimal digits in lower case, not "{given}"', digits=self.digits, given=excerpt(value)
        )

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"pattern": f"^[0-9a-f]{{{self.digits}}}{END}"}


class Pot(NamedTuple):
    """A pot of the game, as an account."""

    name: str


class Tie(Enum):
    """Stands where several have the most, and so nobody: null in a sheet, which otherwise leaves such a field out."""

    TIED = "tied"


Account: TypeAlias = str | Pot
"""Where counters are: with a player, by name, or in a pot."""
Seat: TypeAlias = Annotated[str, Kind.SEAT]
OrTie: TypeAlias = str | Tie
SeatOrTie: TypeAlias = Annotated[OrTie, Kind.SEAT]
"""A player, or nobody because of a tie."""
Side: TypeAlias = Annotated[Seat, OfASide()]
NAME = Text(MAX_NAME_LENGTH, name=True)
Name: TypeAlias = Annotated[str, NAME]
Memo: TypeAlias = Annotated[str, Text(MAX_MEMO_LENGTH)]
RulesText: TypeAlias = Annotated[str, Text(MAX_RULES_LENGTH, lines=True)]
Card: TypeAlias = Annotated[str, RankAndSuit()]
PotName: TypeAlias = Annotated[str, Kind.POT]
Counters: TypeAlias = Annotated[int, Within(0)]
Balance: TypeAlias = Annotated[int, Within(-MAX_COUNTERS)]
CardsLeft: TypeAlias = Annotated[dict[Seat, Annotated[Counters, Buttons(13, cards=True)]], Except()]
"""How many cards each player still holds; a player who isn't named holds none."""


def excerpt(value: Any) -> str:
    """Return a value as a refusal quotes it: short, and without half characters or signs that nobody sees."""
    text = legible(str(value).encode("utf-8", "backslashreplace").decode())
    return text if len(text) <= MAX_EXCERPT_LENGTH else text[: MAX_EXCERPT_LENGTH - 3] + "…"
