"""The first page: the tables that this device knows, and what one tap plays again."""

from typing import Any

from flask import Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.scoresheet import Sheet
from companion.store import Table
from companion.web.request.access import own_device
from companion.web.request.services import services
from companion.web.request.submission import new_form_key
from companion.web.request.who import of_household
from companion.web.setup import bp
from companion.web.setup.known import known_again, known_groups, tables_of_device
from companion.web.setup.seating import new_table


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


@bp.get("/healthz")
def health() -> Response:
    """Say that the server runs, and which version."""
    from importlib.metadata import version

    return jsonify(status="ok", version=version("companion-scoresheet"))


@bp.get("/find")
def find() -> Answer:
    """Go to the table whose code was typed in."""
    return redirect(url_for("table.page", code=request.args.get("code", "").strip().upper() or "-"))
