"""The names that a move or house rules bring to a table, held to the rule for new ones."""

from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import Any, get_args

import attrs

from companion.engine.errors import Malformed
from companion.engine.fields import Text
from companion.engine.structure import hints, key_of, notes_of, unwrap


def require_new_names(value: Any, where: str = "", known: Container[str] = ()) -> None:
    """Raise Malformed where a name that the value brings can't be a new one; those ``known`` may stay as they are."""
    for place, name, text in names_in(value):
        if name not in known and (why := text.problem_if_new(name)):
            raise Malformed(why, f"{where}{place}" if where else place.removeprefix("."))


def names_in(value: Any, place: str = "") -> Iterator[tuple[str, str, Text]]:
    """Yield every name that a declared value brings: its place, the name, the note of its field."""
    for attribute, note in name_fields(type(value)):
        for inner, content in _items(getattr(value, attribute), f"{place}.{key_of(attribute)}"):
            if isinstance(content, str) and note:
                yield inner, content, note
            else:
                yield from names_in(content, inner)


def _items(content: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(content, list):
        yield from ((f"{place}[{number}]", item) for number, item in enumerate(content))
    else:
        yield place, content


def _name_fields(kind: Any) -> tuple[tuple[str, Text | None], ...]:
    found = []
    for attribute, hint in hints(kind).items() if attrs.has(kind) else ():
        note = next((note for note in notes_of(hint) if isinstance(note, Text) and note.name), None)
        inner = (get_args(unwrap(hint)) or (unwrap(hint),))[0]
        if note or (attrs.has(inner) and name_fields(inner)):
            found.append((attribute, note))
    return tuple(found)


name_fields: Callable[[Any], tuple[tuple[str, Text | None], ...]] = cache(_name_fields)
"""Return the fields of a declared class that bring names, or hold a class that does: each with the note of its name."""
