"""The usual ways of scoring a hand, each a few questions that are told as a hand of questions and formulas.

They are for people who describe a game. What a way tells is an ordinary ``Told``; house rules keep the way itself, so
that its few numbers can be changed.
"""

import re
from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from companion.engine import Malformed, Message, Name, OnlyWith, Within, say
from companion.games.points_game.hand import (
    MAX_NAME,
    MAX_POINTS,
    Must,
    Points,
    Question,
    Round,
    Tally,
    Told,
    Value,
    Words,
)

Cards: TypeAlias = Literal["one-fewer", "one-more", "down-and-up", "the-same"]
Wrong: TypeAlias = Literal["tricks-count", "nothing", "each-one-off", "each-one-said"]
Counts: TypeAlias = Literal["for-who-went-out", "for-and-against", "against-each"]
Beyond: TypeAlias = Literal["ends-it-too", "counts-nothing", "falls-back"]
Cost: TypeAlias = Annotated[int, Within(0, MAX_POINTS)]
Some: TypeAlias = Annotated[int, Within(1, 1_000)]
Many: TypeAlias = Annotated[int, Within(1, MAX_POINTS)]
TRICKS_SAID, TRICKS_TAKEN = say("Tricks said"), say("Tricks taken")
WENT_OUT, POINTS_HELD = say("Went out"), say("Points held")
OF_THE_TURN, LAID_THE_LAST = say("Points of the turn"), say("Laid the last tile")


class Way:
    """A way of scoring a hand; its fields are what is asked of it."""

    way: ClassVar[str]
    title: ClassVar[Message]
    says: ClassVar[Message]
    rarely: ClassVar[str]
    """The first of the questions that only a few games need."""

    def well_formed(self) -> None:
        """Refuse answers that don't go together."""

    told: Callable[..., Told]
    """Returns the hand as it is told."""
    sentences: Callable[..., list[Message]]
    """Returns how the points come, for those who learn the game."""


def tidied(formula: str) -> str:
    """Return a formula without 0 more, and 1 times."""
    return re.sub(r"(?<![-\w])(1 \*|0 \+) ", "", formula)


