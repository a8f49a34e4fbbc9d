"""How people stand over some evenings, and the course of it as lines: in money, in counters or in games won."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import chain, groupby, pairwise
from operator import attrgetter
from textwrap import wrap
from typing import NamedTuple

from companion.engine.message import Message, say_many
from companion.engine.phrases import signed
from companion.engine.reports.tallies import Figures
from companion.machine.clock import on_the_wall
from companion.store.statistics import Part
from companion.web.evening.chart import LABEL_GAP, LABEL_LINE, Chart, drawn
from companion.web.i18n.filters import with_sign
from companion.web.i18n.language import localize, localized_date

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

    currency: str = ""
    """The one currency of all evenings, else empty."""
    wins: bool = False
    """Whether it is games won, since no counters were played for."""
    decimals: int = 0
    """The most decimals of an amount."""

    def of(self, part: Part) -> int:
        """Return what an evening came to: counters, games, or the smallest pieces of money that occur."""
        if self.wins:
            return part.figures.games_won
        if not self.currency:
            return part.figures.counters
        return int(part.money * 10**self.decimals)

    def figure(self, number: int) -> Message | str:
        """Write a number of these with its sign: ``+£4.15``, ``−17``, ``5 games``."""
        if self.wins:
            return say_many("{n} game", "{n} games", number)
        return with_sign(Decimal(number).scaleb(-self.decimals), self.currency) if self.currency else signed(number)


class Stand(NamedTuple):
    """How one person stands."""

    key: str
    name: str
    evenings: int
    figures: Figures
    money: Mapping[str, Decimal]
    """By currency."""
    number: int
    """What people are compared by, in the unit."""

    @property
    def amounts(self) -> list[str]:
        """The money in words, a text a currency."""
        return [with_sign(money, currency) for currency, money in self.money.items()]


class Course(NamedTuple):
    """The course of some evenings as lines."""

    chart: Chart
    figures: Mapping[str, Message | str]
    """What each line comes to, by name."""
    labels: Mapping[str, Sequence[str]]
    """What stands at the end of each line, by name: the name in as many lines as it needs, the figure last."""
    grid: Mapping[int, Message | str]
    """What stands at each line of the grid."""
    months: Sequence[tuple[str, float]]
    """The names of months, and their places in per cent of the width."""
    left_out: int
    """The people without a line."""


def unit_of(parts: Iterable[Part]) -> Unit:
    """Return in what the people of some evenings are compared."""
    every = {part.evening.coins for part in parts if part.plays_counters}
    if not every:
        return Unit(wins=True)
    coins = [own for own in every if own]
    if len(coins) < len(every) or len({own.value.currency for own in coins}) > 1:
        return Unit()
    return Unit(coins[0].value.currency, False, max(len(f"{own.coin:f}".partition(".")[2]) for own in coins))


def standings(parts: Sequence[Part], unit: Unit) -> list[Stand]:
    """Return how everybody stands, the first first."""
    found: dict[str, list[Part]] = {}
    for part in parts:
        found.setdefault(part.key, []).append(part)
    stands = [_stand(own, unit) for own in found.values()]
    return sorted(stands, key=lambda stand: (-stand.number, -stand.figures.won, stand.name))


def _stand(parts: Sequence[Part], unit: Unit) -> Stand:
    money: dict[str, Decimal] = {}
    for part in parts:
        if coins := part.evening.coins:
            money[coins.value.currency] = money.get(coins.value.currency, Decimal()) + part.money
    return Stand(
        key=parts[-1].key,
        name=parts[-1].name,
        evenings=len(parts),
        figures=Figures.total([part.figures for part in parts]),
        money=money,
        number=sum(unit.of(part) for part in parts),
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
    labels = {name: _label(name, localize(figure)) for name, figure in figures.items()}
    gap = max(map(len, labels.values())) * LABEL_LINE + LABEL_GAP - LABEL_LINE
    chart = drawn(names, steps, gap=gap, least=height)
    return Course(
        chart,
        figures,
        labels,
        {counters: unit.figure(counters) for counters, _ in chart.ticks},
        _months([evenings[place - 1][0].evening.laid_at for place in shown[1:]]),
        len(stands) - len(names),
    )


def by_evening(parts: Iterable[Part]) -> list[list[Part]]:
    """Return what each evening came to for everybody, the earliest evening first."""
    return [[*own] for _, own in groupby(parts, attrgetter("evening"))]


def _label(name: str, figure: str) -> list[str]:
    """Return the lines of a label: the figure stands behind the name, or beneath it where that is long."""
    *before, last = wrap(name, LABEL_LETTERS)
    return [*before, last, figure] if len(f"{last} {figure}") > LABEL_LETTERS else [*before, f"{last} {figure}"]


def _months(days: Sequence[str]) -> list[tuple[str, float]]:
    """Return the months that begin among the evenings of some times, each with its place."""
    whens = [on_the_wall(day) for day in days]
    begun = [
        (place, when)
        for place, (before, when) in enumerate(zip([None, *whens], whens, strict=False))
        if before is None or (before.year, before.month) != (when.year, when.month)
    ]
    named: list[tuple[int, datetime]] = []
    for place, when in begun:
        if not named or len(days) * 0.9 > place >= named[-1][0] + len(days) / MAX_MONTHS:
            named.append((place, when))
    return [(localized_date(when, "LLL"), round(100 * place / len(days), 1)) for place, when in named]
