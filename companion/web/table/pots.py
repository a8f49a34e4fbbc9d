"""The pots of a table: a board to look at, and what lay in one where nobody said at the deal who lays how much."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from math import cos, degrees, pi, sin
from typing import NamedTuple

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.hands import begins_hand, which_hand
from companion.engine.journal import Journal, entry_place, not_undone
from companion.engine.kit.moves import Deal
from companion.engine.message import say
from companion.engine.replay import Step
from companion.web.forms.answers import whole_number

RIM_RADIUS, HUB_RADIUS = 97.0, 33.0
"""The radius of the board and of its middle, in the units of the picture, which is 200 wide."""
NAME_RADIUS, AGE_RADIUS, HEAP_RADIUS = 82.0, 73.5, 56.5
"""The distance from the middle to a wedge's name, to its age beneath, and to its counters."""
NAME_HEIGHT, AGE_HEIGHT = 6, 4
MAX_COUNTERS_DRAWN, MAX_COUNTERS_IN_NARROW = 6, 4
"""The most counters that are drawn one by one, in a wedge and in a narrow one; more are a figure."""
COUNTER_RADIUS, LETTER_WIDTH = 5.4, 5.2
"""The room for a counter on each side of its middle, and for a letter of a name."""
MAX_WIDE_WEDGES = 10
"""On a board with more wedges each is narrow."""
MAX_CACHED_WEDGES = 2_000
"""How many drawn wedges are kept: between two moves most wedges of a board stay the same."""


class Wedge(NamedTuple):
    """A pot on the board."""

    pot: str
    held: int | None
    """The counters that lie in it; None where nobody has said."""
    outline: str
    arc: str
    """The path on which its name stands."""
    letters: int
    """The letters of a name for which there is room."""
    age: str
    """The path on which its age stands."""
    heap: tuple[float, float]
    """The middle of its counters."""
    counters: list[tuple[float, float]]
    """The middle of each counter that is drawn."""
    waited: int
    """The hands through which counters have been standing."""
    turn: int
    """The degrees by which what stands in it is turned."""


def wedges(pots: Mapping[str, int], since: Mapping[str, int], hand: int, *, flat: bool = False) -> list[Wedge]:
    """Return the wedges from the top clockwise.

    ``since`` is the hand in which each pot began to hold counters; ``flat`` turns every wedge to the edge of the board.
    """
    step = 2 * pi / len(pots)
    return [
        _wedge(pot, held, (number - 0.5) * step, step, hand - since.get(pot, hand), flat)
        for number, (pot, held) in enumerate(pots.items())
    ]


@lru_cache(maxsize=MAX_CACHED_WEDGES)
def _wedge(pot: str, held: int, start: float, step: float, waited: int, flat: bool) -> Wedge:
    middle, end = start + step / 2, start + step
    (ax, ay), (bx, by) = _at(RIM_RADIUS, start), _at(RIM_RADIUS, end)
    (cx, cy), (dx, dy) = _at(HUB_RADIUS, end), _at(HUB_RADIUS, start)
    outer = f"M{ax} {ay}A{RIM_RADIUS} {RIM_RADIUS} 0 0 1 {bx} {by}"
    inner = f"L{cx} {cy}A{HUB_RADIUS} {HUB_RADIUS} 0 0 0 {dx} {dy}Z"
    heap, letters = _at(HEAP_RADIUS, middle), int(NAME_RADIUS * step / LETTER_WIDTH)
    counters = _heap(held, middle, narrow=step < 2 * pi / MAX_WIDE_WEDGES)
    below = flat or cos(middle) < -0.01
    turn = round(degrees(middle)) - 180 if flat else 0
    name, age = _arc(NAME_RADIUS, NAME_HEIGHT, start, end, below), _arc(AGE_RADIUS, AGE_HEIGHT, start, end, below)
    return Wedge(pot, held, outer + inner, name, letters, age, heap, counters, waited, turn)


def _arc(radius: float, height: float, start: float, end: float, below: bool) -> str:
    """Return the path along the rim on which a text stands; ``below`` it is read from outside the board."""
    radius += height if below else 0
    (ax, ay), (bx, by) = _at(radius, start), _at(radius, end)
    return f"M{bx} {by}A{radius} {radius} 0 0 0 {ax} {ay}" if below else f"M{ax} {ay}A{radius} {radius} 0 0 1 {bx} {by}"


