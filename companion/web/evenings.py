"""The evening as a picture, with its summary and every figure as a table."""

from flask import Blueprint, render_template, request

from companion.engine.evening import evening
from companion.web.access import table_or_404, visitor
from companion.web.chart import chart

pages = Blueprint("evenings", __name__, url_prefix="/t/<code>")


@pages.get("/evening")
def picture(code: str) -> str:
    """Everyone's balance over the hands; the line of ``player``, else of whose phone it is, stands out."""
    table = table_or_404(code)
    told = evening(table.journal)
    followed = request.args.get("player", visitor(table).player)
    return render_template(
        "evening.html",
        table=table,
        evening=told,
        chart=chart(told) if told.hands else None,
        followed=followed if followed in told.players else None,
    )
