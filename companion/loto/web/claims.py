"""Claims of Loto: they wait for the caller beside the journal, and are checked by the numbers drawn."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from attrs import evolve

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.journal import Journal
from companion.engine.message import listed, say
from companion.loto.rules import hall
from companion.loto.rules.cards import (
    OTHER_MAKE,
    PRIZE_WORDS,
    PRIZES,
    holds,
    must_have,
    possible_claims,
    prize_on,
    progress_of,
    still_there,
)
from companion.loto.web.live_cards import dealt_by
from companion.store import PendingClaim, Table

SHOWN_FOR = 5
"""Moves for which a phone shows that its claim was refused."""
MAX_GONE = 100
"""Claims of a hand that wait no more and are known again when their phone sends them once more."""


def there(state: State[Any, Any]) -> list[str]:
    """Return the prizes that are still there, as claims name them: at a Loto night by their places in the round."""
    if state.game is hall.GAME:
        return [str(offered.place) for offered in hall.still_there(state)]
    return still_there(state)


def open_hand_number(journal: Journal) -> int:
    """Return the number of the entry that dealt the open hand; 0 where no hand is open."""
    return dealt_by(journal) if journal.state.open else 0


def waiting(table: Table) -> list[PendingClaim]:
    """Return the claims that wait for the caller, in their order, whose prize is still there."""
    return [claim for claim in of_hand(table) if not claim.gone and claim.prize in there(table.journal.state)]


def of_hand(table: Table) -> list[PendingClaim]:
    """Return all claims of the hand that is open, with those that don't wait any more."""
    hand = open_hand_number(table.journal)
    return [claim for claim in table.beside.claims if claim.hand == hand != 0]


def lately_refused(table: Table, player: str | None, card: int = 0) -> list[str]:
    """Return the prizes that are still there and were lately refused to a player, or to a printed card."""
    of_them = [claim for claim in of_hand(table) if (claim.player, claim.card) == (player, card)]
    lately = [claim for claim in of_them if claim.gone == "refused" and table.journal.last < claim.last + SHOWN_FOR]
    left = there(table.journal.state)
    return [claim.prize for claim in lately if claim.prize in left]


def with_claim(table: Table, claim: PendingClaim) -> Table:
    """Return the table with one more claim; as it is where the same one waits, or the same tap was dismissed."""
    known = of_hand(table)
    if any((claim.key == other.key and not other.gone) or (claim.tap and claim.tap == other.tap) for other in known):
        return table
    anew = [other if other.key != claim.key else evolve(other, gone="withdrawn") for other in known]
    return table.with_beside(claims=[*anew, claim])


def without(
    table: Table, player: str | None, prize: str | None = None, card: int = 0, *, is_refused: bool = False
) -> Table:
    """Return the table without a player's or a card's claim of a prize, all claims of either, or all.

    Where the caller refused it, the claimant's phone says so.
    """

    def left(claim: PendingClaim) -> PendingClaim:
        meant = player is None or (player, card) == (claim.player, claim.card)
        if claim.gone or not meant or prize not in (None, claim.prize):
            return claim
        is_told = is_refused and bool(claim.device)
        return evolve(claim, gone="refused" if is_told else "withdrawn", last=table.journal.last)

    claims = [left(claim) for claim in of_hand(table)]
    is_over = [claim for claim in claims if claim.gone]
    return table.with_beside(claims=[claim for claim in claims if claim not in is_over[:-MAX_GONE]])


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
