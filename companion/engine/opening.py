"""A game begins at the table: its house rules and who deals first. It stands in the journal like a move."""

from collections.abc import Mapping
from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.fields import Seat, shown
from companion.engine.game import Effect, Game, Moment, Move
from companion.engine.refusals import Illegal
from companion.engine.saying import joined, say
from companion.engine.state import Options, State


@frozen
class Opening(Move):
    """A game begins. ``given`` are the options as somebody gave them, ``edition`` as it was given, if it was."""

    name = "game"
    label = "Begin a game"
    moment = Moment.OVER
    names_those_in = False

    game: Game
    options: Options
    dealer: Annotated[Seat | None, "Who deals first?"] = None
    given: Mapping[str, Any] | None = None
    edition: int | None = None

    @property
    def title(self) -> str:
        """What the game is called at this table."""
        named = self.options.title()
        return joined("", [named]) if named else self.game.title

    def check(self, state: State[Any, Any]) -> None:
        for team in self.options.teams() or []:
            for name in team:
                if name not in state.seated:
                    raise Illegal(say("{name} is named in the sides, but has no seat at this table.", name=shown(name)))
        if self.dealer is not None and self.dealer not in state.playing:
            raise Illegal(say("{dealer} can't be the first dealer: not in.", dealer=shown(self.dealer)))

    def effect(self, state: State[Any, Any]) -> Effect:
        dealer = self.dealer or state.dealer
        game = self.game if self.title == self.game.title else evolve(self.game, title=self.title)
        begun = state.but(
            game=game,
            options=self.options,
            facts=self.game.facts.begun(self.options),
            pots=dict.fromkeys(self.options.pots(), 0),
            since={},
            points={},
            dealer=dealer,
            hand=0,
            open=False,
            over=False,
        )
        said = {"title": say(game.title), "dealer": dealer}
        if game.banked:
            return Effect(say("{title} begins; {dealer} keeps the bank.", **said), begun)
        return Effect(say("{title} begins; {dealer} deals first.", **said), begun)
