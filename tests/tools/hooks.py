"""Which games have each name of the base classes: what fewer than two have isn't promised to games from outside.

A module stands for its game, and the kit for all of them. ``python -m tests.tools.hooks`` prints the rarest first.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.engine import Facts, Game, Manner, Move, Options
from companion.engine.kit import Deal
from companion.games import catalogue

BASES: tuple[type, ...] = (Options, Facts, Move, Deal, Game, Manner)
SOURCES = Path(__file__).parents[2]
GAME = re.compile(r"companion\.(?:games|loto\.rules)\.(\w+)")


@cache
def games_with() -> dict[str, set[str]]:
    """Return which games say each name anew, such as ``Move.lifts``."""
    own = {base: {name for name in said_by(base) - {*dir(base.__mro__[1])} if name[0] != "_"} for base in BASES}
    own[Deal] -= own[Move]
    found = {f"{base.__name__}.{name}": set[str]() for base, names in own.items() for name in names}
    every = {*catalogue()}
    for base, names in own.items():
        for kind in below(base):
            for name in names & said_by(kind):
                found[f"{base.__name__}.{name}"] |= game_of(kind.__module__, every)
    for path in SOURCES.glob("companion/*/**/*.py"):
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Game", "Manner"):
                for keyword in call.keywords:
                    found[f"{call.func.id}.{keyword.arg}"] |= game_of(module, every)
    return found


def said_by(kind: type) -> set[str]:
    """Return the names that a class says itself."""
    return {*vars(kind), *vars(kind).get("__annotations__", ())}


def below(kind: type) -> Iterator[type]:
    """Yield all classes that are built on one."""
    for built in kind.__subclasses__():
        yield built
        yield from below(built)


def game_of(module: str, every: set[str]) -> set[str]:
    """Return the game that a module is of."""
    return every if module.startswith("companion.engine.kit") else {*GAME.findall(module)}


if __name__ == "__main__":
    for name, games in sorted(games_with().items(), key=lambda each: (len(each[1]), each[0])):
        sys.stdout.write(f"{len(games):3} {name:25} {', '.join(sorted(games)[:5])}\n")
