"""A known game as a form asks for it: the house rules of its own, and what people agree on at any table besides."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

from attrs import field, frozen

from companion.engine.fields import Within
from companion.engine.game import Options
from companion.engine.structure import hints, key_of, write
from companion.settings import Setting
from companion.shelf import AT_A_TABLE, Description, Shelved, first_line, shelf, shelved_as
from companion.web.forms.form import redisplay_written

ENDS = ("target", "hands")
"""The house rules that end a game of points."""
BESIDE = ("stake", "pay", "per_point")
"""What any game of points may be played for."""
LAID = ("pots_", "looed")
"""What people agree on at a table of a round game: what lies in, and what who takes no trick pays."""
LATER = ("looed", "shared_by", "calls")
"""House rules of round games that no file of the shelf had once."""


def asks_of(options: Options, language: str) -> Any:
    """Return the class whose fields ask for house rules: the game's own, or of a known game what people change."""
    known = shelved_as(options)
    return asked_of(known.key, language) if known else asked_at_a_table(written_as(options)) or type(options)


def written_as(options: Any) -> str:
    """Return the key of the game of the shelf whose file said it in other words once; empty where there is none.

    It goes by the name, and by what a hand of it asks; a household that describes a game tells it in a way. A round
    game goes by its first line, too, and by what its rules don't hold yet.
    """
    kind: Any = type(options)
    for key, told in shelf().items():
        if told.game.options is kind and told.says(options):
            now: Any = told.opening.options
            if not told.game.scored:
                lacks = any(getattr(now, name) and getattr(options, name) in (None, []) for name in LATER)
                return key if lacks and first_line(options) in map(first_line, told.every) else ""
            worked = [words["worked"] for words in told.told.values() if "worked" in words]
            asked = {each["key"] for one in worked for each in one.get("questions", ())}
            its = options.worked and not options.way and {each.key for each in options.worked.questions} <= asked
            return key if its else ""
    return ""


@cache
def asked_at_a_table(key: str) -> Any:
    """Return the class that asks for what is agreed at a table alone, whose game goes on by the words it began with."""
    if not key:
        return None
    told, own = shelf()[key], hints(shelf()[key].game.options)
    usual: Any = told.opening.options if told.game.scored else told.game.options()
    agreed = beside(told) or [name for name in LAID if getattr(told.opening.options, name)]
    body = {name: field(default=getattr(usual, name), kw_only=True) for name in agreed}
    return frozen(type("Agreed", (Options,), {"__annotations__": {name: own[name] for name in body}, **body}))


@cache
def asked_of(key: str, language: str) -> Any:
    """Return the class that asks for the house rules of a known game, each usual by default."""
    told = shelf()[key]
    own, usual = hints(told.game.options), told.options(language)
    if not told.game.scored and not told.settings:
        return told.game.options
    words = told.words(language)
    asked = {setting.key: hint_of(setting, words, own) for setting in told.settings}
    values = {setting.key: answer_of(setting, setting.usual or 0, words) for setting in told.settings}
    for name in beside(told):
        if name not in asked:
            asked[name], values[name] = own[name], getattr(usual, name)
    body = {name: field(default=value, kw_only=True) for name, value in values.items()}
    return frozen(type("Asked", (Options,), {"__annotations__": asked, **body}))


def beside(told: Description) -> list[str]:
    """Return the house rules that people agree on at a table, of those that every game of points has."""
    options: Any = told.opening.options
    if not told.game.scored:
        return []
    ends = [name for name in ENDS if getattr(options, name)] or ([] if options.worked.ends_itself else ENDS)
    return [*ends, *(("partners", "sides") if options.partners > 1 else ()), *BESIDE]


def hint_of(setting: Setting, words: Mapping[str, str], own: Mapping[str, Any]) -> Any:
    """Return the annotated type that asks for a setting."""
    if not setting.ask:
        return own[setting.key]
    ask = words.get(setting.ask, setting.ask)
    if setting.is_flag:
        return Annotated[bool, ask]
    if setting.known:
        answers = tuple(answer_of(setting, number, words) for number in setting.known)
        return Annotated[Literal[answers], ask]
    return Annotated[int, Within(setting.least, setting.most or setting.least), ask]


def answer_of(setting: Setting, number: int, words: Mapping[str, str]) -> Any:
    """Return the answer to a setting that stands for a number: a word, yes or no, or the number."""
    called = next((answer.choice for answer in setting.choices if answer.is_ == number), None)
    return bool(number) if setting.is_flag else number if called is None else words.get(called, called)


def shown(options: Options, language: str) -> dict[str, Any]:
    """Return house rules as the questions of ``asks_of`` show them."""
    known, values = shelved_as(options), redisplay_written(options)
    if not known:
        return values
    told = shelf()[known.key]
    words = told.words(language)
    return values | {each.key: answer_of(each, known.settings[each.key], words) for each in told.settings}


def amended(options: Options, answered: Mapping[str, Any], held: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return house rules as a sheet holds them, by what was answered to ``asks_of``. Raises Malformed."""
    if known := shelved_as(options):
        return given(known, answered, held, language)
    asked = asks_of(options, language)
    if asked is type(options):
        return dict(answered)
    usual, defaults = write(asked()), write(type(options)())
    unasked = {key: value for key, value in held.items() if key not in map(key_of, hints(asked))}
    return {**unasked, **{key: value for key, value in usual.items() if value != defaults.get(key)}, **answered}


def given(known: Shelved, answered: Mapping[str, Any], held: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return the house rules of a known game as a sheet holds them, by what was answered in a language to ``asked_of``.

    Of those that it ``held`` before, what people agree on at a table stays where it isn't asked. Raises Malformed.
    """
    told, asked = shelf()[known.key], asked_of(known.key, language)
    if asked is told.game.options:
        return dict(answered)
    words = told.words(language)
    own = {setting.key: setting for setting in told.settings}
    changed = {key: number_of(own[key], value, words) for key, value in answered.items() if key in own}
    others = {key: value for key, value in answered.items() if key not in own}
    unasked = {key: value for key, value in held.items() if key in AT_A_TABLE - hints(asked).keys()}
    every = told.given(changed, known.language) | unasked | others
    return {key: value for key, value in every.items() if value is not None}


def number_of(setting: Setting, answer: Any, words: Mapping[str, str]) -> Any:
    """Return the number of an answer; an answer that is none of its choices as it is."""
    called = {words.get(each.choice, each.choice): each.is_ for each in setting.choices}
    return called.get(answer, int(answer) if isinstance(answer, bool) else answer)
