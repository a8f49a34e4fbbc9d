"""JSON from outside, read strictly and alike on every Python."""

import json
import re
from collections import Counter
from itertools import accumulate
from typing import Any

from companion.engine.errors import Malformed
from companion.engine.fields import excerpt
from companion.engine.message import say

MAX_DEPTH = 100
"""Brackets inside each other, at most: a sheet needs fewer than ten, and no Python's own limit is as low."""
JSON_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""A string of JSON, or the rest of the text where it isn't closed; so it is found in linear time in any text."""
BRACKET_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
"""How each bracket changes the depth."""
NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in BRACKET_STEPS)
"""All other bytes."""
ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""Without such an escape no text holds half a character; with it one may, unless two of them make a pair."""


class NotJson(Malformed):
    """A text that is no JSON from some place on."""

    def __init__(self, why: str, line: int, column: int) -> None:
        """Take the sentence, and the place, counted from 1."""
        super().__init__(why)
        self.line, self.column = line, column


def parse(text: bytes) -> Any:
    """Return the value of strict JSON: UTF-8 without a byte order mark, no key twice, no NaN.

    Raise Malformed for anything else, and for brackets deeper than ``MAX_DEPTH``.
    """
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("not UTF-8: byte {start} can't be read", start=error.start) from None
    if decoded.startswith("\ufeff"):
        raise Malformed("not JSON: a byte order mark stands before it")
    if _depth(text) > MAX_DEPTH:
        raise Malformed("not a score sheet: too many brackets inside each other")
    try:
        value = STRICT.decode(decoded)
    except json.JSONDecodeError as error:
        why = say(
            "not JSON: {msg}, line {lineno}, column {colno}", msg=error.msg, lineno=error.lineno, colno=error.colno
        )
        raise NotJson(why, error.lineno, error.colno) from None
    except ValueError:
        raise Malformed("not a score sheet: a number with thousands of digits") from None
    if ESCAPED_SURROGATE.search(text):
        _refuse_lone_surrogates(value)
    return value


def _depth(text: bytes) -> int:
    """Return the depth of the brackets outside strings, or a bound of it that is within ``MAX_DEPTH``."""
    if (opened := text.count(b"[") + text.count(b"{")) <= MAX_DEPTH:
        return opened
    brackets = JSON_STRING.sub(b"", text).translate(None, NOT_BRACKETS)
    return max(accumulate(map(BRACKET_STEPS.__getitem__, brackets)), default=0)


def _refuse_lone_surrogates(value: Any) -> None:
    """Refuse a value with half a surrogate pair, such as U+D800: it can't be encoded as UTF-8."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str) and any("\ud800" <= c <= "\udfff" for c in part):
            raise Malformed("not a score sheet: a text holds half a character that can't be written down")
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            waiting += [*part, *part.values()]


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of its pairs; refuse a key that stands twice in it."""
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Malformed('the key "{given}" appears twice in one object', given=excerpt(twice))
    return values


def _refuse_constant(word: str) -> Any:
    raise Malformed("not JSON: {word} is not a number", word=word)


STRICT = json.JSONDecoder(object_pairs_hook=_object_of, parse_constant=_refuse_constant)
