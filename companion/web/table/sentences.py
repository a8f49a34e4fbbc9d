"""Sentences of the table page: what Undo and Redo would do, how long counters have been standing."""

from companion.engine.journal import Act, Entry, Journal
from companion.engine.kit.moves import Give
from companion.engine.message import Message, say
from companion.engine.phrases import pot_named
from companion.engine.reports.scores import latest_score
from companion.engine.reports.transfers import what_changes


def undo_sentence(journal: Journal) -> str:
    """Say what Undo would take back; empty where there is nothing."""
    return entry_in_words(journal, journal.last_tap[0]) if journal.last_tap else ""


def redo_sentence(journal: Journal) -> str:
    """Say what Redo would write anew; empty where there is nothing."""
    if not journal.last_undo:
        return ""
    first = journal.last_undo[-1].undoes
    return entry_in_words(journal, next(entry for entry in journal.entries if entry.number == first))


def entry_in_words(journal: Journal, entry: Entry) -> str:
    """Say what a tap wrote that begins with this entry."""
    memo = journal.memo(entry)
    match entry.act:
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


def latest_changes(journal: Journal) -> list[str]:
    """Return what the last tap changed, in sentences; of counters given for a reason, the reason too."""
    moved, last = journal.moved, journal.entries[-1] if journal.entries else None
    if moved and last and last.act is Act.PLAY and isinstance(last.move, Give) and last.move.memo:
        return [journal.memo(last)]
    return [*latest_score(journal), *what_changes(moved, journal.state)]
