"""Which cases of many have every kind of control that any of them has: what the others tap is of the same kinds."""

from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import Any, TypeVar

from companion.engine.game import Move, State
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.scoresheet import Sheet
from companion.web.forms.fields import MoveForm

Case = TypeVar("Case")


def covering(kinds: Mapping[Case, Collection[Hashable]]) -> list[Case]:
    """A few cases that together have every kind; one that brings a new kind is among them by itself."""
    left, chosen = {kind for own in kinds.values() for kind in own}, list[Case]()
    while left:
        chosen.append(max(kinds, key=lambda case: len(left.intersection(kinds[case]))))
        left -= {*kinds[chosen[-1]]}
    return sorted(chosen, key=[*kinds].index)


def controls(sheet: Sheet, after: int = 0) -> Iterator[Hashable]:
    """How each move of a sheet of one game is asked for, from the one after so many on."""
    (game,) = sheet.games
    state = play(initial_state(sheet.players), game.opening).state
    for number, move in enumerate(game.moves):
        if number >= after:
            yield from asked(type(move), state)
        state = play(state, move).state


def asked(kind: type[Move], state: State[Any, Any]) -> Iterator[Hashable]:
    """How a move is asked for at a table, question by question."""
    for each in MoveForm(kind, state).fields({}):
        sums, signed = bool(each.totals), getattr(each.control, "signed", False)
        yield type(each.control), each.look, each.required, sums, signed
