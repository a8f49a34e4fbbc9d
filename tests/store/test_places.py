"""Where on the edges of a tablet lying flat everyone sits: kept with the table, unknown to the journal."""

from companion.store import Table
from tests.tools.house import House

SEATED = {"Ann": 4, "Ben": 30}


def test_places_are_kept_and_told_to_every_screen(house: House) -> None:
    before = house.table
    changed = house.tables.change(house.code, lambda now: now.with_beside(places=SEATED))
    assert (changed.beside.places, changed.version, changed.journal) == (SEATED, before.version + 1, before.journal)
    assert house.announced == [changed]
    house.restart()
    assert house.table == changed


def test_the_same_places_again_change_nothing(house: House) -> None:
    house.tables.change(house.code, lambda now: now.with_beside(places=SEATED))
    assert house.tables.change(house.code, lambda now: now.with_beside(places=dict(SEATED))) is house.table
    assert len(house.announced) == 1


def test_places_are_chosen_from_the_table_as_it_is(house: House) -> None:
    house.tables.change(house.code, lambda now: now.with_beside(places=SEATED))

    def moved(table: Table) -> dict[str, int]:
        return {**table.beside.places, "Cat": 7}

    assert house.tables.change(house.code, lambda now: now.with_beside(places=moved(now))).beside.places == SEATED | {
        "Cat": 7
    }
