"""Guessing the codes of tables, the keys of cookies and invitations."""

import string
import time

import pytest
from flask import Flask

from companion.store.devices import INVITATION_SECONDS, new_secret
from companion.store.entries import ALPHABET, CODE_LENGTH
from companion.web.live.limits import (
    MAX_ADDRESSES,
    MAX_LOADED_CODES,
    MAX_WRONG_CODES,
    WINDOW_SECONDS,
    WrongCodes,
)
from tests.tools.phone import Phone

WRONG = [f"OOO{a}{b}" for a in string.ascii_uppercase for b in string.ascii_uppercase]
"""Codes that no table ever has: they are never made with an O."""
HOUR = 3600


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """The time, which the test moves on."""
    now = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def guesser(app: Flask) -> Phone:
    """A phone that tried too many codes."""
    phone = Phone(app, address="10.9.9.66")
    for code in WRONG[:MAX_WRONG_CODES]:
        assert phone.open(f"/t/{code}").status == 404
    return phone


ROUTES = [
    "/t/{}",
    "/t/{}/stream",
    "/t/{}/journal",
    "/t/{}/sheet.json",
    "/t/{}/result.json",
    "/t/{}/overhead",
    "/find?code={}",
]


@pytest.mark.parametrize("route", ROUTES)
def test_too_many_guesses_are_no_longer_answered(owner: Phone, guesser: Phone, route: str) -> None:
    """Not even the right code is, so that a guesser doesn't learn that it was right."""
    for code in (WRONG[MAX_WRONG_CODES], owner.code, owner.code.lower(), WRONG[0]):
        assert guesser.open(route.format(code)).status == 429
        assert "Wait ten minutes" in guesser.says


@pytest.mark.parametrize("route", [route for route in ROUTES if "find" not in route])
def test_guesses_count_wherever_they_are_made(app: Flask, owner: Phone, route: str) -> None:
    phone = Phone(app, address="10.9.9.67")
    statuses = [phone.open(route.format(code)).status for code in WRONG[: MAX_WRONG_CODES + 1]]
    assert statuses == [404] * MAX_WRONG_CODES + [429]


def test_a_new_phone_at_the_same_address_is_the_same_guesser_and_others_go_on(
    app: Flask, owner: Phone, guesser: Phone
) -> None:
    assert Phone(app, address=guesser.address).open(f"/t/{owner.code}").status == 429
    assert Phone(app, address="10.9.9.68").open(f"/t/{owner.code}").status == 200
    assert owner.open("").press("Undo").status == 200


def test_one_who_mistyped_too_often_still_has_their_own_table(app: Flask) -> None:
    phone = Phone(app).lays()
    code = phone.code
    for wrong in WRONG[: MAX_WRONG_CODES + 1]:
        phone.open(f"/t/{wrong}")
    assert phone.status == 429
    assert phone.open(f"/t/{code}").press("Deal").status == 200


def test_after_a_while_it_is_forgotten(owner: Phone, guesser: Phone, clock) -> None:
    clock[0] += WINDOW_SECONDS - 60
    assert guesser.open(f"/t/{owner.code}").status == 429
    clock[0] += 120
    assert guesser.open(f"/t/{owner.code}").status == 200


def test_a_page_left_open_on_a_table_that_is_gone_guesses_nothing(app: Flask, owner: Phone) -> None:
    phone = Phone(app, address="10.9.9.69")
    for _ in range(3 * MAX_WRONG_CODES):
        assert phone.open("/t/GHNE0", **{"HX-Request": "true"}).status == 404
    assert phone.open(f"/t/{owner.code}").status == 200


LOADED = {
    "an image": {"Accept": "image/avif,image/webp,*/*;q=0.8"},
    "a script": {"Accept": "*/*"},
    "a frame": {"Referer": "http://evil.example/"},
    "an image, over https": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
    "a frame, over https": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
}
"""What a browser sends when the page of another site loads something from here."""


