"""What a table of Loto shows: the number called, the board of ninety, the claims that wait and what becomes of them."""

from functools import cached_property
from typing import Any, NamedTuple

from attrs import frozen
from flask import session

from companion.engine.refusals import Illegal
from companion.engine.saying import listed, say
from companion.engine.state import State
from companion.games.loto import Hand, Revealed, must_be_said
from companion.loto_box import NUMBERS, spaced
from companion.loto_cards import OTHER, holds
from companion.loto_prizes import PRIZES, WORDS, entitled, must_have, playing, prize_on, standings, still_there
from companion.web.calls import call_of, calls_in
from companion.web.claims import Waiting
from companion.web.languages import language
from companion.web.services import services
from companion.web.views import View

BEFORE = 5
"""So many numbers before the last one are still shown."""
A_ROW = 10


class Verdict(NamedTuple):
    """What becomes of a claim: the cards on which it is good, if any, and the sentence about it."""

    claim: Waiting
    cards: tuple[int, ...]
    sentence: str

    @property
    def good(self) -> bool:
        """Whether the player has it."""
        return bool(self.cards)


@frozen(slots=False)
class Caller:
    """What the templates of Loto show of a table."""

    view: View

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.view.state

    @property
    def drawn(self) -> tuple[int, ...]:
        """The numbers out in the open hand; after it, those of the hand before while its seed can be revealed."""
        facts: Hand = self.state.facts
        return facts.drawn or facts.kept[1]

    @property
    def last(self) -> int | None:
        """The number drawn last."""
        return self.drawn[-1] if self.drawn else None

    @property
    def call(self) -> str:
        """What is traditionally cried with it."""
        return call_of(self.last) if self.last else ""

    @property
    def cries(self) -> bool:
        """Whether the language of the page has such calls."""
        return bool(calls_in(language()))

    @property
    def before(self) -> tuple[int, ...]:
        """Those before it, the newest first."""
        return self.drawn[-1 - BEFORE : -1][::-1]

    @property
    def left(self) -> int:
        """How many are still in the bag."""
        return len(NUMBERS) - len(self.drawn)

    @cached_property
    def tens(self) -> list[list[tuple[int, bool]]]:
        """The board of ninety by tens: every number, and whether it is out."""
        out = set(self.drawn)
        return [[(n, n in out) for n in range(first, first + A_ROW)] for first in range(1, len(NUMBERS), A_ROW)]

    @property
    def app_draws(self) -> bool:
        """Whether the numbers come out of the app's bag."""
        return bool(self.state.options.drawn_by == "app")

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the bag, while its seed isn't revealed."""
        return self.state.facts.fingerprint or self.state.facts.kept[0] or ""

    @property
    def revealed(self) -> str:
        """The seed that was revealed after the last hand, if it was the last move but for the deal."""
        steps = [step for step in self.view.table.journal.steps[-2:] if step.in_force]
        return next((step.line.move.seed for step in steps if isinstance(step.line.move, Revealed)), "")

    @property
    def prizes(self) -> list[tuple[str, str]]:
        """The prizes that are still there, with their names in words."""
        return [(prize, WORDS[prize]) for prize in still_there(self.state)]

    @property
    def players(self) -> list[str]:
        """Who plays and may claim."""
        return list(playing(self.state)) if self.state.open else []

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The claims that wait, checked."""
        return [verdict(self.state, claim) for claim in services().claims.at(self.view.table)]

    @property
    def to_pay(self) -> list[tuple[str, str]]:
        """The prizes that somebody has claimed rightly, with who shares them, in words."""
        names: dict[str, list[str]] = {}
        for claim in self.good:
            names.setdefault(claim.prize, []).append(claim.player)
        return [(prize, listed(who)) for prize, who in names.items()]

    @property
    def good(self) -> list[Waiting]:
        """The claims that are good."""
        return [found.claim for found in self.verdicts if found.good]

    @property
    def must_say(self) -> list[str]:
        """The losers whose covered numbers must be said when the card is paid (LO1-08)."""
        if not self.state.options.saving or not must_be_said(self.state):
            return []
        winners = {claim.player for claim in self.good}
        return [name for name in self.players if name not in winners]

    @property
    def watches(self) -> bool:
        """Whether this device lets the app watch who has what."""
        return bool(session.get("watch"))

    @property
    def sees(self) -> list[tuple[Waiting, str]]:
        """The claims that could be made, with who has what, where the app watches and nobody has claimed it yet."""
        claimed = {found.claim for found in self.verdicts}
        if not (self.watches and self.state.open and self.view.visitor.writes):
            return []
        seen = [(Waiting(found.player, found.prize), found.card) for found in entitled(self.state)]
        return [
            (claim, say("{player} has {prize}.", player=claim.player, prize=prize_on(claim.prize, card)))
            for claim, card in seen
            if claim not in claimed
        ]

    @property
    def mine(self) -> list[tuple[int, list[list[tuple[int | None, bool]]]]]:
        """The cards of the player whose phone this is, as they are printed, and which numbers of them are out."""
        out = set(self.drawn)
        cards = holds(self.state, self.view.visitor.player or "").seen(self.state.options.box)
        return [(card, [[(n, n in out) for n in spaced(row)] for row in rows]) for card, rows in cards]

    @property
    def may_claim(self) -> bool:
        """Whether this phone's player can claim now."""
        return self.view.visitor.player in self.players


def verdict(state: State[Any, Any], claim: Waiting) -> Verdict:
    """A claim held against the numbers drawn: the cards that have it, or what is missing on the best of them."""
    has = [found for found in entitled(state) if (found.player, found.prize) == (claim.player, claim.prize)]
    if has:
        first = min(found.since for found in has)
        number = state.facts.drawn[first - 1]
        cards = tuple(found.card for found in has if found.since == first)
        prize = prize_on(claim.prize, cards[0])
        sentence = say(
            "{player} has {prize}, since {number} was drawn.", player=claim.player, prize=prize, number=number
        )
        return Verdict(claim, cards, sentence)
    if holds(state, claim.player).unseen:
        sentence = say("{player} claims {prize}: look at the card.", player=claim.player, prize=WORDS[claim.prize])
        return Verdict(claim, (OTHER,), sentence)
    try:
        best = min(standings(state, claim.player), key=lambda card: len(card.lacks(PRIZES[claim.prize])))
        must_have(state, claim.player, best.number, claim.prize)
    except Illegal as refused:
        return Verdict(claim, (), refused.why)
    except ValueError:
        return Verdict(claim, (), say("{player} holds no card.", player=claim.player))
    return Verdict(claim, (best.number,), say("{player} has {prize}.", player=claim.player, prize=WORDS[claim.prize]))
