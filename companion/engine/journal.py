"""The journal: every move in order, never edited. Undo, too, is an entry."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from attrs import evolve, field, frozen

from companion.engine.game import Move, play
from companion.engine.growing import Growing
from companion.engine.ledger import Posting
from companion.engine.naming import Renaming, renamed
from companion.engine.refusals import Illegal
from companion.engine.replay import Line, Step, amended, differences, fold, laid, taken
from companion.engine.saying import say
from companion.engine.state import State


class Act(Enum):
    """What an entry does."""

    PLAY = "play"
    INSERT = "insert"
    STRIKE = "strike"
    RESTORE = "restore"
    AMEND = "amend"
    RENAME = "rename"


class Entry(NamedTuple):
    """One entry. ``target`` is the number of the move that is struck, restored or amended, or before which another is
    inserted, ``renaming`` whose name is put right; every entry names players as they were called when it was written.

    ``undoes`` names the entry that this one takes back; ``along`` the first entry of the same tap, if
    one tap wrote several.
    """

    number: int
    act: Act
    move: Move | None = None
    target: int | None = None
    undoes: int | None = None
    along: int | None = None
    renaming: Renaming | None = None

    @property
    def concerns(self) -> int | None:
        """The number of the move that it writes down or corrects; None where it puts a name right."""
        return self.number if self.act in (Act.PLAY, Act.INSERT) else self.target


@frozen
class Journal:
    """All entries at a table and what follows from them. ``start`` is the table as it was laid; it and the ``steps``
    name players as they are called today.

    ``moved`` is what changed hands with the last tap; ``conflicts`` are the moves that no longer stand.
    """

    start: State[Any, Any]
    entries: Growing[Entry] = field(factory=Growing)
    steps: Growing[Step] = field(factory=Growing, repr=False)
    moved: tuple[Posting, ...] = ()
    conflicts: tuple[Step, ...] = ()

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def last(self) -> int:
        """The number of the last entry, 0 before the first."""
        return self.entries[-1].number if self.entries else 0

    def in_force(self) -> Iterator[Step]:
        """The moves that count, in order."""
        return (step for step in self.steps if step.in_force)

    def step(self, number: int) -> Step:
        """The step of the move with this number; raises Illegal where there is none."""
        return self.steps[self._place(number)]

    def memo(self, entry: Entry) -> str:
        """The sentence of the move that an entry writes down or corrects, or of the name that it puts right."""
        return entry.renaming.memo if entry.renaming else self.step(entry.concerns or 0).memo

    def before(self, number: int) -> State[Any, Any]:
        """The table just before the move with this number."""
        return self._before(self._place(number))

    def _before(self, place: int) -> State[Any, Any]:
        return self.steps[place - 1].state if place else self.start

    def tapped(self, entries: Sequence[Entry]) -> "Journal":
        """The journal with the entries of one tap; raises Illegal where one of them can't be made."""
        journal = self
        for entry in entries:
            journal = journal._with(entry)
        if all(entry.act is Act.PLAY for entry in entries):
            moved = tuple(posting for step in journal.steps[len(self.steps) :] for posting in step.postings)
        else:
            moved = corrections(self.state, journal.state, entries)
        return evolve(journal, moved=moved)

    def _with(self, entry: Entry) -> "Journal":
        entries = self.entries.plus(entry)
        if entry.act is Act.PLAY:
            assert entry.move
            effect = play(self.state, entry.move)
            step = Step(Line(entry.number, entry.move), effect.state, effect.memo, effect.postings)
            return evolve(self, entries=entries, steps=self.steps.plus(step))
        if entry.renaming:
            if entry.undoes is None:
                today, _ = by_todays_names(self.entries)
                entry.renaming.check(self.start.seats, [entry.move for entry in today if entry.move])
            return self._renamed(entries, entry.renaming)
        place = self._place(entry.target or 0)
        if entry.act is Act.INSERT:
            assert entry.move
            line, rest = Line(entry.number, entry.move), self.steps[place:]
        else:
            line, rest = corrected(self.steps[place].line, entry), self.steps[place + 1 :]
        step = taken(self._before(place), line)
        if step.conflict and entry.undoes is None:
            raise Illegal(step.conflict)
        later = fold(step.state, [step.line for step in rest])
        steps = Growing([*self.steps[:place], step, *later])
        return evolve(self, entries=entries, steps=steps, conflicts=fallen(steps))

    def _renamed(self, entries: Growing[Entry], renaming: Renaming) -> "Journal":
        names = {renaming.was: renaming.now}
        return _played(self.start, names, entries, [step.line.called(names) for step in self.steps])

    @property
    def last_tap(self) -> list[Entry]:
        """The entries of the last tap that was not taken back yet; may be empty."""
        last = self._last_not_undone()
        if last is None or last.along is None:
            return [last] if last else []
        return [entry for entry in self.entries[self._entry_place(last.along) :] if entry.number <= last.number]

    def undoing(self) -> list[Entry]:
        """The entries that take back the last tap that was not taken back yet, numbered to follow; may be
        empty."""
        back = [self._inverse(entry) for entry in reversed(self.last_tap)]
        along = self.last + 1 if len(back) > 1 else None
        return [entry._replace(number=self.last + 1 + i, along=along) for i, entry in enumerate(back)]

    def _last_not_undone(self) -> Entry | None:
        undone = set()
        for entry in reversed(self.entries):
            if entry.undoes is not None:
                undone.add(entry.undoes)
            elif entry.number not in undone:
                return entry
        return None

    def _inverse(self, entry: Entry) -> Entry:
        if entry.act in (Act.PLAY, Act.INSERT):
            return Entry(0, Act.STRIKE, target=entry.number, undoes=entry.number)
        if entry.act is Act.AMEND:
            return Entry(0, Act.AMEND, self._move_before(entry), entry.target, undoes=entry.number)
        if entry.renaming:
            return Entry(0, Act.RENAME, undoes=entry.number, renaming=entry.renaming.back)
        act = Act.RESTORE if entry.act is Act.STRIKE else Act.STRIKE
        return Entry(0, act, target=entry.target, undoes=entry.number)

    def _move_before(self, amendment: Entry) -> Move | None:
        """What stood in the place before it was amended."""
        today, _ = by_todays_names(self.entries)
        earlier = today[: self._entry_place(amendment.number)]
        moves = [e.move for e in earlier if e.move and e.concerns == amendment.target]
        return moves[-1]

    def _place(self, number: int) -> int:
        for place in reversed(range(len(self.steps))):  # it is mostly one of the last
            if self.steps[place].line.number == number:
                return place
        raise Illegal(say("The journal has no move number {number}.", number=number))

    def _entry_place(self, number: int) -> int:
        return bisect_left(self.entries, number, key=lambda entry: entry.number)


