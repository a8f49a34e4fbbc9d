"""A hand that works its points out: what is asked after it, and the formulas of its points.

A game is told by questions, of each player, of each side or of the whole hand, and by formulas over their answers: the
points, running tallies, what can't be, and when the game ends. Every block of which a game can be made comes down to
these (``docs/BLOCKS.md``). All answers are whole numbers: yes is 1, a choice is the number that it is worth.
"""

import keyword
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from attrs import frozen

from companion.engine import (
    FormulaName,
    FormulaText,
    Illegal,
    Malformed,
    MaxItems,
    Message,
    Move,
    Name,
    State,
    Text,
    Within,
    capital,
    excerpt,
    joined,
    listed,
    read_formula,
    read_optional,
    say,
    say_many,
    spoken,
)

MAX_POINTS = 100_000
"""The most points that one hand brings, or costs."""
MAX_NAME = 50
"""The most characters of the name of a hand."""
MAX_ITEMS = 24
"""The most questions, values, tallies or conditions of a hand."""
MAX_LOOKUPS = 50_000
"""How often the formulas of a hand may ask for something: no known game comes to a tenth of it."""
KEPT_WORDS = frozenset(
    (*keyword.kwlist, "key", "seen", "told", "questions", "move", "kind", "as", "who", "box", "in_box", "boxes")
) | {"numbers"}
"""Names that the forms of a hand need themselves, beside those of a move."""
Points: TypeAlias = Annotated[int, Within(-MAX_POINTS, MAX_POINTS)]


Words: TypeAlias = Annotated[str, Text(200)]
OF_THE_HAND = ("hand", "cards", "times", "players", "hands", "target")
"""What a formula knows of the hand: its number, its cards, what it counts times, how many play, how many hands there
are in all, and at how many points the game ends (0 where nobody says)."""
OF_A_PLAYER = ("total", "dealer", "score")
"""What it knows of a player: the points before the hand, whether the player deals, and the points of this hand."""
OF_THE_TABLE = frozenset(OF_THE_HAND)
"""What is known before a card is dealt."""
NONE_LEFT = re.compile(r"(?:not (?=\w+ or)|side\((?=\w+ and))(\w+) (?:or|and) (\w+)(?: = 0| > 0\) = 0)")
"""That who is out has none of something, and needn't say so."""
ONE_HAS_NONE = "least({key}) = 0"
"""That somebody has none of something, where nobody says who: one needn't say so."""
OVER_PLAYERS = re.compile(r"\b(sum|others|side|most|least)\s*\(")
"""What works a formula out for several who score."""
MOST_TABLES = 2_000
"""How often it is asked at most whether so many may play so many hands."""
NONE: list[Any] = []
"""Stands for a list that nothing is said of; nobody changes it."""


@frozen
class Choice:
    """One answer of several, with the number that it is worth."""

    choice: Annotated[Name, "What is it called?"]
    is_: Annotated[Points, "The number that it is worth"]


