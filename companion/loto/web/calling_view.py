"""What a table of Loto shows: the number called, the board of ninety, the pending claims with their verdicts."""

from collections.abc import Collection, Mapping
from typing import Any

from attrs import frozen
from flask import request, session

from companion.engine.cached import cached_property
from companion.engine.game import State
from companion.engine.message import listed, say
from companion.loto.rules.box import NUMBERS, Card, by_tens
from companion.loto.rules.calling import Claim, Claimant, must_be_said
from companion.loto.rules.cards import (
    PRIZE_WORDS,
    PRIZES,
    holds,
    playing,
    possible_claims,
    prize_on,
    still_there,
)
from companion.loto.rules.words import WordList
from companion.loto.web.answers import covered, covered_by_answers, has, last_answers, missed
from companion.loto.web.claims import FalseClaims, ToPay, Verdict, lately_refused, silent_beside, standing, verdict
from companion.loto.web.fairness import Fairness
from companion.loto.web.live_cards import dealt_by, drawn, taken_back
from companion.loto.web.nicknames import call_of, calls_in
from companion.loto.web.words import said_at
from companion.store import PendingClaim
from companion.web.i18n.language import language
from companion.web.request.refusal import refused
from companion.web.request.services import services
from companion.web.table.view import View

NUMBERS_BEFORE = 5
"""The numbers before the last one that are still shown."""


@frozen(slots=False)
class Called:
    """What the templates show of the numbers that are called, whatever they are called for."""

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
    def taken_back(self) -> str:
        """A sentence about the number that was taken back just now; empty otherwise."""
        return taken_back(self.view.table)

    @property
    def pauses(self) -> bool:
        """Whether the caller pauses."""
        return bool(self.state.open and self.view.table.beside.paused == self.view.table.journal.last)

    @property
    def out(self) -> list[str]:
        """The numbers out by their size, or the words out in the order of the board."""
        return [*map(said_at(self.view.table), sorted(self.drawn))]

    @property
    def last(self) -> int | None:
        """The number drawn last."""
        return self.drawn[-1] if self.drawn else None

    @property
    def words(self) -> WordList | None:
        """The words that are called in the place of numbers."""
        return self.view.table.words

    @property
    def call(self) -> str:
        """The traditional call of the last number."""
        return call_of(self.last) if self.last and not self.words else ""

    @property
    def cries(self) -> bool:
        """Whether the language of the page has such calls."""
        return bool(calls_in(language())) and not self.words

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
        return by_tens(self.drawn)

    @cached_property
    def comes(self) -> str:
        """What the number called last is known by as it comes; empty where one was taken back."""
        return "" if self.taken_back or not self.drawn else f"{self.state.hand}-{len(self.drawn)}-{self.last}"

    @property
    def app_draws(self) -> bool:
        """Whether the numbers come out of the app's bag."""
        return bool(self.state.options.drawn_by == "app")

    @property
    def fair(self) -> Fairness:
        """The bag of the hand, for all to check."""
        return Fairness(self.view)