@pytest.mark.parametrize("headers", LOADED.values(), ids=LOADED.keys())
def test_what_another_site_loads_from_here_shuts_no_phone_out(app: Flask, owner: Phone, headers) -> None:
    """A page on the web with forty images, each of them a table that isn't there."""
    phone = Phone(app, address="10.9.9.71")
    statuses = [phone.open(f"/t/{code}", **headers).status for code in WRONG[: 2 * MAX_WRONG_CODES]]
    assert statuses == [404] * MAX_LOADED_CODES + [429] * (2 * MAX_WRONG_CODES - MAX_LOADED_CODES), "nor are they tries"
    assert phone.open(f"/t/{owner.code}", **headers).status == 429
    assert phone.open(f"/t/{owner.code}").status == 200
    assert app.extensions["companion"].wrong_codes._by_address == {}


VISITED = {
    "a link in a message": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    "an address that was typed": {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    "our own script": {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"},
    "our own script, over http": {"Referer": "http://localhost/t/ABCDE", "Accept": "*/*"},
}


@pytest.mark.parametrize("headers", VISITED.values(), ids=VISITED.keys())
def test_what_people_open_counts_however_they_came(app: Flask, headers) -> None:
    phone = Phone(app, address="10.9.9.72")
    statuses = [phone.open(f"/t/{code}", **headers).status for code in WRONG[: MAX_WRONG_CODES + 1]]
    assert statuses == [404] * MAX_WRONG_CODES + [429]


def test_a_text_that_can_be_no_code_is_no_guess(app: Flask, owner: Phone) -> None:
    """Nor is it remembered, however long it is."""
    phone = Phone(app, address="10.9.9.70")
    for number in range(2 * MAX_WRONG_CODES):
        assert phone.open(f"/t/{number}{'A' * 1000}").status == 404
    assert phone.open(f"/t/{owner.code}").status == 200
    assert app.extensions["companion"].wrong_codes._by_address == {}


def test_the_machine_itself_is_shown_all_tables_anyway(app: Flask) -> None:
    machine = Phone(app, address="127.0.0.1")
    assert {machine.open(f"/t/{code}").status for code in WRONG[: 2 * MAX_WRONG_CODES]} == {404}


def test_what_is_remembered_has_an_end_and_who_tried_again_is_forgotten_last() -> None:
    wrong = WrongCodes()
    for number in range(MAX_ADDRESSES):
        wrong.add(f"10.0.{number // 256}.{number % 256}", "OOOOO")
    wrong.add("10.0.0.0", "OOOOA")
    for code in WRONG * 2:
        wrong.add("10.9.9.9", code)
    assert "10.0.0.0" in wrong._by_address
    assert "10.0.0.1" not in wrong._by_address
    assert len(wrong._by_address) == MAX_ADDRESSES
    assert max(map(len, wrong._by_address.values())) == MAX_WRONG_CODES


def test_a_code_that_is_tried_again_is_remembered_from_then(clock) -> None:
    wrong = WrongCodes()
    for _ in range(2):
        for code in WRONG[: MAX_WRONG_CODES - 1]:
            wrong.add("10.9.9.9", code)
        clock[0] += WINDOW_SECONDS - 60
    wrong.add("10.9.9.9", WRONG[MAX_WRONG_CODES])
    assert wrong.too_many("10.9.9.9")


def test_nobody_guesses_a_code_in_a_lifetime(owner: Phone) -> None:
    """From one device, at as many guesses as are answered, with a hundred tables there."""
    codes, an_hour = len(ALPHABET) ** CODE_LENGTH, (MAX_WRONG_CODES + MAX_LOADED_CODES) * HOUR / WINDOW_SECONDS
    assert len(owner.code) == CODE_LENGTH and set(owner.code) <= set(ALPHABET)
    assert codes / 100 / 2 / an_hour / 24 > 30, "days until it is likelier than not"


def test_an_invitation_is_never_guessed() -> None:
    assert len(new_secret()) == 32, "of 64 letters: 192 bits"
    assert len({new_secret() for _ in range(1000)}) == 1000
    assert INVITATION_SECONDS <= 600
