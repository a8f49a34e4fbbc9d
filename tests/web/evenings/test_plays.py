"""Plays of other programs on their page: shown, asked about, kept, undone; and just the result from paper."""

from io import BytesIO
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest
from flask import Flask

from companion.plays import keeping, read_plays
from companion.store import WriteFailed
from companion.store.people import may_be
from companion.store.statistics import Span
from tests.tools.phone import Phone

FILES = Path(__file__).parents[2] / "plays" / "files"
PLAYS = b"Date;Game;Place;Anna;Ben\n2024-03-02;Cribbage;Home;121;98\n2024-03-09;Cribbage;;90;121\nsoon;Cribbage;;1;2\n"


@pytest.fixture
def household(phone: Phone) -> Phone:
    return phone.joins()


def gives(phone: Phone, content: bytes, name: str = "plays.csv") -> Phone:
    return phone.send("/evenings/import", {"sheet": (BytesIO(content), name)})


def test_a_file_is_recognised_shown_and_kept_with_one_tap_and_undone_with_another(household: Phone, app: Flask) -> None:
    says = gives(household, PLAYS).says
    assert "plays.csv: a spreadsheet. Nothing is saved yet. 2 evenings." in says
    assert "Cribbage (line 4): “soon” is not a day" in says
    assert "2 March 2024 Cribbage · Home Anna 121, Ben 98" in says
    assert app.extensions["companion"].tables.count() == 0
    assert "2 evenings are saved." in household.press("Save 2 evenings").says
    assert "line 4" in household.says, "what was left out is still said"
    assert "2 of them here already" in gives(household, PLAYS).says
    assert not any("Save" in button for button in household.buttons)
    assert "2 evenings" in household.open("/evenings/import").says
    (number,) = [each.number for each in app.extensions["companion"].imports.all()]
    household.open(f"/evenings/import/{number}").press("Undo the whole import")
    assert "Undone: nothing of it is here." in household.says
    assert app.extensions["companion"].tables.count() == 0


def test_who_may_be_somebody_here_is_offered_first_and_never_joined_alone(household: Phone, app: Flask) -> None:
    household.lays("Ann", "Ben", "Cleo").press("Deal")
    says = gives(household, PLAYS).says
    assert "You know Ben." in says
    assert "Anna 2 evenings Anna is new Perhaps Ann?" in says
    household.press("Save 2 evenings", {"who:Anna": "Ann"})
    evenings = app.extensions["companion"].evenings
    assert [each.players for each in evenings.find()[1:]] == [("Ann", "Ben")] * 2
    assert may_be("Grandma Rose", "Grandma") and may_be("Jurgen", "Jürgen") and not may_be("Ann", "Ben")


def test_a_file_without_day_or_game_is_asked_for_both(household: Phone, app: Flask) -> None:
    gives(household, b"Round;Ann;Ben\n1;121;98\n")
    assert household.press("Save 1 evening", {"day": ""}).status == 422
    household.press("Save 1 evening", {"day": "1999-12-31", "game": "Cribbage"})
    (evening,) = app.extensions["companion"].evenings.find()
    assert (evening.laid_at[:10], evening.titles) == ("1999-12-31", ("Cribbage",))


def is_over(app: Flask, page: str) -> None:
    """Waits until all of an import is copied in, or refused."""
    until = monotonic() + 60
    while not app.extensions["companion"].imports.works[page.rpartition("/")[2]].over:
        assert monotonic() < until, "the import has no end"
        sleep(0.01)


