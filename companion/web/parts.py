"""Answers that have parts of their own, and what was typed or written before as a form shows it again."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, get_args, get_origin

from attrs import fields, has

from companion.engine.fields import Account, Pot
from companion.engine.reading import bare, hints, key_of
from companion.web.numbers import on_board, typed_numbers

if TYPE_CHECKING:
    from companion.web.forms import Field


def part_of(hint: Any) -> Any:
    """The declared class of which a field holds one, or a list; None where it holds none."""
    base = bare(hint)
    inner = bare(get_args(base)[0]) if get_origin(base) is list else base
    return inner if isinstance(inner, type) and has(inner) else None


def under(name: str, form: Mapping[str, str]) -> dict[str, str]:
    """What a form says of the parts of a question, by the names of the parts."""
    start = f"{name}:"
    return {key.removeprefix(start): held for key, held in form.items() if key.startswith(start)}


def places(name: str, form: Mapping[str, str]) -> list[int]:
    """The rows of a list that stand in a form, in order."""
    found = (re.fullmatch("([0-9]{1,4}):.*", key, re.DOTALL) for key in under(name, form))
    return sorted({int(row[1]) for row in found if row})


def as_typed(said: Any) -> dict[str, Any]:
    """A move, the house rules or a part of them as a form shows them again; what was typed is as it was typed."""
    if not has(type(said)):
        return dict(said or {})
    shown = {}
    for attribute in fields(type(said)):
        held = getattr(said, attribute.name)
        if isinstance(held, Pot):
            held = f"pot:{held.name}"
        elif bare(hints(type(said))[attribute.name]) == Account:
            held = f"player:{held}"
        elif isinstance(held, dict):
            held = {key: given(part) for key, part in held.items()}
        shown[key_of(attribute.name)] = held
    return shown


def given(part: Any) -> Any:
    """What was given of a part, where it has parts of its own."""
    return {key: held for key, held in as_typed(part).items() if held is not None} if has(type(part)) else part


def typed_again(asked: Iterable["Field"], form: Mapping[str, str]) -> dict[str, Any]:
    """What was typed for the questions of a form, as it shows them again."""
    checks = {found.name: found.name in form for found in asked if found.control == "check"}
    return dict(form.items()) | checks | {found.name: again(found, form) for found in asked if found.parts}


def again(field: "Field", said: Mapping[str, str]) -> Any:
    """What was typed for a question of several parts, as the form shows it again."""
    parts = under(field.name, said)
    if field.control == "card":
        return parts.get("rank", "") + parts.get("suit", "")
    if field.control == "numbers":
        return typed_numbers(field.name, said) or on_board(field.name, said)
    if field.control == "several":
        return [value for value, _ in field.choices if value in parts]
    if field.control == "list":
        rows = (under(f"{field.name}:{place}", said) for place in places(field.name, said))
        return [row for row in rows if any(text.strip() for text in row.values())]
    if field.control in {"each", "object"}:
        return parts
    return {name: under(name, parts) for name, _ in field.choices}
