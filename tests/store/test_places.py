"""Where on the edges of a tablet lying flat everyone sits: kept with the table, unknown to the journal."""

from pathlib import Path

from sqlite_utils import Database as Rows

from companion.store import Database, Table, Tables
from companion.store.database_file import FILE
from companion.store.migrations import MIGRATIONS
from tests.tools.house import House, sheet

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


def test_a_database_from_before_gains_them(tmp_path: Path) -> None:
    old = Rows(tmp_path / FILE)
    MIGRATIONS.apply(old, stop_before="places")
    assert "places" not in old.table("tables").columns_dict
    row = {"code": "TABLE", "players": '["Ann", "Ben"]', "deal_at_once": 0, "laid_at": "2026-01-01", "changes": 0}
    old.table("tables").insert(row)
    old.close()
    database = Database(tmp_path)
    tables = Tables(database)
    assert tables.find("TABLE").places == {}
    assert tables.set_places("TABLE", sits(SEATED)).places == SEATED
    assert tables.lay(sheet()).places == {}
    database.close()
