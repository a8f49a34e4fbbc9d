"""The fold: moves in force, in order, to steps; a move that no longer stands is kept, flagged, folded around."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.fields import Account, Pot
from companion.engine.game import Move, named, play
from companion.engine.ledger import Posting
from companion.engine.naming import renamed
from companion.engine.opening import Opening
from companion.engine.refusals import Illegal
from companion.engine.saying import listed, say
from companion.engine.settle import fewest
from companion.engine.state import Presence, State


class Line(NamedTuple):
    """A move as the journal has it now: its number there, whether it was struck since, and as what it was written."""

    number: int
    move: Move
    struck: bool = False
    written: Move | None = None

    @property
    def amended(self) -> bool:
        """Whether it says something else than what was written."""
        return self.written is not None and self.written != self.move

    def called(self, names: Mapping[str, str]) -> "Line":
        """The line with every player called as ``names`` says."""
        written = self.written and renamed(self.written, names)
        return self._replace(move=renamed(self.move, names), written=written)


class Step(NamedTuple):
    """A line played at its place: the state after it, its sentence and what changed hands.

    ``conflict`` says why the move does not stand; it then changed nothing. A struck line changed nothing too.
    """

    line: Line
    state: State[Any, Any]
    memo: str
    postings: tuple[Posting, ...] = ()
    conflict: str = ""

    @property
    def in_force(self) -> bool:
        """Whether the move counts."""
        return not self.line.struck and not self.conflict


def laid(players: Sequence[str]) -> State[Any, Any]:
    """The table before its first game: these players, in seat order."""
    return State(dict.fromkeys(players, Presence.IN), dict.fromkeys(players, 0), dealer=players[0])


def fold(start: State[Any, Any], lines: Iterable[Line]) -> list[Step]:
    """The lines played one after another from ``start``."""
    steps, state = [], start
    for line in lines:
        step = taken(state, line)
        steps.append(step)
        state = step.state
    return steps


def taken(state: State[Any, Any], line: Line) -> Step:
    """One line played, or kept as a conflict; a struck one keeps its sentence and changes nothing."""
    try:
        effect = play(state, line.move)
    except Illegal as refused:
        return Step(line, state, said(line.move), conflict="" if line.struck else str(refused))
    if line.struck:
        return Step(line, state, effect.memo)
    return Step(line, effect.state, effect.memo, effect.postings)


def said(move: Move) -> str:
    """A move in words, where it can't be played and so has no sentence of its own: whose it is, or whom it names."""
    if isinstance(move, Opening):
        return say("{title} begins.", title=say(move.title))
    who = [move.player] if hasattr(move, "player") else list(dict.fromkeys(named(move)))
    return (
        say("{label}: {names}.", label=say(move.label), names=listed(who))
        if who
        else say("{label}.", label=say(move.label))
    )


def differences(before: State[Any, Any], after: State[Any, Any]) -> tuple[Posting, ...]:
    """The fewest hand-overs of real counters that turn one state of the table into the other."""
    change: dict[Account, int] = {}
    for name in dict.fromkeys([*before.balances, *after.balances]):
        change[name] = after.balances.get(name, 0) - before.balances.get(name, 0)
    for pot in dict.fromkeys([*before.pots, *after.pots]):
        change[Pot(pot)] = after.pots.get(pot, 0) - before.pots.get(pot, 0)
    return tuple(Posting(paid.payer, paid.payee, paid.counters) for paid in fewest(change))


def amended(line: Line, move: Move) -> Line:
    """The line with another move in its place."""
    return line._replace(move=move, written=line.written or line.move)
