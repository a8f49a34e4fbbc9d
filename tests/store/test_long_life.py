"""The kept databases, of the schema just before 1.0 and of today, open, migrate and replay.

``tests/tools/kept.py`` keeps them.
"""

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest
from sqlite_utils import Database as Rows

from companion.store import Database, Tables
from companion.store.backups import backup, daily, restore
from companion.store.check import problems
from companion.store.database import FILE, FORMER
from companion.store.migrations import BEFORE_1_0
from tests.store.test_backups import DAY
from tests.store.test_restore import files, gone, killed_at, litter, needs_fork
from tests.store.test_two_at_once import at_once
from tests.tools.house import undoes
from tests.tools.kept import FIXTURES, comes_to, lived_in, newest_schema
from tests.tools.phone import Phone
from tests.tools.quick import quick_app

KEPT = sorted(FIXTURES.glob("*.sql"))


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with a kept database in it, as it was left."""
    with closing(sqlite3.connect(tmp_path / FILE)) as rows:
        rows.executescript(request.param.read_text("utf-8"))
    return tmp_path


@pytest.fixture
def expected(request: pytest.FixtureRequest, kept: Path) -> dict[str, object]:
    """What every table of it must come to, by its code."""
    path: Path = request.node.callspec.params["kept"]
    held: dict[str, object] = json.loads(path.with_suffix(".json").read_text("utf-8"))
    return held


def schema(database: Database) -> set[tuple[str, str]]:
    return set(database.rows.execute("select name, sql from sqlite_master where sql is not null"))


def test_a_database_of_todays_schema_is_kept() -> None:
    assert newest_schema() in {path.stem for path in KEPT}, "a migration was added: run python -m tests.tools.kept"


def test_it_opens_and_comes_to_what_it_came_to(kept: Path, expected: dict[str, object]) -> None:
    database = Database(kept)
    assert {table.code: comes_to(table) for table in Tables(database).newest()} == expected
    assert problems(database) == []
    database.close()


def test_it_becomes_a_database_like_a_new_one(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No migration was changed after a database had seen it."""
    old, new = Database(kept), Database(tmp_path_factory.mktemp("new"))
    assert schema(old) == schema(new)
    old.close()
    new.close()


def test_what_has_no_pages_any_more_stays_in_a_copy_beside_it(kept: Path, expected: dict[str, object]) -> None:
    with closing(sqlite3.connect(kept / FILE)) as rows:
        held = [*rows.iterdump()]
    for _ in range(2):
        Database(kept).close()
    copy = kept / f"{FORMER}.sqlite3"
    assert copy.exists() == (BEFORE_1_0[0] in str(held)) and not [*kept.glob("*.part")]
    if copy.exists():
        assert copy.stat().st_mode & 0o777 == 0o600
        with closing(sqlite3.connect(copy)) as rows:
            assert [*rows.iterdump()] == held
        (kept / FILE).unlink()
        with closing(sqlite3.connect(kept / FILE)) as rows:
            rows.executescript("\n".join(held))
            rows.execute("delete from kitty")
            rows.commit()
        Database(kept).close()
        assert (kept / f"{FORMER}-2.sqlite3").exists(), "an older file that was put there takes no copy's place"
        restore(kept, copy)
        database = Database(kept)
        assert {table.code: comes_to(table) for table in Tables(database).newest()} == expected
        database.close()


@needs_fork
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("goes_on", [True, False], ids=["goes on", "another is put in its place"])
def test_killed_at_any_step_of_its_first_start_it_leaves_a_whole_copy_or_none(
    kept: Path, expected: dict[str, object], goes_on: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with closing(sqlite3.connect(kept / FILE)) as rows:
        is_former = BEFORE_1_0[0] in str([*rows.iterdump()])
    half_made, killed, step, seen = 0, True, 0, list[dict[str, bytes]]()
    while killed:
        step += 1
        folder = tmp_path_factory.mktemp("killed") / "data"
        copytree(kept, folder)
        killed = killed_at(step, lambda folder=folder: Database(folder).close())
        if (lies := files(folder)) in seen:
            continue  # nothing was left behind since the step before
        seen.append(lies)
        half_made += len([*folder.glob("*.part")])
        if not goes_on:
            gone(folder)
        database = Database(folder)
        if goes_on:
            assert {table.code: comes_to(table) for table in Tables(database).newest()} == expected
            assert len([*folder.glob(f"{FORMER}*")]) == is_former
        database.close()
        daily(folder, DAY)
        assert not litter(folder) - {f"{FORMER}.sqlite3"}
    assert bool(half_made) == is_former


def test_play_goes_on_in_it(kept: Path, expected: dict[str, object]) -> None:
    database = Database(kept)
    tables = Tables(database)
    for code in expected:
        before = tables.find(code).journal.last
        assert tables.record(code, None, None, undoes).journal.last > before
    database.close()
    database = Database(kept)
    assert problems(database) == []
    database.close()


def test_its_pages_open(kept: Path, expected: dict[str, object]) -> None:
    app = quick_app(kept)
    phone = Phone(app)
    for code in expected:
        for page in ("", "/journal", "/settlement", "/rules"):
            assert (code, phone.open(f"/t/{code}{page}").status) == (code, 200)
    app.extensions["companion"].close()


def test_its_backup_is_restored(kept: Path, expected: dict[str, object], tmp_path: Path) -> None:
    """The backup is of the old schema too: nothing has opened the database since."""
    restore(tmp_path / "other", backup(kept, tmp_path / "kept.sqlite3"))
    database = Database(tmp_path / "other")
    assert {table.code: comes_to(table) for table in Tables(database).newest()} == expected
    database.close()


def test_what_is_kept_holds_something_of_everything(tmp_path: Path) -> None:
    """Every table of the database, a new one too, holds something there."""
    house = lived_in(tmp_path)
    rows: Rows = house.database.rows
    assert {name for name in rows.table_names() if not rows.table(name).count} == set()
    house.database.close()


def test_two_who_open_an_old_database_at_once_both_find_it_migrated(kept: Path) -> None:
    def open_it(number: int) -> None:
        Database(kept).close()

    for _ in range(5):
        with closing(sqlite3.connect(kept / FILE)) as rows:
            names = [name for (name,) in rows.execute("select name from sqlite_master where type = 'table'")]
            for name in names:
                rows.execute(f'drop table "{name}"')
            rows.commit()
        at_once(open_it, 4)


def test_an_old_database_that_somebody_writes_is_opened_when_they_have_written(kept: Path) -> None:
    with closing(sqlite3.connect(kept / FILE, check_same_thread=False)) as other:
        other.execute("begin immediate")
        later = threading.Timer(0.2, other.rollback)
        later.start()
        Database(kept).close()
        later.join()
