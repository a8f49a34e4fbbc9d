"""Names that are written from right to left stand by themselves: what is beside them keeps its order.

On a page a name is a ``<bdi>``; in a sentence, an attribute, a drawing or plain text it stands between U+2068 and
U+2069, which do the same. Names without right-to-left letters are left as they are, and so is every value of a form.
"""

import re
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

from jinja2.ext import Extension
from jinja2.lexer import Token
from markupsafe import Markup, escape

from companion.engine.message import Message

FIRST, LAST = "\u2068", "\u2069"
TURNS = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u202a-\u202e\u2066-\u2069\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""A letter that is written from right to left, or a sign in an old name that turns text round."""
ISOLATED = re.compile(f"{FIRST}([^{FIRST}{LAST}]*){LAST}")
TAGS = re.compile(r"<(/?)(title|option|textarea|script|style|svg)\b")
TAG_ENDS = re.compile(r"<(?=[A-Za-z/!])|>")
AS_TEXT = ("title", "option", "svg")
"""Elements that can't hold a ``<bdi>``; in other ones named above nothing is changed."""


def isolated(text: str) -> str:
    """Return a name as plain text has it: between isolates where it has right-to-left letters."""
    return f"{FIRST}{text}{LAST}" if not text.isascii() and TURNS.search(text) else text


def with_isolates(message: Message) -> Message:
    """Return a message whose names stand between isolates, where they have right-to-left letters."""
    if message.isascii() or not TURNS.search(message):
        return message
    again = copy(message)
    again.values = {key: _isolated_value(value) for key, value in message.values.items()}
    return again


def _isolated_value(value: Any) -> Any:
    if isinstance(value, Message):
        return with_isolates(value)
    return isolated(value) if isinstance(value, str) else value


def with_bdi(text: str) -> Markup:
    """Return markup of a text in which every name between isolates is a ``<bdi>``."""
    return Markup(ISOLATED.sub(r"<bdi>\1</bdi>", str(escape(text))))


class IsolateNames(Extension):
    """Let every ``{{ … }}`` of a page go through ``bdi`` or ``isolate``, where its place allows."""

    def filter_stream(self, stream: Iterable[Token]) -> Iterator[Token]:
        """Add the filter to the expressions; within a tag, as in the value of a form, names stay as they are."""
        place, how, before, opened = Position(), "", "", ""
        for token in stream:
            if token.type == "data":
                place.move_on(token.value)
            elif token.type == "name" and before == "block_begin":
                opened = token.value
                place.translating = token.value == "trans" or (place.translating and token.value != "endtrans")
                place.inside = "" if token.value == "endblock" and place.inside == "title" else place.inside
            elif token.type == "name" and opened == "block":
                place.inside, opened = "title" if token.value == "title" else place.inside, ""
            if token.type == "variable_end" and how:
                for kind, value in (("rparen", ")"), ("pipe", "|"), ("name", how)):
                    yield Token(token.lineno, kind, value)
            yield token
            if token.type == "variable_begin" and (how := place.filter):
                yield Token(token.lineno, "lparen", "(")
            before = token.type


class Position:
    """Where in a page a template has got to."""

    in_tag = False
    inside = ""
    """The element that can hold no other; empty elsewhere."""
    translating = False
    """Whether it is in a text that is translated whole, whose values are isolated by themselves."""

    def move_on(self, markup: str) -> None:
        """Go to the end of some markup."""
        for tag in TAGS.finditer(markup):
            self.inside = "" if tag[1] else tag[2]
        ends = TAG_ENDS.findall(markup)
        self.in_tag = ends[-1] == "<" if ends else self.in_tag

    @property
    def filter(self) -> str:
        """The filter for an expression here; empty where nothing is to be changed."""
        if self.translating or self.in_tag or (self.inside and self.inside not in AS_TEXT):
            return ""
        return "isolate" if self.inside else "bdi"
