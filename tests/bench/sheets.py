"""``companion score --lines`` beside a bare loop over the same JSON, and settlements within the time they may take."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.settlement import fewest_payments
from tests.bench.phones import Row, timed

GIVEN = Path(__file__).parent.parent / "scoresheets"
COMMAND = [sys.executable, "-m", "companion", "score", "--lines"]
COPIES = 150
TURNS = 5
AGAIN = 20
"""So many times the floor is measured at a go, to take about as long."""
LIMITS = {12: 20.0, 16: 1_000.0, 25: 50.0}
"""Milliseconds that so many unequal balances may take."""


def rows() -> Iterator[Row]:
    lines = [json.dumps(json.loads(sheet.read_text())) for sheet in whole_sheets()] * COPIES
    text = "\n".join(lines) + "\n"

    def scored() -> None:
        subprocess.run(COMMAND, input=text.encode(), stdout=subprocess.DEVNULL, check=True)

    def floor() -> None:
        for _ in range(AGAIN):
            added(lines)

    ratios = [AGAIN * timed(scored) / timed(floor) for _ in range(TURNS)]
    yield Row("score --lines, time a move to a bare loop that reads the JSON and adds", statistics.median(ratios), 25)
    for many, limit in LIMITS.items():
        taken = statistics.median(timed(lambda many=many: fewest_payments(unequal(many))) for _ in range(TURNS))  # type: ignore[misc]
        yield Row(f"settle {many} unequal balances, of the {limit:g} ms that they may take", taken / limit, 1)


def whole_sheets() -> list[Path]:
    """The sheets that come to a result."""
    results = sorted(GIVEN.glob("**/*.result.json"))
    return [
        result.with_name(result.name.replace(".result", ""))
        for result in results
        if "balances" in json.loads(result.read_text())
    ]


def added(lines: list[str]) -> int:
    """All the numbers of all the moves: what a loop must do at least."""
    total = 0
    for line in lines:
        for game in games_of(json.loads(line)):
            for move in game.get("moves", []):
                total += sum(value for value in move.values() if type(value) is int)
    return total


def games_of(sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """The games of a sheet, which may be one alone."""
    return sheet.get("games", [sheet])


def unequal(many: int) -> dict[str, int]:
    """Balances of which no two are opposites, adding up to 0."""
    held = {f"P{number}": (2 * number + 1) ** 2 * (-1) ** number for number in range(many - 1)}
    return held | {"last": -sum(held.values())}
