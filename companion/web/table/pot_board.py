"""Several pots as a round board, drawn as SVG: a wedge for each, its counters as counters up to a handful."""

from collections.abc import Mapping
from functools import lru_cache
from math import cos, degrees, pi, sin
from typing import NamedTuple

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
