"""Who's playing? The page on which people sit down at a new table, and say what its game needs to know."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from flask import redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Malformed
from companion.engine.names import name_key
from companion.engine.replay import initial_state
from companion.scoresheet import Sheet, SheetGame
from companion.store import ReadFailed, Summary, Table
from companion.store.tables import ALL
from companion.web.home import bp
from companion.web.home.again import again_of, known_again
from companion.web.home.gallery import LATEST, gallery_page, tables_of_device
from companion.web.home.games import game_choice, last_opening
from companion.web.home.new_table import (
    USUAL_START,
    NewTableForm,
    counters_each,
    form_opening,
    kept_as_typed,
    name_to_save,
    new_table_form,
    players_and_value,
    save_rules_of,
    sitting_out,
    with_lots,
)
from companion.web.request.access import Rung, is_htmx, needs, of_household, take_pencil
from companion.web.request.refusal import marked, refuse, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.typed_names import two_people

MAX_OFFERED = 2
"""How many companies are offered."""


class Company(NamedTuple):
    """People who played together, all of whom one tap seats."""

    players: list[str]
    played_at: str
    missing: list[str]
    """Those of them who don't sit yet."""


@bp.route("/lay", methods=["GET", "POST"])
def new_table() -> str | tuple[str, int] | Answer:
    """Show the form for a new table, whose buttons but the last only change what it shows; all games without one."""
    if not of_household():
        return redirect(url_for("home.home"), 303)
    asked = request.args.get("game", "")
    if request.method == "GET" and game_choice(asked).choice != asked:  # no game is called so
        return gallery_page()
    form = as_its_game_keeps(new_table_form(request.form or form_at_first()))
    form = with_lots(form, form.new_table())
    if form.refused:
        refuse(Malformed(form.refused))
    return page(form), 422 if form.refused else 200


def filled_in() -> str:
    """Return the form of the new table as it was filled in."""
    return page(new_table_form(request.form))


@bp.post("/tables")
@needs(Rung.HOUSEHOLD)
@shows(filled_in)
def start() -> Answer:
    """Lay the table; this device holds its pencil."""
    form = new_table_form(request.form)
    players, value = players_and_value(form)
    opening = form_opening(form, form.new_table())
    rules_name = name_to_save(form, opening)
    out = sitting_out(opening, form, initial_state(players).seats)
    apart = two_people(players)
    start, at_once = counters_each(form.typed), True if "deal_at_once" in request.form else None
    again = again_of(form.typed["again"]) if form.typed.get("again") else None
    if again and "keeps" not in form.typed:  # nobody was asked
        value, start = again.sheet.counter_value, again.sheet.start
    if again and not again.deal_at_once:
        at_once = at_once or again.deal_at_once

    def give_pencil_and_save_rules(code: str) -> None:
        take_pencil(code)
        if again and {*players} == {*again.sheet.players}:
            again.note(code)
        if rules_name:
            save_rules_of(form, rules_name, opening)

    table = services().tables.lay(
        Sheet(players, [SheetGame(opening, out)], value, start),
        deal_at_once=at_once,
        key=submission()[0],
        beside=give_pencil_and_save_rules,
        purses=again.purses if again else (),
        coin=again.coin if again and again.sheet.counter_value == value else None,
    )
    services().people.keep_apart(apart)
    address = url_for("table.page", code=table.code)
    if is_htmx():
        return Answer(status=204, headers={"HX-Redirect": address})
    session["laid"] = True  # the next form begins anew, whatever the browser kept of this one
    return redirect(address, 303)


def form_at_first() -> MultiDict[str, str]:
    """Return the form before anything is typed: the game and the people of the address, and how they played before."""
    form = MultiDict([("choose", request.args["game"]), *(("player", name) for name in request.args.getlist("player"))])
    asked = request.args.get("again", "")
    if again := again_of(asked) if asked else None:
        worth = again.sheet.counter_value
        form.update(kept_as_typed(again.sheet.start) | {"again": asked})
        form.update({"amount": worth.amount, "currency": worth.currency} if worth else {})
        form.update({"deal_at_once": "on"} if again.deal_at_once else {})
    return form


def as_its_game_keeps(form: NewTableForm) -> NewTableForm:
    """Return the form with the counters its game begins with, where nobody was asked yet.

    A game of points begins without counters on the table, any other with those that were used last.
    """
    if "keeps" in form.typed:
        return form
    kept = kept_as_typed(None if form.game.scored else start_used_last(tables_of_device()))
    typed = MultiDict(form.typed)
    typed["keeps"], typed["start"] = kept["keeps"], kept["start"]
    return form._replace(typed=typed)


def page(form: NewTableForm) -> str:
    """Render the form as it stands; only the form itself where htmx asks for it."""
    return render_template(
        "home/new_table.html",
        draft=form,
        fields=marked(form.fields()),
        known=names_offered(tables_of_device(), form.players),
        companies=companies(form.players),
        answers=not is_htmx() and (request.method == "POST" or session.pop("laid", False)),
        key=new_form_key(),
    )


def start_used_last(tables: list[Table]) -> int | None:
    """Return the counters that each was given at the newest of these tables that isn't about points, else as usual."""
    games = ((table, last_opening(table.journal)) for table in tables)
    about_counters = (table for table, opening in games if not (opening and opening.game.scored))
    return next((table.beside.start for table in about_counters), USUAL_START)


def companies(seated: Sequence[str]) -> list[Company]:
    """Return who played together on the latest evenings of the household, whatever the game; none for other devices."""
    found: dict[frozenset[str], Company] = {}
    evenings: Sequence[Summary] = ()
    with suppress(ReadFailed):
        evenings = services().evenings.find(ALL, most=LATEST) if of_household() else ()
    for evening in evenings:
        for table in services().tables.find_all([evening.code] if evening.hands else ()):
            if sheet := known_again(table):
                missing = free(sheet.players, seated)
                found.setdefault(frozenset(sheet.players), Company(sheet.players, table.laid_at, missing))
        if len(found) == MAX_OFFERED:
            break
    return [*found.values()]


def names_offered(tables: Sequence[Table], seated: Sequence[str]) -> dict[str, bool]:
    """Return who may sit down by a tap, and whether they are free: the household's people, who plays most first.

    On any other device those at its own ``tables``, the latest first.
    """
    names = list(
        dict.fromkeys(
            name for table in tables if len(table.journal.state.seats) > 1 for name in table.journal.state.seats
        )
    )
    with suppress(ReadFailed):
        if of_household():
            names = [person.name for person in sorted(services().people.all(), key=lambda person: -person.evenings)]
    missing = free(names, seated)
    return {name: name in missing for name in names}


def free(names: Sequence[str], seated: Sequence[str]) -> list[str]:
    """Return those of some people who don't sit yet."""
    taken = {name_key(name) for name in seated}
    return [name for name in names if name_key(name) not in taken]
