"""Questions in the words of the table: where counters lie on it a stack is counted, where none do none are given."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from companion.engine.game import Move, State
from companion.engine.kit.moves import Count, Give
from companion.engine.message import say
from companion.web.forms.controls.one import Number
from companion.web.forms.form import Field

LYING = Number(int, ())
"""How counters that lie there are asked for: never below 0."""


def ask_for_stack(asked: Field) -> Field:
    """Return the question how many are counted or given as this table asks it; any other as it is."""
    declared, on_table = asked.declaration, asked.form.state.start is not None
    if declared.owner is Count and declared.key == "counters" and on_table:
        return evolve(asked, declaration=evolve(declared, label=say("How many are there?"), control=LYING))
    if declared.owner is Give and declared.key == "counters" and not on_table:
        return evolve(asked, declaration=evolve(declared, label=say("How many?")))
    return asked


def balance_from_stack(kind: type[Move], typed: dict[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was typed for a move, where it is a count with the player's balance for the stack."""
    if kind is Count and "player" in typed and "counters" in typed:
        return typed | {"counters": typed["counters"] - state.given(typed["player"])}
    return typed


def stack_from_balance(move: Move, values: Mapping[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move as its form shows them, where it is a count with the stack that was counted."""
    return {**values, "counters": move.lying(state)} if isinstance(move, Count) and "counters" in values else {**values}
