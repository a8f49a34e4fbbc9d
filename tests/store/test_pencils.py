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


def test_who_lays_the_table_writes(laid: House) -> None:
    holder = laid.pencils.find(laid.code, ANN)
    assert holder and (holder.pencil, holder.player) == (True, None)
    assert laid.pencils.find(laid.code, BEN) is None
    laid.restart()
    assert writers(laid) == [ANN]


def test_the_pencil_of_one_table_is_not_that_of_another(laid: House) -> None:
    other = laid.tables.lay(sheet())
    assert laid.pencils.find(other.code, ANN) is None


def test_to_watch_is_not_to_write(laid: House) -> None:
    laid.pencils.set_player(laid.code, BEN, "Ben")
    found = laid.pencils.find(laid.code, BEN)
    assert found and (found.pencil, found.player) == (False, "Ben")
    assert writers(laid) == [ANN]


def test_saying_whose_phone_it_is_keeps_the_pencil(laid: House) -> None:
    laid.pencils.set_player(laid.code, ANN, "Ann")
    laid.pencils.know(laid.code, ANN)
    found = laid.pencils.find(laid.code, ANN)
    assert found and (found.pencil, found.player) == (True, "Ann")


def test_the_pencil_is_shared(laid: House) -> None:
    token = laid.pencils.invite(laid.code, ANN, gives_away=False)
    laid.pencils.accept(token, BEN)
    assert writers(laid) == [ANN, BEN]


def test_the_pencil_is_handed_on(laid: House) -> None:
    token = laid.pencils.invite(laid.code, ANN, gives_away=True)
    assert laid.pencils.invitation(token, BEN) == Invitation(hashed(token), laid.code, hashed(ANN), True)
    laid.pencils.accept(token, BEN)
    assert writers(laid) == [BEN]


def test_who_hands_the_pencil_on_to_himself_keeps_it(laid: House) -> None:
    laid.pencils.accept(laid.pencils.invite(laid.code, ANN, gives_away=True), ANN)
    assert writers(laid) == [ANN]


def test_the_pencil_is_taken_back(laid: House) -> None:
    laid.pencils.accept(laid.pencils.invite(laid.code, ANN, gives_away=False), BEN)
    theirs = laid.pencils.invite(laid.code, BEN, gives_away=False)
    laid.pencils.take_back(laid.code, hashed(BEN))
    assert writers(laid) == [ANN]
    refused(laid, theirs)


def test_what_is_taken_back_at_one_table_is_kept_at_another(laid: House) -> None:
    other = laid.tables.lay(sheet()).code
    for code in (laid.code, other):
        laid.pencils.know(code, BEN, pencil=True)
    theirs = laid.pencils.invite(other, BEN, gives_away=False)
    laid.pencils.invite(laid.code, BEN, gives_away=False)
    laid.pencils.take_back(laid.code, hashed(BEN))
    assert laid.pencils.invitation(theirs, BEN)
    found = laid.pencils.find(other, BEN)
    assert found and found.pencil


def test_who_hands_the_pencil_of_one_table_on_keeps_that_of_another(laid: House) -> None:
    other = laid.tables.lay(sheet()).code
    laid.pencils.know(other, ANN, pencil=True)
    laid.pencils.accept(laid.pencils.invite(laid.code, ANN, gives_away=True), BEN)
    found = laid.pencils.find(other, ANN)
    assert found and found.pencil


def test_who_laid_another_table_holds_nothing_here(laid: House) -> None:
    laid.pencils.know(laid.tables.lay(sheet()).code, CAT, pencil=True)
    assert writers(laid) == [ANN]


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


def test_taking_back_from_nobody_changes_nothing(laid: House) -> None:
    laid.pencils.take_back(laid.code, "nobody")
    assert writers(laid) == [ANN]


def refused(house: House, token: str) -> None:
    """The token is no good, neither to look at nor to use."""
    with pytest.raises(NoInvitation, match="been used or has run out"):
        house.pencils.invitation(token, CAT)
    with pytest.raises(NoInvitation):
        house.pencils.accept(token, CAT)
    assert CAT not in writers(house)


def test_an_invitation_is_good_once(laid: House) -> None:
    token = laid.pencils.invite(laid.code, ANN, gives_away=False)
    laid.pencils.accept(token, BEN)
    refused(laid, token)


def test_an_invitation_is_good_for_ten_minutes(laid: House, clock: list[float]) -> None:
    assert INVITATION_SECONDS == 600
    token = laid.pencils.invite(laid.code, ANN, gives_away=False)
    clock[0] += 599
    laid.pencils.invitation(token, BEN)
    clock[0] += 1
    refused(laid, token)


def test_an_invitation_is_void_when_another_is_made(laid: House) -> None:
    first = laid.pencils.invite(laid.code, ANN, gives_away=True)
    second = laid.pencils.invite(laid.code, ANN, gives_away=False)
    refused(laid, first)
    laid.pencils.accept(second, BEN)


def test_an_invitation_is_not_kept_alive_by_a_clock_that_is_set_back(laid: House, clock: list[float]) -> None:
    token = laid.pencils.invite(laid.code, ANN)
    laid.pencils.invite(laid.code, ANN, device=hashed(BEN))
    clock[0] -= 86_400
    refused(laid, token)
    assert laid.pencils.offered(laid.code, BEN) is None
    clock[0] += 86_400 + 599
    laid.pencils.invitation(token, CAT)


def test_an_offer_is_for_one_device(laid: House) -> None:
    laid.pencils.invite(laid.code, ANN, device=hashed(BEN))
    offer = laid.pencils.offered(laid.code, BEN)
    assert offer and laid.pencils.offered(laid.code, CAT) is None
    refused(laid, offer.token)
    laid.pencils.accept(offer.token, BEN)
    assert writers(laid) == [ANN, BEN]


# Into the household.


def of_household(house: House) -> list[str]:
    return [device.device for device in HouseDevices(house.database).all()]


@pytest.mark.parametrize("device", [None, hashed(BEN)])
def test_a_device_is_invited_into_the_household_once(laid: House, device: str | None) -> None:
    token = laid.pencils.invite(None, ANN, device=device)
    offer = laid.pencils.offered(laid.code, BEN)
    assert (offer is not None) == (device is not None)
    laid.pencils.accept(offer.token if offer else token, BEN, "tablet")
    assert of_household(laid) == [hashed(BEN)] and writers(laid) == [ANN]
    with pytest.raises(NoInvitation):
        laid.pencils.accept(token, CAT)


def test_the_code_in_the_terminal_is_good_until_it_is_taken(laid: House, clock: list[float]) -> None:
    token = laid.pencils.terminal
    for moved in (86_400, -200_000):
        clock[0] += moved
        assert laid.pencils.invitation(token, CAT).code is None
    laid.pencils.accept(token, BEN)
    assert of_household(laid) == [hashed(BEN)] and laid.pencils.terminal != token
    refused(laid, token)


def test_a_device_that_is_removed_lets_nobody_in(laid: House) -> None:
    household = HouseDevices(laid.database)
    household.admit(hashed(BEN), "tablet")
    token = laid.pencils.invite(None, BEN)
    household.remove(hashed(BEN))
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


def test_secrets_are_long_and_never_the_same() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(len(secret) >= 32 for secret in made)
