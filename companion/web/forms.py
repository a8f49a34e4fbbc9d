"""Forms made from declarations: what a move or the house rules ask."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args

from attrs import NOTHING, evolve, fields, frozen, has

from companion.engine.fields import Taps
from companion.engine.game import Moment, Move
from companion.engine.reading import bare, key_of
from companion.engine.saying import say
from companion.engine.state import Options, State
from companion.engine.words import pot_named
from companion.web.controls import SEVERAL_PARTS, Choices, Control, against, choices_of
from companion.web.declared import declared, plain
from companion.web.parts import as_typed, part_of

PACK = 52
"""So many cards at most can be left with somebody."""
BLANK_ROWS = 2
"""So many rows of a list are left to fill in beyond those that are filled."""


@frozen
class Field:
    """One question of a form.

    ``control`` is how it is asked; ``choices`` are (value, words); ``taps`` is the highest number that is offered as
    a button, or how many numbers are tapped; what is ``counted`` has no answer that goes without saying; what
    ``empties`` is null where it is left empty; what is ``signed`` may be below 0. ``answers`` are those of which each
    player has one, ``heaps`` are where each lays counters, and ``total`` is what all the numbers come to. Whom the
    question ``but`` names on the same page isn't among those who answer. ``rows`` are the questions of something with
    parts of its own, one row for each of a list.
    """

    name: str
    control: Control
    label: str
    value: Any
    required: bool
    choices: tuple[tuple[str, str], ...] = ()
    taps: int | None = None
    counted: bool = False
    empties: bool = False
    signed: bool = False
    answers: tuple[Any, ...] = ()
    heaps: Choices = ()
    total: int | None = None
    but: str = ""
    rows: tuple[tuple["Field", ...], ...] = ()

    @property
    def figure(self) -> bool:
        """Whether each player answers with a number that is typed, or with one of some words."""
        return self.control == "each" and self.taps is None

    @property
    def parts(self) -> bool:
        """Whether it is answered in several parts, each with a name of its own."""
        return self.control in {*SEVERAL_PARTS, "card"}

    @property
    def chosen(self) -> str:
        """The one of its choices that was made, as the form knows it; empty where none was."""
        if self.control == "sides" and isinstance(self.value, list):
            words = {against(teams) for teams in (self.value, self.value[::-1])}
            return next((value for value, said in self.choices if said in words), "")
        only = self.choices[0][0] if self.required and len(self.choices) == 1 else ""
        return str(self.value) if self.value is not None else only


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
    needed = kind.needed(state)
    asked = [evolve(field, required=True) if field.name in needed else field for field in asked]
    if words := kind.narrowed(said):
        asked = [_narrowed(field, words) for field in asked]
    return [_either(kind, state, typed), *asked] if kind.either else asked


def _narrowed(field: Field, words: Mapping[str, Collection[str]]) -> Field:
    """A question, or its parts, with those answers alone that go with what was said."""
    kept = words.get(field.name)
    choices = tuple(choice for choice in field.choices if kept is None or choice[0] in kept)
    rows = tuple(tuple(_narrowed(part, words) for part in row) for row in field.rows)
    return evolve(field, choices=choices, rows=rows)


def _either(kind: type[Move], state: State[Any, Any], typed: Mapping[str, Any]) -> Field:
    """One question for all the fields of which exactly one is given; its answers name the field."""
    parts = [_field(kind, name, None, state, typed, {}) for name in kind.either]
    choices = tuple((f"{part.name}:{value}", words) for part in parts for value, words in part.choices)
    value = typed.get("either") or next((f"{part.name}:{part.value}" for part in parts if part.value), None)
    return Field("either", "either", parts[0].label, value, True, choices)


def option_fields(kind: type[Options], state: State[Any, Any], typed: Mapping[str, Any]) -> list[Field]:
    """The house rules of a game as questions, with what was typed before or the default."""
    return part_fields(kind, state, typed)


def beside_the_book(state: State[Any, Any]) -> list[tuple[Field, Field]]:
    """The house rules of the game that is on, each beside what it is in the book; none where no game is on."""
    if state.game is None:
        return []
    return side_by_side(state.game.options, state, as_typed(state.options), {})


def side_by_side(
    kind: type[Options], state: State[Any, Any], typed: Mapping[str, Any], other: Mapping[str, Any]
) -> list[tuple[Field, Field]]:
    """The house rules of a game as they were typed, each beside what it is as they were typed otherwise."""
    return list(zip(option_fields(kind, state, typed), option_fields(kind, state, other), strict=True))


def _field(
    owner: Any, name: str, default: Any, state: State[Any, Any], typed: Mapping[str, Any], said: Mapping[str, str]
) -> Field:
    known, key = declared(owner, name), key_of(name)
    control, base = known.control, known.base
    value = typed.get(key, None if default is NOTHING else default)
    if control in SEVERAL_PARTS and isinstance(value, str):
        value = None  # an address may say anything
    if known.of_a_side and isinstance(value, str):
        value = state.side(value)[0]
    choices = choices_of(control, base, known.notes, state, _nameable(owner, state))
    named = said.get(known.but) if known.but else None
    if named:
        choices = tuple(choice for choice in choices if choice[0] != named or choice[0] == value)
    if known.not_the_dealer:
        choices = tuple(choice for choice in choices if choice[0] != state.dealer)
    if control == "sides":
        choices = (("", owner.unsided), *choices)
    parted = control in {"object", "list"}
    return Field(
        key,
        control,
        known.label,
        value,
        required=default is NOTHING,
        choices=choices,
        taps=_most(known.taps, state, value) or known.upto,
        counted=known.taps.cards,
        empties=control in {"number", "choice"} and known.optional,
        signed=known.signed,
        answers=known.answers,
        heaps=_heaps(base, state) if control == "lays" else (),
        total=known.total,
        but="" if named else known.but or "",
        rows=_rows(key, part_of(base), control, value, state, default is NOTHING) if parted else (),
    )


def _nameable(owner: Any, state: State[Any, Any]) -> Iterable[str]:
    """Who can be an answer: those in; to what is asked of seats, whoever has one; at any time, all who ever sat."""
    if getattr(owner, "names_those_in", True):
        return state.playing
    return state.seats if owner.moment is Moment.GAME else state.seated


def _heaps(base: Any, state: State[Any, Any]) -> Choices:
    """Where each lays counters: on which pots, or on what else a player lays on."""
    on = bare(get_args(base)[1])
    if has(on):
        return tuple((name, say(name)) for name in (key_of(own.name) for own in fields(on)))
    return tuple((pot, pot_named(pot)) for pot in state.pots)


def _rows(
    name: str, part: Any, control: Control, value: Any, state: State[Any, Any], required: bool
) -> tuple[tuple[Field, ...], ...]:
    """The questions of something with parts, or of each of a list of such, with blank ones to fill in."""
    if control == "object":
        return (_parts(name, part, value, state, required),)
    held = [*(value or ()), *[None] * BLANK_ROWS]
    return tuple(_parts(f"{name}:{place}", part, one, state) for place, one in enumerate(held))


def _parts(name: str, part: Any, value: Any, state: State[Any, Any], required: bool = False) -> tuple[Field, ...]:
    """The questions of the parts of one thing; the page insists on them only where the thing itself is ``required``."""
    held = dict.fromkeys((key_of(own.name) for own in fields(part)), None) | as_typed(value)
    return tuple(
        evolve(
            own,
            name=f"{name}:{own.name}",
            required=required and own.required,
            empties=own.empties or (own.required and not required),
        )
        for own in part_fields(part, state, held)
    )


def part_fields(part: Any, state: State[Any, Any], typed: Mapping[str, Any]) -> list[Field]:
    """The questions of a declared class, such as the parts of a field, with what was typed before or the default."""
    return [_field(part, own.name, own.default, state, typed, {}) for own in fields(part)]


def _most(taps: Taps, state: State[Any, Any], value: Any) -> int:
    """Up to which number a form offers buttons: no more cards than were dealt, or than were said."""
    if not taps.cards:
        return taps.most
    players = len(state.playing) or 1
    dealing = state.options.dealing(players)
    said = [cards for cards in value.values() if type(cards) is int and cards <= PACK] if value else []
    dealt = dealing.most if dealing else max(taps.most, PACK // players)
    return max([dealt, *said])


def help_text(kind: type[Move]) -> str:
    """What a move is: the first line of its own description."""
    return plain((kind.__doc__ or "").strip().splitlines()[0])
