"""An import from its upload to its end: kept on the disk, written some at a time, gone on with, or taken back.

Every evening of it has a key that names the import and the place in the file: so one that was killed goes on where it
was, writes nothing twice, and is found again to be taken back as a whole.
"""

import json
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve, field, frozen
from sqlite_utils import Database as Rows

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.message import say
from companion.engine.names import name_key
from companion.engine.structure import read, write
from companion.machine.clock import from_the_wall, monotonic, today, wall_clock
from companion.machine.files import make_private_folder, write_private_file
from companion.plays.play import Play, Reading, Unread, require_day
from companion.plays.reading import MAX_BYTES, TOO_MUCH, read_plays
from companion.scoresheet import read_sheet, record_sheet, sheet_from
from companion.store import Beside, Evenings, Moving, Table, Tables
from companion.store.aliases import Whose
from companion.store.database import Database
from companion.store.entries import insert_rows
from companion.store.evenings import derived, searchable
from companion.store.moving import is_evening, read_evening
from companion.store.tables import PARTS, drop_derived, laid_rows, new_code, table_of

FOLDER = "imports"
"""The folder beside the database in which uploads lie."""
NUMBER = re.compile("[0-9]{14}-[0-9a-f]{8}")
"""What names an import: the second in which it began, and chance."""
KEPT_DAYS = 2
"""For how many days an upload lies there that nobody keeps."""
MOST_UPLOADS = 8
"""How many uploads lie there at once."""
A_BATCH = 8
"""The evenings that are written in one transaction at most."""
HOLD_SECONDS = 0.02
"""For how long a transaction holds everybody else up: after one that took longer, fewer are written in the next."""
STEP_SECONDS = 0.6
"""For how long one step writes."""
EVENING = time(20)
"""The hour at which an evening of another day is taken to have begun."""
POINTS_GAME = "points-game"
TITLE = "Points"


Ready: TypeAlias = tuple[dict[str, Any], list[dict[str, Any]], Table]
"""An evening as it is written: its row, those of its entries, and the table that they make."""


class UnknownImport(Refusal):
    """An upload that isn't there, or not any more."""


@frozen
class Wanted:
    """An upload as people wish to keep it."""

    name: str = ""
    """What the file is called."""
    names: dict[str, str] = field(factory=dict)
    """Who everybody of the file is."""
    day: str = ""
    """The day of evenings of which the file says none."""
    game: str = ""
    """The game of those of which it says none."""
    take: list[int] | None = None
    """Which plays of the file are kept, by their places; None as long as nobody said so."""
    done: int = 0
    """How many of these were looked at."""
    refused: list[int] = field(factory=list)
    """Those that couldn't be kept."""


class Imported(NamedTuple):
    """An import that was kept."""

    number: str
    at: str
    """When it began."""
    evenings: int


def laid_on(day: date) -> str | None:
    """Return when an evening of a day began, as the database has it; None for today."""
    if day == today():
        return None
    return from_the_wall(datetime.combine(day, EVENING)).isoformat(timespec="seconds")


@lru_cache(maxsize=1)
def _read(file: Path, size: int, at: int, name: str) -> Reading:
    return read_plays(file.read_bytes(), name)


