"""A sequence that grows at its end without being copied, though nobody who holds it sees it change."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar, overload

T = TypeVar("T", covariant=True)
GUARD = Lock()


class Growing(Sequence[T], Generic[T]):
    """Shares its items with the sequence it grew from, so that the ten-thousandth entry costs what the tenth did.

    Whoever grows it second, from the same length, gets a copy, also where two threads do so at once.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> "Growing[T]":  # type: ignore[misc]  # nothing held by others changes
        """The sequence with one more item at its end."""
        grown: Growing[T] = Growing.__new__(Growing)
        grown._length = self._length + 1
        with GUARD:
            grown._items = self._items if len(self._items) == self._length else self._items[: self._length]
            grown._items.append(item)
        return grown

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self._items[i] for i in range(*place.indices(self._length))]
        return self._items[range(self._length)[place]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
