"""The hand that is called: its numbers, who answered to them first, and the claims that wait for the caller."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from attrs import evolve, frozen
from flask import abort, request
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.game import Opening, State
from companion.engine.journal import Journal
from companion.engine.kit.moves import Deal
from companion.engine.message import listed, say
from companion.engine.replay import Step
from companion.loto.rules import hall
from companion.loto.rules.called import Drawn
from companion.loto.rules.calling import Hand, coverable
from companion.loto.rules.cards import (
    OTHER_MAKE,
    PRIZE_WORDS,
    PRIZES,
    holds,
    must_have,
    playing,
    possible_claims,
    prize_on,
    progress_of,
    still_there,
)
from companion.loto.rules.drawings import Drawing
from companion.loto.web import bp
from companion.loto.web.words import said_at
from companion.store import PendingClaim, Table
from companion.web.request.access import Visitor, at_table
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.table.responses import table_again, table_response
from companion.web.table.routes import require_kind


def of_hand(journal: Journal) -> list[Step]:
    """Return the moves in force since the last hand was dealt, or since its game was opened."""
    in_force = (step for step in reversed(journal.steps) if step.in_force)
    return [*takewhile(lambda step: not isinstance(step.line.move, Deal | Opening), in_force)][::-1]


def drawn(journal: Journal) -> tuple[int, ...]:
    """Return the numbers drawn in the hand, or those of the last drawing, the newest last.

    The numbers of a hand stay until the next one is dealt.
    """
    moves = [step.line.move for step in of_hand(journal)]
    drawings = [move for move in moves if isinstance(move, Drawing)]
    return tuple(drawings[-1].numbers if drawings else (move.number for move in moves if isinstance(move, Drawn)))


def taken_back(table: Table) -> str:
    """Say which number, or that a drawing, was taken back just now, to all who have covered it; empty otherwise."""
    entry = table.journal.entries[-1] if table.journal.entries else None
    if not (entry and entry.change.act == "strike"):
        return ""
    struck = next(step.line.move for step in reversed(table.journal.steps) if step.line.number == entry.change.target)
    if isinstance(struck, Drawn):
        return say("{number} is taken back: uncover it.", number=said_at(table)(struck.number))
    return say("The drawing is taken back: uncover its numbers.") if isinstance(struck, Drawing) else ""


def dealt_by(journal: Journal) -> int:
    """Return the number of the entry that dealt the hand whose numbers are shown, 0 before the first."""
    deals = (step.line.number for step in reversed(journal.steps) if step.in_force and isinstance(step.line.move, Deal))
    return next(deals, 0)


SHOWN_FOR = 5
"""Moves for which a phone shows that its claim was refused."""
OVER = ("refused", "withdrawn")
"""What became of claims that wait no more."""
MAX_GONE = 100
"""Claims of a hand that wait no more and are known again when their phone sends them once more."""


def there(state: State[Any, Any]) -> list[str]:
    """Return the prizes that are still there, as claims name them: at a Loto night by their places in the round."""
    if state.game is hall.GAME:
        return [str(offered.place) for offered in hall.still_there(state)]
    return still_there(state)


def open_hand_number(journal: Journal) -> int:
    """Return the number of the entry that dealt the open hand; 0 where no hand is open."""
    return dealt_by(journal) if journal.state.open else 0


def waiting(table: Table) -> list[PendingClaim]:
    """Return the claims that wait for the caller, in their order, whose prize is still there."""
    return [claim for claim in standing(table) if not claim.gone]


def standing(table: Table, card: int | None = None) -> list[PendingClaim]:
    """Return the claims, of one card or of all, that wait or are put aside, in their order.

    One that is false stands until the next number, one that was put aside waits again once it is good.
    """
    state = table.journal.state
    drawn, left = len(drawn_in(state)), there(state)
    found = [
        claim
        for claim in claims_of_hand(table)
        if claim.gone in ("", "aside") and claim.prize in left and card in (None, claim.card)
    ]
    goods = [claim for claim in found if (claim.gone or drawn > claim.out) and good_since(state, claim) is not None]
    return [
        evolve(claim, gone="") if claim in goods else claim for claim in found if claim in goods or drawn <= claim.out
    ]


def drawn_in(state: State[Any, Any]) -> Sequence[int]:
    """Return the numbers drawn in the hand that is open."""
    drawn: Sequence[int] = state.facts.drawn if state.open else ()
    return drawn


def good_since(state: State[Any, Any], claim: PendingClaim) -> int | None:
    """Return which number drawn made a claim good, from 1; 0 where that isn't known, None where it's false.

    A card whose numbers nobody knows here may always have the prize.
    """
    if state.game is hall.GAME:
        found = [hall.verdict(state, int(claim.prize), claim.card).since]
    else:
        wanted = (claim.player, claim.prize)
        found = [each.since for each in possible_claims(state) if (each.player, each.prize) == wanted]
    in_time = [since for since in found if since is not None and since <= claim.out]
    if not in_time and state.game is not hall.GAME and holds(state, claim.player).unseen:
        return 0
    return min(in_time, default=None)


def claims_of_hand(table: Table) -> list[PendingClaim]:
    """Return all claims of the hand that is open, with those that don't wait any more."""
    hand = open_hand_number(table.journal)
    return [claim for claim in table.beside.claims if claim.hand == hand != 0]


