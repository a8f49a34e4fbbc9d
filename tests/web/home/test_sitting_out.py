"""Who sits out where more sit down than may play: it is asked before the start, not after the first hand."""

import pytest
from flask import Flask

from companion.engine.game import Presence
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@pytest.mark.parametrize(
    ("game", "many", "out"), [("Gin", 3, ["Ann"]), ("Cribbage", 4, ["Ben", "Dan"]), ("Whist", 5, ["Cleo"])]
)
def test_it_is_asked_before_the_start(app: Flask, phone: Phone, game: str, many: int, out: list[str]) -> None:
    phone.names(*FIVE[:many], game=game)
    assert "Who sits out?" in phone.says and f"With {many} at this table, someone has to sit out." in phone.says
    path, form = phone.request_of("Add")
    form.setlist("sits_out", out)
    phone.send(path, form)
    said = f"{' and '.join(out)} sit out" if out[1:] else f"{out[0]} sits out"
    assert said in phone.says and phone.filled("sits_out") == out and "someone has to" not in phone.says
    phone.press("Start")
    state = table_of(app, phone).journal.state
    assert [name for name, presence in state.seats.items() if presence is Presence.SITS_OUT] == out
    assert state.dealer not in out and len(state.playing) == many - len(out)
    phone.send("moves/deal")
    assert phone.refused == "" and table_of(app, phone).journal.state.open


def out_at(app: Flask, phone: Phone) -> list[str]:
    """Who sits out at the table that the phone is at."""
    seats = table_of(app, phone).journal.state.seats
    return [name for name, presence in seats.items() if presence is Presence.SITS_OUT]


def test_it_is_asked_before_another_game_at_the_table_too(app: Flask, phone: Phone) -> None:
    phone.lays(*FIVE, game="Mölkky").press("Finish").chooses("Cribbage", "games")
    assert "Who sits out?" in phone.says and "With 5 at this table, someone has to sit out." in phone.says
    phone.press("Start Cribbage")
    assert "5 sit down, and 2 can play: say who sits out at first." in phone.says
    assert table_of(app, phone).journal.state.options.title() == "Mölkky"
    path, form = phone.request_of("Start Cribbage")
    form.setlist("sits_out", ["Ann", "Cleo", "Dan"])
    phone.send(path, form)
    state = table_of(app, phone).journal.state
    assert out_at(app, phone) == ["Ann", "Cleo", "Dan"] and state.dealer in state.playing
    assert phone.send("moves/deal").refused == ""
    phone.press("Abandon").press("Finish").chooses("Cribbage", "games")
    path, form = phone.request_of("Start Cribbage")
    form.setlist("sits_out", ["Ben", "Dan", "Eve"])
    form.setlist("draw", ["nothing"])
    phone.send(path, form).press("Start Cribbage")
    state = table_of(app, phone).journal.state
    assert (state.playing, state.dealer in state.playing) == (("Ann", "Cleo"), True)
    phone.press("Finish").chooses("Cribbage", "games")
    path, form = phone.request_of("Start Cribbage")
    form.setlist("sits_out", ["Ann", "Cleo", "Dan"])
    form.setlist("draw", ["nothing"])
    phone.send(path, form).press("Start Cribbage").press("Finish").chooses("Whist", "games")
    assert phone.filled("sits_out") == ["Ann", "Cleo", "Dan"] and "Too few players: 2 at this table." in phone.says
    path, form = phone.request_of("Start Whist")
    form.setlist("sits_out", ["Eve"])
    form.setlist("draw", ["nothing"])  # as the page asks for what has changed
    phone.send(path, form)
    assert "Ann and Cleo against Ben and Dan" in phone.says
    phone.press("Start Whist")
    assert out_at(app, phone) == ["Eve"]
    phone.press("Finish").chooses("Mölkky", "games")
    assert phone.filled("sits_out") == ["Eve"]
    path, form = phone.request_of("Start Mölkky")
    form.setlist("sits_out", [])
    phone.send(path, form)
    assert out_at(app, phone) == []


def test_who_sat_out_sits_out_where_the_same_people_play_again(app: Flask, phone: Phone) -> None:
    phone.names(*FIVE[:3], game="Gin")
    path, form = phone.request_of("Start")
    form.setlist("sits_out", ["Ann"])
    phone.send(path, form)
    phone.press("Finish").open("evening").press("Play again")
    assert out_at(app, phone) == ["Ann"] and phone.send("moves/deal").refused == ""
    phone.press("Abandon").send("moves/sit_in", {"player": "Ann"})
    phone.press("Finish").open("evening").press("Play again")
    assert "Who sits out?" in phone.says and phone.filled("game") == ["points-game:gin"]


@pytest.mark.parametrize("by_group", [False, True])
def test_who_is_asked_who_sits_out_keeps_group_purses_and_counters(app: Flask, phone: Phone, *, by_group: bool) -> None:
    phone.names(*FIVE[:3], game="Gin")
    path, form = phone.request_of("Start")
    form.setlist("sits_out", ["Ann"])
    form.update({"keeps": "counters", "amount": "0.05", "currency": "EUR", "deal_at_once": "on"})
    form.setlist("start", ["40"])
    phone.send(path, form)
    tables, code = app.extensions["companion"].tables, phone.code
    tables.change(code, lambda now: now.with_beside(coin="0.50", purses=[["Ann", "Ben"]]))
    phone.open(f"/t/{code}").send("moves/sit_in", {"player": "Ann"})
    phone.open(f"/t/{code}/evening").press("Save the group", {"name": "Thursdays"})
    if by_group:
        phone.open("/groups").press("Thursdays Play again")
    else:
        phone.open(f"/t/{code}").press("Finish").open("evening").press("Play again")
    path, form = phone.request_of("Start")
    form.setlist("sits_out", ["Cleo"])
    before, after = tables.find(code), tables.find(phone.send(path, form).code)
    assert after.code != code and out_at(app, phone) == ["Cleo"]
    assert app.extensions["companion"].groups.of(after.code).name == "Thursdays"
    kept = (after.beside.start, after.beside.counter_value, after.beside.deal_at_once, after.beside.purses)
    assert kept == (40, before.beside.counter_value, True, [["Ann", "Ben"]])
    assert after.beside.coin == (None if by_group else "0.50")


def test_nobody_is_asked_where_all_may_play(phone: Phone) -> None:
    assert "Who sits out?" not in phone.names(*FIVE, game="Mölkky").says
    assert "Who sits out?" not in phone.names("Ann", game="Gin").says
