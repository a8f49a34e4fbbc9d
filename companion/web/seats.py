"""Who sits where, how everyone's name is written, and whose phone this is."""

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.journal import Act, Entry
from companion.engine.naming import Renaming
from companion.engine.reading import read
from companion.engine.refusals import Refusal
from companion.store import Table
from companion.web.access import device, table_or_404, table_to_write, to_table, visitor
from companion.web.forms import part_fields
from companion.web.replies import status_of, told
from companion.web.services import services
from companion.web.taps import new_key, recorded
from companion.web.views import view

pages = Blueprint("seats", __name__, url_prefix="/t/<code>")


@pages.get("/seats")
def seats(code: str) -> str:
    """Who sits where: joining, leaving, sitting out, the next dealer; a name that was written wrong."""
    return seats_page(table_or_404(code))


@pages.post("/names")
def rename(code: str) -> Response:
    """Puts a name right, in everything that was written with it."""
    found = table_to_write(code)
    try:
        said = {key: request.form.get(key, "") for key in ("was", "now")}
        renaming = read(Renaming, said | {"now": said["now"].strip()}, "names")
        changed = recorded(found, lambda now: [Entry(now.journal.last + 1, Act.RENAME, renaming=renaming)])
    except Refusal as refused:
        newest = services().tables.find(found.code)
        asked = part_fields(Renaming, newest.journal.state, {})
        return make_response(seats_page(newest, told(refused, newest, asked)), status_of(refused))
    return to_table(changed)


def seats_page(table: Table, refused: str = "") -> str:
    """Who sits where; with why a name can't be written so, beside what was typed."""
    return render_template("seats.html", view=view(table, visitor(table), refused), typed=request.form, key=new_key())


@pages.get("/me")
def who(code: str) -> str:
    """Whose phone is this?"""
    found = table_or_404(code)
    return render_template("me.html", view=view(found, visitor(found)))


@pages.post("/me")
def sit(code: str) -> Response:
    """This phone is somebody's."""
    found = table_or_404(code)
    player = request.form.get("player")
    services().pencils.sit(found.code, device(), player if player in found.journal.state.seats else None)
    return to_table(found)