@frozen(slots=False)
class CallingView(Called):
    """What the templates of Loto show of a table."""

    @property
    def prizes(self) -> list[tuple[str, str]]:
        """The prizes that are still there, with their names in words."""
        return [(prize, PRIZE_WORDS[prize]) for prize in still_there(self.state)]

    @property
    def players(self) -> list[str]:
        """The players who may claim."""
        return list(playing(self.state)) if self.state.open else []

    @cached_property
    def judged(self) -> list[Verdict]:
        """The verdicts on all claims that stand, the good ones first."""
        said = said_at(self.view.table)
        found = [verdict(self.state, claim, said) for claim in standing(self.view.table)]
        return sorted(found, key=lambda each: not each.good)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The verdicts on what the caller decides: good claims, and the false ones that were called out."""
        return [found for found in self.judged if found.good or found.claim.told]

    @property
    def false_claims(self) -> FalseClaims:
        """The false claims of phones."""
        false = [found for found in self.judged if not (found.good or found.claim.told)]
        seen = [found for found in false if not found.claim.gone]
        sentences = [found.sentence for found in seen]
        return FalseClaims(sentences, [found.missing for found in seen], len(false) - len(seen))

    @property
    def answered(self) -> dict[str, str]:
        """What this phone's claims lack, by their prizes, as long as nothing was drawn or put right since."""
        player, last = self.view.visitor.player, self.view.table.journal.last
        return {
            found.claim.prize: found.sentence
            for found in self.judged
            if not found.good and found.claim.device and (found.claim.player, found.claim.last) == (player, last)
        }

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

    def worth(self, due: ToPay) -> str:
        """Say what those who share a prize get of it once the others have saved what they covered (LO1-08)."""
        what, pot = PRIZE_WORDS[due.prize], self.state.pots[self.state.options.pot(due.prize)]
        if self.must_say:
            return say("{what}: {n}, less what the others save", what=what, n=pot)
        by = [Claimant(found.claim.player, card) for found in due.claims for card in found.cards]
        saved = Claim("card", by).saves(self.state) if self.state.options.saving else {}
        return say("{what}: {n}", what=what, n=pot - sum(saved.values()))

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
        return request.form if refused() else {}

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
        possible = [(PendingClaim(0, claim.prize, claim.player), claim.card) for claim in possible_claims(self.state)]
        return [
            (claim, say("{player} has {prize}.", player=claim.player, prize=prize_on(claim.prize, card)))
            for claim, card in possible
            if claim.key not in claimed
        ]

    @property
    def mine(self) -> list[tuple[int, Card]]:
        """The cards of this phone's player, with their numbers."""
        return [*holds(self.state, self.view.visitor.player or "").seen(self.state.options.box)]

    @property
    def covered(self) -> Collection[int] | None:
        """The numbers that are covered on them; None where the player taps them."""
        return covered(self.view.table, self.view.visitor.player)

    @property
    def dealt(self) -> int:
        """The number of the entry that dealt the hand whose numbers are shown."""
        return dealt_by(self.view.table.journal)

    @property
    def near(self) -> list[int]:
        """How many rows each prize takes that is still there."""
        return [PRIZES[prize] for prize in still_there(self.state)]

    @property
    def may_claim(self) -> bool:
        """Whether this phone's player can claim now."""
        return self.view.visitor.player in self.players

    @property
    def races(self) -> bool:
        """Whether the number called last is for who answers first."""
        return bool(self.state.options.race and self.state.open and self.last)

    @property
    def answers(self) -> list[str]:
        """Who answered to the number called last, the first one first."""
        return last_answers(self.view.table)

    @property
    def answers_by_button(self) -> bool:
        """Whether this phone's player answers by a button: on cards that nobody typed in there is nothing to tap."""
        player = self.view.visitor.player
        return self.races and player in self.players and bool(holds(self.state, player).unseen)

    @property
    def may_answer(self) -> list[str]:
        """The players who may have the number called last, and haven't answered to it."""
        if not self.races or not self.last:
            return []
        return [name for name in self.players if name not in self.answers and has(self.view.table, name, self.last)]

    def lie_covered(self, name: str) -> int | str:
        """Return how many numbers a loser has covered: as typed, else by the answers; empty where nobody answered."""
        by_answers = covered_by_answers(self.view.table, name)
        return self.typed.get(f"saved:{name}", "" if by_answers is None else by_answers)

    def raced(self, found: Verdict) -> str:
        """Say which numbers of a claimed card others answered to first; empty where there are none."""
        cards = holds(self.state, found.claim.player).seen(self.state.options.box)
        numbers = {number for card, rows in cards if card in found.cards for row in rows for number in row}
        lost = sorted(numbers & missed(self.view.table, found.claim.player))
        said = listed([*map(said_at(self.view.table), lost)])
        return say("Others were first to {numbers}.", numbers=said) if lost else ""

    @property
    def refused_claims(self) -> list[str]:
        """The prizes, in words, that the caller lately refused to this phone's player."""
        return [PRIZE_WORDS[prize] for prize in lately_refused(self.view.table, self.view.visitor.player)]
