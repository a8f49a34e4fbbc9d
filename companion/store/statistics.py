"""The statistics: what evenings came to for each person, over any span, added up from rows worked out of journals.

Counters are added up exactly and never with points; money is counters times what a counter was worth that evening.
An evening that goes on counts as it stands. Whoever isn't to be
named is in no answer here, and nobody else's figures change for it.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlite_utils import Database as Rows

from companion.engine.names import stored_name_key
from companion.store.aliases import person_key
from companion.store.database import Database, now
from companion.store.evenings import A_BATCH, Evenings
from companion.store.people import PLAYED

KEY = "coalesce(person_key, alike)"
"""By which the person of a row of ``PARTS`` is known."""
NAMED = f"{KEY} not in (select key from left_out)"
PARTS = """
evening_players join evening_games using (code, nth) join tables using (code) left join others using (code, name)
"""
OTHERS = """
with others (code, name, person_key) as materialized (
  select value ->> 0, value ->> 1, value ->> 2 from json_each(?)
), left_out (key) as materialized (
  select value from json_each(?)
)
"""
"""The queries of the names that are another person's and of who isn't named, both given as JSON."""
OF_A_PERSON = (
    *("code", "laid_at", "game", "name", "hands", "won", "lost", "gained", "paid", "counters", "points", "game_won"),
    *("best", "best_hand"),
)
"""What is taken out of a person, game by game."""
MAX_KEPT = 100
"""The answers that are kept in memory until something is written."""
Answer = TypeVar("Answer")


class Span(NamedTuple):
    """Which evenings are counted, and which of their games."""

    since: str = ""
    """The UTC time, as the database has it, from which they were laid; empty: from the first."""
    until: str = ""
    """The UTC time before which they were laid; empty: to the last."""
    title: str = ""
    """The game, as the household calls it; empty: all."""
    group: int | None = None
    """The number of the regular group whose evenings they are; None: all."""

    def condition(self) -> tuple[str, list[Any]]:
        """Return the condition in SQL, over ``tables`` and ``evening_games``, and its values."""
        parts = [
            ("laid_at >= ?", self.since),
            ("laid_at < ?", self.until),
            ("game = ?", self.title),
            ("group_number = ?", self.group),
        ]
        asked = [(sql, value) for sql, value in parts if value not in ("", None)]
        return " and ".join(["1", *(sql for sql, _ in asked)]), [value for _, value in asked]


class Part(NamedTuple):
    """What an evening came to for one person."""

    code: str
    laid_at: str
    goes_on: bool
    counter_value: str | None
    """What a counter was worth, as JSON; None: nothing."""
    key: str
    """By which the person is known."""
    name: str
    """What the person is called."""
    hands: int
    won: int
    lost: int
    gained: int
    """The counters won in hands."""
    paid: int
    """The counters lost in them."""
    counters: int
    """What the person was up or down at the end."""
    points: int
    """What the person scored, of use where one game was asked for."""
    games_won: int
    plays_counters: bool
    """Whether the person played a game of counters, or counters moved."""


class InGame(NamedTuple):
    """What all games of a name came to for one person."""

    title: str
    in_points: bool
    fewest_win: bool
    key: str
    name: str
    games: int
    games_won: int
    hands: int
    won: int
    lost: int
    counters: int
    points: int
    best: int | None
    """The most that a hand brought, in counters or points."""


class Place(NamedTuple):
    """The hand of an evening from which a figure comes."""

    code: str
    laid_at: str
    title: str
    hand: int
    move: int
    """The number of its last move in the journal."""


class Record(NamedTuple):
    """A figure that is told: a pool, a spoil, a hand."""

    number: int
    names: tuple[str, ...]
    """Whose it is; empty: nobody's."""
    unnamed: bool
    """Whether it is also somebody's who isn't named."""
    pot: str
    place: Place


class Duel(NamedTuple):
    """A game that two people played together."""

    code: str
    laid_at: str
    title: str
    in_points: bool
    ahead: int
    """By how much the first was ahead, below 0 where the second was; in points as the game counts them."""


