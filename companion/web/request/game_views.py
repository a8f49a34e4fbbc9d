"""What a game may bring to the table page beside its declaration; a game that brings nothing is shown in general."""

from collections.abc import Callable, Container, Mapping
from typing import Any, NamedTuple

from flask import current_app

from companion.engine.game import Move, State
from companion.engine.replay import Step
from companion.store import Table


def as_submitted(state: State[Any, Any], move: Move) -> Move:
    """Return the move as it was submitted."""
    return move


def none(state: State[Any, Any]) -> Container[str]:
    """Return no move: people make all of them."""
    return ()


class GameView(NamedTuple):
    """What one game brings."""

    shows: Callable[[Any], Any]
    """Makes what the templates of the game show, from the view of the table."""
    completes: Callable[[State[Any, Any], Move], Move] = as_submitted
    """Adds to a move what the server alone knows, in the transaction that writes it."""
    alone: Callable[[State[Any, Any]], Container[str]] = none
    """Names the moves that the server makes itself, which nobody can have forgotten."""
    check: Callable[[Table, Step], str] | None = None
    """Gives the address at which the hand of a step is checked for fairness; empty where it can't be."""
    score_sheet: Callable[[State[Any, Any]], Any] | None = None
    """Makes what its template ``score.html`` shows of the score, also when the game is over."""


def game_view(state: State[Any, Any]) -> GameView | None:
    """Return what the game that is on brings, None where it brings nothing."""
    views: Mapping[str, GameView] = current_app.extensions["companion"].game_views
    return views.get(state.game.key) if state.game else None


def check_of(table: Table, hand: Step) -> str:
    """Return the address at which the hand of a step is checked for fairness; empty where its game has none."""
    view = game_view(hand.state)
    return view.check(table, hand) if view and view.check else ""


def score_sheet(state: State[Any, Any]) -> Any:
    """Return the score as the game's own template shows it, None where it has none."""
    view = game_view(state)
    return view.score_sheet(state) if view and view.score_sheet else None


def completed(state: State[Any, Any], move: Move) -> Move:
    """Return the move with what its game adds to it; call it in the transaction that writes the move."""
    view = game_view(state)
    return view.completes(state, move) if view else move
