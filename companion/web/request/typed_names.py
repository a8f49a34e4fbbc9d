"""Names as people type them: one at a time, told apart by what can be seen, and two who count as one asked about."""

import re
from collections.abc import Collection, Iterable

from flask import request

from companion.engine.errors import Illegal, Malformed
from companion.engine.message import say, sentences
from companion.engine.names import name_key
from companion.store.aliases import ALWAYS
from companion.web.forms.answers import InvalidAnswer
from companion.web.request.access import of_household
from companion.web.request.refusal import Confirmation
from companion.web.request.services import services

BETWEEN_NAMES = re.compile("[,;،、，]")
"""The signs between several names that are typed at once."""
NOTHING_TO_SEE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200d\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing, though a name may hold them."""


def require_one_name(name: str, field: str) -> None:
    """Raise InvalidAnswer where several names were typed as one in a field."""
    if sign := BETWEEN_NAMES.search(name):
        raise InvalidAnswer(say("Type one name at a time, without “{sign}”.", sign=sign[0]), (field,))


def require_seen(name: str, others: Iterable[str] = ()) -> None:
    """Raise Malformed where nobody would see a name, Illegal where only signs that nobody sees tell it from another."""
    if not seen(name):
        raise Malformed(say("This name has no visible letters: choose another."))
    if twin := next(
        (other for other in others if seen(other) == seen(name) and name_key(other) != name_key(name)), None
    ):
        raise Illegal(say("{player} can't be told apart from {twin}: choose another name.", player=name, twin=twin))


def seen(name: str) -> str:
    """Return what can be seen of a name, in the form in which names are compared."""
    return name_key(NOTHING_TO_SEE.sub("", name))


Pairs = Collection[tuple[str, str]]


def two_people(names: Collection[str], new: Collection[str] | None = None, code: str = ALWAYS) -> Pairs:
    """Return who at one table is to be kept apart (``People.keep_apart``) once they sit there; ``new``: of these alone.

    Only the household is asked, which alone knows who is who; elsewhere both are counted for themselves. Raises
    Confirmation until somebody has said so.
    """
    if not of_household():
        return []
    pairs = [pair for pair in services().people.twice(names, code) if new is None or {*pair} & {*new}]
    names = {name: None for name, _ in pairs}
    if not names.keys() <= {*request.form.getlist("apart")}:
        told = (say("{name} counts as {other}, who plays here too.", name=name, other=other) for name, other in pairs)
        hint = say(
            "If so, the two are counted apart from now on; earlier evenings stay as they are. If not, go back and "
            "correct the name."
        )
        raise Confirmation(say("Is this somebody else?"), sentences(*told), hint, say("Somebody else"), apart=names)
    return pairs
