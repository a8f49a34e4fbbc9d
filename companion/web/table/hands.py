"""A whole hand of a round game, written down in one submission; the general form of the table asks for it."""

from typing import Any

from attrs import evolve
from flask import render_template, request
from werkzeug.wrappers import Response

from companion.engine.changes import Change, Play
from companion.engine.errors import Illegal, Refusal
from companion.engine.message import say
from companion.engine.reports.sentences import what_changes
from companion.engine.structure import read
from companion.store import Table
from companion.web.forms.fields import MoveForm, move_fields
from companion.web.forms.form import redisplay
from companion.web.forms.reading import move_json, with_label
from companion.web.request.access import table_or_404, table_to_write, visitor, writing
from companion.web.request.refusal import marked, path_refused, shows
from companion.web.request.submission import new_form_key, record, tap_changes
from companion.web.table import bp
from companion.web.table.responses import part_or_page, table_instead, table_response
from companion.web.table.steps import MoveSteps, hand_asked
from companion.web.table.view import view


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


@bp.post("/t/<code>/moves/hand")
@shows(hand_again)
def write_hand(code: str) -> Response:
    """Write a whole hand down: its moves are one tap, which Undo takes back together."""
    with writing(code) as table:
        changed = record(table, hand_changes)
    return table_response(changed)


@bp.post("/t/<code>/moves/hand/try")
def try_hand(code: str) -> str:
    """Say what would change hands if the hand were written down as it is typed; nothing is written."""
    table = table_to_write(code)
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
    return [*map(Play, before), *tap_changes(now, ends)]


def submitted_hand(table: Table) -> Any:
    """Return the hand that was submitted. Raises Malformed, and Illegal where the table asks none."""
    state = table.journal.state
    kind, _ = hand_asked(state)
    if kind is None:
        raise Illegal(say("There's no hand to write down in one go right now: go back to the table."))
    return read(kind, move_json(kind, request.form, state), kind.name)
