"""The games, one module each. A module that defines ``GAME`` or several ``EDITIONS`` of one is in the catalogue."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.engine.game import Family, Game


@cache
def catalogue() -> dict[str, tuple[Game, ...]]:
    """Every game by its key, all its editions, oldest first; in the order of their titles."""
    found = []
    for module in iter_modules(__path__, f"{__name__}."):
        loaded = import_module(module.name)
        found.append(getattr(loaded, "EDITIONS", None) or (loaded.GAME,))
    return {editions[0].key: editions for editions in sorted(found, key=lambda editions: editions[0].title)}


@cache
def families() -> dict[Family, tuple[Game, ...]]:
    """The newest edition of every game by families, in each first those for the most different numbers of players."""
    every = sorted((editions[-1] for editions in catalogue().values()), key=lambda game: -len(game.seats))
    return {family: games for family in Family if (games := tuple(game for game in every if game.family is family))}


def most_general() -> Game:
    """The game to begin with where nothing is known of those who play: the first of all families."""
    return next(iter(families().values()))[0]


def newest(key: str) -> Game | None:
    """The newest edition of a game, None where there is no such game."""
    editions = catalogue().get(key)
    return editions[-1] if editions else None


def edition(key: str, number: int) -> Game | None:
    """One edition of a game, None where there is none."""
    return next((game for game in catalogue().get(key, ()) if game.edition == number), None)
