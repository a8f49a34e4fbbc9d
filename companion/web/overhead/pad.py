"""The score pad of a game of points alone: ``/t/CODE/pad``, for a television, to be read across the room."""

from flask import render_template
from werkzeug.wrappers import Response

from companion.store import Table
from companion.web.i18n.language import language
from companion.web.overhead import bp
from companion.web.request.access import Visitor, newest, remember, table_or_404
from companion.web.request.services import services
from companion.web.table.view import view


@bp.get("/t/<code>/pad")
def pad_page(code: str) -> Response | str:
    """Show the pad; the part that changes where the screen asks what is new."""
    table = table_or_404(code)
    if changed := newest(table, lambda: pad_fragment(table)):
        return changed
    remember(table)
    return render_template("overhead/pad.html", fragment=pad_fragment(table), table=table)


def pad_fragment(table: Table) -> str:
    """Render the part that changes, once a version for all screens; of a game without a pad a sentence."""
    return services().render_cache.get(
        ("pad", table.code, table.version, language()),
        lambda: render_template("overhead/_pad_page.html", view=view(table, Visitor()), table=table),
    )
