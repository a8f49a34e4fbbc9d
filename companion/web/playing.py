"""The table page and every move made on it."""

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine.common import Count
from companion.engine.counting import miscount
from companion.engine.game import Move, play, ready
from companion.engine.journal import Act, Entry
from companion.engine.opening import Opening
from companion.engine.refusals import Illegal, Malformed, Refusal
from companion.engine.saying import say, sentences
from companion.engine.state import State
from companion.engine.words import changes_hands
from companion.games import families
from companion.store import Stale, Table, Unwritable
from companion.web.access import (
    device,
    remember,
    swaps,
    table_or_404,
    table_to_write,
    to_table,
    visitor,
)
from companion.web.answers import move_json
from companion.web.forms import move_fields, option_fields
from companion.web.languages import language
from companion.web.laying import Draft, draft, name_to_keep, opening
from companion.web.offering import choice_like, chosen, keep, kept_like, kept_rules, opening_of
from companion.web.parts import as_typed, typed_again
from companion.web.pictures import completed
from companion.web.services import services
from companion.web.telling import telling
from companion.web.views import view

pages = Blueprint("playing", __name__, url_prefix="/t/<code>")
NEWS = 5
"""So many entries that somebody else wrote first are named in a refusal."""


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
    if request.args.get("v") == str(found.version):
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
        changed = services().tables.record(found.code, *stamp(), tap=lambda now: tapped(now, written))
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
        return render_template("_outcome.html", refused=str(refused))
    return render_template("_outcome.html", memo=effect.memo, moved=changes_hands(effect.postings, state.playing))


@pages.post("/undo")
def undo(code: str) -> Response:
    """Takes back the last tap."""
    found = table_to_write(code)
    try:
        changed = services().tables.record(found.code, *stamp(), tap=lambda now: now.journal.undoing())
    except Refusal as refused:
        return refusal(found, None, refused)
    return answer(changed)


@pages.get("/seats")
def seats(code: str) -> str:
    """Who sits where: joining, leaving, sitting out, the next dealer."""
    found = table_or_404(code)
    return render_template("seats.html", view=view(found, visitor(found)), key=new_key())


@pages.get("/me")
def who(code: str) -> str:
    """Whose phone is this?"""
    found = table_or_404(code)
    return render_template("me.html", view=view(found, visitor(found)))


@pages.post("/me")
def sit(code: str) -> Response:
    """This phone is somebody's."""
    found = table_or_404(code)
    player = request.form.get("player")
    services().pencils.sit(found.code, device(), player if player in found.journal.state.seats else None)
    return to_table(found)


@pages.get("/rules")
def rules(code: str) -> str:
    """The house rules in force."""
    found = table_or_404(code)
    seen = view(found, visitor(found))
    game, typed = seen.state.game, as_typed(seen.state.options) if seen.state.game else {}
    begun = opening_of(found.journal)
    fields = option_fields(game.options, seen.state, typed) if game else []
    book = option_fields(game.options, seen.state, {}) if game else []
    return render_template(
        "rules.html",
        view=seen,
        told=telling(seen.state),
        rules=list(zip(fields, book, strict=True)),
        kept=begun and kept_like(begun),
    )


@pages.post("/deal-at-once")
def deal_at_once(code: str) -> Response:
    """Whether the next hand is dealt by itself when one was won."""
    found = table_to_write(code)
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
        filled = draft(request.form, chosen)
        begun = opening(filled, found.journal.state)
        changed = services().tables.record(found.code, *stamp(), tap=lambda now: begins(now, begun, filled))
    except Refusal as refused:
        newest = services().tables.find(found.code)
        return make_response(game_page(newest, told(refused, newest)), status_of(refused))
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
    filled = draft(asked, chosen)
    return render_template(
        "game.html",
        view=view(found, visitor(found), refused),
        draft=filled,
        fields=filled.fields(found.journal.state),
        families=families(),
        kept=kept_rules().all(),
        key=new_key(),
    )


def tapped(table: Table, written: Move) -> list[Entry]:
    """The entries of one tap: the move, and the next deal where the table deals at once."""
    entries = plays(table, written)
    if not table.deal_at_once or not table.journal.state.open:
        return entries
    after = table.journal.tapped(entries).state
    own = written.name in {kind.name for kind in (after.game.moves if after.game else ())}
    if after.open or after.over or not own or not after.game or "deal" not in after.game.by_name:
        return entries
    deal = completed(after, after.game.by_name["deal"]())
    dealt = Entry(table.journal.last + 2, Act.PLAY, deal, along=table.journal.last + 1)
    try:
        table.journal.tapped([*entries, dealt])
    except Illegal:
        return entries
    return [*entries, dealt]


