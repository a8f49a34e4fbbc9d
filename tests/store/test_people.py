"""Who is who across evenings: names are merged and parted, that is taken back, and no journal is written to."""

from unittest.mock import patch

import pytest

from companion.engine.changes import Redo
from companion.engine.errors import Illegal, Malformed
from companion.store import Bin, Evenings, People, Statistics, UnknownPerson
from companion.store.check import problems
from tests.tools.house import House, Tap, renames, sheet, undoes


@pytest.fixture
def town(house: House) -> House:
    """Four evenings, each later than the one before."""
    seats = ("Ann Ben Cat", "Annn Ben", "ann Dan", "Ann Eve")
    lay(house, *seats)
    house.tables.remove(house.code)
    return house


def lay(house: House, *seats: str) -> None:
    """Lay a table for each of these, a day apart."""
    for day, players in enumerate(seats, 1):
        with patch("companion.store.tables.now", return_value=f"2026-11-{day:02}T19:00:00+00:00"):
            house.tables.lay(sheet(players, "jig"))


def people(house: House) -> People:
    return People(house.database, Evenings(house.database, house.tables))


def code(house: House, *players: str) -> str:
    """The code of the evening of these players."""
    found = Evenings(house.database, house.tables).find()
    return next(evening.code for evening in found if evening.players == players)


def known(house: House) -> dict[str, int]:
    """All people, with how many evenings each played."""
    return {person.name: person.evenings for person in people(house).all()}


def whose(house: House) -> dict[tuple[str, str], str]:
    """Whose every seat is, by its evening's day and the name at it."""
    known = people(house)
    found = [(person.name, seat) for person in known.all() for seat in known.seats(person.name)]
    return {(seat.laid_at[8:10], seat.name): name for name, seat in found}


def journals(house: House) -> list[str]:
    return [str(row) for row in (*house.rows("tables"), *house.rows("entries"))]


def test_a_person_is_a_name_as_it_was_spelt_latest_and_those_who_played_last_come_first(town: House) -> None:
    assert known(town) == {"Ann": 3, "Eve": 1, "Dan": 1, "Annn": 1, "Ben": 2, "Cat": 1}
    assert [person.name for person in people(town).all()] == ["Ann", "Eve", "Dan", "Ben", "Annn", "Cat"]
    assert people(town).all()[0].last == "2026-11-04T19:00:00+00:00"


def test_a_misspelt_name_is_merged_and_parted_again_and_no_evening_is_rewritten(town: House) -> None:
    before, all_before = journals(town), known(town)
    people(town).merge("Annn", "Ann")
    assert known(town) == {"Ann": 4, "Eve": 1, "Dan": 1, "Ben": 2, "Cat": 1}
    assert people(town).find("Annn").name == "Ann"
    assert [seat.name for seat in people(town).seats("Ann")] == ["Ann", "ann", "Annn", "Ann"]
    assert people(town).said("Ann") == [("Annn", "Ann", True, 1)]
    people(town).take_back("Annn", "Ann", always=True)
    assert known(town) == all_before
    assert people(town).said("Ann") == []
    assert journals(town) == before


def test_two_of_a_name_are_two_people_in_the_evenings_that_are_named(town: House) -> None:
    people(town).part("Ann", [code(town, "ann", "Dan"), code(town, "Ann", "Eve")], "Ann B.")
    assert known(town)["Ann"] == 1
    assert known(town)["Ann B."] == 2
    assert whose(town)["03", "ann"] == "Ann B."
    assert people(town).said("Ann") == people(town).said("Ann B.") == [("Ann", "Ann B.", False, 2)]
    lay(town, *["Fay Gus"] * 4, "Ann Fay")
    assert known(town)["Ann"] == 2, "a new evening is the first Ann's"
    people(town).take_back("Ann", "Ann B.", always=False)
    assert known(town)["Ann"] == 4
    assert "Ann B." not in known(town)


