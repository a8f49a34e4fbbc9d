"""Names of inputs: the answers of a form by name, where a question has several inputs or rows."""

import re
from collections.abc import Mapping


def subfields(name: str, form: Mapping[str, str]) -> dict[str, str]:
    """Return the inputs of one question by the rest of their names."""
    start = f"{name}:"
    return {key.removeprefix(start): text for key, text in form.items() if key.startswith(start)}


def row_numbers(name: str, form: Mapping[str, str]) -> list[int]:
    """Return the numbers of the rows of a list that a form holds, in order."""
    rows = (re.fullmatch("([0-9]{1,4}):.*", key, re.DOTALL) for key in subfields(name, form))
    return sorted({int(row[1]) for row in rows if row})


def is_blank(name: str, form: Mapping[str, str]) -> bool:
    """Return whether nothing was said in any input of a question."""
    return not any(text.strip() for text in subfields(name, form).values())
