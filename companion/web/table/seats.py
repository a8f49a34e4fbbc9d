"""The seats of a table: joining and leaving, the names of players."""

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.changes import Change, Rename
from companion.engine.structure import read, require_new_names
from companion.store import Table
from companion.web.forms.fields import part_fields
from companion.web.request.access import table_or_404, to_table, visitor, writing
from companion.web.request.refusal import marked, shows
from companion.web.request.submission import new_form_key, record, record_correction
from companion.web.request.typed_names import require_one_name, require_seen
from companion.web.table import bp
from companion.web.table.leaving import leaving_changes
from companion.web.table.responses import table_response
from companion.web.table.view import view


@bp.get("/t/<code>/seats")
def seats(code: str) -> Response:
    """Show the seats: joining, leaving, sitting out, the next dealer, a name that was misspelt.

    A browser that comes back to them by its own way back is shown them as they are now.
    """
    response = make_response(seats_page(table_or_404(code)))
    response.headers["Cache-Control"] = "no-store"
    return response


def renamed_again(code: str) -> str:
    """Return the page of the seats with the name that was typed."""
    newest = table_or_404(code)
    marked(part_fields(Rename, newest.journal.state, {}))
    return seats_page(newest)


@bp.post("/t/<code>/names")
@shows(renamed_again)
def rename(code: str) -> Response:
    """Correct a name, in everything that was written with it."""
    was, now = request.form.get("was", ""), request.form.get("now", "").strip()

    def renames(table: Table) -> list[Change]:
        corrected = read(Rename, {"was": was, "now": now}, "names")
        require_new_names(corrected, "names")
        require_one_name(now, "now")
        require_seen(now, (name for name in table.journal.state.seats if name != was))
        return [Change.rename(corrected.was, corrected.now)]

    return to_table(record_correction(code, renames))


@bp.post("/t/<code>/settled")
@shows(seats)
def settled(code: str) -> Response:
    """Settle with a player, who leaves with the same tap unless already gone: who pays whom was shown."""
    with writing(code) as table:
        changed = record(table, lambda now: leaving_changes(now, request.form.get("player", "")))
    return table_response(changed)


def seats_page(table: Table) -> str:
    """Render the seats, with what was typed where it was refused."""
    seen = view(table, visitor(table))
    return render_template("table/seats.html", view=seen, typed=request.form, key=new_form_key())
