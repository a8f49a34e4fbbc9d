"""One database is served once, whatever links lead to it; while it is, nothing but SQLite opens its files."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import CannotOpen, Database, backups
from companion.store.backups import FOLDER, backup, restore
from companion.store.database import FILE
from tests.server.test_serve import refused, served
from tests.tools.house import DEAL, House, entries
from tests.tools.phone import Phone
from tests.tools.serving import Wire

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there: these tests are skipped")

TAPS = 6
"""Taps between one link and the next."""


def hard_link(folder: Path, other: Path) -> None:
    other.mkdir()
    os.link(folder / FILE, other / FILE)


def linked_file(folder: Path, other: Path) -> None:
    other.mkdir()
    (other / FILE).symlink_to(folder / FILE)


def linked_folder(folder: Path, other: Path) -> None:
    other.symlink_to(folder)


LINKS = {"a hard link": hard_link, "a link to the file": linked_file, "a link to the folder": linked_folder}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The folder of a house that was closed, and a place for another one."""
    house = House(tmp_path / "one")
    house.database.close()
    return house.folder, tmp_path / "other"


def test_of_taps_over_two_folders_none_is_lost(folders: tuple[Path, Path]) -> None:
    """A second process is refused in one sentence whatever link leads it there, and the taps go on at the first."""
    folder, other = folders
    with served(folder) as (_, address, _):
        phone = Phone(Wire(int(address.rstrip("/").rpartition(":")[2]))).lays("Ann", "Ben").press("Deal")
        give = {"from": "player:Ann", "to": "player:Ben", "counters": "1"}
        for number, (name, link) in enumerate(LINKS.items()):
            at = other.with_name(name)
            link(folder, at)
            said = refused("--host", "127.0.0.1", "--port", "0", "--data", str(at))
            assert said.startswith("Another Companion is serving") or "has a second name" in said
            for tap in range(TAPS):
                answer = phone.client.post(f"/t/{phone.code}/moves/give", give | {"key": f"{number} {tap}"})
                assert answer.status_code == 303
            if link is hard_link:
                (at / FILE).unlink()
    assert entries(folder, phone.code) == 2 + TAPS * len(LINKS)


def test_the_real_folder_is_refused_while_a_link_to_it_is_served(folders: tuple[Path, Path]) -> None:
    folder, other = folders
    linked_file(folder, other)
    with served(other):
        assert "Another Companion is serving" in refused("--host", "127.0.0.1", "--port", "0", "--data", str(folder))


@pytest.mark.parametrize("use", [Database, backup, lambda folder: restore(folder, folder / "kept.sqlite3")])
def test_a_database_of_two_names_is_not_used_under_either(
    folders: tuple[Path, Path], use: Callable[[Path], object]
) -> None:
    folder, other = folders
    shutil.copy(backup(folder), folder / "kept.sqlite3")
    hard_link(folder, other)
    for named in folders:
        before = (named / FILE).read_bytes()
        with pytest.raises(CannotOpen, match=r"has a second name, as hard links give it.*Delete the other name"):
            use(named)
        assert (named / FILE).read_bytes() == before
    (other / FILE).unlink()
    Database(folder, serving=True).close()


def test_behind_a_link_is_the_whole_house(folders: tuple[Path, Path]) -> None:
    """Taps, backups and what is put back, of a file that lies elsewhere: its log is told apart from any other."""
    folder, other = folders
    linked_file(folder, other)
    house = House(other)
    house.taps(DEAL)
    assert not Path(f"{other / FILE}-wal").exists()
    assert house.database.is_in_place()
    kept = backup(other)
    assert kept.parent == other / FOLDER
    Path(f"{folder / FILE}-wal").rename(folder / "away")
    assert not house.database.is_in_place()
    (folder / "away").rename(f"{folder / FILE}-wal")
    house.database.close()
    aside = restore(other, kept).aside
    assert aside and aside.parent == other / FOLDER
    assert (other / FILE).is_symlink()
    assert entries(folder, house.code) == 2
    assert {file.name for file in folder.iterdir()} == {FILE, "serving.lock"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says which files a process has open")
def test_a_file_that_sqlite_has_open_is_opened_by_nothing_else(house: House, tmp_path: Path) -> None:
    """Closed again, it would take SQLite's own locks from it; here by a module of Companion's."""
    read = compile("file.read_bytes()", backups.__file__, "eval")
    for ending in ("", "-wal", "-shm"):
        with pytest.raises(AssertionError, match="beside SQLite"):
            eval(read, {"file": Path(f"{house.folder / FILE}{ending}")})
    (tmp_path / "new").mkdir()
    shutil.copy(backup(house.folder), tmp_path / "new" / FILE)
    assert eval(read, {"file": tmp_path / "new" / FILE})
