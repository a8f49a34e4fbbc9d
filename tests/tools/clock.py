"""The clock on the wall, as far off as a test sets it."""

import time
from datetime import datetime, timedelta

import pytest

from companion.machine.clock import wall_clock

RIGHT = time.time()
OFF = {
    "a day behind": timedelta(days=-1),
    "forty days ahead": timedelta(days=40),
    "1970": timedelta(hours=1, seconds=-RIGHT),
}
"""How far a clock is off."""


class Clock:
    """The clock on the wall of this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real, self.off = time.time, timedelta()
        monkeypatch.setattr(time, "time", lambda: real() + self.off.total_seconds())

    @property
    def day(self) -> str:
        """The day that it shows, where it is right by UTC."""
        return f"{wall_clock():%Y-%m-%d}"

    def shows(self, day: str) -> None:
        """Sets it to noon of a day."""
        self.off = timedelta()
        self.off = datetime.fromisoformat(f"{day}T12:00:00+00:00") - wall_clock()
