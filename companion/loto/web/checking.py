"""Cards that are checked at a Loto night: their numbers are typed, and what they have is given or refused."""

from secrets import SystemRandom

from flask import request
from werkzeug.wrappers import Response

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.kit.moves import Finish
from companion.engine.playing import play
from companion.loto.rules.hall import Claim, not_in_play, still_there, verdict
from companion.loto.web import bp
from companion.loto.web.calling import revealing, whole
from companion.loto.web.claims import open_hand_number, with_claim, without
from companion.store import PendingClaim, Table
from companion.web.forms.answers import not_whole, number_typed
from companion.web.request.access import writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import record
from companion.web.table.responses import table_again, table_response
from companion.web.table.routes import require_kind


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
    card = whole(typed)
    if isinstance(card, str):
        raise not_whole(typed, "", ("card",))
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
