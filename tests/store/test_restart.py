"""The house is closed and opened again: nothing may show that it was."""

import time

import pytest

from companion.scoresheet import CounterValue
from companion.store import Unreadable, tables
from tests.tools.evening import move, opening
from tests.tools.house import (
    DEAL,
    FINISH,
    SPOILT,
    House,
    Tap,
    amends,
    give,
    inserts,
    plays,
    renames,
    sheet,
    strikes,
    undoes,
    won,
)

EVENINGS: dict[str, list[Tap]] = {
    "a hand": [plays(DEAL), plays(won("Cat"))],
    "two moves in one tap": [plays(DEAL), plays(won("Cat"), DEAL)],
    "an undo": [plays(DEAL), plays(won("Cat")), undoes],
    "an undo of two moves": [plays(DEAL), plays(won("Cat"), DEAL), undoes],
    "an undo of an undo's tap before": [plays(DEAL), plays(SPOILT), undoes, undoes],
    "a strike of an early move": [plays(DEAL), plays(SPOILT), plays(DEAL), plays(won("Ben")), strikes(3)],
    "a strike that others fall with": [plays(DEAL), plays(won("Ann")), plays(DEAL), plays(won("Ben")), strikes(4)],
    "an amended move": [plays(DEAL), plays(won("Ann")), plays(DEAL), amends(3, won("Dan"))],
    "an amendment taken back": [plays(DEAL), plays(won("Ann")), amends(3, won("Dan")), undoes],
    "a move inserted": [plays(DEAL), plays(won("Ann")), inserts(2, give("Ann", "Cat", 2)), plays(DEAL)],
    "an insertion taken back": [plays(DEAL), plays(won("Ann")), inserts(3, give("Ann", "Cat", 2)), undoes],
    "a name put right": [plays(DEAL), plays(won("Ann")), amends(3, won("Cat")), renames("Cat", "Kate")],
    "a name put right and taken back": [plays(DEAL), renames("Cat", "Kate"), plays(won("Kate")), undoes, undoes],
    "everything struck": [plays(DEAL), strikes(1), strikes(2)],
}


@pytest.mark.parametrize("taps", EVENINGS.values(), ids=EVENINGS.keys())
def test_a_table_is_the_same_after_a_restart(house: House, taps: list[Tap]) -> None:
    before = house.taps(*taps)
    house.restart()
    assert house.table == before
    assert house.table.journal.moved == before.journal.moved


def test_more_tables_than_are_kept_ready_lose_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_CACHED_TABLES", 1)
    monkeypatch.setattr(tables, "MAX_PLAYED_TABLES", 2)
    house.restart()
    codes = [house.tables.lay(sheet()).code for _ in range(8)]
    for round_of_deals in range(2):
        for code in codes:
            house.tables.record(code, None, None, plays(*([DEAL, SPOILT] * (round_of_deals + 1))))
    assert len(house.tables._cache) == 2
    assert {house.tables.find(code).journal.last for code in codes} == {7}
    assert house.table.journal.last == 1


def test_looking_at_many_tables_keeps_few_of_them_and_that_which_is_played_at(house: House) -> None:
    played = house.taps(DEAL)
    codes = [house.tables.lay(sheet()).code for _ in range(500)]
    for code in codes:
        house.tables.find(code)
    assert len(house.tables._cache) <= tables.MAX_CACHED_TABLES + 1
    assert house.table is played


def test_a_table_that_nobody_plays_at_any_more_is_kept_no_longer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    played = house.taps(DEAL)
    later = time.monotonic() + tables.PLAYED_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert len(house.tables._cache) == 0
    assert house.table == played and house.table is not played


def test_the_newest_of_many_tables_and_that_asked_for_last_stay_ready(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_CACHED_TABLES", 2)
    house.restart()
    kept = house.table
    for _ in range(2):
        house.tables.lay(sheet())
        assert house.table is kept
    first, second, third = (house.tables.lay(sheet()) for _ in range(3))
    assert house.tables.find(third.code) is third
    assert house.tables.find(second.code) is second
    assert house.tables.find(first.code) is not first


def test_an_undone_amendment_comes_back_as_a_move_of_its_own_game(house: House) -> None:
    """The first game's end is struck, so the second game falls, and one of its moves is amended meanwhile."""
    bird = opening("my-bird-sings")
    house.taps(DEAL, won("Ann"), FINISH, bird, move("my-bird-sings", "deal"))
    house.taps(move("my-bird-sings", "sings", player="Ben"), strikes(4), amends(7, give("Ann", "Ben", 1)), undoes)
    before = house.taps(undoes)
    house.restart()
    assert house.table == before
    assert [step.memo for step in house.table.journal.in_force()][-1].startswith("Ben")


def test_an_edition_that_nobody_knows_here_is_never_taken_for_another(house: House) -> None:
    house.database.rows.execute("UPDATE entries SET edition = 9")
    house.database.rows.commit()
    house.restart()
    with pytest.raises(Unreadable) as refused:
        house.tables.find(house.code)
    assert "edition 9" in str(refused.value.__cause__)


def test_a_table_that_is_gone_hides_none_that_is_there(house: House) -> None:
    assert house.tables.find_all(["GHNE2", house.code]) == [house.table]


def test_the_same_worth_of_a_counter_again_changes_nothing(house: House) -> None:
    worth = CounterValue("0.10", "EUR")
    before = house.tables.change(house.code, lambda now: now.with_beside(counter_value=worth))
    assert house.tables.change(house.code, lambda now: now.with_beside(counter_value=worth)) is before
    house.restart()
    assert house.table.beside.counter_value == worth
