"""Controls with one answer that is chosen: a player, a side, a pot, an account, a word or a card."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin

from companion.engine.fields import Account, FollowsFrom, Kind, OfASide, OneOf, OrTie, RankAndSuit, Tie
from companion.engine.message import Message, listed, say
from companion.engine.phrases import card_name, the
from companion.engine.structure import note_of
from companion.web.forms.answers import Choices, Path, same_choices
from companion.web.forms.controls.one import Check, OneAnswer
from companion.web.forms.form import Declaration, Field
from companion.web.forms.words import in_words


class Choice(OneAnswer):
    """One of several values, as buttons."""

    template = "forms/choice.html"
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

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for the name of a player."""
        return base is str and Kind.SEAT in notes

    def choices(self, asked: Field) -> Choices:
        """Return those who can be named."""
        return same_choices([*asked.form.nameable])


class ChosenSide(ChosenPlayer):
    """One of the sides, by the first of its players."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a side."""
        return base is str and note_of(OfASide, notes) is not None

    def choices(self, asked: Field) -> Choices:
        """Return the sides with the names of both partners."""
        sides = dict.fromkeys(map(asked.form.state.side, asked.form.nameable))
        return tuple((side[0], listed(side)) for side in sides)


class ChosenOrTied(ChosenPlayer):
    """The player or the side that has the most, or nobody because of a tie, as ``player:Ann`` or ``tied``."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask who has the most, where several may."""
        return bool(base == OrTie)

    def choices(self, asked: Field) -> Choices:
        """Return those who can be named, one of each side, and that it is a tie."""
        sides = dict.fromkeys(map(asked.form.state.side, asked.form.nameable))
        return (*((f"player:{side[0]}", listed(side)) for side in sides), (Tie.TIED.value, say("tied")))

    def answers(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the player, or null for a tie. Raises InvalidAnswer."""
        answer = self.parse(asked, form)
        return {} if answer is None else {asked.key: None if answer == Tie.TIED.value else answer.partition(":")[2]}


class ChosenPot(Choice):
    """One of the pots."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for the name of a pot."""
        return base is str and Kind.POT in notes

    def choices(self, asked: Field) -> Choices:
        """Return the pots of the game."""
        return tuple((pot, the(pot)) for pot in asked.form.state.pots)


class ChosenAccount(Choice):
    """A player or a pot, as ``player:Ann`` or ``pot:pool``."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for where counters lie."""
        return bool(base == Account)

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

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for one of some words."""
        return get_origin(base) is Literal

    def choices(self, asked: Field) -> Choices:
        """Return the words as people say them."""
        return tuple((str(word), in_words(word, asked.key)) for word in get_args(self.base))

    def read(self, asked: Field, text: str) -> Any:
        """Return the word, or the number that it stands for."""
        return next((word for word in get_args(self.base) if str(word) == text), text)


class NotCounted(Check):
    """A word that follows from another answer, with a box to tick where it doesn't count."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a word that another field says already."""
        return note_of(FollowsFrom, notes) is not None

    def answers(self, asked: Field, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the word that follows, nothing where none does or where it doesn't count."""
        follows = note_of(FollowsFrom, self.notes)
        word = follows.word(form.get(follows.number)) if follows and not self.parse(asked, form) else None
        return {asked.key: word} if word else {}


class ChosenCard(Choice):
    """One of a few cards; any other may be typed."""

    @classmethod
    def asks_for(cls, base: Any, notes: tuple[Any, ...]) -> bool:
        """Ask for a card where only a few can be meant."""
        return base is str and note_of(OneOf, notes) is not None

    def choices(self, asked: Field) -> Choices:
        """Return the cards by their names."""
        few = note_of(OneOf, self.notes)
        return tuple((card, card_name(card)) for card in few.cards) if few else ()

    def read(self, asked: Field, text: str) -> str:
        """Return the card with its letters as capitals."""
        return text.upper() if note_of(RankAndSuit, self.notes) else text


class Either(OneAnswer):
    """One question for several fields of which exactly one is given, as ``player:Ann`` or ``pot:pool``."""

    template = "forms/choice.html"

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
