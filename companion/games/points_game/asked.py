"""The questions of a hand as a form asks them: a declared class for each description and size of the hand."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from attrs import NOTHING, evolve, field, frozen

from companion.engine import (
    NOBODY_OF_ALL,
    Buttons,
    Illegal,
    InRow,
    Move,
    Seat,
    Side,
    State,
    Unusual,
    Within,
    read_formula,
    say,
)
from companion.games.points_game.hand import MAX_POINTS, ONE_HAS_NONE, Hand, Question, Told, household, names_in

NOBODY: dict[str, bool] = {}
"""Stands for a tick that nobody set; nobody changes it."""
MOST_IN_BOX = 31
"""How many numbers a box can hold at most that are tapped."""
MOST_KEYS = 13
"""Up to which number the answers of players are keys."""


class Asked(Move):
    """What is asked of a hand; the class is made for the description of a table."""

    in_full = True
    told: ClassVar[Told]
    questions: ClassVar[list[Question]]
    who: ClassVar[str] = ""
    """Whose turn it asks for; empty where it asks for all."""
    boxes: ClassVar[Mapping[str, str]] = {}
    """The keys of the boxes that are free, by what they are called."""
    numbers: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """What can be tapped of each."""
    whom: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Who is asked a question, where how each stands decides that."""
    sums: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """What the numbers of a question must add up to."""

    @classmethod
    def choices_left(cls, answers: Mapping[str, str]) -> Mapping[str, Collection[str]]:
        """Return the box that was chosen with its numbers, and who is asked where not all are."""
        box = answers.get("box", "")
        numbers = cls.numbers.get(box)
        of_box = {"box": [box], "in_box": [str(number) for number in numbers]} if numbers else {}
        return {**cls.whom, **of_box}

    @classmethod
    def totals(cls, state: State[Any, Any]) -> Mapping[str, tuple[int, ...]]:
        """Return what the numbers of a question must add up to."""
        return cls.sums

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the questions that aren't asked in such a hand, as far as it was told, or not of whose turn it is."""
        found = {question.key: number_of(question, answers.get(question.key)) for question in cls.questions}
        of_all = {key: {"": number} for key, number in found.items() if number is not None}
        hand, hidden = Hand(cls.told, state, of_all, state.facts.tallies), []
        for question in cls.questions if any(question.when for question in cls.questions) else ():
            with suppress(Illegal):
                whom = hand.asked(question)
                if not whom or (cls.who and question.of != "hand" and cls.who not in whom):
                    hidden.append(question.key)
        return tuple(hidden)


Words: TypeAlias = tuple[tuple[str, str], ...]
"""What a table calls the words of a description."""


class Ask(NamedTuple):
    """A question with what is known of its answers now."""

    key: str
    least: int
    most: int
    total: int | None = None
    """What they must add up to."""
    whom: tuple[str, ...] | None = None
    """Who is asked, where how each stands decides that."""


def asked_at(state: State[Any, Any], kind: Any, *, said: bool, left: Sequence[str] | None = None) -> Any:
    """Return the class that asks for what is said before a hand, or else for the hand itself.

    Where people have turns, it asks those who have theirs ``left`` in this round; of a pad of boxes only the first.
    """
    told: Told = state.options.worked
    hand, words = Hand(told, state, {}, state.facts.tallies), tuple((state.options.words or {}).items())
    questions = [question for question in told.questions if said == question.said or not (said or state.facts.said)]
    asks = tuple(ask_of(hand, question) for question in questions if not question.once)
    turn = next(iter(left or ()), None) if told.boxes else None
    if left is not None and not told.boxes and len(left) < len(hand.totals):
        asks = tuple(of_turns(hand, ask, left) for ask in asks)
    if turn is None:
        return made(told, words, kind, asks)
    filled = state.facts.filled.get(turn, {})
    free = tuple(ask_of(hand, box) for key, box in told.boxes.items() if key not in filled)
    return made_turn(told, words, kind, turn, free, asks)


def ask_of(hand: Hand, question: Question) -> Ask:
    """Return a question with what can be answered, the sum, and who is asked, as far as they are known now."""
    least, most, total, whom = 0, MAX_POINTS, None, None
    with suppress(Illegal):
        if question.when and question.of != "hand" and hangs_on_nothing(hand.told, question.when):
            whom = tuple(hand.asked(question))
    with suppress(Illegal):
        if question.total and not names_one(question) and hangs_on_nothing(hand.told, question.total):
            total = hand.whole(question.total)
    with suppress(Illegal):
        if hangs_on_nothing(hand.told, question.least) and hangs_on_nothing(hand.told, question.most):
            least, most = hand.whole(question.least), hand.whole(question.most)
    return Ask(question.key, least, most, total, whom)


