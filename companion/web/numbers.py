"""Several numbers as one answer: tapped on a board, in the order of the taps, or typed."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.fields import Within
from companion.engine.reading import note_of
from companion.engine.refusals import Malformed
from companion.engine.saying import say

A_BOARD = 100
"""So many numbers fit on a board to tap."""


def numbered(notes: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    """The numbers that can be named, as choices of a form, where they fit on a board."""
    bounds = note_of(Within, notes) or Within(0)
    numbers = range(bounds.least, bounds.most + 1)
    return tuple((str(number), str(number)) for number in numbers) if len(numbers) <= A_BOARD else ()


def in_order(name: str, label: str, form: Mapping[str, str]) -> list[str]:
    """What was answered, in order; without scripts the board alone gives it rising. Raises Malformed."""
    typed, tapped = typed_numbers(name, form), on_board(name, form)
    if typed and tapped and {*typed} != {*tapped}:
        raise Malformed(say("{label} What is typed is not what is tapped: say it in one way.", label=label))
    return typed or tapped


def typed_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """What was typed; with scripts the taps are written there, one after another."""
    return re.findall(r"[^\s,;]+", form.get(name, ""))


def on_board(name: str, form: Mapping[str, str]) -> list[str]:
    """What is tapped on the board."""
    return [held for key, held in form.items() if key.startswith(f"{name}:")]
