"""The printed cards of a Loto night that are in people's hands: sold or handed out by their numbers, and taken back."""

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.playing import check_available
from companion.loto.rules.hall import Give, TakeBack
from companion.loto.rules.pack import A_SIX
from companion.loto.web import bp
from companion.loto.web.calling import whole
from companion.store import Table
from companion.web.request.access import table_or_404, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.submission import new_form_key, record
from companion.web.table.responses import table_instead
from companion.web.table.routes import kind_of

AT_ONCE = (A_SIX, 2 * A_SIX, 10 * A_SIX)
"""How many of the next cards can be given out in one tap."""


@bp.get("/t/<code>/loto/given")
@shows(table_instead)
def given(code: str) -> str:
    """Show which cards are given out, and to whom; with the pencil, give out more."""
    table = table_or_404(code)
    kind_of(table, TakeBack.name)
    return page(table)


def given_again(code: str) -> Response | str:
    """Return the page with what was typed; that of the table where no cards are given out any more."""
    table = table_or_404(code)
    try:
        kind_of(table, TakeBack.name)
    except Illegal:
        return table_instead(code)
    return page(table)


@bp.post("/t/<code>/loto/given")
@shows(given_again)
def give_out(code: str) -> Response:
    """Give cards out, or take them back."""
    with writing(code) as table:
        record(table, giving)
    return redirect(url_for("loto.given", code=code), 303)


def giving(now: Table) -> list[Change]:
    """Return what one tap gives out or takes back. Raises Malformed or Illegal."""
    kind_of(now, TakeBack.name)
    form, state = request.form, now.journal.state
    if "others" in form:
        return [Change.play(Give(first, last)) for first, last in free_cards(state)]
    first = form.get("first", "")
    said = {"move": form.get("move", Give.name), "first": whole(first), "last": whole(form.get("last", "") or first)}
    if to := form.get("to", "").strip():
        said["to"] = to
    assert state.game
    return [Change.play(state.game.read_move(said))]


def free_cards(state: State[Any, Any]) -> list[tuple[int, int]]:
    """Return the cards that aren't given out, as ranges."""
    ends = [0, *(end for given in state.facts.given for end in (given.first, given.last)), state.options.cards + 1]
    return [(after + 1, before - 1) for after, before in zip(ends[::2], ends[1::2], strict=True) if before - after > 1]


def page(table: Table) -> str:
    """Render the page."""
    state = table.journal.state
    free, closed = free_cards(state), ""
    try:
        check_available(state, Give)
    except Illegal as refused:
        closed = refused.why
    return render_template(
        "loto/given.html",
        table=table,
        state=state,
        visitor=visitor(table),
        closed=closed,
        free=free,
        ends=[free[0][0] + number - 1 for number in AT_ONCE if free[0][0] + number - 1 < free[0][1]] if free else [],
        out=sum(1 for _ in state.facts.numbers()),
        key=new_form_key(),
    )
