"""Loto, first method (LO1): what a table shows of the numbers that are called, and the caller's taps."""

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any

from attrs import evolve, frozen
from flask import abort, request, session
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Move, State
from companion.engine.message import listed, say
from companion.engine.playing import play
from companion.loto.rules.box import NUMBERS, Card, bag, by_tens
from companion.loto.rules.called import Deal, Drawn, Revealed
from companion.loto.rules.calling import Claim, Claimant, must_be_said
from companion.loto.rules.cards import (
    PRIZE_WORDS,
    PRIZES,
    calls,
    holds,
    playing,
    possible_claims,
    prize_on,
    still_there,
)
from companion.loto.rules.words import WordList
from companion.loto.web import bp
from companion.loto.web.claims import (
    ClaimVerdict,
    FalseClaims,
    ToPay,
    covered,
    covered_by_answers,
    dealt_by,
    drawn,
    has,
    last_answers,
    lately_refused,
    missed,
    open_hand_number,
    silent_beside,
    standing,
    taken_back,
    verdict,
    waiting,
    with_claim,
    with_false_ones,
    without,
)
from companion.loto.web.fairness import Fairness
from companion.loto.web.words import call_of, calls_in, said_at
from companion.store import PendingClaim, SealedBags, Table
from companion.store.devices import hashed
from companion.web.forms.answers import number_typed, subfields, whole_number
from companion.web.i18n.language import language
from companion.web.request.access import Visitor, at_table, device, must_write, table_to_write, writing
from companion.web.request.refusal import refused, shows
from companion.web.request.services import services
from companion.web.request.submission import record
from companion.web.table.responses import table_again, table_response
from companion.web.table.routes import kind_of, require_kind
from companion.web.table.view import View

NUMBERS_BEFORE = 5
"""The numbers before the last one that are still shown."""


@frozen(slots=False)
class LotoView:
    """What the templates show of any game of Loto."""

    view: View

    @property
    def state(self) -> State[Any, Any]:
        return self.view.state

    @property
    def taken_back(self) -> str:
        """A sentence about what was taken back just now; empty otherwise."""
        return taken_back(self.view.table)

    @property
    def fair(self) -> Fairness:
        """The bag of the hand, or of the next drawing, for all to check."""
        return Fairness(self.view)


@frozen(slots=False)
class NumbersCalled(LotoView):
    """What the templates show of the numbers that are called, whatever they are called for."""

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The numbers out in the hand; they stay until the next one is dealt."""
        return drawn(self.view.table.journal)

    @property
    def pauses(self) -> bool:
        return bool(self.state.open and self.view.table.beside.paused == self.view.table.journal.last)

    @property
    def out(self) -> list[str]:
        """The numbers out by their size, or the words out in the order of the board."""
        return [*map(said_at(self.view.table), sorted(self.drawn))]

    @property
    def last(self) -> int | None:
        return self.drawn[-1] if self.drawn else None

    @property
    def words(self) -> WordList | None:
        return self.view.table.words

    @property
    def call(self) -> str:
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


@frozen(slots=False)
class CallingView(NumbersCalled):
    """What the templates of Loto show of a table."""

    @property
    def prizes(self) -> list[tuple[str, str]]:
        return [(prize, PRIZE_WORDS[prize]) for prize in still_there(self.state)]

    @property
    def players(self) -> list[str]:
        return list(playing(self.state)) if self.state.open else []

    @cached_property
    def judged(self) -> list[ClaimVerdict]:
        """The verdicts on all claims that stand, the good ones first."""
        said = said_at(self.view.table)
        found = [verdict(self.state, claim, said) for claim in standing(self.view.table)]
        return sorted(found, key=lambda each: not each.good)

    @cached_property
    def verdicts(self) -> list[ClaimVerdict]:
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
        good: dict[str, list[ClaimVerdict]] = {}
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

    def raced(self, found: ClaimVerdict) -> str:
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


LONGEST_KEY = 64
"""Characters of the key of a claim that are looked at."""


def completed(state: State[Any, Any], move: Move) -> Move:
    """Give a deal the fingerprint of a new bag, where the app draws."""
    if isinstance(move, Deal) and state.options.drawn_by == "app" and move.fingerprint is None:
        return evolve(move, fingerprint=SealedBags(services().database).seal())
    return move


@bp.post("/t/<code>/loto/draw")
@shows(table_again)
def draw(code: str) -> Response:
    """Draw the next number out of the app's bag."""
    return tapped(code, Drawn, lambda now: [Change.play(next_number(now))])


@bp.post("/t/<code>/loto/number")
@shows(table_again)
def number(code: str) -> Response:
    """Write down a number that came out of the real bag; strike it where it is the last one, tapped again."""
    typed = request.form.get("number", "")

    def tap(now: Table) -> list[Change]:
        last = next((step for step in reversed(now.journal.steps) if step.in_force), None)
        if last and isinstance(last.line.move, Drawn) and str(last.line.move.number) == typed:
            return [Change.strike(last.line.number)]
        assert now.journal.state.game
        return [Change.play(now.journal.state.game.read_move({"move": "drawn", "number": whole(typed)}))]

    return tapped(code, Drawn, tap)


@bp.post("/t/<code>/loto/claim")
@shows(table_again)
def claim(code: str) -> Response:
    """Claim a prize, on the player's own phone or on the caller's."""
    with at_table(code) as (table, who):
        claim = claimed(table, who)
        changed = services().tables.change(table.code, lambda now: with_claim(now, claim))
    return table_response(changed)


