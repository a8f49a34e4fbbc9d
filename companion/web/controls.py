"""How a question of a form is asked, by the type of its answer, and what there is to choose from."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, get_args, get_origin

from attrs import has

from companion.engine.fields import Account, Among, Kind, RankAndSuit, Within
from companion.engine.reading import bare
from companion.engine.saying import Said, joined, listed, say
from companion.engine.sides import TwoSides
from companion.engine.state import State
from companion.engine.words import card_name, the
from companion.web.numbers import numbered
from companion.web.parts import part_of

Choices: TypeAlias = tuple[tuple[str, str], ...]
"""What there is to choose from, as (value, words)."""

WORDS = {
    "flush": say("a flush"),
    "four-suits": say("four suits"),
    "did-not-rob": say("Did not rob"),
    "robbed-without-ace": say("Robbed without the ace"),
    "must": say("must rob"),
    "may": say("may rob"),
    "none": say("no robbing"),
    "pass": say("the deal passes"),
    "pay": say("pays and deals again"),
    "S": say("♠ spades"),
    "C": say("♣ clubs"),
    "D": say("♦ diamonds"),
    "H": say("♥ hearts"),
    "NT": say("no trumps"),
    "None": say("none"),
}
"""Choices whose word in a sheet is not yet a word for people; every other is shown with its dashes as spaces."""
FEW = range(2, 13)
"""A whole number of so few is tapped, not typed."""


def control_of(base: Any, notes: Sequence[Any], state: State[Any, Any], names: Iterable[str]) -> tuple[str, Choices]:
    """How an answer of this type is asked for, "none" if it isn't, and its choices; ``names`` are those asked about."""
    if any(isinstance(note, TwoSides) for note in notes):
        return "sides", _pairing_choices(state.playing)
    if part_of(base):
        return "list" if get_origin(base) is list else "object", ()
    if get_origin(base) is dict:
        return _of_each(bare(get_args(base)[1])), _as_choices(state.playing)
    if get_origin(base) is list:
        return _of_several(bare(get_args(base)[0]), notes, names)
    choices = _to_choose(base, notes, state, names)
    return ("choice", choices) if choices is not None else _of_one(base, notes)


def _of_each(answer: Any) -> str:
    """How all the players are asked for an answer of this type."""
    return "lays" if has(answer) or get_origin(answer) is dict else "each"


def _of_several(one: Any, notes: Sequence[Any], names: Iterable[str]) -> tuple[str, Choices]:
    """How several of a type are asked for."""
    if Kind.SEAT in notes:
        return "several", _as_choices(names)
    return ("numbers", numbered(notes)) if one is int else ("none", ())


def _to_choose(base: Any, notes: Sequence[Any], state: State[Any, Any], names: Iterable[str]) -> Choices | None:
    """What there is to choose from; None where the answer isn't one of a few."""
    if base == Account:
        players = ((f"player:{name}", name) for name in state.seats)
        return (*players, *((f"pot:{pot}", the(pot)) for pot in state.pots))
    if Kind.SEAT in notes and base is str:
        return _as_choices(names)
    if Kind.POT in notes:
        return tuple((pot, the(pot)) for pot in state.pots)
    if get_origin(base) is Literal:
        return tuple((str(word), in_words(word)) for word in get_args(base))
    among = next((note for note in notes if isinstance(note, Among)), None)
    return tuple((card, card_name(card)) for card in among.cards) if among else None


def _of_one(base: Any, notes: Sequence[Any]) -> tuple[str, Choices]:
    """How a card, a number, a text or a yes is asked for; of few numbers each is a choice."""
    if any(isinstance(note, RankAndSuit) for note in notes):
        return "card", ()
    few = [range(note.least, note.most + 1) for note in notes if isinstance(note, Within) and base is int]
    taps = next((_as_choices(map(str, one)) for one in few if len(one) in FEW), ())
    return {bool: "check", int: "number", str: "text"}.get(base, "none"), taps


def _as_choices(names: Iterable[str]) -> Choices:
    return tuple((name, name) for name in names)


def in_words(value: Any) -> Said:
    """A value of a house rule or a choice as people say it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        return joined("; ", [one.says() for one in value]) if value else say("none")
    return WORDS.get(str(value)) or say(str(value).replace("-", " "))


def pairings(players: Sequence[str]) -> list[list[list[str]]]:
    """The ways in which four players can make two sides, those who sit opposite each other first."""
    if len(players) != 4:
        return []
    first, second, third, fourth = players
    return [[[first, third], [second, fourth]], [[first, second], [third, fourth]], [[first, fourth], [second, third]]]


def _pairing_choices(players: Sequence[str]) -> Choices:
    sides = [against(teams) for teams in pairings(players)]
    return (("", say("everyone alone")), *((str(number), words) for number, words in enumerate(sides)))


def against(sides: Sequence[Sequence[str]]) -> Said:
    """``Ann and Cat against Ben and Dan``."""
    one, other = sides
    return say("{one} against {other}", one=listed(one), other=listed(other))
