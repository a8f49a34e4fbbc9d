"""A score sheet from elsewhere becomes an evening: looked at first, written once, under its own day."""

import gzip
import json
import time
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.cli import main
from companion.engine.errors import Refusal
from companion.machine.clock import on_the_wall
from companion.scoresheet import read_sheet, record_sheet, score, write_sheet
from companion.web.evenings.importing import MAX_SHEET_BYTES, time_of
from tests.tools.clock import Clock
from tests.tools.phone import Phone
from tests.tools.quick import quick_app
from tests.web.evenings.test_routes import codes

SHEETS = Path(__file__).parents[2] / "scoresheets"
EVENING = (SHEETS / "whole-evening.json").read_bytes()
REFUSED = sorted(
    path for path in SHEETS.glob("*.json") if path.stem.endswith(("refused", "malformed")) and "result" not in path.name
)


def gives(phone: Phone, content: bytes, name: str = "evening.json") -> Phone:
    """The phone chooses a file."""
    return phone.send("/evenings/import", {"sheet": (BytesIO(content), name)})


@pytest.fixture
def household(phone: Phone) -> Phone:
    return phone.joins()


def test_what_a_sheet_holds_is_shown_before_anything_is_written(household: Phone, app: Flask) -> None:
    sheet = read_sheet(EVENING)
    says = gives(household, EVENING).says
    assert "Nothing is saved yet. This is what's on the sheet." in says
    state = record_sheet(sheet).state
    for played in sheet.games:
        assert played.opening.game.title in says
    assert all(name in says for name in state.balances)
    assert "6 hands" in says
    assert all(f"{abs(held)}" in says for held in state.balances.values())
    if sheet.counter_value:
        assert "a counter is worth" in says and sheet.counter_value.amount in says
    assert app.extensions["companion"].tables.count() == 0


def test_an_evening_that_is_here_already_is_named_before_it_is_written_twice(household: Phone) -> None:
    assert "already here" not in gives(household, EVENING).says
    household.press("Save", {"day": "2024-11-19"})
    assert "This evening is already here: 19 November 2024" in gives(household, EVENING).says
    other = json.loads(EVENING)
    other["players"] = [*other["players"]]
    other["games"] = other["games"][:1]
    assert "already here" not in gives(household, json.dumps(other).encode()).says


def test_it_is_written_as_it_was_shown_and_found_under_its_month(household: Phone, app: Flask) -> None:
    gives(household, EVENING).press("Save", {"day": "2024-11-19"})
    assert household.status == 200
    table = app.extensions["companion"].tables.find(household.code)
    assert write_sheet(table.sheet()) == write_sheet(read_sheet(EVENING))
    assert score(table.sheet()) == score(read_sheet(EVENING))
    assert "November 2024" in household.open("/evenings").says and "Tuesday 19" in household.says
    assert household.open("/evenings?q=19/11/2024").says.count("Tuesday 19") == 1


def test_an_evening_of_last_year_is_not_the_newest(household: Phone) -> None:
    tonight = household.lays("Zoe", "Yan").code
    gives(household, EVENING, "2024-11-19 Ann, Ben.json")
    assert household.filled("day") == ["2024-11-19"], "the files of a year say their day"
    household.press("Save")
    assert codes(household.open("/evenings"))[0] == tonight
    assert codes(household.open("/"))[0] == tonight


def test_one_that_is_not_over_is_played_on(household: Phone) -> None:
    sheet = json.loads(EVENING)
    sheet["games"] = [sheet["games"][0] | {"moves": sheet["games"][0]["moves"][:1]}]
    assert "It isn't over: you can carry on." in gives(household, json.dumps(sheet).encode()).says
    household.press("Save")
    assert household.response.request.path == f"/t/{household.code}"
    assert any(button.startswith("Undo") for button in household.buttons)


