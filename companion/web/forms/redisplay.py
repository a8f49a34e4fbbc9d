"""What was typed, or is written down, as the values with which a form shows it again."""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import fields, has

from companion.engine.fields import Account, FollowsFrom, OrTie, Pot, Tie
from companion.engine.structure import hints, key_of, note_of, notes_of, unwrap
from companion.web.forms.form import Field


def redisplay(asked: Iterable[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was typed for some questions by their keys, with all else that the form holds."""
    return dict(form.items()) | redisplay_each(asked, form)


def redisplay_each(asked: Iterable[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was typed for some questions by their keys; a question that the form doesn't hold is left out."""
    typed = ((field.key, field.control.redisplay(field, form)) for field in asked)
    return {key: value for key, value in typed if value is not None}


def redisplay_written(written: Any) -> dict[str, Any]:
    """Return the values of a move, of house rules or of a part of them; what was typed is returned as it is."""
    if not has(type(written)):
        return dict(written or {})
    declared = hints(type(written))
    values = {key_of(own.name): _shown(getattr(written, own.name), declared[own.name]) for own in fields(type(written))}
    follow = {key_of(name): note_of(FollowsFrom, notes_of(hint)) for name, hint in declared.items()}
    return values | {
        key: values[key] is None and note.word(values[note.number]) is not None for key, note in follow.items() if note
    }


def _shown(value: Any, hint: Any) -> Any:
    """Return one value as its control shows it."""
    if isinstance(value, Pot):
        return f"pot:{value.name}"
    if unwrap(hint) == Account:
        return f"player:{value}"
    if unwrap(hint) == OrTie and value is not None:
        return Tie.TIED.value if value is Tie.TIED else f"player:{value}"
    if isinstance(value, dict):
        return {key: _given(part) for key, part in value.items()}
    return value


def _given(part: Any) -> Any:
    """Return the parts of a value that aren't empty, where it has parts."""
    if not has(type(part)):
        return part
    return {key: value for key, value in redisplay_written(part).items() if value is not None}
