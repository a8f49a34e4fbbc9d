"""The players that a move names, found by its annotations."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, get_args

import attrs

from companion.engine.fields import Kind, Tie
from companion.engine.structure import hints, notes_of, unwrap


def players_in(value: Any) -> Iterator[str]:
    """Yield the players that a move names, in the order of its fields, then those inside its nested fields."""
    kind: Any = type(value)
    for attribute in seat_fields(kind):
        names = getattr(value, attribute)
        if names is not None and names is not Tie.TIED:
            yield from [names] if isinstance(names, str) else names
    for attribute in nested_fields(kind):
        nested = getattr(value, attribute)
        for part in nested if isinstance(nested, list) else filter(None, [nested]):
            yield from players_in(part)


def _seat_fields(kind: Any) -> tuple[str, ...]:
    return tuple(name for name, hint in hints(kind).items() if Kind.SEAT in notes_of(hint))


seat_fields: Callable[[Any], tuple[str, ...]] = cache(_seat_fields)
"""Return the fields of a kind of move that name players."""


@cache
def nested_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of a kind of move that hold a declared class, or a list of one, which names players."""
    classes = {name: (get_args(unwrap(hint)) or (unwrap(hint),))[0] for name, hint in hints(kind).items()}
    return tuple(
        name for name, nested in classes.items() if attrs.has(nested) and (seat_fields(nested) or nested_fields(nested))
    )
