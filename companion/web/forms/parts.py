"""Questions for values with parts of their own: one such value, or a list of them."""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_origin

from attrs import has

from companion.engine.cached import cached_property
from companion.engine.structure import unwrap
from companion.web.forms.answers import subfields
from companion.web.forms.form import Field, Form

BLANK_ROWS = 2
"""How many rows of a list are left to fill in after those that are filled."""


def part_of(hint: Any) -> Any:
    """Return the declared class of which a field holds one, or a list; None where it holds none."""
    base = unwrap(hint)
    inner = unwrap(get_args(base)[0]) if get_origin(base) is list else base
    return inner if isinstance(inner, type) and has(inner) else None


class Parts(Field):
    """A value whose parts are asked one by one."""

    macro = "parts"
    in_parts = True

    @property
    def inner(self) -> Form:
        """The form of the parts."""
        return self.form.of_part(part_of(self.base))

    @cached_property
    def rows(self) -> tuple[tuple[Field, ...], ...]:
        return (self.inner.within(self, (), self.value, required=self.required, refused=self.refused),)

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the parts that were said, None where nothing was. Raises InvalidAnswer."""
        value = None if is_blank(self.name, form) else self.inner.read(form, self.name, self.path)
        if self.required and value is None:
            raise self.unanswered()
        return value

    def again(self, form: Mapping[str, str]) -> Any:
        return self.inner.again(form, self.name)


class Rows(Parts):
    """A list of values with parts, a row for each, with blank rows after them."""

    macro = "part_rows"
    repeats = True

    @cached_property
    def rows(self) -> tuple[tuple[Field, ...], ...]:
        """Return the questions of every value, and of the blank rows. Where all were refused, the first is marked."""
        place, *below = ("",) if self.refused is None else self.refused or ("0",)
        return tuple(
            self.inner.within(self, (str(row),), value, refused=tuple(below) if place == str(row) else None)
            for row, value in enumerate([*(self.value or ()), *[None] * BLANK_ROWS])
        )

    def filled(self, form: Mapping[str, str]) -> list[str]:
        """Return the names of the rows in which something was said."""
        names = [f"{self.name}:{number}" for number in row_numbers(self.name, form)]
        return [name for name in names if not is_blank(name, form)]

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the values of the rows that are filled in. Raises InvalidAnswer with the place among these."""
        rows = enumerate(self.filled(form))
        values = [self.inner.read(form, name, (*self.path, str(place))) for place, name in rows]
        return values or ([] if self.required else None)

    def again(self, form: Mapping[str, str]) -> Any:
        return [self.inner.again(form, name) for name in self.filled(form)]


def row_numbers(name: str, form: Mapping[str, str]) -> list[int]:
    """Return the numbers of the rows of a list that a form holds, in order."""
    rows = (re.fullmatch("([0-9]{1,4}):.*", key, re.DOTALL) for key in subfields(name, form))
    return sorted({int(row[1]) for row in rows if row})


def is_blank(name: str, form: Mapping[str, str]) -> bool:
    """Return whether nothing was said in any input of a question."""
    return not any(text.strip() for text in subfields(name, form).values())
