"""Formulas in the notation of a spreadsheet, over names: read once, worked out exactly, bounded in every way.

``if(tricks = bid, 20 + 10 * bid, -10 * abs(tricks - bid))`` is one. Yes is 1 and no is 0; fractions stay exact. A name
stands for what its ``Scope`` says, and ``sum``, ``others``, ``side``, ``most`` and ``least`` work their formula out for
several players. No code of anybody's is ever run: a formula is read into functions of this module alone.
"""

import math
import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, Protocol, TypeAlias, cast

from attrs import frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import END, excerpt
from companion.engine.message import Message, joined, say

MAX_LENGTH = 600
"""The most characters of a formula."""
MAX_DEPTH = 40
"""How deep its brackets may lie in one another."""
MAX_NUMBER = 10**12
"""The largest number that may come out of any step of it, and the largest denominator."""
NAME = r"[a-z][a-z0-9_]{0,29}"
"""What a name looks like."""
OURS = "\0"
"""Stands before a word of Companion's that is the household's, too, where it means Companion's."""
TOKEN = re.compile(
    rf"\s*(?:(?P<number>[0-9]{{1,12}}(?:\.[0-9]{{1,6}})?)|(?P<name>{NAME})|(?P<sign><=|>=|<>|[-+*/=<>(),]))"
)
SIGNS = {
    **dict.fromkeys("×·•⋅∗", "*"),
    **dict.fromkeys("÷:", "/"),
    **dict.fromkeys("−–—", "-"),
    **{";": ",", "≤": "<=", "≥": ">=", "≠": "<>", "==": "=", "!=": "<>", "=<": "<=", "=>": ">="},
}
"""Signs that people write, by those that are stored."""
ALL_SIGNS = "+ − × ÷ = ≠ < > ≤ ≥ ( ) ;"
TIMES = "x"
"""A word that people write for a sign, unless a question is called so."""
THOUSANDS = {sign: re.compile(rf"(?<![\w.,])([1-9][0-9]{{0,2}})[{sign}]([0-9]{{3}})(?![\w.,])") for sign in ".,"}
"""A number that is one thing in England and another on the continent."""


class Scope(Protocol):
    """What the names of a formula stand for, for one player."""

    def value(self, name: str) -> Fraction:
        """Return the number that a name stands for."""

    def all_of(self, which: str) -> Iterable["Scope"]:
        """Return the scopes of those over whom ``sum``, ``others``, ``side``, ``most`` or ``least`` work."""

    def words(self) -> Mapping[str, str]:
        """Return what its names are called where people read of them."""


Work: TypeAlias = Callable[[Scope], Fraction]


class Formula(NamedTuple):
    """A formula that was read."""

    text: str
    work: Work
    names: frozenset[str]
    """The names in it."""

    def worth(self, scope: Scope) -> Fraction:
        """Return what it comes to. Raises Illegal where it divides by 0, comes to far too much, or leads on too far."""
        try:
            return self.work(scope)
        except RecursionError:
            raise Illegal("The points can't be worked out: the formulas lead to one another too often.") from None


JOINS: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "=": operator.eq,
        "<>": operator.ne,
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": operator.truediv,
    }
)
"""What the signs between two numbers make of them; a comparison is 1 or 0."""
LEVELS = (("or",), ("and",), ("=", "<>", "<", "<=", ">", ">="), ("+", "-"), ("*", "/"))
"""The signs by how tight they bind, the loosest first; ``not`` stands before a comparison."""
COMPARED = 2
"""The level of the comparisons, of which one can't follow another."""
FUNCTIONS: Mapping[str, tuple[int, int, Callable[..., Any]]] = MappingProxyType(
    {
        "min": (1, 50, lambda *numbers: min(numbers)),
        "max": (1, 50, lambda *numbers: max(numbers)),
        "abs": (1, 1, abs),
        "floor": (1, 1, math.floor),
        "ceiling": (1, 1, math.ceil),
        "round": (1, 1, lambda number: math.floor(number + Fraction(1, 2))),
    }
)
"""The functions of numbers, each with the fewest and the most that go into it; ``round`` rounds a half up."""
OVER: Mapping[str, Callable[[list[Fraction]], Any]] = MappingProxyType(
    {
        "sum": sum,
        "others": sum,
        "side": sum,
        "most": lambda found: max(found, default=0),
        "least": lambda found: min(found, default=0),
    }
)
"""The functions that work their formula out for several players."""


