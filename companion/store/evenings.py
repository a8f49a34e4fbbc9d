"""The evenings in a line each: who played what, and who came out on top; found by words, dates and devices.

A line is worked out of its table and kept, with all that people and statistics are added up from. The transaction that
changes a table drops it, and it is worked out anew when the evenings are next read: a tap costs no more for it, and all
lines can be dropped at any time.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise, product
from sys import intern
from typing import Any, NamedTuple, TypeVar, cast
from zlib import crc32

from sqlite_utils import Database as Rows

from companion.engine.cached import cached_property
from companion.engine.errors import Refusal
from companion.engine.game import Opening
from companion.engine.journal import load
from companion.engine.message import listed
from companion.engine.names import stored_name_key
from companion.engine.phrases import signed
from companion.engine.replay import Step, with_current_names
from companion.engine.reports.evening import biggest_pool, longest_spoil
from companion.engine.reports.played import PlayedGame, PlayedHand
from companion.engine.reports.tallies import Figures, PlayerTally, tallies
from companion.engine.reports.winners import Result, leading, result
from companion.engine.settlement import Payment, Purse
from companion.engine.structure import read, write
from companion.machine.clock import monotonic, night_of, on_the_wall, wall_clock
from companion.scoresheet import Coins, CounterValue
from companion.shelf import names_on_shelf
from companion.store.aliases import Whose
from companion.store.database import Database, WriteFailed, now, past_damage
from companion.store.table import Table
from companion.store.tables import ALL, NIGHT, Filter, Tables, drop_derived

DERIVED_VERSION = 8
"""The version of what is worked out of a table: a change of it raises this, and all lines are worked out anew."""
KNOWN_SECONDS = 600.0
"""Seconds for which what all evenings came to is kept in memory after somebody looked."""
A_PAGE = 20
"""The evenings that are found at once, unless more are asked for."""
A_BATCH = 16
"""The lines that are worked out in one transaction: no more tables than stay in memory meanwhile."""
LEFT_AFTER = timedelta(days=1)
"""How long nobody has written at a table that is offered to be finished."""
MAX_ANSWERS = 24
"""The answers that are kept for what was asked of all evenings."""
MAX_LEFT = 3
"""The tables that are offered to be finished at once."""
LINE = "code, laid_at, words, line, mark"
LINES = f"(select * from evenings where +version = {DERIVED_VERSION}) join tables using (code)"
"""The lines with their tables, without those that an older version worked out; read in the order of the tables."""
Answer = TypeVar("Answer")


class Summary(NamedTuple):
    """An evening in a line."""

    code: str
    laid_at: str
    title: str
    """What people called it, empty where they didn't."""
    players: tuple[str, ...]
    """All who ever sat at the table, in seat order."""
    titles: tuple[str, ...]
    """The names of the games, each once, in the order in which they were begun."""
    hands: int
    over: bool
    """Whether its last game is over."""
    top: tuple[str, ...]
    """Who came out on top, or is there now; empty where nobody is."""
    score: int | None
    """The counters by which they are up, or their points; None where it is only known who won."""
    in_points: bool
    owed: tuple[tuple[str, str], ...]
    """Who still owes whom; of those who settle as one, each owes."""
    is_paid: bool
    """Whether people pay each other at the end."""

    def facts(self) -> dict[str, Any]:
        """Return it as data, with the UTC time at which the table was laid."""
        of_top = {"players": self.top, "points" if self.in_points else "counters": self.score} if self.top else None
        return {
            "code": self.code,
            "laid_at": self.laid_at,
            "title": self.title,
            "players": self.players,
            "games": self.titles,
            "hands": self.hands,
            "over": self.over,
            "on_top": of_top,
            "owed": [{"from": payer, "to": payee} for payer, payee in self.owed],
        }

    def in_words(self) -> str:
        """Return it in a line of plain text, in English: ``Ann, Ben and Cat · Spoil-Five · 7 hands · Ann +6``."""
        score = self.score if self.in_points or self.score is None else signed(self.score)
        top = f"{listed(self.top)} {'' if score is None else score}".strip() if self.top else ""
        hands = f"{self.hands} hand{'' if self.hands == 1 else 's'}"
        return " · ".join(filter(None, [self.title, listed(self.players), ", then ".join(self.titles), hands, top]))


