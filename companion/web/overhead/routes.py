"""The table from above: a tablet lies flat in the middle, and every name is turned to its player."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from attrs import frozen
from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.engine.reports.scores import own_score
from companion.engine.reports.transfers import own_part
from companion.store import Table
from companion.web.i18n.language import language
from companion.web.overhead import bp
from companion.web.overhead.places import (
    EDGE_LENGTHS,
    EDGE_PLACES,
    EDGES,
    TABLE_PLACES,
    nearest_free,
    next_free,
    seat_places,
)
from companion.web.request.access import (
    Visitor,
    is_current,
    is_htmx,
    remember,
    table_or_404,
    table_to_write,
    visitor,
    writing,
)
from companion.web.request.refusal import on_refusal
from companion.web.request.services import services
from companion.web.table.pot_board import Wedge, wedges
from companion.web.table.rows import Row
from companion.web.table.view import View, view

STEPS = {"back": (1, -1), "on": (1, 1), "edge": (EDGE_PLACES, 1)}
"""By how many places each button moves a name, and which way: 1 is clockwise."""
CROWDS = ((6, "few"), (10, "some"))
"""The largest number of players for each size of names, as CSS classes; more are ``many``."""


class Seat(NamedTuple):
    """A player at an edge."""

    row: Row
    gap: int
    """The number of places between this player and the one before on the edge."""
    part: list[tuple[str, int, str]]
    """What the player pays or takes in the last move."""


@frozen(slots=False)  # what the template asks twice is worked out once
class OverheadView:
    """The table as it is seen from above."""

    view: View
    writes: bool = False
    chosen: str = ""
    """The player who is being moved."""
    refused: str = ""

    @property
    def crowd(self) -> str:
        """The CSS class that says how small the names must be."""
        return next((size for most, size in CROWDS if len(self.view.rows) <= most), "many")

    @cached_property
    def wedges(self) -> list[Wedge]:
        """The pots as a board whose names are read from around it."""
        state = self.view.state
        return wedges(state.pots, state.since, state.hand, flat=True)

    @cached_property
    def layouts(self) -> list[tuple[str, list[tuple[str, list[Seat]]]]]:
        """The edges for a wide and for a tall screen, or for both alike, whose shape is empty then."""
        wide, tall = self.edges("wide"), self.edges("tall")
        return [("", wide)] if wide == tall else [("wide", wide), ("tall", tall)]

    def arrangement(self, shape: str) -> str:
        """Return everybody's places as one line, for the form that moves them."""
        return arrangement(seat_places(self.view.state.seated, self.view.table.places, shape))

    def edges(self, shape: str) -> list[tuple[str, list[Seat]]]:
        """Return the edges of a shape by name with their seats, beginning with the first player's."""
        places = seat_places([row.name for row in self.view.rows], self.view.table.places, shape)
        rows = sorted(self.view.rows, key=lambda row: places[row.name])
        edges = []
        for number, name in enumerate(EDGES):
            at_edge = [row for row in rows if places[row.name] // EDGE_PLACES == number]
            edges.append((name, self._seats([(row, places[row.name] % EDGE_PLACES) for row in at_edge])))
        first = next(iter(places.values())) // EDGE_PLACES
        return edges[first:] + edges[:first]

    def _seats(self, rows: list[tuple[Row, int]]) -> list[Seat]:
        before = [0, *(place for _, place in rows)]
        gaps = [(row, place - previous) for (row, place), previous in zip(rows, before, strict=False)]
        return [Seat(row, gap, self._part(row.name)) for row, gap in gaps]

    def _part(self, name: str) -> list[tuple[str, int, str]]:
        journal, state = self.view.table.journal, self.view.state
        return [*own_score(journal.scored, name, state), *own_part(journal.moved, name, state)]


@bp.get("/t/<code>/board")
@bp.get("/t/<code>/board/live")
def former_page(code: str) -> Answer:
    """Lead a tablet, or a link, that knows the former URL to the table from above."""
    url = url_for("overhead.page", code=code)
    return Response(headers={"HX-Redirect": url}) if is_htmx() else redirect(url, 308)


@bp.get("/t/<code>/overhead")
def page(code: str) -> str:
    """Show the table from above."""
    table = table_or_404(code)
    remember(table)
    return render_template("overhead/page.html", fragment=fragment(table), table=table)


@bp.get("/t/<code>/overhead/live")
def live(code: str) -> Response:
    """Send the part that changes; 204 where the screen shows the newest version."""
    table = table_or_404(code)
    if is_current(table):
        return Response(status=204)
    return make_response(fragment(table))


def fragment(table: Table) -> str:
    """Render the part that changes: once a version for the devices that write, once for all others."""
    writes = visitor(table).writes
    return services().render_cache.get(
        ("flat", table.code, table.version, writes, language()),
        lambda: render_template("overhead/_table.html", flat=OverheadView(view(table, Visitor()), writes)),
    )


@bp.get("/t/<code>/overhead/places")
def places_page(code: str) -> str:
    """Show who sits where: names are dragged, or moved by buttons."""
    return seating_page(table_to_write(code))


@bp.post("/t/<code>/overhead/places")
@on_refusal(lambda refused, code: seating_page(table_or_404(code), str(refused)))
def move_name(code: str) -> Answer:
    """Move a player to another place at the edges, or spread all evenly again."""
    form = request.form
    with writing(code) as table:
        changed = services().tables.set_places(table.code, lambda now: chosen_places(now, form))
    if is_htmx():
        return make_response(seating_page(changed))
    here = url_for("overhead.places_page", code=table.code, shape=shape(), player=form.get("player", ""))
    return redirect(here, 303)


def seating_page(table: Table, refused: str = "") -> str:
    """Render the page on which players are moved; only its form where htmx asks for it."""
    chosen = request.values.get("player", "")
    return render_template(
        "overhead/_places.html" if is_htmx() else "overhead/places.html",
        flat=OverheadView(view(table, Visitor()), True, chosen, refused),
        shape=shape(),
        an_edge=EDGE_PLACES,
    )


def shape() -> str:
    """Return the shape of the screen, as the page sent it."""
    sent = request.values.get("shape", "")
    return sent if sent in EDGE_LENGTHS else "wide"


def arrangement(places: Mapping[str, int]) -> str:
    """Return everybody's places as one line."""
    return " ".join(f"{place}" for place in places.values())


def chosen_places(table: Table, form: Mapping[str, str]) -> Mapping[str, int]:
    """Return every player's place after the tap or the drag. Raises Malformed.

    A step counts from the places that the page showed: where they changed since, it was made already or overtaken.
    """
    if form.get("step") == "even":
        return {}
    places = seat_places(table.journal.state.seated, table.places, shape())
    player, step, to = form.get("player", ""), form.get("step", ""), form.get("to", "")
    overtaken = form.get("before") not in (None, arrangement(places))
    if player not in places:
        raise Malformed(say("Choose a name first, then move it."))
    place = places.pop(player)
    if re.fullmatch("[0-9]{1,3}", to) and int(to) < TABLE_PLACES:
        places[player] = nearest_free(int(to), places.values())
    elif step in STEPS and overtaken:
        return table.places
    elif step in STEPS:
        distance, way = STEPS[step]
        places[player] = next_free((place + (distance - 1) * way) % TABLE_PLACES, way, places.values())
    else:
        raise Malformed(say("There is no such place at this table."))
    return places
