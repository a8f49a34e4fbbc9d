"""Shapes that families of games share: the first one out, sides of the same size, and what they scored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from companion.engine.fields import CardsLeft, InRow, Seat, excerpt
from companion.engine.game import Move, State
from companion.engine.kit.payments import not_named
from companion.engine.message import Message, joined, listed, say
from companion.engine.phrases import unsigned

TWO_OR_MORE: dict[str, Any] = {"minItems": 2}

ANY_SHAPE = say("must be two or more lists of players, all of the same length, two players or more in each")


@frozen
class FirstOut(Move):
    """The first one out is paid for the cards that the others have left, and takes Game where the board has it."""

    name = "out"
    label = "Somebody went out"
    first_person = "I'm out"
    main = True

    player: Annotated[Seat, InRow(say("out")), "Who went out?"]
    cards_left: Annotated[CardsLeft, "Cards left?"]

    @classmethod
    def as_sentence(cls, answers: Mapping[str, str]) -> str:
        """Return ``Ann went out``."""
        return say("{player} went out", player=answers["player"]) if "player" in answers else ""

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on Game stand for the move."""
        return {pot: {} for pot in state.pots if pot == "game"}

    @classmethod
    def empty_handed(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Return the players who may hold no card though another is out: they were dealt none, or went out before."""
        return ()

    def check(self, state: State[Any, Any]) -> None:
        not_named(self.cards_left, self.player)


@frozen
class EqualSides:
    """Lists of players, at least two lists of the same length, at least two in each, all different."""

    shapes: tuple[tuple[int, int], ...] = ()
    """What can be chosen, as (how many sides, how many players in each); empty: any number of both from two."""
    wanted: Message = ANY_SHAPE

    def problem(self, value: list[list[str]]) -> str | None:
        """Return what is wrong with the sides, None if nothing is."""
        sizes = {len(team) for team in value}
        shape = len(value), max(sizes, default=0)
        if len(sizes) != 1 or min(shape) < 2 or (self.shapes and shape not in self.shapes):
            return self.wanted
        names = [name for team in value for name in team]
        repeated = next((name for name in names if names.count(name) > 1), None)
        return say("{given} can't be named twice", given=excerpt(repeated)) if repeated is not None else None

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it; that all lists are of the same length only where few shapes fit."""
        if not self.shapes:
            return TWO_OR_MORE | {"items": TWO_OR_MORE | {"uniqueItems": True}}
        fitting = [
            _exactly(sides) | {"items": _exactly(players) | {"uniqueItems": True}} for sides, players in self.shapes
        ]
        return fitting[0] if len(fitting) == 1 else {"anyOf": fitting}


def _exactly(number: int) -> dict[str, Any]:
    return {"minItems": number, "maxItems": number}


Sides: TypeAlias = Annotated[list[list[Seat]], EqualSides(((2, 2),), say("must be two lists of two players"))]
"""Two sides of two players each."""
TwoOrThreeSides: TypeAlias = Annotated[
    list[list[Seat]],
    EqualSides(
        ((2, 2), (2, 3), (3, 2)), say("must be two lists of two or of three players, or three lists of two players")
    ),
]
"""Two sides of two or of three players each, or three sides of two."""
Partnerships: TypeAlias = Annotated[list[list[Seat]], EqualSides()]
"""Two sides or more of two players or more, all of the same size."""


def standing(state: State[Any, Any], numbers: Mapping[str, int], written: Callable[[int], str] = unsigned) -> Message:
    """Return a number for each player or side: ``Ann 7, Ben −5``, ``Ann and Cat 7, Ben and Dan 5``."""
    each = [(listed(state.side(name)), written(number)) for name, number in numbers.items()]
    return joined(", ", [say("{who} {number}", who=who, number=number) for who, number in each])


def wins(names: Sequence[str], points: int) -> Message:
    """Return who has won: ``Ann wins with 11``."""
    values = {"who": listed(names), "points": unsigned(points)}
    return say("{who} win with {points}.", **values) if len(names) > 1 else say("{who} wins with {points}.", **values)
