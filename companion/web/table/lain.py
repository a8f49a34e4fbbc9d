"""What lay in a pot, where nobody said at the deal who lays how much where: it is said as the pot is taken."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from companion.engine.changes import Change
from companion.engine.game import Move
from companion.engine.hands import begins_hand, which_hand
from companion.engine.journal import Journal, entry_place, not_undone
from companion.engine.kit.moves import Deal
from companion.engine.message import say
from companion.engine.replay import Step
from companion.web.forms.answers import whole_number


def may_have_lain(journal: Journal, kind: type[Move], answers: Mapping[str, str]) -> Sequence[int]:
    """Return how many counters may have lain in the pot that a move takes; none where the sheet knows."""
    pot = answers.get(kind.lifts, "") if kind.lifts else ""
    return unsaid_pots(journal, [pot]).get(pot, ()) if pot in journal.state.pots else ()


def unsaid_pots(journal: Journal, pots: Iterable[str]) -> dict[str, Sequence[int]]:
    """Return how many counters may lie in each of some pots, but for those of which the sheet knows."""
    dealt = unsaid_deal(journal)
    if dealt is None or not isinstance(deal := dealt.line.move, Deal):
        return {}
    before = journal.before(dealt.line.number)
    may_lie = ((pot, deal.may_lie(before, journal.state, pot)) for pot in pots)
    return {pot: numbers for pot, numbers in may_lie if len(numbers) > 1}


def laid_anew(journal: Journal, move: Move, lay: str) -> list[Change]:
    """Return the correction of the deal by which ``lay`` counters lay in the pot that a move takes.

    Raises Malformed where it isn't a number, and Illegal where so many can't have lain there.
    """
    if not lay or not move.lifts:
        return []
    counters = whole_number(lay, say("What lay there?"), ("lay",))
    pot, dealt = getattr(move, move.lifts), unsaid_deal(journal)
    if dealt is None or not isinstance(dealt.line.move, Deal) or journal.state.pots.get(pot) in (None, counters):
        return []
    before = journal.before(dealt.line.number)
    if not dealt.line.move.may_lie(before, journal.state, pot):  # it was taken already: the move itself is refused
        return []
    return [Change.amend(dealt.line.number, dealt.line.move.lying(before, journal.state, pot, counters))]


def unsaid_deal(journal: Journal) -> Step | None:
    """Return the deal of the latest hand, where it was written down without a word on who lays how much where."""
    state = journal.state
    of_hand = takewhile(lambda step: which_hand(step) == (state.game, state.hand), reversed(journal.steps))
    dealt = next((step for step in of_hand if step.in_force and begins_hand(step.line.move, state)), None)
    is_plain = dealt is not None and isinstance(dealt.line.move, Deal) and not was_said(journal, dealt.line.number)
    return dealt if is_plain else None


def was_said(journal: Journal, number: int) -> bool:
    """Return whether a move answered any of its questions as it was written down, or was corrected by hand.

    A correction that a win brought stands in one tap with it.
    """
    since = journal.entries[entry_place(journal.entries, number) :]
    by_hand = (entry for entry in not_undone(since) if not entry.along and entry.change.act == "amend")
    first = since[0].move
    return any(entry.concerns == number for entry in by_hand) or (first is not None and first != type(first)())
