"""House rules that are older than today's files: what they say is found again, and nothing is lost."""

import json
from typing import Any

import pytest
from flask import Flask

from companion import games
from companion.scoresheet import stored_opening
from companion.shelf import looed_once, read_description, shelf
from companion.store import HouseRules
from companion.web.forms.known import amended, asked_at_a_table, written_as
from companion.web.home.games import looed_by
from companion.web.request.services import services
from tests.tools.evening import opening
from tests.tools.house import House

BEFORE = {
    "Wer kann, bedient, und wer kann, übersticht;": "Bedient, wenn ihr könnt, und überstecht, wenn ihr könnt;",
    "also am besten vorher festlegen, wie lange gespielt wird.": "macht euch also aus, wie lange ihr spielt.",
}
"""What the file of Loo says otherwise since who takes no trick pays is a house rule."""
POOL, OTHER = {"pot": "pool", "dealer": 3}, {"pot": "other"}
ASKS = [{"key": "laid", "ask": "Laid"}]


def rules(key: str, **given: Any) -> Any:
    game = games.game(key)
    assert game
    return stored_opening(game, given, None).options


def loo(language: str, looed: int, name: str = "", **others: Any) -> Any:
    """Return the house rules of a Loo that was begun before."""
    given = shelf()["loo"].given({"looed": looed}, language) | others
    del given["looed"]
    for today, once in BEFORE.items():
        given["rules"] = given["rules"].replace(today, once)
    return rules("house-game", **given | ({"name": name} if name else {}))


@pytest.mark.parametrize("language", ["", "de", "fr"])
def test_a_loo_of_before_is_known_by_its_words_and_by_its_name(language: str) -> None:
    limited, unlimited = (dict(zip(["", "de", "fr"], each.names, strict=True)) for each in shelf()["loo"].former)
    for name, looed in ("", 3), ("", 0), (limited[language], 3), (unlimited[language], 0):
        before = loo(language, looed, name)
        assert (looed_once(before), written_as(before)) == (looed, "loo")
    for name, looed in (limited[language], 3), (unlimited[language], 0), ("Loo", 3):
        assert looed_once(loo(language, 3, name, rules="As we play it")) == looed
    assert looed_once(loo(language, 0, "Ours", rules="As we play it")) is None
    assert looed_once(loo(language, 0, pots=[POOL, OTHER])) is None


@pytest.mark.parametrize(
    ("key", "pots", "looed"),
    [
        ("house-game", [POOL], 3),
        ("house-game", [POOL, OTHER], None),
        ("house-game", [], None),
        ("points-game", None, None),
    ],
)
def test_what_the_looed_paid_is_taken_where_it_can_be(
    house: House, key: str, pots: list[dict[str, Any]] | None, looed: int | None
) -> None:
    """It stood beside the rules, in a file as in the store, whatever the game."""
    told = {"name": "Lanterloo"} if pots is None else {"name": "Lanterloo", "pots": pots}
    game = games.game(key)
    assert game
    file = {"game": key, "description": 1, "edition": game.edition, "options": told, "looed": 3}
    found: Any = read_description(json.dumps(file).encode()).opening.options
    HouseRules(house.database).keep("Lanterloo", stored_opening(game, told, None), "Ann's")
    with house.database.writing() as rows:
        rows.execute("update house_rules set looed = 3")
    (kept,) = HouseRules(house.database).all()
    assert kept.opening.options == found and getattr(found, "looed", None) == looed
    if pots:
        languages: dict[str, Any] = {"de": {"pots": [POOL, OTHER]}, "fr": {}}
        assert read_description(json.dumps(file | {"languages": languages}).encode()).opening.options.pots()


@pytest.mark.parametrize(
    ("key", "changed", "known"),
    [
        ("darts", {"rules": "From 501 down."}, "darts"),
        ("darts", {"rules": "Ours", "worked": {"questions": ASKS, "scores": "laid"}}, ""),
        ("spades", {"rules": "Partners."}, "spades"),
        ("commerce", {"shared_by": None}, "commerce"),
        ("speculation", {"shared_by": None}, "speculation"),
        ("loo", {"looed": 0, "rules": "Take a trick, or pay.\nOurs"}, ""),
        ("nap", {"calls": []}, "nap"),
        ("nap", {"calls": [], "rules": "Ours"}, ""),
        ("nap", {"rules": "Call the most tricks, play alone.\nOurs"}, ""),
    ],
)
def test_a_known_game_in_words_of_before_is_told_from_a_household_s(
    key: str, changed: dict[str, Any], known: str
) -> None:
    told = shelf()[key]
    assert written_as(rules(told.game.key, **told.given({}) | changed)) == known


def test_what_isn_t_corrected_of_a_game_in_words_of_before_stays() -> None:
    darts = shelf()["darts"].given({}) | {"rules": "From 501 down.", "stake": 3}
    assert amended(rules("points-game", **darts), {"pay": "each"}, darts, "en") == (
        {key: value for key, value in darts.items() if key != "stake"} | {"pay": "each"}
    )
    before = loo("de", 0)
    agreed = asked_at_a_table(written_as(before))
    assert agreed() == agreed(pots_=[], looed=None)
    held = {"name": "Loo", "rules": before.rules, "card_price": 0, "pots": [POOL]}
    assert amended(before, {"pots": [OTHER]}, held, "de") == held | {"pots": [OTHER]}


def test_a_table_of_before_asks_a_hand_by_the_same(app: Flask) -> None:
    with app.test_request_context():
        assert looed_by(loo("de", 0)) == 0
        HouseRules(services().database).keep("Loo", opening("house-game", name="Loo", pots=[POOL], looed=2), "Ann's")
        assert looed_by(loo("de", 0)) == 2, "as the household keeps it"