class Imports:
    """The imports of a database."""

    def __init__(self, database: Database, tables: Tables, evenings: Evenings, moving: Moving) -> None:
        """Keep uploads beside a database, and write into it."""
        self._database = database
        self._tables = tables
        self._evenings = evenings
        self._moving = moving
        self._folder = database.folder / FOLDER
        self._batch = A_BATCH

    # The upload.

    def begin(self, name: str) -> str:
        """Begin an upload and return its number. Raises Illegal where too many lie there."""
        make_private_folder(self._folder)
        self._tidy()
        if len([*self._folder.glob("*.json")]) >= MOST_UPLOADS:
            raise Illegal(say("Too many files wait to be imported: keep or discard some first."))
        number = f"{wall_clock():%Y%m%d%H%M%S}-{secrets.token_hex(4)}"
        write_private_file(self._file(number), b"")
        self._want(number, Wanted(name[-200:]))
        return number

    def add(self, number: str, at: int, part: bytes) -> None:
        """Add a part to an upload; one that comes twice is written once. Raises Malformed where it gets too long."""
        self.wanted(number)
        if at + len(part) > MAX_BYTES:
            self.discard(number)
            raise Malformed(TOO_MUCH)
        with self._file(number).open("r+b") as file:
            if file.seek(0, 2) >= at:
                file.seek(at)
                file.write(part)

    def discard(self, number: str) -> None:
        """Delete an upload; what was kept of it stays."""
        for file in (self._file(number), self._file(number, ".json")):
            file.unlink(missing_ok=True)

    def content(self, number: str) -> bytes:
        """Return the bytes of an upload. Raises UnknownImport."""
        self.wanted(number)
        return self._file(number).read_bytes()

    def reading(self, number: str) -> Reading:
        """Return what an upload holds. Raises UnknownImport and Malformed."""
        wanted, file = self.wanted(number), self._file(number)
        found = file.stat()
        return _read(file, found.st_size, found.st_mtime_ns, wanted.name)

    def wanted(self, number: str) -> Wanted:
        """Return how people wish to keep an upload. Raises UnknownImport."""
        with suppress(OSError, ValueError, Malformed):
            return read(Wanted, json.loads(self._file(number, ".json").read_bytes()))
        raise UnknownImport(say("This file isn't here any more: choose it again."))

    def unfinished(self) -> list[str]:
        """Return the numbers of the imports that were begun and not ended."""
        found = [file.stem for file in sorted(self._folder.glob("*.json"))]
        return [number for number in found if (wanted := self.wanted(number)).take and wanted.done < len(wanted.take)]

    def _file(self, number: str, ending: str = "") -> Path:
        if not NUMBER.fullmatch(number):
            raise UnknownImport(say("This file isn't here any more: choose it again."))
        return self._folder / f"{number}{ending}"

    def _want(self, number: str, wanted: Wanted) -> None:
        write_private_file(self._file(number, ".json"), json.dumps(write(wanted)).encode())

    def _tidy(self) -> None:
        """Delete uploads that were kept, or that nobody has kept for days."""
        unfinished = self.unfinished()
        since = wall_clock().timestamp() - KEPT_DAYS * 24 * 3600
        for file in self._folder.glob("*.json"):
            with suppress(UnknownImport):
                if file.stem not in unfinished and (self.wanted(file.stem).take or file.stat().st_mtime < since):
                    self.discard(file.stem)

    # What is here already.

    def here(self, plays: Iterable[Play], wanted: Wanted) -> list[bool]:
        """Return of each play whether an evening like it is here already: day, game, people and points."""
        known = self._evenings.known()
        left: Counter[Any] = Counter()
        for tally in known.evenings:
            titles = ", ".join(dict.fromkeys(game.title for game in tally.games))
            left[_own(tally.night, titles, tally.players)] += 1
            for game in tally.games:
                points = {known.whose.key(own.name, tally.code): own.figures.points for own in game.players}
                left[_alike(tally.night, game.title, points)] += 1
        found = []
        for play in plays:
            mark = self._mark(play, wanted, known.whose)
            found.append(left[mark] > 0)
            left[mark] -= 1
        return found

    @staticmethod
    def _mark(play: Play, wanted: Wanted, whose: Whose) -> object:
        day = play.day or (date.fromisoformat(wanted.day) if wanted.day else None)
        if play.own:
            return _own(day, play.game, play.players)
        called = {name: wanted.names.get(name, name) for name in play.points}
        apart = {name for name, _ in whose.twice(called.values())}
        keys = {name: name_key(now) if now in apart else whose.key(now) for name, now in called.items()}
        points = {keys[name]: number for name, number in play.points.items()}
        return _alike(day, play.game or wanted.game or TITLE, points)

    # Writing.

    def keep(self, number: str, wanted: Wanted) -> None:
        """Note how an upload is to be kept; ``step`` writes it. Raises Malformed where a day is none."""
        reading = self.reading(number)
        missing = [play for play in reading.plays if not play.day]
        if missing:
            with suppress(ValueError):
                require_day(date.fromisoformat(wanted.day))
                missing = []
        if missing:
            raise Malformed(say("A date is missing or isn't a date: write it like 2026-09-01."))
        here = self.here(reading.plays, wanted)
        take = [place for place, is_here in enumerate(here) if not is_here]
        self._want(number, evolve(wanted, name=self.wanted(number).name, take=take))

    def step(self, number: str) -> Wanted:
        """Write for a while, one batch at least, and return how far it is."""
        wanted, plays, until = self.wanted(number), self.reading(number).plays, monotonic() + STEP_SECONDS
        take = wanted.take or []
        written = self._last(number)
        done = max(wanted.done, next((at for at, place in enumerate(take) if place > written), len(take)))
        refused = list(wanted.refused)
        while done < len(take):
            batch = take[done : done + self._batch]
            refused += self._write(number, wanted, {place: plays[place] for place in batch})
            done += len(batch)
            if monotonic() > until:
                break
        self._want(number, wanted := evolve(wanted, done=done, refused=refused))
        return wanted

    def _write(self, number: str, wanted: Wanted, plays: Mapping[int, Play]) -> list[int]:
        """Write some plays in one transaction, and return the places of those that can't be kept.

        All is worked out before anybody has to wait.
        """
        ready: list[Ready] = []
        refused = []
        for place, play in plays.items():
            key = _key(number, place)
            try:
                if is_evening(play.own):
                    self._moving.import_evening(read_evening(play.own), lambda code, key=key: self._name(code, key))  # type: ignore[misc]
                else:
                    ready.append(self._ready(play, wanted, key))
            except Refusal:
                refused.append(place)
        self._insert(ready)
        return refused

    @contextmanager
    def _holding(self) -> Iterator[Rows]:
        """Open a transaction, and let the next have as many evenings as fit into HOLD_SECONDS by what it took."""
        with self._database.writing() as rows:
            began = monotonic()
            yield rows
        most = self._batch * HOLD_SECONDS / max(monotonic() - began, 0.001)
        self._batch = max(1, min(A_BATCH, self._batch * 2, int(most)))

    def _insert(self, ready: Sequence[Ready]) -> None:
        lines = [derived(table) for *_, table in ready]
        with self._holding() as rows:
            insert_rows(rows, "tables", [row for row, *_ in ready])
            insert_rows(rows, "entries", [entry for _, entries, _ in ready for entry in entries])
            insert_rows(rows, "evenings", lines)

    def lay(self, play: Play, key: str | None) -> str:
        """Write one play down, and return its code; a key used before gives the evening written with it."""
        ready = self._ready(play, Wanted(), key)
        with self._database.writing() as rows:
            if key and (twin := rows.execute("select code from tables where key = ?", [key]).fetchone()):
                return str(twin[0])
            self._insert([ready])
        return ready[-1].code

    def _ready(self, play: Play, wanted: Wanted, key: str | None) -> Ready:
        """Return the rows of an evening, and its table. Raises Malformed and Illegal."""
        sheet = read_sheet(play.own) if play.own else sheet_from(sheet_of(play, wanted))
        day = play.day or date.fromisoformat(wanted.day)
        beside = Beside(start=sheet.start, counter_value=sheet.counter_value, place=play.place, notes=play.notes)
        journal = record_sheet(sheet)
        with self._database.reading() as rows:
            code = new_code(rows)
        row, entries = laid_rows(code, sheet.players, beside, journal, laid_on(day), key)
        return row, entries, table_of(row, beside, journal, entries)

    def _name(self, code: str, key: str) -> None:
        """Give a whole evening the key of its import, within the transaction that writes it."""
        self._database.rows.execute("update tables set key = ? where code = ?", [key, code])

    def why_refused(self, number: str) -> list[Unread]:
        """Return why some plays of an import couldn't be kept."""
        wanted, plays, found = self.wanted(number), self.reading(number).plays, []
        for place in wanted.refused:
            try:
                self._ready(plays[place], wanted, "")
            except Refusal as refused:
                found.append(Unread(plays[place].where, say(refused.why)))
        return found

    def _last(self, number: str) -> int:
        """Return the place of the last play of an import that was written, -1 where none was."""
        with self._database.reading() as rows:
            (last,) = rows.execute("select max(key) from tables where key glob ?", [f"{_prefix(number)}*"]).fetchone()
        return int(last[-8:]) if last else -1

    # What was kept, and taking it back.

    def all(self) -> list[Imported]:
        """Return the imports of which evenings are here, the latest first."""
        prefix = len(_prefix("")) + 1
        query = (
            f"select substr(key, {prefix}, 23) as number, count(*) from tables where key glob 'import *' "
            "group by number order by number desc"
        )
        with self._database.reading() as rows:
            found = rows.execute(query).fetchall()
        return [Imported(number, began(number), count) for number, count in found if NUMBER.fullmatch(number)]

    def undo(self, number: str) -> int:
        """Take an import back, and return how many evenings stay: those at which people have written since."""
        with suppress(UnknownImport):
            self.discard(number)
        since = (
            "select code from tables where key glob ? and changes = 0 and not exists "
            "(select 1 from entries join devices using (code, device) where entries.code = tables.code)"
        )
        with self._database.reading() as rows:
            codes = [code for (code,) in rows.execute(since, [f"{_prefix(number)}*"])]
        while codes:
            batch, codes = codes[: self._batch], codes[self._batch :]
            with self._holding() as rows:
                for code in batch:
                    drop_derived(rows, code)
                    for name in ("invitations", "replies", *reversed(PARTS)):
                        rows.execute(f"delete from {name} where code = ?", [code])
            for code in batch:
                self._tables.drop(code)
        return next((each.evenings for each in self.all() if each.number == number), 0)


