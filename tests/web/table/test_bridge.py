"""The score sheet of Bridge on the table page, and a hand written down by tapping."""

import pytest
from flask import Flask

from companion.web.table.bridge import sheet_of
from tests.tools.evening import Evening
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def rubber() -> Evening:
    """Three hands: a game to Ann and Cat, with honours on both sides."""
    evening = Evening("bridge").deal()
    evening.played(trumps="D", side="Ann", odd=3, honours={"side": "Ann", "held": "four"}).deal()
    evening.played(trumps="NT", side="Dan", odd=2, honours={"side": "Ben", "held": "three-aces"}).deal()
    return evening.played(trumps="H", side="Cat", odd=6, slam="little", honours={"side": "Ann", "held": "three"})


def test_tricks_stand_below_the_line_hand_by_hand_and_all_else_above_it_upwards() -> None:
    """BR-03, BR-05 to BR-07."""
    sheet = sheet_of(rubber().state)
    points = [[[score and score.points for score in line] for line in game] for game in sheet.games]
    assert points == [[[18, None], [None, 24], [48, None]], []]
    assert [[score and score.points for score in line] for line in sheet.above] == [[20, None], [16, None], [24, 30]]
    assert sheet.won == (1, 0)
    assert [column.total for column in sheet.columns] == [126, 54]


def test_before_the_first_deal_there_is_no_sheet() -> None:
    sheet = sheet_of(Evening("bridge").state)
    assert (sheet.columns, sheet.above, sheet.games) == ((), [], [])


def test_a_hand_is_written_down_tap_by_tap(app: Flask, phone: Phone) -> None:
    """BR-04, BR-05."""
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge").press("Deal")
    assert "What was trumps?" in phone.says
    phone.open(phone.page.links["♥ hearts"])
    assert "♥ hearts: whose side made the odd tricks?" in phone.says
    assert "Ben and Dan" in phone.page.links and phone.says.count("Ann and Cat") == 2, "asked once of a side"
    phone.open(phone.page.links["Ann and Cat"])
    phone.press("Write it down", {"odd": 4, "honours:side": "Ben", "honours:held": "five"})
    assert phone.status == 200
    assert table_of(app, phone).journal.state.scored() == {"Ann": 32, "Ben": 40}
    assert phone.says.count("32 points") == phone.says.count("40 points") == 2, (
        "partners have the same, as their figure"
    )
    assert "The score changes Scored: Ann and Cat 32, Ben and Dan 40; Ben and Dan lead 40 to 32" in phone.says
    assert "32 4 in hearts" in phone.says and "40 honours, five" in phone.says and "1 game" in phone.says


def test_half_an_answer_is_refused_and_kept(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge").press("Deal")
    phone.open("?move=played&trumps=H&side=Ann").press("Write it down", {"odd": 1, "honours:held": "five"})
    assert phone.status == 422
    assert phone.refused.startswith("Whose side held the honours?")
    assert phone.filled("honours:held") == ["five"] and phone.filled("odd") == ["1"]


def test_amending_a_hand_shows_its_honours_and_can_take_them_away(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", "Dan", game="Bridge").press("Deal")
    said = {"odd": 6, "honours:side": "Dan", "honours:held": "five", "slam": "little"}
    phone.open("?move=played&trumps=H&side=Ann").press("Write it down", said).open("journal/3")
    assert phone.filled("honours:side") == ["Ben"], "his side is asked for by the first of them"
    assert phone.filled("slam") == ["little"]
    phone.press("See what would change", {"honours:side": "", "honours:held": "", "slam": ""}).press("Save")
    assert table_of(app, phone).journal.state.scored() == {"Ann": 48, "Ben": 0}
