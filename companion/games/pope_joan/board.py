"""What is laid on the board of Pope Joan: at each deal, and by those with cards left."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from companion.engine.game import State
from companion.engine.kit.laying import as_laid, bare_first, filled
from companion.engine.ledger import Posting
from companion.engine.message import say, say_many
from companion.games.pope_joan.rules import DRESSING, Table

Lays: TypeAlias = Mapping[str, Mapping[str, int]]


def dresses(state: State[Any, Any]) -> bool:
    """Return whether the next deal dresses the whole board, and not one pot only (PJ-17)."""
    return state.options.leftovers == "winner" or not state.hand


def full_round(state: Table) -> list[str]:
    """Return how far it is to a full round, if shares would be unequal before it (PJ-05)."""
    options, first = state.options, state.facts.first or state.dealer
    order = state.from_left_of(state.dealer)
    if options.dressed_by == "players" or options.leftovers == "board" or first not in order:
        return []
    if state.hand and first == state.dealer:
        return [say("Everyone has dressed the board equally often: a good moment to finish.")]
    left = order.index(first) + 1
    return [
        say_many(
            "{n} more deal until everyone has dressed the board.",
            "{n} more deals until everyone has dressed the board.",
            left,
        )
    ]


def dressing(state: Table) -> tuple[Posting, ...]:
    """Return the board dressed pot by pot, the rest on Game, by the dealer or by everybody (PJ-03 to PJ-05)."""
    options, order = state.options, state.from_left_of(state.dealer)
    if options.dressed_by == "dealer":
        due = {state.dealer: options.fills()}
    else:
        ante = options.pays(len(order))
        due = {name: ante * (1 + (name == state.dealer)) for name in order}
    dressed = {pot: DRESSING[pot] for pot in state.pots}
    dressed["game"] += sum(due.values()) - options.fills()
    return filled(due, dressed)


def to_the_board(state: Table, due: Mapping[str, int], penalties: Lays) -> tuple[Posting, ...]:
    """Return the penalties: first those laid as their payers chose, then each other's.

    These go one on each bare pot, the rest on Game, which was just taken (PJ-16, PJ-17).
    """
    board, laid = {**state.pots, "game": 0}, dict(penalties)
    for name in (*penalties, *(name for name in due if name not in penalties)):
        laid.setdefault(name, bare_first(board, due[name], "game"))
        for pot, counters in laid[name].items():
            board[pot] += counters
    return as_laid(laid)
