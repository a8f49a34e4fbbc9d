"""The statistics: what evenings came to for each person, over any span, added up from rows worked out of journals.

Three things are counted, and never added to one another: games won, counters that are worth nothing, and money, by
currency: what the counters of a table came to in coins. The tables of a night are one evening. A game counts once it is
over. Those who aren't to be named are in no answer here, and nobody else's figures change for it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from companion.engine.names import stored_name_key
from companion.engine.reports.tallies import Figures
from companion.store.database import Database, now
from companion.store.evenings import A_BATCH, Evenings, EveningTally, GameLine, Known, PlayerLine, PotLine, searchable

GAMES, COUNTERS = "games", "counters"
"""The units that aren't a currency: games won, and counters that are worth nothing."""


class Span(NamedTuple):
    """Which evenings are counted, and which of their games."""

    since: str = ""
    """The day, ``2026-09-01``, from which they were; empty: from the first."""
    until: str = ""
    """The day up to which they were; empty: to the last."""
    title: str = ""
    """The game, as the household calls it; empty: all."""
    group: int | None = None
    """The number of the regular group whose evenings they are; None: all."""

    def has(self, evening: EveningTally) -> bool:
        """Return whether a table is of one of them."""
        day = f"{evening.night}"
        return self.since <= day and (not self.until or day <= self.until) and self.group in (None, evening.group)


class Part(NamedTuple):
    """What an evening came to for one person, in one unit."""

    night: date
    code: str
    """Of its first table."""
    key: str
    """By which the person is known."""
    name: str
    """What the person is called."""
    games: int
    figures: Figures
    """Of all games; the points are of use where one game was asked for."""
    money: Decimal = Decimal()
    """What the counters come to in coins, where that is the unit."""


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
    """The best score of a game, in counters or points; None where none was played from first to last."""
    average: float | None
    """The points, or the counters, of a game on average; None where it is only known who won."""


class TimesPlayed(NamedTuple):
    """How often a game was played."""

    title: str
    games: int
    last: EveningTally
    """Where it was played last."""


class WhichHand(NamedTuple):
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
    place: WhichHand


class Duel(NamedTuple):
    """A game that two people played together."""

    evening: EveningTally
    title: str
    in_points: bool
    ahead: int
    """1 where the first came before the second in the standing, -1 where after, 0 where they were level."""
    by: int
    """By how many points, or counters, as the game counts them."""
    counters: int
    """By how many counters the first was ahead."""


class Share(NamedTuple):
    """What a game of an evening came to for one person."""

    evening: EveningTally
    game: GameLine
    player: PlayerLine
    key: str
    unit: str
    """In what it is counted beside games won; GAMES where no counters were played for."""

    @property
    def score(self) -> int | None:
        """Return the score of the game; None where it was none from first to last, as it would be too few points."""
        game, own = self.game, self.player.figures
        if not game.in_points:
            return own.counters
        whole = game.played == 1 and own.hands == max(player.figures.hands for player in game.players)
        return own.points if whole else None


