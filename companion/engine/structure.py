"""Strict reading of declared classes from JSON values, and writing them back.

Strict: no ``3.0``, ``"3"`` or ``true`` for a whole number, no ``null`` for a field that should be left out. A refusal
is one sentence with its place.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from companion.engine.errors import Malformed
from companion.engine.fields import Account, Kind, OrTie, Pot, Text, Tie, excerpt
from companion.engine.message import alternatives, say

T = TypeVar("T")
Notes = tuple[Any, ...]
Reader = Callable[[Any], Any]
"""Returns what a JSON value stands for. Raises Malformed with its place inside the value, ``.field`` or ``[place]``."""

TYPE_NAMES = {
    bool: say("true or false"),
    int: say("a whole number"),
    float: say("a number with a point"),
    str: say("a text"),
    list: say("a list"),
    dict: say("an object"),
    type(None): say("null"),
}


def read(declared: type[T], value: Any, where: str = "") -> T:
    """Return an instance of a declared class from a JSON value.

    Raises Malformed with one sentence, which names the place ``where`` if there is one.
    """
    try:
        result: T = reader_of(declared)(value)
    except Malformed as error:
        raise Malformed(error.why, where + error.where if where else error.where.removeprefix(".")) from None
    if well_formed := getattr(result, "well_formed", None):
        try:
            well_formed()
        except Malformed as error:
            raise Malformed(error.why, ".".join(filter(None, (where, error.where)))) from None
    return result


def write(value: Any) -> dict[str, Any]:
    """Return an instance as a JSON object: fields in their declared order, without optional ones that are None."""
    result = {}
    for field in attrs.fields(type(value)):
        content = getattr(value, field.name)
        if content is not None or field.default is attrs.NOTHING:
            result[key_of(field.name)] = written(content)
    return result


def written(value: Any) -> Any:
    """Return a value as JSON has it, with all that stands inside it."""
    if isinstance(value, Pot):
        return {"pot": value.name}
    if value is Tie.TIED:
        return None
    if isinstance(value, dict):
        return {key: written(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [written(item) for item in value]
    return write(value) if attrs.has(type(value)) else value


def mapped(declared: Any, written: Any, change: Callable[[str, Notes], str]) -> Any:
    """Return the JSON value of a declared type with each text as ``change`` makes it of the text and its notes.

    The keys of a declared class are put in their declared order.
    """
    base = unwrap(declared)
    if isinstance(written, str):
        return change(written, notes_of(declared))
    if isinstance(written, list) and get_origin(base) is list:
        return [mapped(get_args(base)[0], one, change) for one in written]
    if isinstance(written, dict) and get_origin(base) is dict:
        outer, inner = get_args(base)
        return {mapped(outer, key, change): mapped(inner, one, change) for key, one in written.items()}
    if isinstance(written, dict) and attrs.has(base):
        fields = {key_of(name): hint for name, hint in hints(base).items()}
        return {key: mapped(hint, written[key], change) for key, hint in fields.items() if key in written}
    return written


def sort_keys(declared: Any, written: Any) -> Any:
    """Return a JSON value unchanged, but with the keys of every declared class in their declared order."""
    return mapped(declared, written, lambda text, notes: text)


def key_of(attribute: str) -> str:
    """Return the key of an attribute in a sheet: ``from_`` stands for ``from``, a keyword of Python."""
    return attribute.removesuffix("_")


def _hints(declared: Any) -> dict[str, Any]:
    annotations = get_type_hints(declared, include_extras=True)
    return {field.name: annotations[field.name] for field in attrs.fields(declared)}


hints: Callable[[Any], dict[str, Any]] = lru_cache(4_000)(_hints)
"""Return the fields of a declared class, in order, with their annotated types."""


def notes_of(hint: Any) -> Notes:
    """Return all notes of an annotated type and of the types inside it: ``dict[Seat, int]`` has Seat's."""
    notes = tuple(getattr(hint, "__metadata__", ()))
    return notes + tuple(note for inner in get_args(hint) for note in notes_of(inner))


def note_of(kind: type[T], notes: Iterable[Any]) -> T | None:
    """Return the first note of a class, None where there is none."""
    return next((note for note in notes if isinstance(note, kind)), None)


