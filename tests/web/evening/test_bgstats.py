"""Plays for BG Stats: the shape that its makers document for a link, and that of the files which the app writes."""

import json
import re
import time
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from flask import Flask

from companion.plays import Wanted, read_plays
from companion.plays.play import made
from companion.scoresheet import write_sheet
from companion.store import Table, Tables
from tests.tools.house import Writes
from tests.tools.phone import Phone

SHAPE = {
    "players": {"id", "name", "isAnonymous", "uuid"},
    "games": {"id", "name", "bggId", "highestWins", "noPoints", "cooperative", "usesTeams", "uuid"},
    "plays": {"uuid", "gameRefId", "playDate", "durationMin", "playerScores"},
    "scores": {"playerRefId", "score", "winner", "rank", "startPlayer", "newPlayer", "seatOrder"},
}
"""What the app itself writes of each, in 2024."""


def finished(phone: Phone) -> Phone:
    return phone.joins().lays().press("Deal").press("Cat").open("moves/finish").press("Finish")


def linked(phone: Phone) -> list[dict[str, Any]]:
    """The plays that the links of a page carry."""
    found = re.findall('href="bgstats://app.bgstatsapp.com/createPlay.html\\?data=([^"]*)"', phone.text)
    return [json.loads(unquote(data)) for data in found]


def filed(phone: Phone, path: str = "plays.bgsplay") -> Any:
    return json.loads(phone.open(path).response.get_data())


def test_a_link_carries_one_play(phone: Phone, app: Flask) -> None:
    finished(phone)
    Writes(app.extensions["companion"].tables).describe(phone.code, "Birthday", "Home", "Never to be told.")
    (play,) = linked(phone.open("paper"))
    ended = datetime.strptime(play.pop("playDate"), "%Y-%m-%d %H:%M:%S")
    assert abs((datetime.utcnow() - ended).total_seconds()) < 60, "the end, in UTC"
    players = play.pop("players")
    assert play == {
        "sourceName": "Companion",
        "sourcePlayId": f"{phone.code}-1",
        "location": "Home",
        "game": {"name": "Spoil-Five", "sourceGameId": "spoil-five", "highestWins": True, "noPoints": False},
    }
    assert [(player["name"], player["score"], player["winner"], player["rank"]) for player in players] == [
        ("Ann", -3, False, 4),
        ("Ben", -2, False, 2),
        ("Cat", 7, True, 1),
        ("Dan", -2, False, 2),
    ]
    assert all(player["sourcePlayerId"] == player["name"] and not player["startPlayer"] for player in players)


