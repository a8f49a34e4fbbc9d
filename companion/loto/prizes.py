"""Who has which prize of Loto, first method, since which number, and what is missing where somebody hasn't (LO1)."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.message import Message, listed, say
from companion.loto.box import Card
from companion.loto.cards import Holding, holders, holds

PRIZES = {"row": 1, "two-rows": 2, "card": 3}
"""The prizes, with how many rows of one card must be complete (LO1-06)."""
PRIZE_WORDS = {"row": say("a row"), "two-rows": say("two rows"), "card": say("the whole card")}
"""The prizes in a sentence."""

MAX_NAMED_NUMBERS = 5
"""Missing numbers are named one by one up to this many."""


class CardProgress(NamedTuple):
    """How far the numbers drawn cover a card, which ``number`` names.

    ``missing`` has the missing numbers of each row; ``since`` has the place, counted from 1, of the number drawn that
    completed it, None until one does.
    """

    number: int
    missing: tuple[tuple[int, ...], ...]
    since: tuple[int | None, ...]

    def complete_since(self, rows: int) -> int | None:
        """Return which number drawn completed this many rows, None if fewer are complete."""
        complete = sorted(place for place in self.since if place is not None)
        return complete[rows - 1] if len(complete) >= rows else None

    def lacks(self, rows: int) -> tuple[int, ...]:
        """Return the fewest numbers that are missing for this many complete rows."""
        return tuple(number for row in sorted(self.missing, key=len)[:rows] for number in row)


class PossibleClaim(NamedTuple):
    """A prize that a player could claim on a card, or on all cards, since this many numbers were drawn."""

    prize: str
    player: str
    card: int
    since: int


def card_progress(number: int, card: Card, drawn: Sequence[int]) -> CardProgress:
    """Return how far the numbers drawn cover a card on which none was missed."""
    places = {called: place for place, called in enumerate(drawn, 1)}
    missing = tuple(tuple(number for number in row if number not in places) for row in card)
    since = tuple(None if lacks else max(places[n] for n in row) for row, lacks in zip(card, missing, strict=True))
    return CardProgress(number, missing, since)


def covered(card: Card, drawn: Collection[int]) -> int:
    """Return how many numbers of a card are drawn."""
    return sum(number in drawn for row in card for number in row)


def playing(state: State[Any, Any]) -> dict[str, Holding]:
    """Return those who play and hold cards, from the dealer's left; a calling dealer doesn't play (LO1-02)."""
    order = state.from_left_of(state.dealer)
    return holders(state, [name for name in order if not calls(state, name)])


def calls(state: State[Any, Any], player: str) -> bool:
    """Return whether the player calls the numbers and so doesn't play (LO1-02)."""
    return bool(state.options.caller == "dealer" and player == state.dealer)


def all_together(state: State[Any, Any], prize: str) -> bool:
    """Return whether all of a player's cards must be complete for this prize (LO1-05)."""
    return bool(prize == "card" and state.options.whole == "all-cards")


def progress_of(state: State[Any, Any], player: str) -> list[CardProgress]:
    """Return how far the numbers drawn cover each card of a player that the companion has seen."""
    return [
        card_progress(number, card, state.facts.drawn) for number, card in holds(state, player).seen(state.options.box)
    ]


def offered(state: State[Any, Any]) -> list[str]:
    """Return the prizes that a hand is played for, by the house rules (LO1-06)."""
    return list(PRIZES) if state.options.prizes == "quarters" else ["card"]


def still_there(state: State[Any, Any]) -> list[str]:
    """Return the prizes that nobody has claimed yet."""
    return [prize for prize in offered(state) if prize not in state.facts.claimed]


def waits_for_one(state: State[Any, Any], player: str, prize: str) -> bool:
    """Return whether a single number is missing for a prize, on cards that are seen."""
    return any(sum(len(card.lacks(PRIZES[prize])) for card in cards) == 1 for cards in _tries(state, player, prize))


def possible_claims(state: State[Any, Any]) -> list[PossibleClaim]:
    """Return all claims that could be made now for prizes still there, on cards that are seen."""
    return [
        PossibleClaim(prize, player, cards[0].number, max(since))
        for prize in still_there(state)
        for player in playing(state)
        for cards in _tries(state, player, prize)
        if (since := _since(cards, PRIZES[prize]))
    ]


def must_have(state: State[Any, Any], player: str, card: int, prize: str, said: Callable[[int], str] = str) -> None:
    """Refuse a claim, saying what is missing, unless the numbers drawn give the player the prize on this card.

    ``said`` returns what is said of a number: its word, or itself.
    """
    holding = holds(state, player)
    if calls(state, player):
        raise Illegal(say("{player} calls the numbers and doesn't play: there is nothing to claim.", player=player))
    if not (card in holding.box if card else holding.own or holding.unseen):
        claimed = say("card {card}", card=card) if card else say("a card from another box")
        raise Illegal(
            say("{player} has {holding}, not {card}.", player=player, holding=holding.summary(), card=claimed)
        )
    if missing := _missing(state, player, card, prize):
        what, lacks = _what(state, card, prize), are_missing(missing, said)
        raise Illegal(say("{player} doesn't have {what} yet: {lacks}.", player=player, what=what, lacks=lacks))


def are_missing(numbers: Sequence[int], said: Callable[[int], str] = str) -> str:
    """Return missing numbers in words, each as it is ``said``: ``33 and 50 are missing``."""
    if len(numbers) > MAX_NAMED_NUMBERS:
        return say("{n} are still missing", n=len(numbers))
    if len(numbers) == 1:
        return say("{number} is missing", number=said(numbers[0]))
    return say("{numbers} are missing", numbers=listed([said(number) for number in sorted(numbers)]))


def _what(state: State[Any, Any], card: int, prize: str) -> str:
    """Return what is claimed: ``a row on card 7``, ``all of card 7``."""
    if all_together(state, prize):
        return say("all of every card")
    if prize == "card" and not card:
        return say("a whole card")
    return prize_on(prize, card)


def prize_on(prize: str, card: int) -> Message:
    """Return a prize on a card: ``a row on card 7``, ``all of card 7``, ``a row`` if the card has no number."""
    if card and prize == "card":
        return say("all of card {card}", card=card)
    return say("{prize} on card {card}", prize=PRIZE_WORDS[prize], card=card) if card else PRIZE_WORDS[prize]


def _tries(state: State[Any, Any], player: str, prize: str) -> list[list[CardProgress]]:
    """Return the cards that may win the prize: each alone, or all together."""
    cards = progress_of(state, player)
    return [cards] if cards and all_together(state, prize) else [[card] for card in cards]


def _since(cards: Sequence[CardProgress], rows: int) -> list[int]:
    """Return which number drawn completed this many rows on each card; empty if one of them isn't complete."""
    since = [place for card in cards if (place := card.complete_since(rows)) is not None]
    return since if len(since) == len(cards) else []


def _missing(state: State[Any, Any], player: str, card: int, prize: str) -> list[int]:
    """Return the fewest numbers that the player lacks for the prize on this card; none for unseen cards, on trust."""
    named = [
        cards for cards in _tries(state, player, prize) if card in [card_progress.number for card_progress in cards]
    ]
    lacks = [[number for card in cards for number in card.lacks(PRIZES[prize])] for cards in named]
    return min(lacks, key=len, default=[])