def corrected(line: Line, entry: Entry) -> Line:
    """The line after an entry that strikes, restores or amends it; raises Illegal where it can't be."""
    if entry.act is Act.STRIKE:
        if line.struck:
            raise Illegal(say("This move is struck already."))
        return line._replace(struck=True)
    if entry.act is Act.RESTORE:
        if not line.struck:
            raise Illegal(say("This move is not struck: there is nothing to restore."))
        return line._replace(struck=False)
    if line.struck:
        raise Illegal(say("This move is struck: restore it before you amend it."))
    assert entry.move
    return amended(line, entry.move)


def fallen(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The moves among them that no longer stand."""
    return tuple(step for step in steps if step.conflict)


def load(start: State[Any, Any], entries: Iterable[Entry]) -> Journal:
    """The journal from its stored entries, and the table as it was laid, by the names of that time; a move that no
    longer stands is a conflict, never an error."""
    every = Growing(entries)
    if not every:
        return Journal(start)
    journal = _written(start, every)
    first = every[-1].along or every[-1].number
    tap = every[bisect_left(every, first, key=lambda entry: entry.number) :]
    if all(entry.act is Act.PLAY for entry in tap):
        moved = tuple(posting for step in journal.steps[-len(tap) :] for posting in step.postings)
    else:
        moved = corrections(_written(start, every[: -len(tap)]).state, journal.state, tap)
    return evolve(journal, moved=moved)


def corrections(before: State[Any, Any], after: State[Any, Any], tap: Sequence[Entry]) -> tuple[Posting, ...]:
    """What changes hands with a tap that doesn't only play, by the names after it."""
    _, names = by_todays_names(tap)
    balances = {names.get(name, name): held for name, held in before.balances.items()}
    return differences(before.but(balances=balances), after)


def _written(start: State[Any, Any], entries: Sequence[Entry]) -> Journal:
    """All that is written in these entries, by the names after them, without what changed hands last."""
    today, names = by_todays_names(entries)
    return _played(start, names, Growing(entries), _lines(today))


def _played(
    start: State[Any, Any], names: Mapping[str, str], entries: Growing[Entry], lines: Iterable[Line]
) -> Journal:
    """The lines that entries come to, at the table as it was laid, whose players are called as ``names`` says."""
    start = laid([names.get(name, name) for name in start.seats])
    steps = Growing(fold(start, lines))
    return Journal(start, entries, steps, conflicts=fallen(steps))


def by_todays_names(entries: Sequence[Entry]) -> tuple[list[Entry], dict[str, str]]:
    """The entries with every player in their moves called as today, and what players are called today by the names
    that they had before the first of them."""
    today: list[Entry] = []
    names: dict[str, str] = {}
    for entry in reversed(entries):
        if entry.renaming:
            names[entry.renaming.was] = names.get(entry.renaming.now, entry.renaming.now)
        today.append(entry._replace(move=renamed(entry.move, names)) if entry.move and names else entry)
    return today[::-1], names


def _lines(entries: Iterable[Entry]) -> list[Line]:
    lines: dict[int, Line] = {}
    order: list[int] = []
    for entry in entries:
        if entry.act in (Act.PLAY, Act.INSERT):
            assert entry.move
            lines[entry.number] = Line(entry.number, entry.move)
            order.insert(order.index(entry.target) if entry.target else len(order), entry.number)
        elif entry.target is not None:
            lines[entry.target] = corrected(lines[entry.target], entry)
    return [lines[number] for number in order]
