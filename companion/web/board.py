"""Several pots as a round board, drawn as SVG: a wedge for each, its counters as counters up to a handful."""

from collections.abc import Mapping
from math import cos, degrees, pi, sin
from typing import NamedTuple

RIM, HUB = 97.0, 33.0
"""The radius of the board and of its middle, in the picture's own units; it is 200 wide."""
NAME, HEAP, AGE = 82.0, 62.0, 43.0
"""How far from the middle a wedge has its name, its counters and its age."""
HANDFUL, FEW = 6, 4
"""So many counters are drawn as counters, on a board of few wedges and of many; more are a figure."""
COUNTER, LETTER = 5.4, 5.2
"""How much room a counter takes on each side of its middle, and a letter of a name."""
MANY = 10
"""On a board of more wedges each is narrow."""


class Wedge(NamedTuple):
    """One pot on the board: the outline, the arc its name stands on, with room for so many ``letters``, where its
    counters lie."""

    pot: str
    held: int
    outline: str
    arc: str
    letters: int
    heap: tuple[float, float]
    counters: list[tuple[float, float]]
    age: tuple[float, float]
    waited: int
    turn: int
    lean: int


def wedges(pots: Mapping[str, int], since: Mapping[str, int], hand: int, *, flat: bool = False) -> list[Wedge]:
    """The board from the top clockwise. ``since`` is the hand in which a pot began to hold counters; ``flat`` turns
    every wedge to whoever sits before it, by so many degrees (``turn``); an age leans with its wedge all the same."""
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
    counters = _heap(held, heap, narrow=step < 2 * pi / MANY)
    below = flat or cos(middle) < -0.01
    turn = round(degrees(middle)) - 180 if flat else 0
    lean = turn if flat else round(degrees(middle)) - (180 if below else 0)
    age = _at(AGE, middle)
    return Wedge(pot, held, outline, _arc(start, end, below), letters, heap, counters, age, waited, turn, lean)


def _arc(start: float, end: float, below: bool) -> str:
    """The line a name stands on, along the rim: read from outside the board where ``below``, else from its middle."""
    radius = NAME + 6 if below else NAME
    (ax, ay), (bx, by) = _at(radius, start), _at(radius, end)
    return f"M{bx} {by}A{radius} {radius} 0 0 0 {ax} {ay}" if below else f"M{ax} {ay}A{radius} {radius} 0 0 1 {bx} {by}"


def _heap(held: int, middle: tuple[float, float], *, narrow: bool) -> list[tuple[float, float]]:
    """Where the counters of a handful lie, in rows of up to three; none where a figure says it better."""
    if not 0 < held <= (FEW if narrow else HANDFUL):
        return []
    across = held if held < 3 else 2 if narrow or held == 4 else 3
    rows = [list(range(row, min(row + across, held))) for row in range(0, held, across)]
    gap = 2.1 * COUNTER
    return [
        (
            round(middle[0] + (place - (len(row) - 1) / 2) * gap, 2),
            round(middle[1] + (number - (len(rows) - 1) / 2) * gap, 2),
        )
        for number, row in enumerate(rows)
        for place, _ in enumerate(row)
    ]


def _at(radius: float, angle: float) -> tuple[float, float]:
    """A point of the picture: ``angle`` clockwise from the top."""
    return round(100 + radius * sin(angle), 2), round(100 - radius * cos(angle), 2)
