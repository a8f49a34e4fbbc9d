"""A game that was played elsewhere, as far as a file says it; who won it is what the file says."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import compress
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

from companion.engine.errors import Malformed
from companion.engine.fields import NAME, Text, excerpt
from companion.engine.message import Message, listed, say
from companion.engine.names import MAX_NAME_LENGTH, name_key, unseen_sign
from companion.machine.clock import FIRST_YEAR, LAST_YEAR
from companion.store.table import NOTES, PLACE

SEATS = range(2, 17)
"""How many play a game of points."""
MAX_POINTS = 100_000
TOO_MUCH = say("This file holds more than Companion takes in at once: export fewer years, then the rest.")
NOT_KNOWN = say(
    "Companion can't tell what this file is. It reads its own evenings, score sheets and years, plays of BG Stats and "
    "of BoardGameGeek (XML), and spreadsheets saved as CSV."
)
MAX_ROUNDS = 200
"""Of how many numbers a score may be the sum that is kept as rounds; of more only the total is."""
Outcome: TypeAlias = Literal["points", "won", "places", "unknown"]
"""What is known of how a game ended: the points, only who won, only who came where, or nothing."""
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
"""How people write a minus."""
BETWEEN = re.compile(r"[\s'\u2019]")
"""What people write between thousands."""
UNIT = re.compile(r"(?<=\d)(?:pts?|points?|pkt|punkte?)\.?$", re.IGNORECASE)
NUMBER = r"\d{1,3}(?:[.,]\d{3})+(?!\d)|\d{0,9}[.,]\d{1,6}|\d{1,9}[.,]?"
SUM = re.compile(rf"[+-]?(?:{NUMBER})(?:[+-]+(?:{NUMBER}))*[+-]?")
TERM = re.compile(rf"([+-]*)({NUMBER})")
THOUSANDS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}(\1\d{3})*")
Terms: TypeAlias = Sequence[Decimal]
"""The numbers of which a score is the sum."""
FEWEST_HERE = say("the file says that the most points win, but here the fewest do")
MOST_HERE = say("the file says that the fewest points win, but here the most do")
T = TypeVar("T")


class Play(NamedTuple):
    """A game, who played it and what it came to."""

    players: tuple[str, ...]
    rounds: tuple[Mapping[str, int], ...] = ()
    """The points of each hand, by name; one hand where only the end is known."""
    game: str = ""
    """Its name, empty where the file doesn't say it."""
    day: date | None = None
    place: str = ""
    notes: str = ""
    outcome: Outcome = "points"
    fewest_win: bool = False
    won: frozenset[str] | None = None
    """Who won it by the file itself, also where that is nobody; None where the file doesn't say."""
    doubts: tuple[Message, ...] = ()
    """What the file says that isn't kept, or says twice and differently."""
    where: Message = Message()
    """Where it stands in the file: ``line 3``."""
    own: bytes = b""
    """Companion's own file of the evening: then that is taken in as it is."""

    @property
    def points(self) -> dict[str, int]:
        """Return what each came to, the first ahead."""
        total = dict.fromkeys(self.players, 0)
        for scored in self.rounds:
            for name, number in scored.items():
                total[name] += number
        return dict(sorted(total.items(), key=lambda own: own[1], reverse=not self.fewest_win))


class Unread(NamedTuple):
    """A place of a file at which no play can be read, or that can't be kept, and why."""

    where: Message
    why: Message
    game: str = ""
    day: date | None = None
    players: int = 0
    """How many played it, where that is why."""

    def __str__(self) -> str:
        """Return it in a line: ``line 3, Azul, 2024-03-02: …``."""
        return f"{', '.join(filter(None, [f'{self.where}', self.game, f'{self.day or str()}']))}: {self.why}"


class Seats(Malformed):
    """More play than a table holds, or fewer than two."""

    def __init__(self, players: int) -> None:
        """Take how many play."""
        super().__init__(say("two to sixteen people can play, not {number}", number=players))
        self.players = players


class Column(NamedTuple):
    """A column of a spreadsheet, and what is taken from it."""

    head: str
    role: str
    name: str = ""
    """Whose it is, where it is a person's."""
    may: Sequence[str] = ()
    """What else it may be, by what it holds."""


