"""What a table of Loto shows: the number called, the board of ninety, the pending claims with their verdicts."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from attrs import frozen
from flask import request, session

from companion.engine.errors import Illegal
from companion.engine.message import listed, say
from companion.engine.state import State
from companion.games.loto.claim import must_be_said
from companion.loto.box import NUMBERS, spaced
from companion.loto.cards import OTHER_MAKE, holds
from companion.loto.prizes import (
    PRIZE_WORDS,
    PRIZES,
    must_have,
    playing,
    possible_claims,
    prize_on,
    progress_of,
    still_there,
)
from companion.web.i18n.language import language
from companion.web.live.claims import PendingClaim
from companion.web.loto.fairness import Fairness
from companion.web.loto.live_cards import drawn
from companion.web.loto.nicknames import call_of, calls_in
from companion.web.request.services import services
from companion.web.table.view import View

NUMBERS_BEFORE = 5
"""The numbers before the last one that are still shown."""
TEN = 10


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


@frozen(slots=False)
class CallingView:
    """What the templates of Loto show of a table."""

    view: View

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.view.state

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The numbers out in the hand; they stay until the next one is dealt."""
        return drawn(self.view.table.journal)

    @property
    def last(self) -> int | None:
        """The number drawn last."""
        return self.drawn[-1] if self.drawn else None

    @property
    def call(self) -> str:
        """The traditional call of the last number."""
        return call_of(self.last) if self.last else ""

    @property
    def cries(self) -> bool:
        """Whether the language of the page has such calls."""
        return bool(calls_in(language()))

    @property
    def before(self) -> tuple[int, ...]:
        """The numbers before it, the newest first."""
        return self.drawn[-1 - NUMBERS_BEFORE : -1][::-1]

    @property
    def left(self) -> int:
        """The count of numbers that are still in the bag."""
        return len(NUMBERS) - len(self.drawn)

    @cached_property
    def tens(self) -> list[list[tuple[int, bool]]]:
        """The board of ninety by tens: every number, and whether it is out."""
        drawn = set(self.drawn)
        return [[(n, n in drawn) for n in range(first, first + TEN)] for first in range(1, len(NUMBERS), TEN)]

    @property
    def app_draws(self) -> bool:
        """Whether the numbers come out of the app's bag."""
        return bool(self.state.options.drawn_by == "app")

    @property
    def fair(self) -> Fairness:
        """The bag of the hand, for all to check."""
        return Fairness(self.view)

    @property
    def prizes(self) -> list[tuple[str, str]]:
        """The prizes that are still there, with their names in words."""
        return [(prize, PRIZE_WORDS[prize]) for prize in still_there(self.state)]

    @property
    def players(self) -> list[str]:
        """The players who may claim."""
        return list(playing(self.state)) if self.state.open else []

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The verdicts on the pending claims."""
        return [verdict(self.state, claim) for claim in services().claims.at(self.view.table)]

    def made_by(self, claim: PendingClaim) -> str:
        """Say which phone made a claim, as it is known now."""
        if not claim.device:
            return say("claimed out loud")
        names = {phone.device: phone.player for phone in services().pencils.phones(self.view.table.code)}
        holder, phone = names.get(claim.device), claim.device[:4].upper()
        if holder == claim.player and list(names.values()).count(holder) == 1:
            return say("from {player}'s phone", player=holder)
        if holder == claim.player:
            return say("from one of {player}'s phones, {phone}", player=holder, phone=phone)
        if holder:
            return say("from {phone}, now {player}'s phone", player=holder, phone=phone)
        return say("from {phone}, now nobody's phone", phone=phone)

    @property
    def to_pay(self) -> list[ToPay]:
        """The prizes with a good claim."""
        good: dict[str, list[Verdict]] = {}
        for found in self.verdicts:
            if found.good:
                good.setdefault(found.claim.prize, []).append(found)
        return [ToPay(prize, found, silent_beside(self.state, found)) for prize, found in good.items()]

    def may_withdraw(self, claim: PendingClaim) -> bool:
        """Return whether this phone can take a claim back: its player's own, or any where it writes."""
        return self.view.visitor.writes or claim.player == self.view.visitor.player

    @property
    def good(self) -> list[PendingClaim]:
        """The claims that are good."""
        return [verdict.claim for verdict in self.verdicts if verdict.good]

    @property
    def must_say(self) -> list[str]:
        """The losers whose covered numbers must be said when the card is paid (LO1-08)."""
        if not self.state.options.saving or not must_be_said(self.state):
            return []
        winners = {claim.player for claim in self.good}
        return [name for name in self.players if name not in winners]

    @property
    def typed(self) -> Mapping[str, str]:
        """What was typed for the losers, where paying was refused; empty otherwise."""
        return request.form if self.view.refused else {}

    @property
    def watches(self) -> bool:
        """Whether the app watches for prizes on this device."""
        return bool(session.get("watch"))

    @property
    def sees(self) -> list[tuple[PendingClaim, str]]:
        """The claims that could be made, each with a sentence, where the app watches for them."""
        claimed = {verdict.claim.key for verdict in self.verdicts}
        if not (self.watches and self.state.open and self.view.visitor.writes):
            return []
        possible = [(PendingClaim(claim.player, claim.prize), claim.card) for claim in possible_claims(self.state)]
        return [
            (claim, say("{player} has {prize}.", player=claim.player, prize=prize_on(claim.prize, card)))
            for claim, card in possible
            if claim.key not in claimed
        ]

    @property
    def mine(self) -> list[tuple[int, list[list[tuple[int | None, bool]]]]]:
        """The cards of this phone's player as they are printed, each number with whether it is out."""
        drawn = set(self.drawn)
        cards = holds(self.state, self.view.visitor.player or "").seen(self.state.options.box)
        return [(card, [[(n, n in drawn) for n in spaced(row)] for row in rows]) for card, rows in cards]

    @property
    def may_claim(self) -> bool:
        """Whether this phone's player can claim now."""
        return self.view.visitor.player in self.players


