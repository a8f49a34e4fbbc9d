"""A name that was misspelt is put right on the page of the seats, whenever somebody notices."""

import pytest
from flask import Flask

from companion.scoresheet import Sheet
from tests.tools.phone import Phone
from tests.web.table.test_routes import memos, table_of


@pytest.fixture
def dealt(phone: Phone) -> Phone:
    return phone.lays().press("Deal hand 1").press("Cat")


def put_right(phone: Phone, was: str, now: str) -> Phone:
    return phone.open("seats").press("Save", {"was": was, "now": now})


def test_the_name_is_put_right_in_all_that_was_written_and_taken_back_by_undo(app: Flask, dealt: Phone) -> None:
    put_right(dealt, "Cat", " Kate ")
    assert memos(app, dealt)[1:] == ["Ann deals hand 1.", "Kate takes the pool."]
    assert "Undo: Cat is now called Kate." in dealt.text
    assert "Cat" not in dealt.open("journal").says
    assert table_of(app, dealt).sheet().players == ["Ann", "Ben", "Kate", "Dan"]
    dealt.open("").press("Undo")
    assert memos(app, dealt)[-1] == "Cat takes the pool."


def test_the_table_says_the_name_also_after_a_deal_was_taken_back(phone: Phone) -> None:
    put_right(phone.lays().press("Deal hand 1").press("Undo"), "Cat", "Kate")
    for page in ("", "overhead"):
        assert "Cat is now called Kate." in phone.open(page).says
        assert "Taken back" not in phone.says
    assert "Kate is now called Cat." in phone.open("").press("Undo").says


def test_a_name_can_be_put_right_in_the_middle_of_a_hand_and_when_the_game_is_over(dealt: Phone) -> None:
    put_right(dealt.press("Deal hand 2"), "Dan", "Daniel")
    dealt.press("Ann").press("Finish the game")
    put_right(dealt, "Daniel", "Danny")
    assert "Danny" in dealt.open("settlement").says


def test_another_players_name_is_refused_beside_what_was_typed(app: Flask, dealt: Phone) -> None:
    before = table_of(app, dealt)
    put_right(dealt, "Cat", "DAN")
    assert dealt.status == 409
    assert "Dan is already in this table's journal: choose another name." in dealt.says
    assert 'value="DAN"' in dealt.text
    assert dealt.filled("was") == ["Cat"]
    assert table_of(app, dealt) == before


@pytest.mark.parametrize(
    ("now", "why"),
    [
        ("  ", "must not be blank"),
        ("x" * 41, "must have at most 40 characters, not 41"),
        ("a\nb", "must not contain control characters"),
    ],
)
def test_what_is_no_name_is_refused(dealt: Phone, now: str, why: str) -> None:
    put_right(dealt, "Cat", now)
    assert dealt.status == 422
    assert dealt.refused == f"How is it spelt? {why}"


def test_a_phone_stays_whose_it_is(app: Flask, dealt: Phone) -> None:
    dealt.open("me").press("Cat")
    put_right(dealt, "Cat", "Kate")
    assert 'class="row mine" name="player" value="Kate"' in dealt.open("me").text
    dealt.open("").press("Undo")
    assert 'class="row mine" name="player" value="Cat"' in dealt.open("me").text


def test_at_a_table_without_a_game_names_are_put_right_too(app: Flask, phone: Phone) -> None:
    phone.code = app.extensions["companion"].tables.lay(Sheet(["Ann", "Benn"])).code
    phone.lets_write(phone)
    assert phone.send("undo").status == 200, "there is nothing to undo"
    assert phone.send(f"/rules/from/{phone.code}").status == 404, "nor are there rules to save"
    put_right(phone, "Benn", "Ben").press("Undo")
    put_right(phone, "Benn", "Benny")
    assert table_of(app, phone).sheet().players == ["Ann", "Benny"]


def test_the_seats_as_they_were_before_a_move_of_ones_own_are_refused_with_the_seats_as_they_are(phone: Phone) -> None:
    """The browser's own way back brings an old page; who wrote in between is said as it is."""
    phone.lays().open("seats")
    assert phone.response.headers["Cache-Control"] == "no-store", "the way back asks for it anew"
    old = phone.page
    phone.open("").press("Deal hand 1").press("Cat")
    phone.page = old
    phone.send("moves/join", phone.request_of("Joins", {"player": "Eve", "left_of": "Ben"})[1])
    assert phone.status == 409
    assert phone.refused.startswith("That page was older than your last move: here's how it stands now. New: ")
    assert "Everyone sits to the left of the player above." in phone.says, "the same page stands there"
    assert (phone.filled("player"), phone.filled("left_of")) == (["Eve"], ["Ben"])
    assert "Eve" in phone.press("Joins").says and not phone.refused


def test_what_another_device_wrote_first_is_said_so_on_the_page_of_the_seats(app: Flask, phone: Phone) -> None:
    phone.lays().open("seats")
    old = phone.page
    other = Phone(app)
    phone.open("").lets_write(other).press("Deal hand 1").press("Cat")
    phone.page = old
    path, sent = phone.request_of("Sits out", of="Ben")
    phone.send(path, sent)
    assert phone.status == 409 and phone.refused.startswith("Somebody else was quicker.")
