"""What can be done at the table now: the moves that are possible, and who can be named in them."""

from collections.abc import Container
from itertools import islice
from typing import Any, NamedTuple

from attrs import NOTHING, Attribute, fields

from companion.engine.errors import Illegal
from companion.engine.game import Move, State
from companion.engine.kit.moves import Settle
from companion.engine.named_players import seat_fields
from companion.engine.playing import check, check_available
from companion.engine.structure import hints, unwrap


class Offer(NamedTuple):
    """A kind of move that is possible now."""

    kind: type[Move]
    players: tuple[str, ...] = ()
    """Who can be named, where a player is all the move needs; only the first of them unless the move is ``main``."""
    plain: bool = False
    """Whether the move needs no answer at all."""


def offers(state: State[Any, Any], without: Container[str] = ()) -> list[Offer]:
    """Return the moves that are possible now, but for those named in ``without``; the game's own first.

    A settlement has no button.
    """
    kinds = [kind for kind in state.game.by_name.values() if kind is not Settle] if state.game else []
    return [possible for kind in kinds if kind.name not in without and (possible := offer(state, kind))]


def offer(state: State[Any, Any], kind: type[Move]) -> Offer | None:
    """Return a kind of move as it is possible now, None where it isn't."""
    try:
        check_available(state, kind)
    except Illegal:
        return None
    questions = required(kind)
    if not questions:
        return Offer(kind, plain=not kind.required(state))
    name = questions[0].name
    if len(questions) > 1 or name not in seat_fields(kind) or unwrap(hints(kind)[name]) is not str:
        return Offer(kind)
    legal = (player for player in state.seats if _legal(state, kind(**{name: player})))
    players = tuple(legal if kind.main else islice(legal, 1))
    return Offer(kind, players) if players else None


def required(kind: type[Move]) -> list["Attribute[Any]"]:
    """Return the fields of a move that must be given."""
    return [field for field in fields(kind) if field.default is NOTHING]


def _legal(state: State[Any, Any], move: Move) -> bool:
    try:
        check(state, move)
    except Illegal:
        return False
    return True
