"""Numbers as people type them: with any dash for a minus, or as a sum."""

import time

import pytest
from flask import Flask

from companion.engine.errors import Malformed
from companion.scoresheet import sheet_from
from companion.web.forms.answers import InvalidAnswer, number_typed, summed, whole_number
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        *((f"{dash}6", -6) for dash in "-−–—‐‑‒―﹣－"),
        ("12+11+7", 30), ("12 + 11 - 7", 16), ("12+11–7", 16), ("-5+2", -3), (" 7 ", 7), ("+7", 7),
    ],
)  # fmt: skip
def test_a_number_is_read_as_it_is_typed(typed: str, number: int) -> None:
    assert number_typed(typed) == whole_number(typed, "How many?", ()) == number


@pytest.mark.parametrize("typed", ["", "1 2", "12+", "+", "1.5", "12*3", "--5", "1+-2", "x", "٣", "1,000", "9" * 19])
def test_all_else_is_refused_and_kept(typed: str) -> None:
    assert number_typed(typed) is None
    assert summed(typed) == typed
    with pytest.raises(InvalidAnswer):
        whole_number(typed, "How many?", ())


def test_a_sum_is_shown_as_what_it_comes_to(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Points")
    scores = {"points:Ann": "12+11–7", "points:Ben": "–3", "points:Cat": "many"}
    phone.press("Write it down", scores)
    assert phone.status == 422
    assert [phone.filled(name) for name in scores] == [["16"], ["–3"], ["many"]]
    phone.press(phone.buttons[0], {"points:Ben": "5+5", "points:Cat": "0"})
    assert table_of(app, phone).journal.state.points == {"Ann": 16, "Ben": 10, "Cat": 0}


def test_sums_are_read_wherever_a_number_is_typed(app: Flask, phone: Phone) -> None:
    phone.names("Ann", "Ben", "Cat").press("Start", {"ante": "1+2", "keeps": "counters", "start": "20 + 5"})
    state = table_of(app, phone).journal.state
    assert (state.options.ante, state.start) == (3, 25)
    phone.open("moves/give").press("Give", {"from": "player:Ann", "to": "player:Ben", "counters": "2+2"})
    assert table_of(app, phone).journal.state.balances["Ben"] == 4


def test_no_number_takes_long_to_read() -> None:
    """Whatever stands between the digits; a second here would be one in which no tap is written."""
    spaces, begun = " " * 100_000, time.process_time()
    for typed in (
        f"1{spaces}1",
        f"1{spaces}+1",
        f"1+{spaces}1+",
        f"+{spaces}",
        f"1{spaces}x",
        "1 + " * 25_000,
        "1" * 100_000,
    ):
        assert number_typed(typed) in {None, 2}
        assert summed(typed) in {typed, "2"}
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("typed", ["12+11", "–6"])
def test_a_sheet_is_read_strictly(typed: str) -> None:
    give = {"move": "give", "from": "Ann", "to": "Ben", "counters": typed}
    with pytest.raises(Malformed):
        sheet_from({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [{"game": "spoil-five", "moves": [give]}]})
