"""Backups are made by themselves: at the start, after a game, in quiet minutes, hourly, at the end; in two places."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from companion.store import CannotOpen, Keeper, keeper
from companion.store.backups import FOLDER, restore
from companion.store.database import FILE
from companion.store.keeper import BACKUP_SECONDS, CHECKPOINT_SECONDS, NO_BACKUP, NO_SECOND_PLACE, QUIET_SECONDS
from tests.tools.house import DEAL, FINISH, House, entries, won
from tests.tools.phone import Phone
from tests.tools.quick import quick_app


class Clock:
    """The time that goes by while the keeper looks what is due."""

    def __init__(self, kept: Keeper) -> None:
        self.now, self.kept = 1000.0, kept

    def passes(self, seconds: float) -> None:
        self.kept.tick()
        self.now += seconds
        self.kept.tick()


@pytest.fixture
def kept(house: House) -> Keeper:
    return Keeper(house.database, house.tables)


@pytest.fixture
def clock(kept: Keeper, monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(kept)
    monkeypatch.setattr(keeper, "monotonic", lambda: made.now)
    kept._changed_at = made.now
    return made


@pytest.fixture
def held(house: House, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., int]:
    """How many entries of the table are in the newest backup, in the house or in another place."""

    def count(place: Path | None = None) -> int:
        folder = tmp_path_factory.mktemp("restored")
        restore(folder, max((place or house.folder / FOLDER).glob("daily-*.sqlite3")))
        return entries(folder, house.code)

    return count


def test_a_row_that_no_page_asks_for_is_named_with_it(house: House, clock: Clock) -> None:
    clock.passes(0)
    assert not house.database.left_out
    house.database.rows.execute("pragma foreign_keys = off")
    with house.database.writing() as rows:
        rows.execute("update entries set code = x'ff'")
    clock.passes(BACKUP_SECONDS)
    assert house.database.left_out


def test_what_an_update_left_to_do_is_done_a_step_a_tick(house: House) -> None:
    work = iter(range(3))
    Keeper(house.database, house.tables, work).tick()
    assert list(work) == [1, 2]


def test_one_is_made_after_some_quiet_minutes_and_when_a_game_is_over(
    house: House, clock: Clock, held: Callable[..., int]
) -> None:
    clock.passes(0)
    house.taps(DEAL)
    clock.passes(QUIET_SECONDS - 1)
    house.taps(won("Ann"))
    clock.passes(QUIET_SECONDS - 1)
    assert held() == 1
    clock.passes(1)
    assert held() == 3
    house.taps(DEAL, won("Ann"))
    clock.passes(1)
    assert held() == 3
    house.taps(FINISH)
    clock.passes(1)
    assert held() == 6


def test_one_is_made_every_hour_though_they_play_on(house: House, clock: Clock, held: Callable[..., int]) -> None:
    clock.passes(0)
    for _ in range(int(BACKUP_SECONDS // 100) + 1):
        house.taps(DEAL, won("Ann"))
        clock.passes(100)
    assert held() > 60


def test_when_it_is_quiet_a_copy_of_the_file_alone_has_everything(house: House, clock: Clock, tmp_path: Path) -> None:
    clock.passes(0)
    house.taps(DEAL, won("Ann"))
    clock.passes(CHECKPOINT_SECONDS)
    (tmp_path / "copy").mkdir()
    shutil.copy(house.folder / FILE, tmp_path / "copy")
    assert entries(tmp_path / "copy", house.code) == 3


@pytest.fixture
def stick(kept: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A second place on a disk of its own, which is put in when its folder is made."""
    kept.second = tmp_path / "stick"
    monkeypatch.setattr(keeper, "share_disk", lambda second, folder: False if second.exists() else None)
    return kept.second


def test_every_backup_is_made_in_the_second_place_too_once_that_is_there(
    house: House, clock: Clock, stick: Path, held: Callable[..., int]
) -> None:
    clock.passes(0)
    house.taps(DEAL)
    stick.mkdir()
    clock.passes(1)
    assert held(stick) == 2, "a stick that is put in is brought up to date at once"
    assert clock.kept.notices() == []
    house.taps(won("Ann"))
    clock.passes(BACKUP_SECONDS)
    assert held() == held(stick) == 3


def test_a_stick_that_is_not_there_is_told_once_and_none_is_made(
    clock: Clock, stick: Path, held: Callable[..., int], caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        clock.passes(BACKUP_SECONDS)
    assert clock.kept.notices() == [NO_SECOND_PLACE]
    assert caplog.messages == [f"The second place for backups is not there: {stick}"]
    assert held() == 1 and not stick.exists()


def test_the_empty_folder_of_a_stick_that_was_taken_out_is_not_the_stick(
    clock: Clock, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick.mkdir()
    clock.passes(0)
    shutil.rmtree(stick)
    stick.mkdir()
    monkeypatch.setattr(keeper, "share_disk", lambda second, folder: True)
    clock.passes(BACKUP_SECONDS)
    assert clock.kept.notices() == [NO_SECOND_PLACE]
    assert not list(stick.iterdir())


def test_a_second_place_on_the_disk_of_the_tables_is_told_and_used(
    clock: Clock, tmp_path: Path, held: Callable[..., int], caplog: pytest.LogCaptureFixture
) -> None:
    clock.kept.second = tmp_path / "synced"
    clock.kept.second.mkdir()
    clock.passes(0)
    assert held(tmp_path / "synced") == 1
    assert caplog.messages == [f"The second place for backups, {tmp_path / 'synced'}, is on the disk of the tables."]


def test_one_that_could_not_be_made_is_told_once_and_tried_again(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[date] = []

    def fails(folder: Path, day: date, place: Path | None) -> None:
        tries.append(day)
        raise CannotOpen("The disk is full.")

    with monkeypatch.context() as trouble:
        trouble.setattr(keeper, "daily", fails)
        clock.passes(QUIET_SECONDS)
        clock.passes(1)
        assert len(tries) == 2
        assert clock.kept.notices() == [NO_BACKUP]
        assert caplog.messages == ["No backup was made: The disk is full."]
    clock.passes(QUIET_SECONDS)
    assert clock.kept.notices() == []


def test_the_first_page_and_that_of_the_household_say_so(tmp_path: Path) -> None:
    app = quick_app(tmp_path / "house")
    kept = app.extensions["companion"].keeper
    kept.second = tmp_path / "stick"
    kept.tick()
    phone = Phone(app).joins()
    assert phone.open("/").says.count(NO_SECOND_PLACE) == 1, "before there is a table"
    phone.lays()
    for page in ("/", "/rules"):
        assert phone.open(page).says.count(NO_SECOND_PLACE) == 1
    kept.second.mkdir()
    kept.tick()
    assert NO_SECOND_PLACE not in phone.open("/").says
    (tmp_path / "house").rename(tmp_path / "elsewhere")
    assert "Nothing can be written down: the folder with the tables was moved" in phone.open("/").says
    app.extensions["companion"].close()
