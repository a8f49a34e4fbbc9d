"""One table can't be read: it says so itself, and everything else in the house goes on."""

import io
import logging
from zipfile import ZipFile

import pytest
from flask import Flask

from companion.engine.errors import Illegal
from companion.machine.clock import tonight
from companion.store.database import LEFT_OUT
from tests.tools.phone import Phone

DAMAGE = {
    "an edition nobody knows": "update entries set edition = 9 where code = ?",
    "a game nobody knows": "update entries set game = 'whist' where code = ?",
    "no JSON": "update entries set move = '{' where code = ?",
    "JSON of something else": "update entries set move = '[]' where code = ?",
    "an act nobody knows": "update entries set act = 'jump' where code = ?",
    "players that are none": "update tables set players = 'Ann' where code = ?",
    "places that are none": "update tables set beside = 'x' where code = ?",
    "a day that is none": "update tables set laid_at = 'x' where code = ?",
    "a count that is none": "update tables set changes = 'x' where code = ?",
    "places of another kind": "update tables set beside = '{\"places\": 0}' where code = ?",
    "a byte that is no letter": "update entries set act = cast(x'ff' as text) where code = ?",
    "a counter worth nothing": "update tables set beside = '{\"counter_value\": {}}' where code = ?",
}
SENTENCE = "can't be read, and nothing was changed: companion check says more."


@pytest.fixture(params=DAMAGE.values(), ids=DAMAGE.keys())
def damaged(request: pytest.FixtureRequest, app: Flask, phone: Phone) -> str:
    """The code of a table that can't be read, the newest of two; the phone knows both."""
    phone.joins().lays("Eve", "Fay")
    code = phone.lays("Ann", "Ben").code
    with app.extensions["companion"].database.writing() as rows:
        rows.execute(request.param, [code])
    app.extensions["companion"].tables._cache.clear()
    return code


def test_every_page_that_is_not_its_own_is_shown(damaged: str, phone: Phone) -> None:
    for phone.address in ("10.9.9.9", "127.0.0.1"):
        for page in ("/", "/lay", "/lay?game=spoil-five", "/rules", "/rules/new?game=spoil-five", "/cards/24/1"):
            assert phone.open(page).status == 200, (page, phone.address)
            assert f"/t/{damaged}" not in phone.text, (page, phone.address)


def test_the_other_tables_stand_in_the_list(damaged: str, phone: Phone) -> None:
    assert "Eve" in phone.open("/").says
    phone.lays("Gus", "Hal").press("Deal")
    assert phone.status == 200


def test_its_own_pages_say_so_and_the_log_holds_no_traceback(damaged: str, phone: Phone, caplog) -> None:
    for page in ("", "/journal", "/stream", "/sheet.json", "/result.json", "/moves/deal"):
        phone.open(f"/t/{damaged}{page}")
        assert (phone.status, phone.says.count(f"Table {damaged} {SENTENCE}")) == (500, 1), page
        assert page.endswith(".json") or phone.page.links["Play"] == "/", page
    assert "Traceback" not in caplog.text and "Exception on" not in caplog.text


def test_nothing_is_written_at_it(damaged: str, app: Flask, phone: Phone) -> None:
    rows = app.extensions["companion"].database.rows
    before = list(rows.conn.iterdump())
    phone.send(f"/t/{damaged}/moves/deal")
    assert (phone.status, phone.says.count(SENTENCE)) == (500, 1)
    assert list(rows.conn.iterdump()) == before


def test_what_adds_up_says_once_that_something_is_left_out_and_in_the_archive_too(damaged: str, phone: Phone) -> None:
    year = tonight().year
    for page in ("/", "/evenings", "/ledger", "/people", "/statistics", "/rules"):
        assert phone.open(page).says.count(LEFT_OUT) == 1, page
    with ZipFile(io.BytesIO(phone.client.get(f"/year/{year}.zip").get_data())) as archive:
        assert archive.read("left-out.txt").decode() == LEFT_OUT


def test_the_log_says_so_once(damaged: str, phone: Phone, caplog) -> None:
    for _ in range(3):
        phone.open("/")
    (told,) = [entry for entry in caplog.records if entry.levelno == logging.WARNING]
    assert told.getMessage() == LEFT_OUT


def test_a_refusal_that_no_page_answers_is_said_without_a_traceback(
    app: Flask, phone: Phone, caplog, monkeypatch
) -> None:
    def refuses(code: str) -> str:
        raise Illegal("The cat sits on the cards.")

    monkeypatch.setitem(app.view_functions, "table.rules", refuses)
    phone.lays().open("rules")
    assert (phone.status, phone.says.count("The cat sits on the cards.")) == (409, 1)
    assert "Traceback" not in caplog.text


def test_only_what_may_have_been_written_is_said_to_be_lost(app: Flask, phone: Phone, monkeypatch) -> None:
    def breaks(**parts: str) -> str:
        raise KeyError("a fault of the program")

    monkeypatch.setitem(app.view_functions, "table.rules", breaks)
    monkeypatch.setitem(app.view_functions, "table.undo", breaks)
    phone.lays()
    assert (phone.open("rules").status, phone.says.count("This page can't be shown. Nothing was changed")) == (500, 1)
    assert "move" not in phone.says
    assert (phone.send("undo").status, phone.says.count("Your last move may not have been written down.")) == (500, 1)
