"""The games, one module each, named as its game. A module defines ``GAME``, or several ``EDITIONS`` of one."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.engine.game import Family, Game


@cache
def keys() -> dict[str, str]:
    """The key of every game, with the name of its module."""
    return {module.name.replace("_", "-"): module.name for module in iter_modules(__path__)}


def editions(key: str) -> tuple[Game, ...]:
    """All editions of a game, oldest first; none where there is no such game. Loaded when they are first needed."""
    if key not in keys():
        return ()
    module = import_module(f"{__name__}.{keys()[key]}")
    return getattr(module, "EDITIONS", None) or (module.GAME,)


@cache
def catalogue() -> dict[str, tuple[Game, ...]]:
    """Every game by its key, all its editions; in the order of their titles."""
    return dict(sorted(((key, editions(key)) for key in keys()), key=lambda game: game[1][0].title))


@cache
def families() -> dict[Family, tuple[Game, ...]]:
    """The newest edition of every game by families, in each first those for the most different numbers of players."""
    every = sorted((known[-1] for known in catalogue().values()), key=lambda game: -len(game.seats))
    return {family: games for family in Family if (games := tuple(game for game in every if game.family is family))}


def most_general() -> Game:
    """The game to begin with where nothing is known of those who play: the first of all families."""
    return next(iter(families().values()))[0]


def newest(key: str) -> Game | None:
    """The newest edition of a game, None where there is no such game."""
    return next(reversed(editions(key)), None)


def edition(key: str, number: int) -> Game | None:
    """One edition of a game, None where there is none."""
    return next((game for game in editions(key) if game.edition == number), None)
