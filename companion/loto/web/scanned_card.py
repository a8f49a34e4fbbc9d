"""A printed card on the phone that scanned its code: live, and claimed without any name."""

from collections.abc import Collection
from typing import Any

from attrs import frozen
from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.message import Message, say, say_many
from companion.loto.rules.hall import Offered, gone, prizes_of, verdict
from companion.loto.rules.words import WordList
from companion.loto.web import bp
from companion.loto.web.calling import LONGEST_KEY
from companion.loto.web.card_codes import Scanned, card_or_404
from companion.loto.web.claims import good_since, lately_refused, open_hand_number, standing, with_claim, without
from companion.loto.web.live_cards import dealt_by, drawn, taken_back
from companion.loto.web.words import said_at, words_at
from companion.store import PendingClaim, Table
from companion.store.devices import hashed
from companion.web.request.access import at_table, device, is_htmx, newest
from companion.web.request.refusal import shows
from companion.web.request.services import services


@frozen(slots=False)
class CardView:
    """What the phone of a printed card shows."""

    card: Scanned

    @property
    def table(self) -> Table:
        """The table at which it is played."""
        return self.card.table

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.table.journal.state

    @property
    def plays(self) -> bool:
        """Whether a round is on in which the card plays."""
        return self.state.open and not self.card.why

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The numbers out in the round; they stay until the next one begins."""
        return () if self.card.why else drawn(self.table.journal)

    @property
    def dealt(self) -> int:
        """The number of the entry that began the round whose numbers are shown."""
        return dealt_by(self.table.journal)

    @property
    def by_app(self) -> bool:
        """Whether the app covers the numbers."""
        return bool(self.state.options.covered_by == "app")

    @property
    def covered(self) -> Collection[int] | None:
        """The numbers that are covered; None where the holder taps them."""
        return self.drawn if self.card.why or self.by_app else None

    @property
    def words(self) -> WordList | None:
        """The words on the card in the place of numbers."""
        return words_at(self.table)

    @property
    def says(self) -> str:
        """A sentence about the round."""
        if self.card.why:
            return self.card.why
        state, rounds = self.state, len(self.state.options.programme)
        if state.over or (state.hand == rounds and not state.open):
            return say("That was the last round. Thank you for playing!")
        if not state.open:
            return say("Round {n} of {all} begins soon.", n=state.hand + 1, all=rounds)
        if self.table.beside.paused == self.table.journal.last:
            return say("A short break")
        if back := taken_back(self.table):
            return back
        if not self.drawn:
            return say("No number is drawn yet.")
        return say_many("{n} of the 90 numbers is out.", "{n} of the 90 numbers are out.", len(self.drawn))

    @property
    def prizes(self) -> list[Offered]:
        """The prizes of the round that is on; between two rounds none."""
        return prizes_of(self.state) if self.plays else []

    @cached_property
    def standing(self) -> list[PendingClaim]:
        """The claims of the card that its phone made and that stand."""
        claims = standing(self.table, self.card.number) if self.plays else []
        return [claim for claim in claims if claim.device]

    @property
    def waiting(self) -> list[str]:
        """The prizes whose claim waits for the caller: it's good."""
        return [claim.prize for claim in self.standing if good_since(self.state, claim) is not None]

    @property
    def answered(self) -> dict[str, str]:
        """What its false claims lack, by their prizes, as long as nothing was drawn or put right since."""
        last, said, state = self.table.journal.last, said_at(self.table), self.state
        false = [claim.prize for claim in self.standing if claim.last == last and claim.prize not in self.waiting]
        return {prize: verdict(state, int(prize), self.card.number, said).refusal for prize in false}

    @property
    def claimable(self) -> list[Offered]:
        """The prizes that the card may claim."""
        stand = [*self.waiting, *self.answered]
        return [offered for offered in self.prizes if not offered.award and str(offered.place) not in stand]

    @property
    def refused(self) -> list[str]:
        """The prizes, in words, that the caller lately refused to the card."""
        prizes = lately_refused(self.table, "", self.card.number) if self.plays else []
        return [offered.prize.words for offered in self.prizes if str(offered.place) in prizes]

    @property
    def gone(self) -> list[str]:
        """What became of the prizes of the round that can't be won any more."""
        return [gone(self.state, offered.place) for offered in self.prizes if offered.award]

    @property
    def won(self) -> list[Message]:
        """What the card has won in all rounds so far."""
        if self.card.why:
            return []
        rounds = zip(self.state.options.programme, self.state.facts.awards, strict=False)
        return [
            say("You won {prize}.", prize=prizes[place - 1].summary())
            for prizes, awards in rounds
            for place, award in awards.items()
            if self.card.number in award.winners
        ]

    def part(self) -> str:
        """Render what changes of the page."""
        return render_template("loto/_scanned_card.html", shown=self)


@bp.get("/t/<code>/k")
def card_by_letters(code: str) -> Response:
    """Go to the card whose number and letters were typed in."""
    card = card_or_404(code, request.args.get("code", ""))
    return redirect(url_for("loto.printed_card", code=card.table.code, card=card.code))


@bp.get("/t/<code>/k/<card>")
def printed_card(code: str, card: str) -> Response | str:
    """Show a printed card, live; to an open page what is new of it."""
    shown = CardView(card_or_404(code, card))
    return newest(shown.table, shown.part) or render_template("loto/scanned_card.html", shown=shown)


@bp.post("/t/<code>/k/<card>")
@shows(printed_card)
def claim_by_card(code: str, card: str) -> Response:
    """Claim a prize for a printed card, or withdraw its claim; it costs nothing."""
    prize, tap = request.form.get("prize", ""), request.form.get("key", "")[:LONGEST_KEY]
    with at_table(code) as (table, _):
        shown = CardView(card_or_404(code, card))
        number, hand = shown.card.number, open_hand_number(table.journal)
        if "withdraw" in request.form:
            changed = services().tables.change(table.code, lambda now: without(now, "", prize, number))
        else:
            require_claimable(shown, prize)
            claim = PendingClaim(hand, prize, card=number, device=hashed(device()), tap=tap)
            changed = services().tables.change(table.code, lambda now: with_claim(now, claim))
    after = CardView(shown.card._replace(table=changed))
    return make_response(after.part()) if is_htmx() else redirect(request.path, 303)


def require_claimable(shown: CardView, prize: str) -> None:
    """Raise Illegal where the card can't claim a prize now."""
    state = shown.state
    if request.form.get("hand", str(state.hand)) != str(state.hand):
        raise Illegal(say("Too late: that round is over."))
    if shown.card.why:
        raise Illegal(shown.card.why)
    if not shown.drawn or prize not in [str(offered.place) for offered in shown.prizes if not offered.award]:
        raise Illegal(say("Card {number} has nothing to claim right now.", number=shown.card.number))
