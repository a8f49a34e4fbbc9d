"""What can be done at the table now: the moves that are possible, and who can be named in them."""

from typing import Any

from attrs import NOTHING, Attribute, fields, frozen

from companion.engine.game import Move, play, ready, seat_fields
from companion.engine.reading import bare, hints
from companion.engine.refusals import Illegal
from companion.engine.state import State


@frozen
class Offer:
    """A kind of move that is possible now.

    ``players`` are those who can be named, where naming one player is all that must be said; ``plain`` means
    that nothing must be said at all.
    """

    kind: type[Move]
    players: tuple[str, ...] = ()
    plain: bool = False


def offers(state: State[Any, Any]) -> list[Offer]:
    """The moves that are possible now, the game's own first, each with who can be named in it."""
    kinds = state.game.by_name.values() if state.game else ()
    return [found for kind in kinds if (found := offer(state, kind))]


def offer(state: State[Any, Any], kind: type[Move]) -> Offer | None:
    """One kind of move as it is possible now, None where it isn't."""
    try:
        ready(state, kind)
    except Illegal:
        return None
    asked = required(kind)
    if not asked:
        return Offer(kind, plain=True)
    name = asked[0].name
    if len(asked) > 1 or name not in seat_fields(kind) or bare(hints(kind)[name]) is not str:
        return Offer(kind)
    players = tuple(player for player in state.seats if _legal(state, kind(**{name: player})))
    return Offer(kind, players) if players else None


def required(kind: type[Move]) -> list["Attribute[Any]"]:
    """The fields of a move that must be given."""
    return [field for field in fields(kind) if field.default is NOTHING]


def _legal(state: State[Any, Any], move: Move) -> bool:
    try:
        play(state, move)
    except Illegal:
        return False
    return True
