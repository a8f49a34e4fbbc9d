"""Claims of Loto checked against the numbers drawn: who has the prize, on which cards, and who could claim it too."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.message import listed, say
from companion.loto.rules.cards import (
    OTHER_MAKE,
    PRIZE_WORDS,
    PRIZES,
    holds,
    must_have,
    possible_claims,
    prize_on,
    progress_of,
)
from companion.loto.web.claims import PendingClaim


class Verdict(NamedTuple):
    """Whether a claim is good, with a sentence about it."""

    claim: PendingClaim
    cards: tuple[int, ...]
    """The cards on which it is good, by number."""
    sentence: str
    since: int = 0
    """Which number drawn made it good, from 1; 0 where that isn't known."""

    @property
    def good(self) -> bool:
        """Whether the player has the prize."""
        return bool(self.cards)


class ToPay(NamedTuple):
    """A prize that can be paid."""

    prize: str
    claims: list[Verdict]
    """The good claims of it."""
    silent: list[str]
    """Who could claim it too, with the same number, and hasn't."""

    @property
    def who(self) -> str:
        """The players who share it, in words."""
        return listed([found.claim.player for found in self.claims])

    @property
    def not_together(self) -> str:
        """A sentence where they have it since different numbers; empty otherwise."""
        since = {found.since: found.claim.player for found in reversed(self.claims) if found.since}
        if len(since) < 2:
            return ""
        return say("{player} had it first. Refuse the others, or pay them all together.", player=since[min(since)])


def silent_beside(state: State[Any, Any], claimed: Sequence[Verdict]) -> list[str]:
    """Return who has the prize of these claims with the same number as one of them, and hasn't claimed it."""
    players, since = {found.claim.player for found in claimed}, {found.since for found in claimed if found.good}
    prizes = {found.claim.prize for found in claimed}
    possible = [claim for claim in possible_claims(state) if claim.prize in prizes and claim.since in since]
    return [name for name in dict.fromkeys(claim.player for claim in possible) if name not in players]


def verdict(state: State[Any, Any], claim: PendingClaim, said: Callable[[int], str] = str) -> Verdict:
    """Check a claim against the numbers drawn: name the cards that have it, or what is missing on the best of them.

    ``said`` returns what is said of a number: its word, or itself.
    """
    wanted = (claim.player, claim.prize)
    good = [possible for possible in possible_claims(state) if (possible.player, possible.prize) == wanted]
    if good:
        first = min(possible.since for possible in good)
        number = said(state.facts.drawn[first - 1])
        cards = tuple(possible.card for possible in good if possible.since == first)
        prize = prize_on(claim.prize, cards[0])
        sentence = say("{player} has {prize}.", player=claim.player, prize=prize)
        if first < len(state.facts.drawn):
            sentence = say(
                "{player} has had {prize} since {number} was drawn.", player=claim.player, prize=prize, number=number
            )
        return Verdict(claim, cards, sentence, first)
    if holds(state, claim.player).unseen:
        sentence = say("{player} claims {prize}: check the card.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
        return Verdict(claim, (OTHER_MAKE,), sentence)
    try:
        best = min(progress_of(state, claim.player), key=lambda card: len(card.lacks(PRIZES[claim.prize])))
        must_have(state, claim.player, best.number, claim.prize, said)
    except Illegal as refused:
        return Verdict(claim, (), refused.why)
    except ValueError:
        return Verdict(claim, (), say("{player} has no card.", player=claim.player))
    return Verdict(
        claim, (best.number,), say("{player} has {prize}.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
    )
