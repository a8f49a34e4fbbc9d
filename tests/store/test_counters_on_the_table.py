"""How a table keeps its counters: chosen when it is laid, changed later, kept over a restart."""

from pathlib import Path

import pytest
from attrs import evolve

from companion.engine.errors import Illegal
from companion.engine.game import Move
from tests.tools.evening import move
from tests.tools.house import DEAL, House, renames, sheet, won


def stack(player: str) -> Move:
    return move("spoil-five", "stack", player=player)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.code = house.tables.lay(evolve(sheet("Ann Ben Cleo Dan"), start=30)).code
    return house


def test_what_lies_before_everyone_is_there_after_a_restart(house: House) -> None:
    house.taps(DEAL, won("Cleo"), stack("Ann"), renames("Ann", "Anna"))
    stacks = house.table.journal.state.stacks
    assert stacks == {"Anna": 57, "Ben": 28, "Cleo": 37, "Dan": 28}
    house.restart()
    assert house.table.journal.state.stacks == stacks


def test_another_start_leaves_the_balances_alone(house: House) -> None:
    house.taps(DEAL, won("Cleo"), renames("Ann", "Anna"))
    before = house.table
    after = house.tables.change(house.code, lambda now: now.lay_counters(50))
    assert after.version == before.version + 1
    assert after.journal.state.balances == before.journal.state.balances
    assert after.journal.state.stacks == {name: held + 20 for name, held in before.journal.state.stacks.items()}
    assert house.tables.change(house.code, lambda now: now.lay_counters(50)) is after, "nothing changes"
    assert house.tables.change(house.code, lambda now: now.lay_counters(None)).sheet().start is None


def test_counters_that_somebody_took_from_the_box_do_not_vanish(house: House) -> None:
    house.taps(stack("Ann"))
    with pytest.raises(Illegal, match="Ann has taken more counters from the box"):
        house.tables.change(house.code, lambda now: now.lay_counters(None))
    assert house.table.journal.state.stacks["Ann"] == 60
