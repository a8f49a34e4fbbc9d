"""Questions that a game or two need: cards, numbers on a board, ties, times, and counters laid in several places."""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, get_args

from attrs import fields, has

from companion.engine.cached import cached_property
from companion.engine.fields import (
    AsTheyFall,
    FollowsFrom,
    Hex,
    Likely,
    MaxItems,
    OneOf,
    Over,
    RankAndSuit,
    Tie,
    Times,
    Within,
)
from companion.engine.message import Message, joined, say, series
from companion.engine.phrases import card_name, pot_named
from companion.engine.structure import key_of, unwrap, written
from companion.web.forms.answers import Choices, InvalidAnswer, same_choices, subfields, summed, whole_number
from companion.web.forms.controls import (
    Check,
    Choice,
    ChosenPlayer,
    InTheirRow,
    Number,
    NumberEach,
    OneAnswer,
    PerPlayer,
    TappedEach,
    read_numbers,
)
from companion.web.forms.form import Field

BOARD_SIZE = 100
"""How many numbers fit on a board to tap."""
MARK = 4
"""How many digits a seed is known by, such as on printed cards."""
KEYS_BESIDE = 7
"""How many keys fit in a line beside the words for what they count."""


class Lines(OneAnswer):
    """A text of several lines."""

    macro = "lines"

    def text(self, form: Mapping[str, str]) -> str:
        """Return the text with its lines ended as a sheet ends them."""
        return super().text(form).replace("\r\n", "\n").replace("\r", "\n")


class FewNumbers(Number):
    """A whole number that is one of a few, and tapped."""

    macro = "choice"

    def offers(self) -> Choices:
        """Return every number within the bounds."""
        assert self.within
        return same_choices([str(number) for number in range(self.within.least, self.within.most + 1)])


class PlayingCard(OneAnswer):
    """A card, by its rank and its suit; without the page it may be typed, such as ``10S``."""

    macro = "card"

    def text(self, form: Mapping[str, str]) -> str:
        """Return what was typed, else what was tapped."""
        return super().text(form) or self.again(form)

    def read(self, text: str) -> str:
        return text.upper()

    def again(self, form: Mapping[str, str]) -> str:
        return form.get(f"{self.name}:rank", "") + form.get(f"{self.name}:suit", "")


class LikelyCard(PlayingCard):
    """A card that is one tap at the table where it is likely; on a page of its own any card."""

    one_tap = True

    @property
    def other(self) -> str:
        """What stands for any other card."""
        likely = self.note(Likely)
        return likely.other if likely else ""

    def offers(self) -> Choices:
        """Return the likely cards by their letters and signs."""
        likely = self.note(Likely)
        return likely.cards if likely else ()

    def aloud(self, card: str) -> Message:
        """Return the name of a card, for those who hear the page."""
        return card_name(card)


class ChosenCard(Choice):
    """One of a few cards; any other may be typed."""

    def offers(self) -> Choices:
        """Return the cards by their names."""
        few = self.note(OneOf)
        return tuple((card, card_name(card)) for card in few.cards) if few else ()

    def read(self, text: str) -> str:
        return text.upper() if self.note(RankAndSuit) else text


