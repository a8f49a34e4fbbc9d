"""The evenings in a line each: worked out of journals, dropped with every change, found by words and days."""

from datetime import timedelta

import pytest
from attrs import evolve

from companion.scoresheet import CounterValue
from companion.store import Evenings, Summary, WriteFailed
from companion.store.check import problems
from companion.store.devices import hashed
from companion.store.evenings import Sought
from tests.tools.clock import Clock
from tests.tools.evening import move
from tests.tools.house import DEAL, FINISH, House, renames, sheet, strikes, undoes, won


def evenings(house: House) -> Evenings:
    return Evenings(house.database, house.tables)


def line(house: House) -> Summary:
    """The line of the house's table."""
    return next(found for found in evenings(house).find() if found.code == house.code)


def test_a_table_just_laid_is_an_evening(house: House) -> None:
    found = line(house)
    assert (found.players, found.titles) == (("Ann", "Ben", "Cat", "Dan"), ("Spoil-Five",))
    assert (found.hands, found.over, found.top) == (0, False, ())


@pytest.mark.parametrize("days", [2, -2])
def test_one_that_was_left_unfinished_is_offered_also_where_the_clock_was_set_back(
    house: House, wall: Clock, days: int
) -> None:
    house.pencils.know(house.code, "a phone", pencil=True)
    house.taps(DEAL, won("Cat"), DEAL)
    assert evenings(house).left_unfinished(hashed("a phone")) == []
    wall.off = timedelta(days=days)
    assert evenings(house).left_unfinished(hashed("a phone")) == [line(house)]


def test_counters_that_lie_with_their_winners_are_owed_by_nobody(house: House) -> None:
    house.code = house.tables.lay(evolve(sheet(), start=30)).code
    house.taps(DEAL, won("Cat"), FINISH)
    assert (line(house).owed, line(house).is_paid, line(house).score) == ((), False, 7)
    house.tables.change(house.code, lambda now: now.with_beside(counter_value=CounterValue("0.05", "GBP")))
    assert len(line(house).owed) == 3


def test_an_evening_of_points_is_led_by_its_points(house: House) -> None:
    house.code = house.tables.lay(sheet("Ann Ben Cat", "points-game", name="Hearts", wins="fewest", hands=3)).code
    house.taps(move("points-game", "deal"), move("points-game", "scored", points={"Ann": 5, "Ben": 2, "Cat": 9}))
    found = line(house)
    assert (found.titles, found.top, found.score, found.in_points) == (("Hearts",), ("Ben",), 2, True)


@pytest.mark.parametrize("tap", [DEAL, won("Ann"), strikes(3), renames("Cat", "Cleo"), undoes], ids=range(5))
def test_every_change_is_in_the_line_that_is_read_next(house: House, tap) -> None:
    house.taps(DEAL, won("Cat"), DEAL)
    line(house)
    assert house.rows("evenings")
    house.taps(tap) if tap is not DEAL else house.taps(won("Ann"), DEAL)
    assert house.rows("evenings") == []
    assert line(house).players == tuple(house.table.journal.state.seats)
    assert problems(house.database) == []


def test_one_that_was_played_on_while_its_line_was_worked_out_is_asked_for_again(house: House, monkeypatch) -> None:
    """The line would be that of before."""
    find_all = house.tables.find_all

    def meanwhile(codes):
        found = find_all(codes)
        house.taps(DEAL)
        return found

    monkeypatch.setattr(house.tables, "find_all", meanwhile)
    assert evenings(house).find() == []
    monkeypatch.undo()
    assert line(house).hands == 1


def test_a_page_waits_for_no_line_but_its_own(house: House) -> None:
    """An update has dropped them all; who looks for a word waits for all."""
    for _ in range(4):
        house.tables.lay(sheet())
    asked = evenings(house)
    for before, lines in ((None, 2), (asked.find(most=2)[-1].code, 4)):
        assert len(asked.find(before=before, most=2)) == 2
        assert len(house.rows("evenings")) == lines
    assert len(house.rows("evenings")) == 4
    assert asked.count(sought=[Sought(["ann"])]) == 5


def test_missing_lines_are_worked_out_batch_by_batch(house: House, monkeypatch) -> None:
    monkeypatch.setattr("companion.store.evenings.A_BATCH", 2)
    for _ in range(4):
        house.tables.lay(sheet())
    assert [len(house.rows("evenings")) for _ in evenings(house).catch_up()] == [2, 4, 5]
    assert list(evenings(house).catch_up()) == []


def test_a_disk_that_takes_no_line_ends_working_them_out_and_shows_it_for_this_once(house: House, monkeypatch) -> None:
    monkeypatch.setattr(house.database, "is_in_place", lambda: False)
    assert list(evenings(house).catch_up()) == []
    assert line(house).code == house.code
    assert house.rows("evenings") == []


def test_while_another_program_holds_the_file_those_of_before_are_found(house: House, monkeypatch) -> None:
    def held(*args):
        raise WriteFailed("another program is using the tables")

    line(house)
    house.tables.lay(sheet())
    monkeypatch.setattr(house.database, "_begin", held)
    assert [found.code for found in evenings(house).find()] == [house.code]
