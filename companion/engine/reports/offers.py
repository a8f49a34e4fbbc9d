"""What can be done at the table now: the moves that are possible, and who can be named in them."""

from collections.abc import Container
from itertools import islice
from typing import Any, NamedTuple

from attrs import NOTHING, Attribute, fields

from companion.engine.game import Move, check, ready, seat_fields
from companion.engine.reading import bare, hints
from companion.engine.refusals import Illegal
from companion.engine.state import State


class Offer(NamedTuple):
    """A kind of move that is possible now.

    ``players`` are those who can be named, where naming one player is all that must be said (for moves that
    aren't ``main`` only the first of them); ``plain`` means that nothing must be said at all.
    """

    kind: type[Move]
    players: tuple[str, ...] = ()
    plain: bool = False


def offers(state: State[Any, Any], without: Container[str] = ()) -> list[Offer]:
    """The moves that are possible now, but for some by name; the game's own first."""
    kinds = state.game.by_name.values() if state.game else ()
    return [found for kind in kinds if kind.name not in without and (found := offer(state, kind))]


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
    legal = (player for player in state.seats if _legal(state, kind(**{name: player})))
    players = tuple(legal if kind.main else islice(legal, 1))
    return Offer(kind, players) if players else None


def required(kind: type[Move]) -> list["Attribute[Any]"]:
    """The fields of a move that must be given."""
    return [field for field in fields(kind) if field.default is NOTHING]


def _legal(state: State[Any, Any], move: Move) -> bool:
    try:
        check(state, move)
    except Illegal:
        return False
    return True
