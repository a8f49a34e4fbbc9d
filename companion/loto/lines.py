"""What each line of each card earns in a drawing of Loto, second method (LO2-07 to LO2-10)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engine.game import State
from companion.engine.message import say
from companion.loto.cards import holders

LINE_NAMES = ("", say("abstract"), say("ambo"), say("terne"), say("quaterne"), say("quinterne"))
"""The names of a line by how many of its numbers are covered (LO2-09)."""
AMBO = 2
"""The fewest covered numbers that give a line a name worth telling."""


class CardLine(NamedTuple):
    """One line of a card, counted from 0, with its covered numbers and the premium that they earn."""

    player: str
    card: int
    line: int
    covered: tuple[int, ...]
    premium: int

    @property
    def name(self) -> str:
        """Return what the line is called by its covered numbers, empty if there are none."""
        return LINE_NAMES[len(self.covered)]


class Coverage(NamedTuple):
    """All lines in order: seats from the eldest hand, each one's cards as listed, lines downwards.

    ``emptied_by`` is how many numbers were drawn when the last counter was laid, None if one was left.
    """

    lines: tuple[CardLine, ...]
    emptied_by: int | None = None

    def counters(self) -> dict[str, int]:
        """Return how many numbers each player covers, and so how many counters each takes (LO2-07)."""
        return self._each([len(line.covered) for line in self.lines])

    def premiums(self) -> dict[str, int]:
        """Return what each player's lines earn beside, all together (LO2-10)."""
        return self._each([line.premium for line in self.lines])

    def named(self, player: str) -> list[str]:
        """Return the names of the player's lines: ambos, ternes, quaternes and quinternes."""
        return [line.name for line in self.lines if line.player == player and len(line.covered) >= AMBO]

    def _each(self, earned: Sequence[int]) -> dict[str, int]:
        due = {line.player: 0 for line in self.lines}
        for line, counters in zip(self.lines, earned, strict=True):
            due[line.player] += counters
        return due


def cover(state: State[Any, Any], numbers: Sequence[int], counters: int | None = None) -> Coverage:
    """Cover the numbers one after another; if ``counters`` limits them, the eldest hand first (LO2-15)."""
    lines = [
        (player, card, place, line)
        for player, holding in holders(state, state.playing).items()
        for card, rows in holding.seen(state.options.box)
        for place, line in enumerate(rows)
    ]
    rows = [line for *_, line in lines]
    covered: list[list[int]] = [[] for _ in rows]
    left = len(numbers) * len(lines) + 1 if counters is None else counters
    emptied_by = None if left else 0
    for drawn, number in enumerate(numbers, 1):
        for place, row in enumerate(rows):
            if left and number in row:
                covered[place].append(number)
                left -= 1
                emptied_by = emptied_by if left else drawn
    made = [
        CardLine(player, card, place, tuple(on), state.options.premium(len(on)))
        for (player, card, place, _), on in zip(lines, covered, strict=True)
    ]
    return Coverage(tuple(made), emptied_by)
