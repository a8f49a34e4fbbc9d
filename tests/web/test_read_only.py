"""The folder can only be read when the server starts: every table is shown, and writing says why it can't be."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.store import Database
from companion.store.backups import FOLDER
from companion.store.database import FILE
from companion.web import create_app
from tests.tools.house import DEAL, House, entries, won
from tests.tools.phone import Phone
from tests.tools.trouble import read_only_folder

SENTENCE = "the disk, or the folder with the tables, is read-only"


@pytest.fixture(params=["closed", "killed"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder that can only be read, left by a server that was closed, or killed: then all is in the log."""
    house = House(tmp_path / "house")
    house.taps(DEAL, won("Ann"))
    left = tmp_path / "left"
    left.mkdir()
    if request.param == "closed":
        house.database.close()
    for file in house.folder.glob(f"{FILE}*"):
        if not file.name.endswith("-shm"):
            (left / file.name).write_bytes(file.read_bytes())
    house.database.close()
    trouble = read_only_folder(left)
    try:
        trouble.__enter__()
    except OSError as error:
        pytest.skip(f"{error}: this test is skipped")
    yield left
    trouble.__exit__(None, None, None)


def test_the_tables_are_shown_and_a_tap_says_why_it_is_not_written(folder: Path, caplog) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    app = create_app(folder)
    (table,) = app.extensions["companion"].tables.newest()
    assert table.journal.last == 3
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING] == [
        f"Nothing is written down in {folder}: {SENTENCE}."
    ]
    phone = Phone(app)
    phone.address = "127.0.0.1"
    assert phone.open("/").says.count(f"Nothing can be written down: {SENTENCE}.") == 1
    for page in ("", "/journal", "/rules", "/overhead", "/pencil"):
        assert phone.open(f"/t/{table.code}{page}").status == 200
    phone.open(f"/t/{table.code}/pencil").press("Take the pencil here")
    assert (phone.status, phone.says.count(SENTENCE)) == (503, 1)
    keeper = app.extensions["companion"].keeper
    keeper.tick()
    keeper.stop()
    app.extensions["companion"].close()
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_only_one_serves_it(folder: Path) -> None:
    serving = Database(folder, serving=True)
    with pytest.raises(Exception, match="Another Companion is serving"):
        Database(folder, serving=True)
    serving.close()
    Database(folder, serving=True).close()


def test_it_is_checked_exported_and_copied(folder: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, [*arguments, "--data", str(folder)])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert run("check") == "All is well. Tables: 1, entries: 3.\n"
    run("export", "--all", str(tmp_path / "saved"))
    (saved,) = (tmp_path / "saved").iterdir()
    run("backup", str(tmp_path / "kept.sqlite3"))
    assert not (folder / FOLDER).exists()
    CliRunner().invoke(main, ["restore", str(tmp_path / "kept.sqlite3"), "--data", str(tmp_path / "other")])
    assert entries(tmp_path / "other", saved.stem) == 3
