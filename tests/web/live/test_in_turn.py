"""Pages that cost much wait for one another, and nothing else waits for them."""

import sys
from pathlib import Path
from types import FrameType
from unittest.mock import MagicMock

import pytest

from companion.scoresheet import sheet_from
from companion.store import Database, Tables
from companion.web.evening.files import FILES
from companion.web.live import limits
from tests.attacks.routes import at, routes_of
from tests.tools.phone import Phone
from tests.tools.quick import app_over, furnish

HANDS = 600
COSTLY = 150_000
"""Calls that take about 50 milliseconds; those of a table's page are some 8,000."""


@pytest.fixture
def code(tmp_path: Path) -> str:
    """A very long evening."""
    moves = [{"move": "deal"}, {"move": "won", "player": "Cleo"}] * HANDS
    database = Database(furnish(tmp_path))
    game = {"game": "spoil-five", "moves": moves}
    laid = Tables(database).lay(sheet_from({"scoresheet": 1, "players": ["Ann", "Ben", "Cleo"], "games": [game]}))
    database.close()
    return laid.code


def test_every_page_that_costs_much_is_in_the_lane(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every route is walked as the application has it, by a device of the household."""
    costs: list[str] = []
    waits: list[str] = []
    with app_over(tmp_path) as app:
        list(app.extensions["companion"].keeper._work)
        phone = Phone(app).joins()
        for method, route in routes_of(app):
            for path in paths(route, code) if method == "GET" else []:
                monkeypatch.setattr(limits, "LANE", held := MagicMock())
                phone.client.get(path)  # templates are compiled once
                if calls_of(phone, path) > COSTLY:
                    (waits if held.__enter__.called else costs).append(path)
    assert costs == []
    assert f"/t/{code}/paper" in waits


def paths(route: str, code: str) -> list[str]:
    """A route with its parts filled in; that of files with each of them, and none whose answer never ends."""
    if route.endswith("<file>"):
        return [route.replace("<code>", code).replace("<file>", name) for name in FILES]
    return [] if route.endswith("/stream") else [at(route, code)]


def calls_of(phone: Phone, path: str) -> int:
    """How many functions a page calls, those of C too."""
    calls = 0

    def count(frame: FrameType, event: str, said: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        phone.client.get(path)
    finally:
        sys.setprofile(None)
    return calls
