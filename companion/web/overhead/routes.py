"""The table from above: a tablet lies flat in the middle, and every name is turned to its player."""

import re
from collections.abc import Mapping
from typing import Any

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.store import Table
from companion.web.i18n.language import language
from companion.web.overhead import bp
from companion.web.overhead.view import (
    EDGE_LENGTHS,
    EDGE_PLACES,
    EDGES,
    TABLE_PLACES,
    OverheadView,
    arrangement,
    nearest_free,
    next_free,
    seat_places,
)
from companion.web.request.access import Visitor, is_htmx, live_page, table_or_404, table_to_write, visitor, writing
from companion.web.request.refusal import shows, why_refused
from companion.web.request.services import services
from companion.web.request.submission import new_form_key
from companion.web.table.view import view

STEPS = {"back": (1, -1), "on": (1, 1), "edge": (EDGE_PLACES, 1)}
"""By how many places each button moves a name, and which way: 1 is clockwise."""


@bp.app_template_global()
def turned_to(table: Table, player: str) -> dict[str, str]:
    """Return the attributes that turn something to a player: the edge on a wide and on a tall screen."""
    places = {form: seat_places(table.journal.state.seated, table.beside.places, form) for form in EDGE_LENGTHS}
    return {f"data-{form}": EDGES[at[player] // EDGE_PLACES] for form, at in places.items() if player in at}


@bp.get("/t/<code>/overhead")
def page(code: str) -> Answer | str:
    """Show the table from above; the part that changes where the screen asks what is new."""
    table = table_or_404(code)
    return live_page("overhead/page.html", table, lambda: fragment(table, request.args))


def fragment(table: Table, asked: Mapping[str, str], typed: Mapping[str, Any] | None = None) -> str:
    """Render the part that changes: for a device that writes with its own token, once a version for all others.

    ``asked`` is the move of which each player says a part, and ``typed`` what its form shows again.
    """
    if visitor(table).writes:
        seen = view(table, Visitor(writes=True), asked, typed)
        return render_template("overhead/_table.html", flat=OverheadView(seen), key=new_form_key())
    return services().render_cache.get(
        ("flat", table.code, table.version, why_refused(), language()),
        lambda: render_template("overhead/_table.html", flat=OverheadView(view(table, Visitor()))),
    )


@bp.get("/t/<code>/overhead/moves")
def other_moves(code: str) -> str:
    """Show the rarer moves to the side that asks: each is made on a page of its own, which leads back to the table."""
    seen = view(table_to_write(code), Visitor(writes=True))
    return render_template("overhead/moves.html", view=seen)


@bp.get("/t/<code>/overhead/places")
def places_page(code: str) -> str:
    """Show who sits where: names are dragged, or moved by buttons; only the form where htmx asks for it."""
    return render_template(
        "overhead/places.html",
        flat=OverheadView(view(table_to_write(code), Visitor()), request.values.get("player", "")),
        shape=shape(),
        an_edge=EDGE_PLACES,
    )


@bp.post("/t/<code>/overhead/places")
@shows(places_page)
def move_name(code: str) -> Answer:
    """Move a player to another place at the edges, or spread all evenly again."""
    form = request.form
    with writing(code) as table:
        services().tables.change(table.code, lambda now: now.with_beside(places=chosen_places(now, form)))
    if is_htmx():
        return make_response(places_page(code))
    here = url_for("overhead.places_page", code=table.code, shape=shape(), player=form.get("player", ""))
    return redirect(here, 303)


def shape() -> str:
    """Return the shape of the screen, as the page sent it."""
    sent = request.values.get("shape", "")
    return sent if sent in EDGE_LENGTHS else "wide"


def chosen_places(table: Table, form: Mapping[str, str]) -> dict[str, int]:
    """Return every player's place after the tap or the drag. Raises Malformed.

    A step counts from the places that the page showed: where they changed since, it was made already or overtaken.
    """
    if form.get("step") == "even":
        return {}
    places = seat_places(table.journal.state.seated, table.beside.places, shape())
    player, step, to = form.get("player", ""), form.get("step", ""), form.get("to", "")
    overtaken = form.get("before") not in (None, arrangement(places))
    if player not in places:
        raise Malformed(say("Choose a name first, then move it."))
    place = places.pop(player)
    if re.fullmatch("[0-9]{1,3}", to) and int(to) < TABLE_PLACES:
        places[player] = nearest_free(int(to), places.values())
    elif step in STEPS and overtaken:
        return table.beside.places
    elif step in STEPS:
        distance, way = STEPS[step]
        places[player] = next_free((place + (distance - 1) * way) % TABLE_PLACES, way, places.values())
    else:
        raise Malformed(say("There's no such seat at this table."))
    return places