class PlayerLine(NamedTuple):
    """What a game came to for one player, as ``PlayerTally`` has it."""

    name: str
    key: str
    """The name as names are compared."""
    figures: Figures
    best: int | None
    """The most that a hand brought, in counters or points; and this hand, with its last move."""
    best_hand: int | None
    best_move: int | None
    rank: int
    """The place in the standing, from 1."""


class PotLine(NamedTuple):
    """A pot of a game that is told, and where it is from."""

    number: int
    """The counters in the fullest pot, or the hands that one outlived."""
    pot: str
    takers: list[str]
    counters: int
    hand: int
    move: int


class GameLine(NamedTuple):
    """What a game of an evening came to."""

    place: int
    """Which of the evening's games it was, from 0."""
    title: str
    in_points: bool
    tells_points: bool
    by_points: bool
    fewest_win: bool
    dealt: int
    played: int
    """How many games it was, at Twenty-five each pool is one."""
    over: bool
    """Whether it is over; what it came to so far is in no standings until then."""
    pool: PotLine | None
    spoil: PotLine | None
    players: list[PlayerLine]


class EveningTally(NamedTuple):
    """What a table came to."""

    code: str
    laid_at: str
    night: date
    """The evening on which it was laid, where the server stands: the tables of a night are one evening."""
    group: int | None
    players: list[str]
    """All who ever sat at the table."""
    coins: Coins | None
    """In what it is paid; None where a counter has no value."""
    games: list[GameLine]
    title: str
    owed: list[Payment[Purse]]
    """What is still to be paid."""
    corrected: tuple[list[Payment[Purse]], list[Payment[Purse]]] | None
    """What was to be paid when the evening was over, and what is now, where a correction changed that."""

    def names(self) -> list[str]:
        """Return all names in it: somebody whose joining was struck may owe, and has no seat."""
        return [*self.players, *(name for payment in self.owed for side in payment[:2] for name in side)]


class TakenSeat(NamedTuple):
    """Where a person sat, and under which name."""

    code: str
    name: str
    laid_at: str


class Known:
    """What all evenings came to, and whose every name is, at one moment."""

    def __init__(self, evenings: list[EveningTally], database: Database) -> None:
        """Take the evenings, the earliest first, and read what was said of names."""
        self.names_today = names_today(evenings)
        self.evenings = [renamed(tally, self.names_today) for tally in evenings]
        self.whose = Whose(database)
        unnamed = database.read_rows("unnamed", lambda row: str(row["alike"]), "order by at")
        self.unnamed = {alike: self.whose.key_of(alike) for alike in unnamed}
        """The names that aren't to be named, and the keys of the persons whose they are."""
        self._answers: dict[tuple[Any, ...], tuple[Any]] = {}
        self.twice = {
            (tally.code, frozenset(pair))
            for tally in evenings
            if self.whose.said
            for pair in self.whose.keep_apart(tally.names(), tally.code)
        }
        """The codes of evenings with two names each that were said to be one person's: there they are two people's."""

    @cached_property
    def seats(self) -> dict[str, list[TakenSeat]]:
        """Return where everybody sat, by the keys of persons, the latest evening first."""
        found: dict[str, list[TakenSeat]] = {}
        for tally in self.evenings:
            for name in tally.players:
                key = self.whose.key(name, tally.code)
                found.setdefault(key, []).append(TakenSeat(tally.code, name, tally.laid_at))
        return {key: latest_first(seats) for key, seats in found.items()}

    @cached_property
    def names(self) -> dict[str, str]:
        """Return what everybody is called, by their keys: as it was spelt latest, else as it was said."""
        found = {}
        for key, seats in self.seats.items():
            own = next((seat.name for seat in seats if stored_name_key(seat.name) == key), None)
            found[key] = own or self.whose.person(seats[0].name, seats[0].code)
        return found

    def once(self, asked: tuple[Any, ...], work: Callable[[], Answer]) -> Answer:
        """Return what ``work`` makes of it, or made before; MAX_ANSWERS are kept."""
        if kept := self._answers.get(asked):
            return cast(Answer, kept[0])
        answer = work()
        if len(self._answers) >= MAX_ANSWERS:
            self._answers = {}
        self._answers[asked] = (answer,)
        return answer


