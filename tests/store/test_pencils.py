"""The pencil: who may write, and how it is handed on."""

import time

import pytest

from companion.store import HouseDevices, Invitation
from companion.store.database import FILE
from companion.store.devices import INVITATION_SECONDS, NoInvitation, hashed, new_secret
from tests.tools.house import House, sheet

ANN, BEN, CAT = "the phone of Ann", "the phone of Ben", "the phone of Cat"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test moves on."""
    now = [1_000_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


@pytest.fixture
def laid(house: House) -> House:
    """Ann's phone has laid the table."""
    house.pencils.know(house.code, ANN, pencil=True)
    return house


def writers(house: House) -> list[str]:
    names = {hashed(phone): phone for phone in (ANN, BEN, CAT)}
    return [names[holder.device] for holder in house.pencils.holders(house.code) if holder.pencil]


def test_who_hands_the_pencil_on_to_himself_keeps_it(laid: House) -> None:
    laid.pencils.accept(laid.pencils.invite(laid.code, ANN, gives_away=True), ANN)
    assert writers(laid) == [ANN]


def test_the_pencil_is_taken_back(laid: House) -> None:
    laid.pencils.accept(laid.pencils.invite(laid.code, ANN, gives_away=False), BEN)
    theirs = laid.pencils.invite(laid.code, BEN, gives_away=False)
    laid.pencils.take_back(laid.code, hashed(BEN))
    assert writers(laid) == [ANN]
    refused(laid, theirs)


def test_what_is_taken_back_or_handed_on_at_one_table_is_kept_at_another(laid: House) -> None:
    other = laid.tables.lay(sheet()).code
    for code in (laid.code, other):
        for phone in (ANN, BEN):
            laid.pencils.know(code, phone, pencil=True)
    theirs = laid.pencils.invite(other, BEN, gives_away=False)
    laid.pencils.invite(laid.code, BEN, gives_away=False)
    laid.pencils.take_back(laid.code, hashed(BEN))
    assert laid.pencils.invitation(theirs, BEN)
    laid.pencils.accept(laid.pencils.invite(laid.code, ANN, gives_away=True), CAT)
    assert writers(laid) == [CAT]
    for phone in (ANN, BEN):
        found = laid.pencils.find(other, phone)
        assert found and found.pencil


def test_an_invitation_is_looked_at_when_it_is_used_up(laid: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one transaction: of two phones that scan it at once, one has the pencil."""
    token, inside = laid.pencils.invite(laid.code, ANN, gives_away=False), []
    look = laid.pencils.invitation

    def looked(*asked: str) -> Invitation:
        inside.append(laid.database.rows.conn.in_transaction)
        return look(*asked)

    monkeypatch.setattr(laid.pencils, "invitation", looked)
    laid.pencils.accept(token, BEN)
    assert inside == [True]


def refused(house: House, token: str) -> None:
    """The token is no good, neither to look at nor to use."""
    with pytest.raises(NoInvitation, match="been used or has run out"):
        house.pencils.invitation(token, CAT)
    with pytest.raises(NoInvitation):
        house.pencils.accept(token, CAT)
    assert CAT not in writers(house)


def test_an_invitation_is_not_kept_alive_by_a_clock_that_is_set_back(laid: House, clock: list[float]) -> None:
    assert INVITATION_SECONDS == 600
    token = laid.pencils.invite(laid.code, ANN)
    laid.pencils.invite(laid.code, ANN, device=hashed(BEN))
    clock[0] -= 86_400
    refused(laid, token)
    assert laid.pencils.offered(laid.code, BEN) is None
    clock[0] += 86_400 + 599
    laid.pencils.invitation(token, CAT)


# Into the household.


def of_household(house: House) -> list[str]:
    return [device.device for device in HouseDevices(house.database).all()]


def test_the_code_in_the_terminal_is_good_until_it_is_taken(laid: House, clock: list[float]) -> None:
    token = laid.pencils.terminal
    for moved in (86_400, -200_000):
        clock[0] += moved
        assert laid.pencils.invitation(token, CAT).code is None
    laid.pencils.accept(token, BEN)
    assert of_household(laid) == [hashed(BEN)] and laid.pencils.terminal != token
    refused(laid, token)


@pytest.mark.parametrize("token", ["", "nonsense", "é", "' or 1=1 --"])
def test_an_invented_invitation_is_no_good(laid: House, token: str) -> None:
    refused(laid, token)
    refused(laid, hashed(laid.pencils.invite(laid.code, ANN, gives_away=False)))


def test_no_secret_stands_in_the_file(laid: House) -> None:
    secret = new_secret()
    laid.pencils.know(laid.code, secret, pencil=True)
    token = laid.pencils.invite(laid.code, secret, gives_away=False)
    laid.database.rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    held = (laid.folder / FILE).read_bytes()
    assert hashed(secret).encode() in held and hashed(token).encode() in held
    assert secret.encode() not in held and token.encode() not in held
