"""The kinds of nearly every question: a text, a number, a box to tick, a choice, an answer for each player."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args

from companion.engine.cached import cached_property
from companion.engine.fields import NOBODY_OF_ALL, AllOf, AsLastTime, Buttons, InRow, Unusual, Within
from companion.engine.message import Message, joined, listed, say, say_many
from companion.engine.phrases import the
from companion.engine.playing import most_dealt
from companion.engine.structure import unwrap
from companion.web.forms.answers import Choices, InvalidAnswer, Path, same_choices, subfields, summed, whole_number
from companion.web.forms.form import Declaration, Field
from companion.web.forms.labels import in_words

MOST_KEYS = 11
"""Up to which number every number is a key."""
FEW_KEYS = 6
"""Up to which number there are keys where larger ones are typed."""
SMALL_SUM = 30
"""A sum of which most parts are small."""
PACK = 52
"""How many cards can be left with a player at most."""


class OneAnswer(Field):
    """A question whose answer is one text."""

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the answer as JSON holds it, None where an optional one is left open."""
        if text := self.text(form):
            return self.read(text)
        if self.required:
            raise self.unanswered()
        return None

    def text(self, form: Mapping[str, str]) -> str:
        """Return the answer as the form holds it; empty where there is none."""
        return form.get(self.name, "").strip()

    def read(self, text: str) -> Any:
        return text


class Text(OneAnswer):
    """A text that is typed."""

    macro = "text"

    @property
    def in_words(self) -> Message:
        """Return the household's words as they stand, but for the usual ones."""
        own = isinstance(self.value, str) and self.value != self.declaration.default
        return joined("", [self.value]) if own else super().in_words


class WrittenFormula(Text):
    """A formula, into which the words that it knows are tapped."""

    macro = "formula"


class Bounded(Field):
    """A question for whole numbers, which may have bounds."""

    @cached_property
    def within(self) -> Within | None:
        """Between which bounds they lie."""
        return self.note(Within)

    @property
    def most(self) -> int | None:
        """The highest that may be said."""
        return self.within.most if self.within else None

    @property
    def signed(self) -> bool:
        """Whether one may be below 0."""
        return self.within is not None and self.within.least < 0


class Number(OneAnswer, Bounded):
    """A whole number that is typed."""

    macro = "number"
    can_be_empty = True

    @property
    def taps(self) -> int | None:
        """Up to which number there are buttons beside the input."""
        buttons = self.note(Buttons)
        return buttons.most if buttons else None

    def read(self, text: str) -> int:
        """Return the number. Raises InvalidAnswer."""
        return whole_number(text, self.lead, self.path)

    def again(self, form: Mapping[str, str]) -> str | None:
        """Return what was typed, a sum as what it comes to."""
        return summed(form[self.name]) if self.name in form else None


class Check(Field):
    """Yes or no, as a box to tick."""

    macro = "check"

    def parse(self, form: Mapping[str, str]) -> bool:
        return self.name in form

    def again(self, form: Mapping[str, str]) -> bool:
        """Return whether the box is ticked: one that isn't is sent by no browser."""
        return self.name in form


class Choice(OneAnswer):
    """One of several values, as buttons."""

    macro = "choice"
    can_be_empty = True
    one_tap = True

    @property
    def nothing(self) -> Message:
        """The words of no answer."""
        return in_words(None, self.key)


class ChosenPlayer(Choice):
    """One of the players."""

    @property
    def nothing(self) -> Message:
        return say("nobody")

    def offers(self) -> Choices:
        return names_of(self, self.form.nameable)


def names_of(asked: Field, players: Iterable[str]) -> Choices:
    """Return players, or the sides by the first player of each, with the names of all partners."""
    if not asked.declaration.one_a_side:
        return same_choices([*players])
    return tuple((side[0], listed(side)) for side in dict.fromkeys(map(asked.form.state.side, players)))


