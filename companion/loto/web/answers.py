"""A race at Loto: phones answer to the number that was called, the first one first; the order is shown (LO1-10).

An answer is kept beside the journal, in the order in which it came, and changes nothing in it. It tells each player
which numbers others may cover, and fills in what the caller writes of the losers when the card is paid.
"""

from collections.abc import Collection
from typing import Any

from flask import abort, request
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.game import State
from companion.engine.message import say
from companion.loto.rules.called import Drawn
from companion.loto.rules.calling import Hand, coverable
from companion.loto.rules.cards import holds, playing
from companion.loto.web import bp
from companion.loto.web.live_cards import drawn, of_hand
from companion.loto.web.words import said_at
from companion.store import Table
from companion.web.request.access import Visitor, at_table
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.table.responses import table_again, table_response
from companion.web.table.routes import require_kind


def called(table: Table) -> dict[str, int]:
    """Return the numbers called in the hand, in their order, by what their answers are kept under.

    It is the entry and the number: where the number is amended, people answer to the right one anew.
    """
    lines = [step.line for step in of_hand(table.journal)]
    return {f"{line.number}:{line.move.number}": line.move.number for line in lines if isinstance(line.move, Drawn)}


def first_answers(table: Table) -> dict[int, str]:
    """Return who answered first to each number of the hand to which anybody did."""
    return {
        number: table.beside.answers[call][0]
        for call, number in called(table).items()
        if table.beside.answers.get(call)
    }


def last_answers(table: Table) -> list[str]:
    """Return who answered to the number called last, the first one first."""
    return table.beside.answers.get(next(reversed(called(table)), ""), [])


def is_race(state: State[Any, Any]) -> bool:
    """Return whether phones answer to the numbers, in the game that is on."""
    return isinstance(state.facts, Hand) and bool(state.options.race)


def covered(table: Table, player: str | None) -> Collection[int] | None:
    """Return the numbers covered for a player: in a race those answered first; None where people cover them."""
    state = table.journal.state
    if is_race(state):
        return [number for number, name in first_answers(table).items() if name == player]
    by_hand = isinstance(state.facts, Hand) and state.options.covered_by == "players"
    return None if by_hand else drawn(table.journal)


def missed(table: Table, player: str | None) -> frozenset[int]:
    """Return the numbers of the hand to which others answered before a player: they stay open on the cards."""
    return frozenset(number for number, name in first_answers(table).items() if name != player)


def has(table: Table, player: str, number: int) -> bool:
    """Return whether a number may be on a player's cards: it is on one of them, or some are unseen."""
    state = table.journal.state
    holding = holds(state, player)
    return bool(holding.unseen) or any(number in row for _, card in holding.seen(state.options.box) for row in card)


def covered_by_answers(table: Table, player: str) -> int | None:
    """Return how many numbers a player has covered by the answers, None in a hand without any."""
    state, firsts = table.journal.state, first_answers(table)
    if not is_race(state) or not firsts:
        return None
    holding = holds(state, player)
    cards = [[number for row in card for number in row] for _, card in holding.seen(state.options.box)]
    own = [number for number, name in firsts.items() if name == player]
    counted = sum(sum(number in card for card in cards) or bool(holding.unseen) for number in own)
    return min(counted, coverable(state, holding))


@bp.post("/t/<code>/loto/answer")
@shows(table_again)
def answer(code: str) -> Response:
    """Answer to the number called last, on the player's own phone or on the caller's; 403 to any other phone."""
    with at_table(code) as (table, who):
        changed = services().tables.change(table.code, lambda now: now.with_beside(answers=answered(now, who)))
    return table_response(changed)


def answered(table: Table, who: Visitor) -> dict[str, list[str]]:
    """Return the answers of the hand with the one that is submitted behind those before it.

    Raises Illegal where no number is raced for, another was called meanwhile, or the player hasn't the number.
    """
    require_kind(table, Drawn)
    player = request.form.get("player") if who.writes and "player" in request.form else who.player
    if not player:
        abort(403, say("First say whose phone this is, then answer."))
    state, calls = table.journal.state, called(table)
    if not (state.open and is_race(state) and calls) or player not in playing(state):
        raise Illegal(say("{player} has nothing to answer to just now.", player=player))
    call, number = next(reversed(calls.items()))
    tapped = request.form.get("number", "")
    if tapped not in map(str, calls.values()):
        raise Illegal(say("That one hasn't been called."))
    if tapped != str(number):
        raise Illegal(say("Too late: another number was called meanwhile."))
    if not has(table, player, number):
        raise Illegal(say("{number} isn't on a card of {player}.", number=said_at(table)(number), player=player))
    kept = {at: names for at, names in table.beside.answers.items() if at in calls}
    names = kept.get(call, [])
    return kept | {call: names if player in names else [*names, player]}
