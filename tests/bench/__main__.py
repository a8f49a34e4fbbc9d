"""Measures everything, and writes docs/PERFORMANCE.md anew between its two marks unless it was to be ``quick``.

Ends with status 1 where a median ratio is more than a tenth worse than its best on that page, also at a second run of
its part. The column of the best is written by hand, by a commit that says why.
"""

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from attrs import evolve

from tests.bench import hall, ink, live, recording, sheets, site, starting, years
from tests.bench.phones import Row

PAGE = Path(__file__).parent.parent.parent / "docs" / "PERFORMANCE.md"
BEGINS, ENDS = "<!-- measured -->", "<!-- /measured -->"
HEAD = "| What | Measured | Best | At most | Kept |\n|---|---|---|---|---|\n"
ROUNDS = {False: 300, True: 40}
TAPS = {False: 80, True: 20}


def parts(quick: bool) -> dict[str, Callable[[Path], Iterator[Row]]]:
    return {
        "Recording": lambda folder: recording.rows(folder, ROUNDS[quick]),
        "Live": live.rows,
        "A hall": hall.rows,
        "Tap to ink": lambda folder: ink.rows(folder, TAPS[quick]),
        "Starting and loading": starting.rows,
        "Without a server": site.rows,
        "Sheets and settlements": lambda folder: sheets.rows(),
        "Years of evenings": years.rows,
    }


def main() -> None:
    quick = "quick" in sys.argv
    wanted = [part for part in parts(quick) if not set(sys.argv) & set(parts(quick)) or part in sys.argv]
    said = [
        f"{date.today():%-d %B %Y}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}.\n",
        f"\n{HEAD}",
    ]
    say(said[-1])
    worse: list[str] = []
    for part in wanted:
        said.append(f"| **{part}** | | | | |\n")
        say(said[-1])
        rows = measured(parts(quick)[part])
        if any(row.is_worse for row in rows):
            say("once more:\n")
            better = {row.name: row for row in measured(parts(quick)[part]) if not row.is_worse}
            rows = [better.get(row.name, row) if row.is_worse else row for row in rows]
        said += [f"{row}\n" for row in rows]
        worse += [f"{row.what}: {row.measured:.3g}, and was {row.best:g}" for row in rows if row.is_worse]
    if not quick and wanted == list(parts(quick)):
        before, _, rest = PAGE.read_text().partition(BEGINS)
        PAGE.write_text(f"{before}{BEGINS}\n{''.join(said)}{ENDS}{rest.partition(ENDS)[2]}")
    if worse and not quick:
        sys.exit("More than a tenth worse than the best:\n" + "\n".join(worse))


def measured(part: Callable[[Path], Iterator[Row | str]]) -> list[Row]:
    """The rows of a part, each said as soon as it is known, with the best that the page says of it."""
    best, rows = bests(), []
    with tempfile.TemporaryDirectory() as folder:
        for row in part(Path(folder)):
            if isinstance(row, Row):
                row = evolve(row, best=best.get(row.name))
                rows.append(row)
            say(f"{row}\n")
    return rows


def bests() -> dict[str, float]:
    """The best of each ratio, as the page has it."""
    cells = (
        [cell.strip() for cell in line.split("|")] for line in PAGE.read_text().splitlines() if line.startswith("| ")
    )
    return {
        row[1].partition(" (")[0]: float(row[3].split()[0]) for row in cells if len(row) > 5 and row[3].endswith("×")
    }


def say(line: str) -> None:
    """A line of the report, as soon as it is known."""
    sys.stdout.write(line)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
