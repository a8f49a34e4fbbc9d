"""Formulas as people write them: with the words of their questions, in their language, for the stored names."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args

from companion.engine.errors import Malformed
from companion.engine.formula import NAME, OURS, WORDS, Formulated, name_from, spoken, stored
from companion.engine.structure import hints, key_of, mapped, note_of, notes_of, unwrap
from companion.web.forms.parts import row_numbers

NAMED_BY = {"questions": "ask", "values": "key", "tallies": "tally"}
"""What formulas know by name, with the words of which the name is made where nobody gave one."""
PLAIN = re.compile(r"\w(?:[\w '’/&.()-]*[\w)])?")
"""What is plain of the words of a question: all before its first comma or colon."""


def words_of(value: Mapping[str, Any], spoken: Mapping[str, str]) -> dict[str, str]:
    """Return what names are called in formulas, by the names that are stored.

    The household's words come first. ``spoken`` has the words for what every formula knows, in the language of the
    page; one that the household has taken is said to be Companion's, but for those that are told by their place.
    """
    named = [(one, by) for part, by in NAMED_BY.items() for one in value.get(part) or () if one.get("key")]
    words, taken = dict[str, str](), {one["key"] for one, _ in named}
    for one, by in named:
        key, plain = one["key"], PLAIN.match(one.get(by) or "")
        found = plain[0] if plain and by != "key" and not plain[0].isdecimal() else key.replace("_", " ")
        words[key] = found if found.casefold() == key or found.casefold() not in taken else key
        taken.add(words[key].casefold())
    for name, word in spoken.items():
        words[name] = f"{word} (Companion)" if word.casefold() in taken and name not in WORDS else word
    return words


def in_words(kind: Any, value: Any, words: Mapping[str, str]) -> Any:
    """Return a JSON value with its formulas as people read them."""
    return mapped(kind, value, lambda text, notes: spoken(text, words) if note_of(Formulated, notes) else text)


def in_notation(kind: Any, value: Any, names: Mapping[str, str], where: str) -> Any:
    """Return a JSON value with its formulas as they are stored, by the ``names`` of their words. Raises Malformed."""
    if isinstance(value, list):
        inner = get_args(unwrap(kind))[0]
        return [in_notation(inner, one, names, f"{where}[{place}]") for place, one in enumerate(value)]
    if isinstance(value, dict):
        declared = {key_of(name): hint for name, hint in hints(unwrap(kind)).items()}
        return {key: in_notation(declared[key], one, names, f"{where}.{key}") for key, one in value.items()}
    if not isinstance(value, str) or not note_of(Formulated, notes_of(kind)):
        return value
    try:
        return stored(value, names)
    except Malformed as error:
        raise Malformed(error.why, where) from None


def names_of(
    words: Mapping[str, str], shown: Mapping[str, str], ours: Collection[str], value: Mapping[str, Any]
) -> dict[str, str]:
    """Return the names that are stored by what people may write: their words now, as ``shown`` before, or as stored.

    A question of the ``value`` may be written in full, too, as ``Who's out?``.
    The household's word wins; what it means to Companion, whose names are ``ours``, stands behind a sign nobody types.
    """
    before = {word.lower(): name for name, word in shown.items() if name in words}
    companions = {name: name for name in words} | {words[name].lower(): name for name in ours}
    own = {word.lower(): name for name, word in words.items() if name not in ours}
    asked = ((one, by) for part, by in NAMED_BY.items() if by != "key" for one in value.get(part) or ())
    found = before | companions | {one[by].lower(): one["key"] for one, by in asked} | own
    return found | {f"{OURS}{word}": name for word, name in companions.items() if found[word] != name}


def with_names(form: Mapping[str, str], name: str, reserved: Iterable[str]) -> dict[str, str]:
    """Return a form in which all that formulas know has a name as it is stored, made of words where it has none."""
    named, known = dict(form.items()), {*reserved}
    rows = [
        (f"{name}:{part}:{number}", by)
        for part, by in NAMED_BY.items()
        for number in row_numbers(f"{name}:{part}", form)
    ]
    for row, _ in rows:
        given = "_".join(form.get(f"{row}:key", "").lower().split())
        named[f"{row}:key"] = given if re.fullmatch(NAME, given) else ""
        known.add(given)
    for row, by in rows:
        words = form.get(f"{row}:key", "").strip() or form.get(f"{row}:{by}", "").strip()
        if words and not named[f"{row}:key"]:
            named[f"{row}:key"] = made = name_from(words, known)
            known.add(made)
    return named
