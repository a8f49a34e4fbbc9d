"""The crib: by the rules of the table, with what the engine pays."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.playing import play
from companion.scoresheet import sheet_from
from companion.shelf import shelf
from tests.tools.evening import move, the_game
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

FOUR = ["Ann", "Ben", "Cat", "Dan"]
OTHERS = ("Ann", "Cat", "Dan")
Moves = list[dict[str, Any]]
DEAL: dict[str, Any] = {"move": "deal"}
SPOILT: dict[str, Any] = {"move": "spoilt"}


def lays(phone: Phone, key: str, moves: Moves, **options: Any) -> Phone:
    """Lays a table at which so much was played; Ann deals first."""
    game = {"game": key, "dealer": "Ann", "moves": moves, "options": options}
    tables = phone.client.application.extensions["companion"].tables
    phone.code = tables.lay(sheet_from({"scoresheet": 1, "players": FOUR, "games": [game]})).code
    return phone


def dealt(key: str) -> Moves:
    """The deal of a game that has one and needs no cards given out before."""
    return [DEAL] if "deal" in the_game(key).by_name and "loto" not in key else []


@pytest.mark.parametrize(
    ("key", "options", "says"),
    [
        (
            "spoil-five",
            {"tricks": 2, "jink": True},
            "Two tricks: 9 Two tricks the whole pool; all five: 2 more from each",
        ),
        ("spoil-five", {"sides": [["Ann", "Cat"], ["Ben", "Dan"]]}, "the whole pool Print"),
        ("pope-joan", {"leftovers": "board", "pope_limit": None}, "for each card left, onto the board"),
        ("pope-joan", {"card_price": 0}, "9 Pope 6 "),
        ("farmer", {"nearest": True, "over": "flat"}, "1 to the farmer Nobody the nearest below takes 1"),
        ("polignac", {"general": True, "stock": 9}, "A general every trick made: from each of the others 5"),
        ("cassino", {"stake": 3, "last_board": False}, "takes the rest from the table 11 points"),
        ("my-bird-sings", {"cards": 3}, "This sings 8 10 K The stock"),
        ("loto", {"prizes": "quarters"}, "a full row ¼ two full rows of one card ¼ one full card ½"),
        ("macao", {"limit": 7}, "Stakes up to 7"),
    ],
)
def test_it_is_of_the_house_rules(phone: Phone, key: str, options: dict[str, Any], says: str) -> None:
    assert says in lays(phone, key, dealt(key), **options).open("crib").says


def out(**cards_left: int) -> dict[str, Any]:
    """Ben goes out."""
    return {"player": "Ben", "cards_left": dict.fromkeys(OTHERS, 0) | cards_left}


BEN = {"player": "Ben"}


@pytest.mark.parametrize(
    ("key", "moves", "options", "says", "name", "said", "times"),
    [
        ("spoil-five", [DEAL, SPOILT, DEAL], {}, "Three tricks:", "won", BEN, 1),
        ("spoil-five", [DEAL], {"ante": 5}, "Three tricks:", "won", BEN, 1),
        ("twenty-five", [DEAL], {}, "25 points:", "tricks", {"won": {"Ben": 5}}, 1),
        ("pope-joan", [DEAL], {}, "K King", "played", {"card": "king", "player": "Ben"}, 1),
        ("pope-joan", [DEAL], {}, "First out:", "out", out(), 1),
        ("spin", [DEAL], {"stake": 2}, "First out:", "out", out(), 1),
        ("spin", [DEAL], {"stake": 2}, "Matrimony", "shown", {"player": "Ben", "pot": "matrimony"}, 1),
        ("spin", [DEAL], {"spin_price": 5}, "A Spin", "played", {"card": "AD", "player": "Ben"}, 3),
        ("spin", [DEAL], {"king_price": 2}, "each king", "played", {"card": "KS", "player": "Ben"}, 3),
        ("jig", [DEAL], {"ante": 2}, "First out:", "out", out(), 1),
        ("jig", [DEAL], {"fine": 3}, "A wrong call", "fined", BEN, -1),
        ("lift-smoke", [DEAL], {}, "Last with a card:", "won", BEN, 1),
        ("my-bird-sings", [DEAL], {}, "The first to sing:", "sings", BEN, 1),
        ("farmer", [DEAL], {"ante": 3}, "Sixteen:", "hands", {"points": {"Ben": 16}}, 1),
        ("polignac", [DEAL], {"polignac_price": 4}, "Polignac", "took", {"card": "JS", "player": "Ben"}, -1),
        ("snip-snap-snorum", [DEAL], {}, "Snorum: the fourth, at once", "snorum", {"player": "Cat"}, -1),
        ("newmarket", [DEAL], {"card_price": 2}, "First out", "out", out(Cat=2), 2),
        ("earl-of-coventry", [DEAL], {}, "First out", "out", out(Cat=7), 7),
    ],
)
def test_it_says_what_the_engine_pays(
    phone: Phone,
    key: str,
    moves: Moves,
    options: dict[str, Any],
    says: str,
    name: str,
    said: dict[str, Any],
    times: int,
) -> None:
    told = lays(phone, key, moves, **options).open("crib").says
    state = table_of(phone.client.application, phone).journal.state
    paid = play(state, move(key, name, **said)).state.balances["Ben"] - state.balances["Ben"]
    assert f"{says} {paid // times} " in told and paid


def test_what_a_spoilt_hand_leaves_is_the_next_pool(phone: Phone) -> None:
    """SF-06."""
    says = lays(phone, "spoil-five", [DEAL]).open("crib").says
    lays(phone, "spoil-five", [DEAL, SPOILT, DEAL])
    pool = table_of(phone.client.application, phone).journal.state.pots["pool"]
    assert f"{pool} in the pool next hand" in says


def test_the_card_turned_up_says_trumps_and_one_more_stop(phone: Phone) -> None:
    """PJ-06."""
    lays(phone, "pope-joan", [DEAL, {"move": "turn_up", "card": "7H"}]).open("crib")
    assert re.findall(r'value="(.)"[^>]*checked', phone.text) == ["H"]
    assert "Stops from the start 6 7 K K K K First out" in phone.says
    assert (
        "Stops from the start 7 K K"
        in lays(phone, "pope-joan", [DEAL, {"move": "turn_up", "card": "AS"}]).open("crib").says
    )


def test_a_game_of_the_shelf_has_its_own_rules_and_a_table_without_a_game_all_games(app: Flask, phone: Phone) -> None:
    told = shelf()["hearts"]
    phone.lays(*FOUR, game=told.name).open("crib")
    assert "100 points the fewest points win" in phone.says and "The lowest club leads." in phone.says
    phone.code = (
        app.extensions["companion"].tables.lay(sheet_from({"scoresheet": 1, "players": FOUR, "games": []})).code
    )
    assert phone.open("crib").response.request.path == "/how-to-play"
