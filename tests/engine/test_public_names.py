"""The public names of the engine: none disappears, and none takes other parameters, without a new version.

A name of the base classes is public from its second game on.

``python -m tests.engine.test_public_names`` writes down what they are now; look at the difference before you keep it.
"""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import companion.engine
import companion.engine.kit
import companion.engine.kit.bank
from companion.engine import Facts, Game, Move, Options
from tests.tools.hooks import BASES, games_with

PUBLIC: tuple[ModuleType, ...] = (companion.engine, companion.engine.kit, companion.engine.kit.bank)
FILE = Path(__file__).with_name("public_names.txt")
UNPROMISED = {name for name, games in games_with().items() if len(games) < 2}
"""What one game alone has of the base classes."""


def names_of(module: ModuleType) -> list[str]:
    """Return the public names of a module: those in its ``__all__``, or all that a package imports from its modules."""
    found = [name for name, held in vars(module).items() if name[0] != "_" and not isinstance(held, ModuleType)]
    return sorted(getattr(module, "__all__", found))


def described() -> Iterator[str]:
    """Yield a line for every public name, and for every name of a public class."""
    for module in PUBLIC:
        for name in names_of(module):
            yield from lines(f"{module.__name__}.{name}", getattr(module, name))


def lines(name: str, value: Any) -> Iterator[str]:
    """Yield what another package can rely on: parameters, members, and the attributes of a class."""
    if isinstance(value, FunctionType):
        yield name + parameters(value)
    elif not isinstance(value, type):
        yield name  # an annotated type, a tuple of moves
    elif issubclass(value, Enum):
        yield f"{name}: {', '.join(value.__members__)}"
    elif issubclass(value, Exception | str):
        yield name
    else:
        yield name + parameters(value)
        for attribute, held in sorted(vars(value).items()):
            function = held.__func__ if isinstance(held, classmethod) else held
            if not attribute.startswith("_") and not (value in BASES and f"{value.__name__}.{attribute}" in UNPROMISED):
                yield f"{name}.{attribute}" + (parameters(function) if isinstance(function, FunctionType) else "")


def parameters(value: Any) -> str:
    """Return the names of parameters, ``=...`` where one may be left out; their types may grow."""
    signature = inspect.signature(value)
    plain = [
        one.replace(annotation=one.empty, default=one.default if one.default is one.empty else ...)
        for one in signature.parameters.values()
        if not (value in BASES and f"{value.__name__}.{one.name}" in UNPROMISED)
    ]
    return str(inspect.Signature(plain)).replace("Ellipsis", "...")


def test_no_public_name_disappears_or_takes_other_parameters() -> None:
    now = set(described())
    assert [line for line in FILE.read_text("utf-8").splitlines() if line not in now] == [], __doc__


def test_every_public_name_is_written_down() -> None:
    written, public = (
        {re.split("[(:]", line)[0] for line in lines} for lines in (FILE.read_text("utf-8").splitlines(), described())
    )
    assert sorted(public - written) == [], __doc__


@pytest.mark.parametrize("base", [Options, Facts, Move, Game])
def test_what_one_game_has_stands_below_its_heading(base: type) -> None:
    below = inspect.getsource(base).partition("# What one game has")[2]
    names = {f"{base.__name__}.{name}" for name in re.findall(r"^    (?:def )?(\w+)[:(]", below, re.MULTILINE)}
    alone = {name for name in UNPROMISED if games_with()[name] and name.startswith(f"{base.__name__}.")}
    assert alone <= names <= UNPROMISED


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in described()), "utf-8")