def test_what_was_said_leads_on_and_each_part_of_it_is_taken_back_by_itself(town: House) -> None:
    lay(town, *["Fay Gus"] * 4, "Anna Fay")
    people(town).merge("Annn", "Ann")
    people(town).part("Ann", [code(town, "ann", "Dan")], "Ann B.")
    people(town).merge("Ann", "Anna")
    people(town).merge("Ann B.", "Eve")
    assert {name: known(town)[name] for name in ("Anna", "Eve")} == {"Anna": 4, "Eve": 2}
    assert [said.name for said in people(town).said("Eve")] == ["ann", "Ann B."], "the latest first"
    people(town).take_back("Ann", "Anna", always=True)
    assert whose(town)["02", "Annn"] == "Ann", "as it was before"
    people(town).take_back("Ann B.", "Eve", always=True)
    assert whose(town)["03", "ann"] == "Ann B."


def test_who_was_parted_is_put_together_by_being_given_the_first_name_again(town: House) -> None:
    third = code(town, "ann", "Dan")
    people(town).part("Ann", [third], "Ann B.")
    people(town).part("Ann B.", [third], "Ann C.")
    assert people(town).said("Ann") == [("ann", "Ann C.", False, 1)]
    people(town).part("Ann C.", [third], "ANN")
    assert town.rows("called") == []


def test_two_who_sat_at_one_table_are_not_one_person_whatever_is_said_or_taken_back(town: House) -> None:
    with pytest.raises(Illegal, match="Ann and Ben sat at the same table: they can't be one person"):
        people(town).merge("Ben", "Ann")
    with pytest.raises(Illegal, match="Dan and ann sat at the same table"):
        people(town).part("Ann", [code(town, "ann", "Dan")], "Dan")
    third = code(town, "ann", "Dan")
    people(town).part("Ann", [third], "Ann B.")
    people(town).merge("Ann", "Dan")
    with pytest.raises(Illegal, match="sat at the same table"):
        people(town).take_back("Ann", "Ann B.", always=False)
    assert whose(town)["03", "ann"] == "Ann B."


def test_what_makes_no_sense_is_refused_and_changes_nothing(town: House) -> None:
    people(town).merge("Annn", "Ann")
    every = [seat.code for seat in people(town).seats("Ann")]
    refused = [
        (UnknownPerson, "Nobody called Zoë has played here", lambda: people(town).find("Zoë")),
        (UnknownPerson, "Nobody called Zoë", lambda: people(town).merge("Zoë", "Ann")),
        (Illegal, "Ann is already one person", lambda: people(town).merge("Annn", "ann")),
        (Illegal, "Annn is Ann: give the other one a name too", lambda: people(town).part("Ann", every, "Annn")),
        (
            Illegal,
            "Tick the evenings in which Ann was somebody else",
            lambda: people(town).part("Ann", ["NONE2"], "Al"),
        ),
        (Illegal, "Ｂen can't be told apart from Ben", lambda: people(town).part("Ann", every, "Ｂen")),
        (Malformed, "The name “” must not be blank", lambda: people(town).part("Ann", every, "")),
        (Malformed, "must not contain invisible characters", lambda: people(town).part("Ann", every, "B\u202een")),
    ]
    for kind, why, attempt in refused:
        with pytest.raises(kind) as told:
            attempt()
        assert why in str(told.value)
    assert [row["name_key"] for row in town.rows("called")] == ["annn"]


def test_a_name_put_right_within_an_evening_goes_by_what_is_said_of_the_new_one(town: House) -> None:
    town.code = code(town, "ann", "Dan")
    people(town).part("Ann", [town.code], "Ann B.")
    town.taps(renames("ann", "Annn"))
    assert whose(town)["03", "Annn"] == "Annn"
    people(town).merge("Annn", "Cat")
    assert whose(town)["03", "Annn"] == "Cat"
    town.taps(undoes)
    assert whose(town)["03", "ann"] == "Ann B."
    assert problems(town.database) == []


def test_a_name_put_right_takes_along_whose_it_is_and_that_it_is_not_named(town: House) -> None:
    """Nobody else here is called Annette."""
    statistics = Statistics(town.database, Evenings(town.database, town.tables))
    town.code = code(town, "ann", "Dan")
    people(town).part("Ann", [town.code], "Ann B.")
    town.taps(renames("ann", "Annette"))
    assert whose(town)["03", "Annette"] == "Ann B."
    town.taps(undoes)
    assert whose(town)["03", "ann"] == "Ann B."
    statistics.unname("Ann")
    town.code = code(town, "Ann", "Ben", "Cat")
    town.taps(renames("Ann", "Annika"))
    assert {*statistics.unnamed()} == {"ann", "annika"}, "Ann sits in another evening, too"
    assert problems(town.database) == []


