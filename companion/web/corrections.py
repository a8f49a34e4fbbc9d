"""The journal, and corrections: strike, restore or amend a move, or insert one, shown before it is saved."""

from itertools import groupby
from typing import Any

from attrs import evolve
from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.game import Move
from companion.engine.journal import Act, Entry
from companion.engine.offers import offers
from companion.engine.opening import Opening
from companion.engine.reading import bare, hints, key_of, write
from companion.engine.refusals import Illegal, Malformed, Refusal
from companion.engine.replay import Step
from companion.engine.saying import say
from companion.engine.state import State
from companion.engine.words import changes_hands
from companion.scoresheet import open_game
from companion.store import Table
from companion.web.access import table_or_404, table_to_write, to_table, visitor
from companion.web.answers import move_json, option_json
from companion.web.forms import Field, move_fields, option_fields, side_by_side
from companion.web.parts import as_typed, typed_again
from companion.web.pictures import picture_of
from companion.web.previews import Preview
from companion.web.replies import status_of, told, typed_for
from companion.web.services import services
from companion.web.taps import new_key, recorded

pages = Blueprint("corrections", __name__, url_prefix="/t/<code>/journal")
A_PAGE = 50


@pages.get("")
def journal(code: str) -> str:
    """Every move as a sentence, newest first, by hands."""
    table = table_or_404(code)
    steps = table.journal.steps
    end = max(min(request.args.get("before", len(steps), int), len(steps)), 0)
    older = max(end - A_PAGE, 0)
    alike = groupby(steps[older:end][::-1], lambda step: (step.state.game, step.state.hand))
    hands = [(shown[0].state, shown) for _, found in alike for shown in [list(found)]]
    return render_template("journal.html", table=table, visitor=visitor(table), hands=hands, older=older)


@pages.get("/<int:number>")
def entry(code: str, number: int) -> str:
    """One move, and what can be done about it."""
    return entry_page(table_or_404(code), number)


@pages.get("/<int:number>/missing")
def missing(code: str, number: int) -> str:
    """What was forgotten before one move."""
    return missing_page(table_to_write(code), number)


@pages.post("/<int:number>/preview")
def preview(code: str, number: int) -> Response:
    """What a correction would come to."""
    table = table_to_write(code)
    try:
        correction = correct(table, number)
        after = table.journal.tapped([correction])
        becomes = after.step(correction.concerns or 0)
    except Refusal as refused:
        return corrected_again(table, number, refused)
    return make_response(
        render_template(
            "preview.html",
            table=table,
            step=table.journal.step(number),
            becomes=becomes,
            act=correction.act.value,
            rules=changed_rules(table, number, becomes.line.move),
            preview=Preview(table.journal, after),
            typed=[(key, held) for key, held in request.form.items() if key not in {"csrf_token", "key", "seen"}],
            key=new_key(),
        )
    )


@pages.post("/<int:number>")
def save(code: str, number: int) -> Response:
    """Writes a correction down."""
    table = table_to_write(code)
    try:
        changed = recorded(table, lambda now: [correct(now, number)])
    except Refusal as refused:
        return corrected_again(services().tables.find(table.code), number, refused)
    return to_table(changed)


def corrected_again(table: Table, number: int, refused: Refusal) -> Response:
    """The form of a correction once more, with why it was refused."""
    page = missing_page if request.form.get("act") == Act.INSERT.value else entry_page
    return make_response(page(table, number, refused), status_of(refused))


def correct(table: Table, number: int) -> Entry:
    """The correction that the form asks for, as the next entry. Raises Malformed or Illegal."""
    act = request.form.get("act", "")
    if act not in {"strike", "restore", "amend", "insert"}:
        raise Malformed(say("Choose whether to strike, restore or amend the move, or to insert one before it."))
    move = amendment(table, number) if act == "amend" else inserted(table, number) if act == "insert" else None
    return Entry(table.journal.last + 1, Act(act), move, number)


def inserted(table: Table, number: int) -> Move:
    """The move that shall stand before another. Raises Malformed or Illegal."""
    before = table.journal.before(number)
    kind = kind_said(before)
    assert before.game
    return before.game.read_move({"move": kind.name} | kind.amended(move_json(kind, request.form, before), {}))


def kind_said(before: State[Any, Any]) -> type[Move]:
    """The kind of move that a form says, at its place in the journal. Raises Malformed or Illegal."""
    name = request.form.get("kind", "")
    if before.game is None:
        raise Illegal(say("No game is on at this place: restore its beginning first."))
    if name not in before.game.by_name:
        raise Malformed(say("Choose which move it was."))
    return before.game.by_name[name]