def of_turns(hand: Hand, ask: Ask, left: Sequence[str]) -> Ask:
    """Return a question as it is asked of those whose turn it still is."""
    question = hand.questions[ask.key]
    whom = ask.whom if ask.whom is not None else hand.asked(evolve(question, when=""))
    return ask._replace(whom=tuple(name for name in whom if name and hand.state.side(name)[0] in left))


def in_words(told: Told, words: Words, key: str) -> Question:
    """Return a question in the words of the table."""
    own, known = told.by_key[key], dict(words)
    choices = [evolve(choice, choice=household(known.get(choice.choice, choice.choice))) for choice in own.choices]
    return evolve(own, ask=household(known.get(own.ask, own.ask)), choices=choices)


def hangs_on_nothing(told: Told, text: str) -> bool:
    """Return whether a formula can be worked out before anything of the hand is answered."""
    return not names_in(text) & told.by_key.keys()


def number_of(question: Question, value: Any) -> int | None:
    """Return the answer of the whole hand, typed or as it is kept; None where there is none yet."""
    if question.of != "hand" or value in (None, ""):
        return None
    if question.choices:
        return next((choice.is_ for choice in question.choices if choice.choice == value), None)
    if is_flag(question):
        return int(value not in (False, "0"))
    return int(value) if re.fullmatch("-?[0-9]{1,9}", str(value)) else None


@lru_cache(256)
def made(told: Told, words: Words, kind: Any, asks: tuple[Ask, ...]) -> Any:
    """Return the class that asks these questions of a description, as the move of a ``kind``."""
    questions = [in_words(told, words, ask.key) for ask in asks]
    hints = {
        ask.key: hint_of(
            question,
            ask.least,
            ask.most,
            of_one=is_of_one(told, ask.key),
            unusual=told.in_turn or (ask.key in told.left_with and on_keys(question, ask.least, ask.most)),
        )
        for question, ask in zip(questions, asks, strict=True)
    }
    sums = {ask.key: (ask.total,) for ask in asks if ask.total is not None}
    whom = {ask.key: ask.whom for ask in asks if ask.whom is not None}
    return built(told, kind, questions, hints, sums=sums, whom=whom, at_one_time=any(each.hidden for each in questions))


@lru_cache(256)
def made_turn(told: Told, words: Words, kind: Any, who: str, free: tuple[Ask, ...], asks: tuple[Ask, ...]) -> Any:
    """Return the class that asks which of the boxes that are free is filled in a turn, and with what."""
    questions, boxes, numbers = [in_words(told, words, ask.key) for ask in asks], {}, {}
    for key, least, most, *_ in free:
        box = in_words(told, words, key)
        boxes[box.ask], numbers[box.ask] = key, numbers_of(box, least, most)
    which: Any = Annotated[Literal[tuple(boxes)], say("{who}: which box?", who=who)]
    tapped = sorted({number for each in numbers.values() for number in each})
    holds: Any = Literal[tuple(tapped)] if all(numbers.values()) else Annotated[int, Within(-MAX_POINTS, MAX_POINTS)]
    hints = {"box": (which, NOTHING), "in_box": (Annotated[holds, "How much?"], NOTHING)}
    for question, ask in zip(questions, asks, strict=True):
        hints[ask.key] = hint_of(evolve(question, of="hand"), ask.least, ask.most)
    return built(told, kind, questions, hints, who=who, boxes=boxes, numbers=numbers, in_full=False)


def numbers_of(box: Question, least: int, most: int) -> tuple[int, ...]:
    """Return the numbers that a box can hold; none where they are too many to tap."""
    if box.choices:
        return tuple(choice.is_ for choice in box.choices)
    numbers = range(least, most + 1, box.step)
    return tuple(numbers) if len(numbers) <= MOST_IN_BOX else ()


def built(told: Told, kind: Any, questions: list[Question], hints: Mapping[str, Any], **more: Any) -> Any:
    """Return a class with these hints, each with its default."""
    values = {key: field(default=default, kw_only=True) for key, (_, default) in hints.items()}
    of_the_kind = {name: getattr(kind, name) for name in ("name", "label", "main", "comes_first", "moment")}
    own = {"__annotations__": {key: hint for key, (hint, _) in hints.items()}, "told": told, **more}
    return frozen(type("AskedHand", (Asked,), {**own, "questions": questions, **of_the_kind, **values}))


