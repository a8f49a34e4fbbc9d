"""Plays of other programs: who is who is asked once, each evening is shown, then all are written, or taken back."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.names import name_key
from companion.machine.clock import today
from companion.plays import Play, Reading, Wanted
from companion.plays.keeping import UnknownImport
from companion.store import People, Person
from companion.store.evenings import searchable
from companion.web.evenings import bp
from companion.web.evenings.people import is_slip
from companion.web.request.lane import in_turn
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.two_people import two_people
from companion.web.request.who import Rung, needs

A_PAGE = 50
"""The evenings that are shown at once."""
MAX_ASKED = 200
"""Of how many names it is asked whose they are; the others are new people."""
MAX_OFFERED = 40
"""How many people are offered for each."""


class Who(NamedTuple):
    """A name of a file that nobody here has, and who it may be, the likely ones first."""

    name: str
    evenings: int
    likely: list[str]
    others: list[str]


@bp.get("/evenings/import/<number>")
@needs(Rung.HOUSEHOLD)
@in_turn
def plays(number: str) -> str:
    """Show an import: before it is kept what it holds, then how far it is, and in the end what came of it."""
    found = services().imports
    kept = next((each.evenings for each in found.all() if each.number == number), 0)
    try:
        wanted, reading = found.wanted(number), found.reading(number)
    except UnknownImport:
        if not kept:
            abort(404)
        return render_template("evenings/imported.html", number=number, kept=kept, refused=[])
    if wanted.take is None:
        return before(number, reading, wanted)
    if wanted.done < len(wanted.take):
        return render_template("evenings/importing.html", number=number, done=wanted.done, of=len(wanted.take))
    refused = found.why_refused(number)
    return render_template("evenings/imported.html", number=number, kept=kept, refused=refused, reading=reading)


def before(number: str, reading: Reading, wanted: Wanted) -> str:
    """Render what an import holds, with what is to be asked."""
    here = services().imports.here(reading.plays, wanted)
    first = max(request.args.get("from", 0, int), 0)
    known, unknown = names_of(reading.plays, services().people)
    return render_template(
        "evenings/plays.html",
        number=number,
        name=wanted.name,
        reading=reading,
        shown=list(zip(reading.plays, here, strict=True))[first : first + A_PAGE],
        first=first,
        page=A_PAGE,
        here=sum(here),
        known=known,
        unknown=unknown,
        lacks_day=sum(not play.day for play in reading.plays),
        lacks_game=sum(not play.game for play in reading.plays),
        day=request.form.get("day", f"{today()}"),
        game=request.form.get("game", ""),
        most=MAX_ASKED,
    )


def names_of(found: Iterable[Play], people: People) -> tuple[list[str], list[Who]]:
    """Return the names of a file that people here have, and the others, with who they may be."""
    names = Counter(name for play in found if not play.own for name in play.players)
    every, whose = people.all(), people.whose([*names])
    here = {name_key(person.name) for person in every}
    known = [name for name in names if name_key(whose[name]) in here]
    others = [name for name, _ in names.most_common() if name not in {*known}]
    return known, [_who(name, names[name], every) for name in others[:MAX_ASKED]] if every else []


def _who(name: str, evenings: int, people: list[Person]) -> Who:
    likely = [person.name for person in people if may_be(name, person.name)]
    rest = [person.name for person in people if person.name not in likely]
    return Who(name, evenings, likely, rest[: MAX_OFFERED - len(likely)])


def may_be(name: str, other: str) -> bool:
    """Return whether two names are likely one person's: alike but for a slip, or with the same first word."""
    one, two = searchable(name).split()[:1], searchable(other).split()[:1]
    return is_slip(name, other) or one == two


@bp.post("/evenings/import/<number>")
@needs(Rung.HOUSEHOLD)
@shows(plays)
@in_turn
def keep_plays(number: str) -> Response:
    """Keep the plays of an upload, as people said."""
    _, unknown = names_of(services().imports.reading(number).plays, services().people)
    said = {who.name: request.form.get(f"who:{who.name}", "") for who in unknown}
    names = {name: other for name, other in said.items() if other}
    wanted = Wanted(names=names, day=request.form.get("day", ""), game=request.form.get("game", "").strip())
    apart = {
        pair: None
        for play in services().imports.reading(number).plays
        for pair in two_people([names.get(name, name) for name in play.players])
    }
    services().imports.keep(number, wanted)
    services().people.keep_apart(apart)
    services().imports.step(number)
    return redirect(url_for("evenings.plays", number=number), 303)


@bp.post("/evenings/import/<number>/on")
@needs(Rung.HOUSEHOLD)
@shows(plays)
@in_turn
def go_on(number: str) -> Response:
    """Write some more of an import that is being kept."""
    services().imports.step(number)
    return redirect(url_for("evenings.plays", number=number), 303)


@bp.post("/evenings/import/<number>/undo")
@needs(Rung.HOUSEHOLD)
@in_turn
def undo_import(number: str) -> Response:
    """Take an import back, also one that isn't kept yet."""
    stay = services().imports.undo(number)
    if stay:
        return redirect(url_for("evenings.plays", number=number), 303)
    return redirect(url_for("evenings.choose", undone=1), 303)
