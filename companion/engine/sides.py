"""Two sides of two players each, as an option of several games."""

from typing import Annotated, TypeAlias

from companion.engine.fields import Seat, shown
from companion.engine.saying import say


class TwoSides:
    """Two lists of two players, four different ones."""

    def problem(self, value: list[list[str]]) -> str | None:
        if [len(team) for team in value] != [2, 2]:
            return say("must be two lists of two players")
        names = [name for team in value for name in team]
        twice = next((name for name in names if names.count(name) > 1), None)
        return say("{given} can't be named twice", given=shown(twice)) if twice is not None else None


Sides: TypeAlias = Annotated[list[list[Seat]], TwoSides()]
