"""The entries of a journal are chained: what was altered, or lost at its end, is noticed."""

import shutil
import sqlite3
from contextlib import closing
from datetime import date

import pytest

from companion.store.backups import FOLDER, backup, daily, restore
from companion.store.chain import CHAINED
from companion.store.check import problems
from companion.store.database import FILE
from tests.tools.house import DEAL, SPOILT, House, amends, inserts, renames, sheet, strikes, undoes, won


@pytest.fixture
def evening(house: House) -> House:
    """A table where everything was written that an entry can be."""
    house.taps(DEAL, won("Ann"), DEAL, strikes(2), undoes, amends(3, won("Ben")), renames("Cat", "Kate"), SPOILT)
    house.taps(inserts(4, DEAL), undoes)
    assert problems(house.database) == []
    return house


def alter(house: House, change: str, *values: object) -> list[str]:
    """What is found after a change by hand."""
    house.database.rows.execute(change, values)
    house.database.rows.commit()
    house.restart()
    return problems(house.database)


def chain(house: House) -> list[str]:
    return [row["hash"] for row in house.rows("entries") if row["code"] == house.code]


def test_an_entry_that_was_altered_is_named_though_it_can_be_played(evening: House) -> None:
    """Ann won the first hand; by another hand than the table's it becomes Dan's."""
    (said,) = alter(evening, "update entries set move = replace(move, 'Ann', 'Dan') where number = 3")
    assert said == f"Table {evening.code}: Entry 3, or what stands before it, was altered since it was written."


@pytest.mark.parametrize("column", CHAINED)
def test_nothing_of_an_entry_can_be_altered_unseen(evening: House, column: str) -> None:
    said = alter(evening, f"update entries set {column} = '2001-01-01' where number = 10")
    assert any("altered" in line for line in said), said


@pytest.mark.parametrize(
    "change",
    [
        "update tables set laid_at = '2001-01-01T00:00:00+00:00'",
        """update tables set players = '["Ann", "Ben", "Cat", "Eve"]'""",
        "update entries set hash = null where number = 1",
    ],
)
def test_nothing_beside_an_entry_can_be_altered_unseen(evening: House, change: str) -> None:
    said = alter(evening, change)
    assert any("Entry 1, or what stands before it, was altered" in line for line in said), said


def test_a_table_goes_on_from_the_hash_that_it_was_left_with(evening: House) -> None:
    before = chain(evening)
    evening.restart()
    evening.taps(undoes, undoes)
    assert chain(evening)[: len(before)] == before
    assert evening.table.head == chain(evening)[-1]
    assert problems(evening.database) == []


def test_two_tables_of_the_same_moves_have_different_chains(house: House) -> None:
    first = chain(house)
    house.code = house.tables.lay(sheet()).code
    assert not set(first) & set(chain(house))


def test_settling_and_what_stands_beside_the_journal_leaves_the_chain_alone(evening: House) -> None:
    before = chain(evening)
    evening.tables.change(evening.code, lambda now: now.with_beside(deal_at_once=True))
    evening.tables.change(
        evening.code, lambda table: table.with_beside(places=dict.fromkeys(table.journal.start.seats, 0))
    )
    assert (chain(evening), problems(evening.database)) == (before, [])


# A journal that lost its end is whole in itself: backups know better.


def lose(house: House, *taps: object) -> None:
    """Write taps that the disk forgets: the database is put back as it was before them."""
    house.restart()
    house.database.rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(house.folder / FILE, house.folder / "before")
    house.taps(*taps)  # type: ignore[arg-type]
    backup(house.folder)
    house.database.close()
    for left in house.folder.glob(f"{FILE}*"):
        left.unlink()
    shutil.move(house.folder / "before", house.folder / FILE)
    house.open()


def test_moves_that_a_backup_knows_and_the_database_lost_are_told(evening: House) -> None:
    lose(evening, DEAL, won("Ann"), DEAL)
    (file,) = (evening.folder / FOLDER).iterdir()
    (said,) = problems(evening.database)
    assert said == f"Table {evening.code}: the backup {file.name} knows 14 moves, the database has 11."


def test_a_log_that_was_removed_is_told(evening: House) -> None:
    """The main file alone was copied, without the log beside it."""
    evening.database.rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    evening.taps(DEAL, won("Ann"))
    backup(evening.folder)
    shutil.copy(evening.folder / FILE, evening.folder / "alone")
    evening.database.close()
    for left in evening.folder.glob(f"{FILE}*"):
        left.unlink()
    shutil.move(evening.folder / "alone", evening.folder / FILE)
    evening.open()
    (said,) = problems(evening.database)
    assert "knows 13 moves, the database has 11." in said


def test_a_table_that_went_another_way_than_its_backup_is_told(evening: House) -> None:
    lose(evening, DEAL)
    evening.taps(undoes)
    (said,) = problems(evening.database)
    assert "move 12 is not the one that the backup companion-" in said


def test_a_table_that_only_went_on_since_its_backup_is_well(evening: House) -> None:
    backup(evening.folder)
    evening.taps(DEAL)
    assert problems(evening.database) == []


def test_what_was_put_aside_by_a_restore_is_not_missed(evening: House) -> None:
    file = backup(evening.folder)
    evening.taps(DEAL)
    evening.database.close()
    restore(evening.folder, file)
    evening.open()
    assert problems(evening.database) == []


def test_a_backup_that_cannot_be_read_is_told(evening: House) -> None:
    backup(evening.folder).write_text("Dear diary")
    (said,) = problems(evening.database)
    assert "can't be read" in said


@pytest.mark.parametrize("spoils", ["number = 'twelve'", "number = x'ff'", "number = 12.5", "code = x'ff'", "hash = 7"])
def test_a_spoilt_row_of_a_backup_is_in_nobodys_way(evening: House, spoils: str) -> None:
    """Neither as the day's backup is made again nor as the database is checked: the others still say what they knew."""
    file = daily(evening.folder, date(2026, 1, 2))
    assert file
    with closing(sqlite3.connect(file)) as spoilt, spoilt:
        spoilt.execute(f"update entries set {spoils} where number = 1")
    evening.taps(DEAL)
    assert daily(evening.folder, date(2026, 1, 2)) == file
    assert problems(evening.database) == []
