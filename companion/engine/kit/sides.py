"""Two sides of two players each, as an option of several games."""

from typing import Annotated, Any, TypeAlias

from companion.engine.fields import Seat, excerpt
from companion.engine.message import say


class TwoSides:
    """Two lists of two players each, all different."""

    def problem(self, value: list[list[str]]) -> str | None:
        """Return what is wrong with the sides, None if nothing is."""
        if [len(team) for team in value] != [2, 2]:
            return say("must be two lists of two players")
        names = [name for team in value for name in team]
        repeated = next((name for name in names if names.count(name) > 1), None)
        return say("{given} can't be named twice", given=excerpt(repeated)) if repeated is not None else None

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        two = {"minItems": 2, "maxItems": 2}
        return two | {"items": two | {"uniqueItems": True}}


Sides: TypeAlias = Annotated[list[list[Seat]], TwoSides()]
