"""What a tap changes, as callers say it, and the numbered entry that the journal makes of it; a corrected name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, overload

from attrs import evolve, frozen

from companion.engine.errors import Illegal
from companion.engine.fields import Kind, Name, Seat, excerpt
from companion.engine.game import Move, Opening
from companion.engine.kit.moves import Join
from companion.engine.message import Message, say
from companion.engine.names import twin_of
from companion.engine.structure import Notes, mapped, read, write

T = TypeVar("T", covariant=True)
GROWTH_LOCK = Lock()
"""Held while items are appended, so that two threads never append to the same items."""
PLAYERS = (Kind.SEAT, Kind.ACCOUNT, Kind.NEWCOMER)
"""The kinds of text that name a player."""


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
        return isinstance(other, AppendOnlyList) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


@frozen
class Rename:
    """A player gets another name, from now on and in everything that was written before."""

    was: Annotated[Seat, "Whose name?"]
    now: Annotated[Name, "How is it spelt?"]

    @property
    def memo(self) -> Message:
        """Return a sentence about it."""
        return say("{was} is now called {now}.", was=self.was, now=self.now)

    def check(self, players: Iterable[str], moves: Iterable[Move]) -> None:
        """Refuse a name that is not at the table, or a new one that belongs to another player of its journal.

        The names of a journal are those of the ``players`` for whom the table was laid, and of everybody who joins in
        one of the ``moves``. Raises Illegal.
        """
        names = [*players, *(move.player for move in moves if isinstance(move, Join))]
        if self.was not in names:
            raise Illegal("{account} is not at this table.", account=excerpt(self.was))
        if self.was == self.now:
            raise Illegal("{name} is already spelt that way.", name=self.was)
        others = [name for name in names if name != self.was]
        twin = self.now if self.now in others else twin_of(self.now, others)
        if twin is not None:
            raise Illegal("{twin} is already in this table's journal: choose another name.", twin=twin)


def renamed(move: Move, names: Mapping[str, str]) -> Move:
    """Return the move with its players called as ``names`` says; a player that it doesn't list keeps the name."""
    if isinstance(move, Opening):
        given = move.given and called(type(move.options), dict(move.given), names)
        options = read(type(move.options), given or {})
        return evolve(move, options=options, dealer=names.get(move.dealer or "", move.dealer), given=given)
    written = write(move)
    again = called(type(move), written, names)
    return move if again == written else read(type(move), again)


def called(declared: Any, written: Any, names: Mapping[str, str]) -> Any:
    """Return the JSON value of a declared type with its players called as ``names`` says."""

    def as_called(text: str, notes: Notes) -> str:
        return names.get(text, text) if any(kind in notes for kind in PLAYERS) else text

    return mapped(declared, written, as_called)


class Change(NamedTuple):
    """A change that makes one entry, as it is stored."""

    act: Literal["play", "insert", "strike", "restore", "amend", "rename"]
    target: int | None = None
    """The number of the move that is struck, restored or amended, or before which another is inserted."""
    content: Move | Rename | None = None

    @classmethod
    def play(cls, move: Move) -> "Change":
        """Make the change that plays a move after all others."""
        return cls("play", None, move)

    @classmethod
    def insert(cls, before: int, move: Move) -> "Change":
        """Make the change that inserts a forgotten move before the move of this number."""
        return cls("insert", before, move)

    @classmethod
    def strike(cls, number: int) -> "Change":
        """Make the change after which the move of this number counts no more."""
        return cls("strike", number)

    @classmethod
    def restore(cls, number: int) -> "Change":
        """Make the change after which the struck move of this number counts again."""
        return cls("restore", number)

    @classmethod
    def amend(cls, number: int, move: Move) -> "Change":
        """Make the change that puts another move in the place of the move of this number."""
        return cls("amend", number, move)

    @classmethod
    def rename(cls, was: str, now: str) -> "Change":
        """Make the change that gives a player another name."""
        return cls("rename", None, Rename(was, now))

    @property
    def move(self) -> Move | None:
        """Return the move that is played, inserted, or put in the place of another."""
        return self.content if isinstance(self.content, Move) else None

    @property
    def new_name(self) -> Rename | None:
        """Return the name that is corrected."""
        return self.content if isinstance(self.content, Rename) else None


class Undo(NamedTuple):
    """The last tap that was not undone yet is undone; without such a tap nothing changes."""


class Redo(NamedTuple):
    """The last Undo is taken back; without one, or where something was written after it, nothing changes."""


class UndoTo(NamedTuple):
    """Everything that was written after the entry of this number is undone, as one tap."""

    number: int


TakingBack: TypeAlias = Undo | Redo | UndoTo
"""What a caller asks of the journal instead of a change: to take back as many entries as there are."""


class Entry(NamedTuple):
    """One entry of the journal, as it is stored. It names players as they were called when it was written."""

    number: int
    """Its place in the journal, from 1; a move keeps the number of the entry that wrote it down."""
    change: Change
    """What it writes down."""
    undoes: int | None = None
    """The number of the entry that this one takes back."""
    along: int | None = None
    """The number of the first entry of the same tap, where one tap wrote several."""

    @property
    def move(self) -> Move | None:
        """Return the move that is played, inserted, or put in the place of another."""
        return self.change.move

    @property
    def new_name(self) -> Rename | None:
        """Return the name that is corrected."""
        return self.change.new_name

    @property
    def concerns(self) -> int | None:
        """Return the number of the move that is written down or corrected; None where a name is."""
        if self.change.act in ("play", "insert"):
            return self.number
        return self.change.target
