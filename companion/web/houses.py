"""The rules that a household keeps: described in one form, printed on one page, shared as a score sheet."""

from pathlib import PurePath
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.utils import secure_filename
from werkzeug.wrappers import Response as Answer

from companion.engine.refusals import Malformed, Refusal
from companion.engine.replay import laid
from companion.engine.saying import say
from companion.engine.state import State
from companion.games import families
from companion.scoresheet import PlayedGame, Sheet, read_sheet, write_sheet
from companion.store import Kept
from companion.web.access import device, here, may_change, table_to_write
from companion.web.laying import Draft, draft, name_to_keep, opening
from companion.web.offering import choice_of, keep, kept_rules, kept_under, opening_of
from companion.web.replies import beside, status_of
from companion.web.telling import telling

pages = Blueprint("houses", __name__, url_prefix="/house")
pages.app_template_filter("choice")(choice_of)
NOBODY: State[Any, Any] = laid(("",))
"""A table without players, for house rules that nobody plays by just now."""
FEWEST = 2
"""So many players at least stand on a sheet that is shared, where its sides don't name them; whoever reads it seats
others."""


@pages.get("")
def house() -> str:
    """Everything that the household keeps, and where more is described."""
    return house_page("")


@pages.get("/new")
def describe() -> str:
    """The form in which a game or its rules are described."""
    return form_page(draft(request.args))


@pages.post("")
def keep_rules() -> Answer:
    """Keeps what was described."""
    filled = draft(request.form)
    try:
        begun = opening(filled, NOBODY)
        name = name_to_keep(filled, begun)
        if not name:
            raise Malformed(say("Say what it shall be called."))
        kept = keep(name, begun)
    except Refusal as refused:
        return make_response(form_page(filled, beside(refused, filled.fields(NOBODY))), status_of(refused))
    return to_rules(kept)


@pages.post("/from/<code>")
def keep_of_table(code: str) -> Answer:
    """Keeps the rules of the game that a table plays."""
    begun = opening_of(table_to_write(code).journal)
    if begun is None:
        abort(404)
    try:
        kept = keep(request.form.get("keep_as", "") or begun.options.title(), begun)
    except Refusal as refused:
        return make_response(house_page(str(refused)), status_of(refused))
    return to_rules(kept)


@pages.post("/read")
def read() -> Answer:
    """Keeps the rules of a score sheet that somebody shared, under its game's own name or its file's."""
    sheet = request.files.get("sheet")
    try:
        if not sheet:
            raise Malformed(say("Choose the file of a score sheet."))
        games = read_sheet(sheet.read()).games
        if not games:
            raise Malformed(say("There is no game on this score sheet."))
        begun = games[0].opening
        kept = keep(begun.options.title() or PurePath(sheet.filename or begun.game.title).stem[:40], begun)
    except Refusal as refused:
        return make_response(house_page(str(refused)), status_of(refused))
    return to_rules(kept)


@pages.get("/<int:number>")
def rules(number: int) -> str:
    """The page of rules that are kept, to read and to print."""
    kept = kept_or_404(number)
    played = NOBODY.but(game=kept.game, options=kept.opening.options)
    return render_template(
        "house/rules.html", kept=kept, told=telling(played), choice=choice_of(kept), may_change=may_change(kept.keeper)
    )


@pages.get("/<int:number>/sheet")
def sheet(number: int) -> Response:
    """The rules as a score sheet: the game's beginning and no moves."""
    kept = kept_or_404(number)
    rules = kept.opening.options
    sides = [name for opposite in zip(*rules.teams() or [], strict=True) for name in opposite]
    players = sides or [f"Player {place}" for place in range(1, max(rules.seats()[0], FEWEST) + 1)]
    name = secure_filename(kept.name) or kept.game.key
    return Response(
        write_sheet(Sheet(players, [PlayedGame(kept.opening, [])])),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@pages.post("/<int:number>/forget")
def forget(number: int) -> Answer:
    """Keeps the rules no longer; tables that were laid with them go on."""
    kept = kept_or_404(number)
    try:
        kept_rules().forget(kept, device(), anyones=here())
    except Refusal as refused:
        return make_response(house_page(str(refused)), status_of(refused))
    return redirect(url_for(".house"), 303)


def form_page(filled: Draft, refused: str = "") -> str:
    """The form as it stands."""
    return render_template("house/form.html", draft=filled, fields=filled.fields(NOBODY), refused=refused)


def house_page(refused: str) -> str:
    """What is kept, with the sentence that refuses."""
    return render_template("house/house.html", kept=kept_rules().all(), families=families(), refused=refused)


def kept_or_404(number: int) -> Kept:
    """The rules that are kept under a number."""
    kept = kept_under(number)
    if kept is None:
        abort(404)
    return kept


def to_rules(kept: Kept) -> Answer:
    """To the page of rules that are kept."""
    return redirect(url_for(".rules", number=kept.number), 303)
