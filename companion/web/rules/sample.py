"""A game while it is described: an example of every answer, a hand that is played by them, and what makes no sense."""

import re
from collections import Counter
from contextlib import suppress
from itertools import chain, product
from time import monotonic
from typing import Any, NamedTuple

from attrs import evolve

from companion import games
from companion.engine.changes import Change
from companion.engine.errors import Illegal, Malformed
from companion.engine.formula import read_optional
from companion.engine.game import Move, Opening, State
from companion.engine.journal import Journal
from companion.engine.message import Message, joined, say
from companion.engine.phrases import signed
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.engine.reports.sentences import what_changes
from companion.engine.settlement import fewest_payments
from companion.scoresheet import Sheet, SheetGame, record_sheet
from companion.web.forms.fields import move_fields
from companion.web.forms.form import Field, redisplay_written
from companion.web.forms.reading import refusals_at
from companion.web.rules import bp

PLAYERS = ["Ann", "Ben", "Cleo", "Dan"]
"""Who plays the sample hand."""
MORE = ["Eve", "Finn", "Gus", "Hana", "Ida", "Jan", "Kim", "Leo"]
"""Who plays with them, where more are needed."""
SIZES = (4, 5, 2, 3, 6)
"""Of how many a hand is tried, one after the other, where questions ask for what a hand comes to."""
POINTS = (5, 0, 8, 13)
"""What they make in it, where nothing says what a hand comes to."""
TRIES = 6
"""How many hands are tried of each."""
LOTS = 40
"""How many more are drawn by lot, where the usual ones aren't accepted."""
FEW_HANDS, MOST_HANDS = 3, 20
"""How many hands are played before a game is saved: of those that nobody counts, and at most."""
PATIENCE, LONG_PATIENCE = 0.2, 2.0
"""For how many seconds at most another hand is begun while a game is described, and before it is saved."""


class Sample(NamedTuple):
    """A hand as it is played by a description: what is asked, what is said, and what it comes to."""

    asked: list[Field]
    said: list[tuple[str, list[str]]]
    """What is said of every move, with what changes hands."""
    paid: list[Message]
    """Who would pay whom, if that were the whole evening."""
    worked: "Worked | None" = None
    """How the points come about, where questions ask for that."""


class Row(NamedTuple):
    """One player of a hand that was worked out."""

    name: str
    before: int
    answers: list[str]
    points: str
    side: int
    """How many rows have these points together, this one first; 0 in those after it."""


class Worked(NamedTuple):
    """A hand that was worked out: what was asked of whom, and what it came to."""

    of_all: list[tuple[str, str]]
    asked: list[Message]
    rows: list[Row]
    players: list[str]


def require_sense(options: Any) -> None:
    """Raise Malformed, at its field, where house rules are well formed and still make no sense."""
    target = getattr(options, "target", None)
    worked, hands = getattr(options, "worked", None), getattr(options, "hands", None)
    named = [*[each.ask for each in worked.questions], *[each.tally for each in worked.tallies]] if worked else []
    asks = Counter(name.casefold() for name in named)
    if twice := [ask for ask, times in asks.items() if times > 1]:
        with refusals_at("worked"):
            raise Malformed(say("Two things are called “{ask}”: call one of them something else.", ask=twice[0]))
    if worked and "hands" in read_optional(worked.cards).names and not (hands or worked.rounds):
        with refusals_at("hands"):
            raise Malformed(say("Say after how many hands the game ends: how many cards there are hangs on it."))
    if worked and not target and hangs_on_target(worked):
        with refusals_at("target"):
            raise Malformed(say("Say at how many points the game ends: what a hand brings hangs on it."))
    if worked and worked.in_turn and not (target or hands or worked.ends or worked.rounds):
        with refusals_at("target"):
            raise Malformed(say("Say at how many points the game ends, or after how many turns."))
    if getattr(options, "plays", None) and options.partners > 1:
        with refusals_at("plays"):
            raise Malformed(say("In a game for partners everyone plays: leave out how many play a hand."))
    turns = options.way and options.way.turns if worked else None
    if turns and turns.beyond == "falls-back" and target and turns.back >= target:
        with refusals_at("target"):
            raise Malformed(say("You fall back to {back}: let the game end at a higher number.", back=turns.back))
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


