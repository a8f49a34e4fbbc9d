"""What a table of Loto night shows: the prizes of the round, the cards that are being checked, the cards given out."""

from typing import NamedTuple

from attrs import frozen

from companion.engine.cached import cached_property
from companion.engine.message import Message, capital, listed, say, say_many
from companion.loto.rules.box import Card
from companion.loto.rules.hall import (
    Offered,
    PossibleClaim,
    Prize,
    Verdict,
    cards_named,
    cards_of,
    holders_named,
    nearest,
    possible_claims,
    prizes_of,
    still_there,
    verdict,
)
from companion.loto.web.calling_view import Called
from companion.loto.web.claims import FalseClaims, good_since, standing
from companion.loto.web.words import said_at
from companion.store import PendingClaim
from companion.store.evenings import searchable

DRAWINGS = {
    "ham": ("ham", "schinken", "jambon"),
    "hamper": ("hamper", "basket", "korb", "panier"),
    "bicycle": ("bicycle", "bike", "fahrrad", "velo"),
}
"""The drawings of things that are often won, with how words for them end; others are wrapped up."""
MOST_NAMED = 3
"""The others who could have claimed are named up to this many."""


class Found(NamedTuple):
    """What was found of one prize on a card that is being checked."""

    offered: Offered
    verdict: Verdict
    others: Message
    """Who else could have claimed it, and since when; empty where nobody could."""

    @property
    def good(self) -> bool:
        """Whether the card has it."""
        return self.verdict.since is not None


class Check(NamedTuple):
    """A card that is being checked, because its number was typed or its phone claims."""

    card: int
    claims: list[PendingClaim]
    rows: Card
    holder: str
    found: list[Found]
    """What was found of each prize that is still there, the good ones first."""

    @property
    def good(self) -> bool:
        """Whether it has a prize."""
        return any(found.good for found in self.found)


class ToGive(NamedTuple):
    """A prize that one or more of the cards being checked have together."""

    offered: Offered
    cards: list[int]
    who: str
    """To whom the cards were given, if that was said."""


class PrizeShown(NamedTuple):
    """A prize on the caller's screen or the television."""

    offered: Offered
    look: str
    """``won``, ``passed``, ``checked`` or empty."""
    who: str
    """Who has it, or what is to be said of it in a word or two."""
    says: str
    """A further line."""

    @property
    def drawing(self) -> str:
        """The name of the drawing of its thing; empty where none is named."""
        words = tuple(searchable(self.offered.prize.thing or "").split())
        found = (name for name, ends in DRAWINGS.items() if any(word.endswith(ends) for word in words))
        return next(found, "gift") if words else ""


