"""Controls with an answer for each player: a number, a word, or counters laid in several places."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin

from attrs import fields, has

from companion.engine.fields import AllOf, Buttons, Kind, Over, SumIs, Times, Within
from companion.engine.message import joined, listed, say
from companion.engine.phrases import pot_named
from companion.engine.structure import key_of, note_of, unwrap
from companion.web.forms.answers import Choices, InvalidAnswer, Path, same_choices, summed, whole_number
from companion.web.forms.form import Control, Field
from companion.web.forms.input_names import subfields

PACK = 52
"""How many cards can be left with a player at most."""


class PerPlayer(Control):
    """A control with a row for each player, or for each side."""

    in_parts = True
    per_player = True

    def choices(self, asked: Field) -> Choices:
        """Return those who are in, or the sides by the first of each."""
        state = asked.form.state
        if asked.declaration.one_a_side:
            return tuple((side[0], listed(side)) for side in dict.fromkeys(map(state.side, state.playing)))
        return same_choices(state.playing)

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return what was typed for each player, a sum as what it comes to."""
        return {name: summed(text) for name, text in subfields(asked.name, form).items()}

    def texts(self, asked: Field, form: Mapping[str, str]) -> dict[str, str]:
        """Return what was typed for each player that is asked, empty texts too."""
        names = [name for name, _ in asked.choices if not asked.except_field or name != form.get(asked.except_field)]
        return {name: form.get(f"{asked.name}:{name}", "").strip() for name in names}


class NumberEach(PerPlayer):
    """A number for each player, typed."""

    template = "forms/each.html"
    cell = "forms/_each_number.html"
    """The template of one player's answer."""
    stands_open = True
    figure = True

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out what all the numbers must come to, and whether they may be below 0."""
        super().__init__(base, notes)
        total, within = note_of(SumIs, notes), note_of(Within, notes)
        self.total = total.counters if total else None
        self.signed = within is not None and within.least < 0

    def whole(self, asked: Field) -> int:
        """Return what a player may stake of a pot at most, where one tap can do it; 0 where there is no such pot."""
        against = note_of(AllOf, self.notes)
        return asked.form.state.pots.get(against.pot, 0) if against else 0

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of players."""
        return get_origin(base) is dict

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, int] | None:
        """Return the numbers; a player whose input is empty isn't named. Raises InvalidAnswer."""
        numbers = read_numbers(self.texts(asked, form), asked.label, asked.path)
        return numbers if numbers or asked.required else None


class TappedEach(NumberEach):
    """A small number for each player, as buttons from 0."""

    cell = "forms/_each_taps.html"
    figure = False

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out how many buttons there are, and whether cards are counted."""
        super().__init__(base, notes)
        self.buttons = note_of(Buttons, notes) or Buttons(0)
        self.counted = self.buttons.cards

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of small numbers."""
        return get_origin(base) is dict and note_of(Buttons, notes) is not None

    def taps(self, asked: Field) -> int:
        """Return the highest button: of cards no more than were dealt, or were said."""
        if not self.counted:
            return self.buttons.most
        players = len(asked.form.state.playing) or 1
        dealing = asked.form.state.options.dealing(players)
        dealt = dealing.longest_of_all if dealing else max(self.buttons.most, PACK // players)
        said = [cards for cards in (asked.value or {}).values() if type(cards) is int and cards <= PACK]
        return max([dealt, *said])

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, int] | None:
        """Return the numbers above 0. Cards are counted for all players or for none. Raises InvalidAnswer."""
        texts = self.texts(asked, form)
        numbers = read_numbers(texts, asked.label, asked.path)
        missing = next((name for name, text in texts.items() if not text), None)
        if self.counted and missing and (numbers or asked.required):
            why = say("{label} Enter it for {name} too.", label=asked.label, name=missing)
            raise InvalidAnswer(why, (*asked.path, missing))
        above = {name: number for name, number in numbers.items() if number}
        return above if above or asked.required or (numbers and self.counted) else None


class OverEach(NumberEach):
    """A number for each player, as buttons from the least that matters; a player below it isn't named."""

    cell = "forms/_each_over.html"
    figure = False

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of numbers of which the small ones don't matter."""
        return get_origin(base) is dict and note_of(Over, notes) is not None

    def numbers(self, asked: Field) -> tuple[int, ...]:
        """Return the numbers that are buttons, with larger ones that were said; none where every number matters."""
        over = note_of(Over, self.notes)
        if over is None or getattr(asked.form.state.options, over.unless):
            return ()
        said = {number for number in (asked.value or {}).values() if type(number) is int}
        return (*range(over.least, over.most + 1), *sorted(number for number in said if number > over.most))


