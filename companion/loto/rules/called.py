"""Numbers that are called one by one: out of a bag of the app's own, sealed before the first, or out of a real one."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine import Aside, Effect, Facts, Illegal, Moment, Move, State, fill, kit, say
from companion.loto.rules.box import NUMBERS, Fingerprint, Mix, Seed, bag, fingerprint, must_come_first
from companion.loto.rules.cards import LotoNumber
from companion.loto.rules.words import DRAWN

OTHER_NAMES = "bingo tombola lotto housie quine"
"""What the game is called elsewhere."""


@frozen
class Called(Facts):
    """What was called in this hand, and what the seed of the hand before can be compared with.

    ``drawn``, ``fingerprint`` and the ``words`` mixed in belong to the open hand; ``unrevealed`` has fingerprint,
    numbers and words of the hand before, until its seed is revealed or the next hand begins.
    """

    drawn: tuple[int, ...] = ()
    fingerprint: str = ""
    words: tuple[str, ...] = ()
    unrevealed: tuple[str, tuple[int, ...], tuple[str, ...]] = ("", (), ())

    def for_hand(self) -> Any:
        """Keep of the hand that is over what its seed can be compared with."""
        return evolve(self, drawn=(), fingerprint="", words=(), unrevealed=(self.fingerprint, self.drawn, self.words))

    def summary(self) -> str:
        return say("{n} out, the last {number}", n=len(self.drawn), number=self.drawn[-1]) if self.drawn else ""


@frozen
class Deal(kit.Deal):
    """Start a hand: where the app draws, its bag is sealed."""

    fingerprint: Annotated[Fingerprint | None, Aside(), "The seed's fingerprint, if the app draws"] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        return ("fingerprint",) if state.options.drawn_by == "bag" else ()

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a fingerprint where a real bag is drawn from."""
        if self.fingerprint is not None and state.options.drawn_by == "bag":
            raise Illegal("No fingerprint here: under the house rules the numbers come from a real bag.")

    def facts(self, state: State[Any, Any]) -> Any:
        """Keep the fingerprint of the new bag; of the one before nothing is known any more."""
        return evolve(state.facts.for_hand(), fingerprint=self.fingerprint or "", unrevealed=("", (), ()))


@frozen
class Drawn(Move):
    """A number is drawn and called; each comes up only once in a hand."""

    name = "drawn"
    label = "Number drawn"
    main = True
    draws = True
    in_line = True
    figure = "number"

    number: Annotated[LotoNumber, "Which number is drawn?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a draw from an empty bag."""
        if len(state.facts.drawn) == len(NUMBERS):
            raise Illegal("All 90 numbers are drawn: the bag is empty.")

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a number that was drawn already."""
        if self.number in state.facts.drawn:
            place = state.facts.drawn.index(self.number) + 1
            raise Illegal(
                "{number} has already been drawn in this hand, as number {place}.", number=self.number, place=place
            )

    def effect(self, state: State[Any, Any]) -> Effect:
        """Add the number to those drawn."""
        facts = evolve(state.facts, drawn=(*state.facts.drawn, self.number))
        return Effect(
            fill(DRAWN, number=self.number, place=len(facts.drawn)),
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
            raise Illegal("No seed can be revealed: the last hand had no fingerprint, or its seed is known already.")

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a seed of another fingerprint, or one whose bag gives other numbers than were drawn."""
        given, drawn, words = state.facts.unrevealed
        if fingerprint(self.seed) != given:
            raise Illegal("This isn't the seed of the last hand: its fingerprint is different.")
        must_come_first(bag(self.seed, words), drawn)

    def effect(self, state: State[Any, Any]) -> Effect:
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
            raise Illegal("A number has already been drawn: words are mixed in before the first.")


def alone(state: State[Any, Any]) -> Collection[str]:
    """Return the moves that only the app makes, where it draws: what came out of its bag is settled."""
    return (Deal.name, Drawn.name, Revealed.name) if state.options.drawn_by == "app" else ()