def hangs_on_target(worked: Any) -> bool:
    """Return whether points can't be worked out without a target: nothing is said of a game that has none."""
    formulas = [worked.scores, *[value.is_ for value in worked.values]]
    said = re.search(r"target [>=] 0", " ".join(formulas))
    return not said and any("target" in read_optional(text).names for text in formulas)


def sample_hand(opening: Opening) -> Sample | None:
    """Return a hand that is played by a description; None for a game of the books."""
    options: Any = opening.options
    game = opening.game
    if not game.of_the_house:
        return None
    opening = with_sides(opening)
    options = opening.options
    if getattr(options, "worked", None):
        return Sample([], [], [], worked_hand(opening))
    hand = points_hand(options) if game.scored else round_hand(options)
    moves = [opening.read_move(move) for move in [{"move": "deal"}, *hand]]
    played = record_sheet(Sheet(PLAYERS, [SheetGame(opening, moves)]))
    _, dealt, *_ = played.steps
    finish = [] if played.state.over else [Change.play(opening.read_move({"move": "finish"}))]
    return Sample(asked_in(dealt.state, moves[1]), said_of(played), payments(played.extend(*finish)))


def with_sides(opening: Opening) -> Opening:
    """Return an opening with sides of sample players, where people play in some."""
    options: Any = opening.options
    size = getattr(options, "partners", 1)
    names = [*PLAYERS, *MORE][: 2 * size]
    return evolve(opening, options=evolve(options, sides=[names[::2], names[1::2]])) if size > 1 else opening


def worked_hand(opening: Opening, patience: float = PATIENCE) -> Worked:
    """Return a hand of answers that the game accepts: a usual one, or one drawn by lot.

    Raises Illegal with what the game says of the first that it doesn't accept.
    """
    began, first = monotonic(), None
    sides = opening.options.teams()
    sizes = [sum(map(len, sides))] if sides else [size for size in SIZES if size in opening.options.seats()]
    sizes = sizes or [opening.options.seats()[0]]  # refused where that is more than sample players
    usual = ((shift, size) for size in sizes for shift in range(TRIES))
    for shift, size in chain(usual, product(range(TRIES, TRIES + LOTS), sizes)):
        if first and monotonic() - began > patience:
            break
        try:
            return worked_out(opening, [*PLAYERS, *MORE][:size], shift)
        except Illegal as refused:
            first = first or refused
    assert first
    raise first


def require_a_hand(opening: Opening) -> None:
    """Refuse a game of which no hand can be written down, or not each. Raises Malformed with what is in the way."""
    if not getattr(opening.options, "worked", None):
        return
    opening = with_sides(opening)
    with refusals_at("worked"):
        try:
            found = worked_hand(opening, LONG_PATIENCE)
        except Illegal as refused:
            raise Malformed(say("No hand of this game can be written down. {why}", why=refused.why)) from None
        require_each_hand(opening, found.players)
        if 4 in opening.options.seats() and len(found.players) != 4 and not opening.options.teams():
            require_each_hand(opening, PLAYERS)


def require_each_hand(opening: Opening, players: list[str]) -> None:
    """Refuse a game whose hands may come out broken, or that stops before its last. Raises Malformed."""
    kind: Any = opening.game.by_name["scored"]
    deal = opening.read_move({"move": "deal"})
    state, began = after_moves(initial_state(players), opening), monotonic()
    options: Any = opening.options
    many = options.hands or len(options.worked.rounds)
    for hand in range(1, min(many or FEW_HANDS, MOST_HANDS) + 1):
        after, why, can_be = None, Message(), False
        for shift in range(hand - 1, hand - 1 + TRIES + LOTS):
            if (after and (hand > 1 or shift >= TRIES)) or monotonic() - began > LONG_PATIENCE:
                break
            try:
                dealt = state if state.open else after_moves(state, deal)
                answers, can_be = kind.example(dealt, shift), True
                after = after_moves(dealt, opening.read_move({"move": "scored", **answers}))
                kind.require_end(after)
            except Illegal as refused:
                if "isn't whole" in getattr(refused.why, "pattern", ""):
                    round_it = say("Some hands couldn't be written down. {why} Round it: round(…)", why=refused.why)
                    raise Malformed(round_it) from None
                why = why or refused.why
        if many and hand > 1 and why and not can_be:
            raise Malformed(say("Hand {n} of this game can't be written down. {why}", n=hand, why=why))
        if after is None or after.over:
            break
        state = after


