"""A count where counters lie on the table: people count the stack, and the move says what the player is up or down."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from companion.engine.game import Move
from companion.engine.kit.moves import Count
from companion.engine.message import say
from companion.engine.state import State
from companion.web.forms.controls.one import Number
from companion.web.forms.form import Field

LYING = Number(int, ())
"""How counters that lie there are asked for: never below 0."""


def ask_for_stack(asked: Field) -> Field:
    """Return the question of a count as a table with counters asks it; any other as it is."""
    declared = asked.declaration
    if declared.owner is not Count or declared.key != "counters" or asked.form.state.start is None:
        return asked
    return evolve(asked, declaration=evolve(declared, label=say("How many lie there?"), control=LYING))


def balance_from_stack(kind: type[Move], typed: dict[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """Return what was typed for a move, where it is a count with the player's balance for the stack."""
    if kind is Count and "player" in typed and "counters" in typed:
        return typed | {"counters": typed["counters"] - state.given(typed["player"])}
    return typed


def stack_from_balance(move: Move, values: Mapping[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move as its form shows them, where it is a count with the stack that was counted."""
    return {**values, "counters": move.lying(state)} if isinstance(move, Count) and "counters" in values else {**values}
