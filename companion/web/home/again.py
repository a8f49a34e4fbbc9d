"""Evenings that one tap lays once more, and groups, with their players called as they are known now."""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from attrs import evolve

from companion.engine.changes import renamed
from companion.engine.errors import Malformed, Refusal
from companion.engine.game import Opening
from companion.engine.settlement import Purse
from companion.scoresheet import Sheet, SheetGame, require_distinct
from companion.store import ReadFailed, Table
from companion.store.aliases import ALWAYS
from companion.store.kept import Group, sheet_again, sheet_to_play
from companion.web.request.access import of_household
from companion.web.request.services import services


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