def sheet_of(play: Play, wanted: Wanted) -> dict[str, Any]:
    """Return the score sheet of a play, with the names that people said. Raises Malformed."""
    named = {name: wanted.names.get(name) or name for name in play.players}
    if len({name_key(name) for name in named.values()}) < len(named):
        twice = Counter(name_key(name) for name in named.values()).most_common(1)[0][0]
        who = next(name for name in named.values() if name_key(name) == twice)
        raise Malformed(say("{who} would play twice in it", who=who))
    scored = [
        {"move": "scored", "points": {named[name]: points for name, points in hand.items()}} for hand in play.rounds
    ]
    moves: list[dict[str, Any]] = [move for hand in scored for move in ({"move": "deal"}, hand)]
    options = {
        "name": play.game or wanted.game or TITLE,
        **({"wins": "fewest"} if play.fewest_win else {}),
        **({"outcome": play.outcome} if play.outcome != "points" else {}),
    }
    game = {"game": POINTS_GAME, "options": options, "edition": 1, "moves": [*moves, {"move": "finish"}]}
    return {"scoresheet": 1, "players": [*named.values()], "games": [game]}


def began(number: str) -> str:
    """Return when an import began, as the database has it."""
    digits = number[:14]
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}T{digits[8:10]}:{digits[10:12]}:{digits[12:]}+00:00"


def _prefix(number: str) -> str:
    return f"import {number}"


def _key(number: str, place: int) -> str:
    return f"{_prefix(number)} {place:08}"


def _alike(day: date | None, title: str, points: Mapping[str, int]) -> object:
    return day, searchable(title), frozenset(points.items())


def _own(day: date | None, titles: str, players: Iterable[str]) -> object:
    return day, titles, frozenset(players)
