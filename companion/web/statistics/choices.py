"""What is asked of the statistics: a span of days, a game, a group, a unit; each a part of the address."""

from datetime import date
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.engine.message import Message, capital, joined, say
from companion.machine.clock import tonight
from companion.store import Span
from companion.store.database import MAX_INTEGER
from companion.store.kept import day
from companion.web.i18n.language import localized_date

EVER = "all"
"""The year that stands for all of them."""
DAYS = ("year", "month", "from", "to")
"""The parts of an address that say which days."""
PARTS = (*DAYS, "game", "group", "in")
"""The parts of an address; ``in`` is the unit."""
MAX_TITLE = 100
"""The letters of the name of a game that are looked at."""


class Choice(NamedTuple):
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


def choice(args: MultiDict[str, str]) -> Choice:
    """Return what the parts of an address ask for. Raises Malformed where a day is none."""
    asked: dict[str, Any] = {name: args[name] for name in PARTS if args.get(name)}
    title = args.get("game", "")[:MAX_TITLE]
    rest: dict[str, Any] = {"title": title, "group": number(args, "group")}
    if "from" in asked or "to" in asked:
        since, until = asked.get("from", ""), asked.get("to", "")
        return Choice(asked, span_of(since, until, **rest), days_in_words(since, until))
    if asked.get("year") == EVER:
        return Choice(asked, Span(**rest), say("All years"))
    year = asked.get("year", f"{tonight().year}")
    label = say("This year") if year == f"{tonight().year}" else year
    if month := asked.get("month"):
        first = date.fromisoformat(day(f"{year}-{month}-01"))
        last = f"{first}"[:-2] + "31"
        return Choice(asked, Span(f"{first}", last, **rest), capital(localized_date(first, "LLLL y")))
    return Choice(asked, span_of(f"{year}-01-01", f"{year}-12-31", **rest), label)


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
