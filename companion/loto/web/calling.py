"""Loto, first method: numbers drawn one by one, claims and their payment, the seed revealed (LO1)."""

import secrets
from collections.abc import Callable
from typing import Any

from attrs import evolve
from flask import abort, request, session
from werkzeug.wrappers import Response

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Move, State
from companion.engine.message import listed, say
from companion.engine.playing import play
from companion.loto.rules.box import NUMBERS, bag
from companion.loto.rules.called import Deal, Drawn, Revealed
from companion.loto.rules.calling import Claim
from companion.loto.rules.cards import calls, playing, still_there
from companion.loto.web import bp
from companion.loto.web.claims import (
    open_hand_number,
    silent_beside,
    verdict,
    waiting,
    with_claim,
    with_false_ones,
    without,
)
from companion.store import PendingClaim, SealedBags, Table
from companion.store.devices import hashed
from companion.web.forms.answers import not_whole, number_typed
from companion.web.request.access import Visitor, at_table, device, must_write, table_to_write, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import record
from companion.web.table.responses import table_again, table_response
from companion.web.table.routes import kind_of, require_kind

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
    saved = {name.removeprefix("saved:"): typed for name, typed in request.form.items() if name.startswith("saved:")}
    losers = {"saved": {name: covered(name, typed) for name, typed in saved.items()}} if saved else {}
    assert state.game
    paid = state.game.read_move({"move": "claim", "prize": prize, "by": by, **losers})
    after = play(state, paid).state
    return [Change.play(paid), *([] if after.open else revealing(after))]


def whole(typed: str) -> int | str:
    """Return the number that was typed; anything else as it is, for a move to refuse."""
    number = number_typed(typed)
    return typed if number is None else number


def covered(name: str, typed: str) -> int:
    """Return how many numbers a loser has covered. Raises Malformed."""
    value = whole(typed)
    if isinstance(value, str):
        raise not_whole(typed, f"{name}:", ("saved", name))
    return value


def revealing(state: State[Any, Any]) -> list[Change]:
    """Return the revelation of the seed of the hand that ended, if its bag was settled here."""
    seed = SealedBags(services().database).seed(state.facts.unrevealed[0])
    return [Change.play(Revealed(seed))] if seed else []
