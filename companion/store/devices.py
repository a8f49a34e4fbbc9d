"""Devices: those of the household, those that a table knows, the pencil by which one writes there, and invitations.

The household's start tables, and see and keep all that is the household's. One that was removed keeps its row, marked
so. Devices and invitations are stored by hashes of their secrets.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections import Counter
from hashlib import sha256
from typing import Any, NamedTuple

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.message import Message, joined, say
from companion.engine.names import name_key
from companion.machine.clock import wall_clock
from companion.store.database import Database, Row, moment, now

MAX_LISTED_DEVICES = 100
"""The devices that are listed, the latest first."""
KINDS = {
    "iphone": ("iPhone", say("iPhone")),
    "ipad": ("iPad", say("iPad")),
    "phone": ("Android.* Mobile", say("Android phone")),
    "tablet": ("Android", say("Android tablet")),
    "windows": ("Windows", say("Windows computer")),
    "mac": ("Macintosh", say("Mac or iPad")),
    "chromebook": ("CrOS", say("Chromebook")),
    "linux": ("Linux", say("Linux computer")),
}
"""What a device is: how its browser says so, and in words."""
INVITATION_SECONDS = 600.0
"""Seconds for which an invitation is good; it is good once."""
VOID = 0
"""When a void invitation was made, as it is stored: too long ago to be good."""
SECRET_BYTES = 24
TERMINAL_BYTES = 12
"""Those of the code in the terminal: 96 bits, which keep it small."""
TERMINAL = "the terminal"
"""Who invites by the code in the terminal."""


def new_secret(length: int = SECRET_BYTES) -> str:
    """Return a secret of so many bytes, fit for a URL."""
    return secrets.token_urlsafe(length)


def derived_secret(secret: str, purpose: str) -> str:
    """Return a secret of 192 bits that only the holder of another can make, always the same for one purpose."""
    digest = hmac.digest(secret.encode(), purpose.encode(), "sha256")
    return urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def hashed(secret: str) -> str:
    """Return the form in which a secret is stored."""
    return sha256(secret.encode()).hexdigest()


class HouseDevice(NamedTuple):
    """A device of the household."""

    device: str
    """The hash of its secret."""
    kind: str
    """What it is, by its browser."""
    since: str
    player: str | None
    """The player whose device it is at the newest table that knows."""
    name: str | None
    """The name that the household gave it."""


def house_device(row: Row) -> HouseDevice:
    """Return the device of a row. Raises whatever is wrong with its hash or its day."""
    bytes.fromhex(row["device"])
    moment(row["since"])
    return HouseDevice(row["device"], row["kind"], row["since"], None, row["name"])


def device_name(device: str, kind: str) -> Message:
    """Return what a device of this hash is called: its kind, and a number that tells two of a kind apart."""
    words = KINDS[kind][1] if kind in KINDS else say("Device")
    return joined(" ", [words, f"({int(device[:6], 16) % 90 + 10})"])


class HouseDevices:
    """The devices of the household in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def includes(self, device: str) -> bool:
        """Return whether the device of this hash is of the household."""
        with self._database.reading() as rows:
            return rows.table("household").count_where("device = ? and not removed", [device]) > 0

    def all(self) -> list[HouseDevice]:
        """Return the devices, the latest first."""
        newest = f"where removed is not 1 order by since desc, rowid desc limit {MAX_LISTED_DEVICES}"
        found = self._database.read_rows("household", house_device, newest)
        players = self._players("") if found else {}
        return [device._replace(player=players.get(device.device)) for device in found]

    def player(self, device: str) -> str | None:
        """Return the player whose device it is at the newest table that knows."""
        return self._players("and device = ?", device).get(device)

    def _players(self, which: str, *values: str) -> dict[str, str]:
        known = f"where player not null {which} order by since"
        return dict(self._database.read_rows("devices", lambda row: (row["device"], row["player"]), known, values))

    def admit(self, device: str, kind: str) -> bool:
        """Admit the device of this hash; return False where it is of the household already. Raises WriteFailed."""
        with self._database.writing() as rows:
            if rows.table("household").count_where("device = ? and not removed", [device]):
                return False
            row = {"device": device, "kind": kind, "since": now(), "removed": 0}
            rows.table("household").insert(row, replace=True)
            return True

    def writes_at(self) -> Counter[str]:
        return Counter(self._database.read_rows("devices", lambda row: str(row["device"]), "where pencil is not 0"))

    def remove(self, device: str) -> list[str]:
        """Remove the device of this hash from everywhere; return the codes of the tables at which it was known.

        Its pencils, its name at tables, what it offers and what it is offered end with it; what it wrote stays. One
        that isn't of the household changes nothing. Raises WriteFailed.
        """
        with self._database.writing() as rows:
            out = "update household set removed = 1 where device = ? and not removed"
            if not rows.execute(out, [device]).rowcount:
                return []
            codes = [row["code"] for row in rows.table("devices").rows_where("device = ?", [device], select="code")]
            at = (
                "select 1 from devices where devices.code = replies.code and devices.player = replies.player and device"
            )
            said = f"delete from replies where exists ({at} = ?) and not exists ({at} <> ?)"  # of no other phone
            rows.execute(said, [device, device])
            rows.execute("update devices set pencil = 0, player = null where device = ?", [device])
            rows.execute("update invitations set made_at = 0 where ? in (giver, device)", [device])
            return codes

    def rename(self, device: str, name: str) -> bool:
        """Give the device of this hash a name, or none where it is empty; return False where it isn't listed.

        Raises Malformed where no new name may be so, Illegal where another device has one like it, WriteFailed.
        """
        if name and (why := NAME.problem_if_new(name)):
            raise Malformed(say("The device's name {why}.", why=why))
        with self._database.writing() as rows:
            others = [each.name for each in self.all() if each.name and each.device != device]
            if twin := next((other for other in others if name_key(other) == name_key(name)), None):
                raise Illegal(
                    say("{player} can't be told apart from {twin}: choose another name.", player=name, twin=twin)
                )
            named = "update household set name = ? where device = ? and not removed"
            return rows.execute(named, [name or None, device]).rowcount > 0