SPOKEN: Mapping[str, Message] = MappingProxyType(
    {
        "if": say("if"),
        "and": say("and"),
        "or": say("or"),
        "not": say("not"),
        "pick": say("pick"),
        "min": say("min"),
        "max": say("max"),
        "abs": say("abs"),
        "floor": say("floor"),
        "ceiling": say("ceiling"),
        "round": say("round"),
        "sum": say("sum"),
        "others": say("others"),
        "side": say("side"),
        "most": say("highest"),
        "least": say("lowest"),
    }
)
"""The words that mean something in every formula, as people write them."""
WORDS = frozenset(SPOKEN)
MEANT: Mapping[str, Message] = MappingProxyType(
    {
        "if": say("if so, one, otherwise the other"),
        "and": say("both are so"),
        "or": say("one of them is so"),
        "not": say("it isn't so"),
        "pick": say("the number of the one, then all of them"),
        "min": say("the smaller of two"),
        "max": say("the larger of two"),
        "abs": say("without its minus"),
        "floor": say("rounded down"),
        "ceiling": say("rounded up"),
        "round": say("rounded"),
        "sum": say("of all together"),
        "others": say("of all others together"),
        "side": say("of both on a side, each by itself"),
        "most": say("the highest of all"),
        "least": say("the lowest of all"),
    }
)
"""What these words do, for those who describe a game."""
CALLED = WORDS - {"and", "or", "not"}
"""Those before a bracket."""
GOES_ON = {"if": " = 3, 10, 0)", "pick": ", 0, 1, 3)", "min": ", 5)", "max": ", 5)"}
"""How an example of a function goes on behind the first thing that goes into it; the others close the bracket."""


@frozen
class Formulated:
    """A text that can be read as a formula, or is empty."""

    def problem(self, value: str) -> str | None:
        """Return what is wrong with the formula, None if nothing is."""
        try:
            if value:
                read_formula(value)
        except Malformed as error:
            return error.why
        return None

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"maxLength": MAX_LENGTH}


@frozen
class Named:
    """A text that can be a name in formulas."""

    def problem(self, value: str) -> str | None:
        """Return what is wrong with the name, None if nothing is."""
        if re.fullmatch(NAME, value) and value not in WORDS:
            return None
        return say("must be small letters, and no word that formulas have, not “{given}”", given=excerpt(value))

    def json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of it."""
        return {"pattern": f"^{NAME}{END}"}


def name_from(words: str, known: Iterable[str]) -> str:
    """Return a name for formulas that is made of words, and is none of those that are ``known``."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    short = re.sub("[^a-z0-9]+", "_", plain)[:20].strip("_0123456789") or "answer"
    taken = {*known, *WORDS}
    return next(name for more in ("", *range(2, len(taken) + 3)) if (name := f"{short}{more}") not in taken)


FormulaText: TypeAlias = Annotated[str, Formulated()]
FormulaName: TypeAlias = Annotated[str, Named()]


def bounded(number: Any) -> Fraction:
    """Return a number as a fraction. Raises Illegal where it is larger than any score."""
    found = number if type(number) is Fraction else Fraction(number)
    if abs(found.numerator) > MAX_NUMBER or found.denominator > MAX_NUMBER:
        raise Illegal("The points of this hand come out far too large to be counted.")
    return found


@lru_cache(512)
def read_formula(text: str) -> Formula:
    """Read a formula. Raises Malformed, which says which word is wrong."""
    return Reader(text).formula()


def read_optional(text: str) -> Formula:
    """Read a formula that may be left empty, and is 0 then. Raises Malformed, which says which word is wrong."""
    return read_formula(text or "0")


