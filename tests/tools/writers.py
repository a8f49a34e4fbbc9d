"""Phones that write to a real server until it is gone, and what they left on its disk."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.scoresheet import read_sheet, score, write_sheet
from companion.store import Database, Tables
from companion.store.check import problems
from companion.store.database import FILE
from tests.tools.phone import Phone
from tests.tools.serving import Answered, Killed, Wire


class Writer:
    """A phone that sends one tap after another, the next one when the last was answered, and resends what was not."""

    def __init__(self, phone: Phone, name: str, path: str, **form: str) -> None:
        self.wire, self.name, self.path = phone.client, name, f"/t/{phone.code}/{path}"
        self.form = form
        self.answered = 0
        self.failed: AssertionError | None = None

    def send(self) -> Answered:
        """The answer to the tap that was not written yet. Raises OSError where there is none."""
        said = {"key": f"{self.name}/{self.answered}", "memo": f"{self.name}/{self.answered}"}
        answer = self.wire.post(self.path, self.form | said)
        self.answered += answer.status_code == 303
        return answer

    def tap(self) -> None:
        """The tap that was not written yet; it must be now."""
        answer = self.send()
        assert answer.status_code == 303, answer.get_data()

    def write(self) -> None:
        """Taps until the server is gone."""
        try:
            while True:
                self.tap()
        except OSError:
            pass  # killed
        except AssertionError as error:
            self.failed = error


def laid(server: Killed) -> tuple[str, list[Writer]]:
    """A table where hands are won, counters are given and taps are undone, each by a phone of its own."""
    phone = Phone(Wire(server.port)).lays(deal_at_once="on")
    phone.press("Deal")
    give = {"from": "player:Ann", "to": "player:Ben", "counters": "1"}
    phones = [
        phone,
        *(Phone(Wire(server.port)).open(f"/t/{phone.code}/pencil").press("Take the pencil here") for _ in range(3)),
    ]
    winner, undoer, *givers = phones
    before = Writer(winner, "before", "moves/give", **give)
    for _ in range(20):  # more than will ever be undone in a row
        before.tap()
    writers = [Writer(winner, "won", "moves/won", player="Cat"), Writer(undoer, "undone", "undo")]
    return phone.code, writers + [Writer(giver, f"give{i}", "moves/give", **give) for i, giver in enumerate(givers)]


def written(folder: Path, code: str) -> list[dict[str, Any]]:
    """The entries of a table as they are on the disk."""
    with closing(sqlite3.connect(folder / FILE)) as rows:
        rows.row_factory = sqlite3.Row
        found = [dict(row) for row in rows.execute("select * from entries where code = ? order by number", [code])]
    return [row | {"move": json.loads(row["move"] or "{}")} for row in found]


def taps_of(entries: list[dict[str, Any]]) -> dict[str, int]:
    """How many taps of every writer are written; what one tap writes must be there whole, and a memo in its turn."""
    assert [row["number"] for row in entries] == list(range(1, len(entries) + 1))
    taps: dict[str, int] = {}
    for row, after in zip(entries, [*entries[1:], {}], strict=False):
        move = row["move"].get("move")
        if move == "won":
            assert (after["move"]["move"], after["along"]) == ("deal", row["number"]), "half a tap"
            taps["won"] = taps.get("won", 0) + 1
        elif row["undoes"] and row["along"] in (None, row["number"]):
            assert row["along"] is None or after["along"] == row["number"], "half a tap"
            taps["undone"] = taps.get("undone", 0) + 1
        elif move == "give":
            name, turn = row["move"]["memo"].split("/")
            assert int(turn) == taps.get(name, 0), "lost or written twice"
            taps[name] = int(turn) + 1
    return taps


def shown(server: Killed, folder: Path, code: str) -> bool:
    """Whether the server shows the table as it is on the disk."""
    with closing(sqlite3.connect(folder / FILE)) as rows:
        (changes,) = rows.execute("select changes from tables where code = ?", [code]).fetchone()
    newest = len(written(folder, code)) + changes
    return Wire(server.port).get(f"/t/{code}?v={newest}", {"HX-Request": "true"}).status_code == 204


def all_is_well(folder: Path) -> None:
    """Every table replays and balances, and its sheet comes to the same."""
    database = Database(folder)
    assert not (found := problems(database)), found
    for table in Tables(database).newest():
        scored = score(read_sheet(write_sheet(table.sheet()).encode()))
        assert scored["balances"] == table.journal.state.balances
        assert sum(scored["balances"].values()) + sum(scored["pots"].values()) == 0
    database.close()
