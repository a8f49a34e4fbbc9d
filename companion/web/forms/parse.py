"""What was typed in a form, as JSON: a move or house rules, as a sheet holds them."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.game import Move, Options, State
from companion.web.forms.fields import Field, move_fields, option_fields
from companion.web.forms.stacks import balance_from_stack


def move_json(kind: type[Move], form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was typed for a move, as a sheet holds it. Raises InvalidAnswer with a sentence."""
    form = dict(form.items())
    return balance_from_stack(kind, answers(move_fields(kind, state, form), form), state)


def option_json(kind: type[Options], form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    """Return the house rules that differ from the book's, as a sheet holds them. Raises InvalidAnswer."""
    asked = option_fields(kind, state, {})
    typed = answers(asked, form)
    emptied = (field for field in asked if field.empties and field.name in form and not form[field.name].strip())
    typed |= {field.name: None for field in emptied}
    return {field.name: typed[field.name] for field in asked if typed.get(field.name, field.value) != field.value}


def answers(asked: Iterable[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was answered to some questions, by the keys of a sheet. Raises InvalidAnswer."""
    typed: dict[str, Any] = {}
    for field in asked:
        typed |= field.control.answers(field, form)
    return typed