def spoken(text: str, words: Mapping[str, str]) -> str:
    """Return a formula with the words that people write for its names."""
    return re.sub(rf"\b{NAME}", lambda found: words.get(found[0], found[0]), text)


def stored(text: str, names: Mapping[str, str]) -> str:
    """Return a formula as people write it as it is stored, by the ``names`` for the words in it, in small letters.

    It may begin with ``=``. Where ``;`` parts what goes into a function, or it can't be read otherwise, a comma between
    two digits is that of a decimal number. Raises Malformed, which says which word is wrong.
    """
    text = re.sub(r"^\s*=", "", text)
    if not text.strip():
        return ""
    _require_clear(text, ".")
    decimal = re.sub("(?<=[0-9]),(?=[0-9])", ".", text)
    if ";" not in text:
        try:
            return _stored(text, names)
        except Malformed:
            if decimal == text:
                raise
    _require_clear(text, ",")
    return _stored(decimal, names)


def _require_clear(text: str, sign: str) -> None:
    if unclear := THOUSANDS[sign].search(text):
        whole, part = unclear[1] + unclear[2], f"{unclear[1]}.{unclear[2]}0"
        raise Malformed(
            "“{number}” can be read in two ways: write {whole}, or else {part}",
            number=unclear[0],
            whole=whole,
            part=part,
        )


def _stored(text: str, names: Mapping[str, str]) -> str:
    reader = Reader(text, names)
    reader.formula()
    at, plain = 0, ""
    for place, (kind, token, begins, ends) in enumerate(reader.tokens):
        if kind == "name" and token in reader.names and token not in names.values():
            raise reader.unknown(text[begins:ends].strip())
        if kind == "name" and token in reader.names and token in WORDS:
            raise reader.goes(place)
        plain, at = f"{plain}{text[at:begins]}{token}", ends
    return plain.strip()


