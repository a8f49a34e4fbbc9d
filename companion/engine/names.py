"""What a new name may be, and when two are alike; the names of stored moves are read as they were written."""

from collections.abc import Iterable
from itertools import groupby
from unicodedata import category, normalize

from companion.engine.errors import Illegal

MAX_NAME_LENGTH = 40
"""The most characters of a name."""
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
"""The categories of Unicode of which no sign is seen, or which turn text round."""
SYMBOLS = frozenset(("So", "Sk"))
"""The categories of Unicode that emoji are made of."""
EMOJI_PICTURE = "\ufe0f"
"""Asks for the picture of the symbol before it."""
EMOJI_JOINERS = ("\u200d", EMOJI_PICTURE)
"""What a name may hold right after a symbol alone."""
MARKS = frozenset(("Mn", "Me"))
"""The categories of Unicode of accents and other signs that stand on a letter, not beside it."""
MAX_MARKS = 4
"""The most marks on one letter; more of them would cover the lines above and below."""
UNSEEN_PATTERN = (
    r"[\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200c\u200e\u200f"
    r"\u2028-\u202e\u2060-\u2064\u2066-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb]"
    rf"|[\u0300-\u036f]{{{MAX_MARKS + 1}}}"
    r"|(^|[\u0020-\u005d\u005f\u0061-\u007e\u00c0-\u02c1\u0388-\u03f5\u0400-\u0481])[\u200d\ufe0f]"
)
"""A pattern found in texts with a sign that isn't seen, or a crowded letter, as far as every dialect can tell."""


def unseen_sign(name: str) -> str:
    """Return the first sign of a name that isn't seen, or turns text round; empty where it has none."""
    before = ""
    for sign in name:
        if sign in EMOJI_JOINERS:
            if not before or (before != EMOJI_PICTURE and category(before) not in SYMBOLS):
                return sign
        elif category(sign) in UNSEEN:
            return sign
        before = sign
    return ""


def crowds_a_letter(name: str) -> bool:
    """Return whether a letter of a name carries more marks than MAX_MARKS."""
    runs = groupby(name, lambda sign: category(sign) in MARKS)
    return any(are_marks and len([*signs]) > MAX_MARKS for are_marks, signs in runs)


def legible(text: str) -> str:
    """Return a text with a mark in the place of every sign that isn't seen, or turns text round."""
    if text.isascii():
        return text
    return "".join("\ufffd" if category(sign) in UNSEEN and sign not in EMOJI_JOINERS else sign for sign in text)


def name_key(name: str) -> str:
    """Return the form in which names are compared: NFKC, without capitals, and with single blanks between words."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


def stored_name_key(name: str) -> str:
    """Return the form in which names were compared at first; stored moves and names of the household still are."""
    return name.strip().casefold()


def twin_of(name: str, others: Iterable[str]) -> str | None:
    """Return another name that is alike; None where there is none."""
    key = name_key(name)
    return next((other for other in others if other != name and name_key(other) == key), None)


def require_no_new_twins(before: Iterable[str], after: Iterable[str]) -> None:
    """Raise Illegal where two names after a change are alike that didn't stand beside each other before."""
    known, names = frozenset(before), list(after)
    for name in names:
        twin = None if name in known else twin_of(name, names)
        if twin:
            raise Illegal("{player} can't be told apart from {twin}: choose another name.", player=name, twin=twin)