class TimesEach(NumberEach):
    """How many times each player won the stake, as buttons; a natural of the bank answers for all at once."""

    template = "forms/times.html"
    cell = "forms/_each_times.html"
    figure = False

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out how often a stake can be won, and who is asked."""
        super().__init__(base, notes)
        self.times = note_of(Times, notes) or Times(1, ())
        self.signed = False  # nothing is typed

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of numbers of times."""
        return get_origin(base) is dict and note_of(Times, notes) is not None

    def numbers(self, asked: Field) -> tuple[int, ...]:
        """Return the answers that each player can give, lost ones first; more where two hands were written as one."""
        said = [abs(number) for number in (asked.value or {}).values() if type(number) is int]
        most = max([self.times.most, *said])
        return tuple(range(-most, most + 1))

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, int]:
        """Return the answers of those who staked: their own, or else what the bank's natural takes from all.

        The second hand of a pair that was split is added, and where the bank doubled all stakes everything is doubled.
        Raises InvalidAnswer, also where only the first hand of such a pair is answered.
        """
        said, rate = self.redisplay(asked, form), 2 if f"{asked.name}-doubled" in form else 1
        staked = [name for name, _ in asked.choices if form.get(f"{self.times.of}:{name}", "").strip()]
        first = read_numbers({name: said.get(name, "") for name in staked}, asked.label, asked.path)
        split = {name: said["second", name] for name in staked if ("second", name) in said}
        second = read_numbers(split, asked.label, asked.path)
        for name in split:
            if name in first and name not in second:
                why = say("Say what the second hand of {name} won or lost.", name=name)
                raise InvalidAnswer(why, (*asked.path, name))
        return {name: rate * (number + second.get(name, 0)) for name, number in first.items()}

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> dict[Any, str]:
        """Return what was said of each player, or else of all; the second hand of a split pair stands under a pair."""
        for_all = form.get(f"{asked.name}-all", "")
        said: dict[Any, str] = {name: text or for_all for name, text in self.texts(asked, form).items()}
        split = [name for name in said if f"{asked.name}-split:{name}" in form]
        second = {("second", name): form.get(f"{asked.name}-second:{name}", "") or for_all for name in split}
        doubled = {("doubled",): "on"} if f"{asked.name}-doubled" in form else {}
        return said | second | doubled


class WordEach(NumberEach):
    """One of some numbers and words for each player, as buttons."""

    cell = "forms/_each_word.html"
    figure = False

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of words."""
        return get_origin(base) is dict and get_origin(unwrap(get_args(base)[1])) is Literal

    @property
    def words(self) -> tuple[Any, ...]:
        """The answers that each player can give."""
        return get_args(unwrap(get_args(self.base)[1]))

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the answers; a player without one isn't named."""
        known = {str(word): word for word in self.words}
        return {name: known.get(text, text) for name, text in self.texts(asked, form).items() if text}


class Lays(PerPlayer):
    """Counters that each player lays in several places."""

    template = "forms/lays.html"
    tapped = True
    """Whether a tap on a heap lays one counter more."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of objects."""
        if get_origin(base) is not dict:
            return False
        laid = unwrap(get_args(base)[1])
        return has(laid) or get_origin(laid) is dict

    def heaps(self, asked: Field) -> Choices:
        """Return where each lays counters: on the pots, or on what else a player lays on."""
        laid = unwrap(get_args(self.base)[1])
        if has(laid):
            return tuple((key, say(key)) for key in (key_of(attribute.name) for attribute in fields(laid)))
        return tuple((pot, pot_named(pot)) for pot in asked.form.state.pots)

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, dict[str, int]] | None:
        """Return what each lays where; who lays nothing isn't named. Raises InvalidAnswer."""
        heaps = [heap for heap, _ in self.heaps(asked)]
        laid = {name: self._laid_by(asked, name, heaps, form) for name, _ in asked.choices}
        return {name: numbers for name, numbers in laid.items() if numbers} or ({} if asked.required else None)

    def _laid_by(self, asked: Field, name: str, heaps: Iterable[str], form: Mapping[str, str]) -> dict[str, int]:
        """Return what one player lays where. Raises InvalidAnswer."""
        texts = {heap: form.get(f"{asked.name}:{name}:{heap}", "").strip() for heap in heaps}
        numbers = read_numbers(texts, joined(" ", [asked.label, name]), (*asked.path, name))
        return {heap: number for heap, number in numbers.items() if number}

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """Return what was typed for each player."""
        typed = {name: subfields(f"{asked.name}:{name}", form) for name, _ in asked.choices}
        return {name: {heap: summed(text) for heap, text in heaps.items()} for name, heaps in typed.items()}


class PartsEach(Lays):
    """A number for each player of every part that the house rules name."""

    tapped = False

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for an object of objects of parts."""
        return super().asks_for(base, notes) and Kind.PART in notes

    def heaps(self, asked: Field) -> Choices:
        """Return the parts."""
        return same_choices([part.part for part in asked.form.state.options.parts])

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, dict[str, int]] | None:
        """Return what each has of which part, also nothing, once anything was typed. Raises InvalidAnswer."""
        counted = super().parse(asked, form) or {}
        typed = any(text.strip() for by_part in self.redisplay(asked, form).values() for text in by_part.values())
        return {name: counted.get(name, {}) for name, _ in asked.choices} if typed else None


def read_numbers(texts: Mapping[str, str], label: str, path: Path) -> dict[str, int]:
    """Return the numbers that were typed, by name, empty ones left out. Raises InvalidAnswer."""
    return {name: whole_number(text, joined(" ", [label, name]), (*path, name)) for name, text in texts.items() if text}
