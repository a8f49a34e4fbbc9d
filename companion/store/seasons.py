"""Seasons of the regular groups: from a day to a day, or still open; theirs are the evenings of the group."""

from contextlib import suppress
from datetime import date
from typing import NamedTuple

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import NAME
from companion.engine.message import say
from companion.engine.names import legible
from companion.store.database import MAX_INTEGER, Database
from companion.store.groups import Groups

MAX_SEASONS = 100
"""How many seasons a household keeps."""
FIRST_YEAR, LAST_YEAR = 1900, 2999
"""The years of a day, far within those that clocks can reckon with."""
SELECT = "select number, regulars, name, since, until from seasons"


class UnknownSeason(Refusal):
    """No season is kept under this number."""


class Season(NamedTuple):
    """Some months of a group."""

    number: int
    group: int
    """The number of the group."""
    name: str
    since: str
    """Its first day, ``2026-09-01``."""
    until: str | None
    """Its last day; None as long as it is open."""


class Seasons:
    """The seasons in a database."""

    def __init__(self, database: Database, groups: Groups) -> None:
        """Read and write the seasons of the groups of a database."""
        self._database = database
        self._groups = groups

    def open(self, group: int, name: str, since: str) -> Season:
        """Open a season of a group, which has one open at a time.

        Raises UnknownGroup, Malformed where the name or the day can't be one, Illegal where another is open or too many
        are kept, and WriteFailed.
        """
        if why := NAME.problem_if_new(name):
            raise Malformed(say("The name “{name}” {why}.", name=legible(name[:20]), why=why))
        row = {"regulars": self._groups.find(group).number, "name": name, "since": day(since)}
        with self._database.writing() as rows:
            self._require_none_open(group)
            if len(self.all()) >= MAX_SEASONS:
                raise Illegal(say("There are {most} seasons already: remove one.", most=MAX_SEASONS))
            rows.table("seasons").insert(row)
            return self.all()[0]

    def close(self, number: int, until: str) -> Season:
        """Close a season with a day, or say another last day. Raises UnknownSeason, Malformed and WriteFailed."""
        with self._database.writing() as rows:
            season = self.find(number)
            if day(until) < season.since:
                raise Malformed(say("A season can't end before it begins: choose a later day."))
            rows.table("seasons").update(season.number, {"until": day(until)})
            return self.find(number)

    def open_again(self, number: int) -> Season:
        """Let a season go on that was closed. Raises UnknownSeason, Illegal where another is open, and WriteFailed."""
        with self._database.writing() as rows:
            season = self.find(number)
            if season.until:
                self._require_none_open(season.group)
            rows.table("seasons").update(season.number, {"until": None})
            return self.find(number)

    def remove(self, number: int) -> None:
        """Remove a season; its evenings stay. Raises UnknownSeason, and WriteFailed."""
        with self._database.writing() as rows:
            rows.table("seasons").delete(self.find(number).number)

    def find(self, number: int) -> Season:
        """Return the season of a number. Raises UnknownSeason."""
        with self._database.reading() as rows:
            found = rows.execute(f"{SELECT} where number = ?", [min(number, MAX_INTEGER)]).fetchone()
        if found is None:
            raise UnknownSeason(say("This season is no longer kept here."))
        return Season(*found)

    def all(self) -> list[Season]:
        """Return all seasons, the latest first."""
        with self._database.reading() as rows:
            return [Season(*row) for row in rows.execute(f"{SELECT} order by number desc")]

    def _require_none_open(self, group: int) -> None:
        for season in self.all():
            if season.group == group and not season.until:
                raise Illegal(say("The season {name} is still open: close it first.", name=season.name))


def day(written: str) -> str:
    """Return a day as it is kept, ``2026-09-01``. Raises Malformed."""
    with suppress(ValueError):
        found = date.fromisoformat(written)
        if FIRST_YEAR <= found.year <= LAST_YEAR:
            return found.isoformat()
    raise Malformed(say("A date is missing or isn't a date: write it like 2026-09-01."))
