"""Phones are witnesses: what they saw of a table is compared with what the server knows, and can be written again."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.tools.phone import Phone
from tests.tools.quick import quick_app

Entries = list[dict[str, Any]]


@pytest.fixture
def evening(phone: Phone) -> Phone:
    """Two hands, and a third that is open."""
    phone.lays()
    for button in ("Deal", "Cat", "Deal", "Ben", "Deal"):
        phone.press(button)
    return phone


def loses(app: Flask, phone: Phone, after: int) -> None:
    """The server forgets every entry after one, as if it had been started with an older copy."""
    tables = app.extensions["companion"].tables
    app.extensions["companion"].database.rows.execute("delete from entries where number > ?", [after])
    app.extensions["companion"].database.rows.commit()
    tables._cache.clear()


def since(phone: Phone, kept: Entries = (), hand: int = 0, here: int = 0) -> Phone:  # type: ignore[assignment]
    """What a page asks that kept entries of which the server has the first so many."""
    last, head = (kept[-1]["number"], kept[-1]["hash"]) if kept else (0, "")
    before = kept[here - 1]["hash"] if here else ""
    lost = len(kept) - here
    return phone.open(f"journal/since?last={last}&head={head}&hand={hand}&lost={lost}&before={before}")


def kept_by(phone: Phone) -> Entries:
    return phone_json(since(phone))


def phone_json(phone: Phone) -> Entries:
    assert phone.status == 200
    found: Entries = json.loads(phone.text)["entries"]
    return found


def again(phone: Phone, entries: Entries) -> Phone:
    return phone.send("journal/again", {"entries": json.dumps(entries)})


def test_a_page_is_told_what_it_has_not_kept_yet_of_all_that_the_file_has(evening: Phone) -> None:
    whole = kept_by(evening)
    assert [entry["number"] for entry in whole] == [1, 2, 3, 4, 5, 6]
    assert phone_json(since(evening, whole[:4])) == whole[4:]
    assert phone_json(since(evening, whole)) == []
    told = json.loads(since(evening).text)
    assert told["head"] | {"entries": told["entries"]} == json.loads(evening.open("evening.json").text)
    assert evening.open("").text.count(whole[-1]["hash"]) == 2, "the page says what it shows, and asks with it"


def test_a_page_that_saw_more_is_told_so_in_its_language_and_what_it_may_do(app: Flask, evening: Phone) -> None:
    whole, watcher = kept_by(evening), Phone(app)
    watcher.code = evening.code
    loses(app, evening, 4)
    told = since(evening, whole, hand=3, here=4)
    assert told.status == 409
    assert "This table was further on: hand 3, 6 moves; the server has 4." in told.says
    assert "Write down the 2 missing moves again" in told.buttons
    assert "with the pencil, it can write it down again" in since(watcher, whole, hand=3, here=4).says
    assert watcher.buttons == []
    evening.send("/language", {"language": "fr"})
    told = since(evening, whole, hand=3, here=4)
    assert "Cette table était plus avancée" in told.says
    assert "Réécrire les 2 coups manquants" in told.buttons


def test_what_was_lost_is_written_again_and_every_page_is_content(app: Flask, evening: Phone) -> None:
    whole, watcher = kept_by(evening), Phone(app)
    watcher.code = evening.code
    loses(app, evening, 3)
    assert since(watcher, whole, hand=3, here=3).status == 409
    again(evening, whole[3:])
    assert evening.status == 200
    assert "hand 3" in evening.says
    assert phone_json(since(watcher, whole)) == []
    assert kept_by(evening) == whole


def test_what_does_not_follow_on_is_not_offered(app: Flask, evening: Phone) -> None:
    whole = kept_by(evening)
    loses(app, evening, 4)
    evening.open("").press("Undo")
    told = since(evening, whole, hand=3, here=5)
    assert "you'll have to enter it again" in told.says
    assert told.buttons == []


def test_a_table_that_went_another_way_is_told_though_it_is_longer(app: Flask, evening: Phone) -> None:
    whole = kept_by(evening)
    loses(app, evening, 5)
    evening.open("").press("Undo").press("Undo").press("Undo")
    told = since(evening, whole, hand=3, here=6)
    assert "This table went another way: move 6 was a different one when this device saw it." in told.says


def test_a_page_of_another_way_is_not_taken_for_the_newest(app: Flask, evening: Phone) -> None:
    """The number of moves is the same by chance."""
    version = evening.open("").text.partition("?v=")[2].partition('"')[0]
    assert evening.open(f"?v={version}", **{"HX-Request": "true"}).status == 204
    loses(app, evening, 5)
    evening.open("").press("Undo")
    assert evening.open(f"?v={version}", **{"HX-Request": "true"}).status == 200


@pytest.mark.parametrize("asked", ["last=x", "last=-1", f"last={10**30}", "last=3&head=%00", "lost=x&last=99&hand=x"])
def test_whatever_is_asked_gets_an_answer(evening: Phone, asked: str) -> None:
    assert evening.open(f"journal/since?{asked}").status in {200, 409}


def test_what_a_phone_kept_is_the_evening_in_another_house(app: Flask, evening: Phone, tmp_path: Path) -> None:
    told = json.loads(since(evening).text)
    kept = json.dumps(told["head"] | {"entries": told["entries"]}).encode()
    other = quick_app(tmp_path / "other")
    phone = Phone(other).joins()
    phone.send("/evenings/import", {"sheet": (BytesIO(kept), "evening.json")})
    assert "The whole evening, with every correction: hand 3, 6 moves." in phone.says
    phone.press("Carry on here")
    assert "hand 3" in phone.says and "Deal" not in phone.refused
    there = other.extensions["companion"].tables.find(evening.code)
    assert there.journal == app.extensions["companion"].tables.find(evening.code).journal
    other.extensions["companion"].close()
