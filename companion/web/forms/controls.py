"""The controls of nearly every question: a text, a number, a box to tick, a choice, an answer for each player."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args

from companion.engine.fields import NOBODY_OF_ALL, AllOf, AsLastTime, Buttons, InRow, SumIs, Unusual, Within
from companion.engine.message import Message, joined, listed, say, say_many
from companion.engine.phrases import the
from companion.engine.playing import most_dealt
from companion.engine.structure import note_of, unwrap
from companion.web.forms.answers import Choices, InvalidAnswer, Path, same_choices, subfields, summed, whole_number
from companion.web.forms.form import Control, Declaration, Field
from companion.web.forms.labels import in_words

MOST_KEYS = 11
"""Up to which number every number is a key."""
FEW_KEYS = 6
"""Up to which number there are keys where larger ones are typed."""
SMALL_SUM = 30
"""A sum of which most parts are small."""
PACK = 52
"""How many cards can be left with a player at most."""


class OneAnswer(Control):
    """A control whose answer is one text."""

    def parse(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return the answer as JSON holds it, None where an optional one is left open."""
        if text := self.text(asked, form):
            return self.read(asked, text)
        if asked.required:
            raise asked.unanswered()
        return None

    def text(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return the answer as the form holds it; empty where there is none."""
        return form.get(asked.name, "").strip()

    def read(self, asked: Field, text: str) -> Any:
        """Return a text as JSON holds it."""
        return text


class Text(OneAnswer):
    """A text that is typed."""

    macro = "text"

    def in_words(self, asked: Field) -> Message:
        """Return the household's words as they stand, but for the usual ones."""
        own = isinstance(asked.value, str) and asked.value != asked.declaration.default
        return joined("", [asked.value]) if own else super().in_words(asked)


class WrittenFormula(Text):
    """A formula, into which the words that it knows are tapped."""

    macro = "formula"


class Number(OneAnswer):
    """A whole number that is typed."""

    macro = "number"
    can_be_empty = True

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out between which bounds the number lies, and whether small ones are tapped."""
        super().__init__(base, notes)
        self.within = note_of(Within, notes)
        self.most = self.within.most if self.within else None
        self.buttons = note_of(Buttons, notes)

    def taps(self, asked: Field) -> int | None:
        """Return up to which number there are buttons beside the input."""
        return self.buttons.most if self.buttons else None

    def read(self, asked: Field, text: str) -> int:
        """Return the number. Raises InvalidAnswer."""
        return whole_number(text, asked.lead, asked.path)

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> str | None:
        """Return what was typed, a sum as what it comes to."""
        return summed(form[asked.name]) if asked.name in form else None

    @property
    def signed(self) -> bool:
        """Whether it may be below 0."""
        return self.within is not None and self.within.least < 0


class Check(Control):
    """Yes or no, as a box to tick."""

    macro = "check"

    def parse(self, asked: Field, form: Mapping[str, str]) -> bool:
        """Return whether the box is ticked."""
        return asked.name in form

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> bool:
        """Return whether the box is ticked: one that isn't is sent by no browser."""
        return asked.name in form


class Choice(OneAnswer):
    """One of several values, as buttons."""

    macro = "choice"
    can_be_empty = True
    one_tap = True

    def nothing(self, asked: Field) -> Message:
        """Return the words of no answer."""
        return in_words(None, asked.key)


class ChosenPlayer(Choice):
    """One of the players."""

    def nothing(self, asked: Field) -> Message:
        """Return that it is nobody."""
        return say("nobody")

    def choices(self, asked: Field) -> Choices:
        """Return those who can be named."""
        return those_named(asked)


def those_named(asked: Field) -> Choices:
    """Return those who can be named, or the sides by the first player of each, with the names of all partners."""
    if not asked.declaration.one_a_side:
        return same_choices([*asked.form.nameable])
    sides = dict.fromkeys(map(asked.form.state.side, asked.form.nameable))
    return tuple((side[0], listed(side)) for side in sides)


class InTheirRow(ChosenPlayer):
    """One of the players, tapped in the rows of what all are asked."""

    one_tap = False
    stands_open = True
    in_rows = True

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out what stands in each row."""
        super().__init__(base, notes)
        self.in_row = note_of(InRow, notes)

    def named(self, player: str) -> str:
        """Return the answer that names a player."""
        return player

    def of_nobody(self, asked: Field) -> Choices:
        """Return the answers that name no player, which are asked below the rows."""
        return ((NOBODY_OF_ALL, self.in_row.nobody),) if self.in_row and self.in_row.nobody else ()

    def answers(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the player, nobody where nobody may be. Raises InvalidAnswer."""
        found = super().answers(asked, form)
        return {} if found.get(asked.key) == NOBODY_OF_ALL else found

    @property
    def says(self) -> Message:
        """The words to tap."""
        assert self.in_row
        return self.in_row.says


class ChosenPot(Choice):
    """One of the pots."""

    def choices(self, asked: Field) -> Choices:
        """Return the pots of the game."""
        return tuple((pot, the(pot)) for pot in asked.form.state.pots)


class ChosenAccount(Choice):
    """A player or a pot, as ``player:Ann`` or ``pot:pool``."""

    def choices(self, asked: Field) -> Choices:
        """Return all who ever sat, and the pots of the game."""
        players = ((f"player:{name}", name) for name in asked.form.state.seats)
        return (*players, *((f"pot:{pot}", the(pot)) for pot in asked.form.state.pots))

    def read(self, asked: Field, text: str) -> Any:
        """Return the account as a sheet holds it."""
        sort, _, name = text.partition(":")
        return {"pot": name} if sort == "pot" else name


class ChosenWord(Choice):
    """One of the words, or numbers, of a ``Literal``."""

    def choices(self, asked: Field) -> Choices:
        """Return the words as people say them."""
        return tuple((str(word), in_words(word, asked.key)) for word in get_args(self.base))

    def read(self, asked: Field, text: str) -> Any:
        """Return the word, or the number that it stands for."""
        return next((word for word in get_args(self.base) if str(word) == text), text)


class Either(OneAnswer):
    """One question for several fields of which exactly one is given, as ``player:Ann`` or ``pot:pool``."""

    macro = "choice"

    def __init__(self, alternatives: tuple[Declaration, ...] = ()) -> None:
        """Ask for these fields together."""
        super().__init__(None, ())
        self.alternatives = alternatives

    def choices(self, asked: Field) -> Choices:
        """Return the choices of all the fields, each with its key before it."""
        fields = [asked.form.field(declared, {}) for declared in self.alternatives]
        return tuple((f"{one.key}:{value}", words) for one in fields for value, words in one.choices)

    def answers(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the answer under the key of its own field."""
        answer = self.parse(asked, form)
        key, _, value = (answer or "").partition(":")
        return {key: value} if answer else {}

    def leads(self, asked: Field) -> Iterable[Path]:
        """Return its own key and those of all its fields."""
        return [(asked.key,), *((declared.key,) for declared in self.alternatives)]


class SeveralPlayers(Control):
    """Players that are ticked."""

    macro = "several"
    in_parts = True
    per_player = True

    def choices(self, asked: Field) -> Choices:
        """Return those who can be named."""
        return those_named(asked)

    def parse(self, asked: Field, form: Mapping[str, str]) -> list[str] | None:
        """Return the players that are ticked, in seat order."""
        players = self.redisplay(asked, form)
        if asked.required and not players:
            raise asked.unanswered()
        return players or None

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> list[str]:
        """Return the players that are ticked, in seat order."""
        return [value for value, _ in asked.choices if f"{asked.name}:{value}" in form]


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


class TickEach(PerPlayer):
    """Yes or no of each player, as a box to tick in their row."""

    macro = "each"
    cell = "tick"
    stands_open = True

    def look(self, asked: Field) -> str:
        """Return that it is a mark beside the name."""
        return "mark"

    def own(self, asked: Field, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return whether the phone of the player ``name`` ticks it."""
        return {asked.name: "1"} if form.get(f"{asked.name}:{name}", "0") != "0" else {}

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, bool] | None:
        """Return those who are ticked. Raises InvalidAnswer where somebody must be."""
        ticked = {name: True for name, text in self.texts(asked, form).items() if text not in ("", "0")}
        if asked.required and not ticked:
            raise asked.unanswered()
        return ticked or None


class NumberEach(PerPlayer):
    """A number for each player, typed."""

    macro = "each"
    cell = "each_number"
    stands_open = True

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out what all the numbers must come to, and whether they may be below 0."""
        super().__init__(base, notes)
        total, self.within = note_of(SumIs, notes), note_of(Within, notes)
        self.totals = (total.counters,) if total else ()
        self.signed = self.within is not None and self.within.least < 0
        self.step = self.within.step if self.within else 1
        self.unusual = note_of(Unusual, notes)
        self.most = self.within.most if self.within else None

    @property
    def suggests(self) -> bool:
        """Whether what stands in its rows at first was said last time, and may be another number now."""
        return note_of(AsLastTime, self.notes) is not None

    def own(self, asked: Field, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return what the phone of the player ``name`` answers, by inputs without the name. Raises InvalidAnswer."""
        text = form.get(f"{asked.name}:{name}", "").strip()
        return {asked.name: self.one_of_keys(asked, text)} if text else {}

    def one_of_keys(self, asked: Field, text: str) -> str:
        """Return an answer that a key gives, or a number that may be typed. Raises InvalidAnswer."""
        keys = self.offered(asked)
        if keys:
            if text not in map(str, keys):
                raise InvalidAnswer(say("{label} Tap one of the keys that are shown.", label=asked.lead), asked.path)
            return text
        number = whole_number(text, asked.lead, asked.path)
        if why := self.within and self.within.problem(number):
            raise InvalidAnswer(joined(" ", [asked.lead, why]), asked.path)
        return str(number)

    def offered(self, asked: Field) -> Collection[Any]:
        """Return the answers that are keys of each row; none where a number is typed."""
        return ()

    def look(self, asked: Field) -> str:
        """Return that small parts of a known sum are keys."""
        return "keys" if self.keys(asked) else super().look(asked)

    def keys(self, asked: Field) -> int:
        """Return up to which number there are keys; 0 where all is typed."""
        return FEW_KEYS if asked.totals and 0 < min(asked.totals) <= SMALL_SUM else 0

    def taps(self, asked: Field) -> int | None:
        """Return the largest number that can be meant, where all add up to a known sum."""
        return max(asked.totals) if asked.totals else None

    def whole(self, asked: Field) -> int:
        """Return what a player may stake of a pot at most, where one tap can do it; 0 where there is no such pot."""
        against = note_of(AllOf, self.notes)
        return asked.form.state.pots.get(against.pot, 0) if against else 0

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, int] | None:
        """Return the numbers; a player whose input is empty isn't named. Raises InvalidAnswer."""
        texts = self.texts(asked, form)
        numbers = read_numbers(texts, asked.label, asked.path)
        self.require_all(asked, texts)
        return numbers if numbers or asked.required else None

    def require_all(self, asked: Field, texts: Mapping[str, str]) -> None:
        """Refuse silence where all must speak. Raises InvalidAnswer, which names the silent."""
        empty = [name for name, text in texts.items() if not text] if self.unusual and self.unusual.of_all else []
        side = asked.form.state.side if asked.declaration.one_a_side else lambda name: (name,)
        if silent := [mate for name in empty for mate in side(name)]:
            why = say_many("{who} hasn't said yet.", "{who} haven't said yet.", len(silent), who=listed(silent))
            raise InvalidAnswer(joined(" ", [asked.lead, why]), (*asked.path, empty[0]))