def unwrap(hint: Any) -> Any:
    """Return the type of a field without its notes, and without None."""
    while hasattr(hint, "__metadata__"):
        hint = hint.__origin__
    if hint == Account or not is_optional(hint):
        return hint
    return unwrap(next(arg for arg in get_args(hint) if arg is not type(None)))


def one_of(words: tuple[Any, ...]) -> str:
    """Return the values that a literal takes, in words; three or more numbers in a row by the first and the last."""
    quoted = [f'"{word}"' for word in words if isinstance(word, str)]
    numbers = [word for word in words if not isinstance(word, str)]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return alternatives([say("a whole number from {least} to {most}", least=numbers[0], most=numbers[-1]), *quoted])
    return alternatives([f'"{word}"' if isinstance(word, str) else str(word) for word in words])


def reader_of(declared: Any) -> Reader:
    """Return what reads a declared type."""
    if hasattr(declared, "__metadata__"):
        return _annotated(declared)
    if declared == Account:
        return _account
    if declared == OrTie:
        return _exactly(str)
    if is_optional(declared):
        return _optional(declared)
    special = {list: _list, dict: _dict, Literal: _literal}.get(get_origin(declared))
    if special:
        return special(declared)
    if attrs.has(declared):
        return _declared(declared)
    return (lambda value: value) if declared is Any else _exactly(declared)


