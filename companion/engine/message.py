"""Messages: English sentences that remember how they were made, so that they can be translated when shown."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

ONLY_VALUES = re.compile(r"(\{\w+\}|\W)*")
"""A pattern without any word of its own."""


class Translator(Protocol):
    """The catalogue of another language."""

    def word(self, english: str) -> str | None:
        """Return the translation of an English text or pattern, None where there is none."""

    def form(self, one: str, many: str, number: int) -> str:
        """Return the translated pattern for this number of things, else the English one."""


class Message(str):
    """An English text with the ``pattern`` and the ``values`` it was made of; values may be messages too."""

    __slots__ = ("pattern", "values")

    pattern: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        """Return the message itself, with its pattern and values, not a bare str."""
        return self

    def translated_pattern(self, translator: Translator) -> str:
        """Return the pattern in another language, else the English one."""
        return translator.word(self.pattern) or self.pattern

    def translated_whole(self, translator: Translator) -> str | None:
        """Return the translation of the filled-in text, where the catalogue has one for exactly that text.

        A pattern without words of its own isn't looked up: its value may be a name, and names are never translated.
        """
        return translator.word(self) if self.values and not ONLY_VALUES.fullmatch(self.pattern) else None

    def with_case(self, text: str) -> str:
        """Return the translated text with the case that this message asks for."""
        return text


class PluralMessage(Message):
    """A message with one pattern for one thing and another, ``many``, for several; ``number`` chooses."""

    __slots__ = ("many", "number")

    many: str
    number: int

    def translated_pattern(self, translator: Translator) -> str:
        return translator.form(self.pattern, self.many, self.number)

    def translated_whole(self, translator: Translator) -> str | None:
        """Return None: a word that stands by itself may have an article that it hasn't beside a number."""
        return None


class PotMessage(Message):
    """A pot's name, translated only if the catalogue has a ``phrase`` with it too: otherwise a household chose it."""

    __slots__ = ("phrase",)

    phrase: str

    def translated_pattern(self, translator: Translator) -> str:
        """Return the translated name, or the name as it is where a household chose it."""
        return super().translated_pattern(translator) if translator.word(self.phrase) else self.pattern


class CasedMessage(Message):
    """Another text with the case of its first letter changed; ``change`` is applied again after translating."""

    __slots__ = ("change",)

    change: Callable[[str], str]

    def translated_whole(self, translator: Translator) -> str | None:
        """Return None: the text inside is looked up, in its own case."""
        return None

    def with_case(self, text: str) -> str:
        return self.change(text)


def say(pattern: str, /, **values: Any) -> Message:
    """Return the message of a pattern and its ``{values}``, with a true minus; a message is returned as it is."""
    if isinstance(pattern, Message):
        return pattern
    for name, value in values.items():
        if type(value) is int and value < 0:
            values[name] = f"−{-value}"
    message = Message(pattern.format(**values) if values else pattern)
    message.pattern, message.values = pattern, values
    return message


def fill(message: Message, /, **values: Any) -> Message:
    """Return the message of the same pattern with these values."""
    return say(message.pattern, **values)


def pot_message(pot: str, phrase: str) -> Message:
    """Return the name of a pot as a message; ``phrase`` names it in a sentence: ``the pool``."""
    message = PotMessage(pot)
    message.pattern, message.values, message.phrase = pot, {}, phrase
    return message


def say_many(one: str, many: str, number: int, /, **values: Any) -> Message:
    """Return the message for one thing or for several; ``{n}`` in a pattern is the number."""
    values["n"] = number if number >= 0 else f"−{-number}"
    message = PluralMessage((one if number == 1 else many).format(**values))
    message.pattern, message.values, message.many, message.number = one, values, many, number
    return message


def joined(between: str, parts: Iterable[str]) -> Message:
    """Join the texts that aren't empty, as ``str.join`` does."""
    values = {f"part{place}": part for place, part in enumerate(filter(None, parts))}
    return say(between.join(f"{{{name}}}" for name in values), **values)


def series(parts: Sequence[str]) -> Message:
    """Return ``Ann wins a row; Ben saves 3``."""
    if len(parts) < 2:
        return joined("", parts)
    return say("{first}; {others}", first=parts[0], others=series(parts[1:]))


def listed(names: Sequence[str]) -> Message:
    """Return ``Ann, Ben and Cat``."""
    if len(names) < 2:
        return joined("", names)
    return say("{names} and {last}", names=joined(", ", names[:-1]), last=names[-1])


def alternatives(words: Sequence[str]) -> str:
    """Return ``1 or 2 or "three"``."""
    first, *others = words
    for word in others:
        first = say("{first} or {other}", first=first, other=word)
    return first


def sentences(*parts: str) -> Message:
    """Join sentences by blanks, without the empty ones."""
    return joined(" ", parts)


def capital(text: str) -> Message:
    """Return the text with a capital at its start; the names in it stay as they are."""
    return _cased(text, _capitalized)


def small(text: str) -> Message:
    """Return the text with a small letter at its start."""
    return _cased(text, _uncapitalized)


def _cased(text: str, change: Callable[[str], str]) -> Message:
    message = CasedMessage(change(text))
    message.pattern, message.values, message.change = "{text}", {"text": text}, change
    return message


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _uncapitalized(text: str) -> str:
    return text[:1].lower() + text[1:]


def translate(text: Any, translator: Translator) -> Any:
    """Return a message in another language; anything else, such as a name or a number, as it is.

    The catalogue's translation of the whole text is used before that of its pattern: "the pool" can have an article
    of its own, while "the {pot}" is for pots that a household names. A translation whose ``{values}`` don't fit
    is not used.
    """
    if not isinstance(text, Message):
        return text
    return text.translated_whole(translator) or text.with_case(_filled_in(text, translator))


def _filled_in(message: Message, translator: Translator) -> str:
    pattern = message.translated_pattern(translator)
    if not message.values:
        return pattern
    values = {name: translate(value, translator) for name, value in message.values.items()}
    try:
        return pattern.format(**values)
    except (LookupError, ValueError):
        return str.__str__(message)