def names_today(evenings: Sequence[EveningTally]) -> dict[str, str]:
    """Return the name by which each game of the shelf was last played, one that it has today, by its other names.

    Otherwise one game would be several, by its former names, and by the language in which its table was laid.
    """
    known, latest = names_on_shelf(), dict[str, str]()
    for title in (game.title for tally in evenings for game in tally.games if game.title in known):
        key, is_former = known[title]
        if key not in latest or not is_former:
            latest[key] = title
    return {title: latest[key] for title, (key, _) in known.items() if latest.get(key, title) != title}


def renamed(tally: EveningTally, today: Mapping[str, str]) -> EveningTally:
    """Return an evening with its games under the names of today."""
    if not any(game.title in today for game in tally.games):
        return tally
    return tally._replace(games=[game._replace(title=today.get(game.title, game.title)) for game in tally.games])


def latest_first(seats: Iterable[TakenSeat]) -> list[TakenSeat]:
    """Return seats in the order of their evenings, the latest first."""
    return sorted(sorted(seats, key=lambda seat: seat.code), key=lambda seat: seat.laid_at, reverse=True)


class Sought(NamedTuple):
    """A word that is looked for: an evening has it if any of these fits."""

    texts: Sequence[str] = ()
    """Parts of a player's or a game's name, of the title, place or notes, as ``searchable`` returns them."""
    days: Sequence[str] = ()
    """Patterns of its day, in the form of NIGHT, with ``*`` and ``?`` for what may be anything."""
    names: Sequence[str] = ()
    """Whole names, ``searchable``: the other ones of a person who is found by the word."""
    codes: Sequence[str] = ()
    """Codes of evenings in which that person has another name; or of those that are looked for."""
    between: tuple[date, date] | None = None
    """The first and the last of the days that are looked for."""
    owes: bool = False
    """Whether somebody still owes something."""


