"""The same people play the same game again in one tap; regular groups have a name."""

import pytest
from flask import Flask

from companion.scoresheet import Sheet
from tests.tools.phone import Phone


@pytest.fixture
def phone(phone: Phone) -> Phone:
    """A phone of the household."""
    return phone.joins()


def finished(phone: Phone, *players: str, **fill: object) -> Phone:
    """A table that is over."""
    phone.lays(*players, **fill).press("Deal").press(players[0]).open("moves/finish").press("Finish")
    return phone


def sheet(app: Flask, phone: Phone) -> Sheet:
    held: Sheet = app.extensions["companion"].tables.find(phone.code).sheet()
    return held


def test_the_first_page_plays_the_last_evening_again_in_one_tap(app: Flask, phone: Phone) -> None:
    finished(phone, "Ann", "Ben", "Cat", ante=3, each=40, amount="0.05", currency="GBP")
    last, before = phone.code, sheet(app, phone)
    assert "Play again Ann, Ben and Cat · Spoil-Five · today · 40 counters each · £0.05" in phone.open("/").says
    after = sheet(app, phone.press("Play again"))
    assert phone.code != last
    assert (after.players, after.start, after.counter_value) == (before.players, 40, before.counter_value)
    assert after.games[0].opening.options == before.games[0].opening.options
    assert after.games[0].moves == []
    assert any(button.startswith("Deal") for button in phone.buttons)


def test_playing_again_twice_lays_one_table_until_something_is_played_there(app: Flask, phone: Phone) -> None:
    finished(phone, "Ann", "Ben", "Cat").open("evening").press("Save the group", {"name": "Thursdays"})
    first = phone.code

    def again(door: str) -> str:
        phone.open(door)
        return phone.press(next(words for words in phone.buttons if "Play again" in words)).code

    doors = (f"/t/{first}", f"/t/{first}/evening", "/", "/groups")
    for door in doors:
        laid = {again(each) for each in doors}
        assert len(laid) == 1 and first not in laid, door
        phone.open(f"/t/{phone.code}").press("Deal").press("Ann").open("moves/finish").press("Finish")
        assert again(door) not in laid


def test_playing_again_lays_no_table_of_others_or_at_another_stake(app: Flask, phone: Phone) -> None:
    evenings = [("Ann", "Ben", "Cat"), ("Dan", "Eve", "Fay"), ("Cat", "Ben", "Ann")]
    codes = [finished(phone, *names).code for names in evenings]
    worth = finished(phone, "Ann", "Ben", "Cat", each=40, amount="0.05", currency="GBP").code
    laid = {code: sheet(app, phone.open(f"/t/{code}").press("Play again")) for code in (*codes, worth)}
    assert [laid[code].players for code in codes] == [[*names] for names in evenings]
    assert laid[worth].counter_value and not any(laid[code].counter_value for code in codes)


def test_an_evening_is_played_again_by_those_who_still_have_a_seat(app: Flask, phone: Phone) -> None:
    finished(phone, "Ann", "Ben", "Cat").open("games?game=newmarket").press("Start")
    phone.press("Undo").open("evening")
    app.extensions["companion"].tables.find(phone.code)
    after = sheet(app, phone.press("Play again"))
    assert after.players == ["Ann", "Ben", "Cat"]
    assert [played.opening.game.key for played in after.games] == ["spoil-five"]


def test_a_group_stands_first_when_it_played_last_and_plays_in_one_tap(app: Flask, phone: Phone) -> None:
    finished(phone, "Ann", "Ben").open("evening").press("Save the group", {"name": "Thursdays"})
    finished(phone, "Cat", "Dan", "Eve").open("evening").press("Save the group", {"name": "Cousins"})
    database = app.extensions["companion"].database
    with database.writing() as rows:
        rows.execute("update tables set laid_at = '2024-11-19T12:00:00+00:00'")
    phone.open("/groups").press("Thursdays Play again")
    assert sheet(app, phone).players == ["Ann", "Ben"]
    says = phone.open("/groups").says
    assert says.index("Thursdays Play again") < says.index("Cousins Play again")
    phone.open(f"/t/{phone.code}").press("Deal").press("Ben").open("moves/finish").press("Finish")
    phone.open("evening").press("Play again")
    assert app.extensions["companion"].groups.of(phone.code).name == "Thursdays"


def test_keeping_a_group_again_changes_what_it_plays(app: Flask, phone: Phone) -> None:
    finished(phone, "Ann", "Ben").open("evening").press("Save the group", {"name": "Thursdays"})
    finished(phone, "Ann", "Ben", "Cat").open("evening").press("Save the group", {"name": "thursdays "})
    assert phone.status == 409 and "“Thursdays” is kept already, as something else." in phone.says
    assert [group.name for group in app.extensions["companion"].groups.all()] == ["Thursdays"], "nobody is overwritten"
    phone.press("Replace it")
    assert [group.name for group in app.extensions["companion"].groups.all()] == ["thursdays"]
    assert sheet(app, phone.open("/").press("thursdays Play again")).players == ["Ann", "Ben", "Cat"]


def test_a_group_gets_another_name_that_no_other_has(phone: Phone) -> None:
    finished(phone, "Ann", "Ben").open("evening").press("Save the group", {"name": "Thursdays"})
    phone.open("/groups").press("Rename", {"name": "Fridays"})
    assert "Fridays Play again" in phone.says and "Thursdays" not in phone.says
    phone.open(f"/t/{phone.code}/evening").press("Save the group", {"name": "Thursdays"})
    phone.open("/groups/1").press("Rename", {"name": "thursdays"})
    assert phone.refused == "There's already a group called Thursdays: choose another name."
    assert phone.filled("name") == ["thursdays"] and '<details class="rules not-printed" open>' in phone.text
    phone.open(f"/t/{phone.code}/evening").press("Save the group", {"name": "x" * 99})
    assert "xxx" not in phone.filled("name"), "no group is called so"


def test_a_group_that_is_forgotten_keeps_its_evenings(phone: Phone) -> None:
    finished(phone, "Ann", "Ben").open("evening").press("Save the group", {"name": "Thursdays"})
    phone.open("/groups").press("Forget Thursdays")
    assert "No groups yet" in phone.says
    assert phone.code in phone.open("/evenings").text


def test_a_guest_sees_no_group_and_plays_none(app: Flask, phone: Phone) -> None:
    finished(phone, "Ann", "Ben").open("evening").press("Save the group", {"name": "Thursdays"})
    guest = Phone(app, address="10.9.8.7")
    assert "Thursdays" not in guest.open("/").says
    assert "Save the group" not in guest.open(f"/t/{phone.code}/evening").buttons
