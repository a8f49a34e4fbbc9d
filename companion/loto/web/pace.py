"""In which rhythm the numbers of a drawing arrive on every screen, and whether the caller pauses; kept in memory."""

from typing import NamedTuple

from flask import request
from werkzeug.wrappers import Response

from companion.loto.web import bp
from companion.store import Table
from companion.web.forms.answers import number_typed
from companion.web.request.access import writing
from companion.web.request.services import services
from companion.web.table.responses import table_response

EVERY = (0, 1, 2, 3, 5)
"""Seconds there may be from one number to the next; with 0 all ten come at once."""


class Pace(NamedTuple):
    """How numbers come at a table."""

    every: int = 2
    paused: int = 0
    """The last entry when the caller paused; the next number ends it."""


def pace_at(table: Table) -> Pace:
    """Return how numbers come at a table."""
    found: Pace = services().of_games.get(f"pace:{table.code}", Pace())
    return found


def pauses(table: Table) -> bool:
    """Return whether the caller pauses."""
    return table.journal.state.open and pace_at(table).paused == table.journal.last


@bp.post("/t/<code>/loto/pace")
def set_pace(code: str) -> Response:
    """Set the rhythm, or begin or end a pause; the screens are told."""
    with writing(code) as table:
        every, kept = number_typed(request.form.get("every", "")), pace_at(table)
        if every in EVERY:
            kept = kept._replace(every=every)
        if "paused" in request.form:
            kept = kept._replace(paused=table.journal.last if request.form["paused"] else 0)

        def work() -> bool:
            is_new = kept != pace_at(table)
            services().of_games[f"pace:{table.code}"] = kept
            return is_new

        changed = services().tables.touch(table.code, work)
    return table_response(changed)