def _exactly(plain: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not plain:
            raise _wrong_type(plain, value)
        return value

    return read


def _wrong_type(plain: type, value: Any) -> Malformed:
    return Malformed("must be {wanted}, not {given}", wanted=TYPE_NAMES[plain], given=TYPE_NAMES[type(value)])


def _annotated(declared: Any) -> Reader:
    read = reader_of(declared.__origin__)
    checks = [note.problem for note in declared.__metadata__ if hasattr(note, "problem")]

    def checked(value: Any) -> Any:
        result = read(value)
        for check in checks:
            if why := check(result):
                raise Malformed(why)
        return result

    return checked if checks else read


def _literal(declared: Any) -> Reader:
    words = get_args(declared)
    typed_words = {(type(word), word) for word in words}  # 1 and True are equal, but not the same word

    def read(value: Any) -> Any:
        if type(value) in (list, dict) or (type(value), value) not in typed_words:
            given = f'"{excerpt(value)}"' if isinstance(value, str) else TYPE_NAMES[type(value)]
            given = excerpt(value) if type(value) is int else given
            raise Malformed("must be {wanted}, not {given}", wanted=one_of(words), given=given)
        return value

    return read


def _optional(declared: Any) -> Reader:
    (base,) = [arg for arg in get_args(declared) if arg is not type(None)]
    read, null = reader_of(base), Tie.TIED if takes_tie(base) else None
    return lambda value: null if value is None else read(value)


def takes_tie(declared: Any) -> bool:
    """Return whether null says in a field that nobody was ahead, instead of nothing."""
    return bool(unwrap(declared) == OrTie)


def is_optional(declared: Any) -> bool:
    """Return whether a type, with or without notes, may be None."""
    while hasattr(declared, "__metadata__"):
        declared = declared.__origin__
    return get_origin(declared) in (Union, UnionType) and type(None) in get_args(declared)


def _list(declared: Any) -> Reader:
    read, exactly = reader_of(get_args(declared)[0]), _exactly(list)

    def read_all(value: Any) -> Any:
        items: list[Any] = []
        exactly(value)
        try:
            for item in value:
                items.append(read(item))
        except Malformed as error:
            raise Malformed(error.why, f"[{len(items)}]{error.where}") from None
        return items

    return read_all


def _dict(declared: Any) -> Reader:
    read_key, read = map(reader_of, get_args(declared))
    exactly = _exactly(dict)

    def read_all(value: Any) -> Any:
        items, key = {}, ""
        exactly(value)
        try:
            for key, item in value.items():
                content = read(item)
                items[read_key(key)] = content
        except Malformed as error:
            raise Malformed(error.why, f"[{excerpt(key)}]{error.where}") from None
        return items

    return read_all


@lru_cache(4_000)
def _declared(kind: Any) -> Reader:
    takes_null, declared = getattr(kind, "takes_null", False), hints(kind)
    may_tie = {key_of(name) for name, hint in declared.items() if takes_tie(hint)}
    fields = {key_of(field.name): (field.alias, reader_of(declared[field.name])) for field in attrs.fields(kind)}
    required = [key_of(field.name) for field in attrs.fields(kind) if field.default is attrs.NOTHING]

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _wrong_type(dict, value)
        if not takes_null and (empty := [key for key, held in value.items() if held is None and key not in may_tie]):
            raise Malformed("{key} must not be null: leave it out", key=empty[0])
        given = {}
        for key, (name, read_field) in fields.items():
            if key in value:
                try:
                    given[name] = read_field(value[key])
                except Malformed as error:
                    raise Malformed(error.why, f".{key}{error.where}") from None
            elif key in required:
                raise Malformed("{key} is missing", key=key)
        if extra := value.keys() - fields.keys():
            raise Malformed('"{key}" is not a key that belongs here', key=excerpt(min(extra)))
        return kind(**given)

    return read


def _account(value: Any) -> Account:
    if type(value) is str:
        return value
    if type(value) is dict and list(value) == ["pot"] and type(value["pot"]) is str:
        return Pot(value["pot"])
    raise Malformed('must be a player\'s name or {"pot": "…"}')


def texts_in(value: Any, wanted: Callable[[Notes], Any], place: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield every text of a declared value whose notes have the one ``wanted``: its place, the text, that note.

    They come in the order of the fields; of an object it is the keys.
    """
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from texts_in(item, wanted, f"{place}[{number}]")
    for attribute, note in noted_fields(type(value), wanted):
        content, at = getattr(value, attribute), f"{place}.{key_of(attribute)}"
        for number, item in enumerate(content if isinstance(content, list | dict) else [content]):
            inner = at if item is content else f"{at}[{number}]"
            if isinstance(item, str):
                yield inner, item, note
            else:
                yield from texts_in(item, wanted, inner)


def _noted_fields(kind: Any, wanted: Callable[[Notes], Any]) -> tuple[tuple[str, Any], ...]:
    found = {name: (wanted(notes_of(hint)), hint) for name, hint in hints(kind).items()} if attrs.has(kind) else {}
    return tuple((name, note) for name, (note, hint) in found.items() if note or noted_fields(_innermost(hint), wanted))


def _innermost(hint: Any) -> Any:
    """Return the type of what a list holds, also one in a list; of the keys of an object."""
    inside = get_args(unwrap(hint))
    return _innermost(inside[0]) if inside else unwrap(hint)


noted_fields: Callable[[Any, Callable[[Notes], Any]], tuple[tuple[str, Any], ...]] = cache(_noted_fields)
"""Return the fields of a declared class with the note ``wanted``, or a class that has such, each with the note."""


def players_in(value: Any) -> Iterator[str]:
    """Yield the players that a move names."""
    return (text for _, text, _ in texts_in(value, _seat))


def _seat(notes: Notes) -> bool:
    return Kind.SEAT in notes


def _seat_fields(kind: Any) -> tuple[str, ...]:
    return tuple(name for name, hint in hints(kind).items() if _seat(notes_of(hint)))


seat_fields: Callable[[Any], tuple[str, ...]] = cache(_seat_fields)
"""Return the fields of a kind of move that name players."""


def names_in(value: Any) -> Iterator[tuple[str, str, Text]]:
    """Yield every name that a declared value brings: its place, the name, the note of its field."""
    return texts_in(value, _name)


def _name(notes: Notes) -> Text | None:
    return next((note for note in notes if isinstance(note, Text) and note.name), None)


def require_new_names(value: Any, where: str = "", known: Container[str] = ()) -> None:
    """Raise Malformed where a name that the value brings can't be a new one; those ``known`` may stay as they are."""
    for place, name, text in names_in(value):
        if name not in known and (why := text.problem_if_new(name)):
            raise Malformed(why, f"{where}{place}" if where else place.removeprefix("."))
