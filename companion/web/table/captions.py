"""Sentences of the table page: what Undo, Redo, Finish and Misdeal would do, how long counters have been standing."""

from collections.abc import Sequence
from typing import Any

from companion.engine.changes import Change, Entry
from companion.engine.fields import Pot
from companion.engine.game import Move, State
from companion.engine.hands import begins_hand, state_for
from companion.engine.journal import Journal
from companion.engine.kit.moves import Give, Settle
from companion.engine.message import Message, capital, joined, listed, say, say_many, series
from companion.engine.phrases import placed, pot_named
from companion.engine.playing import play
from companion.engine.reports.offers import offer
from companion.engine.reports.sentences import latest_score, what_changes
from companion.engine.reports.winners import headline, outcome


def undo_sentence(journal: Journal) -> str:
    """Say what Undo would take back; empty where there is nothing."""
    return tap_in_words(journal, journal.last_tap) if journal.last_tap else ""


def redo_sentence(journal: Journal) -> str:
    """Say what Redo would write anew; empty where there is nothing."""
    if not journal.last_undo:
        return ""
    first = journal.last_undo[-1].undoes
    return tap_in_words(journal, [entry for entry in journal.entries if first in (entry.number, entry.along)])


def tap_in_words(journal: Journal, tap: Sequence[Entry]) -> str:
    """Say what a tap wrote: a whole hand by its number, else what its first entry did."""
    struck = tap[0].change.act == "strike"
    alike = [entry for entry in tap if entry.change.act == tap[0].change.act]
    steps = [journal.step(entry.concerns) for entry in alike if entry.concerns]
    begun = [step for step in steps if begins_hand(step.line.move, step.state)]
    if len(steps) < 2 or len(begun) != 1 or not (struck or begun[0] is steps[0] or steps[0].line.move.name == "dealer"):
        return entry_in_words(journal, tap[-1] if tap[0].change.act == "amend" else tap[0])
    number = begun[0].state.hand + (0 if begun[0].in_force else 1)
    return say("striking hand {hand}", hand=number) if struck else say("hand {hand}", hand=number)


def entry_in_words(journal: Journal, entry: Entry) -> str:
    """Say what an entry did."""
    memo = journal.memo(entry)
    match entry.change:
        case Change("strike"):
            return say("striking: {memo}", memo=memo)
        case Change("amend"):
            return say("correcting: {memo}", memo=memo)
    return memo


def standing(pot: str, since: int) -> Message:
    """Say since which hand counters lie in a pot; ``pot`` is empty where a table has only one."""
    if not pot:
        return say("there since hand {hand}", hand=since)
    return say("{pot}: there since hand {hand}", pot=pot_named(pot), hand=since)


def main_clause(sentence: str) -> str:
    """Return what changes hands, without what lies in each pot of a board, or is paid by the card."""
    amounts = sentence.values.get("amounts") if isinstance(sentence, Message) else None
    return amounts if amounts is not None else sentence


def deal_costs(state: State[Any, Any], kind: type[Move]) -> str:
    """Say what a deal that asks nothing costs, but for what is laid on a board. Raises Illegal."""
    return joined(" · ", [main_clause(sentence) for sentence in what_changes(play(state, kind()).postings, state)])


def happened(journal: Journal) -> str:
    """Say what the last tap wrote down, corrected or took back; empty before the first."""
    if not journal.entries:
        return ""
    last = journal.entries[-1]
    if last.change.act == "play" and isinstance(last.move, Settle):
        return joined(" ", [journal.memo(entry) for entry in journal.last_tap])
    match last.change.act:
        case "strike":
            return say("Taken back: {memo}", memo=journal.memo(last))
        case "amend":
            return say("Corrected: {memo}", memo=journal.memo(last))
    return journal.memo(last)