@frozen
class Bids(Way):
    """Everyone says before the hand how many they will make."""

    way = "bids"
    title = say("Say before, make after")
    says = say("As at Oh Hell, Wizard and Spades")
    rarely = "over"

    said: Annotated[Name, "What does everyone say before the hand?"] = TRICKS_SAID
    made: Annotated[Name, "What is counted after it?"] = TRICKS_TAKEN
    cards: Annotated[Cards, "How many cards does everyone get in a hand?"] = "one-fewer"
    size: Annotated[Annotated[int, Within(1, 100)], "How many is that?", OnlyWith("cards", "the-same")] = 13
    pack: Annotated[
        Some | None,
        "How many cards are in the pack, if the game ends once all are dealt? (optional)",
        OnlyWith("cards", "one-more"),
    ] = None
    dealer: Annotated[bool, "The last to speak mustn't make it come out even"] = False
    hidden: Annotated[bool, "Everyone says it at once: phones hide it until all have spoken"] = False
    right: Annotated[Points, "How many points if you're right?"] = 10
    each: Annotated[Points, "And how many more for each trick?"] = 1
    wrong: Annotated[Wrong, "And if you're wrong?"] = "tricks-count"
    off: Annotated[Cost, "How many points does each one cost?", OnlyWith("wrong", "each-one-off", "each-one-said")] = 10
    over: Annotated[
        Points | None, "If more than you said is right too: how many points for each one more? (optional)"
    ] = None
    bags: Annotated[Some | None, "After how many of those is there a fine? (optional)", OnlyWith("over")] = None
    fine: Annotated[Cost, "How many points is the fine?", OnlyWith("bags")] = 100
    nil: Annotated[Cost | None, "How many points for saying 0, won or lost? (optional)"] = None
    called: Annotated[
        Words,
        "What are the hands called, such as spades, hearts? They go round if you said how many there are. (optional)",
        OnlyWith("cards", "one-fewer", "down-and-up"),
    ] = ""

    def well_formed(self) -> None:
        """Refuse a name that no hand can have."""
        long = next((name for name in self.names if len(name) > MAX_NAME), None)
        if long:
            raise Malformed("“{name}” is too long: at most {most} characters", "called", name=long, most=MAX_NAME)

    @property
    def names(self) -> list[str]:
        """What the hands are called."""
        return [name for name in map(str.strip, self.called.split(",")) if name]

    def told(self) -> Told:
        """Return both questions, and the points of a hit and a miss."""
        cards = {
            "one-fewer": "hands + 1 - hand",
            "one-more": "hand",
            "down-and-up": "abs(floor((hands + 1) / 2) - hand) + 1",
            "the-same": "",
        }[self.cards]
        dealt = "cards" if cards else str(self.size)
        bags = self.bags is not None and self.over is not None
        even = dealt if self.dealer and not self.hidden else ""
        return Told(
            questions=[
                Question("bid", self.said, most=dealt, not_total=even, said=True, hidden=self.hidden),
                Question("tricks", self.made, most=dealt, total=dealt),
            ],
            scores=tidied(self.points()),
            values=[Value("over", "if(tricks >= bid, tricks - bid, 0)")] if self.over is not None else [],
            tallies=[Tally("bags", say("Bags"), f"bags + over - {self.bags} * floor((bags + over) / {self.bags})")]
            if bags
            else [],
            musts=[Must(f"bid <= {dealt}", say("more was said than there are tricks"))]
            if self.over is not None
            else [],
            rounds=[Round(name) for name in self.names if "hands" in cards],
            cards=cards,
            ends=f"(hand + 1) * players > {self.pack}" if self.pack and self.cards == "one-more" else "",
        )

    def points(self) -> str:
        """Return the formula of the points."""
        hit = f"{self.right} + {self.each} * bid"
        miss = {
            "tricks-count": f"{self.each} * tricks",
            "nothing": "0",
            "each-one-off": f"-{self.off} * abs(tricks - bid)",
            "each-one-said": f"-{self.off} * bid",
        }[self.wrong]
        nil = f"if(tricks = 0, {self.nil}, -{self.nil})"
        scores = f"if(tricks = bid, {hit}, {miss})"
        if self.over is not None:
            scores = f"if(tricks >= bid, {hit} + {self.over} * over, {miss})"
        elif self.wrong == "tricks-count":
            scores = f"{self.each} * tricks + if(tricks = bid, {self.right}, 0)"
        if self.nil:  # of partners each may say 0; the other's number counts as usual
            scores = f"if(bid = 0, 0, {scores}) + side(if(bid = 0, {nil}, 0))"
        bags = self.bags if self.over is not None else None
        return scores + (f" - {self.fine} * floor((bags + over) / {bags})" if bags else "")

    def sentences(self) -> list[Message]:
        """Return what is dealt, and what being right and being wrong bring."""
        right, each, off = self.right, self.each, self.off
        dealt = {
            "one-fewer": say("Everyone gets as many cards as there are hands left to play."),
            "one-more": say("Everyone gets one card in the first hand, then one more each time."),
            "down-and-up": say("Everyone gets one card fewer each time, down to one, then one more again."),
            "the-same": say("Everyone gets {size} cards.", size=self.size),
        }
        hit = (
            say("If you're right: {right}, and {each} more for each one said.", right=right, each=each)
            if right and each
            else say("If you're right: {each} for each one said.", each=each)
            if each
            else say("If you're right: {right}.", right=right)
        )
        miss = {
            "tricks-count": say("If you're wrong: {each} for each one made.", each=each),
            "nothing": say("If you're wrong: nothing."),
            "each-one-off": say("If you're wrong: {off} off for each one too few or too many.", off=off),
            "each-one-said": say("If you're wrong: {off} off for each one said.", off=off),
        }
        found = [dealt[self.cards], hit, miss[self.wrong]]
        if self.over is not None:
            found.append(say("More than you said is right too: {over} for each one more.", over=self.over))
            if self.bags:
                found.append(say("Every {bags} of these cost {fine}.", bags=self.bags, fine=self.fine))
        if self.nil:
            found.append(say("Saying 0 wins or loses {nil}.", nil=self.nil))
        if self.pack and self.cards == "one-more":
            found.append(say("The game ends once all {pack} cards are dealt.", pack=self.pack))
        if self.dealer and not self.hidden:
            found.append(say("The last to speak mustn't make it come out even."))
        return found


