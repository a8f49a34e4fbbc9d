"""Whatever is wrong around a command, it ends with one sentence and a status, never with a traceback."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.store.database import FILE
from tests.tools.house import DEAL, House, won

HOUSE = Path(__file__).parents[2]
SHEET = HOUSE / "tests" / "scoresheets" / "SF-E1.json"
FULL = Path("/dev/full")
LONG = "x" * 300

shells = pytest.mark.skipif(os.name != "posix", reason="no such shell here: these tests are skipped")
full = pytest.mark.skipif(not FULL.exists(), reason="no device that is full here: these tests are skipped")


def ended(command: str, data: Path) -> tuple[int, str, str]:
    """How a command ends in a shell, what it printed and what it said."""
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m companion {command}",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        cwd=HOUSE,
        env=os.environ | {"COMPANION_DATA": str(data)},
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def sentence(ending: tuple[int, str, str]) -> str:
    """The one line that a command says, which prints nothing and ends with status 1."""
    status, printed, said = ending
    assert (status, printed, said.count("\n"), "Traceback" in said) == (1, "", 1, False), ending
    return said


COMMANDS = [f"score {SHEET}", f"score --lines < {SHEET}", "games", "games --json", "cards", "cards --json"]


@shells
@full
@pytest.mark.parametrize("command", [*COMMANDS, "check", "backup", "--help", "score --help"])
def test_a_full_disk_behind_the_output_is_told(house: House, command: str) -> None:
    said = sentence(ended(f"{command} > {FULL}", house.folder))
    assert said == "This couldn't be done: No space left on device.\n"


@shells
@pytest.mark.parametrize("command", [*COMMANDS, "check", "backup", f"import {SHEET}"])
def test_a_closed_output_is_told_before_anything_is_done(tmp_path: Path, command: str) -> None:
    assert "Standard output is closed" in sentence(ended(f"{command} >&-", tmp_path / "data"))
    assert not (tmp_path / "data").exists()


@shells
@pytest.mark.parametrize("command", ["score -", "score --lines", "import -"])
def test_a_closed_input_is_told(tmp_path: Path, command: str) -> None:
    assert "Standard input is closed" in sentence(ended(f"{command} <&-", tmp_path / "data"))


@shells
def test_where_nobody_can_be_told_the_status_tells(tmp_path: Path) -> None:
    assert ended("score nothing.json 2>&-", tmp_path) == (2, "", "")
    assert ended(f"score nothing.json 2> {FULL}", tmp_path) == (2, "", "")


@shells
@pytest.mark.parametrize("command", ["cards", "score --lines < {}"])
def test_a_reader_who_has_read_enough_ends_it_quietly(tmp_path: Path, command: str) -> None:
    lines = tmp_path / "lines"
    lines.write_bytes((SHEET.read_bytes().replace(b"\n", b" ") + b"\n") * 500)
    _, printed, said = ended(f"{command.format(lines)} | head -c 9", tmp_path)
    assert (len(printed), said) == (9, "")


# What is damaged, or can be no name.


def run(*arguments: str, text: bytes = b"") -> Result:
    return CliRunner().invoke(main, arguments, input=text)


def why(result: Result) -> str:
    """The one line on standard error of a command that ends with status 1 by itself."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.parametrize("command", [["check"], ["export", "ABCDE"], ["backup"], ["import", str(SHEET)]])
def test_a_folder_of_too_long_a_name_is_told(tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / LONG / FILE
    told = why(run(*command, "--data", str(tmp_path / LONG)))
    assert "File name too long" in told
    assert told == f"This couldn't be done: {file}: File name too long." or command[0] == "import"


def test_a_file_of_too_long_a_name_is_told(house: House) -> None:
    told = f"This couldn't be done: {LONG}: File name too long."
    assert why(run("backup", LONG, "--data", str(house.folder))) == told
    assert why(run("backup", f"{LONG}/", "--data", str(house.folder))) == told
    assert why(run("restore", LONG, "--data", str(house.folder))) == f"{LONG} can't be restored: File name too long."
    for command in ("score", "import"):
        refused = run(command, LONG)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert refused.stderr == f"{LONG} can't be read: File name too long\n"


@pytest.mark.parametrize("command", [["check"], ["export", "ABCDE"], ["backup"], ["import", str(SHEET)]])
def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").write_text("Dear diary")
    assert why(run(*command, "--data", str(tmp_path / "file" / "data")))


@pytest.mark.parametrize("move", ["{", "[]", "5", '{"move": "jump"}', '{"move": "won", "player": 5}'])
def test_a_row_that_is_damaged_is_told(house: House, move: str) -> None:
    house.taps(DEAL, won("Ann"))
    house.database.rows.execute("update entries set move = ? where number = 2", [move])
    house.database.rows.commit()
    assert "can't be read" in why(run("export", house.code, "--data", str(house.folder)))
    checked = run("check", "--data", str(house.folder))
    assert (checked.exit_code, checked.stderr) == (1, "")
    assert checked.stdout.startswith(f"Table {house.code}: entry 2: ")


def damaged(house: House, *tables: str) -> None:
    """The pages of these tables hold nonsense."""
    rows = house.database.rows
    found = [rows.execute("select rootpage from sqlite_master where name = ?", [name]).fetchone()[0] for name in tables]
    house.database.close()
    with (house.folder / FILE).open("r+b") as pages:
        for page in found:
            pages.seek((page - 1) * 4096)
            pages.write(b"\xff" * 4096)


@pytest.mark.parametrize("table", ["tables", "entries", "household", "sqlite_autoindex_tables_1"])
@pytest.mark.parametrize("command", ["export", "import", "backup", "check"])
def test_a_damaged_file_is_told(house: House, table: str, command: str) -> None:
    house.taps(DEAL)
    damaged(house, table)
    arguments = {"export": [house.code], "import": [str(SHEET)]}.get(command, [])
    result = run(command, *arguments, "--data", str(house.folder))
    assert result.exit_code in {0, 1} and isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == 0 or len(result.stderr.splitlines()) == (command != "check")
    harmless = (
        command == "import" or table == "household" or (command, table) == ("export", "sqlite_autoindex_tables_1")
    )
    assert result.exit_code == 1 or harmless, result.stdout
