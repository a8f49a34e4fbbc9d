"""Seats, whose phone it is, another game, the settlement."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.scoresheet import read_sheet
from tests.tools.phone import Phone


def state(app: Flask, phone: Phone):
    return app.extensions["companion"].tables.find(phone.code).journal.state


def test_who_gets_up_with_counters_is_still_shown_with_them(phone: Phone, another) -> None:
    phone.lays().press("Deal").press("Cat").open("seats").press("Leaves", of="Cat")
    assert phone.open("").page.words[phone.page.words.index("Cat") :][:3] == ["Cat", "has left", "+7"]
    watcher = another().open(f"/t/{phone.code}/me").press("Cat")
    assert "you · has left" in watcher.says


def test_somebody_sits_out_and_plays_again_and_another_deals(app: Flask, phone: Phone) -> None:
    phone.lays().open("seats").press("Sits out", of="Cat")
    assert "sits out" in phone.says
    phone.press("Deal")
    assert state(app, phone).pots["pool"] == 7
    phone.press("Dan").open("seats").press("Plays again", of="Cat")
    assert state(app, phone).playing == ("Ann", "Ben", "Cat", "Dan")
    phone.open("seats").press("Deals next", of="Dan")
    assert "Dan deals next" in phone.says
    assert state(app, phone).dealer == "Dan"


def test_a_table_that_cannot_be_dealt_says_why(phone: Phone, another) -> None:
    phone.lays("Ann", "Ben").open("seats").press("Leaves", of="Ben")
    assert "Spoil-Five is for 2 to 10 players" in phone.says
    assert "Deal hand 1" not in phone.says
    assert "2 to 10" not in another().open(f"/t/{phone.code}").says, "who writes sees to it"


@pytest.mark.parametrize("name", ["Ann", "ann", " ", "x" * 41, "a\tb"])
def test_who_cannot_join_is_told_why_and_the_name_is_kept(app: Flask, phone: Phone, name: str) -> None:
    phone.lays().open("seats").press("Joins", {"player": name})
    assert phone.status in {409, 422}
    assert phone.refused
    assert phone.filled("player")[-1:] == [name]
    assert len(state(app, phone).seats) == 4


def test_seats_change_between_hands_only(app: Flask, phone: Phone) -> None:
    join = phone.lays().open("seats").request_of("Joins", {"player": "Eve"})
    phone.open("").press("Deal").open("seats")
    assert "Hand in play" in phone.says
    assert phone.buttons == ["Save"], "of a name"
    fresh = phone.open("moves/give").request_of("Correct the score")[1]
    phone.send(join[0], join[1].to_dict() | {"key": fresh["key"], "seen": fresh["seen"]})
    assert phone.status == 409
    assert "A hand is still in play" in phone.refused


# Whose phone it is.


def players_shown(phone: Phone) -> list[str]:
    return re.findall(r'<span class="name">(\w+)</span>', phone.text)


def test_a_phone_is_somebodys_and_shows_the_own_balance_first(phone: Phone, another: Callable[[], Phone]) -> None:
    phone.lays().press("Deal")
    follower = another().open(f"/t/{phone.code}")
    assert players_shown(follower) == ["Ann", "Ben", "Cat", "Dan"]
    assert f"/t/{phone.code}/me" in follower.page.links.values()
    form = follower.open("me").request_of("Cat")[1].to_dict()
    follower.send("me", form | {"player": "Nobody"})
    assert follower.status == 200
    assert "you" not in follower.page.words, "nobody at the table is called so"
    follower.open("me").press("Cat")
    assert players_shown(follower) == ["Cat", "Ann", "Ben", "Dan"]
    assert "you" in follower.page.words
    assert players_shown(phone.open("", **{"HX-Request": "true"})) == ["Ann", "Ben", "Cat", "Dan"]
    follower.open("me").press("Just watching")
    assert players_shown(follower) == ["Ann", "Ben", "Cat", "Dan"]


# Another game, and the end.


def test_another_game_begins_with_the_balances_carried(app: Flask, phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").press("Finish").chooses("My Bird Sings", "games")
    assert phone.filled("dealer") == ["Ben"], "who was to deal next"
    phone.press("Start My Bird Sings", {"ante": 4})
    assert list(state(app, phone).balances.values()) == [-3, -2, 7, -2]
    phone.press("Deal")
    assert list(state(app, phone).balances.values()) == [-7, -7, 3, -6]


def test_a_game_begins_when_the_last_is_over(app: Flask, phone: Phone) -> None:
    phone.lays().open("games?game=spoil-five").press("Start", {"ante": 9})
    assert phone.status == 409
    assert "isn't over yet: finish it first" in phone.refused
    assert phone.filled("ante") == ["9"]
    phone.press("Start", {"ante": "lots"})
    assert phone.status == 422
    assert phone.filled("ante") == ["lots"]
    assert state(app, phone).options.ante == 2


def paid(phone: Phone) -> list[str]:
    return phone.open("settlement.txt").text.split("\n\n")[1].splitlines()


def test_the_evening_is_settled_payment_by_payment(phone: Phone) -> None:
    phone.lays(amount="0.05", currency="GBP").press("Deal").press("Cat").press("Finish").open("settlement")
    assert "3 payments settle everything." in phone.says
    assert "£0.15" in phone.says
    form = phone.request_of("Ben pays Cat")
    phone.send(*form).send(*form)
    assert paid(phone) == [
        "Ann pays Cat 3 counters (£0.15)",
        "Dan pays Cat 2 counters (£0.10)",
        "Ben pays Cat 2 counters (£0.10) (paid)",
    ]
    phone.open("settlement").press("Ben pays Cat")
    assert paid(phone)[1] == "Ben pays Cat 2 counters (£0.10)"
    for payer in ("Ann", "Ben", "Dan"):
        phone.open("settlement").press(f"{payer} pays Cat")
    assert "All paid. Good night!" in phone.says


def payments(phone: Phone) -> list[str]:
    """Who pays whom, in the order of the page."""
    return re.findall(r"\w+ pays \w+", " ".join(phone.buttons))


def test_of_two_payments_of_one_player_the_ticked_one_stays_where_it_was(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat")
    for payee in ("Ben", "Cat"):
        phone.open("moves/give").press(
            "Correct the score", {"from": "player:Ann", "to": f"player:{payee}", "counters": 2}
        )
    phone.press("Finish").open("settlement")
    before = payments(phone)
    assert payments(phone.press(before[0])) == before


def test_one_who_paid_and_by_a_correction_never_joined_is_still_shown(phone: Phone) -> None:
    phone.lays("Ann", "Ben").open("seats").press("Joins", {"player": "Eve"})
    phone.open("moves/give").press("Correct the score", {"from": "player:Eve", "to": "player:Ann", "counters": 3})
    phone.open("").press("Finish").open("settlement").press("Eve pays Ann")
    phone.open("journal/2").press("Strike it out").press("Save")
    assert phone.open("settlement").status == 200
    assert "Eve pays Ann" in phone.says


def test_a_settlement_that_shows_the_newest_is_told_nothing(phone: Phone) -> None:
    assert "Everyone is even" in phone.lays().press("Finish").open("settlement").says
    phone.lays().press("Deal").press("Cat").press("Finish").open("settlement")
    version, asks = phone.text.split('data-version="')[1].split('"')[0], {"HX-Request": "true"}
    assert phone.open(f"settlement?v={version}", **asks).status == 204
    assert phone.open("settlement?v=0", **asks).status == 200
    assert phone.open(f"settlement?v={version}").status == 200, "the page itself says it"
    phone.press("Ann pays Cat")
    assert phone.response.request.path == f"/t/{phone.code}/settlement", "to load it again pays nothing again"


def test_what_a_counter_is_worth_is_said_at_the_end(app: Flask, phone: Phone) -> None:
    phone.lays().press("Deal").press("Cat").press("Finish").open("settlement")
    phone.press("Save", {"amount": "a penny"})
    assert phone.status == 422 and "Enter an amount" in phone.refused
    assert phone.filled("amount") == ["a penny"]
    phone.press("Save", {"amount": "0,05", "currency": "€"})
    assert paid(phone)[0] == "Ann pays Cat 3 counters (€0.15)"
    assert app.extensions["companion"].tables.find(phone.code).sheet().counter_value.amount == "0.05"
    phone.open("settlement").press("Save", {"amount": ""})
    assert paid(phone)[0] == "Ann pays Cat 3 counters"


def test_while_the_game_is_on_there_is_nothing_to_settle(phone: Phone) -> None:
    phone.lays().press("Deal")
    assert "Hand in play" in phone.open("settlement").says
    said = {"payer": "Ann", "payee": "Cat"}
    assert phone.send("settlement/paid", said | {"counters": 3}).status == 200
    for counters in ("", "x", "1.5"):
        assert phone.send("settlement/paid", said | {"counters": counters}).status == 400
    assert "pays" not in phone.open("settlement.txt").text
    phone.open("").press("Cat").open("settlement")
    (ends,) = re.findall(r'<details class="ends">(.*?)</details>', phone.text, re.DOTALL)
    assert "Finish the game?</summary>" in ends and "<button" in ends, "not by one tap in passing"
    phone.press("Finish the game")
    assert len(paid(phone)) == 3


def test_the_house_rules_are_shown_with_what_differs(phone: Phone) -> None:
    phone.lays(jink="on").open("rules")
    assert "<b>yes</b></dd>" in phone.text
    assert "<dd>2</dd>" in phone.text, "as in the book"
    assert "SF-" not in phone.says, "ids of rules are for engineers"


def test_what_was_scored_stands_below_who_pays_whom(app: Flask, phone: Phone) -> None:
    sheet = (Path(__file__).parents[2] / "scoresheets" / "CA-E4-points.json").read_bytes()
    table = app.extensions["companion"].tables.lay(read_sheet(sheet))
    phone.code = table.code
    scored = table.journal.state.scored()
    assert phone.open("settlement").status == 200
    assert f"Points Ann and Cleo {scored['Ann']} Ben and Dan {scored['Ben']}" in phone.says
    assert "Ann and Cleo win Cassino" in phone.open("overhead").says
