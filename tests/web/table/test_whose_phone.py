"""Who is who: a phone takes a free name at once, and another phone's only where that phone, or the pencil, says yes."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.web.live.limits import MAX_CHANGES, WINDOW_SECONDS
from tests.loto.web.test_calling import loto, until
from tests.tools.phone import Phone
from tests.tools.quick import app_over

Another = Callable[[], Phone]


@pytest.fixture
def anns(phone: Phone, another: Another) -> Phone:
    """Ann's phone, at a table whose pencil is with nobody's phone."""
    return another().open(f"/t/{phone.lays().code}/me").press("Ann")


def names(app: Flask, code: str) -> list[str | None]:
    """Whose phones the phones are, as the database has it."""
    return [device.player for device in app.extensions["companion"].pencils.phones(code)]


def asks_to_be(other: Phone, name: str, code: str) -> Phone:
    return other.open(f"/t/{code}/me").press(name)


def test_a_free_name_is_taken_at_once(app: Flask, anns: Phone, another: Another) -> None:
    ben = asks_to_be(another(), "Ben", anns.code)
    assert ben.response.request.path == f"/t/{anns.code}"
    assert names(app, anns.code) == ["Ann", "Ben"]
    assert "Ann has a phone" in ben.open("me").says


def test_another_phones_name_is_asked_for(app: Flask, phone: Phone, anns: Phone, another: Another) -> None:
    second = asks_to_be(another(), "Ann", anns.code)
    assert "Ann already has a phone. It has been asked, and so has the pencil: either can say yes." in second.says
    assert names(app, anns.code) == ["Ann"]
    for asked in (phone.open(""), anns.open("")):
        assert "A second phone wants to be Ann's." in asked.says
        assert {"Let it take over", "Ann has two phones", "No"} <= set(asked.buttons)
    stranger = asks_to_be(another(), "Dan", anns.code).open("")
    assert "wants to be" not in stranger.says


@pytest.mark.parametrize("who_answers", ["the phone itself", "the pencil"])
@pytest.mark.parametrize(
    ("answer", "after"), [("Let it take over", ["Ann"]), ("Ann has two phones", ["Ann", "Ann"]), ("No", ["Ann"])]
)
def test_the_phone_or_the_pencil_answers(
    app: Flask, phone: Phone, anns: Phone, another: Another, who_answers: str, answer: str, after: list[str]
) -> None:
    second = asks_to_be(another(), "Ann", anns.code)
    (phone if who_answers == "the pencil" else anns).open("").press(answer)
    assert names(app, anns.code) == after
    assert ["Who are you?" in whose.open("").says for whose in (anns, second)] == [
        answer == "Let it take over",
        answer == "No",
    ]
    assert "wants to be" not in phone.open("").says
    assert "is asked now" not in second.open("me").says


def test_one_phone_is_one_player_at_a_time_and_the_pencil_is_told(
    app: Flask, phone: Phone, anns: Phone, another: Another
) -> None:
    anns.open("me").press("Ben")
    assert names(app, anns.code) == ["Ben"]
    assert "Ann's phone is now Ben's." in phone.open("").says
    phone.press("OK")
    assert "Ann's phone is now" not in phone.says
    anns.open("me").press("Just watching").open("me").press("Cat")
    assert "Ben's phone is now Cat's." in phone.open("").says, "also by way of nobody"
    dans = asks_to_be(another(), "Dan", anns.code)
    asks_to_be(anns, "Dan", anns.code)
    assert "Cat's phone wants to be Dan's." in dans.open("").says
    assert names(app, anns.code) == ["Cat", "Dan"]


def test_who_asks_for_a_name_waits_on_after_a_restart(tmp_path: Path) -> None:
    with app_over(tmp_path) as app:
        code = Phone(app).lays().code
        Phone(app).open(f"/t/{code}/me").press("Ann")
        assert "It has been asked" in asks_to_be(Phone(app), "Ann", code).says
    with app_over(tmp_path) as app:
        writer = Phone(app).joins().open(f"/t/{code}/pencil").press("Take the pencil here").open(f"/t/{code}")
        writer.send("names", {"was": "Ann", "now": "Anna", "key": "right", "seen": writer.filled("seen")[0]})
        assert "A second phone wants to be Anna's." in writer.open("").says
        writer.press("Anna has two phones")
        assert names(app, code) == ["Anna", "Anna"]
        assert "names" not in writer.client.get(f"/t/{code}/evening.json", environ_overrides=writer._from()).json


def test_many_phones_that_ask_fill_no_page(phone: Phone, anns: Phone, another: Another) -> None:
    for _ in range(12):
        asks_to_be(another(), "Ann", anns.code)
    for _ in range(8):
        assert phone.open("").says.count("A second phone wants to be Ann's.") == 1, "one at a time"
        phone.press("No")
    assert "A second phone" not in phone.open("").says


def test_who_scans_the_code_is_asked_who_he_is_once_and_told_what_he_can_do(phone: Phone, another) -> None:
    guest = another().open(f"/t/{phone.lays(game='Loto').code}/me?scanned")
    assert "Who are you?" in guest.says and "Here you play your cards and claim your prizes." in guest.says
    guest.press("Ben")
    for known in (guest, phone):
        assert known.open(f"/t/{phone.code}/me?scanned").response.request.path == f"/t/{phone.code}"


def test_a_phone_that_flips_its_name_without_end_waits(
    app: Flask, anns: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    version = app.extensions["companion"].tables.find(anns.code).version
    for _ in range(MAX_CHANGES):
        asks_to_be(anns, "Ben", anns.code)
        asks_to_be(anns, "Ann", anns.code)
    assert anns.status == 429 and "wait a little" in anns.says
    assert app.extensions["companion"].tables.find(anns.code).version <= version + MAX_CHANGES
    now[0] += WINDOW_SECONDS + 1
    assert asks_to_be(anns, "Ben", anns.code).status == asks_to_be(anns, "Ann", anns.code).status == 200


def test_so_does_one_that_asks_for_one_name_after_the_other(app: Flask, anns: Phone, another: Another) -> None:
    asks_to_be(another(), "Ben", anns.code)
    third = another()
    for _ in range(MAX_CHANGES // 2):
        asks_to_be(third, "Ann", anns.code)
        asks_to_be(third, "Ben", anns.code)
    asks_to_be(third, "Ann", anns.code)
    assert third.status == 429 and "wait a little" in third.says


def test_what_is_only_asked_wakes_nobody_else(app: Flask, phone: Phone, anns: Phone, another: Another) -> None:
    tables = app.extensions["companion"].tables
    version = tables.find(anns.code).version
    asks_to_be(another(), "Ann", anns.code)
    phone.open("").press("No")
    assert tables.find(anns.code).version == version


# Claims.


def test_claims_show_which_phone_made_them(app: Flask, phone: Phone, another: Another) -> None:
    loto(app, phone)
    until(app, phone, 1, 3)
    ben = asks_to_be(another(), "Ben", phone.code).press("I have the whole card!")
    assert "from Ben's phone" in phone.open("").says
    second = asks_to_be(another(), "Ben", phone.code)
    phone.open("").press("Ben has two phones")
    assert "from one of Ben's phones, " in phone.open("").says
    assert second.open("me").press("Just watching").status == ben.open("me").press("Just watching").status == 200
    assert "now nobody's phone" in phone.open("").says
    asks_to_be(ben, "Cat", phone.code)
    assert "now Cat's phone" in phone.open("").says
    phone.press("Not this one").press("Ben", {"prize": "card"})
    assert "claimed out loud" in phone.says
