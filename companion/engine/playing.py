"""How one move is played: it must be possible now and keep the rules; then its counters pass."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.engine.errors import Illegal
from companion.engine.fields import Buttons, Except, SumIs, excerpt
from companion.engine.game import Effect, Moment, Move, Opening, State, blame, hand_ends
from companion.engine.message import say, small
from companion.engine.names import require_no_new_twins
from companion.engine.phrases import Dealing
from companion.engine.postings import post
from companion.engine.structure import hints, note_of, notes_of, players_in


def play(state: State[Any, Any], move: Move) -> Effect:
    """Return the effect of a new move, with its postings applied to the state.

    Raises Illegal with a sentence for players, and Faulty where the game's own code fails.
    """
    effect = play_stored(state, move)
    try:
        require_dealt(state, move)
        move.check_new(state)
    except Exception as error:
        blame(error, state.game, move.name)
    if effect.state.seats is not state.seats:
        require_no_new_twins(state.seats, effect.state.seats)
    return effect


def play_stored(state: State[Any, Any], move: Move) -> Effect:
    """Return the effect of a move that was written down before.

    By today's rule two names may be alike, or somebody may hold more cards than were dealt. Raises Illegal, and Faulty
    where the game's own code fails.
    """
    try:
        state = with_hand_closed(state, type(move))
        check_available(state, type(move))
        check(state, move)
        effect = move.effect(state)
        if not isinstance(effect.memo, str):
            raise TypeError("its sentence is no text")
        after = _with_dealer_in(effect.state)
        if effect.postings or after.balances is not state.balances:
            balances, pots = post(after.balances, after.pots, effect.postings)
            since = {pot: after.since.get(pot, after.hand) for pot, counters in pots.items() if counters}
            after = after.replace(balances=balances, pots=pots, since=since)
        if after.hand > state.hand:
            after = after.replace(dealt_in=state.dealt_in.union(state.playing))
    except Exception as error:
        blame(error, move.game if isinstance(move, Opening) else state.game, move.name)
    return effect if after is effect.state else Effect(effect.memo, after, effect.postings)


def with_hand_closed(state: State[Any, Any], kind: type[Move]) -> State[Any, Any]:
    """Return the state that a move of this kind meets: a move between hands closes a hand without an end of its own."""
    closes = state.open and kind.moment is Moment.BETWEEN and state.between
    return hand_ends(state) if closes else state


def check(state: State[Any, Any], move: Move) -> None:
    """Raise Illegal where the fields of a move break a rule; that its kind is possible now is not checked again."""
    if move.names_those_in:
        for name in players_in(move):
            if why := state.absence(name):
                raise Illegal("{name} {why}.", name=excerpt(name), why=why)
    for name, total in fixed_sums(type(move)).items():
        numbers = getattr(move, name)
        if numbers is not None and (given := sum(numbers.values())) != total:
            raise Illegal("The {what} add up to {given}, not {total}.", what=say(name), given=given, total=total)
    if why := move.unsuited(state.options):  # a correction may have changed the house rules
        raise Illegal(why)
    move.check(with_hand_closed(state, type(move)))


def most_dealt(state: State[Any, Any], held: Mapping[str, Any], payee: str = "") -> int | None:
    """Return how many cards a player can have been dealt at most; None where the game doesn't say.

    A dealer who isn't the ``payee``, and is among those who are ``held`` to have none, may have stood out of the hand.
    """
    dealing: Dealing | None = state.options.dealing(len(state.playing))
    if dealing is None:
        return None
    stands_out = state.dealer != payee and str(held.get(state.dealer)) == "0"
    return dealing.longest_of_all if stands_out else dealing.longest_hand


def require_dealt(state: State[Any, Any], move: Move) -> None:
    """Refuse more cards of a player than one can have been dealt: moves of before may hold them. Raises Illegal."""
    for name, payee in counted_cards(type(move)).items():
        held, paid = getattr(move, name) or {}, getattr(move, payee)
        most = most_dealt(state, {state.dealer: 0} | held, paid)
        for player, cards in held.items():
            if most is not None and cards > most:
                words = {"player": excerpt(player), "cards": cards, "most": most}
                why = say("{player} can't hold {cards} cards: nobody was dealt more than {most}.", **words)
                raise Illegal(why, path=(name, player))


def check_available(state: State[Any, Any], kind: type[Move]) -> None:
    """Raise Illegal where no move of this kind is possible now, whatever its fields."""
    state = with_hand_closed(state, kind)
    if kind.moment is Moment.OVER:
        if not state.over:
            title = say(state.game.title if state.game else "The game")
            raise Illegal("{title} isn't over yet: finish it first.", title=title)
    elif state.game is None:
        raise Illegal("No game has begun.")
    elif state.over:
        raise Illegal("The game is over and takes no more moves.")
    elif state.game.by_name.get(kind.name) is not kind:
        raise Illegal("This belongs to another game; this one is {title}.", title=say(state.game.title))
    elif kind.moment is Moment.HAND and not state.open:
        raise Illegal("No hand is in play: {begin} first.", begin=small(say(state.game.begins.label)))
    elif kind.moment is Moment.BETWEEN and state.open:
        raise Illegal("A hand is still in play: finish it first.")
    kind.allowed(state)


def _fixed_sums(kind: Any) -> Mapping[str, int]:
    notes = {name: note_of(SumIs, notes_of(hint)) for name, hint in hints(kind).items()}
    return {name: note.counters for name, note in notes.items() if note}


fixed_sums: Callable[[Any], Mapping[str, int]] = cache(_fixed_sums)
"""Return the fields of a kind of move whose numbers must add up to a fixed sum, with that sum."""


def _counted_cards(kind: Any) -> Mapping[str, str]:
    notes = {name: notes_of(hint) for name, hint in hints(kind).items()}
    counted = {name: own for name, own in notes.items() if (keys := note_of(Buttons, own)) and keys.cards}
    return {name: (note_of(Except, own) or Except()).than for name, own in counted.items()}


counted_cards: Callable[[Any], Mapping[str, str]] = cache(_counted_cards)
"""Return the fields of a kind of move that say how many cards players hold, each with that of who is paid for them."""


def _with_dealer_in(state: State[Any, Any]) -> State[Any, Any]:
    """Return the state with the deal passed on, between hands, from a player who is not in any more."""
    if state.open or not state.absence(state.dealer):
        return state
    return state.replace(dealer=state.left_of(state.dealer))
