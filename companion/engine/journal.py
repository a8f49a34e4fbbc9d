"""The journal: every move in order, never edited, and what follows from it.

It exists so that a mistake can be corrected where it was made, hours later, with everything after it played anew:

- A correction is an entry, too. *Strike*, *restore* and *amend* name a move by its number, *insert* the move
  before which another belongs; ``Undo`` writes the opposite of the last tap that was not undone yet, ``UndoTo`` that
  of everything after an entry, and ``Redo`` the opposite of what Undo wrote.
- A corrected name is an entry, not a move: a score sheet has the name, not the correction. Earlier entries keep the
  name that they were written with and are read by today's, so the old name is free again. A name that the journal
  knows as another player's is refused, since the two could not be told apart afterwards; who joins by a name that is
  free again has another in the entry, and is called so by a second one: no two were ever called alike.
- A move that no longer stands is a conflict: it is kept, flagged and skipped, and an export leaves it out.
- The state is always a replay. The journal keeps the state after every step, so a move costs the same at the tenth
  entry and at the ten-thousandth, and a correction replays only what comes after it.

Callers say *what* changes (``journal.extend(Change.play(move))``); the journal alone numbers entries and marks those of
one tap. It imports the engine only, and needs neither clock nor file.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby, islice, takewhile
from typing import Any

from attrs import evolve, field, frozen

from companion.engine.cached import cached_property
from companion.engine.changes import AppendOnlyList, Change, Entry, Redo, Rename, TakingBack, Undo, UndoTo
from companion.engine.errors import Illegal
from companion.engine.game import Move, State
from companion.engine.kit.moves import Join
from companion.engine.message import Message, fill
from companion.engine.names import MAX_NAME_LENGTH, name_key, require_no_new_twins
from companion.engine.playing import play_stored, require_dealt
from companion.engine.postings import Posting, changes as net_changes
from companion.engine.replay import (
    LoggedMove,
    Step,
    added,
    conflicts_in,
    corrected,
    differences,
    differing,
    initial_state,
    play_lines,
    scored_by,
    with_current_names,
)

LATEST = 50
"""Moves among which one is looked for from the last on; there it is found as quickly in a longer journal."""


@frozen
class Journal:
    """All entries of a table, and what follows from them. It never changes: ``extend`` returns another."""

    start: State[Any, Any]
    """The table as it was laid, with its players by the names that they have today."""
    entries: AppendOnlyList[Entry] = field(factory=AppendOnlyList)
    steps: AppendOnlyList[Step] = field(factory=AppendOnlyList, repr=False)
    """The moves in the order in which they are played, by the names that players have today."""
    moved: tuple[Posting, ...] = ()
    """What changed hands with the last tap."""
    conflicts: tuple[Step, ...] = ()
    """The moves that no longer stand."""
    scored: Mapping[str, int] = field(factory=dict)
    """What the last tap changed of the score, by the names of ``State.score``."""

    @cached_property
    def state(self) -> State[Any, Any]:
        """Return the table as it stands."""
        return self.steps[-1].state if self.steps else self.start

    @cached_property
    def last(self) -> int:
        """Return the number of the last entry, 0 before the first."""
        return self.entries[-1].number if self.entries else 0

    def in_force(self) -> Iterator[Step]:
        """Return the moves that count, in order."""
        return (step for step in self.steps if step.in_force)

    def step(self, number: int) -> Step:
        """Return the step of the move with this number; raises Illegal where there is none."""
        return self.steps[self._place(number)]

    def memo(self, entry: Entry) -> str:
        """Return the sentence of the move or the name that an entry writes down or corrects."""
        if entry.new_name:
            first = entry
            while first.undoes:
                first = self.entries[entry_place(self.entries, first.undoes)]
            if first.new_name != entry.new_name or first.along in (None, first.number):
                return entry.new_name.memo
            entry = self.entries[entry_place(self.entries, first.along or 0)]  # told by who came
        return self.told(self.step(entry.concerns or 0))

    def told(self, step: Step) -> str:
        """Return the sentence of a step; who joined and is struck is told by the name that they came under."""
        if (came := self._came_as(step)) and isinstance(step.memo, Message):
            values = {key: came.now if value == came.was else value for key, value in step.memo.values.items()}
            return fill(step.memo, **values)
        return step.memo

    def _came_as(self, step: Step) -> Rename | None:
        """Return the change of name by which somebody came who joined in a step and is struck; None for most."""
        if isinstance(step.line.move, Join) and not step.in_force:
            place = entry_place(self.entries, step.line.number)
            match [(entry.along, entry.new_name) for entry in self.entries[place : place + 2]]:
                case [_, (step.line.number, Rename(step.line.move.player) as came)]:
                    return came
        return None

    def before(self, number: int) -> State[Any, Any]:
        """Return the table just before the move with this number; raises Illegal where there is none."""
        return self._before(self._place(number))

    def _before(self, place: int) -> State[Any, Any]:
        return self.steps[place - 1].state if place else self.start

    def extend(self, *changes: Change | TakingBack) -> "Journal":
        """Return the journal after one tap; the same one where the tap changes nothing.

        A newcomer who takes a name that was given up does so by an entry of its own. Raises Illegal where one of the
        changes can't be made.
        """
        return self.follow(*(one for change in changes for one in self._told_apart(change)))

    def follow(self, *changes: Change | TakingBack) -> "Journal":
        """Return the journal after one tap that may have been written elsewhere, with these changes and no others.

        Entries are numbered here, and here alone. Raises Illegal where one of the changes can't be made.
        """
        journal = self.with_entries(self._numbered(changes))
        if not all(isinstance(change, TakingBack) for change in changes):  # what was there may be there again
            require_no_new_twins(self.state.seats, journal.state.seats)
        for entry in journal.entries[len(self.entries) :]:
            if entry.move and entry.undoes is None:
                before = journal.before(entry.concerns or 0)
                require_dealt(before, entry.move)
                entry.move.check_new(before)
        return journal

    def with_entries(self, tap: Sequence[Entry]) -> "Journal":
        """Return the journal after one tap whose entries have their numbers already, as stored ones have."""
        if not tap:
            return self
        if all(entry.undoes is not None for entry in tap) and any(entry.new_name for entry in tap):
            return changed_by(self._with_taken_back(tap), self.state, tap)
        journal = self
        for corrects, run in groupby(tap, lambda entry: entry.change.act not in ("play", "rename")):
            for part in [[*run]] if corrects else [[entry] for entry in run]:
                journal = journal._with(part)
        return changed_by(journal, self.state, tap)

    def _told_apart(self, change: Change | TakingBack) -> list[Change | TakingBack]:
        """Return a change; where a newcomer takes a name that was given up, with another for when that is taken back.

        So no two players of a journal are ever called alike, and what stands beside it can follow each name alone.
        """
        match change:
            case Change(content=Join(name) as join):
                given_up = {name_key(entry.new_name.was) for entry in self.entries if entry.new_name}
                if name_key(name) in given_up - (names := {*map(name_key, self.names())}):
                    made = (f"{name[: MAX_NAME_LENGTH - 5]} ({number})" for number in count(2))
                    own = next(one for one in made if name_key(one) not in names | given_up)
                    return [change._replace(content=evolve(join, player=own)), Change.rename(own, name)]
            case Change("restore", int(number)) if came := self._came_as(self.step(number)):
                if name_key(came.now) not in map(name_key, self.names()):
                    return [change, Change.rename(came.was, came.now)]
        return [change]

    def names(self) -> set[str]:
        """Return the names of everybody who ever sat down, as they are today."""
        today, _ = with_current_names(self.entries)
        return {*self.start.seats, *(entry.move.player for entry in today if isinstance(entry.move, Join))}

    def _numbered(self, changes: Sequence[Change | TakingBack]) -> list[Entry]:
        singles = [single for change in changes for single in self._singles(change)]
        along = self.last + 1 if len(singles) > 1 else None
        return [Entry(number, change, undoes, along) for number, (change, undoes) in enumerate(singles, self.last + 1)]

    def _singles(self, change: Change | TakingBack) -> list[tuple[Change, int | None]]:
        """Return the changes that make one entry each, with the number of the entry that each takes back."""
        match change:
            case Undo():
                taken_back = self.last_tap[::-1]
            case Redo():
                taken_back = self.last_undo[::-1]
            case UndoTo(number):
                taken_back = [*takewhile(lambda entry: entry.number > number, not_undone(self.entries))]
            case _:
                return [(change, None)]
        return self._inverses(taken_back)

    def _inverses(self, taken_back: Iterable[Entry]) -> list[tuple[Change, int | None]]:
        """Return what takes entries back one after another, by the names at each place, with their numbers."""
        so_far = list(self.entries)
        found: list[tuple[Change, int | None]] = []
        for entry in taken_back:
            inverse = _inverse(entry, so_far)
            found.append((inverse, entry.number))
            if inverse.new_name:
                so_far.append(Entry(so_far[-1].number + 1, inverse, undoes=entry.number))
        return found

    def _with_taken_back(self, tap: Sequence[Entry]) -> "Journal":
        """Return the journal with the entries of an Undo or a Redo, which nothing refuses; all is played once."""
        entries = AppendOnlyList([*self.entries, *tap])
        today, _ = with_current_names(entries)
        _, names = with_current_names(tap)
        return _played(self.start, names, entries, _lines(today))

    def _with(self, tap: Sequence[Entry]) -> "Journal":
        """Return the journal with a move, a name, or corrections: what follows the first of them is played once."""
        match tap[0].change:
            case Change("play", content=Move() as move):
                effect = play_stored(self.state, move)
                scored = scored_by(move, self.state, effect.state)
                step = Step(LoggedMove(tap[0].number, move), effect.state, effect.memo, effect.postings, scored)
                return evolve(self, entries=self.entries.plus(tap[0]), steps=self.steps.plus(step))
            case Change("rename", content=Rename() as rename):
                today, _ = with_current_names(self.entries)
                rename.check(self.start.seats, [entry.move for entry in today if entry.move])
                names = {rename.was: rename.now}
                lines = [step.line.called(names) for step in self.steps]
                return _played(self.start, names, self.entries.plus(tap[0]), lines)
        for entry in tap:
            self._place(entry.change.target or entry.number)
        lines = _lines(tap, (step.line for step in self.steps))
        same = next(at for at, (line, step) in enumerate(zip(lines, self.steps, strict=False)) if line is not step.line)
        later = play_lines(self._before(same), lines[same:], self.steps[same - 1].would if same else None)
        own = {entry.concerns for entry in tap if entry.undoes is None}
        for step in later:
            if step.conflict and step.line.number in own:
                raise Illegal(step.conflict)
        steps = AppendOnlyList([*self.steps[:same], *later])
        return evolve(self, entries=AppendOnlyList([*self.entries, *tap]), steps=steps, conflicts=conflicts_in(steps))

    @property
    def last_tap(self) -> list[Entry]:
        """Return the entries of the last tap that was not undone yet; may be empty."""
        return self._tap_up_to(next(not_undone(self.entries), None))

    @property
    def last_undo(self) -> list[Entry]:
        """Return the entries of the last Undo that was not redone yet; empty where something was written after it."""
        redone: set[int] = set()
        for entry in reversed(self.entries):
            if entry.number in redone:
                continue
            if entry.undoes is None:
                return []
            if self.entries[entry_place(self.entries, entry.undoes)].undoes is None:
                return self._tap_up_to(entry)
            redone.add(entry.undoes)
        return []

    def _tap_up_to(self, last: Entry | None) -> list[Entry]:
        """Return the entries of one tap up to one of them."""
        if last is None or last.along is None:
            return [last] if last else []
        return [entry for entry in self.entries[entry_place(self.entries, last.along) :] if entry.number <= last.number]

    def _place(self, number: int) -> int:
        latest = enumerate(islice(reversed(self.steps), LATEST), 1)
        if back := next((back for back, step in latest if step.line.number == number), 0):
            return len(self.steps) - back
        likely = bisect_left(self.steps, number, key=lambda step: step.line.number)
        for place in chain([likely], range(len(self.steps))):  # inserted moves are out of order
            if place < len(self.steps) and self.steps[place].line.number == number:
                return place
        raise Illegal("There's no move {number} in the journal.", number=number)


def load(start: State[Any, Any], entries: Iterable[Entry]) -> Journal:
    """Return the journal of stored entries. ``start`` is the table as it was laid, by the names of that time.

    A move that no longer stands is a conflict, never an error.
    """
    every = AppendOnlyList(entries)
    if not every:
        return Journal(start)
    journal = _written(start, every)
    first = every[-1].along or every[-1].number
    tap = every[entry_place(every, first) :]
    if all(entry.change.act == "play" for entry in tap):
        return changed_by(journal, start, tap)
    return changed_by(journal, _written(start, every[: -len(tap)]).state, tap)


def changed_by(journal: Journal, before: State[Any, Any], tap: Sequence[Entry]) -> Journal:
    """Return the journal with what its last tap changed; ``before`` is looked at where the tap corrects something."""
    new = {entry.number for entry in tap if entry.change.act == "play"}
    played = [step for step in journal.steps[-len(tap) :] if step.line.number in new]
    scored = added(step.scored for step in played)
    moved = tuple(posting for step in played for posting in step.postings)
    if len(played) == len(tap) or (played and _all_moved(moved, before, journal.state)):
        return evolve(journal, moved=tuple(each for step in played for each in step.moved), scored=scored)
    _, names = with_current_names(tap)
    balances: dict[str, int] = {}
    for name, counters in before.won.items():  # a name that is taken back may be another player's until then
        balances[names.get(name, name)] = balances.get(names.get(name, name), 0) + counters
    # points aren't added up: a name that is taken back has those of the player whose it is again
    score = {name: points for name, points in before.score.items() if name not in names}
    score |= {names[name]: points for name, points in before.score.items() if name in names}
    after = journal.state
    if not played and before.game == after.game:  # a deal that Finish strikes gives nobody points back
        scored = differing(score, after.score)
    moved = differences(before.replace(balances=balances), after.replace(balances=after.won))
    return evolve(journal, moved=moved, scored=scored)


def _all_moved(moved: Iterable[Posting], before: State[Any, Any], after: State[Any, Any]) -> bool:
    """Return whether nobody's counters changed but by these: what else the tap did left the balances as they were."""
    net, was, now = net_changes(moved), before.balances, after.balances
    # who came, went, or is called otherwise by the same tap is in one of them alone
    return all(now.get(name, 0) - was.get(name, 0) == net.get(name, 0) for name in {*was, *now})


