"""The keeper: while tables are served, it brings the log into the database and makes backups by itself."""

import logging
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

from companion.engine.errors import Refusal
from companion.engine.message import say
from companion.machine.clock import today
from companion.machine.files import share_disk
from companion.store.backups import Damaged, daily, is_new_day
from companion.store.bin import Bin
from companion.store.database import MOVED, Database
from companion.store.table import Table
from companion.store.tables import Tables

CHECKPOINT_SECONDS = 15.0
"""Seconds without a change after which the file of the database alone holds everything."""
QUIET_SECONDS = 180.0
"""Seconds without a change after which a backup is made."""
BACKUP_SECONDS = 3600.0
"""Seconds after which one is made though people play on, or the last one failed."""
TICK_SECONDS = 1.0
"""Seconds between two looks at what is due."""
LOG = logging.getLogger("companion")

NO_SECOND_PLACE = say("The second place for backups is missing. Plug the stick back in, and it catches up by itself.")
NO_BACKUP = say("No backup could be made: the window where Companion is running says why.")


class Keeper:
    """Keeps backups of a database that is served: beside it, and in a second place if there is one.

    One is made at the start, when a game is over, when nothing was changed for some minutes, every hour, and at the
    end. What goes wrong is logged once, and said on the first page as long as it lasts.
    """

    def __init__(self, database: Database, tables: Tables, work: Iterator[object] | None = None) -> None:
        """Listen to the tables; ``work`` is done a step a second beside it."""
        self.second: Path | None = None
        """The folder of a second place for backups, such as a stick."""
        self._database = database
        self._work = work or iter(())
        self._second_on_one_disk: bool | None = None
        self._changes = 0
        self._changed_at = monotonic()
        self._tried_at = -BACKUP_SECONDS
        self._in_file = self._in_backup = False
        """Whether the last change is in the file of the database, and in every backup."""
        self._wanted = True
        self._troubles: dict[str, str] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        tables.table_changed.connect(self.hear)

    def hear(self, sender: object, table: Table) -> None:
        """Ask for a backup where a game is over: a listener to ``Tables.table_changed``."""
        self._wanted = self._wanted or table.journal.state.over

    def notices(self) -> list[str]:
        """Return what the household should know, a sentence each."""
        moved = [] if self._database.is_in_place() else [say("Nothing can be written down: {error}.", error=MOVED)]
        return [*moved, *self._troubles]

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Make the last backup, unless the database was taken away."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._database.is_in_place():
            self._database.checkpoint()
            self._look_for_second_place()
            self._keep()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self.tick()
            self._stopped.wait(TICK_SECONDS)

    def tick(self) -> None:
        """Do what is due by now."""
        now, changes = monotonic(), self._database.changes
        if changes != self._changes:
            self._changes, self._changed_at = changes, now
            self._in_file = self._in_backup = False
        if self._look_for_second_place():
            self._wanted = True
        if not self._database.is_in_place():
            return
        next(self._work, None)
        quiet, since = now - self._changed_at, now - self._tried_at
        if not self._in_file and quiet >= CHECKPOINT_SECONDS:
            self._in_file = self._database.checkpoint()
        if self._wanted or since >= BACKUP_SECONDS or (not self._in_backup and min(quiet, since) >= QUIET_SECONDS):
            self._keep()

    def _look_for_second_place(self) -> bool:
        """Note whether the second place is there; return whether it has come back."""
        if not self.second:
            return False
        on_one_disk = share_disk(self.second, self._database.folder)
        if self._second_on_one_disk is None and on_one_disk is not None:
            self._second_on_one_disk = on_one_disk
            if on_one_disk:
                LOG.warning("The second place for backups, %s, is on the disk of the tables.", self.second)
        # where a stick was taken out, its folder may still be there, empty, on the disk of the tables
        there = on_one_disk is not None and on_one_disk <= bool(self._second_on_one_disk)
        was_missing = NO_SECOND_PLACE in self._troubles
        self._note(NO_SECOND_PLACE, "" if there else f"The second place for backups is not there: {self.second}")
        return was_missing and there

    def _keep(self) -> None:
        """Make today's backup in every place, and look for rows that no page would miss."""
        self._tried_at, self._wanted = monotonic(), False
        changes = self._database.changes
        why = self._backup()
        if self.second and NO_SECOND_PLACE not in self._troubles:
            why = self._backup(self.second) or why
        self._note(NO_BACKUP, why)
        self._in_backup = not why and changes == self._database.changes
        with suppress(Refusal):  # another program holds the file: the next time, then
            self._database.leave_out_lost()

    def _backup(self, place: Path | None = None) -> str:
        """Make today's backup in a place, and return why it was not made; empty where all is well.

        With the first of a new day beside the database, that day is counted in the bin.
        """
        folder, day = self._database.folder, today()
        is_new = not place and is_new_day(folder, day)
        try:
            daily(folder, day, place)
            if is_new:
                Bin(self._database).count_day()
        except Damaged as error:
            return f"No backup was made: {error} companion check says where, companion export --all saves the rest."
        except (Refusal, OSError) as error:
            return f"No backup was made: {error}"
        return ""

    def _note(self, notice: str, why: str) -> None:
        """Put a notice up for as long as there is a reason, and log each reason once."""
        if not why:
            self._troubles.pop(notice, None)
        elif self._troubles.get(notice) != why:
            self._troubles[notice] = why
            LOG.warning(why)
