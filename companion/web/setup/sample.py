"""A game while it is described: an example of every answer, a hand that is played by them, and what makes no sense."""

from typing import Any, NamedTuple

from companion.engine.changes import Play
from companion.engine.errors import Malformed
from companion.engine.game import Move, Opening, State
from companion.engine.journal import Journal
from companion.engine.message import Message, say
from companion.engine.payments import fewest_payments
from companion.engine.phrases import signed
from companion.engine.reports.sentences import what_changes
from companion.scoresheet import PlayedGame, Sheet, record_sheet
from companion.web.forms.fields import move_fields
from companion.web.forms.form import Field, redisplay_written
from companion.web.forms.reading import refusals_at

PLAYERS = ["Ann", "Ben", "Cleo", "Dan"]
"""Who plays the sample hand."""
POINTS = (5, 0, 8, 13)
"""What they make in it, where nothing says what a hand comes to."""


class Sample(NamedTuple):
    """A hand as it is played by a description: what is asked, what is said, and what it comes to."""

    asked: list[Field]
    said: list[tuple[str, list[str]]]
    """What is said of every move, with what changes hands."""
    paid: list[Message]
    """Who would pay whom, if that were the whole evening."""


def require_sense(options: Any) -> None:
    """Raise Malformed, at its field, where house rules are well formed and still make no sense."""
    target = getattr(options, "target", None)
    above = next((part for part in getattr(options, "parts", ()) if target and part.points > target), None)
    if above:
        with refusals_at("target"):
            raise Malformed(
                say(
                    "One {part} brings {points}, and the game would end at {target}: choose a higher number.",
                    part=above.part,
                    points=signed(above.points).removeprefix("+"),
                    target=target,
                )
            )


def sample_hand(opening: Opening, looed: int | None = None) -> Sample | None:
    """Return a hand that is played by a description; None for a game of the books, or one told by its questions.

    ``looed`` is what somebody pays who takes no trick, where tricks share the pot.
    """
    options, game = opening.options, opening.game
    if not game.of_the_house or getattr(options, "worked", None):
        return None
    hand = points_hand(options) if game.scored else round_hand(options)
    moves = [opening.read_move(move) for move in [{"move": "deal"}, *hand]]
    played = record_sheet(Sheet(PLAYERS, [PlayedGame(opening, moves)]))
    _, dealt, *_ = played.steps
    finish = [] if played.state.over else [Play(opening.read_move({"move": "finish"}))]
    return Sample(asked_in(dealt.state, moves[1], looed), said_of(played), payments(played.extend(*finish)))


def points_hand(options: Any) -> list[dict[str, Any]]:
    """Return a scored hand: of what is counted some for each, else points that come to a sum."""
    if options.parts:
        some: dict[str, dict[str, int]] = {}
        for place, part in enumerate(options.parts):
            some.setdefault(PLAYERS[(place + 1) % len(PLAYERS)], {})[part.part] = min(part.most or 2, 2)
        return [{"move": "scored", "counts": some}]
    made = dict(zip(PLAYERS, POINTS, strict=True))
    if options.sums:
        made["Dan"] = options.sums[0] - sum(POINTS[:-1])
    return [{"move": "scored", "points": made}]


def round_hand(options: Any) -> list[dict[str, Any]]:
    """Return a hand of a round game: a pot is taken, or the others pay; then it ends."""
    pots = options.pots()
    taken = {"move": "takes", "players": ["Ben"], "pot": pots[0]} if pots else None
    return [taken or {"move": "collects", "player": "Ben", "counters": 2}, {"move": "ends"}]


def asked_in(dealt: State[Any, Any], move: Move, looed: int | None) -> list[Field]:
    """Return the questions after the deal, with their answers: of the whole hand where it is asked at once."""
    ask = dealt.game.whole_hand if dealt.game else None
    if ask and (whole := ask(dealt, looed)):
        return move_fields(whole, dealt, {**whole.usual(dealt, looed), **whole.sample})
    return move_fields(type(move), dealt, redisplay_written(move))


def said_of(played: Journal) -> list[tuple[str, list[str]]]:
    """Return what is said of every move after the beginning, with what changes hands."""
    return [(step.memo, what_changes(step.postings, step.state)) for step in played.steps[1:]]


def payments(whole: Journal) -> list[Message]:
    """Return who would pay whom at the end."""
    return [
        say("{payer} pays {payee} {counters}", payer=paid.payer, payee=paid.payee, counters=paid.counters)
        for paid in fewest_payments(whole.state.balances)
    ]