@frozen
class GoesOut(Way):
    """Somebody goes out, and what the others hold is counted."""

    way = "out"
    title = say("Somebody goes out")
    says = say("As at Uno and Rummy")
    rarely = "more"

    out: Annotated[Name, "How do you say that somebody has nothing left?"] = WENT_OUT
    held: Annotated[Name, "What is counted with the others?"] = POINTS_HELD
    counts: Annotated[Counts, "For or against whom does it count?"] = "for-who-went-out"
    more: Annotated[Points | None, "How many points more for going out? (optional)"] = None

    def told(self) -> Told:
        """Return both questions, and the points of who went out and of all others."""
        scores = {
            "for-who-went-out": "if(out, others(held), 0)",
            "for-and-against": "if(out, others(held), -held)",
            "against-each": "held",
        }[self.counts]
        return Told(
            questions=[
                Question("out", self.out, most="1", total="1", optional=True),
                Question("held", self.held, most="2000"),
            ],
            scores=scores if self.more is None else f"{scores} + if(out, {self.more}, 0)",
            musts=[Must("side(out and held > 0) = 0", say("went out, and holds nothing"))],
        )

    def sentences(self) -> list[Message]:
        """Return for whom what is held counts."""
        counts = {
            "for-who-went-out": say("If you go out, you score what the others hold."),
            "for-and-against": say("If you go out, you score what the others hold, and they lose it."),
            "against-each": say("If you go out, you score nothing, and the others what they hold."),
        }
        more = [] if self.more is None else [say("Going out brings {more} besides.", more=self.more)]
        return [counts[self.counts], *more]


@frozen
class Turns(Way):
    """People score one after the other, and the game may end in between."""

    way = "turns"
    title = say("One after the other")
    says = say("As at Mölkky, Farkle and Qwirkle")
    rarely = "step"

    turn: Annotated[Name, "What is counted?"] = OF_THE_TURN
    most: Annotated[Many, "What is the most in a turn?"] = 200
    beyond: Annotated[Beyond, "What if a turn goes past the target?"] = "ends-it-too"
    back: Annotated[Cost, "To how many points does one fall back?", OnlyWith("beyond", "falls-back")] = 25
    step: Annotated[Some, "In steps of how many?"] = 1
    least: Annotated[Many | None, "How many points must the first turn that counts bring? (optional)"] = None
    misses: Annotated[Some | None, "After how many misses in a row is one out? (optional)"] = None
    last: Annotated[
        Points | None, "If somebody ends the game without a target: how many points for that? (optional)"
    ] = None
    ender: Annotated[Name, "And how do you say it?", OnlyWith("last")] = LAID_THE_LAST
    last_turn: Annotated[bool, "The others have one more turn then"] = False

    def told(self) -> Told:
        """Return what a turn brings, and how it ends the game."""
        scores = {
            "ends-it-too": "turn",
            "counts-nothing": "if(total + turn > target, 0, turn)",
            "falls-back": f"if(total + turn > target, {self.back} - total, turn)",
        }[self.beyond]
        if self.least:
            scores = f"if(total = 0 and turn < {self.least}, 0, {scores})"
        ends = self.last is not None
        return Told(
            questions=[
                Question("turn", self.turn, most=str(self.most), step=self.step),
                *([Question("last", self.ender, most="1")] if ends else []),
            ],
            scores=f"{scores} + {self.last} * last" if ends else scores,
            tallies=[Tally("misses", say("Misses"), "if(turn = 0, misses + 1, 0)")] if self.misses else [],
            in_turn=True,
            ends="last" if ends else "",
            last_turn=self.last_turn,
            out=f"misses = {self.misses}" if self.misses else "",
        )

    def sentences(self) -> list[Message]:
        """Return what a turn brings, and what ends the game."""
        beyond = {
            "ends-it-too": say("You score what each turn brings."),
            "counts-nothing": say("You score what each turn brings; past the target it counts nothing."),
            "falls-back": say(
                "You score what each turn brings; past the target you fall back to {back}.", back=self.back
            ),
        }
        found = [beyond[self.beyond]]
        if self.least:
            found.append(say("The first turn that counts brings {least} or more.", least=self.least))
        if self.misses:
            found.append(say("After {misses} misses in a row you are out.", misses=self.misses))
        if self.last is not None:
            found.append(say("Ending the game brings {last} besides.", last=self.last))
        if self.last_turn:
            found.append(say("Then the others have one more turn."))
        return found


WAYS = (Bids, GoesOut, Turns)
"""What a description tells in one of several ways: the questions of each way, or else all that it is made of."""


@frozen
class ToldBy:
    """The way in which a game was told, with its answers: exactly one."""

    bids: Annotated[Bids | None, "Say before, make after"] = None
    out: Annotated[GoesOut | None, "Somebody goes out"] = None
    turns: Annotated[Turns | None, "One after the other"] = None

    def well_formed(self, worked: Told | None) -> None:
        """Refuse none of them, two, and one that tells another hand than is ``worked`` out."""
        if self.way is None or sum(way is not None for way in (self.bids, self.out, self.turns)) != 1:
            raise Malformed("way: give exactly one of bids, out and turns")
        self.way.well_formed()
        if worked != self.way.told():
            raise Malformed("way: it tells the hand, so leave worked out")

    @property
    def way(self) -> Bids | GoesOut | Turns | None:
        """The one that is given."""
        return self.bids or self.out or self.turns
