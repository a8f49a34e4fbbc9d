"""The folder can only be read: every command says so in one sentence, and touches nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.store import CannotOpen
from companion.store.database import FILE
from companion.web import create_app
from tests.tools.house import DEAL, House, won
from tests.tools.trouble import read_only_folder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that can only be read, left by a server that was killed: then all is in the log."""
    house, left = House(tmp_path / "house"), tmp_path / "left"
    house.taps(DEAL, won("Ann"))
    left.mkdir()
    for ending in ("", "-wal"):
        (left / f"{FILE}{ending}").write_bytes((house.folder / f"{FILE}{ending}").read_bytes())
    house.database.close()
    try:
        with read_only_folder(left):
            yield left
    except OSError as error:
        pytest.skip(f"{error}: this test is skipped")


def test_every_command_says_so_and_touches_nothing(folder: Path, tmp_path: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(CannotOpen, match="can only be read"):
        create_app(folder)
    for command in (["check"], ["tables"], ["export", "--all", f"{tmp_path / 'all'}"], ["backup", f"{tmp_path / 'b'}"]):
        result = CliRunner().invoke(main, [*command, "--data", f"{folder}"])
        (line,) = result.output.splitlines()
        assert (result.exit_code, line) == (
            1,
            f"{folder} can only be read. Copy it to where it can be written, then use that.",
        )
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
