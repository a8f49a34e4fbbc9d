"""Backups: whole copies, taken while people play; one of them put back, and nothing lost by it."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database as Rows

from companion.store import CannotOpen, Database, Tables, backups
from companion.store.backups import FOLDER, MAX_DAILY_BACKUPS, Restored, backup, daily, restore
from companion.store.check import problems
from companion.store.database import FILE
from companion.store.migrations import MIGRATIONS
from tests.tools.house import DEAL, SPOILT, House, entries, give, won

DAY = date(2026, 5, 9)


def in_folder(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.fixture
def left(house: House) -> Path:
    """The folder of a house that was closed, with a hand in it."""
    house.taps(DEAL, won("Cat"))
    house.database.close()
    return house.folder


def test_a_backup_holds_everything_up_to_now(house: House, tmp_path: Path) -> None:
    house.taps(DEAL)
    kept = backup(house.folder, tmp_path / "kept.sqlite3")
    house.taps(won("Cat"))
    restore(tmp_path / "other", kept)
    assert entries(tmp_path / "other", house.code) == 2
    assert house.table.journal.last == 3


def test_backups_are_dated_and_each_is_one_file(house: House) -> None:
    files = [backup(house.folder) for _ in range(3)]
    assert len(set(files)) == 3
    assert in_folder(house.folder / FOLDER) == {file.name for file in files}
    assert all(file.name.startswith(f"companion-{date.today()}-") for file in files)


def test_a_backup_taken_while_eight_write_holds_whole_taps(house: House, tmp_path: Path) -> None:
    house.taps(DEAL)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            house.taps(give("Ann", "Ben", 1))

    writing = [threading.Thread(target=write) for _ in range(8)]
    for thread in writing:
        thread.start()
    seen = []
    for number in range(5):
        before = house.table.journal.last
        restore(tmp_path / str(number), backup(house.folder, tmp_path / f"{number}.sqlite3"))
        seen.append((before, entries(tmp_path / str(number), house.code)))
    stop.set()
    for thread in writing:
        thread.join()
    assert all(before <= held <= house.table.journal.last for before, held in seen), seen
    assert seen[0][0] < seen[-1][0], "they went on writing"


def test_an_older_backup_is_replaced_and_any_other_file_is_not(house: House, tmp_path: Path) -> None:
    kept = backup(house.folder, tmp_path / "kept.sqlite3")
    Path(f"{kept}-wal").write_bytes(b"the log of somebody who looked into it")
    house.taps(DEAL)
    assert backup(house.folder, kept) == kept
    restore(tmp_path / "other", kept)
    assert entries(tmp_path / "other", house.code) == 2
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear diary")
    for file in (letter, house.folder / FILE):
        with pytest.raises(CannotOpen, match="is no backup, so it is not replaced"):
            backup(house.folder, file)
    assert letter.read_text() == "Dear diary"


def test_a_place_that_cannot_be_written_to_is_refused(house: House, tmp_path: Path) -> None:
    (tmp_path / "letter").touch()
    with pytest.raises(CannotOpen, match="can't be written"):
        backup(house.folder, tmp_path / "letter" / "kept.sqlite3")


def test_a_restored_database_is_the_one_of_the_backup_and_the_one_before_is_kept(left: Path, tmp_path: Path) -> None:
    kept = backup(left, tmp_path / "kept.sqlite3")
    house = House(left)
    code = house.code
    house.database.close()
    aside = restore(left, kept).aside
    assert aside and aside.parent == left / FOLDER
    database = Database(left)
    assert code not in [table.code for table in Tables(database).newest()]
    database.close()
    restore(left, aside)
    assert entries(left, code) == 1
    assert len(list((left / FOLDER).iterdir())) == 2, "both that were there before are kept"


def test_moves_that_are_only_in_the_log_are_kept_aside_too(house: House, tmp_path: Path) -> None:
    """The server was killed, so nothing has brought the log into the file."""
    kept = backup(house.folder, tmp_path / "kept.sqlite3")
    house.taps(DEAL, SPOILT)
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        (killed / name).write_bytes((house.folder / name).read_bytes())
    aside = restore(killed, kept).aside
    assert entries(killed, house.code) == 1
    assert aside
    restore(tmp_path / "again", aside)
    assert entries(tmp_path / "again", house.code) == 3


def test_a_database_with_its_log_that_is_restored_elsewhere_is_only_read(house: House, tmp_path: Path) -> None:
    """It lies on a stick that can't be written to, or is all that is left of a machine."""
    house.taps(DEAL, SPOILT)
    stick = tmp_path / "stick"
    stick.mkdir()
    held = {name: (house.folder / name).read_bytes() for name in (FILE, f"{FILE}-wal")}
    for name, what in held.items():
        (stick / name).write_bytes(what)
    restore(tmp_path / "other", stick / FILE)
    assert entries(tmp_path / "other", house.code) == 3
    assert {name: (stick / name).read_bytes() for name in held if (stick / name).exists()} == held


