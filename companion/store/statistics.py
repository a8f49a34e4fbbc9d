"""The statistics: what evenings came to for each person, over any span, added up from rows worked out of journals.

Counters are added up exactly and never with points; money is what the counters of an evening came to in coins.
An evening that goes on counts as it stands. Those who aren't to be named are in no answer here, and nobody else's
figures change for it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from companion.engine.names import stored_name_key
from companion.engine.reports.tallies import Figures
from companion.store.database import Database, now
from companion.store.evenings import A_BATCH, Evenings, EveningTally, GameLine, Known, PlayerLine, PotLine

OF_A_PERSON = ("code", "laid_at", "game", "name", *Figures._fields, "best", "best_hand")
"""What is taken out of a person, game by game."""

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

    def has(self, evening: EveningTally) -> bool:
        """Return whether an evening is one of them."""
        return (
            self.since <= evening.laid_at
            and (not self.until or evening.laid_at < self.until)
            and self.group in (None, evening.group)
        )


class Part(NamedTuple):
    """What an evening came to for one person."""

    evening: EveningTally
    key: str
    """By which the person is known."""
    name: str
    """What the person is called."""
    figures: Figures
    """Of all games; the points are of use where one game was asked for."""
    plays_counters: bool
    """Whether the person played a game of counters, or counters moved."""
    money: Decimal = Decimal()
    """What the counters come to in coins; 0 where they had no value."""


class InGame(NamedTuple):
    """What all games of a name came to for one person."""

    title: str
    in_points: bool
    fewest_win: bool
    key: str
    name: str
    games: int
    figures: Figures
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

    evening: EveningTally
    title: str
    in_points: bool
    ahead: int
    """By how much the first was ahead, below 0 where the second was; in points as the game counts them."""
    counters: int
    """By how many counters the first was ahead."""


class Share(NamedTuple):
    """What a game of an evening came to for one person."""

    evening: EveningTally
    game: GameLine
    player: PlayerLine
    key: str


class Statistics:
    """The statistics of a database."""

    def __init__(self, database: Database, evenings: Evenings) -> None:
        """Read what is worked out of the tables, and keep who isn't to be named."""
        self._database = database
        self._evenings = evenings

    def parts(self, span: Span) -> list[Part]:
        """Return what each evening came to for each person, the earliest first."""
        known = self._evenings.known()
        left_out = {"", *known.unnamed.values()}
        return [part for part in _parts(known, span) if part.key not in left_out]

    def in_pots(self, span: Span) -> list[Part]:
        """Return what lies in the pots of each evening that goes on, as a part of nobody's."""
        return [part for part in _parts(self._evenings.known(), span) if not part.key and part.figures.counters]

    def in_games(self, span: Span) -> list[InGame]:
        """Return what each game came to for each person, by the games' names."""
        known = self._evenings.known()
        found: dict[tuple[str, bool, bool, str], list[Share]] = {}
        for share in _shares(known, span):
            game = share.game
            found.setdefault((game.title, game.in_points, game.fewest_win, share.key), []).append(share)
        return [
            InGame(
                *what,
                known.names[what[3]],
                sum(share.game.played for share in own),
                _total(own),
                max((share.player.best for share in own if share.player.best is not None), default=None),
            )
            for what, own in sorted(found.items())
        ]

    def is_ready(self) -> bool:
        """Return whether next to nothing is to be worked out first, as there is for a while after an update."""
        return self._evenings.lacking() <= A_BATCH

    def years(self) -> list[int]:
        """Return the years with an evening, the latest first."""
        return sorted({evening.year for evening in self._evenings.known().evenings if evening.games}, reverse=True)

    def hands(self, span: Span) -> int:
        """Return how many hands were dealt."""
        return sum(game.dealt for _, game in _games(self._evenings.known(), span))

    def titles(self, span: Span) -> list[str]:
        """Return the names of the games that were played, those played in the most evenings first."""
        counted = Counter(
            title for _, title in {(evening.code, game.title) for evening, game in _games(self._evenings.known(), span)}
        )
        return sorted(counted, key=lambda title: (-counted[title], title))

    def biggest_pool(self, span: Span) -> Record | None:
        """Return the most counters that ever lay in one pot, the first time, and who took the greater part."""
        known = self._evenings.known()
        pools = [(evening, game, game.pool) for evening, game in _games(known, span) if game.pool]
        found = max(pools, key=lambda each: each[2].number, default=None)
        return found and _record(known, *found)

    def longest_spoil(self, span: Span) -> Record | None:
        """Return the pot that outlived the most hands; of equals, the fuller one. It leads to where it was begun."""
        known = self._evenings.known()
        spoils = [(evening, game, game.spoil) for evening, game in _games(known, span) if game.spoil]
        found = max(spoils, key=lambda each: (each[2].number, each[2].counters), default=None)
        return found and _record(known, *found)

    def best_hand(self, span: Span, key: str = "", *, in_points: bool = False) -> Record | None:
        """Return the hand that brought one person the most counters, or points; of ``key``, where one is said."""
        known = self._evenings.known()
        hands = [
            share
            for share in _shares(known, span)
            if share.player.best and share.game.in_points == in_points and key in ("", share.key)
        ]
        best = max(hands, key=lambda share: share.player.best or 0, default=None)
        if best is None:
            return None
        of, player = best.evening, best.player
        place = Place(of.code, of.laid_at, best.game.title, player.best_hand or 0, player.best_move or 0)
        return Record(player.best or 0, (known.names[best.key],), False, "", place)

    def met(self, span: Span, one: str, other: str) -> list[Duel]:
        """Return the finished games that two people, by their keys, played together, the earliest first."""
        met: dict[tuple[str, int], dict[str, Share]] = {}
        for share in _shares(self._evenings.known(), span):
            if share.key in (one, other) and not share.evening.goes_on:
                met.setdefault((share.evening.code, id(share.game)), {})[share.key] = share
        return [_duel(sides[one], sides[other]) for sides in met.values() if {one, other} <= {*sides}]

    def rows_of(self, key: str) -> list[dict[str, Any]]:
        """Return all that is kept of a person, game by game, also where the person isn't named."""
        return [
            {"code": share.evening.code, "laid_at": share.evening.laid_at, "game": share.game.title}
            | {"name": share.player.name, **share.player.figures._asdict()}
            | {"best": share.player.best, "best_hand": share.player.best_hand}
            for share in _shares(self._evenings.known(), Span(), all_of_them=True)
            if share.key == key
        ]

    def results(self, key: str) -> dict[str, tuple[int, int]]:
        """Return what evenings came to for a person, named or not, by code: counters, and the last game's points."""
        came_to: dict[str, tuple[int, int]] = {}
        for share in _shares(self._evenings.known(), Span(), all_of_them=True):
            if share.key == key:
                counters = came_to.get(share.evening.code, (0, 0))[0] + share.player.figures.counters
                came_to[share.evening.code] = (counters, share.player.figures.points)
        return came_to

    # Who isn't named.

    def unnamed(self) -> list[str]:
        """Return the keys of those who aren't to be named; where a name became another's, of that one."""
        return list(dict.fromkeys(self._evenings.known().unnamed.values()))

    def unname(self, key: str) -> None:
        """Leave a person out of the statistics from now on; no evening is changed. Raises WriteFailed."""
        with self._database.writing() as rows:
            rows.table("unnamed").insert({"alike": stored_name_key(key), "at": now()}, ignore=True)

    def name_again(self, key: str) -> None:
        """Count a person in the statistics again. Raises WriteFailed."""
        with self._database.writing() as rows:
            known = self._evenings.known()
            for alike, own in known.unnamed.items():
                if own == known.whose.key(key):
                    rows.table("unnamed").delete(alike)

    def remember(self, asked: tuple[Any, ...], work: Callable[[], Answer]) -> Answer:
        """Return what ``work`` made of the answers, or made before, as long as nothing changed in the database."""
        return self._evenings.known().once(asked, work)

    def clear(self) -> None:
        """Clear what was read: it is read again when it is next asked for."""
        self._evenings.clear()

    def names(self) -> dict[str, str]:
        """Return what everybody is called, by their keys."""
        return self._evenings.known().names

    def key_of(self, name: str) -> str:
        """Return by which key the person of a name is known."""
        return self._evenings.known().whose.key(name)


