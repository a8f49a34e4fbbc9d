"""The printed cards of a Loto night: their sheets, their codes, and the phone that scanned one.

A code is made from the table's secret, so that the same table prints the same ones again. It gives its phone the right
of that card alone, and no name: the card belongs to the holder of the paper. The secret leaves the database with its
backups, never with a sheet, a journal or an evening's file.
"""

import hmac
import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from attrs import frozen
from flask import abort, current_app, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.errors import Illegal
from companion.engine.game import Opening, State
from companion.engine.message import Message, say, say_many
from companion.loto.rules.box import Card
from companion.loto.rules.hall import GAME, Give, HouseRules, Offered, cards_of, gone, prizes_of, verdict
from companion.loto.rules.pack import pack
from companion.loto.rules.words import WordList
from companion.loto.web import bp
from companion.loto.web.calling import LONGEST_KEY
from companion.loto.web.cards import CARDS_PER_SHEET, query_choice
from companion.loto.web.claims import (
    dealt_by,
    drawn,
    good_since,
    lately_refused,
    open_hand_number,
    standing,
    taken_back,
    with_claim,
    without,
)
from companion.loto.web.words import said_at, words_at
from companion.store import PendingClaim, Table
from companion.store.devices import hashed
from companion.store.entries import ALPHABET
from companion.web.forms.answers import number_typed
from companion.web.live.limits import in_turn
from companion.web.request.access import (
    at_table,
    device,
    is_htmx,
    newest,
    remember,
    table_or_404,
    table_to_write,
    tries,
)
from companion.web.request.qr import public_url, qr_svg
from companion.web.request.refusal import shows
from companion.web.request.services import services

LETTERS = 13
"""Letters of a code, each one of 31: 64 bits."""
MAX_REMEMBERED_CARDS = 24
"""How many cards a device remembers in its cookie, and opens also where its address has tried too many codes."""


class Scanned(NamedTuple):
    """A printed card whose code was shown."""

    table: Table
    number: int
    rows: Card
    code: str
    """The number and the letters, as an address has them."""
    why: str = ""
    """Why it isn't in play; empty where it is."""


def letters(secret: str, seed: str, number: int) -> str:
    """Return the letters of a card: nobody finds them without the secret."""
    left = int.from_bytes(hmac.digest(secret.encode(), f"{seed} {number}".encode(), "sha256"))
    found = ""
    for _ in range(LETTERS):
        left, place = divmod(left, len(ALPHABET))
        found += ALPHABET[place]
    return found


def card_or_404(code: str, typed: str) -> Scanned:
    """Return the card of a code at a table; 404 for a wrong code, 429 after too many of them from one address."""
    table = table_or_404(code)
    typed = re.sub("[^0-9A-Z]", "", typed.upper())
    named = f"{table.code} {typed[:-LETTERS]}"
    wrong = tries(known=named in session.get("cards", ()))
    found = proven(table, typed)
    if found is None:
        wrong(typed)
        abort(404, say("No card of this table has that code. Check it, and type it in again."))
    remember(table)
    if named not in session.get("cards", ()):
        session["cards"] = [named, *session.get("cards", ())][:MAX_REMEMBERED_CARDS]
    return found


def proven(table: Table, typed: str) -> Scanned | None:
    """Return the card whose code this is, None where it is no card's."""
    number, secret = typed[:-LETTERS], services().tables.secret(table.code)
    if not secret or not re.fullmatch("[1-9][0-9]{0,3}", number):
        return None
    for rules in packs(table):
        cards = pack(rules.pack, rules.cards)
        right = letters(secret, rules.pack, int(number))
        if int(number) in cards and hmac.compare_digest(typed[-LETTERS:], right):
            code = f"{number}-{right}"
            return Scanned(table, int(number), cards[int(number)], code, not_in_play(table, rules, int(number)))
    return None


def packs(table: Table) -> Iterator[HouseRules]:
    """Yield the rules with which Loto night was played at a table, each with its pack: those of today first."""
    if table.journal.state.game is GAME:
        yield table.journal.state.options
    for step in reversed(table.journal.steps):
        if step.in_force and isinstance(step.line.move, Opening) and step.line.move.game is GAME:
            yield step.state.options


def not_in_play(table: Table, rules: HouseRules, number: int) -> str:
    """Return why a card of these rules isn't in play now; empty where it is."""
    state = table.journal.state
    if state.game is not GAME:
        return say("Loto night isn't being played at this table just now.")
    if rules.pack != state.options.pack:
        return say("This card is of another pack, which isn't played with any more.")
    if state.facts.holder(number):
        return ""
    gifts = [step.line.move for step in table.journal.in_force() if isinstance(step.line.move, Give)]
    if any(gift.first <= number <= gift.last for gift in gifts):
        return say("Card {number} was taken back. Ask the caller if it should be in play.", number=number)
    return say("Card {number} hasn't been given out yet. Ask the caller if it should be in play.", number=number)


PACK_MARK = 4
"""How many digits of its seed tell a pack from another one on paper."""


@bp.get("/t/<code>/cards/print")
@in_turn
def pack_sheets(code: str) -> str:
    """Show the cards of the pack, or a range of them, as sheets, each with the code that opens it on a phone."""
    table = table_to_write(code)
    state = table.journal.state
    if state.game is not GAME:
        abort(404)
    per = query_choice("per", CARDS_PER_SHEET)
    most = state.options.cards
    first, last = sorted((typed("first", 1, most), typed("last", most, most)))
    shown = range(first, last + 1)
    secret = "" if current_app.config.get("HERE") else services().tables.seal(table.code)
    written = {number: letters(secret, state.options.pack, number) for number in shown} if secret else {}
    at = public_url(url_for("loto.printed_card", code=table.code, card=""))
    return render_template(
        "loto/pack.html",
        table=table,
        per=per,
        choices=CARDS_PER_SHEET,
        first=first,
        last=last,
        cards={number: cards_of(state)[number] for number in shown},
        codes={number: qr_svg(f"{at}{number}-{code}", quick=True) for number, code in written.items()},
        mark=state.options.pack[:PACK_MARK].upper(),
        letters={number: f"{number} · {code[:4]} {code[4:8]} {code[8:]}" for number, code in written.items()},
        home=public_url(url_for("home.home")),
        words=words_at(table),
    )


def typed(name: str, otherwise: int, most: int) -> int:
    """Return the number of a card that was typed, as near as the pack has it; another where none was."""
    number = number_typed(request.args.get(name, ""))
    return otherwise if number is None else min(max(number, 1), most)


@frozen(slots=False)
class CardView:
    """What the phone of a printed card shows."""

    card: Scanned

    @property
    def table(self) -> Table:
        return self.card.table

    @property
    def state(self) -> State[Any, Any]:
        return self.table.journal.state

    @property
    def plays(self) -> bool:
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
        return bool(self.state.options.covered_by == "app")

    @property
    def covered(self) -> Collection[int] | None:
        """The numbers that are covered; None where the holder taps them."""
        return self.drawn if self.card.why or self.by_app else None

    @property
    def words(self) -> WordList | None:
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
