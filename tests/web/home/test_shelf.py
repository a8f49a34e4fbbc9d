"""The shelf of known games: chosen when a table is laid, read about, and played as ordinary games."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.engine.hands import state_for
from companion.scoresheet import read_sheet
from companion.shelf import shelf
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of
from tests.web.table.test_worked_examples import settles

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def test_partners_sit_opposite_each_other_unless_the_table_says_otherwise(app: Flask, phone: Phone) -> None:
    phone.names(*FOUR, game="Whist")
    assert "Ann and Cleo against Ben and Dan" in phone.says
    phone.press("Move Dan one seat back")
    assert "Ann and Dan against Ben and Cleo" in phone.says, "who sits opposite now"
    phone.press("Start")
    assert phone.open("sheet.json").response.json["games"][0]["options"]["sides"] == [["Ann", "Dan"], ["Ben", "Cleo"]]
    phone.lays(*FOUR, game="Whist", sides="1")
    assert table_of(app, phone).journal.state.options.sides == [["Ann", "Ben"], ["Cleo", "Dan"]]
    phone.lays(*FOUR, game="Whist", sides="alone")
    rules = table_of(app, phone).journal.state.options
    assert (rules.sides, rules.partners) == (None, 1)
    phone.lays(*FOUR, game="Points", partners="2", sides="")
    assert table_of(app, phone).journal.state.options.sides == [["Ann", "Cleo"], ["Ben", "Dan"]]
    phone.names(*FOUR[:3], game="Whist")
    assert "against" not in phone.says and "takes 4 names" not in phone.says
    assert "takes 4 names" in phone.new_table("Whist").says


def test_rules_of_the_household_keep_that_partners_sit_opposite_each_other(app: Flask, phone: Phone) -> None:
    phone.names(*FOUR, game="Whist").press("Start", {"keep_as": "Our Whist"})
    assert "or other partners" in phone.names("Fay", "Gus", "Hal", "Ida", game="Our Whist").says
    phone.press("Start")
    assert table_of(app, phone).journal.state.options.sides == [["Fay", "Hal"], ["Gus", "Ida"]]


def test_a_game_of_the_shelf_that_was_changed_keeps_its_partners(app: Flask, phone: Phone) -> None:
    changed = {"name": "Our Spades", "rules": "Our own way.", "worked:bids:nil": 50}
    phone.lays().open("/rules/new?game=points-game:spades").press("Save", changed)
    phone.lays(*FOUR, game="Our Spades")
    assert table_of(app, phone).journal.state.options.sides == [["Ann", "Cleo"], ["Ben", "Dan"]]


def test_an_address_of_no_game_shows_all_games(phone: Phone) -> None:
    phone.lays()
    for game in ("unknown", "points-game:unknown", "points-game:999"):
        assert phone.open(f"/lay?game={game}").says == phone.open("/lay").says, game


def test_it_is_laid_in_the_language_of_the_phone(phone: Phone) -> None:
    phone.open("/lay?game=house-game:speculation", **{"Accept-Language": "fr"})
    assert '<h1 id="heading">Spéculation</h1>' in phone.text and "Combien de plus le donneur" in phone.says


def test_what_is_asked_may_be_changed_and_the_shelf_stays(app: Flask, phone: Phone) -> None:
    phone.lays(*FOUR, game="Hearts", target=50)
    assert table_of(app, phone).journal.state.options.target == 50
    assert shelf()["hearts"].options().target == 100
    assert "Your house rules and games will be listed here." in phone.open("/rules").says


def test_it_says_for_how_many_it_is_wherever_it_is_told(phone: Phone) -> None:
    """A game of points is for two to sixteen, Skat for three or four."""
    assert "3 to 4 players" in phone.open("/how-to-play/skat").says
    assert "3 to 4 players" in phone.open("/lay?game=points-game:skat").says
    assert "3 to 4 players" in phone.lays(*FOUR, game="Skat").open("how-to-play").says


def test_it_is_offered_again_after_it_was_played(phone: Phone) -> None:
    phone.lays(*FOUR, game="Skyjo")
    assert phone.chooses("Skyjo").filled("game") == ["points-game:skyjo"]
    phone.open(f"/t/{phone.code}").press("Finish").chooses("Skyjo", "games")
    assert phone.filled("game") == ["points-game:skyjo"] and "Start Skyjo" in phone.buttons


def test_the_page_of_all_games_leads_to_the_shelf(phone: Phone) -> None:
    links = set(phone.open("/how-to-play").page.links.values())
    assert {f"/how-to-play/{key}" for key in shelf()} <= links
    assert phone.open("/how-to-play/no-such-game").status == 404


WORKED = sorted(key for key, told in shelf().items() if getattr(told.opening.options, "worked", None))


@pytest.mark.parametrize("key", WORKED)
def test_a_game_that_works_its_points_out_is_played_by_its_questions(app: Flask, phone: Phone, key: str) -> None:
    """The sample evening, hand by hand as its form asks for it, and one hand corrected to what it was."""
    folder = Path(__file__).parents[2] / "scoresheets"
    evening = read_sheet((folder / f"SHELF-{key}.json").read_bytes())
    (played,) = evening.games
    sides = played.opening.options.sides
    opposite = {"players": [name for pair in zip(*sides, strict=True) for name in pair]} if sides else {}
    phone.lays(*(opposite.get("players") or evening.players), game=shelf()[key].name)
    for move in played.moves:
        if move.name in ("said", "scored"):
            state = state_for(table_of(app, phone).journal, type(move))
            inputs = typed_of(move.spread(state))
            if "box" in inputs:
                phone.open("?" + urlencode({"move": "scored", "box": inputs.pop("box")}))
                assert phone.press(inputs.pop("in_box"), inputs).refused == ""
                continue
            for kind, chosen in list(inputs.items()):  # what was played, and by whom, is tapped first
                links = phone.page.links
                rows = {words.partition(" ")[0]: to for words, to in links.items() if words.endswith("points")}
                if not (to := links.get(chosen) or rows.get(chosen)):
                    break
                phone.open(to)
                del inputs[kind]
            asked = {name for form in phone.page.forms for name in form.names}
            assert {*inputs} <= asked
            assert phone.press("Write it down", inputs).refused == ""
    if not table_of(app, phone).journal.state.over:
        phone.press("Finish the game")
    result = json.loads(phone.open("result.json").text)
    wanted = json.loads((folder / f"SHELF-{key}.result.json").read_text("utf-8"))
    assert result["points"] == {name: wanted["points"][name] for name in result["points"]}
    last = [step.line.number for step in table_of(app, phone).journal.steps if step.line.move.name == "scored"][-1]
    assert "What did" not in phone.open(f"journal/{last}").says


def typed_of(answers: dict[str, Any]) -> dict[str, str]:
    """Answers to questions as the inputs of a form."""
    typed: dict[str, str] = {}
    for key, value in answers.items():
        if isinstance(value, dict):
            typed |= {f"{key}:{name}": str(answer) for name, answer in value.items()}
        elif isinstance(value, list):
            typed |= {f"{key}:{name}": "yes" for name in value}
        elif value is not None and value is not False:
            typed[key] = str(value)
    return typed


OF_COUNTERS = {
    "loo": ([{"Ben": "2", "Cleo": "1", "Dan": "looed"}, {"Ann": "3"}, {"Ben": "1", "Cleo": "1", "Dan": "1"}], ()),
    "nap": ([{"Ben": "is paid"}, {"Cleo": "pays"}, {"Ben": "is paid"}], ("3", "2", "4")),
    "speculation": ([{"Cleo": "takes"}, {"Dan": "takes"}, {"Cleo": "takes"}], ()),
}
"""Three hands, row by row, and the counters of each where they must be said."""
COMES_TO = {"loo": [3, 0, -1, -2], "nap": [-5, 23, -13, -5], "speculation": [-14, -14, 22, 6]}


@pytest.mark.parametrize("key", OF_COUNTERS)
def test_counters_are_paid_for_three_hands_and_settled(app: Flask, phone: Phone, key: str) -> None:
    hands, counters = OF_COUNTERS[key]
    phone.lays(*FOUR, game=shelf()[key].name)
    for hand, said in enumerate(hands):
        told = {f"each:{name}": word for name, word in said.items()}
        told |= {"counters": counters[hand]} if counters else {}
        phone.press(f"Deal hand {hand + 1}").press("Write it down", told)
    phone.press("Finish the game")
    result = json.loads(phone.client.get(f"/t/{phone.code}/result.json").data)
    assert result["over"] and list(result["balances"].values()) == COMES_TO[key]
    settles(app, phone)


def test_partners_in_a_number_that_can_t_be_paired_are_asked_who_sits_out(app: Flask, phone: Phone) -> None:
    phone.names(*FOUR, "Eve", game="Spades")
    assert "Who plays with whom?" in phone.says
    phone.press("Start")
    assert phone.status == 422 and "Please answer this." in phone.refused
    said = next(
        value for value, words in re.findall(r'<option value="([^"]+)">([^<]*)', phone.text) if "Eve sits" in words
    )
    phone.press("Start", {"sides": said})
    state = table_of(app, phone).journal.state
    assert (state.options.sides, state.playing) == ([["Ann", "Cleo"], ["Ben", "Dan"]], tuple(FOUR))
    phone.names(*FOUR, "Eve", game="Spades").press("Start", {"sides": "alone"})
    assert phone.status == 422 and "say who sits out at first" in phone.refused
    phone.press("Start", {"sides": "alone", "sits_out": "Eve"})
    state = table_of(app, phone).journal.state
    assert (state.options.sides, state.options.partners, state.playing) == (None, 1, tuple(FOUR))
