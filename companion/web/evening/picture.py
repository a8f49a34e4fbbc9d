"""The evening as a picture, with its summary and every figure as a table."""

from flask import render_template, request

from companion.engine.reports.evening import evening
from companion.store import Beside, Table
from companion.web.evening import bp
from companion.web.evening.chart import LABEL_LINE, chart, label_lines
from companion.web.evening.scored import scored_games
from companion.web.evening.sharing import heading, result
from companion.web.request.access import table_or_404, visitor
from companion.web.request.lane import in_turn
from companion.web.request.submission import new_form_key

bp.add_app_template_filter(label_lines)


@bp.get("/t/<code>/evening")
@in_turn
def picture(code: str) -> str:
    """Show points and counters over the hands; the line of ``player``, else of the phone's own player, stands out."""
    return page(table_or_404(code))


def page(table: Table, typed: Beside | None = None) -> str:
    """Render the page of the evening; ``typed`` is what was typed about it and refused."""
    report = evening(table.journal)
    followed = request.args.get("player", visitor(table).player)
    return render_template(
        "evening/picture.html",
        table=table,
        visitor=visitor(table),
        about=typed or table.beside,
        key=new_form_key(),
        evening=report,
        scored=scored_games(report),
        chart=chart(report) if report.counts else None,
        label_line=LABEL_LINE,
        followed=followed if followed in report.players else None,
        share_heading=heading(table, report),
        share_result=result(table, report),
    )
