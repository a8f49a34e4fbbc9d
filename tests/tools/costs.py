"""What people wait for, as it was counted last: ``tests/costs.txt``, a line for each count.

``COMPANION_COSTS=write`` in the environment writes what is counted instead of comparing it: ``make costs``.
"""

import os
import sys
from pathlib import Path

KEPT = Path(__file__).parents[1] / "costs.txt"
COUNTED_ON = (3, 11)
"""The Python on which calls are counted: another makes some more of them, or some less."""


def kept() -> dict[str, int]:
    """What was counted, by its name."""
    lines = (
        line.rsplit(None, 1) for line in KEPT.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")
    )
    return {name.rstrip(): int(number) for name, number in lines}


def hold(counts: dict[str, int], margin: float = 0.02) -> None:
    """Refuses what differs from what was counted last by more than a margin, be it more or less."""
    if os.environ.get("COMPANION_COSTS") == "write":
        write(kept() | counts)
    if sys.version_info[:2] != COUNTED_ON:
        return
    before = kept()
    differing = [
        f"{name}: {now}, and was {before.get(name, 'never counted')}"
        for name, now in counts.items()
        if abs(now - before.get(name, 0)) > margin * before.get(name, 0)
    ]
    assert not differing, "; ".join(differing) + ". make costs writes it; the commit says for what."


def write(counts: dict[str, int]) -> None:
    """Writes the counts in the place of those that were kept."""
    said = [line for line in KEPT.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lines = [*said, *(f"{name:60} {number:10}" for name, number in sorted(counts.items()))]
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")
