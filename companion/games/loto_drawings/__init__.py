"""Loto, second method: ten numbers a drawing, a counter for each one covered, premiums for several in a row (LO2)."""

from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.errors import Illegal
from companion.engine.fields import Within
from companion.engine.form_hints import Aside
from companion.engine.game import Effect, Family, Game, Moment, Move, State
from companion.engine.kit import moves, seats
from companion.engine.ledger import Posting
from companion.engine.message import say, say_many, sentences
from companion.games.loto_drawings.attendance import Join, Leave, SitIn, SitOut, keeps_a_card
from companion.games.loto_drawings.drawing import Drawing
from companion.games.loto_drawings.rules import HouseRules, Round, Table, cards_held, contributed
from companion.loto import cards as loto_cards
from companion.loto.box import Fingerprint, in_pieces
from companion.loto.mixing import Mix


@frozen
class Deal(moves.Deal):
    """Begin the drawings: everyone pays for their cards, some to the table, some to the pool (LO2-05)."""

    fingerprint: Annotated[Fingerprint | None, Aside(), "The seed's fingerprint, if the app draws"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse to begin before anybody holds a card."""
        seats.enough_players(state)
        if not cards_held(state):
            raise Illegal(say("Nobody holds a card yet: give out the cards first."))

    def facts(self, state: Table) -> Round:
        """Note the cards that everyone pays for, and the fingerprint of the bag for the first drawing out of it."""
        return Round(state.facts.cards, cards_held(state), fingerprint=self.fingerprint or "")

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return a stake for each card (LO2-05)."""
        return contributed(state, cards_held(state))


@frozen
class Cards(loto_cards.Cards):
    """A player takes these cards instead of the old ones; during the game extra cards are paid for (LO2-03)."""

    moment = Moment.GAME

    def check(self, state: Table) -> None:
        """Refuse cards that aren't there, and giving back the last card of all."""
        super().check(state)
        if not self.holding.count:
            keeps_a_card(state, self.player)

    def effect(self, state: Table) -> Effect:
        """Hand the cards out; more than were paid for are paid for now."""
        taken = super().effect(state)
        more = self.holding.count - state.facts.paid.get(self.player, 0)
        if not state.open or more <= 0:
            return taken
        facts = evolve(taken.state.facts, paid={**state.facts.paid, self.player: self.holding.count})
        memo = sentences(taken.memo, say("{player} pays for {more} more.", player=self.player, more=more))
        return Effect(memo, taken.state.replace(facts=facts), contributed(state, {self.player: more}))


@frozen
class LastDrawings(Move):
    """Agree how many more drawings to make, counting from now (LO2-14)."""

    name = "last_drawings"
    label = "Agree on the last drawings"

    count: Annotated[Annotated[int, Within(1)], "How many more drawings?"]

    def effect(self, state: Table) -> Effect:
        """Note how many drawings are left."""
        agreed = state.replace(facts=evolve(state.facts, left=self.count))
        return Effect(say_many("{n} more drawing.", "{n} more drawings.", self.count), agreed)


GAME = Game(
    key="loto-drawings",
    title="Loto, by drawings",
    family=Family.LOTO,
    summary="Ten numbers a drawing; several in one row earn a premium.",
    options=HouseRules,
    facts=Round,
    moves=(Deal, Cards, Mix, Drawing, LastDrawings, Join, Leave, SitOut, SitIn),
    common=tuple(move for move in moves.COMMON if move is not moves.Misdeal),
    pieces=in_pieces,
    edition=2,
)