@bp.app_template_global()
def hand_worked_out(options: Any) -> Worked | None:
    """Return a sample hand of a game that is told by questions, None where none is found."""
    game = next((one for one in games.catalogue().values() if isinstance(options, one.options)), None)
    with suppress(Illegal):
        return worked_hand(with_sides(Opening(game, options))) if game and options.worked else None
    return None


def worked_out(opening: Opening, players: list[str], shift: int) -> Worked:
    """Return what one hand comes to; in turn, the last player stands just below the target. Raises Illegal."""
    options: Any = opening.options
    kind: Any = opening.game.by_name["scored"]
    before = after_moves(initial_state(players), opening, opening.read_move({"move": "deal"}))
    answers = kind.example(before, shift)
    last = answers["answers"].get(players[-1], {}).values()
    if options.worked.in_turn and options.target and (below := options.target - max(last, default=0) + 1) > 0:
        before = after_moves(before, opening.read_move({"move": "bonus", "player": players[-1], "points": below}))
    stood = before.scored()
    made = after_moves(before, opening.read_move({"move": "scored", **answers})).scored()
    asked = options.worked.questions
    return Worked(
        [
            (joined("", [one.ask]), said(one, answers["hand"][one.key]))
            for one in asked
            if one.key in answers.get("hand", {})
        ],
        [joined("", [one.ask]) for one in asked if one.of != "hand"],
        [
            Row(
                name,
                stood[side[0]],
                [said(one, answers["answers"].get(name, {}).get(one.key)) for one in asked if one.of != "hand"],
                signed(made[side[0]] - stood[side[0]]),
                len(side) if name == side[0] else 0,
            )
            for side in options.teams() or [[name] for name in players]
            for name in side
        ],
        players,
    )


def after_moves(state: State[Any, Any], *moves: Move) -> State[Any, Any]:
    """Return a table after these moves. Raises Illegal."""
    for move in moves:
        state = play(state, move).state
    return state


def said(question: Any, number: int | None) -> str:
    """Return an answer in words; empty where there is none."""
    if number is None:
        return ""
    if question.most == "1" and not question.choices:
        return say("yes") if number else say("no")
    return next((choice.choice for choice in question.choices if choice.is_ == number), str(number))


def points_hand(options: Any) -> list[dict[str, Any]]:
    """Return a scored hand: of what is counted some for each, else points that come to a sum."""
    names = [side[0] for side in options.teams() or []] or PLAYERS
    if options.parts:
        some: dict[str, dict[str, int]] = {}
        for place, part in enumerate(options.parts):
            some.setdefault(names[(place + 1) % len(names)], {})[part.part] = min(part.most or 2, 2)
        return [{"move": "scored", "counts": some}]
    made = dict(zip(names, POINTS[-len(names) :], strict=True))
    if options.sums:
        made[names[-1]] += options.sums[0] - sum(made.values())
    return [{"move": "scored", "points": made}]


def round_hand(options: Any) -> list[dict[str, Any]]:
    """Return a hand of a round game: a pot is taken, or the others pay; then it ends."""
    pots = options.pots()
    taken = {"move": "takes", "players": ["Ben"], "pot": pots[0]} if pots else None
    return [taken or {"move": "collects", "player": "Ben", "counters": 2}, {"move": "ends"}]


def asked_in(dealt: State[Any, Any], move: Move) -> list[Field]:
    """Return the questions after the deal, with their answers: of the whole hand where it is asked at once."""
    ask = dealt.game.whole_hand if dealt.game else None
    if ask and (whole := ask(dealt, looed := dealt.options.looed)):
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
