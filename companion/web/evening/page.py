"""The evening as a picture, with its summary and every figure as a table, what is shared of it and written about it."""

from typing import Any, NamedTuple

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.message import joined, listed, say
from companion.engine.phrases import unsigned
from companion.engine.reports.evening import Evening
from companion.engine.reports.pad import Pad, pad_of
from companion.engine.reports.played import PlayedGame
from companion.engine.reports.winners import best_first
from companion.store import Beside, Table
from companion.web.evening import bp
from companion.web.evening.chart import Chart, chart, label_lines, points_chart
from companion.web.evening.ending import endings, in_lines
from companion.web.evening.settlement import as_text
from companion.web.i18n.filters import date
from companion.web.i18n.language import localize
from companion.web.live.limits import in_turn
from companion.web.request.access import at_table, must_write, of_household, table_or_404, visitor
from companion.web.request.refusal import refused, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key

bp.add_app_template_filter(label_lines)


class ScoredGame(NamedTuple):
    """A game about points, as it ended or stands."""

    game: PlayedGame
    sides: list[str]
    """Who scored, in words: players, or the two of a side."""
    pad: Pad
    """Each hand's points beside the totals."""

    @property
    def chart(self) -> Chart:
        return points_chart(self.game)

    @property
    def sheet(self) -> Any:
        """What the game's own template of a score sheet shows, None where it has none."""
        game = self.game.state.game
        return game.score_sheet(self.game.state) if game and game.score_sheet else None

    @property
    def final(self) -> list[tuple[str, int]]:
        """The points with which it ended, or those so far, who is ahead first."""
        totals = zip(self.game.sides, self.sides, self.pad.columns, strict=True)
        last = {name: (who, column.total) for name, who, column in totals if column.total is not None}
        return [last[name] for name in best_first(self.game.state) if name in last]

    def followed(self, player: str | None) -> str | None:
        """Return the line of a player, None where the player has none here."""
        return next(
            (who for who, side in zip(self.sides, self.game.sides.values(), strict=True) if player in side), None
        )


def scored_games(evening: Evening) -> list[ScoredGame]:
    """Return the games with points, in the order in which they were played; of some it is only known who won."""
    told = [game for game in evening.scored if game.state.manner.tells_points]
    return [ScoredGame(game, [listed(side) for side in game.sides.values()], pad_of(game)) for game in told]


@bp.get("/t/<code>/evening")
@in_turn
def page(code: str) -> str:
    """Show points and counters over the hands; the line of ``player``, else of the phone's own player, stands out."""
    table = table_or_404(code)
    report = table.evening
    followed = request.args.get("player", visitor(table).player)
    return render_template(
        "evening/page.html",
        table=table,
        visitor=visitor(table),
        about=typed() if refused() else table.beside,
        key=new_form_key(),
        evening=report,
        scored=scored_games(report),
        chart=chart(report) if report.counts else None,
        followed=followed if followed in report.players else None,
    )


def typed() -> Beside:
    """Return what was typed, without blanks around it."""
    lines = request.form.get("notes", "").replace("\r\n", "\n")
    title, place = request.form.get("title", "").strip(), request.form.get("place", "").strip()
    return Beside(title=title, place=place, notes=lines.strip())


@bp.post("/t/<code>/evening")
@shows(page)
def describe(code: str) -> Response:
    """Write down what the evening is called, where it was, and the notes; a device of the household needs no pencil."""
    with at_table(code) as (table, who):
        if not of_household():
            must_write(who)
        said = typed()
        services().tables.change(table.code, lambda now: now.describe(said.title, said.place, said.notes))
    return redirect(url_for("evening.page", code=code), 303)


@bp.app_template_global()
def shared(table: Table) -> tuple[str, str]:
    """Return what an evening was, and how it stands or ended, to share."""
    return heading(table), result(table)


def heading(table: Table) -> str:
    """Return what the evening was: ``Birthday · 19 November 2026 · Spoil-Five and Jig``.

    People know the evening by its title; the place, the notes and the remarks stay in the house.
    """
    games = localize(listed([localize(say(title)) for title in table.evening.titles]))
    return " · ".join(filter(None, [table.beside.title, date(table.laid_at), games]))


def result(table: Table) -> str:
    """Return how the evening stands or ended: who won, the points of each game, counters and payments, a line each."""
    won = in_lines(table)
    lines = [heading(table), "", *map(localize, won), *([""] if won else [])]
    for ended in endings(table):
        if ended.result.standings and ended.result.standings[0].told:
            came = [say("{who} {number}", who=each.player, number=each.told) for each in ended.result.standings]
            lines.append(f"{localize(say(ended.title))}: {localize(joined(', ', came))}")
    for scored in scored_games(table.evening):
        points = ", ".join(f"{localize(who)} {unsigned(points)}" for who, points in scored.final)
        lines.append(f"{localize(say(scored.game.title))}: {points}")
    if table.evening.counts:
        lines += as_text(table).splitlines()
    return "\n".join(lines) + "\n"
