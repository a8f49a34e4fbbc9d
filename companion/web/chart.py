"""The evening as a picture: a line for each player's balance, a bar for the pots of each hand.

Across, a hand is one unit, and the picture is stretched to whatever the screen has; upright, a unit is a pixel.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from companion.engine.evening import Evening, Hand

LEAST, EDGE, GAP = 340, 12, 22
"""The height of the lines' picture at least, where they rise or fall; its upper and lower edge; how far apart two
labels stand."""
BARS = 110
"""The height of the bars' picture."""
MARKS = 12
"""So many marks a line has, about."""
DOT = ".001"
"""As wide as a mark's path must be: of one without any width, WebKit stretches the ends with the picture."""
COLOURS, DASHES, SHAPES = 6, 7, 4
"""Lines differ in dash and mark as well as in colour: the first 28 without it."""


class Line(NamedTuple):
    """A player's balance over the hands: its path, its marks, where it ends and where its label stands.

    ``look`` are the classes of its colour, dash and mark; ``hollow`` marks have a hole.
    """

    name: str
    balance: int
    look: str
    hollow: bool
    trace: str
    marks: str
    end: float
    label: float


class Chart(NamedTuple):
    """The picture in its own units. ``ticks`` are counters with their height, ``numbers`` hands with their place in
    per cent of the width, ``games`` the places where another game begins; ``floor`` is the height of the bars' picture,
    next to nothing where no counter ever lay in a pot."""

    hands: int
    height: int
    ticks: list[tuple[int, float]]
    numbers: list[tuple[int, float]]
    games: list[int]
    lines: list[Line]
    fullest: int
    floor: int
    bars: str
    standing: str


def chart(evening: Evening) -> Chart:
    """The picture of an evening with one hand at least."""
    stands = [evening.start, *(hand.balances for hand in evening.hands)]
    every = [counters for balances in stands for counters in balances.values()]
    height = max(LEAST if any(every) else 0, GAP * len(evening.players) + 2 * EDGE)
    ticks = nice(min(*every, 0), max(*every, 0), 6)
    low, high = min(*every, ticks[0]), max(*every, ticks[-1])
    scale = (height - 2 * EDGE) / max(high - low, 1)
    heights = {counters: round(EDGE + (high - counters) * scale, 1) for counters in {*every, *ticks}}
    number, fullest = len(evening.hands), max(hand.most for hand in evening.hands)
    return Chart(
        hands=number,
        height=height,
        ticks=[(tick, heights[tick]) for tick in ticks],
        numbers=[(at, round(100 * (at - 0.5) / number, 2)) for at in nice(1, number, 6) if 1 <= at <= number],
        games=[hand.number - 1 for hand in evening.begun[1:]],
        lines=_lines(evening.players, stands, heights, height),
        fullest=fullest,
        floor=BARS if fullest else EDGE,
        bars=_bars(evening.hands, [hand.most for hand in evening.hands], fullest),
        standing=_bars(evening.hands, [hand.left for hand in evening.hands], fullest),
    )


def nice(low: int, high: int, most: int) -> list[int]:
    """Round numbers from ``low`` to ``high``, at most so many of them where there are as many as that."""
    rough = max((high - low) / most, 1)
    ten = 10 ** floor(log10(rough))
    step = next(round(ten * times) for times in (1, 2, 5, 10) if ten * times >= rough)
    return [*range(ceil(low / step) * step, high + 1, step)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places between ``low`` and ``high`` at least a gap apart, in the order of those wanted and as near as can be."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    blocks: list[list[float]] = []  # labels that touch; each label by where the first of all would stand for it
    for rank, place in enumerate(order):
        blocks.append([wanted[place] - rank * gap])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    last = high - (len(wanted) - 1) * gap
    firsts = [min(max(mean(block), low), last) for block in blocks for _ in block]
    placed = {place: first + rank * gap for rank, (place, first) in enumerate(zip(order, firsts, strict=True))}
    return [round(placed[place], 1) for place in range(len(wanted))]


def mean(numbers: Sequence[float]) -> float:
    """The middle of some numbers; ``statistics`` would take longer to load than all of this."""
    return sum(numbers) / len(numbers)


def look(place: int) -> str:
    """The classes of the so-manieth line's colour, dash and mark."""
    return f"c{place % COLOURS} d{place % DASHES} {'square' if place % SHAPES % 2 else 'round'}"


def _lines(
    players: Sequence[str], stands: Sequence[Mapping[str, int]], heights: Mapping[int, float], height: int
) -> list[Line]:
    ends = [heights[stands[-1][name]] for name in players]
    labels = spread(ends, GAP, EDGE, height - EDGE)
    lines, often = [], ceil(len(stands) / MARKS)
    for place, (name, end, label) in enumerate(zip(players, ends, labels, strict=True)):
        points = [(hand, heights[held[name]]) for hand, held in enumerate(stands) if name in held]
        trace = " ".join(f"{hand} {at:g}" for hand, at in points)
        marked = [(hand, at) for hand, at in points if (hand + place) % often == 0 or hand == len(stands) - 1]
        marks = "".join(f"M{hand} {at:g}h{DOT}" for hand, at in marked)
        hollow = place % SHAPES > 1
        lines.append(Line(name, stands[-1][name], look(place), hollow, f"M{trace}", marks, end, label))
    return lines


def _bars(hands: Sequence[Hand], held: Sequence[int], fullest: int) -> str:
    """One bar a hand, as a single path; none where nothing is held."""
    tall = (BARS - EDGE) / max(fullest, 1)
    return "".join(
        f"M{hand.number - 0.85:g} {BARS}V{BARS - counters * tall:.4g}h.7V{BARS}z"
        for hand, counters in zip(hands, held, strict=True)
        if counters
    )
