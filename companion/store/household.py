"""The devices of the household: those that start tables, and keep house rules and cards.

They are known by the hashes of their secrets, as a table knows the devices that write at it. One that was removed keeps
its row, marked so.
"""

from typing import NamedTuple

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import NAME
from companion.engine.message import say
from companion.engine.names import name_key
from companion.store.database import Database, now
from companion.store.pencils import hashed

MAX_LISTED_DEVICES = 100
"""The devices that are listed, the latest first."""
OPEN_HOUSE = "open house"
"""The name of the switch that lets every device start tables."""
STATISTICS_FOR_GUESTS = "statistics for guests"
"""The name of the switch that lets guests see the statistics."""


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


class HouseDevices:
    """The devices of the household in a database, and its switches."""

    def __init__(self, database: Database) -> None:
        """Read and write the devices of a database."""
        self._database = database

    def includes(self, secret: str) -> bool:
        """Return whether the device of this secret is of the household."""
        with self._database.reading() as rows:
            return rows.table("household").count_where("device = ? and not removed", [hashed(secret)]) > 0

    def all(self) -> list[HouseDevice]:
        """Return the devices, the latest first."""
        player = "select player from devices where device = household.device and player is not null"
        found = f"select device, kind, since, ({player} order by since desc limit 1), name from household"
        newest = f"where not removed order by since desc, rowid desc limit {MAX_LISTED_DEVICES}"
        with self._database.reading() as rows:
            return [HouseDevice(*row) for row in rows.execute(f"{found} {newest}")]

    def admit(self, device: str, kind: str) -> bool:
        """Admit the device of this hash; return False where it is of the household already. Raises WriteFailed."""
        with self._database.writing() as rows:
            if rows.table("household").count_where("device = ? and not removed", [device]):
                return False
            row = {"device": device, "kind": kind, "since": now(), "removed": 0}
            rows.table("household").insert(row, replace=True)
            return True

    def remove(self, device: str) -> bool:
        """Remove the device of this hash; return False where it is not of the household. Raises WriteFailed."""
        with self._database.writing() as rows:
            out = "update household set removed = 1 where device = ? and not removed"
            return rows.execute(out, [device]).rowcount > 0

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

    def is_open(self) -> bool:
        """Return whether every device may start tables."""
        return self._is_on(OPEN_HOUSE)

    def set_open(self, is_open: bool) -> None:
        """Let every device start tables, or those of the household alone. Raises WriteFailed."""
        self._set(OPEN_HOUSE, is_open)

    def shows_statistics(self) -> bool:
        """Return whether guests may see the statistics."""
        return self._is_on(STATISTICS_FOR_GUESTS)

    def set_shows_statistics(self, shown: bool) -> None:
        """Let guests see the statistics, or devices of the household alone. Raises WriteFailed."""
        self._set(STATISTICS_FOR_GUESTS, shown)

    def _is_on(self, name: str) -> bool:
        with self._database.reading() as rows:
            return rows.table("switches").count_where("name = ?", [name]) > 0

    def _set(self, name: str, on: bool) -> None:
        with self._database.writing() as rows:
            if on:
                rows.table("switches").insert({"name": name}, ignore=True)
            else:
                rows.table("switches").delete_where("name = ?", [name])