@frozen
class Question:
    """What is asked after a hand, or before it is played."""

    key: Annotated[FormulaName, "A short name for it (optional)"]
    ask: Annotated[Name, "What is asked?"]
    of: Annotated[Literal["player", "side", "hand"], "Who answers it?"] = "player"
    least: Annotated[FormulaText, "The smallest answer"] = "0"
    most: Annotated[FormulaText, "The largest answer (1: it is yes or no)"] = "100000"
    step: Annotated[Annotated[int, Within(1, 1_000)], "In steps of how many? With 5: 0, 5, 10 and so on"] = 1
    choices: Annotated[
        Annotated[list[Choice], MaxItems(20)], "If there are only a few answers, such as hearts or spades: which?"
    ] = NONE
    total: Annotated[FormulaText, "If everyone's answers always come to the same, such as 13 tricks: to what?"] = ""
    not_total: Annotated[
        FormulaText, "If the last to speak mustn't make it come out even, such as at 13 tricks: at what?"
    ] = ""
    when: Annotated[FormulaText, "If it isn't asked every time: when, such as Trumps = 1?"] = ""
    optional: Annotated[bool, "May it be left out, as where nobody went out? It is 0 then"] = False
    said: Annotated[bool, "It is said before the hand is played, such as how many tricks you'll take"] = False
    hidden: Annotated[bool, "Everyone says it at once: phones hide it until all have spoken"] = False
    once: Annotated[bool, "It is a box, such as a full house at dice: you fill one each turn, and each only once"] = (
        False
    )

    def well_formed(self) -> None:
        """Refuse choices that are alike, a box that can't be filled, and what can't be said before a hand."""
        worths = [choice.is_ for choice in self.choices]
        if len({choice.choice for choice in self.choices}) < len(worths) or len({*worths}) < len(worths):
            raise Malformed("{ask}: two choices are alike", ask=self.ask)
        if self.said and self.once:
            raise Malformed("{ask}: a box is filled after the hand, not said before it", ask=self.ask)
        if self.once and (self.of == "hand" or self.total or self.not_total or self.when):
            raise Malformed("{ask}: a box is of a player or a side, and has no sum and no condition", ask=self.ask)
        if self.said and (self.of == "hand" or self.when):
            raise Malformed("{ask}: only what each says can be said before a hand", ask=self.ask)
        if self.hidden and (not self.said or self.not_total):
            raise Malformed("{ask}: what is hidden is said before a hand, and by nobody last", ask=self.ask)


@frozen
class Value:
    """Something that is worked out between the answers and the points."""

    key: Annotated[FormulaName, "What is it called?"]
    is_: Annotated[FormulaText, "How is it worked out, such as Red + 2 × Black?"]


@frozen
class Tally:
    """A running number beside the points."""

    key: Annotated[FormulaName, "A short name for it (optional)"]
    tally: Annotated[Name, "What is it called?"]
    becomes: Annotated[FormulaText, "How many are there after a hand, such as Bags + 1?"]
    begins: Annotated[Points, "How many are there at first?"] = 0


@frozen
class EndLine:
    """A sum that comes to each when the game has ended, as a line of the pad."""

    line: Annotated[Name, "What is it called?"]
    points: Annotated[FormulaText, "How many points is it, such as 10 × Boxes won?"]


@frozen
class Must:
    """What must be so, else the hand is refused."""

    must: Annotated[FormulaText, "What is always so, such as Hearts ≤ 13?"]
    says: Annotated[Words, "What should Companion say if it isn't so?"]

    @property
    def why(self) -> str:
        """Why a hand is refused, also where a sheet leaves the sentence empty."""
        return self.says or say("such a hand can't be")


@frozen
class Round:
    """One hand of those that the description names."""

    round: Annotated[Annotated[str, Text(MAX_NAME)], "What the hand is called"] = ""
    cards: Annotated[Annotated[int, Within(0, 1_000)], "How many cards it has"] = 0
    times: Annotated[Annotated[int, Within(1, 1_000)], "How many times it counts"] = 1


