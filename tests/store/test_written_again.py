"""Entries that phones kept are written again where the database lost them: the same ones, or none."""

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from companion.engine.changes import Change, Redo, UndoTo
from companion.engine.errors import Illegal
from companion.store.check import problems
from companion.store.entries import KeptEntry, entries_since
from tests.store.test_chain import chain, evening
from tests.tools.house import DEAL, House, undoes, won
from tests.tools.kept import lived_in

__all__ = ["evening"]


def kept(house: House, after: int = 0) -> list[KeptEntry]:
    """What a phone keeps that saw every entry after one."""
    found = entries_since(house.database.rows, house.code, 0, "")
    assert found is not None
    return [KeptEntry(**entry) for entry in found[after:]]


def loses(house: House, after: int) -> None:
    """The database forgets every entry after one."""
    house.database.rows.execute("delete from entries where code = ? and number > ?", [house.code, after])
    house.database.rows.commit()
    house.restart()


def test_everything_that_an_entry_can_be_is_written_again_as_it_was(evening: House) -> None:
    before, whole, last = chain(evening), kept(evening), evening.table.journal.last
    for after in range(1, last):
        if whole[after].along in (None, whole[after].number):  # a tap is lost whole
            loses(evening, after)
            evening.tables.write_again(evening.code, whole[after:])
            assert (chain(evening), problems(evening.database)) == (before, [])
            evening.restart()
            assert evening.table.head == before[-1]


def test_what_was_undone_and_redone_is_written_again_as_it_was(house: House) -> None:
    def taps(change: Redo | UndoTo) -> None:
        house.tables.record(house.code, None, None, lambda table: [change])

    house.taps(DEAL, won("Ann"), DEAL, won("Ben"), undoes)
    taps(Redo())
    taps(UndoTo(2))
    taps(Redo())
    house.taps(undoes)
    before, whole, last = chain(house), kept(house), house.table.journal.last
    for after in range(1, last):
        if whole[after].along in (None, whole[after].number):
            loses(house, after)
            house.tables.write_again(house.code, whole[after:])
            assert chain(house) == before


def test_every_game_is_written_again(tmp_path: Path) -> None:
    house = lived_in(tmp_path)
    for row in house.rows("tables"):
        house.code = row["code"]
        before, whole = chain(house), kept(house)
        loses(house, 1)
        house.tables.write_again(house.code, whole[1:])
        assert chain(house) == before
    assert problems(house.database) == []
    house.database.close()


def test_a_name_that_was_put_right_is_put_right_again_beside_the_journal(house: House) -> None:
    house.taps(DEAL)
    house.pencils.set_player(house.code, "a secret", "Ann")
    house.tables.record(house.code, None, None, lambda table: [Change.rename("Ann", "Anna")])
    whole = kept(house)
    loses(house, 2)
    house.database.rows.execute("update devices set player = 'Ann'")
    house.database.rows.commit()
    house.tables.write_again(house.code, whole[2:])
    assert [row["player"] for row in house.rows("devices")] == ["Anna"]


def test_what_is_sent_twice_is_written_once(evening: House) -> None:
    whole = kept(evening)
    loses(evening, 8)
    for _ in range(2):
        evening.tables.write_again(evening.code, whole[8:])
    assert [row["number"] for row in evening.rows("entries")] == [*range(1, len(whole) + 1)]


Harm = Callable[[list[KeptEntry]], list[KeptEntry]]
REFUSED: dict[str, tuple[Harm, str]] = {
    "the first is missing": (lambda lost: lost[1:], "Move 10 can't be written again: "),
    "another is missing": (lambda lost: [lost[0], *lost[2:]], "Move 11 "),
    "they stand in another order": (lambda lost: lost[::-1], "Move 11 "),
    "a move was altered": (lambda lost: [evolve(lost[0], move='{"move": "abandon"}'), *lost[1:]], "Move 9 "),
    "a time was altered": (lambda lost: [evolve(lost[0], at="2001-01-01T00:00:00+00:00"), *lost[1:]], "Move 9 "),
    "a time is none": (lambda lost: [evolve(lost[0], at="noon")], "Move 9 can't be written again: it can't be read."),
    "a hash was altered": (lambda lost: [evolve(lost[0], hash="0" * 16), *lost[1:]], "Move 9 doesn't follow on"),
    "an act nobody knows": (lambda lost: [evolve(lost[0], act="jump")], "it can't be read."),
    "a move of no game": (lambda lost: [evolve(lost[0], game="whist")], "it can't be read."),
    "no move": (lambda lost: [evolve(lost[0], move=None)], "it can't be read."),
    "brackets": (lambda lost: [evolve(lost[0], move="[" * 9000)], "it can't be read."),
    "an illegal move": (lambda lost: [evolve(lost[0], move='{"move": "won", "player": "Zoe"}')], "Zoe is not"),
    "a number past all": (lambda lost: [evolve(lost[0], number=10**30)], "doesn't follow on"),
}


@pytest.mark.parametrize(("change", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_was_not_written_so_is_refused_whole(house: House, change: Change, why: str) -> None:
    house.taps(DEAL, won("Ann"), DEAL, won("Ben"), DEAL, won("Cat"), DEAL, won("Dan"), DEAL, won("Ann"))
    whole = kept(house)
    loses(house, 8)
    before = house.rows("entries")
    with pytest.raises(Illegal) as refused:
        house.tables.write_again(house.code, change(whole[8:]))
    assert why in str(refused.value)
    assert (house.rows("entries"), house.table.journal.last) == (before, 8)


def test_what_does_not_follow_on_what_was_played_since_is_refused(house: House) -> None:
    house.taps(DEAL, won("Ann"), DEAL)
    whole = kept(house)
    loses(house, 2)
    house.taps(won("Ben"))
    for lost in (whole[2:], whole[3:]):
        with pytest.raises(Illegal, match=r"can't be written again|doesn't follow on"):
            house.tables.write_again(house.code, lost)
