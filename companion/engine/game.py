"""What a game is: its house rules, its moves, and how one move is played."""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, get_args

import attrs
from attrs import field, frozen

from companion.engine.fields import Kind, Total, shown
from companion.engine.ledger import Posting, post
from companion.engine.reading import bare, hints, note_of, notes_of, read
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import joined, say, small
from companion.engine.state import Facts, Options, State, hand_ends


class Moment(Enum):
    """When a move can be made."""

    HAND = "while a hand is open"
    BETWEEN = "between hands"
    GAME = "at any time before the game is over"
    OVER = "when no game is on"


class Family(Enum):
    """What kind of game it is, for whoever looks for one among many."""

    TRICKS = "Tricks and captures"
    STOPS = "Stops, matches and sets"
    BANK = "Against a bank"
    LOTO = "Loto"
    OWN = "Your own"


class Effect(NamedTuple):
    """What a move does: a sentence about it, the counters that pass, and the state but for those counters."""

    memo: str
    state: State[Any, Any]
    postings: tuple[Posting, ...] = ()


@frozen
class Move:
    """Something that happened at the table. Subclass it as a frozen class; its fields are what is asked.

    ``label`` is the button's text; ``question`` is asked where a player is the answer; ``main`` marks the
    moves that an ordinary hand is made of; of the fields in ``either`` exactly one is given. ``page`` names the
    page that asks for the move, where that is not the general form; ``draws`` marks what comes out of a bag.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    question: ClassVar[str] = ""
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.HAND
    names_those_in: ClassVar[bool] = True
    either: ClassVar[tuple[str, ...]] = ()
    page: ClassVar[str] = ""
    draws: ClassVar[bool] = False

    def well_formed(self) -> None:
        """Raises Malformed where fields exclude each other, whatever the table."""

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Raises Illegal where no such move can be made now, whatever its fields."""

    @classmethod
    def needed(cls, state: "State[Any, Any]") -> tuple[str, ...]:
        """Names of fields that may stay empty by themselves, but not by the house rules of this table."""
        return ()

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        """The fields that can't matter now, with what was said of the others: no form asks them."""
        return ()

    @classmethod
    def narrowed(cls, said: Mapping[str, str]) -> Mapping[str, Collection[str]]:
        """The words that alone go with what was said already, by their field, or part of one: ``honours:held``."""
        return {}

    @classmethod
    def amended(cls, answered: Mapping[str, Any], unasked: Mapping[str, Any]) -> dict[str, Any]:
        """What the move says when it is amended: what was answered, and what it said that no form asks."""
        return {**unasked, **answered}

    @classmethod
    def so_far(cls, said: Mapping[str, str]) -> str:
        """What was said already, in words by field, as it stands before the next question."""
        return joined(", ", list(said.values()))

    @classmethod
    def on_board(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """The pots that stand for this move when they are tapped, each with what the tap says of it."""
        return {}

    def check(self, state: State[Any, Any]) -> None:
        """Raises Illegal where this move breaks a rule."""

    def effect(self, state: State[Any, Any]) -> Effect:
        """What it does; no side effects."""
        raise NotImplementedError


@frozen
class Game:
    """A game, one edition of its rules. ``moves`` replace the common ones of the same name.

    ``hands_close``: a hand has no end of its own; the next deal, or any other move between hands, closes it.
    ``pieces`` says so many counters in the pieces of the game's own box, where it has one.
    """

    key: str
    title: str
    family: Family
    summary: str
    options: type[Options]
    moves: tuple[type[Move], ...]
    common: tuple[type[Move], ...]
    facts: type[Facts] = Facts
    scored: bool = False
    hands_close: bool = False
    edition: int = field(default=1, kw_only=True)
    pieces: Callable[[int], str] | None = field(default=None, kw_only=True)

    @property
    def seats(self) -> range:
        """How many may play, by the book."""
        return self.options().seats()

    @cached_property
    def by_name(self) -> Mapping[str, type[Move]]:
        """Every move of the game by its name, the game's own first."""
        own = {move.name: move for move in self.moves}
        return own | {move.name: move for move in self.common if move.name not in own}

    @property
    def of_the_house(self) -> bool:
        """Whether the house names and describes it: any round game that is in no book."""
        return bool(self.options().title())

    @property
    def deals(self) -> bool:
        """Whether its hands are dealt."""
        return "deal" in self.by_name

    @property
    def banked(self) -> bool:
        """Whether its dealer keeps a bank, until it is passed."""
        return "dealer" not in self.by_name

    @cached_property
    def begins(self) -> type[Move]:
        """The move that a hand begins with, or that is played without one."""
        return (
            self.by_name["deal"] if self.deals else next(kind for kind in self.moves if kind.moment is Moment.BETWEEN)
        )

    def read_move(self, value: Any, where: str = "") -> Move:
        """A move from its JSON object; raises Malformed with one sentence."""
        if type(value) is not dict:
            raise Malformed(say("a move must be an object"), where)
        name = value.get("move")
        kind = self.by_name.get(name) if isinstance(name, str) else None
        if kind is None:
            if "move" not in value:
                raise Malformed(say("move is missing"), where)
            raise Malformed(say('"{name}" is not a move of {title}', name=shown(name), title=say(self.title)), where)
        return read(kind, {key: held for key, held in value.items() if key != "move"}, f"{where} {name}".strip())


def play(state: State[Any, Any], move: Move) -> Effect:
    """The move played: its sentence, its postings, and the state after it.

    Raises Illegal with a sentence for players.
    """
    state = met(state, type(move))
    ready(state, type(move))
    check(state, move)
    effect = move.effect(state)
    after = _deal_passes(effect.state)
    if effect.postings:
        balances, pots = post(after.balances, after.pots, effect.postings)
        after = after.but(balances=balances, pots=pots, since=_standing(after, pots))
    return effect if after is effect.state else Effect(effect.memo, after, effect.postings)


def met(state: State[Any, Any], kind: type[Move]) -> State[Any, Any]:
    """The state that a move of this kind meets: a hand without an end of its own is closed by a move between hands."""
    closes = state.open and kind.moment is Moment.BETWEEN and state.between
    return hand_ends(state) if closes else state


def check(state: State[Any, Any], move: Move) -> None:
    """Raises Illegal where what a move says breaks a rule; that its kind is possible now is not asked again."""
    if move.names_those_in:
        for name in named(move):
            if why := state.absence(name):
                raise Illegal(say("{name} {why}.", name=shown(name), why=why))
    for name, total in totals(type(move)).items():
        if (given := sum(getattr(move, name).values())) != total:
            raise Illegal(
                say("The {what} come to {given} in all, not {total}.", what=say(name), given=given, total=total)
            )
    move.check(met(state, type(move)))


def ready(state: State[Any, Any], kind: type[Move]) -> None:
    """Raises Illegal where a move of this kind can't be made now, whatever its fields."""
    state = met(state, kind)
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


def named(move: Any) -> Iterable[str]:
    """The players that a move names, in the order of its fields, then those inside its parts."""
    kind: Any = type(move)
    for attribute in seat_fields(kind):
        held = getattr(move, attribute)
        if held is not None:
            yield from [held] if isinstance(held, str) else held
    for attribute in parts(kind):
        held = getattr(move, attribute)
        for part in held if isinstance(held, list) else filter(None, [held]):
            yield from named(part)


@cache
def parts(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of move that have fields of their own which name players, or are lists of such."""
    inside = {name: (get_args(bare(hint)) or (bare(hint),))[0] for name, hint in hints(kind).items()}
    return tuple(name for name, part in inside.items() if attrs.has(part) and (seat_fields(part) or parts(part)))


def seat_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of move that name players."""
    if kind not in _SEAT_FIELDS:
        _SEAT_FIELDS[kind] = tuple(name for name, hint in hints(kind).items() if Kind.SEAT in notes_of(hint))
    return _SEAT_FIELDS[kind]


def totals(kind: Any) -> Mapping[str, int]:
    """The fields of a kind of move whose numbers must come to so many in all."""
    if kind not in _TOTALS:
        noted = {name: note_of(Total, notes_of(hint)) for name, hint in hints(kind).items()}
        _TOTALS[kind] = {name: note.counters for name, note in noted.items() if note}
    return _TOTALS[kind]


_SEAT_FIELDS: dict[Any, tuple[str, ...]] = {}
_TOTALS: dict[Any, Mapping[str, int]] = {}


def _deal_passes(state: State[Any, Any]) -> State[Any, Any]:
    """The state with the deal passed on, between hands, from a player who is not in any more."""
    if state.open or not state.absence(state.dealer):
        return state
    return state.but(dealer=state.left_of(state.dealer), facts=state.facts.passed_on())


def _standing(state: State[Any, Any], pots: Mapping[str, int]) -> dict[str, int]:
    return {pot: state.since.get(pot, state.hand) for pot, held in pots.items() if held}


def _title(state: State[Any, Any]) -> str:
    return say(state.game.title if state.game else "The game")
