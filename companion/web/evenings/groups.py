"""Play again: a table of a group, or of an evening, laid once more in one tap; the groups of the household."""

from collections.abc import Iterable, Sequence

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.payments import Purse
from companion.scoresheet import Sheet
from companion.store.aliases import ALWAYS
from companion.store.kept import Group, sheet_to_play
from companion.web.evenings import bp
from companion.web.request.access import table_or_404
from companion.web.request.refusal import asks_to_replace, may_replace, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.two_people import two_people
from companion.web.request.who import Rung, needs, take_pencil
from companion.web.setup.games import played_as
from companion.web.setup.known import as_known, known_groups


@bp.get("/groups")
@needs(Rung.HOUSEHOLD)
def groups() -> str:
    """Show the groups, the one that played last first."""
    return render_template("evenings/groups.html", groups=known_groups(), key=new_form_key())


@bp.post("/groups")
@needs(Rung.HOUSEHOLD)
@shows(groups)
def keep_group() -> Response:
    """Keep the people of a table, and what they play, as a group."""
    table = table_or_404(request.form.get("code", ""))
    with asks_to_replace():
        services().groups.keep(request.form.get("name", "").strip(), table, replaces=may_replace())
    return redirect(url_for("evenings.groups"), 303)


@bp.post("/groups/<int:number>")
@needs(Rung.HOUSEHOLD)
@shows(groups)
def play_group(number: int) -> Response:
    """Lay the table of a group again, or forget the group; its evenings stay."""
    if "remove" in request.form:
        services().groups.remove(number)
        return redirect(url_for("evenings.groups"), 303)
    group = services().groups.find(number)
    return laid(*known(group.sheet, group.purses), deal_at_once=group.deal_at_once, group=group)


@bp.post("/t/<code>/again")
@needs(Rung.HOUSEHOLD)
@shows(groups)
def again(code: str) -> Response:
    """Lay a table as another was: who has a seat there, its last game by the same rules, its counters."""
    table = table_or_404(code)
    group = services().groups.of(table.code)
    purses = group.purses if group else table.joined
    sheet, purses = known(sheet_to_play(table), purses, table.code)
    return laid(sheet, purses, deal_at_once=table.beside.deal_at_once, group=group, coin=table.beside.coin)


def known(sheet: Sheet, purses: Iterable[Purse], code: str = ALWAYS) -> tuple[Sheet, list[Purse]]:
    """Return a sheet and purses with their players called as they are known now."""
    again = as_known(sheet, code)
    names = dict(zip(sheet.players, again.players, strict=True))
    return again, [tuple(names.get(name, name) for name in purse) for purse in purses]


def laid(
    sheet: Sheet, purses: Sequence[Purse], *, deal_at_once: bool | None, group: Group | None, coin: str | None = None
) -> Response:
    """Lay a table, whose pencil this device holds, and go there; what was tapped twice is laid once.

    Where more would sit down than may play, and nobody sat out, it asks who does.
    """
    game, players = sheet.games[-1], sheet.players
    if len(players) - len(game.moves) > game.opening.options.seats()[-1]:
        return redirect(url_for("setup.new_table", game=played_as(game.opening).choice, player=players), 303)

    def beside(code: str) -> None:
        take_pencil(code)
        if group:
            services().groups.played(group, code)

    key, apart = submission()[0], two_people(sheet.players)
    table = services().tables.lay(sheet, deal_at_once=deal_at_once, key=key, beside=beside, purses=purses, coin=coin)
    services().people.keep_apart(apart)
    return redirect(url_for("table.page", code=table.code), 303)
