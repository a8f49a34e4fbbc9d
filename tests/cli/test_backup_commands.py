"""``companion backup``, ``restore`` and ``check``: what they print, and how they end."""

import json
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.store import HouseDevices
from companion.store.backups import FOLDER
from companion.store.database import FILE
from tests.server.test_serve import end, get, printed_until, served
from tests.tools.house import DEAL, House, entries, won
from tests.tools.phone import Phone
from tests.tools.serving import Wire
from tests.tools.writers import all_is_well


def run(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--data", str(data)])


def lines(result: Result) -> list[str]:
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


STAYS = "Changes to the household and the pencils since that backup stay."
UNKNOWN = "Changes to the household and the pencils since that backup aren't known here."


def why(result: Result) -> str:
    """The one line of a refusal."""
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    return line


def test_a_backup_is_taken_and_restored(house: House, tmp_path: Path) -> None:
    house.taps(DEAL)
    (file,) = lines(run(house.folder, "backup"))
    assert Path(file).parent == house.folder / FOLDER
    (named,) = lines(run(house.folder, "backup", str(tmp_path / "kept.sqlite3")))
    house.taps(won("Ann"))
    house.database.close()
    told, aside, rights = lines(run(house.folder, "restore", named))
    assert rights == STAYS
    assert told == f"Restored from {named}. Tables: 1."
    assert Path(aside.removeprefix("The old database is kept as ").removesuffix(".")).is_file()
    house.open()
    assert house.table.journal.last == 2


def test_who_comes_back_into_the_household_is_named(house: House, tmp_path: Path) -> None:
    devices = HouseDevices(house.database)
    for device in ("aaaaaa", "bbbbbb"):
        devices.admit(device, "linux")
    devices.rename("aaaaaa", "Ann’s old phone")
    (file,) = lines(run(house.folder, "backup"))
    *_, rights, back = lines(run(tmp_path / "new", "restore", file))
    assert rights == UNKNOWN
    names = "Linux computer (31) and Ann’s old phone"
    assert back == f"In the household again: {names}. Remove on its page what isn't yours."
    devices.remove("aaaaaa")
    house.database.close()
    assert lines(run(house.folder, "restore", file))[-1] == STAYS
    house.open()
    assert not HouseDevices(house.database).includes("aaaaaa")


def test_a_stick_that_is_not_there_gets_no_backup(house: House, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    assert why(run(house.folder, "backup", f"{stick}/")) == f"There is no folder {stick}/."
    assert not stick.exists()
    stick.mkdir()
    (file,) = lines(run(house.folder, "backup", f"{stick}/"))
    assert Path(file).parent == stick


def test_a_restored_folder_that_was_empty_keeps_nothing_aside(house: House, tmp_path: Path) -> None:
    (file,) = lines(run(house.folder, "backup"))
    assert lines(run(tmp_path / "new", "restore", file)) == [f"Restored from {file}. Tables: 1.", UNKNOWN]
    assert lines(run(tmp_path / "new", "check")) == ["All is well. Tables: 1, entries: 1."]


@pytest.mark.parametrize("command", [("backup",), ("check",)])
def test_where_there_are_no_tables_none_are_made(tmp_path: Path, command: tuple[str, ...]) -> None:
    assert "There are no tables" in why(run(tmp_path / "none", *command))
    assert not (tmp_path / "none").exists()


def test_what_cannot_be_restored_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear diary")
    assert "is not a database of Companion" in why(run(tmp_path / "data", "restore", str(tmp_path / "letter")))
    assert "There is no file" in why(run(tmp_path / "data", "restore", str(tmp_path / "none")))
    assert not (tmp_path / "data").exists()


def test_problems_are_printed_a_line_each(house: House) -> None:
    other = house.tables.lay(house.table.sheet()).code
    house.database.rows.execute("update entries set edition = 9")
    house.database.rows.commit()
    result = run(house.folder, "check")
    assert (result.exit_code, result.stderr) == (1, "")
    said = "entry 1: This Companion doesn't know spoil-five, edition 9."
    altered = "Entry 1, or what stands before it, was altered since it was written."
    assert result.stdout.splitlines() == [f"Table {code}: {said} {altered}" for code in (house.code, other)]


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("Dear diary")
    assert "can't be opened" in why(run(tmp_path, "check"))
    assert "is damaged" in why(run(tmp_path, "backup"))
    assert (tmp_path / FILE).read_text() == "Dear diary"


def test_the_server_keeps_a_backup_of_the_day_and_lets_nobody_restore_meanwhile(tmp_path: Path) -> None:
    sheet = {"scoresheet": 1, "players": ["Ann", "Ben"], "games": [{"game": "spoil-five", "moves": []}]}
    (tmp_path / "sheet.json").write_text(json.dumps(sheet))
    data = tmp_path / "data"
    lines(run(data, "import", str(tmp_path / "sheet.json")))
    with served(data) as (running, _, _):
        until = time.monotonic() + 60
        while not (daily := list((data / FOLDER).glob("daily-????-??-??.sqlite3"))) and time.monotonic() < until:
            time.sleep(0.05)
        (file,) = daily
        assert lines(run(data, "check")) == ["All is well. Tables: 1, entries: 1."]
        assert lines(run(data, "backup"))
        assert "Another Companion is serving" in why(run(data, "restore", str(file)))
        assert "Good night" in end(running, signal.SIGTERM)
    lines(run(tmp_path / "other", "restore", str(file)))
    all_is_well(tmp_path / "other")


def test_an_evening_of_forty_taps_is_in_the_backup_after_a_clean_stop(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    with served(data, "--backup-to", str(stick)) as (running, address, _):
        port = int(address.rstrip("/").rpartition(":")[2])
        phone = Phone(Wire(port)).lays()
        for _ in range(20):
            phone.press("Deal").press("Cat")
        end(running, signal.SIGTERM)
    for number, place in enumerate([data / FOLDER, stick]):
        (file,) = place.glob("daily-*.sqlite3")
        lines(run(tmp_path / f"other {number}", "restore", str(file)))
        assert entries(tmp_path / f"other {number}", phone.code) == 41


def test_a_backup_that_cannot_be_made_is_told_and_the_server_serves_on(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file where the folder should be")
    with served(tmp_path) as (running, address, _):
        assert "can't be written" in printed_until(running, "No backup was made: ")
        assert get(address)[0] == 200
        assert "Traceback" not in end(running, signal.SIGTERM)
