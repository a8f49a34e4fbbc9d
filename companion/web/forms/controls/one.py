"""Controls with one answer that is typed, ticked, or tapped as a rank and a suit."""

from collections.abc import Mapping
from typing import Any

from companion.engine import fields as noted
from companion.engine.fields import Buttons, RankAndSuit, Within
from companion.engine.structure import note_of
from companion.web.forms.answers import Choices, same_choices, summed, whole_number
from companion.web.forms.form import Control, Field

FEW_NUMBERS = range(2, 13)
"""How many numbers are few enough to be tapped, not typed."""


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

    template = "forms/text.html"

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for any text."""
        return base is str


class Lines(OneAnswer):
    """A text of several lines."""

    template = "forms/lines.html"

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a text that may have several lines."""
        text = note_of(noted.Text, notes)
        return base is str and text is not None and text.lines

    def text(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return the text with its lines ended as a sheet ends them."""
        return super().text(asked, form).replace("\r\n", "\n").replace("\r", "\n")


class Number(OneAnswer):
    """A whole number that is typed."""

    template = "forms/number.html"
    can_be_empty = True

    def __init__(self, base: Any, notes: tuple[Any, ...]) -> None:
        """Find out between which bounds the number lies, and whether small ones are tapped."""
        super().__init__(base, notes)
        self.within = note_of(Within, notes)
        self.buttons = note_of(Buttons, notes)

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for any whole number."""
        return base is int

    def taps(self, asked: Field) -> int | None:
        """Return up to which number there are buttons beside the input."""
        return self.buttons.most if self.buttons else None

    def read(self, asked: Field, text: str) -> int:
        """Return the number. Raises InvalidAnswer."""
        return whole_number(text, asked.label, asked.path)

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> str | None:
        """Return what was typed, a sum as what it comes to."""
        return summed(form[asked.name]) if asked.name in form else None

    @property
    def signed(self) -> bool:
        """Whether it may be below 0."""
        return self.within is not None and self.within.least < 0


class FewNumbers(Number):
    """A whole number that is one of a few, and tapped."""

    template = "forms/choice.html"

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a whole number within narrow bounds."""
        within = note_of(Within, notes)
        return base is int and within is not None and within.most - within.least + 1 in FEW_NUMBERS

    def choices(self, asked: Field) -> Choices:
        """Return every number within the bounds."""
        assert self.within
        return same_choices([str(number) for number in range(self.within.least, self.within.most + 1)])


class Check(Control):
    """Yes or no, as a box to tick."""

    template = "forms/check.html"

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a truth value."""
        return base is bool

    def parse(self, asked: Field, form: Mapping[str, str]) -> bool:
        """Return whether the box is ticked."""
        return asked.name in form

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> bool:
        """Return whether the box is ticked: one that isn't is sent by no browser."""
        return asked.name in form


class PlayingCard(OneAnswer):
    """A card, by its rank and its suit; without the page it may be typed, such as ``10S``."""

    template = "forms/card.html"

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a card of the pack."""
        return base is str and note_of(RankAndSuit, notes) is not None

    def text(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return what was typed, else what was tapped."""
        return super().text(asked, form) or self.redisplay(asked, form)

    def read(self, asked: Field, text: str) -> str:
        """Return the card with its letters as capitals."""
        return text.upper()

    def redisplay(self, asked: Field, form: Mapping[str, str]) -> str:
        """Return what was tapped of rank and suit."""
        return form.get(f"{asked.name}:rank", "") + form.get(f"{asked.name}:suit", "")
