"""What a tap changes, as callers say it, and the numbered entry that the journal makes of it."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from companion.engine.game import Move
from companion.engine.journal.rename import Rename


class Play(NamedTuple):
    """A move is played after all others."""

    move: Move


class Insert(NamedTuple):
    """A forgotten move is inserted before the move of this number."""

    before: int
    move: Move


class Strike(NamedTuple):
    """The move of this number counts no more."""

    number: int


class Restore(NamedTuple):
    """The struck move of this number counts again."""

    number: int


class Amend(NamedTuple):
    """Another move stands in the place of the move of this number."""

    number: int
    move: Move


class Undo(NamedTuple):
    """The last tap that was not undone yet is undone; without such a tap nothing changes."""


class Redo(NamedTuple):
    """The last Undo is taken back; without one, or where something was written after it, nothing changes."""


class UndoTo(NamedTuple):
    """Everything that was written after the entry of this number is undone, as one tap."""

    number: int


SingleChange: TypeAlias = Play | Insert | Strike | Restore | Amend | Rename
"""A change that makes one entry."""
TakingBack: TypeAlias = Undo | Redo | UndoTo
"""A change that takes back as many entries as there are."""
Change: TypeAlias = SingleChange | TakingBack
"""What a caller asks of the journal."""


class Act(Enum):
    """What an entry does, as it is stored."""

    PLAY = "play"
    INSERT = "insert"
    STRIKE = "strike"
    RESTORE = "restore"
    AMEND = "amend"
    RENAME = "rename"


class Entry(NamedTuple):
    """One entry of the journal, as it is stored. It names players as they were called when it was written."""

    number: int
    """Its place in the journal, from 1; a move keeps the number of the entry that wrote it down."""
    act: Act
    move: Move | None = None
    """The move that is played, inserted, or put in the place of another."""
    target: int | None = None
    """The number of the move that is struck, restored or amended, or before which another is inserted."""
    undoes: int | None = None
    """The number of the entry that this one takes back."""
    along: int | None = None
    """The number of the first entry of the same tap, where one tap wrote several."""
    rename: Rename | None = None
    """The name that is corrected."""

    @property
    def concerns(self) -> int | None:
        """Return the number of the move that is written down or corrected; None where a name is."""
        return self.number if self.act in (Act.PLAY, Act.INSERT) else self.target


def change_of(entry: Entry) -> SingleChange:
    """Return the change that an entry writes down."""
    match entry:
        case Entry(act=Act.PLAY, move=Move() as move):
            return Play(move)
        case Entry(act=Act.INSERT, target=int(before), move=Move() as move):
            return Insert(before, move)
        case Entry(act=Act.STRIKE, target=int(number)):
            return Strike(number)
        case Entry(act=Act.RESTORE, target=int(number)):
            return Restore(number)
        case Entry(act=Act.AMEND, target=int(number), move=Move() as move):
            return Amend(number, move)
        case Entry(act=Act.RENAME, rename=Rename() as rename):
            return rename
    raise ValueError(entry)


def entry_of(change: SingleChange, number: int, along: int | None = None, undoes: int | None = None) -> Entry:
    """Return the entry that writes a change down under a number."""
    match change:
        case Play(move):
            return Entry(number, Act.PLAY, move, None, undoes, along)
        case Insert(before, move):
            return Entry(number, Act.INSERT, move, before, undoes, along)
        case Strike(target):
            return Entry(number, Act.STRIKE, None, target, undoes, along)
        case Restore(target):
            return Entry(number, Act.RESTORE, None, target, undoes, along)
        case Amend(target, move):
            return Entry(number, Act.AMEND, move, target, undoes, along)
    return Entry(number, Act.RENAME, None, None, undoes, along, change)
