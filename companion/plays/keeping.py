"""An import from its upload to its end: kept on the disk, worked out beside the play, copied in as a whole, taken back.

Every evening of it has a key that names the import and the place in the file, by which all are found again.
"""

import json
import logging
import re
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from typing import Any, NamedTuple, TypeAlias

from attrs import define, evolve, field, frozen

from companion.engine.errors import Illegal, Malformed, Refusal
from companion.engine.fields import excerpt
from companion.engine.message import listed, say
from companion.engine.names import name_key, stored_name_key
from companion.engine.reports.tallies import Figures
from companion.engine.structure import read, write
from companion.machine.clock import from_the_wall, on_the_wall, today, wall_clock
from companion.machine.files import make_private_folder, write_private_file
from companion.plays.play import TOO_MUCH, Play, Reading, Unread, require_day
from companion.plays.reading import MAX_BYTES, read_plays
from companion.plays.spreadsheet import How
from companion.scoresheet import read_sheet, record_sheet, sheet_from, write_sheet
from companion.store import Beside, Evenings, Moving, Table, Tables
from companion.store.aliases import Whose
from companion.store.database import Database, WriteFailed, wrap
from companion.store.entries import insert_rows
from companion.store.evenings import GameLine, PlayerLine, derived, searchable
from companion.store.moving import Standing, is_evening, nobody_may, play_evening, read_evening
from companion.store.tables import PARTS, is_taken, laid_rows, new_code, table_of

FOLDER = "imports"
"""The folder beside the database in which uploads lie."""
NUMBER = re.compile("[0-9]{14}-[0-9a-f]{8}")
"""What names an import: the second in which it began, and chance."""
KEPT_DAYS = 2
"""For how many days an upload lies there that nobody keeps."""
MOST_UPLOADS = 8
"""How many uploads lie there at once."""
AT_ONCE = 100
"""How many evenings are worked out while the page that asks waits; more are by a thread of their own."""
AT_ONCE_BYTES = 256 * 1024
"""How long Companion's own files may be in all for that."""
A_BREATH = 0.002
"""For how many seconds that thread lets others go first after each evening."""
EVENING = time(20)
"""The hour at which an evening of another day is taken to have begun."""
POINTS_GAME = "points-game"
TITLE = "Points"
COPIED = ("tables", "entries", "evenings")
"""The tables of the database that an import fills, in this order."""
GONE = say("This file isn't here any more: choose it again.")

Ready: TypeAlias = tuple[dict[str, Any], list[dict[str, Any]], Table]
"""An evening as it is written: its row, those of its entries, and the table that they make."""


class UnknownImport(Refusal):
    """An upload that isn't there, or not any more."""


@frozen
class Wanted:
    """An upload as people wish to keep it: what the file is called, and who everybody in it is.

    The day and the game are those of evenings of which it says none, the players those of one that only says who won;
    the rest says how a spreadsheet is read.
    """

    name: str = ""
    names: dict[str, str] = field(factory=dict)
    day: str = ""
    game: str = ""
    players: list[str] = field(factory=list)
    columns: dict[str, str] = field(factory=dict)
    day_first: bool | None = None
    fewest_win: bool = False

    @property
    def how(self) -> How:
        return How(self.columns, self.day_first, self.fewest_win, self.players)


@define
class Work:
    """An import that is being worked out, or was: how far it is, what couldn't be kept, and who didn't win as said."""

    number: str
    wanted: Wanted
    plays: Mapping[int, Play]
    """Those that are kept, by their places in the file; none any more once it is over."""
    of: int
    tell: Callable[["Work"], object]
    done: int = 0
    over: bool = False
    stopped: bool = False
    failed: Refusal | None = None
    refused: list[Unread] = field(factory=list)
    differ: list[Unread] = field(factory=list)

    def stop(self) -> None:
        """Stop it, and wait until it is."""
        self.stopped = True
        while not self.over:
            sleep(A_BREATH)


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
def _read(file: Path, size: int, at: int, wanted: str) -> Reading:
    own = read(Wanted, json.loads(wanted))
    return read_plays(file.read_bytes(), own.name, own.how)


