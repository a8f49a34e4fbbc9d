"""A year as one archive: it comes back as it was, its tables add up, and strangers get none of it."""

import csv
import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask

from companion.store import Database, Moving, Tables
from companion.store.moving import read_evening
from tests.tools.house import Writes
from tests.tools.phone import Phone
from tests.tools.year import lay_year
from tests.web.evenings.test_routes import moved

EVENINGS = 24


def unpacked(phone: Phone, year: int) -> ZipFile:
    """The archive of a year."""
    answer = phone.client.get(f"/year/{year}.zip")
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=companion-{year}.zip"
    archive = ZipFile(io.BytesIO(answer.data))
    assert archive.testzip() is None
    return archive


def rows(archive: ZipFile, name: str) -> list[dict[str, str]]:
    lines = csv.reader(io.StringIO(archive.read(name).decode("utf-8-sig"), newline=""), strict=True)
    head, *body = lines
    return [dict(zip(head, line, strict=True)) for line in body]


@pytest.fixture
def tables(app: Flask) -> Tables:
    found: Tables = app.extensions["companion"].tables
    return found


def test_a_year_goes_out_and_comes_in_again_equal(phone: Phone, tables: Tables, tmp_path: Path) -> None:
    """Evening by evening, under its code and its day, with its corrections and what is written beside it."""
    codes = lay_year(tables, EVENINGS)
    phone.joins()
    Writes(tables).describe(codes[-1], "Birthday", "Home", "Grandma sang.")
    moving = phone.client.application.extensions["companion"].moving
    database = Database(tmp_path / "other")
    others = Tables(database)
    elsewhere = Moving(database, others)
    for _ in "once", "and once more":
        for year in (2025, 2026):
            archive = unpacked(phone, year)
            for name in archive.namelist():
                if found := re.fullmatch(r"journals/([0-9]{4})-[0-9]{2}-[0-9]{2}-([A-Z0-9]{5})\.json", name):
                    assert found[1] == str(year)
                    assert elsewhere.import_evening(read_evening(archive.read(name))) == found[2]
                else:
                    assert name in {"evenings.csv", "hands.csv", "plays.bgsplay"}
        assert {code: elsewhere.file_of(code) for code in codes} == {code: moving.file_of(code) for code in codes}
        assert others.count() == len(codes)
    database.close()


def test_its_tables_say_what_the_evenings_said(phone: Phone, tables: Tables) -> None:
    lay_year(tables, EVENINGS)
    archive = unpacked(phone.joins(), 2026)
    evenings, hands = rows(archive, "evenings.csv"), rows(archive, "hands.csv")
    assert [row["day"] for row in evenings] == sorted(row["day"] for row in evenings)
    for row in evenings:
        own = [hand for hand in hands if hand["table"] == row["table"]]
        assert len({hand["number"] for hand in own}) == int(row["hands"])
        last = {hand["player"]: int(hand["balance"]) for hand in own}
        balances = tables.find(row["table"]).journal.state.balances
        assert last == {name: balances[name] for name in last}
        changes = [sum(int(hand["change"]) for hand in own if hand["player"] == name) for name in last]
        assert changes == list(last.values())
    assert len(json.loads(archive.read("plays.bgsplay"))["plays"]) >= len(
        [row for row in evenings if row["over"] == "yes" and row["hands"] != "0"]
    )


def test_points_are_named_only_where_somebody_has_some(phone: Phone, app: Flask) -> None:
    moved(app, phone.joins().lays(game="Rummy").code, "2024-11-19T18:30:00+00:00")
    (row,) = rows(unpacked(phone, 2024), "evenings.csv")
    assert (row["on top"], row["by"], row["of"]) == ("", "", "")


def test_a_formula_is_none_and_notes_stand_in_the_evening_alone(phone: Phone, app: Flask) -> None:
    names = ("=1+1", "@Ann", "Zoë", "Dan")
    code = phone.joins().lays(*names).press("Deal").press("Zoë").code
    about = ("=cmd|' /C calc'!A0", "+Paris", "Grandma cheated.")
    Writes(app.extensions["companion"].tables).describe(code, *about)
    Writes(app.extensions["companion"].tables).remark(code, 3, "Never again.")
    moved(app, code, "2024-11-19T18:30:00+00:00")
    archive = unpacked(phone, 2024)
    (row,) = rows(archive, "evenings.csv")
    assert (row["title"], row["place"]) == ("'=cmd|' /C calc'!A0", "'+Paris")
    assert {hand["player"] for hand in rows(archive, "hands.csv")} == {"'=1+1", "'@Ann", "Zoë", "Dan"}
    written = {name: archive.read(name).decode() for name in archive.namelist()}
    told = [name for name, text in written.items() if "Grandma cheated" in text and "Never again" in text]
    assert told == [f"journals/2024-11-19-{code}.json"]


def test_a_year_is_offered_to_the_household_alone(phone: Phone, app: Flask, tables: Tables) -> None:
    lay_year(tables, 4)
    phone.joins()
    guest = Phone(app)
    assert "Download a year" not in guest.open("/evenings").says
    assert guest.open("/year/2026.zip").status == 403
    assert "Download a year" in phone.open("/evenings").says
    assert phone.client.get(phone.page.links["2026"]).status_code == 200


def test_a_year_without_evenings_is_none_and_a_day_long_before_archives_were_no_hindrance(
    phone: Phone, app: Flask
) -> None:
    moved(app, phone.joins().lays().code, "1931-05-02T18:30:00+00:00")
    assert unpacked(phone, 1931).namelist()[0].startswith("journals/1931-05-02-")
    for year in ("1066", "9" * 30, "0"):
        assert phone.open(f"/year/{year}.zip").status == 404


def test_an_evening_that_was_deleted_is_not_in_it(phone: Phone, app: Flask) -> None:
    for deleted in (False, True):
        code = phone.joins().lays().press("Deal").press("Cat").open("moves/finish").press("Finish").code
        moved(app, code, "2024-11-19T18:30:00+00:00")
        if deleted:
            app.extensions["companion"].tables.remove(code)
        else:
            kept = code
    (row,) = rows(unpacked(phone, 2024), "evenings.csv")
    assert row["table"] == kept
