"""``python -m tests.tools.year FOLDER [EVENINGS]``: makes a year of evenings of all games and a dozen people.

Every evening is one of the kept sheets, with people of the dozen at its seats. The same number makes the same year.
"""

import json
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

from companion.engine.errors import Refusal
from companion.scoresheet import Sheet, read_sheet, record_sheet, sheet_from
from companion.store import Database, Tables

SHEETS = Path(__file__).parents[1] / "scoresheets"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Emma", "Finn", "Grandma", "Hugo", "Ida", "Jack", "Zoë", "Øyvind")
EVENINGS = 300
LAST = datetime(2026, 11, 19, 18, 30, tzinfo=UTC)
"""When the last evening begins."""


def evenings(number: int = EVENINGS, seed: int = 1) -> Iterator[tuple[datetime, Sheet]]:
    """Yield evenings with the time at which each begins, the first a year before the last."""
    chance = random.Random(seed)
    kept = [json.loads(path.with_suffix("").with_suffix(".json").read_text()) for path in played()]
    for place in range(number):
        at = LAST - timedelta(days=365) * (number - 1 - place) / number
        yield at.replace(hour=18, minute=30), seated(chance.choice(kept), chance)


def played() -> list[Path]:
    """The results of the sheets that come to one and are about people of usual names."""
    results = (path for path in sorted(SHEETS.glob("*.result.json")) if not path.name.startswith("GEN"))
    return [path for path in results if "status" not in json.loads(path.read_text())]


def seated(sheet: dict[str, Any], chance: random.Random) -> Sheet:
    """A sheet with people of the dozen in the place of its players; as it is where a bag depends on their names."""
    try:
        names = named(sheet)
        made = sheet_from(renamed(sheet, dict(zip(names, chance.sample(PEOPLE, len(names)), strict=True))))
        record_sheet(made)
        return made
    except (Refusal, ValueError):
        return read_sheet(json.dumps(sheet).encode())


def named(sheet: dict[str, Any]) -> list[str]:
    """All who sit down at first, or join."""
    moves = (move for game in sheet["games"] for move in game["moves"])
    return [*sheet["players"], *(move["player"] for move in moves if move["move"] == "join")]


def renamed(part: Any, names: dict[str, str]) -> Any:
    """A part of a sheet with other names."""
    if isinstance(part, dict):
        return {names.get(key, key): renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [renamed(value, names) for value in part]
    if isinstance(part, str):
        head, colon, name = part.partition(":")
        return names.get(part, f"{head}{colon}{names.get(name, name)}" if colon else part)
    return part


def lay_year(tables: Tables, number: int = EVENINGS) -> list[str]:
    """Lay a year of evenings, each at its time, and return their codes in order."""
    codes = []
    for at, sheet in evenings(number):
        now = Mock(return_value=at.isoformat(timespec="seconds"))
        with patch("companion.store.tables.now", now), patch("companion.store.entries.now", now):
            codes.append(tables.lay(sheet).code)
    return codes


def main() -> None:
    folder, number = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else EVENINGS
    database = Database(folder)
    lay_year(Tables(database), number)
    database.close()


if __name__ == "__main__":
    main()
