"""The pencil: the right to write at a table. Devices and invitations are known by hashes of their secrets."""

import hmac
import secrets
import time
from hashlib import sha256
from typing import NamedTuple

from companion.engine.refusals import Refusal
from companion.engine.saying import say
from companion.store.database import Database
from companion.store.tables import now

LIFETIME = 600.0
"""Seconds for which an invitation to write is good; it is good once."""


class NoInvitation(Refusal):
    """The invitation was used, is too old, or never was."""


DEVICES = "select code, device, pencil, owner, player, since from devices"


class Device(NamedTuple):
    """What a table knows of one device: whether it may write, laid the table, and whose it is."""

    code: str
    device: str
    pencil: bool
    owner: bool
    player: str | None
    since: str


class Invitation(NamedTuple):
    """An invitation to write; ``hands_on`` means that the giver gives the pencil away."""

    code: str
    giver: str
    hands_on: bool


def new_secret() -> str:
    """A secret that nobody guesses, fit for an address."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """The form in which a secret is stored."""
    return sha256(secret.encode()).hexdigest()


class Pencils:
    """Who may write where. Devices are named by their secret, which only they hold."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def know(self, code: str, secret: str, *, pencil: bool = False, owner: bool = False) -> None:
        """The device knows the table from now on, and may hold its pencil."""
        with self._database.writing():
            self._know(code, secret, pencil=pencil, owner=owner)

    def _know(self, code: str, secret: str, *, pencil: bool, owner: bool) -> None:
        device, table = hashed(secret), self._database.rows.table("devices")
        row = {"code": code, "device": device, "pencil": 0, "owner": 0, "player": None, "since": now()}
        table.insert(row, ignore=True)
        if pencil:
            table.update((code, device), {"pencil": 1} | ({"owner": 1} if owner else {}))

    def find(self, code: str, secret: str) -> Device | None:
        """What the table knows of the device."""
        device = hashed(secret)
        with self._database.reading() as rows:
            found = rows.execute(f"{DEVICES} where code = ? and device = ?", [code, device]).fetchone()
        return _device(found) if found and hmac.compare_digest(found[1], device) else None

    def holders(self, code: str) -> list[Device]:
        """The devices that may write, and the one that laid the table, in the order in which they came."""
        with self._database.reading() as rows:
            found = rows.execute(f"{DEVICES} where code = ? and (pencil or owner) order by rowid", [code])
            return [_device(row) for row in found]

    def sit(self, code: str, secret: str, player: str | None) -> None:
        """The device says whose it is."""
        with self._database.writing() as rows:
            self._know(code, secret, pencil=False, owner=False)
            rows.table("devices").update((code, hashed(secret)), {"player": player})

    def take_back(self, code: str, device: str) -> None:
        """The device, by its hash, may write no more; invitations it gave are void."""
        with self._database.writing() as rows:
            rows.execute("update devices set pencil = 0 where code = ? and device = ?", [code, device])
            rows.table("invitations").delete_where("code = ? and giver = ?", [code, device])

    def invite(self, code: str, secret: str, *, hands_on: bool) -> str:
        """The token of a new invitation; one that this device gave before is void."""
        token = new_secret()
        row = {"token": hashed(token), "code": code, "giver": hashed(secret), "hands_on": int(hands_on)}
        with self._database.writing() as rows:
            rows.table("invitations").delete_where("code = ? and giver = ?", [code, row["giver"]])
            rows.table("invitations").insert(row | {"made_at": time.time()})
        return token

    def invitation(self, token: str, code: str) -> Invitation:
        """The invitation of this token to write at a table. Raises NoInvitation where it is not good any more."""
        sought = hashed(token)
        with self._database.reading() as rows:
            found = list(rows.table("invitations").rows_where("token = ? and code = ?", [sought, code]))
        for row in found:
            if hmac.compare_digest(row["token"], sought) and time.time() - row["made_at"] < LIFETIME:
                return Invitation(row["code"], row["giver"], bool(row["hands_on"]))
        raise NoInvitation(say("This invitation was used already or is too old: ask for a new one."))

    def accept(self, token: str, code: str, secret: str) -> Invitation:
        """The device takes the pencil of the table that it was invited to, once. Raises NoInvitation."""
        with self._database.writing() as rows:
            invitation = self.invitation(token, code)
            rows.table("invitations").delete_where("token = ?", [hashed(token)])
            if invitation.hands_on and invitation.giver != hashed(secret):
                rows.table("devices").update((invitation.code, invitation.giver), {"pencil": 0})
            self._know(invitation.code, secret, pencil=True, owner=False)
        return invitation


def _device(row: tuple[str, str, int, int, str | None, str]) -> Device:
    code, device, pencil, owner, player, since = row
    return Device(code, device, bool(pencil), bool(owner), player, since)
