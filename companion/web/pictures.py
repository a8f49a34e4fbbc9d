"""What a game may bring to the table page beside its declaration: a picture of its own, and what a move needs that
nobody says, such as the fingerprint of a bag. A game that brings nothing is shown in the general way."""

from collections.abc import Callable, Container
from typing import Any, NamedTuple

from companion.engine.game import Move
from companion.engine.state import State


def as_said(state: State[Any, Any], move: Move) -> Move:
    """The move as it was said."""
    return move


def none(state: State[Any, Any]) -> Container[str]:
    """No move is made by the server alone."""
    return ()


class Picture(NamedTuple):
    """``shows`` makes what the templates under ``templates/games/`` of the game show, from the view of the table;
    ``completes`` adds to a move, before it is written, what the server alone knows; ``alone`` names the moves that it
    makes itself, which nobody can have forgotten."""

    shows: Callable[[Any], Any]
    completes: Callable[[State[Any, Any], Move], Move] = as_said
    alone: Callable[[State[Any, Any]], Container[str]] = none


PICTURES: dict[str, Picture] = {}
"""The games that bring something, by their keys; their own modules put it in."""


def picture_of(state: State[Any, Any]) -> Picture | None:
    """What the game that is on brings, None where it brings nothing."""
    return PICTURES.get(state.game.key) if state.game else None


def completed(state: State[Any, Any], move: Move) -> Move:
    """The move with what its game adds to it."""
    found = picture_of(state)
    return found.completes(state, move) if found else move
