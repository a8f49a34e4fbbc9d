"""The evenings in a line each: worked out of journals, dropped with every change, found by words and days."""

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from attrs import evolve

from companion.scoresheet import CounterValue
from companion.store import Evenings, Summary, WriteFailed
from companion.store.check import problems
from companion.store.evenings import A_BATCH, Sought, _tally
from companion.store.pencils import hashed
from companion.store.tables import Filter
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


def test_whoever_is_up_most_is_on_top_and_debts_are_named_until_they_are_paid(house: House) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    assert line(house)[6:11] == (True, ("Cat",), 7, False, (("Ann", "Cat"), ("Ben", "Cat"), ("Dan", "Cat")))
    house.settling.tick(house.code, house.table.owed[0], None)
    assert line(house).owed == (("Ben", "Cat"), ("Dan", "Cat"))


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


def test_who_sat_out_throughout_is_not_on_top_though_the_fewest_points_win(house: House) -> None:
    house.code = house.tables.lay(sheet("Ann Ben Cat", "points-game", name="Hearts", wins="fewest", hands=3)).code
    out = move("points-game", "sit_out", player="Cat")
    house.taps(out, move("points-game", "deal"), move("points-game", "scored", points={"Ann": 5, "Ben": 2}))
    assert (line(house).top, line(house).score) == (("Ben",), 2)


@pytest.mark.parametrize("tap", [DEAL, won("Ann"), strikes(3), renames("Cat", "Cleo"), undoes], ids=range(5))
def test_every_change_is_in_the_line_that_is_read_next(house: House, tap) -> None:
    house.taps(DEAL, won("Cat"), DEAL)
    line(house)
    assert house.rows("evenings")
    house.taps(tap) if tap is not DEAL else house.taps(won("Ann"), DEAL)
    assert house.rows("evenings") == []
    assert line(house).players == tuple(house.table.journal.state.seats)
    assert problems(house.database) == []


def test_a_line_that_says_something_else_is_found_and_made_anew(house: House) -> None:
    house.taps(DEAL, won("Cat"), FINISH)
    line(house)
    harm = json.dumps(json.loads(house.rows("evenings")[0]["line"]) | {"score": 300}, ensure_ascii=False)
    house.database.rows.execute("update evenings set line = ?", [harm])
    house.database.rows.commit()
    assert "its line, or its statistics, are not what its journal says" in problems(house.database)[0]
    evenings(house).drop()
    assert line(house).score == 7
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


def test_they_are_found_page_by_page_the_latest_first(house: House) -> None:
    codes = [house.code, *(house.tables.lay(sheet()).code for _ in range(19))][::-1]
    asked = evenings(house)
    first = [found.code for found in asked.find(most=7)]
    rest = [found.code for found in asked.find(before=first[-1])]
    assert first + rest == codes
    assert asked.count() == 20
    assert asked.find(before="NONE2") == []


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


def test_while_many_lines_are_parsed_others_write(house: House, monkeypatch) -> None:
    for _ in range(A_BATCH):
        house.tables.lay(sheet())
    evenings(house).find()
    free: list[bool] = []

    def try_to_write() -> None:
        if house.database._guard.acquire(blocking=False):
            free.append(True)
            house.database._guard.release()

    def tally(*row: Any) -> object:
        """Parse a line while another thread tries."""
        trial = threading.Thread(target=try_to_write)
        trial.start()
        trial.join()
        return _tally(*row)

    monkeypatch.setattr("companion.store.evenings._tally", tally)
    assert len(evenings(house).known().evenings) == len(free) == A_BATCH + 1


def test_a_disk_that_takes_no_line_ends_working_them_out(house: House, monkeypatch) -> None:
    monkeypatch.setattr(house.database, "is_in_place", lambda: False)
    assert list(evenings(house).catch_up()) == []
    assert house.rows("evenings") == []


def test_they_are_found_by_words_without_accents_and_by_days(house: House) -> None:
    zoe = house.tables.lay(sheet("Zoë Øyvind", "jig")).code
    house.database.rows.execute("update tables set laid_at = '2025-11-20T12:00:00+00:00' where code = ?", [zoe])
    house.database.rows.commit()
    asked = evenings(house)
    for word in (["zoe"], ["ig"], ["nobody", "jig"]):
        assert [found.code for found in asked.find(sought=[Sought(word)])] == [zoe]
    for day in ("2025-*", "????-11-20 *", "* 4"):
        assert zoe in [found.code for found in asked.find(sought=[Sought([], [day])])], day
    assert asked.count(sought=[Sought(["zoe"]), Sought(["spoil"])]) == 0


def test_a_device_finds_those_that_it_is_known_at_or_holds_the_code_of(house: House) -> None:
    mine, watched = (house.tables.lay(sheet()).code for _ in range(2))
    house.pencils.know(mine, "a secret", pencil=True)
    (device,) = {row["device"] for row in house.rows("devices")}
    found = evenings(house).find(Filter(device, [watched]))
    assert {each.code for each in found} == {mine, watched}


def test_one_that_cannot_be_read_is_left_out(house: House) -> None:
    broken = house.tables.lay(sheet()).code
    house.database.rows.execute("update tables set players = 'x' where code = ?", [broken])
    house.database.rows.commit()
    house.restart()
    assert [found.code for found in evenings(house).find()] == [house.code]


def test_a_disk_that_takes_no_line_shows_it_for_this_once(house: House, monkeypatch) -> None:
    monkeypatch.setattr(house.database, "is_in_place", lambda: False)
    assert line(house).code == house.code
    assert house.rows("evenings") == []


def test_while_another_program_holds_the_file_those_of_before_are_found(house: House, monkeypatch) -> None:
    def held(*args):
        raise WriteFailed("another program is using the tables")

    line(house)
    house.tables.lay(sheet())
    monkeypatch.setattr(house.database, "_begin", held)
    assert [found.code for found in evenings(house).find()] == [house.code]
