"""Sentences of the table page: what Undo takes back, how long counters have been standing."""

from companion.engine.journal import Act, Journal
from companion.engine.message import Message, say
from companion.engine.phrases import pot_named


def undo_sentence(journal: Journal) -> str:
    """Say what Undo would take back; empty where there is nothing."""
    tap = journal.last_tap
    if not tap:
        return ""
    memo = journal.memo(tap[0])
    match tap[0].act:
        case Act.STRIKE:
            return say("the striking of: {memo}", memo=memo)
        case Act.AMEND:
            return say("the change of: {memo}", memo=memo)
    return memo


def standing(pot: str, since: int) -> Message:
    """Say since which hand counters lie in a pot; ``pot`` is empty where a table has only one."""
    if not pot:
        return say("standing since hand {hand}", hand=since)
    return say("{pot} standing since hand {hand}", pot=pot_named(pot), hand=since)


def main_clause(sentence: str) -> str:
    """Return what changes hands, without what lies in each pot of a board, or is paid by the card."""
    amounts = sentence.values.get("amounts") if isinstance(sentence, Message) else None
    return amounts if amounts is not None else sentence
