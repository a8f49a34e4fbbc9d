"""Files of other programs, good, half good and broken: what is read, and why the rest isn't."""

import csv
import gzip
import io
import json
from collections import Counter
from datetime import date
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from companion.engine.errors import Malformed
from companion.plays import Reading, is_alone, play as play_of, read_plays, reading as files
from companion.plays.spreadsheet import How
from companion.web.evening.files import EVENINGS_HEAD, HANDS_HEAD

FILES = Path(__file__).with_name("files")
SHEETS = Path(__file__).parents[1] / "scoresheets"


def found(reading: Reading) -> list[tuple[str, str, dict[str, int]]]:
    """Day, game and points of each play."""
    return [(f"{play.day or ''}", play.game, play.points) for play in reading.plays]


def why(reading: Reading) -> list[str]:
    """What can't be read, by its place."""
    return [f"{each}" for each in reading.unread]


CRIBBAGE = ("2024-03-02", "Cribbage", {"Ann": 121, "Ben": 98})


@pytest.mark.parametrize("name", ["plays.bgsplay", "bgg.xml", "plays.csv"])
def test_one_evening_in_each_format_is_the_same(name: str) -> None:
    assert found(read_plays((FILES / name).read_bytes())) == [CRIBBAGE]


def bgstats(*plays: dict[str, object], **game: object) -> bytes:
    known = {
        "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}, {"id": 3, "name": "Ann"}],
        "games": [{"id": 7, "name": "Azul", "highestWins": True} | game],
        "locations": [{"id": 4, "name": "Home"}],
    }
    return json.dumps(
        known | {"plays": [{"gameRefId": 7, "playDate": "2024-03-02 20:11:00"} | p for p in plays]}
    ).encode()


def own(player: int, score: object = "", *, winner: bool = False, rank: int = 0) -> dict[str, object]:
    return {"playerRefId": player, "score": score, "winner": winner, "rank": rank}


def test_a_half_good_file_of_bg_stats_is_taken_as_far_as_it_goes() -> None:
    reading = read_plays(
        bgstats(
            {
                "playerScores": [own(1, "12"), own(2, "-3"), own(3, "4.0")],
                "locationRefId": 4,
                "comments": "late\nnight",
            },
            {"playerScores": [own(1, "12"), own(2, "twelve")]},
            {"playerScores": [own(1, "12")]},
            {"playerScores": [own(1, "1"), own(2, "2")], "ignored": True},
            {"playerScores": None},
            {"playerScores": [own(1, "1"), own(2, "2")], "playDate": "once"},
            {"playerScores": [own(1, "1"), own(2, "")]},
            {"playerScores": [own(1, "1"), own(2, "999999")]},
        )
    )
    assert found(reading)[0] == ("2024-03-02", "Azul", {"Ann": 12, "Ann 2": 4, "Ben": -3})
    assert (reading.plays[0].place, reading.plays[0].notes) == ("Home", "late\nnight")
    assert [(play.outcome, [str(doubt) for doubt in play.doubts]) for play in reading.plays[1:]] == [
        ("unknown", ["“twelve” is not a number of points"]),
        ("unknown", ["some have points and some don't"]),
        ("won", ["more than 100000 points: who won is kept, the points aren't"]),
    ]
    assert why(reading) == [
        "play 3, Azul, 2024-03-02: two to sixteen people can play, not 1",
        "play 4, Azul, 2024-03-02: it is marked to be ignored",
        "play 5, Azul, 2024-03-02: something that belongs to a play is missing, or is written otherwise",
        "play 6, Azul: “once” is not a day",
    ]


@pytest.mark.parametrize(
    ("scores", "game", "outcome", "points"),
    [
        ([own(1, winner=True), own(2)], {}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "5", winner=True), own(2, "3")], {"noPoints": True}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "5"), own(2, "3")], {"cooperative": True}, "won", {"Ann": 0, "Ben": 0}),
        ([own(1, rank=2), own(2, rank=1)], {}, "places", {"Ben": 1, "Ann": 2}),
        ([own(1, "5"), own(2, "3")], {"highestWins": False}, "points", {"Ben": 3, "Ann": 5}),
        ([own(1), own(2)], {}, "unknown", {"Ann": 0, "Ben": 0}),
        ([own(1), own(2)], {"noPoints": True}, "unknown", {"Ann": 0, "Ben": 0}),
        ([own(1, "9", winner=True), own(2, "9")], {}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "9", winner=True), own(2, "9", winner=True)], {}, "points", {"Ann": 9, "Ben": 9}),
        ([own(1, "0"), own(2, "0")], {}, "unknown", {"Ann": 0, "Ben": 0}),
        ([own(1, "9"), own(2, "9")], {}, "points", {"Ann": 9, "Ben": 9}),
        ([own(1, "13.5"), own(2, "13", winner=True)], {}, "won", {"Ben": 1, "Ann": 0}),
        ([own(1, "13,5"), own(2, "13")], {}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "13", winner=True), own(2, "75")], {}, "points", {"Ann": 13, "Ben": 75}),
        ([own(1, "13"), own(2, "75", winner=True)], {"highestWins": False}, "points", {"Ben": 75, "Ann": 13}),
        ([own(1, "5", winner=True), own(2, "", winner=True), own(3, "")], {}, "won", {"Ann": 1, "Ben": 1, "Ann 2": 0}),
        ([own(1, "13", rank=1), own(2, "75", rank=2)], {}, "points", {"Ann": 13, "Ben": 75}),
        ([own(1, winner=True, rank=3), own(2, rank=1)], {}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "87+34"), own(2, "60")], {}, "points", {"Ann": 121, "Ben": 60}),
        ([own(1, "66-11-12"), own(2, "6.+8")], {}, "points", {"Ann": 43, "Ben": 14}),
        ([own(1, "5"), own(2, "3")], {"cooperative": True, "scoringSetting": 1}, "won", {"Ann": 0, "Ben": 0}),
        (
            [own(1, "5"), own(2, "3", winner=True)],
            {"noPoints": True, "scoringSetting": 2},
            "points",
            {"Ben": 3, "Ann": 5},
        ),
        ([own(1, "5", winner=True), own(2, "3")], {"scoringSetting": 3}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "5", winner=True), own(2, "5", winner=True)], {"scoringSetting": 4}, "points", {"Ann": 5, "Ben": 5}),
        ([own(1, "5"), own(2, "5")], {"scoringSetting": 4}, "won", {"Ann": 0, "Ben": 0}),
        ([own(1), own(2)], {"scoringSetting": 6}, "won", {"Ann": 0, "Ben": 0}),
    ],
)
def test_a_result_without_points_is_who_won_or_who_came_where(
    scores: list[object], game: dict[str, object], outcome: str, points: dict[str, int]
) -> None:
    setting = game.get("scoringSetting", 0)
    (play,) = read_plays(bgstats({"playerScores": scores, "scoringSetting": setting}, **game)).plays
    assert (play.outcome, play.points, [*play.points]) == (outcome, points, [*points])


