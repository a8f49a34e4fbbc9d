"""The table from above: a tablet lies flat in the middle, and every name is turned to its player."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from attrs import frozen
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.refusals import Malformed, Refusal
from companion.engine.saying import say
from companion.engine.words import own_part
from companion.store import Table
from companion.web.access import (
    Visitor,
    remember,
    shows_newest,
    still_writing,
    swaps,
    table_or_404,
    table_to_write,
    visitor,
)
from companion.web.around import ALL, AN_EDGE, EDGES, LENGTHS, nearest, onward, places
from companion.web.board import Wedge, wedges
from companion.web.languages import language
from companion.web.players import Row
from companion.web.replies import status_of
from companion.web.services import services
from companion.web.views import View, view

pages = Blueprint("flat", __name__, url_prefix="/t/<code>/board")
STEPS = {"back": (1, -1), "on": (1, 1), "edge": (AN_EDGE, 1)}
"""How many places each of the buttons moves a name, and which way round."""


class Seat(NamedTuple):
    """A player at an edge: what lies between this one and the one before, in places, and what to pay or take."""

    row: Row
    gap: int
    part: list[tuple[str, int, str]]


@frozen(slots=False)  # what the template asks twice is worked out once
class Flat:
    """The table as it is seen from above by whoever watches; ``chosen`` is the player who is moved."""

    view: View
    writes: bool = False
    chosen: str = ""
    refused: str = ""

    @property
    def crowd(self) -> str:
        """How small the names must be."""
        return next((size for most, size in ((6, "few"), (10, "some")) if len(self.view.rows) <= most), "many")

    @cached_property
    def wedges(self) -> list[Wedge]:
        """The pots as a board whose names are read from around it."""
        state = self.view.state
        return wedges(state.pots, state.since, state.hand, flat=True)

    @cached_property
    def layouts(self) -> list[tuple[str, list[tuple[str, list[Seat]]]]]:
        """The edges with who sits there, from the first player clockwise; for a wide and for a tall screen, where
        they are not the same."""
        wide, tall = self.edges("wide"), self.edges("tall")
        return [("", wide)] if wide == tall else [("wide", wide), ("tall", tall)]

    def edges(self, shape: str) -> list[tuple[str, list[Seat]]]:
        """The edges of one shape."""
        found = places([row.name for row in self.view.rows], self.view.table.places, shape)
        rows = sorted(self.view.rows, key=lambda row: found[row.name])
        edges = [
            (
                name,
                self._seats([(row, found[row.name] % AN_EDGE) for row in rows if found[row.name] // AN_EDGE == edge]),
            )
            for edge, name in enumerate(EDGES)
        ]
        first = next(iter(found.values())) // AN_EDGE
        return edges[first:] + edges[:first]

    def _seats(self, rows: list[tuple[Row, int]]) -> list[Seat]:
        before = [0, *(place for _, place in rows)]
        moved = self.view.table.journal.moved
        return [
            Seat(row, place - passed, own_part(moved, row.name))
            for (row, place), passed in zip(rows, before, strict=False)
        ]


@pages.get("")
def board(code: str) -> str:
    """The table from above."""
    found = table_or_404(code)
    remember(found)
    return render_template("board.html", fragment=fragment(found), table=found)


@pages.get("/live")
def live(code: str) -> Response:
    """The part of it that changes; 204 where the version that the screen shows is the newest."""
    found = table_or_404(code)
    if shows_newest(found):
        return Response(status=204)
    return make_response(fragment(found))


def fragment(table: Table) -> str:
    """The part that changes: one rendering of a version for all who write, one for all others."""
    writes = visitor(table).writes
    return services().renderings.get(
        ("flat", table.code, table.version, writes, language()),
        lambda: render_template("_flat.html", flat=Flat(view(table, Visitor()), writes)),
    )


@pages.get("/places")
def seating(code: str) -> str:
    """Who sits where: names are dragged, or moved by buttons."""
    return seating_page(table_to_write(code))


@pages.post("/places")
def seat(code: str) -> Answer:
    """Moves a player to another place at the edges, or spreads all evenly again."""
    found, form = table_to_write(code), request.form
    try:
        with still_writing(found):
            changed = services().tables.set_places(found.code, lambda now: chosen_places(now, form))
    except Refusal as refused:
        return make_response(seating_page(found, str(refused)), status_of(refused))
    if swaps():
        return make_response(seating_page(changed))
    here = url_for(".seating", code=found.code, shape=shape(), player=form.get("player", ""))
    return redirect(here, 303)


def seating_page(table: Table, refused: str = "") -> str:
    """The page on which players are moved; only its form where htmx asks for it."""
    chosen = request.values.get("player", "")
    return render_template(
        "_places.html" if swaps() else "places.html",
        flat=Flat(view(table, Visitor()), True, chosen, refused),
        shape=shape(),
        an_edge=AN_EDGE,
    )


def shape() -> str:
    """How the screen lies, as the page said it."""
    said = request.values.get("shape", "")
    return said if said in LENGTHS else "wide"


def chosen_places(table: Table, form: Mapping[str, str]) -> dict[str, int]:
    """Where all sit after what was tapped or dragged. Raises Malformed."""
    if form.get("step") == "even":
        return {}
    found = places(table.journal.state.seated, table.places, shape())
    player, step, to = form.get("player", ""), form.get("step", ""), form.get("to", "")
    if player not in found:
        raise Malformed(say("Choose a name first, then move it."))
    place = found.pop(player)
    if re.fullmatch("[0-9]{1,3}", to) and int(to) < ALL:
        found[player] = nearest(int(to), found.values())
    elif step in STEPS:
        far, way = STEPS[step]
        found[player] = onward((place + (far - 1) * way) % ALL, way, found.values())
    else:
        raise Malformed(say("There is no such place at this table."))
    return found
