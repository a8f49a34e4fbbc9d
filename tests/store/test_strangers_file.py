"""A stranger's file is restored or opened only if its schema is what Companion makes: nothing in it runs, or hangs."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import CannotOpen, Database, database
from companion.store.backups import backup, restore
from companion.store.database import FILE
from tests.tools.house import DEAL, House, entries

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select i as fingerprint, i as seed from n"
REWRITE = "update sqlite_master set sql = replace(sql, '{0}', '{1}') where name = '{2}'"
TRICKS = {
    "a trigger": "create trigger evil after insert on entries begin delete from entries; end",
    "a view": f"create view evil as {ENDLESS}",
    "a view in the place of a table": f"drop table bags; create view bags as {ENDLESS}",
    "one table more": "create table evil (secret text)",
    "one column more": "alter table bags add column evil text",
    "a column that is worked out": "alter table bags add column evil as (hex(zeroblob(400000000)))",
    "an index that is worked out": "create index evil on entries (length(hex(zeroblob(100))))",
    "another default": REWRITE.format('"changes" INTEGER NOT NULL', '"changes" INTEGER NOT NULL DEFAULT 7', "tables"),
    "a check": REWRITE.format('"act" TEXT NOT NULL', '"act" TEXT NOT NULL CHECK (hex(randomblob(9)))', "entries"),
    "no foreign key": REWRITE.format(' REFERENCES "tables"("code")', "", "entries"),
    "a table fewer": "drop table invitations",
    "a note of migrations that is worked out": "alter table _sqlite_migrations add column evil as (hex(name))",
}


@pytest.fixture
def left(house: House) -> Path:
    """The folder of a house that was closed."""
    house.taps(DEAL)
    house.database.close()
    return house.folder


@pytest.fixture(params=TRICKS.values(), ids=TRICKS.keys())
def strange(request: pytest.FixtureRequest, left: Path, tmp_path: Path) -> Path:
    """A copy of the house's database with something in it that Companion doesn't make."""
    folder = tmp_path / "strange"
    folder.mkdir()
    (folder / FILE).write_bytes((left / FILE).read_bytes())
    with closing(sqlite3.connect(folder / FILE)) as rows:
        before = rows.execute("select sql from sqlite_master order by name").fetchall()
        rows.execute("PRAGMA writable_schema=ON")
        rows.executescript(request.param)
        assert rows.execute("select sql from sqlite_master order by name").fetchall() != before
        rows.execute("PRAGMA journal_mode=DELETE")
    return folder


def test_it_is_not_restored_and_nothing_is_changed(left: Path, strange: Path) -> None:
    before = (left / FILE).read_bytes()
    with pytest.raises(CannotOpen, match=r"is not as Companion makes it|is not a database of Companion"):
        restore(left, strange / FILE)
    assert (left / FILE).read_bytes() == before
    assert not list(left.glob("*.part"))


def test_it_is_not_opened_and_not_changed(strange: Path) -> None:
    before = (strange / FILE).read_bytes()
    for serving in (False, True):
        with pytest.raises(CannotOpen, match="is not as Companion makes it"):
            Database(strange, serving=serving)
    assert (strange / FILE).read_bytes() == before


def test_no_backup_is_made_of_it(strange: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="is not as Companion makes it"):
        backup(strange, tmp_path / "kept.sqlite3")
    assert not list(tmp_path.glob("kept*"))


def test_a_schema_written_with_other_quotation_marks_is_the_same(left: Path) -> None:
    """An older sqlite-utils wrote names in brackets."""
    with closing(sqlite3.connect(left / FILE)) as rows:
        rows.execute("PRAGMA writable_schema=ON")
        rows.execute("update sqlite_master set sql = replace(sql, '\"key\"', '[key]')")
        rows.commit()
    Database(left).close()


def test_a_file_that_takes_too_long_is_refused(left: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = backup(left, tmp_path / "kept.sqlite3")
    with monkeypatch.context() as no_time:
        no_time.setattr(database, "MAX_READ_SECONDS", -1.0)
        no_time.setattr(database, "STEPS_BETWEEN_LOOKS", 1)
        with pytest.raises(CannotOpen, match="can't be restored: reading it takes too long"):
            restore(left, kept)
    restore(left, kept)


def test_nothing_that_a_schema_asks_for_is_trusted(house: House) -> None:
    assert house.database.rows.execute("PRAGMA trusted_schema").fetchone() == (0,)
    assert entries(house.folder, house.code) == 1
