"""The games, each in a module of its name that defines ``GAME``.

A new game is a new module here: it is found by its name, and loaded when it is first needed. No game imports another:
what two of them share lies in ``engine/kit``. They import the public names of the engine alone, as a game from outside
does, and know no clock, no chance, no file and no network.

Every stored move names its game's edition, and is read where the game still has that number. A correction that changes
what old sheets come to is a new edition.

Packages of their own add games through the entry point group ``companion.games``: docs/GAMES-FROM-OUTSIDE.md. So does
Loto, though it comes with Companion: it brings pages.
"""

import logging
import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple

from companion.engine import Family, Game
from companion.engine.structure import hints

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "companion.games"
"""The entry points of games from outside: each is named as its game's key and leads to its module."""

SHOWN_FIRST = ("my-bird-sings", "points-game", "pope-joan", "spoil-five", "twenty-five")
"""The built-in games that the first page shows to people who haven't played yet; it loads no other one."""


class OutsideGame(NamedTuple):
    """A game of another package."""

    package: str
    """The package that holds its templates and translations."""
    game: Game


@cache
def keys() -> dict[str, str]:
    """Return the key of every built-in game, with the name of its module."""
    return {module.name.replace("_", "-"): f"{__name__}.{module.name}" for module in iter_modules(__path__)}


@cache
def outside_games() -> dict[str, OutsideGame]:
    """Return the games of other packages by their keys; leave out one that is broken, with a line in the log."""
    from importlib.metadata import entry_points  # not needed for the first built-in game

    games: dict[str, OutsideGame] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            if point.name in games:
                raise ValueError(f"{games[point.name].package} has a game of this key already")
            games[point.name] = _load(point)
        except Exception as error:  # a package may fail in any way, and no table may suffer from it
            _say_left_out(point.name, point.value, error)
    return games


def leave_out(key: str, error: Exception) -> None:
    """Do without a game whose pages are broken, with a line in the log: its tables wait until they can be shown."""
    _say_left_out(key, outside_games().pop(key).game.pages, error)
    catalogue.cache_clear()
    families.cache_clear()


def _say_left_out(key: str, module: str, error: Exception) -> None:
    why = " ".join(f"{type(error).__name__}: {error}".split())
    logging.getLogger(__name__).warning("The game %s of %s is left out: %s", key, module, why)


def _load(point: "EntryPoint") -> OutsideGame:
    """Load a game of another package, with its declarations; raise where it can't be played here."""
    if point.name in keys():
        raise ValueError("Companion has a game of this key itself")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", point.name):
        raise ValueError("a key is made of small letters, digits and single hyphens")
    game = point.load().GAME
    if not isinstance(game, Game) or game.key != point.name:
        raise ValueError("its GAME must be a game of this key")
    for kind in (game.options, *game.by_name.values()):
        hints(kind)
    if not game.seats:
        raise ValueError("nobody can play it: its options say how many may")
    return OutsideGame(point.module.partition(".")[0], game)


def game(key: str) -> Game | None:
    """Return a game, None if there is none of this key. It is loaded here at first use."""
    if key in keys():
        built_in: Game = import_module(keys()[key]).GAME
        return built_in
    return outside_games()[key].game if key in outside_games() else None


@cache
def catalogue() -> dict[str, Game]:
    """Return every game by its key, in the order of their titles."""
    every = [found for key in [*keys(), *outside_games()] if (found := game(key))]
    return {found.key: found for found in sorted(every, key=lambda found: found.title)}


@cache
def families() -> dict[Family, tuple[Game, ...]]:
    """Return every game by family, the widest range of players first."""
    every = sorted(catalogue().values(), key=lambda game: -len(game.seats))
    return {family: games for family in Family if (games := tuple(game for game in every if game.family is family))}


def shown_first() -> list[Game]:
    """Return the games that the first page shows to people who haven't played yet, in the order of ``families``."""
    outside = [found.game for found in outside_games().values() if found.game.shown_first]
    games = [*filter(None, map(game, SHOWN_FIRST)), *outside]
    return sorted(games, key=lambda game: ([*Family].index(game.family), -len(game.seats), game.title))


def most_general() -> Game:
    """Return the game to suggest when nothing is known of the players: the first that is built in."""
    return next(game for games in families().values() for game in games if game.key in keys())