class Reader:
    """Reads a formula from left to right, by descent."""

    def __init__(self, text: str, names: Mapping[str, str] = MappingProxyType({})) -> None:
        """Split a formula into numbers, names and signs; ``names`` are stored for words of people."""
        if len(text) > MAX_LENGTH * (5 if names else 1):
            raise Malformed("this has at most {most} characters, not {n}", most=MAX_LENGTH, n=len(text))
        self.text = text
        self.stored_as = names
        self.names: set[str] = set()
        self.depth = 0
        self.over = False
        """Whether the formula of several players is being read: they aren't put into one another."""
        self.tokens: list[tuple[str, str, int, int]] = []
        """Each with its kind, as it is stored, and where it begins and ends."""
        self.place = 0
        longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        any_sign = f"(?P<sign>{'|'.join(sorted(SIGNS, key=len, reverse=True))})"
        said = re.compile(rf"\s*(?:(?P<name>{longest_first})(?!\w)|{any_sign})", re.IGNORECASE) if names else TOKEN
        at = 0
        while text[at:].strip():
            found = said.match(text, at) or TOKEN.match(text, at)
            if not found:
                if unknown := re.match(r"\s*(\w+)", text[at:]):
                    raise self.unknown(unknown[1])
                begins = self.tokens[-1][2] if self.tokens else 0
                if text[at] == "." and (number := re.match(r"\d[\d.]+", text[begins:])):
                    raise Malformed("“{number}” is no number: it has one point at most, as in 2.5", number=number[0])
                raise Malformed(
                    "“{sign}” is no sign here: there are {signs}", sign=text[at:].strip()[0], signs=ALL_SIGNS
                )
            kind, begins, at = str(found.lastgroup), found.start(str(found.lastgroup)), found.end()
            word = SIGNS.get(found[kind], found[kind].lower() if names else found[kind])
            token = names.get(self.meant(word, at), word) if kind == "name" else word
            if names and token == TIMES and token not in names.values():
                kind, token = "sign", "*"
            self.tokens.append((kind, token, begins, at))
        self.tokens.append(("end", "", len(text), len(text)))

    def meant(self, word: str, ends: int) -> str:
        """Return the word by which a name is known: the household's, unless only Companion's own can stand here.

        A function stands before a bracket, ``and`` and ``or`` after something, ``not`` before it.
        """
        ours, follows = f"{OURS}{word}", self.text[ends:].lstrip()[:1]
        is_after = self.is_value(len(self.tokens) - 1)
        joins = self.stored_as.get(ours)
        if joins in ("and", "or"):
            return ours if is_after else word
        if joins == "not":
            return ours if follows and not is_after and (follows.isalnum() or follows == "(") else word
        return ours if joins in WORDS and follows == "(" else word

    def is_value(self, place: int) -> bool:
        """Return whether what stands at a place, if anything does, ends something that has a worth."""
        kind, token, *_ = self.tokens[place] if place >= 0 else ("", "", 0, 0)
        return token == ")" or kind == "number" or (kind == "name" and token not in ("and", "or", "not"))

    def written(self, place: int) -> str:
        """Return the word or sign at a place as somebody wrote it."""
        _, _, begins, ends = self.tokens[place]
        return self.text[begins:ends].strip()

    def unknown(self, word: str) -> Malformed:
        """Return that a word is none of a question, and none of Companion's."""
        return Malformed("“{word}” is no question of yours, and no word of Companion's", word=excerpt(word))

    def goes(self, place: int) -> Malformed:
        """Return how the function at a place is written, or those that there are if it is none."""
        word, name = excerpt(self.written(place)), self.tokens[place][1]
        is_one, ours = name in CALLED, {kept: said for said, kept in self.stored_as.items() if said != kept}
        called = word if is_one else ours.get("if", "if")
        example = joined("", [called, "(", say("Tricks taken"), GOES_ON.get(name if is_one else "if", ")")])
        if is_one:
            return Malformed("“{word}” goes like this: {example}", word=word, example=example)
        return Malformed(
            "“{word}” is no word of Companion's: before a bracket stand {known}, such as {example}",
            word=word,
            known=joined(", ", [ours.get(one, one) for one in SPOKEN if one in CALLED]),
            example=example,
        )

    def wrong(self, place: int) -> Malformed:
        """Return why what stands at a place can't stand there."""
        kind, token, begins, _ = self.tokens[place]
        of, before, _, ended = self.tokens[place - 1] if place else ("", "", 0, 0)
        word = excerpt(self.written(place))
        if of == "name" and before in CALLED:
            return self.goes(place - 1)
        if kind == "end":
            return Malformed("something is missing after this: {text}", text=excerpt(self.text[-20:]))
        if kind == "name" and self.stored_as and token not in WORDS and token not in self.stored_as.values():
            return self.unknown(word)
        if not self.is_value(place - 1):
            return Malformed("something is missing before “{word}”", word=word)
        if token == "(" or (self.is_value(place) and token != ")" and not (kind == "number" and ended == begins)):
            one = excerpt(self.written(place - 1))
            return Malformed("between “{one}” and “{word}” a sign is missing, such as + or ×", one=one, word=word)
        return Malformed("“{word}” can't be read here: {rest}", word=word, rest=excerpt(self.text[begins:][:20]))

    def formula(self) -> Formula:
        """Read all of it."""
        work = self.level()
        if self.tokens[self.place][0] != "end":
            raise self.wrong(self.place)
        return Formula(self.text, work, frozenset(self.names))

    def next_is(self, *wanted: str) -> str:
        """Return the next sign or word if it is one of these, and go past it; "" where it isn't."""
        kind, text, *_ = self.tokens[self.place]
        if kind in ("sign", "name") and text in wanted:
            self.place += 1
            return text
        return ""

    def need(self, sign: str) -> None:
        """Go past a sign that must come now."""
        if not self.next_is(sign):
            raise self.wrong(self.place)

    def level(self, level: int = 0) -> Work:
        """Read what the signs of a level join; each part of it is read by the next level, which binds tighter."""
        if level == len(LEVELS):
            return self.factor()
        if level == COMPARED and self.next_is("not"):
            work = self.level(COMPARED)
            return lambda scope: Fraction(not work(scope))
        first, more = self.level(level + 1), list[tuple[str, Work, str]]()
        while sign := self.next_is(*LEVELS[level]):
            at, begins = self.place, self.tokens[self.place][2]
            part = self.level(level + 1)
            if sign == "/" and self.stored_as and self.is_nothing(part, at):
                what = self.text[begins : self.tokens[self.place - 1][3]]
                raise Malformed("“/ {what}” divides by 0", what=what)
            more.append((sign, part, self.text[begins : self.tokens[self.place - 1][3]]))
            if level == COMPARED:
                break
        return in_a_row(first, more) if more else first

    def is_nothing(self, part: Work, begins: int) -> bool:
        """Return whether what was read last, without a name, is always 0."""
        numbers = all(kind != "name" for kind, *_ in self.tokens[begins : self.place])
        return numbers and part(cast(Scope, None)) == 0

    def factor(self) -> Work:
        """Read a number, a name, a function, or a formula in brackets, with its minus."""
        minus = 0
        while self.next_is("-"):
            minus += 1
        kind, text, *_ = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            number = bounded(text) * (-1) ** minus
            return lambda scope: number
        if kind == "name" and text not in ("and", "or", "not"):
            work = self.called(text, self.place - 2) if self.next_is("(") else self.named(text)
        elif text == "(":
            work = self.inside()
            self.need(")")
        else:
            raise self.wrong(self.place - 1)
        return (lambda scope: -work(scope)) if minus % 2 else work

    def named(self, name: str) -> Work:
        """Return what a name stands for."""
        self.names.add(name)
        return lambda scope: bounded(scope.value(name))

    def inside(self) -> Work:
        """Read what stands within brackets."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Malformed("brackets lie at most {most} deep in one another", most=MAX_DEPTH)
        work = self.level()
        self.depth -= 1
        return work

    def called(self, name: str, place: int) -> Work:
        """Read what goes into a function, to its closing bracket."""
        many = name in OVER
        if name not in CALLED:
            raise self.wrong(place + 1) if name in self.stored_as.values() else self.goes(place)
        if self.next_is(")"):
            raise self.goes(place)
        if many and self.over:
            raise Malformed(
                "“{word}” can't go into another such word: work it out first, under a name of its own",
                word=self.written(place),
            )
        self.over = self.over or many
        parts = [self.inside()]
        while self.next_is(","):
            parts.append(self.inside())
        self.need(")")
        self.over = self.over and not many
        if many and len(parts) == 1:
            return lambda scope: bounded(OVER[name]([parts[0](one) for one in scope.all_of(name)]))
        if name == "if" and len(parts) == 3:
            return lambda scope: parts[1 if parts[0](scope) else 2](scope)
        if name == "pick" and len(parts) > 2:
            return picked(parts[0], parts[1:])
        if name in FUNCTIONS and FUNCTIONS[name][0] <= len(parts) <= FUNCTIONS[name][1]:
            function = FUNCTIONS[name][2]
            return lambda scope: bounded(function(*[part(scope) for part in parts]))
        raise self.goes(place)


def in_a_row(first: Work, more: list[tuple[str, Work, str]]) -> Work:
    """Return what parts come to one after the other, each with its sign and its text: a long row is no deeper."""

    def work(scope: Scope) -> Fraction:
        number = first(scope)
        for sign, part, text in more:
            if sign == "or":
                number = Fraction(bool(number or part(scope)))
            elif sign == "and":
                number = Fraction(bool(number and part(scope)))
            elif (other := part(scope)) or sign != "/":
                number = bounded(JOINS[sign](number, other))
            else:
                what = excerpt(spoken(text, scope.words()))
                raise Illegal("The points can't be worked out: {what} is 0, and they are divided by it.", what=what)
        return number

    return work


def picked(number: Work, parts: list[Work]) -> Work:
    """Return the formula of a table at a place, from 0."""

    def work(scope: Scope) -> Fraction:
        place = number(scope)
        if place.denominator > 1 or not 0 <= place < len(parts):
            known = joined(", ", [str(known) for known in range(len(parts))])
            raise Illegal("The points can't be worked out: {place} is not among {known}.", place=place, known=known)
        return parts[int(place)](scope)

    return work
