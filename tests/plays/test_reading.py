"""Files of other programs, good, half good and broken: what is read, and why the rest isn't."""

import gzip
import io
import json
from datetime import date
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from companion.engine.errors import Malformed
from companion.plays import Reading, read_plays
from companion.plays import reading as files

FILES = Path(__file__).with_name("files")
SHEETS = Path(__file__).parents[1] / "scoresheets"


def found(reading: Reading) -> list[tuple[str, str, dict[str, int]]]:
    """Day, game and points of each play."""
    return [(f"{play.day or ''}", play.game, play.points) for play in reading.plays]


def why(reading: Reading) -> list[str]:
    """What can't be read, by its place."""
    return [f"{each.where}: {each.why}" for each in reading.unread]


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
    assert found(reading) == [("2024-03-02", "Azul", {"Ann": 12, "Ann 2": 4, "Ben": -3})]
    assert (reading.plays[0].place, reading.plays[0].notes) == ("Home", "late\nnight")
    assert why(reading) == [
        "play 2: “twelve” is not a whole number of points",
        "play 3: two to sixteen people can play, not 1",
        "play 4: it is marked to be ignored",
        "play 5: something that belongs to a play is missing, or is written otherwise",
        "play 6: “once” is not a day",
        "play 7: some have points and some don't",
        "play 8: more than 100000 points",
    ]


@pytest.mark.parametrize(
    ("scores", "game", "outcome", "points"),
    [
        ([own(1, winner=True), own(2)], {}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "5", winner=True), own(2, "3")], {"noPoints": True}, "won", {"Ann": 1, "Ben": 0}),
        ([own(1, "5"), own(2, "3")], {"cooperative": True}, "won", {"Ann": 0, "Ben": 0}),
        ([own(1, rank=2), own(2, rank=1)], {}, "places", {"Ben": 1, "Ann": 2}),
        ([own(1, "5"), own(2, "3")], {"highestWins": False}, "points", {"Ben": 3, "Ann": 5}),
    ],
)
def test_a_result_without_points_is_who_won_or_who_came_where(
    scores: list[object], game: dict[str, object], outcome: str, points: dict[str, int]
) -> None:
    (play,) = read_plays(bgstats({"playerScores": scores}, **game)).plays
    assert (play.outcome, play.points, [*play.points]) == (outcome, points, [*points])


def test_plays_of_boardgamegeek_by_their_lines() -> None:
    reading = read_plays(
        b"""<plays username="x" total="3" page="1">
<play id="1" date="2024-03-02" quantity="1" location="Home"><item name="Pandemic" objectid="1"/><players>
<player name="Ann" username="a" score="" win="1"/><player name="" username="ben" score="" win="1"/></players></play>
<play id="2" date="0000-00-00"><item name="Azul"/><players><player name="A"/><player name="B"/></players></play>
<play id="3" date="2021-05-01"><item name="Othello"/></play>
</plays>"""
    )
    assert found(reading) == [("2024-03-02", "Pandemic", {"Ann": 1, "ben": 1})]
    assert reading.plays[0].outcome == "won"
    assert why(reading) == ["line 4: “0000-00-00” is not a day", "line 5: two to sixteen people can play, not 0"]


BACKUP = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<GamesBackup><gameCount>3</gameCount><version>4</version><Games>
<Game><dateGameSaved>1331000000000</dateGameSaved><dateGameStarted>1330981200000</dateGameStarted>
<gameName>Rummy</gameName><PlayerScores>
<PlayerScore><playerName>Ann</playerName><score>15</score><history>10,-5</history></PlayerScore>
<PlayerScore><playerName isNull="true">null</playerName><score>7</score><history>7</history></PlayerScore>
</PlayerScores></Game>
<Game><dateGameStarted>0</dateGameStarted><gameName isEmpty="true">null</gameName><PlayerScores>
<PlayerScore><playerName>Ann</playerName><score>3</score><history isEmpty="true">null</history></PlayerScore>
<PlayerScore><playerName>Ben</playerName><score>4</score><history isEmpty="true">null</history></PlayerScore>
</PlayerScores></Game>
<Game><PlayerScores><PlayerScore><score>x</score></PlayerScore></PlayerScores></Game>
</Games></GamesBackup>"""


def test_a_backup_of_keepscore_has_its_rounds_and_what_came_before_them() -> None:
    reading = read_plays(gzip.compress(BACKUP.encode()))
    rummy, other = reading.plays
    assert rummy.rounds == ({"Ann": 10, "2": 0}, {"Ann": 10, "2": 7}, {"Ann": -5, "2": 0})
    assert (rummy.game, f"{rummy.day}") == ("Rummy", "2012-03-05")
    assert (other.rounds, other.game, other.day) == (({"Ann": 3, "Ben": 4},), "", None)
    assert why(reading) == ["line 12: “x” is not a whole number of points"]


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
    assert found(reading) == [("2024-03-02", "", {"Cat": 2, "Ann": 1}), ("", "", {"Ben": 2, "Ann": 1})]
    assert [each.partition(":")[0] for each in why(reading)] == ["line 3", "line 4", "line 5", "line 7"]
    rounds = read_plays(b"Ann;Ben\n1;2\nx;3\n4;5\n")
    assert rounds.plays[0].points == {"Ben": 7, "Ann": 5}
    assert why(rounds) == ["line 3: “x” is not a whole number of points"]


XML = b'<?xml version="1.0"?>%s<plays><play date="2024-03-02"><item name="%s"/></play></plays>'
HOSTILE = {
    "an entity a billion times": XML % (b'<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>', b"&b;"),
    "a file of the house": XML % (b'<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]>', b"&a;"),
    "a document type from elsewhere": XML % (b'<!DOCTYPE p SYSTEM "http://evil.example/p.dtd">', b"x"),
    "deep elements": b"<plays>" + b"<play>" * 60_000,
    "cut off": BACKUP.encode()[:400],
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
    with pytest.raises(Malformed, match="Nothing in this archive"):
        read_plays(zipped(readme=b"hello"))
