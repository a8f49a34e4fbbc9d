"""What comes back with a backup: its evenings, and nobody's rights; and a restore that is killed at any step."""

import os
import re
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import copytree
from types import FrameType
from typing import Any

import pytest

from companion.store import Database, HouseDevices, Pencils, Tables
from companion.store.backups import FOLDER, backup, daily, restore
from companion.store.check import problems
from companion.store.database import FILE, CannotOpen
from companion.store.devices import NoInvitation, hashed
from tests.store.test_backups import DAY, damaged, in_folder, no_database
from tests.tools.house import DEAL, House, won

ANN, BEN, CAT = (f"the phone of {name}" for name in ("Ann", "Ben", "Cat"))


@pytest.fixture
def lived(house: House, tmp_path: Path) -> House:
    """A backup was taken, ``kept``; then Ann's device was removed, Cat's let in, and Ann gave Ben the pencil."""
    devices = HouseDevices(house.database)
    for secret in (ANN, BEN):
        devices.admit(hashed(secret), "phone")
    devices.rename(hashed(ANN), "Ann’s old phone")
    house.pencils.know(house.code, ANN, pencil=True)
    house.taps(DEAL)
    backup(house.folder, tmp_path / "kept")
    house.pencils.accept(house.pencils.invite(house.code, ANN, gives_away=True), BEN)
    devices.remove(hashed(ANN))
    devices.admit(hashed(CAT), "phone")
    house.taps(won("Cat"))
    return house


def household(house: House) -> set[str]:
    return {each.device for each in HouseDevices(house.database).all()}


def writers(house: House) -> list[str]:
    return [holder.device for holder in house.pencils.holders(house.code)]


def test_who_was_removed_stays_out_and_who_was_let_in_stays_in(lived: House, tmp_path: Path) -> None:
    lived.database.close()
    restored = restore(lived.folder, tmp_path / "kept")
    lived.open()
    assert lived.table.journal.last == 2
    assert (restored.keeps_rights, restored.devices) == (True, set())
    assert household(lived) == {hashed(BEN), hashed(CAT)}
    assert writers(lived) == [hashed(BEN)], "the pencil that was given away"
    assert problems(lived.database) == []


def test_an_invitation_that_was_used_is_not_good_again(house: House, tmp_path: Path) -> None:
    token = house.pencils.invite(house.code, ANN)
    kept = backup(house.folder, tmp_path / "kept")
    house.pencils.accept(token, BEN)
    house.database.close()
    restore(house.folder, kept)
    house.open()
    with pytest.raises(NoInvitation):
        house.pencils.accept(token, CAT)


@pytest.mark.parametrize("harm", [no_database, None], ids=["not a database", "gone"])
def test_where_nobody_can_read_who_was_removed_it_is_said_who_is_back(
    lived: House, tmp_path: Path, harm: Callable[[Path], None] | None
) -> None:
    lived.database.close()
    (lived.folder / FILE).unlink()
    if harm:
        harm(lived.folder / FILE)
    restored = restore(lived.folder, tmp_path / "kept")
    lived.open()
    assert (restored.keeps_rights, restored.devices) == (False, {hashed(ANN), hashed(BEN)})
    assert household(lived) == {hashed(ANN), hashed(BEN)}


def test_a_database_with_one_damaged_page_still_says_who_was_removed(lived: House, tmp_path: Path) -> None:
    (page,) = lived.database.rows.execute("select rootpage from sqlite_master where name = 'entries'").fetchone()
    lived.database.close()
    with (lived.folder / FILE).open("r+b") as pages:
        pages.seek((page - 1) * 4096)
        pages.write(b"\xff" * 4096)
    assert restore(lived.folder, tmp_path / "kept").keeps_rights
    lived.open()
    assert household(lived) == {hashed(BEN), hashed(CAT)}


