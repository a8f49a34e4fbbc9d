"""Forget what a device left behind, in one go, and undo that: house rules, Loto cards, lists of words, tables.

No journal is deleted by that. The tables that the device laid are put away: first pages don't show them, and their
codes lead to them as before.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlite_utils import Database as Rows

from companion.engine.names import MAX_NAME_LENGTH, stored_name_key
from companion.store.database import Database, now

KEPT = ("kept_rules", "own_cards", "word_lists")
"""The tables of the database with what a device keeps."""
UNDO_TIME = timedelta(days=7)
"""How long what was forgotten can be brought back, at least."""
MAX_LISTED = 50
"""The devices that are listed, those first that left most."""
GUESTS = "guests"
"""What stands for all devices that are not of the household."""
FOR_GOOD = 0
"""The mark of a table that was put away so long ago that its number may be given again."""
OF_GUESTS = "device not in (select device from household where not removed)"


class Left(NamedTuple):
    """What a device left behind; ``device`` is its hash, or GUESTS."""

    device: str
    rules: int
    cards: int
    words: int
    tables: int


class Forgotten(NamedTuple):
    """What was forgotten in one go, and can be brought back."""

    number: int
    rules: int
    cards: int
    words: int
    tables: int


class Forgetting:
    """What the devices left behind in a database."""

    def __init__(self, database: Database) -> None:
        """Read and write the rows of a database."""
        self._database = database

    def left(self) -> list[Left]:
        """Return what each device left, that with most first; at the head what all guests did, if they did."""
        each = """select device, sum(rules), sum(cards), sum(words), sum(laid) from (
            select device, 1 as rules, 0 as cards, 0 as words, 0 as laid from kept_rules
            union all select device, 0, 1, 0, 0 from own_cards
            union all select device, 0, 0, 1, 0 from word_lists
            union all select device, 0, 0, 0, 1
            from devices join tables using (code) where owner and put_away is null)"""
        with self._database.reading() as rows:
            of_guests = rows.execute(f"{each} where {OF_GUESTS}").fetchone()
            devices = rows.execute(f"{each} group by device order by count(*) desc, device limit {MAX_LISTED}")
            found = [Left(*row) for row in devices]
        return [Left(GUESTS, *of_guests[1:]), *found] if of_guests[0] else found

    def forget(self, device: str) -> None:
        """Forget all that the device of this hash left, or all GUESTS; nothing left changes nothing.

        Raises WriteFailed.
        """
        which, values = (OF_GUESTS, []) if device == GUESTS else ("device = ?", [device])
        laid = f"put_away is null and code in (select code from devices where owner and {which})"
        with self._database.writing() as rows:
            kept = {name: list(rows.table(name).rows_where(which, values)) for name in KEPT}
            if not any(kept.values()) and not rows.table("tables").count_where(laid, values):
                return
            old = "select number from forgotten where at < ?"
            rows.execute(f"update tables set put_away = {FOR_GOOD} where put_away in ({old})", [_before(UNDO_TIME)])
            rows.table("forgotten").delete_where("at < ?", [_before(UNDO_TIME)])
            row = {"device": device, "at": now(), "contents": json.dumps(kept, ensure_ascii=False)}
            number = rows.table("forgotten").insert(row).last_pk
            rows.execute(f"update tables set put_away = ? where {laid}", [number, *values])
            for name in KEPT:
                rows.table(name).delete_where(which, values)

    def forgotten(self) -> list[Forgotten]:
        """Return what can be brought back, the latest first."""
        counts = ", ".join(f"coalesce(json_array_length(contents, '$.{name}'), 0)" for name in KEPT)
        found = f"select number, {counts}, (select count(*) from tables where put_away = number) from forgotten"
        with self._database.reading() as rows:
            lately = rows.execute(f"{found} where at >= ? order by number desc", [_before(UNDO_TIME)])
            return [Forgotten(*row) for row in lately]

    def bring_back(self, number: int) -> None:
        """Bring back what was forgotten under a number; one that isn't there changes nothing. Raises WriteFailed.

        A name that was given to something else meanwhile is followed by a number.
        """
        with self._database.writing() as rows:
            for row in list(rows.table("forgotten").rows_where("number = ?", [number])):
                for name, kept in json.loads(row["contents"]).items():
                    for held in kept:
                        _bring_back(rows, name, held)
                rows.execute("update tables set put_away = null where put_away = ?", [number])
                rows.table("forgotten").delete(number)


def _bring_back(rows: Rows, table: str, row: dict[str, Any]) -> None:
    """Insert a row again, by a free name; a Loto card that was typed in again meanwhile is there already."""
    if table == "own_cards" and rows.table(table).count_where("rows = ?", [row["rows"]]):
        return
    (number,) = rows.table(table).pks
    if rows.table(table).count_where(f"{number} = ?", [row[number]]):
        del row[number]  # it was given to another meanwhile
    name, count = row["name"], 1
    while rows.table(table).count_where("alike = ?", [row["alike"]]):
        count += 1
        row["name"] = f"{name[: MAX_NAME_LENGTH - 4]} {count}"
        row["alike"] = stored_name_key(row["name"])
    rows.table(table).insert(row)


def _before(time: timedelta) -> str:
    return (datetime.now(UTC) - time).isoformat(timespec="seconds")
