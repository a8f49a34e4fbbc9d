"""What people call things: cards, pots, numbers of counters, and how the cards are dealt."""

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from companion.engine.message import Message, fill, joined, listed, pot_message, say, say_many

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}
SUITS = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COURT_CARDS = {
    "A": say("the ace of {suit}"),
    "K": say("the king of {suit}"),
    "Q": say("the queen of {suit}"),
    "J": say("the jack of {suit}"),
}
"""The names of aces and court cards; each is a whole pattern, since languages differ."""
LETTERS = {
    "ace": say("A{sign}"),
    "king": say("K{sign}"),
    "queen": say("Q{sign}"),
    "knave": say("J{sign}"),
}
"""The letters of aces and court cards, with the sign of a suit or without one."""
COMPARTMENTS = {
    pot: pot.capitalize() for pot in ("pope", "matrimony", "intrigue", "ace", "king", "queen", "knave", "game")
}
"""The compartments of a board: each has a name of its own, so that no article stands before it."""
PRIZES = {"row": "prize for a row", "two-rows": "prize for two rows", "card": "prize for the card"}
"""The prizes of Loto as a sentence names them."""
POT_NAMES = {**COMPARTMENTS, "knave": "Jack", "two-rows": "two rows"}
"""Pots whose name for people differs from the one in a sheet."""


def who_took(taken: Mapping[str, str]) -> str:
    """Return ``Ann took the ace and the king · Ben took the ten``: things in words, each with its player."""
    by_player = {who: [thing for thing, taker in taken.items() if taker == who] for who in taken.values()}
    return joined(" · ", [say("{who} took {cards}", who=who, cards=listed(cards)) for who, cards in by_player.items()])


def plural(counters: int) -> Message:
    """Return ``1 counter`` or ``2 counters``."""
    return say_many("{n} counter", "{n} counters", counters)


def up_or_down(balance: int) -> Message:
    """Return ``13 up``, ``6 down`` or ``even``."""
    if not balance:
        return say("even")
    return say("{n} up", n=balance) if balance > 0 else say("{n} down", n=-balance)


def signed(counters: int) -> str:
    """Return ``+8``, ``−6`` with a true minus, ``0``."""
    return f"−{-counters}" if counters < 0 else f"+{counters}" if counters else "0"


def unsigned(points: int) -> str:
    """Return points without a plus: ``26``, ``−26``."""
    return signed(points).removeprefix("+")


def ordinal(number: int) -> Message:
    """Return a number as that of a place: ``1st``, ``22nd``."""
    if number == 1:
        return say("1st")
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    patterns = {1: say("{n}st", n=number), 2: say("{n}nd", n=number), 3: say("{n}rd", n=number)}
    return patterns.get(last, say("{n}th", n=number))


def between(numbers: Sequence[int]) -> Message:
    """Return ``2 to 10``, ``4`` for one number alone, and ``2, 3, 4 or 6`` where some are missing between."""
    if len(numbers) == 1:
        return say(f"{numbers[0]}")
    if len(numbers) <= numbers[-1] - numbers[0]:
        return say("{some} or {last}", some=joined(", ", [str(number) for number in numbers[:-1]]), last=numbers[-1])
    return say("{least} to {most}", least=numbers[0], most=numbers[-1])


def card_name(card: str) -> Message:
    """Return ``the king of clubs`` or ``the 9 of diamonds``."""
    rank, suit = card[:-1], SUITS[card[-1]]
    return (
        fill(COURT_CARDS[rank], suit=suit)
        if rank in COURT_CARDS
        else say("the {number} of {suit}", number=rank, suit=suit)
    )


def short_name(card: str) -> Message:
    """Return the letter and the sign of an ace or a court card: ``K♣``."""
    return fill(LETTERS[RANKS[card[:-1]]], sign=SUIT_SIGNS[card[-1]])


def letter(rank: str) -> Message:
    """Return the letter of an ace or a court card: ``K`` for ``king``."""
    return fill(LETTERS[rank], sign="")


def pot_named(pot: str) -> Message:
    """Return the name of a pot, without an article before it."""
    if isinstance(pot, Message):
        return pot
    name = POT_NAMES.get(pot, pot)
    return pot_message(name, f"from {name}" if pot in COMPARTMENTS else f"the {PRIZES.get(pot, name)}")


def the(pot: str) -> Message:
    """Return ``the pool``, or ``Matrimony``."""
    return pot_named(pot) if pot in COMPARTMENTS else say("the {pot}", pot=without_article(pot))


def without_article(pot: str) -> Message:
    """Return the name of a pot to follow an article: a household may have called it The Kitty."""
    if pot in PRIZES:
        return pot_message(PRIZES[pot], f"the {PRIZES[pot]}")
    return pot_named(pot if isinstance(pot, Message) else re.sub("(?i)^the +(?=.)", "", pot))


def placed(pot: str) -> Message:
    """Return where counters lie: ``in the pool``, ``on the table``, ``Matrimony``."""
    if pot in COMPARTMENTS:
        return pot_named(pot)
    if pot == "table":
        return say("on the {pot}", pot=pot_named(pot))
    return say("in the {pot}", pot=without_article(pot))


def into(pot: str) -> Message:
    """Return where counters go: ``into the pool``, ``onto the table``, ``to Matrimony``."""
    if pot in COMPARTMENTS:
        return say("to {pot}", pot=pot_named(pot))
    if pot == "table":
        return say("onto the {pot}", pot=pot_named(pot))
    return say("into the {pot}", pot=without_article(pot))


def taken_from(pot: str) -> Message:
    """Return ``from the pool``, or ``from Matrimony``."""
    if pot in COMPARTMENTS:
        return say("from {pot}", pot=pot_named(pot))
    return say("from the {pot}", pot=without_article(pot))


def takes_the_pool(winners: Sequence[str]) -> Message:
    """Return the sentence ``Ann takes the pool.``, or ``Ann and Cat share the pool.`` for several."""
    if len(winners) == 1:
        return say("{who} takes the pool.", who=winners[0])
    return say("{who} share the pool.", who=listed(winners))


@frozen
class Dealing:
    """The cards of one deal."""

    each: int
    """Cards that every player gets."""
    more: int = 0
    """How many players, from the first, get one more."""
    spare: int = 0
    """Cards in the spare hand."""
    pack: str = ""
    """What the dealer does with the pack before dealing, as a sentence."""
    without_dealer: "Dealing | None" = None
    """The deal where the dealer stands out and is dealt nothing; None where no dealer may."""

    @property
    def longest_hand(self) -> int:
        """The most cards that one player is dealt, the dealer playing."""
        return self.each + (self.more > 0)

    @property
    def longest_of_all(self) -> int:
        """The most cards that one player can be dealt, also where the dealer stands out."""
        return max(self.longest_hand, self.without_dealer.longest_hand if self.without_dealer else 0)

    def summary(self) -> str:
        """Return ``8 cards each, 10 in the spare hand``."""
        if self.more:
            each = say("{least} or {most} cards each", least=self.each, most=self.longest_hand)
        else:
            each = say_many("{n} card each", "{n} cards each", self.each)
        return say("{each}, {spare} in the spare hand", each=each, spare=self.spare) if self.spare else each


def whole_pack(cards: int, players: int, pack: str = "") -> Dealing:
    """Return the deal of a whole pack, one card at a time until none is left."""
    return Dealing(*divmod(cards, players), pack=pack)