def is_flag(question: Question) -> bool:
    """Return whether the answer is yes or no."""
    return question.most == "1" and not question.choices


def must_be_had(question: Question) -> bool:
    """Return whether whose turn it was has a number here: a tick, or what may be left out, says nothing of it."""
    return not (question.of == "hand" or question.said or question.optional or is_flag(question))


def on_keys(question: Question, least: int, most: int) -> bool:
    """Return whether the numbers of players are keys to tap."""
    return least == 0 and most <= MOST_KEYS and question.step == 1


def names_one(question: Question) -> bool:
    """Return whether the question names one player of all."""
    return question.of != "hand" and is_flag(question) and question.total == "1"


class Both(NamedTuple):
    """What a formula sees of a hand where two have the same, and of the whole hand is said what may be."""

    key: str
    of_all: Mapping[str, int]
    words: Callable[[], Mapping[str, str]] = dict
    """None: nothing is refused."""

    def value(self, key: str) -> Fraction:
        """Return 1 for what both have, or what is said of the hand."""
        return Fraction(self.of_all.get(key, 1))

    def all_of(self, which: str) -> list["Both"]:
        """Return the two, or one of them."""
        return [self, self] if which not in ("others", "side") else [self]


@lru_cache(1_000)
def is_of_one(told: Told, key: str) -> bool:
    """Return whether one player or side at most has what is asked: by its sum, or by what must be so in any case."""
    question, flags = told.by_key[key], {each.key for each in told.questions if each.of == "hand" and is_flag(each)}
    if question.of == "hand" or not is_flag(question):
        return False
    return names_one(question) or any(forbids_two(must.must, key, flags) for must in told.musts)


def forbids_two(must: str, key: str, flags: Collection[str]) -> bool:
    """Return whether a formula that hangs on what is asked, and on flags of the hand, never holds where two have it."""
    others = sorted(names_in(must) - {key})
    if key not in names_in(must) or not {*others} <= {*flags}:
        return False
    said = (dict(zip(others, numbers, strict=True)) for numbers in product((0, 1), repeat=len(others)))
    return not any(read_formula(must).worth(Both(key, of_all)) for of_all in said)


def is_unsaid(question: Question, worth: int) -> bool:
    """Return whether a choice is what a player means who says nothing: it has no button of its own."""
    return bool(question.choices) and question.optional and question.of != "hand" and not worth


def hint_of(
    question: Question, least: int, most: int, *, of_one: bool = False, unusual: bool = False
) -> tuple[Any, Any]:
    """Return the annotated type that asks a question, and its default.

    Nobody's bid goes without saying, nor another number that is ``unusual``: a turn, what the others are left with.
    ``of_one``: one player has it at most.
    """
    who = Side if question.of == "side" else Seat
    words = tuple(choice.choice for choice in question.choices if not is_unsaid(question, choice.is_))
    if question.of == "hand":
        if words:
            left_out = [choice.choice for choice in question.choices if question.optional and not choice.is_]
            return Annotated[Literal[words], question.ask], left_out[0] if left_out else NOTHING
        if is_flag(question):
            return Annotated[bool, question.ask], False
        number = Annotated[Annotated[int, Within(least, most)], question.ask]
        return number, 0 if question.optional else NOTHING
    spoken = (Unusual(question.said and not question.optional),) if question.said or unusual else ()
    if words:
        return Annotated[dict[who, Literal[words]], question.ask, *spoken], NOTHING  # type: ignore[valid-type]
    if of_one:
        nobody = say("nobody") if question.optional and names_one(question) else None
        named: Any = who if names_one(question) else who | None
        in_row = InRow(household(question.ask), nobody)
        return Annotated[named, question.ask, in_row], NOTHING if names_one(question) else None
    if is_flag(question):
        must_be = question.total.strip("0").isdigit() and not question.optional
        return Annotated[dict[who, bool], question.ask], NOTHING if must_be else NOBODY  # type: ignore[valid-type]
    numbers: Any = Annotated[int, Within(least, most, question.step)]
    if on_keys(question, least, most):
        numbers = Annotated[numbers, Buttons(most)]
    return Annotated[dict[who, numbers], question.ask, *spoken], NOTHING  # type: ignore[valid-type]


def worth(question: Question, answer: Any) -> Any:
    """Return the number that a choice or a tick stands for; any other answer as it is."""
    if isinstance(answer, bool):
        return int(answer)
    return next((choice.is_ for choice in question.choices if choice.choice == answer), answer)