def test_thousands_of_one_name_are_told_apart_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counter[str]()
    monkeypatch.setattr(play_of, "name_key", lambda name: asked.update(["names"]) or name)
    assert [*play_of.apart(["Ann"] * 3000)][-1] == "Ann 3000"
    assert asked["names"] < 10_000


def test_two_people_of_one_name_stay_two_in_all_plays_and_strangers_strangers() -> None:
    plays = bgstats(*({"playerScores": [own(who, "1"), own(2, "2"), own(4, "3"), own(4, "4")]} for who in (1, 3, 3, 1)))
    known = json.loads(plays)
    known["players"] += [{"id": 4, "name": "Stranger", "isAnonymous": True}, {"id": 5, "name": "Ann"}]
    found = [play.players for play in read_plays(json.dumps(known).encode()).plays]
    assert found == [(who, "Ben", "Stranger", "Stranger 2") for who in ("Ann", "Ann 2", "Ann 2", "Ann")]


def test_plays_of_boardgamegeek_by_their_lines() -> None:
    reading = read_plays(
        b"""<plays username="x" total="3" page="1">
<play id="1" date="2024-03-02" quantity="1" location="Home"><item name="Pandemic" objectid="1"/><players>
<player name="Ann" username="a" score="" win="1"/><player name="" username="ben" score="" win="1"/></players></play>
<play id="2" date="0000-00-00"><item name="Azul"/><players><player name="A"/><player name="B"/></players></play>
<play id="3" date="2021-05-01"><item name="Othello"/></play>
<play id="4" date="2024-03-02"><item name="Hearts"/><players>
<player name="Ann" score="101" win="0"/><player name="Ben" score="55" win="0"/></players></play>
</plays>"""
    )
    hearts = ("2024-03-02", "Hearts", {"Ben": 55, "Ann": 101})
    assert found(reading) == [("2024-03-02", "Pandemic", {"Ann": 1, "ben": 1}), hearts]
    assert reading.plays[1].fewest_win
    assert reading.plays[0].outcome == "won"
    assert why(reading) == [
        "line 4, Azul: “0000-00-00” is not a day",
        "line 5, Othello, 2021-05-01: two to sixteen people can play, not 0",
    ]


def test_a_set_score_decides_how_a_play_without_marks_is_won_and_a_sum_is_its_rounds() -> None:
    few, rounds = read_plays(
        bgstats(
            {"playerScores": [own(1, "121"), own(2, "98")], "scoringSetting": 2},
            {"playerScores": [own(1, "1+2-3"), own(2, "4+0+6")]},
        )
    ).plays
    assert few.fewest_win
    assert rounds.rounds == ({"Ann": 1, "Ben": 4}, {"Ann": 2, "Ben": 0}, {"Ann": -3, "Ben": 6})


PROGRAMS = {
    "bgg.xml": "plays of BoardGameGeek",
    "bgg-page.xml": "plays of BoardGameGeek",
    "plays.bgsplay": "plays of BG Stats",
    "bgstats-kept-for-years.bgsplay": "plays of BG Stats",
    "keepscore.xml": "",
    "plays.csv": "a spreadsheet",
    "sheet.csv": "a spreadsheet",
    "winners.csv": "a spreadsheet",
    "with-time.csv": "a spreadsheet",
}


def test_every_file_is_told_by_what_only_its_program_writes() -> None:
    """Each reader against the file of every other program, and each file with the words of the others in it."""
    contents = {name: (FILES / name).read_bytes() for name in PROGRAMS}
    assert {*PROGRAMS} == {file.name for file in FILES.iterdir()}
    contents["our sheet"] = (SHEETS / "whole-evening.json").read_bytes()
    kinds = PROGRAMS | {"our sheet": "a score sheet or an evening of Companion"}
    for name, content in contents.items():
        if not kinds[name]:
            with pytest.raises(Malformed, match="KeepScore"):
                read_plays(gzip.compress(content))
            continue
        assert read_plays(content).kind == kinds[name]
        assert is_alone(content) == (name == "our sheet")
        for named in ("plays.csv", "plays.json", "KeepScore.xml"):
            assert read_plays(content, named).kind == kinds[name]
    for key in ("scoresheet", "evening", "plays"):
        theirs = json.loads(contents["plays.bgsplay"])
        theirs["plays"][0] |= {key: "", "metaData": {key: 1}}
        assert read_plays(json.dumps(theirs | {f"{key}s": 1}).encode()).kind == "plays of BG Stats"
    for strange in (
        '{"scoresheet": ""}',
        '{"evening": "1"}',
        '{"plays": []}',
        "[1]",
        '{"players": ["Ann"], "games": []}',
    ):
        with pytest.raises(Malformed, match="can't tell what this file is"):
            read_plays(strange.encode())


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_play_of_a_file_is_in_or_named(name: str) -> None:
    content = (FILES / name).read_bytes()
    if name == "keepscore.xml":
        return
    reading = read_plays(content)
    every = {
        "bgg-page.xml": 40,
        "bgstats-kept-for-years.bgsplay": 45,
        "winners.csv": 2,
        "with-time.csv": 3,
    }
    assert len(reading.plays) + len(reading.unread) == every.get(name, 1)
    assert all(each.game and each.day for each in reading.unread)


