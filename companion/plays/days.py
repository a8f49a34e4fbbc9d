"""Days as people write them: 2024-03-02, 2.3.2024, 03/02/2024, Sat 2-Mar-24."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

from companion.engine.errors import Malformed
from companion.engine.fields import excerpt
from companion.engine.message import say
from companion.machine.clock import today
from companion.plays.play import require_day
from companion.store.evenings import searchable

AFTER = r"(?:[T, ].*)?$"
"""The hour may stand behind a day."""
YEAR_FIRST = re.compile(r"(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})" + AFTER + r"|(\d\d)(\d\d)$)")
YEAR_LAST = re.compile(r"(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d\d)" + AFTER)
IN_WORDS = re.compile(
    r"(?:[a-z]+\.?,? +)??(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?[ /-]*(?:of )?([a-z]+)\.?,?"
    r"|([a-z]+)\.?[ /-](\d{1,2})(?:st|nd|rd|th)?,?)(?:[ /-]*(\d{4})|[ /-]+(\d\d))" + AFTER
)
WEEKDAY = re.compile(r"^(?:mo|tu|we|th|fr|s[aou]|di|mi|do|lu|m[ae]|je|ve)[^\W\d]{0,8}\.?,? +(?=\d+ ?[-/.])", re.I)
"""What may stand before a day in figures."""
COUNTED = re.compile(r"([2-5]\d{4})(?:[.,]\d+)?")
"""A day as spreadsheets count them from the end of 1899, in the years from 1954 to 2064."""
MONTHS = {
    word: month
    for month, words in enumerate(
        (
            "jan",
            "feb fev",
            "mar mrz",
            "apr avr",
            "may mai",
            "jun juin",
            "jul juil",
            "aug aou",
            "sep",
            "oct okt",
            "nov",
            "dec dez",
        ),
        1,
    )
    for word in words.split()
}
"""How months begin in our languages, without accents."""


class Days:
    """The days of a column: whether the day or the month stands first is told by those that can only be one."""

    def __init__(self, cells: Sequence[str], day_first: bool | None = None) -> None:
        """Look at all of them; ``day_first`` is what people say of those that may be either."""
        self._are_counted = are_counted(cells)
        written = [found for cell in cells if (found := YEAR_LAST.match(WEEKDAY.sub("", cell)))]
        self._year_first = day_first is None and _year_first([found for found in written if _is_short(found)])
        written = [found for found in written if not (self._year_first and _is_short(found))]
        self._told = {first for found in written if (first := _told(found)) is not None}
        self._day_first = day_first
        self.either = next((found[0] for found in written if self._is_day_first(found) is None), "")
        """A day that may be two."""

    def _is_day_first(self, found: re.Match[str]) -> bool | None:
        told = _told(found)
        if told is None and len(self._told) == 1:
            (told,) = self._told
        if told is None and (
            found[1] == found[3] or int(found[1]) == int(found[3]) or (found[2] == "." and not self._told)
        ):
            return True
        return self._day_first if told is None else told

    def of(self, cell: str) -> date | None:
        """Return the day that was written; None for nothing, and as long as it may be two. Raises Malformed."""
        if not cell:
            return None
        cell = WEEKDAY.sub("", given := cell)
        with suppress(ValueError):
            if self._are_counted and (found := COUNTED.fullmatch(cell)):
                return date(1899, 12, 30) + timedelta(int(found[1]))
            if found := YEAR_LAST.match(cell):
                return self._of_figures(found)
            if found := YEAR_FIRST.match(cell):
                return require_day(date(int(found[1]), int(found[3] or found[5]), int(found[4] or found[6])))
            if found := IN_WORDS.match(searchable(cell)):
                word = found[2] or found[3]
                month = MONTHS.get(word[:4]) or MONTHS[word[:3]] if word[:4] in MONTHS or word[:3] in MONTHS else 0
                return require_day(date(_year(found[5] or found[6]), month, int(found[1] or found[4])))
        raise Malformed(say("“{given}” is not a day", given=excerpt(given)))

    def _of_figures(self, found: re.Match[str]) -> date | None:
        one, other = int(found[1]), int(found[3])
        if self._year_first and _is_short(found):
            return date(_year(found[1]), other, int(found[4]))
        day_first = self._is_day_first(found)
        if day_first is None:
            return None
        year = _year(found[4])
        return require_day(date(year, other, one) if day_first else date(year, one, other))


def is_day(cell: str) -> bool:
    """Return whether a cell is a day, or may be two."""
    with suppress(Malformed):
        return bool(Days([cell], True).of(cell))
    return False


def are_days(cells: Sequence[str]) -> bool:
    """Return whether any cell of a column is a day, or all are counted days."""
    return any(map(is_day, cells)) or are_counted(cells)


def are_counted(cells: Sequence[str]) -> bool:
    """Return whether a column of days holds nothing but such as spreadsheets count."""
    return bool(cells) and all(map(COUNTED.fullmatch, cells))


def _year(year: str) -> int:
    return int(year) + (0 if len(year) == 4 else 1900 if int(year) > 68 else 2000)


def _is_short(found: re.Match[str]) -> bool:
    """Return whether a day, such as 24-03-02, may begin with its year."""
    return found[2] == "-" and len(found[1]) == len(found[4]) == 2


def _year_first(short: Sequence[re.Match[str]]) -> bool:
    """Return whether such days begin with their year: none is to come, and they span less, or else are later."""
    ways = []
    for year, day in ((4, 1), (1, 4)):
        with suppress(ValueError):
            days = [date(_year(found[year]), int(found[3]), int(found[day])) for found in short]
            if days and max(days) <= today():
                ways.append((max(days) - min(days), -max(days).toordinal(), year == 1))
    return bool(ways) and min(ways)[2]


def _told(found: re.Match[str]) -> bool | None:
    """Return whether the day stands before the month in a day that can only be one; None where it may be either."""
    one, other = int(found[1]), int(found[3])
    return True if one > 12 else False if other > 12 else None
