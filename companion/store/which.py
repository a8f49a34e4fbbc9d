"""Which tables to list: those that a device knows, or all; on the first page, or put away."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database as Rows

from companion.store.database_file import past_damage


class Which(NamedTuple):
    """Which tables to list."""

    device: str | None = None
    """The hash of the device that knows them; None: all."""
    codes: Sequence[str] = ()
    """Codes of more tables, beside those that the device knows."""
    put_away: bool | None = False
    """Whether to list those that were put away, instead of the others; None: all."""
    only: Sequence[str] | None = None
    """The codes of those to list at most; None: any."""

    def condition(self) -> tuple[str, list[str]]:
        """Return the condition in SQL, and its values."""
        away = "1" if self.put_away is None else f"put_away is {'not ' if self.put_away else ''}null"
        where, values = away, []
        if self.only is not None:
            where, values = f"{where} and code in ({marks(self.only)})", [*self.only]
        if self.device is not None:
            known = f"(code in (select code from devices where device = ?) or code in ({marks(self.codes)}))"
            where, values = f"{where} and {known}", [*values, self.device, *self.codes]
        return where, values


def marks(values: Sequence[str]) -> str:
    """Return the place of each of some values in SQL."""
    return ", ".join("?" * len(values))


ALL = Which()
"""All tables but those that were put away."""
EVERY = Which(put_away=None)
"""Those that were put away, too."""


def years(rows: Rows) -> list[int]:
    """Return the years in which tables were laid, the latest first."""
    with past_damage():
        found = rows.execute("select distinct strftime('%Y', laid_at, 'localtime') from tables order by 1 desc")
        return [int(year) for (year,) in found if year]
    return []  # its pages are damaged
