"""How people stand over some evenings, and the course of it as lines: in money, in counters or in games won."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import chain, groupby, pairwise
from operator import attrgetter
from textwrap import wrap
from typing import NamedTuple

from companion.engine.phrases import signed
from companion.engine.reports.tallies import Figures
from companion.store.statistics import COUNTERS, GAMES, Part
from companion.web.evening.chart import LABEL_GAP, LABEL_LINE, Chart, drawn
from companion.web.i18n.filters import with_sign
from companion.web.i18n.language import localized_date

MAX_LINES = 8
"""The people who have a line: the first of the standings."""
MAX_STEPS = 60
"""The evenings between which a line runs; of more, some are passed over."""
MAX_MONTHS = 4
"""The months that are named beneath the lines, about."""
LINES_HEIGHT = 230
LABEL_LETTERS = 11
"""The letters in a line of a label, of the size that these have: as many as a phone has room for."""


class Unit(NamedTuple):
    """In what people are compared."""

    name: str
    """GAMES, COUNTERS or a currency."""
    decimals: int = 0
    """The most decimals of an amount of money."""

    @property
    def wins(self) -> bool:
        """Return whether it is games won."""
        return self.name == GAMES

    def of(self, part: Part) -> int:
        """Return what an evening came to: counters, games, or the smallest pieces of money that occur."""
        if self.wins:
            return part.figures.games_won
        return part.figures.counters if self.name == COUNTERS else int(part.money * 10**self.decimals)

    def figure(self, number: int) -> str:
        """Write a number of these with its sign: ``+£4.15``, ``−17``; of games won without one."""
        if self.wins:
            return f"{number}"
        if self.name == COUNTERS:
            return signed(number)
        return with_sign(Decimal(number).scaleb(-self.decimals), self.name)


class Stand(NamedTuple):
    """How one person stands."""

    key: str
    name: str
    rank: int
    """Which place it is; those who are level share one."""
    days: int
    games: int
    figures: Figures
    number: int
    """What people are compared by, in the unit."""


class Course(NamedTuple):
    """The course of some evenings as lines."""

    chart: Chart
    figures: Mapping[str, str]
    """What each line comes to, by name."""
    labels: Mapping[str, Sequence[str]]
    """What stands at the end of each line, by name: the name in as many lines as it needs, the figure last."""
    grid: Mapping[int, str]
    """What stands at each line of the grid."""
    months: Sequence[tuple[str, str, float]]
    """The names of months, the year where one begins, and their places in per cent of the width."""
    left_out: int
    """The people without a line."""


def unit_of(name: str, parts: Iterable[Part]) -> Unit:
    """Return the unit of a name, in which the amounts of some evenings can be written."""
    return Unit(name, max((-int(part.money.as_tuple().exponent) for part in parts), default=0))


def standings(parts: Sequence[Part], unit: Unit) -> list[Stand]:
    """Return how everybody stands, the first first; of equals, who needed fewer games."""
    found: dict[str, list[Part]] = {}
    for part in parts:
        found.setdefault(part.key, []).append(part)
    numbers = {key: sum(map(unit.of, own)) for key, own in found.items()}
    order = sorted(numbers.values(), reverse=True)
    stands = [_stand(own, numbers[key], 1 + order.index(numbers[key])) for key, own in found.items()]
    return sorted(stands, key=lambda stand: (-stand.number, stand.games, stand.name))


def _stand(parts: Sequence[Part], number: int, rank: int) -> Stand:
    return Stand(
        key=parts[-1].key,
        name=parts[-1].name,
        rank=rank,
        days=len(parts),
        games=sum(part.games for part in parts),
        figures=Figures.total([part.figures for part in parts]),
        number=number,
    )


def course(
    parts: Sequence[Part], stands: Sequence[Stand], unit: Unit, most: int = MAX_LINES, height: int = LINES_HEIGHT
) -> Course | None:
    """Return the course of some evenings, after which people stand so; None where there are fewer than two."""
    evenings = by_evening(parts)
    if len(evenings) < 2:
        return None
    names = {stand.key: stand.name for stand in stands[:most]}
    stride = max(-(-len(evenings) // MAX_STEPS), 1)
    shown = [0, *range(len(evenings), 0, -stride)[::-1]]
    running, steps = dict.fromkeys(names, 0), [dict.fromkeys(names, 0)]
    for before, after in pairwise(shown):
        for part in chain.from_iterable(evenings[before:after]):
            if part.key in running:
                running[part.key] += unit.of(part)
        steps.append({**running})
    figures = {name: unit.figure(running[key]) for key, name in names.items()}
    labels = {name: _label(name, figure) for name, figure in figures.items()}
    gap = max(map(len, labels.values())) * LABEL_LINE + LABEL_GAP - LABEL_LINE
    chart = drawn(names, steps, gap=gap, least=height)
    return Course(
        chart,
        figures,
        labels,
        {counters: unit.figure(counters) for counters, _ in chart.ticks},
        _months([evenings[place - 1][0].night for place in shown[1:]]),
        len(stands) - len(names),
    )


def by_evening(parts: Iterable[Part]) -> list[list[Part]]:
    """Return what each evening came to for everybody, the earliest evening first."""
    return [[*own] for _, own in groupby(parts, attrgetter("night"))]


def _label(name: str, figure: str) -> list[str]:
    """Return the lines of a label: the figure stands behind the name, or beneath it where that is long."""
    *before, last = wrap(name, LABEL_LETTERS)
    return [*before, last, figure] if len(f"{last} {figure}") > LABEL_LETTERS else [*before, f"{last} {figure}"]


def _months(nights: Sequence[date]) -> list[tuple[str, str, float]]:
    """Return the months that begin among some nights, each with its place; where years change, with the year."""
    begun = [
        (place, night)
        for place, (before, night) in enumerate(zip([None, *nights], nights, strict=False))
        if before is None or (before.year, before.month) != (night.year, night.month)
    ]
    named: list[tuple[int, date, bool]] = []
    for place, night in begun:
        if not named or len(nights) * 0.9 > place >= named[-1][0] + len(nights) / MAX_MONTHS:
            named.append((place, night, not named or named[-1][1].year != night.year))
    over_years = nights[0].year != nights[-1].year
    return [
        (
            localized_date(night, "LLL"),
            f"{night.year}" if over_years and begins else "",
            round(100 * place / len(nights), 1),
        )
        for place, night, begins in named
    ]
