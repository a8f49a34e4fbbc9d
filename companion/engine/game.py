"""What a game and a move are, and how one move is played."""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple

from attrs import field, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import SumIs, excerpt
from companion.engine.ledger import Posting, post
from companion.engine.message import Message, joined, say, small
from companion.engine.named_players import players_in
from companion.engine.names import require_no_new_twins
from companion.engine.new_names import require_new_names
from companion.engine.state import Facts, Options, State, hand_ends
from companion.engine.structure import hints, note_of, notes_of, read


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
                raise Malformed(say("say either {one} or {other}, one of the two", one=evidence, other=outcome))

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


def play(state: State[Any, Any], move: Move) -> Effect:
    """Return the effect of a new move, with its postings applied to the state.

    Raises Illegal with a sentence for players.
    """
    effect = replay(state, move)
    if effect.state.seats is not state.seats:
        require_no_new_twins(state.seats, effect.state.seats)
    return effect


def replay(state: State[Any, Any], move: Move) -> Effect:
    """Return the effect of a move that was written down before: two names may be alike by today's rule.

    Raises Illegal.
    """
    state = with_hand_closed(state, type(move))
    check_available(state, type(move))
    check(state, move)
    effect = move.effect(state)
    after = _with_dealer_in(effect.state)
    if effect.postings:
        balances, pots = post(after.balances, after.pots, effect.postings)
        after = after.replace(balances=balances, pots=pots, since=_filled_since(after, pots))
    return effect if after is effect.state else Effect(effect.memo, after, effect.postings)


def with_hand_closed(state: State[Any, Any], kind: type[Move]) -> State[Any, Any]:
    """Return the state that a move of this kind meets: a move between hands closes a hand without an end of its own."""
    closes = state.open and kind.moment is Moment.BETWEEN and state.between
    return hand_ends(state) if closes else state


def check(state: State[Any, Any], move: Move) -> None:
    """Raise Illegal where the fields of a move break a rule; that its kind is possible now is not checked again."""
    if move.names_those_in:
        for name in players_in(move):
            if why := state.absence(name):
                raise Illegal(say("{name} {why}.", name=excerpt(name), why=why))
    for name, total in fixed_sums(type(move)).items():
        numbers = getattr(move, name)
        if numbers is not None and (given := sum(numbers.values())) != total:
            raise Illegal(
                say("The {what} come to {given} in all, not {total}.", what=say(name), given=given, total=total)
            )
    if why := move.unsuited(state.options):  # a correction may have changed the house rules
        raise Illegal(why)
    move.check(with_hand_closed(state, type(move)))


def check_available(state: State[Any, Any], kind: type[Move]) -> None:
    """Raise Illegal where no move of this kind is possible now, whatever its fields."""
    state = with_hand_closed(state, kind)
    if kind.moment is Moment.OVER:
        if not state.over:
            raise Illegal(say("{title} is not over yet: finish it first.", title=_title(state)))
    elif state.game is None:
        raise Illegal(say("No game has begun."))
    elif state.over:
        raise Illegal(say("The game is over: no move is taken in it any more."))
    elif state.game.by_name.get(kind.name) is not kind:
        raise Illegal(say("This belongs to another game: {title} is on here.", title=say(state.game.title)))
    elif kind.moment is Moment.HAND and not state.open:
        raise Illegal(say("No hand is open: {begin} first.", begin=small(say(state.game.begins.label))))
    elif kind.moment is Moment.BETWEEN and state.open:
        raise Illegal(say("A hand is still open: end it first."))
    kind.allowed(state)


def _fixed_sums(kind: Any) -> Mapping[str, int]:
    notes = {name: note_of(SumIs, notes_of(hint)) for name, hint in hints(kind).items()}
    return {name: note.counters for name, note in notes.items() if note}


fixed_sums: Callable[[Any], Mapping[str, int]] = cache(_fixed_sums)
"""Return the fields of a kind of move whose numbers must add up to a fixed sum, with that sum."""


def _with_dealer_in(state: State[Any, Any]) -> State[Any, Any]:
    """Return the state with the deal passed on, between hands, from a player who is not in any more."""
    if state.open or not state.absence(state.dealer):
        return state
    return state.replace(dealer=state.left_of(state.dealer), facts=state.facts.when_deal_passes())


def _filled_since(state: State[Any, Any], pots: Mapping[str, int]) -> dict[str, int]:
    """Return for every pot that holds counters the hand since which it does."""
    return {pot: state.since.get(pot, state.hand) for pot, counters in pots.items() if counters}


def _title(state: State[Any, Any]) -> str:
    return say(state.game.title if state.game else "The game")
