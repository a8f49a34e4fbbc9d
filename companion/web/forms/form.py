"""What a form is made of: a field as it is declared, its question at one table, and what is shown again."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from attrs import NOTHING, evolve, field, fields, frozen, has

from companion.engine.cached import cached_property
from companion.engine.fields import (
    Account,
    Aside,
    Assumed,
    Except,
    FollowsFrom,
    NotTheDealer,
    OfASide,
    OnlyWith,
    OrTie,
    Pot,
    SumIs,
    Tie,
)
from companion.engine.game import Moment, State
from companion.engine.message import Message, say
from companion.engine.structure import Notes, hints, is_optional, key_of, note_of, notes_of, unwrap
from companion.web.forms.answers import INVALID, Choices, InvalidAnswer, Path, without
from companion.web.forms.labels import in_words, label_of

Note = TypeVar("Note")

CONTROLS: list[tuple[Callable[[Any, tuple[Any, ...]], object], "type[Field]"]] = []
"""Which class asks for which types with which notes, the most special first; ``companion.web.forms`` has the list."""


@frozen(eq=False)
class Declaration:
    """What the declaration of a field says of its question, the same at every table."""

    owner: Any
    key: str
    label: Message
    asks: "type[Field]"
    """The class of the question."""
    base: Any
    """The type of the field, without None and without its notes."""
    notes: Notes
    default: Any
    optional: bool = False
    except_field: str | None = None
    """Another field of the same move; the player that it names isn't asked."""
    one_a_side: bool = False
    """Whether partners answer together, by the first of them."""
    without_dealer: bool = False
    aside: bool = False
    """Whether it may be folded away."""
    only_with: OnlyWith | None = None

    @property
    def required(self) -> bool:
        """Whether a move can't be made without it."""
        return self.default is NOTHING


@lru_cache(2_000)
def declarations(owner: Any) -> Mapping[str, Declaration]:
    """Return the declarations of a declared class by the keys of a sheet, in order."""
    declared = (_declaration(owner, attribute.name, attribute.default) for attribute in fields(owner))
    return {declaration.key: declaration for declaration in declared}


def _declaration(owner: Any, attribute: str, default: Any) -> Declaration:
    """Return what one field declares."""
    hint, key = hints(owner)[attribute], key_of(attribute)
    base, notes = unwrap(hint), notes_of(hint)
    others, assumed = note_of(Except, notes), note_of(Assumed, notes)
    return Declaration(
        owner=owner,
        key=key,
        label=say(label_of(notes, key)),
        asks=next((control for asks_for, control in CONTROLS if asks_for(base, notes)), Field),
        base=base,
        notes=notes,
        default=assumed.value if assumed else default,
        optional=is_optional(hint),
        except_field=others.than if others else None,
        one_a_side=note_of(OfASide, notes) is not None,
        without_dealer=note_of(NotTheDealer, notes) is not None,
        aside=note_of(Aside, notes) is not None,
        only_with=note_of(OnlyWith, notes),
    )