@frozen(slots=False)  # cached properties
class Told:
    """A hand as it is told: its questions, and the formulas of its points."""

    questions: Annotated[Annotated[list[Question], MaxItems(MAX_ITEMS)], "What do you want to be asked?"]
    scores: Annotated[FormulaText, "The points of each"]
    values: Annotated[
        Annotated[list[Value], MaxItems(MAX_ITEMS)], "What do you work out first, under a name of its own?"
    ] = NONE
    tallies: Annotated[
        Annotated[list[Tally], MaxItems(MAX_ITEMS)], "What else do you count from hand to hand, such as bags or misses?"
    ] = NONE
    musts: Annotated[Annotated[list[Must], MaxItems(MAX_ITEMS)], "Which hands can't be?"] = NONE
    rounds: Annotated[
        Annotated[list[Round], MaxItems(100)],
        "If the hands have names, such as spades, hearts: which? So many are played",
    ] = NONE
    cards: Annotated[
        FormulaText, "If the number of cards changes: how many are there, such as 8 - number of the hand?"
    ] = ""
    in_turn: Annotated[bool, "People score one after the other, and the game may end in between"] = False
    begins: Annotated[Literal["first", "left"], "Who scores first then?"] = "first"
    ends: Annotated[FormulaText, "If something else ends the game: what, such as Tiles left = 0?"] = ""
    last_turn: Annotated[bool, "The others have one more turn then"] = False
    round_over: Annotated[FormulaText, "If a round has several turns: what ends it, such as Went out?"] = ""
    out: Annotated[FormulaText, "If people drop out of the game: when, such as Misses = 3?"] = ""
    at_end: Annotated[FormulaText, "If points come at the end of the game: how many, such as 10 × Boxes won?"] = ""
    end_lines: Annotated[
        Annotated[list[EndLine], MaxItems(MAX_ITEMS)], "Do they have names of their own, such as Boxes: which?"
    ] = NONE
    rank: Annotated[FormulaText, "If it isn't points that win: what, such as Boxes won?"] = ""

    spoken: ClassVar = {
        "total": say("points so far"),
        "score": say("points of the hand"),
        "dealer": say("deals"),
        "hand": say("number of the hand"),
        "hands": say("hands in all"),
        "target": say("target"),
        "cards": say("cards of the hand"),
        "times": say("times it counts"),
        "players": say("players"),
    }
    """What every formula knows of a game, as people write it."""
    by: ClassVar[Any] = None
    """The way that tells it, where one does."""
    reserved: ClassVar = frozenset((*OF_THE_HAND, *OF_A_PLAYER, *KEPT_WORDS, *dir(Move), *Move.__annotations__))
    """Names that no question can have."""

    def __hash__(self) -> int:
        """Return a number by which a cache finds it."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(repr(self))

    @cached_property
    def by_key(self) -> dict[str, Question]:
        """The questions by their keys."""
        return {question.key: question for question in self.questions}

    @cached_property
    def boxes(self) -> dict[str, Question]:
        """The boxes by their keys."""
        return {question.key: question for question in self.questions if question.once}

    @property
    def ends_itself(self) -> bool:
        """Whether a game is over without a target and a number of hands."""
        return bool(self.rounds or self.boxes or self.ends or self.out)

    @cached_property
    def left_with(self) -> dict[str, str]:
        """By the key of what players hold, the key of the tick of who went out, and so holds none of it."""
        found = (NONE_LEFT.fullmatch(must.must) for must in self.musts)
        of_players = {key for key, each in self.by_key.items() if each.of == "player"}
        return {each[2]: each[1] for each in found if each and {each[1], each[2]} <= of_players}

    @cached_property
    def of_all(self) -> frozenset[str]:
        """What a formula knows of the whole hand: its number, its size…, and what is answered for everyone."""
        return OF_THE_TABLE - self.by_key.keys() | {each.key for each in self.questions if each.of == "hand"}

    @cached_property
    def asked_alike(self) -> frozenset[str]:
        """The questions that are asked of all or of nobody: that hangs on the hand alone."""
        return frozenset(each.key for each in self.questions if is_of(self.of_all, each.when))

    @cached_property
    def turn_by_turn(self) -> bool:
        """Whether each turn can be written down by itself: it hangs on nobody's answer, and there is one a round."""
        formulas = [self.scores, self.ends, self.out, *[each.is_ for each in self.values]]
        formulas += [*[each.becomes for each in self.tallies], *[each.must for each in self.musts]]
        by_all = any(each.of == "hand" or each.total or each.not_total for each in self.questions if not each.said)
        alone = not by_all and not any(map(OVER_PLAYERS.search, formulas))
        return self.in_turn and alone and not (self.boxes or self.round_over)

    @cached_property
    def known_before(self) -> frozenset[str]:
        """What formulas know before a card is dealt: who sits there, and the house rules."""
        return OF_THE_TABLE - self.by_key.keys() - (set() if is_of(OF_THE_TABLE, self.cards) else {"cards"})

    @cached_property
    def at_first(self) -> dict[str, int]:
        """The tallies before the first hand."""
        return {tally.key: tally.begins for tally in self.tallies}

    @cached_property
    def checked(self) -> list[Question]:
        """The numbers of each of which something must be so; not those that may be left out, or have a sum."""
        named = {name for must in self.musts for name in names_in(must.must)}
        return [
            each
            for each in (() if self.in_turn or self.boxes else self.questions)
            if each.key in named
            and each.of != "hand"
            and each.most != "1"
            and not (each.total or each.optional or each.choices or each.said)
        ]

    @cached_property
    def of_the_table(self) -> list[Must]:
        """What must be so before a card is dealt."""
        return [must for must in self.musts if is_of(self.known_before, must.must)]

    @cached_property
    def of_the_rules(self) -> list[Must]:
        """What must be so of the target and the number of hands alone."""
        return [must for must in self.of_the_table if names_in(must.must) <= {"target", "hands"}]

    @cached_property
    def shared(self) -> list[Question]:
        """The questions whose sum and largest answer are known before the deal: too few players can't come to it."""
        asked = [each for each in self.questions if each.of == "player" and each.total not in ("", each.most)]
        asked = [each for each in asked if not (each.when or each.optional or each.choices)]
        return [each for each in asked if is_of(self.known_before, each.total) and is_of(self.known_before, each.most)]

    def broken(self, table: "BeforeTheDeal") -> str:
        """Return what isn't so before a hand is dealt, if anything. Raises Illegal where it can't be worked out."""
        for asked in self.shared:
            total = read_formula(asked.total).worth(table)
            if table.players * read_optional(asked.most).worth(table) < total:
                return say("{ask}: so few players can't come to {total}", ask=household(asked.ask), total=total)
        return next((must.why for must in self.of_the_table if not read_formula(must.must).worth(table)), "")

    @cached_property
    def tallies_below(self) -> dict[str, list[Tally]]:
        """The tallies by the last box that they hang on; those of none by the last of all."""
        found: dict[str, list[Tally]] = {}
        for tally in self.tallies:
            found.setdefault(self._last_box(tally.becomes), []).append(tally)
        return found

    def _last_box(self, text: str) -> str:
        """Return the last box on which a formula hangs, by way of values too; the last of all if it hangs on none."""
        names = {*names_in(text)}
        for value in reversed(self.values):
            names |= names_in(value.is_) if value.key in names else set()
        return [box for box in self.boxes if box in names or not names & self.boxes.keys()][-1]

    def well_formed(self) -> None:
        """Refuse two things of one name, and a formula that names something unknown."""
        own = [question.key for question in self.questions]
        others = [*[value.key for value in self.values], *[tally.key for tally in self.tallies]]
        of_the_hand = [key for key in OF_THE_HAND if key != "cards" or "cards" not in own]
        seen = Counter([*[box.ask for box in self.boxes.values()], *[line.line for line in self.end_lines]])
        named = Counter([*own, *others, *of_the_hand, *OF_A_PLAYER])
        twice = [name for name, times in [*named.items(), *seen.items()] if times > 1]
        if twice:
            raise Malformed('two things are called "{given}"', given=twice[0])
        kept = [key for key in own if key in self.reserved - {"cards"} or key.endswith("_")]
        if kept:
            raise Malformed('"{given}" is a word that Companion needs itself: choose another', given=kept[0])
        for question in self.questions:
            question.well_formed()
        if not self.questions or not self.scores:
            raise Malformed("a hand asks at least one question, and has a formula of its points")
        self.knows()

    def knows(self) -> None:
        """Refuse a formula, at its place, that names what isn't known when it is worked out. Raises Malformed."""
        own = {question.key: question.ask for question in self.questions}
        words = {**self.spoken, **own, **{tally.key: tally.tally for tally in self.tallies}}

        def require(known: Iterable[str], where: str, text: str) -> None:
            if unknown := sorted(names_in(text) - {*known}):
                name = words.get(unknown[0], unknown[0])
                raise Malformed("“{name}” can't stand here: it isn't known when this is worked out", where, name=name)

        known = self.of_all
        before = {*[tally.key for tally in self.tallies], "total", "dealer"}
        require(known - {"cards"}, "cards", self.cards)
        for place, question in enumerate(self.questions):
            for part in ("least", "most", "total", "not_total"):
                require(known, f"questions[{place}].{part}", getattr(question, part))
            more = set() if question.of == "hand" else before
            require(known | more, f"questions[{place}].when", question.when)
        known = OF_THE_TABLE | own.keys() | before
        for place, value in enumerate(self.values):
            require(known, f"values[{place}].is", value.is_)
            known |= {value.key}
        require(known, "scores", self.scores)
        for place, must in enumerate(self.musts):
            require(known, f"musts[{place}].must", must.must)
        known |= {"score"}
        for place, tally in enumerate(self.tallies):
            require(known, f"tallies[{place}].becomes", tally.becomes)
        for place, line in enumerate(self.end_lines):
            require(known, f"end_lines[{place}].points", line.points)
        for part in ("ends", "round_over", "out", "at_end", "rank"):
            require(known, part, getattr(self, part))