def test_a_long_one_is_worked_out_beside_the_play_and_a_long_list_has_pages(
    household: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AT_ONCE", 20)
    go, copy = Event(), keeping.Imports._copy_in
    monkeypatch.setattr(keeping.Imports, "_copy_in", lambda *args: go.wait(20) and copy(*args))
    rows = "".join(f"2024-{at % 12 + 1:02}-{at % 28 + 1:02};{at};1\n" for at in range(60))
    gives(household, f"Date;Ann;Ben\n{rows}".encode())
    assert household.says.count("Ben 1") == 50
    page = household.response.request.path
    assert household.open(f"{page}?from=50").says.count("Ben 1") == 10
    says = household.press("Save 60 evenings").says
    assert "of 60 evenings are ready." in says
    assert app.extensions["companion"].tables.count() == 0
    go.set()
    is_over(app, page)
    assert "60 evenings are saved." in household.open(page).says


def test_one_that_is_stopped_meanwhile_leaves_nothing(
    household: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AT_ONCE", 20)
    monkeypatch.setattr(keeping, "A_BREATH", 0.01)
    rows = "".join(f"2024-{at % 12 + 1:02}-{at % 28 + 1:02};{at};1\n" for at in range(200))
    gives(household, f"Date;Ann;Ben\n{rows}".encode())
    household.press("Save 200 evenings").press("Stop, and undo it")
    assert "Undone: nothing of it is here." in household.says
    assert app.extensions["companion"].tables.count() == 0
    assert "cut short" in gives(household, b'{"' + b"x" * 128_000).refused
    assert not [*(app.extensions["companion"].imports._folder).iterdir()]


def test_a_disk_that_refuses_is_said_and_it_can_be_tried_again(
    household: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AT_ONCE", 1)
    copy = keeping.Imports._copy_in

    def refuses(*args: object) -> bool:
        raise WriteFailed("The disk is full.")

    monkeypatch.setattr(keeping.Imports, "_copy_in", refuses)
    page = gives(household, PLAYS).response.request.path
    household.press("Save 2 evenings")
    is_over(app, page)
    assert household.open(page).refused == "The disk is full."
    monkeypatch.setattr(keeping.Imports, "_copy_in", copy)
    monkeypatch.setattr(keeping, "AT_ONCE", 100)
    assert "2 evenings are saved." in household.press("Save 2 evenings").says


def test_columns_are_changed_by_a_tap(household: Phone, app: Flask) -> None:
    gives(household, b"Date,Event,Ann,Ben,Pot\n2024-03-02,Azul,1,2,3\n")
    assert "No game Ben 2, Ann 1" in household.says
    household.press("Game", of="1:game")
    assert "Azul Ben 2, Ann 1" in household.says
    household.press("The fewest points win")
    assert "Azul Ann 1, Ben 2" in household.says
    household.press("Left out", of="2:out")
    assert household.status == 422 and "must say what stands" in household.refused
    assert "Azul Ann 1, Ben 2" in household.says, "as it was"
    household.press("Save 1 evening")
    assert app.extensions["companion"].evenings.find()[0].top == ("Ann",)


def test_a_day_that_may_be_two_is_asked_before_anything_is_saved(household: Phone, app: Flask) -> None:
    gives(household, b"Date,Ann,Ben\n03/02/2024,1,2\n04/05/2024,1,2\n")
    assert "Which day is 03/02/2024?" in household.says
    assert not any("Save" in button for button in household.buttons)
    page = household.response.request.path
    assert household.send(page, {"day": "2024-01-01"}).status == 422
    household.open(page).press("2 March 2024")
    assert "2 March 2024" in household.says and "5 April 2024" in household.says
    household.press("Save 2 evenings")
    assert [line.laid_at[:10] for line in app.extensions["companion"].evenings.find()] == ["2024-04-05", "2024-03-02"]


def test_who_played_is_asked_where_the_file_only_says_who_won(household: Phone, app: Flask) -> None:
    gives(household, b"Date,Game,Winner\n2024-03-02,Azul,Ann\n2024-03-09,Azul,Ben\n")
    assert household.filled("players") == ["Ann, Ben"]
    household.press("Have a look", {"players": "Ann, Ben and Cat"})
    assert household.filled("players") == ["Ann, Ben, Cat"]
    household.press("Save 2 evenings")
    found = app.extensions["companion"].evenings.find()
    assert [(line.players, line.top) for line in found] == [
        (("Ann", "Ben", "Cat"), ("Ben",)),
        (("Ann", "Ben", "Cat"), ("Ann",)),
    ]


def test_a_hundred_and_fifty_people_are_searched_not_listed(household: Phone, app: Flask) -> None:
    household.lays("Zoe", "Yan").press("Deal")
    gives(
        household,
        b"Date,Game,Player,Score,Session\n"
        + "".join(f"2024-03-02,Azul,Q{at}q,{at},{at // 2}\n" for at in range(150)).encode(),
    )
    assert "150 people are new" in household.says
    assert household.text.count("<select") == 0
    household.press("Save 75 evenings", {"there:0": "Q7q", "here:0": "Zoe"})
    names = {name for line in app.extensions["companion"].evenings.find(most=-1) for name in line.players}
    assert len(names) == 151 and "Q7q" not in names


def test_what_stays_out_is_named_by_game_and_day(household: Phone) -> None:
    gives(household, (FILES / "bgg-page.xml").read_bytes())
    says = household.says
    assert "4 plays of one person stay out" in says
    assert "365 Adventures: The Dungeon, 16 April 2024" in says
    assert (
        "Tiwanaku, 16 October 2023 (line 47): by the points it would be Ben and Cat: who won is kept, the points aren't"
        in says
    )
    assert "Ann and Ben: who won isn't known" in says


def test_a_file_that_is_not_there_any_more_is_not_found(household: Phone) -> None:
    for path in ("20200101000000-00000000", "nonsense"):
        assert household.open(f"/evenings/import/{path}").status == 404


RESULT = {"day": "1987-12-26", "game": "Cribbage", "place": "Grandma’s", "name:0": "Ann", "name:1": "Ben"}


@pytest.mark.parametrize(
    ("how", "told", "says"),
    [
        ("points", {"points:0": "121", "points:1": "98"}, "Ann wins Cribbage"),
        ("fewest", {"points:0": "60+61", "points:1": "98"}, "Ben wins Cribbage"),
        ("places", {"points:0": "2", "points:1": "1"}, "Ben wins Cribbage"),
        ("won", {"won:1": "on"}, "Ben wins Cribbage"),
        ("won", {"won:0": "on", "won:1": "on"}, "Ann and Ben win Cribbage"),
        ("won", {}, "Nobody wins Cribbage"),
    ],
)
def test_just_the_result(household: Phone, how: str, told: dict[str, str], says: str) -> None:
    household.open("/evenings/result").press("Save", RESULT | {"how": how} | told)
    assert household.status == 200
    assert says in household.says
    assert "Saturday 26" in household.open("/evenings?q=1987").says


@pytest.mark.parametrize(
    ("how", "told", "words"),
    [
        ("won", {"won:1": "on"}, ["Ann lost", "Ben won"]),
        ("won", {"won:0": "on", "won:1": "on"}, ["Ann won", "Ben won"]),
        ("won", {}, ["Ann lost", "Ben lost"]),
        ("places", {"points:0": "2", "points:1": "1"}, ["Ann 2nd", "Ben 1st"]),
        ("places", {"points:0": "1", "points:1": "22"}, ["Ann 1st", "Ben 22nd"]),
    ],
)
def test_a_result_without_points_is_told_in_words_wherever_it_stands(
    household: Phone, app: Flask, how: str, told: dict[str, str], words: list[str]
) -> None:
    household.open("/evenings/result").press("Save", RESULT | {"how": how} | told)
    for page in ("", "evening", "settlement", "paper", "overhead"):
        says = household.open(page).says
        assert all(word in says for word in words), page
        assert "points" not in says and "scores" not in says, page
    results = [word.partition(" ")[2] for word in words]
    assert household.open("balances.csv").text.splitlines()[-1].endswith(",".join(results))
    (play,) = read_plays(household.open("plays.bgsplay").text.encode()).plays
    assert play.outcome == how and play.rounds == tuple(
        move["points"] for move in household.open("sheet.json").response.json["games"][0]["moves"] if "points" in move
    )
    household.open("evening").press("Play again")
    household.press("Write it down", {"points:Ann": "12", "points:Ben": "7"})
    assert "Ann 12 leads" in household.says, "what is played now is played for points"


def test_points_are_averaged_over_games_with_points_and_wins_counted_over_all(household: Phone, app: Flask) -> None:
    for told in ({"points:0": "121", "points:1": "98"}, {"how": "won", "won:1": "on"}, {"how": "won", "won:1": "on"}):
        household.open("/evenings/result").press("Save", RESULT | told)
    ann, ben = app.extensions["companion"].statistics.in_games(Span())
    assert [(own.games, own.figures.games_won, own.best, own.average) for own in (ann, ben)] == [
        (3, 1, 121, 121),
        (3, 2, 98, 98),
    ]
    says = household.open("/statistics/person?name=Ben").says
    assert "won 2 of 3 games (67%) best 98 points, on average 98" in says
    assert "1 : 2" in household.open("/statistics/between?one=Ann&other=Ben").says


def test_a_packed_address_that_cannot_be_unpacked_is_not_kept(household: Phone, app: Flask) -> None:
    sent = {"part": (BytesIO(b"H4sI" + b"x" * 99), "evening.txt"), "at": "0", "name": "evening.txt"}
    number = household.send("/evenings/import/part", sent).response.json
    assert "can't be unpacked" in household.send("/evenings/import", {"upload": number}).refused
    assert household.open(f"/evenings/import/{number}").status == 404


def test_a_result_that_cannot_be_says_why_and_stays_as_it_was_typed(household: Phone) -> None:
    household.open("/evenings/result").press("Save", RESULT | {"points:0": "many", "points:1": "1"})
    assert household.refused == "Enter a whole number for Ann."
    assert (household.filled("name:1"), household.filled("points:0")) == (["Ben"], ["many"])
    household.press("Save", {"day": "2999-01-01"})
    assert "still to come" in household.refused