def claimed(table: Table, who: Visitor) -> PendingClaim:
    """Return the claim that is submitted; 403 to a phone that is nobody's.

    Raises Illegal where the player has nothing to claim in, the hand of the claim is over, or another game is on.
    """
    by_caller = who.writes and "player" in request.form
    player = request.form.get("player") if by_caller else who.player
    prize, state = request.form.get("prize", ""), table.journal.state
    require_kind(table, Claim)
    if not player:
        abort(403, say("First say whose phone this is, then claim."))
    if request.form.get("hand", str(state.hand)) != str(state.hand):
        raise Illegal(say("Too late: that hand is over."))
    if not state.open or calls(state, player) or player not in playing(state) or prize not in still_there(state):
        raise Illegal(say("{player} has nothing to claim right now.", player=player))
    claim = PendingClaim(open_hand_number(table.journal), prize, player, told=by_caller)
    return claim if by_caller else evolve(claim, device=hashed(device()), tap=request.form.get("key", "")[:LONGEST_KEY])


@bp.post("/t/<code>/loto/dismiss")
def dismiss(code: str) -> Response:
    """Refuse a claim, or withdraw one's own from one's own phone; it costs nothing. 403 to any other phone."""
    player, prize = request.form.get("player", ""), request.form.get("prize")
    with at_table(code) as (table, who):
        if who.player is None or who.player != player:
            must_write(who)
        is_refused = who.player != player
        changed = services().tables.change(table.code, lambda now: without(now, player, prize, is_refused=is_refused))
    return table_response(changed)


@bp.post("/t/<code>/loto/false")
def put_false_aside(code: str) -> Response:
    """Put all false claims of phones aside, or bring them back."""
    with writing(code) as table:
        kind_of(table, Claim.name)  # also of a hall
        aside = "back" not in request.form
        changed = services().tables.change(table.code, lambda now: with_false_ones(now, aside=aside))
    return table_response(changed)


@bp.post("/t/<code>/loto/pay")
@shows(table_again)
def pay(code: str) -> Response:
    """Pay a prize to all players with a good claim, together."""
    return tapped(code, Claim, lambda now: paying(now, request.form.get("prize", "")))


@bp.post("/t/<code>/loto/reveal")
@shows(table_again)
def reveal(code: str) -> Response:
    """Reveal the seed of the last hand."""
    return tapped(code, Revealed, lambda now: revealing(now.journal.state))


@bp.post("/t/<code>/loto/pause")
def pause(code: str) -> Response:
    """Begin or end a pause; the screens are told."""
    with writing(code) as table:
        paused = table.journal.last if "on" in request.form else 0
        changed = services().tables.change(table.code, lambda now: now.with_beside(paused=paused))
    return table_response(changed)


@bp.post("/t/<code>/loto/watch")
def watch(code: str) -> Response:
    """Switch on this device whether the app watches for players who have a prize."""
    table = table_to_write(code)
    session["watch"] = "on" in request.form
    return table_response(table)


def tapped(code: str, kind: type[Move], tap: Callable[[Table], list[Change]]) -> Response:
    """Write one tap down and answer it. Raises Refusal, also where the game that is on has no moves of this kind."""

    def tap_on_game(now: Table) -> list[Change]:
        require_kind(now, kind)
        return tap(now)

    with writing(code) as table:
        changed = record(table, tap_on_game)
    services().hub.wait_until_sent()
    return table_response(changed)


def next_number(now: Table) -> Drawn:
    """Return the next number of the bag that was settled at the deal; of no bag, any that isn't out."""
    facts = now.journal.state.facts
    seed = SealedBags(services().database).seed(facts.fingerprint)
    order = bag(seed, facts.words) if seed else secrets.SystemRandom().sample(NUMBERS, len(NUMBERS))
    left = [drawn for drawn in order if drawn not in facts.drawn]
    if not left:
        raise Illegal(say("All 90 numbers are out: the bag is empty."))
    return Drawn(left[0])


def paying(now: Table, prize: str) -> list[Change]:
    """Return the claim of all who have the prize, and after the card the revelation of the seed. Raises Illegal."""
    state = now.journal.state
    verdicts = [verdict(state, claim) for claim in waiting(now) if claim.prize == prize]
    by = [{"player": good.claim.player, "card": card} for good in verdicts for card in good.cards]
    if not by:
        raise Illegal(say("Nobody is claiming this prize."))
    silent = silent_beside(state, verdicts)
    if silent and "alone" not in request.form:
        raise Illegal(say("{names} could claim it too: check the claims, then pay.", names=listed(silent)))
    typed = subfields("saved", request.form)
    saved = {name: whole_number(text, f"{name}:", ("saved", name)) for name, text in typed.items()}
    assert state.game
    losers = {"saved": saved} if saved else {}
    paid = state.game.read_move({"move": "claim", "prize": prize, "by": by, **losers})
    after = play(state, paid).state
    return [Change.play(paid), *([] if after.open else revealing(after))]


def whole(typed: str) -> int | str:
    """Return the number that was typed; anything else as it is, for a move to refuse."""
    number = number_typed(typed)
    return typed if number is None else number


def revealing(state: State[Any, Any]) -> list[Change]:
    """Return the revelation of the seed of the hand that ended, if its bag was settled here."""
    seed = SealedBags(services().database).seed(state.facts.unrevealed[0])
    return [Change.play(Revealed(seed))] if seed else []
