"""The journal, and corrections of it: strike, restore, amend or insert a move."""

from itertools import dropwhile, groupby, islice, takewhile
from typing import Any

from attrs import evolve
from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal, Refusal
from companion.engine.game import Move, Opening, State
from companion.engine.hands import is_of_hand, which_hand
from companion.engine.journal import Journal
from companion.engine.message import Message, capital, say
from companion.engine.replay import Step
from companion.engine.reports.pad import has_pad
from companion.engine.reports.sentences import step_changes, what_changes
from companion.engine.structure import hints, key_of, unwrap
from companion.store import Table
from companion.web.forms.fields import MoveForm, move_fields, option_fields
from companion.web.forms.form import Field, redisplay, redisplay_written
from companion.web.forms.known import asks_of, shown
from companion.web.forms.reading import stack_from_balance
from companion.web.i18n.language import language
from companion.web.journal import bp
from companion.web.journal.correcting import (
    INSERT_HAND,
    MissingHand,
    Preview,
    asked_changes,
    asks,
    carried_hand,
    changed_rules,
    dealers_asked,
    goes,
    is_in_hand,
    place_after,
    possible,
    said_before,
    submitted_hand,
    unasked,
    with_dealers_asked,
)
from companion.web.request.access import table_or_404, table_to_write, to_table, visitor, writing
from companion.web.request.game_pages import check_of
from companion.web.request.refusal import marked, path_refused, refused, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, record_correction, written_at
from companion.web.table.responses import asks_other, redisplay_submitted
from companion.web.table.steps import MoveSteps, page_steps

NOT_TYPED = {"key", "seen", "dealers"}
"""What a form carries that nobody typed."""
MOVES_A_PAGE = 50


@bp.get("/t/<code>/journal")
def page(code: str) -> str:
    """Show every move as a sentence, newest first, by hands; the ``move`` of a number is among them.

    Where a hand is ``missing`` the page asks after which one.
    """
    table = table_or_404(code)
    steps = table.journal.steps
    end = max(min(request.args.get("before", len(steps), int), len(steps)), 0)
    sought = request.args.get("move", type=int)
    place = next((place for place, step in enumerate(steps) if step.line.number == sought), end)
    if place < end - MOVES_A_PAGE:
        end = place + MOVES_A_PAGE // 2
    older = max(end - MOVES_A_PAGE, 0)
    cut = [which_hand(step) for step in steps[end : end + 1]]  # the rest of a hand that is on the page before
    alike = groupby(steps[older:end][::-1], which_hand)
    before = islice(reversed(steps), len(steps) - older, None)
    begun = list(takewhile(lambda step: which_hand(step) == which_hand(steps[older]), before))  # on the next page
    hands = [
        (shown[0].state, shown, None if [which] == cut else place_after(shown), check_of(table, whole))
        for which, group in alike
        for shown in [list(group)]
        for whole in [[*shown, *begun] if shown[-1] is steps[older] else shown]
    ]
    return render_template(
        "journal/page.html",
        table=table,
        visitor=visitor(table),
        hands=hands,
        older=older,
        before=request.args.get("before"),
        asks="missing" in request.args,
        written=written_at(table),
    )


@bp.get("/t/<code>/journal/<int:number>")
def move(code: str, number: int) -> str | Response:
    """Show one move with the form that amends it, as it was filled in where that was refused, or asks anything else."""
    table = table_or_404(code)
    step, before = move_or_404(table, number)
    own = type(step.line.move)
    every = before.game.by_name.values() if before.game and own is not Opening else ()
    could = {found.kind for found in possible(before)}
    kinds = [kind for kind in every if kind is own or kind in could]
    chosen = request.values.get("kind", own.name)
    kind = next((kind for kind in kinds if kind.name == chosen), own)
    asked = kind in kinds or own is Opening  # a move of a game that is not on here asks nothing
    if "unasked_" in request.args and not asks_other(kind, before):
        return Response(status=204)
    corrected = request.form if refused() and "act" in request.form else request.args if "act" in request.args else {}
    fields = _questions(step, kind, before, corrected) if asked else []
    said = said_before(table.journal, number) if kind is own else None
    if said:
        fields = [*_questions(said, type(said.line.move), table.journal.before(said.line.number), corrected), *fields]
    if kind is own and (left := boxes_left(table.journal, step, before)):
        fields = [evolve(field, choices_left=left) for field in fields]
    return render_template(
        "journal/move.html",
        table=table,
        visitor=visitor(table),
        step=step,
        before=before,
        kinds=kinds,
        kind=kind,
        fields=marked(fields),
        unasked=_unasked(kind, before, fields),
        missing=bool(possible(before)),
        in_hand=is_in_hand(table.journal, number),
        stays=unasked(step.line.move, kind, before) if asked else {},
        transfers=what_changes(step.moved, step.state) if has_pad(step.state) else step_changes(step),
        remark=request.form.get("remark", table.remarks.get(number, "")),
        key=new_form_key(),
    )