class NoInvitation(Refusal):
    """The invitation was used, is too old or for another device, or never was made."""


GOOD = "made_at > :since and made_at <= :now"
"""Which invitations are good by the clock, which may have been set back since they were made."""


class Device(NamedTuple):
    """What a table knows of one device."""

    code: str
    device: str
    """The hash of its secret."""
    pencil: bool
    """Whether it may write."""
    player: str | None
    """The player whose device it is."""
    since: str


class Invitation(NamedTuple):
    """An invitation to write at a table, or into the household."""

    token: str
    """What names it: of the one device that may take it no secret, else the hash of one."""
    code: str | None
    """The table at which it lets somebody write; None where it lets a device into the household."""
    giver: str
    """The hash of the device that made it, or the terminal."""
    gives_away: bool = False
    """Whether the giver gives its own pencil away."""
    device: str | None = None
    """The hash of the one device that may take it; None: the first that scans it."""


class Pencils:
    """Which devices may write at which tables, and who is invited. A device is named by its secret, which it alone has.

    A token is the secret of an invitation, which the first device that has it may take. To one device none is needed.
    """

    def __init__(self, database: Database) -> None:
        """Read and write the devices and invitations of a database."""
        self._database = database
        self._household = HouseDevices(database)
        self.terminal = new_secret(TERMINAL_BYTES)
        """The token that the terminal shows: into the household, good until it is taken; then there is another."""

    def know(self, code: str, secret: str, *, pencil: bool = False) -> bool:
        """Let a table know the device, and give it the pencil if asked; return whether it got the pencil now."""
        device = hashed(secret)
        with self._database.writing() as rows:
            row = {"code": code, "device": device, "pencil": 0, "player": None, "since": now()}
            rows.table("devices").insert(row, ignore=True)
            gives = "update devices set pencil = 1 where code = ? and device = ? and not pencil"
            return pencil and rows.execute(gives, [code, device]).rowcount > 0

    def find(self, code: str, secret: str) -> Device | None:
        """Return what the table knows of the device."""
        device = hashed(secret)
        found = self._devices("code = ? and device = ?", code, device)
        return found[0] if found and hmac.compare_digest(found[0].device, device) else None

    def holders(self, code: str) -> list[Device]:
        """Return the devices that may write, in the order in which they came."""
        return self._devices("code = ? and pencil", code)

    def set_player(self, code: str, secret: str, player: str | None) -> None:
        """Set the player whose device it is; None: nobody's."""
        with self._database.writing() as rows:
            self.know(code, secret)
            rows.table("devices").update((code, hashed(secret)), {"player": player})

    def phones(self, code: str) -> list[Device]:
        """Return the devices that are some player's."""
        return self._devices("code = ? and player is not null", code)

    def _devices(self, which: str, *values: str) -> list[Device]:
        return self._database.read_rows("devices", _device, f"where {which} order by rowid", values)

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
            return self._void("code = ? and giver = ?", code, device) or lost

    # Invitations.

    def invite(
        self,
        code: str | None,
        secret: str,
        *,
        gives_away: bool = False,
        device: str | None = None,
        key: str | None = None,
    ) -> str:
        """Return the token of a new invitation: to write at a table, or without a code into the household.

        It is for the device of a hash, in the place of what that was offered before, or for the first that scans it;
        then an earlier one of this giver is void. A ``key`` used before gives the token that was made with it, good or
        not any more, and writes nothing.
        """
        token = derived_secret(secret, f"{code} {device} {key}") if key else new_secret()
        giver, hidden = hashed(secret), hashed(token)
        with self._database.writing() as rows:
            if not rows.table("invitations").count_where("token = ?", [hidden]):
                if device:
                    self._void("device = ?", device)
                else:
                    self._void("code is ? and giver = ? and device is null", code, giver)
                row = {"token": hidden, "code": code, "giver": giver, "hands_on": int(gives_away), "device": device}
                rows.table("invitations").insert(row | {"made_at": wall_clock().timestamp()})
        return token

    def invitation(self, token: str, secret: str) -> Invitation:
        """Return the invitation of this token, for the device of a secret. Raises NoInvitation where it isn't good."""
        if hmac.compare_digest(token.encode(), self.terminal.encode()):
            return Invitation(token, None, TERMINAL)
        scanned, mine = "token = :hidden and device is null", "token = :token and device = :own"
        names = {"hidden": hashed(token), "token": token, "own": hashed(secret)}
        if found := self._good(f"(({scanned}) or ({mine}))", **names):
            return found[0]
        raise NoInvitation(say("This invitation has been used or has run out: ask for a new one."))

    def accept(self, token: str, secret: str, kind: str = "") -> Invitation:
        """Give the device of a secret, and of a kind, what it is invited to, once. Raises NoInvitation."""
        with self._database.writing():
            invitation = self.invitation(token, secret)
            if invitation.code is None:
                self._household.admit(hashed(secret), kind)
            else:
                self._hand_on(invitation, invitation.code, secret)
            self._void("token = ?", invitation.token)
            if invitation.giver == TERMINAL:
                self.terminal = new_secret(TERMINAL_BYTES)
        return invitation

    def _hand_on(self, invitation: Invitation, code: str, secret: str) -> None:
        """Give the device the pencil; the giver who gives it away loses it, with all that it offered."""
        giver, device = invitation.giver, hashed(secret)
        self.know(code, secret, pencil=True)
        self._void("code = ? and device = ?", code, device)
        if invitation.gives_away and giver != device:
            self._database.rows.table("devices").update((code, giver), {"pencil": 0})
            self._void("code = ? and giver = ?", code, giver)

    def offers(self, code: str, secret: str) -> list[Invitation]:
        """Return what a device offers to others by name, as far as it is good."""
        which = "(code = :code or code is null) and giver = :own and device is not null"
        return self._good(which, code=code, own=hashed(secret))

    def offered(self, code: str, secret: str) -> Invitation | None:
        """Return what the device is offered by name: the household, or by one that holds it the pencil of a table."""
        holds = "exists (select 1 from devices where code = :code and device = giver and pencil)"
        found = self._good(
            f"device = :own and (code is null or (code = :code and {holds}))", code=code, own=hashed(secret)
        )
        return next(iter(found), None)

    def end_offer(self, device: str, giver: str | None = None) -> bool:
        """End what the device of this hash is offered, by anybody or by one giver; return whether it was anything."""
        with self._database.writing():
            return self._void("device = ? and giver = ifnull(?, giver)", device, giver)

    def _good(self, which: str, **values: str) -> list[Invitation]:
        clock = wall_clock().timestamp()
        bounds = {"since": clock - INVITATION_SECONDS, "now": clock, **values}
        return self._database.read_rows("invitations", _invitation, f"where {which} and {GOOD}", bounds)

    def _void(self, which: str, *values: Any) -> bool:
        """Void invitations, and return whether one was good; a void one is kept, so that it is never made again."""
        void = f"update invitations set made_at = {VOID} where made_at > {VOID} and {which}"
        return self._database.rows.execute(void, values).rowcount > 0


def _device(row: Row) -> Device:
    bytes.fromhex(row["device"])
    return Device(row["code"], row["device"], bool(row["pencil"]), row["player"], row["since"])


def _invitation(row: Row) -> Invitation:
    return Invitation(row["token"], row["code"], row["giver"], bool(row["hands_on"]), row["device"])
