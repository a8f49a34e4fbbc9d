"""The clock of what lasts for a while, which takes no notice of the time of day; and the clock on the wall.

The one on the wall may be wrong, and be put right: it says when something was written, and never destroys or refuses.
"""

import time
from datetime import UTC, date, datetime, timedelta, timezone

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""The years of a day or a time that is written down, far within those that clocks can reckon with."""
KNOWN_SINCE = datetime(1971, 1, 1)  # by the clock on the wall
"""Since when every system tells the time of its place; Windows knows of no day before 1970."""
NIGHT_ENDS = timedelta(hours=5)
"""Until when, by the clock on the wall, it is still the evening of the day before."""


def monotonic() -> float:
    """Return the seconds since some moment; ``time.monotonic`` as it is when called, so that a test may move it on."""
    return time.monotonic()


def wall_clock() -> datetime:
    """Return the time by the clock on the wall, as UTC; ``time.time`` as it is when called, as above."""
    return datetime.fromtimestamp(time.time(), UTC)


def today() -> date:
    """Return the day by the clock on the wall of this place."""
    return on_the_wall(wall_clock()).date()


def tonight() -> date:
    """Return the day whose evening it is, or was last."""
    return night_of(wall_clock())


def night_of(when: datetime | str) -> date:
    """Return the day to whose evening a time belongs, also as the database writes it."""
    return (on_the_wall(when) - NIGHT_ENDS).date()


def last_christmas() -> date:
    """Return the latest Christmas Day that has come."""
    day = tonight()
    return date(day.year - ((day.month, day.day) < (12, 25)), 12, 25)


def on_the_wall(when: datetime | str) -> datetime:
    """Return a time, also as the database writes it, as the clock on the wall of this place shows it.

    Long ago, clocks are taken to have stood as they did at the beginning of 1971.
    """
    when = datetime.fromisoformat(when) if isinstance(when, str) else when
    return when.astimezone(_offset() if when.year < KNOWN_SINCE.year else None)


def from_the_wall(when: datetime) -> datetime:
    """Return a time that the clock on the wall of this place shows, without its zone, as UTC."""
    return (when.replace(tzinfo=_offset()) if when < KNOWN_SINCE else when).astimezone(UTC)


def _offset() -> timezone:
    return timezone(KNOWN_SINCE.astimezone().utcoffset() or UTC.utcoffset(None))
