"""The evening as a picture: a line for each player's stack, balance or points, a bar for the pots of each hand.

Across, a hand is one unit, and the picture is stretched to the width of the screen; upright, a unit is a pixel.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil, floor, log10
from textwrap import wrap
from typing import NamedTuple

from attrs import evolve

from companion.engine.message import listed
from companion.engine.reports.evening import Evening
from companion.engine.reports.played import PlayedGame, PlayedHand

MIN_HEIGHT = 340
"""The height of the lines, at least, where any of them rises or falls."""
BRIEF_HEIGHT = 130
"""The same on the page of a table, where it stands beside what is won."""
MARGIN = 12
"""The room above and below the lines."""
LABEL_GAP = 22
"""The distance between two labels of one line, at least."""
LABEL_LINE = 16
"""The distance between two lines of a label."""
LABEL_LETTERS = 15
"""The letters in a line of a label, its figure counted: as many as a phone has room for, also of broad ones."""
DOT = 9
"""How far apart the last marks of two lines are, at least: none hides another."""
BARS_HEIGHT = 110
MAX_TICKS = 6
"""The number of ticks on an axis, about."""
MARKS_PER_LINE = 12
"""The number of marks on a line, about."""
MARK_WIDTH = ".001"
"""The width of a mark's path: WebKit stretches the ends of a path without width together with the picture."""
COLOURS, DASHES, SHAPES = 6, 7, 4
"""Lines differ in dash and mark as well as in colour: the first 28 even without it."""


class Series(NamedTuple):
    """A player's stack or balance over the hands."""

    name: str
    balance: int
    """The last of them, in counters."""
    series_classes: str
    """CSS classes of the line's colour, dash and mark."""
    hollow: bool
    """Whether its marks have a hole."""
    trace: str
    """The path of the line."""
    marks: str
    """The path of its marks."""
    end: float
    """The height of its last mark."""
    label: float
    """The height of its label."""


class Chart(NamedTuple):
    """The picture in its own units."""

    hands: int
    height: int
    ticks: list[tuple[int, float]]
    """Counters with their height."""
    level: float
    """The height of who is neither up nor down."""
    numbers: list[tuple[int, float]]
    """Numbers of hands with their place, in per cent of the width."""
    games: list[int]
    """The places where another game begins."""
    lines: list[Series]
    fullest: int
    """The most counters that lay in the pots."""
    floor: int
    """The height of the bars, next to nothing where no counter ever lay in a pot."""
    bars: str
    """The path of the bars of what lay in the pots."""
    standing: str
    """The path of the bars of what was left in them."""
    label_line: int = LABEL_LINE


def chart(evening: Evening) -> Chart:
    """Draw the counters of an evening of at least one hand."""
    hands = cut_hands(evening.hands)
    stands = [evening.shown, *(hand.shown for hand in hands)]
    names = {name: name for name in evening.players}
    games = [hand.number - 1 for hand in hands if hand.dealt == 1]
    return drawn(names, stands, evening.level, hands, games[1:])


def cut_hands(hands: Sequence[PlayedHand]) -> list[PlayedHand]:
    """Return the hands as the chart numbers them: one is cut after each move that stands as a hand, but the last.

    What is cut off is dealt as number 0.
    """
    cut: list[PlayedHand] = []
    for hand in hands:
        ends = [place for place, step in enumerate(hand.steps, 1) if step.line.move.as_a_hand]
        for begin, end in pairwise([0, *ends[:-1], len(hand.steps)]):
            after = hand.after if end == len(hand.steps) else hand.steps[end - 1].state
            dealt, steps = 0 if begin else hand.dealt, hand.steps[begin:end]
            cut.append(evolve(hand, number=len(cut) + 1, dealt=dealt, steps=steps, after=after))
    return cut


def points_chart(game: PlayedGame, least: int = MIN_HEIGHT) -> Chart:
    """Draw the points of a game, a line for each player or side; who left keeps the last."""
    stands = list(
        accumulate((hand.score for hand in game.hands), lambda all_, now: {**all_, **now}, initial=game.start)
    )
    names = {name: listed(side) for name, side in game.sides.items()}
    return drawn(names, stands, least=least)


def brief(game: PlayedGame) -> Chart:
    """Draw one game low enough for the page of its end: the points, or the counters that it brought."""
    if game.state.scored():
        return points_chart(game, least=BRIEF_HEIGHT)
    before, names = game.before.won, {name: name for name in game.state.seats}
    every = [before, *(hand.balances for hand in game.hands)]
    stands = [{name: up.get(name, 0) - before.get(name, 0) for name in names} for up in every]
    return drawn(names, stands, least=BRIEF_HEIGHT)


def label_lines(text: str) -> list[str]:
    """Return the lines of a label, each short enough for the side of a phone."""
    return wrap(str(text), LABEL_LETTERS)


