"""What a description tells in one of several ways: the questions of each way, or else all that it is made of."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from attrs import NOTHING, evolve, fields, has

from companion.engine.cached import cached_property
from companion.engine.errors import Malformed
from companion.engine.fields import Carried as Noted, Text
from companion.engine.formula import CALLED, MEANT, SPOKEN
from companion.engine.message import Message, say
from companion.engine.structure import Notes, key_of, mapped, note_of, read, write
from companion.web.forms.answers import subfields
from companion.web.forms.form import Field
from companion.web.forms.formulas import in_notation, in_words, names_of, with_names, words_of
from companion.web.forms.rare import Carried

OWN = "own"
"""The way in which all is told that a value is made of."""


class Typed(NamedTuple):
    """What was typed: in which way, and what of its questions."""

    way: str
    answers: dict[str, Any]


class Panel(NamedTuple):
    """A way to choose, with its questions."""

    way: str
    title: Message
    says: Message
    asked: tuple[Field, ...]
    rare: tuple[Field, ...] = ()
    """Those that only a few need."""
    words: Mapping[str, str] = {}
    """What names are called in its formulas."""


class Ways(Carried):
    """A value that is told in one of several ways where a game is described; elsewhere it is carried along."""

    @cached_property
    def noted(self) -> Noted:
        """In which ways it can be told, and instead of what."""
        return self.note(Noted) or Noted()

    @property
    def kinds(self) -> dict[str, Any]:
        """The classes of the ways, by their names."""
        return {way.way: way for way in self.noted.ways}

    @cached_property
    def spoken(self) -> Mapping[str, Message]:
        """What every formula knows, as people write it."""
        return {**SPOKEN, **getattr(self.base, "spoken", {})}

    def answers(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the value, and nothing for all that another way would have said. Raises InvalidAnswer."""
        chosen = form.get(f"{self.name}:way")
        if chosen is None:  # carried, and told by its way where that is carried, too
            return {} if form.get("way") else super().answers(form)
        unsaid: dict[str, Any] = {name: [] for name, *_ in self.noted.instead if chosen != name}
        by_way = {"way": self.by_way(form, chosen)} if chosen in self.kinds else {}
        return {"way": None, self.key: None} | super().answers(form) | by_way | unsaid

    def by_way(self, form: Mapping[str, str], way: str) -> dict[str, Any]:
        """Return a way with what was typed of its questions. Raises Malformed."""
        path = (*self.path, way)
        typed = self.form.of_part(self.kinds[way]).read(form, f"{self.name}:{way}", path)
        return {way: without_defaults(read(self.kinds[way], typed, f"options.{'.'.join(path)}"))}

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the value as it was told, or carried; None where another field tells it. Raises Malformed."""
        way = form.get(f"{self.name}:way")
        if way is None:
            return super().parse(form)
        name = f"{self.name}:{way}"
        if way == OWN:
            form = with_names(form, name, self.base.reserved)
            value = self.form.of_part(self.base).read(form, name, self.path)
            names = names_of(self.words(form), self.shown(form), self.spoken, value)
            return in_notation(self.base, value, names, f"options.{self.key}")
        return None

    def shown(self, form: Mapping[str, str]) -> dict[str, str]:
        """Return what names were called in formulas as the page was shown."""
        return subfields(f"{self.name}:{OWN}:words", form)

    def words(self, form: Mapping[str, str]) -> dict[str, str]:
        """Return what names are called in formulas now, by the questions that were typed."""
        shown, name = self.shown(form), f"{self.name}:{OWN}"
        typed = self.form.of_part(self.base).again(with_names(form, name, self.base.reserved), name)
        return words_of(typed, {known: shown.get(known, known) for known in self.spoken})

    def chips(self, form: Mapping[str, str]) -> tuple[list[str], list[tuple[str, str, Message | None]]]:
        """Return the words of its questions, and Companion's: each as it is typed, as it is called, and what it is.

        There are none where it is told in another way.
        """
        if form.get(f"{self.name}:way") != OWN:
            return [], []
        words = self.words(form)
        own = [word for name, word in words.items() if name not in self.spoken]
        ours = [(f"{words[name]}{'(' * (name in CALLED)}", words[name], MEANT.get(name)) for name in self.spoken]
        return own, ours

    def again(self, form: Mapping[str, str]) -> Any:
        """Return what was typed, or carried."""
        way = form.get(f"{self.name}:way")
        if way is None:
            return super().again(form)
        kind = self.kinds.get(way, self.base)
        return Typed(way, self.form.of_part(kind).again(form, f"{self.name}:{way}"))

    def told(self, words: Mapping[str, str]) -> tuple[str, Any]:
        """Return in which way a value is told, with the answers of that way, in the words of a table."""
        value = self.value
        if not value or isinstance(value, Typed):
            return value or ("", None)
        try:
            whole = value if has(type(value)) else read(self.base, value)
        except Malformed:
            return OWN, {}
        if whole.by:
            return whole.by.way, in_words_of(whole.by, words)
        return OWN, read(self.base, in_words_of(whole, words)) if words else whole

    def panels(self, words: Mapping[str, str], spoken: Mapping[str, str]) -> list[Panel]:
        """Return all ways, the questions of that which is chosen with their answers.

        ``words`` are those by which a table knows the texts, ``spoken`` those of every formula in the page's language.
        """
        chosen, value = self.told(words)
        panels = []
        for way, kind in self.kinds.items():
            questions = self.questions(way, kind, value if way == chosen else kind())
            rarely = [question.key for question in questions].index(kind.rarely)
            panels.append(Panel(way, kind.title, kind.says, questions[:rarely], questions[rarely:]))
        title = say("Your own questions")
        says = say("Anything else, worked out as in a spreadsheet")
        own: dict[str, Any] = {}
        if chosen == OWN:
            own = write(value) if has(type(value)) else value
        called = words_of(own, spoken)
        if not isinstance(self.value, Typed):
            own = in_words(self.base, own, called)
        return [*panels, Panel(OWN, title, says, self.questions(OWN, self.base, own), words=called)]

    def questions(self, way: str, kind: Any, value: Any) -> tuple[Field, ...]:
        """Return the questions of one way."""
        refused, path = self.refused or None, self.path
        if way != OWN:
            path = (*path, way)
            refused = refused[1:] if refused and refused[:1] == (way,) else None
        of_way = evolve(self, name=f"{self.name}:{way}", path=path)
        return self.form.of_part(kind).within(of_way, (), value, refused=refused)

    @cached_property
    def rows(self) -> tuple[tuple[Field, ...], ...]:
        """Return the questions of every way, by which a refusal names its own."""
        return tuple(panel.asked + panel.rare for panel in self.panels({}, {}))


def in_words_of(value: Any, words: Mapping[str, str]) -> Any:
    """Return a value as JSON with the words by which a table knows its texts."""

    def known(text: str, notes: Notes) -> str:
        if not note_of(Text, notes):
            return text
        return words.get(text) or ", ".join(words.get(part, part) for part in text.split(", "))

    return mapped(type(value), write(value), known)


def without_defaults(value: Any) -> Any:
    """Return a declared value as JSON, without what is as by default."""
    if isinstance(value, list):
        return [without_defaults(each) for each in value]
    if isinstance(value, str):
        return str.__str__(value)  # a sheet holds texts, no messages
    if not has(type(value)):
        return value
    held = [(field, getattr(value, field.name)) for field in fields(type(value))]
    return {
        key_of(field.name): without_defaults(part)
        for field, part in held
        if field.default is NOTHING or part != field.default
    }
