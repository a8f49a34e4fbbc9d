"""The tables in memory: those that are played at, and a few that were only looked at."""

import threading
from collections.abc import Iterator, MutableMapping

from cachetools import LRUCache, TTLCache

from companion.machine.clock import monotonic
from companion.store.table import Table

MAX_CACHED_TABLES = 32
"""Tables kept because they were looked at, those last asked for; any other is read again from the database."""
MAX_PLAYED_TABLES = 256
"""Tables kept because they were written to lately."""
PLAYED_SECONDS = 600.0
"""Seconds for which a table that was written to is kept, however many others are looked at."""


class TableCache(MutableMapping[str, Table]):
    """The newest version of some tables, by their codes."""

    def __init__(self) -> None:
        """Begin empty."""
        self._looked_at: LRUCache[str, Table] = LRUCache(MAX_CACHED_TABLES)
        self._played: TTLCache[str, Table] = TTLCache(MAX_PLAYED_TABLES, PLAYED_SECONDS, monotonic)
        self._guard = threading.RLock()

    def keep(self, table: Table, *, played: bool = False) -> Table:
        """Keep a table in the place of what it was before, and return it; ``played`` says that it was written to."""
        with self._guard:
            if played or table.code in self._played:
                self._looked_at.pop(table.code, None)
                self._played[table.code] = table
            else:
                self._looked_at[table.code] = table
        return table

    def __getitem__(self, code: str) -> Table:
        """Return a table. Raises KeyError."""
        with self._guard:
            table: Table | None = self._played.get(code)
            return table or self._looked_at[code]

    def __setitem__(self, code: str, table: Table) -> None:
        """Keep a table that was looked at."""
        self.keep(table)

    def __delitem__(self, code: str) -> None:
        """Drop a table. Raises KeyError."""
        with self._guard:
            del (self._played if code in self._played else self._looked_at)[code]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the codes."""
        with self._guard:
            return iter([*self._played, *self._looked_at])

    def __len__(self) -> int:
        """Return how many tables there are."""
        with self._guard:
            return len(self._played) + len(self._looked_at)
