"""The house rules that a known game has of its own: offered where those of every game are, corrected and kept."""

import json
from typing import Any

import pytest
from flask import Flask

from companion.shelf import shelf
from tests.tools.phone import Phone
from tests.web.evenings.test_importing import gives
from tests.web.table.test_routes import table_of


def options_of(phone: Phone) -> dict[str, Any]:
    held: dict[str, Any] = json.loads(phone.open("sheet.json").text)["games"][0]["options"]
    return held


def test_a_setting_stands_in_the_sheet_as_the_numbers_that_it_changes(phone: Phone) -> None:
    phone.names("Ann", "Ben", game="Darts")
    assert "The usual rules" in phone.says and "To how many points?" in phone.says
    assert "What do you count after a hand?" not in phone.says and "add up to" not in phone.says
    phone.press("Start", {"target": "301", "ending": "with any dart"})
    options = options_of(phone)
    assert options["target"] == 301 and "settings" not in options
    assert "double" not in json.dumps(options["worked"]) and "501" not in options["rules"]
    phone.open(f"/t/{phone.code}/rules")
    assert "To how many points? 301" in phone.says and "How does it end? with any dart" in phone.says


def test_what_is_changed_is_said_before_the_start_and_in_how_to_play_and_taken_back(phone: Phone) -> None:
    phone.names("Ann", "Ben", game="Darts").press("Add", {"target": "701"})
    assert "Rules of your own" in phone.says and "1 differs from the usual" in phone.says
    assert "To how many points? 701" in phone.says
    phone.press("As usual")
    assert "The usual rules" in phone.says and phone.filled("target") == ["501"]
    phone.press("Start", {"target": "400"})
    assert "it can't be 400 in this game" in phone.refused and "To how many points?" in phone.refused
    phone.press("How to play by these rules", {"target": "301"})
    assert "exactly 301" in phone.says and "501" not in phone.says


def test_they_are_corrected_from_the_start_of_the_game_in_the_tables_language(app: Flask, phone: Phone) -> None:
    phone.open("/lay", **{"Accept-Language": "de"})
    form = {"game": "points-game:darts", "asked": "points-game:darts", "player": ["Ann", "Ben"], "target": "301"}
    phone.send("/tables", form | {"ending": "mit jedem Pfeil"}, **{"Accept-Language": "de"})
    assert "genau auf 301" in options_of(phone)["rules"]
    phone.open("journal/1", **{"Accept-Language": "en"})
    assert phone.filled("target") == ["301"] and phone.filled("ending") == ["with any dart"]
    phone.press("See what would change", {"target": "501", "ending": "on a double"})
    assert "To how many points?" in phone.says
    phone.press("Save")
    assert "genau auf 501" in options_of(phone)["rules"]
    assert table_of(app, phone).journal.state.options == shelf()["darts"].options("de")


def test_rules_kept_under_another_name_are_still_the_known_game(phone: Phone) -> None:
    phone.names("Ann", "Ben", game="Darts").press("Start", {"target": "301", "keep_as": "Pub darts"})
    assert options_of(phone)["name"] == "Pub darts"
    phone.names("Ann", "Ben", game="Pub darts")
    assert phone.filled("target") == ["301"] and phone.filled("worked") == []
    phone.press("Start", {"target": "701"})
    options = options_of(phone)
    assert (options["name"], options["target"]) == ("Pub darts", 701)


@pytest.mark.parametrize(
    ("old", "today"), [(former.key, key) for key, told in shelf().items() for former in told.former]
)
def test_who_kept_an_old_link_finds_the_game_of_today(phone: Phone, old: str, today: str) -> None:
    told = shelf()[today]
    assert phone.lays().open(f"/how-to-play/{old}").status == 200 and told.name in phone.says
    phone.open(f"/lay?game={told.game.key}:{old}")
    assert phone.filled("game") == [f"{told.game.key}:{old}"] and told.name in phone.says


def test_a_game_in_the_words_of_before_goes_on_by_them(phone: Phone) -> None:
    """What is agreed at a table is corrected; nobody is asked to describe a known game."""
    before = shelf()["darts"].given({}) | {"rules": "From 501 down.\nAs we said it once."}
    sheet = {"scoresheet": 1, "players": ["Ann", "Ben"], "games": [
        {"game": "points-game", "options": before, "moves": []}]}  # fmt: skip
    gives(phone.joins(), json.dumps(sheet).encode()).press("Save", {"day": "2024-11-19"})
    phone.open("journal/1")
    assert phone.filled("target") == ["501"] and "The rules, in your own words" not in phone.says
    phone.press("See what would change", {"target": "301"}).press("Save")
    assert options_of(phone) == before | {"target": 301}
