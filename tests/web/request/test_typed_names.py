"""Names as they are typed: one at a time, seen, and told apart by what is seen."""

import pytest
from flask import Flask

from companion.scoresheet import sheet_from
from companion.web.request.typed_names import seen
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

UNSEEN = "An\u034fna"  # with a mark that shows nothing
WHY = "can't be told apart from Anna: choose another name."


@pytest.mark.parametrize(
    ("name", "other"), [("Jo\u034fe", "Joe"), ("❤", "❤\ufe0f"), ("ANNA", "anna"), ("Zoe\u0308", "Zoë")]
)
def test_names_that_nobody_tells_apart(name: str, other: str) -> None:
    assert seen(name) == seen(other)


@pytest.mark.parametrize(("name", "other"), [("Zoë", "Zoe"), ("Анна", "Anna"), ("Łukasz", "Lukasz"), ("नीना", "मीना")])
def test_names_that_are_told_apart(name: str, other: str) -> None:
    assert seen(name) != seen(other)


def test_nothing_can_be_seen_of_some() -> None:
    assert [seen(name) for name in ("\u3164", "\u2800 \ufe0f", "A\u034f")] == ["", "", "a"]


def test_a_name_that_nobody_sees_is_refused(phone: Phone) -> None:
    phone.names("Ben").press("Add", {"newcomer": "\u3164"})
    assert (phone.status, phone.filled("player")) == (422, ["Ben"])
    assert phone.refused == "This name has no visible letters: choose another."


def test_two_that_nobody_tells_apart_are_refused(app: Flask, phone: Phone) -> None:
    phone.names("Ben", "Anna").press("Add", {"newcomer": UNSEEN})
    assert (phone.status, phone.filled("player")) == (422, ["Ben", "Anna"])
    assert "is already at the table: choose another name." in phone.refused
    phone.lays("Anna", "Ben", "Cat").open("seats").press("Joins", {"player": UNSEEN})
    assert (phone.status, WHY in phone.refused) == (409, True)
    phone.open("seats").press("Save", {"was": "Cat", "now": UNSEEN})
    assert (phone.status, WHY in phone.refused) == (409, True)
    phone.open("seats").press("Joins", {"player": "Dan"})
    phone.open("journal/2").press("See what would change", {"player": UNSEEN})
    assert (phone.status, WHY in phone.refused) == (409, True)
    assert list(table_of(app, phone).journal.state.seats) == ["Anna", "Ben", "Cat", "Dan"]


def test_who_comes_back_may_be_called_as_before(app: Flask, phone: Phone) -> None:
    phone.lays("Anna", "Ben", "Cat").open("seats").press("Joins", {"player": "\u0410nna"})
    phone.open("seats").press("Leaves", of="\u0410nna").open("seats").press("Comes back", of="\u0410nna")
    assert "\u0410nna" in table_of(app, phone).journal.state.playing


@pytest.mark.parametrize(("typed", "sign"), [("Eve, Fay", ","), ("Eve; Fay", ";"), ("Eve、Fay", "、")])
def test_several_names_are_not_one_player(app: Flask, phone: Phone, typed: str, sign: str) -> None:
    why = f"Type one name at a time, without “{sign}”."
    phone.lays("Anna", "Ben", "Cat").open("seats").press("Joins", {"player": typed})
    assert (phone.status, phone.refused, phone.filled("player")[-1:]) == (422, why, [typed])
    phone.open("seats").press("Save", {"was": "Cat", "now": typed})
    assert (phone.status, phone.refused, phone.filled("now")) == (422, why, [typed])
    phone.open("seats").press("Joins", {"player": "Dan"})
    phone.open("journal/2").press("See what would change", {"player": typed})
    assert (phone.status, phone.refused) == (422, why)
    assert list(table_of(app, phone).journal.state.seats) == ["Anna", "Ben", "Cat", "Dan"]


def test_a_player_of_a_sheet_whose_name_has_a_comma_comes_back(app: Flask, phone: Phone) -> None:
    named = {"scoresheet": 1, "players": ["Anna", "Ben, junior", "Cat"], "games": [{"game": "spoil-five", "moves": []}]}
    phone.code = app.extensions["companion"].tables.lay(sheet_from(named)).code
    phone.lets_write(phone).open("seats").press("Leaves", of="Ben, junior")
    phone.open("seats").press("Comes back", of="Ben, junior")
    assert "Ben, junior" in table_of(app, phone).journal.state.playing
