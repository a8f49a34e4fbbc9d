"""What was typed in a form, as JSON: a move or the house rules, as a sheet would hold them."""

import re
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from companion.engine.fields import Account, RankAndSuit
from companion.engine.game import Move
from companion.engine.reading import bare, hints, note_of, notes_of
from companion.engine.refusals import Malformed
from companion.engine.saying import joined, say
from companion.engine.state import Options, State
from companion.web.controls import pairings
from companion.web.forms import Field, move_fields, option_fields, part_fields
from companion.web.numbers import in_order
from companion.web.parts import part_of, places, under


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
    if field.control == "check":
        return field.name in form
    if field.rows:
        return _parted(field, part_of(hints(declared)[_attribute(field, declared)]), form, state)
    if answers := {"each": _each, "lays": _lays, "numbers": _numbers, "several": _several}.get(field.control):
        return answers(field, form, state)
    text = form.get(field.name, "").strip() or form.get(f"{field.name}:rank", "") + form.get(f"{field.name}:suit", "")
    if not text:
        if field.required:
            raise unanswered(field)
        return None
    if field.control == "either":
        return text
    if field.control == "sides":
        return _sides(text, field, state)
    return _read(text, field, hints(declared)[_attribute(field, declared)])


def _attribute(field: Field, declared: Any) -> str:
    return field.name if field.name in hints(declared) else f"{field.name}_"


def _several(field: Field, form: Mapping[str, str], state: State[Any, Any]) -> list[str] | None:
    """Those who were tapped, in seat order."""
    tapped = [value for value, _ in field.choices if f"{field.name}:{value}" in form]
    if field.required and not tapped:
        raise unanswered(field)
    return tapped or None


def _parted(field: Field, part: Any, form: Mapping[str, str], state: State[Any, Any]) -> Any:
    """Something with parts, or a list of such."""
    if field.control == "list":
        return _list(field, part, form, state)
    said = _object(field.name, part, form, state)
    if field.required and said is None:
        raise unanswered(field)
    return said


def _object(name: str, part: Any, form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any] | None:
    """Something with parts of its own; None where nothing was said of it."""
    said = under(name, form)
    if not any(text.strip() for text in said.values()):
        return None
    asked = part_fields(part, state, {})
    read = _typed(asked, part, said, state)
    return {own.name: read[own.name] for own in asked if own.required or read.get(own.name, own.value) != own.value}


def _list(field: Field, part: Any, form: Mapping[str, str], state: State[Any, Any]) -> list[dict[str, Any]] | None:
    """A list of such; a row in which nothing was said is none."""
    found = (_object(f"{field.name}:{place}", part, form, state) for place in places(field.name, form))
    return [one for one in found if one is not None] or ([] if field.required else None)


def _each(field: Field, form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any] | None:
    """A number for each; the tap on 0 says nothing, and so does a question left alone."""
    asked = [name for name, _ in field.choices if not field.but or name != form.get(field.but)]
    given = {name: form.get(f"{field.name}:{name}", "").strip() for name in asked}
    if field.answers:
        known = {str(answer): answer for answer in field.answers}
        return {name: known.get(text, text) for name, text in given.items() if text}
    numbers = {name: _number(text, joined(" ", [field.label, name])) for name, text in given.items() if text}
    missing = next((name for name, text in given.items() if not text), None)
    if field.counted and missing and (numbers or field.required):
        raise Malformed(say("{label} Say it of {name} too.", label=field.label, name=missing))
    said = {name: number for name, number in numbers.items() if number or field.taps is None}
    return said if said or field.required or (numbers and field.counted) else None


def _numbers(field: Field, form: Mapping[str, str], state: State[Any, Any]) -> list[int] | None:
    said = in_order(field.name, field.label, form)
    return [_number(text, field.label) for text in said] if said or field.required else None


def _lays(field: Field, form: Mapping[str, str], state: State[Any, Any]) -> dict[str, dict[str, int]] | None:
    """What each lays where; who lays nothing isn't named."""
    laid = {name: _each(_heaps_of(field, name), form, state) for name, _ in field.choices}
    return {name: lays for name, lays in laid.items() if lays} or ({} if field.required else None)


def _heaps_of(field: Field, name: str) -> Field:
    """The question of one player: how much where?"""
    return Field(f"{field.name}:{name}", "each", joined(" ", [field.label, name]), None, False, field.heaps, 0)


def _read(text: str, field: Field, hint: Any) -> Any:
    base = bare(hint)
    if field.control == "number":
        return _number(text, field.label)
    if base == Account:
        sort, _, name = text.partition(":")
        return {"pot": name} if sort == "pot" else name
    if get_origin(base) is Literal:
        return next((word for word in get_args(base) if str(word) == text), text)
    return text.upper() if note_of(RankAndSuit, notes_of(hint)) else text


def _number(text: str, label: str) -> int:
    if not re.fullmatch(r"[+\-−]?[0-9]{1,18}", text):
        raise not_whole(text, label)
    return int(text.replace("−", "-"))


def unanswered(field: Field) -> Malformed:
    """The refusal where a question is left open that must be answered."""
    return Malformed(say("{label} This is still to be answered.", label=field.label))


def not_whole(text: str, label: str) -> Malformed:
    """The refusal of what was typed where a whole number belongs."""
    return Malformed(say("{label} “{text}” is not a whole number.", label=label, text=text[:20]))


def _sides(text: str, field: Field, state: State[Any, Any]) -> list[list[str]]:
    sides = {str(number): teams for number, teams in enumerate(pairings(state.playing))}
    if text not in sides:
        raise Malformed(say("{label}: choose again who plays with whom.", label=field.label))
    return sides[text]
