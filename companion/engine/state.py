"""The table as it stands. A State is never changed: a move makes the next one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import field, fields, frozen

from companion.engine.dealing import Dealing
from companion.engine.message import Message, say

O = TypeVar("O", covariant=True)  # noqa: E741
F = TypeVar("F", covariant=True)


class Presence(Enum):
    """Where somebody who ever sat at the table is now."""

    IN = "in"
    SITS_OUT = "sits out"
    LEFT = "left"


@frozen
class Options:
    """House rules of a game: subclass it as a frozen class whose every field has a default, bounds and help."""

    takes_null: ClassVar[bool] = True
    """Whether ``null`` in a sheet stands for an option that is left out."""
    unsided: ClassVar[Message] = say("everyone alone")
    """Who plays with whom where the rules name no sides."""

    def well_formed(self) -> None:
        """Raise Malformed where options exclude each other."""

    def seats(self) -> Sequence[int]:
        """Return the numbers of players that can be dealt in, the least first."""
        return range(2, 11)

    def pots(self) -> tuple[str, ...]:
        """Return the names of the pots, in the order of the sheet."""
        return ("pool",)

    def dealing(self, players: int) -> Dealing | None:
        """Return how the cards are dealt to this number of players, None where the game doesn't say."""
        return None

    def teams(self) -> list[list[str]] | None:
        """Return the sides, all of the same size, or None; an empty list where the first deal makes them."""
        return getattr(self, "sides", None)

    def title(self) -> str:
        """Return the household's own name for the game, "" where it has none."""
        return ""

    def fewest_win(self) -> bool:
        """Return whether whoever has the fewest points wins."""
        return False

    def for_counters(self) -> bool:
        """Return whether counters change hands by these rules; points alone need none."""
        return True


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

    def teams(self) -> list[list[str]] | None:
        """Return the sides, None unless a deal has made them."""
        return None

    def out_of_game(self) -> Mapping[str, str]:
        """Return why players with a seat are out of this game, by name: ``has no stake left``."""
        return {}

    def summary(self) -> str:
        """Return in a few words what players should know now, "" for nothing."""
        return ""

    def score(self, state: "State[Any, Any]") -> Mapping[str, int]:
        """Return the score where the game isn't about counters, by the names of ``State.scored``: its points."""
        return state.scored()

    def score_lines(self) -> Mapping[str, Mapping[str, int]]:
        """Return the parts of the score where the game keeps them apart, by name: ``below the line``."""
        return {}


class CurrentGame(Protocol):
    """What the table asks of the game that is on: of a ``Game``, which is declared in terms of State."""

    @property
    def key(self) -> str:
        """The name of its module, and of its files."""

    @property
    def title(self) -> str:
        """Its name, also as a household wrote it."""

    @property
    def options(self) -> type[Options]:
        """The class of its house rules."""

    @property
    def edition(self) -> int:
        """The number of this edition of its rules."""

    @property
    def moves(self) -> tuple[type[Any], ...]:
        """Its own kinds of moves."""

    @property
    def by_name(self) -> Mapping[str, type[Any]]:
        """All its kinds of moves by name."""

    @property
    def begins(self) -> type[Any]:
        """The kind of move that begins a hand."""

    @property
    def scored(self) -> bool:
        """Whether points are scored."""

    @property
    def deals(self) -> bool:
        """Whether its hands are dealt."""

    @property
    def dealer(self) -> Message:
        """What its dealer is called."""

    @property
    def hands_close(self) -> bool:
        """Whether any move between hands closes the open one."""

    @property
    def pieces(self) -> Callable[[int], str] | None:
        """Writes a number of counters in the pieces of the game's own box."""

    def read_move(self, value: Any, where: str = "") -> Any:
        """Return the move that a JSON object holds."""

    def stored_move(self, value: Any, where: str = "") -> Any:
        """Return a move that was written down before."""


@frozen(slots=False)
class State(Generic[O, F]):
    """Who sits where, what every player and every pot holds, and the game that is on."""

    seats: Mapping[str, Presence]
    """All who ever sat here, in seat order."""
    balances: Mapping[str, int]
    """Counters up or down since the sheet began, of all who ever sat here, in seat order."""
    dealer: str
    """The player who dealt the open hand; between hands, the one who deals next."""
    game: CurrentGame | None = None
    options: O = None  # type: ignore[assignment]
    """The house rules of the game that is on."""
    facts: F = None  # type: ignore[assignment]
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
        out = self._out_of_game()
        return tuple([name for name, presence in self.seats.items() if presence is Presence.IN and name not in out])

    @property
    def seated(self) -> tuple[str, ...]:
        """The players with a seat, also those who sit out, in seat order."""
        return tuple(name for name, presence in self.seats.items() if presence is not Presence.LEFT)

    @cached_property
    def stacks(self) -> Mapping[str, int]:
        """The counters in front of all who ever sat here, by name; empty where the sheet keeps the score alone."""
        return {} if self.start is None else {name: self.given(name) + up for name, up in self.balances.items()}

    @property
    def shown(self) -> Mapping[str, int]:
        """Return what people see of each player: the stacks where counters are on the table, else the balances."""
        return self.stacks or self.balances

    @property
    def for_counters(self) -> bool:
        """Return whether counters lie on the table, change hands by these rules, or are up or down."""
        by_rules = not isinstance(self.options, Options) or self.options.for_counters()
        return by_rules or self.start is not None or any([*self.balances.values(), *self.pots.values()])

    def given(self, name: str) -> int:
        """Return the counters that a player has had from the box; 0 where the sheet keeps the score alone."""
        return (self.start or 0) + self.taken.get(name, 0)

    @cached_property
    def score(self) -> Mapping[str, int]:
        """Points, or what is left of a stock, by the names of ``scored``; empty where the game is about counters."""
        return self.facts.score(self) if isinstance(self.facts, Facts) else self.scored()

    @property
    def teams(self) -> list[list[str]] | None:
        """The two sides; empty until the first deal makes them, None where everybody plays alone."""
        made_by_deal = self.facts.teams() if isinstance(self.facts, Facts) else None
        return made_by_deal or (self.options.teams() if isinstance(self.options, Options) else None)

    @property
    def between(self) -> bool:
        """Whether moves between hands are possible now."""
        return not self.over and (not self.open or (self.game is not None and self.game.hands_close))

    def in_pieces(self, counters: int) -> str:
        """Return a number of counters in the pieces of the game's own box, as a figure where it has none."""
        return self.game.pieces(counters) if self.game and self.game.pieces else str(counters)

    def absence(self, name: str) -> str:
        """Return why a player isn't in, to follow the name: ``sits out``; "" for a player who is in."""
        presence = self.seats.get(name, Presence.LEFT)
        if presence is Presence.IN:
            return self._out_of_game().get(name, "")
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
        return next((tuple(team) for team in self.teams or [] if player in team), (player,))

    def scored(self) -> dict[str, int]:
        """Return the points of all with a seat, or of the first-named of each side; empty where none are scored."""
        if self.game is None or not self.game.scored:
            return {}
        names: Iterable[str] = self.seated if self.teams is None else [team[0] for team in self.teams]
        return {name: self.points.get(name, 0) for name in names}

    def _out_of_game(self) -> Mapping[str, str]:
        return self.facts.out_of_game() if isinstance(self.facts, Facts) and not self.over else {}


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