class Statistics:
    """The statistics of a database."""

    def __init__(self, database: Database, evenings: Evenings) -> None:
        """Read what is worked out of the tables, and keep who isn't to be named."""
        self._database = database
        self._evenings = evenings

    def units(self, span: Span, key: str = "") -> list[str]:
        """Return in what people can be compared; first what compares them over all games, of ``key`` where one is said.

        That is games won where several things were played for.
        """
        nights = {(s.unit, s.evening.night) for s in _named(self._evenings.known(), span) if key in ("", s.key)}
        counted = Counter(unit for unit, _ in nights)
        found = sorted(counted.keys() - {GAMES}, key=lambda unit: (-counted[unit], unit))
        return [*found, GAMES] if len(counted) == 1 and found else [GAMES, *found]

    def parts(self, span: Span, unit: str) -> list[Part]:
        """Return what each evening came to for each person, the earliest first."""
        known = self._evenings.known()
        left_out = {*known.unnamed.values()}
        return [part for part in _parts(known, span, unit) if part.key not in left_out]

    def in_games(self, span: Span) -> list[InGame]:
        """Return what each game came to for each person, by the games' names."""
        known = self._evenings.known()

        def work() -> list[InGame]:
            found: dict[tuple[str, bool, bool, str], list[Share]] = {}
            games = [share.game for share in _named(known, span)]
            told = {game.title: (game.in_points, game.fewest_win) for game in games if game.tells_points}
            for share in _named(known, span):
                game = share.game
                own = (game.in_points, game.fewest_win)
                in_points, fewest = own if game.tells_points else told.get(game.title, own)
                found.setdefault((game.title, in_points, fewest, share.key), []).append(share)
            return [_in_game(*what, known.names[what[3]], own) for what, own in sorted(found.items())]

        return known.once(("in games", span), work)

    def played(self, span: Span) -> list[TimesPlayed]:
        """Return the games that were played, those played most first."""
        known = self._evenings.known()

        def work() -> list[TimesPlayed]:
            found: dict[str, TimesPlayed] = {}
            for evening, game in _games(known, span):
                before = found[game.title].games if game.title in found else 0
                found[game.title] = TimesPlayed(game.title, before + game.played, evening)
            return sorted(found.values(), key=lambda each: (-each.games, each.title))

        return known.once(("played", span), work)

    def going_on(self, span: Span) -> int:
        """Return at how many tables a game is still being played, which is not counted yet."""
        games = _games(self._evenings.known(), span, over=False)
        return len({evening.code for evening, game in games if game.dealt})

    def is_ready(self) -> bool:
        """Return whether next to nothing is to be worked out first, as there is for a while after an update."""
        return self._evenings.lacking() <= A_BATCH

    def years(self) -> list[int]:
        return sorted(
            {evening.night.year for evening in self._evenings.known().evenings if evening.games}, reverse=True
        )

    def nights(self, span: Span) -> list[date]:
        """Return on which evenings there was a game that is over, the earliest first."""
        return sorted({evening.night for evening, _ in _games(self._evenings.known(), span)})

    def hands(self, span: Span) -> int:
        return sum(game.dealt for _, game in _games(self._evenings.known(), span))

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

    def best_hand(self, span: Span, key: str = "") -> Record | None:
        """Return the hand that brought one person the most counters; of ``key``, where one is said."""
        known = self._evenings.known()
        hands = [
            share
            for share in _named(known, span)
            if share.player.best and not share.game.in_points and key in ("", share.key)
        ]
        best = max(hands, key=lambda share: share.player.best or 0, default=None)
        if best is None:
            return None
        of, player = best.evening, best.player
        place = WhichHand(of.code, of.laid_at, best.game.title, player.best_hand or 0, player.best_move or 0)
        return Record(player.best or 0, (known.names[best.key],), False, "", place)

    def rivals(self, span: Span, key: str) -> dict[str, list[Duel]]:
        """Return the games that a person played with each other one, by their keys, the earliest first."""
        known = self._evenings.known()

        def work() -> dict[str, list[Duel]]:
            found: dict[str, list[Duel]] = {}
            for _, sides in groupby(_named(known, span), lambda share: id(share.game)):
                by_key = {share.key: share for share in sides}
                if own := by_key.pop(key, None):
                    for other, share in by_key.items():
                        found.setdefault(other, []).append(_duel(own, share))
            return found

        return known.once(("rivals", span, key), work)

    def won(self, words: Sequence[Sequence[str]]) -> list[str]:
        """Return the codes of evenings in which somebody won a game, and names of theirs or its own have every word.

        Of each word one spelling must be found, ``searchable``.
        """
        known, others = self._evenings.known(), defaultdict[str, list[str]](list)
        for name, today in known.names_today.items():
            others[today].append(name)

        def fits(share: Share) -> bool:
            title = share.game.title
            told = searchable("\n".join([share.player.name, known.names[share.key], title, *others[title]]))
            return all(any(text in told for text in word) for word in words)

        won = (share for share in _named(known, Span()) if share.player.figures.games_won)
        return sorted({share.evening.code for share in won if fits(share)})

    def results(self, key: str) -> dict[str, tuple[int, int]]:
        """Return what evenings came to for a person, named or not, by code: counters, and the last game's points."""
        came_to: dict[str, tuple[int, int]] = {}
        for share in _shares(self._evenings.known(), None):
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


