"""The first dealer and partners by lot, and partners chosen one by one, on the form of a game."""

import re

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

SIX = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")


def laid(phone: Phone, *players: str, game: str) -> Phone:
    """The form of a new table with these players, and the house rules of the game on it."""
    path, form = phone.new_table(game).request_of("Add")
    form.setlist("player", players)
    return phone.send(path, form)


def sides_of(app: Flask, phone: Phone) -> list[list[str]]:
    return table_of(app, phone).journal.state.options.sides  # type: ignore[no-any-return]


def test_the_first_dealer_is_drawn_by_lot_again_and_again(app: Flask, phone: Phone) -> None:
    laid(phone, "Ann", "Ben", "Cat", game="Spoil-Five")
    assert "the player who gets the first jack deals first" in phone.says
    seen = set()
    while len(seen) < 3:
        phone.press("Draw lots")
        (dealer,) = phone.filled("dealer")
        assert f"Drawn by lot: {dealer}." in phone.says and phone.filled("player") == ["Ann", "Ben", "Cat"]
        seen.add(dealer)
    phone.press("Start")
    assert table_of(app, phone).journal.state.dealer == dealer


def test_partners_are_drawn_by_lot_as_many_to_a_side_as_was_chosen(app: Flask, phone: Phone) -> None:
    """CA-01: three sides of two."""
    laid(phone, *SIX, game="Cassino")
    three = next(
        value
        for value, words in re.findall(r'<option value="(\d)"[^>]*>([^<]*)', phone.text)
        if words.count("against") == 2
    )
    phone.press("Draw lots for partners", {"sides": three})
    said = re.search("Drawn by lot: ([^.]*)[.]", phone.says)
    assert said and phone.filled("sides")[0] in {"chosen", *"0123"}
    phone.press("Draw lots for partners").press("Start")
    sides = sides_of(app, phone)
    assert [len(side) for side in sides] == [2, 2, 2] and {name for side in sides for name in side} == {*SIX}


def test_partners_of_four_drawn_by_lot_are_one_of_the_three_ways(phone: Phone) -> None:
    laid(phone, "Ann", "Ben", "Cat", "Dan", game="Bridge").press("Draw lots for partners")
    (way,) = phone.filled("sides")
    words = {"0": "Ann and Cat against Ben and Dan", "1": "Ann and Ben against Cat and Dan"}
    assert words.get(way, "Ann and Dan against Ben and Cat").split(" against ")[0] in phone.says
    assert way in {"0", "1", "2"}


def test_partners_are_chosen_one_by_one(app: Flask, phone: Phone) -> None:
    """SF-09: two of three, as nobody sits."""
    laid(phone, *SIX, game="Spoil-Five")
    letters = {f"sides:{name}": letter for name, letter in zip(SIX, "AABABB", strict=True)}
    phone.press("Start", {"sides": "chosen"} | letters)
    assert sides_of(app, phone) == [["Ann", "Ben", "Dan"], ["Cat", "Eve", "Fay"]]
    code = phone.code
    assert phone.open(f"/t/{code}/journal/1").filled("sides") == ["chosen"], "an amendment shows them again"
    assert phone.filled("sides:Dan") == ["A"] and phone.filled("sides:Cat") == ["B"]


@pytest.mark.parametrize(
    ("letters", "why"),
    [("AAABB", "say which side Fay is on"), ("AAABBC", "all of the same length"), ("AAAAAA", "two or more")],
)
def test_sides_that_cannot_play_are_refused_with_what_was_said(phone: Phone, letters: str, why: str) -> None:
    laid(phone, *SIX, game="Spoil-Five")
    said = {f"sides:{name}": letter for name, letter in zip(SIX, letters, strict=False)}
    phone.press("Start", {"sides": "chosen"} | said)
    assert phone.status == 422 and why in phone.refused
    assert phone.filled("sides") == ["chosen"] and phone.filled("sides:Eve") == [letters[4]]


def test_lots_are_drawn_for_another_game_and_nothing_is_written(app: Flask, phone: Phone) -> None:
    phone.lays(*SIX).press("Finish").chooses("Spoil-Five", "games")
    before = table_of(app, phone).journal.last
    phone.press("Draw lots for partners").press("Draw lots", of="dealer")
    assert table_of(app, phone).journal.last == before
    (dealer,) = phone.filled("dealer")
    assert f"Drawn by lot: {dealer}." in phone.says
    phone.press("Start Spoil-Five")
    assert table_of(app, phone).journal.state.dealer == dealer and len(sides_of(app, phone)) == 2


def test_five_at_cassino_are_told_that_one_sits_out(phone: Phone) -> None:
    laid(phone, *SIX[:5], game="Cassino")
    assert "2, 3, 4 or 6 players" in phone.says and "With 5 at this table, someone has to sit out." in phone.says
