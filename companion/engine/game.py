"""What a table, a game and a move are. A State is never changed: a move makes the next one."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, NoReturn, TypeAlias, TypeVar

from attrs import evolve, field, fields, frozen

from companion.engine.cached import cached_property
from companion.engine.errors import Faulty, Illegal, Malformed, Refusal
from companion.engine.fields import Seat, excerpt
from companion.engine.message import Message, joined, say
from companion.engine.phrases import Dealing, ordinal
from companion.engine.postings import Posting
from companion.engine.structure import read, require_new_names

O = TypeVar("O", bound="Options", covariant=True)  # noqa: E741
F = TypeVar("F", bound="Facts", covariant=True)
HAS_WON = float("inf")
"""The rank of who has won, whatever the others have."""


class Presence(Enum):
    """Where somebody who ever sat at the table is now."""

    IN = "in"
    SITS_OUT = "sits out"
    LEFT = "left"


class Manner(NamedTuple):
    """How a game is played and what its points mean, where that isn't as usual."""

    fewest_win: bool = False
    """Whether the fewest points win."""
    outcome: Literal["points", "won", "places", "unknown"] = "points"
    """Whether points are points, or say only who won, who came where, or who played."""
    in_rounds: bool = False
    """Whether people play in rounds, with dice or tiles: nothing is dealt, and nobody is the dealer."""
    has_turns: bool = False
    """Whether each main move is a turn of its own, for which everybody is asked anew."""
    hands_close: bool = False
    """Whether a hand has no end of its own: the next deal, or any other move between hands, closes it."""
    ties_win: bool = True
    """Whether all who are level at the top have won; else nobody has."""
    left: tuple[Message, Message] = (say("to pay with"), say("to pay with"))
    """The words behind one, and behind several, that somebody has left, where the score counts down."""

    @property
    def tells_points(self) -> bool:
        """Return whether the points are points."""
        return self.outcome == "points"

    def in_words(self, points: int) -> Message:
        """Return what points say that are none: ``won``, ``2nd``; empty where they are points."""
        if self.outcome == "won":
            return say("won") if points else say("lost")
        if self.outcome == "unknown":
            return say("played")
        return ordinal(points) if self.outcome == "places" else Message()


@frozen
class Options:
    """House rules of a game: subclass it as a frozen class whose every field has a default, bounds and help."""

    takes_null: ClassVar[bool] = True
    """Whether ``null`` in a sheet stands for an option that is left out."""

    def require_playable(self) -> None:
        """Raise Malformed where a new game can't be played by them; those begun before are still read."""

    def seats(self) -> Sequence[int]:
        """Return the numbers of players that can be dealt in, the least first."""
        return range(2, 11)

    def pots(self) -> tuple[str, ...]:
        """Return the names of the pots, in the order of the sheet."""
        return ("pool",)

    def dealing(self, players: int) -> Dealing | None:
        """Return how the cards are dealt to this number of players, None where the game doesn't say."""
        return None

    def manner(self) -> Manner:
        """Return how the game is played, and what its points mean."""
        return Manner()

    def for_counters(self) -> bool:
        """Return whether counters change hands by these rules; points alone need none."""
        return True

    def title(self) -> str:
        """Return the household's own name for the game, "" where it has none."""
        return ""

    def well_formed(self) -> None:
        """Raise Malformed where options exclude each other."""

    # What one game has; it isn't promised

    def teams(self) -> list[list[str]] | None:
        """Return the sides, all of the same size, or None; an empty list where the first deal makes them."""
        return getattr(self, "sides", None)

    def again(self) -> "Options":
        """Return the house rules by which the game is played again."""
        return self


class Boxes(NamedTuple):
    """A row of a pad of boxes."""

    label: str
    numbers: Mapping[str, int]
    """What stands in it, by the names of ``State.scored``."""
    free: Mapping[str, Mapping[str, str]] | None = None
    """Of whom it can be filled now, each with what a tap on it answers; None for a row that works itself out."""


