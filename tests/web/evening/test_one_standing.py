"""One rule for who has won and who came where: on screens, paper, in files, in the journal and in statistics."""

import json
import re
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

import pytest
from attrs import evolve
from flask import Flask

from companion.engine.message import listed
from companion.scoresheet import read_sheet, record_sheet
from companion.shelf import shelf
from companion.store.statistics import Span
from tests.tools.phone import Phone

Rounds = list[dict[str, dict[str, int]]]


def of_shelf(key: str, rounds: Rounds, **options: Any) -> dict[str, Any]:
    """An evening of a game of the shelf, a hand a round, finished by hand where it isn't over."""
    moves = [move for answers in rounds for move in ({"move": "deal"}, {"move": "scored", "answers": answers})]
    game = {"game": "points-game", "options": {**shelf()[key].given({}), **options}, "moves": moves}
    return {"scoresheet": 1, "players": [*rounds[0]], "games": [game]}


def thrown(*rounds: tuple[int, ...]) -> Rounds:
    return [{name: {"turn": turn} for name, turn in zip(("Ann", "Ben", "Cat"), each, strict=False)} for each in rounds]


OUT = [*thrown((12, 7), (12, 0), (0, 7), (0, 0)), {"Ann": {"turn": 0}, "Ben": {"turn": 5}}]
ALL_MISS = thrown((12, 7, 3), (0, 0, 0), (0, 0, 0), (0, 0, 0))
PHASES: Rounds = [{"Ann": {"out": 1, "laid": 1}, "Ben": {"held": 50, "laid": 0}, "Cat": {"held": 75, "laid": 1}}]
EVER = Span()
EVENINGS: dict[str, tuple[dict[str, Any], list[list[str]]]] = {
    "all level": (of_shelf("qwirkle", [{"Dan": {"turn": 12}, "Eve": {"turn": 12}}]), [["Dan", "Eve"]]),
    "who is out had more": (of_shelf("molkky", OUT), [["Ben"], ["Ann"]]),
    "all miss for the third time": (of_shelf("molkky", ALL_MISS), [["Cat"], ["Ann"], ["Ben"]]),
    "a rank that isn't the points": (of_shelf("phase-10", PHASES), [["Ann"], ["Cat"], ["Ben"]]),
    "two of three level": (of_shelf("qwirkle", [{"Ann": {"turn": 9}, "Ben": {"turn": 12}, "Cat": {"turn": 12}}]),
                           [["Ben", "Cat"], ["Ann"]]),
}  # fmt: skip
"""Sheets, each with its places from the first on."""


@pytest.mark.parametrize("name", EVENINGS)
def test_every_place_says_the_same(app: Flask, phone: Phone, name: str) -> None:
    written, places = EVENINGS[name]
    sheet = read_sheet(json.dumps(written).encode())
    (game,) = sheet.games
    if not record_sheet(sheet).state.over:
        sheet = evolve(sheet, games=[evolve(game, moves=[*game.moves, game.opening.read_move({"move": "finish"})])])
    phone.code = app.extensions["companion"].tables.lay(sheet).code
    title, who = str(game.opening.title), places[0]
    everybody = [player for level in places for player in level]
    ranks = {player: 1 + sum(map(len, places[:level])) for level, own in enumerate(places) for player in own}
    wins = f"{listed(who)} {'win' if who[1:] else 'wins'}"
    for screen in ("", "overhead", "wall", "evening", "paper", "settlement"):
        assert f"{wins} {title}" in phone.open(screen).says, screen or "the table"
    assert f"{wins} with" in phone.open("journal").says
    for screen in ("", "evening"):
        board = phone.open(screen).says.partition(f"{wins} {title}")[2]
        found = [re.search(rf"{ranks[player]} {player} \d+ points?", board) for player in everybody]
        assert all(found) and found == sorted(found, key=lambda at: at.start() if at else 0), screen or "the table"
    shared = re.findall(rf"{title}: ((?:\w+ -?\d+(?:, )?)+)", phone.open("evening").text)
    assert [re.findall("[A-Z]\\w+", line) for line in shared[:1]] == [everybody]
    (link,) = re.findall('href="bgstats:[^"]*data=([^"]*)"', phone.open("paper").text)
    play = json.loads(unquote(link))
    assert {own["name"]: own["rank"] for own in play["players"]} == ranks
    assert {own["name"] for own in play["players"] if own["winner"]} == {*who}
    known = app.extensions["companion"].statistics
    for one, other in pairwise(everybody):
        (met,) = known.rivals(EVER, one.casefold())[other.casefold()]
        assert met.ahead == (ranks[one] < ranks[other])


@pytest.mark.parametrize("outcome", ["won", "unknown"])
def test_nobody_has_won_where_that_isnt_known_or_all_have_lost(app: Flask, phone: Phone, outcome: str) -> None:
    moves = [{"move": "deal"}, {"move": "scored", "points": {"Ann": 0, "Ben": 0}}]
    game = {"game": "points-game", "options": {"name": "Bluff", "hands": 1, "outcome": outcome}, "moves": moves}
    sheet = {"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]}
    table = app.extensions["companion"].tables.lay(read_sheet(json.dumps(sheet).encode()))
    assert table.evening.results[0].who == ()
    assert not re.search("(Ann|Ben) wins? Bluff", phone.open(f"/t/{table.code}/evening").says)
