"""The pencil: the right to write at a table. Devices and invitations are stored by hashes of their secrets."""

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

from companion.engine.errors import Refusal
from companion.engine.message import say
from companion.store.database import Database, now, past_damage

INVITATION_SECONDS = 600.0
"""Seconds for which an invitation to write, or an offer to one device, is good; it is good once."""
VOID = 0
"""When a void invitation was made, as it is stored: too long ago to be good."""
SECRET_BYTES = 24


class NoInvitation(Refusal):
    """The invitation or the offer was used, is too old, or never was made."""


DEVICES = "select code, device, pencil, owner, player, since from devices"
INVITATIONS = "select code, giver, hands_on, device from invitations"


class Device(NamedTuple):
    """What a table knows of one device."""

    code: str
    device: str
    """The hash of its secret."""
    pencil: bool
    """Whether it may write."""
    owner: bool
    """Whether it laid the table."""
    player: str | None
    """The player whose device it is."""
    since: str


class Invitation(NamedTuple):
    """An invitation to write."""

    code: str
    giver: str
    """The hash of the device that made it."""
    gives_away: bool
    """Whether the giver gives its own pencil away."""
    device: str | None = None
    """The hash of the one device that may take it, where it is an offer; None: the first that scans it."""


def new_secret() -> str:
    """Return a secret of 192 bits, fit for a URL."""
    return secrets.token_urlsafe(SECRET_BYTES)


def derived_secret(secret: str, purpose: str) -> str:
    """Return a secret of 192 bits that only the holder of another can make, always the same for one purpose."""
    digest = hmac.digest(secret.encode(), purpose.encode(), "sha256")
    return urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def hashed(secret: str) -> str:
    """Return the form in which a secret is stored."""
    return sha256(secret.encode()).hexdigest()