def drawn(
    names: Mapping[str, str],
    stands: Sequence[Mapping[str, int]],
    level: int = 0,
    pots: Sequence[PlayedHand] = (),
    games: Sequence[int] = (),
    gap: int = 0,
    least: int = MIN_HEIGHT,
) -> Chart:
    """Draw a line through every hand for each of the ``names``, with the bars of what lay in the ``pots`` of hands.

    Their labels stand ``gap`` pixels apart at least, else as far as their lines need. It is ``least`` pixels high where
    any line rises or falls, and as high as its labels need.
    """
    if not gap:
        lines = max(len(label_lines(f"{stands[-1][key]:+} {name}")) for key, name in names.items())
        gap = LABEL_GAP + (lines - 1) * LABEL_LINE
    every = [counters for shown in stands for counters in shown.values()]
    height = max(least if {*every} != {level} else 0, gap * len(names) + 2 * MARGIN)
    marks = ticks(min(*every, level), max(*every, level), MAX_TICKS)
    low, high = min(*every, *marks, level), max(*every, *marks, level)
    scale = (height - 2 * MARGIN) / max(high - low, 1)
    heights = {counters: round(MARGIN + (high - counters) * scale, 1) for counters in {*every, *marks, level}}
    number, fullest = len(stands) - 1, max((hand.peak for hand in pots), default=0)
    return Chart(
        hands=number,
        height=height,
        ticks=[(tick, heights[tick]) for tick in marks],
        level=heights[level],
        numbers=[(at, round(100 * (at - 0.5) / number, 2)) for at in ticks(1, number, MAX_TICKS) if 1 <= at <= number],
        games=[*games],
        lines=_lines(names, stands, heights, height, gap),
        fullest=fullest,
        floor=BARS_HEIGHT if fullest else MARGIN,
        bars=_bars(pots, [hand.peak for hand in pots], fullest),
        standing=_bars(pots, [hand.left for hand in pots], fullest),
    )


def ticks(low: int, high: int, most: int) -> list[int]:
    """Return round numbers from ``low`` to ``high``, at most ``most`` of them where the range is as large."""
    rough = max((high - low) / most, 1)
    ten = 10 ** floor(log10(rough))
    step = next(round(ten * times) for times in (1, 2, 5, 10) if ten * times >= rough)
    return [*range(ceil(low / step) * step, high + 1, step)]


def spread_labels(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return heights between ``low`` and ``high`` at least a gap apart, in the same order, as near as they can be."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    blocks: list[list[float]] = []  # labels that touch: for each, where the first label of all would stand
    for rank, place in enumerate(order):
        blocks.append([heights[place] - rank * gap])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    last = high - (len(heights) - 1) * gap
    firsts = [min(max(mean(block), low), last) for block in blocks for _ in block]
    placed = {place: first + rank * gap for rank, (place, first) in enumerate(zip(order, firsts, strict=True))}
    return [round(placed[place], 1) for place in range(len(heights))]


def mean(numbers: Sequence[float]) -> float:
    """Return the mean; the module ``statistics`` takes longer to load than all of this."""
    return sum(numbers) / len(numbers)


def series_classes(place: int) -> str:
    """Return the CSS classes of the n-th series."""
    return f"c{place % COLOURS} d{place % DASHES} {'square' if place % SHAPES % 2 else 'round'}"


def _lines(
    names: Mapping[str, str], stands: Sequence[Mapping[str, int]], heights: Mapping[int, float], height: int, gap: int
) -> list[Series]:
    ends = [heights[stands[-1][name]] for name in names]
    edge = MARGIN + (gap - LABEL_GAP) / 2  # a label of several lines stands around its height
    labels = spread_labels(ends, gap, edge, height - edge)
    lines, hands_per_mark = [], ceil(len(stands) / MARKS_PER_LINE)
    ends = spread_labels(ends, DOT, 0, height)
    for place, (name, end, label) in enumerate(zip(names, ends, labels, strict=True)):
        points = [(hand, heights[balances[name]]) for hand, balances in enumerate(stands) if name in balances]
        trace = " ".join(f"{hand} {at:g}" for hand, at in points)
        marked = [(hand, at) for hand, at in points if (hand + place) % hands_per_mark == 0 or hand == len(stands) - 1]
        last = len(stands) - 1
        marks = "".join(f"M{hand} {end if hand == last else at:g}h{MARK_WIDTH}" for hand, at in marked)
        hollow = place % SHAPES > 1
        lines.append(
            Series(names[name], stands[-1][name], series_classes(place), hollow, f"M{trace}", marks, end, label)
        )
    return lines


def _bars(hands: Sequence[PlayedHand], in_pots: Sequence[int], fullest: int) -> str:
    """Draw a bar for every hand with counters in the pots, all as a single path."""
    scale = (BARS_HEIGHT - MARGIN) / max(fullest, 1)
    return "".join(
        f"M{hand.number - 0.85:g} {BARS_HEIGHT}V{BARS_HEIGHT - counters * scale:.4g}h.7V{BARS_HEIGHT}z"
        for hand, counters in zip(hands, in_pots, strict=True)
        if counters
    )
