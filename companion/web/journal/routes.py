"""The journal, and corrections of it: strike, restore, amend or insert a move."""

from itertools import groupby
from typing import Any

from attrs import evolve
from flask import abort, render_template, request
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.game import Move
from companion.engine.journal import Act, Amend, Insert, Restore, Strike
from companion.engine.journal.replay import Step
from companion.engine.kit.seats import Join
from companion.engine.message import say
from companion.engine.new_names import names_in, require_new_names
from companion.engine.opening import Opening
from companion.engine.reports.offers import offers
from companion.engine.reports.scores import step_changes
from companion.engine.state import State
from companion.engine.structure import hints, key_of, unwrap, write
from companion.scoresheet import stored_opening
from companion.store import Table
from companion.web.forms.fields import Field, move_fields, option_fields, side_by_side
from companion.web.forms.parse import move_json, option_json
from companion.web.forms.redisplay import redisplay, redisplay_written
from companion.web.forms.refused_fields import marked, path_of
from companion.web.forms.stacks import stack_from_balance
from companion.web.journal import bp
from companion.web.journal.preview import Preview
from companion.web.request.access import table_or_404, table_to_write, to_table, visitor, writing
from companion.web.request.game_views import game_view
from companion.web.request.look_alikes import ask_if_alike
from companion.web.request.refusal import on_refusal
from companion.web.request.submission import new_form_key, record
from companion.web.table.responses import redisplay_submitted, refusal_text

MOVES_A_PAGE = 50


@bp.get("/t/<code>/journal")
def page(code: str) -> str:
    """Show every move as a sentence, newest first, by hands."""
    table = table_or_404(code)
    steps = table.journal.steps
    end = max(min(request.args.get("before", len(steps), int), len(steps)), 0)
    older = max(end - MOVES_A_PAGE, 0)
    alike = groupby(steps[older:end][::-1], lambda step: (step.state.game, step.state.hand))
    hands = [(shown[0].state, shown) for _, group in alike for shown in [list(group)]]
    return render_template("journal/page.html", table=table, visitor=visitor(table), hands=hands, older=older)


@bp.get("/t/<code>/journal/<int:number>")
def move(code: str, number: int) -> str:
    """Show one move, and how it can be corrected."""
    return entry_page(table_or_404(code), number)


@bp.get("/t/<code>/journal/<int:number>/missing")
def insert(code: str, number: int) -> str:
    """Show the form of a move that was forgotten before one."""
    return missing_page(table_to_write(code), number)


def corrected_again(refused: Refusal, code: str, number: int) -> str:
    """Return the form of a correction once more, with why it was refused."""
    page = missing_page if request.form.get("act") == Act.INSERT.value else entry_page
    return page(table_or_404(code), number, refused)


@bp.post("/t/<code>/journal/<int:number>/preview")
@on_refusal(corrected_again)
def preview(code: str, number: int) -> str:
    """Show what a correction would come to."""
    table = table_to_write(code)
    after = table.journal.extend(correction(table, number))
    entry = after.entries[-1]
    becomes = after.step(entry.concerns or 0)
    return render_template(
        "journal/preview.html",
        table=table,
        step=table.journal.step(number),
        becomes=becomes,
        act=entry.act.value,
        rules=changed_rules(table, number, becomes.line.move),
        preview=Preview(table.journal, after),
        typed=[(key, text) for key, text in request.form.items() if key not in {"csrf_token", "key", "seen"}],
        key=new_form_key(),
    )


@bp.post("/t/<code>/journal/<int:number>")
@on_refusal(corrected_again)
def save(code: str, number: int) -> Response:
    """Write a correction down."""
    with writing(code) as table:
        changed = record(table, lambda now: [correction(now, number)])
    return to_table(changed)


def correction(table: Table, number: int) -> Strike | Restore | Amend | Insert:
    """Return the correction that the form asks for. Raises Malformed or Illegal."""
    match request.form.get("act", ""):
        case Act.STRIKE.value:
            return Strike(number)
        case Act.RESTORE.value:
            return Restore(number)
        case Act.AMEND.value:
            return Amend(number, seen_by_people(amendment(table, number), table, number))
        case Act.INSERT.value:
            return Insert(number, seen_by_people(inserted(table, number), table))
    raise Malformed(say("Choose whether to strike, restore or amend the move, or to insert one before it."))


def seen_by_people(move: Move, table: Table, amended: int | None = None) -> Move:
    """Return a move that was corrected; ask before somebody joins whose name looks like another. Raises LooksLike."""
    if isinstance(move, Join):
        old = names_of(table.journal.step(amended).line.move) if amended else ()
        ask_if_alike(move.player, (name for name in table.journal.state.seats if name not in old), "player")
    return move


def inserted(table: Table, number: int) -> Move:
    """Return the forgotten move that the form describes. Raises Malformed or Illegal."""
    before = table.journal.before(number)
    kind = submitted_kind(before)
    assert before.game
    move: Move = before.game.read_move({"move": kind.name} | kind.amended(move_json(kind, request.form, before), {}))
    return move


def submitted_kind(before: State[Any, Any]) -> type[Move]:
    """Return the kind of move that the form names, at its place in the journal. Raises Malformed or Illegal."""
    name = request.form.get("kind", "")
    if before.game is None:
        raise Illegal(say("No game is on at this place: restore its beginning first."))
    if name not in before.game.by_name:
        raise Malformed(say("Choose which move it was."))
    return before.game.by_name[name]