def test_a_name_that_nobody_has_any_more_goes_by_the_new_one_in_all_that_was_said(town: House) -> None:
    statistics = Statistics(town.database, Evenings(town.database, town.tables))
    town.code = code(town, "Annn", "Ben")
    people(town).merge("Annn", "Cat")
    statistics.unname("Cat")
    town.taps(renames("Annn", "Anita"))
    assert whose(town)["02", "Anita"] == "Cat"
    town.code = code(town, "Ann", "Ben", "Cat")
    town.taps(renames("Cat", "Kate"))
    assert whose(town)["02", "Anita"] == "Kate" and statistics.unnamed() == ["kate"]
    town.taps(undoes)
    assert whose(town)["02", "Anita"] == "Cat" and statistics.unnamed() == ["cat"]


@pytest.mark.parametrize("back", [undoes, renames("Benno", "Eve")])
def test_a_slip_to_somebody_known_from_people_alone_leaves_that_person_alone(town: House, back: Tap) -> None:
    people(town).part("Ben", [code(town, "Ann", "Ben", "Cat")], "Benno")
    before, town.code = whose(town), code(town, "Ann", "Eve")
    town.taps(renames("Eve", "Benno"))
    assert whose(town)["04", "Benno"] == whose(town)["01", "Ben"] == "Benno"
    assert people(town).said("Benno") == [("Ben", "Benno", False, 1)]
    town.taps(back)
    assert whose(town) == before


def test_who_is_put_right_to_somebody_known_from_people_alone_is_nobody_else(town: House) -> None:
    people(town).part("Ben", [code(town, "Ann", "Ben", "Cat")], "Kate")
    people(town).merge("Eve", "Dan")
    before, town.code = whose(town), code(town, "Ann", "Eve")
    town.taps(renames("Eve", "Kate"))
    assert whose(town)["04", "Kate"] == whose(town)["01", "Ben"] == "Kate"
    town.taps(undoes)
    assert whose(town) == before
    town.taps(renames("Eve", "Eva"))
    assert whose(town)["04", "Eva"] == "Dan", "as if it had been the first name put right"


def test_a_name_put_right_is_the_same_person_s_once_more_when_that_is_redone(town: House) -> None:
    town.code = code(town, "Ann", "Eve")
    people(town).part("Eve", [town.code], "Benno")
    town.taps(renames("Eve", "Dan"))
    assert whose(town)["04", "Dan"] == "Dan"
    town.taps(undoes)
    assert whose(town)["04", "Eve"] == "Benno"
    town.taps(lambda table: [Redo()])
    assert whose(town)["04", "Dan"] == "Dan"


def test_a_name_that_was_a_slip_is_named_again_once_that_is_undone(town: House) -> None:
    statistics = Statistics(town.database, Evenings(town.database, town.tables))
    statistics.unname("Ben")
    town.code = code(town, "Annn", "Ben")
    town.taps(renames("Ben", "Zoe"))
    assert {*statistics.unnamed()} == {"ben", "zoe"}
    town.taps(undoes)
    assert statistics.unnamed() == ["ben"]


def test_a_deleted_evening_comes_back_with_whose_its_names_were(town: House) -> None:
    third, deleted = code(town, "ann", "Dan"), Bin(town.database)
    people(town).part("Ann", [third], "Ann B.")
    town.tables.remove(third)
    assert town.rows("called") == []
    assert "Ann B." not in known(town)
    deleted.bring_back(deleted.all()[0].number)
    assert whose(town)["03", "ann"] == "Ann B."


def test_whose_names_are_is_said_of_an_evening_and_of_any_other(town: House) -> None:
    third = code(town, "ann", "Dan")
    people(town).merge("Annn", "Ann")
    people(town).part("Ann", [third], "Ann B.")
    names = ["Ann", "Annn", "Zoë"]
    assert people(town).whose(names) == {"Ann": "Ann", "Annn": "Ann", "Zoë": "Zoë"}
    assert people(town).whose(names, third) == {"Ann": "Ann B.", "Annn": "Ann", "Zoë": "Zoë"}
