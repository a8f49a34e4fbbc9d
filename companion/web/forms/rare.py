"""Controls that a game or two need: cards, numbers on a board, ties, times, and counters laid in several places."""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, get_args

from attrs import fields, has

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
from companion.engine.structure import key_of, note_of, unwrap, written
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
    those_named,
)
from companion.web.forms.form import Control, Field

BOARD_SIZE = 100
"""How many numbers fit on a board to tap."""
MARK = 4
"""How many digits a seed is known by, such as on printed cards."""
KEYS_BESIDE = 7
"""How many keys fit in a line beside the words for what they count."""


class Lines(OneAnswer):
    """A text of several lines."""

    macro = "lines"

    def text(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return the text with its lines ended as a sheet ends them."""
        return super().text(asked, form).replace("\r\n", "\n").replace("\r", "\n")


class FewNumbers(Number):
    """A whole number that is one of a few, and tapped."""

    macro = "choice"

    def choices(self, asked: Field) -> Choices:
        """Return every number within the bounds."""
        assert self.within
        return same_choices([str(number) for number in range(self.within.least, self.within.most + 1)])


class PlayingCard(OneAnswer):
    """A card, by its rank and its suit; without the page it may be typed, such as ``10S``."""

    macro = "card"

    def text(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return what was typed, else what was tapped."""
        return super().text(asked, form) or self.redisplay(asked, form)

    def read(self, asked: Field, text: str) -> str:
        """Return the card with its letters as capitals."""
        return text.upper()

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return what was tapped of rank and suit."""
        return form.get(f"{asked.name}:rank", "") + form.get(f"{asked.name}:suit", "")


class LikelyCard(PlayingCard):
    """A card that is one tap at the table where it is likely; on a page of its own any card."""

    one_tap = True

    @property
    def other(self) -> str:
        """What stands for any other card."""
        likely = note_of(Likely, self.notes)
        return likely.other if likely else ""

    def choices(self, asked: Field) -> Choices:
        """Return the likely cards by their letters and signs."""
        likely = note_of(Likely, self.notes)
        return likely.cards if likely else ()

    def in_full(self, card: str) -> Message:
        """Return the name of a card, for those who hear the page."""
        return card_name(card)


class ChosenCard(Choice):
    """One of a few cards; any other may be typed."""

    def choices(self, asked: Field) -> Choices:
        """Return the cards by their names."""
        few = note_of(OneOf, self.notes)
        return tuple((card, card_name(card)) for card in few.cards) if few else ()

    def read(self, asked: Field, text: str) -> str:
        """Return the card with its letters as capitals."""
        return text.upper() if note_of(RankAndSuit, self.notes) else text


class ChosenOrTied(ChosenPlayer):
    """The player or the side that has the most, or nobody because of a tie, as ``player:Ann`` or ``tied``."""

    def choices(self, asked: Field) -> Choices:
        """Return those who can be named, one of each side, and that it is a tie."""
        return (*((self.named(first), words) for first, words in those_named(asked)), *self.of_nobody(asked))

    def named(self, player: str) -> str:
        """Return the answer that names a player."""
        return f"player:{player}"

    def of_nobody(self, asked: Field) -> Choices:
        """Return that it is a tie."""
        return ((Tie.TIED.value, say("tied")),)

    def answers(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the player, or null for a tie. Raises InvalidAnswer."""
        answer = self.parse(asked, form)
        return {} if answer is None else {asked.key: None if answer == Tie.TIED.value else answer.partition(":")[2]}


class InTheirRowOrTied(ChosenOrTied, InTheirRow):
    """The same, tapped in the rows of what all are asked."""


class NotCounted(Check):
    """A word that follows from another answer, with a box to tick where it doesn't count."""

    def answers(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the word that follows, nothing where none does or where it doesn't count."""
        follows = note_of(FollowsFrom, self.notes)
        word = follows.word(form.get(follows.number)) if follows and not self.parse(asked, form) else None
        return {asked.key: word} if word else {}


class FallsEach(TappedEach):
    """A small number for each player, a tap on the row each time one falls; buttons where the page has no scripts."""

    macro = "falls"

    @property
    def falls(self) -> AsTheyFall | None:
        """What is asked with each tap, and who wins by it."""
        return note_of(AsTheyFall, self.notes)


class Numbers(Control):
    """Whole numbers, tapped on a board in the order of the taps, or typed."""

    macro = "numbers"
    in_parts = True

    def choices(self, asked: Field) -> Choices:
        """Return the numbers of the board, none where it would be too large."""
        bounds = note_of(Within, self.notes) or Within(0)
        numbers = range(bounds.least, bounds.most + 1)
        return same_choices([*map(str, numbers)]) if len(numbers) <= BOARD_SIZE else ()

    def taps(self, asked: Field) -> int | None:
        """Return how many numbers can be tapped; None where nothing bounds them."""
        bound = note_of(MaxItems, self.notes)
        return bound.most if bound else None

    def parse(self, asked: Field, form: Mapping[str, str]) -> list[int] | None:
        """Return the numbers in order; without scripts the board alone gives them rising. Raises InvalidAnswer."""
        typed, tapped = typed_numbers(asked.name, form), tapped_numbers(asked.name, form)
        if typed and tapped and {*typed} != {*tapped}:
            why = say("{label} What you typed isn't what you tapped: use one or the other.", label=asked.lead)
            raise InvalidAnswer(why, asked.path)
        texts = typed or tapped
        return [whole_number(text, asked.lead, asked.path) for text in texts] if texts or asked.required else None

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> list[str]:
        """Return what was typed, else what was tapped."""
        return typed_numbers(asked.name, form) or tapped_numbers(asked.name, form)

    def in_words(self, asked: Field) -> Message:
        """Return the numbers, one after another."""
        return joined(", ", map(str, asked.value)) if asked.value else say("none")


def typed_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """Return what was typed; with scripts the taps are written there, one after another."""
    return re.findall(r"[^\s,;]+", form.get(name, ""))


def tapped_numbers(name: str, form: Mapping[str, str]) -> list[str]:
    """Return what is tapped on the board."""
    return [*subfields(name, form).values()]


class OverEach(NumberEach):
    """A number for each player, as buttons from the least that matters; a player below it isn't named."""

    cell = "each_over"

    def look(self, asked: Field) -> str:
        """Return that it is keys, unless every number is typed."""
        return "keys" if self.numbers(asked) else "figure"

    def numbers(self, asked: Field) -> tuple[int, ...]:
        """Return the numbers that are buttons, with larger ones that were said; none where every number matters."""
        over = note_of(Over, self.notes)
        if over is None or getattr(asked.form.state.options, over.unless):
            return ()
        said = {number for number in (asked.value or {}).values() if type(number) is int}
        return (*range(over.least, over.most + 1), *sorted(number for number in said if number > over.most))

    offered = numbers


class TimesEach(NumberEach):
    """How many times each player won the stake, as buttons; a natural of the bank answers for all at once."""

    macro = "times"
    cell = "each_times"
    as_said = False

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out how often a stake can be won, and who is asked."""
        super().__init__(base, notes)
        self.times = note_of(Times, notes) or Times(1, ())
        self.signed = False  # nothing is typed

    def look(self, asked: Field) -> str:
        """Return that it is words."""
        return "keys words"

    def numbers(self, asked: Field) -> tuple[int, ...]:
        """Return the answers that each player can give, lost ones first; more where two hands were written as one."""
        said = [abs(number) for number in (asked.value or {}).values() if type(number) is int]
        most = max([self.times.most, *said])
        return tuple(range(-most, most + 1))

    offered = numbers

    def own(self, asked: Field, name: str, form: Mapping[str, str]) -> dict[str, str]:
        """Return what the phone of a player answers, of the second hand of a split pair too. Raises InvalidAnswer."""
        said, second = super().own(asked, name, form), form.get(f"{asked.name}-second:{name}", "").strip()
        if f"{asked.name}-split:{name}" in form:
            said[f"{asked.name}-split"] = "on"
        return said | ({f"{asked.name}-second": self.one_of_keys(asked, second)} if second else {})

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
        if for_all := whole_number(form.get(f"{asked.name}-all", "") or "0", asked.lead, asked.path):
            for hands in (first, second):
                hands |= {name: self.beside_a_natural(asked, name, number, for_all) for name, number in hands.items()}
        for name in split:
            if name in first and name not in second:
                why = say("Say what the second hand of {name} won or lost.", name=name)
                raise InvalidAnswer(why, (*asked.path, name))
        return {name: rate * (number + second.get(name, 0)) for name, number in first.items()}

    def beside_a_natural(self, asked: Field, name: str, number: int, for_all: int) -> int:
        """Return how often a hand wins the stake where the bank's natural takes it ``-for_all`` times from who lost.

        Raises InvalidAnswer where the hand is said to win, and can't by a higher natural of its own.
        """
        if 0 < number <= -for_all:
            dealer = asked.form.state.dealer
            why = say("{dealer} has a natural, so {name} can't have won: tap what's right.", dealer=dealer, name=name)
            raise InvalidAnswer(why, (*asked.path, name))
        return for_all if number < 0 else number

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> dict[Any, str]:
        """Return what was said of each player, or else of all; the second hand of a split pair stands under a pair."""
        for_all = form.get(f"{asked.name}-all", "")
        said: dict[Any, str] = {name: text or for_all for name, text in self.texts(asked, form).items()}
        split = [name for name in said if f"{asked.name}-split:{name}" in form]
        second = {("second", name): form.get(f"{asked.name}-second:{name}", "") or for_all for name in split}
        doubled = {("doubled",): "on"} if f"{asked.name}-doubled" in form else {}
        return said | second | doubled


class Lays(PerPlayer):
    """Counters that each player lays in several places."""

    macro = "lays"

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


class LaidEach(Lays):
    """A few numbers of each player, in one row."""

    macro = "each"
    cell = "each_laid"
    stands_open = True


class PartsEach(Lays):
    """A number for each player of every part that the house rules name: small ones are keys."""

    macro = "each"
    cell = "each_parts"

    def look(self, asked: Field) -> str:
        """Return that a part is a line below the name."""
        return "keys parts"

    def lines(self, asked: Field) -> float:
        """Return a line for each part."""
        return len(self.parts(asked))

    def parts(self, asked: Field) -> list[tuple[str, int]]:
        """Return the parts, each with its highest key; 0 where its number is typed."""
        return [
            (part.part, part.most if part.most and part.most <= KEYS_BESIDE else 0)
            for part in asked.form.state.options.parts
        ]

    def heaps(self, asked: Field) -> Choices:
        """Return the parts."""
        return same_choices([part.part for part in asked.form.state.options.parts])

    def parse(self, asked: Field, form: Mapping[str, str]) -> dict[str, dict[str, int]] | None:
        """Return what each has of which part, also nothing, once anything was typed. Raises InvalidAnswer."""
        counted = super().parse(asked, form) or {}
        typed = any(text.strip() for by_part in self.redisplay(asked, form).values() for text in by_part.values())
        return {name: counted.get(name, {}) for name, _ in asked.choices} if typed else None


class Carried(Control):
    """A value that a description brings, carried along as JSON; no form asks for it."""

    macro = "carried"
    in_parts = True

    def parse(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return the value that was carried; None where there is none. Raises InvalidAnswer."""
        if not (text := form.get(asked.name, "")):
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise InvalidAnswer(say("{label}: this can't be read.", label=asked.label), asked.path) from None

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> Any:
        """Return the value that was carried; None where it can't be read."""
        with suppress(InvalidAnswer):
            return self.parse(asked, form)
        return None

    def text(self, asked: Field) -> str:
        """Return the value as it is carried; empty without one."""
        return json.dumps(written(asked.value), ensure_ascii=False) if asked.value else ""

    def in_words(self, asked: Field) -> Message:
        """Return a seed by its mark, a word or number as ever, and of questions what is asked after a hand."""
        if isinstance(asked.value, str | int):
            seed = note_of(Hex, self.notes)
            return joined("", [str(asked.value)[:MARK].upper()]) if seed else super().in_words(asked)
        if isinstance(asked.value, list):
            return series([each.summary() for each in asked.value]) if asked.value else say("none")
        value = json.loads(self.text(asked) or "{}")
        return (
            series([joined("", [question["ask"]]) for question in value.get("questions", [])]) if value else say("none")
        )
