"""Regular groups: the same people, game, rules and counters as last time, under a name.

What a group plays is kept as a score sheet without moves: it is read by its format, like any other.
"""

from typing import Any, NamedTuple

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.game import Opening
from companion.engine.message import say
from companion.engine.names import legible, stored_name_key
from companion.engine.settlement import Purse
from companion.scoresheet import PlayedGame, Sheet, read_sheet, stored_opening, write_sheet
from companion.store.database import MAX_INTEGER, Database
from companion.store.entries import readable
from companion.store.table import Table
from companion.store.table_rows import purses_json, purses_of

MAX_GROUPS = 50
"""How many groups a household keeps."""
SELECT = "select number, name, sheet, deal_at_once, purses from regulars"


class UnknownGroup(Refusal):
    """No group is kept under this number."""


class Group(NamedTuple):
    """People who play together, and what they play."""

    number: int
    name: str
    sheet: Sheet
    """Its players, its one game without moves, and its counters."""
    deal_at_once: bool
    purses: tuple[Purse, ...] = ()
    """The names of those who settle as one."""


def sheet_again(table: Table) -> Sheet | None:
    """Return the sheet by which those with a seat begin the last game of a table again; None without a game."""
    moves = [step.line.move for step in table.journal.in_force()]
    opening = next((move for move in reversed(moves) if isinstance(move, Opening)), None)
    if opening is None:
        return None
    state = table.journal.state
    again = stored_opening(opening.game, dict(opening.given or {}) or None, None)
    return Sheet([*state.seated], [PlayedGame(again, [])], table.counter_value, table.journal.start.start)


def sheet_to_play(table: Table) -> Sheet:
    """Return the sheet with which a table is played again. Raises Illegal where no game was begun at it."""
    sheet = sheet_again(table)
    if sheet is None:
        raise Illegal(say("No game was started at this table, so there's nothing to play again."))
    return sheet


class Groups:
    """The regular groups of a household."""

    def __init__(self, database: Database) -> None:
        """Read and write the groups of a database."""
        self._database = database

    def keep(self, name: str, table: Table) -> Group:
        """Keep the people of a table and what they play under a name, in the place of the group of this name.

        The table is an evening of the group from now on. Raises Malformed where the name can't be one, Illegal where
        no game was begun or too many groups are kept, and WriteFailed.
        """
        if why := NAME.problem_if_new(name):
            raise Malformed(say("The name “{name}” {why}.", name=legible(name[:20]), why=why))
        row = {
            "name": name,
            "sheet": write_sheet(sheet_to_play(table)),
            "deal_at_once": int(table.deal_at_once),
            "purses": purses_json(table.joined),
        }
        with self._database.writing() as rows:
            group = self._find("alike = ?", stored_name_key(name))
            if group:
                rows.table("regulars").update(group.number, row)
            elif rows.table("regulars").count >= MAX_GROUPS:
                raise Illegal(say("There are {most} groups already: forget one that no longer plays.", most=MAX_GROUPS))
            else:
                rows.table("regulars").insert(row | {"alike": stored_name_key(name)})
            kept = self._find("alike = ?", stored_name_key(name))
            assert kept
            self.played(kept, table.code)
        return kept

    def played(self, group: Group, code: str) -> None:
        """Note that the table of a code is an evening of a group. Raises WriteFailed."""
        with self._database.writing() as rows:
            rows.execute("update tables set regulars = ? where code = ?", [group.number, code])

    def find(self, number: int) -> Group:
        """Return the group of a number. Raises UnknownGroup."""
        group = self._find("number = ?", min(number, MAX_INTEGER))
        if group is None:
            raise UnknownGroup(say("This group is no longer kept here."))
        return group

    def of(self, code: str) -> Group | None:
        """Return the group whose evening the table of a code is, None without one."""
        return self._find("number = (select regulars from tables where code = ?)", code)

    def all(self) -> list[Group]:
        """Return all groups that can be read, the one that played last first."""
        last = "(select max(laid_at) from tables where regulars = number)"
        with self._database.reading() as rows:
            return list(readable(rows, f"{SELECT} order by {last} desc, number desc", group_of))

    def forget(self, number: int) -> None:
        """Forget a group with its seasons; its evenings stay. Raises UnknownGroup, and WriteFailed."""
        with self._database.writing() as rows:
            group = self.find(number)
            rows.table("seasons").delete_where("regulars = ?", [group.number])
            rows.execute("update tables set regulars = null where regulars = ?", [group.number])
            rows.table("regulars").delete(group.number)

    def _find(self, where: str, value: object) -> Group | None:
        with self._database.reading() as rows:
            return next(readable(rows, f"{SELECT} where {where}", group_of, [value]), None)


def group_of(row: tuple[Any, ...]) -> Group:
    """Return the group of a row. Raises Malformed where it can't be read today."""
    number, name, sheet, deal_at_once, purses = row
    return Group(number, name, read_sheet(sheet.encode()), bool(deal_at_once), purses_of(purses))
