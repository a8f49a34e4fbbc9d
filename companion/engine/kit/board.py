"""Counters laid on a board of several pots, where its players choose or in an order that the rules give."""

from collections.abc import Mapping
from typing import Any

from companion.engine.common import must_exist
from companion.engine.fields import Pot
from companion.engine.ledger import Posting
from companion.engine.refusals import Illegal
from companion.engine.saying import say
from companion.engine.state import State
from companion.engine.words import plural


def exactly(state: State[Any, Any], name: str, lays: Mapping[str, int], counters: int) -> None:
    """Raises Illegal unless the player lays so many counters in all, on pots that there are."""
    for pot in lays:
        must_exist(state, Pot(pot))
    if sum(lays.values()) != counters:
        raise Illegal(
            say(
                "{name} lays {counters} in all, not {number}.",
                name=name,
                counters=plural(counters),
                number=sum(lays.values()),
            )
        )


def as_laid(laid: Mapping[str, Mapping[str, int]]) -> tuple[Posting, ...]:
    """What each lays on which pot, as postings."""
    return tuple(
        Posting(name, Pot(pot), counters) for name, lays in laid.items() for pot, counters in lays.items() if counters
    )


def filled(due: Mapping[str, int], wanted: Mapping[str, int]) -> tuple[Posting, ...]:
    """Everybody's counters laid in turn until each pot has what it wants; both add up to the same."""
    postings, left = [], dict(due)
    for pot, counters in wanted.items():
        for name in due:
            lays = min(left[name], counters)
            left[name] -= lays
            counters -= lays
            if lays:
                postings.append(Posting(name, Pot(pot), lays))
    return tuple(postings)


def bare_first(board: Mapping[str, int], counters: int, rest: str) -> dict[str, int]:
    """One counter on each bare pot, as far as they reach, and what is left on the pot ``rest``."""
    bare = [pot for pot, held in board.items() if not held][:counters]
    lays = dict.fromkeys(bare, 1)
    return {**lays, rest: lays.get(rest, 0) + counters - len(bare)}
