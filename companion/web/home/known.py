"""Who is known: the tables of a device, people who get a seat by a tap, and evenings that one tap lays once more."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from attrs import evolve
from flask import session

from companion.engine.changes import renamed
from companion.engine.errors import Malformed, Refusal
from companion.engine.game import Opening
from companion.engine.names import name_key
from companion.engine.settlement import Purse
from companion.scoresheet import Sheet, SheetGame, require_distinct
from companion.store import ReadFailed, Summary, Table
from companion.store.aliases import ALWAYS
from companion.store.kept import Group, sheet_again, sheet_to_play
from companion.store.tables import ALL, Filter
from companion.web.request.access import is_local, of_household, own_device
from companion.web.request.services import services

LATEST = 20
"""The latest evenings of which the people are offered once more."""
MAX_OFFERED = 2
"""How many companies are offered."""
MAX_TABLES = 20
"""The number of tables that are taken for those of a device."""


class Company(NamedTuple):
    """People who played together, all of whom one tap seats."""

    players: list[str]
    played_at: str
    missing: list[str]
    """Those of them who don't sit yet."""


class Again(NamedTuple):
    """What a table that is laid again begins with, its players called as they are known now."""

    sheet: Sheet
    purses: list[Purse]
    deal_at_once: bool | None
    group: Group | None
    coin: str | None = None

    def note(self, code: str) -> None:
        """Note that the table of a code is an evening of the group, where it is one."""
        if self.group:
            services().groups.played(self.group, code)


def again_of_group(number: int) -> Again:
    """Return what the next table of a group begins with. Raises NotKept."""
    group = services().groups.find(number)
    return Again(*called_now(group.sheet, group.purses), group.deal_at_once, group)


def again_of_table(table: Table) -> Again:
    """Return what another table like this one begins with. Raises Illegal where no game was begun at it."""
    group = services().groups.of(table.code)
    sheet, purses = called_now(sheet_to_play(table), group.purses if group else table.joined, table.code)
    return Again(sheet, purses, table.beside.deal_at_once, group, table.beside.coin)


def again_of(asked: str) -> Again | None:
    """Return what the next table begins with, by a table's code or ``group-`` and a number; None where that is gone."""
    number = re.fullmatch("group-([0-9]{1,9})", asked)
    with suppress(Refusal):
        return again_of_group(int(number[1])) if number else again_of_table(services().tables.find(asked))
    return None


def called_now(sheet: Sheet, purses: Iterable[Purse], code: str = ALWAYS) -> tuple[Sheet, list[Purse]]:
    """Return a sheet and purses with their players called as they are known now."""
    again = as_known(sheet, code)
    names = dict(zip(sheet.players, again.players, strict=True))
    return again, [tuple(names.get(name, name) for name in purse) for purse in purses]


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
        last = sheet.games[-1]
        opening = renamed(last.opening, names)
        assert isinstance(opening, Opening)
        moves = [renamed(move, names) for move in last.moves]
        return evolve(sheet, players=players, games=[SheetGame(opening, moves)])
    return sheet


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


def tables_of_device() -> list[Table]:
    """Return the newest tables that this device has laid or watched; all tables on the machine that keeps them."""
    return services().tables.newest(of_device(), MAX_TABLES)


def of_device() -> Filter:
    """Return which tables these are."""
    if is_local():
        return Filter()
    return Filter(own_device(), session.get("tables", []))
