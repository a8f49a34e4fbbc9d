"""Where on the edges of a tablet lying flat everyone sits: kept with the table, unknown to the journal."""

from companion.store import Table
from tests.tools.house import House

SEATED = {"Ann": 4, "Ben": 30}


def sits(places: dict[str, int]):
    return lambda table: places


def test_places_are_kept_and_told_to_every_screen(house: House) -> None:
    before = house.table
    changed = house.tables.set_places(house.code, sits(SEATED))
    assert (changed.places, changed.version, changed.journal) == (SEATED, before.version + 1, before.journal)
    assert house.announced == [changed]
    house.restart()
    assert house.table == changed


def test_the_same_places_again_change_nothing(house: House) -> None:
    house.tables.set_places(house.code, sits(SEATED))
    assert house.tables.set_places(house.code, sits(dict(SEATED))) is house.table
    assert len(house.announced) == 1


def test_places_are_chosen_from_the_table_as_it_is(house: House) -> None:
    house.tables.set_places(house.code, sits(SEATED))

    def moved(table: Table) -> dict[str, int]:
        return {**table.places, "Cat": 7}

    assert house.tables.set_places(house.code, moved).places == SEATED | {"Cat": 7}
