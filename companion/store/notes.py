"""What people write about an evening beside its journal: a title, the place, notes, and remarks at moves."""

from attrs import evolve

from companion.engine.errors import Malformed
from companion.engine.fields import Text
from companion.engine.message import say
from companion.store.database import Database
from companion.store.table import About, Table
from companion.store.tables import Tables

TITLE = Text(60, name=True)
PLACE = Text(60, name=True)
NOTES = Text(2_000, lines=True)
REMARK = Text(200, name=True)


class Notes:
    """The notes of all evenings of a database."""

    def __init__(self, database: Database, tables: Tables) -> None:
        """Write beside the tables of a database."""
        self._database = database
        self._tables = tables

    def describe(self, code: str, about: About) -> Table:
        """Give an evening its title, place and notes, any of them empty. Raises Malformed, and WriteFailed."""
        require(about.title, TITLE, say("The title"))
        require(about.place, PLACE, say("The place"))
        require(about.notes, NOTES, say("The note"))

        def write(table: Table) -> Table:
            if about == table.about:
                return table
            self._database.rows.table("tables").update(code, about._asdict())
            return evolve(table, about=about)

        return self._tables.change(code, write)

    def remark(self, code: str, number: int, remark: str) -> Table:
        """Write a remark at the move of a number in the place of the one before; an empty one takes it away.

        Raises Malformed, Illegal where there is no such move, and WriteFailed.
        """
        require(remark, REMARK, say("The remark"))

        def write(table: Table) -> Table:
            table.journal.step(number)
            if remark == table.remarks.get(number, ""):
                return table
            rows = self._database.rows.table("remarks")
            rows.delete_where("code = ? and number = ?", [code, number])
            if remark:
                rows.insert({"code": code, "number": number, "remark": remark})
            others = {at: text for at, text in table.remarks.items() if at != number}
            return evolve(table, remarks=others | ({number: remark} if remark else {}))

        return self._tables.change(code, write)


def require(text: str, kind: Text, what: str) -> None:
    """Refuse a text that isn't empty and can't be written so. Raises Malformed."""
    if text and (why := kind.problem_if_new(text)):
        raise Malformed(say("{what} {why}.", what=what, why=why))
