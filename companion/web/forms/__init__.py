"""Forms made from declared classes: a move, house rules or a part of them is asked for, read back and shown again.

The declaration of a field (its annotated type and its notes, see ``companion.engine.fields``) decides everything:

- A ``Field`` is one question at one table, with its value and, where it was refused, its mark. Its class is the way of
  asking: what it ``offers``, how an answer is read (``parse``) and shown ``again``, and which macro of
  ``templates/forms.html`` draws it. ``CONTROLS`` below says which class asks for what.
- A ``Declaration`` is what a field says of its question at every table, with the class that ``asks`` it (tell classes
  apart by ``issubclass`` there). It is built once per declared class.
- A ``Form`` is a declared class at one table. It keeps what there is to choose from, so that a page that needs the same
  form several times works that out once.

A refused answer knows its path: the names and places that lead to it, as in ``("pots", "0", "each")``. It is taken from
the place that strict reading names (``options.pots[0].each``), or from the question that couldn't read the answer, and
marks the inputs (``aria-invalid``) on the server, with and without scripts.

Pages use ``fields`` (the questions of a table) and ``reading`` (what was typed, and what was refused of it).
Nothing here imports from another folder of ``web``.
"""

from typing import Any, Literal, get_args, get_origin

from attrs import has

from companion.engine import fields as noted
from companion.engine.fields import Account, Kind, OrTie, Within
from companion.engine.formula import Formulated
from companion.engine.kit.shapes import EqualSides
from companion.engine.structure import note_of, unwrap
from companion.web.forms import controls, rare
from companion.web.forms.form import CONTROLS
from companion.web.forms.partners import Partners
from companion.web.forms.parts import Parts, Rows, part_of
from companion.web.forms.ways import Ways


def item(base: Any) -> Any:
    """Return the type of what a list holds; None where it is no list."""
    return unwrap(get_args(base)[0]) if get_origin(base) is list else None


def each(base: Any) -> Any:
    """Return the type of what is said of each player; None where it isn't asked of all."""
    return unwrap(get_args(base)[1]) if get_origin(base) is dict else None


def is_laid(base: Any) -> bool:
    """Return whether each player's answer has several numbers."""
    return has(each(base) or int) or get_origin(each(base)) is dict


def are_few(numbers: Within | None) -> bool:
    """Return whether numbers can be tapped, not typed."""
    return numbers is not None and numbers.most - numbers.least + 1 in range(2, 13)


# Asked from the top: the first that is true of a field's type, without None, and its notes decides.
CONTROLS += [
    (lambda base, notes: getattr(note_of(noted.Carried, notes), "ways", ()), Ways),
    (lambda base, notes: note_of(noted.Carried, notes), rare.Carried),
    (lambda base, notes: item(base) is int, rare.Numbers),
    (lambda base, notes: item(base) is str and Kind.SEAT in notes, controls.SeveralPlayers),
    (lambda base, notes: item(base) and part_of(base), Rows),
    (lambda base, notes: part_of(base), Parts),
    (lambda base, notes: note_of(EqualSides, notes), Partners),
    (lambda base, notes: is_laid(base) and Kind.PART in notes, rare.PartsEach),
    (lambda base, notes: has(each(base) or int), rare.LaidEach),
    (lambda base, notes: is_laid(base), rare.Lays),
    (lambda base, notes: get_origin(each(base)) is Literal, controls.WordEach),
    (lambda base, notes: each(base) is bool, controls.TickEach),
    (lambda base, notes: each(base) and note_of(noted.Times, notes), rare.TimesEach),
    (lambda base, notes: each(base) and note_of(noted.Over, notes), rare.OverEach),
    (lambda base, notes: each(base) and note_of(noted.AsTheyFall, notes), rare.FallsEach),
    (lambda base, notes: each(base) and note_of(noted.Buttons, notes), controls.TappedEach),
    (lambda base, notes: each(base), controls.NumberEach),
    (lambda base, notes: note_of(noted.FollowsFrom, notes), rare.NotCounted),
    (lambda base, notes: get_origin(base) is Literal, controls.ChosenWord),
    (lambda base, notes: base == Account, controls.ChosenAccount),
    (lambda base, notes: base == OrTie and note_of(noted.InRow, notes), rare.InTheirRowOrTied),
    (lambda base, notes: base == OrTie, rare.ChosenOrTied),
    (lambda base, notes: note_of(noted.InRow, notes), controls.InTheirRow),
    (lambda base, notes: base is bool, controls.Check),
    (lambda base, notes: base is int and are_few(note_of(Within, notes)), rare.FewNumbers),
    (lambda base, notes: base is int, controls.Number),
    (lambda base, notes: base is str and note_of(noted.OneOf, notes), rare.ChosenCard),
    (lambda base, notes: base is str and Kind.POT in notes, controls.ChosenPot),
    (lambda base, notes: base is str and Kind.SEAT in notes, controls.ChosenPlayer),
    (lambda base, notes: base is str and note_of(noted.Likely, notes), rare.LikelyCard),
    (lambda base, notes: base is str and note_of(noted.RankAndSuit, notes), rare.PlayingCard),
    (lambda base, notes: base is str and getattr(note_of(noted.Text, notes), "lines", False), rare.Lines),
    (lambda base, notes: base is str and note_of(Formulated, notes), controls.WrittenFormula),
    (lambda base, notes: base is str, controls.Text),
]
