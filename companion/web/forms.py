"""Forms made from declarations: what a move or the house rules ask, and what was typed, as JSON."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from attrs import NOTHING, fields, frozen, has

from companion.engine.fields import Account, Among, Kind, Others, Pot, RankAndSuit, Taps, Total, UpTo
from companion.engine.game import Move
from companion.engine.reading import bare, hints, is_optional, key_of, notes_of
from companion.engine.refusals import Malformed
from companion.engine.sides import TwoSides
from companion.engine.state import Options, State
from companion.engine.words import card_name
from companion.web.numbers import in_order, numbered, on_board, typed_numbers

WORDS = {
    "flush": "a flush",
    "four-suits": "four suits",
    "did-not-rob": "Did not rob",
    "robbed-without-ace": "Robbed without the ace",
    "must": "must rob",
    "may": "may rob",
    "none": "no robbing",
    "pass": "the deal passes",
    "pay": "pays and deals again",
}
"""Choices whose word in a sheet is not yet a word for people; every other is shown with its dashes as spaces."""


@frozen
class Field:
    """One question of a form.

    ``control`` is how it is asked, "none" if it isn't; ``choices`` are (value, words); ``taps`` is the highest number
    that is offered as a button, or how many numbers are tapped; what is ``counted`` has no answer that goes without
    saying; what ``empties`` is null where it is left empty. ``answers`` are those of which each player has one, and
    ``total`` is what all the numbers come to.
    """

    name: str
    control: str
    label: str
    value: Any
    required: bool
    choices: tuple[tuple[str, str], ...] = ()
    taps: int | None = None
    counted: bool = False
    empties: bool = False
    answers: tuple[Any, ...] = ()
    total: int | None = None

    @property
    def figure(self) -> bool:
        """Whether each player answers with a number that is typed, or with one of some words."""
        return self.control == "each" and self.taps is None and self.total is None

    @property
    def parts(self) -> bool:
        """Whether it is answered in several parts, each with a name of its own."""
        return self.control in {"each", "lays", "card", "numbers"}


def move_fields(
    kind: type[Move], state: State[Any, Any], typed: Mapping[str, Any], said: Mapping[str, str] | None = None
) -> list[Field]:
    """The questions of a move, with what was typed before; fields that exclude each other are one question.

    What was ``said`` is settled, and not asked again; neither is what can't matter now.
    """
    said = said or {}
    settled = {*said, *kind.either, *kind.needless(state, {**typed, **said})}
    asked = [
        _field(kind, attribute.name, attribute.default, state, typed, said)
        for attribute in fields(kind)
        if key_of(attribute.name) not in settled
    ]
    return [_either(kind, state, typed), *asked] if kind.either else asked


def _either(kind: type[Move], state: State[Any, Any], typed: Mapping[str, Any]) -> Field:
    """One question for all the fields of which exactly one is given; its answers name the field."""
    parts = [_field(kind, name, None, state, typed, {}) for name in kind.either]
    choices = tuple((f"{part.name}:{value}", words) for part in parts for value, words in part.choices)
    value = typed.get("either") or next((f"{part.name}:{part.value}" for part in parts if part.value), None)
    return Field("either", "either", parts[0].label, value, True, choices)


def option_fields(kind: type[Options], state: State[Any, Any], typed: Mapping[str, Any]) -> list[Field]:
    """The house rules of a game as questions, with what was typed before or the default."""
    return [_field(kind, option.name, option.default, state, typed, {}) for option in fields(kind)]


def _field(
    declared: Any, name: str, default: Any, state: State[Any, Any], typed: Mapping[str, Any], said: Mapping[str, str]
) -> Field:
    hint, key = hints(declared)[name], key_of(name)
    notes = notes_of(hint)
    label = next((note for note in notes if isinstance(note, str)), key.replace("_", " "))
    value = typed.get(key, None if default is NOTHING else default)
    control, choices = _control(hint, bare(hint), state)
    if any(isinstance(note, Others) for note in notes):
        choices = tuple(choice for choice in choices if choice[0] in state.playing and choice[0] != said.get("player"))
    taps = next((note for note in notes if isinstance(note, Taps)), Taps(0))
    upto = next((note.most for note in notes if isinstance(note, UpTo)), None)
    most, empties = _most(taps, state) or upto, control == "number" and is_optional(hint)
    total = next((note.counters for note in notes if isinstance(note, Total)), None)
    answers = _answers(bare(hint)) if control == "each" else ()
    return Field(key, control, label, value, default is NOTHING, choices, most, taps.cards, empties, answers, total)


def _answers(base: Any) -> tuple[Any, ...]:
    """The numbers and words of which each player has one, where a question is answered so."""
    each = bare(get_args(base)[1])
    return get_args(each) if get_origin(each) is Literal else ()


def _most(taps: Taps, state: State[Any, Any]) -> int:
    """Up to which number a form offers buttons: no more cards than were dealt."""
    dealing = state.options.dealing(len(state.playing)) if taps.cards else None
    return dealing.most if dealing else taps.most


def _control(  # noqa: C901
    hint: Any, base: Any, state: State[Any, Any]
) -> tuple[str, tuple[tuple[str, str], ...]]:
    notes = notes_of(hint)
    kinds = [note for note in notes if isinstance(note, Kind)]
    if any(isinstance(note, TwoSides) for note in notes):
        return "sides", _pairing_choices(state.playing)
    if get_origin(base) is dict:
        return _control_each(bare(get_args(base)[1]), state)
    if has(base):
        return "none", ()
    if base == Account:
        pots = [(f"pot:{pot}", f"the {pot}") for pot in state.pots]
        return "choice", tuple([(f"player:{name}", name) for name in state.seats] + pots)
    if get_origin(base) is list and bare(get_args(base)[0]) is int:
        return "numbers", numbered(notes)
    if Kind.SEAT in kinds and base is str:
        return "choice", tuple((name, name) for name in state.seats)
    if Kind.POT in kinds:
        return "choice", tuple((pot, f"the {pot}") for pot in state.pots)
    if get_origin(base) is Literal:
        return "choice", tuple((str(word), in_words(word)) for word in get_args(base))
    if among := next((note for note in notes if isinstance(note, Among)), None):
        return "choice", tuple((card, card_name(card)) for card in among.cards)
    if any(isinstance(note, RankAndSuit) for note in notes):
        return "card", ()
    return {bool: "check", int: "number", str: "text"}.get(base, "none"), ()


def _control_each(base: Any, state: State[Any, Any]) -> tuple[str, tuple[tuple[str, str], ...]]:
    if has(base):
        return "none", ()
    return "lays" if get_origin(base) is dict else "each", tuple((name, name) for name in state.playing)


def in_words(value: Any) -> str:
    """A value of a house rule or a choice as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(str(one) for one in value) or "none"
    return WORDS.get(str(value), str(value).replace("-", " "))


