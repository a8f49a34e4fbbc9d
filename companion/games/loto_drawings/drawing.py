"""A drawing of Loto, second method: what is covered, and what is paid for it (LO2-06 to LO2-18)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.errors import Illegal
from companion.engine.fields import MaxItems
from companion.engine.form_hints import Aside
from companion.engine.game import Effect, Move, State, game_ends
from companion.engine.kit.payments import as_far_as, from_pot, in_proportion, out_of
from companion.engine.ledger import post
from companion.engine.message import Message, joined, listed, say, sentences
from companion.engine.phrases import plural
from companion.games.loto_drawings.rules import Table, cards_held, contributed, laid
from companion.loto.box import Fingerprint, Seed, fingerprint
from companion.loto.cards import LotoNumber
from companion.loto.lines import Coverage, cover
from companion.loto.mixing import must_come_first

A_DRAWING = 10
"""How many numbers are drawn at a time."""


@frozen
class Drawing(Move):
    """Ten numbers are drawn: each covered one earns a counter, several in a row a premium (LO2-06 to LO2-13).

    In the last one nobody contributes again, and it may be shorter (LO2-14 to LO2-18). With a seed they came out of the
    app's bag.
    """

    name = "drawing"
    label = "Drawing"
    main = True
    draws = True

    numbers: Annotated[Annotated[list[LotoNumber], MaxItems(A_DRAWING)], "Which ten numbers are drawn?"]
    seed: Annotated[Seed | None, Aside(), "The bag's seed, if the app drew"] = None
    fingerprint: Annotated[Fingerprint | None, Aside(), "The fingerprint of the seed for the next drawing"] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the seed where no bag is settled, and a fingerprint before the last drawing."""
        seed = () if state.facts.fingerprint else ("seed",)
        return (*seed, "fingerprint") if is_last(state) else seed

    def check(self, state: Table) -> None:
        """Refuse numbers that can't be drawn or aren't those of the sealed bag, and a second bag beside one."""
        self.check_numbers(state)
        self.check_seed(state)
        if self.fingerprint is not None and is_last(state):
            raise Illegal(say("After the last drawing there's none left to seal a bag for."))
        if self.fingerprint is not None and state.facts.fingerprint and self.seed is None:
            raise Illegal(say("A bag is sealed already: draw from it before you seal another."))

    def check_numbers(self, state: Table) -> None:
        """Refuse a number drawn twice, and fewer than ten unless the last drawing empties the table (LO2-15)."""
        for place, number in enumerate(self.numbers):
            if number in self.numbers[:place]:
                raise Illegal(say("{number} can come up only once in a drawing.", number=number))
        if len(self.numbers) == A_DRAWING:
            return
        if not is_last(state):
            raise Illegal(
                say(
                    "Ten numbers are drawn, not {number}; only the last drawing may be shorter.",
                    number=len(self.numbers),
                )
            )
        if cover(state, self.numbers, state.pots[state.options.covers()]).emptied_by != len(self.numbers):
            raise Illegal(
                say("The last drawing can be shorter than ten numbers only if the last of them empties the table.")
            )

    def check_seed(self, state: Table) -> None:
        """Refuse a seed where no bag is settled, that of another bag, and other numbers than come out of it."""
        if self.seed is None:
            return
        if not state.facts.fingerprint:
            raise Illegal(say("No bag is sealed for this drawing: leave the seed out."))
        if fingerprint(self.seed) != state.facts.fingerprint:
            raise Illegal(say("This isn't the seed of this drawing: its fingerprint is different."))
        must_come_first(self.seed, state.facts.words, self.numbers)

    def effect(self, state: Table) -> Effect:
        """Pay for what is covered; a bag that was drawn from is done with, a new one is settled."""
        if self.seed is not None or self.fingerprint is not None:
            state = state.replace(facts=evolve(state.facts, fingerprint=self.fingerprint or "", words=()))
        draws = say("{dealer} draws no more", dealer=state.dealer)
        if self.numbers:
            drawn = listed([str(number) for number in self.numbers])
            draws = say("{dealer} draws {numbers}", dealer=state.dealer, numbers=drawn)
        return last_drawing(state, draws, self.numbers) if is_last(state) else drawing(state, draws, self.numbers)


