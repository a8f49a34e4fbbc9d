"""A count that wasn't entered is asked for where it isn't 0 by itself: what those hold who didn't go out."""

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of


@pytest.mark.parametrize("game", ["Uno", "Rummy", "Crazy Eights", "Phase 10"])
def test_who_isnt_out_says_what_is_left(app: Flask, phone: Phone, game: str) -> None:
    phone.lays("Ann", "Ben", "Cat", game=game)
    laid = {f"laid:{name}": "yes" for name in ("Ann", "Ben", "Cat")} if game == "Phase 10" else {}
    hand = {"out": "Ann", "held:Cat": "30"} | laid
    phone.send("moves/scored", hand)
    assert phone.refused == "Ben: Points held: that is missing."
    assert not any(table_of(app, phone).journal.state.points.values())
    phone.send("moves/scored", hand | {"held:Ben": "0" if game == "Uno" else "5"})
    assert phone.refused == "" and any(table_of(app, phone).journal.state.points.values())
