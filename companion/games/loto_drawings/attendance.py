"""Coming and going between two drawings of Loto, second method."""

from attrs import frozen

from companion.engine.errors import Illegal
from companion.engine.game import Effect, Moment
from companion.engine.kit import seats
from companion.engine.message import say
from companion.games.loto_drawings.rules import Table, cards_held
from companion.loto import cards as loto_cards


@frozen
class Join(seats.Join):
    """Somebody joins, also between two drawings: at the end, or on a player's left."""

    moment = Moment.GAME


@frozen
class Leave(loto_cards.Leave):
    """Somebody leaves, also between two drawings, and hands the cards back; their balance stays."""

    moment = Moment.GAME

    def check(self, state: Table) -> None:
        """Refuse to leave with the last card of all."""
        super().check(state)
        keeps_a_card(state, self.player)

    def effect(self, state: Table) -> Effect:
        """Give the cards back, and pass the bag on."""
        left = super().effect(state)
        return left._replace(state=bag_passes(left.state))


@frozen
class SitOut(seats.SitOut):
    """Somebody misses a few drawings and keeps the seat and the cards, which don't count meanwhile."""

    moment = Moment.GAME

    def check(self, state: Table) -> None:
        """Refuse to sit out with the last card of all."""
        super().check(state)
        keeps_a_card(state, self.player)

    def effect(self, state: Table) -> Effect:
        """Let the cards lie idle, and pass the bag on."""
        out = super().effect(state)
        return out._replace(state=bag_passes(out.state))


@frozen
class SitIn(seats.SitIn):
    """Somebody who sat out is back in, also between two drawings."""

    moment = Moment.GAME


def keeps_a_card(state: Table, player: str) -> None:
    """Refuse what leaves nobody in but this player with a card, while the drawings go on."""
    if state.open and not any(name != player for name in cards_held(state)):
        raise Illegal(
            say("Nobody but {player} holds a card: somebody must keep one while the drawings go on.", player=player)
        )


def bag_passes(state: Table) -> Table:
    """Return the state with the bag passed on, if its holder isn't in any more."""
    return state if state.dealer in state.playing else state.replace(dealer=state.left_of(state.dealer))
