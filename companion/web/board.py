"""Several pots as a round board, drawn as SVG: a wedge for each, its counters as counters up to a handful."""

from collections.abc import Mapping
from math import cos, degrees, pi, sin
from typing import NamedTuple

RIM, HUB = 97.0, 33.0
"""The radius of the board and of its middle, in the picture's own units; it is 200 wide."""
NAME, AGE, HEAP = 82.0, 73.5, 56.5
"""How far from the middle a wedge has its name, its age beneath, and its counters."""
HANDFUL, FEW = 6, 4
"""So many counters are drawn as counters, on a board of few wedges and of many; more are a figure."""
COUNTER, LETTER = 5.4, 5.2
"""How much room a counter takes on each side of its middle, and a letter of a name."""
MANY = 10
"""On a board of more wedges each is narrow."""


class Wedge(NamedTuple):
    """One pot on the board: the outline, the arc its name stands on, with room for so many ``letters``, that of its
    ``age``, where its counters lie."""

    pot: str
    held: int
    outline: str
    arc: str
    letters: int
    age: str
    heap: tuple[float, float]
    counters: list[tuple[float, float]]
    waited: int
    turn: int


def wedges(pots: Mapping[str, int], since: Mapping[str, int], hand: int, *, flat: bool = False) -> list[Wedge]:
    """The board from the top clockwise. ``since`` is the hand in which a pot began to hold counters; ``flat`` turns
    every wedge to whoever sits before it, by so many degrees (``turn``)."""
    step = 2 * pi / len(pots)
    return [
        _wedge(pot, held, (number - 0.5) * step, step, hand - since.get(pot, hand), flat)
        for number, (pot, held) in enumerate(pots.items())
    ]


def _wedge(pot: str, held: int, start: float, step: float, waited: int, flat: bool) -> Wedge:
    middle, end = start + step / 2, start + step
    (ax, ay), (bx, by) = _at(RIM, start), _at(RIM, end)
    (cx, cy), (dx, dy) = _at(HUB, end), _at(HUB, start)
    outline = f"M{ax} {ay}A{RIM} {RIM} 0 0 1 {bx} {by}L{cx} {cy}A{HUB} {HUB} 0 0 0 {dx} {dy}Z"
    heap, letters = _at(HEAP, middle), int(NAME * step / LETTER)
    counters = _heap(held, middle, narrow=step < 2 * pi / MANY)
    below = flat or cos(middle) < -0.01
    turn = round(degrees(middle)) - 180 if flat else 0
    name, age = _arc(NAME, 6, start, end, below), _arc(AGE, 4, start, end, below)
    return Wedge(pot, held, outline, name, letters, age, heap, counters, waited, turn)


def _arc(radius: float, height: float, start: float, end: float, below: bool) -> str:
    """The line on which a text of this height stands, along the rim: read from outside the board where ``below``, else
    from its middle."""
    radius += height if below else 0
    (ax, ay), (bx, by) = _at(radius, start), _at(radius, end)
    return f"M{bx} {by}A{radius} {radius} 0 0 0 {ax} {ay}" if below else f"M{ax} {ay}A{radius} {radius} 0 0 1 {bx} {by}"


def _heap(held: int, angle: float, *, narrow: bool) -> list[tuple[float, float]]:
    """Where the counters of a handful lie, in rows of up to three along the rim; none where a figure says it better."""
    if not 0 < held <= (FEW if narrow else HANDFUL):
        return []
    across = held if held < 3 else 2 if narrow or held == 4 else 3
    rows = [list(range(row, min(row + across, held))) for row in range(0, held, across)]
    gap = 2.1 * COUNTER
    return [
        _at(HEAP - (number - (len(rows) - 1) / 2) * gap, angle, aside=(place - (len(row) - 1) / 2) * gap)
        for number, row in enumerate(rows)
        for place, _ in enumerate(row)
    ]


def _at(radius: float, angle: float, aside: float = 0) -> tuple[float, float]:
    """A point of the picture: ``angle`` clockwise from the top, so far ``aside`` in the same sense."""
    x, y = radius * sin(angle) + aside * cos(angle), radius * cos(angle) - aside * sin(angle)
    return round(100 + x, 2), round(100 - y, 2)
