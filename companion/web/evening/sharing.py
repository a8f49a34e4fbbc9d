"""What a device shares of an evening: a line above its picture, and how it ended as text.

The title is in both, since people know the evening by it; the place, the notes and the remarks stay in the house.
"""

from companion.engine.message import listed, say
from companion.engine.reports.evening import Evening
from companion.store import Table
from companion.web.evening.scored import scored_games
from companion.web.evening.settlement import as_text
from companion.web.i18n.filters import date
from companion.web.i18n.language import localize


def heading(table: Table, evening: Evening) -> str:
    """Return what the evening was: ``Birthday · 19 November 2026 · Spoil-Five and Jig``."""
    games = localize(listed([localize(say(title)) for title in evening.titles]))
    return " · ".join(filter(None, [table.beside.title, date(table.laid_at), games]))


def result(table: Table, evening: Evening) -> str:
    """Return how the evening stands or ended: the points of each game, then counters and payments, a line each."""
    lines = [heading(table, evening), ""]
    for scored in scored_games(evening):
        points = ", ".join(f"{localize(who)} {points}" for who, points in scored.final)
        lines.append(f"{localize(say(scored.game.title))}: {points}")
    if evening.counts:
        lines += as_text(table).splitlines()
    return "\n".join(lines) + "\n"
