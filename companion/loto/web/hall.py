"""A table of Loto night: the prizes of the round, the cards that are given out, and those that are being checked."""

from secrets import SystemRandom
from typing import Any, NamedTuple

from attrs import frozen
from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.kit.moves import Finish
from companion.engine.message import Message, capital, listed, say, say_many
from companion.engine.playing import check_available, play
from companion.loto.rules.box import Card
from companion.loto.rules.hall import (
    Claim,
    Give,
    Offered,
    PossibleClaim,
    Prize,
    TakeBack,
    Verdict,
    cards_named,
    cards_of,
    holders_named,
    nearest,
    not_in_play,
    possible_claims,
    prizes_of,
    still_there,
    verdict,
)
from companion.loto.rules.pack import A_SIX
from companion.loto.web import bp
from companion.loto.web.calling import NumbersCalled, revealing, whole
from companion.loto.web.claims import FalseClaims, good_since, open_hand_number, standing, with_claim, without
from companion.loto.web.words import said_at
from companion.store import PendingClaim, Table
from companion.store.evenings import searchable
from companion.web.forms.answers import number_typed, whole_number
from companion.web.request.access import table_or_404, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, record
from companion.web.table.responses import table_again, table_instead, table_response
from companion.web.table.routes import kind_of, require_kind

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
        return self.verdict.since is not None


class CheckedCard(NamedTuple):
    """A card that is being checked, because its number was typed or its phone claims."""

    card: int
    claims: list[PendingClaim]
    rows: Card
    holder: str
    found: list[Found]
    """What was found of each prize that is still there, the good ones first."""

    @property
    def good(self) -> bool:
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
class HallView(NumbersCalled):
    """What the templates of Loto night show of a table."""

    @property
    def rounds(self) -> int:
        return len(self.state.options.programme)

    @property
    def round(self) -> int:
        """The number of the round that is on, or was last; 1 before the first."""
        return max(self.state.hand, 1)

    @property
    def more(self) -> bool:
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
    def checks(self) -> list[CheckedCard]:
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

    def _check(self, card: int, claims: list[PendingClaim]) -> CheckedCard:
        state, said = self.state, said_at(self.view.table)
        verdicts = [(each, verdict(state, each.place, card, said)) for each in still_there(state)]
        found = [Found(each, of, self._others(each, card) if of.since else Message()) for each, of in verdicts]
        return CheckedCard(
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
    def verdicts(self) -> list[CheckedCard]:
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

    def rest(self, check: CheckedCard) -> list[str]:
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


@bp.post("/t/<code>/loto/check")
@shows(table_again)
def check(code: str) -> Response:
    """Check the card whose number was typed: every screen says that it is being checked."""
    with writing(code) as table:
        claim = typed_claim(table)
        changed = services().tables.change(table.code, lambda now: with_claim(now, claim))
    return table_response(changed)


def typed_claim(table: Table) -> PendingClaim:
    """Return what the card whose number was typed could have: the first prize that it has, else the first there is.

    Raises Malformed or Illegal where the card can't have any.
    """
    require_kind(table, Claim)
    state, typed = table.journal.state, request.form.get("card", "").strip()
    card = whole_number(typed, "", ("card",))
    there = [offered.place for offered in still_there(state)]
    if why := not_in_play(state, there[0] if there else 1, card):
        raise Illegal(why)
    place = next((place for place in there if verdict(state, place, card).since), there[0])
    return PendingClaim(open_hand_number(table.journal), str(place), card=card, told=True)


@bp.post("/t/<code>/loto/put-aside")
def put_aside(code: str) -> Response:
    """Check a card no more: it has nothing, or isn't given what it has."""
    with writing(code) as table:
        card = number_typed(request.form.get("card", "")) or 0
        changed = services().tables.change(table.code, lambda now: without(now, "", card=card, is_refused=True))
    return table_response(changed)


@bp.post("/t/<code>/loto/award")
@shows(table_again)
def award(code: str) -> Response:
    """Give a prize to the cards that have it together, or to the one of them that a lot falls to."""
    with writing(code) as table:
        changed = record(table, awarding)
    return table_response(changed)


def awarding(now: Table) -> list[Change]:
    """Return the claim; after a round's last prize the seed of its bag, after the last of all the end. May raise."""
    require_kind(now, Claim)
    state = now.journal.state
    cards = [whole(card) for card in request.form.getlist("card")]
    said = {"prize": whole(request.form.get("prize", "")), "cards": cards}
    if state.options.ties == "lot" and len(cards) > 1:
        said["lot"] = SystemRandom().choice(cards)
    if who := request.form.get("who", "").strip():
        said["who"] = who
    assert state.game
    claim = state.game.read_move({"move": Claim.name} | said)
    after = play(state, claim).state
    ends = [] if after.open else [*revealing(after)]
    if not after.open and after.hand == len(after.options.programme):
        ends.append(Change.play(Finish()))
    return [Change.play(claim), *ends]


AT_ONCE = (A_SIX, 2 * A_SIX, 10 * A_SIX)
"""How many of the next cards can be given out in one tap."""


@bp.get("/t/<code>/loto/given")
@shows(table_instead)
def given(code: str) -> str:
    """Show which cards are given out, and to whom; with the pencil, give out more."""
    table = table_or_404(code)
    kind_of(table, TakeBack.name)
    return page(table)


def given_again(code: str) -> Response | str:
    """Return the page with what was typed; that of the table where no cards are given out any more."""
    table = table_or_404(code)
    try:
        kind_of(table, TakeBack.name)
    except Illegal:
        return table_instead(code)
    return page(table)


@bp.post("/t/<code>/loto/given")
@shows(given_again)
def give_out(code: str) -> Response:
    """Give cards out, or take them back."""
    with writing(code) as table:
        record(table, giving)
    return redirect(url_for("loto.given", code=code), 303)


def giving(now: Table) -> list[Change]:
    """Return what one tap gives out or takes back. Raises Malformed or Illegal."""
    kind_of(now, TakeBack.name)
    form, state = request.form, now.journal.state
    if "others" in form:
        return [Change.play(Give(first, last)) for first, last in free_cards(state)]
    first = form.get("first", "")
    said = {"move": form.get("move", Give.name), "first": whole(first), "last": whole(form.get("last", "") or first)}
    if to := form.get("to", "").strip():
        said["to"] = to
    assert state.game
    return [Change.play(state.game.read_move(said))]


def free_cards(state: State[Any, Any]) -> list[tuple[int, int]]:
    """Return the cards that aren't given out, as ranges."""
    ends = [0, *(end for given in state.facts.given for end in (given.first, given.last)), state.options.cards + 1]
    return [(after + 1, before - 1) for after, before in zip(ends[::2], ends[1::2], strict=True) if before - after > 1]


def page(table: Table) -> str:
    """Render the page."""
    state = table.journal.state
    free, closed = free_cards(state), ""
    try:
        check_available(state, Give)
    except Illegal as refused:
        closed = refused.why
    return render_template(
        "loto/given.html",
        table=table,
        state=state,
        visitor=visitor(table),
        closed=closed,
        free=free,
        ends=[free[0][0] + number - 1 for number in AT_ONCE if free[0][0] + number - 1 < free[0][1]] if free else [],
        out=sum(1 for _ in state.facts.numbers()),
        key=new_form_key(),
    )
