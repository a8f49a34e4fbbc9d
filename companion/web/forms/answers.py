"""What answers are made of: choices, whole numbers, inputs by name, and the refusal of what can't be read."""

import re
from collections.abc import Mapping
from typing import TypeAlias

from companion.engine.errors import Malformed
from companion.engine.message import say

Choices: TypeAlias = tuple[tuple[str, str], ...]
"""What there is to choose from, as (value, words)."""
Path: TypeAlias = tuple[str, ...]
"""The keys, names and places that lead to an answer: ``("cards_left", "Ben")``, ``("pots", "0", "each")``."""

INVALID = {"aria-invalid": "true", "aria-describedby": "refused"}
"""Attributes of an input that was refused; the sentence of the refusal has the id ``refused``."""


class InvalidAnswer(Malformed):
    """An answer that a question can't read; ``path`` leads to it."""

    def __init__(self, why: str, path: Path) -> None:
        """Refuse the answer at ``path`` with a sentence that begins with its label."""
        super().__init__(why)
        self.path = path


DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―⁻−﹣－", "-"))
"""The signs that people type for a minus."""


def number_typed(text: str) -> int | None:
    """Return the whole number that was typed, with any dash for a minus, or the sum of several; None for all else."""
    plain = text.translate(DASHES).strip()
    if not re.fullmatch(r"[+-]?\s*[0-9]{1,18}(\s*[+-]\s*[0-9]{1,18})*", plain):
        return None
    return sum(map(int, re.findall(r"[+-]?[0-9]+", re.sub(r"\s", "", plain))))


def summed(text: str) -> str:
    """Return a sum that was typed as the number that it comes to; any other text as it is."""
    is_sum = re.search(r"[0-9]\s*[+-]", text.translate(DASHES))
    number = number_typed(text) if is_sum else None
    return text if number is None else str(number)


def whole_number(text: str, label: str, path: Path) -> int:
    """Return a whole number that was typed, or the sum of several. Raises InvalidAnswer."""
    number = number_typed(text)
    if number is None:
        raise InvalidAnswer(say("{label} “{text}” isn't a whole number.", label=label, text=text[:20]), path)
    return number


def same_choices(names: "tuple[str, ...] | list[str]") -> Choices:
    """Return values that are their own words."""
    return tuple((name, name) for name in names)


def without(choices: Choices, gone: str) -> Choices:
    """Return the choices but for one value."""
    return tuple(choice for choice in choices if choice[0] != gone)


def subfields(name: str, form: Mapping[str, str]) -> dict[str, str]:
    """Return the inputs of one question by the rest of their names."""
    start = f"{name}:"
    return {key.removeprefix(start): text for key, text in form.items() if key.startswith(start)}