def is_of(known: Collection[str], text: str) -> bool:
    """Return whether a formula hangs on these names alone, and on nobody who scores."""
    return names_in(text) <= {*known} and not OVER_PLAYERS.search(text)


def names_in(text: str) -> frozenset[str]:
    """Return the names in a formula; none in one that is left empty."""
    return read_optional(text).names


class BeforeTheDeal(NamedTuple):
    """What a formula knows of a hand before a card is dealt."""

    told: Told
    players: int
    hand: int
    hands: int
    target: int

    def value(self, key: str) -> Fraction:
        """Return the number that a name stands for."""
        if key == "cards" and self.told.cards:
            return read_formula(self.told.cards).worth(self)
        rounds = self.told.rounds
        round = rounds[(self.hand - 1) % len(rounds)] if rounds else Round()
        known = {"players": self.players, "hand": self.hand, "hands": self.hands or len(rounds), "target": self.target}
        return Fraction({**known, "cards": round.cards, "times": round.times}[key])

    def all_of(self, which: str) -> list["BeforeTheDeal"]:
        """Return nobody: who scores isn't known yet."""
        return []

    def words(self) -> dict[str, str]:
        """Return no words: nothing was asked yet."""
        return {}


@lru_cache(256)
def seats_of(told: Told, hands: int, target: int, seats: range) -> Sequence[int]:
    """Return how many may play by what must be so before each hand; all ``seats`` where that leaves none."""
    checks = [*told.of_the_table, *told.shared]

    def may_play(players: int) -> bool:
        last = min(hands or len(told.rounds) or 1, MOST_TABLES // len(seats) // len(checks))
        every = (BeforeTheDeal(told, players, hand, hands, target) for hand in range(1, last + 1))
        try:
            return not any(told.broken(table) for table in every)
        except Illegal:  # it will be said when the cards are dealt
            return True

    return (checks and tuple(filter(may_play, seats))) or seats


Answers: TypeAlias = Mapping[str, Mapping[str, int]]
"""What was answered, by question, then by name; of the whole hand under ``""``."""


class Hand:
    """One hand at one table while its formulas are worked out."""

    def __init__(self, told: Told, state: State[Any, Any], answers: Answers, tallies: Mapping[str, Mapping[str, int]]):
        """Take what was answered, and the tallies before the hand by name and key."""
        self.told = told
        self.state = state
        self.answers = answers
        scoring = competitors(state)
        self.totals = {name: points for name, points in state.scored().items() if name in scoring}
        self.tallies = {name: dict(own) for name, own in tallies.items()}
        self.scores: dict[str, int] = {}
        self.questions = told.by_key
        self.values = {value.key: value.is_ for value in told.values}
        self.lookups = 0
        self.worked: dict[tuple[str, str, str], Fraction] = {}
        """The values that were worked out, by place and key: each is worked out once."""

    def worth(self, text: str, name: str = "") -> Fraction:
        """Return what a formula comes to for who scores, or for the whole hand; 0 where there is none."""
        return read_optional(text).worth(Place(self, name))

    def whole(self, text: str, name: str = "") -> int:
        """Return what a formula comes to. Raises Illegal where that is no whole number, or more than can be typed."""
        if text.isdecimal() and len(text) < 6:  # a plain number, as most are
            return int(text)
        worth = self.worth(text, name)
        if abs(worth) > MAX_POINTS:
            raise Illegal("The points of this hand come out far too large to be counted.")
        points = round(float(worth), 3)
        if worth.denominator > 1 and not name:
            text = excerpt(spoken(text, Place(self, "").words()))
            raise Illegal("The formula {text} comes to {points}, which isn't whole.", text=text, points=points)
        if worth.denominator > 1:
            raise Illegal("{who}: the points come to {points}, which isn't whole.", who=name, points=points)
        return int(worth)

    @property
    def number(self) -> int:
        """The number of the hand; between hands that of the next one."""
        return self.state.hand + (not self.state.open)

    @property
    def round(self) -> Round:
        """What the description says of this hand."""
        rounds = self.told.rounds
        return rounds[(self.number - 1) % len(rounds)] if rounds else Round()

    def of_the_hand(self, key: str) -> Fraction:
        """Return what a formula knows of the whole hand."""
        if key == "cards":
            at = ("", "", "cards")
            if at not in self.worked:
                self.worked[at] = self.worth(self.told.cards) if self.told.cards else Fraction(self.round.cards)
            return self.worked[at]
        facts = {
            "hand": self.number,
            "times": self.round.times,
            "players": len(self.state.playing),
            "hands": self.state.options.hands or len(self.told.rounds),
            "target": self.state.options.target or 0,
        }
        return Fraction(facts[key])

    def asked(self, question: Question) -> list[str]:
        """Return whom a question is asked: players, the first of sides, or ``""``, which is the whole hand."""
        names = [""] if question.of == "hand" else [*(self.totals if question.of == "side" else self.state.playing)]
        if not question.when:
            return names
        when, side = read_formula(question.when), self.state.side
        if question.key in self.told.asked_alike:
            return names if when.worth(Place(self, "")) else []
        return [name for name in names if when.worth(Place(self, side(name)[0] if name else "", name))]

    def side_of(self, question: Question, name: str) -> tuple[str, ...]:
        """Return those for whom a name answers a question."""
        return self.state.side(name) if question.of == "side" else (name,)

    @property
    def must_be_said(self) -> list[Question]:
        """The questions that nobody is silent about before the hand: all but ticks, and those that may be left out."""
        return [each for each in self.told.questions if each.said and each.most != "1" and not each.optional]

    @property
    def of_turns(self) -> list[Mapping[str, int]]:
        """What was answered of turns, each question by name: none of what is said before the hand, however late."""
        return [own for key, own in self.answers.items() if not self.questions[key].said]

    def answer(self, question: Question, name: str, players: Iterable[str] = ()) -> int:
        """Return an answer: of the hand, of a side, or of its players together; 0 where nothing was said."""
        names = {"hand": ("",), "side": (name,), "player": players or self.state.side(name)}[question.of]
        return sum(self.answers.get(question.key, {}).get(each, 0) for each in names)

    def goes_on(self, names: Iterable[str]) -> bool:
        """Return whether the round has further turns, where it has several."""
        over = self.told.round_over
        return bool(over) and not any(self.worth(over, name) for name in names)

    def fills(self, who: str) -> tuple[str, int]:
        """Return the box that a player fills in a turn, and with what. Raises Illegal unless it is one that is free."""
        filled = [(key, *one) for key, own in self.answers.items() if key in self.told.boxes for one in own.items()]
        late = [name for own in self.of_turns for name in own if name and self.state.side(name)[0] != who]
        if late:
            raise Illegal("It's {who}'s turn, not {late}'s.", who=who, late=late[0])
        if len(filled) != 1:
            raise Illegal("{who} fills one box in a turn, not {n}.", who=who, n=len(filled))
        ((key, name, number),) = filled
        if name != who:
            raise Illegal("{who} are one side: name only {first}.", who=listed(self.state.side(who)), first=who)
        if key in self.state.facts.filled.get(who, {}):
            raise Illegal("{who} has filled {box} already.", who=who, box=called(self.state, self.questions[key].ask))
        return key, number


class Place(NamedTuple):
    """What a formula sees from one place: of who scores, of one player of a side, or of the whole hand."""

    hand: Hand
    name: str
    alone: str = ""

    def all_of(self, which: str) -> list["Place"]:
        """Return the places over which a function works."""
        if which == "side":
            return [self._replace(alone=name) for name in self.hand.state.side(self.name)]
        return [Place(self.hand, name) for name in self.hand.totals if which != "others" or name != self.name]

    def value(self, key: str) -> Fraction:
        """Return the number that a name stands for."""
        hand = self.hand
        hand.lookups += 1
        if hand.lookups > MAX_LOOKUPS:
            raise Illegal("The points can't be worked out: the formulas of this game ask for too much.")
        if question := hand.questions.get(key):
            return Fraction(hand.answer(question, self.name, self.players))
        if (text := hand.values.get(key)) is not None:
            at = (self.name, self.alone, key)
            if at not in hand.worked:
                hand.worked[at] = read_optional(text).worth(self)
            return hand.worked[at]
        if key == "total":
            return Fraction(hand.totals.get(self.name, 0))
        if key == "score":
            return Fraction(hand.scores.get(self.name, 0))
        if key == "dealer":
            return Fraction(hand.state.dealer in self.players)
        if key in OF_THE_HAND:
            return hand.of_the_hand(key)
        return Fraction(hand.tallies.get(self.name, hand.told.at_first)[key])

    def words(self) -> dict[str, str]:
        """Return what the questions are called at the table."""
        return {key: called(self.hand.state, question.ask) for key, question in self.hand.questions.items()}

    @property
    def players(self) -> tuple[str, ...]:
        """Those of whom it sees the answers: a player, or all of a side."""
        return (self.alone,) if self.alone else self.hand.state.side(self.name)


def called(state: State[Any, Any], word: str) -> str:
    """Return what something is called at a table, which may speak another language than the description."""
    return household((state.options.words or {}).get(word, word))


USUAL_WORDS = frozenset(
    map(str, (say("Tricks said"), say("Tricks taken"), say("Went out"), say("Points held"), say("Points of the turn")))
) | frozenset(map(str, (say("Laid the last tile"), say("Bags"), say("Misses"), say("went out, and holds nothing"))))
"""Words of the usual ways, which every page says in its language."""


@lru_cache(512)
def household(word: str) -> Message:
    """Return a word of a description as it stands, but for the usual ones."""
    return say(word) if word in USUAL_WORDS else joined("", [word])


def competitors(state: State[Any, Any]) -> list[str]:
    """Return those who score in this hand: each player who is in, or the first of each side."""
    return list(dict.fromkeys(state.side(name)[0] for name in state.playing))


def sides_in(state: State[Any, Any]) -> set[tuple[str, ...]]:
    """Return the sides that aren't out of the game."""
    return {state.side(name) for name in state.seated if name not in state.facts.out}


def check(hand: Hand, *, said: bool | None = None) -> None:
    """Refuse answers that can't be; ``said`` asks for those said before the hand alone, or for all but those.

    Raises Illegal.
    """
    asked = {question.key: question for question in hand.told.questions if said is None or question.said == said}
    for key, given in hand.answers.items():
        for name in given:
            _require_asked(hand, asked.get(key), key, name)
    for question in asked.values():
        given, whom = hand.answers.get(question.key, {}), hand.asked(question)
        if unasked := [name for name in given if question.when and name not in whom]:
            why = say("{ask}: that isn't asked in such a hand.", ask=called(hand.state, question.ask))
            raise Illegal("{who}: {why}", who=unasked[0], why=why) if whom else Illegal(why)
        if whom:
            _require_possible(hand, question, given)


def _require_asked(hand: Hand, question: Question | None, key: str, name: str) -> None:
    """Refuse an answer that nobody asks for, or that a side gives by another than its first. Raises Illegal."""
    if question is None or (question.of == "hand") != (not name):
        raise Illegal("“{what}” isn't asked here.", what=excerpt(key))
    side = hand.state.side(name) if name else ()
    if question.of == "side" and name != side[0]:
        raise Illegal("{who} are one side: name only {first}.", who=listed(side), first=side[0])


def _require_possible(hand: Hand, question: Question, given: Mapping[str, int]) -> None:
    """Refuse answers out of bounds, and ones that come to the wrong number in all. Raises Illegal."""
    ask, total = called(hand.state, question.ask), sum(given.values())
    if question.choices and question.of == "hand" and not given and not question.optional:
        raise Illegal("{ask}: choose one.", ask=ask)
    left_out = question.optional and not total
    for number in [number for number in given.values() if number or not question.optional]:
        if question.choices:
            if number not in [choice.is_ for choice in question.choices]:
                raise Illegal("{ask}: {given} is none of its choices.", ask=ask, given=number)
            continue
        least, most = hand.whole(question.least), hand.whole(question.most)
        if not least <= number <= most:
            raise Illegal(
                "{ask}: a number from {least} to {most}, not {given}.", ask=ask, least=least, most=most, given=number
            )
        if (number - least) % question.step:
            raise Illegal("{ask}: in steps of {step} from {least}.", ask=ask, step=question.step, least=least)
    if question.total and not left_out and total != (in_all := hand.whole(question.total)):
        if question.most == question.total == "1":
            raise (
                Illegal("{ask}: choose one, not {n}.", ask=ask, n=total)
                if total
                else Illegal("{ask}: choose one.", ask=ask)
            )
        raise Illegal("{ask}: {all} in all, not {n}.", ask=ask, all=in_all, n=total)
    if question.not_total and total == hand.whole(question.not_total):
        raise Illegal(
            "{ask}: they must not come to {n} in all. The last to speak says another number.", ask=ask, n=total
        )


def require_spoken(hand: Hand) -> None:
    """Refuse that somebody is silent whom a question asks before the hand. Raises Illegal, which names all of them."""
    for question in hand.must_be_said:
        given = hand.answers.get(question.key, {})
        if silent := [
            mate for name in hand.asked(question) if name not in given for mate in hand.side_of(question, name)
        ]:
            ask = called(hand.state, question.ask)
            why = say_many("{who} hasn't said yet.", "{who} haven't said yet.", len(silent), who=listed(silent))
            raise Illegal("{label}: {why}", label=ask, why=why)


class Counted(NamedTuple):
    """What a hand came to, by the names of those who score."""

    scores: dict[str, int]
    totals: dict[str, int]
    tallies: dict[str, dict[str, int]]
    ended_by: str
    """Who ended the game, the first who did; empty where it goes on."""
    out: list[str]
    """Who is out of the game from now on."""


def count(hand: Hand, target: int | None, turns: Sequence[str]) -> Counted:
    """Work a hand out whose answers can be, for those whose ``turns`` it is, in that order. Raises Illegal."""
    told, ended_by = hand.told, ""
    answered = [name for own in hand.of_turns for name, number in own.items() if name and number]
    if late := [name for name in answered if hand.state.side(name)[0] not in turns]:
        raise Illegal("{who} has no turn any more.", who=late[0])
    for names in [[name] for name in turns] if told.in_turn else [turns]:
        if ended_by and not told.last_turn:
            if late := [name for name in hand.state.side(names[0]) if name in answered]:
                raise Illegal("{who} ended the game: {late} has no turn any more.", who=ended_by, late=late[0])
            continue
        _score(hand, names)
        ending = [name for name in names if hand.worth(told.ends, name) or reaches(hand, target, name)]
        ended_by = ended_by or next(iter(ending), "")
    out = [name for name in hand.scores if told.out and hand.worth(told.out, name)]
    if told.in_turn and len(out) == len(sides_in(hand.state)):
        out.pop()  # who came last was the only one left
    return Counted(hand.scores, hand.totals, hand.tallies, ended_by, out)


def _score(hand: Hand, names: Sequence[str]) -> None:
    """Add what those who score at the same time come to, all by how they stood before. Raises Illegal."""
    told = hand.told
    for must in told.musts:
        broken = [name for name in names if not hand.worth(must.must, name)]
        why = called(hand.state, must.why)
        if len(broken) == len(hand.totals):  # of the whole hand
            raise Illegal(capital(why))
        if broken:
            raise Illegal("{who}: {why}", who=listed(hand.state.side(broken[0])), why=why)
    hand.scores |= {name: hand.whole(told.scores, name) for name in names}
    hand.tallies |= {name: {tally.key: hand.whole(tally.becomes, name) for tally in told.tallies} for name in names}
    hand.totals |= {name: hand.totals[name] + hand.scores[name] for name in names}
    hand.worked.clear()


def reaches(hand: Hand, target: int | None, name: str) -> bool:
    """Return whether somebody stands at the target, or beyond."""
    return target is not None and hand.totals[name] >= target
