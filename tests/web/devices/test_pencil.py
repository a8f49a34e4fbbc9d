"""The pencil of a table: shared, handed on, taken back, and invitations to it that are no good any more."""

import re
import time
from collections.abc import Callable

import pytest

from companion.store import devices
from companion.web.devices import household, pencil
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
    assert [address.split("/in/")[0] for address in scanned] == ["http://10.0.0.5", "http://172.17.0.1"]
    assert another().open(first).status == 410, "of two codes one is good"
    another().open("/" + scanned[1].split("/", 3)[3]).press("Take the pencil")
    assert ("Undo" in phone.open("").buttons) == (button == "Let someone write too")


def test_the_pencil_is_shared_by_a_second_qr_code_and_given_back(phone: Phone, another, scanned: list[str]) -> None:
    friend = another().open(invited(phone.lays(), "Let someone write too", scanned))
    assert "Write at this table alongside" in friend.says
    friend.press("Take the pencil").press("Deal")
    assert friend.status == 200
    assert phone.open("").press("Cat").status == 200
    assert friend.open("pencil").buttons == ["Let someone write too", "Let someone write instead", "Give it back"]
    path, form = friend.request_of("Give it back")
    device = re.findall(r'name="device" value="(\w+)"', phone.open("pencil").text)
    assert friend.send("pencil", {"do": "back", "device": device[0]}).status == 403, "it takes nothing back"
    assert friend.send("pencil", {"do": "here"}).status == 403
    assert "Deal" not in friend.open("pencil").press("Give it back").open("").buttons
    assert "Give it back" not in phone.open("pencil").buttons, "a table is never without a pencil"
    assert friend.send(path, form).status == 403


def test_a_form_that_is_sent_again_shows_no_code_that_was_used(phone: Phone, another, scanned: list[str]) -> None:
    again = phone.lays().open("pencil").request_of("Let someone write too")
    assert "It works once" in phone.send(*again).says
    another().open("/" + scanned[-1].split("/", 3)[3]).press("Take the pencil")
    assert "It works once" not in phone.send(*again).says


def test_what_each_may_do_is_said_where_the_pencil_is(phone: Phone, another) -> None:
    code = phone.lays().code
    assert "Household · This device" in phone.open("pencil").says
    guest = another().open(f"/t/{code}/pencil")
    assert "Guest · This device" in guest.says and "Starts tables" in guest.says
    assert guest.open("moves/deal").status == 403
    assert guest.page.links[f"Back to table {code}"] == f"/t/{code}"
    assert "Player · This device" in guest.open("me").press("Ann").open("pencil").says
    assert "Writer · This device" in phone.lets_write(guest).open("pencil").says


def test_the_pencil_is_handed_on_and_taken_back(phone: Phone, another, scanned: list[str]) -> None:
    path = invited(phone.lays(), "Let someone write instead", scanned)
    friend = another().open(path).press("Take the pencil")
    assert "Deal hand 1" not in phone.open("").says and phone.buttons == []
    phone.open("pencil").press("Take the pencil here").press("Take it back")
    assert phone.status == 200
    assert friend.open("").buttons == []
    assert friend.open("moves/deal").status == 403
    assert phone.open("").press("Deal").status == 200


@pytest.mark.parametrize("of", ["the machine itself", "another device of the household"])
def test_any_device_of_the_household_takes_the_pencil_up(phone: Phone, another, of: str) -> None:
    other = another()
    if of == "the machine itself":
        other.address = "127.0.0.1"
    else:
        other.joins()
    code = phone.lays().code
    assert other.send(f"/t/{code}/moves/deal").status == 403, "until then it follows"
    other.open(f"/t/{code}/pencil").press("Take the pencil here")
    assert other.open("").press("Deal").status == 200


def test_the_last_pencil_goes_to_who_takes_it_back(phone: Phone, another) -> None:
    code, other = phone.lays().code, another().joins()
    other.open(f"/t/{code}/pencil").press("Take it back")
    assert other.open("").press("Deal").status == 200 and phone.open("").buttons == []


def used(phone: Phone, path: str, another: Callable[[], Phone], monkeypatch) -> None:
    another().open(path).press("Take the pencil")


def old(phone: Phone, path: str, another: Callable[[], Phone], monkeypatch) -> None:
    later = time.time() + devices.INVITATION_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)


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


# Into the household.


def test_a_device_of_the_household_lets_another_one_in_by_a_code(phone: Phone, another, monkeypatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(household, "qr_svg", lambda address: shown.append(address) or "<svg>")
    assert "It works once, for 10 minutes" in phone.open("/household").press("Let a device in").says
    path = "/" + shown[-1].split("/", 3)[3]
    tablet = another().open(path)
    assert "This device could start tables" in tablet.says
    assert tablet.open("/household").status == 403, "a look uses nothing up"
    assert tablet.open(path).press("Join the household").open("/household").status == 200
    assert another().open(path).status == 410
