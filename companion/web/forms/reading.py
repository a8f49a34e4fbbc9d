"""What was typed in a form as JSON, as a sheet holds it, and what was refused of it beside the question it answers."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.game import Move, Options, State
from companion.engine.kit.moves import Count
from companion.engine.message import joined
from companion.store import WriteFailed
from companion.web.forms.answers import Path
from companion.web.forms.fields import move_fields, option_fields
from companion.web.forms.form import Field

PLACE = re.compile(r"\[(.*?)\](?=[.\[]|$)|([^.\[]+)")
"""A part of the place where something was refused, such as ``options.pots[0].each``: a key, or one in brackets."""


def move_json(kind: type[Move], form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was typed for a move, as a sheet holds it. Raises InvalidAnswer with a sentence."""
    form = dict(form.items())
    typed = kind.gathered(state, answers(move_fields(kind, state, form), form))
    return balance_from_stack(kind, typed, state)


def option_json(kind: type[Options], form: Mapping[str, str], state: State[Any, Any]) -> dict[str, Any]:
    """Return the house rules that differ from the book's, as a sheet holds them. Raises InvalidAnswer."""
    return options_answered(option_fields(kind, state, {}), form)


def options_answered(asked: Sequence[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was answered to the questions of house rules, where it isn't as by default. Raises InvalidAnswer."""
    typed = answers(asked, form)
    emptied = (field for field in asked if field.empties and field.name in form and not form[field.name].strip())
    typed |= {field.name: None for field in emptied}
    return {field.name: typed[field.name] for field in asked if typed.get(field.name, field.value) != field.value}


def answers(asked: Iterable[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was answered to some questions, by the keys of a sheet. Raises InvalidAnswer."""
    typed: dict[str, Any] = {}
    for field in asked:
        typed |= field.answers(form)
    return typed


def balance_from_stack(kind: type[Move], typed: dict[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was typed for a move, where it is a count with the player's balance for the stack."""
    if kind is Count and "player" in typed and "counters" in typed:
        return typed | {"counters": typed["counters"] - state.given(typed["player"])}
    return typed


def stack_from_balance(move: Move, values: Mapping[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move as its form shows them, where it is a count with the stack that was counted."""
    return {**values, "counters": move.lying(state)} if isinstance(move, Count) and "counters" in values else {**values}


def path_of(refused: Refusal, asked: Iterable[Field] = ()) -> Path | None:
    """Return the path to the answer that was refused, None where no answer is at fault.

    A refusal that names no place is of the only answer, where just one question is ``asked``.
    """
    if refused.path:
        return refused.path
    path = tuple(found[1] or found[2] or "" for found in PLACE.finditer(refused.where))[1:]
    questions = [field.path for field in asked if field.macro]
    if not path and len(questions) == 1 and type(refused) in (Malformed, Illegal):  # neither stale nor a full disk
        return questions[0]
    return path or None


@contextmanager
def refusals_at(*path: str) -> Iterator[None]:
    """Let whatever is refused inside be the fault of one answer, but for what the disk refuses."""
    try:
        yield
    except Refusal as refused:
        if not isinstance(refused, WriteFailed):
            refused.path = path
        raise


def with_label(refused: Refusal, asked: Iterable[Field]) -> str:
    """Return the sentence of a refusal; beside the question that it answers, its label instead of its place."""
    path = None if refused.path else path_of(refused)
    if not path:
        return refused.why
    question = next((field for field in asked if field.name == path[0]), None)
    if question is None:
        return str(refused)
    label = _label(question, path)
    return joined(" " if "?" in label else " — ", [label, refused.why])


def _label(question: Field, path: Path) -> str:
    """Return the label of the part to which a path leads, with the names on the path that aren't asked."""
    for part in [part for row in question.rows for part in row]:
        if path[: len(part.path)] == part.path:
            return _label(part, path)
    return joined(" ", [question.label, *(name for name in path[len(question.path) :] if not name.isdecimal())])
