"""The table as it stands after so many moves. A State is never changed: a move makes the next one."""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from attrs import field, fields, frozen

from companion.engine.dealing import Dealing
from companion.engine.saying import Said, say

if TYPE_CHECKING:
    from companion.engine.game import Game

O = TypeVar("O", covariant=True)  # noqa: E741
F = TypeVar("F", covariant=True)


class Presence(Enum):
    """Where somebody is who ever sat at the table."""

    IN = "in"
    SITS_OUT = "sits out"
    LEFT = "left"


@frozen
class Options:
    """House rules of a game: subclass it as a frozen class whose every field has a default, bounds and help.

    ``unsided`` says who plays with whom where the rules name no sides.
    """

    takes_null: ClassVar[bool] = True
    unsided: ClassVar[Said] = say("everyone alone")

    def well_formed(self) -> None:
        """Raises Malformed where options can't go together."""

    def seats(self) -> range:
        """How many may be dealt in."""
        return range(2, 11)

    def pots(self) -> tuple[str, ...]:
        """The names of the pots, in the order of the sheet."""
        return ("pool",)

    def dealing(self, players: int) -> Dealing | None:
        """How the cards are dealt to so many players; None where nothing is to be said of it."""
        return None

    def teams(self) -> list[list[str]] | None:
        """Two sides of two players, where the game is played so; empty where the first deal makes them."""
        return getattr(self, "sides", None)

    def title(self) -> str:
        """What the house calls the game, where it has a name of its own for it."""
        return ""


@frozen
class Facts:
    """What a game remembers beside counters and points; ``afresh`` forgets what belongs to the open hand."""

    @classmethod
    def begun(cls, options: Any) -> "Facts":
        """What there is to remember as a game begins by these house rules."""
        return cls()

    def afresh(self) -> "Facts":
        return self

    def teams(self) -> list[list[str]] | None:
        """The two sides, where a deal has made them."""
        return None

    def passed_on(self) -> "Facts":
        """What is remembered when the deal passes on between hands, because the dealer isn't in any more."""
        return self

    def out_of_game(self) -> Mapping[str, str]:
        """Who has a seat but plays no more in this game, and why, as a sentence about the player goes on."""
        return {}

    def says(self) -> str:
        """What players should know of it now, in a few words."""
        return ""


@frozen(slots=False)
class State(Generic[O, F]):
    """Who sits where, what everyone and every pot holds, and the game that is on.

    ``balances`` are counters up or down since the sheet began, of all who ever sat, in seat order.
    ``dealer`` dealt the open hand; between hands, deals next. ``hand`` counts the hands dealt in this game.
    ``since`` names for every pot that holds counters the hand in which it began to.
    """

    seats: Mapping[str, Presence]
    balances: Mapping[str, int]
    dealer: str
    game: "Game | None" = None
    options: O = None  # type: ignore[assignment]
    facts: F = None  # type: ignore[assignment]
    pots: Mapping[str, int] = field(factory=dict)
    since: Mapping[str, int] = field(factory=dict)
    points: Mapping[str, int] = field(factory=dict)
    hand: int = 0
    open: bool = False
    over: bool = True

    def but(self, **changed: Any) -> "State[Any, Any]":
        """The same table with other values in some fields; several times as quick as ``evolve``, and every move
        needs one. Who plays is worked out anew.
        """
        assert changed.keys() <= FIELDS, changed
        made = object.__new__(State)
        made.__dict__.update(self.__dict__, **changed)
        made.__dict__.pop("playing", None)
        return made

    @cached_property
    def playing(self) -> tuple[str, ...]:
        """Who is in, in seat order."""
        out = self._out_of_game()
        return tuple([name for name, presence in self.seats.items() if presence is Presence.IN and name not in out])

    @property
    def seated(self) -> tuple[str, ...]:
        """Who has a seat, also sitting out."""
        return tuple(name for name, presence in self.seats.items() if presence is not Presence.LEFT)

    @property
    def teams(self) -> list[list[str]] | None:
        """The two sides, none yet where the first deal makes them; None where everybody plays alone."""
        made = self.facts.teams() if isinstance(self.facts, Facts) else None
        return made or (self.options.teams() if isinstance(self.options, Options) else None)

    @property
    def between(self) -> bool:
        """Whether moves between hands can be made now."""
        return not self.over and (not self.open or (self.game is not None and self.game.hands_close))

    def in_pieces(self, counters: int) -> str:
        """So many counters in the pieces of the game's own box; as a figure where it has none."""
        return self.game.pieces(counters) if self.game and self.game.pieces else str(counters)

    def absence(self, name: str) -> str:
        """Why somebody isn't in, as a sentence about the player goes on; empty for who is."""
        presence = self.seats.get(name, Presence.LEFT)
        if presence is Presence.IN:
            return self._out_of_game().get(name, "")
        return say("sits out") if presence is Presence.SITS_OUT else say("is not at this table")

    def others(self, player: str) -> tuple[str, ...]:
        """Everybody in but this player."""
        return tuple(name for name in self.playing if name != player)

    def from_left_of(self, player: str) -> tuple[str, ...]:
        """Everybody in, starting on the left of ``player``, who comes last if in."""
        names = list(self.seats)
        after, playing = names.index(player) + 1, self.playing
        return tuple(name for name in names[after:] + names[:after] if name in playing)

    def left_of(self, player: str) -> str:
        """The next one in on the left (GEN-03); the player himself where nobody is in."""
        return next(iter(self.from_left_of(player)), player)

    def side(self, player: str) -> tuple[str, ...]:
        """The player with the partner, if there are sides, else alone."""
        for team in self.teams or []:
            if player in team:
                return tuple(team)
        return (player,)

    def scored(self) -> dict[str, int]:
        """The points of everybody with a seat, or of the first-named of each side; empty where none are scored."""
        if self.game is None or not self.game.scored:
            return {}
        names: Iterable[str] = self.seated if self.teams is None else [team[0] for team in self.teams]
        return {name: self.points.get(name, 0) for name in names}

    def _out_of_game(self) -> Mapping[str, str]:
        return self.facts.out_of_game() if isinstance(self.facts, Facts) and not self.over else {}


FIELDS = frozenset(own.name for own in fields(State))
"""The names of what a State holds."""


def game_ends(state: State[Any, Any], **changed: Any) -> State[Any, Any]:
    """The state when the game ends by itself, with its hand: the deal passes all the same."""
    return hand_ends(state, over=True, **changed)


def hand_ends(state: State[Any, Any], **changed: Any) -> State[Any, Any]:
    """The state when the hand is over: what belonged to it is forgotten, the deal passes to the left (GEN-04)."""
    changed = {"facts": state.facts.afresh()} | changed
    return state.but(open=False, dealer=state.left_of(state.dealer), **changed)
