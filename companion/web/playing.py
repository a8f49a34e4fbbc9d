"""The table page and every move made on it."""

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine.game import Move, play, ready
from companion.engine.journal import Entry
from companion.engine.opening import Opening
from companion.engine.refusals import Illegal, Malformed, Refusal
from companion.engine.words import changes_hands
from companion.games import families
from companion.store import Stale, Table, Unwritable
from companion.web.access import (
    remember,
    shows_newest,
    still_writing,
    table_or_404,
    table_to_write,
    to_table,
    visitor,
)
from companion.web.answers import move_json
from companion.web.forms import beside_the_book, move_fields
from companion.web.laying import Draft, draft, name_to_keep, opening
from companion.web.offering import choice_like, keep, kept_like, kept_rules, opened, opening_of
from companion.web.pictures import completed
from companion.web.replies import answer, answers, beside, fragment, move_page, refusal, status_of, told
from companion.web.services import services
from companion.web.taps import new_key, plays, recorded, tapped
from companion.web.telling import telling
from companion.web.views import view

pages = Blueprint("playing", __name__, url_prefix="/t/<code>")


@pages.get("")
def table(code: str) -> Response | str:
    """The table's page."""
    found = table_or_404(code)
    if code != found.code:
        return redirect(url_for(".table", code=found.code), 308)
    remember(found)
    body = fragment(found, asked=request.args)
    return render_template("table.html", fragment=body, table=found, visitor=visitor(found))


@pages.get("/live")
def live(code: str) -> Response:
    """The part of the page that changes; 204 where the version that the phone shows is the newest."""
    found = table_or_404(code)
    if shows_newest(found):
        return Response(status=204)
    return make_response(fragment(found, asked=request.args))


@pages.get("/moves/<name>")
def move_form(code: str, name: str) -> Response | str:
    """The form of one move."""
    found = table_to_write(code)
    kind = kind_of(found, name)
    if kind.page:
        return redirect(url_for(kind.page, code=found.code), 303)
    try:
        ready(found.journal.state, kind)
    except Illegal as refused:
        return move_page(found, kind, request.args, str(refused))
    return move_page(found, kind, request.args)


@pages.post("/moves/<name>")
def move(code: str, name: str) -> Response:
    """Writes a move down."""
    found = table_to_write(code)
    kind = kind_of(found, name)
    state, written = found.journal.state, None
    try:
        assert state.game
        written = completed(state, state.game.read_move({"move": name} | move_json(kind, answers(), state)))
        changed = recorded(found, lambda now: tapped(now, written))
    except (Malformed, Illegal, Stale, Unwritable) as refused:
        return refusal(found, kind, refused, written)
    return answer(changed)


@pages.post("/moves/<name>/try")
def tried(code: str, name: str) -> str:
    """What would change hands if the move were written down as it is typed; nothing is written."""
    found = table_to_write(code)
    kind, state = kind_of(found, name), found.journal.state
    try:
        assert state.game
        effect = play(state, state.game.read_move({"move": name} | move_json(kind, answers(), state)))
    except (Malformed, Illegal) as refused:
        return render_template("_outcome.html", refused=beside(refused, move_fields(kind, state, {})))
    moved = changes_hands(effect.postings, state.playing, state.in_pieces)
    return render_template("_outcome.html", memo=effect.memo, moved=moved)


@pages.post("/undo")
def undo(code: str) -> Response:
    """Takes back the last tap."""
    found = table_to_write(code)
    try:
        changed = recorded(found, lambda now: now.journal.undoing())
    except Refusal as refused:
        return refusal(found, None, refused)
    return answer(changed)


@pages.get("/rules")
def rules(code: str) -> str:
    """The house rules in force."""
    found = table_or_404(code)
    seen = view(found, visitor(found))
    begun, played = opened(found.journal), opening_of(found.journal)
    return render_template(
        "rules.html",
        view=seen,
        told=telling(seen.state),
        rules=beside_the_book(seen.state),
        begun=begun,
        kept=played and kept_like(played),
    )


@pages.post("/deal-at-once")
def deal_at_once(code: str) -> Response:
    """Whether the next hand is dealt by itself when one was won."""
    found = table_to_write(code)
    with still_writing(found):
        services().tables.set_deal_at_once(found.code, "on" in request.form)
    return redirect(url_for(".rules", code=found.code), 303)


@pages.get("/games")
def game_form(code: str) -> str:
    """The form that begins another game."""
    return game_page(table_to_write(code), "")


@pages.post("/games")
def begin_game(code: str) -> Response:
    """Begins another game at the same table; balances are carried on."""
    found = table_to_write(code)
    try:
        filled = draft(request.form)
        begun = opening(filled, found.journal.state)
        changed = recorded(found, lambda now: begins(now, begun, filled))
    except Refusal as refused:
        newest = services().tables.find(found.code)
        why = told(refused, newest, filled.fields(newest.journal.state))
        return make_response(game_page(newest, why), status_of(refused))
    return to_table(changed)


def begins(table: Table, begun: Opening, filled: Draft) -> list[Entry]:
    """The entry with which a game begins, its rules kept where they shall be."""
    if name := name_to_keep(filled, begun):
        keep(name, begun)
    return plays(table, begun)


def game_page(found: Table, refused: str) -> str:
    """The form for another game as it stands; at first the one that was played."""
    played = opening_of(found.journal)
    asked = request.values if "game" in request.values or not played else MultiDict({"game": choice_like(played)})
    filled = draft(asked)
    return render_template(
        "game.html",
        view=view(found, visitor(found), refused),
        draft=filled,
        fields=filled.fields(found.journal.state),
        families=families(),
        kept=kept_rules().all(),
        key=new_key(),
    )


def kind_of(table: Table, name: str) -> type[Move]:
    """The kind of move of this name in the game that is on; 404 where there is none."""
    game = table.journal.state.game
    if game is None or name not in game.by_name:
        abort(404)
    return game.by_name[name]