def typed_by_all(hand: Hand, answers: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return for whom a number must be typed, by its question: where an empty field is no 0.

    Numbers that are tapped as keys aren't among them, nor who is out and so has nothing left.
    """
    told, found = hand.told, dict[str, list[str]]()
    for question in told.checked:
        ask, out = ask_of(hand, question), answers.get(told.left_with.get(question.key, "")) or {}
        gone = [out] if isinstance(out, str) else [name for name, is_out in out.items() if is_out]
        with suppress(Illegal):
            if not on_keys(question, ask.least, ask.most):
                found[question.key] = [name for name in hand.asked(question) if name not in gone]
    return found


def require_entered(state: State[Any, Any], kind: Any, typed: Mapping[str, Any]) -> None:
    """Refuse a hand in which nothing is entered, or somebody's number isn't that has to be. Raises Illegal."""
    elsewhere = kind.told.in_turn or any(each.said for each in kind.questions)
    if not elsewhere and all(typed.get(each.key) in (None, {}) for each in kind.questions):
        plain = [each for each in kind.questions if not (each.choices or each.when or each.optional)]
        hand = Hand(kind.told, state, {}, state.facts.tallies)
        limits = [(each, hand.whole(each.least), hand.whole(each.most)) for each in plain if each.most != "1"]
        if any(most > least and not on_keys(each, least, most) for each, least, most in limits):
            raise Illegal("Enter a number for somebody.")
    if not kind.told.checked:
        return
    asks, musts = {each.key: each.ask for each in kind.questions}, {must.must for must in kind.told.musts}
    of_all = {each.key: {"": number} for each in kind.questions if (number := number_of(each, typed.get(each.key)))}
    for key, names in typed_by_all(Hand(kind.told, state, of_all, state.facts.tallies), typed).items():
        entered = typed.get(key) or {}
        missing = [name for name in names if name not in entered] if key in asks else []
        out = ONE_HAS_NONE.format(key=key) in musts and len(missing) == 1 and 0 not in entered.values()
        if missing and not out:
            raise Illegal("{who}: {why}", who=missing[0], why=say("{ask}: that is missing.", ask=asks[key]))


def gathered(kind: Any, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was answered as a sheet has it: by name and question, and of the whole hand."""
    answers: dict[str, dict[str, int]] = {}
    of_all: dict[str, int] = {}
    if box := kind.boxes.get(typed.get("box")):
        answers[kind.who] = {box: typed["in_box"]}
    for question in kind.questions:
        value = typed.get(question.key)
        if value is None:
            continue
        if kind.who or question.of == "hand":
            number = worth(question, value)
            if question.of == "hand" or question.said or number:
                (of_all if question.of == "hand" else answers.setdefault(kind.who, {}))[question.key] = number
            continue
        if isinstance(value, str):
            value = {value: 1} if value != NOBODY_OF_ALL else {}
        for name, number in value.items():
            answers.setdefault(name, {})[question.key] = worth(question, number)
    return {"hand": of_all} if of_all and not answers else {"answers": answers} | ({"hand": of_all} if of_all else {})


def spread(
    kind: Any, answers: Mapping[str, Mapping[str, int]], of_all: Mapping[str, int], names: Mapping[str, list[str]]
) -> dict[str, Any]:
    """Return what a hand was told as the answers to its questions; of ``names`` who wasn't named has said 0."""
    found: dict[str, Any] = {}
    if kind.who:
        own = answers.get(kind.who, {})
        found = next(({"box": box, "in_box": own[key]} for box, key in kind.boxes.items() if key in own), {})
        of_all = {**own, **of_all}
    for question in kind.questions:
        words = {choice.is_: choice.choice for choice in question.choices}
        given = {name: own[question.key] for name, own in answers.items() if question.key in own}
        if kind.who or question.of == "hand":
            number = of_all.get(question.key)
            found[question.key] = None if number is None else words.get(number, number)
            if is_flag(question):
                found[question.key] = bool(number)
        elif is_of_one(kind.told, question.key):
            one = next((name for name, number in given.items() if number), None)
            found[question.key] = one or (NOBODY_OF_ALL if question.optional and names_one(question) else None)
        elif is_flag(question):
            found[question.key] = {name: number for name, number in given.items() if number}
        else:
            given = dict.fromkeys(names.get(question.key, ()), 0) | given
            told = {name: number for name, number in given.items() if not is_unsaid(question, number)}
            found[question.key] = {name: words.get(number, number) for name, number in told.items()}
    return found
