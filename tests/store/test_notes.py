"""What people write about an evening stands beside its journal, and is found again."""

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.store import About, Evenings, Notes
from companion.store.check import problems
from companion.store.evenings import Sought
from tests.tools.house import DEAL, House, renames, won

BIRTHDAY = About("Grandma’s birthday", "Galway", "Rain all day.\nNobody minded.")


def notes(house: House) -> Notes:
    return Notes(house.database, house.tables)


def test_a_title_a_place_and_notes_are_kept_and_the_evening_is_found_by_them(house: House) -> None:
    notes(house).describe(house.code, BIRTHDAY)
    house.restart()
    assert house.table.about == BIRTHDAY
    evenings = Evenings(house.database, house.tables)
    for word in ("birthday", "galway", "rain"):
        assert [found.title for found in evenings.find(sought=[Sought([word])])] == [BIRTHDAY.title]
    assert problems(house.database) == []


def test_every_screen_hears_of_them_once(house: House) -> None:
    before = house.table.version
    for _ in range(2):
        notes(house).describe(house.code, BIRTHDAY)
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
    assert house.rows("remarks") == []


@pytest.mark.parametrize(
    "about", [About("x" * 61), About(place="x" * 61), About(notes="x" * 2001), About("a\u202eb"), About("a\nb")]
)
def test_what_is_too_long_or_hides_signs_is_refused_with_nothing_written(house: House, about: About) -> None:
    with pytest.raises(Malformed):
        notes(house).describe(house.code, about)
    with pytest.raises(Malformed):
        notes(house).remark(house.code, 1, "x" * 201)
    assert (house.table.about, house.table.remarks) == (About(), {})


def test_a_move_that_is_not_there_has_no_remark(house: House) -> None:
    with pytest.raises(Illegal):
        notes(house).remark(house.code, 99, "Nobody was here")