def _heap(held: int, angle: float, *, narrow: bool) -> list[tuple[float, float]]:
    """Return where counters lie, in rows of up to three along the rim; empty where a figure stands instead."""
    if not 0 < held <= (MAX_COUNTERS_IN_NARROW if narrow else MAX_COUNTERS_DRAWN):
        return []
    across = held if held < 3 else 2 if narrow or held == 4 else 3
    rows = [list(range(row, min(row + across, held))) for row in range(0, held, across)]
    gap = 2.1 * COUNTER_RADIUS
    return [
        _at(HEAP_RADIUS - (number - (len(rows) - 1) / 2) * gap, angle, aside=(place - (len(row) - 1) / 2) * gap)
        for number, row in enumerate(rows)
        for place, _ in enumerate(row)
    ]


def _at(radius: float, angle: float, aside: float = 0) -> tuple[float, float]:
    """Return a point of the picture: ``angle`` is clockwise from the top, ``aside`` a distance in the same sense."""
    x, y = radius * sin(angle) + aside * cos(angle), radius * cos(angle) - aside * sin(angle)
    return round(100 + x, 2), round(100 - y, 2)


def may_have_lain(journal: Journal, kind: type[Move], answers: Mapping[str, str]) -> Sequence[int]:
    """Return how many counters may have lain in the pot that a move takes; none where the sheet knows."""
    pot = answers.get(kind.lifts, "") if kind.lifts else ""
    return unsaid_pots(journal, [pot]).get(pot, ()) if pot in journal.state.pots else ()


def unsaid_pots(journal: Journal, pots: Iterable[str]) -> dict[str, Sequence[int]]:
    """Return how many counters may lie in each of some pots, but for those of which the sheet knows."""
    dealt = unsaid_deal(journal)
    if dealt is None or not isinstance(deal := dealt.line.move, Deal):
        return {}
    before = journal.before(dealt.line.number)
    may_lie = ((pot, deal.may_lie(before, journal.state, pot)) for pot in pots)
    return {pot: numbers for pot, numbers in may_lie if len(numbers) > 1}


def laid_anew(journal: Journal, move: Move, lay: str) -> list[Change]:
    """Return the correction of the deal by which ``lay`` counters lay in the pot that a move takes.

    Raises Malformed where it isn't a number, and Illegal where so many can't have lain there.
    """
    if not lay or not move.lifts:
        return []
    counters = whole_number(lay, say("What lay there?"), ("lay",))
    pot, dealt = getattr(move, move.lifts), unsaid_deal(journal)
    if dealt is None or not isinstance(dealt.line.move, Deal) or journal.state.pots.get(pot) in (None, counters):
        return []
    before = journal.before(dealt.line.number)
    if not dealt.line.move.may_lie(before, journal.state, pot):  # it was taken already: the move itself is refused
        return []
    return [Change.amend(dealt.line.number, dealt.line.move.lying(before, journal.state, pot, counters))]


def unsaid_deal(journal: Journal) -> Step | None:
    """Return the deal of the latest hand, where it was written down without a word on who lays how much where."""
    state = journal.state
    of_hand = takewhile(lambda step: which_hand(step) == (state.game, state.hand), reversed(journal.steps))
    dealt = next((step for step in of_hand if step.in_force and begins_hand(step.line.move, state)), None)
    is_plain = dealt is not None and isinstance(dealt.line.move, Deal) and not was_said(journal, dealt.line.number)
    return dealt if is_plain else None


def was_said(journal: Journal, number: int) -> bool:
    """Return whether a move answered any of its questions as it was written down, or was corrected by hand.

    A correction that a win brought stands in one tap with it.
    """
    since = journal.entries[entry_place(journal.entries, number) :]
    by_hand = (entry for entry in not_undone(since) if not entry.along and entry.change.act == "amend")
    first = since[0].move
    return any(entry.concerns == number for entry in by_hand) or (first is not None and first != type(first)())
