"""A game that was played elsewhere, as far as a file says it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from companion.engine.errors import Malformed
from companion.engine.fields import NAME, Text, excerpt
from companion.engine.message import Message, say
from companion.engine.names import MAX_NAME_LENGTH, name_key, unseen_sign
from companion.machine.clock import FIRST_YEAR, LAST_YEAR
from companion.store.table import NOTES, PLACE

SEATS = range(2, 17)
"""How many play a game of points."""
MAX_POINTS = 100_000
Outcome: TypeAlias = Literal["points", "won", "places"]
"""What is known of how a game ended: the points, only who won, or only who came where."""
NOT_KNOWN = say(
    "Companion can't tell what this file is. It reads its own evenings, score sheets and years, plays of BG Stats and "
    "of BoardGameGeek (XML), backups of KeepScore, and spreadsheets saved as CSV."
)
MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00a0": "", "\u202f": "", " ": "", "'": "", "\u2019": ""})
"""How people write a minus and part thousands, and how a number is read."""
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
    """A place of a file at which no play can be read, and why."""

    where: Message
    why: Message


class Reading(NamedTuple):
    """What a file holds."""

    kind: Message
    """What it is: ``a BG Stats file``."""
    plays: list[Play]
    unread: list[Unread]


def each(found: Iterable[tuple[Message, T]], read: Callable[[T], Play]) -> Iterator[Play | Unread]:
    """Yield what ``read`` makes of each item of a file, by its place, or why it can't be read."""
    for where, item in found:
        try:
            yield read(item)._replace(where=where)
        except Malformed as refused:
            yield Unread(where, say(refused.why))
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            yield Unread(where, say("something that belongs to a play is missing, or is written otherwise"))


def made(names: Sequence[object], rounds: Sequence[Sequence[int]], **known: object) -> Play:
    """Return a play of people in order with the points of each round in that order. Raises Malformed."""
    players = tuple(apart(names))
    if not rounds:
        raise Malformed(say("there are no points"))
    if len(players) not in SEATS:
        raise Malformed(say("two to sixteen people can play, not {number}", number=len(players)))
    if any(abs(number) > MAX_POINTS for scored in rounds for number in scored):
        raise Malformed(say("more than {most} points", most=MAX_POINTS))
    scored = tuple(dict(zip(players, numbers, strict=True)) for numbers in rounds)
    return Play(players, scored, **known)  # type: ignore[arg-type]


def apart(names: Sequence[object]) -> Iterator[str]:
    """Yield names that can be told apart: a second Guest is Guest 2. Raises Malformed for one that is no name."""
    seen: set[str] = set()
    for given in names:
        name = named = text(given, NAME) or "?"
        number = 1
        while name_key(name) in seen:
            number += 1
            name = f"{named[: MAX_NAME_LENGTH - 3]} {number}"
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


def beside(game: object, place: object = "", notes: object = "") -> dict[str, str]:
    """Return what a file says beside the points, as it may be kept."""
    return {"game": text(game, NAME), "place": text(place, PLACE), "notes": text(notes, NOTES)}


def whole(given: object) -> int:
    """Return a number of points as somebody typed it. Raises Malformed."""
    typed = f"{given}".translate(MINUS)
    if not (found := re.fullmatch(r"([+-]?[0-9]{1,9})([.,]0*)?", typed)):
        raise Malformed(say("“{given}” is not a whole number of points", given=excerpt(f"{given}")))
    return int(found[1])


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


def by_result(names: Sequence[object], scores: Sequence[object], won: Sequence[bool], **known: object) -> Play:
    """Return a play by its points; where a score is missing, by who won. Raises Malformed."""
    if all(score not in (None, "") for score in scores):
        return made(names, [[*map(whole, scores)]], **known)
    if any(score not in (None, "", "0", 0) for score in scores):
        raise Malformed(say("some have points and some don't"))
    return made(names, [[int(each) for each in won]], **known | {"outcome": "won", "fewest_win": False})