def test_a_log_whose_database_is_gone_is_not_read_into_what_is_restored(house: House, tmp_path: Path) -> None:
    kept = backup(house.folder, tmp_path / "kept.sqlite3")
    house.taps(DEAL, SPOILT)
    other = tmp_path / "other"
    other.mkdir()
    (other / f"{FILE}-wal").write_bytes((house.folder / f"{FILE}-wal").read_bytes())
    restore(other, kept)
    assert entries(other, house.code) == 1


def test_a_command_that_has_the_database_open_sees_what_was_restored(house: House, tmp_path: Path) -> None:
    kept = backup(house.folder, tmp_path / "kept.sqlite3")
    house.taps(DEAL)
    restore(house.folder, kept)
    assert len(list(house.database.rows.table("entries").rows)) == 1


def no_database(file: Path) -> None:
    file.write_bytes(b"Dear diary, today we played Spoil-Five and Cat won it all.\n" * 40)


def empty(file: Path) -> None:
    file.touch()


def of_another(file: Path) -> None:
    with closing(sqlite3.connect(file)) as rows:
        rows.execute("create table tables (code text)")


def of_tomorrow(file: Path) -> None:
    tomorrow = {"migration_set": MIGRATIONS.name, "name": "a_wonder_of_tomorrow", "applied_at": "2050-01-01"}
    with closing(Rows(file)) as rows:
        MIGRATIONS.apply(rows)
        rows.table("_sqlite_migrations").insert(tomorrow)


def from_before(file: Path) -> None:
    with closing(Rows(file)) as rows:
        MIGRATIONS.apply(rows)
        rows.execute("update _sqlite_migrations set name = 'first_tables' where name = 'first_edition'")
        rows.conn.commit()


def damaged(file: Path) -> None:
    with closing(Rows(file)) as rows:
        MIGRATIONS.apply(rows)
        (page,) = rows.execute("select rootpage from sqlite_master where name = 'entries'").fetchone()
    with file.open("r+b") as pages:
        pages.seek((page - 1) * 4096)
        pages.write(b"\xff" * 4096)


def missing(file: Path) -> None:
    pass


def of_no_tables(file: Path) -> None:
    with closing(Rows(file)) as rows:
        MIGRATIONS.apply(rows)
        rows.table("invitations").drop()


BAD = {
    "without its tables": (of_no_tables, "is not as Companion makes it: .*table invitations"),
    "not a database": (no_database, "is not a database of Companion"),
    "nothing": (empty, "is not a database of Companion"),
    "of another program": (of_another, "is not a database of Companion"),
    "of a newer Companion": (of_tomorrow, "newer Companion"),
    "from before 1.0": (from_before, "from before Companion 1.0"),
    "damaged": (damaged, "is damaged"),
    "not there": (missing, "There is no file"),
}


