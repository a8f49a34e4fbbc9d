"""A JSON Schema (2020-12) of the score sheet, made from the declarations that the reader reads by.

Sums, fields that exclude each other and names that can't be told apart stay with the reader: no schema can say them.
"""

from typing import Any, Literal, get_args, get_origin

import attrs

from companion.engine.fields import MAX_PLAYERS, Account, Name, OrTie
from companion.engine.game import Game, Move
from companion.engine.structure import hints, is_optional, key_of, written
from companion.games import catalogue
from companion.scoresheet.money import CounterValue
from companion.scoresheet.sheet import Start

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TYPES: dict[Any, Schema] = {
    Any: {},
    bool: {"type": "boolean"},
    dict: {"type": "object"},
    int: {"type": "integer"},
    list: {"type": "array"},
    str: {"type": "string"},
}
"""The types that stand in declarations without anything inside them."""


def json_schema() -> Schema:
    """Return the schema of a whole score sheet: every game, every house rule, every move."""
    definitions = Definitions()
    games = [_branch("game", key, definitions.game(game)) for key, game in catalogue().items()]
    properties = {
        "scoresheet": {"description": "The edition of this format", "const": 1},
        "players": _array(definitions.of(Name))
        | {"description": "The names in seat order", "minItems": 1, "maxItems": MAX_PLAYERS, "uniqueItems": True},
        "start": definitions.of(Start),
        "counter_value": definitions.of(CounterValue),
        "games": {"description": "The games in the order in which they were played"}
        | _array(_choice("game", list(catalogue()), games)),
    }
    required = ["scoresheet", "players", "games"]
    head = {"$schema": DIALECT, "title": "Score sheet", "description": "One evening at one table, as data."}
    return head | _object(properties, required) | {"$defs": definitions.written}


class Definitions:
    """The definitions that a schema refers to, each declared class and each game once."""

    def __init__(self) -> None:
        """Begin without any."""
        self.written: dict[str, Schema] = {}
        self._names: dict[Any, str] = {}  # by the class

    def game(self, game: Game) -> Schema:
        """Return a reference to a game."""
        name = game.key
        self.written[name] = {}  # stands before the moves that it refers to
        moves = [_branch("move", name, self.move(kind)) for name, kind in game.by_name.items()]
        properties = {
            "game": {"const": game.key},
            "options": self.of(game.options, nulls=True),
            "dealer": {"description": "Who deals first", "type": "string"},
            "edition": {"description": "The edition of the game's rules", "const": game.edition},
            "moves": _array(_choice("move", list(game.by_name), moves)),
        }
        about = {"title": str(game.title), "description": str(game.summary)}
        self.written[name] = about | _object(properties, ["game", "moves"])
        return _reference(name)

    def move(self, kind: type[Move]) -> Schema:
        return self._declared(kind, {"title": str(kind.label)}, {"move": {"const": kind.name}})

    def of(self, hint: Any, *, nulls: bool = False) -> Schema:
        """Return the schema of a type with its notes; where it is optional, ``nulls`` says whether null may stand."""
        if hasattr(hint, "__metadata__"):
            return self._noted(hint, nulls)
        if hint == Account:
            return {"anyOf": [TYPES[str], _object({"pot": TYPES[str]}, ["pot"])]}
        if hint == OrTie:
            return {"type": ["string", "null"]}
        if is_optional(hint):
            (base,) = [inner for inner in get_args(hint) if inner is not type(None)]
            return {"anyOf": [self.of(base), {"type": "null"}]} if nulls else self.of(base)
        if attrs.has(hint):
            return self._declared(hint, {}, {})
        return self._plain(hint)

    def _plain(self, hint: Any) -> Schema:
        """Return the schema of a list, an object, a few words or a plain type."""
        inside = get_args(hint)
        if get_origin(hint) is Literal:
            return {"enum": list(inside)}
        if get_origin(hint) is list:
            return _array(self.of(inside[0], nulls=True))
        if get_origin(hint) is dict:
            names = {"propertyNames": self.of(inside[0])} if self.of(inside[0]) != TYPES[str] else {}
            return TYPES[dict] | names | {"additionalProperties": self.of(inside[1], nulls=True)}
        return TYPES[hint]

    def _noted(self, hint: Any, nulls: bool) -> Schema:
        """Return the schema of an annotated type: its texts describe it, other notes say their own part."""
        texts = " ".join(note for note in hint.__metadata__ if isinstance(note, str))
        schema = self.of(hint.__origin__, nulls=nulls)
        for note in hint.__metadata__:
            part = note.json_schema() if hasattr(note, "json_schema") else {}
            schema = {"allOf": [schema, part]} if schema.keys() & part.keys() else schema | part
        return {"description": texts} | schema if texts else schema

    def _declared(self, kind: Any, about: Schema, properties: Schema) -> Schema:
        """Return a reference to the definition of a declared class, its fields after ``properties``."""
        if kind not in self._names:
            self._names[kind] = name = self._unused_name(kind)
            self.written[name] = {}  # stands before the classes that it refers to
            nulls, required = getattr(kind, "takes_null", False), list(properties)
            fields = dict(properties)
            for field, (attribute, hint) in zip(attrs.fields(kind), hints(kind).items(), strict=True):
                fields[key_of(attribute)] = self.of(hint, nulls=nulls) | _default(field.default)
                required += [key_of(attribute)] if field.default is attrs.NOTHING else []
            exclusive = [getattr(kind, "either", ()), *getattr(kind, "instead", {}).items()]
            one_of = [{"oneOf": [{"required": [field]} for field in group]} for group in exclusive if group]
            about = about | {"description": " ".join((kind.__doc__ or "").split("\n\n")[0].split())}
            self.written[name] = about | _object(fields, required) | ({"allOf": one_of} if one_of else {})
        return _reference(self._names[kind])

    def _unused_name(self, kind: Any) -> str:
        """Return a name for a class, by its module; another one may have the same."""
        name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
        twins = sum(other == name or other.startswith(f"{name}-") for other in self.written)
        return f"{name}-{twins + 1}" if twins else name


def _branch(key: str, value: str, then: Schema) -> Schema:
    return {"if": {"properties": {key: {"const": value}}, "required": [key]}, "then": then}


def _choice(key: str, words: list[str], branches: list[Schema]) -> Schema:
    """Return the schema of an object whose ``key`` says which of the branches is meant."""
    return {"type": "object", "properties": {key: {"enum": words}}, "required": [key], "allOf": branches}


def _object(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _default(value: Any) -> Schema:
    """Return the default of a field as a sheet writes it; a field that is left out has none."""
    if value is None or value is attrs.NOTHING:
        return {}
    return {"default": written(value)}