@lru_cache(4_000)
def searchable(text: str) -> str:
    """Return a text as it is looked for: without capitals and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def summary_of(table: Table) -> Summary:
    """Return the line of an evening, worked out of its journal."""
    state, report = table.journal.state, table.evening
    titles = dict.fromkeys(game.title for game in report.begun)
    in_points = not any(state.won.values())
    score: int | None
    if in_points:
        top, score = leading(report.games)
        score = score if state.manner.tells_points else None
    else:
        score = max(0, *state.won.values())
        top = tuple(name for name, counters in state.won.items() if counters == score > 0)
    return Summary(
        code=table.code,
        laid_at=table.laid_at,
        title=table.beside.title,
        players=tuple(state.seats) if len(state.seats) > 1 else (),  # one alone called for others
        titles=tuple(titles),
        hands=len(report.hands),
        over=state.over and state.game is not None,
        top=top,
        score=score,
        in_points=in_points,
        owed=_pairs(table.owed if table.is_paid else []),
        is_paid=table.is_paid and not in_points,
    )


def derived(table: Table) -> dict[str, Any]:
    """Return the row that is worked out of a table."""
    own, summary = table.beside, summary_of(table)
    words = "\n".join(searchable(word) for word in (*summary.players, *summary.titles, own.title, own.place, own.notes))
    line = summary._asdict()
    del line["code"], line["laid_at"]
    line["owed"] = table.owed if table.is_paid else []
    line["corrected"] = corrected(table) if table.is_paid else None
    line["counter_value"], line["coin"] = own.counter_value and write(own.counter_value), own.coin
    ended = dict(zip((game.place for game in table.evening.games), table.evening.results, strict=True))
    line["games"] = [_game_line(game, ended.get(game.place) or result(game)) for game in table.evening.tallied]
    text = json.dumps(line, ensure_ascii=False)
    mark = mark_of(table.code, words, text)
    return {"code": table.code, "version": DERIVED_VERSION, "mark": mark, "words": words, "line": text}


def corrected(table: Table) -> tuple[list[Payment[Purse]], list[Payment[Purse]]] | None:
    """Return what was to be paid when the evening was first over, and what is now; None where that is the same.

    That was as its last game was over. What corrected it since may be that its end was undone, too.
    """
    journal = table.journal
    if not journal.state.over or all(entry.change.act == "play" for entry in journal.entries):
        return None
    last = max((game.steps[0].line.number for game in table.evening.begun), default=0)
    entries = [entry for entry in with_current_names(journal.entries)[0] if not entry.new_name]
    ends = [  # it may have been over where the next entry corrected it, or began another game
        at
        for at, (entry, then) in enumerate(pairwise(entries), 1)
        if entry.number > last and entry.change.act == "play"
        if then.change.act != "play" or isinstance(then.move, Opening)
    ]
    if not ends:
        return None
    before = load(journal.start, entries[: ends[0]])
    for entry in entries[ends[0] : ends[-1]]:
        if before.state.over:
            break
        before = before.with_entries([entry])
    if not before.state.over:
        return None
    was, now = (table.to_pay(state.balances) for state in (before.state, journal.state))
    return (was, now) if was != now else None


def mark_of(*row: object) -> str:
    """Return what shows whether the code of an evening, its words and its line are as they were written."""
    return f"{crc32(repr(row).encode()):08x}"


def _game_line(game: PlayedGame, ended: Result) -> GameLine:
    pool, spoil = biggest_pool(game), longest_spoil(game)
    return GameLine(
        game.place,
        game.title,
        game.in_points,
        game.state.manner.tells_points,
        ended.by_points,
        game.fewest_win,
        len(game.hands),
        max(len(ended.wins), 1) if game.hands else 0,
        game.state.over,
        pool and PotLine(pool.counters, pool.pot, [*pool.takers], 0, pool.hand.number, _last_move(pool.hand)),
        spoil and PotLine(spoil.hands, spoil.pot, [], spoil.counters, spoil.since.number, _last_move(spoil.since)),
        [_player_line(player) for player in tallies(game, ended)],
    )


def _player_line(player: PlayerTally) -> PlayerLine:
    best = player.best
    place = [best.brought, best.hand.number, _last_move(best.hand)] if best else [None, None, None]
    return PlayerLine._make([player.name, stored_name_key(player.name), player.figures, *place, player.rank])


def _last_move(hand: PlayedHand) -> int:
    """Return the number by which the journal leads to a hand: that of the move that ended it, else of its last."""
    step: Step = next((step for step in hand.steps if not step.state.open), hand.steps[-1])
    return step.line.number


def _held(code: str, laid_at: str, words: str, line: str, mark: str) -> dict[str, Any]:
    """Return what a line holds. Raises whatever is wrong with it, or with the day of its table."""
    on_the_wall(laid_at)
    if mark != mark_of(code, words, line):
        raise ValueError(f"The line of {code} is not as it was written.")
    held: dict[str, Any] = json.loads(line)
    return held


def _summary(code: str, laid_at: str, words: str, line: str, mark: str) -> Summary:
    held = _held(code, laid_at, words, line, mark)
    for name in ("players", "titles", "top"):
        held[name] = tuple(held[name])
    held["owed"] = _pairs(_payments(held["owed"]))
    return Summary(code, laid_at, **{name: held[name] for name in Summary._fields[2:]})


def _tally(group: int | None, code: str, laid_at: str, words: str, line: str, mark: str) -> EveningTally:
    held = _held(code, laid_at, words, line, mark)
    value = held["counter_value"]
    coins = Coins.of(read(CounterValue, value), held["coin"]) if value else None
    games = []
    for place, title, *counted, pool, spoil, players in held["games"]:
        own = [PlayerLine(intern(name), intern(key), Figures(*own), *best) for name, key, own, *best in players]
        told = [PotLine(*pot) if pot else None for pot in (pool, spoil)]
        games.append(GameLine._make([place, intern(title), *counted, *told, own]))
    paid = _payments(held["owed"]), held["corrected"] and tuple(map(_payments, held["corrected"]))
    players = list(map(intern, held["players"]))
    return EveningTally(code, laid_at, night_of(laid_at), group, players, coins, games, held["title"], *paid)


def _payments(held: Iterable[tuple[list[str], list[str], int]]) -> list[Payment[Purse]]:
    return [Payment(tuple(payer), tuple(payee), number) for payer, payee, number in held]


def _pairs(payments: Iterable[Payment[Purse]]) -> tuple[tuple[str, str], ...]:
    """Return who owes whom; of those who settle as one, each owes."""
    return tuple(pair for payment in payments for pair in product(payment.payer, payment.payee))


class Evenings:
    """All evenings of a database, the latest first."""

    def __init__(self, database: Database, tables: Tables) -> None:
        """Read the tables of a database, and keep a line of each."""
        self._database = database
        self._tables = tables
        self._parsed: dict[str, tuple[str, EveningTally]] = {}
        self._known: Known | None = None
        self._known_at: tuple[int, ...] = ()
        self._known_of: tuple[Any, ...] = ()
        self._known_until = 0.0

    def find(
        self, which: Filter = ALL, sought: Sequence[Sought] = (), before: str | None = None, most: int = A_PAGE
    ) -> list[Summary]:
        """Return the latest evenings in which every word is found; ``before``: those earlier than the one of a code.

        Evenings that can't be read are left out.
        """
        if monotonic() > self._known_until:
            self.clear()
        where, values = _conditions(which, sought)
        if before is not None:
            where += " and (laid_at, tables.rowid) < (select laid_at, rowid from tables where code = ?)"
            values = [*values, before]
        latest = f"where {where} order by laid_at desc, tables.rowid desc limit ?"
        query = f"select {LINE} from {LINES} {latest}"
        codes = None if sought else (f"select code from tables {latest}", [*values, most])
        return self.read(lambda rows: [_summary(*row) for row in rows.execute(query, [*values, most])], codes)

    def count(self, which: Filter = ALL, sought: Sequence[Sought] = ()) -> int:
        """Return in how many evenings every word is found."""
        where, values = _conditions(which, sought)
        query = f"select count(*) from {LINES} where {where}"
        return self.read(lambda rows: int(rows.execute(query, values).fetchone()[0]))

    def left_unfinished(self, device: str) -> list[Summary]:
        """Return evenings that go on, where the device of this hash writes and nobody has for a day, the latest first.

        Those without a hand are left out.
        """
        last = "(select max(at) from entries where entries.code = tables.code)"
        left = f"code in (select code from devices where device = ? and pencil) and {last} not between ? and ?"
        lately = (wall_clock() - LEFT_AFTER).isoformat(timespec="seconds")
        values = [device, lately, now()]
        query = (
            f"select {LINE} from {LINES} where {left} "
            "and not json_extract(line, '$.over') and json_extract(line, '$.hands') > 0 "
            "order by laid_at desc, tables.rowid desc limit ?"
        )
        codes = (f"select code from tables where {left}", values)
        return self.read(lambda rows: [_summary(*row) for row in rows.execute(query, [*values, MAX_LEFT])], codes)

    def drop(self) -> None:
        """Drop all that is worked out: it is worked out anew when it is next asked for. Raises WriteFailed."""
        with self._database.writing() as rows:
            rows.table("evenings").delete_where()

    def known(self) -> Known:
        """Return what all evenings came to; it is read anew where something changed in the database."""
        self._known_until = monotonic() + KNOWN_SECONDS
        return self.read(self._read_known)

    def _read_known(self, rows: Rows) -> Known:
        version = (self._database.changes, *rows.execute("PRAGMA data_version").fetchone())  # ours, and of others
        if self._known and self._known_at == version:
            return self._known
        every = f"select code, laid_at, group_number, mark from {LINES} order by laid_at, tables.rowid"
        lines = rows.execute(every).fetchall()
        said = [rows.execute(f"select * from {name}").fetchall() for name in ("called", "unnamed")]
        if self._known is None or self._known_of != (lines, said):
            self._known, self._known_of = Known(self._tallies(rows, lines), self._database), (lines, said)
        self._known_at = () if rows.conn.in_transaction else version  # which may be rolled back
        return self._known

    def _tallies(self, rows: Rows, lines: list[Any]) -> list[EveningTally]:
        """Return what each evening came to, the earliest first; those that are as they were aren't parsed again."""
        found = []
        for code, laid_at, group, mark in lines:
            mark = f"{mark} {laid_at} {group}"
            before, tally = self._parsed.get(code, ("", None))
            if tally is None or before != mark:
                row = rows.execute(f"select {LINE} from {LINES} where code = ?", [code])
                tally = _tally(group, *row.fetchone())
                self._parsed[code] = mark, tally
            found.append(tally)
        return found

    def lacking(self) -> int:
        """Return how many lines are to be worked out."""
        with self._database.reading() as rows:
            return len(_missing(rows))

    def clear(self) -> None:
        """Clear what is known in memory: it is read again when it is next asked for."""
        self._parsed, self._known = {}, None

    def catch_up(self) -> Iterator[None]:
        """Work out missing lines, a batch a step, as after an update; a disk that refuses one ends it."""
        missing: list[str] = []
        with suppress(Refusal):
            with self._database.reading() as rows, past_damage():
                missing = _missing(rows)
            for first in range(0, len(missing), A_BATCH):
                self._derive(missing[first : first + A_BATCH], lambda rows: None)
                yield

    def read(self, work: Callable[[Rows], Answer], needed: tuple[str, Sequence[object]] | None = None) -> Answer:
        """Return what ``work`` reads once the lines ``needed``, of the codes of a query, are there; None: every line.

        Lines that are damaged, or of a table that is, are worked out anew first.
        Lines that the disk refuses are there for this once; where nothing can be written at all, those kept before.
        Raises ReadFailed where the pages of the file that it needs are damaged.
        """
        try:
            return self._read(work, needed)
        except Exception:  # a line may hold anything
            if not self._drop_damaged():
                raise
            return self._read(work, needed)

    def _drop_damaged(self) -> bool:
        """Drop the lines that are not as they were written; return whether there were any. Raises WriteFailed."""
        found: list[str] = []
        with self._database.reading() as rows, past_damage():
            for row in rows.execute(f"select {LINE} from {LINES}"):
                try:
                    _held(*row)
                except Exception:  # a line may hold anything
                    found.append(row[0])
        with self._database.writing() as rows:
            for code in found:
                drop_derived(rows, code)
                self._tables.drop(code)
        return bool(found)

    def _read(self, work: Callable[[Rows], Answer], needed: tuple[str, Sequence[object]] | None) -> Answer:
        answers: list[Answer] = []
        with self._database.reading() as rows:
            missing = _missing(rows)
            if missing and needed:
                missing = [code for (code,) in rows.execute(*needed) if code in missing]
            if not missing:
                return work(rows)
        try:
            for first in range(0, len(missing), A_BATCH):
                self._derive(missing[first : first + A_BATCH], lambda rows: answers.append(work(rows)))
        except WriteFailed:
            if not answers:
                with self._database.reading() as rows:
                    return work(rows)
        return answers[-1]

    def _derive(self, codes: Sequence[str], work: Callable[[Rows], object]) -> None:
        """Work out the lines of some tables, before others must wait, and do ``work`` once they are written."""
        made = [(table, derived(table)) for table in self._tables.find_all(codes)]
        with self._database.writing() as rows:
            for table, held in made:
                if self._tables.find(table.code).mark == table.mark:  # else it was played on meanwhile
                    drop_derived(rows, table.code)
                    rows.table("evenings").insert(held)
            work(rows)