class GivenAway(NamedTuple):
    """A prize that was won by somebody who has no seat at the table, such as a thing in a hall."""

    when: Message
    """In which round."""
    what: str
    who: str
    """Who has it; empty where nobody was given it."""


@frozen
class Facts:
    """What a game remembers beside counters and points."""

    @classmethod
    def for_game(cls, options: Any) -> "Facts":
        """Return the facts as a game begins under these house rules."""
        return cls()

    def for_hand(self) -> "Facts":
        """Return the facts without those of the hand that was open."""
        return self

    def summary(self) -> str:
        """Return in a few words what players should know now, "" for nothing."""
        return ""

    def score(self, state: "State[Any, Any]") -> Mapping[str, int]:
        """Return the score where the game isn't about counters, by the names of ``State.scored``: its points."""
        return state.scored()

    def prizes(self) -> Mapping[str, Sequence[str]]:
        """Return who won which prizes in the hand that is on or was last: a row at Loto, the pool of Twenty-five."""
        return {}

    def out_of_game(self) -> Mapping[str, str]:
        """Return why players with a seat are out of this game, by name: ``has no stake left``."""
        return {}

    def of_hand(self, state: "State[Any, Any]") -> str:
        """Return what the hand that is on, or comes next, is called or how many cards it has; empty for nothing."""
        return ""

    # What one game has; it isn't promised

    def out_of_hand(self) -> Mapping[str, str]:
        """Return why players with a seat don't play the hand that is on: all who are out of the game, and others."""
        return self.out_of_game()

    def hand_called(self, state: "State[Any, Any]") -> Message:
        """Return which hand is on, or was last: ``hand 3``."""
        return say("hand {hand}", hand=state.hand)

    def notes(self, state: "State[Any, Any]") -> Mapping[str, str]:
        """Return what should be known of players beside counters and points, by name: ``said 2``."""
        return {}

    def rank(self, state: "State[Any, Any]") -> Mapping[str, Any]:
        """Return by what the winner is found, the most first, by the names of ``State.scored``: the points.

        All who have ``HAS_WON`` have won, even if that is everybody; nobody has who has ``-HAS_WON``.
        """
        return {name: -points if state.manner.fewest_win else points for name, points in self.score(state).items()}

    def score_lines(self) -> Mapping[str, Mapping[str, int]]:
        """Return the parts of the score where the game keeps them apart, by name: ``below the line``."""
        return {}

    def boxes(self, state: "State[Any, Any]") -> Sequence["Boxes"]:
        """Return the rows of a pad of boxes, where the game is one."""
        return ()

    def end_lines(self, state: "State[Any, Any]") -> Sequence["Boxes"]:
        """Return the lines of a pad that came to each as the game ended, where it has any."""
        return ()

    def given_away(self, state: "State[Any, Any]") -> Sequence[GivenAway]:
        """Return the prizes so far of a game that nobody at the table can win, those of each round in their order."""
        return ()


