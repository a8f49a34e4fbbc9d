"""The first page: the tables this device knows, and a new one to lay."""

from flask import Blueprint, Response, jsonify, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.engine.refusals import Refusal
from companion.games import families
from companion.scoresheet import PlayedGame, Sheet
from companion.store import Table
from companion.store.pencils import hashed
from companion.web.access import device, here, swaps
from companion.web.laying import Draft, draft, header, name_to_keep, opening
from companion.web.offering import choice_like, keep, kept_rules, opening_of
from companion.web.replies import beside, status_of
from companion.web.services import services
from companion.web.taps import new_key, stamp

pages = Blueprint("home", __name__)
SHOWN = 20
ROOMS: dict[str, str] = {}
"""Pages that are no table's, with what a link to them says; their own modules put them in."""


@pages.get("/")
def home() -> str | tuple[str, int]:
    """The tables that this device knows, newest first."""
    known = tables_known()
    if not known:
        return lay()
    return render_template("home.html", tables=known, rooms=ROOMS)


@pages.route("/lay", methods=["GET", "POST"])
def lay() -> str | tuple[str, int]:
    """The form for a new table; every button of it but the last only changes what it shows."""
    asked = request.form or MultiDict({"game": request.args.get("game") or game_played_last()})
    filled = draft(asked)
    return page(filled, filled.refused), 422 if filled.refused else 200


@pages.post("/tables")
def lay_table() -> Answer | tuple[str, int]:
    """Lays the table. The device that does holds its pencil."""
    filled = draft(request.form)
    try:
        players, value = header(filled)
        begun = opening(filled, filled.seats())
        sheet = Sheet(players, [PlayedGame(begun, [])], value)
        at_once, name = "deal_at_once" in request.form, name_to_keep(filled, begun)

        def also(code: str) -> None:
            """The device gets the pencil of the table that it lays, and the rules their name."""
            services().pencils.know(code, device(), pencil=True, owner=True)
            if name:
                keep(name, begun)

        table = services().tables.lay(sheet, deal_at_once=at_once, key=stamp()[0], beside=also)
    except Refusal as refused:
        return page(filled, beside(refused, filled.fields())), status_of(refused)
    address = url_for("playing.table", code=table.code)
    return Answer(status=204, headers={"HX-Redirect": address}) if swaps() else redirect(address, 303)


@pages.get("/healthz")
def health() -> Response:
    """That it runs, and which version."""
    from importlib.metadata import version

    return jsonify(status="ok", version=version("companion-scoresheet"))


@pages.get("/find")
def find() -> Answer:
    """A table by its code, typed in."""
    return redirect(url_for("playing.table", code=request.args.get("code", "").strip().upper() or "-"))


def page(filled: Draft, refused: str = "") -> str:
    """The form as it stands; only the form itself where htmx asks for it."""
    template = "_lay.html" if swaps() else "lay.html"
    return render_template(
        template,
        draft=filled,
        families=families(),
        kept=kept_rules().all(),
        chips=[name for name in names_known() if name not in filled.players],
        key=new_key(),
        refused=refused,
        tables=[] if swaps() else tables_known(),
        rooms=ROOMS,
    )


def tables_known() -> list[Table]:
    """The tables of this device; on the machine that keeps them, all."""
    tables = services().tables
    if here():
        return tables.newest(most=SHOWN)
    mine = tables.newest(hashed(session["device"]), SHOWN) if "device" in session else []
    return sorted(
        {table.code: table for table in [*mine, *tables.some(session.get("tables", []))]}.values(),
        key=lambda table: table.laid_at,
        reverse=True,
    )[:SHOWN]


def game_played_last() -> str:
    """How the form names the game that this device's newest table plays, with its rules."""
    played = (opening_of(table.journal) for table in tables_known())
    return next((choice_like(opening) for opening in played if opening), "")


def names_known() -> list[str]:
    """Names from earlier tables, the latest first."""
    return list(dict.fromkeys(name for table in tables_known() for name in table.journal.state.seats))[:16]
