"""Being out of cards first: the move that games of stops and matches share."""

from collections.abc import Mapping
from typing import Annotated, Any

from attrs import frozen

from companion.engine.fields import CardsLeft, Seat
from companion.engine.game import Move, State
from companion.engine.kit.payments import not_named
from companion.engine.message import say


@frozen
class FirstOut(Move):
    """The first one out is paid for the cards that the others have left, and takes Game where the board has it."""

    name = "out"
    label = "Somebody went out"
    question = "Who went out?"
    first_person = "I'm out"
    main = True

    player: Annotated[Seat, "Who went out?"]
    cards_left: Annotated[CardsLeft, "How many cards does each have left?"]

    @classmethod
    def as_sentence(cls, answers: Mapping[str, str]) -> str:
        """Return ``Ann went out``."""
        return say("{player} went out", player=answers["player"]) if "player" in answers else ""

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on Game stand for the move."""
        return {pot: {} for pot in state.pots if pot == "game"}

    def check(self, state: State[Any, Any]) -> None:
        """Refuse cards left with the player who is out."""
        not_named(self.cards_left, self.player)
