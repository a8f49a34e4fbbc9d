"""The people of the household: all of them, one with their evenings, and who is who.

A name is somebody's, and people say whose where that isn't plain: one who is written in two ways is made one person,
two of one name are made two, and either is taken back in one tap (``store/people.py``). Which two names may be one
person's is only asked, of people who never sat at one table, and not again once they said no.
"""

from collections import Counter
from itertools import islice

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store import Person, UnknownPerson
from companion.store.evenings import A_PAGE
from companion.store.people import likely
from companion.store.tables import Filter
from companion.web.evenings import bp
from companion.web.evenings.routes import rows_of
from companion.web.request.access import Rung, is_htmx, needs
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.typed_names import require_seen

MAX_ASKED = 3
"""The questions that are asked at once."""


@bp.get("/people")
@needs(Rung.HOUSEHOLD)
def people() -> str:
    """Show everybody who played, those who played last first, and ask whether some of them are one person."""
    people = services().people
    known, together = people.all(), people.together()
    asked = (pair for pair in likely(known, people.beside) if not people.are_apart(pair[0].name, pair[1].name))
    return render_template("evenings/people.html", people=known, together=together, likely=[*islice(asked, MAX_ASKED)])


@bp.get("/people/person")
@needs(Rung.HOUSEHOLD)
def person() -> str:
    """Show a person: the evenings, how the name was written, and what was said of it.

    Only further evenings where htmx asks for them.
    """
    who = named(request.args.get("name") or request.form.get("person", ""))
    seats = services().people.seats(who.name)
    which = Filter(only=[seat.code for seat in seats])
    found = services().evenings.find(which, before=request.args.get("before"), most=A_PAGE + 1)
    results = services().statistics.results(services().evenings.known().whose.key(who.name))
    own = {seat.code: (seat.name, *results[seat.code]) for seat in seats if seat.code in results}
    return render_template(
        "evenings/_rows.html" if is_htmx() else "evenings/person.html",
        person=who,
        written=[name for name, _ in Counter(seat.name for seat in seats).most_common()],
        said=services().people.said(who.name),
        count=None,
        own=own,
        **rows_of(found, "evenings.person", name=who.name),
    )


@bp.get("/people/same")
@needs(Rung.HOUSEHOLD)
def ask_same() -> str:
    """Ask who a person is; of one that is chosen, say what it would do."""
    people, who = services().people, named(request.args.get("name", ""))
    other = request.values.get("other")
    apart = people.beside(who.name) | {who.name}
    return render_template(
        "evenings/same.html",
        person=who,
        other=named(other) if other else None,
        others=[known for known in people.all() if known.name not in apart],
    )


@bp.post("/people/same")
@needs(Rung.HOUSEHOLD)
@shows(ask_same)
def same() -> Response:
    """Let a person count as another from now on; or tell two ``apart``."""
    if "apart" in request.form:
        services().people.tell_apart(request.args.get("name", ""), request.form["apart"])
        return redirect(url_for("evenings.people"), 303)
    services().people.merge(request.args.get("name", ""), request.form.get("other", ""))
    return to_person(request.form.get("other", ""))


@bp.get("/people/two")
@needs(Rung.HOUSEHOLD)
def ask_two() -> str:
    """Ask in which evenings a person is another one."""
    who = named(request.args.get("name", ""))
    codes = [seat.code for seat in services().people.seats(who.name)]
    evenings = services().evenings.find(Filter(only=codes), most=len(codes))
    return render_template(
        "evenings/two.html",
        person=who,
        evenings=evenings,
        ticked=request.form.getlist("code"),
        other=request.form.get("other", ""),
    )


@bp.post("/people/two")
@needs(Rung.HOUSEHOLD)
@shows(ask_two)
def two() -> Response:
    """Let a person be another one in the evenings that are ticked."""
    people, other = services().people, request.form.get("other", "").strip()
    if other:
        require_seen(other)
    people.part(request.args.get("name", ""), request.form.getlist("code"), other)
    return to_person(other)


@bp.post("/people/back")
@needs(Rung.HOUSEHOLD)
@shows(person)
def take_back() -> Response:
    """Take back that a name is somebody's."""
    name, of_whom = request.form.get("name", ""), request.form.get("person", "")
    services().people.take_back(name, of_whom, always="always" in request.form)
    return to_person(name)


def named(name: str) -> Person:
    """Return the person of a name; 404 where nobody is called so."""
    try:
        return services().people.find(name)
    except UnknownPerson:
        abort(404)


def to_person(name: str) -> Response:
    return redirect(url_for("evenings.person", name=name), 303)