def amendment(table: Table, number: int) -> Move:
    """The move that shall stand in the place of another. Raises Malformed or Illegal."""
    step, before = table.journal.step(number), table.journal.before(number)
    if isinstance(step.line.move, Opening):
        game = step.line.move.game
        options = option_json(game.options, request.form, before)
        dealer = request.form.get("dealer") or None
        silent = step.line.move.dealer is None and dealer == before.dealer
        return open_game(game, options, None if silent else dealer, game.edition)
    kind = kind_said(before)
    said = kind.amended(move_json(kind, request.form, before), unasked(step.line.move, kind, before))
    assert before.game
    return before.game.read_move({"move": kind.name} | said)


def changed_rules(table: Table, number: int, becomes: Move) -> list[tuple[Field, Field]]:
    """The house rules that are amended, each as it was and as it becomes; none where no game begins."""
    was, before = table.journal.step(number).line.move, table.journal.before(number)
    if not isinstance(was, Opening) or not isinstance(becomes, Opening):
        return []
    both = side_by_side(becomes.game.options, before, as_typed(was.options), as_typed(becomes.options))
    return [(rule, changed) for rule, changed in both if rule.value != changed.value]


def unasked(move: Move, kind: type[Move], before: State[Any, Any]) -> dict[str, Any]:
    """What the move said that no form asks, to be said again when it is amended."""
    if kind is not type(move):
        return {}
    silent = {field.name for field in move_fields(kind, before, {}) if field.control == "none"}
    return {key: held for key, held in write(move).items() if key in silent}


def move_or_404(table: Table, number: int) -> tuple[Step, State[Any, Any]]:
    """The move with this number, and the table just before it."""
    try:
        return table.journal.step(number), table.journal.before(number)
    except Illegal:
        abort(404)


def entry_page(table: Table, number: int, refused: Refusal | None = None) -> str:
    """The page of one move, with the form that amends it, and as it was filled in where that was refused."""
    step, before = move_or_404(table, number)
    own = type(step.line.move)
    kinds = [] if own is Opening or not before.game else [*before.game.by_name.values()]
    chosen = request.values.get("kind", own.name)
    kind = next((kind for kind in kinds if kind.name == chosen), own)
    asked = kind in kinds or own is Opening  # a move of a game that is not on here asks nothing
    fields = _questions(step, kind, before, request.form if refused else {}) if asked else []
    return render_template(
        "entry.html",
        table=table,
        visitor=visitor(table),
        step=step,
        before=before,
        kinds=kinds,
        kind=kind,
        fields=fields,
        missing=bool(possible(before)),
        stays=unasked(step.line.move, kind, before) if asked else {},
        moved=changes_hands(step.postings, before.playing, step.state.in_pieces),
        refused=told(refused, table, fields) if refused else "",
        key=new_key(),
    )


def missing_page(table: Table, number: int, refused: Refusal | None = None) -> str:
    """What was forgotten before one move: first which kind of move it was, then what that asks."""
    step, before = move_or_404(table, number)
    game, name = before.game, request.values.get("kind", "")
    kind = game.by_name.get(name) if game else None
    fields = move_fields(kind, before, typed_for(kind, before)) if kind else []
    return render_template(
        "missing.html",
        table=table,
        step=step,
        kinds=possible(before),
        kind=kind,
        fields=fields,
        refused=told(refused, table, fields) if refused else "",
        key=new_key(),
    )


def possible(before: State[Any, Any]) -> list[type[Move]]:
    """The kinds of move that can have been forgotten at a place of the journal, those of an ordinary hand first."""
    picture = picture_of(before)
    found = offers(before, picture.alone(before) if picture else ())
    return sorted((offer.kind for offer in found), key=lambda kind: not kind.main)


def _questions(step: Step, kind: type[Move], before: Any, typed: Any) -> list[Field]:
    move = step.line.move
    if isinstance(move, Opening):
        kind_of_rules = type(move.options)
        shown = typed_again(option_fields(kind_of_rules, before, {}), typed) if typed else as_typed(move.options)
        return option_fields(kind_of_rules, before, shown)
    if typed:
        return move_fields(kind, before, typed_for(kind, before))
    return [_answered(field, move) for field in move_fields(kind, before, _shared(move, kind))]


def _shared(move: Move, kind: type[Move]) -> dict[str, Any]:
    """What a move says, as far as another kind asks the same."""
    own, other = hints(type(move)), hints(kind)
    names = {key_of(name) for name in own if name in other and bare(own[name]) == bare(other[name])}
    return {key: held for key, held in as_typed(move).items() if key in names}


def _answered(field: Field, move: Move) -> Field:
    """Cards of which a move says nothing were none, but of whoever was not asked for them."""
    if not field.counted or not isinstance(field.value, dict):
        return field
    others = [name for name, _ in field.choices if name != as_typed(move).get(field.but)]
    return evolve(field, value=dict.fromkeys(others, 0) | field.value)
