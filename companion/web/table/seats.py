"""The seats of a table: joining and leaving, the names of players."""

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.changes import Rename
from companion.engine.errors import Refusal
from companion.engine.structure import read, require_new_names
from companion.store import Table
from companion.web.forms.answers import Path
from companion.web.forms.fields import part_fields
from companion.web.forms.refused_fields import path_of
from companion.web.request.access import table_or_404, to_table, visitor, writing
from companion.web.request.refusal import on_refusal
from companion.web.request.submission import new_form_key, record
from companion.web.request.typed_names import require_one_name, require_seen
from companion.web.table import bp
from companion.web.table.responses import refusal_text
from companion.web.table.view import view


@bp.get("/t/<code>/seats")
def seats(code: str) -> Response:
    """Show the seats: joining, leaving, sitting out, the next dealer, a name that was misspelt.

    Whoever comes back to them by the browser's own way back is shown them as they are now.
    """
    response = make_response(seats_page(table_or_404(code)))
    response.headers["Cache-Control"] = "no-store"
    return response


def rename_refused(refused: Refusal, code: str) -> str:
    """Return the page of the seats with why a name was refused."""
    newest = table_or_404(code)
    asked = part_fields(Rename, newest.journal.state, {})
    return seats_page(newest, refusal_text(refused, newest, asked), path_of(refused), renames=True)


@bp.post("/t/<code>/names")
@on_refusal(rename_refused)
def rename(code: str) -> Response:
    """Correct a name, in everything that was written with it."""
    with writing(code) as table:
        was, now = request.form.get("was", ""), request.form.get("now", "").strip()
        corrected = read(Rename, {"was": was, "now": now}, "names")
        require_new_names(corrected, "names")
        require_one_name(now, "now")
        require_seen(now, (name for name in table.journal.state.seats if name != was))
        changed = record(table, lambda now: [corrected])
    return to_table(changed)


def seats_page(table: Table, refused: str = "", refused_at: Path | None = None, *, renames: bool = False) -> str:
    """Render the seats; where something was refused, with the reason, and beside a name what was typed."""
    return render_template(
        "table/seats.html",
        view=view(table, visitor(table), refused),
        typed=request.form,
        refused_at=refused_at,
        renames=renames,
        key=new_form_key(),
    )
