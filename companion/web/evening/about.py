"""What people write about an evening: its title, its place and notes."""

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.store import Beside
from companion.web.evening import bp
from companion.web.evening.picture import page
from companion.web.request.access import at_table, must_write, table_or_404
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.who import of_household


def typed() -> Beside:
    """Return what was typed, without blanks around it."""
    lines = request.form.get("notes", "").replace("\r\n", "\n")
    title, place = request.form.get("title", "").strip(), request.form.get("place", "").strip()
    return Beside(title=title, place=place, notes=lines.strip())


def typed_again(code: str) -> str:
    """Return the page of the evening with what was typed."""
    return page(table_or_404(code), typed())


@bp.post("/t/<code>/evening")
@shows(typed_again)
def describe(code: str) -> Response:
    """Write down what the evening is called, where it was, and the notes; a device of the household needs no pencil."""
    with at_table(code) as (table, who):
        if not of_household():
            must_write(who)
        said = typed()
        services().tables.change(table.code, lambda now: now.describe(said.title, said.place, said.notes))
    return redirect(url_for("evening.picture", code=code), 303)
