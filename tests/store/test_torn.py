"""The log of the database is cut off anywhere: what is left are whole taps, and play goes on after them."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from companion.store import Database, Tables
from companion.store.database import FILE
from tests.tools.house import DEAL, House, entries, plays, won

FRAME = 24 + 4096


@pytest.fixture
def lengths(house: House) -> dict[int, int]:
    """How long the log was after every tap, and how many entries there were; taps of one move, and of two."""
    log = Path(f"{house.folder / FILE}-wal")
    found = {log.stat().st_size: 1}
    for tap in [plays(DEAL), *[plays(won("Ann"), DEAL)] * 8]:
        found[log.stat().st_size] = house.taps(tap).journal.last
    return found


def cut(house: House, folder: Path, length: int, torn: bytes = b"") -> Path:
    """A copy of the house's files whose log is only so long, and then torn."""
    folder.mkdir()
    shutil.copy(house.folder / FILE, folder)
    log = Path(f"{house.folder / FILE}-wal").read_bytes()
    (folder / f"{FILE}-wal").write_bytes(log[:length] + torn)
    return folder


def test_what_is_left_of_a_log_are_whole_taps(house: House, lengths: dict[int, int], tmp_path: Path) -> None:
    for (before, last), (after, _) in pairwise(lengths.items()):
        for place, length in enumerate({before, before + 1, (before + after) // 2, after - FRAME, after - 1}):
            assert entries(cut(house, tmp_path / f"{before}-{place}", length), house.code) == last
    whole, newest = max(lengths.items())
    assert entries(cut(house, tmp_path / "whole", whole), house.code) == newest == house.table.journal.last


@pytest.mark.parametrize("torn", [b"\0" * 100, b"x" * FRAME, b"\0" * 3 * FRAME], ids=["few", "a page", "nothing"])
def test_a_torn_write_behind_the_last_tap_takes_nothing_with_it(
    house: House, lengths: dict[int, int], tmp_path: Path, torn: bytes
) -> None:
    whole, newest = max(lengths.items())
    assert entries(cut(house, tmp_path / "torn", whole, torn), house.code) == newest


def test_a_page_that_was_written_badly_takes_only_its_own_tap_with_it(
    house: House, lengths: dict[int, int], tmp_path: Path
) -> None:
    *_, (before, last), (after, _) = lengths.items()
    for place in range(before, after, 500):
        folder = cut(house, tmp_path / f"at {place}", after)
        log = folder / f"{FILE}-wal"
        bad = bytearray(log.read_bytes())
        bad[place] ^= 0xFF
        log.write_bytes(bad)
        assert entries(folder, house.code) == last


def test_play_goes_on_behind_a_torn_log(house: House, lengths: dict[int, int], tmp_path: Path) -> None:
    whole = max(lengths)
    left = Database(cut(house, tmp_path / "torn", whole - 1))
    tables, last = Tables(left), lengths[sorted(lengths)[-2]]
    assert tables.record(house.code, "again", None, plays(won("Ann"), DEAL)).journal.last == last + 2
    assert tables.record(house.code, "again", None, plays(won("Ann"), DEAL)).journal.last == last + 2
    left.close()
    assert entries(tmp_path / "torn", house.code) == last + 2
