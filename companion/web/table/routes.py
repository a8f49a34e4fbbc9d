"""The table page and every move made on it."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from attrs import evolve
from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.changes import Change, Redo, Undo
from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.game import Move, Opening, Presence, State
from companion.engine.hands import state_for, tap_changes
from companion.engine.kit.moves import Join
from companion.engine.message import say
from companion.engine.playing import check_available, play
from companion.engine.replay import scored_by
from companion.engine.reports.sentences import new_score, what_changes
from companion.engine.structure import read
from companion.games import catalogue
from companion.store import Table
from companion.web.forms.fields import MoveForm, beside_the_book, move_fields
from companion.web.forms.form import redisplay
from companion.web.forms.reading import move_json, with_label
from companion.web.home.gallery import gallery, tables_of_household
from companion.web.home.games import find_saved_like, last_opening, last_opening_step
from companion.web.home.new_table import (
    NewTableForm,
    counters_each,
    form_opening,
    kept_as_typed,
    name_to_save,
    new_table_form,
    save_rules_of,
    sitting_out,
    with_lots,
)
from companion.web.i18n.language import language
from companion.web.learn.how_to_play import told_by
from companion.web.learn.played_hand import shown_hand
from companion.web.request.access import (
    asking_screen,
    is_htmx,
    newest,
    remember,
    table_or_404,
    table_to_write,
    to_table,
    visitor,
    writing,
)
from companion.web.request.game_pages import completed
from companion.web.request.refusal import Doubtful, marked, path_refused, refuse, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, record
from companion.web.request.typed_names import require_one_name, require_seen
from companion.web.table import bp
from companion.web.table.phones import keeping_secrets, require_agreed, undecided, with_secrets
from companion.web.table.pots import laid_anew
from companion.web.table.responses import (
    asked_again,
    asks_other,
    fragment,
    move_page,
    part_or_page,
    submitted,
    table_again,
    table_asking,
    table_instead,
    table_response,
)
from companion.web.table.seats import seats_page
from companion.web.table.steps import MoveSteps, hand_asked
from companion.web.table.view import view

WHOLE_HAND = "hand"
"""The name under which a whole hand of a round game is asked for, which is no move of a sheet."""


@bp.get("/t/<code>")
def page(code: str) -> Response | str:
    """Show the table; the part that changes where the page asks what is new, or for a move."""
    found = table_or_404(code)
    if changed := newest(found, lambda: fragment(found, request.args)):
        return changed
    if code != found.code:
        return redirect(url_for("table.page", code=found.code), 308)
    remember(found)
    return part_or_page(found, fragment(found, request.args))


@bp.get("/t/<code>/moves/<name>")
@shows(table_instead)
def move_form(code: str, name: str) -> Response | str:
    """Show the form of one move; where its page asks anew as it was filled in, only if it asks anything else now."""
    found = table_to_write(code)
    kind = kind_of(found, name)
    if kind.page:
        return redirect(url_for(kind.page, code=found.code), 303)
    if is_htmx() and "unasked_" in request.args and not asks_other(kind, state_for(found.journal, kind)):
        return Response(status=204)
    try:
        check_available(state_for(found.journal, kind), kind)
    except Illegal as hindered:
        refuse(hindered)
    return move_page(found, kind, undecided(found, kind, request.args))


def move_again(code: str, name: str) -> str | Response:
    """Return the page of the move, with the move itself as far as it can be read.

    Where the game that is on has no such move any more, it is the table that is shown.
    """
    if name == WHOLE_HAND:
        return hand_again(code)
    newest, kind, move = table_or_404(code), None, None
    with suppress(Refusal):
        kind = kind_of(newest, name)
        move = submitted_move(newest, kind)
    if kind and kind.at_seats and not (is_htmx() or asking_screen()):
        marked(move_fields(kind, newest.journal.state, {}))
        return seats_page(newest)
    return asked_again(newest, kind, move) if kind else table_again(code)


@bp.post("/t/<code>/moves/<name>")
@shows(move_again)
def move(code: str, name: str) -> Response:
    """Write a move down, or the moves of a whole hand as one tap, which Undo takes back together."""

    def tap(now: Table) -> list[Change]:
        if name == WHOLE_HAND:
            return hand_changes(now)
        said = certain_move(now, name)
        return [
            *laid_anew(now.journal, said, request.form.get("lay", "").strip()),
            *tap_changes(now.journal, said, completed, deals_at_once=now.deals_at_once),
        ]

    with writing(code) as table:
        changed = record(table, tap)
    return table_response(changed)


def certain_move(table: Table, name: str) -> Move:
    """Return the move that was submitted. Raises Doubtful where it is unlikely, and the form doesn't say it is sure."""
    submitted = submitted_move(table, kind_of(table, name))
    if (question := submitted.doubt()) and "sure" not in request.form:
        raise Doubtful(question, submitted.sure)
    return submitted


