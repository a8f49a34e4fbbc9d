"""A deleted evening is gone from every list, and comes back as it was within thirty days."""

import pytest

from companion.engine.errors import Illegal
from companion.store import About, Deleting, Evenings, Notes, UnknownTable
from companion.store.backups import backup
from companion.store.check import problems
from tests.tools.house import DEAL, FINISH, House, sheet, won


@pytest.fixture
def over(house: House) -> House:
    """An evening that is over, with all that stands beside its journal."""
    house.taps(DEAL, won("Cat"), FINISH)
    house.settling.tick(house.code, house.table.owed[0], None)
    house.pencils.know(house.code, "a secret", pencil=True, owner=True)
    house.pencils.invite(house.code, "a secret", gives_away=False)
    notes = Notes(house.database, house.tables)
    notes.describe(house.code, About("Grandma’s birthday", "Galway", "Rain"))
    notes.remark(house.code, 2, "Grandpa’s misdeal")
    return house


def bin_of(house: House) -> Deleting:
    return Deleting(house.database, house.tables)


def test_it_is_gone_and_comes_back_as_it_was(over: House) -> None:
    before, held = over.table, {name: over.rows(name) for name in ("tables", "entries", "payments", "devices")}
    bin_of(over).delete(over.code)
    with pytest.raises(UnknownTable):
        assert over.table
    assert Evenings(over.database, over.tables).find() == []
    assert [(gone.code, gone.players[0]) for gone in bin_of(over).deleted()] == [(over.code, "Ann")]
    assert problems(over.database) == []
    over.restart()
    bin_of(over).bring_back(over.code)
    assert over.table == before
    assert {name: over.rows(name) for name in held} == held
    assert bin_of(over).deleted() == []
    assert problems(over.database) == []


def test_a_backup_that_knows_it_is_no_problem(over: House) -> None:
    backup(over.folder)
    bin_of(over).delete(over.code)
    assert problems(over.database) == []


def test_after_thirty_days_it_is_gone_for_good_and_its_code_is_not_given_again(over: House) -> None:
    bin_of(over).delete(over.code)
    over.database.rows.execute("update deleted set at = '2024-11-19T12:00:00+00:00'")
    over.database.rows.commit()
    assert bin_of(over).deleted() == []
    bin_of(over).delete(over.tables.lay(sheet()).code)
    assert {row["code"]: row["held"] is None for row in over.rows("deleted")}[over.code]
    bin_of(over).bring_back(over.code)
    with pytest.raises(UnknownTable):
        assert over.table


def test_one_that_goes_on_is_not_deleted(house: House) -> None:
    house.taps(DEAL)
    with pytest.raises(Illegal):
        bin_of(house).delete(house.code)
    assert house.table.journal.last == 2