def test_without_a_day_it_is_today(household: Phone, app: Flask) -> None:
    assert gives(household, EVENING).filled("day") == [f"{date.today()}"]
    household.press("Save")
    assert app.extensions["companion"].tables.count() == 1


def test_a_day_to_come_is_taken_once_it_was_seen(household: Phone, app: Flask, wall: Clock) -> None:
    """The clock of the device running Companion is behind; or it was a slip."""
    to_come = "By the clock of the device running Companion, this day is still to come. If it's right, save it."
    wall.shows("1970-01-01")
    assert to_come not in gives(household, EVENING).says
    household.press("Save", {"day": "2024-11-19"})
    assert (household.status, household.refused, app.extensions["companion"].tables.count()) == (422, to_come, 0)
    assert household.press("Save").status == 200
    assert to_come in gives(household, EVENING, "2024-11-20 ABCDE.json").says
    assert household.press("Save").status == 200
    laid = [table.laid_at[:10] for table in app.extensions["companion"].tables.newest()]
    assert laid == ["2024-11-20", "2024-11-19"]


def test_a_whole_evening_of_tomorrow_is_taken_in_with_a_word(household: Phone, tmp_path: Path, wall: Clock) -> None:
    wall.shows("2026-11-28")
    elsewhere = quick_app(tmp_path / "elsewhere")
    file = Phone(elsewhere).lays().press("Deal").press("Cat").open("evening.json").response.get_data()
    elsewhere.extensions["companion"].close()
    wall.shows("2026-11-26")
    word = "By the clock of the device running Companion, its day is still to come: 28 November 2026."
    assert word in gives(household, file).says
    assert household.press("Carry on here").status == 200
    assert "Cat takes 9 from the pool" in household.says


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_refused_one_says_where_and_why_as_the_commands_do(household: Phone, app: Flask, path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        record_sheet(read_sheet(path.read_bytes()))
    gives(household, path.read_bytes())
    assert household.status in {409, 422}
    told = CliRunner().invoke(main, ["score", str(path)]).stderr.strip()
    assert household.refused == " ".join(str(refused.value).split()) == told
    assert app.extensions["companion"].tables.count() == 0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x89PNG\r\n\x1a\n", "This file is a picture, not a score sheet: choose one whose name ends in .json."),
        (b"PK\x03\x04", "This archive can't be unpacked."),
        (b" \n", "This file is empty: choose a score sheet, whose name ends in .json."),
        (EVENING[:-9], "This file can't be read from line "),
        (b'{"scoresheet": 1,\n "players": [Ann]}', "This file can't be read from line 2, character 14 on"),
    ],
)
def test_the_wrong_file_is_told_apart_from_a_broken_one(household: Phone, content: bytes, told: str) -> None:
    assert gives(household, content).refused.startswith(told)