class Imports:
    """The imports of a database."""

    def __init__(self, database: Database, tables: Tables, evenings: Evenings, moving: Moving) -> None:
        """Keep uploads beside a database, and write into it."""
        self._database = database
        self._tables = tables
        self._evenings = evenings
        self._moving = moving
        self._folder = database.folder / FOLDER
        self._guard = Lock()
        self.works: dict[str, Work] = {}
        """The imports that were kept since the start."""

    # The upload.

    def begin(self, name: str) -> str:
        """Begin an upload and return its number. Raises Illegal where too many lie there."""
        make_private_folder(self._folder)
        self._tidy()
        if len([*self._folder.glob("*.json")]) >= MOST_UPLOADS:
            raise Illegal(say("Too many files wait to be imported: keep or discard some first."))
        number = f"{wall_clock():%Y%m%d%H%M%S}-{secrets.token_hex(4)}"
        write_private_file(self._file(number), b"")
        self.want(number, Wanted(name[-200:]))
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
        for ending in ("", ".json", ".db"):
            self._file(number, ending).unlink(missing_ok=True)

    def content(self, number: str) -> bytes:
        """Return the bytes of an upload. Raises UnknownImport."""
        self.wanted(number)
        return self._file(number).read_bytes()

    def reading(self, number: str) -> Reading:
        """Return what an upload holds. Raises UnknownImport and Malformed."""
        wanted, file = self.wanted(number), self._file(number)
        found = file.stat()
        asked = evolve(wanted, names={}, day="", game="")
        return _read(file, found.st_size, found.st_mtime_ns, json.dumps(write(asked)))

    def wanted(self, number: str) -> Wanted:
        """Return how people wish to keep an upload. Raises UnknownImport."""
        with suppress(OSError, ValueError, Malformed):
            return read(Wanted, json.loads(self._file(number, ".json").read_bytes()))
        raise UnknownImport(GONE)

    def want(self, number: str, wanted: Wanted) -> None:
        """Note how people wish to keep an upload."""
        write_private_file(self._file(number, ".json"), json.dumps(write(wanted)).encode())

    def _file(self, number: str, ending: str = "") -> Path:
        if not NUMBER.fullmatch(number):
            raise UnknownImport(GONE)
        return self._folder / f"{number}{ending}"

    def _tidy(self) -> None:
        """Delete uploads that were kept, or that nobody has kept for days."""
        since = wall_clock().timestamp() - KEPT_DAYS * 24 * 3600
        for file in self._folder.glob("*.json"):
            work = self.works.get(file.stem)
            if work.over and not work.failed if work else file.stat().st_mtime < since or self.kept(file.stem):
                self.discard(file.stem)

    # What is here already.

    def here(self, plays: Iterable[Play], wanted: Wanted) -> list[bool]:
        """Return of each play whether it is here already: an evening if all its entries are, others by what they say.

        That is the day, the game and the people, and of a play their points.
        """
        known, days = self._evenings.known(), set[date]()
        left, codes, sheets = Counter[Any](), dict[Any, list[str]](), dict[Any, dict[int, bytes]]()
        for tally in known.evenings:
            days.add(on_the_wall(tally.laid_at).date())
            titles = ", ".join(dict.fromkeys(game.title for game in tally.games))
            codes.setdefault((tally.night, titles, frozenset(tally.players)), []).append(tally.code)
            for game in tally.games:
                points = {known.whose.key(own.name, tally.code): own.figures.points for own in game.players}
                left[tally.night, searchable(game.title), frozenset(points.items())] += 1
        found, above = [], set[bytes]()
        for place, play in enumerate(plays):
            mark = self._mark(play, wanted, known.whose)
            if not play.own:
                found.append(left[mark] > 0)
                left[mark] -= 1
            elif play.own in above and is_evening(play.own):
                found.append(True)
            elif play.day in days and is_evening(play.own):  # of other days none is read anew
                found.append(self._moving.has(read_evening(play.own)))
            else:
                found.append(False)
                sheets.setdefault(mark, {})[place] = play.own
            above.add(play.own)
        for mark in sheets.keys() & codes.keys():
            for place in self._sheets_here(sheets[mark], codes[mark]):
                found[place] = True
        return found

    def _sheets_here(self, sheets: Mapping[int, bytes], codes: Sequence[str]) -> list[int]:
        """Return which score sheets stand for tables of their day, game and people, first those that are the same."""
        places = [*sheets]
        if len(places) > len(codes):
            here = Counter(write_sheet(table.sheet()) for table in self._tables.find_all(codes))
            others = set[int]()
            for place, own in sheets.items():
                text = write_sheet(read_sheet(own))
                if here[text] <= 0:
                    others.add(place)
                here[text] -= 1
            places.sort(key=others.__contains__)
        return places[: len(codes)]

    @staticmethod
    def _mark(play: Play, wanted: Wanted, whose: Whose) -> object:
        day = play.day
        with suppress(ValueError):  # what was typed for a day may be none
            day = day or date.fromisoformat(wanted.day)
        if play.own:
            return day, play.game, frozenset(play.players)
        called = {name: wanted.names.get(name, name) for name in play.points}
        apart = {name for name, _ in whose.twice(called.values())}
        keys = {name: stored_name_key(now) if now in apart else whose.key(now) for name, now in called.items()}
        points = frozenset((keys[name], number) for name, number in play.points.items())
        return day, searchable(play.game or wanted.game or TITLE), points

    # Writing.

    def keep(self, number: str, wanted: Wanted, tell: Callable[[Work], object] | None = None) -> Work:
        """Keep an upload as people wish: all of it comes in at once, or nothing; one kept already stays as it is.

        Many evenings are worked out by a thread, unless it is to ``tell`` after each how far it is. Raises Malformed
        where a day is none, or may be two, and WriteFailed.
        """
        with self._guard:
            if (work := self.works.get(number)) and not work.failed:
                return work
            self.want(number, wanted := evolve(wanted, name=self.wanted(number).name))
            reading = self.reading(number)
            if reading.either:
                raise Malformed(say("Say first which day {day} is.", day=reading.either))
            if not all(play.day for play in reading.plays):
                try:
                    require_day(date.fromisoformat(wanted.day))
                except ValueError:
                    why = say("A date is missing or isn't a date: write it like 2026-09-01.")
                    raise Malformed(why) from None
            here = [True] * len(reading.plays) if self.kept(number) else self.here(reading.plays, wanted)
            plays = {place: play for place, play in enumerate(reading.plays) if not here[place]}
            work = self.works[number] = Work(number, wanted, plays, len(plays), tell or (lambda work: None))
        if not tell and (len(plays) > AT_ONCE or sum(len(play.own) for play in plays.values()) > AT_ONCE_BYTES):
            work.tell = lambda work: sleep(A_BREATH)
            Thread(target=self._run, args=[work], daemon=True).start()
            return work
        self._run(work)
        if work.failed:
            raise work.failed
        return work

    def _run(self, work: Work) -> None:
        file = self._file(work.number, ".db")
        try:
            while work.plays and not work.stopped:
                work.done, work.refused, work.differ = 0, [], []
                write_private_file(file, b"")
                self._work_out(file, work)
                if not work.stopped and self._copy_in(file, work.number):
                    break
        except Refusal as refused:
            work.failed = refused
        except Exception:
            logging.getLogger("companion").exception("An import failed.")
            work.failed = WriteFailed(say("This could not be written down, and nothing was changed."))
        finally:
            with suppress(OSError):
                file.unlink(missing_ok=True)
            work.plays, work.over = {}, True

    def _work_out(self, file: Path, work: Work) -> None:
        """Work evenings out into a file beside the database, of rows that only have to be copied."""
        used: set[str] = set()
        with closing(sqlite3.connect(file, isolation_level=None)) as rows:
            worked = wrap(rows)
            rows.execute("pragma journal_mode = off")
            rows.execute("begin")
            for place, play in work.plays.items():
                if work.stopped:
                    return
                try:
                    if ready := self._ready(play, work.wanted, f"import {work.number} {place:08}", used):
                        row, entries, table = ready
                        line = derived(table)
                        _compare(play, line, work)
                        for name, made in zip(COPIED, ([row], entries, [line]), strict=True):
                            if not used:
                                rows.execute(f"create table {name} ({', '.join(made[0])})")
                            insert_rows(worked, name, made)
                        used.add(table.code)
                except Refusal as refused:
                    work.refused.append(Unread(play.where, say(refused.why), play.game, play.day))
                work.done += 1
                work.tell(work)
            rows.execute("commit")

    def _copy_in(self, file: Path, number: str) -> bool:
        """Copy the rows that were worked out, in one transaction; return whether no other table has their codes."""
        with self._guard, self._database.attached(file), self._database.writing() as rows:
            if not rows.execute("select count(*) from worked.sqlite_master").fetchone()[0] or self.kept(number):
                return True
            known = "select code from main.tables union select code from bin"
            if rows.execute(f"select count(*) from worked.tables where code in ({known})").fetchone()[0]:
                return False
            for name in COPIED:
                columns = ", ".join(
                    column for _, column, *_ in rows.execute(f"pragma worked.table_info({name})").fetchall()
                )
                rows.execute(f"insert into main.{name} ({columns}) select {columns} from worked.{name}")
        return True

    def lay(self, play: Play, key: str | None) -> str:
        """Write one play down, and return its code; a key used before gives the evening written with it."""
        ready = self._ready(play, Wanted(), key, ())
        assert ready
        row, entries, table = ready
        line = derived(table)
        with self._database.writing() as rows:
            if key and (twin := rows.execute("select code from tables where key = ?", [key]).fetchone()):
                return str(twin[0])
            for name, made in zip(COPIED, ([row], entries, [line]), strict=True):
                insert_rows(rows, name, made)
        return table.code

    def _ready(self, play: Play, wanted: Wanted, key: str | None, used: Collection[str]) -> Ready | None:
        """Return the rows of an evening under a code not ``used``, and its table; None for a whole one that is here.

        Raises Malformed and Illegal.
        """
        if is_evening(play.own):
            arrived = play_evening(read_evening(play.own))
            met, code = self._moving.meet(arrived), arrived.table.code
            if met.here and met.standing is Standing.HERE:
                return None
            if met.here and met.standing is not Standing.PARTED:
                nobody_may(met.here.code)
            row, entries = self._moving.rows_of(arrived, self._code(used, code))
            return row | {"key": key}, entries, table_of(row, arrived.table.beside, arrived.table.journal, entries)
        sheet = read_sheet(play.own) if play.own else sheet_from(sheet_of(play, wanted))
        day = play.day or date.fromisoformat(wanted.day)
        beside = Beside(start=sheet.start, counter_value=sheet.counter_value, place=play.place, notes=play.notes)
        journal = record_sheet(sheet)
        row, entries = laid_rows(self._code(used), sheet.players, beside, journal, laid_on(day), key)
        return row, entries, table_of(row, beside, journal, entries)

    def _code(self, used: Collection[str], wished: str = "") -> str:
        """Return a code that no table has, and none of those worked out; that which is wished if it may be."""
        with self._database.reading() as rows:
            while not wished or wished in used or is_taken(rows, wished):
                wished = new_code(rows)
        return wished

    # What was kept, and taking it back.

    def all(self) -> list[Imported]:
        """Return the imports of which evenings are here, the latest first."""
        query = (
            "select substr(key, 8, 23) as number, count(*) from tables where key glob 'import *' "
            "group by number order by number desc"
        )
        with self._database.reading() as rows:
            found = rows.execute(query).fetchall()
        return [Imported(number, began(number), count) for number, count in found if NUMBER.fullmatch(number)]

    def kept(self, number: str) -> int:
        """Return how many evenings of an import are here."""
        with self._database.reading() as rows:
            (count,) = rows.execute("select count(*) from tables where key glob ?", [f"import {number} *"]).fetchone()
        return int(count)

    def stop(self) -> None:
        """Stop what is being worked out: nothing of it comes in."""
        for work in self.works.values():
            work.stop()

    def undo(self, number: str) -> int:
        """Take an import back, and return how many evenings stay: those at which people have written since.

        Raises UnknownImport where there is none.
        """
        if not NUMBER.fullmatch(number) or not (self.kept(number) or self._file(number).exists()):
            raise UnknownImport(say("There is no import {number} here.", number=excerpt(number)))
        if work := self.works.get(number):
            work.stop()
        since = (
            "select code from tables where key glob ? and changes = 0 and not exists "
            "(select 1 from entries join devices using (code, device) where entries.code = tables.code)"
        )
        with self._database.writing() as rows:
            codes = [code for (code,) in rows.execute(since, [f"import {number} *"])]
            for name in ("evenings", "invitations", "replies", *reversed(PARTS)):
                rows.execute(f"delete from {name} where code in (select value from json_each(?))", [json.dumps(codes)])
        for code in codes:
            self._tables.drop(code)
        self.discard(number)
        self.works.pop(number, None)
        return self.kept(number)


def _compare(play: Play, line: Mapping[str, Any], work: Work) -> None:
    """Note where other people have won an evening, as it is counted here, than its file says."""
    if play.won is None:
        return
    players = [
        PlayerLine._make(own) for game in json.loads(line["line"])["games"] for own in GameLine._make(game).players
    ]
    here = {own.key: own.name for own in players if Figures._make(own.figures).games_won}
    said = [work.wanted.names.get(name) or name for name in play.won]
    if here.keys() != {*map(name_key, said)}:
        who, other = (listed([*names]) or say("nobody") for names in (said, here.values()))
        work.differ.append(
            Unread(play.where, say("{who} won by the file, here {other}", who=who, other=other), play.game, play.day)
        )


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
