"""The pencil of a table: shared, handed on, taken back, and invitations to it that are no good any more."""

import re
from collections.abc import Callable

import pytest

from companion.store import pencils
from companion.web.devices import pencil
from companion.web.request import qr
from tests.tools.phone import Phone


@pytest.fixture
def scanned(monkeypatch) -> list[str]:
    """The addresses that were shown as QR codes."""
    seen: list[str] = []
    drawn = pencil.qr_svg

    def picture(address: str):
        seen.append(address)
        return drawn(address)

    monkeypatch.setattr(pencil, "qr_svg", picture)
    return seen


def invited(phone: Phone, button: str, scanned: list[str]) -> str:
    """The path of an invitation, as another phone scans it."""
    phone.open("pencil").press(button)
    assert "It works once, for 10 minutes" in phone.says and "<svg" in phone.text
    path = "/" + scanned[-1].split("/", 3)[3]
    assert path not in phone.text, "it is in the picture alone"
    return path


@pytest.mark.parametrize("button", ["Let someone write too", "Let someone write instead"])
def test_an_invitation_is_shown_again_at_another_address(
    phone: Phone, another, scanned: list[str], monkeypatch, button: str
) -> None:
    monkeypatch.setattr(qr, "own_addresses", lambda: ["10.0.0.5", "172.17.0.1"])
    first = invited(phone.lays(), button, scanned)
    phone.press("172.17.0.1")
    assert [address.split("/t/")[0] for address in scanned] == ["http://10.0.0.5", "http://172.17.0.1"]
    assert another().open(first).status == 410, "of two codes one is good"
    another().open("/" + scanned[1].split("/", 3)[3]).press("Take the pencil")
    assert ("Undo" in phone.open("").buttons) == (button == "Let someone write too")


def test_the_pencil_is_shared_by_a_second_qr_code(phone: Phone, another, scanned: list[str]) -> None:
    path = invited(phone.lays(), "Let someone write too", scanned)
    friend = another().open(path)
    assert "Write at this table alongside" in friend.says
    friend.press("Take the pencil").press("Deal")
    assert friend.status == 200
    assert phone.open("").press("Cat").status == 200


def test_the_second_of_two_taps_takes_the_same_pencil(phone: Phone, another, scanned: list[str]) -> None:
    path = invited(phone.lays(), "Let someone write too", scanned)
    friend = another().open(path)
    for _ in range(2):
        assert friend.send(path).status == 200
    assert friend.press("Deal").status == 200


def test_whoever_has_not_the_pencil_is_led_back_to_the_table(phone: Phone, another) -> None:
    friend = another().open(f"/t/{phone.lays().code}")
    friend.open("moves/deal")
    assert friend.status == 403
    assert friend.page.links[f"Back to table {phone.code}"] == f"/t/{phone.code}"


def test_the_pencil_is_handed_on_and_taken_back(phone: Phone, another, scanned: list[str]) -> None:
    path = invited(phone.lays(), "Let someone write instead", scanned)
    friend = another().open(path).press("Take the pencil")
    assert "Deal hand 1" not in phone.open("").says and phone.buttons == []
    assert "handed over the pencil" in phone.open("pencil").says
    phone.press("Take my pencil back").press("Take it back")
    assert phone.status == 200
    assert friend.open("").buttons == []
    assert friend.open("moves/deal").status == 403
    assert phone.open("").press("Deal").status == 200


def test_who_was_invited_takes_nothing_back(phone: Phone, another, scanned: list[str]) -> None:
    path = invited(phone.lays(), "Let someone write too", scanned)
    friend = another().open(path).press("Take the pencil").open("pencil")
    assert friend.buttons == ["Let someone write too", "Let someone write instead"]
    owner = re.findall(r'name="device" value="(\w+)"', phone.open("pencil").text)
    friend.send("pencil/back", {"device": owner[0]})
    assert friend.status == 403


def test_the_machine_that_keeps_the_tables_may_take_the_pencil_up(phone: Phone, another) -> None:
    machine = another()
    machine.address = "127.0.0.1"
    machine.open(f"/t/{phone.lays().code}/pencil").press("Take the pencil here")
    assert machine.open("").press("Deal").status == 200
    assert machine.open("pencil").says.count("started the table") == 1, (
        "it writes, and who started the table is another"
    )


def used(phone: Phone, path: str, another: Callable[[], Phone], monkeypatch) -> None:
    another().open(path).press("Take the pencil")


def old(phone: Phone, path: str, another: Callable[[], Phone], monkeypatch) -> None:
    later = pencils.time.time() + pencils.INVITATION_SECONDS + 1
    monkeypatch.setattr(pencils.time, "time", lambda: later)


def replaced(phone: Phone, path: str, another: Callable[[], Phone], monkeypatch) -> None:
    phone.open("pencil").press("Let someone write too")


@pytest.mark.parametrize("spoils", [used, old, replaced])
def test_an_invitation_that_is_no_good_any_more_is_gone(phone, another, scanned, monkeypatch, spoils) -> None:
    path = invited(phone.lays(), "Let someone write too", scanned)
    late = another().open(path)
    spoils(phone, path, another, monkeypatch)
    late.press("Take the pencil")
    assert late.status == 410
    assert "has been used or has run out: ask for a new one" in late.says
    assert late.open(path).status == 410
    assert late.open(f"/t/{phone.code}").buttons == []


def test_an_invitation_to_another_table_is_no_good(phone: Phone, another, scanned: list[str]) -> None:
    path = invited(phone.lays(), "Let someone write too", scanned)
    other = another().lays()
    assert other.open(path.replace(phone.code, other.code)).status == 410