def lately_refused(table: Table, player: str | None, card: int = 0) -> list[str]:
    """Return the prizes that are still there and were lately refused to a player, or to a printed card."""
    of_them = [claim for claim in claims_of_hand(table) if (claim.player, claim.card) == (player, card)]
    lately = [claim for claim in of_them if claim.gone == "refused" and table.journal.last < claim.last + SHOWN_FOR]
    left = there(table.journal.state)
    return [claim.prize for claim in lately if claim.prize in left]


def with_claim(table: Table, claim: PendingClaim) -> Table:
    """Return the table with one more claim; as it is where the same one waits, or the same tap was dismissed.

    A false one is made anew once something was drawn, corrected or undone, or when the caller hears it, too.
    """
    known, last, state = claims_of_hand(table), table.journal.last, table.journal.state
    if claim.tap and claim.tap in [other.tap for other in known]:
        return table
    anew = evolve(claim, last=last, out=len(drawn_in(state)))
    for other in standing(table):
        if other.key == claim.key and (other.last == last or good_since(state, other) is not None):
            if other.told or not claim.told:
                return table
            anew = evolve(other, told=True)
    rest = [evolve(other, gone="withdrawn") if other.key == claim.key else other for other in known]
    return with_claims(table, [*(other for other in rest if not other.gone or other.tap != anew.tap), anew])


def with_claims(table: Table, claims: Sequence[PendingClaim]) -> Table:
    """Return the table with these claims of its hand, of which only so many are kept that wait no more."""
    over = [claim for claim in claims if claim.gone in OVER]
    return table.with_beside(claims=[*over[-MAX_GONE:], *(claim for claim in claims if claim.gone not in OVER)])


def with_false_ones(table: Table, *, aside: bool) -> Table:
    """Return the table with all false claims that phones alone told put aside, or waiting again."""
    state = table.journal.state
    false = [claim.key for claim in standing(table) if not claim.told and good_since(state, claim) is None]
    gone: Literal["", "aside"] = "aside" if aside else ""
    claims = [
        evolve(claim, gone=gone) if claim.key in false and claim.gone in ("", "aside") else claim
        for claim in claims_of_hand(table)
    ]
    return with_claims(table, claims)


def without(table: Table, player: str, prize: str | None = None, card: int = 0, *, is_refused: bool = False) -> Table:
    """Return the table without a player's or a card's claim of a prize, or without all claims of either.

    Where the caller refused it, the claimant's phone says so.
    """
    claims, last = claims_of_hand(table), table.journal.last
    own = [claim for claim in claims if (claim.player, claim.card) == (player, card) and claim.gone not in OVER]
    meant = [claim for claim in own if prize in (None, claim.prize)]
    gone = [evolve(each, gone="refused" if is_refused and each.device else "withdrawn", last=last) for each in meant]
    return with_claims(table, [*(claim for claim in claims if claim not in meant), *gone])