@bp.get("/t/<code>/journal/<int:number>/missing")
def insert(code: str, number: int) -> str:
    """Show the form of a move that was forgotten before one: first which kind of move it was, then what that asks."""
    table = table_to_write(code)
    step, before = move_or_404(table, number)
    game, name = before.game, request.values.get("kind", "")
    kind = game.by_name.get(name) if game else None
    steps = page_steps(MoveForm(kind, before), request.values, redisplay_submitted(kind, before)) if kind else None
    kinds = sorted((offer.kind for offer in possible(before)), key=lambda kind: not kind.main)
    return render_template(
        "journal/insert.html",
        table=table,
        step=step,
        kinds=kinds,
        kind=kind,
        steps=steps,
        fields=marked(steps.fields if steps else ()),
        key=new_form_key(),
    )


@bp.get("/t/<code>/journal/<int:number>/hand")
def hand(code: str, number: int) -> str:
    """Show what is asked next of a hand that is missing after a move: nothing is written before its end is known."""
    table = table_to_write(code)
    step, _ = move_or_404(table, number)
    try:
        said = carried_hand(step.state) if refused() else submitted_hand(step.state)
    except Refusal:
        said = MissingHand(step.state)
    said = said.with_deal()
    asked = _asked_of_hand(said)
    others = [offer.kind for offer in said.offers if offer.kind not in {steps.kind for steps in asked}]
    return render_template(
        "journal/hand.html",
        table=table,
        step=step,
        hand=said,
        asked=asked,
        mains=[(kind, asks(kind, said.state)) for kind in others if kind.main],
        rarer=[(kind, asks(kind, said.state)) for kind in others if not kind.main],
        key=new_form_key(),
    )


def corrected_again(code: str, number: int) -> str | Response:
    """Return the form of a correction once more."""
    return {"insert": insert, INSERT_HAND: hand}.get(request.form.get("act", ""), move)(code, number)


@bp.post("/t/<code>/journal/<int:number>/preview")
@shows(corrected_again)
def preview(code: str, number: int) -> str:
    """Show what a correction would come to."""
    table, act = table_to_write(code), request.form.get("act", "")
    if act == INSERT_HAND and not submitted_hand(table.journal.step(number).state).is_whole:
        return hand(code, number)
    changes = asked_changes(table, number)
    dealt = with_dealers_asked(table.journal, changes)
    after = table.journal.extend(*dealt)
    entry = after.entries[table.journal.last]
    becomes = after.step(entry.concerns or 0)
    return render_template(
        "journal/preview.html",
        table=table,
        step=table.journal.step(number),
        becomes=becomes,
        act=act,
        goes=goes(table.journal, number, act),
        comes=[after.step(entry.number) for entry in after.entries[table.journal.last :][: len(changes)]]
        if act == INSERT_HAND
        else [],
        kept=len(dealt) - len(changes),
        rules=changed_rules(table, number, becomes.line.move),
        preview=Preview(table.journal, after),
        dealers=dealers_asked(changes),
        typed=[(key, text) for key, text in request.form.items() if key not in NOT_TYPED],
        key=new_form_key(),
    )


@bp.post("/t/<code>/journal/<int:number>")
@shows(corrected_again)
def save(code: str, number: int) -> Response:
    """Write a correction down."""
    return to_table(record_correction(code, lambda now: with_dealers_asked(now.journal, asked_changes(now, number))))


