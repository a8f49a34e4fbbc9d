"""Controls with several answers to one question: players that are ticked, numbers that are tapped on a board."""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_origin

from companion.engine.fields import Kind, MaxItems, Within
from companion.engine.message import Message, joined, say
from companion.engine.structure import note_of, unwrap
from companion.web.forms.answers import Choices, InvalidAnswer, same_choices, whole_number
from companion.web.forms.form import Control, Field
from companion.web.forms.input_names import subfields

BOARD_SIZE = 100
"""How many numbers fit on a board to tap."""


class SeveralPlayers(Control):
    """Players that are ticked."""

    template = "forms/several.html"
    in_parts = True
    per_player = True

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a list of players."""
        return get_origin(base) is list and unwrap(get_args(base)[0]) is str and Kind.SEAT in notes

    def choices(self, asked: Field) -> Choices:
        """Return those who can be named."""
        return same_choices([*asked.form.nameable])

    def parse(self, asked: Field, form: Mapping[str, str]) -> list[str] | None:
        """Return the players that are ticked, in seat order."""
        players = self.redisplay(asked, form)
        if asked.required and not players:
            raise asked.unanswered()
        return players or None

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> list[str]:
        """Return the players that are ticked, in seat order."""
        return [value for value, _ in asked.choices if f"{asked.name}:{value}" in form]


class Numbers(Control):
    """Whole numbers, tapped on a board in the order of the taps, or typed."""

    template = "forms/numbers.html"
    in_parts = True

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a list of whole numbers."""
        return get_origin(base) is list and unwrap(get_args(base)[0]) is int

    def choices(self, asked: Field) -> Choices:
        """Return the numbers of the board, none where it would be too large."""
        bounds = note_of(Within, self.notes) or Within(0)
        numbers = range(bounds.least, bounds.most + 1)
        return same_choices([*map(str, numbers)]) if len(numbers) <= BOARD_SIZE else ()

    def taps(self, asked: Field) -> int | None:
        """Return how many numbers can be tapped; None where nothing bounds them."""
        bound = note_of(MaxItems, self.notes)
        return bound.most if bound else None

    def parse(self, asked: Field, form: Mapping[str, str]) -> list[int] | None:
        """Return the numbers in order; without scripts the board alone gives them rising. Raises InvalidAnswer."""
        typed, tapped = typed_numbers(asked.name, form), tapped_numbers(asked.name, form)
        if typed and tapped and {*typed} != {*tapped}:
            why = say("{label} What you typed isn't what you tapped: use one or the other.", label=asked.label)
            raise InvalidAnswer(why, asked.path)
        texts = typed or tapped
        return [whole_number(text, asked.label, asked.path) for text in texts] if texts or asked.required else None

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> list[str]:
        """Return what was typed, else what was tapped."""
        return typed_numbers(asked.name, form) or tapped_numbers(asked.name, form)

    def in_words(self, asked: Field) -> Message:
        """Return the numbers, one after another."""
        return joined(", ", map(str, asked.value)) if asked.value else say("none")


def typed_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """Return what was typed; with scripts the taps are written there, one after another."""
    return re.findall(r"[^\s,;]+", form.get(name, ""))


def tapped_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """Return what is tapped on the board."""
    return [*subfields(name, form).values()]