@frozen(slots=False)
class HallView(Called):
    """What the templates of Loto night show of a table."""

    @property
    def rounds(self) -> int:
        """How many rounds the programme has."""
        return len(self.state.options.programme)

    @property
    def round(self) -> int:
        """The number of the round that is on, or was last; 1 before the first."""
        return max(self.state.hand, 1)

    @property
    def more(self) -> bool:
        """Whether a round is still to come."""
        return bool(self.state.hand < self.rounds)

    @property
    def coming(self) -> list[Prize]:
        """The prizes of the round that comes next; empty while one is on, and after the last."""
        return [] if self.state.open or not self.more else self.state.options.programme[self.state.hand]

    @cached_property
    def shown(self) -> list[PrizeShown]:
        """The prizes of the round that is on, or was last."""
        return [self._shown(offered) for offered in prizes_of(self.state)]

    def _shown(self, offered: Offered) -> PrizeShown:
        award, said = offered.award, said_at(self.view.table)
        if award and award.cards:
            on = said(self.drawn[award.since[award.cards.index(award.winners[0])] - 1])
            cards = listed([str(card) for card in award.winners])
            cards = say_many("card {cards}", "cards {cards}", len(award.winners), cards=cards)
            if not award.who:
                return PrizeShown(offered, "won", capital(cards), say("on {number}", number=on))
            return PrizeShown(offered, "won", award.who, say("{cards}, on {number}", cards=cards, number=on))
        if award:
            return PrizeShown(offered, "passed", say("not played for any more"), "")
        checked = [check.card for check in self.checks if str(offered.place) in {c.prize for c in check.claims}]
        if checked:
            who = listed([str(card) for card in checked])
            who = say_many("card {cards}", "cards {cards}", len(checked), cards=who)
            says = say_many("is being checked", "are being checked", len(checked))
            return PrizeShown(offered, "checked", capital(who), says)
        lacks = self.nearest.get(offered.place)
        hopes = say("the nearest wants {n}", n=lacks) if lacks else ""
        return PrizeShown(offered, "", say("still to be won"), hopes)

    @cached_property
    def nearest(self) -> dict[int, int]:
        """How many numbers the nearest card wants for each prize; nothing before the first number."""
        return nearest(self.state) if self.state.open and self.drawn else {}

    def holder(self, card: int) -> str:
        """Return to whom a card was given; empty where nobody said it."""
        given = self.state.facts.holder(card)
        return given.to if given else ""

    @cached_property
    def checks(self) -> list[Check]:
        """The cards that are being checked: those that were typed, the last one first, then good claims of phones."""
        claims = standing(self.view.table)
        good = [claim for claim in claims if good_since(self.state, claim) is not None and not claim.told]
        by_card: dict[int, list[PendingClaim]] = {}
        for claim in [*(claim for claim in reversed(claims) if claim.told), *good]:
            by_card.setdefault(claim.card, []).append(claim)
        return [self._check(card, claims) for card, claims in by_card.items()]

    @cached_property
    def false_claims(self) -> FalseClaims:
        """The false claims of phones, but for those of cards that are being checked."""
        checked = {check.card for check in self.checks}
        false = [claim for claim in standing(self.view.table) if not claim.told and claim.card not in checked]
        said, seen = said_at(self.view.table), [claim for claim in false if not claim.gone]
        found = [verdict(self.state, int(claim.prize), claim.card, said) for claim in seen]
        return FalseClaims([each.refusal for each in found], [each.missing for each in found], len(false) - len(seen))

    def _check(self, card: int, claims: list[PendingClaim]) -> Check:
        state, said = self.state, said_at(self.view.table)
        verdicts = [(each, verdict(state, each.place, card, said)) for each in still_there(state)]
        found = [Found(each, of, self._others(each, card) if of.since else Message()) for each, of in verdicts]
        return Check(
            card, claims, cards_of(state)[card], self.holder(card), sorted(found, key=lambda each: not each.good)
        )

    def _others(self, offered: Offered, card: int) -> Message:
        """Say who else could have claimed a prize, and since which number."""
        others = [claim for claim in self.possible if claim.prize == offered.place and claim.card != card]
        if not others:
            return Message()
        since = said_at(self.view.table)(self.drawn[others[0].since - 1])
        if len(others) > MOST_NAMED:
            return say("{n} other cards could claim it, too: the first since {number}.", n=len(others), number=since)
        who = cards_named(self.state, [claim.card for claim in others])
        return say("{who} could claim it, too, since {number}.", who=capital(who), number=since)

    @property
    def verdicts(self) -> list[Check]:
        """What the caller has to decide before the next number."""
        return self.checks

    @cached_property
    def possible(self) -> list[PossibleClaim]:
        """All claims that could be made now, for each prize the earliest first."""
        return possible_claims(self.state) if self.state.open else []

    @property
    def to_give(self) -> list[ToGive]:
        """The prizes that cards being checked have."""
        good: dict[int, list[int]] = {}
        for check in self.checks:
            for found in check.found:
                if found.good:
                    good.setdefault(found.offered.place, []).append(check.card)
        offered, came = still_there(self.state), [claim.card for claim in standing(self.view.table)]
        by_place = [(each, sorted(good[each.place], key=came.index)) for each in offered if each.place in good]
        return [ToGive(each, cards, holders_named(self.state, cards)) for each, cards in by_place]

    def rest(self, check: Check) -> list[str]:
        """Return the numbers that a card still wants to be full."""
        said = said_at(self.view.table)
        return [said(number) for row in check.rows for number in row if number not in self.drawn]

    def ago(self, found: Found) -> str:
        """Say since which number a card has a prize."""
        since = found.verdict.since or len(self.drawn)
        number, later = said_at(self.view.table)(self.drawn[since - 1]), len(self.drawn) - since
        if not later:
            return say("Complete with {number}, the number just drawn.", number=number)
        return say_many(
            "Complete since {number}, {n} number ago.",
            "Complete since {number}, {n} numbers ago.",
            later,
            number=number,
        )

    @property
    def out_there(self) -> int:
        """How many cards are given out."""
        return sum(1 for _ in self.state.facts.numbers())

    @property
    def is_lot(self) -> bool:
        """Whether a prize that several have together is drawn by lot."""
        return bool(self.state.options.ties == "lot")
