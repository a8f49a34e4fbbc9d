"""The disk is full, or another program holds the database: people are told, nothing is lost, and play goes on."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.store import CannotOpen, Database
from companion.store.backups import FOLDER, backup, restore
from tests.tools.house import DEAL, House
from tests.tools.serving import Answered, Killed, Wire
from tests.tools.trouble import disk_full, locked, no_growth, small_disk
from tests.tools.writers import Writer, all_is_well, laid, shown, taps_of, written

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no limit for another process here: tests are skipped")

SENTENCE = "This could not be written down, and nothing was changed: "
Trouble = Callable[[int], AbstractContextManager[None]]
MOST = 2000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        mounted = small_disk(folder)
        mounted.__enter__()
    except OSError as error:
        pytest.skip(f"{error}: this test is skipped")
    yield folder
    mounted.__exit__(None, None, None)


@pytest.fixture(params=["disk full", "no growth", "locked"])
def troubled(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Trouble]:
    """A folder, and the trouble that comes over its database while a process serves it."""
    if request.param == "disk full":
        folder: Path = request.getfixturevalue("disk")
        return folder, lambda pid: disk_full(folder)
    return tmp_path, lambda pid: no_growth(pid, tmp_path) if request.param == "no growth" else locked(tmp_path)


@pytest.fixture
def server(troubled: tuple[Path, Trouble]) -> Iterator[Killed]:
    """A server that doesn't wait long for another program."""
    made = Killed(troubled[0], patience=0.3).start()
    yield made
    made.close()


def refused(writer: Writer) -> Answered:
    """The answer to the first tap that could not be written down."""
    for _ in range(MOST):
        answer = writer.send()
        if answer.status_code != 303:
            return answer
    raise AssertionError("everything was written down")


def test_people_are_told_and_play_goes_on(server: Killed, troubled: tuple[Path, Trouble]) -> None:
    """It goes by, and comes again; then the server is killed in it."""
    folder, trouble = troubled
    code, writers = laid(server)
    for killed in (False, True):
        with trouble(server.pid):
            with ThreadPoolExecutor(len(writers)) as at_once:
                answers = list(at_once.map(refused, writers))
            for answer in answers:
                assert (answer.status_code, answer.get_data().count(SENTENCE)) == (503, 1)
                assert "Traceback" not in answer.get_data()
            assert Wire(server.port).get(f"/t/{code}").status_code == 200
            assert Wire(server.port).get(f"/t/{code}/journal").status_code == 200
            if killed:
                server.kill()
        if killed:
            server.start()
        taps = taps_of(written(folder, code))
        assert all(taps.get(writer.name, 0) == writer.answered for writer in writers), "what was refused is not there"
        for writer in writers:
            writer.tap()
    server.kill()
    server.start()
    taps = taps_of(written(folder, code))
    assert all(taps[writer.name] == writer.answered for writer in writers)
    assert shown(server, folder, code)
    all_is_well(folder)


def test_a_full_disk_harms_no_database_that_is_opened_copied_or_restored(disk: Path, tmp_path: Path) -> None:
    house = House(disk)
    before = house.taps(DEAL)
    kept = backup(disk, tmp_path / "kept.sqlite3")
    house.database.close()
    with disk_full(disk):
        for work in (lambda: Database(disk), lambda: backup(disk), lambda: restore(disk, kept)):
            with pytest.raises(CannotOpen, match=r"\.$"):
                work()
    house.open()
    assert house.table == before
    assert not list((disk / FOLDER).glob("*")), "nothing half-copied is left"
    house.database.close()
    all_is_well(disk)