@bp.post("/t/<code>/journal/<int:number>/remark")
@shows(corrected_again)
def remark(code: str, number: int) -> Response:
    """Write a remark at a move, or take it away; its page stays, as it may hold a correction that isn't sent yet."""
    with writing(code) as table:
        move_or_404(table, number)
        text = request.form.get("remark", "").strip()
        services().tables.change(table.code, lambda now: now.remark(number, text))
    screen, kind = request.args.get("screen"), request.args.get("kind")
    return redirect(url_for("journal.move", code=code, number=number, screen=screen, kind=kind), 303)


@bp.app_template_filter()
def entry_title(step: Step) -> Message:
    """Return what the page of a move is called: ``Hand 3``, or ``Move 7`` where it belongs to no hand."""
    if step.state.hand and is_of_hand(step.line.move, step.state):
        return capital(step.state.facts.hand_called(step.state))
    return say("Move {number}", number=step.line.number)


def move_or_404(table: Table, number: int) -> tuple[Step, State[Any, Any]]:
    """Return the move with this number, and the table just before it; 404 without one."""
    try:
        return table.journal.step(number), table.journal.before(number)
    except Illegal:
        abort(404)


def _asked_of_hand(said: MissingHand) -> list[MoveSteps]:
    """Return the move that was chosen or refused, else the only main one that asks, else all that a name makes."""
    offers, chosen = said.offers, request.form.get("kind" if refused() else "ask", "")
    mains = [offer for offer in offers if offer.kind.main and not offer.plain] if said.begun else offers
    asked = [offer for offer in offers if offer.kind.name == chosen] or (mains if len(mains) == 1 else [])
    if not asked:
        return [MoveSteps(MoveForm(offer.kind, said.state), players=offer.players) for offer in mains if offer.players]
    form = MoveForm(asked[0].kind, said.state)
    typed = redisplay_submitted(asked[0].kind, said.state) if refused() else {}
    marked(form.fields(typed))
    steps = page_steps(form, request.form, typed)
    return [evolve(steps, players=() if steps.answered else asked[0].players, refused=path_refused())]


def _questions(step: Step, kind: type[Move], before: Any, typed: Any) -> list[Field]:
    move = step.line.move
    if isinstance(move, Opening):
        rules = asks_of(move.options, language())
        values = redisplay(option_fields(rules, before, {}), typed) if typed else shown(move.options, language())
        return option_fields(rules, before, values)
    if typed:
        return move_fields(kind, before, redisplay_submitted(kind, before))
    return [_answered(field, move) for field in move_fields(kind, before, _shared(move, kind, before))]


def _shared(move: Move, kind: type[Move], before: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move that another kind asks, too."""
    if type(move) is kind and (told := move.spread(before)) is not None:
        return told
    own, other = hints(type(move)), hints(kind)
    names = {key_of(name) for name in own if name in other and unwrap(own[name]) == unwrap(other[name])}
    values = stack_from_balance(move, redisplay_written(move), before)
    return {key: held for key, held in values.items() if key in names}


def _answered(field: Field, move: Move) -> Field:
    """Return the question of cards with none for each player whose cards the move doesn't say, if they were asked."""
    if not field.counted or not isinstance(field.value, dict):
        return field
    others = [name for name, _ in field.choices if name != redisplay_written(move).get(field.except_field)]
    return evolve(field, value=dict.fromkeys(others, 0) | field.value)


def boxes_left(journal: Journal, step: Step, before: State[Any, Any]) -> dict[str, list[str]]:
    """Return the boxes that a move can have filled, by its question: those free then, but what was filled since."""
    after = dropwhile(lambda other: other is not step, journal.steps)
    *_, latest = [step, *takewhile(lambda other: not isinstance(other.line.move, Opening), after)]
    own, now = ({row.label: row.numbers for row in state.facts.boxes(state)} for state in (step.state, latest.state))
    rows = [(row.label, *tap) for row in before.facts.boxes(before) for tap in (row.free or {}).items()]
    left = [tap for label, name, tap in rows if name in own[label] or name not in now[label]]
    return {key: [tap[key] for tap in left] for tap in left for key in tap if key != "move"}


def _unasked(kind: type[Move], before: State[Any, Any], fields: list[Field]) -> str:
    """Return the questions that a correction doesn't ask as it is filled in, where others may be with the next."""
    return MoveSteps(MoveForm(kind, before), typed={one.key: one.value for one in fields}).unasked if fields else ""
