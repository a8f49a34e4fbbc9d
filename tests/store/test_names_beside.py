"""A newcomer takes a name that was given up; undone and redone, what stands beside the journal is still theirs."""

import pytest

from companion.engine.changes import Change, Redo, Undo, UndoTo
from companion.store.check import problems
from tests.tools.evening import move
from tests.tools.house import DEAL, FINISH, House, renames, won


def tap(house: House, *changes: Change) -> None:
    house.tables.record(house.code, None, None, lambda table: [*changes])


@pytest.fixture
def taken(house: House) -> House:
    """Cat is called Kate now, another Cat came; both have a phone and a place, and settle with somebody."""
    house.taps(renames("Cat", "Kate"), move("spoil-five", "join", player="Cat"), DEAL, won("Ann"), FINISH)
    for phone, name in (("Kate's", "Kate"), ("Cat's", "Cat")):
        house.pencils.know(house.code, phone)
        house.pencils.set_player(house.code, phone, name)
    house.tables.change(house.code, lambda table: table.with_beside(places={"Kate": 4, "Cat": 30}))
    house.settling.join(house.code, ["Kate", "Dan"])
    house.settling.join(house.code, ["Cat", "Ben"])
    house.settling.tick(house.code, next(due for due in house.table.owed if "Cat" in due.payer), None)
    return house


@pytest.mark.parametrize("back", [[UndoTo(1)], [Undo()] * 5])
def test_undone_and_redone_everything_is_whose_it_was(taken: House, back: list[Change]) -> None:
    before = taken.table
    phones = [taken.pencils.find(taken.code, phone) for phone in ("Kate's", "Cat's")]
    for change in back:
        tap(taken, change)
    assert len(taken.table.journal.state.seats) == 4
    assert problems(taken.database) == []
    for _ in back:
        tap(taken, Redo())
    assert [taken.pencils.find(taken.code, phone) for phone in ("Kate's", "Cat's")] == phones
    after = taken.table
    assert (after.beside, after.owed) == (before.beside, before.owed)
    assert after.journal.state == before.journal.state
    assert problems(taken.database) == []