def _missing(rows: Rows) -> list[str]:
    """Return the codes of the tables without a line, the latest first."""
    lines = f"select count(*) from evenings where version = {DERIVED_VERSION}"
    if rows.execute(f"select (select count(*) from tables) = ({lines})").fetchone()[0]:
        return []
    found = rows.execute(
        "select tables.code from tables left join evenings on evenings.code = tables.code and version = ? "
        "where evenings.code is null order by tables.rowid desc",
        [DERIVED_VERSION],
    )
    return [code for (code,) in found]


def _conditions(which: Filter, sought: Iterable[Sought]) -> tuple[str, list[str]]:
    """Return the condition in SQL of evenings in which every word is found, and its values."""
    where, values = which.condition()
    for word in sought:
        fits = ["instr(words, ?)"] * len(word.texts) + [f"{NIGHT} glob ?"] * len(word.days)
        fits += ["instr(char(10) || words || char(10), ?)"] * len(word.names)
        fits += ["code in (select value from json_each(?))"]
        fits += ["json_array_length(line, '$.owed') > 0"] * word.owes
        values = [*values, *word.texts, *word.days, *(f"\n{name}\n" for name in word.names), json.dumps(word.codes)]
        if word.between:
            fits, values = [*fits, f"{NIGHT} between ? and ?"], [*values, f"{word.between[0]}", f"{word.between[1]} 9"]
        where += f" and ({' or '.join(fits)})"
    return where, values
