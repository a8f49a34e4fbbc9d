"""Who is known, as a new table is laid: people who get a seat by a tap, and evenings that one tap lays once more."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from attrs import evolve

from companion.engine.changes import renamed
from companion.engine.errors import Malformed
from companion.engine.game import Opening
from companion.engine.names import name_key
from companion.scoresheet import PlayedGame, Sheet, require_distinct
from companion.store import ReadFailed, Summary, Table
from companion.store.aliases import ALWAYS
from companion.store.kept import Group, sheet_again
from companion.store.tables import ALL
from companion.web.request.services import services
from companion.web.request.submission import new_form_key
from companion.web.request.who import of_household

LATEST = 20
"""The latest evenings of which some are offered once more."""
MAX_OFFERED = 3
"""How many evenings are offered once more."""


class OnceMore(NamedTuple):
    """An evening that one tap lays once more."""

    code: str
    laid_at: str
    sheet: Sheet
    key: str
    """The key of its form: each is laid once."""


def once_more() -> list[OnceMore]:
    """Return the latest evenings of the household that differ in people or game; none for other devices."""
    found: dict[tuple[frozenset[str], str], OnceMore] = {}
    evenings: Sequence[Summary] = ()
    with suppress(ReadFailed):
        evenings = services().evenings.find(ALL, most=LATEST) if of_household() else ()
    for evening in evenings:
        if not evening.hands:
            continue
        for table in services().tables.find_all([evening.code]):
            if sheet := known_again(table):
                opening = sheet.games[-1].opening
                what = frozenset(sheet.players), opening.options.title() or opening.game.key
                found.setdefault(what, OnceMore(table.code, table.laid_at, sheet, new_form_key()))
        if len(found) == MAX_OFFERED:
            break
    return [*found.values()]


def known_again(table: Table) -> Sheet | None:
    """Return the sheet by which a table is played again, its players called as they are known now; None without."""
    sheet = sheet_again(table)
    return sheet and as_known(sheet, table.code)


def known_groups() -> list[Group]:
    """Return the groups of the household, the one that played last first; none for other devices."""
    groups = services().groups.all() if of_household() else []
    return [group._replace(sheet=as_known(group.sheet)) for group in groups]


def as_known(sheet: Sheet, code: str = ALWAYS) -> Sheet:
    """Return a sheet of an evening, or of a group, with its players called as the household knows them now.

    It stays as it is on a device of a guest, and where two of them could not be told apart any more.
    """
    names: dict[str, str] = {}
    with suppress(ReadFailed):
        names = services().people.whose(sheet.players, code) if of_household() else {}
    players = [names.get(name, name) for name in sheet.players]
    if players == sheet.players:
        return sheet
    with suppress(Malformed):
        require_distinct(players)
        opening = renamed(sheet.games[-1].opening, names)
        assert isinstance(opening, Opening)
        return evolve(sheet, players=players, games=[PlayedGame(opening, [])])
    return sheet


def names_offered(tables: Sequence[Table], seated: Sequence[str]) -> list[str]:
    """Return who may sit down by a tap: the people of the household, those who play most first.

    On any other device those at its own ``tables``, the latest first.
    """
    names = list(dict.fromkeys(name for table in tables for name in table.journal.state.seats))
    with suppress(ReadFailed):
        if of_household():
            names = [person.name for person in sorted(services().people.all(), key=lambda person: -person.evenings)]
    taken = {name_key(name) for name in seated}
    return [name for name in names if name_key(name) not in taken]