class Reading(NamedTuple):
    """What a file holds."""

    kind: Message
    """What it is: ``a BG Stats file``."""
    plays: list[Play]
    unread: list[Unread]
    columns: Sequence[Column] = ()
    """Those of a spreadsheet."""
    either: str = ""
    """A day of it that may be two, where nothing tells which."""
    winners: Sequence[str] = ()
    """Who won, where the file says nobody else who played."""
    no_plays: Sequence[Message] = ()
    """Lines that are headings or totals, and are left out."""

    @property
    def names(self) -> Counter[str]:
        """Return how often each name stands in the plays of other programs."""
        return Counter(name for play in self.plays if not play.own for name in play.players)


def each(
    found: Iterable[tuple[Message, T]],
    about: Callable[[T], dict[str, Any]],
    read: Callable[[T], Play],
    day_of: Callable[[str], date | None],
) -> Iterator[Play | Unread]:
    """Yield what ``read`` makes of each item of a file, or why it can't be read, by its place, game and day.

    ``about`` tells the rest: the game, place and notes, and the day as it is written.
    """
    for where, item in found:
        game, day, players = "", None, 0
        try:
            known = about(item)
            game = known["game"]
            day = day_of(known.pop("day"))
            yield read(item)._replace(where=where, day=day, **known)
            continue
        except Seats as refused:
            why, players = say(refused.why), refused.players
        except Malformed as refused:
            why = say(refused.why)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            why = say("something that belongs to a play is missing, or is written otherwise")
        yield Unread(where, why, game, day, players)


def made(names: Sequence[object], rounds: Sequence[Sequence[int]], **known: object) -> Play:
    """Return a play of people in order with the points of each round in that order. Raises Malformed."""
    if len(names) not in SEATS:  # before anybody is told apart
        raise Seats(len(names))
    players = tuple(apart(names))
    if any(abs(number) > MAX_POINTS for scored in rounds for number in scored):
        raise Malformed(say("more than {most} points", most=MAX_POINTS))
    scored = tuple(dict(zip(players, numbers, strict=True)) for numbers in rounds)
    return Play(players, scored, **known)  # type: ignore[arg-type]


def judged(
    names: Sequence[object],
    scores: Sequence[object],
    marks: Sequence[bool] | None = None,
    ranks: Sequence[int] = (),
    *,
    fewest: bool | None = None,
    sure: bool = False,
    level: bool = False,
) -> Play:
    """Return a play as the file judges it: who is marked has won, else who has the first place, else by the points.

    ``marks`` are None where the file has none, and ``sure`` where none marked means that nobody has won; ``fewest`` is
    None where it doesn't say whether the fewest points win, ``level`` where it says of those who have the best points
    together that they won. Points are kept where they are whole and come to the same winners, by the most or by the
    fewest; a draw is theirs who are level. A score is what stands there, or its numbers. Raises Malformed.
    """
    if len(names) not in SEATS:  # before anybody is told apart
        raise Seats(len(names))
    points, why = _points(scores)
    if marks is not None and not (sure or any(marks) or any(map(sum, points))):
        points = []  # 0 for everybody, of whom nobody won, is no result
    first = all(ranks) and len({*ranks}) > 1 and min(ranks)
    places = [rank == first for rank in ranks] if first else None
    said = marks if marks is not None and (any(marks) or sure) else places
    if points and not (said and not any(map(sum, points))):  # else nobody has any
        totals = [sum(own) for own in points]
        ways = (bool(fewest), not fewest) if said else (bool(fewest),)
        if level:
            said = next((best for way in ways if sum(best := _ahead(totals, way)) > 1), said)
        way = next((way for way in ways if not said or _ahead(totals, way) == said), None)
        ahead = _ahead(totals, bool(fewest))
        if way is not None and not why:
            doubt = Message() if fewest in (None, way) else FEWEST_HERE if way else MOST_HERE
            if not said and marks is not None:
                doubt = say("nobody is marked as the winner: the points say who won")
            return _said(made(names, in_rounds(points), fewest_win=way), said, doubt)
        who = listed([*compress(apart(names), ahead)])
        why = why or say("by the points it would be {who}", who=who)
        said = said or ahead
    if said is None:
        return _said(made(names, [[0] * len(names)], outcome="unknown"), None, why)
    kept = say("{why}: who won is kept, the points aren't", why=why) if why else Message()
    if said == places:
        return _said(made(names, [ranks], outcome="places", fewest_win=True), said, kept)
    if places and not kept:
        kept = say("who is marked hasn't the first place: who won is kept, the places aren't")
    return _said(made(names, [[*map(int, said)]], outcome="won"), said, kept)


