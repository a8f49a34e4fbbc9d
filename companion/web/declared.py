"""What the declaration of a field says of the question that asks for it, the same at every table."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, get_args, get_origin

from attrs import frozen

from companion.engine.fields import NotTheDealer, OfASide, Others, Taps, Total, UpTo, Within
from companion.engine.reading import bare, hints, is_optional, key_of, note_of, notes_of
from companion.engine.saying import Said, say
from companion.web.controls import Control, control_of


@frozen
class Declared:
    """How a field is asked for and by what ``label``; its ``base`` type is bare of ``notes``, and of None where it is
    ``optional``.

    ``taps`` and ``upto`` say what is tapped, ``total`` what all the numbers come to, ``answers`` those of which each
    player has one; what is ``signed`` may be below 0. Whom the field ``but`` names isn't among those who
    are asked, nor the dealer among those who are ``not_the_dealer``; ``of_a_side`` are partners together.
    """

    base: Any
    notes: tuple[Any, ...]
    optional: bool
    control: Control
    label: Said
    taps: Taps
    upto: int | None
    total: int | None
    answers: tuple[Any, ...]
    signed: bool
    but: str | None
    of_a_side: bool
    not_the_dealer: bool


@cache
def declared(owner: Any, name: str) -> Declared:
    """What a field of a move, of house rules or of a part of them says of its question."""
    hint = hints(owner)[name]
    base, notes = bare(hint), notes_of(hint)
    control = control_of(base, notes)
    upto, total, within = note_of(UpTo, notes), note_of(Total, notes), note_of(Within, notes)
    others = note_of(Others, notes)
    return Declared(
        base=base,
        notes=notes,
        optional=is_optional(hint),
        control=control,
        label=say(label_of(notes, key_of(name))),
        taps=note_of(Taps, notes) or Taps(0),
        upto=upto.most if upto else None,
        total=total.counters if total else None,
        answers=_answers(base) if control == "each" else (),
        signed=within is not None and within.least < 0,
        of_a_side=note_of(OfASide, notes) is not None,
        but=others.than if others else None,
        not_the_dealer=note_of(NotTheDealer, notes) is not None,
    )


def _answers(base: Any) -> tuple[Any, ...]:
    """The numbers and words of which each player has one, where a question is answered so."""
    each = bare(get_args(base)[1])
    return get_args(each) if get_origin(each) is Literal else ()


def label_of(notes: Iterable[Any], key: str) -> str:
    """What a field asks: its note, without the ids of the rules that it keeps."""
    return plain(note_of(str, notes) or key.replace("_", " "))


@cache
def plain(text: str) -> str:
    """A help text without the ids of the rules it keeps, which are for engineers."""
    return re.sub(r" \([A-Z]{2}[A-Z0-9]?-[^)]*\)", "", text)