class Statistics:
    """The statistics of a database."""

    def __init__(self, database: Database, evenings: Evenings) -> None:
        """Read what is worked out of the tables, and keep who isn't to be named."""
        self._database = database
        self._evenings = evenings
        self._kept: dict[tuple[Any, ...], Any] = {}
        self._kept_at: tuple[int, ...] = ()

    def parts(self, span: Span) -> list[Part]:
        """Return what each evening came to for each person, the earliest first."""
        value = "case when json_valid(beside) then beside ->> '$.counter_value' end"
        whose = f"code, laid_at, goes_on, {value}, {KEY} as who"
        sums = "sum(hands), sum(won), sum(lost), sum(gained), sum(paid), sum(counters), sum(points), sum(game_won)"
        moved = "max(not in_points or counters)"
        query = f"{whose}, {sums}, {moved} from {PARTS} where {{}} group by code, who"
        found, names = self._named(query, span, NAMED, "laid_at, tables.rowid")
        return [Part._make([*row[:5], names[row[4]], *row[5:]]) for row in found]

    def in_games(self, span: Span) -> list[InGame]:
        """Return what each game came to for each person, the games that were played most first."""
        sums = "sum(dealt > 0), sum(game_won), sum(hands), sum(won), sum(lost), sum(counters), sum(points)"
        whose = f"game, in_points, fewest_win, {KEY} as who"
        query = f"{whose}, {sums}, max(best) from {PARTS} where {{}} group by game, in_points, fewest_win, who"
        found, names = self._named(query, span, NAMED, "game, who")
        return [InGame._make([*row[:4], names[row[3]], *row[4:]]) for row in found]

    def is_ready(self) -> bool:
        """Return whether next to nothing is to be worked out first, as there is for a while after an update."""
        with self._database.reading() as rows:
            query = "select (select count(*) from tables) - (select count(*) from evenings)"
            return bool(rows.execute(query).fetchone()[0] <= A_BATCH)

    def years(self) -> list[int]:
        """Return the years with an evening, the latest first."""
        query = "strftime('%Y', laid_at, 'localtime') as year from evening_games join tables using (code) where {}"
        return [int(year) for (year,) in self._found(f"{query} group by year", Span(), "1", "year desc")]

    def hands(self, span: Span) -> int:
        """Return how many hands were dealt."""
        query = "sum(dealt) from evening_games join tables using (code) where {}"
        return int(self._found(query, span, "1", "1")[0][0] or 0)

    def titles(self, span: Span) -> list[str]:
        """Return the names of the games that were played, those played in the most evenings first."""
        query = "game from evening_games join tables using (code) where {} group by game"
        return [title for (title,) in self._found(query, span, "1", "count(distinct code) desc, game")]

    def biggest_pool(self, span: Span) -> Record | None:
        """Return the most counters that ever lay in one pot, the first time, and who took the greater part."""
        where = "code, laid_at, game, pool_hand, pool_move, pool, pool_pot, pool_takers"
        return self._record(f"{where} from evening_games join tables using (code)", span, "pool", "pool desc")

    def longest_spoil(self, span: Span) -> Record | None:
        """Return the pot that outlived the most hands; of equals, the fuller one. It leads to where it was begun."""
        where = "code, laid_at, game, spoil_hand, spoil_move, spoil, spoil_pot, '[]'"
        order = "spoil desc, spoil_counters desc"
        return self._record(f"{where} from evening_games join tables using (code)", span, "spoil", order)

    def best_hand(self, span: Span, key: str = "", *, in_points: bool = False) -> Record | None:
        """Return the hand that brought one person the most counters, or points; of ``key``, where one is said."""
        where = "code, laid_at, game, best_hand, best_move, best, '', json_array(name)"
        only = f"best and in_points = {int(in_points)} and {NAMED} and (? = '' or {KEY} = ?)"
        return self._record(f"{where} from {PARTS}", span, only, "best desc", [key, key])

    def met(self, span: Span, one: str, other: str) -> list[Duel]:
        """Return the finished games that two people, by their keys, played together, the earliest first."""
        sides = {}
        for key in (one, other):
            query = f"code, nth, laid_at, game, in_points, fewest_win, counters, points from {PARTS} where {{}}"
            only = f"{NAMED} and not goes_on and {KEY} = ?"
            found = self._found(query, span, only, "laid_at, tables.rowid, nth", [key])
            sides[key] = {row[:2]: row[2:] for row in found}
        games = []
        for which, (laid_at, title, in_points, fewest, counters, points) in sides[one].items():
            if which in sides[other]:
                *_, others_counters, others_points = sides[other][which]
                of_points = in_points and counters == others_counters == 0  # as games are won, see ``tallies``
                by_points = (others_points - points) if fewest else (points - others_points)
                ahead = by_points if of_points else counters - others_counters
                games.append(Duel(which[0], laid_at, title, bool(of_points), ahead))
        return games

    def rows_of(self, key: str) -> list[dict[str, Any]]:
        """Return all that is kept of a person, game by game, also where the person isn't named."""
        query = f"{', '.join(OF_A_PERSON)} from {PARTS} where {{}}"
        found = self._found(query, Span(), f"{KEY} = ?", "laid_at, tables.rowid, nth", [key])
        return [dict(zip(OF_A_PERSON, row, strict=True)) for row in found]

    def results(self, key: str) -> dict[str, tuple[int, int]]:
        """Return what evenings came to for a person, named or not, by code: counters, and the last game's points."""
        found = self._found(f"code, counters, points from {PARTS} where {{}}", Span(), f"{KEY} = ?", "nth", [key])
        came_to: dict[str, tuple[int, int]] = {}
        for code, counters, points in found:
            came_to[code] = (came_to.get(code, (0, 0))[0] + counters, points)
        return came_to

    # Who isn't named.

    def unnamed(self) -> list[str]:
        """Return the keys of those who aren't to be named; where a name became another's, of that one."""
        with self._database.reading() as rows:
            return list(dict.fromkeys(_unnamed(rows).values()))

    def is_unnamed(self, key: str) -> bool:
        """Return whether a person isn't to be named."""
        return key in self.unnamed()

    def unname(self, key: str) -> None:
        """Leave a person out of the statistics from now on; no evening is changed. Raises WriteFailed."""
        with self._database.writing() as rows:
            rows.table("unnamed").insert({"alike": stored_name_key(key), "at": now()}, ignore=True)

    def name_again(self, key: str) -> None:
        """Count a person in the statistics again. Raises WriteFailed."""
        with self._database.writing() as rows:
            for alike, whose in _unnamed(rows).items():
                if whose == person_key(rows, key):
                    rows.table("unnamed").delete(alike)

    # How rows are found.

    def _record(self, query: str, span: Span, only: str, order: str, values: Sequence[Any] = ()) -> Record | None:
        """Return the first of what a query finds, and whose it is, all of it read at once."""

        def read(rows: Rows) -> Record | None:
            order_of_equals = f"{order}, laid_at, tables.rowid"
            found = self._rows(rows, f"{query} where {{}}", span, only, order_of_equals, values, limit=1)
            if not found:
                return None
            code, laid_at, title, hand, move, number, pot, held = found[0]
            whose = f"{KEY} as who from {PARTS} where {{}} group by who"
            of_them = f"{NAMED} and code = ? and name in (select value from json_each(?))"
            keys, names = self._rows(rows, whose, Span(), of_them, "who", [code, held]), self._whose(rows)[1]
            named, place = tuple(names[key] for (key,) in keys), Place(code, laid_at, title, hand, move)
            return Record(number, named, len(named) < len(json.loads(held)), pot, place)

        return self._once(("record", query, span, only, order, *values), read)

    def _named(self, query: str, span: Span, only: str, order: str) -> tuple[list[tuple[Any, ...]], dict[str, str]]:
        """Return the rows of a query and what everybody is called, both as they are at one time."""
        return self._once(
            ("named", query, span, only, order),
            lambda rows: (self._rows(rows, query, span, only, order), self._whose(rows)[1]),
        )

    def _found(
        self, query: str, span: Span, only: str, order: str, values: Sequence[Any] = ()
    ) -> list[tuple[Any, ...]]:
        """Return the rows of a query, as long as nothing is written from memory."""
        return self._once(
            (query, span, only, order, *values), lambda rows: self._rows(rows, query, span, only, order, values)
        )

    def _rows(
        self,
        rows: Rows,
        query: str,
        span: Span,
        only: str,
        order: str,
        values: Sequence[Any] = (),
        limit: int = -1,
    ) -> list[tuple[Any, ...]]:
        """Return the rows of a query, whose ``{}`` is its condition."""
        where, of_span = span.condition()
        whole = f"{OTHERS} select {query.format(f'{where} and {only}')} order by {order} limit ?"
        unnamed = json.dumps([*_unnamed(rows).values()])
        return rows.execute(whole, [self._whose(rows)[0], unnamed, *of_span, *values, limit]).fetchall()

    def remember(self, asked: tuple[Any, ...], work: Callable[[], Answer]) -> Answer:
        """Return what ``work`` made of the answers, or made before, as long as nothing changed in the database."""
        return self._once(asked, lambda rows: work())

    def clear(self) -> None:
        """Clear what was read: it is read again when it is next asked for."""
        self._kept = {}

    def names(self) -> dict[str, str]:
        """Return what everybody is called, by their keys."""
        return self._once(("names",), lambda rows: self._whose(rows)[1])

    def key_of(self, name: str) -> str:
        """Return by which key the person of a name is known."""
        with self._database.reading() as rows:
            return person_key(rows, name)

    def knows(self, device: str, code: str) -> bool:
        """Return whether the device of this hash is known at the table of a code."""
        with self._database.reading() as rows:
            return rows.table("devices").count_where("device = ? and code = ?", [device, code]) > 0

    def _whose(self, rows: Rows) -> tuple[str, dict[str, str]]:
        """Return the names that are another person's than they say, as JSON, and what persons are called."""
        return self._remembered(("whose",), rows, _whose)

    def _once(self, asked: tuple[Any, ...], work: Callable[[Rows], Answer]) -> Answer:
        """Return what ``work`` reads, as long as nothing changes in the database what was read before."""
        return self._evenings.read(lambda rows: self._remembered(asked, rows, work))

    def _remembered(self, asked: tuple[Any, ...], rows: Rows, work: Callable[[Rows], Answer]) -> Answer:
        version = (self._database.changes, *rows.execute("PRAGMA data_version").fetchone())  # ours, and of others
        if self._kept_at != version or len(self._kept) >= MAX_KEPT:
            self._kept, self._kept_at = {}, version
        if asked not in self._kept:
            self._kept[asked] = work(rows)
        found: Answer = self._kept[asked]
        return found


def _unnamed(rows: Rows) -> dict[str, str]:
    """Return the names that aren't to be named, and the keys of the persons whose they are."""
    found = rows.execute("select alike from unnamed order by at").fetchall()
    return {alike: person_key(rows, alike) for (alike,) in found}


def _whose(rows: Rows) -> tuple[str, dict[str, str]]:
    if not rows.execute("select 1 from called limit 1").fetchone():  # everybody is as they are spelt latest
        spelt = "select alike, name, max(laid_at) from evening_players join tables using (code) group by alike"
        return "[]", {key: name for key, name, _ in rows.execute(spelt)}
    found = rows.execute(f"select code, name, person_key, person, name_key(name) from ({PLAYED})").fetchall()
    others = [row[:3] for row in found if row[2] != row[4]]
    return json.dumps(others), {key: person for _, _, key, person, _ in found}