def _said(play: Play, said: Sequence[bool] | None, doubt: Message) -> Play:
    won = None if said is None else frozenset(compress(play.players, said))
    return play._replace(won=won, doubts=(doubt,) if doubt else ())


def _ahead(totals: Sequence[Decimal | int], fewest: bool) -> list[bool]:
    """Return of each total whether it wins, also with others that are level."""
    best = min(totals) if fewest else max(totals)
    return [total == best for total in totals]


def _points(scores: Sequence[object]) -> tuple[list[Terms], Message]:
    """Return everybody's points, none unless everybody has some, and why they can't be kept as they are."""
    blank = [score in (None, "") for score in scores]
    if any(blank):
        worth = any(score not in (None, "", "0", 0) for score in scores)
        return [], say("some have points and some don't") if worth else Message()
    try:
        points = [cast(Terms, score) if isinstance(score, list) else terms(score) for score in scores]
    except Malformed as refused:
        return [], say(refused.why)
    numbers = [number for own in points for number in (*own, sum(own, Decimal()))]
    odd = next((number for number in numbers if number != int(number)), None)
    if odd is not None:
        return points, say("{number} points aren't a whole number", number=f"{odd}")
    return points, say("more than {most} points", most=MAX_POINTS) if max(map(abs, numbers)) > MAX_POINTS else Message()


def in_rounds(points: Sequence[Terms]) -> list[list[int]]:
    """Return points as rounds where everybody's are as many numbers, else their totals as one."""
    (most, *more) = {len(own) for own in points}
    if more or most > MAX_ROUNDS:
        return [[int(sum(own)) for own in points]]
    return [[*map(int, numbers)] for numbers in zip(*points, strict=True)]


def apart(names: Iterable[object]) -> Iterator[str]:
    """Yield names that can be told apart: a second Guest is Guest 2. Raises Malformed for one that is no name."""
    seen: set[str] = set()
    last = Counter[str]()
    for given in names:
        name = named = text(given, NAME) or "?"
        while name_key(name) in seen:
            last[named] += 1
            number = f" {last[named] + 1}"
            name = f"{named[: MAX_NAME_LENGTH - len(number)]}{number}"
        seen.add(name_key(name))
        yield name


def text(given: object, kind: Text) -> str:
    """Return a text as it may be kept: without signs that nobody sees, and no longer than it may be."""
    seen = f"{given or ''}"
    if not kind.lines:
        seen = " ".join(seen.split())
    seen = "".join(sign for sign in seen if sign == "\n" or not unseen_sign(sign)).strip()
    seen = seen if len(seen) <= kind.most else f"{seen[: kind.most - 1].strip()}…"
    return "" if kind.problem_if_new(seen) else seen


def beside(game: object, place: object = "", notes: object = "") -> dict[str, Any]:
    """Return what a file says beside the points, as it may be kept."""
    return {"game": text(game, NAME), "place": text(place, PLACE), "notes": text(notes, NOTES)}


def terms(given: object) -> list[Decimal]:
    """Return the numbers of a score as somebody typed it, ``87+34`` or ``13,5``. Raises Malformed."""
    typed = UNIT.sub("", BETWEEN.sub("", f"{given}".translate(DASHES)))
    if len(typed) > MAX_ROUNDS * 10 or not SUM.fullmatch(typed):
        raise Malformed(say("“{given}” is not a number of points", given=excerpt(f"{given}")))
    return [Decimal(f"{'-' if sign.count('-') % 2 else ''}{plain(number)}") for sign, number in TERM.findall(typed)]


def plain(number: str) -> str:
    """Return a number with a point for its decimals, and nothing between its thousands."""
    return re.sub("[.,]", "", number) if THOUSANDS.fullmatch(number) else number.replace(",", ".")


def day_of(given: str) -> date:
    """Return a day that begins with its year. Raises Malformed."""
    try:
        return require_day(date.fromisoformat(given[:10]))
    except ValueError:
        raise Malformed(say("“{given}” is not a day", given=excerpt(given))) from None


def require_day(day: date) -> date:
    """Return a day that clocks can show. Raises ValueError."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(day)
    return day
