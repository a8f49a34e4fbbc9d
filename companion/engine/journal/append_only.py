"""A list that grows at its end without being copied, and never changes for those who hold it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar, overload

T = TypeVar("T", covariant=True)
GROWTH_LOCK = Lock()
"""Held while items are appended, so that two threads never append to the same items."""


class AppendOnlyList(Sequence[T], Generic[T]):
    """An immutable sequence that shares its items with the one it grew from, so that growing costs the same always.

    Growing the same sequence a second time copies it, also where two threads do so at once.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        """Copy the items."""
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> "AppendOnlyList[T]":  # type: ignore[misc]  # what others hold stays as it is
        """Return the sequence with one more item at its end."""
        grown: AppendOnlyList[T] = AppendOnlyList.__new__(AppendOnlyList)
        grown._length = self._length + 1
        with GROWTH_LOCK:
            grown._items = self._items if len(self._items) == self._length else self._items[: self._length]
            grown._items.append(item)
        return grown

    def __len__(self) -> int:
        """Return the number of items."""
        return self._length

    def __iter__(self) -> Iterator[T]:
        """Return the items in order; those appended by others are not among them."""
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[T]:
        """Return the items from the last to the first; those appended by others are not among them."""
        return map(self._items.__getitem__, reversed(range(self._length)))

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        """Return an item, or a list of several."""
        if isinstance(place, slice):
            return [self._items[i] for i in range(*place.indices(self._length))]
        return self._items[range(self._length)[place]]

    def __eq__(self, other: object) -> bool:
        """Compare the items."""
        return isinstance(other, AppendOnlyList) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
