"""The house rules that a known game has of its own: the numbers and variants that people change about it.

The file of the game names them (``docs/games/shelf.md``). Changed, they are the numbers of an ordinary score sheet: its
formulas, what it asks and its rules in words come out as if they had been written so.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from attrs import evolve, frozen

from companion.engine.errors import Malformed
from companion.engine.fields import MaxItems, Name, Text, excerpt
from companion.engine.formula import NAME, FormulaName, Formulated, read_formula
from companion.engine.game import Game
from companion.engine.structure import Notes, mapped, note_of, sort_keys
from companion.scoresheet import open_game

MAX_SETTINGS = 12
"""The most house rules that a game has of its own."""
MOST = 100_000
"""The largest number that one of them can be."""
IN_FORMULAS = frozenset(("target", "hands"))
"""House rules that formulas read by themselves."""
NONE: list[Any] = []
"""Stands for a list that nothing is said of; nobody changes it."""
Sentence = Annotated[str, Text(300)]
Values = Mapping[str, int]
"""Settings by their keys."""


@frozen
class Answer:
    """One of a few ways to play it: what it is called, its number, and its sentence of the rules."""

    choice: Name
    is_: int
    says: Sentence = ""


@frozen
class Setting:
    """A house rule of one game: one of some numbers, of some ways, any number between two, or else yes or no."""

    key: FormulaName
    ask: Annotated[str, Text(150)] = ""
    """The question; empty where the house rule of that key asks it already."""
    numbers: Annotated[list[int], MaxItems(20)] = NONE
    choices: Annotated[list[Answer], MaxItems(20)] = NONE
    least: int = 1
    most: int | None = None
    usual: int | None = None
    says: Sentence = ""
    """The sentence of the rules where it is answered with yes."""

    @property
    def known(self) -> list[int]:
        """What it can be, where that is one of a few: 0 is no."""
        ways = [answer.is_ for answer in self.choices]
        return self.numbers or ways or ([] if self.most is not None else [0, 1])

    @property
    def is_flag(self) -> bool:
        """Whether the answer is yes or no."""
        return not self.numbers and not self.choices and self.most is None

    def can_be(self, number: Any) -> bool:
        """Return whether it can be this."""
        return number in self.known if self.known else type(number) is int and self.least <= number <= (self.most or 0)

    def tells(self, number: int, words: Mapping[str, str]) -> str:
        """Return what stands in the rules for a number: its sentence, or the number itself."""
        for answer in self.choices:
            if answer.is_ == number:
                return words.get(answer.says or answer.choice, answer.says or answer.choice)
        if self.is_flag:
            return words.get(self.says, self.says) if number else ""
        return str(number).replace("-", "−")


class Known(NamedTuple):
    """What a condition of a file sees: the settings."""

    values: Values

    def value(self, name: str) -> Fraction:
        """Return a setting."""
        if name not in self.values:
            raise Malformed('"{name}" is no setting', name=name)
        return Fraction(self.values[name])

    def all_of(self, which: str) -> list["Known"]:
        """Return nobody: a file knows no players."""
        return []

    def words(self) -> dict[str, str]:
        """Return no words."""
        return {}


def complete(settings: Iterable[Setting], options: Mapping[str, Any]) -> tuple[Setting, ...]:
    """Return the settings with what each usually is, where the file doesn't say so itself. Raises Malformed."""
    found = []
    for setting in settings:
        said = options.get(setting.key)
        any_number = setting.key in IN_FORMULAS and setting.is_flag
        setting = evolve(setting, most=MOST) if any_number else setting
        usual = setting.usual if setting.usual is not None else said if type(said) is int else None
        usual = next(iter(setting.known), None) if usual is None else usual
        if usual is None or (setting.known and usual not in setting.known):
            raise Malformed("settings: {key}: say what it usually is", key=setting.key)
        found.append(evolve(setting, usual=usual))
    return tuple(found)


def settled(
    game: Game, written: Mapping[str, Any], settings: Iterable[Setting], changed: Values, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return house rules as a sheet holds them, with the settings as the numbers and words that they come to.

    Raises Malformed.
    """
    settings = [*settings]
    if not settings:
        return dict(written)
    values = {setting.key: changed.get(setting.key, setting.usual or 0) for setting in settings}
    for setting in settings:
        if not setting.can_be(values[setting.key]):
            at, given = f"options.{setting.key}", values[setting.key]
            if setting.known:
                raise Malformed("it can't be {given} in this game", at, given=excerpt(given))
            raise Malformed("a whole number from {least} to {most}", at, least=setting.least, most=setting.most)
    left_out: set[str] = set()
    plain = _without(dict(written), values, left_out)
    if sort_keys(game.options, plain) != plain:
        open_game(game, plain, None)  # says what it doesn't know
    of_formulas = {key: number for key, number in values.items() if key not in IN_FORMULAS} | dict.fromkeys(left_out, 0)
    tells = {setting.key: setting.tells(values[setting.key], words) for setting in settings}

    def change(text: str, notes: Notes) -> str:
        if note_of(Formulated, notes):
            return re.sub(rf"\b{NAME}", lambda found: _in_formula(of_formulas, found[0]), text)
        return told(text, tells)

    found: dict[str, Any] = mapped(game.options, plain, change)
    found |= {key: number for key, number in values.items() if hasattr(game.options, key)}
    found = {key: held for key, held in found.items() if held != 0 or key not in IN_FORMULAS}
    return dict(sort_keys(game.options, found))


def told(text: str, tells: Mapping[str, str]) -> str:
    """Return a text with what its settings say; a line that comes to nothing is left out."""
    lines = []
    for line in text.split("\n"):
        now = line
        for _ in range(2):  # a sentence may name another setting
            now = re.sub(r"\{([a-z0-9_]+)\}", lambda found: tells.get(found[1], found[0]), now)
        if now == line or now.strip():
            lines.append(now if now == line else re.sub("  +", " ", now).strip())
    return "\n".join(lines)


def _in_formula(numbers: Values, name: str) -> str:
    number = numbers.get(name)
    return name if number is None else str(number) if number >= 0 else f"({number})"


def _without(value: Any, values: Values, left_out: set[str]) -> Any:
    """Return a value without what is only there under other settings, whose keys are ``left_out``.

    Of several texts the first that is there stands for them; None where none is, or nothing of a list is left.
    """
    if isinstance(value, dict) and value.keys() == {"setting"}:
        return int(Known(values).value(value["setting"]))
    if isinstance(value, dict):
        now = {key: _without(held, values, left_out) for key, held in value.items() if key != "only"}
        return {key: held for key, held in now.items() if held is not None}
    if not isinstance(value, list):
        return value
    if value and all(isinstance(each, dict) and "text" in each for each in value):
        texts = (each["text"] for each in value if read_formula(each.get("only", "1")).worth(Known(values)))
        return next(texts, None)
    kept = []
    for each in value:
        only = each.get("only") if isinstance(each, dict) else None
        if only is None or read_formula(only).worth(Known(values)):
            kept.append(_without(each, values, left_out))
        elif "key" in each:
            left_out.add(each["key"])
    names = {each["key"] for each in kept if isinstance(each, dict) and "key" in each}
    left_out -= names  # one of several of a key is there
    return kept if kept or not value else None
