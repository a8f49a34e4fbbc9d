"""The score sheet of Bridge on the table page, and a hand written down by tapping."""

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_all_of_a_hand_is_asked_on_one_page(app: Flask, phone: Phone) -> None:
    """BR-04, BR-05."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    assert "What was trumps?" in phone.says
    assert 'name="side" value="Ben"' in phone.text and 'name="side" value="Dan"' not in phone.text, "once of a side"
    said = {"trumps": "H", "side": "Ann", "odd": 4}
    phone.press("Write it down", said | {"honours:side": "Ben", "honours:held": "five"})
    assert phone.status == 200
    assert table_of(app, phone).journal.state.scored() == {"Ann": 32, "Ben": 40}
    assert phone.says.count("32 points") == phone.says.count("40 points") == 2, (
        "partners have the same, as their figure"
    )
    assert "The score changes Scored: Ann and Cat 32, Ben and Dan 40; Ben and Dan lead 40 to 32" in phone.says
    assert "32 4 in hearts" in phone.says and "40 honours, five" in phone.says and "1 game" in phone.says


def test_half_an_answer_is_refused_and_kept(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    phone.open("?move=played&trumps=H&side=Ann").press("Write it down", {"odd": 1, "honours:held": "five"})
    assert phone.status == 422
    assert phone.refused.startswith("Whose side held the honours?")
    assert phone.filled("honours:held") == ["five"] and phone.filled("odd") == ["1"]


def test_amending_a_hand_shows_its_honours_and_can_take_them_away(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    said = {"odd": 6, "honours:side": "Dan", "honours:held": "five"}
    phone.open("?move=played&trumps=H&side=Ann").press("Write it down", said).open("journal/3")
    assert phone.filled("honours:side") == ["Ben"], "his side is asked for by the first of them"
    assert table_of(app, phone).journal.state.scored()["Ann"] == 48 + 20 and not phone.filled("slam")
    phone.press("See what would change", {"honours:side": "", "honours:held": "", "slam": "on"}).press("Save")
    assert table_of(app, phone).journal.state.scored() == {"Ann": 48, "Ben": 0}
    assert phone.open("journal/3").filled("slam") == ["on"], "that it doesn't count is shown again"


@pytest.mark.parametrize(("odd", "unless", "points"), [(5, {}, 0), (6, {}, 20), (7, {}, 40), (7, {"slam": "on"}, 0)])
def test_the_slam_follows_from_the_tricks(
    app: Flask, phone: Phone, odd: int, unless: dict[str, str], points: int
) -> None:
    """BR-07."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    phone.press("Write it down", {"trumps": "NT", "side": "Ann", "odd": odd} | unless)
    assert table_of(app, phone).journal.state.scored() == {"Ann": odd * 12 + points, "Ben": 0}


def test_no_hand_in_trumps_is_written_before_its_honours_are_said(app: Flask, phone: Phone) -> None:
    """BR-05: the question comes back with what was answered, and nothing is written."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    phone.press("Write it down", {"trumps": "H", "side": "Ben", "odd": 1})
    assert phone.status == 409
    assert phone.refused == "One side always holds three or more of the five honours: which?"
    assert phone.filled("odd") == ["1"] and table_of(app, phone).journal.last == 1
    phone.press("No honours are scored")
    assert phone.status == 200 and table_of(app, phone).journal.state.scored() == {"Ann": 0, "Ben": 8}


def test_honours_said_in_answer_to_the_question_are_written(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    phone.open("moves/played").press("Hand played", {"trumps": "H", "side": "Ben", "odd": 1})
    phone.press("Hand played", {"honours:side": "Ann", "honours:held": "three"})
    assert table_of(app, phone).journal.state.scored() == {"Ann": 16, "Ben": 8}


def test_hearts_and_diamonds_are_red(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge")
    for suit in ("♥</span> hearts", "♦</span> diamonds"):
        assert f'<span class="red-suit">{suit}' in phone.text
    assert phone.text.count("red-suit") == 2, "spades and clubs are black"
    jacks = phone.lays("Ann", "Ben", "Cat", "Dan", game="Polignac").press("Deal").text
    assert jacks.count("red-suit") == 2 * 4