def _inverse(entry: Entry, entries: Sequence[Entry]) -> Change:
    """Return what takes one of the entries back, after all of them."""
    match entry.change:
        case Change(content=Rename(was, now)):
            return Change.rename(now, was)
        case Change("strike", int(number)):
            return Change.restore(number)
        case Change("restore", int(number)):
            return Change.strike(number)
        case Change("amend", int(number)):
            return Change.amend(number, _move_before(entry, entries))
    return Change.strike(entry.number)


def _move_before(amendment: Entry, entries: Sequence[Entry]) -> Move:
    """Return the move that stood in the place before it was amended, by the names after all entries."""
    today, _ = with_current_names(entries)
    earlier = today[: entry_place(entries, amendment.number)]
    return [entry.move for entry in earlier if entry.move and entry.concerns == amendment.concerns][-1]


def _written(start: State[Any, Any], entries: Sequence[Entry]) -> Journal:
    """Return the journal of entries by the names after them, without what changed hands last."""
    today, names = with_current_names(entries)
    return _played(start, names, AppendOnlyList(entries), _lines(today))


def _played(
    start: State[Any, Any], names: Mapping[str, str], entries: AppendOnlyList[Entry], lines: Iterable[LoggedMove]
) -> Journal:
    """Return the journal in which lines are played at the table as it was laid, its players called by ``names``."""
    start = initial_state([names.get(name, name) for name in start.seats], start.start)
    steps = AppendOnlyList(play_lines(start, lines))
    return Journal(start, entries, steps, conflicts=conflicts_in(steps))


def _lines(entries: Iterable[Entry], known: Iterable[LoggedMove] = ()) -> list[LoggedMove]:
    """Return the moves that entries make of those known, in the order in which they are played."""
    lines = {line.number: line for line in known}
    order = list(lines)
    for entry in entries:
        match entry.change:
            case Change("play", content=Move() as move):
                lines[entry.number] = LoggedMove(entry.number, move)
                order.append(entry.number)
            case Change("insert", int(before), Move() as move):
                lines[entry.number] = LoggedMove(entry.number, move)
                order.insert(order.index(before), entry.number)
            case Change("strike" | "restore" | "amend", int(number)) as correction:
                lines[number] = corrected(lines[number], correction)
    return [lines[number] for number in order]


def entry_place(entries: Sequence[Entry], number: int) -> int:
    """Return the place of the entry with this number, or of the one that would follow it."""
    if 0 < number <= len(entries) and entries[number - 1].number == number:  # as it is where none was lost
        return number - 1
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