@frozen(slots=False)
class State(Generic[O, F]):
    """Who sits where, what every player and every pot holds, and the game that is on."""

    seats: Mapping[str, Presence]
    """All who ever sat here, in seat order."""
    balances: Mapping[str, int]
    """Counters up or down since the sheet began, of all who ever sat here, in seat order."""
    dealer: str
    """The player who dealt the open hand; between hands, the one who deals next."""
    game: "Game | None" = None
    options: O = Options()  # type: ignore[assignment]
    """The house rules of the game that is on."""
    manner: Manner = field(factory=Manner)
    """How that game is played, and what its points mean."""
    teams: list[list[str]] | None = None
    """The sides; empty until the first deal makes them, None where everybody plays alone."""
    facts: F = Facts()  # type: ignore[assignment]
    """What that game remembers."""
    pots: Mapping[str, int] = field(factory=dict)
    """Counters by pot, in the order of the sheet."""
    since: Mapping[str, int] = field(factory=dict)
    """For every pot that holds counters, the number of the hand since which it does."""
    points: Mapping[str, int] = field(factory=dict)
    """Points by player, or by the first-named of a side, where the game scores any."""
    hand: int = 0
    """The number of hands dealt in this game."""
    open: bool = False
    """Whether a hand is open."""
    over: bool = True
    """Whether no game is on, because none has begun or the last one has ended."""
    start: int | None = None
    """The counters that each player was given at first; None where the sheet keeps the score alone."""
    taken: Mapping[str, int] = field(factory=dict)
    """Further counters that a player took from the box, by name."""
    settled: Mapping[str, int] = field(factory=dict)
    """By how much settling debts out of play raised a balance, by name; empty where none was settled."""
    began: Mapping[str, int] = field(factory=dict)
    """What everybody had won in play as this game began."""
    dealt_in: frozenset[str] = frozenset()
    """All who were in for a hand of this game: who sat out throughout wins nothing."""

    def replace(self, **changes: Any) -> "State[Any, Any]":
        """Return the same table with other values in some fields; ``attrs.evolve`` is several times as slow."""
        if not changes.keys() <= FIELDS:
            raise TypeError(f"not fields of a State: {', '.join(sorted(changes.keys() - FIELDS))}")
        state = object.__new__(State)
        state.__dict__.update(self.__dict__, **changes)
        for name in CACHED:
            state.__dict__.pop(name, None)
        return state

    @cached_property
    def playing(self) -> tuple[str, ...]:
        """The players who are in, in seat order."""
        out = self._out_of_hand()
        return tuple([name for name, presence in self.seats.items() if presence is Presence.IN and name not in out])

    @property
    def seated(self) -> tuple[str, ...]:
        """The players with a seat, also those who sit out, in seat order."""
        return tuple(name for name, presence in self.seats.items() if presence is not Presence.LEFT)

    @cached_property
    def stacks(self) -> Mapping[str, int]:
        """The counters in front of all who ever sat here, by name; empty where the sheet keeps the score alone."""
        return {} if self.start is None else {name: self.given(name) + up for name, up in self.balances.items()}

    @cached_property
    def won(self) -> Mapping[str, int]:
        """What all who ever sat here have won in play: the balances without what was settled."""
        return {name: up - self.settled.get(name, 0) for name, up in self.balances.items()}

    @property
    def gained(self) -> dict[str, int]:
        """Return what this game brought or cost each whose counters it changed, but for what was settled."""
        return {name: up - self.began.get(name, 0) for name, up in self.won.items() if up != self.began.get(name, 0)}

    @property
    def shown(self) -> Mapping[str, int]:
        """Return what people see of each player: the stacks where counters are on the table, else the balances."""
        return self.stacks or self.balances

    @property
    def for_counters(self) -> bool:
        """Return whether counters lie on the table, change hands by these rules, or are up or down."""
        return (
            self.options.for_counters() or self.start is not None or any([*self.balances.values(), *self.pots.values()])
        )

    def given(self, name: str) -> int:
        """Return the counters that a player has had from the box; 0 where the sheet keeps the score alone."""
        return (self.start or 0) + self.taken.get(name, 0)

    @cached_property
    def score(self) -> Mapping[str, int]:
        """Points, or what is left of a stock, by the names of ``scored``; empty where the game is about counters."""
        return self.facts.score(self)

    @property
    def between(self) -> bool:
        """Whether moves between hands are possible now."""
        return not self.over and (not self.open or self.manner.hands_close)

    def in_pieces(self, counters: int) -> str:
        """Return a number of counters in the pieces of the game's own box, as a figure where it has none."""
        return self.game.pieces(counters) if self.game and self.game.pieces else str(counters)

    def absence(self, name: str) -> str:
        """Return why a player isn't in, to follow the name: ``sits out``; "" for a player who is in."""
        presence = self.seats.get(name, Presence.LEFT)
        if presence is Presence.IN:
            return self._out_of_hand().get(name, "")
        return say("sits out") if presence is Presence.SITS_OUT else say("is not at this table")

    def others(self, player: str) -> tuple[str, ...]:
        """Return all who are in but this player, in seat order."""
        return tuple(name for name in self.playing if name != player)

    def from_left_of(self, player: str) -> tuple[str, ...]:
        """Return all who are in, beginning on the left of a player, who comes last if in."""
        names = list(self.seats)
        after, playing = names.index(player) + 1, self.playing
        return tuple(name for name in names[after:] + names[:after] if name in playing)

    def left_of(self, player: str) -> str:
        """Return the next player on the left who is in (GEN-03), the player himself where nobody is."""
        return next(iter(self.from_left_of(player)), player)

    def side(self, player: str) -> tuple[str, ...]:
        """Return the player's side: the player and the partner, or the player alone."""
        teams = self.teams
        return next((tuple(team) for team in teams if player in team), (player,)) if teams else (player,)

    def scored(self) -> dict[str, int]:
        """Return the points of all with a seat, or of the first-named of each side; empty where none are scored."""
        if self.game is None or not self.game.scored:
            return {}
        names: Iterable[str] = self.seated if self.teams is None else [team[0] for team in self.teams]
        return {name: self.points.get(name, 0) for name in names}

    def ranked(self) -> dict[str, tuple[bool, Any]]:
        """Return by what the winner is found, the most first, by the names of ``scored``.

        Nobody who is out of the game comes before somebody who is in.
        """
        out = self.facts.out_of_game()
        return {name: (not out.keys() >= {*self.side(name)}, own) for name, own in self.facts.rank(self).items()}

    def _out_of_hand(self) -> Mapping[str, str]:
        return {} if self.over else self.facts.out_of_hand()


