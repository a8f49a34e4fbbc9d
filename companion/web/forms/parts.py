"""Controls for values with parts of their own: one such value, or a list of them."""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_origin

from attrs import has

from companion.engine.structure import unwrap
from companion.web.forms.answers import Path, subfields
from companion.web.forms.form import Control, Field, Form, redisplay_each, redisplay_written

BLANK_ROWS = 2
"""How many rows of a list are left to fill in after those that are filled."""


def part_of(hint: Any) -> Any:
    """Return the declared class of which a field holds one, or a list; None where it holds none."""
    base = unwrap(hint)
    inner = unwrap(get_args(base)[0]) if get_origin(base) is list else base
    return inner if isinstance(inner, type) and has(inner) else None


class Parts(Control):
    """A value whose parts are asked one by one."""

    macro = "parts"
    in_parts = True

    def inner(self, asked: Field) -> Form:
        """Return the form of the parts."""
        return asked.form.of_part(part_of(self.base))

    def rows(self, asked: Field) -> tuple[tuple[Field, ...], ...]:
        """Return the questions of the parts."""
        return (self.questions(asked, (), asked.value, required=asked.required, refused=asked.refused),)

    def parse(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return the parts that were said, None where nothing was. Raises InvalidAnswer."""
        value = None if is_blank(asked.name, form) else self.read(asked, form, asked.name, asked.path)
        if asked.required and value is None:
            raise asked.unanswered()
        return value

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return what was typed of each part."""
        return self.typed(asked, form, asked.name)

    def questions(
        self, asked: Field, place: Path, value: Any, *, required: bool = False, refused: Path | None = None
    ) -> tuple[Field, ...]:
        """Return the questions of one value; the page insists on them only where the value is ``required``."""
        inner, questions = self.inner(asked), []
        values = dict.fromkeys(inner.declarations) | redisplay_written(value)
        for key, declared in inner.declarations.items():
            part = inner.field(
                declared,
                values,
                required=required and declared.required,
                name=":".join((asked.name, *place, key)),
                path=(*asked.path, *place, key),
                choices_left=asked.choices_left,
                refused=refused[1:] if refused is not None and refused[:1] in ((), (key,)) else None,
            )
            questions.append(part)
        return tuple(questions)

    def read(self, asked: Field, form: Mapping[str, str], name: str, path: Path) -> dict[str, Any]:
        """Return one value of which something was said, without parts that are as by default. Raises InvalidAnswer."""
        inner = self.inner(asked)
        value: dict[str, Any] = {}
        for key, declared in inner.declarations.items():
            part = inner.field(declared, {}, name=f"{name}:{key}", path=(*path, key))
            answers = part.control.answers(part, form)
            if declared.required or answers.get(key, part.value) != part.value:
                value |= answers
        return value

    def typed(self, asked: Field, form: Mapping[str, str], name: str) -> dict[str, Any]:
        """Return what was typed of each part of one value."""
        inner = self.inner(asked)
        parts = [inner.field(declared, {}, name=f"{name}:{key}") for key, declared in inner.declarations.items()]
        return redisplay_each(parts, form)


class Rows(Parts):
    """A list of values with parts, a row for each, with blank rows after them."""

    macro = "part_rows"
    repeats = True

    def rows(self, asked: Field) -> tuple[tuple[Field, ...], ...]:
        """Return the questions of every value, and of the blank rows. Where all were refused, the first is marked."""
        place, *below = ("",) if asked.refused is None else asked.refused or ("0",)
        return tuple(
            self.questions(asked, (str(row),), value, refused=tuple(below) if place == str(row) else None)
            for row, value in enumerate([*(asked.value or ()), *[None] * BLANK_ROWS])
        )

    def filled(self, asked: Field, form: Mapping[str, str]) -> list[str]:
        """Return the names of the rows in which something was said."""
        names = [f"{asked.name}:{number}" for number in row_numbers(asked.name, form)]
        return [name for name in names if not is_blank(name, form)]

    def parse(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return the values of the rows that are filled in. Raises InvalidAnswer with the place among these."""
        rows = enumerate(self.filled(asked, form))
        values = [self.read(asked, form, name, (*asked.path, str(place))) for place, name in rows]
        return values or ([] if asked.required else None)

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return what was typed in each row that is filled in."""
        return [self.typed(asked, form, name) for name in self.filled(asked, form)]


def row_numbers(name: str, form: Mapping[str, str]) -> list[int]:
    """Return the numbers of the rows of a list that a form holds, in order."""
    rows = (re.fullmatch("([0-9]{1,4}):.*", key, re.DOTALL) for key in subfields(name, form))
    return sorted({int(row[1]) for row in rows if row})


def is_blank(name: str, form: Mapping[str, str]) -> bool:
    """Return whether nothing was said in any input of a question."""
    return not any(text.strip() for text in subfields(name, form).values())