@bp.post("/t/<code>/moves/<name>/try")
def try_move(code: str, name: str) -> Response | str:
    """Say what would change hands if the move were written down as it is typed; nothing is written.

    Where that hangs on a question that wasn't asked so far, such as who wins a tie, the table asks it now; so it does
    where an answer asks another question, or one less.
    """
    found, kind = table_to_write(code), None
    if name == WHOLE_HAND:
        return try_hand(found)
    state = found.journal.state
    try:
        kind = kind_of(found, name)
        state = state_for(found.journal, kind)
        if asks_other(kind, state):
            return table_asking(found, kind)
        tried = submitted_move(found, kind)
        effect = play(state, tried)
        told = (
            say("Everyone's numbers show once they're written down.") if keeping_secrets(found, kind) else effect.memo
        )
    except (Malformed, Illegal) as refused:
        if kind and is_unasked(kind, refused, state):
            return table_asking(found, kind)
        asked = move_fields(kind, state, {}) if kind else ()
        return render_template("table/_outcome.html", refused=with_label(refused, asked))
    scored = scored_by(tried, state, effect.state)
    transfers = [*new_score(scored, effect.state), *what_changes(effect.postings, state)]
    return render_template("table/_outcome.html", memo=told, transfers=transfers, doubt=tried.doubt())


def is_unasked(kind: type[Move], refused: Refusal, state: State[Any, Any]) -> bool:
    """Return whether a move was refused for a question that its form didn't ask, as nothing hung on it so far."""
    asks, hidden = refused.path[0] if refused.path else "", kind.asked_at(state).hidden(state, {})
    return asks in hidden and not any(key.partition(":")[0] == asks for key in request.form)


def hand_again(code: str) -> str | Response:
    """Return the table with what was typed of the hand."""
    table = table_or_404(code)
    state = table.journal.state
    kind, _ = hand_asked(state)
    if kind is None:
        return table_instead(code)
    fields = marked(move_fields(kind, state, {}))
    asked = MoveSteps(MoveForm(kind, state), {}, redisplay(fields, request.form), refused=path_refused())
    seen = evolve(view(table, visitor(table)), whole_hand=asked)
    return part_or_page(table, render_template("table/_table.html", view=seen, key=new_form_key()))


def try_hand(table: Table) -> str:
    """Say what would change hands if the hand were written down as it is typed."""
    state, (kind, _) = table.journal.state, hand_asked(table.journal.state)
    try:
        done = submitted_hand(table).effect(state)
    except Refusal as refused:
        asked = move_fields(kind, state, {}) if kind else ()
        return render_template("table/_outcome.html", refused=with_label(refused, asked))
    return render_template("table/_outcome.html", memo=done.memo, transfers=what_changes(done.postings, state))


def hand_changes(now: Table) -> list[Change]:
    """Return the changes that write the submitted hand down. Raises Malformed and Illegal."""
    *before, ends = submitted_hand(now).moves(now.journal.state)
    return [*map(Change.play, before), *tap_changes(now.journal, ends, completed, deals_at_once=now.deals_at_once)]


def submitted_hand(table: Table) -> Any:
    """Return the hand that was submitted. Raises Malformed, and Illegal where the table asks none."""
    state = table.journal.state
    kind, _ = hand_asked(state)
    if kind is None:
        raise Illegal(say("There's no hand to write down in one go right now: go back to the table."))
    return read(kind, move_json(kind, request.form, state), kind.name)


@bp.post("/t/<code>/undo")
@shows(table_again)
def undo(code: str) -> Response:
    """Take back the last tap."""
    with writing(code) as table:
        changed = record(table, lambda now: [Undo()])
    return table_response(changed)


@bp.post("/t/<code>/redo")
@shows(table_again)
def redo(code: str) -> Response:
    """Take back the last Undo, as long as nothing was written after it."""
    with writing(code) as table:
        changed = record(table, lambda now: [Redo()])
    return table_response(changed)


@bp.get("/t/<code>/rules")
def rules(code: str) -> str:
    """Show the house rules in force, with what was typed of how the table keeps its counters where that was refused."""
    found = table_or_404(code)
    seen = view(found, visitor(found))
    begun, played = last_opening_step(found.journal), last_opening(found.journal)
    return render_template(
        "table/rules.html",
        view=seen,
        rules=beside_the_book(seen.state, language()),
        begun=begun,
        kept=played and find_saved_like(played),
        typed=request.form or kept_as_typed(found.beside.start),
    )