def test_a_workbook_is_told_how_to_be_saved() -> None:
    for content in (
        zipped(**{"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}),
        b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet" + bytes(600),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    ):
        with pytest.raises(Malformed, match="save it as CSV"):
            read_plays(content)


def test_too_much_is_refused_before_anything_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    (refused,) = read_plays(bgstats({"playerScores": [own(1, "1")] * 10_000})).unread
    assert refused.why == "two to sixteen people can play, not 10000"
    monkeypatch.setattr("companion.plays.play.name_key", None)
    monkeypatch.setattr("companion.plays.spreadsheet.name_key", None)
    play = {"playerScores": [own(1, "1"), own(2, "2")]}
    xml = b"<plays>" + b'<play date="2024-03-02"/>' * 1_000_000 + b"</plays>"
    for many in (b"Date,Ann,Ben\n" + b"2024-01-01,1,2\n" * 1_000_000, bgstats(*([play] * 30_000)), xml):
        with pytest.raises(Malformed, match="more than Companion takes"):
            read_plays(many)


def test_a_spreadsheet_with_a_row_a_round() -> None:
    (play,) = read_plays((FILES / "sheet.csv").read_bytes()).plays
    assert play.rounds == ({"Ann": 10, "Ben": 5, "Cat": -3}, {"Ann": 0, "Ben": 12, "Cat": 7}), "its sum is no round"
    assert (play.day, play.game) == (None, "")


@pytest.mark.parametrize(
    "content",
    [
        "Date,Game,Ann,Ben\n2024-03-02,Cribbage,121,98\n".encode("utf-8-sig"),
        b"Datum;Spiel;Ann;Ben\r\n2.3.2024;Cribbage;121,0;98\r\n",
        "Jour\tJeu\tAnn\tBen\n02/03/2024\tCribbage\t121\t98\n28/04/2024\tCribbage\t\t\n".encode("utf-16"),
        b"Date,Game,Ann,Ben\n3/2/2024,Cribbage,121,98\n4/28/2024,,x,\n5/28/2024,,x,\n",
    ],
    ids=["utf-8 with a mark", "German", "French, tabs, utf-16", "American"],
)
def test_a_spreadsheet_of_any_country(content: bytes) -> None:
    assert found(read_plays(content))[0] == CRIBBAGE


def test_an_old_spreadsheet_of_windows_keeps_its_letters() -> None:
    (play,) = read_plays("Datum;Jürgen;Zoë;Ort\n1.2.03;\u20135;1\u00a0200;Köln".encode("cp1252")).plays
    assert (play.points, play.place, play.day) == ({"Zoë": 1200, "Jürgen": -5}, "Köln", date(2003, 2, 1))


def test_who_did_not_play_has_an_empty_cell_and_bad_rows_are_named() -> None:
    reading = read_plays(b'Date;Ann;Ben;Cat\n2024-03-02;1;;2\n2024-03-03;1;2,5;3\nsoon;1;2;3\n2024-03-05;4\n;1;2;\n"x')
    assert found(reading) == [
        ("2024-03-02", "", {"Cat": 2, "Ann": 1}),
        ("2024-03-03", "", {"Cat": 1, "Ann": 0, "Ben": 0}),
        ("", "", {"Ben": 2, "Ann": 1}),
    ]
    assert [each.partition(":")[0] for each in why(reading)] == ["line 4", "line 5, 2024-03-05", "line 7"]
    rounds = read_plays(b"Ann;Ben\n1;2\nx;3\n4;5\n")
    assert rounds.plays[0].points == {"Ben": 7, "Ann": 5}
    assert why(rounds) == ["line 3: “x” is not a number of points"]


SHAPES = {
    "a total is nobody": ("Date,Ann,Ben,Total\n2024-03-02,12,9,21\n", ["2024-03-02: Ann 12, Ben 9"]),
    "an unknown column of words": ("Date,Ann,Ben,Best dish\n2024-03-02,12,9,soup\n", ["2024-03-02: Ann 12, Ben 9"]),
    "sep=": ("sep=;\nDatum;Ann;Ben\n2.3.2024;12;9\n", ["2024-03-02: Ann 12, Ben 9"]),
    "a heading above": (
        "Our evenings\n\nDate\tGame\tAnn\tBen\n2 March 2024\tAzul\t12\t9\nTotal\t\t12\t9\n",
        ["2024-03-02 Azul: Ann 12, Ben 9"],
    ),
    "a row a game with its time": (
        "date,time,score_a,score_b\n2024-03-02T20:11,22:19,1,0\n2024-03-02,15:32,1,1\n",
        ["2024-03-02: a 1, b 0", "2024-03-02: a 1, b 1"],
    ),
    "a row a player": (
        "Datum;Spiel;Spieler;Punkte\n2.3.2024;Azul;Ann;50\n2.3.2024;Azul;Ben;60\n2.3.2024;Azul;Ann;1\n2.3.2024;Azul;Ben;2\n",
        ["2024-03-02 Azul: Ben 60, Ann 50", "2024-03-02 Azul: Ben 2, Ann 1"],
    ),
    "a row a player, with who won": (
        "Date,Player,Score,Winner\n2024-03-02,Ann,50,yes\n2024-03-02,Ben,60,\n2024-03-03,Ann,5,Ben\n2024-03-03,Ben,6,Ben\n",
        ["2024-03-02: Ann 50, Ben 60", "2024-03-03: Ben 6, Ann 5"],
    ),
    "a row a player, with other numbers": (
        "Date,Player,Score,Bonus,Percentile\n2024-03-02,Ann,50,1,9\n2024-03-02,Ben,60,2,8\n",
        ["2024-03-02: Ben 60, Ann 50"],
    ),
    "a row a player, numbered": (
        "Play ID,Player,Rank\n7,Ann,2nd\n7,Ben,1st\n8,Ann,1\n8,Ben,2\n",
        [": Ben 1, Ann 2", ": Ann 1, Ben 2"],
    ),
    "a row a round, with days": (
        "Date,Round,Ann,Ben\n2024-03-02,1,1,2\n2024-03-02,2,3,4\n2024-03-09,1,5,6\n",
        ["2024-03-02: Ben 6, Ann 4", "2024-03-09: Ben 6, Ann 5"],
    ),
    "rounds of two evenings without days": (
        "Round,Game,Ann,Ben\n1,Skat,1,2\n2,Skat,3,4\n1,Skat,5,6\n",
        ["Skat: Ben 6, Ann 4", "Skat: Ben 6, Ann 5"],
    ),
    "only who won": (
        "Date,Game,Winner\n2024-03-02,Azul,Ann\n2024-03-09,Azul,Ben & Ann\n2024-03-16,Azul,draw\n",
        ["2024-03-02 Azul: Ann 1, Ben 0", "2024-03-09 Azul: Ann 1, Ben 1", "2024-03-16 Azul: Ann 1, Ben 1"],
    ),
    "a winner who isn't known": (
        "Date,Game,Winner\n2024-03-02,Azul,Ann\n2024-03-09,Azul,Unknown\n2024-03-16,Azul,Ben\n",
        ["2024-03-02 Azul: Ann 1, Ben 0", "2024-03-09 Azul: Ann 0, Ben 0", "2024-03-16 Azul: Ben 1, Ann 0"],
    ),
    "numbered players with numbered scores": (
        "Date,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3,Winner\n"
        "2024-03-02,Ann,12,Ben,9,,,Ann\n2024-03-03,Ben,12,Cat,19,Ann,3,Cat\n",
        ["2024-03-02: Ann 12, Ben 9", "2024-03-03: Cat 19, Ben 12, Ann 3"],
    ),
    "numbered players, the scores after them": ("player1;player2;score1;score2\nAnn;Ben;5;7\n", [": Ben 7, Ann 5"]),
    "players with letters": (
        "Date,Player A,Player A score,Player B,Player B score\n2024-03-02,Ann,12,Ben,9\n",
        ["2024-03-02: Ann 12, Ben 9"],
    ),
    "heads that come again": ("Name;Punkte;Name;Punkte\nAnn;12;Ben;9\n", [": Ann 12, Ben 9"]),
    "the first without its number": (
        "Name,Score,Name 2,Score 2,Name 3,Score 3\nAnn,12,Ben,9,Cat,7\n",
        [": Ann 12, Ben 9, Cat 7"],
    ),
    "equal heads as programs tell them apart": (
        "Name,Name.1,Name.2,Score,Score.1,Score.2\nAnn,Ben,Cat,12,9,7\n",
        [": Ann 12, Ben 9, Cat 7"],
    ),
    "numbered players with scores told apart by a program": (
        "Player 1,Score,Player 2,Score.1\nAnn,12,Ben,9\n",
        [": Ann 12, Ben 9"],
    ),
    "players counted from nought": ("Player 0,Score 0,Player 1,Score 1\nAnn,12,Ben,9\n", [": Ann 12, Ben 9"]),
    "a column beside the numbered players": (
        "Player,Player 1,Score 1,Player 2,Score 2\n,Ann,12,Ben,9\n",
        [": Ann 12, Ben 9"],
    ),
    "numbered players with scores that aren't": (
        "Player 1,Score,Player 2,Score\nAnn,12,Ben,9\n",
        [": Ann 12, Ben 9"],
    ),
    "numbered players with more about them": (
        "Player 1,Player 1 colour,P1 points,Player 2,Player 2 colour,P2 points\nAnn,red,12,Ben,blue,9\n",
        [": Ann 12, Ben 9"],
    ),
    "a row for each player in each round": (
        "Round,Player,Points\n1,Ann,5\n1,Ben,3\n2,Ann,2\n2,Ben,9\n1,Ann,1\n1,Ben,2\n",
        [": Ben 12, Ann 7", ": Ben 2, Ann 1"],
    ),
    "all names in one cell, all scores in another": (
        'Date,Game,Players,Scores\n2024-03-02,Azul,"Ann, Ben","12, 19"\n',
        ["2024-03-02 Azul: Ben 19, Ann 12"],
    ),
    "a draw": ("Date,Ann,Ben,Winner\n2024-03-02,9,9,draw\n", ["2024-03-02: Ann 9, Ben 9"]),
    "a draw without points, and of two among three": (
        "Date,Ann,Ben,Cat,Winner\n2024-03-02,0,0,0,remis\n2024-03-03,9,9,5,tie\n2024-03-04,9,8,5,Égalité\n",
        ["2024-03-02: Ann 1, Ben 1, Cat 1", "2024-03-03: Ann 9, Ben 9, Cat 5", "2024-03-04: Ann 1, Ben 1, Cat 1"],
    ),
    "a draw in words of several languages": (
        "Date,Ann,Ben,Winner\n2024-03-02,9,9,Gleichstand\n2024-03-03,9,9,ex aequo\n2024-03-04,9,9,Match nul\n",
        [f"2024-03-0{day}: Ann 9, Ben 9" for day in (2, 3, 4)],
    ),
    "a draw by people's own cells": (
        "Date,Ann,Ben\n2024-03-02,Draw,Draw\n2024-03-03,Win,Loss\n",
        ["2024-03-02: Ann 1, Ben 1", "2024-03-03: Ann 1, Ben 0"],
    ),
    "a draw marked for each": ("Game,Player,Winner\n1,Ann,nul\n1,Ben,nul\n1,Cat,no\n", ["1: Ann 1, Ben 1, Cat 0"]),
    "nobody has won": (
        "Date,Ann,Ben,Winner\n2024-03-02,9,9,nobody\n2024-03-03,9,9,lost\n",
        ["2024-03-02: Ann 0, Ben 0", "2024-03-03: Ann 0, Ben 0"],
    ),
    "all together": (
        "Game,Players,Won?\nA,Ann & Ben,Everyone\nB,Ann & Ben,Beide\nC,Ann & Ben,oui\nD,Ann & Ben,The game\n"
        "E,Ann & Ben,No\nF,Ann & Ben,verloren\nG,Ann & All,All\nH,Jo & O,O\n",
        [
            *("A: Ann 1, Ben 1", "B: Ann 1, Ben 1", "C: Ann 1, Ben 1", "D: Ann 0, Ben 0", "E: Ann 0, Ben 0"),
            *("F: Ann 0, Ben 0", "G: All 1, Ann 0", "H: O 1, Jo 0"),
        ],
    ),
    "points behind the names": (
        'Game,Players,Winner\nAzul,"Ann (50), Ben (60)",Ben\nAzul,"Ann (5), Ben (6)",Ann (5)\nAzul,Ann & Guest 2,\n',
        ["Azul: Ben 60, Ann 50", "Azul: Ann 5, Ben 6", "Azul: Ann 0, Guest 2 0"],
    ),
    "points behind the names alone": ("Game,Players\nAzul,Ann (50) & Ben (60)\n", ["Azul: Ben 60, Ann 50"]),
    "who wasn't there": (
        "Date,Ann,Ben,Cat\n2024-03-02,1,2,-\n2024-03-03,1,2,—\n2024-03-04,1,2,n/a\n2024-03-05,1,2,DNP\n"
        "2024-03-06,1,/,3\n",
        [*(f"2024-03-0{day}: Ben 2, Ann 1" for day in (2, 3, 4, 5)), "2024-03-06: Cat 3, Ann 1"],
    ),
    "who missed a round": ("Round,Ann,Ben,Cat\n1,5,6,–\n2,5,-,7\n", [": Ann 10, Cat 7, Ben 6"]),
    "true and false in other languages": (
        "Datum;Ann;Ben;Cat\n2.3.2024;WAHR;FALSCH;FALSCH\n3.3.2024;Défaite;Victoire;VRAI\n",
        ["2024-03-02: Ann 1, Ben 0, Cat 0", "2024-03-03: Ben 1, Cat 1, Ann 0"],
    ),
    "heads that ask": (
        'Game,Who played?,Who won?\nAzul,"Ann, Ben",Ben\nAzul,"Ann, Ben",?\n',
        ["Azul: Ben 1, Ann 0", "Azul: Ann 0, Ben 0"],
    ),
    "Max, who won once": (
        "Game,Max,Ben,Winner\nAzul,5,6,\nAzul,7,6,Max\n",
        ["Azul: Ben 6, Max 5", "Azul: Max 7, Ben 6"],
    ),
    "a day of the week beside the date": (
        "Day,Date,Ann,Ben\nSat,2024-03-02,1,2\nSun,2024-03-03,1,2\n",
        ["2024-03-02: Ben 2, Ann 1", "2024-03-03: Ben 2, Ann 1"],
    ),
    "days without a heading": (";Spiel;Ann;Ben\n02.03.2024;Azul;1;2\n", ["2024-03-02 Azul: Ben 2, Ann 1"]),
    "a day for several games": (
        "Game,Date,Ann,Ben\nAzul,2024-03-02,1,2\nGo,,3,4\nAzul,2024-03-09,1,2\n",
        ["2024-03-02 Azul: Ben 2, Ann 1", "2024-03-02 Go: Ben 4, Ann 3", "2024-03-09 Azul: Ben 2, Ann 1"],
    ),
    "rounds that are counted anew": (
        "Round,Ann,Ben\n1,1,2\n2,3,4\n1,5,6\n2,7,9\n3,1,1\n",
        [": Ben 6, Ann 4", ": Ben 16, Ann 13"],
    ),
    "rounds counted up and down": ("Round,Ann,Ben\n1,1,2\n2,3,4\n3,5,6\n2,7,9\n1,1,1\n", [": Ben 22, Ann 17"]),
    "a row a player, sorted by player": (
        "Game ID,Date,Game,Player,Score\n1,2024-03-02,Azul,Ann,5\n2,2024-03-02,Go,Ann,9\n1,,,Ben,6\n2,,,Ben,7\n",
        ["2024-03-02 Azul: Ben 6, Ann 5", "2024-03-02 Go: Ann 9, Ben 7"],
    ),
    "a row a player, numbered anew": (
        "No,Player,Score\n1,Ann,5\n1,Ben,6\n2,Ann,3\n2,Ben,4\n1,Ann,7\n1,Ben,8\n",
        [": Ben 6, Ann 5", ": Ben 8, Ann 7", ": Ben 4, Ann 3"],
    ),
    "short days that begin with the year": (
        "Date,Ann,Ben\n24-03-02,1,2\n24-12-31,1,2\n23-11-05,1,2\n",
        ["2024-03-02: Ben 2, Ann 1", "2024-12-31: Ben 2, Ann 1", "2023-11-05: Ben 2, Ann 1"],
    ),
    "short days that end with it": (
        "Date,Ann,Ben\n31-03-22,1,2\n02-04-22,1,2\n",
        ["2022-03-31: Ben 2, Ann 1", "2022-04-02: Ben 2, Ann 1"],
    ),
    "days that a spreadsheet counts": (
        "Datum;Ann;Ben\n45353;1;2\n45354,84375;1;2\n",
        ["2024-03-02: Ben 2, Ann 1", "2024-03-03: Ben 2, Ann 1"],
    ),
    "who won, and who played": (
        "Jour;Vainqueur;Joueurs\n2 mars 2024;Ann;Ben, Cat\n",
        ["2024-03-02: Ann 1, Ben 0, Cat 0"],
    ),
    "a cross for who won": (
        "Date,Ann,Ben\n2024-03-02,x,\n2024-03-03,,x\n",
        ["2024-03-02: Ann 1, Ben 0", "2024-03-03: Ben 1, Ann 0"],
    ),
    "the fewest win": ("Date,Ann,Ben,Winner\n2024-03-02,12,9,Ben\n", ["2024-03-02: Ben 9, Ann 12"]),
    "games that the fewest win": (
        "Date,Game,Ann,Ben\n2024-03-02,Hearts,101,55\n2024-03-02,Azul,101,55\n",
        ["2024-03-02 Hearts: Ben 55, Ann 101", "2024-03-02 Azul: Ann 101, Ben 55"],
    ),
    "a row a player a round, as they were written down": (
        "Player,Round,Points\nAnn,1,10\nBea,1,5\nBea,2,7\nann,2,3\n",
        [": Ann 13, Bea 12"],
    ),
    "thousands": ("Datum;Ann;Ben\n2.3.2024;1.200;1\u202f100\n", ["2024-03-02: Ann 1200, Ben 1100"]),
    "sums": ("Date;Ann;Ben\n2.3.2024;87+34;100-2\n", ["2024-03-02: Ann 121, Ben 98"]),
    "days and months that tell each other": (
        "Date,Ann,Ben\n03/02/2024,1,2\n2024-03-02,1,2\n02/28/2024,1,2\n",
        ["2024-03-02: Ben 2, Ann 1", "2024-03-02: Ben 2, Ann 1", "2024-02-28: Ben 2, Ann 1"],
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_spreadsheet_as_people_write_it(shape: str) -> None:
    content, told = SHAPES[shape]
    reading = read_plays(content.encode())
    plays = [
        f"{' '.join(filter(None, (day, game)))}: {', '.join(f'{who} {n}' for who, n in points.items())}"
        for day, game, points in found(reading)
    ]
    assert (plays, reading.unread, reading.either) == (told, [], "")


LEFT_OUT = {
    **{
        f"{total} at the end": (f"Round,Ann,Ben\n1,10,5\n2,3,4\n{total},13,9\n", [": Ann 13, Ben 9"], ["line 4"])
        for total in (
            "Gesamtsumme",
            "Grand Total",
            "Endstand",
            "Ergebnis",
            "Final",
            "Σ",
            "Total général",
            "Score total",
            "",
        )
    },
    **{
        f"{total} that is wrong": (f"Round,Ann,Ben\n1,10,5\n2,3,4\n{total},14,9\n", [": Ann 13, Ben 9"], ["line 4"])
        for total in ("Gesamtsumme", "Grand Total", "Endstand", "Total général", "Score total:", "Punkte gesamt")
    },
    "without a column for it": ("Ann,Ben\n10,5\n3,4\n13,9\n", [": Ann 13, Ben 9"], ["line 4"]),
    "sums between": (
        "Round,Ann,Ben\n1,10,5\n2,3,4\nHalf,13,9\n3,1,1\n4,2,0\nRest,3,1\nAll,16,10\n",
        [": Ann 16, Ben 10"],
        ["line 4", "line 7", "line 8"],
    ),
    "of each game": (
        "Round,Ann,Ben\n1,1,2\n2,3,4\nAll,4,6\n1,5,6\n2,1,1\nAll,6,7\n",
        [": Ben 6, Ann 4", ": Ben 7, Ann 6"],
        ["line 4", "line 7"],
    ),
    "places and who won below": (
        "Round,Ann,Ben\n1,10,5\n2,3,4\nPlace,1,2\nWinner,x,\nSchnitt,6.5,4.5\n",
        [": Ann 13, Ben 9"],
        ["line 4", "line 5", "line 6"],
    ),
    "a round that isn't counted": ("Round,Ann,Ben\n1,10,5\nBonus,3,4\nStart,5,5\n", [": Ann 18, Ben 14"], []),
    "a numbered round that happens to be a sum": ("Round,Ann,Ben\n1,1,2\n2,3,4\n3,4,6\n", [": Ben 12, Ann 8"], []),
    "of evenings": (
        "Game,Ann,Ben\nAzul,10,5\nGo,3,4\nTotal wins,2,0\nGesamtergebnis,13,9\n",
        ["Azul: Ann 10, Ben 5", "Go: Ben 4, Ann 3"],
        ["line 4", "line 5"],
    ),
    "heads again": (
        "Date,Game,Ann,Ben\n2024-03-02,Go,1,2\nDate,Game,Ann,Ben\n2024-03-09,Go,1,2\n",
        ["2024-03-02 Go: Ben 2, Ann 1", "2024-03-09 Go: Ben 2, Ann 1"],
        ["line 3"],
    ),
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_sums_places_and_heads_are_no_rounds_and_are_named_by_their_lines(what: str) -> None:
    content, told, lines = LEFT_OUT[what]
    reading = read_plays(content.encode())
    plays = [
        f"{' '.join(filter(None, (day, game)))}: {', '.join(f'{who} {n}' for who, n in points.items())}"
        for day, game, points in found(reading)
    ]
    assert (plays, [*reading.no_plays], reading.unread) == (told, lines, [])


@pytest.mark.parametrize("head", ["Date,Game,Cat,Ann", "Datum,Spiel,Ann,Ben,Cat"])
def test_another_table_below_is_a_file_of_its_own(head: str) -> None:
    reading = read_plays(
        f"Date,Game,Ann,Ben\n2024-03-02,Go,1,2\n{head}\n2024-03-09,Go,1,2\n2024-03-10,Go,3,4\n".encode()
    )
    assert found(reading) == [("2024-03-02", "Go", {"Ben": 2, "Ann": 1})]
    assert why(reading) == ["line 3: other columns begin here: save this table as a file of its own"]


NOBODYS = "Total score;Total points;Points total;Gesamtpunkte;Σ;# Players;No. of players;Num Players;Anzahl Spieler;"
NOBODYS += "Nb joueurs;Duration (min);Durée (min);Spieldauer;Spielzeit;BGG ID;Game #;Index;High Score;Spread;Lead;"
NOBODYS += "Spieltag;Anmerkungen;Bemerkungen;Ann rank;number_players;Winner score"
THEIRS = "Ann total;Total Ann;Spieler 2;Guest 2;Ann (guest);Bonnie"


@pytest.mark.parametrize("head", [*NOBODYS.split(";"), *THEIRS.split(";")])
def test_a_column_of_numbers_is_somebodys_by_its_head(head: str) -> None:
    reading = read_plays(f"Game;Ben score;Cat score;{head}\nAzul;1;2;3\n".encode())
    assert (len(reading.plays[0].players) == 3) == (head in THEIRS.split(";"))


DAYS = """2-Mar-24|02-Mar-2024|2/Mar/2024|2 Mar 24|Mar-02-2024|Mar 2, 24|5. Mrz 2024|Sa 02.03.2024|Sa., 02.03.24
sam. 02.03.24|Samedi 2024-03-02|Sat, Mar 2, 2024|March 2, 2024|May 2, 2024|2 Mai 2024|2. März 24|2. 3. 2024"""


@pytest.mark.parametrize("day", DAYS.replace("\n", "|").split("|"))
def test_a_day_as_people_write_it(day: str) -> None:
    (play,) = read_plays(f'Date;Ann;Ben\n"{day}";1;2\n'.encode()).plays
    assert play.day == date(2024, 5 if "Ma" in day and "Mar" not in day else 3, 5 if day.startswith("5") else 2)


WON = "x X 1 1.0 1,0 1st 1er 1re 1ère w win won winner yes Yes! y Y true TRUE ja J oui O t wahr VRAI g gewonnen gagné "
WON += "sieg Sieger gewinnerin vainqueur gagnante victoire ✓ ✔ ✔\ufe0f ✅ ★ * 🏆 Ann"
LOST = "0 0.0 0,0 - – l loss lost loser no n N false f falsch FAUX nein non verloren perdu p verlierer perdante "
LOST += "draw remis nul"
NEITHER = "2 2nd 3rd 2e 2ème 2nde 12 2.0 z V # ✗ ❌ -- 1/2"


@pytest.mark.parametrize("head", ["Game,Player,Points,Won\n", "Round,Player,Points,Won\n1,Ann,0,\n1,Ben,0,no\n"])
def test_every_mark_of_a_winner(head: str) -> None:
    """Ann has fewer points and is marked, Ben isn't; a row for each, or in the last of two rounds."""
    for won in WON.split():
        for lost in ["", *LOST.split(), *NEITHER.split()]:
            (play,) = read_plays(f'{head}2,Ann,5,"{won}"\n2,Ben,9,"{lost}"\n'.encode()).plays
            doubts = [f"this doesn't say who won: {lost}"] if lost in NEITHER.split() else []
            assert (play.won, [*map(str, play.doubts)]) == ({"Ann"}, doubts), (won, lost)


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        (("no", "no", "yes", "no"), "Ann: "),
        (("0", "0", "0", "1"), "Ben: "),
        (("Ann", "Ann", "", "Ann"), "Ann: "),
        (("Ann", "", "", "Ann"), "Ann: "),
        (("yes", "yes", "no", ""), "Ann, Ben: "),
        (("", "?", "", ""), "None: "),
        (("Ann", "Ann", "Ben", "Ben"), "None: this doesn't say who won: Ann and Ben"),
        (("1", "0", "0", "1"), "None: this doesn't say who won: Ann and Ben"),
        (("1", "0", "2", ""), "Ann: this doesn't say who won: 2"),
    ],
)
def test_a_winner_marked_in_any_round_and_the_winners_of_rounds(marks: tuple[str, ...], told: str) -> None:
    """Of the marks of Ann, Ben, Ann and Ben; by the points they are level."""
    rows = zip(("1,Ann,3", "1,Ben,5", "2,Ann,5", "2,Ben,3"), marks, strict=True)
    reading = read_plays(("Round,Player,Points,Winner\n" + "".join(f"{row},{mark}\n" for row, mark in rows)).encode())
    (play,) = reading.plays
    won = ", ".join(sorted(play.won)) if play.won else "None"
    doubts = [f"{doubt}" for doubt in play.doubts if "by the points" not in f"{doubt}"]
    assert (f"{won}: {''.join(doubts)}", reading.unread) == (told, [])


def test_a_mark_in_rows_whose_round_is_not_told() -> None:
    rows = b"7,,Ann,1,no\n7,,Ben,9,\n7,,Ann,2,yes\n7,,Ben,1,\n7,,Ann,1,no\n"
    (play,) = read_plays(b"No,Round,Player,Points,Won\n" + rows).plays
    assert play.won == {"Ann"}


def test_an_o_beside_a_cross_has_not_won() -> None:
    (play,) = read_plays(b"Game,Player,Points,Won\n2,Ann,5,x\n2,Ben,9,o\n").plays
    assert (play.won, play.doubts) == ({"Ann"}, ())


@pytest.mark.parametrize("odd", ["Zebra", "77777"])
@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_stands_in_a_cell_is_in_or_named_as_left_out(shape: str, odd: str) -> None:
    """A word and a number in every cell of every shape, also in empty ones and behind the last column."""
    lines = SHAPES[shape][0].splitlines()
    between = next(sign for sign in "\t;," if sign in lines[-1])
    rows = [*csv.reader(lines, delimiter=between)]
    head = next(at for at, row in enumerate(rows) if sum(map(bool, row)) > 1 and "sep=" not in row[0])
    for number, row in enumerate(rows[head + 1 :], head + 2):
        row += [""] * (len(rows[head]) + 1 - len(row))
        for at in range(len(row)):
            was, row[at] = row[at], odd
            file = io.StringIO()
            csv.writer(file, delimiter=between).writerows(rows)
            row[at] = was
            try:
                reading = read_plays(file.getvalue().encode())
            except Malformed:
                continue  # refused as a whole
            said = odd in f"{reading.plays} {reading.winners}" or any(play.doubts for play in reading.plays)
            said = said or bool(reading.unread) or f"line {number}" in reading.no_plays
            assert said or reading.columns[at].role in ("out", "number", "round"), (row, at)


@pytest.mark.parametrize(
    "content",
    [
        "Player 1,Score 1,Player 2,Score 2,Player 3,Score 3\nAnn,5,Ben,7,,12\n",
        "Name,Points,Name,Points,Name,Points\nAnn,5,,12,Ben,7\n",
        "Player 1,Player 2,Score\nAnn,Ben,12\n",
        "Date,Players,Score\n2024-03-02,Ann & Ben,12\n",
    ],
)
def test_points_of_nobody_are_named(content: str) -> None:
    (play,) = read_plays(content.encode()).plays
    assert [*map(str, play.doubts)] == ["the file doesn't say whose points these are: 12"]


def test_places_that_are_none_are_named() -> None:
    (play,) = read_plays(b"Player,Score,Place\nAnn,12,1\nBen,5,DNF\n").plays
    assert [*map(str, play.doubts)] == ["the places aren't kept: 1 and DNF"]


def test_a_day_that_may_be_two_is_asked_once_and_never_guessed() -> None:
    content = b"Date,Ann,Ben\n03/02/2024,1,2\n04-05-2024,1,2\n2024-12-24,1,2\n"
    asked = read_plays(content)
    assert (asked.either, [play.day and play.day.month for play in asked.plays]) == ("03/02/2024", [None, None, 12])
    for day_first, days in ((True, [(3, 2), (4, 5), (24, 12)]), (False, [(2, 3), (5, 4), (24, 12)])):
        reading = read_plays(content, how=How(day_first=day_first))
        assert (reading.either, [(play.day.day, play.day.month) for play in reading.plays if play.day]) == ("", days)


def test_columns_are_what_people_say() -> None:
    content = b"Date,Event,Ann,Ben,Guest score\n2024-03-02,Azul,1,2,3\n"
    assert [column.role for column in read_plays(content).columns] == ["date", "out", "person", "person", "person"]
    reading = read_plays(content, how=How({"1": "game", "4": "out"}, fewest_win=True))
    assert found(reading) == [("2024-03-02", "Azul", {"Ann": 1, "Ben": 2})]
    with pytest.raises(Malformed, match="must say what stands"):
        read_plays(content, how=How(dict.fromkeys("234", "out")))


def test_tables_that_companion_wrote_are_no_people() -> None:
    heads = [["number", "hand", "Ann", "Ben", "in the pots", "left in the pots"], EVENINGS_HEAD, HANDS_HEAD]
    for head in heads:
        with pytest.raises(Malformed, match="a table that Companion wrote"):
            read_plays(",".join(map(str, head)).encode() + b"\n1,2,3,4,5,6\n")


XML = b'<?xml version="1.0"?>%s<plays><play date="2024-03-02"><item name="%s"/></play></plays>'
HOSTILE = {
    "an entity a billion times": XML % (b'<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>', b"&b;"),
    "a file of the house": XML % (b'<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]>', b"&a;"),
    "a document type from elsewhere": XML % (b'<!DOCTYPE p SYSTEM "http://evil.example/p.dtd">', b"x"),
    "deep elements": b"<plays>" + b"<play>" * 60_000,
    "cut off": b"<?xml version='1.0'?><plays><play>",
    "another XML": b"<html><body/></html>",
    "an unknown encoding": b'<?xml version="1.0" encoding="klingon"?><plays/>',
    "deep brackets": b'{"plays":' + b"[" * 60_000,
    "other JSON": b'{"plays": 1}',
    "nothing but a word": b"hello",
    "prose with commas": b"Dear Ann, dear Ben, it was late.\n",
    "numbers without heads": b"1;2;3\n4;5;6\n",
    "bytes": bytes(range(256)) * 4,
    "a cut archive": b"PK\x03\x04" + bytes(64),
    "a cut packed file": gzip.compress(b"Date;Ann;Ben")[:-9],
    "an open quote": b'Date;Ann;Ben\n2024-03-02;"1' + b"1" * 200_000,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_or_broken_file_is_refused_in_a_sentence(what: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_plays(HOSTILE[what])
    assert 20 < len(refused.value.why) < 300


def zipped(**held: bytes) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in held.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_bomb_in_an_archive_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Malformed, match="more than Companion takes"):
        read_plays(zipped(bomb=b"0" * 3_000_000))
    monkeypatch.setattr(files, "MAX_FILES", 2)
    with pytest.raises(Malformed, match="more than Companion takes"):
        read_plays(zipped(a=b"1", b=b"2", c=b"3"))
    monkeypatch.setattr(files, "MAX_BYTES", 2_000)
    mixed = bytes(range(256)) * 5
    for content in (gzip.compress(b"0" * 3_000), b"0" * 3_000, zipped(a=mixed, b=mixed)):
        with pytest.raises(Malformed, match="more than Companion takes"):
            read_plays(content)


def test_a_year_of_companion_is_its_sheets_by_day_and_other_archives_their_plays() -> None:
    sheet = (SHEETS / "whole-evening.json").read_bytes()
    year = zipped(**{"sheets/2024-11-19-ABCDE.json": sheet, "evenings.csv": b"a,b", "sheets/2024-1.json": sheet[:-20]})
    reading = read_plays(year)
    assert [f"{play.day}" for play in reading.plays] == ["2024-11-19"]
    assert [each.where for each in reading.unread] == ["2024-1.json"]
    assert found(read_plays(zipped(readme=b"hello", plays=(FILES / "plays.csv").read_bytes()))) == [CRIBBAGE]
    with pytest.raises(Malformed, match="can't tell what this file is"):
        read_plays(zipped(readme=b"hello"))
    with pytest.raises(Malformed, match="Nothing in this archive"):
        read_plays(zipped(readme=b"hello", archive=zipped(plays=(FILES / "plays.csv").read_bytes())))


def test_an_archive_of_several_files_is_all_their_plays_and_a_spreadsheet_stands_alone() -> None:
    two = bgstats({"playerScores": [own(1, "5"), own(2, "3")]}, {"playerScores": [own(1, "5")]})
    xml = (FILES / "bgg.xml").read_bytes()
    held = {
        "2023.xml": xml,
        "more/plays.json": two,
        "plays.json": two,
        "photo.jpg": bytes(range(256)),
        "about.txt": b"Once, long ago.\n",
    }
    reading = read_plays(zipped(**held, **{"cut.xml": xml[:-20], "towns.csv": b"Name,Town\nAnn,Cork\n"}))
    assert [f"{play.where}" for play in reading.plays] == [
        "2023.xml, line 1",
        "plays.json, play 1",
        "plays.json, play 1",
    ]
    assert (reading.kind, [f"{each.where}" for each in reading.unread]) == (
        "plays of BoardGameGeek and plays of BG Stats",
        ["plays.json, play 2", "plays.json, play 2", "cut.xml", "towns.csv"],
    )
    rows = b"Date,Ann,Ben\n2024-01-01,1,2\n"
    with pytest.raises(Malformed, match=r"then import 2023\.csv and 2024\.csv one by one"):
        read_plays(zipped(**{"2023.csv": rows, "2024.csv": rows}))
    plays = [{"playerScores": [own(1, "1"), own(2, "2")]}] * 15_000
    with pytest.raises(Malformed, match="more than Companion takes"):
        read_plays(zipped(a=bgstats(*plays), b=bgstats(*plays)))
