"""The first page: the tables that this device knows, and the form for a new one."""

from typing import Any

from flask import Response, jsonify, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed
from companion.games import families
from companion.scoresheet import PlayedGame, Sheet
from companion.store import Table
from companion.store.tables import Filter
from companion.web.request.access import is_htmx, is_local, own_device
from companion.web.request.refusal import marked, refuse, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import Rung, needs, of_household, take_pencil
from companion.web.setup import bp
from companion.web.setup.games import choice_of_played, game_choice, last_opening, rules_offered, save_rules
from companion.web.setup.known import known_again, known_groups, names_offered, once_more
from companion.web.setup.new_table import (
    USUAL_START,
    NewTableForm,
    counters_each,
    form_opening,
    kept_as_typed,
    name_to_save,
    new_table_form,
    players_and_value,
    with_lots,
)

MAX_TABLES = 20
"""The number of tables that the first page shows."""


@bp.get("/")
def home() -> str | tuple[str, int] | Answer:
    """Show the tables that this device knows, newest first; without any, the form for the first one if it may."""
    tables = tables_of_device()
    if not tables and of_household():
        return new_table()
    return render_template(
        "setup/home.html",
        tables=tables,
        left=services().evenings.left_unfinished(own_device()),
        key=new_form_key(),
        **played_again(tables),
    )


def played_again(tables: list[Table]) -> dict[str, Any]:
    """Return what one tap plays again: the groups, that which played last first; without any, the last evening."""
    groups = known_groups()
    last = next((table for table in tables if table.journal.state.over and table.journal.state.game), None)
    sheet = known_again(last) if last and not groups and of_household() else None
    return {"groups": groups, "again": {"code": last.code, "sheet": sheet} if last and sheet else None}


@bp.app_template_filter()
def what_is_played(sheet: Sheet) -> str:
    """Name the game of a sheet, as the household calls it."""
    opening = sheet.games[-1].opening
    return opening.options.title() or opening.game.title


@bp.route("/lay", methods=["GET", "POST"])
def new_table() -> str | tuple[str, int] | Answer:
    """Show the form for a new table; all of its buttons but the last only change what it shows."""
    if not of_household():
        return redirect(url_for("setup.home"), 303)
    form = as_its_game_keeps(new_table_form(request.form or form_at_first()))
    form = with_lots(form, form.new_table())
    if form.refused:
        refuse(Malformed(form.refused))
    return page(form), 422 if form.refused else 200


def filled_in() -> str:
    """Return the form of the new table as it was filled in."""
    return page(new_table_form(request.form))


@bp.post("/tables")
@needs(Rung.HOUSEHOLD)
@shows(filled_in)
def start() -> Answer:
    """Lay the table; this device holds its pencil."""
    form = new_table_form(request.form)
    players, value = players_and_value(form)
    opening = form_opening(form, form.new_table())
    rules_name = name_to_save(form, opening)

    def give_pencil_and_save_rules(code: str) -> None:
        take_pencil(code)
        if rules_name:
            save_rules(rules_name, opening, form.chosen.told)

    table = services().tables.lay(
        Sheet(players, [PlayedGame(opening, [])], value, counters_each(form.typed)),
        deal_at_once="deal_at_once" in request.form,
        key=submission()[0],
        beside=give_pencil_and_save_rules,
    )
    address = url_for("table.page", code=table.code)
    if is_htmx():
        return Answer(status=204, headers={"HX-Redirect": address})
    session["laid"] = True  # the next form begins anew, whatever the browser kept of this one
    return redirect(address, 303)


@bp.get("/healthz")
def health() -> Response:
    """Say that the server runs, and which version."""
    from importlib.metadata import version

    return jsonify(status="ok", version=version("companion-scoresheet"))


@bp.get("/find")
def find() -> Answer:
    """Go to the table whose code was typed in."""
    return redirect(url_for("table.page", code=request.args.get("code", "").strip().upper() or "-"))


def form_at_first() -> MultiDict[str, str]:
    """Return the form before anything is typed: the game asked for, else played last."""
    return MultiDict({"choose": request.args.get("game") or choice_played_last(tables_of_device())})


def as_its_game_keeps(form: NewTableForm) -> NewTableForm:
    """Return the form with the counters its game begins with, if the game has just changed or nobody was asked yet.

    A game of points begins without counters on the table, any other with those that were used last.
    """
    before = form.typed.get("game")
    alike = before and game_choice(before).game.scored == form.game.scored
    if "keeps" in form.typed and ("choose" not in form.typed or alike):
        return form
    kept = kept_as_typed(None if form.game.scored else start_used_last(tables_of_device()))
    typed = MultiDict(form.typed)
    typed.setlistdefault("keeps")[:], typed.setlistdefault("start")[:] = [kept["keeps"]], [kept["start"]]
    return form._replace(typed=typed)


def page(form: NewTableForm) -> str:
    """Render the form as it stands; only the form itself where htmx asks for it."""
    tables = tables_of_device()
    return render_template(
        "setup/new_table.html",
        draft=form,
        fields=marked(form.fields()),
        families=families(),
        kept=rules_offered(form.chosen),
        chips=names_offered(tables, form.players),
        once_more=once_more() if not is_htmx() else [],
        answers=not is_htmx() and (request.method == "POST" or session.pop("laid", False)),
        key=new_form_key(),
        tables=tables,
    )


def tables_of_device() -> list[Table]:
    """Return the newest tables that this device has laid or watched; all tables on the machine that keeps them."""
    return services().tables.newest(of_device(), MAX_TABLES)


def of_device() -> Filter:
    """Return which tables these are."""
    if is_local():
        return Filter()
    return Filter(own_device(), session.get("tables", []))


def choice_played_last(tables: list[Table]) -> str:
    """Return the choice of the game, with its rules, that the newest of these tables with a game plays."""
    openings = (last_opening(table.journal) for table in tables)
    return next((choice_of_played(opening) for opening in openings if opening), "")


def start_used_last(tables: list[Table]) -> int | None:
    """Return the counters that each was given at the newest of these tables that isn't about points, else as usual."""
    games = ((table, last_opening(table.journal)) for table in tables)
    about_counters = (table for table, opening in games if not (opening and opening.game.scored))
    return next((table.beside.start for table in about_counters), USUAL_START)