def silent_beside(state: State[Any, Any], claimed: Sequence[Verdict]) -> list[str]:
    """Return who has the prize of these claims with the same number as one of them, and hasn't claimed it."""
    players, since = {found.claim.player for found in claimed}, {found.since for found in claimed if found.good}
    prizes = {found.claim.prize for found in claimed}
    possible = [claim for claim in possible_claims(state) if claim.prize in prizes and claim.since in since]
    return [name for name in dict.fromkeys(claim.player for claim in possible) if name not in players]


def verdict(state: State[Any, Any], claim: PendingClaim) -> Verdict:
    """Check a claim against the numbers drawn: name the cards that have it, or what is missing on the best of them."""
    wanted = (claim.player, claim.prize)
    good = [possible for possible in possible_claims(state) if (possible.player, possible.prize) == wanted]
    if good:
        first = min(possible.since for possible in good)
        number = state.facts.drawn[first - 1]
        cards = tuple(possible.card for possible in good if possible.since == first)
        prize = prize_on(claim.prize, cards[0])
        sentence = say(
            "{player} has had {prize} since {number} was drawn.", player=claim.player, prize=prize, number=number
        )
        return Verdict(claim, cards, sentence, first)
    if holds(state, claim.player).unseen:
        sentence = say("{player} claims {prize}: check the card.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
        return Verdict(claim, (OTHER_MAKE,), sentence)
    try:
        best = min(progress_of(state, claim.player), key=lambda card: len(card.lacks(PRIZES[claim.prize])))
        must_have(state, claim.player, best.number, claim.prize)
    except Illegal as refused:
        return Verdict(claim, (), refused.why)
    except ValueError:
        return Verdict(claim, (), say("{player} has no card.", player=claim.player))
    return Verdict(
        claim, (best.number,), say("{player} has {prize}.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
    )
