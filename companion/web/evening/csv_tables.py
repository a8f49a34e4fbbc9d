"""The balances and a whole year as CSV, which a spreadsheet opens rightly in the language of the request.

That is UTF-8 with a byte-order mark, and where a decimal has a comma, as in French and German, a semicolon between the
cells; all else is RFC 4180. A minus is the one on keyboards, which programs read. A name is isolated within a sentence,
and alone in its cell written as it is, so that it is found and matched.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, TypeAlias

from companion.engine.reports.evening import Evening
from companion.engine.reports.played import PlayedHand
from companion.engine.reports.sentences import of_everyone
from companion.store import Summary, Table
from companion.web.i18n.bidi import isolated
from companion.web.i18n.language import current_catalogue

Cells: TypeAlias = Iterable[str | int | Decimal | None]
"""A row."""
EVENINGS_HEAD: Cells = (
    *("day", "table", "title", "place", "players", "games", "hands", "over", "on top", "by", "of"),
    *("counter worth", "currency"),
)
"""The heads of the evenings of a year."""
HANDS_HEAD: Cells = ("day", "table", "number", "game", "hand", "player", "change", "balance", "points")
"""The heads of the hands of a year: a row for each player of each hand."""

# In some countries a semicolon begins a new cell. The last four characters are full-width.
FORMULA = re.compile(r"(^|[;\t\r\n])([\s\u2066-\u2069]*)(?=[=+\-@＝＋－＠])")


def balances_csv(evening: Evening) -> str:
    """Write a row for every hand: the balances after it, what lay in the pots and what was left there.

    Where counters lie on the table, everyone's stack follows; where any game was about points, everyone's points, and
    the parts of them that a game keeps apart.
    """
    names, stacked = evening.players, evening.players if evening.level else ()
    parts = list(dict.fromkeys(part for hand in evening.hands for part in _points(hand)))
    head = [
        "number",
        "game",
        "hand",
        *names,
        "in the pots",
        "left in the pots",
        *(f"stack: {isolated(name)}" for name in stacked),
        *(f"{part}: {isolated(name)}" for part in parts for name in names),
    ]
    no_points = [None] * len(parts) * len(names)
    start = [0, None, None, *map(evening.start.get, names), None, None, *map(evening.shown.get, stacked), *no_points]
    rows = [
        [
            *(hand.number, hand.title, hand.dealt),
            *map(hand.balances.get, names),
            *(hand.peak, hand.left),
            *map(hand.shown.get, stacked),
            *(_points(hand).get(part, {}).get(name) for part in parts for name in names),
        ]
        for hand in evening.hands
    ]
    return csv_text([head, start, *rows])


def evening_row(day: str, summary: Summary, table: Table) -> Cells:
    """Return an evening of a year as a row."""
    worth = table.beside.counter_value
    by = summary.score if summary.top else None
    return (
        *(day, table.code, table.beside.title, table.beside.place),
        *(", ".join(summary.players), ", ".join(summary.titles), summary.hands, "yes" if summary.over else "no"),
        *(", ".join(summary.top), by, None if by is None else "points" if summary.in_points else "counters"),
        *((Decimal(worth.amount), worth.currency) if worth else (None, None)),
    )


def hand_rows(day: str, code: str, evening: Evening) -> Iterator[Cells]:
    """Yield a row for each player of each hand: what changed until the next hand, the balance and the points then."""
    before = evening.start
    for hand in evening.hands:
        points = _points(hand).get("points", {})
        for name, balance in hand.balances.items():
            change = balance - before.get(name, 0)
            yield (day, code, hand.number, hand.title, hand.dealt, name, change, balance, points.get(name))
        before = hand.balances


def _points(hand: PlayedHand) -> dict[str, dict[str, Any]]:
    """Return everyone's points after a hand, and the parts of them that the game keeps apart; empty without points.

    Where it is only known who won, or who came where, that is the result.
    """
    state = hand.steps[-1].state
    if not state.score:
        return {}
    if not state.manner.tells_points:
        result = of_everyone(state.score, state)
        return {"result": {name: f"{state.manner.in_words(points)}" for name, points in result.items()}}
    parts = {"points": state.score, **state.facts.score_lines()}
    return {part: of_everyone(score, state) for part, score in parts.items()}


def escape_formula(text: str) -> str:
    """Put an apostrophe before everything that a spreadsheet takes for a formula."""
    return FORMULA.sub(r"\1\2'", text)


def csv_text(rows: Iterable[Cells]) -> str:
    """Return rows of cells as a file."""
    from babel.numbers import get_decimal_symbol  # a start doesn't load Babel

    point = get_decimal_symbol(current_catalogue().locale)

    def written(cell: str | int | Decimal | None) -> str | int | None:
        if isinstance(cell, Decimal):
            return f"{cell}".replace(".", point)
        return escape_formula(cell) if isinstance(cell, str) else cell

    file = io.StringIO("\N{BYTE ORDER MARK}", newline="")
    file.seek(0, io.SEEK_END)
    csv.writer(file, delimiter=";" if point == "," else ",").writerows([map(written, row) for row in rows])
    return file.getvalue()
