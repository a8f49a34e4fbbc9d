"""Names as people type them: one at a time, and told apart from the others by what can be seen."""

import re
from collections.abc import Iterable

from companion.engine.errors import Illegal, Malformed
from companion.engine.message import say
from companion.engine.names import name_key
from companion.web.forms.answers import InvalidAnswer

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
