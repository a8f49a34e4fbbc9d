"""Whole hands of a journal: what a tap plays, their moves, where another is inserted, and who dealt the later ones."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Effect, Moment, Move, State
from companion.engine.journal import Journal
from companion.engine.playing import play
from companion.engine.replay import LoggedMove, Step, play_line


class Dealt(NamedTuple):
    """A hand that was dealt and still is, but by another player."""

    number: int
    """The number of the deal in the journal."""
    hand: int
    was: str
    becomes: str


def which_hand(step: Step) -> tuple[Any, int]:
    """Return the game and the number of the hand to which a move belongs; a later game may have the same again."""
    return step.state.game, step.state.hand


def hand_of(journal: Journal, number: int) -> list[Step]:
    """Return the moves that count of the hand to which a move belongs, with its deal. Raises Illegal without one."""
    own = journal.step(number).state
    runs = (list(run) for _, run in groupby(journal.steps, which_hand))
    found = next(run for run in runs if any(step.line.number == number for step in run))
    steps = [step for step in found if step.in_force]
    begun = [place for place, step in enumerate(steps) if begins_hand(step.line.move, own)]
    found = [step for step in steps[begun[-1] :] if is_of_hand(step.line.move, own)] if begun else []
    if not own.hand or len(found) < 2:
        raise Illegal("This move doesn't belong to any hand.")
    return found


def begins_hand(move: Move, state: State[Any, Any]) -> bool:
    """Return whether a hand of the game that is on begins with a move."""
    return state.game is not None and move.name == state.game.begins.name


def open_deal(journal: Journal) -> Step | None:
    """Return the move with which the open hand began; None between hands."""
    steps = (step for step in reversed(journal.steps) if step.in_force) if journal.state.open else ()
    return next((step for step in steps if begins_hand(step.line.move, journal.state)), None)


def next_deal(state: State[Any, Any]) -> tuple[Move, Effect] | None:
    """Return the deal that can be made now, and its effect; None where it asks something or can't be made."""
    assert state.game
    try:
        deal = state.game.begins()
        return deal, play(state, deal)
    except (TypeError, Illegal):
        return None


def deal_along(state: State[Any, Any], kind: type[Move]) -> Move | None:
    """Return the deal that goes with a move of this kind: nobody need tap one that only says that points follow.

    None where a hand is open, and where the deal asks something, costs something or can't be made.
    """
    of_hand = kind.moment is Moment.HAND and (kind.main or kind.comes_first)
    goes_along = state.game and state.game.scored and of_hand and not state.open
    dealt = next_deal(state) if goes_along else None
    return dealt[0] if dealt and not dealt[1].postings else None


def bringing_deal(state: State[Any, Any]) -> list[type[Move]]:
    """Return the kinds of moves that bring their deal along now."""
    if not state.game or not state.game.scored or state.open:
        return []
    return [kind for kind in state.game.moves if deal_along(state, kind)]


def untouched_deal(journal: Journal) -> Step | None:
    """Return the deal that the table made by itself with the last tap; None where anything was done since."""
    tap = journal.last_tap
    last = tap[-1].change if len(tap) > 1 else None
    if not (last and last.act == "play" and last.move and last.move.name == "deal"):
        return None
    dealt = journal.step(tap[-1].number)
    return dealt if dealt.in_force and journal.state.open else None


def state_for(journal: Journal, kind: type[Move]) -> State[Any, Any]:
    """Return the table that a move of this kind meets: before a deal that it takes back, or after its own deal."""
    dealt = untouched_deal(journal) if kind.takes_back_deal else None
    if dealt:
        return journal.before(dealt.line.number)
    deal = deal_along(journal.state, kind)
    return play(journal.state, deal).state if deal else journal.state


def tap_changes(
    journal: Journal, move: Move, completed: Callable[[State[Any, Any], Move], Move], *, deals_at_once: bool
) -> list[Change]:
    """Return what a tap plays: a move, its own deal before it, or the next one where the table deals. Raises Illegal.

    The points of a game that was won stand until somebody deals.
    A move between hands first takes back a deal that the table made by itself, as long as nobody has touched it.
    Each is ``completed`` by what the game adds, which may write: call it within the transaction of the tap only.
    """
    dealt = untouched_deal(journal) if move.takes_back_deal else None
    if dealt:
        return [Change.strike(dealt.line.number), Change.play(completed(journal.before(dealt.line.number), move))]
    state = journal.state
    if deal := deal_along(state, type(move)):
        deal = completed(state, deal)
        return [Change.play(deal), Change.play(completed(play(state, deal).state, move))]
    move = completed(state, move)
    if not deals_at_once or not state.open:
        return [Change.play(move)]
    after = play(state, move).state
    if after.open or after.over or not after.game or not after.game.deals or type(move) not in after.game.moves:
        return [Change.play(move)]
    deals = next_deal(after)
    if not deals or deals[1].state.score != after.score:
        return [Change.play(move)]
    return [Change.play(move), Change.play(completed(after, deals[0]))]


def is_of_hand(move: Move, state: State[Any, Any]) -> bool:
    """Return whether a hand begins with a move, or it can only be made while one is open."""
    return begins_hand(move, state) or move.moment is Moment.HAND


def play_hand(state: State[Any, Any], moves: Sequence[Move]) -> list[Effect]:
    """Return the effects of moves of one hand, in order; who deals may be said before it begins.

    Raises Illegal where a move can't be made, or belongs to no hand or to the next one.
    """
    effects: list[Effect] = []
    begun = False
    for move in moves:
        begins = begins_hand(move, state)
        if not (move.moment is Moment.HAND if begun else begins or move.name == "dealer"):
            raise Illegal("This move doesn't belong to any hand.")
        begun = begun or begins
        effects.append(play(state, move))
        state = effects[-1].state
    return effects


def inserted_after(journal: Journal, number: int, moves: Sequence[Move]) -> list[Change]:
    """Return what inserts moves after the move of this number, where nothing follows it plays them. Raises Illegal."""
    journal.step(number)
    numbers = [step.line.number for step in journal.steps]
    later = numbers[numbers.index(number) + 1 :]
    return [Change.insert(later[0], move) if later else Change.play(move) for move in moves]


def dealers_moved(before: Journal, after: Journal) -> list[Dealt]:
    """Return the hands whose deals stand in both journals, but with other dealers."""
    dealt = {step.line.number: step.state.dealer for step in before.in_force() if step.line.move.name == "deal"}
    new = ((dealt[number], step) for step in after.in_force() if (number := step.line.number) in dealt)
    return [
        Dealt(step.line.number, step.state.hand, was, step.state.dealer)
        for was, step in new
        if was != step.state.dealer
    ]


def with_dealers_kept(journal: Journal, changes: Sequence[Change]) -> list[Change]:
    """Return the changes with those that let the players deal later who dealt, as far as the rules allow."""
    dealt = {step.line.number: step.state.dealer for step in journal.in_force() if step.line.move.name == "deal"}
    kept, after = list(changes), journal.extend(*changes)
    state = after.start
    for step in after.steps:
        if kept[len(changes) :]:  # what follows another dealer is played anew
            step = play_line(state, step.line)
        was = dealt.get(step.line.number) if step.in_force else None
        if was and was != step.state.dealer:
            kind: Any = step.state.game and step.state.game.by_name.get("dealer")
            named = play_line(state, LoggedMove(0, kind(was))) if kind else None
            if not named or named.conflict:  # that player isn't in any more
                break
            kept.append(Change.insert(step.line.number, named.line.move))
            step = play_line(named.state, step.line)
        state = step.state
    return kept