def test_a_new_database_knows_nobody_who_was_removed_so_it_is_said_who_is_back(lived: House, tmp_path: Path) -> None:
    Database(tmp_path / "new").close()
    restored = restore(tmp_path / "new", tmp_path / "kept")
    assert (restored.keeps_rights, restored.devices) == (True, {hashed(ANN), hashed(BEN)})


# A restore that is killed.

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no SIGKILL: these tests are skipped")


SYSTEM = {os.chmod, os.fsync, os.mkdir, os.open, os.replace, os.unlink}
"""The calls of the system that leave something behind; beside them whatever SQLite is asked for but reading."""


def killed_at(step: int, work: Callable[[], object]) -> bool:
    """Whether a process that does the work was killed, as it was about to ask system or database for the nth thing."""
    child = os.fork()
    if not child:
        left = step

        def watch(frame: FrameType, event: str, asked: Any) -> None:
            nonlocal left
            of_sqlite = isinstance(getattr(asked, "__self__", None), sqlite3.Connection)
            if event == "c_call" and (asked in SYSTEM or (of_sqlite and asked.__name__ != "execute")):
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(watch)
        with suppress(BaseException):
            work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def sound(folder: Path) -> None:
    """The log still holds the last moves: the server was killed."""


def broken(folder: Path) -> None:
    (folder / FILE).unlink()
    damaged(folder / FILE)


def gone(folder: Path) -> None:
    for file in folder.glob(f"{FILE}*"):
        file.unlink()


@needs_fork
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("before", [sound, broken, gone])
def test_killed_at_any_step_it_leaves_the_old_database_or_the_new_one(
    lived: House, tmp_path: Path, before: Callable[[Path], None]
) -> None:
    start, step = tmp_path / "start", 0
    copytree(lived.folder, start, ignore=lambda folder, names: [*{*names} - {FILE, f"{FILE}-wal"}])
    lived.database.close()
    before(start)
    old, killed, ends = content(start), True, []
    seen: list[dict[str, bytes]] = []
    while killed:
        step += 1
        folder = tmp_path / f"{step}"
        copytree(start, folder)
        killed = killed_at(step, lambda folder=folder: restore(folder, tmp_path / "kept"))
        if (lies := files(folder)) in seen:
            continue  # nothing was left behind since the step before
        seen.append(lies)
        there = content(folder)
        ends.append("old" if before is not sound and there == old else state(folder, lived.code))
        if len(seen) % 2 and there:
            starts(folder)
        else:
            restore(folder, tmp_path / "kept")
            assert state(folder, lived.code) == "new"
        assert not litter(folder)
    assert "".join(sorted(ends, reverse=True)) == "".join(ends), "first the old one, then the new one"
    assert {*ends} == {"old", "new"}


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, by names without their dates."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {re.sub("[0-9]", "", str(path.relative_to(folder))): path.read_bytes() for path in found}


def starts(folder: Path) -> None:
    """A server starts, as far as it can, and makes its backup."""
    with suppress(CannotOpen):
        Database(folder, serving=True).close()
        daily(folder, DAY)


def content(folder: Path) -> bytes | None:
    """The bytes of the database, if there is one."""
    return (folder / FILE).read_bytes() if (folder / FILE).exists() else None


def state(folder: Path, code: str) -> str:
    """Which database it is, which must be whole."""
    database = Database(folder)
    try:
        assert problems(database) == []
        (devices, writer) = HouseDevices(database).all(), Pencils(database).holders(code)
        last = Tables(database).find(code).journal.last
        return {3: "old", 2: "new"}[last] if len(devices) == 2 and len(writer) == 1 else "mixed"
    finally:
        database.close()


def litter(folder: Path) -> set[str]:
    """What lies about that is neither the database nor a backup."""
    beside = in_folder(folder) - {FILE, FOLDER, "serving.lock"}
    return beside | {file.name for file in folder.glob(f"{FOLDER}/*") if not file.name.endswith(("sqlite3", "wal"))}