def pairings(players: Sequence[str]) -> list[list[list[str]]]:
    """The ways in which four players can make two sides, those who sit opposite each other first."""
    if len(players) != 4:
        return []
    first, second, third, fourth = players
    return [[[first, third], [second, fourth]], [[first, second], [third, fourth]], [[first, fourth], [second, third]]]


def _pairing_choices(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    sides = [" against ".join(" and ".join(team) for team in teams) for teams in pairings(players)]
    return (("", "everyone alone"), *((str(number), words) for number, words in enumerate(sides)))


def move_json(kind: type[Move], form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    """What was typed for a move, as the sheet would hold it. Raises Malformed with a sentence."""
    return _typed(move_fields(kind, state, dict(form.items())), kind, form, state)


def option_json(kind: type[Options], form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    """The house rules that differ from the book's, as the sheet would hold them. Raises Malformed."""
    asked = option_fields(kind, state, {})
    typed = _typed(asked, kind, form, state)
    emptied = (field for field in asked if field.empties and field.name in form and not form[field.name].strip())
    typed |= {field.name: None for field in emptied}
    return {field.name: typed[field.name] for field in asked if typed.get(field.name, field.value) != field.value}


def _typed(asked: list[Field], declared: Any, form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    read = {field.name: _value(field, declared, form, state) for field in asked}
    if either := read.pop("either", None):
        name, _, value = either.partition(":")
        read[name] = value
    return {name: value for name, value in read.items() if value is not None}


def _value(field: Field, declared: Any, form: Mapping[str, str], state: State[Any, Any]) -> Any:
    if field.control == "none":
        return None
    if field.control == "each":
        return _each(field, form)
    if field.control == "lays":
        return _lays(field, form, state)
    if field.control == "numbers":
        return _several(field, form)
    if field.control == "check":
        return field.name in form
    text = form.get(field.name, "").strip() or form.get(f"{field.name}:rank", "") + form.get(f"{field.name}:suit", "")
    if not text:
        if field.required:
            raise Malformed(f"{field.label} This is still to be answered.")
        return None
    if field.control == "either":
        return text
    if field.control == "sides":
        return _sides(text, field, state)
    attribute = field.name if field.name in hints(declared) else f"{field.name}_"
    return _read(text, field, hints(declared)[attribute])


def _each(field: Field, form: Mapping[str, str]) -> dict[str, Any] | None:
    """A number for each; the tap on 0 says nothing, and so does a question left alone."""
    given = {name: form.get(f"{field.name}:{name}", "").strip() for name, _ in field.choices}
    if field.answers:
        known = {str(answer): answer for answer in field.answers}
        return {name: known.get(text, text) for name, text in given.items() if text}
    numbers = {name: _number(text, f"{field.label} {name}") for name, text in given.items() if text}
    said = {name: number for name, number in numbers.items() if number or field.taps is None}
    return said if said or field.required or (numbers and field.counted) else None


def _several(field: Field, form: Mapping[str, str]) -> list[int] | None:
    said = in_order(field.name, field.label, form)
    return [_number(text, field.label) for text in said] if said or field.required else None


def _lays(field: Field, form: Mapping[str, str], state: State[Any, Any]) -> dict[str, dict[str, int]] | None:
    """What each lays on which pot; who lays nothing isn't named."""
    laid = {name: _each(_pots_of(field, name, state), form) for name, _ in field.choices}
    return {name: lays for name, lays in laid.items() if lays} or None


def _pots_of(field: Field, name: str, state: State[Any, Any]) -> Field:
    """The question of one player: how much on which pot?"""
    pots = tuple((pot, pot) for pot in state.pots)
    return Field(f"{field.name}:{name}", "each", field.label, None, False, pots, 0)


def _read(text: str, field: Field, hint: Any) -> Any:
    base = bare(hint)
    if field.control == "number":
        return _number(text, field.label)
    if base == Account:
        sort, _, name = text.partition(":")
        return {"pot": name} if sort == "pot" else name
    if get_origin(base) is Literal:
        return next((word for word in get_args(base) if str(word) == text), text)
    return text.upper() if any(isinstance(note, RankAndSuit) for note in notes_of(hint)) else text


def _number(text: str, label: str) -> int:
    if not re.fullmatch(r"[+\-−]?[0-9]{1,9}", text):
        raise Malformed(f"{label} “{text[:20]}” is not a whole number.")
    return int(text.replace("−", "-"))


def _sides(text: str, field: Field, state: State[Any, Any]) -> list[list[str]]:
    sides = {str(number): teams for number, teams in enumerate(pairings(state.playing))}
    if text not in sides:
        raise Malformed(f"{field.label}: choose again who plays with whom.")
    return sides[text]


def as_typed(move: Any) -> dict[str, Any]:
    """A move or the house rules as a form shows them again."""
    shown = {}
    for attribute in fields(type(move)):
        held = getattr(move, attribute.name)
        if isinstance(held, Pot):
            held = f"pot:{held.name}"
        elif bare(hints(type(move))[attribute.name]) == Account:
            held = f"player:{held}"
        if held is not None:
            shown[key_of(attribute.name)] = held
    return shown


def again(field: Field, said: Mapping[str, str]) -> Any:
    """What was typed for a question of several parts, as the form shows it again."""
    start = f"{field.name}:"
    parts = {key.removeprefix(start): held for key, held in said.items() if key.startswith(start)}
    if field.control == "card":
        return parts.get("rank", "") + parts.get("suit", "")
    if field.control == "numbers":
        return typed_numbers(field.name, said) or on_board(field.name, said)
    if field.control == "each":
        return parts
    return {
        name: {pot.removeprefix(f"{name}:"): held for pot, held in parts.items() if pot.startswith(f"{name}:")}
        for name, _ in field.choices
    }
