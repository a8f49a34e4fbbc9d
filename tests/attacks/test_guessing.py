"""Guessing the codes of tables, the keys of cookies and invitations."""

import string
import time

import pytest
from flask import Flask

from companion.store.pencils import LIFETIME, new_secret
from companion.store.tables import ALPHABET, CODE_LENGTH
from companion.web import guesses
from companion.web.guesses import ADDRESSES, MOST, REMEMBERED, Guesses
from tests.phone import Phone

WRONG = [f"OOO{a}{b}" for a in string.ascii_uppercase for b in string.ascii_uppercase]
"""Codes that no table ever has: they are never made with an O."""
HOUR = 3600


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """The time, which the test moves on."""
    now = [time.monotonic()]
    monkeypatch.setattr(guesses.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def guesser(app: Flask) -> Phone:
    """A phone that tried too many codes."""
    phone = Phone(app, address="10.9.9.66")
    for code in WRONG[:MOST]:
        assert phone.open(f"/t/{code}").status == 404
    return phone


ROUTES = ["/t/{}", "/t/{}/live", "/t/{}/stream", "/t/{}/journal", "/t/{}/sheet.json", "/t/{}/board", "/find?code={}"]


@pytest.mark.parametrize("route", ROUTES)
def test_too_many_guesses_are_no_longer_answered(owner: Phone, guesser: Phone, route: str) -> None:
    """Not even the right one: whoever guesses doesn't learn that it was."""
    for code in (WRONG[MOST], owner.code, owner.code.lower(), WRONG[0]):
        assert guesser.open(route.format(code)).status == 429
        assert "Wait ten minutes" in guesser.says


@pytest.mark.parametrize("route", [route for route in ROUTES if "find" not in route])
def test_guesses_count_wherever_they_are_made(app: Flask, owner: Phone, route: str) -> None:
    phone = Phone(app, address="10.9.9.67")
    statuses = [phone.open(route.format(code)).status for code in WRONG[: MOST + 1]]
    assert statuses == [404] * MOST + [429]


def test_a_new_phone_at_the_same_address_is_the_same_guesser(app: Flask, owner: Phone, guesser: Phone) -> None:
    assert Phone(app, address="10.9.9.66").open(f"/t/{owner.code}").status == 429


def test_others_go_on(app: Flask, owner: Phone, guesser: Phone) -> None:
    assert Phone(app, address="10.9.9.68").open(f"/t/{owner.code}").status == 200
    assert owner.open("").press("Undo").status == 200


def test_whoever_mistyped_too_often_still_has_the_own_table(app: Flask) -> None:
    phone = Phone(app).lays()
    code = phone.code
    for wrong in WRONG[: MOST + 1]:
        phone.open(f"/t/{wrong}")
    assert phone.status == 429
    assert phone.open(f"/t/{code}").press("Deal").status == 200


def test_after_a_while_it_is_forgotten(owner: Phone, guesser: Phone, clock) -> None:
    clock[0] += REMEMBERED - 60
    assert guesser.open(f"/t/{owner.code}").status == 429
    clock[0] += 120
    assert guesser.open(f"/t/{owner.code}").status == 200


def test_a_page_left_open_on_a_table_that_is_gone_guesses_nothing(app: Flask, owner: Phone) -> None:
    phone = Phone(app, address="10.9.9.69")
    for _ in range(3 * MOST):
        assert phone.open("/t/GHNE0/live").status == 404
    assert phone.open(f"/t/{owner.code}").status == 200


def test_a_text_that_can_be_no_code_is_no_guess(app: Flask, owner: Phone) -> None:
    """Nor is it remembered, however long it is."""
    phone = Phone(app, address="10.9.9.70")
    for number in range(2 * MOST):
        assert phone.open(f"/t/{number}{'A' * 1000}").status == 404
    assert phone.open(f"/t/{owner.code}").status == 200
    assert app.extensions["companion"].guesses._tried == {}


def test_the_machine_itself_is_shown_all_tables_anyway(app: Flask) -> None:
    machine = Phone(app, address="127.0.0.1")
    assert {machine.open(f"/t/{code}").status for code in WRONG[: 2 * MOST]} == {404}


def test_what_is_remembered_has_an_end() -> None:
    kept = Guesses()
    for number in range(ADDRESSES + 50):
        kept.missed(f"10.0.{number // 256}.{number % 256}", "OOOOO")
    for code in WRONG * 2:
        kept.missed("10.9.9.9", code)
    assert len(kept._tried) == ADDRESSES
    assert max(map(len, kept._tried.values())) == MOST


def test_who_tried_again_is_forgotten_after_those_who_did_not() -> None:
    kept = Guesses()
    for number in range(ADDRESSES):
        kept.missed(f"10.0.{number // 256}.{number % 256}", "OOOOO")
    kept.missed("10.0.0.0", "OOOOA")
    kept.missed("10.9.9.9", "OOOOO")
    assert "10.0.0.0" in kept._tried
    assert "10.0.0.1" not in kept._tried


def test_a_code_that_is_tried_again_is_remembered_from_then(clock) -> None:
    kept = Guesses()
    for _ in range(2):
        for code in WRONG[: MOST - 1]:
            kept.missed("10.9.9.9", code)
        clock[0] += REMEMBERED - 60
    kept.missed("10.9.9.9", WRONG[MOST])
    assert kept.too_many("10.9.9.9")


def test_nobody_guesses_a_code_in_a_lifetime(owner: Phone) -> None:
    """From one device, at as many guesses as are answered, with a hundred tables there."""
    codes, an_hour = len(ALPHABET) ** CODE_LENGTH, MOST * HOUR / REMEMBERED
    assert len(owner.code) == CODE_LENGTH and set(owner.code) <= set(ALPHABET)
    assert codes / 100 / 2 / an_hour / 24 > 30, "days until it is likelier than not"


def test_an_invitation_is_never_guessed() -> None:
    assert len(new_secret()) == 32, "of 64 letters: 192 bits"
    assert len({new_secret() for _ in range(1000)}) == 1000
    assert LIFETIME <= 600
