"""What Undo takes back, and what Redo writes anew: both are read off the entries, whatever they wrote."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import takewhile

from companion.engine.journal.changes import Entry


def entry_place(entries: Sequence[Entry], number: int) -> int:
    """Return the place of the entry with this number, or of the one that would follow it."""
    return bisect_left(entries, number, key=lambda entry: entry.number)


def not_undone(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries that count as written, the last first: none that was undone, nor any of Undo and Redo."""
    taken_back: set[int] = set()
    for entry in reversed(entries):
        if entry.number in taken_back:
            continue
        if entry.undoes is None:
            yield entry
        else:
            taken_back.add(entry.undoes)


def last_tap(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of the last tap that was not undone yet; may be empty."""
    return _tap_up_to(entries, next(not_undone(entries), None))


def last_undo(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of the last Undo that was not redone yet; empty where something was written after it."""
    redone: set[int] = set()
    for entry in reversed(entries):
        if entry.number in redone:
            continue
        if entry.undoes is None:
            return []
        if entries[entry_place(entries, entry.undoes)].undoes is None:
            return _tap_up_to(entries, entry)
        redone.add(entry.undoes)
    return []


def later_than(entries: Sequence[Entry], number: int) -> list[Entry]:
    """Return the entries after this number that were not undone, the last first."""
    return list(takewhile(lambda entry: entry.number > number, not_undone(entries)))


def _tap_up_to(entries: Sequence[Entry], last: Entry | None) -> list[Entry]:
    """Return the entries of one tap up to one of them."""
    if last is None or last.along is None:
        return [last] if last else []
    return [entry for entry in entries[entry_place(entries, last.along) :] if entry.number <= last.number]
