"""What is tapped at a table of Loto, first method: a number drawn, a claim and its payment, the seed revealed (LO1)."""

import re
import secrets
from collections.abc import Container
from typing import Any

from attrs import evolve
from flask import Blueprint, abort, request, session
from werkzeug.wrappers import Response

from companion.engine.game import Move
from companion.engine.journal import Act, Entry
from companion.engine.refusals import Illegal, Refusal
from companion.engine.saying import say
from companion.engine.state import State
from companion.games.loto import Claim, Deal, Drawn, Revealed
from companion.loto_box import NUMBERS, bag
from companion.loto_prizes import calls, playing, still_there
from companion.store import Bags, Table
from companion.web.access import still_writing, table_or_404, table_to_write, visitor
from companion.web.answers import not_whole
from companion.web.caller import Caller, verdict
from companion.web.claims import Waiting
from companion.web.pictures import PICTURES, Picture
from companion.web.replies import answer, refusal
from companion.web.services import services
from companion.web.taps import plays, recorded

pages = Blueprint("loto", __name__, url_prefix="/t/<code>/loto")


def completed(state: State[Any, Any], move: Move) -> Move:
    """A deal is given the fingerprint of a new bag, where the app draws."""
    if isinstance(move, Deal) and state.options.drawn_by == "app" and move.fingerprint is None:
        return evolve(move, fingerprint=Bags(services().database).seal())
    return move


def alone(state: State[Any, Any]) -> Container[str]:
    """Where the app draws, it alone deals, draws and reveals: what came out of its bag is settled."""
    return {Deal.name, Drawn.name, Revealed.name} if state.options.drawn_by == "app" else ()


PICTURES["loto"] = Picture(Caller, completed, alone)


@pages.post("/draw")
def draw(code: str) -> Response:
    """Draws the next number out of the app's bag."""
    return written(table_to_write(code), Drawn, lambda now: [next_number(now)])


@pages.post("/number")
def number(code: str) -> Response:
    """A number that came out of the real bag; tapped again while it is the last, it is struck."""
    found, tapped = table_to_write(code), request.form.get("number", "")

    def tap(now: Table) -> list[Entry]:
        last = [step for step in now.journal.steps if step.in_force][-1:]
        made = last[0].line.move if last else None
        if isinstance(made, Drawn) and str(made.number) == tapped:
            return [Entry(now.journal.last + 1, Act.STRIKE, target=last[0].line.number)]
        assert now.journal.state.game
        return plays(now, now.journal.state.game.read_move({"move": "drawn", "number": whole(tapped)}))

    return written(found, Drawn, tap)


@pages.post("/claim")
def claim(code: str) -> Response:
    """Somebody claims a prize: on the own phone, or told to the caller."""
    found = table_or_404(code)
    who = visitor(found)
    player = request.form.get("player") if who.writes and "player" in request.form else who.player
    cried = Waiting(player or "", request.form.get("prize", ""))
    state = found.journal.state
    if not player or not state.game or state.game.key != "loto":
        abort(403, say("Say first whose phone this is; then claim at a table that plays Loto."))
    if not state.open or calls(state, player) or player not in playing(state) or cried.prize not in still_there(state):
        abort(409, say("{player} has nothing to claim in just now.", player=player))
    if services().claims.cry(found, cried):
        found = services().tables.touch(found.code)
    return answer(found)


@pages.post("/dismiss")
def dismiss(code: str) -> Response:
    """A claim that was none waits no more; it costs nothing."""
    found = table_to_write(code)
    with still_writing(found):
        services().claims.dismiss(found, request.form.get("player"))
        changed = services().tables.touch(found.code)
    return answer(changed)


@pages.post("/pay")
def pay(code: str) -> Response:
    """Pays a prize to all who have claimed it rightly, together."""
    found, prize = table_to_write(code), request.form.get("prize", "")
    return written(found, Claim, lambda now: paying(now, prize))


@pages.post("/reveal")
def reveal(code: str) -> Response:
    """Reveals the seed of the last hand."""
    return written(table_to_write(code), Revealed, lambda now: revealing(now, now.journal.state, now.journal.last + 1))


@pages.post("/watch")
def watch(code: str) -> Response:
    """Whether the app watches who has what, on this device."""
    found = table_to_write(code)
    session["watch"] = "on" in request.form
    return answer(found)


def written(found: Table, kind: type[Move], tap: Any) -> Response:
    """The answer to one tap that writes."""
    if found.journal.state.game is None or kind.name not in found.journal.state.game.by_name:
        abort(404)
    try:
        changed = recorded(found, tap)
    except Refusal as refused:
        return refusal(found, None, refused)
    return answer(changed)


def next_number(now: Table) -> Entry:
    """The next number of the bag that was settled at the deal; of no bag, any that isn't out."""
    facts = now.journal.state.facts
    seed = Bags(services().database).seed(facts.fingerprint)
    order = bag(seed) if seed else secrets.SystemRandom().sample(NUMBERS, len(NUMBERS))
    left = [drawn for drawn in order if drawn not in facts.drawn]
    if not left:
        raise Illegal(say("All 90 numbers are drawn: the bag is empty."))
    return Entry(now.journal.last + 1, Act.PLAY, Drawn(left[0]))


def paying(now: Table, prize: str) -> list[Entry]:
    """The claim of all who have the prize, and after the card the seed of the bag."""
    state, first = now.journal.state, now.journal.last + 1
    found = [verdict(state, claim) for claim in services().claims.at(now) if claim.prize == prize]
    by = [{"player": good.claim.player, "card": card} for good in found for card in good.cards]
    if not by:
        raise Illegal(say("Nobody claims this prize now."))
    saved = {name.removeprefix("saved:"): held for name, held in request.form.items() if name.startswith("saved:")}
    said = {"saved": {name: covered(name, held) for name, held in saved.items()}} if saved else {}
    assert state.game
    paid = Entry(first, Act.PLAY, state.game.read_move({"move": "claim", "prize": prize, "by": by, **said}))
    after = now.journal.tapped([paid]).state
    seeds = [] if after.open else revealing(now, after, first + 1)
    return [paid._replace(along=first), *(entry._replace(along=first) for entry in seeds)] if seeds else [paid]


def whole(typed: str) -> int | str:
    """The number that was typed; what is none, or longer than any here, as it is: no move takes it."""
    return int(typed) if re.fullmatch("[0-9]{1,9}", typed) else typed


def covered(name: str, typed: str) -> int:
    """How many numbers a loser has covered. Raises Malformed."""
    value = whole(typed)
    if isinstance(value, str):
        raise not_whole(typed, f"{name}:")
    return value


def revealing(now: Table, state: State[Any, Any], at: int) -> list[Entry]:
    """The revelation of the seed of the hand that ended, if its bag was settled here."""
    seed = Bags(services().database).seed(state.facts.kept[0])
    return [Entry(at, Act.PLAY, Revealed(seed))] if seed else []
