"""The first page: the tables that this device knows, and the form for a new one."""

from typing import NamedTuple

from flask import Response, jsonify, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed
from companion.machine.clock import wall_clock
from companion.scoresheet import PlayedGame, Sheet
from companion.store import Table
from companion.store.evenings import LEFT_AFTER
from companion.store.kept import Group
from companion.store.tables import Filter
from companion.web.request.access import is_htmx, is_local, own_device
from companion.web.request.refusal import marked, refuse, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import Rung, needs, of_household, take_pencil
from companion.web.setup import bp
from companion.web.setup.gallery import first_six, gallery_page, tables_of_household
from companion.web.setup.games import game_choice, last_opening, save_rules
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
"""The number of tables that are looked at for the first page."""
MAX_RUNNING = 4
"""The number of tables where a game is on that it shows."""


class PlayedAgain(NamedTuple):
    """What one tap plays again."""

    sheet: Sheet
    table: Table | None = None
    """The evening that is played again, without a group."""
    group: Group | None = None


@bp.get("/")
def home() -> str:
    """Show what one tap plays again, the tables that are played at now, and six games; to a guest its own tables."""
    tables = tables_of_household() or tables_of_device()
    running = played_now(tables)
    return render_template(
        "setup/home.html",
        again=played_again([table for table in tables if table not in running]),
        running=running[:MAX_RUNNING],
        left=services().evenings.left_unfinished(own_device()),
        six=first_six(tables) if of_household() else [],
        key=new_form_key(),
    )


def played_again(tables: list[Table]) -> PlayedAgain | None:
    """Return what one tap plays again: the last of some evenings, as its group if it has one; None to a guest."""
    groups = known_groups()
    last = next((table for table in tables if table.journal.state.game), None)
    sheet = known_again(last) if last and of_household() else None
    if last and sheet and not (groups and services().groups.of(last.code)):
        return PlayedAgain(sheet, last)
    return PlayedAgain(groups[0].sheet, group=groups[0]) if groups else None


def played_now(tables: list[Table]) -> list[Table]:
    """Return those tables where a game is on and somebody wrote within a day."""
    going_on = {table.code: table for table in tables if not table.journal.state.over}
    since = (wall_clock() - LEFT_AFTER).isoformat(timespec="seconds")
    lately = services().tables.written_since([*going_on], since)
    return [table for code, table in going_on.items() if code in lately]


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
    if request.method == "GET" and "game" not in request.args:
        return gallery_page()
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
def find() -> str | Answer:
    """Go to the table whose code was typed in; without one, ask for it."""
    if "code" not in request.args:
        return render_template("setup/join.html")
    return redirect(url_for("table.page", code=request.args.get("code", "").strip().upper() or "-"))


def form_at_first() -> MultiDict[str, str]:
    """Return the form before anything is typed: the game and the people of the address."""
    return MultiDict([("choose", request.args["game"]), *(("player", name) for name in request.args.getlist("player"))])


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


def start_used_last(tables: list[Table]) -> int | None:
    """Return the counters that each was given at the newest of these tables that isn't about points, else as usual."""
    games = ((table, last_opening(table.journal)) for table in tables)
    about_counters = (table for table, opening in games if not (opening and opening.game.scored))
    return next((table.beside.start for table in about_counters), USUAL_START)
