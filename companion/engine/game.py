"""What a game and a move are, and how one move is played."""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from attrs import field, frozen

from companion.engine.errors import Malformed
from companion.engine.fields import excerpt
from companion.engine.ledger import Posting
from companion.engine.message import Message, joined, say
from companion.engine.new_names import require_new_names
from companion.engine.state import Facts, Options, State
from companion.engine.structure import read


class Moment(Enum):
    """When a move can be made."""

    HAND = "while a hand is open"
    BETWEEN = "between hands"
    GAME = "at any time before the game is over"
    OVER = "when no game is on"


class Family(Enum):
    """The kinds of games, as headings of the list of games."""

    TRICKS = "Tricks and captures"
    STOPS = "Stops, matches and sets"
    BANK = "Against a bank"
    LOTO = "Loto"
    OWN = "Your own"


class Effect(NamedTuple):
    """What a move does."""

    memo: str
    """A sentence about it."""
    state: State[Any, Any]
    """The next state, but for the postings: ``play`` applies them."""
    postings: tuple[Posting, ...] = ()
    """The counters that pass, in their order."""


@frozen
class Move:
    """Something that happened at the table. Subclass it as a frozen class; its fields are what a form asks."""

    name: ClassVar[str]
    """Its name in a sheet."""
    label: ClassVar[str]
    """The text of its button."""
    question: ClassVar[str] = ""
    """What is asked where naming a player is all it needs."""
    first_person: ClassVar[str] = ""
    """The text of its button on the name card of the player whom it names; empty where the label serves."""
    main: ClassVar[bool] = False
    """Whether an ordinary hand is made of such moves."""
    moment: ClassVar[Moment] = Moment.HAND
    """When it can be made."""
    names_those_in: ClassVar[bool] = True
    """Whether every player that it names must be in."""
    either: ClassVar[tuple[str, ...]] = ()
    """Fields of which exactly one is given."""
    instead: ClassVar[Mapping[str, str]] = {}
    """Fields that say what a hand came to, each with that of the evidence; exactly one of both is given."""
    with_evidence: ClassVar[tuple[str, ...]] = ()
    """Fields that go with the evidence alone."""
    page: ClassVar[str] = ""
    """The page that asks for it, where that is not the general form."""
    at_once: ClassVar[bool] = False
    """Whether all its questions stand open on one page, also those that may be left."""
    beside: ClassVar[str] = ""
    """The field whose few choices stand beside every player, so that one tap names both."""
    draws: ClassVar[bool] = False
    """Whether it draws something out of a bag."""
    sure: ClassVar[str] = ""
    """The text of the button that writes it down in spite of its doubt."""

    def well_formed(self) -> None:
        """Raise Malformed where fields exclude each other, whatever the table."""
        for outcome, evidence in self.instead.items():
            if (getattr(self, outcome) is None) == (getattr(self, evidence) is None):
                raise Malformed(say("give either {one} or {other}, not both", one=evidence, other=outcome))

    def unsuited(self, options: Any) -> str:
        """Return why its fields can't go with the house rules, whatever the table; empty where they can."""
        return ""

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Raise Illegal where no such move is possible now, whatever its fields."""

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Return the optional fields that the house rules of this table require."""
        return ()

    @classmethod
    def totals(cls, state: State[Any, Any]) -> Mapping[str, int]:
        """Return what the numbers of a field come to, by fields, where the house rules of this table say it."""
        return {}

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the fields that can't matter now, given the answers so far; no form asks them."""
        return ()

    @classmethod
    def choices_left(cls, answers: Mapping[str, str]) -> Mapping[str, Collection[str]]:
        """Return the remaining choices per field, given the answers so far.

        Keys are field names, or ``field:part``, such as ``honours:held``.
        """
        return {}

    @classmethod
    def amended(cls, answered: Mapping[str, Any], unasked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON object of an amended move: the answers, and the old values that no form asks."""
        return {**unasked, **answered}

    @classmethod
    def summary(cls, answers: Mapping[str, str]) -> str:
        """Return the answers so far, in words, to stand before the next question."""
        return joined(", ", list(answers.values()))

    @classmethod
    def as_sentence(cls, answers: Mapping[str, str]) -> str:
        """Return what was answered as a sentence of its own; empty where the move's label has to stand before it."""
        return ""

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Return the pots that can be tapped to make this move, each with the answers that the tap gives."""
        return {}

    @classmethod
    def again(cls, state: State[Any, Any], last: Any) -> "Move | None":
        """Return the ``last`` such move again, fitted to the table as it is now; None where it can't be."""
        return None

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Return what can be said of every player in now, as the values of the field ``beside`` with their labels."""
        return {}

    def check(self, state: State[Any, Any]) -> None:
        """Raise Illegal where this move breaks a rule."""

    def doubt(self) -> str:
        """Return a question to ask before this is written down, "" where nothing about it is unlikely."""
        return ""

    def effect(self, state: State[Any, Any]) -> Effect:
        """Return what the move does, without side effects."""
        raise NotImplementedError


@frozen
class Game:
    """A game, in one edition of its rules."""

    key: str
    """The name of its module and of its files."""
    title: str
    family: Family
    summary: str
    """One line for the list of games."""
    options: type[Options]
    """The class of its house rules."""
    moves: tuple[type[Move], ...]
    """Its own kinds of moves; they replace common ones of the same name."""
    common: tuple[type[Move], ...]
    """The kinds of moves that it shares with other games."""
    facts: type[Facts] = Facts
    """The class of what it remembers beside counters and points."""
    scored: bool = False
    """Whether points are scored."""
    hands_close: bool = False
    """Whether a hand has no end of its own: the next deal, or any other move between hands, closes it."""
    dealer: Message = field(default=say("Dealer"), kw_only=True)
    """What the dealer is called: the banker, in games against a bank."""
    edition: int = field(default=1, kw_only=True)
    """The number of this edition of its rules."""
    pieces: Callable[[int], str] | None = field(default=None, kw_only=True)
    """Writes a number of counters in the pieces of the game's own box, if it has one."""

    @property
    def seats(self) -> Sequence[int]:
        """The numbers of players by the book."""
        return self.options().seats()

    @cached_property
    def by_name(self) -> Mapping[str, type[Move]]:
        """All its kinds of moves by name, its own first."""
        own = {kind.name: kind for kind in self.moves}
        return own | {kind.name: kind for kind in self.common if kind.name not in own}

    @property
    def of_the_house(self) -> bool:
        """Whether a household names and describes it: any round game that is in no book."""
        return bool(self.options().title())

    @property
    def deals(self) -> bool:
        """Whether its hands are dealt."""
        return "deal" in self.by_name

    @property
    def banked(self) -> bool:
        """Whether its dealer keeps a bank, and the deal doesn't pass by itself."""
        return "dealer" not in self.by_name

    @cached_property
    def begins(self) -> type[Move]:
        """The kind of move that a hand begins with, or that stands for a whole hand."""
        return (
            self.by_name["deal"] if self.deals else next(kind for kind in self.moves if kind.moment is Moment.BETWEEN)
        )

    def read_move(self, value: Any, where: str = "") -> Move:
        """Return the move that a JSON object holds; raise Malformed with one sentence.

        The sentence names the place ``where``, if there is one.
        """
        move = self.stored_move(value, where)
        require_new_names(move, f"{where} {move.name}".strip())
        return move

    def stored_move(self, value: Any, where: str = "") -> Move:
        """Return a move that was written down before, by the rule for names of that time; raise Malformed."""
        if type(value) is not dict:
            raise Malformed(say("a move must be an object"), where)
        name = value.get("move")
        kind = self.by_name.get(name) if isinstance(name, str) else None
        if kind is None:
            if "move" not in value:
                raise Malformed(say("move is missing"), where)
            raise Malformed(say('"{name}" is not a move of {title}', name=excerpt(name), title=say(self.title)), where)
        return read(kind, {key: given for key, given in value.items() if key != "move"}, f"{where} {name}".strip())