class TappedEach(NumberEach):
    """A small number for each player, as buttons from 0."""

    cell = "each_taps"

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out how many buttons there are, and whether cards are counted."""
        super().__init__(base, notes)
        self.buttons = note_of(Buttons, notes) or Buttons(0)
        self.counted = self.buttons.cards

    def taps(self, asked: Field) -> int:
        """Return the highest button: of cards no more than can be dealt, or were said."""
        return max([self.most_of(asked), *self._said(asked)]) if self.counted else self.buttons.most

    def most_of(self, asked: Field) -> int:
        """Return the highest number that can be so; on a player's own phone as far as it is known who was dealt any."""
        if not self.counted:
            return self.buttons.most
        state = asked.form.state
        held = (asked.value or {}) if asked.choices_left else {state.dealer: 0}
        most = most_dealt(state, held)
        return max(self.buttons.most, PACK // (len(state.playing) or 1)) if most is None else most

    def _said(self, asked: Field) -> list[int]:
        said = [str((asked.value or {}).get(name)) for name, _ in asked.choices]
        return [int(cards) for cards in said if re.fullmatch("[0-9]{1,2}", cards) and int(cards) <= PACK]

    def offered(self, asked: Field) -> range:
        """Return every number that can be so."""
        return range(self.most_of(asked) + 1)

    def look(self, asked: Field) -> str:
        """Return that it is keys."""
        return "keys"

    def keys(self, asked: Field) -> int:
        """Return up to which number there are keys; where that isn't the highest button, any number can be typed."""
        most = self.usual(asked)
        return most if most <= MOST_KEYS else FEW_KEYS

    def lines(self, asked: Field) -> float:
        """Return the part of a line that its keys and its word need: two of up to five share one."""
        return 1 if (most := self.usual(asked)) > FEW_KEYS - 1 else (most + 1) / FEW_KEYS / 2

    def usual(self, asked: Field) -> int:
        """Return the highest button where nobody stands out of the hand, or what was said if it is higher."""
        most = most_dealt(asked.form.state, {}) if self.counted and not asked.choices_left else None
        return self.taps(asked) if most is None else min(max([most, *self._said(asked)]), self.taps(asked))

    def may_have_none(self, asked: Field, player: str) -> bool:
        """Return whether a player may have no card left though another is out, or was said to."""
        return player in asked.form.owner.empty_handed(asked.form.state) or (asked.value or {}).get(player) in (0, "0")

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, int] | None:
        """Return the numbers above 0. Cards are counted for all players or for none. Raises InvalidAnswer."""
        texts = self.texts(asked, form)
        numbers = read_numbers(texts, asked.label, asked.path)
        missing = next((name for name, text in texts.items() if not text), None)
        if self.counted and missing and (numbers or asked.required):
            why = say("{label} Nothing is entered for {name}.", label=asked.lead, name=missing)
            raise InvalidAnswer(why, (*asked.path, missing))
        if self.unusual:
            self.require_all(asked, texts)
            return numbers
        above = {name: number for name, number in numbers.items() if number}
        return above if above or asked.required or (numbers and self.counted) else None


class WordEach(NumberEach):
    """One of some numbers and words for each player, as buttons."""

    cell = "each_word"

    def look(self, asked: Field) -> str:
        """Return that it is words."""
        return "keys words"

    def offered(self, asked: Field) -> tuple[Any, ...]:
        """Return the words."""
        return self.words

    @property
    def words(self) -> tuple[Any, ...]:
        """The answers that each player can give."""
        return get_args(unwrap(get_args(self.base)[1]))

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the answers; a player without one isn't named."""
        known = {str(word): word for word in self.words}
        self.require_all(asked, self.texts(asked, form))
        return {name: known.get(text, text) for name, text in self.texts(asked, form).items() if text}


def read_numbers(texts: Mapping[str, str], label: str, path: Path) -> dict[str, int]:
    """Return the numbers that were typed, by name, empty ones left out. Raises InvalidAnswer."""
    return {name: whole_number(text, joined(" ", [label, name]), (*path, name)) for name, text in texts.items() if text}