def plays(table: Table, written: Move) -> list[Entry]:
    """One move as the next entry."""
    return [Entry(table.journal.last + 1, Act.PLAY, written)]


def stamp() -> tuple[str | None, int | None]:
    """The key of what was tapped, and the last entry that its page showed. All forms of a page share its key: the
    same answer sent twice is one entry, another one sent from an old page is stale."""
    seen = request.form.get("seen", "")
    said = sorted(item for item in request.form.items(multi=True) if item[0] != "csrf_token")
    answer = repr((request.full_path, said))
    key = sha256(answer.encode("utf-8", "surrogatepass")).hexdigest() if request.form.get("key") else None
    return key, int(seen) if re.fullmatch("[0-9]{1,9}", seen) else None


def new_key() -> str:
    """The key of a form: whatever is sent twice with it is written once."""
    return secrets.token_urlsafe(9)


def kind_of(table: Table, name: str) -> type[Move]:
    """The kind of move of this name in the game that is on; 404 where there is none."""
    game = table.journal.state.game
    if game is None or name not in game.by_name:
        abort(404)
    return game.by_name[name]


def status_of(refused: Refusal) -> int:
    """Malformed 422, illegal and stale 409, not written down 503."""
    return 422 if isinstance(refused, Malformed) else 503 if isinstance(refused, Unwritable) else 409


def answer(table: Table) -> Response:
    """The table as it now is: its fragment where htmx swaps it in, else its page."""
    return make_response(fragment(table)) if swaps() else to_table(table)


def refusal(table: Table, kind: type[Move] | None, refused: Refusal, written: Move | None = None) -> Response:
    """A refused move: the sentence beside what was typed."""
    newest = services().tables.find(table.code)
    if swaps() or kind is None:
        typed = typed_for(kind, newest.journal.state) if kind else {}
        body = fragment(newest, told(refused, newest), {**request.args, "move": kind.name} if kind else {}, typed)
        page = body if swaps() else render_template("table.html", fragment=body, table=newest, visitor=visitor(newest))
        return make_response(page, status_of(refused))
    return make_response(
        move_page(newest, kind, typed_for(kind, newest.journal.state), told(refused, newest), written),
        status_of(refused),
    )


def told(refused: Refusal, newest: Table) -> str:
    """The sentence of a refusal; where somebody else wrote first, with what they wrote last."""
    if not isinstance(refused, Stale):
        return str(refused)
    new = [entry for entry in newest.journal.entries[-NEWS:] if entry.number > refused.since]
    return say("{refused} New: {memos}", refused=refused.why, memos=sentences(*(news(newest, entry) for entry in new)))


def news(table: Table, entry: Entry) -> str:
    """What an entry did, in a sentence."""
    memo = table.journal.step(entry.target or entry.number).memo
    match entry.act:
        case Act.STRIKE:
            return say("struck: {memo}", memo=memo)
        case Act.RESTORE:
            return say("restored: {memo}", memo=memo)
        case Act.AMEND:
            return say("amended: {memo}", memo=memo)
    return memo


def move_page(
    table: Table, kind: type[Move], typed: Mapping[str, Any], refused: str = "", written: Move | None = None
) -> str:
    """The page of one move, with what was typed; where a count differs, with where it may have gone wrong."""
    return render_template(
        "move.html",
        view=view(table, visitor(table), refused),
        kind=kind,
        fields=move_fields(kind, table.journal.state, typed),
        miscount=miscount(table.journal, written) if isinstance(written, Count) else None,
        key=new_key(),
    )


def answers() -> dict[str, str]:
    """What was said of a move: tap by tap in the address, and in the form."""
    return {**request.args, **dict(request.form.items())}


def typed_for(kind: type[Move], state: State[Any, Any]) -> dict[str, Any]:
    """What was typed for a move, as its form shows it again."""
    said = answers()
    return typed_again(move_fields(kind, state, said), said)


def fragment(
    table: Table, refused: str = "", asked: Mapping[str, str] | None = None, typed: Mapping[str, Any] | None = None
) -> str:
    """The part of the page that changes. Those who only watch share one rendering of a version."""
    who, asked = visitor(table), asked or {}
    if who.writes or refused:
        game = table.journal.state.game
        kind = game.by_name.get(asked.get("move", "")) if game else None
        return render_template("_table.html", view=view(table, who, refused, kind, asked, typed), key=new_key())
    seen = (table.code, table.version, who, language())
    return services().renderings.get(seen, lambda: render_template("_table.html", view=view(table, who), key=""))
