"""Others follow a table by a QR code."""

import re

import pytest

from companion.web.devices import pencil
from companion.web.request import qr
from companion.web.request.qr import qr_svg
from tests.tools.phone import Phone


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_others_are_invited_to_follow_by_a_qr_code(phone: Phone, monkeypatch, host: str) -> None:
    scanned: list[str] = []
    monkeypatch.setattr(pencil, "qr_svg", lambda address: scanned.append(address) or qr_svg(address))
    phone.lays().open("follow", Host=host)
    (address,) = scanned
    address = address.removesuffix("/me?scanned=")
    assert re.fullmatch(rf"http://[\w.]+{':8000' if '8000' in host else ''}/t/{phone.code}", address)
    assert "localhost" not in address, "which another phone could not reach"
    assert address in phone.says
    assert "<svg" in phone.text


def test_where_phones_cannot_reach_one_address_the_others_are_offered(phone: Phone, monkeypatch) -> None:
    """By a link, which nothing remembers: the next code is for the likeliest address again."""
    monkeypatch.setattr(qr, "own_addresses", lambda: ["10.0.0.5", "172.17.0.1", "192.168.56.1"])
    at = f"/t/{phone.lays().code}"
    phone.open("follow", Host="localhost:8000")
    assert "Phones can't reach it? Try another address 172.17.0.1 192.168.56.1" in phone.says
    assert f"http://10.0.0.5:8000{at}" in phone.says
    phone.open(phone.page.links["172.17.0.1"], Host="localhost:8000")
    assert f"http://172.17.0.1:8000{at}" in phone.says and "10.0.0.5" in phone.page.links
    assert f"http://10.0.0.5:8000{at}" in phone.open("follow", Host="localhost:8000").says


def test_a_code_that_leads_nowhere_says_so(phone: Phone, monkeypatch) -> None:
    monkeypatch.setattr(qr, "own_addresses", lambda: [])
    assert "Phones can't open this address" in phone.lays().open("follow", Host="localhost").says
    monkeypatch.setattr(qr, "own_addresses", lambda: ["10.0.0.5"])
    assert "Phones can't open this address" not in phone.open("follow", Host="localhost").says


def test_a_page_opened_by_a_name_offers_the_addresses(phone: Phone, monkeypatch) -> None:
    """Not every phone finds a name: only the machine itself is known to."""
    monkeypatch.setattr(qr, "own_addresses", lambda: ["10.0.0.5"])
    monkeypatch.setattr("socket.gethostname", lambda: "tablet")
    phone.lays().open("follow", Host="tablet.local")
    assert f"http://tablet.local/t/{phone.code}" in phone.says and "10.0.0.5" in phone.page.links


@pytest.mark.parametrize("asked", ["evil.example", "10.0.0.6", "", "localhost"])
def test_no_link_puts_an_address_of_another_machine_into_the_code(phone: Phone, monkeypatch, asked: str) -> None:
    monkeypatch.setattr(qr, "own_addresses", lambda: ["10.0.0.5"])
    phone.lays().open(f"follow?address={asked}", Host="localhost")
    assert f"http://10.0.0.5/t/{phone.code}" in phone.says and "Try another address" not in phone.says
