"""Play moves in order; a move that no longer stands is kept, flagged and skipped."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.changes import Change, Entry, renamed
from companion.engine.errors import Illegal
from companion.engine.fields import Account, Pot
from companion.engine.game import Move, Opening, Presence, State
from companion.engine.kit.moves import Settle
from companion.engine.message import listed, say
from companion.engine.playing import play_stored
from companion.engine.postings import Posting
from companion.engine.settlement import fewest_payments
from companion.engine.structure import players_in


class LoggedMove(NamedTuple):
    """A move as the journal has it now."""

    number: int
    """The number of the entry that wrote it down."""
    move: Move
    struck: bool = False
    written: Move | None = None
    """The move as it was first written, where it was amended since."""

    @property
    def amended(self) -> bool:
        """Return whether it says something else than what was written."""
        return self.written is not None and self.written != self.move

    def called(self, names: Mapping[str, str]) -> "LoggedMove":
        """Return the line with its players called as ``names`` says."""
        written = self.written and renamed(self.written, names)
        return self._replace(move=renamed(self.move, names), written=written)


class Step(NamedTuple):
    """A line played at its place."""

    line: LoggedMove
    state: State[Any, Any]
    """The table after it; a struck line and a conflict leave it as it was."""
    memo: str
    """Its sentence."""
    postings: tuple[Posting, ...] = ()
    """What changed hands."""
    scored: Mapping[str, int] = {}
    """What it changed of the score, by the names of ``State.score``."""
    conflict: str = ""
    """Why the move does not stand; empty where it does."""
    would: State[Any, Any] | None = None
    """The table if it counted, and those struck out before it: a deal and its hand are taken back together."""

    @property
    def in_force(self) -> bool:
        """Return whether the move counts."""
        return not self.line.struck and not self.conflict

    @property
    def moved(self) -> tuple[Posting, ...]:
        """Return what changed hands in play: nothing where a debt was settled out of it."""
        return () if isinstance(self.line.move, Settle) else self.postings


def initial_state(players: Sequence[str], start: int | None = None) -> State[Any, Any]:
    """Return the table before its first game. ``players`` are in seat order; each is given ``start`` counters."""
    return State(dict.fromkeys(players, Presence.IN), dict.fromkeys(players, 0), dealer=players[0], start=start)


def play_lines(start: State[Any, Any], lines: Iterable[LoggedMove], would: State[Any, Any] | None = None) -> list[Step]:
    """Return the steps of lines that are played one after another; ``would`` as the step before them has it."""
    steps, state = [], start
    for line in lines:
        step = play_line(state, line, would)
        steps.append(step)
        state, would = step.state, step.would
    return steps


def play_line(state: State[Any, Any], line: LoggedMove, would: State[Any, Any] | None = None) -> Step:
    """Play one line, or keep it as a conflict. A struck one keeps its sentence and changes nothing."""
    try:
        effect = play_stored(state, line.move)
    except Illegal as refused:
        if line.struck and would:
            return play_line(would, line)._replace(state=state)
        return Step(line, state, move_in_words(line.move), conflict="" if line.struck else str(refused))
    if line.struck:
        return Step(line, state, effect.memo, would=effect.state)
    return Step(line, effect.state, effect.memo, effect.postings, scored_by(line.move, state, effect.state))


def move_in_words(move: Move) -> str:
    """Describe a move that can't be played, and so has no sentence of its own, by its label and its players."""
    if isinstance(move, Opening):
        return say("{title} begins.", title=say(move.title))
    who = [move.player] if hasattr(move, "player") else list(dict.fromkeys(players_in(move)))
    return (
        say("{label}: {names}.", label=say(move.label), names=listed(who))
        if who
        else say("{label}.", label=say(move.label))
    )


def scored_by(move: Move, before: State[Any, Any], after: State[Any, Any]) -> dict[str, int]:
    """Return what a move changed of the score; nothing where a game or a hand begins, perhaps at 0 again."""
    if not after.score or not after.game or isinstance(move, (Opening, after.game.begins)):
        return {}
    return differing(before.score, after.score)


def differing(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the differences of the numbers that are in both."""
    both = [(name, number, before[name]) for name, number in after.items() if name in before]
    return {name: number - earlier for name, number, earlier in both if number != earlier}


def added(numbers: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of the numbers of each name."""
    total: dict[str, int] = {}
    for name, number in (pair for each in numbers for pair in each.items()):
        total[name] = total.get(name, 0) + number
    return total


def differences(before: State[Any, Any], after: State[Any, Any]) -> tuple[Posting, ...]:
    """Return the fewest postings of real counters that turn one state of the table into the other."""
    change: dict[Account, int] = {}
    for name in dict.fromkeys([*before.balances, *after.balances]):
        change[name] = after.balances.get(name, 0) - before.balances.get(name, 0)
    for pot in dict.fromkeys([*before.pots, *after.pots]):
        change[Pot(pot)] = after.pots.get(pot, 0) - before.pots.get(pot, 0)
    return tuple(Posting(paid.payer, paid.payee, paid.counters) for paid in fewest_payments(change))


def corrected(line: LoggedMove, change: Change) -> LoggedMove:
    """Return the line after a correction of it. Raises Illegal where it can't be made."""
    match change:
        case Change("strike"):
            if line.struck:
                raise Illegal("This move is already struck out.")
            return line._replace(struck=True)
        case Change("restore"):
            if not line.struck:
                raise Illegal("This move isn't struck out, so there's nothing to restore.")
            return line._replace(struck=False)
    if line.struck:
        raise Illegal("This move is struck out: restore it before you correct it.")
    assert change.move
    return line._replace(move=change.move, written=line.written or line.move)


def conflicts_in(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the moves among the steps that no longer stand."""
    return tuple(step for step in steps if step.conflict)


def with_current_names(entries: Sequence[Entry]) -> tuple[list[Entry], dict[str, str]]:
    """Return the entries with their players called as today, and today's names by those before the first entry.

    A name that was taken back never was, for entries before it: the old one may have gone to another player meanwhile.
    """
    today: list[Entry] = []
    names: dict[str, str] = {}
    taken_back: list[tuple[int, dict[str, str]]] = []
    for entry in reversed(entries):
        rename = entry.new_name
        if not rename:
            if names and entry.move:
                entry = entry._replace(change=entry.change._replace(content=renamed(entry.move, names)))
            today.append(entry)
            continue
        today.append(entry)
        if taken_back and taken_back[-1][0] == entry.number:
            _, names = taken_back.pop()
            continue
        if entry.undoes is not None:
            taken_back.append((entry.undoes, names))
        names = {**names, rename.was: names.get(rename.now, rename.now)}
    return today[::-1], names