def test_it_is_said_what_is_not_in_a_sheet(household: Phone) -> None:
    assert "a score sheet (no titles or notes)" in household.open("/evenings/import").says
    household.lays().open("paper")
    assert "Title, place, notes and remarks aren't in the score sheet's file." in household.says


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of this process can't be chosen here")
def test_an_evening_long_ago_is_reckoned_where_no_clock_knows_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: in the time that the clocks of 1971 had, not the summer time of the war."""
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    try:
        assert time_of("1942-05-05") == "1942-05-05T19:00:00+00:00"
        assert time_of("2024-05-05") == "2024-05-05T18:00:00+00:00"
        assert on_the_wall("1942-05-05T19:00:00+00:00").isoformat() == "1942-05-05T20:00:00+01:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_sheet_that_is_too_long_is_told_about_the_command(household: Phone) -> None:
    moves = [{"move": "deal"}, {"move": "misdeal"}] * 5000
    long = json.dumps({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [{"game": "jig", "moves": moves}]})
    gives(household, long.encode() + b" " * MAX_SHEET_BYTES)
    assert household.status == 413 and "companion import FILE" in household.says


def test_a_long_evening_comes_in(household: Phone) -> None:
    """Some hundred hands, as the file of an evening has them, with the sheet once more in the form."""
    hand = [{"move": "deal"}, {"move": "won", "player": "Ann"}]
    text = {"scoresheet": 1, "players": ["Ann", "Ben", "Cat"], "games": [{"game": "spoil-five", "moves": hand * 800}]}
    content = json.dumps(text, indent=2).encode()
    assert len(content) > 80_000
    assert "800 hands" in gives(household, content).says
    household.press("Save")
    assert household.status == 200


def test_an_evening_taken_along_comes_back_as_what_it_is(
    household: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    household.lays().press("Deal").press("Cat")
    file = household.open("evening.json").response.get_data()
    monkeypatch.setattr("companion.web.evening.files.MAX_FORM_BYTES", 0)
    packed = household.client.get(f"/t/{household.code}/evening.json").data
    assert gzip.decompress(packed) == file, "a long one"
    assert "already here: hand 1, 3 moves." in gives(household, file).says
    assert household.buttons == []
    household.open("").press("Undo")
    household.open("").press("Ben")
    assert "already here" in gives(household, file).says
    assert app.extensions["companion"].tables.count() == 1


def test_what_an_evening_lacks_is_added_by_its_pencil_alone(household: Phone, app: Flask) -> None:
    household.lays().press("Deal").press("Cat").press("Deal")
    code, file = household.code, household.open("evening.json").response.get_data()
    database = app.extensions["companion"].database
    database.rows.execute("delete from entries where number > 2")
    database.rows.commit()
    app.extensions["companion"].tables._cache.clear()
    other = Phone(app, address="127.0.0.1").open("/")
    assert "up to move 2; after it come 2 more" in gives(other, file).says
    assert other.buttons == [], "not without the pencil"
    assert "up to move 2; after it come 2 more" in gives(household, file).says
    household.press("Carry on here")
    assert app.extensions["companion"].tables.find(code).journal.last == 4


def test_an_evening_of_endless_corrections_is_left_to_the_command(household: Phone) -> None:
    strikes = [{"number": at, "act": "strike", "at": "", "hash": "", "target": 1} for at in range(1, 600)]
    written = {"evening": 1, "code": "ABCDE", "laid_at": "2024-11-19T20:00:00+00:00", "players": ["Ann", "Ben"]}
    gives(household, json.dumps(written | {"entries": strikes}).encode())
    assert household.status == 422 and "companion import FILE" in household.refused


def test_a_new_house_takes_in_what_its_phone_brings(
    household: Phone, another: Callable[[], Phone], tmp_path: Path
) -> None:
    """By the first page; a guest is told who may."""
    assert household.open("/").text.count('data-arrives="/evenings/import"') == 1
    assert "First scan, with this phone, the code" in another().open("/").says
    guest = Phone(quick_app(tmp_path / "closed")).open("/")
    assert "First scan, with this phone, the code" in guest.says
    assert "data-arrives=" not in guest.text and "data-asks=" not in guest.text


def test_a_phone_asks_which_of_its_evenings_are_not_here(household: Phone, app: Flask) -> None:
    deleted, here = household.lays().code, household.lays("Zoe", "Yan").code
    app.extensions["companion"].tables.remove(deleted)
    asked = household.open(f"/evenings/import/missing?code={here}&code=ZZZZZ&code={deleted}&code=%00")
    assert json.loads(asked.text) == ["ZZZZZ"], "what was deleted here doesn't come back by itself"


def test_only_a_table_that_never_was_here_is_offered_again(household: Phone, app: Flask) -> None:
    assert 'data-code="ZZZZZ"' in household.open("/t/zzzzz").text
    deleted, code = household.lays().code, household.lays().code
    app.extensions["companion"].tables.remove(deleted)
    assert "data-carry" not in household.open(f"/t/{deleted}").text and household.status == 404
    assert "data-carry" not in household.open(f"/t/{code}/journal/99").text and household.status == 404
