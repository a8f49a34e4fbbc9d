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


def test_nobody_is_asked_where_all_may_play(phone: Phone) -> None:
    assert "Who sits out?" not in phone.names(*FIVE, game="Mölkky").says
    assert "Who sits out?" not in phone.names("Ann", game="Gin").says
