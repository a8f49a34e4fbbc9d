"""One SQLite file: opened carefully, written whole or not at all, served by one."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import pytest
from sqlite_utils import Database as Rows

from companion.scoresheet import Sheet, SheetGame
from companion.store import CannotOpen, Database, ReadFailed, WriteFailed, database
from companion.store.backups import backup, daily
from companion.store.database import FILE
from companion.store.migrations import MIGRATIONS
from companion.web import create_app
from tests.tools.house import DEAL, House, plays, sheet, won
from tests.tools.phone import Phone
from tests.tools.trouble import locked, no_more_pages, read_only


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of the folder, byte for byte."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def left(house: House) -> Path:
    """The folder of a house that was closed."""
    house.taps(DEAL)
    house.database.close()
    return house.folder


def test_every_commit_waits_for_the_disk(house: House) -> None:
    def pragma(name: str) -> object:
        return house.database.rows.execute(f"PRAGMA {name}").fetchone()[0]

    assert (pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")) == ("wal", 2, 1)


def test_a_closed_house_leaves_one_file(left: Path) -> None:
    assert list(contents(left)) == [FILE]


TOMORROW = {"migration_set": MIGRATIONS.name, "name": "a_wonder_of_tomorrow", "applied_at": "2050-01-01"}


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (f"insert into _sqlite_migrations {(*TOMORROW,)} values {(*TOMORROW.values(),)}", "newer Companion"),
        (
            "update _sqlite_migrations set name = 'first_tables' where name = 'first_edition'",
            r"from before Companion 1\.0, which can't read it: nothing in it was",
        ),
    ],
    ids=["newer", "before 1.0"],
)
def test_a_database_of_another_version_is_refused_and_not_touched(left: Path, harm: str, why: str) -> None:
    with closing(Rows(left / FILE)) as rows:
        rows.execute(harm)
        rows.conn.commit()
    before = contents(left)
    with pytest.raises(CannotOpen, match=why):
        Database(left)
    assert contents(left) == before
    with pytest.raises(CannotOpen, match=why):
        Database(left, serving=True)
    assert contents(left) | before == contents(left)


def test_a_database_that_a_newer_version_has_open_is_refused_and_not_touched(house: House) -> None:
    house.database.rows.table("_sqlite_migrations").insert(TOMORROW)
    before = contents(house.folder)
    with pytest.raises(CannotOpen, match="newer Companion"):
        Database(house.folder)
    after = contents(house.folder)
    assert [after[name] for name in (FILE, f"{FILE}-wal")] == [before[name] for name in (FILE, f"{FILE}-wal")]
    assert after.keys() == before.keys()


def test_a_file_that_is_no_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"Dear diary, today we played Spoil-Five and Cat won it all.\n" * 40)
    before = contents(tmp_path)
    with pytest.raises(CannotOpen, match="not a database"):
        Database(tmp_path)
    assert contents(tmp_path) == before


def test_a_database_is_made_in_any_folder_and_of_an_empty_file(tmp_path: Path) -> None:
    Database(tmp_path / "deep" / "down", serving=True).close()
    assert (tmp_path / "deep" / "down" / FILE).exists()
    (tmp_path / FILE).touch()
    Database(tmp_path).close()
    (tmp_path / "file").touch()
    for serving in (False, True):
        with pytest.raises(CannotOpen):
            Database(tmp_path / "file", serving=serving)


HOLD = "import sys; from pathlib import Path; from companion.store import Database\n"
HOLD += "held = Database(Path(sys.argv[1]), serving=True); print('held', flush=True); sys.stdin.read()"


@contextmanager
def another_serving(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that serves the folder until the block ends."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout and other.stdout.readline() == "held\n"
        yield other


def test_a_database_that_another_process_serves_is_read_and_not_served(left: Path) -> None:
    """Nor is it where the lock's file was deleted."""
    with another_serving(left):
        before = contents(left)
        with pytest.raises(CannotOpen, match="Another Companion is serving"):
            Database(left, serving=True)
        assert contents(left) == before
        assert len(House(left).table.journal.entries) == 1
        (left / "serving.lock").unlink()
        for _ in range(2):
            with pytest.raises(CannotOpen, match="Another Companion is serving"):
                Database(left, serving=True)
    Database(left, serving=True).close()


def test_a_process_that_was_killed_serves_no_more(left: Path) -> None:
    with another_serving(left) as other:
        other.kill()
        other.wait()
        Database(left, serving=True).close()