@pytest.mark.parametrize(("make", "why"), BAD.values(), ids=BAD.keys())
def test_what_is_no_whole_database_of_companion_is_refused(
    left: Path, tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    make(tmp_path / "bad")
    before = (left / FILE).read_bytes(), in_folder(left) - {"serving.lock"}
    with pytest.raises(CannotOpen, match=why):
        restore(left, tmp_path / "bad")
    assert ((left / FILE).read_bytes(), in_folder(left) - {"serving.lock"}) == before


def test_the_database_itself_is_no_backup_of_itself(left: Path) -> None:
    with pytest.raises(CannotOpen, match="is the database itself"):
        restore(left, left / FILE)


@pytest.mark.parametrize("harm", [no_database, damaged], ids=["not a database", "damaged"])
def test_a_damaged_database_is_moved_aside_as_it_is(left: Path, tmp_path: Path, harm: Callable[[Path], None]) -> None:
    kept = backup(left, tmp_path / "kept.sqlite3")
    (left / FILE).unlink()
    harm(left / FILE)
    bad = (left / FILE).read_bytes()
    for work in (lambda: backup(left), lambda: daily(left, DAY)):
        with pytest.raises(CannotOpen, match="is damaged"):
            work()
    aside = restore(left, kept).aside
    assert aside
    assert aside.read_bytes() == bad
    database = Database(left)
    assert problems(database) == []
    assert [table.journal.last for table in Tables(database).newest()] == [3]
    database.close()


def test_a_database_whose_first_page_is_broken_is_moved_aside_too(left: Path, tmp_path: Path) -> None:
    kept = backup(left, tmp_path / "kept.sqlite3")
    with (left / FILE).open("r+b") as pages:
        pages.seek(100)
        pages.write(b"\xff" * 3996)
    bad = (left / FILE).read_bytes()
    with pytest.raises(CannotOpen, match="is damaged"):
        backup(left)
    aside = restore(left, kept).aside
    assert aside
    assert aside.read_bytes() == bad


def test_nobody_begins_to_serve_while_a_backup_is_put_in_its_place(
    left: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, copy = backups._put_in_place, backup(left, tmp_path / "copy.sqlite3")

    def late(*files: Path) -> Restored:
        with pytest.raises(CannotOpen, match="Another Companion"):
            Database(left, serving=True)
        return put(*files)

    monkeypatch.setattr(backups, "_put_in_place", late)
    assert restore(left, copy).aside


def test_a_backup_that_fails_leaves_the_older_one_and_no_half_one(house: House, monkeypatch) -> None:
    kept = backup(house.folder, house.folder / "kept.sqlite3")
    before = kept.read_bytes()

    def fails(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as trouble:
        trouble.setattr(Path, "replace", fails)
        with pytest.raises(CannotOpen, match="No space left"):
            backup(house.folder, kept)
    assert kept.read_bytes() == before


def test_one_backup_a_day_and_the_newest_seven_are_kept_also_where_the_clock_was_ahead(house: House) -> None:
    others = {backup(house.folder).name}
    for ahead in (30, 0):
        days = [DAY + timedelta(days=ahead + number) for number in range(10)]
        made = [daily(house.folder, day) for day in days]
        kept = {f"daily-{day}.sqlite3" for day in days[-MAX_DAILY_BACKUPS:]}
        assert all(made) and in_folder(house.folder / FOLDER) == others | kept
    assert MAX_DAILY_BACKUPS == 7


def test_the_backup_of_a_day_is_made_again_only_where_something_was_written(house: House) -> None:
    file = daily(house.folder, DAY)
    assert file
    os.utime(file, (time.time() + 60, time.time() + 60))
    assert daily(house.folder, DAY) is None
    house.taps(DEAL)
    os.utime(house.folder / FILE, (1, 1))  # the move is only in the log
    os.utime(file, (2, 2))
    assert daily(house.folder, DAY) == file
    restore(house.folder / "other", file)
    assert entries(house.folder / "other", house.code) == 2


def test_a_closed_house_of_which_there_is_a_backup_needs_none(left: Path) -> None:
    assert daily(left, DAY)
    assert not (left / f"{FILE}-wal").exists()
    os.utime(left / FILE, (1, 1))
    assert daily(left, DAY) is None


@pytest.mark.parametrize("day", [DAY, DAY - timedelta(days=8)])
def test_half_a_backup_that_a_killed_server_left_is_cleared_away(house: House, day: date) -> None:
    folder = house.folder / FOLDER
    folder.mkdir()
    (folder / f"daily-{day}.sqlite3.part").write_bytes(b"half a backup" * 400)
    (folder / f"daily-{day}.sqlite3.part-journal").write_bytes(b"and its journal")
    assert daily(house.folder, DAY)
    assert in_folder(folder) == {f"daily-{DAY}.sqlite3"}


def test_no_older_backup_is_dropped_for_one_that_could_not_be_made(left: Path, monkeypatch) -> None:
    monkeypatch.setattr(backups, "MAX_DAILY_BACKUPS", 1)
    daily(left, DAY)
    (left / FILE).unlink()
    damaged(left / FILE)
    with pytest.raises(CannotOpen, match="damaged"):
        daily(left, DAY + timedelta(days=1))
    assert in_folder(left / FOLDER) == {f"daily-{DAY}.sqlite3"}
