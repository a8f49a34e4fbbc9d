"""The folder is moved, deleted or replaced while it is served: no tap is answered as written that is not there."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.store import Database, Tables, WriteFailed
from companion.store.database import FILE
from tests.tools.house import DEAL, House, entries, won
from tests.tools.phone import Phone
from tests.tools.quick import quick_app

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no open file can be moved here: tests are skipped")

SENTENCE = "This could not be written down, and nothing was changed: the folder with the tables was moved"


def moved(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def deleted(folder: Path) -> None:
    shutil.rmtree(folder)


def replaced(folder: Path) -> None:
    shutil.copytree(folder, folder.with_name("copy"))
    moved(folder)
    folder.with_name("copy").rename(folder)


def file_replaced(folder: Path) -> None:
    shutil.copy(folder / FILE, folder / "copy")
    (folder / "copy").replace(folder / FILE)


def log_deleted(folder: Path) -> None:
    (folder / f"{FILE}-wal").unlink()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "house"


@pytest.fixture
def app(folder: Path) -> Iterator[Flask]:
    made = quick_app(folder)
    yield made
    made.extensions["companion"].close()


@pytest.mark.parametrize("harm", [moved, deleted, replaced, file_replaced, log_deleted])
def test_the_tap_is_refused_in_one_sentence_and_the_pages_stay(
    app: Flask, folder: Path, harm: Callable[[Path], None]
) -> None:
    phone = Phone(app).joins().lays().press("Deal")
    before = app.extensions["companion"].tables.find(phone.code)
    harm(folder)
    phone.press("Cat")
    assert (phone.status, phone.says.count(SENTENCE)) == (503, 1)
    assert app.extensions["companion"].tables.find(phone.code) is before
    assert phone.open(f"/t/{phone.code}").status == 200


def test_once_the_folder_is_back_play_goes_on(folder: Path) -> None:
    house = House(folder)
    house.taps(DEAL)
    moved(folder)
    with pytest.raises(WriteFailed, match="put it back, or start Companion again"):
        house.taps(won("Ann"))
    folder.with_name("elsewhere").rename(folder)
    assert house.taps(won("Ann")).journal.last == 3
    house.database.close()
    assert entries(folder, house.code) == 3


def test_what_was_written_before_the_folder_was_moved_is_in_it_and_no_tap_since(folder: Path) -> None:
    house = House(folder)
    house.taps(DEAL)
    with pytest.raises(WriteFailed), house.database.writing():
        moved(folder)
        house.taps(won("Ann"))
    house.database.close()
    assert entries(folder.with_name("elsewhere"), house.code) == 2


def test_closing_takes_no_log_away_from_another_database_that_lies_there_now(folder: Path) -> None:
    house = House(folder)
    house.taps(DEAL)
    replaced(folder)
    other = Database(folder)
    Tables(other).lay(house.table.sheet())
    log = (folder / f"{FILE}-wal").read_bytes()
    house.database.close()
    assert (folder / f"{FILE}-wal").read_bytes() == log
    other.close()
    assert entries(folder, house.code) == 2


def test_the_log_for_the_owner_names_it_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    house = House(folder)
    moved(folder)
    for _ in range(3):
        with pytest.raises(WriteFailed):
            house.taps(DEAL)
    (told,) = caplog.messages
    assert told.startswith(f"Nothing is written down in {folder}: the folder with the tables was moved")
    house.database.close()
