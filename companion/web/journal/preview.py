"""What a correction would come to, before it is saved."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.hands import Dealt, dealers_moved
from companion.engine.journal import Journal
from companion.engine.replay import Step
from companion.engine.reports.sentences import what_changes
from companion.web.i18n.filters import points_of


def is_and_becomes(old: Mapping[str, int], new: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Every name in either, with its number as it is and as it becomes."""
    return [(name, old.get(name, 0), new.get(name, 0)) for name in dict.fromkeys([*old, *new])]


def _moved(step: Step) -> list[str]:
    return what_changes(step.moved, step.state)


class Preview(NamedTuple):
    """What a correction would come to, before it is saved."""

    before: Journal
    after: Journal

    @property
    def balances(self) -> list[tuple[str, int, int]]:
        """Everyone's stack, or balance, as it is and as it would be."""
        return is_and_becomes(self.before.state.shown, self.after.state.shown)

    @property
    def pots(self) -> list[tuple[str, int, int]]:
        """Every pot as it is and as it would be."""
        return is_and_becomes(self.before.state.pots, self.after.state.pots)

    @property
    def points(self) -> list[tuple[str, int, int]]:
        """The points of everybody, or of both sides, as they are and as they would be, where any change."""
        old, new = points_of(self.before.state), points_of(self.after.state)
        return is_and_becomes(old, new) if old != new else []

    @property
    def changed(self) -> list[tuple[Step, list[str], list[str]]]:
        """Later moves that stand as written but move other counters, with what changed hands and what would."""
        were = {step.line.number: step for step in self.before.in_force()}
        pairs = ((were[step.line.number], step) for step in self.after.in_force() if step.line.number in were)
        return [
            (new, _moved(old), _moved(new))
            for old, new in pairs
            if old.postings != new.postings and old.line.move == new.line.move
        ]

    @property
    def dealers(self) -> list[Dealt]:
        """The hands that somebody else would have dealt."""
        return dealers_moved(self.before, self.after)

    @property
    def deals_next(self) -> tuple[str, str] | None:
        """Who deals the next hand and who would, where that changes and no hand is open."""
        old, new = self.before.state, self.after.state
        waits = new.game and new.game.deals and not (new.over or new.open or old.open)
        return (old.dealer, new.dealer) if waits and old.dealer != new.dealer else None

    @property
    def fallen(self) -> list[Step]:
        """Later moves that would no longer stand."""
        stood = {step.line.number for step in self.before.steps if step.in_force}
        return [step for step in self.after.conflicts if step.line.number in stood]

    @property
    def risen(self) -> list[Step]:
        """Moves that don't stand and would again."""
        fell = {step.line.number for step in self.before.conflicts}
        return [step for step in self.after.steps if step.in_force and step.line.number in fell]

    @property
    def transfers(self) -> list[str]:
        """The real counters that must move because of it."""
        return what_changes(self.after.moved, self.after.state)

    @property
    def counts(self) -> bool:
        """Whether counters are shown: not where points were scored and none has moved."""
        scored = self.points or any(points_of(self.after.state).values())
        return not scored or any(was or will for _, was, will in (*self.balances, *self.pots))
