"""An evening at a table in a few words, for the tests: ``Evening("spoil-five").deal().won(player="Cat")``."""

from collections.abc import Callable
from typing import Any

from companion.engine.errors import Illegal
from companion.engine.game import Effect, Game, Move, Opening, State
from companion.engine.playing import play
from companion.engine.replay import initial_state
from companion.engine.structure import key_of, read
from companion.games import catalogue

FOUR = "Ann Ben Cat Dan"
TWO_SIDES = [["Ann", "Cat"], ["Ben", "Dan"]]


def the_game(key: str) -> Game:
    """A game that there is."""
    return catalogue()[key]


def opening(key: str, dealer: str | None = None, **options: Any) -> Opening:
    """A game with house rules, about to begin."""
    game = the_game(key)
    return Opening(game, read(game.options, options, "options"), dealer, options or None)


def move(key: str, name: str, **fields: Any) -> Move:
    """One move of a game; ``from_`` stands for ``from``."""
    return the_game(key).read_move({"move": name} | {key_of(field): held for field, held in fields.items()})


class Evening:
    """A table at which every move is called by its name and gives the table back."""

    state: State[Any, Any]
    effect: Effect

    def __init__(self, key: str, players: str = FOUR, dealer: str | None = None, **options: Any) -> None:
        self.state = initial_state(players.split())
        self.begins(key, dealer, **options)

    def begins(self, key: str, dealer: str | None = None, **options: Any) -> "Evening":
        return self._plays(opening(key, dealer, **options))

    def __getattr__(self, name: str) -> Callable[..., "Evening"]:
        game = self.state.game
        assert game
        return lambda **fields: self._plays(
            game.read_move({"move": name} | {key_of(field): held for field, held in fields.items()})
        )

    def _plays(self, made: Move) -> "Evening":
        self.effect = play(self.state, made)
        self.state = self.effect.state
        return self

    @property
    def balances(self) -> list[int]:
        """What everybody is up or down, in seat order."""
        return list(self.state.balances.values())

    @property
    def pool(self) -> int:
        return self.state.pots["pool"]

    @property
    def deals(self) -> str:
        """Who dealt the open hand, or deals next."""
        return self.state.dealer

    @property
    def points(self) -> dict[str, int]:
        return self.state.scored()

    @property
    def memo(self) -> str:
        return self.effect.memo


def why_not(evening: Evening, name: str, **fields: Any) -> str:
    """The sentence that refuses a move, which then changes nothing; empty where the move is good."""
    before = evening.state
    try:
        getattr(evening, name)(**fields)
    except Illegal as refused:
        assert evening.state is before
        return str(refused)
    return ""
