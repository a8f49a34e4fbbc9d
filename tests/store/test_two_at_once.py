"""Several people write at once: there is one order, and nothing is lost."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlite_utils import Database as Rows

from companion.store import Database, Stale, Tables
from tests.tools.house import DEAL, House, give, plays, sheet, undoes


def at_once(work: Callable[[int], object], threads: int) -> None:
    """All start together; whatever one of them raises is raised here."""
    start, failed = threading.Barrier(threads, timeout=20), []

    def run(number: int) -> None:
        start.wait()
        try:
            work(number)
        except Exception as error:
            failed.append(error)

    running = [threading.Thread(target=run, args=[number]) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if failed:
        raise failed[0]


def test_of_two_who_saw_the_same_one_writes_and_one_is_stale(house: House) -> None:
    written, stale = [], []

    def deal(number: int) -> None:
        try:
            written.append(house.tables.record(house.code, f"key {number}", 1, plays(DEAL)))
        except Stale:
            stale.append(number)

    at_once(deal, 2)
    assert (len(written), len(stale)) == (1, 1)
    assert house.table.journal.last == 2


def test_two_who_send_the_same_form_write_it_once(house: House) -> None:
    at_once(lambda _: house.tables.record(house.code, "one key", 1, plays(DEAL)), 8)
    assert house.table.journal.last == 2


def test_eight_who_write_all_the_time_lose_nothing(house: House) -> None:
    house.taps(DEAL)

    def fine(number: int) -> None:
        for turn in range(10):
            house.tables.record(house.code, f"{number}/{turn}", None, plays(give("Ann", "Ben", number + 1)))
            assert house.tables.find(house.code).owed == []
            house.tables.newest()

    at_once(fine, 8)
    told = [table.version for table in house.announced]
    assert sorted(told) == list(range(2, 83)), "every version was told once"
    before = house.table
    assert before.journal.state.balances["Ben"] == -2 + 10 * sum(range(1, 9))
    house.restart()
    assert house.table == before
    assert [entry.number for entry in before.journal.entries] == list(range(1, 83))


def test_tables_do_not_wait_for_each_others_readers(house: House) -> None:
    """A reader of a table that must be loaded while another writes gets the one before or the one after."""
    seen: list[int] = []

    def work(number: int) -> None:
        for turn in range(10):
            if number:
                seen.append(Tables(house.database).find(house.code).journal.last)
            else:
                house.taps(DEAL if turn % 2 == 0 else undoes)

    at_once(work, 4)
    assert house.table.journal.last == 11
    assert set(seen) <= set(range(1, 12))


def test_two_houses_over_one_file_keep_one_order(house: House) -> None:
    """A command writes while the tables are served: each waits for the other."""
    other = House(house.folder)
    at_once(lambda number: [(house, other)[number].taps(give("Ann", "Ben", 1)) for _ in range(10)], 2)
    assert other.table.journal.last == house.table.journal.last == 11
    other.database.close()


def test_a_tap_right_after_a_table_was_laid_is_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as the table is written down, another thread may find it and deal."""
    honest = house.database.writing

    @contextmanager
    def writing() -> Iterator[Rows]:
        with honest() as rows:
            yield rows
        monkeypatch.undo()
        house.code = next(rows.table("tables").rows_where(order_by="rowid desc"))["code"]
        house.taps(DEAL)

    monkeypatch.setattr(house.database, "writing", writing)
    house.tables.lay(sheet())
    assert house.table.journal.last == 2


def test_nobody_reads_what_is_half_written(house: House) -> None:
    read = threading.Event()

    def reads() -> None:
        with house.database.reading():
            read.set()

    reader = threading.Thread(target=reads)
    with house.database.writing():
        reader.start()
        assert not read.wait(0.2)
    reader.join()
    assert read.is_set()


def test_a_folder_that_several_open_for_the_first_time_is_made_once(tmp_path: Path) -> None:
    for number in range(5):
        at_once(lambda _, folder=tmp_path / str(number): Database(folder).close(), 4)  # type: ignore[misc]
