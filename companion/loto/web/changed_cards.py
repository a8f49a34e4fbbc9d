"""Cards that two players change with each other: one move of the page, and one Undo."""

from typing import Any

from attrs import evolve

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Move, State
from companion.engine.message import say
from companion.loto.rules.box import Card
from companion.loto.rules.cards import Cards, Holding, holders, holds


def changed_cards(state: State[Any, Any], kind: type[Cards], player: str, given: str, got: str) -> list[Change]:
    """Return the moves that change a card of a player for another's, each by its number or its rows. Raises Illegal.

    The other gives the card up first: nobody may hold one that is somebody else's.
    """
    mine = holds(state, player)
    other = next((name for name in others_with_cards(state, player) if got in values(holds(state, name))), "")
    if given not in values(mine) or not other:
        raise Illegal(say("Choose one card from each player."))
    theirs = holds(state, other)
    if bool(mine.box) != bool(theirs.box):
        raise Illegal(say("Cards from the box can't be swapped for other cards: swap all the cards."))
    return _written(state, kind, {player: replaced(mine, given, got), other: replaced(theirs, got, given)}, other)


def all_changed(state: State[Any, Any], kind: type[Cards], player: str, other: str) -> list[Change]:
    """Return the moves that change all cards of two players. Raises Illegal."""
    if other not in others_with_cards(state, player):
        raise Illegal(say("Choose someone who has cards."))
    return _written(state, kind, {player: holds(state, other), other: holds(state, player)}, other)


def others_with_cards(state: State[Any, Any], player: str) -> list[str]:
    """Return the other players who are in and hold cards, from the left of a player on."""
    return [name for name in holders(state, state.from_left_of(player)) if name != player]


def values(holding: Holding) -> list[str]:
    """Return the cards of a player that can be named, each as a form sends it."""
    return [*map(str, holding.box), *map(form_value, holding.own)]


def form_value(card: Card) -> str:
    """Write a card as a form sends it."""
    return " ".join(str(number) for row in card for number in row)


def replaced(holding: Holding, given: str, got: str) -> Holding:
    """Return the cards with one of them replaced."""
    if given.isdecimal():
        return evolve(holding, box=tuple(sorted(int(got) if str(card) == given else card for card in holding.box)))
    numbers = [int(number) for number in got.split(" ")]
    width = len(holding.own[0][0])
    card = tuple(tuple(numbers[start : start + width]) for start in range(0, len(numbers), width))
    return evolve(holding, own=tuple(card if form_value(old) == given else old for old in holding.own))


def _written(state: State[Any, Any], kind: type[Cards], after: dict[str, Holding], other: str) -> list[Change]:
    """Return the moves after which each holds these cards; the ``other`` gives up first what the box has once."""
    parts = [] if not holds(state, other).box else [(other, Holding())]
    return [Change.play(_taken(state, kind, name, cards)) for name, cards in (*parts, *after.items())]


def _taken(state: State[Any, Any], kind: type[Cards], player: str, cards: Holding) -> Move:
    """Return the move by which a player takes cards."""
    assert state.game
    way: dict[str, Any] = {"numbers": [*cards.box]}
    if cards.own:
        way = {"own": [[[*row] for row in card] for card in cards.own]}
    elif cards.unseen:
        way = {"unseen": cards.unseen}
    move: Move = state.game.read_move({"move": kind.name, "player": player, **way})
    return move