def latest_changes(journal: Journal) -> list[str]:
    """Return what the last tap changed, in sentences; of counters given for a reason, the reason too.

    What was corrected or taken back is said first.
    """
    if not journal.entries:
        return []
    last = journal.entries[-1]
    match last.change:
        case Change("play", content=Give() as given) if given.memo and journal.moved:
            return [journal.memo(last)]
    changed = [*latest_score(journal), *what_changes(journal.moved, journal.state)]
    is_said = changed and last.undoes is None and last.change.act in {"amend", "strike"}
    return [happened(journal), *changed] if is_said else changed


def misdealt(state: State[Any, Any], kind: type[Move]) -> Message:
    """Say who deals after a misdeal, and what is paid again under the rules of this table. Raises Illegal."""
    effect = play(state, kind())
    if not effect.postings:
        told = say("{dealer} redeals", dealer=effect.state.dealer)
        return series([told, say("nobody pays again")]) if any(state.pots.values()) else told
    paid = joined(" · ", what_changes(effect.postings, state))
    return say("{dealer} redeals: {paid}", dealer=effect.state.dealer, paid=paid)


def finished(state: State[Any, Any], kind: type[Move]) -> str:
    """Say how the end of the game shares what lies in the pots of this table. Raises Illegal."""
    postings = play(state, kind()).postings
    if not postings:
        return ""
    due = dict.fromkeys(state.playing, 0)
    for payer, payee, counters, *_ in postings:
        if not isinstance(payer, Pot) or payee not in due:
            return joined(" · ", what_changes(postings, state))
        due[str(payee)] += counters
    if max(due.values()) > min(due.values()) + 1:
        return joined(" · ", what_changes(postings, state))
    each, odd = divmod(sum(due.values()), len(due))
    more = listed([name for name, counters in due.items() if counters > each])
    place = placed(next(iter(state.pots))) if len(state.pots) == 1 else say("in the pots")
    values = {"n": sum(due.values()), "place": place, "each": each, "names": more}
    if not odd:
        return say("the {n} {place} are shared: {each} each", **values)
    if each:
        return say("the {n} {place} are shared: {each} each, 1 more to {names}", **values)
    return say("of the {n} {place}, 1 each to {names}", **values)


def won_then(journal: Journal, kind: type[Move]) -> str:
    """Say who has won, or what hasn't been, once the game ends with this move; empty where no hand was played."""
    ended = outcome(journal.extend(Change.play(kind())))
    if left := sum(not prize.who for prize in ended.given_away) if ended else 0:
        return say_many("{n} prize hasn't been won", "{n} prizes haven't been won", left)
    return headline(ended) if ended else ""


def comes_to(journal: Journal, kind: type[Move]) -> str:
    """Say what finishing the game or a misdeal will do here; empty for other moves, and where it can't be done."""
    says = {"finish": finished, "misdeal": misdealt}.get(kind.name)
    if not says:
        return ""
    state = state_for(journal, kind)
    possible = offer(state, kind)
    told = says(state, kind) if possible and possible.plain else ""
    if state is journal.state:
        return told or (won_then(journal, kind) if possible and kind.name == "finish" else "")
    if told:
        return say("the deal of hand {hand} is taken back; {told}", hand=journal.state.hand, told=told)
    return say("the deal of hand {hand} is taken back", hand=journal.state.hand)


def age(state: State[Any, Any], hints: list[str]) -> str:
    """Say for how long the pots have been standing, and what the game adds to it (SF-26)."""
    if state.over:
        return say("The game is over")
    turn = next((name for row in state.facts.boxes(state) for name in row.free or ()), "")
    sentences = [say("{who}'s turn", who=turn)] if turn else [state.facts.of_hand(state), state.facts.summary()]
    for pot, since in state.since.items() if len(state.pots) < 3 else ():  # the board says it itself
        if since < state.hand or (since and not state.open):
            sentences.append(standing(pot if len(state.pots) > 1 else "", since))
    if any(sentences):
        return capital(joined(" · ", sentences))
    if state.open or hints:
        return ""
    if state.game and "dealer" not in state.game.by_name:
        return say("{dealer} is the banker", dealer=state.dealer)
    return say("{dealer} deals next", dealer=state.dealer)