def _games(known: Known, span: Span, *, over: bool = True) -> Iterator[tuple[EveningTally, GameLine]]:
    """Yield the games of a span that are over, or that aren't, the earliest first."""
    for evening in known.evenings:
        if span.has(evening):
            games = (game for game in evening.games if game.over == over and span.title in ("", game.title))
            yield from ((evening, game) for game in games)


def _shares(known: Known, span: Span | None) -> list[Share]:
    """Return what each game of a span that is over came to for everybody; of all games where none is said."""

    def work() -> list[Share]:
        every = ((evening, game) for evening in known.evenings for game in evening.games)
        return [
            Share(evening, game, player, known.whose.key_of(player.key, evening.code), unit)
            for evening, game in (_games(known, span) if span else every)
            for unit in [_unit(evening, game)]
            for player in game.players
        ]

    return known.once(("shares", span), work)


def _named(known: Known, span: Span) -> list[Share]:
    """Return the same of those who are named."""
    left_out = {*known.unnamed.values()}
    return [share for share in _shares(known, span) if share.key not in left_out]


def _unit(evening: EveningTally, game: GameLine) -> str:
    """Return in what a game is counted beside games won."""
    if game.in_points and not any(player.figures.counters for player in game.players):
        return GAMES
    return evening.coins.value.currency if evening.coins else COUNTERS


def _parts(known: Known, span: Span, unit: str) -> list[Part]:
    """Return what each evening came to for each person, named or not."""

    def work() -> list[Part]:
        found: dict[tuple[date, str], list[Share]] = {}
        money: dict[tuple[date, str], Decimal] = {}
        counted = (share for share in _shares(known, span) if unit in (GAMES, share.unit))
        for evening, shares in groupby(counted, attrgetter("evening")):
            counters: dict[str, int] = {}  # equals are rounded as they sat
            for share in shares:
                found.setdefault((evening.night, share.key), []).append(share)
                counters[share.key] = counters.get(share.key, 0) + share.player.figures.counters
            if evening.coins and unit != GAMES:
                counters[""] = -sum(counters.values())  # what was left in the pots for another game
                for key, worth in evening.coins.worth(counters).items():
                    money[evening.night, key] = money.get((evening.night, key), Decimal()) + worth
        return [
            Part(
                night,
                shares[0].evening.code,
                key,
                known.names.get(key, ""),
                sum(share.game.played for share in shares),
                _total(shares),
                money.get((night, key), Decimal()),
            )
            for (night, key), shares in found.items()
        ]

    return known.once(("parts", span, unit), work)


def _in_game(title: str, in_points: bool, fewest_win: bool, key: str, name: str, shares: Sequence[Share]) -> InGame:
    """Return what all games of a name came to for one person."""
    best = min if in_points and fewest_win else max
    told = [share for share in shares if share.game.tells_points]
    scores, figures = [share.score for share in told], _total(told) if told else Figures()
    return InGame(
        title,
        in_points,
        fewest_win,
        key,
        name,
        sum(share.game.played for share in shares),
        _total(shares),
        best((score for score in scores if score is not None), default=None),
        (figures.points if in_points else figures.counters) / max(sum(share.game.played for share in told), 1)
        if told
        else None,
    )


def _total(shares: Sequence[Share]) -> Figures:
    return Figures.total([share.player.figures for share in shares])


def _record(known: Known, evening: EveningTally, game: GameLine, told: PotLine) -> Record:
    """Return what is told of a pot, and whose it was."""
    keys = {known.whose.key(name, evening.code) for name in told.takers} - {*known.unnamed.values()}
    named = tuple(known.names[key] for key in sorted(keys))
    place = WhichHand(evening.code, evening.laid_at, game.title, told.hand, told.move)
    return Record(told.number, named, len(named) < len(told.takers), told.pot, place)


def _duel(one: Share, other: Share) -> Duel:
    """Return a game that two people played together."""
    own, others, game = one.player.figures, other.player.figures, one.game
    counters, ranks = own.counters - others.counters, (one.player.rank, other.player.rank)
    by = own.points - others.points if game.by_points or not game.tells_points else counters
    return Duel(
        one.evening, game.title, game.by_points, (ranks[0] < ranks[1]) - (ranks[0] > ranks[1]), abs(by), counters
    )
