"""What is asked of the statistics, and how people stand over some evenings: in money, in counters or in games won."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import chain, groupby, pairwise
from operator import attrgetter
from textwrap import wrap
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.engine.message import Message, capital, joined, say
from companion.engine.phrases import signed
from companion.engine.reports.tallies import Figures
from companion.machine.clock import tonight
from companion.store import Span
from companion.store.database import MAX_INTEGER
from companion.store.kept import day
from companion.store.statistics import COUNTERS, GAMES, Part
from companion.web.evening.chart import LABEL_GAP, LABEL_LINE, Chart, drawn
from companion.web.i18n.filters import with_sign
from companion.web.i18n.language import localized_date
from companion.web.request.services import services

EVER = "all"
"""The year that stands for all of them."""
DAYS = ("year", "month", "from", "to")
"""The parts of an address that say which days."""
PARTS = (*DAYS, "game", "group", "in")
"""The parts of an address; ``in`` is the unit."""
MAX_TITLE = 100
"""The letters of the name of a game that are looked at."""


class Selection(NamedTuple):
    """What is asked for."""

    asked: dict[str, Any]
    """The parts of the address, without those that say nothing."""
    span: Span
    label: Message | str
    """The days in words."""

    @property
    def year(self) -> str:
        """Return the year that is asked for, or ``all``; empty where other days are."""
        return "" if {"from", "to"} & {*self.asked} else str(self.asked.get("year", tonight().year))

    def address(self, endpoint: str = "statistics.page", **changes: Any) -> str:
        """Return the address of a page of the same choice, but for these parts of it; None leaves one out."""
        return url_for(endpoint, **{name: value for name, value in (self.asked | changes).items() if value})

    def over(self, **days: Any) -> str:
        """Return the address of the same choice over other days."""
        return self.address(**{**dict.fromkeys(DAYS), **days})


def choice(args: MultiDict[str, str]) -> Selection:
    """Return what the parts of an address ask for. Raises Malformed where a day is none."""
    asked: dict[str, Any] = {name: args[name] for name in PARTS if args.get(name)}
    title = args.get("game", "")[:MAX_TITLE]
    today = services().evenings.known().names_today if title else {}
    rest: dict[str, Any] = {"title": today.get(title, title), "group": number(args, "group")}
    if "from" in asked or "to" in asked:
        since, until = asked.get("from", ""), asked.get("to", "")
        return Selection(asked, span_of(since, until, **rest), days_in_words(since, until))
    if asked.get("year") == EVER:
        return Selection(asked, Span(**rest), say("All years"))
    year = asked.get("year", f"{tonight().year}")
    label = say("This year") if year == f"{tonight().year}" else year
    if month := asked.get("month"):
        first = date.fromisoformat(day(f"{year}-{month}-01"))
        last = f"{first}"[:-2] + "31"
        return Selection(asked, Span(f"{first}", last, **rest), capital(localized_date(first, "LLLL y")))
    return Selection(asked, span_of(f"{year}-01-01", f"{year}-12-31", **rest), label)


def number(args: MultiDict[str, str], name: str) -> int | None:
    """Return the number of a group in an address, None without one.

    One that no row can have becomes the greatest, which no row has.
    """
    asked = args.get(name, type=int)
    return asked if asked is None or 0 <= asked <= MAX_INTEGER else MAX_INTEGER


def span_of(since: str = "", until: str | None = "", **rest: Any) -> Span:
    """Return the span of days, each written ``2026-09-01`` or empty; the last is in it. Raises Malformed."""
    return Span(day(since) if since else "", day(until) if until else "", **rest)


def days_in_words(since: str, until: str | None) -> Message | str:
    """Write the days from one to another, of which one may be open: ``from 1 March 2026``."""
    first, last = (
        (localized_date(date.fromisoformat(day(each)), "d MMMM y") if each else "") for each in (since, until)
    )
    if first and last:
        return joined(" – ", [first, last])
    return say("since {day}", day=first) if first else say("until {day}", day=last)


MAX_LINES = 8
"""The people who have a line: the first of the standings."""
MAX_STEPS = 60
"""The evenings between which a line runs; of more, some are passed over."""
MAX_MONTHS = 3
"""The months that are named beneath the lines, about: as many as a phone has room for in any language."""
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
