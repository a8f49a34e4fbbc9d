"""When the entries of a journal were written, and by whom."""

from typing import NamedTuple

from sqlite_utils import Database as Rows


class Writer(NamedTuple):
    """The device that writes, by its hash, and the player whose device it is."""

    device: str | None = None
    player: str | None = None


class Written(NamedTuple):
    """When an entry was written, and by whose device; None where that isn't known, or one device alone writes."""

    at: str
    player: str | None


def written(rows: Rows, code: str) -> dict[int, Written]:
    """Return when each entry of a table was written, by its number; by whom only where several devices write."""
    devices = rows.execute(
        "select count(*) from (select device from entries where code = :code and device is not null "
        "union select device from devices where code = :code and pencil)",
        {"code": code},
    ).fetchone()[0]
    named = "coalesce(entries.player, devices.player)" if devices > 1 else "null"
    found = rows.execute(
        f"select number, at, {named} from entries left join devices on devices.code = entries.code "
        "and devices.device = entries.device where entries.code = ?",
        [code],
    )
    return {number: Written(at, player) for number, at, player in found}


def numbers_of_device(rows: Rows, code: str, device: str) -> set[int]:
    """Return the numbers of the entries of a table that a device wrote, by its hash."""
    found = rows.execute("select number from entries where code = ? and device = ?", [code, device])
    return {number for (number,) in found}
