"""Others follow a table by a QR code."""

import re

import pytest

from companion.web.devices import follow
from companion.web.request.qr import qr_svg
from tests.tools.phone import Phone


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_others_are_invited_to_follow_by_a_qr_code(phone: Phone, monkeypatch, host: str) -> None:
    scanned: list[str] = []
    monkeypatch.setattr(follow, "qr_svg", lambda address: scanned.append(address) or qr_svg(address))
    phone.lays().open("follow", Host=host)
    (address,) = scanned
    assert re.fullmatch(rf"http://[\w.]+{':8000' if '8000' in host else ''}/t/{phone.code}", address)
    assert "localhost" not in address, "which another phone could not reach"
    assert address in phone.says
    assert "<svg" in phone.text


def test_the_former_address_leads_to_the_page_for_following(phone: Phone) -> None:
    phone.lays()
    assert phone.client.get(f"/t/{phone.code}/invite").location == f"/t/{phone.code}/follow"
