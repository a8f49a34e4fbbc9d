"""Loto, first method: cards are covered as numbers are drawn, and the first to have a prize takes it (LO1)."""

from collections.abc import Mapping
from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.errors import Illegal
from companion.engine.fields import Counters
from companion.engine.form_hints import Aside
from companion.engine.game import Effect, Family, Game, Moment, Move, State
from companion.engine.kit import moves, seats
from companion.engine.kit.laying import filled
from companion.engine.ledger import Posting
from companion.engine.message import say
from companion.engine.phrases import plural
from companion.games.loto.claim import Claim
from companion.games.loto.rules import Hand, HouseRules, Table
from companion.loto import cards as loto_cards
from companion.loto.box import NUMBERS, Fingerprint, Seed, fingerprint, in_pieces
from companion.loto.cards import LotoNumber
from companion.loto.mixing import Mix, must_come_first
from companion.loto.prizes import playing
from companion.loto.words import DRAWN


@frozen
class Cards(loto_cards.Cards):
    """A player takes these cards instead of the old ones, or hands them all back."""

    unseen: Annotated[Counters | None, "Or just how many cards, without entering them?"] = None

    @classmethod
    def ways(cls) -> list[str]:
        """Return the fields of which exactly one is given, also for cards that the companion hasn't seen."""
        return [*super().ways(), "unseen"]


@frozen
class Deal(moves.Deal):
    """Start a hand: everyone playing pays for each card; a dealer who calls doesn't play (LO1-03; LO1-02)."""

    fingerprint: Annotated[Fingerprint | None, Aside(), "The seed's fingerprint, if the app draws"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a hand in which fewer than two play with cards."""
        seats.enough_players(state)
        if len(playing(state)) < 2:
            if state.options.caller == "nobody":
                raise Illegal(say("At least two players need cards: give out the cards first."))
            raise Illegal(
                say(
                    "At least two players need cards, besides {dealer}, who calls: give out the cards first.",
                    dealer=state.dealer,
                )
            )

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        """Return that the stakes can't be quartered, where prizes are quarters and they can't."""
        staked = sum(stakes(state).values())
        if state.options.prizes == "card" or not staked % 4:
            return []
        return [
            say("{counters} can't be quartered: the odd ones go to the prize for the card.", counters=plural(staked))
        ]

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the fingerprint where a real bag is drawn from."""
        return ("fingerprint",) if state.options.drawn_by == "bag" else ()

    def check(self, state: Table) -> None:
        """Refuse a fingerprint where a real bag is drawn from."""
        if self.fingerprint is not None and state.options.drawn_by == "bag":
            raise Illegal(say("No fingerprint here: under the house rules the numbers come from a real bag."))

    def facts(self, state: Table) -> Hand:
        """Keep the cards, and the fingerprint of the new bag."""
        return Hand(state.facts.cards, fingerprint=self.fingerprint or "")

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return the stakes, a quarter into the pot of each prize for rows, the rest into the last pot (LO1-06)."""
        due = stakes(state)
        *lines, whole = state.pots
        quarters = dict.fromkeys(lines, sum(due.values()) // 4)
        return filled(due, {**quarters, whole: sum(due.values()) - sum(quarters.values())})


@frozen
class Drawn(Move):
    """A number is drawn and called; each comes up only once in a hand."""

    name = "drawn"
    label = "Number drawn"
    main = True
    draws = True

    number: Annotated[LotoNumber, "Which number is drawn?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a draw from an empty bag."""
        if len(state.facts.drawn) == len(NUMBERS):
            raise Illegal(say("All 90 numbers are drawn: the bag is empty."))

    def check(self, state: Table) -> None:
        """Refuse a number that was drawn already."""
        if self.number in state.facts.drawn:
            place = state.facts.drawn.index(self.number) + 1
            raise Illegal(
                say("{number} has already been drawn in this hand, as number {place}.", number=self.number, place=place)
            )

    def effect(self, state: Table) -> Effect:
        """Add the number to those drawn."""
        facts = evolve(state.facts, drawn=(*state.facts.drawn, self.number))
        return Effect(
            say(DRAWN, number=self.number, place=len(facts.drawn)),
            state.replace(facts=facts),
        )


@frozen
class Revealed(Move):
    """The seed of the last hand is revealed: it shows that its numbers were fixed before the first was drawn."""

    name = "revealed"
    label = "Reveal the seed"
    moment = Moment.BETWEEN

    seed: Annotated[Seed, "The seed of the last hand"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a seed if the last hand left no fingerprint to compare."""
        if not state.facts.unrevealed[0]:
            raise Illegal(
                say("No seed can be revealed: the last hand had no fingerprint, or its seed is known already.")
            )

    def check(self, state: Table) -> None:
        """Refuse a seed of another fingerprint, or one whose bag gives other numbers than were drawn."""
        given, drawn, words = state.facts.unrevealed
        if fingerprint(self.seed) != given:
            raise Illegal(say("This isn't the seed of the last hand: its fingerprint is different."))
        must_come_first(self.seed, words, drawn)

    def effect(self, state: Table) -> Effect:
        """Note that the seed fits; it need not be revealed again."""
        facts = evolve(state.facts, unrevealed=("", (), ()))
        drawn = len(state.facts.unrevealed[1])
        memo = say(
            "The bag was fair: its order was fixed before the first of the {drawn} numbers (seed {seed}).",
            drawn=drawn,
            seed=self.seed,
        )
        return Effect(memo, state.replace(facts=facts))


@frozen
class MixWord(Mix):
    """A word is mixed into the app's bag, so that nobody can know the order of its numbers beforehand."""

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a word after the first number."""
        super().allowed(state)
        if state.facts.drawn:
            raise Illegal(say("A number has already been drawn: words are mixed in before the first."))


def stakes(state: State[Any, Any]) -> dict[str, int]:
    """Return what each pays at the deal (LO1-03)."""
    return {name: cards.count * state.options.stake for name, cards in playing(state).items()}


GAME = Game(
    key="loto",
    title="Loto",
    family=Family.LOTO,
    summary="Cover your cards as the numbers are drawn, and claim the prize first.",
    options=HouseRules,
    facts=Hand,
    moves=(Cards, Deal, MixWord, Drawn, Claim, Revealed, loto_cards.Leave),
    common=tuple(move for move in moves.COMMON if move is not moves.Misdeal),
    pieces=in_pieces,
    edition=2,
)
