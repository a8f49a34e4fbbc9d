"""The house rules of a game of points, and what it remembers."""

from collections import Counter
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from companion.engine.errors import Malformed
from companion.engine.fields import (
    Counters,
    MaxItems,
    Name,
    NotZero,
    RulesText,
    Within,
    excerpt,
)
from companion.engine.game import Facts, Options, State
from companion.engine.kit.sides import Partnerships
from companion.engine.message import Message, say
from companion.engine.phrases import signed

MAX_POINTS = 100_000
"""The most points that one hand brings, or costs."""
MAX_LISTED = 8
"""How many parts, or sums, the house rules can name."""
Points: TypeAlias = Annotated[int, Within(-MAX_POINTS, MAX_POINTS)]


@frozen
class Part:
    """Something that is counted: its name, the points of each, and how many of it one hand holds."""

    part: Annotated[Name, "What do you count?"]
    points: Annotated[Annotated[int, Within(-1_000, 1_000)], NotZero(), "Points for each"]
    most: Annotated[Annotated[int, Within(1)] | None, "How many are there in a hand? (optional)"] = None

    def __str__(self) -> str:
        """Return the part in words."""
        return self.summary()

    def summary(self) -> Message:
        """Return the part in words: ``heart: 1, 13 in a hand``."""
        values = {"part": self.part, "points": signed(self.points), "most": self.most}
        return say("{part}: {points}, {most} in a hand", **values) if self.most else say("{part}: {points}", **values)


NO_PARTS: list[Part] = []
NO_SUMS: list[int] = []


@frozen
class HouseRules(Options):
    """House rules of a game of points."""

    name: Annotated[Name, "What is the game called?"] = "Points"
    rules: Annotated[RulesText, "The rules, in your own words"] = ""
    wins: Annotated[Literal["most", "fewest"], "Who wins: the most points, or the fewest?"] = "most"
    sides: Annotated[Partnerships | None, "Who plays with whom"] = None
    target: Annotated[Annotated[int, Within(1)] | None, "At how many points does the game end? (optional)"] = None
    hands: Annotated[Annotated[int, Within(1)] | None, "After how many hands does it end? (optional)"] = None
    parts: Annotated[
        Annotated[list[Part], MaxItems(MAX_LISTED)],
        "What do you count after a hand? (nothing: the points themselves)",
    ] = NO_PARTS
    sums: Annotated[
        Annotated[list[Points], MaxItems(MAX_LISTED)], "What must the points of a hand add up to? (optional)"
    ] = NO_SUMS
    stake: Annotated[Counters, "How many counters does everyone put in when the game begins?"] = 0
    pay: Annotated[
        Literal["nothing", "winner", "each"],
        "When the game ends, who is paid for the difference in points?",
    ] = "nothing"
    per_point: Annotated[Counters, "How many counters is each point of difference worth?"] = 1

    def well_formed(self) -> None:
        """Refuse two parts of one name, a sum named twice, and sums beside parts."""
        names = [part.part for part in self.parts]
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            raise Malformed(say('parts: two parts are called "{given}"', given=excerpt(twice[0])))
        if len({*self.sums}) < len(self.sums):
            raise Malformed(say("sums: the same sum is named twice"))
        if self.parts and self.sums:
            raise Malformed(say("sums: name either the parts that are counted or the sums of a hand, one of the two"))

    def seats(self) -> range:
        """Allow two to sixteen."""
        return range(2, 17)

    def title(self) -> str:
        """Return the name of the game."""
        return self.name

    def fewest_win(self) -> bool:
        """Return whether whoever has the fewest points wins."""
        return self.wins == "fewest"

    def for_counters(self) -> bool:
        """Return whether anything is staked, or paid for the difference in points."""
        return bool(self.stake) or self.pay != "nothing"


@frozen
class Scored(Facts):
    """Who is rated, by name or by the first of a side, how many hands were scored, and how many there are in all."""

    rated: frozenset[str] = frozenset()
    hands: int = 0
    of: int | None = field(default=None)

    @classmethod
    def for_game(cls, options: HouseRules) -> "Scored":
        """Note after how many hands the game ends."""
        return cls(of=options.hands)

    def summary(self) -> str:
        """Return how many hands were scored, if their number ends the game."""
        return say("{n} of {all} hands", n=self.hands, all=self.of) if self.of and self.hands else ""


Table: TypeAlias = State[HouseRules, Scored]
