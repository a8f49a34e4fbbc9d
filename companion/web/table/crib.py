"""The crib: what a hand asks for by the rules of this table, over the sheet and as a card to print."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import redirect, render_template, url_for
from jinja2 import Template
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.playing import play
from companion.store import Table
from companion.web.request.access import is_htmx, table_or_404
from companion.web.table import bp
from companion.web.table.pots import unsaid_pots


@bp.get("/t/<code>/crib")
def crib(code: str) -> Response | str:
    """Show the crib, alone where it is laid over the table; nothing, or all games, where none is on."""
    found = table_or_404(code)
    game = found.journal.state.game
    if game is None:
        return Response(status=204) if is_htmx() else redirect(url_for("learn.all_games"))
    told = told_by_game(found, game.key)
    return told if is_htmx() else render_template("table/crib.html", table=found, game=game, told=told)


def told_by_game(found: Table, key: str) -> str:
    """Return the crib of a game; where it has none of its own, what lies in the pots and who deals."""
    state = found.journal.state
    names: list[str | Template] = [f"games/{key}/crib.html", "crib.html"]
    here = {"table": found, "state": state, "options": state.options, "players": len(state.playing)}
    return render_template(names, **here, unsaid=unsaid_pots(found.journal, state.pots))


@bp.app_template_global()
def may_be(state: State[Any, Any], name: str) -> bool:
    """Return whether the house rules of a table know a move, and what happened so far leaves it."""
    with suppress(Illegal):
        assert state.game
        state.game.by_name[name].allowed(state)
        return True
    return False


@bp.app_template_global()
def pots_after(state: State[Any, Any], name: str) -> Mapping[str, int]:
    """Return the pots after a move that asks nothing, and the next deal; empty where it can't be made now."""
    with suppress(Illegal):
        assert state.game
        ended = play(state, state.game.by_name[name]()).state
        return play(ended, state.game.begins()).state.pots
    return {}
