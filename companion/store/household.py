"""The devices of the household: those that start tables, and see and keep all that is the household's.

They are known by the hashes of their secrets, as a table knows the devices that write at it. One that was removed keeps
its row, marked so.
"""

from typing import NamedTuple

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import NAME
from companion.engine.message import Message, joined, say
from companion.engine.names import name_key
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
        """Read and write the devices of a database."""
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

    def writes_at(self) -> dict[str, list[str]]:
        """Return the codes of the tables at which each device has the pencil, the latest first."""
        found: dict[str, list[str]] = {}
        for row in self._database.read_rows("devices", lambda row: row, "order by rowid desc"):
            if row["pencil"]:
                found.setdefault(row["device"], []).append(row["code"])
        return found

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