def amendment(table: Table, number: int) -> Move:
    """Return the amended move that the form describes. Raises Malformed or Illegal."""
    step, before = table.journal.step(number), table.journal.before(number)
    if isinstance(step.line.move, Opening):
        game = step.line.move.game
        options = option_json(game.options, request.form, before)
        dealer = request.form.get("dealer") or None
        silent = step.line.move.dealer is None and dealer == before.dealer
        amended = stored_opening(game, options, None if silent else dealer, game.edition)
        require_new_names(amended.options, "options", known=names_of(step.line.move.options))
        return amended
    kind = submitted_kind(before)
    values = kind.amended(move_json(kind, request.form, before), unasked(step.line.move, kind, before))
    assert before.game
    move: Move = before.game.stored_move({"move": kind.name} | values)
    require_new_names(move, known=names_of(step.line.move))
    return move


def names_of(written: Any) -> set[str]:
    """Return the names that a move or house rules brought when they were written; they may stay as they are."""
    return {name for _, name, _ in names_in(written)}


def changed_rules(table: Table, number: int, becomes: Move) -> list[tuple[Field, Field]]:
    """Return the house rules that are amended, each as it was and as it becomes; none where no game begins."""
    was, before = table.journal.step(number).line.move, table.journal.before(number)
    if not isinstance(was, Opening) or not isinstance(becomes, Opening):
        return []
    both = side_by_side(
        becomes.game.options, before, redisplay_written(was.options), redisplay_written(becomes.options)
    )
    return [(rule, changed) for rule, changed in both if rule.value != changed.value]


def unasked(move: Move, kind: type[Move], before: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move that no form asks, which stay when it is amended."""
    if kind is not type(move):
        return {}
    silent = {field.name for field in move_fields(kind, before, {}) if not field.control.template}
    return {key: value for key, value in write(move).items() if key in silent}


def move_or_404(table: Table, number: int) -> tuple[Step, State[Any, Any]]:
    """Return the move with this number, and the table just before it; 404 without one."""
    try:
        return table.journal.step(number), table.journal.before(number)
    except Illegal:
        abort(404)


def entry_page(table: Table, number: int, refused: Refusal | None = None) -> str:
    """Render the page of one move with the form that amends it, as it was filled in where that was refused."""
    step, before = move_or_404(table, number)
    own = type(step.line.move)
    kinds = [] if own is Opening or not before.game else [*before.game.by_name.values()]
    chosen = request.values.get("kind", own.name)
    kind = next((kind for kind in kinds if kind.name == chosen), own)
    asked = kind in kinds or own is Opening  # a move of a game that is not on here asks nothing
    fields = _questions(step, kind, before, request.form if refused else {}) if asked else []
    return render_template(
        "journal/move.html",
        table=table,
        visitor=visitor(table),
        step=step,
        before=before,
        kinds=kinds,
        kind=kind,
        fields=marked(fields, path_of(refused, fields)) if refused else fields,
        missing=bool(possible(before)),
        stays=unasked(step.line.move, kind, before) if asked else {},
        transfers=step_changes(step),
        refused=refusal_text(refused, table, fields) if refused else "",
        key=new_form_key(),
    )


def missing_page(table: Table, number: int, refused: Refusal | None = None) -> str:
    """Render the form of a forgotten move: first which kind of move it was, then what that asks."""
    step, before = move_or_404(table, number)
    game, name = before.game, request.values.get("kind", "")
    kind = game.by_name.get(name) if game else None
    fields = move_fields(kind, before, redisplay_submitted(kind, before)) if kind else []
    return render_template(
        "journal/insert.html",
        table=table,
        step=step,
        kinds=possible(before),
        kind=kind,
        fields=marked(fields, path_of(refused, fields)) if refused else fields,
        refused=refusal_text(refused, table, fields) if refused else "",
        key=new_form_key(),
    )


def possible(before: State[Any, Any]) -> list[type[Move]]:
    """Return the kinds of move that can have been forgotten at a place, those of an ordinary hand first."""
    picture = game_view(before)
    found = offers(before, picture.alone(before) if picture else ())
    return sorted((offer.kind for offer in found), key=lambda kind: not kind.main)


def _questions(step: Step, kind: type[Move], before: Any, typed: Any) -> list[Field]:
    move = step.line.move
    if isinstance(move, Opening):
        kind_of_rules = type(move.options)
        shown = redisplay(option_fields(kind_of_rules, before, {}), typed) if typed else redisplay_written(move.options)
        return option_fields(kind_of_rules, before, shown)
    if typed:
        return move_fields(kind, before, redisplay_submitted(kind, before))
    return [_answered(field, move) for field in move_fields(kind, before, _shared(move, kind, before))]


def _shared(move: Move, kind: type[Move], before: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move that another kind asks, too."""
    own, other = hints(type(move)), hints(kind)
    names = {key_of(name) for name in own if name in other and unwrap(own[name]) == unwrap(other[name])}
    values = stack_from_balance(move, redisplay_written(move), before)
    return {key: held for key, held in values.items() if key in names}


def _answered(field: Field, move: Move) -> Field:
    """Return the question of cards with none for each player whose cards the move doesn't say, if they were asked."""
    if not field.control.counted or not isinstance(field.value, dict):
        return field
    others = [name for name, _ in field.choices if name != redisplay_written(move).get(field.except_field)]
    return evolve(field, value=dict.fromkeys(others, 0) | field.value)