def test_a_refused_database_is_not_held(left: Path) -> None:
    good = (left / FILE).read_bytes()
    (left / FILE).write_bytes(b"broken" * 100)
    with pytest.raises(CannotOpen):
        Database(left, serving=True)
    (left / FILE).write_bytes(good)
    Database(left, serving=True).close()


TROUBLES = {
    "disk full": lambda house: no_more_pages(house.database),
    "read-only": lambda house: read_only(house.database),
    "locked": lambda house: locked(house.folder),
}


def a_long_evening() -> Sheet:
    """More than the last pages have room for."""
    (game,) = sheet().games
    return Sheet(sheet().players, [SheetGame(game.opening, [DEAL, won("Ann")] * 50)])


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES.keys())
def test_what_cannot_be_written_is_refused_and_nothing_is_half_written(tmp_path: Path, trouble, monkeypatch) -> None:
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    house = House(tmp_path)
    table = house.taps(DEAL)
    tries = 0
    with trouble(house):
        with pytest.raises(WriteFailed, match="could not be written down, and nothing was changed"):
            while tries < 500:  # until the pages that there are, are full
                tries += 1
                table = house.tables.record(house.code, f"key {tries}", None, plays(won("Ann"), DEAL))
        with pytest.raises(WriteFailed):
            house.tables.lay(a_long_evening(), key="a form")
    assert house.table is table
    house.restart()
    assert house.table == table
    assert len(house.tables.newest()) == 1
    again = house.tables.record(house.code, f"key {tries}", table.journal.last, plays(won("Ann"), DEAL))
    assert again.journal.last == table.journal.last + 2
    house.database.close()


def test_a_commit_that_fails_is_taken_back(house: House, monkeypatch) -> None:
    """The disk is full only when the transaction is to be written down."""

    def full() -> None:
        raise sqlite3.OperationalError("database or disk is full")

    before = house.table
    with monkeypatch.context() as trouble:
        trouble.setattr(house.database.rows, "commit", full)
        with pytest.raises(WriteFailed, match="disk is full"):
            house.taps(DEAL)
    assert house.table is before
    assert len(house.rows("entries")) == 1
    assert house.taps(DEAL).journal.last == 2


@pytest.fixture
def everybody_may_read() -> Iterator[None]:
    """A process whose new files are readable by all, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights here: this test is skipped")
def test_no_file_of_the_house_is_readable_by_others(tmp_path: Path, everybody_may_read: None) -> None:
    folder = tmp_path / "house"
    app = create_app(folder)
    phone = Phone(app).joins().lays().press("Deal")
    assert phone.status == 200
    kept = [backup(folder), backup(folder, tmp_path / "stick" / "kept.sqlite3"), daily(folder, date.today())]
    modes = {path: path.stat().st_mode & 0o777 for path in [folder, *folder.rglob("*"), *filter(None, kept)]}
    assert {f"{FILE}-wal", f"{FILE}-shm", "secret.key", "serving.lock"} <= {path.name for path in modes}
    assert {path.name: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}
    app.extensions["companion"].close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights here: this test is skipped")
def test_a_database_that_others_could_read_is_closed_to_them(left: Path) -> None:
    (left / FILE).chmod(0o644)
    (left / "secret.key").write_bytes(bytes(range(32)))
    (left / "secret.key").chmod(0o644)
    (left / f"{FILE}-wal").write_bytes(bytes(32))
    (left / f"{FILE}-wal").chmod(0o644)
    app = create_app(left)
    assert {(left / name).stat().st_mode & 0o777 for name in (FILE, f"{FILE}-wal", "secret.key")} == {0o600}
    app.extensions["companion"].close()


def test_a_full_disk_is_logged_in_one_line_and_again_after_something_was_written(house: House, caplog) -> None:
    def refused() -> None:
        with no_more_pages(house.database), pytest.raises(WriteFailed, match="the disk is full; make room on it"):
            while True:
                house.taps(DEAL, won("Ann"))

    line = f"Nothing is written down in {house.folder}: the disk is full; make room on it, then try again."
    refused()
    with no_more_pages(house.database), pytest.raises(WriteFailed):
        house.tables.lay(sheet(" ".join(f"Player{n}" for n in range(10)), ante=5))
    assert caplog.messages == [line]
    house.taps(DEAL if not house.table.journal.state.open else won("Ann"))
    refused()
    assert caplog.messages == [line, line]


def test_what_cannot_be_read_for_a_moment_is_said_in_a_sentence(house: House) -> None:
    """Another program holds the file for itself, which SQLite calls locked."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
    said = "can't be read just now: another program is using the tables; try again"
    with pytest.raises(ReadFailed, match=said), house.database.reading():
        raise error