class ClaimVerdict(NamedTuple):
    """Whether a claim is good, with a sentence about it."""

    claim: PendingClaim
    cards: tuple[int, ...]
    """The cards on which it is good, by number."""
    sentence: str
    since: int = 0
    """Which number drawn made it good, from 1; 0 where that isn't known."""
    missing: tuple[int, ...] = ()
    """The numbers that the best card lacks."""

    @property
    def good(self) -> bool:
        return bool(self.cards)


@frozen
class FalseClaims:
    """The false claims that phones alone told, for the caller in one line."""

    sentences: list[str]
    missing: list[tuple[int, ...]]
    """The numbers that each of them lacks."""
    aside: int
    """How many were put aside."""

    @property
    def count(self) -> int:
        return len(self.sentences)

    def lack(self, said: Callable[[int], str] | None) -> str:
        """Say which number most of them lack, which may have been called; empty where no two lack the same."""
        counted = Counter(number for missing in self.missing for number in missing).most_common(1)
        if not counted or counted[0][1] < 2:
            return ""
        number, many = (said or str)(counted[0][0]), counted[0][1]
        if many == self.count:
            return say("All of them lack {number}: was it called?", number=number)
        return say("{n} of them lack {number}: was it called?", n=many, number=number)


class ToPay(NamedTuple):
    """A prize that can be paid."""

    prize: str
    claims: list[ClaimVerdict]
    """The good claims of it."""
    silent: list[str]
    """Who could claim it too, with the same number, and hasn't."""

    @property
    def who(self) -> str:
        return listed([found.claim.player for found in self.claims])

    @property
    def not_together(self) -> str:
        """A sentence where they have it since different numbers; empty otherwise."""
        since = {found.since: found.claim.player for found in reversed(self.claims) if found.since}
        if len(since) < 2:
            return ""
        return say("{player} had it first. Refuse the others, or pay them all together.", player=since[min(since)])


def silent_beside(state: State[Any, Any], claimed: Sequence[ClaimVerdict]) -> list[str]:
    """Return who has the prize of these claims with the same number as one of them, and hasn't claimed it."""
    players, since = {found.claim.player for found in claimed}, {found.since for found in claimed if found.good}
    prizes = {found.claim.prize for found in claimed}
    possible = [claim for claim in possible_claims(state) if claim.prize in prizes and claim.since in since]
    return [name for name in dict.fromkeys(claim.player for claim in possible) if name not in players]


def verdict(state: State[Any, Any], claim: PendingClaim, said: Callable[[int], str] = str) -> ClaimVerdict:
    """Check a claim against the numbers drawn: name the cards that have it, or what is missing on the best of them.

    ``said`` returns what is said of a number: its word, or itself.
    """
    wanted = (claim.player, claim.prize)
    possible = [each for each in possible_claims(state) if (each.player, each.prize) == wanted]
    good = [each for each in possible if each.since <= claim.out]
    if good:
        first = min(each.since for each in good)
        number = said(state.facts.drawn[first - 1])
        cards = tuple(each.card for each in good if each.since == first)
        prize = prize_on(claim.prize, cards[0])
        sentence = say("{player} has {prize}.", player=claim.player, prize=prize)
        if first < len(state.facts.drawn):
            sentence = say(
                "{player} has had {prize} since {number} was drawn.", player=claim.player, prize=prize, number=number
            )
        return ClaimVerdict(claim, cards, sentence, first)
    if holds(state, claim.player).unseen:
        sentence = say("{player} claims {prize}: check the card.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
        return ClaimVerdict(claim, (OTHER_MAKE,), sentence)
    try:
        best = min(progress_of(state, claim.player), key=lambda card: len(card.lacks(PRIZES[claim.prize])))
        must_have(state, claim.player, best.number, claim.prize, said)
    except Illegal as refused:
        return ClaimVerdict(claim, (), refused.why, missing=best.lacks(PRIZES[claim.prize]))
    except ValueError:
        return ClaimVerdict(claim, (), say("{player} has no card.", player=claim.player))
    return ClaimVerdict(
        claim, (best.number,), say("{player} has {prize}.", player=claim.player, prize=PRIZE_WORDS[claim.prize])
    )


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
