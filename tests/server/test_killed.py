"""The server is killed at random moments, while several phones write: what was answered is there, once, and whole.

``COMPANION_KILLS`` says how many times; every start and every kill is of the same database.
"""

import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store import Database, Tables
from companion.store.backups import FOLDER, restore
from companion.store.database import FILE
from tests.tools.house import sheet
from tests.tools.serving import Killed
from tests.tools.writers import Writer, all_is_well, laid, shown, taps_of, written

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no SIGKILL: these tests are skipped")

KILLS = int(os.environ.get("COMPANION_KILLS", "25"))
KILLS_PER_TABLE = 20
MAX_TAPS = 12
"""Taps that may be answered before the server is killed."""
MAX_DELAY_SECONDS = 0.02
"""Seconds between the last answer and the kill, at most."""
TIMEOUT_SECONDS = 20.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Killed]:
    """A server of an empty folder, not yet started."""
    made = Killed(tmp_path)
    yield made
    made.close()


def until(done: Callable[[], object]) -> None:
    """Waits until something is so."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not done() and time.monotonic() < end:
        time.sleep(0.001)


def kill_in_the_midst(server: Killed, writers: list[Writer], taps: int, moment: float) -> None:
    """All write; when so many taps more are answered, and a moment has gone by, the server is gone."""
    enough = sum(writer.answered for writer in writers) + taps
    running = [threading.Thread(target=writer.write) for writer in writers]
    for thread in running:
        thread.start()
    until(lambda: sum(writer.answered for writer in writers) >= enough)
    time.sleep(moment)
    server.kill()
    for thread, writer in zip(running, writers, strict=True):
        thread.join()
        if writer.failed:
            raise writer.failed


def test_whatever_was_answered_is_there_once_and_whole(server: Killed, tmp_path: Path) -> None:
    chance = random.Random(KILLS)
    answered = unanswered = 0
    server.start()
    for kill in range(1, KILLS + 1):
        if kill % KILLS_PER_TABLE == 1:
            code, writers = laid(server)
        before = sum(writer.answered for writer in writers)
        kill_in_the_midst(server, writers, chance.randint(0, MAX_TAPS), chance.uniform(0, MAX_DELAY_SECONDS))
        server.start()
        taps = taps_of(written(tmp_path, code))
        more = [taps.get(writer.name, 0) - writer.answered for writer in writers]
        assert set(more) <= {0, 1}, "lost, or written twice"
        assert shown(server, tmp_path, code)
        answered += sum(writer.answered for writer in writers) - before
        unanswered += sum(more)
        if kill % KILLS_PER_TABLE == 0 or kill == KILLS:
            all_is_well(tmp_path)
    print(f"{KILLS} kills, {answered} taps answered, {unanswered} written though the answer was lost")  # noqa: T201
    assert answered > KILLS, "the phones must have written"
    assert unanswered or KILLS < 25, "some kills must have come between the writing and the answer"


def test_the_backup_of_the_day_is_whole_though_the_server_was_killed_in_the_midst_of_it(
    server: Killed, tmp_path: Path
) -> None:
    server.start()
    code, writers = laid(server)
    for moment in range(10):
        kill_in_the_midst(server, writers, 0, moment / 100)
        server.begin()
    log, folder = Path(f"{tmp_path / FILE}-wal"), tmp_path / FOLDER
    until(lambda: any(file.stat().st_mtime > log.stat().st_mtime for file in folder.glob("daily-*.sqlite3")))
    backup = max(folder.glob("daily-*.sqlite3"))
    restore(tmp_path / "other", backup)
    all_is_well(tmp_path / "other")
    assert taps_of(written(tmp_path / "other", code))["before"] == 20


def test_a_server_killed_while_it_makes_its_database_starts_the_next_time(server: Killed, tmp_path: Path) -> None:
    chance, made = random.Random(1), 0
    for turn in range(12):
        server.begin()
        until(lambda wait=turn % 2: not wait or (tmp_path / FILE).exists())
        time.sleep(chance.uniform(0, 0.03))
        server.kill()
        made += (tmp_path / FILE).exists()
        database = Database(tmp_path, serving=True)
        Tables(database).lay(sheet())
        database.close()
        all_is_well(tmp_path)
        for file in tmp_path.glob("companion.sqlite3*"):
            file.unlink()
    assert made, "some must have been killed after they began"


def test_a_write_that_the_power_cut_off_takes_nothing_else_with_it(server: Killed, tmp_path: Path) -> None:
    """What was being written when the power went is cut off anywhere; it was not answered, and is sent again."""
    chance, log = random.Random(2), Path(f"{tmp_path / FILE}-wal")
    server.start()
    code, writers = laid(server)
    for _ in range(5):
        server.kill()
        whole = log.read_bytes()
        server.start()
        lost = chance.choice(writers)
        lost.tap()
        server.kill()
        longer = log.read_bytes()
        log.write_bytes(longer[: chance.randrange(len(whole), len(longer))])
        shutil.rmtree(tmp_path / FOLDER, ignore_errors=True)  # the backup of the start may have held the write already
        lost.answered -= 1
        server.start()
        taps = taps_of(written(tmp_path, code))
        assert all(taps.get(writer.name, 0) == writer.answered for writer in writers)
        for writer in writers:
            writer.tap()
        assert shown(server, tmp_path, code)
    all_is_well(tmp_path)
