"""Everything that people may name has the longest name, in one word: no page of a small phone scrolls sideways."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.loto.rules.box import BOXES
from companion.scoresheet import open_game, sheet_from
from companion.store import Database, Groups, HouseRules, OwnCards, Seasons, Tables, WordLists
from tests.attacks.routes import at, routes_of
from tests.browser.conftest import SMALL_PHONE, Device, takes_the_pencil
from tests.browser.test_access import is_page
from tests.browser.test_for_every_hand import SIDEWAYS
from tests.tools.quick import furnish, quick_app
from tests.tools.serving import house_at

LONG = [letter * 40 for letter in "WMQGA"]
MOVES = [
    {"move": "deal"},
    {"move": "give", "from": LONG[0], "to": LONG[1], "counters": 1, "memo": "M" * 60},
    {"move": "takes", "players": LONG[:2], "pot": LONG[0]},
    {"move": "ends"},
    {"move": "deal"},
]
NAMED = [
    *(f"/people/{page}?name={LONG[0]}" for page in ("person", "same", "two")),
    f"/statistics/person?name={LONG[0]}",
    f"/statistics/between?one={LONG[0]}&other={LONG[1]}",
    f"/evenings?q={LONG[0]}",
    "/lay?game=kept:1",
    "/house/new?game=kept:1",
]
"""Pages that are asked for by a name."""
UNFOLD = "() => { for (const fold of document.querySelectorAll('details:not(.menu)')) fold.open = true; }"


@pytest.fixture
def codes(tmp_path: Path) -> list[str]:
    """Evenings in which everything has such a name, in a house that keeps such things."""
    database = Database(furnish(tmp_path))
    tables, secret = Tables(database), "a phone"
    game = games.game("house-game")
    assert game
    options = {"name": LONG[2], "pots": [{"pot": name, "each": 1} for name in LONG[:3]]}
    house = {"game": "house-game", "options": options, "moves": MOVES}
    loto = {"game": "loto", "moves": [{"move": "cards", "player": LONG[0], "own": [[*map(list, BOXES[24][1])]]}]}
    sheets = [sheet_from({"scoresheet": 1, "players": LONG, "games": [played]}) for played in (house, loto)]
    laid = [tables.lay(sheet).code for sheet in sheets]
    for number, name in enumerate(LONG[:4], 1):
        HouseRules(database).keep(name, open_game(game, options, None), secret)
        OwnCards(database).keep(name, BOXES[24][number], secret)
        WordLists(database).keep(name, [name], secret)
    for code in laid:
        tables.change(code, lambda table: table.describe("T" * 60, "P" * 60, "N" * 60))
    group = Groups(database).keep(LONG[0], tables.find(laid[0]))
    Seasons(database).open(group.number, LONG[1], "2026-01-01")
    HouseRules(database).remove(4)
    database.close()
    return laid


@pytest.fixture
def address(tmp_path: Path, codes: list[str]) -> Iterator[str]:
    """The house in which all that stands already."""
    with house_at(tmp_path) as where:
        yield where


@pytest.fixture
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every route that may be a page."""
    app = quick_app(tmp_path_factory.mktemp("routes"))
    app.extensions["companion"].close()
    return [route for method, route in routes_of(app) if method == "GET" and "/site/" not in route]


def test_no_page_scrolls_sideways_for_a_long_name(device: Device, codes: list[str], routes: list[str]) -> None:
    """Every route is walked as the application has it: a new page is covered by being there."""
    page = device(SMALL_PHONE)
    page.goto("/")
    for code in codes:
        takes_the_pencil(page, code)
    walked, faults = 0, []
    for path in dict.fromkeys([*(at(route, code) for route in routes for code in codes), *NAMED]):
        if not is_page(page, path):
            continue
        page.goto(path)
        page.evaluate(UNFOLD)
        walked += 1
        if (wide := page.evaluate(SIDEWAYS)) > 0:
            faults.append(f"{path} by {wide}")
    assert not faults, "\n".join(faults)
    assert walked > 70
