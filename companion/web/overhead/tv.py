"""What a television shows of a table (``tv.html``): the score pad of a game of points; a game may bring more."""

from flask import render_template
from werkzeug.wrappers import Response

from companion.web.i18n.language import language
from companion.web.overhead import bp
from companion.web.request.access import Visitor, live_page, table_or_404
from companion.web.request.services import services
from companion.web.table.view import view


@bp.get("/t/<code>/pad")
def pad_page(code: str) -> Response | str:
    """Show the score pad of a game of points alone, for a television, to be read across the room."""
    table = table_or_404(code)

    def part() -> str:
        return render_template("overhead/_pad_page.html", view=view(table, Visitor()), table=table)

    key = ("pad", table.code, table.version, language())  # once a version for all screens
    return live_page("overhead/pad.html", table, lambda: services().render_cache.get(key, part))