@frozen(slots=False, eq=False)
class Field:
    """One question of a form, at one table; each way of asking is a class of its own.

    A class says what there is to choose from (``offers``), how an answer is read (``parse``), what was typed as the
    value that shows it ``again``, and which macro draws it. This one asks nothing: games and sheets alone write some.
    """

    template: ClassVar[str] = "forms.html"
    """The template that holds its macros."""
    macro: ClassVar[str] = ""
    """The macro that draws a field; empty where nothing is asked."""
    cell: ClassVar[str] = ""
    """The macro that draws one player's answer, where all are asked in one row a player."""
    in_parts: ClassVar[bool] = False
    """Whether its value is never one text."""
    can_be_empty: ClassVar[bool] = False
    """Whether an optional field is null where its input is left empty."""
    one_tap: ClassVar[bool] = False
    """Whether the table itself can ask for it, with one tap for each choice."""
    per_player: ClassVar[bool] = False
    """Whether it is asked in one row for each player."""
    in_rows: ClassVar[bool] = False
    """Whether it names a player in the rows of what all are asked."""
    stands_open: ClassVar[bool] = False
    """Whether it is asked openly even where it may stay empty."""
    repeats: ClassVar[bool] = False
    """Whether it is a list with as many rows as people fill in."""
    needs_players: ClassVar[bool] = False
    """Whether it can only be asked at a table with players."""
    as_said: ClassVar[bool] = True
    """Whether a sheet holds what one player answers as it is said, whatever else is answered."""

    declaration: Declaration
    form: "Form"
    value: Any
    """What was typed or written before, or the default."""
    required: bool
    """Whether the page insists on an answer."""
    name: str
    """The name of its input, or the beginning of the names of its inputs."""
    path: Path
    except_player: str = ""
    """The player that another question has named, and that isn't asked."""
    choices_left: Mapping[str, Collection[str]] = field(factory=dict)
    """The choices that go with the answers before, by the names of fields."""
    refused: Path | None = None
    """The path below this question to the part that was refused; None where nothing was."""
    outside: Mapping[str, str] = field(factory=dict)
    """The attribute of its inputs where they stand outside of the form that sends them."""

    def offers(self) -> Choices:
        """Return all that there is to choose from at a table, whatever was answered before."""
        return ()

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the answer as JSON holds it, None where there is none. Raises InvalidAnswer."""
        return None

    def again(self, form: Mapping[str, str]) -> Any:
        """Return what was typed, as the value that shows it again; None where the form doesn't hold it."""
        return form.get(self.name)

    def answers(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return what is answered, by the keys of a sheet. Raises InvalidAnswer."""
        value = self.parse(form)
        return {} if value is None else {self.key: value}

    def own(self, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return what the phone of the player ``name`` answers, by inputs without the name. Raises InvalidAnswer."""
        return {}

    def leads(self) -> Iterable[Path]:
        """Return where a path to its answer can begin."""
        return [(self.key,)]

    @staticmethod
    def named(player: str) -> str:
        """Return the answer that names a player."""
        return player

    @property
    def says(self) -> str:
        """What is tapped in a row to name its player, where that is how it is asked."""
        return ""

    @property
    def look(self) -> str:
        """How a cell stands in a row: a ``figure`` beside the name, or ``keys`` or ``words`` in a line below."""
        return "figure"

    @property
    def lines(self) -> float:
        """How many lines of a phone its keys fill below the name of each player."""
        return float("keys" in self.look)

    @property
    def taps(self) -> int | None:
        """The highest number that is a button, or how many numbers can be tapped."""
        return None

    @property
    def counted(self) -> bool:
        """Whether no answer goes without saying, not even 0."""
        return False

    @cached_property
    def rows(self) -> tuple[tuple["Field", ...], ...]:
        """The questions of the parts of a value, a row for each value of a list."""
        return ()

    @property
    def chosen(self) -> str:
        """The choice that was made; empty where none was."""
        only = self.choices[0][0] if self.required and len(self.choices) == 1 else ""
        return str(self.value) if self.value is not None else only

    @property
    def in_words(self) -> Message:
        """Its value as people say it."""
        return in_words(self.value, self.key)

    @property
    def key(self) -> str:
        """Its key in a sheet."""
        return self.declaration.key

    @property
    def label(self) -> Message:
        """What is asked."""
        return self.declaration.label

    @property
    def base(self) -> Any:
        """The type of what it asks for."""
        return self.declaration.base

    def note(self, kind: type[Note]) -> Note | None:
        """Return the first note of a class in its declaration, None where there is none."""
        return note_of(kind, self.declaration.notes)

    @property
    def lead(self) -> Message:
        """What is asked, before a sentence about its answer: with a colon where it is no question."""
        return self.label if "?" in self.label else say("{label}:", label=self.label)

    @property
    def short(self) -> Message:
        """What is asked, where a row asks several things: a word, or the question itself."""
        return self.label if self.in_full else say(self.name.replace("_", " "))

    @property
    def in_full(self) -> bool:
        """Whether all that is asked with it stands whole, and in its order."""
        return getattr(self.declaration.owner, "in_full", False)

    @cached_property
    def choices(self) -> Choices:
        """What there is to choose from now."""
        choices, left = self.form.choices(self), self.choices_left.get(self.name)
        if self.except_player and self.except_player != self.value:
            choices = without(choices, self.except_player)
        if self.declaration.without_dealer:
            choices = without(choices, self.form.state.dealer)
        return choices if left is None else tuple(choice for choice in choices if choice[0] in left)

    @property
    def except_field(self) -> str:
        """The question of the same page whose answer isn't asked here; empty where it is answered."""
        return "" if self.except_player else self.declaration.except_field or ""

    @property
    def asked_with(self) -> Mapping[str, str]:
        """The attributes by which a page shows it only with some answers to another question."""
        only = self.declaration.only_with
        if not only:
            return {}
        return {"data-with": self.name.removesuffix(self.key) + only.field, "data-words": " ".join(only.words)}

    @property
    def is_left_out_in_rows(self) -> bool:
        """Whether a tap in the same row says that its player isn't asked."""
        other = self.form.declarations.get(self.except_field)
        return other is not None and other.asks.in_rows

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """What all the numbers can come to, by the game or its house rules; empty where it is any sum."""
        sum_is, totals = self.note(SumIs), getattr(self.declaration.owner, "totals", None)
        declared = (sum_is.counters,) if sum_is else ()
        return totals(self.form.state).get(self.key, declared) if totals else declared

    @property
    def empties(self) -> bool:
        """Whether an empty input says that there is none, as against saying nothing."""
        declared = self.declaration
        return (declared.optional and self.can_be_empty) or (declared.required and not self.required)

    def marks(self, *part: str) -> Mapping[str, str]:
        """Return the attributes of an input: those of a refused one where it, or all of its question, was refused."""
        if self.refused is None:
            return {}
        depth = min(len(part), len(self.refused))
        return INVALID if self.refused[:depth] == part[:depth] else {}

    def marked(self, path: Path) -> "Field":
        """Return the question with its refused part marked, if ``path`` leads there."""
        return evolve(self, refused=path[1:]) if path[:1] in self.leads() else self

    def unanswered(self) -> InvalidAnswer:
        """Return the refusal of a question that was left open and must be answered."""
        return InvalidAnswer(say("{label} Please answer this.", label=self.lead), self.path)


@frozen(slots=False, eq=False)
class Form:
    """A declared class, asked for at one table."""

    owner: Any
    state: State[Any, Any]
    _choices: dict[Declaration, Choices] = field(factory=dict, init=False)
    """The choices worked out so far."""
    _parts: dict[Any, "Form"] = field(factory=dict, init=False)
    """The forms of parts, by their declared class."""

    @property
    def declarations(self) -> Mapping[str, Declaration]:
        """The fields by the keys of a sheet."""
        return declarations(self.owner)

    @cached_property
    def nameable(self) -> Iterable[str]:
        """The players that can be an answer: those in; for moves about seats those seated, or all who ever sat."""
        if getattr(self.owner, "names_those_in", True):
            return self.state.playing
        return self.state.seats if self.owner.moment is Moment.GAME else self.state.seated

    def choices(self, asked: Field) -> Choices:
        """Return all that there is to choose from, worked out once."""
        if asked.declaration not in self._choices:
            self._choices[asked.declaration] = asked.offers()
        return self._choices[asked.declaration]

    def of_part(self, part: Any) -> "Form":
        """Return the form of a declared class inside this one."""
        return self._parts.setdefault(part, Form(part, self.state))

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """Return the questions, each with its value or the default."""
        return [self.field(declared, values) for declared in self.declarations.values()]

    def field(self, declared: Declaration, values: Mapping[str, Any], **more: Any) -> Field:
        """Return one question with its value, or the default."""
        value = values.get(declared.key, None if declared.required else declared.default)
        if isinstance(value, str) and declared.asks.in_parts:
            value = None  # an address may say anything
        if declared.one_a_side and isinstance(value, str):
            value = self.state.side(value)[0]
        elif declared.one_a_side and isinstance(value, dict):
            value = {self.state.side(name)[0]: answer for name, answer in value.items()}
        defaults: dict[str, Any] = {"required": declared.required, "name": declared.key, "path": (declared.key,)}
        return declared.asks(declared, self, value, **defaults | more)

    def within(
        self, asked: Field, place: Path, value: Any, *, required: bool = False, refused: Path | None = None
    ) -> tuple[Field, ...]:
        """Return the questions of one value inside ``asked``; insisted on only where it is ``required``."""
        values = dict.fromkeys(self.declarations) | redisplay_written(value)
        return tuple(
            self.field(
                declared,
                values,
                required=required and declared.required,
                name=":".join((asked.name, *place, key)),
                path=(*asked.path, *place, key),
                choices_left=asked.choices_left,
                refused=refused[1:] if refused is not None and refused[:1] in ((), (key,)) else None,
            )
            for key, declared in self.declarations.items()
        )

    def read(self, form: Mapping[str, str], name: str, path: Path) -> dict[str, Any]:
        """Return one value of which something was said, without parts that are as by default. Raises InvalidAnswer."""
        value: dict[str, Any] = {}
        for key, declared in self.declarations.items():
            part = self.field(declared, {}, name=f"{name}:{key}", path=(*path, key))
            answers = part.answers(form)
            if declared.required or answers.get(key, part.value) != part.value:
                value |= answers
        return value

    def again(self, form: Mapping[str, str], name: str) -> dict[str, Any]:
        """Return what was typed of each part of one value."""
        parts = [self.field(declared, {}, name=f"{name}:{key}") for key, declared in self.declarations.items()]
        return redisplay_each(parts, form)


def redisplay(asked: Iterable[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was typed for some questions by their keys, with all else that the form holds."""
    return dict(form.items()) | redisplay_each(asked, form)


def redisplay_each(asked: Iterable[Field], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what was typed for some questions by their keys; a question that the form doesn't hold is left out."""
    typed = ((field.key, field.again(form)) for field in asked)
    return {key: value for key, value in typed if value is not None}


def redisplay_written(written: Any) -> dict[str, Any]:
    """Return the values of a move, of house rules or of a part of them; what was typed is returned as it is."""
    if not has(type(written)):
        return dict(written or {})
    declared = hints(type(written))
    values = {key_of(own.name): _shown(getattr(written, own.name), declared[own.name]) for own in fields(type(written))}
    follow = {key_of(name): note_of(FollowsFrom, notes_of(hint)) for name, hint in declared.items()}
    return values | {
        key: values[key] is None and note.word(values[note.number]) is not None for key, note in follow.items() if note
    }


def _shown(value: Any, hint: Any) -> Any:
    """Return one value as its question shows it."""
    if isinstance(value, Pot):
        return f"pot:{value.name}"
    if unwrap(hint) == Account:
        return f"player:{value}"
    if unwrap(hint) == OrTie and value is not None:
        return Tie.TIED.value if value is Tie.TIED else f"player:{value}"
    if isinstance(value, dict):
        return {key: _given(part) for key, part in value.items()}
    return value


def _given(part: Any) -> Any:
    """Return the parts of a value that aren't empty, where it has parts."""
    if not has(type(part)):
        return part
    return {key: value for key, value in redisplay_written(part).items() if value is not None}