def test_a_file_holds_the_same_plays_by_reference(phone: Phone) -> None:
    held = filed(finished(phone))
    assert held["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    (play,), (game,) = held["plays"], held["games"]
    assert (game["name"], game["highestWins"], play["gameRefId"]) == ("Spoil-Five", True, game["id"])
    names = {player["id"]: player["name"] for player in held["players"]}
    scores = {names[row["playerRefId"]]: (row["score"], row["winner"]) for row in play["playerScores"]}
    assert scores == {"Ann": ("-3", False), "Ben": ("-2", False), "Cat": ("7", True), "Dan": ("-2", False)}
    assert held["locations"] == [] and "locationRefId" not in play
    assert re.fullmatch("[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", play["uuid"])
    assert filed(phone) == held, "sent again it is the same play"
    shape = {kind: {*held[kind][0]} for kind in ("players", "games", "plays")} | {"scores": {*play["playerScores"][0]}}
    assert all(keys <= shape[kind] for kind, keys in SHAPE.items())


def test_each_game_that_is_over_is_a_play_and_stays_one_when_another_is_begun(phone: Phone) -> None:
    phone.joins().lays().press("Deal").press("Cat")
    assert linked(phone.open("paper")) == [] and "BG Stats" not in phone.says
    assert filed(phone)["plays"] == []
    phone.open("moves/finish").press("Finish").open("games?game=jig").press("Start")
    assert [play["game"]["name"] for play in linked(phone.open("paper"))] == ["Spoil-Five"]
    phone.open("").press("Deal")
    assert [play["game"]["name"] for play in linked(phone.open("paper"))] == ["Spoil-Five"]
    assert len(filed(phone)["plays"]) == 1


def most_wins(play: dict[str, Any], table: Table) -> bool:
    """Whether the most points win a play, whose winners must be those whom the evening itself names."""
    ranks = {player["name"]: player["rank"] for player in play["players"]}
    scores = {player["name"]: player["score"] for player in play["players"]}
    best = max(scores.values()) if play["game"]["highestWins"] else min(scores.values())
    winners = {player["name"] for player in play["players"] if player["winner"]}
    first = {name for name, score in scores.items() if score == best}
    assert winners in (set(), {name for name, rank in ranks.items() if rank == 1})
    sides = '"sides"' in write_sheet(table.sheet())  # a side wins together, also where one has the odd counter
    stock = bool(table.journal.state.score) and not table.journal.state.scored()  # who has most left wins
    assert winners in (set(), first) or (sides and first < winners) or (stock and winners & first), play
    return bool(play["game"]["highestWins"])


def test_an_imported_evening_is_dated_by_its_day(phone: Phone, app: Flask) -> None:
    tables: Tables = app.extensions["companion"].tables
    sheet = finished(phone) and tables.find(phone.code).sheet()
    phone.code = tables.lay(sheet, laid_at="2024-11-19T19:00:00+00:00").code
    (play,) = linked(phone.open("paper"))
    assert play["playDate"] == "2024-11-19 19:00:00" and "durationMin" not in play


@pytest.mark.parametrize(("minutes", "said"), [(75, 75), (0, None), (-20, None), (3 * 24 * 60, None)])
def test_how_long_a_game_took_is_said_where_it_is_known(
    phone: Phone, app: Flask, minutes: int, said: int | None
) -> None:
    """A hand that was inserted later, or a game that went on another day, says nothing about it."""
    finished(phone)
    rows = app.extensions["companion"].database.rows
    begun = datetime.fromisoformat("2026-11-19T19:00:00+00:00")
    for number, at in ((2, begun), (4, begun + timedelta(minutes=minutes))):
        rows.execute("update entries set at = ? where number = ?", [at.isoformat(timespec="seconds"), number])
    rows.conn.commit()
    (play,) = linked(phone.open("paper"))
    assert play.get("durationMin") == said
    assert filed(phone)["plays"][0]["durationMin"] == (said or 0)


@pytest.mark.parametrize("name", ['"><script>', "Zoë & Co", "100%", "?data=", "עדן"])
def test_any_name_comes_through_a_link(phone: Phone, name: str) -> None:
    phone.joins().lays(name, "Ben", "Cat").press("Deal").press("Cat").open("moves/finish").press("Finish")
    (play,) = linked(phone.open("paper"))
    assert play["players"][0]["name"] == name


PLAYS = [
    made(["Ann", "Ben"], [[5, 7]], game="Azul"),
    made(["Ann", "Ben"], [[1, 2], [3, 0]], game="Azul", fewest_win=True),
    made(["Ann", "Ben"], [[1, 0]], game="Azul", outcome="won"),
    made(["Ann", "Ben"], [[1, 1]], game="Azul", outcome="won"),
    made(["Ann", "Ben"], [[0, 0]], game="Azul", outcome="won"),
    made(["Ann", "Ben", "Cat"], [[1, 2, 3]], game="Azul", outcome="places", fewest_win=True),
    made(["Ann", "Ben"], [[0, 0]], game="Azul", outcome="unknown"),
    made(["Ann", "Ben"], [[5, 7]], game="Golf", fewest_win=True),
    made(["Ann", "Ben"], [[1, 1]], game="Pandemic", outcome="won"),
    made(["Ann", "Ben"], [[0, 0]], game="Pandemic", outcome="won"),
    made(["Ann", "Ben"], [[1, 0]], game="Chess", outcome="won"),
]
"""A game in every way that it may be scored, and games in one alone."""


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of this process can't be chosen here")
@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Pacific/Auckland"])
def test_a_year_of_plays_comes_back_as_it_was_wherever_that_is(
    phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        imports = app.extensions["companion"].imports
        for at, play in enumerate(PLAYS, 1):
            imports.lay(play._replace(day=date(2024, 3, at)), None)
        year = ZipFile(BytesIO(phone.joins().client.get("/year/2024.zip").data))
        found = read_plays(year.read("plays.bgsplay")).plays
        assert [(play.day, play.game, play.outcome, play.points, play.fewest_win) for play in found] == [
            (date(2024, 3, at), play.game, play.outcome, play.points, play.fewest_win)
            for at, play in enumerate(PLAYS, 1)
        ]
        assert all(imports.here(found, Wanted()))
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_play_of_a_file_began_and_ended_by_the_clock_on_the_wall(
    phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(phone)
    rows = app.extensions["companion"].database.rows
    uuid = filed(phone)["plays"][0]["uuid"]
    for number, at in ((2, "2026-11-20T02:10:00+00:00"), (4, "2026-11-20T06:30:00+00:00")):
        rows.execute("update entries set at = ? where number = ?", [at, number])
    rows.conn.commit()
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        (play,) = filed(phone)["plays"]
        assert (play["playDate"], play["entryDate"]) == ("2026-11-19 21:10:00", "2026-11-20 01:30:00")
        monkeypatch.setenv("TZ", "UTC")
        time.tzset()
        assert filed(phone)["plays"][0]["uuid"] == play["uuid"] != uuid
    finally:
        monkeypatch.undo()
        time.tzset()