FIELDS = frozenset(attribute.name for attribute in fields(State))
CACHED = tuple(name for name, member in vars(State).items() if isinstance(member, cached_property))
"""The names of a State's fields, and of its cached properties, which are computed again when a field changes."""


def game_ends(state: State[Any, Any], **changes: Any) -> State[Any, Any]:
    """Return the state when the game ends by itself, with its open hand; the deal passes all the same."""
    return hand_ends(state, over=True, **changes)


def hand_ends(state: State[Any, Any], **changes: Any) -> State[Any, Any]:
    """Return the state when the hand is over: its facts are forgotten, the deal passes to the left (GEN-04)."""
    changes = {"facts": state.facts.for_hand()} | changes
    return state.replace(open=False, dealer=state.left_of(state.dealer), **changes)


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


Need: TypeAlias = Literal["pack", "packs", "board", "box", "dice", "paper", "own-cards", "own-pieces"]
"""What a game needs on the table beside counters."""
NEEDS: Mapping[Need, Message] = MappingProxyType(
    {
        "pack": say("a pack"),
        "packs": say("two packs or more"),
        "board": say("a Pope Joan board"),
        "box": say("a Loto box"),
        "dice": say("five dice"),
        "paper": say("pencil and paper"),
        "own-cards": say("its own cards"),
        "own-pieces": say("its own pieces"),
    }
)
"""The same in words."""


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
    main: ClassVar[bool] = False
    """Whether an ordinary hand is made of such moves."""
    moment: ClassVar[Moment] = Moment.HAND
    """When it can be made."""
    names_those_in: ClassVar[bool] = True
    """Whether every player that it names must be in."""

    def well_formed(self) -> None:
        """Raise Malformed where fields exclude each other, whatever the table."""
        for outcome, evidence in self.instead.items():
            if (getattr(self, outcome) is None) == (getattr(self, evidence) is None):
                raise Malformed("give either {one} or {other}, not both", one=evidence, other=outcome)

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Raise Illegal where no such move is possible now, whatever its fields."""

    def check(self, state: State[Any, Any]) -> None:
        """Raise Illegal where this move breaks a rule."""

    def check_new(self, state: State[Any, Any]) -> None:
        """Raise Illegal where this move may stand as it was written down before, but not be written anew."""

    def effect(self, state: State[Any, Any]) -> Effect:
        """Return what the move does, without side effects."""
        raise NotImplementedError

    question: ClassVar[str] = ""
    """What is asked at first in the place of its first field's question; empty where that one serves."""
    first_person: ClassVar[str] = ""
    """The text of its button on the name card of the player whom it names; empty where the label serves."""
    either: ClassVar[tuple[str, ...]] = ()
    """Fields of which exactly one is given."""
    instead: ClassVar[Mapping[str, str]] = {}
    """Fields that say what a hand came to, each with that of the evidence; exactly one of both is given."""
    page: ClassVar[str] = ""
    """The page that asks for it, where that is not the general form."""
    at_once: ClassVar[bool] = False
    """Whether all its questions stand open on one page, also those that may be left."""
    beside: ClassVar[str] = ""
    """The field whose few choices stand beside every player, so that one tap names both."""
    draws: ClassVar[bool] = False
    """Whether it draws something out of a bag."""
    in_line: ClassVar[bool] = False
    """Whether such moves, one after another, stand in one line on paper."""
    at_seats: ClassVar[bool] = False
    """Whether it has its place on the page of the seats."""
    of_counters: ClassVar[bool] = False
    """Whether it means nothing where points alone are scored."""
    takes_back_deal: ClassVar[bool] = False
    """Whether it takes back a deal that the table made by itself, as long as nobody has touched it."""

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Return the optional fields that the house rules of this table require."""
        return ()

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the fields that can't matter now, given the answers so far; no form asks them."""
        return ()

    @classmethod
    def choices_left(cls, answers: Mapping[str, str]) -> Mapping[str, Collection[str]]:
        """Return the remaining choices, given the answers so far, by fields, or parts of them: ``honours:held``."""
        return {}

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Return what can be said of every player in now, as the values of the field ``beside`` with their labels."""
        return {}

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Return the pots that can be tapped to make this move, each with the answers that the tap gives."""
        return {}

    @classmethod
    def summary(cls, answers: Mapping[str, str]) -> str:
        """Return the answers so far, in words, to stand before the next question."""
        return joined(", ", list(answers.values()))

    @classmethod
    def as_sentence(cls, answers: Mapping[str, str]) -> str:
        """Return what was answered as a sentence of its own; empty where the move's label has to stand before it."""
        return ""

    # What one game has; it isn't promised
    with_evidence: ClassVar[tuple[str, ...]] = ()
    """Fields that go with the evidence of ``instead`` alone."""
    comes_first: ClassVar[bool] = False
    """Whether the table asks for it as soon as it can be made, until it is made or passed over."""
    at_one_time: ClassVar[bool] = False
    """Whether nobody sees what another's phone answers until all have answered."""
    in_full: ClassVar[bool] = False
    """Whether its questions stand whole in the rows of players, not as a word each, and open, in their order."""
    lifts: ClassVar[str] = ""
    """The field that names a pot of which all is taken, where people may have laid counters without a word on where."""
    sure: ClassVar[str] = ""
    """The text of the button that writes it down in spite of its doubt."""
    figure: ClassVar[str] = ""
    """The field whose number says all of it where it stands ``in_line``; empty where its sentence is told."""
    as_a_hand: ClassVar[bool] = False
    """Whether the picture of an evening shows where all stand after it, as after a hand."""

    def doubt(self) -> str:
        """Return a question to ask before this is written down, "" where nothing about it is unlikely."""
        return ""

    def unsuited(self, options: Any) -> str:
        """Return why its fields can't go with the house rules, whatever the table; empty where they can."""
        return ""

    @classmethod
    def totals(cls, state: State[Any, Any]) -> Mapping[str, tuple[int, ...]]:
        """Return what the numbers of a field can come to, by fields, where the house rules of this table say it."""
        return {}

    @classmethod
    def asked_at(cls, state: State[Any, Any]) -> "type[Move]":
        """Return the class whose fields a form asks, where the house rules bring questions of their own."""
        return cls

    @classmethod
    def gathered(cls, state: State[Any, Any], answered: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON object of what was answered to the questions of ``asked_at``."""
        return {**answered}

    def spread(self, state: State[Any, Any]) -> dict[str, Any] | None:
        """Return its values as answers to the questions of ``asked_at``; None where they are its own fields."""
        return None

    @classmethod
    def amended(cls, answered: Mapping[str, Any], unasked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON object of an amended move: the answers, and the old values that no form asks."""
        return {**unasked, **answered}

    @classmethod
    def again(cls, state: State[Any, Any], last: Any) -> "Move | None":
        """Return the ``last`` such move again, fitted to the table as it is now; None where it can't be."""
        return None

    @classmethod
    def counters_beside(cls, state: State[Any, Any]) -> Mapping[str, int]:
        """Return how many counters go with each of ``choices_beside``, if any do: what lies in the pot of that name."""
        return state.pots

    def in_cell(self, before: State[Any, Any], name: str) -> str:
        """Return what the score pad tells of a player beside the points, such as ``2/3``; empty for nothing."""
        return ""


@frozen
class Game:
    """A game, in one edition of its rules."""

    key: str
    """The name of its module and of its files."""
    title: str
    family: Family
    summary: str
    """A few words for the list of games, without a full stop."""
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
    edition: int = field(default=1, kw_only=True)
    """The number of this edition of its rules."""
    dealer: Message = field(default=say("Dealer"), kw_only=True)
    """What the dealer is called: the banker, in games against a bank."""
    needs: tuple[Need, ...] = field(default=("pack",), kw_only=True)
    """What must lie on the table beside counters; empty where the household decides that."""
    minutes: int = field(default=30, kw_only=True)
    """About how long people usually play it, to suggest one for the time there is."""
    also_called: str = field(default="", kw_only=True)
    """Names it has elsewhere, in any language, by which people look for it."""
    shown_first: bool = field(default=False, kw_only=True)
    """Whether the first page shows it to people who haven't played yet; it has room for six."""
    examples: Mapping[str, Message] = field(factory=dict, hash=False, kw_only=True)
    """An example of an answer to each question about its rules, by the names of the house rules."""
    deals_at_once: bool = field(default=False, kw_only=True)
    """Whether the next hand is dealt by itself when one was won, unless the table has it otherwise."""
    alone: Callable[[State[Any, Any]], Collection[str]] = field(default=lambda state: (), kw_only=True)
    """Names the moves that the server makes itself, which nobody can have forgotten."""
    pages: str = field(default="", kw_only=True)
    """The module of its pages, with the name in it: ``nap_for_companion.web:PAGES``. It is loaded with the pages."""

    # What one game has; it isn't promised
    pieces: Callable[[int], str] | None = field(default=None, kw_only=True)
    """Writes a number of counters in the pieces of the game's own box, if it has one."""
    score_sheet: Callable[[State[Any, Any]], Any] | None = field(default=None, kw_only=True)
    """Makes what its template ``score.html`` shows of the score, also when the game is over."""
    whole_hand: Callable[[State[Any, Any], int | None], Any] | None = field(default=None, kw_only=True)
    """Returns the class that asks for all of the open hand on one form, whose ``moves`` are then written; None where
    the hand is asked otherwise. It is told what somebody pays who takes no trick, where the rules say it.
    """

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
        return self.by_name.get("deal") or next(kind for kind in self.moves if kind.moment is Moment.BETWEEN)

    def read_move(self, value: Any, where: str = "") -> Move:
        """Return the move that a JSON object holds; raise Malformed with one sentence, which names the place."""
        move = self.stored_move(value, where)
        require_new_names(move, f"{where} {move.name}".strip())
        return move

    def stored_move(self, value: Any, where: str = "") -> Move:
        """Return a move that was written down before, by the rule for names of that time; raise Malformed."""
        if type(value) is not dict:
            raise Malformed("a move must be an object", where)
        name = value.get("move")
        kind = self.by_name.get(name) if isinstance(name, str) else None
        if kind is None:
            if "move" not in value:
                raise Malformed("move is missing", where)
            raise Malformed('"{name}" is not a move of {title}', where, name=excerpt(name), title=say(self.title))
        return read(kind, {key: given for key, given in value.items() if key != "move"}, f"{where} {name}".strip())


def blame(error: Exception, game: Game | None, move: str) -> NoReturn:
    """Raise an error of a game's own code: a refusal as it is, any other as Faulty. A package may fail in any way."""
    if isinstance(error, Refusal):
        raise error
    raise Faulty(
        "The package {package} makes a mistake in its game {game}, move {move} ({told}). Nothing was written.",
        package=(game.options if game else Move).__module__.partition(".")[0],
        game=game.key if game else "",
        move=move,
        told=f"{type(error).__name__}: {error}",
    ) from error


@frozen
class Opening(Move):
    """The move that begins a game."""

    name = "game"
    label = "Begin a game"
    moment = Moment.OVER
    names_those_in = False

    game: Game
    options: Options
    dealer: Annotated[Seat | None, "Who deals first?"] = None
    given: Mapping[str, Any] | None = None
    """The house rules as the sheet or the form gave them, without the defaults of the rest."""
    edition: int | None = None
    """The edition of the rules, if the sheet names one."""

    @property
    def title(self) -> str:
        """The game's name at this table; a name that a household gave is never translated."""
        own_title = self.options.title()
        return joined("", [own_title]) if own_title else self.game.title

    def read_move(self, value: Any, where: str = "") -> Move:
        """Return a move of this game under its house rules, from a JSON object. Raises Malformed with its place."""
        try:
            move = self.game.read_move(value, where)
            why = move.unsuited(self.options)
        except Exception as error:
            blame(error, self.game, excerpt(value.get("move")) if type(value) is dict else "")
        if why:
            raise Malformed(why, f"{where} {move.name}".strip())
        return move

    def check(self, state: State[Any, Any]) -> None:
        """Refuse sides of players without a seat, and a first dealer who isn't in."""
        for team in self.options.teams() or []:
            for name in team:
                if name not in state.seated:
                    raise Illegal("{name} is named in the sides, but has no seat at this table.", name=excerpt(name))
        if self.dealer is not None and self.dealer not in state.playing:
            raise Illegal("{dealer} isn't in and can't deal first.", dealer=excerpt(self.dealer))

    def effect(self, state: State[Any, Any]) -> Effect:
        """Put the game on: empty pots, no points, no hand yet. Balances and seats stay."""
        dealer = self.dealer or state.dealer
        game = self.game if self.title == self.game.title else evolve(self.game, title=self.title)
        with_game_on = state.replace(
            game=game,
            options=self.options,
            manner=self.options.manner(),
            teams=self.options.teams(),
            facts=self.game.facts.for_game(self.options),
            pots=dict.fromkeys(self.options.pots(), 0),
            since={},
            points={},
            dealer=dealer,
            began=state.won,
            dealt_in=frozenset(),
            hand=0,
            open=False,
            over=False,
        )
        values = {"title": say(game.title), "dealer": dealer}
        if len(state.seats) == 1:
            return Effect(say("{title} begins.", **values), with_game_on)
        if self.game.banked:
            return Effect(say("{title} begins; {dealer} is the banker.", **values), with_game_on)
        return Effect(say("{title} begins; {dealer} deals first.", **values), with_game_on)