class InTheirRow(ChosenPlayer):
    """One of the players, tapped in the rows of what all are asked."""

    one_tap = False
    stands_open = True
    in_rows = True

    @property
    def of_nobody(self) -> Choices:
        """The answers that name no player, which are asked below the rows."""
        in_row = self.note(InRow)
        return ((NOBODY_OF_ALL, in_row.nobody),) if in_row and in_row.nobody else ()

    def answers(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the player, nobody where nobody may be. Raises InvalidAnswer."""
        found = super().answers(form)
        return {} if found.get(self.key) == NOBODY_OF_ALL else found

    @property
    def says(self) -> str:
        """The words to tap."""
        in_row = self.note(InRow)
        return in_row.says if in_row else ""


class ChosenPot(Choice):
    """One of the pots."""

    def offers(self) -> Choices:
        return tuple((pot, the(pot)) for pot in self.form.state.pots)


class ChosenAccount(Choice):
    """A player or a pot, as ``player:Ann`` or ``pot:pool``."""

    def offers(self) -> Choices:
        """Return all who ever sat, and the pots of the game."""
        players = ((f"player:{name}", name) for name in self.form.state.seats)
        return (*players, *((f"pot:{pot}", the(pot)) for pot in self.form.state.pots))

    def read(self, text: str) -> Any:
        """Return the account as a sheet holds it."""
        sort, _, name = text.partition(":")
        return {"pot": name} if sort == "pot" else name


class ChosenWord(Choice):
    """One of the words, or numbers, of a ``Literal``."""

    def offers(self) -> Choices:
        return tuple((str(word), in_words(word, self.key)) for word in get_args(self.base))

    def read(self, text: str) -> Any:
        """Return the word, or the number that it stands for."""
        return next((word for word in get_args(self.base) if str(word) == text), text)


class Either(OneAnswer):
    """One question for several fields of which exactly one is given, as ``player:Ann`` or ``pot:pool``."""

    macro = "choice"

    @property
    def alternatives(self) -> list[Declaration]:
        """The fields that it asks for."""
        return [self.form.declarations[key] for key in self.declaration.owner.either]

    def offers(self) -> Choices:
        """Return the choices of all the fields, each with its key before it."""
        fields = [self.form.field(declared, {}) for declared in self.alternatives]
        return tuple((f"{one.key}:{value}", words) for one in fields for value, words in one.choices)

    def answers(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the answer under the key of its own field."""
        answer = self.parse(form)
        key, _, value = (answer or "").partition(":")
        return {key: value} if answer else {}

    def leads(self) -> Iterable[Path]:
        """Return its own key and those of all its fields."""
        return [(self.key,), *((declared.key,) for declared in self.alternatives)]


class SeveralPlayers(Field):
    """Players that are ticked."""

    macro = "several"
    in_parts = True
    per_player = True

    def offers(self) -> Choices:
        return names_of(self, self.form.nameable)

    def parse(self, form: Mapping[str, str]) -> list[str] | None:
        """Return the players that are ticked, in seat order."""
        players = self.again(form)
        if self.required and not players:
            raise self.unanswered()
        return players or None

    def again(self, form: Mapping[str, str]) -> list[str]:
        """Return the players that are ticked, in seat order."""
        return [value for value, _ in self.choices if f"{self.name}:{value}" in form]


class PerPlayer(Field):
    """A question with a row for each player, or for each side."""

    in_parts = True
    per_player = True

    def offers(self) -> Choices:
        return names_of(self, self.form.state.playing)

    def again(self, form: Mapping[str, str]) -> Any:
        """Return what was typed for each player, a sum as what it comes to."""
        return {name: summed(text) for name, text in subfields(self.name, form).items()}

    def texts(self, form: Mapping[str, str]) -> dict[str, str]:
        """Return what was typed for each player that is asked, empty texts too."""
        names = [name for name, _ in self.choices if not self.except_field or name != form.get(self.except_field)]
        return {name: form.get(f"{self.name}:{name}", "").strip() for name in names}


class TickEach(PerPlayer):
    """Yes or no of each player, as a box to tick in their row."""

    macro = "each"
    cell = "tick"
    stands_open = True
    look = "mark"

    def own(self, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return whether the phone of the player ``name`` ticks it."""
        return {self.name: "1"} if form.get(f"{self.name}:{name}", "0") != "0" else {}

    def parse(self, form: Mapping[str, str]) -> dict[str, bool] | None:
        """Return those who are ticked. Raises InvalidAnswer where somebody must be."""
        ticked = {name: True for name, text in self.texts(form).items() if text not in ("", "0")}
        if self.required and not ticked:
            raise self.unanswered()
        return ticked or None


class NumberEach(PerPlayer, Bounded):
    """A number for each player, typed."""

    macro = "each"
    cell = "each_number"
    stands_open = True

    @property
    def step(self) -> int:
        """How far a tap goes."""
        return self.within.step if self.within else 1

    @cached_property
    def unusual(self) -> Unusual | None:
        """What is said where all must speak."""
        return self.note(Unusual)

    @property
    def suggests(self) -> bool:
        """Whether what stands in its rows at first was said last time, and may be another number now."""
        return self.note(AsLastTime) is not None

    def own(self, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return what the phone of the player ``name`` answers, by inputs without the name. Raises InvalidAnswer."""
        text = form.get(f"{self.name}:{name}", "").strip()
        return {self.name: self.one_of_keys(text)} if text else {}

    def one_of_keys(self, text: str) -> str:
        """Return an answer that a key gives, or a number that may be typed. Raises InvalidAnswer."""
        if self.offered:
            if text not in map(str, self.offered):
                raise InvalidAnswer(say("{label} Tap one of the keys that are shown.", label=self.lead), self.path)
            return text
        number = whole_number(text, self.lead, self.path)
        if why := self.within and self.within.problem(number):
            raise InvalidAnswer(joined(" ", [self.lead, why]), self.path)
        return str(number)

    @property
    def offered(self) -> Collection[Any]:
        """The answers that are keys of each row; none where a number is typed."""
        return ()

    @property
    def look(self) -> str:
        """Return that small parts of a known sum are keys."""
        return "keys" if self.keys else super().look

    @property
    def keys(self) -> int:
        """Up to which number there are keys; 0 where all is typed."""
        return FEW_KEYS if self.totals and 0 < min(self.totals) <= SMALL_SUM else 0

    @property
    def taps(self) -> int | None:
        """Return the largest number that can be meant, where all add up to a known sum."""
        return max(self.totals) if self.totals else None

    @property
    def whole(self) -> int:
        """What a player may stake of a pot at most, where one tap can do it; 0 where there is no such pot."""
        against = self.note(AllOf)
        return self.form.state.pots.get(against.pot, 0) if against else 0

    def parse(self, form: Mapping[str, str]) -> dict[str, int] | None:
        """Return the numbers; a player whose input is empty isn't named. Raises InvalidAnswer."""
        texts = self.texts(form)
        numbers = read_numbers(texts, self.label, self.path)
        self.require_all(texts)
        return numbers if numbers or self.required else None

    def require_all(self, texts: Mapping[str, str]) -> None:
        """Refuse silence where all must speak. Raises InvalidAnswer, which names the silent."""
        empty = [name for name, text in texts.items() if not text] if self.unusual and self.unusual.of_all else []
        side = self.form.state.side if self.declaration.one_a_side else lambda name: (name,)
        if silent := [mate for name in empty for mate in side(name)]:
            why = say_many("{who} hasn't said yet.", "{who} haven't said yet.", len(silent), who=listed(silent))
            raise InvalidAnswer(joined(" ", [self.lead, why]), (*self.path, empty[0]))


class TappedEach(NumberEach):
    """A small number for each player, as buttons from 0."""

    cell = "each_taps"
    look = "keys"

    @cached_property
    def buttons(self) -> Buttons:
        """How many buttons there are, and whether cards are counted."""
        return self.note(Buttons) or Buttons(0)

    @property
    def counted(self) -> bool:
        return self.buttons.cards

    @property
    def taps(self) -> int:
        """Return the highest button: of cards no more than can be dealt, or were said."""
        return max([self.most_of, *self._said()]) if self.counted else self.buttons.most

    @cached_property
    def most_of(self) -> int:
        """The highest number that can be so; on a player's own phone as far as it is known who was dealt any."""
        if not self.counted:
            return self.buttons.most
        state = self.form.state
        held = (self.value or {}) if self.choices_left else {state.dealer: 0}
        most = most_dealt(state, held)
        return max(self.buttons.most, PACK // (len(state.playing) or 1)) if most is None else most

    def _said(self) -> list[int]:
        said = [str((self.value or {}).get(name)) for name, _ in self.choices]
        return [int(cards) for cards in said if re.fullmatch("[0-9]{1,2}", cards) and int(cards) <= PACK]

    @property
    def offered(self) -> range:
        return range(self.most_of + 1)

    @property
    def keys(self) -> int:
        """Up to which number there are keys; where that isn't the highest button, any number can be typed."""
        return self.usual if self.usual <= MOST_KEYS else FEW_KEYS

    @property
    def lines(self) -> float:
        """Return the part of a line that its keys and its word need: two of up to five share one."""
        return 1 if self.usual > FEW_KEYS - 1 else (self.usual + 1) / FEW_KEYS / 2

    @cached_property
    def usual(self) -> int:
        """The highest button where nobody stands out of the hand, or what was said if it is higher."""
        most = most_dealt(self.form.state, {}) if self.counted and not self.choices_left else None
        return self.taps if most is None else min(max([most, *self._said()]), self.taps)

    def may_have_none(self, player: str) -> bool:
        """Return whether a player may have no card left though another is out, or was said to."""
        return player in self.form.owner.empty_handed(self.form.state) or (self.value or {}).get(player) in (0, "0")

    def parse(self, form: Mapping[str, str]) -> dict[str, int] | None:
        """Return the numbers above 0. Cards are counted for all players or for none. Raises InvalidAnswer."""
        texts = self.texts(form)
        numbers = read_numbers(texts, self.label, self.path)
        missing = next((name for name, text in texts.items() if not text), None)
        if self.counted and missing and (numbers or self.required):
            why = say("{label} Nothing is entered for {name}.", label=self.lead, name=missing)
            raise InvalidAnswer(why, (*self.path, missing))
        if self.unusual:
            self.require_all(texts)
            return numbers
        above = {name: number for name, number in numbers.items() if number}
        return above if above or self.required or (numbers and self.counted) else None


class WordEach(NumberEach):
    """One of some numbers and words for each player, as buttons."""

    cell = "each_word"
    look = "keys words"

    @property
    def offered(self) -> tuple[Any, ...]:
        return self.words

    @property
    def words(self) -> tuple[Any, ...]:
        """The answers that each player can give."""
        return get_args(unwrap(get_args(self.base)[1]))

    def parse(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the answers; a player without one isn't named."""
        known = {str(word): word for word in self.words}
        self.require_all(self.texts(form))
        return {name: known.get(text, text) for name, text in self.texts(form).items() if text}


def read_numbers(texts: Mapping[str, str], label: str, path: Path) -> dict[str, int]:
    """Return the numbers that were typed, by name, empty ones left out. Raises InvalidAnswer."""
    return {name: whole_number(text, joined(" ", [label, name]), (*path, name)) for name, text in texts.items() if text}
