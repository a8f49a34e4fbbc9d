"""What the server writes into its log: nothing by which anybody could write at a table."""

import logging
from pathlib import Path

import pytest
from flask import Flask

from tests.attacks.raw import HOST, asked
from tests.server.test_serve import served as process
from tests.tools.phone import Phone
from tests.tools.serving import Wire


@pytest.fixture
def log(caplog) -> pytest.LogCaptureFixture:
    """Everything that is logged, however unimportant."""
    caplog.set_level(logging.DEBUG)
    return caplog


def secrets_of(phone: Phone, invitation: str) -> list[str]:
    """By which a phone is let in: its cookie, the secret in it, an invitation."""
    with phone.client.session_transaction() as cookie:
        device = cookie["device"]
    held = phone.client.get_cookie("companion")
    return [held.value, device, invitation]


def test_neither_a_refusal_nor_a_page_that_breaks_logs_a_secret(app: Flask, owner: Phone, log, monkeypatch) -> None:
    def breaks(**_: object) -> str:
        raise RuntimeError("the cat sat on the tablet")

    invitation = app.extensions["companion"].pencils.invite(owner.code, "somebody", gives_away=False)
    secrets = [*secrets_of(owner, invitation), "not-an-invitation"]
    owner.send("moves/deal")
    owner.send(f"moves/deal?secret={secrets[1]}", Origin="http://evil.example")
    owner.open("/in/not-an-invitation").open(f"/t/AAAAA/pencil/{invitation}")
    for endpoint in ("devices.invitation", "devices.take", "table.move", "table.page"):
        monkeypatch.setitem(app.view_functions, endpoint, breaks)
    statuses = [
        owner.open(f"/in/{invitation}").status,
        owner.send(f"/in/{invitation}?secret={secrets[1]}").status,
        owner.send("moves/deal").status,
        owner.open(f"?token={invitation}").status,
    ]
    assert statuses == [500] * 4
    assert "the cat sat on the tablet" in log.text, "what broke is told"
    assert "/in/<token>" in log.text, "and where"
    for secret in secrets:
        assert secret not in log.text


def test_the_real_server_prints_no_secret(tmp_path: Path) -> None:
    """All that a whole evening leaves in the terminal, with the bad requests among it."""
    with process(tmp_path) as (running, address, said):
        port = int(address.rstrip("/").rpartition(":")[2])
        phone = Phone(Wire(port)).lays()
        phone.press("Deal").press("Cat")
        cookie = phone.client.cookie
        invitation = "TheInvitationThatNobodyShallRead"
        for path in (f"/in/{invitation}", f"/t/{phone.code}?token={invitation}", f"/{invitation}"):
            asked(address, f"GET {path} HTTP/1.1", HOST, f"Cookie: {cookie}")
            asked(address, f"POST {path} HTTP/1.1", HOST, f"Cookie: {cookie}", "Content-Length: 5", body=b"abcde")
            asked(address, f"NONSENSE {path}", f"Cookie {cookie}")
        phone.send("moves/deal", Origin="http://evil.example")
        assert phone.status == 403
        running.terminate()
        said += running.communicate(timeout=20)[0]
    assert "Companion is on the table" in said and "Good night" in said
    for secret in (cookie.partition("=")[2], invitation, phone.code):
        assert secret not in said