@bp.get("/t/<code>/how-to-play")
def how_to_play(code: str) -> Response | str:
    """Show how the game that is on is played, by the house rules of this table; all games where it has no page."""
    found = table_or_404(code)
    game, options = found.journal.state.game, found.journal.state.options
    told = game and told_by(game, options, len(found.journal.state.playing))
    if not (game and told):
        return redirect(url_for("learn.all_games"))
    hand = shown_hand(game.key)
    return render_template("table/how_to_play.html", table=found, game=game, options=options, told=told, hand=hand)


@bp.post("/t/<code>/rules")
@shows(rules)
def change_rules(code: str) -> Response:
    """Choose whether the next hand is dealt by itself, or what counters lie on the table."""
    form = request.form
    with writing(code) as table:
        if "deal" in form:
            services().tables.change(table.code, lambda now: now.with_beside(deal_at_once=form["deal"] == "at once"))
        else:
            start = counters_each(form)
            services().tables.change(table.code, lambda now: now.lay_counters(start))
    return redirect(url_for("table.rules", code=table.code), 303)


@bp.get("/t/<code>/games")
def game_form(code: str) -> str:
    """Show all games, and once one is chosen the form that begins it."""
    table = table_to_write(code)
    if "game" in request.args:
        return game_page(table)
    found = gallery([table, *tables_of_household()], len(table.journal.state.playing))
    return render_template("table/games.html", table=table, **found)


@bp.post("/t/<code>/games")
@shows(lambda code: game_page(table_or_404(code)))
def begin_game(code: str) -> Response | str:
    """Begin another game at the same table, where balances are carried on; or draw the lots that it asks for."""
    form = new_table_form(request.form)
    if "draw" in request.form:
        return game_page(table_to_write(code))
    with writing(code) as table:
        form = form.at(table.journal.state)
        opening = form_opening(form, form.seat(table.journal.state))
        changed = record(table, lambda now: begin(opening, form, now.journal.state.seats))
    return to_table(changed)


def begin(opening: Opening, form: NewTableForm, seats: Mapping[str, Presence]) -> list[Change]:
    """Return the changes with which a game begins, and save its rules where the form says so."""
    moves = sorted(sitting_out(opening, form, seats), key=lambda move: move.name == "sit_out")
    if opening.dealer and seats.get(opening.dealer) is not Presence.IN and "dealer" in opening.game.by_name:
        moves.append(opening.read_move({"move": "dealer", "player": opening.dealer}))  # who can deal once they are in
        opening = evolve(opening, dealer=None)
    if name := name_to_save(form, opening):
        save_rules_of(form, name, opening)
    return [Change.play(opening), *map(Change.play, moves)]


def game_page(found: Table) -> str:
    """Render the form of another game as it stands."""
    asked = new_table_form(request.values).at(found.journal.state)
    seated = asked.seat(found.journal.state)
    filled = with_lots(asked, seated)
    return render_template(
        "table/game.html",
        view=view(found, visitor(found)),
        draft=filled,
        playing=seated.playing,
        fields=marked(filled.fields(seated)),
        key=new_form_key(),
    )


def submitted_move(table: Table, kind: type[Move]) -> Move:
    """Return the move that was submitted, at the table as it stands. Raises Malformed and Illegal."""
    state = state_for(table.journal, kind)
    assert state.game
    form = with_secrets(table, kind, submitted())
    require_agreed(table, kind, form)
    move: Move = state.game.read_move({"move": kind.name} | move_json(kind, form, state))
    if isinstance(move, Join) and move.player not in state.seats:
        require_one_name(move.player, "player")
        require_seen(move.player, state.seats)
    return move


def require_kind(table: Table, kind: type[Move]) -> None:
    """Raise Illegal where the game that is on has not this kind of move, but another one of its name, or none."""
    if kind_of(table, kind.name) is not kind:
        check_available(table.journal.state, kind)


def kind_of(table: Table, name: str) -> type[Move]:
    """Return the kind of move of this name in the game that is on.

    Raises Illegal where it belongs to another game, which may have been on before; 404 where no game has it.
    """
    state = table.journal.state
    if state.game and name in state.game.by_name:
        return state.game.by_name[name]
    kind = next((game.by_name[name] for game in catalogue().values() if name in game.by_name), None)
    if kind is None:
        abort(404)
    check_available(state, kind)
    return kind
