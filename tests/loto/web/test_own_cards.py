"""One's own cards are typed in once: what is wrong is said in a sentence, and what was typed stays."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.loto.rules.box import BOXES
from companion.store import OwnCards
from tests.loto.web.test_box_cards import printed
from tests.tools.phone import Phone

FIG_1 = BOXES[24][1]


def typed(name: str, card: Any = FIG_1, **wrong: Any) -> dict[str, Any]:
    """A form filled in; ``r1_2="x"`` for the third number of the second row."""
    numbers = {f"{row}:{place}": number for row, held in enumerate(card) for place, number in enumerate(held)}
    return {"name": name, **numbers, **{f"{key[1]}:{key[3]}": value for key, value in wrong.items()}}


def keeps(phone: Phone, name: str, card: Any = FIG_1, **wrong: Any) -> Phone:
    return phone.open("/cards/own/new").press("Save", typed(name, card, **wrong))


def names(app: Flask) -> list[str]:
    return [card.name for card in OwnCards(app.extensions["companion"].database).all()]


def test_a_card_is_typed_in_and_kept_by_its_name(app: Flask, phone: Phone) -> None:
    assert "type each in once" in phone.open("/cards/own").says
    keeps(phone, "Grandma's 1")
    assert phone.status == 200
    assert [sorted(filter(None, row)) for row in printed(phone.text)[0]] == [sorted(row) for row in FIG_1]
    assert "Grandma's 1" in phone.open("/cards/own").says
    assert names(app) == ["Grandma's 1"]


WRONG = {
    "a column twice": ({"r2_2": 55}, "55 and 56 belong in the same column: they can't be in one row.", "2:3"),
    "a number twice": ({"r1_0": 11}, "11 is on the card twice.", "1:0"),
    "beyond the box": ({"r0_4": 91}, "No Loto card has 91 on it: its numbers are 1 to 90.", "0:4"),
    "nought": ({"r0_0": 0}, "No Loto card has 0 on it: its numbers are 1 to 90.", "0:0"),
    "missing": ({"r1_3": " "}, "The fourth number of the second row is missing.", "1:3"),
    "not a number": ({"r0_1": "1²"}, "“1²” in the first row is not a number.", "0:1"),
    "the first of two": ({"r0_1": "", "r2_2": 55}, "The second number of the first row is missing.", "0:1"),
}  # fmt: skip


@pytest.mark.parametrize(("wrong", "sentence", "place"), WRONG.values(), ids=WRONG.keys())
def test_the_number_that_is_wrong_is_named_and_all_is_kept(
    app: Flask, phone: Phone, wrong: dict[str, Any], sentence: str, place: str
) -> None:
    keeps(phone, "Red 1", **wrong)
    assert phone.status == 422
    assert phone.refused == sentence
    assert re.findall(r'<input name="([\d:]+)"[^>]*aria-invalid', phone.text) == [place]
    assert [phone.filled(key) for key in typed("")] == [[str(held)] for held in typed("Red 1", **wrong).values()]
    assert names(app) == []
    phone.press("Save", typed("Red 1"))
    assert names(app) == ["Red 1"]


@pytest.mark.parametrize(("name", "status"), [("", 422), ("  ", 422), ("x" * 41, 422), ("RED 1 ", 409)])
def test_a_name_that_will_not_do_is_said_and_all_is_kept(app: Flask, phone: Phone, name: str, status: int) -> None:
    keeps(phone, "Red 1")
    keeps(phone, name, BOXES[24][2])
    assert phone.status == status
    assert "name" in phone.refused
    assert phone.filled("name") == [name]
    assert phone.filled("0:0") == [str(BOXES[24][2][0][0])]
    assert names(app) == ["Red 1"]


def test_a_set_is_typed_one_card_after_another(app: Flask, phone: Phone) -> None:
    phone.open("/cards/own/new").press("Save and type another", typed("Red 9"))
    assert "Red 9 is saved. Now the next one." in phone.says
    assert phone.filled("name") == ["Red 10"]
    assert phone.filled("0:0") == [""]
    phone.press("Save and type another", typed("The odd one", BOXES[24][2]))
    assert phone.filled("name") == [""]
    assert names(app) == ["Red 9", "The odd one"]


def test_a_form_that_was_changed_keeps_another_card(app: Flask, phone: Phone) -> None:
    """The way back of the phone shows it with the key that it had."""
    path, form = phone.open("/cards/own/new").request_of("Save", typed("Red 1"))
    phone.send(path, form)
    for name, held in typed("Red 2", BOXES[24][2]).items():
        form[name] = str(held)
    phone.send(path, form)
    assert names(app) == ["Red 1", "Red 2"]


def test_a_card_is_put_right_and_taken_out(app: Flask, phone: Phone) -> None:
    keeps(phone, "Red 1", BOXES[24][3]).open("/cards/own/1").press("Save", typed("Rot 1"))
    assert [card[1:3] for card in OwnCards(app.extensions["companion"].database).all()] == [("Rot 1", FIG_1)]
    keeps(phone, "Red 2", BOXES[24][2]).open("/cards/own/2").press("Save", {"name": "rot 1"})
    assert phone.status == 409
    assert "There's already a card called Rot 1" in phone.refused
    assert phone.filled("name") == ["rot 1"]
    phone.press("Take Red 2 out")
    assert names(app) == ["Rot 1"]
    assert phone.open("/cards/own/2").status == 404


def test_guests_look_and_the_household_changes_all(app: Flask, phone: Phone, another) -> None:
    keeps(phone, "Red 1")
    own = "/cards/own/1"
    other = another().open(own)
    assert "Red 1" in other.says and other.buttons == []
    another().joins().open(own).press("Save", {"name": "Red one"})
    assert names(app) == ["Red one"]


@pytest.mark.parametrize("number", [1, 2**63 - 1, 2**63, 10**30])
def test_a_card_that_is_not_there(phone: Phone, number: int) -> None:
    assert phone.open(f"/cards/own/{number}").status == 404
    assert phone.send(f"/cards/own/{number}", {"name": "Red 1"}).status == 404
    assert phone.send("/cards/own/1", {"remove": "1"}).status == 200, "a second tap finds it gone"
    assert phone.open("/cards/own/new?after=7").status == 200
