"""Sentences that are English, and remember how they were made: whoever shows them can say them in another language."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

NO_WORDS = re.compile(r"(\{\w+\}|\W)*")


class Tongue(Protocol):
    """Another language: what it has for an English pattern."""

    def word(self, english: str) -> str | None:
        """The pattern in this language, None where it has none."""

    def form(self, one: str, many: str, number: int) -> str:
        """The pattern for so many; the English one where the language has none."""


class Said(str):
    """An English text with its ``pattern`` and the ``values`` in it, some of which may be ``Said`` themselves."""

    __slots__ = ("pattern", "values")

    pattern: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return self

    def translated(self, tongue: Tongue) -> str:
        """The pattern in another language; the English one where it has none."""
        return tongue.word(self.pattern) or self.pattern

    def whole(self, tongue: Tongue) -> str | None:
        """The whole text in another language, values and all, where it has a word for just that. What is nothing but
        its values may be a name, which is a word of no language."""
        return tongue.word(self) if self.values and not NO_WORDS.fullmatch(self.pattern) else None

    def begun(self, text: str) -> str:
        """A text that says the same, with its first letter as it shall be."""
        return text


class Many(Said):
    """One of something or several: ``many`` is the pattern for several, ``number`` how many there are."""

    __slots__ = ("many", "number")

    many: str
    number: int

    def translated(self, tongue: Tongue) -> str:
        return tongue.form(self.pattern, self.many, self.number)


class Called(Said):
    """The name of a pot. One that a house gave is a word of no language, which is seen by what goes before it."""

    __slots__ = ()

    def translated(self, tongue: Tongue) -> str:
        return tongue.word(self.pattern) or self.pattern if tongue.word(f"the {self.pattern}") else self.pattern


class Cased(Said):
    """Another text with its first letter changed."""

    __slots__ = ()

    def whole(self, tongue: Tongue) -> str | None:
        return None


class Capital(Cased):
    """A text that begins with a capital."""

    __slots__ = ()

    def begun(self, text: str) -> str:
        return text[:1].upper() + text[1:]


class Small(Cased):
    """A text that begins with a small letter."""

    __slots__ = ()

    def begun(self, text: str) -> str:
        return text[:1].lower() + text[1:]


def say(pattern: str, /, **values: Any) -> Said:
    """The pattern with its ``{values}``; a constant is a pattern without any. What was said already stays as it is."""
    if isinstance(pattern, Said):
        return pattern
    said = Said(pattern.format(**values) if values else pattern)
    said.pattern, said.values = pattern, values
    return said


def called(pot: str) -> Said:
    """The name of a pot."""
    said = Called(pot)
    said.pattern, said.values = pot, {}
    return said


def say_many(one: str, many: str, number: int, /, **values: Any) -> Said:
    """The pattern for one, or that for several, of something; ``{n}`` in it is how many."""
    values["n"] = number
    said = Many((one if number == 1 else many).format(**values))
    said.pattern, said.values, said.many, said.number = one, values, many, number
    return said


def joined(between: str, parts: Iterable[str]) -> Said:
    """The texts that aren't empty, with the same between them."""
    values = {f"part{place}": part for place, part in enumerate(filter(None, parts))}
    return say(between.join(f"{{{name}}}" for name in values), **values)


def series(parts: Sequence[str]) -> Said:
    """``Ann wins a row; Ben saves 3``."""
    if len(parts) < 2:
        return joined("", parts)
    return say("{first}; {others}", first=parts[0], others=series(parts[1:]))


def listed(names: Sequence[str]) -> Said:
    """``Ann, Ben and Cat``."""
    if len(names) < 2:
        return joined("", names)
    return say("{names} and {last}", names=joined(", ", names[:-1]), last=names[-1])


def sentences(*parts: str) -> Said:
    """Whole sentences, one after the other; those that are empty are none."""
    return joined(" ", parts)


def capital(text: str) -> Said:
    """The text with a capital at its start; names in it stay as they are."""
    return _begun(Capital(text[:1].upper() + text[1:]), text)


def small(text: str) -> Said:
    """The text with a small letter at its start."""
    return _begun(Small(text[:1].lower() + text[1:]), text)


def _begun(said: Said, text: str) -> Said:
    said.pattern, said.values = "{text}", {"text": text}
    return said


def spoken(text: Any, tongue: Tongue) -> Any:
    """What was said, in another language; all else, such as a name or a number, as it is.

    A whole text that the language knows goes before its pattern: so "the pool" may have a word, and an article,
    of its own, while "the {pot}" is for pots that a house names. A translation whose places don't fit is not used.
    """
    if not isinstance(text, Said):
        return text
    return text.whole(tongue) or text.begun(_filled(text, tongue))


def _filled(text: Said, tongue: Tongue) -> str:
    found = text.translated(tongue)
    if not text.values:
        return found
    values = {name: spoken(value, tongue) for name, value in text.values.items()}
    try:
        return found.format(**values)
    except (LookupError, ValueError):
        return str.__str__(text)
