"""Just the result: an evening of long ago, from paper, in one form."""

from datetime import date
from typing import get_args

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.machine.clock import today
from companion.plays import Play
from companion.plays.play import Outcome, beside, made
from companion.store.kept import day as kept_day
from companion.web.evenings import bp
from companion.web.evenings.importing import TO_COME
from companion.web.forms.answers import number_typed
from companion.web.request.access import Rung, needs
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.typed_names import require_seen, two_people

ROWS = 16
"""How many people the form has room for."""
HOW = {
    "points": say("The most points win"),
    "fewest": say("The fewest points win"),
    "places": say("By place: 1, 2, 3 …"),
    "won": say("Won or lost"),
}
"""How a result may be known."""


@bp.get("/evenings/result")
@needs(Rung.HOUSEHOLD)
def result() -> str:
    """Ask for the result of an evening."""
    titles = {game.title for tally in services().evenings.known().evenings for game in tally.games}
    form = request.form
    rows = [(form.get(f"name:{at}", ""), form.get(f"points:{at}", ""), f"won:{at}" in form) for at in range(ROWS)]
    return render_template(
        "evenings/result.html",
        rows=rows,
        how=HOW,
        chosen=form.get("how", "points"),
        day=form.get("day", f"{today()}"),
        titles=sorted(titles),
        people=[person.name for person in services().people.all()],
        key=new_form_key(),
    )


@bp.post("/evenings/result")
@needs(Rung.HOUSEHOLD)
@shows(result)
def keep_result() -> Response:
    """Write the evening down, and show it."""
    play = typed()
    apart = two_people(play.players)
    code = services().imports.lay(play, submission()[0])
    services().people.keep_apart(apart)
    return redirect(url_for("evening.page", code=code), 303)


def typed() -> Play:
    """Return the play as it was typed. Raises Malformed."""
    form, how = request.form, request.form.get("how", "points")
    day = date.fromisoformat(kept_day(form.get("day", "")))
    if day > today():
        raise Malformed(TO_COME)
    rows = [at for at in range(ROWS) if form.get(f"name:{at}", "").strip()]
    names = [form[f"name:{at}"].strip() for at in rows]
    for name in names:
        require_seen(name)
    if how == "won":
        numbers = [int(f"won:{at}" in form) for at in rows]
    else:
        numbers = [points_of(name, form.get(f"points:{at}", "")) for name, at in zip(names, rows, strict=True)]
    outcome = how if how in get_args(Outcome) else "points"
    known = beside(form.get("game"), form.get("place"))
    return made(names, [numbers], day=day, outcome=outcome, fewest_win=how in ("fewest", "places"), **known)


def points_of(name: str, given: str) -> int:
    """Return what was typed for somebody. Raises Malformed."""
    number = number_typed(given)
    if number is None:
        raise Malformed(say("Enter a whole number for {name}.", name=name))
    return number