class Pencils:
    """Which devices may write at which tables. A device is named by its secret, which it alone has."""

    def __init__(self, database: Database) -> None:
        """Read and write the devices and invitations of a database."""
        self._database = database

    def know(self, code: str, secret: str, *, pencil: bool = False, owner: bool = False) -> bool:
        """Let a table know the device, and give it the pencil if asked; return whether it got the pencil now."""
        with self._database.writing():
            return self._know(code, secret, pencil=pencil, owner=owner)

    def _know(self, code: str, secret: str, *, pencil: bool, owner: bool) -> bool:
        device, rows = hashed(secret), self._database.rows
        row = {"code": code, "device": device, "pencil": 0, "owner": 0, "player": None, "since": now()}
        rows.table("devices").insert(row, ignore=True)
        gives = "update devices set pencil = 1, owner = max(owner, ?) where code = ? and device = ?"
        lacks = "(not pencil or owner < ?)"
        return pencil and rows.execute(f"{gives} and {lacks}", [owner, code, device, owner]).rowcount > 0

    def find(self, code: str, secret: str) -> Device | None:
        """Return what the table knows of the device."""
        device, found = hashed(secret), None
        with self._database.reading() as rows, past_damage():
            found = rows.execute(f"{DEVICES} where code = ? and device = ?", [code, device]).fetchone()
        return _device(found) if found and hmac.compare_digest(found[1], device) else None

    def holders(self, code: str) -> list[Device]:
        """Return the devices that may write, and the one that laid the table, in the order in which they came."""
        with self._database.reading() as rows:
            found = rows.execute(f"{DEVICES} where code = ? and (pencil or owner) order by rowid", [code])
            return [_device(row) for row in found]

    def set_player(self, code: str, secret: str, player: str | None) -> None:
        """Set the player whose device it is; None: nobody's."""
        with self._database.writing() as rows:
            self._know(code, secret, pencil=False, owner=False)
            rows.table("devices").update((code, hashed(secret)), {"player": player})

    def phones(self, code: str) -> list[Device]:
        """Return the devices that are some player's."""
        with self._database.reading() as rows:
            found = rows.execute(f"{DEVICES} where code = ? and player is not null order by rowid", [code])
            return [_device(row) for row in found]

    def give_name(self, code: str, device: str, player: str, *, alone: bool) -> None:
        """Let the device of this hash be a player's; ``alone``: and no other device any more."""
        with self._database.writing() as rows:
            if alone:
                rows.execute("update devices set player = null where code = ? and player = ?", [code, player])
            rows.execute("update devices set player = ? where code = ? and device = ?", [player, code, device])

    def take_back(self, code: str, device: str) -> bool:
        """Take the pencil from the device of this hash, and void its invitations; return whether it had either."""
        with self._database.writing() as rows:
            lose = "update devices set pencil = 0 where code = ? and device = ? and pencil"
            lost = rows.execute(lose, [code, device]).rowcount > 0
            return self._void("code = ? and giver = ?", [code, device]) or lost

    def _void(self, which: str, values: list[str]) -> bool:
        """Void invitations, and return whether one was good; a void one is kept, so that it is never made again."""
        void = f"update invitations set made_at = {VOID} where made_at > {VOID} and {which}"
        return self._database.rows.execute(void, values).rowcount > 0

    def invite(self, code: str, secret: str, *, gives_away: bool, key: str | None = None) -> str:
        """Return the token of a new invitation for the first that scans it; an earlier one of this device is void.

        A ``key`` used before gives the token that was made with it, good or not any more, and writes nothing.
        """
        token = derived_secret(secret, f"{code} {key}") if key else new_secret()
        giver, hidden = hashed(secret), hashed(token)
        with self._database.writing() as rows:
            if not rows.table("invitations").count_where("token = ?", [hidden]):
                self._void("code = ? and giver = ? and device is null", [code, giver])
                row = {"token": hidden, "code": code, "giver": giver, "hands_on": int(gives_away)}
                rows.table("invitations").insert(row | {"made_at": time.time()})
        return token

    def invitation(self, token: str, code: str) -> Invitation:
        """Return the invitation of this token to a table. Raises NoInvitation where it is not good any more."""
        hidden = hashed(token)
        with self._database.reading() as rows:
            mine = "token = ? and code = ? and device is null"
            found = list(rows.table("invitations").rows_where(mine, [hidden, code]))
        for row in found:
            if hmac.compare_digest(row["token"], hidden) and time.time() - row["made_at"] < INVITATION_SECONDS:
                return Invitation(row["code"], row["giver"], bool(row["hands_on"]))
        raise NoInvitation(say("This invitation has been used or has run out: ask for a new one."))

    def accept(self, token: str, code: str, secret: str) -> Invitation:
        """Give the device the pencil of the table that it was invited to, once. Raises NoInvitation."""
        with self._database.writing():
            invitation = self.invitation(token, code)
            self._void("token = ?", [hashed(token)])
            self._take(invitation, secret)
        return invitation

    def _take(self, invitation: Invitation, secret: str) -> None:
        """Give the device the pencil; the giver who gives it away loses it, with all that it offered."""
        code, giver, device = invitation.code, invitation.giver, hashed(secret)
        self._know(code, secret, pencil=True, owner=False)
        self._void("code = ? and device = ?", [code, device])
        if invitation.gives_away and giver != device:
            self._database.rows.table("devices").update((code, giver), {"pencil": 0})
            self._void("code = ? and giver = ?", [code, giver])

    # Offers to one device.

    def offer(self, code: str, secret: str, device: str, *, gives_away: bool, key: str | None = None) -> bool:
        """Offer the pencil to the device of this hash, in the place of what it was offered before.

        A ``key`` used before writes nothing, and returns False.
        """
        token = hashed(derived_secret(secret, f"{code} {device} {key}") if key else new_secret())
        with self._database.writing() as rows:
            if rows.table("invitations").count_where("token = ?", [token]):
                return False
            self._void("code = ? and device = ?", [code, device])
            row = {"token": token, "code": code, "giver": hashed(secret), "hands_on": int(gives_away)}
            rows.table("invitations").insert(row | {"made_at": time.time(), "device": device})
        return True

    def offers(self, code: str, giver: str) -> list[Invitation]:
        """Return what the device of this hash offers, as far as it is good."""
        return self._offers("code = ? and giver = ? and device is not null", [code, giver])

    def offered(self, code: str, secret: str) -> Invitation | None:
        """Return what the device is offered by one that holds the pencil; None where it is offered nothing."""
        holds = "exists (select 1 from devices where code = invitations.code and device = giver and pencil)"
        return next(iter(self._offers(f"code = ? and device = ? and {holds}", [code, hashed(secret)])), None)

    def _offers(self, which: str, values: list[str]) -> list[Invitation]:
        since = time.time() - INVITATION_SECONDS
        with self._database.reading() as rows, past_damage():
            found = rows.execute(f"{INVITATIONS} where {which} and made_at > ?", [*values, since])
            return [Invitation(code, giver, bool(hands_on), device) for code, giver, hands_on, device in found]
        return []

    def take_offered(self, code: str, secret: str) -> Invitation:
        """Give the device the pencil that it is offered, once. Raises NoInvitation."""
        with self._database.writing():
            offer = self.offered(code, secret)
            if offer is None:
                raise NoInvitation(say("The pencil is no longer offered to this device: ask for it again."))
            self._take(offer, secret)
        return offer

    def end_offer(self, code: str, device: str, giver: str | None = None) -> bool:
        """End what the device of this hash is offered, by anybody or by one giver; return whether it was anything."""
        with self._database.writing():
            by, values = (" and giver = ?", [giver]) if giver else ("", [])
            return self._void(f"code = ? and device = ?{by}", [code, device, *values])


def _device(row: tuple[str, str, int, int, str | None, str]) -> Device:
    code, device, pencil, owner, player, since = row
    return Device(code, device, bool(pencil), bool(owner), player, since)
