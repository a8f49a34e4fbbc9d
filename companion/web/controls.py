"""How a question of a form is asked, by the type of its answer, and what there is to choose from."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, get_args, get_origin

from attrs import has

from companion.engine.fields import Account, Among, Kind, OfASide, RankAndSuit, Within
from companion.engine.reading import bare, note_of
from companion.engine.saying import Said, listed, say, series
from companion.engine.sides import TwoSides
from companion.engine.state import State
from companion.engine.words import card_name, the
from companion.web.numbers import numbered
from companion.web.parts import part_of

Simple: TypeAlias = Literal["none", "check", "number", "text", "card", "choice", "either", "sides"]
Several: TypeAlias = Literal["each", "lays", "numbers", "several", "object", "list"]
Control: TypeAlias = Simple | Several
"""How a question is asked, "none" if it isn't."""
SEVERAL_PARTS: frozenset[Control] = frozenset(get_args(Several))
"""How questions are asked whose answer is never one text."""
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


def control_of(base: Any, notes: Sequence[Any]) -> Control:
    """How an answer of this type is asked for."""
    if note_of(TwoSides, notes):
        return "sides"
    if part_of(base):
        return "list" if get_origin(base) is list else "object"
    if get_origin(base) is dict:
        each = bare(get_args(base)[1])
        return "lays" if has(each) or get_origin(each) is dict else "each"
    if get_origin(base) is list:
        return "several" if Kind.SEAT in notes else "numbers" if bare(get_args(base)[0]) is int else "none"
    if base == Account or Kind.SEAT in notes or Kind.POT in notes or get_origin(base) is Literal or _among(notes):
        return "choice"
    if note_of(RankAndSuit, notes):
        return "card"
    plain: dict[Any, Control] = {bool: "check", int: "number", str: "text"}
    return plain.get(base, "none")


def choices_of(
    control: Control, base: Any, notes: Sequence[Any], state: State[Any, Any], names: Iterable[str]
) -> Choices:
    """What there is to choose from where it is asked for so; ``names`` are those asked about."""
    match control:
        case "sides":
            return _pairing_choices(state.playing)
        case "each" | "lays":
            return _as_choices(state.playing)
        case "several":
            return _as_choices(names)
        case "numbers":
            return numbered(notes)
        case "number":
            within = note_of(Within, notes)
            few = range(within.least, within.most + 1) if within else ()
            return _as_choices(map(str, few)) if len(few) in FEW else ()
        case "choice":
            return _to_choose(base, notes, state, names)
    return ()


def _to_choose(base: Any, notes: Sequence[Any], state: State[Any, Any], names: Iterable[str]) -> Choices:
    """The accounts, players, pots, words or cards of which one is chosen."""
    if base == Account:
        players = ((f"player:{name}", name) for name in state.seats)
        return (*players, *((f"pot:{pot}", the(pot)) for pot in state.pots))
    if note_of(OfASide, notes):
        return tuple((side[0], listed(side)) for side in dict.fromkeys(map(state.side, names)))
    if Kind.SEAT in notes:
        return _as_choices(names)
    if Kind.POT in notes:
        return tuple((pot, the(pot)) for pot in state.pots)
    if get_origin(base) is Literal:
        return tuple((str(word), in_words(word)) for word in get_args(base))
    return tuple((card, card_name(card)) for card in _among(notes))


def _among(notes: Sequence[Any]) -> Sequence[str]:
    """The few cards of which one is meant, if they are few."""
    among = note_of(Among, notes)
    return among.cards if among else ()


def _as_choices(names: Iterable[str]) -> Choices:
    return tuple((name, name) for name in names)


def in_words(value: Any) -> Said:
    """A value of a house rule or a choice as people say it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        return series([one.says() for one in value]) if value else say("none")
    return WORDS.get(str(value)) or say(str(value).replace("-", " "))


def pairings(players: Sequence[str]) -> list[list[list[str]]]:
    """The ways in which four players can make two sides, those who sit opposite each other first."""
    if len(players) != 4:
        return []
    first, second, third, fourth = players
    return [[[first, third], [second, fourth]], [[first, second], [third, fourth]], [[first, fourth], [second, third]]]


def _pairing_choices(players: Sequence[str]) -> Choices:
    return tuple((str(number), against(teams)) for number, teams in enumerate(pairings(players)))


def against(sides: Sequence[Sequence[str]]) -> Said:
    """``Ann and Cat against Ben and Dan``."""
    one, other = sides
    return say("{one} against {other}", one=listed(one), other=listed(other))