def _games(known: Known, span: Span) -> Iterator[tuple[EveningTally, GameLine]]:
    """Yield the games of a span, the earliest first."""
    for evening in known.evenings:
        if span.has(evening):
            yield from ((evening, game) for game in evening.games if span.title in ("", game.title))


def _shares(known: Known, span: Span, *, all_of_them: bool = False) -> list[Share]:
    """Return what each game came to for each who is named, or for all."""
    left_out = set() if all_of_them else {*known.unnamed.values()}

    def work() -> list[Share]:
        return [
            Share(evening, game, player, key)
            for evening, game in _games(known, span)
            for player in game.players
            if (key := known.whose.key_of(player.key, evening.code)) not in left_out
        ]

    return known.once(("shares", span, all_of_them), work)


def _parts(known: Known, span: Span) -> list[Part]:
    """Return what each evening came to for each person, named or not, then what is left in its pots."""

    def work() -> list[Part]:
        found = []
        for evening, shares in groupby(_shares(known, span, all_of_them=True), attrgetter("evening")):
            by_person: dict[str, list[Share]] = {}
            for share in shares:
                by_person.setdefault(share.key, []).append(share)
            figures = {key: _total(own) for key, own in sorted(by_person.items())}
            figures[""] = Figures(counters=-sum(own.counters for own in figures.values()))
            counters = {key: figures[key].counters for key in (*by_person, "")}  # equals are rounded as they sat
            money = evening.coins.worth(counters) if evening.coins else {}
            for key, own in figures.items():
                of_games = by_person.get(key, [])
                plays = any(not share.game.in_points or share.player.figures.counters for share in of_games)
                name = known.names.get(key, "")
                found.append(Part(evening, key, name, own, plays, money.get(key, Decimal())))
        return found

    return known.once(("parts", span), work)


def _total(shares: Sequence[Share]) -> Figures:
    """Add up what games came to for a person."""
    return Figures.total([share.player.figures for share in shares])


def _record(known: Known, evening: EveningTally, game: GameLine, told: PotLine) -> Record:
    """Return what is told of a pot, and whose it was."""
    keys = {known.whose.key(name, evening.code) for name in told.takers} - {*known.unnamed.values()}
    named = tuple(known.names[key] for key in sorted(keys))
    place = Place(evening.code, evening.laid_at, game.title, told.hand, told.move)
    return Record(told.number, named, len(named) < len(told.takers), told.pot, place)


def _duel(one: Share, other: Share) -> Duel:
    """Return a game that two people played together."""
    own, others, game = one.player.figures, other.player.figures, one.game
    by_points = (others.points - own.points) if game.fewest_win else (own.points - others.points)
    counters = own.counters - others.counters
    return Duel(one.evening, game.title, game.by_points, by_points if game.by_points else counters, counters)
