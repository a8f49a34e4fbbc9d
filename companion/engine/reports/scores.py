"""The score of games that are about points, or about what is left of a stock, in sentences for the whole table."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.game import Options, State
from companion.engine.journal import Journal
from companion.engine.journal.changes import Act
from companion.engine.journal.replay import Step
from companion.engine.journal.undo import entry_place
from companion.engine.message import Message, joined, listed, say, say_many, series
from companion.engine.phrases import signed
from companion.engine.reports.transfers import what_changes


def ahead(state: State[Any, Any]) -> Message:
    """Return who is up by the most counters: ``Cleo comes out ahead, with +23``; empty where everyone is even."""
    most = max(state.balances.values(), default=0)
    who = [name for name, counters in state.balances.items() if counters == most > 0]
    if not who:
        return Message()
    return say_many(
        "{who} comes out ahead, with {most}",
        "{who} come out ahead, with {most}",
        len(who),
        who=listed(who),
        most=signed(most),
    )


def counts_down(state: State[Any, Any]) -> bool:
    """Return whether the score is what is left of a stock."""
    return bool(state.score) and not state.scored()


def new_score(scored: Mapping[str, int], state: State[Any, Any]) -> list[str]:
    """Return what changed of the score and how it stands: ``Ann and Cleo score 6, and lead 214 to 120``.

    Empty where nothing changed. Where anything was taken back, or a stock shrinks, it is the score alone.
    """
    if not scored:
        return []
    if counts_down(state):
        return [joined(", ", [say("{who} has {n} left", who=name, n=state.score[name]) for name in scored])]
    if min(scored.values()) < 0:
        return [say("The score is now {score}", score=_each(state, state.score))]
    if len(scored) > 1:
        return [series([say("Scored: {each}", each=_each(state, scored)), _lead(state)])]
    ((name, points),) = scored.items()
    side = state.side(name)
    return [_one_scores(side, points, state)]


def latest_score(journal: Journal) -> list[str]:
    """Return what the last tap changed of the score, in a sentence; of a correction, the score that it comes to."""
    if not journal.scored:
        return []
    state, last = journal.state, journal.entries[-1]
    tap = journal.entries[entry_place(journal.entries, last.along or last.number) :]
    if all(entry.act is Act.PLAY for entry in tap):
        # the same tap may have dealt the next hand, and set the points back to 0
        return new_score(journal.scored, next(step.state for step in reversed(journal.steps) if step.scored))
    if counts_down(state):
        return new_score(journal.scored, state)
    return [say("The score is now {score}", score=_each(state, state.score))]


def step_changes(step: Step) -> list[str]:
    """Return what a step changed, in sentences: the score first, then what changed hands."""
    return [*new_score(step.scored, step.state), *what_changes(step.postings, step.state)]


def own_score(scored: Mapping[str, int], player: str, state: State[Any, Any]) -> list[tuple[str, int, str]]:
    """Return what one player's side scored, in words for that player: ``("score", 6, "")``."""
    points = scored.get(state.side(player)[0], 0)
    return [(say("score"), points, "")] if points > 0 else []


def of_everyone(score: Mapping[str, int], state: State[Any, Any]) -> dict[str, int]:
    """Return a score by player: partners have the same."""
    by_player = {name: state.side(name)[0] for name in state.seats}
    return {name: score[first] for name, first in by_player.items() if first in score}


def _one_scores(side: Sequence[str], points: int, state: State[Any, Any]) -> Message:
    """Return what one player or side scored, and how that leaves two of them; of more, who leads."""
    who: dict[str, Any] = {"who": listed(side), "n": points}
    scores, several = sorted(state.score.values(), reverse=not fewest_win(state)), len(side) > 1
    if len(scores) != 2 or state.score[side[0]] != scores[0]:
        scored = say("{who} score {n}", **who) if several else say("{who} scores {n}", **who)
        return series([scored, _lead(state)])
    who |= {"most": scores[0], "other": scores[1]}
    if scores[0] == scores[1]:
        return (
            say("{who} score {n}, and it's {most} all", **who)
            if several
            else say("{who} scores {n}, and it's {most} all", **who)
        )
    return (
        say("{who} score {n}, and lead {most} to {other}", **who)
        if several
        else say("{who} scores {n}, and leads {most} to {other}", **who)
    )


def _lead(state: State[Any, Any]) -> Message:
    """Return who leads: ``Ann leads with 25``, of two ``Ann leads 214 to 120``."""
    score = state.score
    most, other = min(score.values()), max(score.values())
    if not fewest_win(state):
        most, other = other, most
    best = [name for name, points in score.items() if points == most]
    if len(best) == len(score):
        return say("it's {most} all", most=most)
    names = [name for first in best for name in state.side(first)]
    who: dict[str, Any] = {"who": listed(names), "most": most, "other": other}
    if len(score) == 2:
        return (
            say("{who} lead {most} to {other}", **who)
            if len(names) > 1
            else say("{who} leads {most} to {other}", **who)
        )
    return say("{who} lead with {most}", **who) if len(names) > 1 else say("{who} leads with {most}", **who)


def fewest_win(state: State[Any, Any]) -> bool:
    """Return whether the fewest points win the game that is on."""
    return isinstance(state.options, Options) and state.options.fewest_win()


def _each(state: State[Any, Any], points: Mapping[str, int]) -> Message:
    """Return ``Ann and Cat 7, Ben and Dan 5``."""
    return joined(", ", [say("{who} {number}", who=listed(state.side(name)), number=n) for name, n in points.items()])


def left_with_balance(state: State[Any, Any]) -> list[str]:
    """Return the players who left and are still up or down: only with theirs do the counters of a page add up."""
    return [name for name, counters in state.balances.items() if counters and name not in state.seated]
