"""Names as people type them: several at once are no name, and one that only looks like another is asked about."""

import re
import unicodedata
from collections.abc import Iterable

from flask import request

from companion.engine.errors import Malformed, Refusal
from companion.engine.message import say
from companion.engine.names import name_key
from companion.web.forms.answers import InvalidAnswer

BETWEEN_NAMES = re.compile("[,;،、，]")
"""The signs between several names that are typed at once."""
NOTHING_TO_SEE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200d\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing, though a name may hold them."""


class LooksLike(Refusal):
    """A name that somebody must look at once more; ``field`` is where it was typed."""

    def __init__(self, name: str, other: str, field: str) -> None:
        """Ask whether a name that looks like another is meant."""
        super().__init__(
            say("“{name}” looks like {other}, but is spelt with different letters.", name=name, other=other)
        )
        self.name = name
        self.field = field


def require_one_name(name: str, field: str) -> None:
    """Raise InvalidAnswer where several names were typed as one in a field."""
    if sign := BETWEEN_NAMES.search(name):
        raise InvalidAnswer(say("Type one name at a time, without “{sign}”.", sign=sign[0]), (field,))


def ask_if_alike(name: str, others: Iterable[str], field: str) -> None:
    """Raise LooksLike where a name looks like another and the form doesn't say that it is meant.

    Names in plain ASCII are taken as they are. Raises Malformed where nobody would see the name.
    """
    if not name.isascii() and not shown(name):
        raise Malformed(say("Nobody can see this name: choose another."))
    if request.form.get("meant") == name:
        return
    for other in others:
        if other != name and not (name + other).isascii() and looks(name) & looks(other):
            raise LooksLike(name, other, field)


def looks(name: str) -> set[str]:
    """Return how a name looks, as it is written and without capitals: names that share a look can be confused."""
    return {_skeleton(shown(name)), _skeleton(shown(name_key(name)))}


def shown(name: str) -> str:
    """Return the letters of a name that can be seen."""
    return NOTHING_TO_SEE.sub("", unicodedata.normalize("NFKC", name)).strip()


def _skeleton(text: str) -> str:
    """Return a text with one letter for all that look alike, as Unicode's table of confusables has them."""
    from confusable_homoglyphs.confusables import confusables_data as table  # large, and rarely needed

    def stands_for(letter: str) -> str:
        alike: list[str] = [each["c"].strip("\u200e") for each in table.get(letter, ())]
        if len(alike) != 1:  # the first of its kind has all the others
            return letter
        return alike[0] if len(table.get(alike[0], ())) > 1 else min(letter, alike[0])

    return "".join(map(stands_for, unicodedata.normalize("NFD", text)))
