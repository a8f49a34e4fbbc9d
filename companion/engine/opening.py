"""The beginning of a game, as a move in the journal: its house rules and its first dealer."""

from collections.abc import Mapping
from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Seat, excerpt
from companion.engine.game import Effect, Game, Moment, Move
from companion.engine.message import joined, say
from companion.engine.state import CurrentGame, Options, State


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
        move = self.game.read_move(value, where)
        if why := move.unsuited(self.options):
            raise Malformed(why, f"{where} {move.name}".strip())
        return move

    def check(self, state: State[Any, Any]) -> None:
        """Refuse sides of players without a seat, and a first dealer who isn't in."""
        for team in self.options.teams() or []:
            for name in team:
                if name not in state.seated:
                    raise Illegal(
                        say("{name} is named in the sides, but has no seat at this table.", name=excerpt(name))
                    )
        if self.dealer is not None and self.dealer not in state.playing:
            raise Illegal(say("{dealer} isn't in and can't deal first.", dealer=excerpt(self.dealer)))

    def effect(self, state: State[Any, Any]) -> Effect:
        """Put the game on: empty pots, no points, no hand yet. Balances and seats stay."""
        dealer = self.dealer or state.dealer
        game: CurrentGame = self.game if self.title == self.game.title else evolve(self.game, title=self.title)
        with_game_on = state.replace(
            game=game,
            options=self.options,
            facts=self.game.facts.for_game(self.options),
            pots=dict.fromkeys(self.options.pots(), 0),
            since={},
            points={},
            dealer=dealer,
            hand=0,
            open=False,
            over=False,
        )
        values = {"title": say(game.title), "dealer": dealer}
        if self.game.banked:
            return Effect(say("{title} begins; {dealer} is the banker.", **values), with_game_on)
        return Effect(say("{title} begins; {dealer} deals first.", **values), with_game_on)
