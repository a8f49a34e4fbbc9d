"""Which control asks for each declared field of our games, as ``controls.txt`` says: a line a field.

A field is named as in a sheet: the move, ``rules``, or the class of a part, then the key. Where games differ, the game
stands before it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import companion.loto.web  # noqa: F401  a game that brings pages may bring a control
from companion.games import catalogue
from companion.web.forms.form import declarations
from companion.web.forms.parts import Parts, part_of

LINES = Path(__file__).with_name("controls.txt").read_text("utf-8").splitlines()
EXPECTED = dict(line.rsplit(" ", 1) for line in LINES)


def choices_of(owner: Any, name: str) -> Iterator[tuple[str, str]]:
    """Each field of a declared class and of its parts, with the name of the control that asks for it."""
    for key, declared in declarations(owner).items():
        yield f"{name}.{key}", type(declared.control).__name__
        if isinstance(declared.control, Parts):
            part = part_of(declared.control.base)
            yield from choices_of(part, part.__name__)


def test_each_field_is_asked_for_as_ever() -> None:
    found = set()
    for key, game in catalogue().items():
        kinds = {"rules": game.options, **game.by_name}
        for field, control in [choice for name, kind in kinds.items() for choice in choices_of(kind, name)]:
            found.add((f"{key} {field}" if f"{key} {field}" in EXPECTED else field, control))
    assert found == {*EXPECTED.items()}
