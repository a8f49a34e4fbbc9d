"""Play again: a table of a group, or of an evening, laid once more in one tap; the groups of the household."""

from typing import Any

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.engine.journal import Journal
from companion.machine.clock import night_of, tonight
from companion.store import Groups
from companion.store.kept import Group
from companion.store.tables import journal_of, laid_beside
from companion.web.evenings import bp
from companion.web.home.again import Again, again_of_group, again_of_table, known_groups
from companion.web.home.games import played_as
from companion.web.kept import Kind, keep_at
from companion.web.request.access import Rung, needs, own_tables, table_or_404, take_pencil, visitor
from companion.web.request.refusal import asks_to_replace, may_replace, shows
from companion.web.request.services import services
from companion.web.request.submission import submission
from companion.web.request.typed_names import two_people


def shown(group: Group | None = None) -> dict[str, Any]:
    return {"groups": [group] if group else known_groups()}


kept = Kind(Groups, "groups", "group", "evenings/groups.html", shown, shown, typed=dict, seen_by=Rung.HOUSEHOLD)
groups = keep_at(bp, "/groups", kept)


@bp.post("/groups")
@needs(Rung.HOUSEHOLD)
@shows(groups)
def keep_group() -> Response:
    """Keep the people of a table, and what they play, as a group."""
    table = table_or_404(request.form.get("code", ""))
    with asks_to_replace():
        services().groups.keep(request.form.get("name", "").strip(), table, replaces=may_replace())
    return redirect(url_for("evenings.groups"), 303)


@bp.post("/groups/<int:number>/again")
@needs(Rung.HOUSEHOLD)
@shows(groups)
def play_group(number: int) -> Response:
    """Lay the table of a group again."""
    return laid(again_of_group(number), f"group-{number}")


@bp.post("/t/<code>/again")
@needs(Rung.HOUSEHOLD)
@shows(groups)
def again(code: str) -> Response:
    """Lay a table as another was: who has a seat there, its last game by the same rules, its counters."""
    table = table_or_404(code)
    return laid(again_of_table(table), table.code)


def laid(again: Again, asked: str) -> Response:
    """Lay a table, whose pencil this device holds, and go there; what is tapped twice, or after Back, is laid once.

    Where more would sit down than may play, and nobody sat out, the page that asks who does is told what was ``asked``
    for, and takes all else along.
    """
    sheet = again.sheet
    game, players = sheet.games[-1], sheet.players
    if len(players) - len(game.moves) > game.opening.options.seats()[-1]:
        choice = played_as(game.opening).choice
        return redirect(url_for("home.new_table", game=choice, player=players, again=asked), 303)

    journal = journal_of(sheet)
    if code := waiting(again, journal):
        return redirect(url_for("table.page", code=code), 303)

    def beside(code: str) -> None:
        take_pencil(code)
        again.note(code)

    key, apart = submission()[0], two_people(players)
    table = services().tables.lay(
        sheet,
        deal_at_once=again.deal_at_once,
        key=key,
        beside=beside,
        journal=journal,
        purses=again.purses,
        coin=again.coin,
    )
    services().people.keep_apart(apart)
    return redirect(url_for("table.page", code=table.code), 303)


def waiting(again: Again, journal: Journal) -> str:
    """Return the code of the newest table where it is one laid so tonight, untouched, and this device writes there."""
    sheet, begun = again.sheet, [entry.change for entry in journal.entries]
    beside = laid_beside(sheet, deal_at_once=again.deal_at_once, purses=again.purses, coin=again.coin)
    for table in services().tables.newest(own_tables(), 1):
        is_new = night_of(table.laid_at) == tonight() and [entry.change for entry in table.journal.entries] == begun
        is_alike = [*table.journal.start.seats] == [*sheet.players] and table.beside == beside
        if is_new and is_alike and visitor(table).writes and services().groups.of(table.code) == again.group:
            return table.code
    return ""
