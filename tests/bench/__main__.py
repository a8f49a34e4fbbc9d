"""Measures everything, and writes docs/PERFORMANCE.md anew between its two marks unless it was to be ``quick``."""

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from tests.bench import hall, ink, live, recording, sheets, site, starting, years
from tests.bench.phones import Row

PAGE = Path(__file__).parent.parent.parent / "docs" / "PERFORMANCE.md"
BEGINS, ENDS = "<!-- measured -->", "<!-- /measured -->"
HEAD = "| What | Measured | At most | Kept |\n|---|---|---|---|\n"
ROUNDS = {False: 300, True: 40}
TAPS = {False: 80, True: 20}


def parts(quick: bool) -> dict[str, Callable[[Path], Iterator[Row | str]]]:
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
    for part in wanted:
        said.append(f"| **{part}** | | | |\n")
        say(said[-1])
        with tempfile.TemporaryDirectory() as folder:
            for row in parts(quick)[part](Path(folder)):
                said.append(f"{row}\n")
                say(said[-1])
    if not quick and wanted == list(parts(quick)):
        before, _, rest = PAGE.read_text().partition(BEGINS)
        PAGE.write_text(f"{before}{BEGINS}\n{''.join(said)}{ENDS}{rest.partition(ENDS)[2]}")


def say(line: str) -> None:
    """A line of the report, as soon as it is known."""
    sys.stdout.write(line)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
