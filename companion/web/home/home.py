"""The first page: the tables that this device knows, and what one tap plays again."""

from typing import NamedTuple

from flask import Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.machine.clock import wall_clock
from companion.scoresheet import Sheet
from companion.store import Table
from companion.store.evenings import LEFT_AFTER
from companion.store.kept import Group
from companion.web.home import bp
from companion.web.home.again import known_again, known_groups
from companion.web.home.gallery import first_six, tables_of_device, tables_of_household
from companion.web.request.access import of_household, own_device
from companion.web.request.services import services
from companion.web.request.submission import new_form_key

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
        "home/home.html",
        again=played_again([table for table in tables if table not in running]),
        running=running[:MAX_RUNNING],
        left=services().evenings.left_unfinished(own_device()),
        six=first_six(tables) if of_household() else [],
        key=new_form_key(),
    )


def played_again(tables: list[Table]) -> PlayedAgain | None:
    """Return what one tap plays again: the last of some evenings, as its group if it has one; None to a guest."""
    groups = {group.number: group for group in known_groups()}
    for table in tables if of_household() else ():
        found = services().groups.of(table.code) if groups else None
        if found and (group := groups.get(found.number)):
            return PlayedAgain(group.sheet, group=group)
        if table.journal.state.game and (sheet := known_again(table)):
            return PlayedAgain(sheet, table)
    return next((PlayedAgain(group.sheet, group=group) for group in groups.values()), None)


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


@bp.get("/healthz")
def health() -> Response:
    """Say that the server runs, and which version."""
    from importlib.metadata import version

    return jsonify(status="ok", version=version("companion-scoresheet"))


@bp.get("/find")
def find() -> str | Answer:
    """Go to the table whose code was typed in, as one that scans it does; without one, ask for it."""
    if "code" not in request.args:
        return render_template("home/join.html")
    typed = request.args["code"].strip().upper() or "-"
    return redirect(url_for("table.whose_phone", code=typed, scanned=""))