def is_last(state: Table) -> bool:
    """Return whether the next drawing is the last (LO2-14)."""
    return state.facts.left == 1


def drawing(state: Table, draws: str, numbers: Sequence[int]) -> Effect:
    """Make a drawing that isn't the last: all is paid in full, after new contributions if they are needed."""
    coverage, facts, cards = cover(state, numbers), state.facts, cards_held(state)
    times = contributions(state, coverage)
    if times:
        facts = evolve(facts, paid=cards)
    again = say("Everyone contributes {n} times first.", n=times) if times else ""
    if times == 1:
        again = say("Everyone contributes again first.")
    facts = evolve(facts, drawings=facts.drawings + 1, left=facts.left and facts.left - 1)
    passed = state.replace(dealer=state.left_of(state.dealer), facts=facts)
    paid = (*from_pot(state.options.covers(), coverage.counters()), *from_pot("pool", coverage.premiums()))
    memo = sentences(say("{draws}: {takings}.", draws=draws, takings=takings(coverage, coverage.premiums())), again)
    return Effect(memo, passed, (*contributed(state, cards, times), *paid))


def needed(state: Table, coverage: Coverage) -> dict[str, int]:
    """Return what table and pool must pay in a drawing (LO2-07, LO2-09)."""
    need = {"table": 0, "pool": sum(coverage.premiums().values())}
    need[state.options.covers()] += sum(coverage.counters().values())
    return need


def contributions(state: Table, coverage: Coverage) -> int:
    """Return how often everyone must contribute before table and pool can pay (LO2-12, LO2-13)."""
    need = needed(state, coverage)
    cards = sum(cards_held(state).values())
    short = [(counters - state.pots[pot], laid(state.options)[pot] * cards) for pot, counters in need.items()]
    return max([0, *(-(-missing // brought) for missing, brought in short if missing > 0)])


def last_drawing(state: Table, draws: str, numbers: Sequence[int]) -> Effect:
    """Make the last drawing, paid as far as the counters go; the rest goes back, and the game is over (LO2-18)."""
    pot = state.options.covers()
    coverage = cover(state, numbers, state.pots[pot])
    covers = from_pot(pot, coverage.counters())
    premiums = as_far_as(post(state.balances, state.pots, covers)[1]["pool"], coverage.premiums())
    paid = (*covers, *from_pot("pool", premiums))
    pots = post(state.balances, state.pots, paid)[1]
    back = out_of(pots, in_proportion(sum(pots.values()), cards_held(state)))
    short = [
        say("{name} gets {counters} of {due}", name=name, counters=premiums[name], due=due)
        for name, due in coverage.premiums().items()
        if premiums[name] < due
    ]
    memo = sentences(
        say("{draws}: {takings}.", draws=draws, takings=takings(coverage, premiums)),
        say("Bankruptcy: {short}.", short=listed(short)) if short else "",
        say("The game is over."),
    )
    return Effect(memo, game_ends(state), (*paid, *back))


def takings(coverage: Coverage, premiums: Mapping[str, int]) -> str:
    """Return who takes how much in all, and for what: ``Ann takes 36 (terne, ambo), Ben 1``."""
    sums = {name: counters + premiums[name] for name, counters in coverage.counters().items() if counters}
    parts = [takes(name, counters, coverage.named(name)) for name, counters in sums.items()]
    return joined(", ", parts) if parts else say("nobody has any of them")


def takes(name: str, counters: int, called: Sequence[str]) -> Message:
    """Return what one takes: ``Ann takes 36 counters (terne, ambo)``."""
    taking = say("{who} takes {counters}", who=name, counters=plural(counters))
    return say("{takes} ({called})", takes=taking, called=joined(", ", called)) if called else taking
