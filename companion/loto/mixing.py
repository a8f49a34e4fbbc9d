"""Words that players mix into a bag whose seed is settled, so that nobody knows its order, its maker included."""

from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.errors import Illegal
from companion.engine.game import Effect, Move, State
from companion.engine.message import say
from companion.loto.box import MAX_WORDS, Word, bag


@frozen
class Mix(Move):
    """A word is mixed into the app's bag, so that nobody can know the order of its numbers beforehand."""

    name = "mix"
    label = "Mix a word into the bag"

    word: Annotated[Word, "Which word? (anybody's, any word)"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a word where no bag is settled, and one too many."""
        if not state.facts.fingerprint:
            raise Illegal(say("No bag is sealed yet that a word could be mixed into."))
        if len(state.facts.words) >= MAX_WORDS:
            raise Illegal(say("{n} words are already mixed in: that's enough.", n=MAX_WORDS))

    def effect(self, state: State[Any, Any]) -> Effect:
        """Remember the word; the order of the bag follows from it, too."""
        facts = evolve(state.facts, words=(*state.facts.words, self.word))
        return Effect(say("“{word}” is mixed into the bag.", word=self.word), state.replace(facts=facts))


def must_come_first(seed: str, words: tuple[str, ...], drawn: tuple[int, ...] | list[int]) -> None:
    """Raise Illegal unless the numbers drawn are, in order, the first of the bag of a seed with these words."""
    for place, (number, expected) in enumerate(zip(drawn, bag(seed, words), strict=False), 1):
        if number != expected:
            raise Illegal(
                say(
                    "Number {place} was {number}, but this seed's bag gives {expected}.",
                    place=place,
                    number=number,
                    expected=expected,
                )
            )
