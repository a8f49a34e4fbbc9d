"""Counters laid on a board of several pots, as players choose or in an order that the rules give."""

from collections.abc import Mapping
from typing import Any

from companion.engine.errors import Illegal
from companion.engine.fields import Pot
from companion.engine.game import State
from companion.engine.kit.moves import must_exist
from companion.engine.ledger import Posting
from companion.engine.message import say
from companion.engine.phrases import plural


def exactly(state: State[Any, Any], name: str, lays: Mapping[str, int], counters: int) -> None:
    """Raise Illegal unless the player lays exactly this number of counters, on pots of this game."""
    for pot in lays:
        must_exist(state, Pot(pot))
    if sum(lays.values()) != counters:
        raise Illegal(
            say(
                "{name} puts down {counters} in all, not {number}.",
                name=name,
                counters=plural(counters),
                number=sum(lays.values()),
            )
        )


def as_laid(lays_by_player: Mapping[str, Mapping[str, int]]) -> tuple[Posting, ...]:
    """Return postings for what each player lays on which pot."""
    return tuple(
        Posting(name, Pot(pot), counters)
        for name, lays in lays_by_player.items()
        for pot, counters in lays.items()
        if counters
    )


def filled(due: Mapping[str, int], needs: Mapping[str, int]) -> tuple[Posting, ...]:
    """Return postings that fill one pot after another from the players' dues, in turn; both add up to the same."""
    postings, left = [], dict(due)
    for pot, counters in needs.items():
        for name in due:
            lays = min(left[name], counters)
            left[name] -= lays
            counters -= lays
            if lays:
                postings.append(Posting(name, Pot(pot), lays))
    return tuple(postings)


def bare_first(board: Mapping[str, int], counters: int, rest: str) -> dict[str, int]:
    """Return one counter for each bare pot, as far as they reach, and the others for the pot ``rest``."""
    bare = [pot for pot, content in board.items() if not content][:counters]
    lays = dict.fromkeys(bare, 1)
    return {**lays, rest: lays.get(rest, 0) + counters - len(bare)}
