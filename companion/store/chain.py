"""The chain of a journal: every entry carries a hash over the one before, so that none is altered or lost unseen."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

Row = Mapping[str, Any]
CHAINED = ("number", "act", "game", "edition", "move", "target", "undoes", "along", "at")
"""The columns of an entry that its hash covers, for ever: another choice would be another column."""
SHORT = 16
"""The hexadecimal digits of a hash that phones are told: 64 bits."""


def first_hash(table: Row) -> str:
    """Return the hash before the first entry of a table's row, which covers how it was laid."""
    return _hash("", [table["code"], table["players"], table["laid_at"]])


def next_hash(before: str, entry: Row) -> str:
    """Return the hash of an entry's row after the hash of the entry before it."""
    return _hash(before, [entry[column] for column in CHAINED])


def hashes(table: Row, entries: Iterable[Row]) -> list[str]:
    """Return the hashes that the entries of a table must have, in their order, by the rows of both."""
    found = [first_hash(table)]
    for entry in entries:
        found.append(next_hash(found[-1], entry))
    return found[1:]


def _hash(before: str, values: list[Any]) -> str:
    # a damaged row may hold bytes
    return sha256(f"{before}\n{json.dumps(values, default=repr)}".encode()).hexdigest()