class ChosenOrTied(ChosenPlayer):
    """The player or the side that has the most, or nobody because of a tie, as ``player:Ann`` or ``tied``."""

    def offers(self) -> Choices:
        """Return those who can be named, one of each side, and that it is a tie."""
        return (*((self.named(first), words) for first, words in super().offers()), *self.of_nobody)

    @staticmethod
    def named(player: str) -> str:
        return f"player:{player}"

    @property
    def of_nobody(self) -> Choices:
        return ((Tie.TIED.value, say("tied")),)

    def answers(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the player, or null for a tie. Raises InvalidAnswer."""
        answer = self.parse(form)
        return {} if answer is None else {self.key: None if answer == Tie.TIED.value else answer.partition(":")[2]}


class InTheirRowOrTied(ChosenOrTied, InTheirRow):
    """The same, tapped in the rows of what all are asked."""


class NotCounted(Check):
    """A word that follows from another answer, with a box to tick where it doesn't count."""

    def answers(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the word that follows, nothing where none does or where it doesn't count."""
        follows = self.note(FollowsFrom)
        word = follows.word(form.get(follows.number)) if follows and not self.parse(form) else None
        return {self.key: word} if word else {}


class FallsEach(TappedEach):
    """A small number for each player, a tap on the row each time one falls; buttons where the page has no scripts."""

    macro = "falls"

    @property
    def falls(self) -> AsTheyFall | None:
        """What is asked with each tap, and who wins by it."""
        return self.note(AsTheyFall)


class Numbers(Field):
    """Whole numbers, tapped on a board in the order of the taps, or typed."""

    macro = "numbers"
    in_parts = True

    def offers(self) -> Choices:
        """Return the numbers of the board, none where it would be too large."""
        bounds = self.note(Within) or Within(0)
        numbers = range(bounds.least, bounds.most + 1)
        return same_choices([*map(str, numbers)]) if len(numbers) <= BOARD_SIZE else ()

    @property
    def taps(self) -> int | None:
        """Return how many numbers can be tapped; None where nothing bounds them."""
        bound = self.note(MaxItems)
        return bound.most if bound else None

    def parse(self, form: Mapping[str, str]) -> list[int] | None:
        """Return the numbers in order; without scripts the board alone gives them rising. Raises InvalidAnswer."""
        typed, tapped = typed_numbers(self.name, form), tapped_numbers(self.name, form)
        if typed and tapped and {*typed} != {*tapped}:
            why = say("{label} What you typed isn't what you tapped: use one or the other.", label=self.lead)
            raise InvalidAnswer(why, self.path)
        texts = typed or tapped
        return [whole_number(text, self.lead, self.path) for text in texts] if texts or self.required else None

    def again(self, form: Mapping[str, str]) -> list[str]:
        """Return what was typed, else what was tapped."""
        return typed_numbers(self.name, form) or tapped_numbers(self.name, form)

    @property
    def in_words(self) -> Message:
        return joined(", ", map(str, self.value)) if self.value else say("none")


def typed_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """Return what was typed; with scripts the taps are written there, one after another."""
    return re.findall(r"[^\s,;]+", form.get(name, ""))


def tapped_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """Return what is tapped on the board."""
    return [*subfields(name, form).values()]


class OverEach(NumberEach):
    """A number for each player, as buttons from the least that matters; a player below it isn't named."""

    cell = "each_over"

    @property
    def look(self) -> str:
        return "keys" if self.numbers else "figure"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that are buttons, with larger ones that were said; none where every number matters."""
        over = self.note(Over)
        if over is None or getattr(self.form.state.options, over.unless):
            return ()
        said = {number for number in (self.value or {}).values() if type(number) is int}
        return (*range(over.least, over.most + 1), *sorted(number for number in said if number > over.most))

    offered = numbers


class TimesEach(NumberEach):
    """How many times each player won the stake, as buttons; a natural of the bank answers for all at once."""

    macro = "times"
    cell = "each_times"
    as_said = False
    look = "keys words"
    signed = False  # nothing is typed

    @cached_property
    def times(self) -> Times:
        """How often a stake can be won, and who is asked."""
        return self.note(Times) or Times(1, ())

    @property
    def numbers(self) -> tuple[int, ...]:
        """The answers that each player can give, lost ones first; more where two hands were written as one."""
        said = [abs(number) for number in (self.value or {}).values() if type(number) is int]
        most = max([self.times.most, *said])
        return tuple(range(-most, most + 1))

    offered = numbers

    def own(self, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return what the phone of a player answers, of the second hand of a split pair too. Raises InvalidAnswer."""
        said, second = super().own(name, form), form.get(f"{self.name}-second:{name}", "").strip()
        if f"{self.name}-split:{name}" in form:
            said[f"{self.name}-split"] = "on"
        return said | ({f"{self.name}-second": self.one_of_keys(second)} if second else {})

    def parse(self, form: Mapping[str, str]) -> dict[str, int]:
        """Return the answers of those who staked: their own, or else what the bank's natural takes from all.

        The second hand of a pair that was split is added, and where the bank doubled all stakes everything is doubled.
        Raises InvalidAnswer, also where only the first hand of such a pair is answered.
        """
        said, rate = self.again(form), 2 if f"{self.name}-doubled" in form else 1
        staked = [name for name, _ in self.choices if form.get(f"{self.times.of}:{name}", "").strip()]
        first = read_numbers({name: said.get(name, "") for name in staked}, self.label, self.path)
        split = {name: said["second", name] for name in staked if ("second", name) in said}
        second = read_numbers(split, self.label, self.path)
        if for_all := whole_number(form.get(f"{self.name}-all", "") or "0", self.lead, self.path):
            for hands in (first, second):
                hands |= {name: self.beside_a_natural(name, number, for_all) for name, number in hands.items()}
        for name in split:
            if name in first and name not in second:
                why = say("Say what the second hand of {name} won or lost.", name=name)
                raise InvalidAnswer(why, (*self.path, name))
        return {name: rate * (number + second.get(name, 0)) for name, number in first.items()}

    def beside_a_natural(self, name: str, number: int, for_all: int) -> int:
        """Return how often a hand wins the stake where the bank's natural takes it ``-for_all`` times from who lost.

        Raises InvalidAnswer where the hand is said to win, and can't by a higher natural of its own.
        """
        if 0 < number <= -for_all:
            dealer = self.form.state.dealer
            why = say("{dealer} has a natural, so {name} can't have won: tap what's right.", dealer=dealer, name=name)
            raise InvalidAnswer(why, (*self.path, name))
        return for_all if number < 0 else number

    def again(self, form: Mapping[str, str]) -> dict[Any, str]:
        """Return what was said of each player, or else of all; the second hand of a split pair stands under a pair."""
        for_all = form.get(f"{self.name}-all", "")
        said: dict[Any, str] = {name: text or for_all for name, text in self.texts(form).items()}
        split = [name for name in said if f"{self.name}-split:{name}" in form]
        second = {("second", name): form.get(f"{self.name}-second:{name}", "") or for_all for name in split}
        doubled = {("doubled",): "on"} if f"{self.name}-doubled" in form else {}
        return said | second | doubled


class Lays(PerPlayer):
    """Counters that each player lays in several places."""

    macro = "lays"

    @property
    def heaps(self) -> Choices:
        """Where each lays counters: on the pots, or on what else a player lays on."""
        laid = unwrap(get_args(self.base)[1])
        if has(laid):
            return tuple((key, say(key)) for key in (key_of(attribute.name) for attribute in fields(laid)))
        return tuple((pot, pot_named(pot)) for pot in self.form.state.pots)

    def parse(self, form: Mapping[str, str]) -> dict[str, dict[str, int]] | None:
        """Return what each lays where; who lays nothing isn't named. Raises InvalidAnswer."""
        heaps = [heap for heap, _ in self.heaps]
        laid = {name: self._laid_by(name, heaps, form) for name, _ in self.choices}
        return {name: numbers for name, numbers in laid.items() if numbers} or ({} if self.required else None)

    def _laid_by(self, name: str, heaps: Iterable[str], form: Mapping[str, str]) -> dict[str, int]:
        """Return what one player lays where. Raises InvalidAnswer."""
        texts = {heap: form.get(f"{self.name}:{name}:{heap}", "").strip() for heap in heaps}
        numbers = read_numbers(texts, joined(" ", [self.label, name]), (*self.path, name))
        return {heap: number for heap, number in numbers.items() if number}

    def again(self, form: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """Return what was typed for each player."""
        typed = {name: subfields(f"{self.name}:{name}", form) for name, _ in self.choices}
        return {name: {heap: summed(text) for heap, text in heaps.items()} for name, heaps in typed.items()}


class LaidEach(Lays):
    """A few numbers of each player, in one row."""

    macro = "each"
    cell = "each_laid"
    stands_open = True


class PartsEach(Lays):
    """A number for each player of every part that the house rules name: small ones are keys."""

    macro = "each"
    cell = "each_parts"
    look = "keys parts"

    @property
    def lines(self) -> float:
        return len(self.parts)

    @property
    def parts(self) -> list[tuple[str, int]]:
        """The parts, each with its highest key; 0 where its number is typed."""
        return [
            (part.part, part.most if part.most and part.most <= KEYS_BESIDE else 0)
            for part in self.form.state.options.parts
        ]

    @property
    def heaps(self) -> Choices:
        return same_choices([part.part for part in self.form.state.options.parts])

    def parse(self, form: Mapping[str, str]) -> dict[str, dict[str, int]] | None:
        """Return what each has of which part, also nothing, once anything was typed. Raises InvalidAnswer."""
        counted = super().parse(form) or {}
        typed = any(text.strip() for by_part in self.again(form).values() for text in by_part.values())
        return {name: counted.get(name, {}) for name, _ in self.choices} if typed else None


class Carried(Field):
    """A value that a description brings, carried along as JSON; no form asks for it."""

    macro = "carried"
    in_parts = True

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the value that was carried; None where there is none. Raises InvalidAnswer."""
        if not (text := form.get(self.name, "")):
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise InvalidAnswer(say("{label}: this can't be read.", label=self.label), self.path) from None

    def again(self, form: Mapping[str, str]) -> Any:
        """Return the value that was carried; None where it can't be read."""
        with suppress(InvalidAnswer):
            return self.parse(form)
        return None

    @property
    def text(self) -> str:
        """The value as it is carried; empty without one."""
        return json.dumps(written(self.value), ensure_ascii=False) if self.value else ""

    @property
    def in_words(self) -> Message:
        """Return a seed by its mark, a word or number as ever, and of questions what is asked after a hand."""
        if isinstance(self.value, str | int):
            seed = self.note(Hex)
            return joined("", [str(self.value)[:MARK].upper()]) if seed else super().in_words
        if isinstance(self.value, list):
            return series([each.summary() for each in self.value]) if self.value else say("none")
        value = json.loads(self.text or "{}")
        return (
            series([joined("", [question["ask"]]) for question in value.get("questions", [])]) if value else say("none")
        )
