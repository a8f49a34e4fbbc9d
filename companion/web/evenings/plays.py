"""Plays of other programs: who is who is asked once, each evening is shown, then all are written, or taken back."""

from collections.abc import Iterable

from attrs import evolve
from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.machine.clock import today
from companion.plays import Reading, Unread, Wanted
from companion.plays.days import Days
from companion.plays.keeping import UnknownImport
from companion.plays.spreadsheet import ROLES
from companion.plays.words import names_in
from companion.web.evenings import bp
from companion.web.live.limits import in_turn
from companion.web.request.access import Rung, needs
from companion.web.request.refusal import refuse, shows
from companion.web.request.services import services
from companion.web.request.typed_names import two_people

A_PAGE = 50
"""The evenings that are shown at once."""
FEW = 6
"""Up to how many new names stand in a list; more are searched."""
SEARCHED = 3
"""How many of those that are searched can be said to be somebody here."""


@bp.get("/evenings/import/<number>")
@needs(Rung.HOUSEHOLD)
@in_turn
def plays(number: str) -> str:
    """Show an import: before it is kept what it holds, then how far it is, and in the end what came of it."""
    found = services().imports
    work, kept = found.works.get(number), found.kept(number)
    if work and not work.over:
        return render_template("evenings/importing.html", number=number, done=work.done, of=work.of)
    if work and work.failed:
        refuse(work.failed)
    try:
        reading, wanted = found.reading(number), found.wanted(number)
    except UnknownImport:
        if not kept:
            abort(404)
        return render_template("evenings/imported.html", number=number, kept=kept, work=work, unread=[])
    if kept or (work and not work.failed):
        unread = by_number_of_players(reading.unread)
        return render_template("evenings/imported.html", number=number, kept=kept, work=work, unread=unread)
    return before(number, reading, wanted)


def before(number: str, reading: Reading, wanted: Wanted) -> str:
    """Render what an import holds, with what is to be asked."""
    here = services().imports.here(reading.plays, wanted)
    first = max(request.args.get("from", 0, int), 0)
    known, unknown = services().people.who_is_who(reading.names)
    doubtful = [who for who in unknown if who.likely]
    others = [who.name for who in unknown if not who.likely]
    both = [Days([reading.either], first).of(reading.either) for first in (True, False)] if reading.either else []
    return render_template(
        "evenings/plays.html",
        number=number,
        name=wanted.name,
        wanted=wanted,
        reading=reading,
        shown=list(zip(reading.plays, here, strict=True))[first : first + A_PAGE],
        first=first,
        page=A_PAGE,
        here=sum(here),
        known=known,
        asked=doubtful if len(others) > FEW else unknown,
        others=others if len(others) > FEW else [],
        people=[person.name for person in services().people.all()] if len(others) > FEW else [],
        searched=SEARCHED,
        both=both,
        doubts=[(play, doubt) for play in reading.plays for doubt in play.doubts],
        unread=by_number_of_players(reading.unread),
        lacks_day=0 if reading.either else sum(not play.day for play in reading.plays),
        lacks_game=sum(not play.game for play in reading.plays),
        day=request.form.get("day", f"{today()}"),
        game=request.form.get("game", ""),
        players=", ".join(wanted.players or reading.winners),
    )


def by_number_of_players(unread: Iterable[Unread]) -> list[list[Unread]]:
    """Return what can't be read: what one person played, what more did than a table holds, and the rest."""
    every = [*unread]
    alone, many = ([own for own in every if own.players in which] for which in (range(1, 2), range(17, 1 << 31)))
    return [alone, many, [own for own in every if own.players != 1 and own.players < 17]]


@bp.post("/evenings/import/<number>/how")
@needs(Rung.HOUSEHOLD)
@shows(plays)
@in_turn
def read_otherwise(number: str) -> Response:
    """Take a column of a spreadsheet for something else, or its days or points the other way round."""
    found, form = services().imports, request.form
    was = wanted = found.wanted(number)
    at, _, role = form.get("column", "").partition(":")
    if role in ROLES and at.isdecimal():
        wanted = evolve(wanted, columns={**wanted.columns, at[:3]: role})
    if form.get("days") in ("day", "month"):
        wanted = evolve(wanted, day_first=form["days"] == "day")
    if "players" in form:
        wanted = evolve(wanted, players=names_in(form["players"]))
    if form.get("wins") in ("most", "fewest"):
        wanted = evolve(wanted, fewest_win=form["wins"] == "fewest")
    found.want(number, wanted)
    try:
        found.reading(number)
    except Malformed:
        found.want(number, was)
        raise
    return redirect(url_for("evenings.plays", number=number), 303)


@bp.post("/evenings/import/<number>")
@needs(Rung.HOUSEHOLD)
@shows(plays)
@in_turn
def keep_plays(number: str) -> Response:
    """Keep the plays of an upload, as people said."""
    found, form = services().imports, request.form
    _, unknown = services().people.who_is_who(found.reading(number).names)
    names = {who.name: other for who in unknown if (other := form.get(f"who:{who.name}", ""))}
    for at in range(SEARCHED):
        name, other = (form.get(f"{which}:{at}", "").strip() for which in ("there", "here"))
        if name and other:
            names[name] = other
    wanted = evolve(
        found.wanted(number),
        names=names,
        day=form.get("day", ""),
        game=form.get("game", "").strip(),
    )
    tables = {tuple(names.get(name, name) for name in play.players) for play in found.reading(number).plays}
    apart = {pair: None for table in sorted(tables) for pair in two_people(table)}
    found.keep(number, wanted)
    services().people.keep_apart(apart)
    return redirect(url_for("evenings.plays", number=number), 303)


@bp.post("/evenings/import/<number>/undo")
@needs(Rung.HOUSEHOLD)
@in_turn
def undo_import(number: str) -> Response:
    """Take an import back, also one that isn't kept yet."""
    try:
        stay = services().imports.undo(number)
    except UnknownImport:  # it was taken back already
        stay = 0
    if stay:
        return redirect(url_for("evenings.plays", number=number), 303)
    return redirect(url_for("evenings.choose", undone=1), 303)
