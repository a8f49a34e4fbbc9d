"""The questions of a hand as a form asks them: a declared class for each description and size of the hand."""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, Literal

from attrs import NOTHING, evolve, field, frozen

from companion.engine import Buttons, Illegal, InRow, Move, Seat, Side, State, Within, read_formula, say
from companion.games.points_game.hand import MAX_POINTS, Hand, Question, Told, competitors

NOBODY: list[str] = []
MOST_KEYS = 13
"""Up to which number the answers of players are keys."""


class Asked(Move):
    """What is asked of a hand; the class is made for the description of a table."""

    in_full = True
    told: Told
    questions: tuple[Question, ...]

    @classmethod
    def totals(cls, state: State[Any, Any]) -> Mapping[str, tuple[int, ...]]:
        """Return what the numbers of a question must add up to."""
        hand, found = Hand(cls.told, state, {}, {}), {}
        for question in cls.questions:
            if question.total and not names_one(question) and hangs_on_nothing(cls.told, question.total):
                with suppress(Illegal):
                    found[question.key] = (hand.whole(question.total),)
        return found

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the questions that aren't asked in such a hand, as far as it was told."""
        numbers = {question.key: number_of(question, answers.get(question.key)) for question in cls.questions}
        of_all = {key: {"": number} for key, number in numbers.items() if number is not None}
        hand, hidden = Hand(cls.told, state, of_all, {}), []
        for question in cls.questions:
            with suppress(Illegal):
                if question.when and not hand.worth(question.when):
                    hidden.append(question.key)
        return tuple(hidden)


def asked_at(state: State[Any, Any], kind: Any, *, said: bool) -> Any:
    """Return the class that asks for what is said before a hand, or else for the hand itself."""
    told: Told = state.options.worked
    hand = Hand(told, state, {}, state.facts.tallies)
    questions = [question for question in told.questions if said == question.said or not (said or state.facts.said)]
    bounds = tuple(bounds_of(hand, question) for question in questions)
    described = Described(repr(told), tuple((state.options.words or {}).items()), told)
    return made(described, kind, tuple(question.key for question in questions), bounds)


@frozen
class Described:
    """A description with the words of a table, told apart by its text, so that a cache can know it."""

    text: str
    words: tuple[tuple[str, str], ...]
    told: Told = field(eq=False)

    def question(self, key: str) -> Question:
        """Return a question in the words of the table."""
        own, words = self.told.by_key[key], dict(self.words)
        choices = [evolve(choice, choice=words.get(choice.choice, choice.choice)) for choice in own.choices]
        return evolve(own, ask=words.get(own.ask, own.ask), choices=choices)


def bounds_of(hand: Hand, question: Question) -> tuple[int, int]:
    """Return the least and the most that can be answered, as far as they can be known now."""
    with suppress(Illegal):
        if hangs_on_nothing(hand.told, question.least) and hangs_on_nothing(hand.told, question.most):
            return hand.whole(question.least), hand.whole(question.most)
    return 0, MAX_POINTS


def hangs_on_nothing(told: Told, text: str) -> bool:
    """Return whether a formula can be worked out before anything of the hand is answered."""
    return not read_formula(text).names & told.by_key.keys()


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
def made(described: Described, kind: Any, keys: tuple[str, ...], bounds: tuple[tuple[int, int], ...]) -> Any:
    """Return the class that asks these questions of a description, as the move of a ``kind``."""
    questions = tuple(map(described.question, keys))
    in_rows = any(each.of != "hand" and not is_flag(each) for each in questions)
    hints: dict[str, Any] = {}
    values: dict[str, Any] = {}
    for question, (least, most) in zip(questions, bounds, strict=True):
        hints[question.key], default = hint_of(question, least, most, in_rows=in_rows)
        values[question.key] = field(default=default, kw_only=True)
    of_the_kind = {name: getattr(kind, name) for name in ("name", "label", "main", "comes_first", "moment")}
    body = {"__annotations__": hints, "told": described.told, "questions": questions, **of_the_kind, **values}
    return frozen(type("AskedHand", (Asked,), body))


def names_of(question: Question, state: State[Any, Any]) -> list[str]:
    """Return those whom a question is asked: the players who are in, or the first of each side."""
    return competitors(state) if question.of == "side" else [*state.playing]


def is_flag(question: Question) -> bool:
    """Return whether the answer is yes or no."""
    return question.most == "1" and not question.choices


def names_one(question: Question) -> bool:
    """Return whether the question names one player of all."""
    return question.of != "hand" and is_flag(question) and question.total == "1"


def hint_of(question: Question, least: int, most: int, *, in_rows: bool) -> tuple[Any, Any]:
    """Return the annotated type that asks a question, and its default; ``in_rows`` as players have rows to mark."""
    who = Side if question.of == "side" else Seat
    words = tuple(choice.choice for choice in question.choices)
    if question.of == "hand":
        if words:
            left_out = [choice.choice for choice in question.choices if question.optional and not choice.is_]
            return Annotated[Literal[words], question.ask], left_out[0] if left_out else NOTHING
        if is_flag(question):
            return Annotated[bool, question.ask], False
        number = Annotated[Annotated[int, Within(least, most)], question.ask]
        return number, 0 if question.optional else NOTHING
    if words:
        return Annotated[dict[who, Literal[words]], question.ask], NOTHING  # type: ignore[valid-type]
    if names_one(question):
        return Annotated[who, question.ask, *([InRow(say(question.ask))] if in_rows else [])], NOTHING
    if is_flag(question):
        return Annotated[list[who], question.ask], NOTHING if question.total else NOBODY  # type: ignore[valid-type]
    numbers: Any = Annotated[int, Within(least, most)]
    if least == 0 and most <= MOST_KEYS:
        numbers = Annotated[numbers, Buttons(most)]
    return Annotated[dict[who, numbers], question.ask], NOTHING  # type: ignore[valid-type]


def gathered(kind: Any, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was answered as a sheet has it: by name and question, and of the whole hand."""
    answers: dict[str, dict[str, int]] = {}
    of_all: dict[str, int] = {}
    for question in kind.questions:
        value = typed.get(question.key)
        worth = {choice.choice: choice.is_ for choice in question.choices}
        if value is None:
            continue
        if question.of == "hand":
            of_all[question.key] = worth.get(value, int(value) if isinstance(value, bool) else value)
            continue
        if isinstance(value, str):
            value = {value: 1}
        elif isinstance(value, list):
            value = dict.fromkeys(value, 1)
        for name, number in value.items():
            answers.setdefault(name, {})[question.key] = worth.get(number, number)
    return {key: found for key, found in (("answers", answers), ("hand", of_all)) if found}


def spread(kind: Any, answers: Mapping[str, Mapping[str, int]], of_all: Mapping[str, int]) -> dict[str, Any]:
    """Return what a hand was told as the answers to its questions."""
    found: dict[str, Any] = {}
    for question in kind.questions:
        words = {choice.is_: choice.choice for choice in question.choices}
        given = {name: own[question.key] for name, own in answers.items() if question.key in own}
        if question.of == "hand":
            number = of_all.get(question.key)
            found[question.key] = None if number is None else words.get(number, number)
            if is_flag(question):
                found[question.key] = bool(number)
        elif names_one(question):
            found[question.key] = next((name for name, number in given.items() if number), None)
        elif is_flag(question):
            found[question.key] = [name for name, number in given.items() if number]
        else:
            found[question.key] = {name: words.get(number, number) for name, number in given.items()}
    return found
