"""What people write about an evening stands beside its journal, and is found again."""

import pytest

from companion.engine.errors import Malformed
from companion.store import Evenings
from companion.store.check import problems
from companion.store.evenings import Sought
from tests.tools.house import DEAL, House, Writes, renames, won

BIRTHDAY = ("Grandma’s birthday", "Galway", "Rain all day.\nNobody minded.")


def notes(house: House) -> Writes:
    return Writes(house.tables)


def about(house: House) -> tuple[str, str, str]:
    own = house.table.beside
    return own.title, own.place, own.notes


def test_a_title_a_place_and_notes_are_kept_and_the_evening_is_found_by_them(house: House) -> None:
    notes(house).describe(house.code, *BIRTHDAY)
    house.restart()
    assert about(house) == BIRTHDAY
    evenings = Evenings(house.database, house.tables)
    for word in ("birthday", "galway", "rain"):
        assert [found.title for found in evenings.find(sought=[Sought([word])])] == [BIRTHDAY[0]]
    assert problems(house.database) == []


def test_every_screen_hears_of_them_once(house: House) -> None:
    before = house.table.version
    for _ in range(2):
        notes(house).describe(house.code, *BIRTHDAY)
        notes(house).remark(house.code, 1, "The first of the year")
    assert house.table.version == before + 2
    assert len(house.announced) == 2


def test_a_remark_stays_at_its_move_whatever_is_corrected(house: House) -> None:
    house.taps(DEAL, won("Cat"))
    notes(house).remark(house.code, 2, "Grandpa’s misdeal")
    house.taps(renames("Cat", "Cleo"), DEAL)
    house.restart()
    assert house.table.remarks == {2: "Grandpa’s misdeal"}
    notes(house).remark(house.code, 2, "Dan’s misdeal")
    assert house.table.remarks == {2: "Dan’s misdeal"}
    notes(house).remark(house.code, 2, "")
    assert house.table.remarks == {}
    assert "remarks" not in house.rows("tables")[0]["beside"]


@pytest.mark.parametrize("said", [["x" * 61], ["", "x" * 61], ["", "", "x" * 2001], ["a\u202eb"], ["a\nb"]])
def test_what_is_too_long_or_hides_signs_is_refused_with_nothing_written(house: House, said: list[str]) -> None:
    with pytest.raises(Malformed):
        notes(house).describe(house.code, *said)
    with pytest.raises(Malformed):
        notes(house).remark(house.code, 1, "x" * 201)
    assert (about(house), house.table.remarks) == (("", "", ""), {})
