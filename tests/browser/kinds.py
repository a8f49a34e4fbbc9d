"""Which cases of many have every kind of control that any of them has: what the others tap is of the same kinds."""

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from html import unescape
from typing import Any, TypeVar

from companion.engine.game import Move, State
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.scoresheet import Sheet
from companion.web.forms.fields import MoveForm
from tests.tools.phone import TOKEN, VOID

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
        sums, signed = bool(each.totals), getattr(each, "signed", False)
        yield type(each), each.look, each.required, sums, signed


def saying_most(pages: Mapping[Case, Iterable[str]]) -> list[Case]:
    """The cases whose pages together have every kind of part, of each the one with the longest text; and the one that
    says most in all.
    """
    long = {case: longest("".join(markup)) for case, markup in pages.items()}
    most = {kind: max(own.get(kind, 0) for own in long.values()) for own in long.values() for kind in own}
    return covering({case: {kind for kind in own if own[kind] == most[kind]} for case, own in long.items()})


def longest(markup: str) -> dict[tuple[str, ...], int]:
    """How many letters the longest text has in each kind of part, a tag with its classes, in another one; and all."""
    around, found = [""], {(): len(" ".join(re.sub("<[^>]*>", " ", markup).split()))}
    for _, closes, tag, attributes, said in (token.groups() for token in TOKEN.finditer(markup)):
        if closes:
            while len(around) > 1 and around.pop().partition(".")[0] != tag:
                pass
        elif tag and tag not in VOID and not attributes.endswith("/"):
            around.append(".".join([tag, *re.findall(r'class="([^"]*)"', attributes)]))
        kind = tuple(around[-2:])
        found[kind] = max(found.get(kind, 0), len(unescape(said or "").strip()))
    return found
