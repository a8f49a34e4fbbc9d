"""Settling up: payments ticked off, and couples and families who settle as one.

Both stand beside the journal. A tick names those who were one purse when it was paid, and keeps saying so; what it
makes even are their own balances, so that they can be joined and parted at any time.
"""

from collections.abc import Collection

from attrs import evolve

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import excerpt
from companion.engine.message import listed, say
from companion.engine.settlement import Payment, Purse
from companion.store.database import Database, now
from companion.store.table import Table
from companion.store.table_rows import payment_row, payments, purses_json, purses_of
from companion.store.tables import Tables


class Settling:
    """The settlements of all evenings of a database."""

    def __init__(self, database: Database, tables: Tables) -> None:
        """Write beside the tables of a database."""
        self._database = database
        self._tables = tables

    def tick(self, code: str, payment: Payment[Purse], key: str | None) -> Table:
        """Tick off a payment that is still owed; one that isn't, or a key used before, changes nothing."""

        def write(table: Table) -> Table:
            rows = self._database.rows
            used = key and rows.table("payments").count_where("code = ? and key = ?", [code, key])
            if used or payment not in table.owed:
                return table
            row = {"code": code, "paid_at": now(), "key": key, "taken_back": 0}
            rows.table("payments").insert(row | payment_row(payment))
            return evolve(table, paid=payments(rows, code))

        return self._tables.change(code, write)

    def untick(self, code: str, number: int) -> Table:
        """Take the tick of this number back; one that isn't there changes nothing. Its number is not used again."""

        def write(table: Table) -> Table:
            if number not in {paid.number for paid in table.paid}:
                return table
            self._database.rows.table("payments").update(number, {"taken_back": 1})
            return evolve(table, paid=payments(self._database.rows, code))

        return self._tables.change(code, write)

    def join(self, code: str, names: Collection[str]) -> Table:
        """Let people settle as one; those who do already change nothing.

        Raises Malformed for fewer than two, Illegal where somebody isn't at the table or settles with others, and
        WriteFailed.
        """

        def write(table: Table) -> Table:
            players = table.journal.state.balances
            if strangers := [name for name in names if name not in players]:
                raise Illegal(say("{account} is not at this table.", account=excerpt(strangers[0])))
            purse = tuple(name for name in players if name in names)
            if len(purse) < 2:
                raise Malformed(say("Tap two names or more, then join them."))
            if purse in table.joined:
                return table
            for other in table.joined:
                if met := [name for name in other if name in purse]:
                    others = listed([name for name in other if name != met[0]])
                    raise Illegal(
                        say(
                            "{player} already settles with {others}: separate them first.", player=met[0], others=others
                        )
                    )
            return self._keep(table, (*table.joined, purse), joined=purse)

        return self._tables.change(code, write)

    def part(self, code: str, names: Collection[str]) -> Table:
        """Let each of those who settle as one settle alone again; others change nothing. Raises WriteFailed."""

        def write(table: Table) -> Table:
            left = tuple(purse for purse in table.joined if {*purse} != {*names})
            return table if len(left) == len(table.joined) else self._keep(table, left, parted=names)

        return self._tables.change(code, write)

    def _keep(self, table: Table, purses: tuple[Purse, ...], joined: Purse = (), parted: Collection[str] = ()) -> Table:
        """Write down who settles as one at a table; its group remembers who was joined or parted, and its others."""
        rows = self._database.rows
        rows.table("tables").update(table.code, {"purses": purses_json(purses)})
        of_table = "where number = (select regulars from tables where code = ?)"
        for number, held in rows.execute(f"select number, purses from regulars {of_table}", [table.code]).fetchall():
            others = [purse for purse in purses_of(held) if {*purse} != {*parted} and not {*purse} & {*joined}]
            rows.table("regulars").update(number, {"purses": purses_json([*others, joined])})
        return evolve(table, purses=purses)
