"""Loto, second method: ten numbers a drawing, a counter for each one covered, premiums for several in a row (LO2)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion import loto_cards
from companion.engine import common, seating
from companion.engine.fields import Counters, Pot, UpTo, Within
from companion.engine.game import Effect, Family, Game, Moment, Move
from companion.engine.ledger import Posting, post
from companion.engine.paying import as_far_as, from_pot, in_proportion, out_of
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import Said, joined, listed, say, say_many, sentences
from companion.engine.state import Options, State, game_ends
from companion.engine.words import plural
from companion.loto_box import in_pieces
from companion.loto_cards import LotoNumber, holders
from companion.loto_lines import Covering, cover

A_DRAWING = 10


@frozen
class HouseRules(Options):
    """House rules of Loto, second method."""

    box: Annotated[Literal[24, 18], "How many cards the box has (LO2-01)"] = 24
    stake: Annotated[Counters, "What everyone pays for each card (LO2-05)"] = 60
    table_share: Annotated[
        Counters, "How much of each stake lies on the table for covering; 0: one pile pays everything (LO2-05)"
    ] = 25
    ambo: Annotated[Counters, "The premium for two numbers in a row (LO2-09)"] = 5
    terne: Annotated[Counters, "The premium for three numbers in a row (LO2-09)"] = 25
    quaterne: Annotated[Counters, "The premium for four numbers in a row (LO2-09)"] = 100
    quinterne: Annotated[Counters, "The premium for a whole row (LO2-09)"] = 250

    def well_formed(self) -> None:
        if self.table_share >= self.stake:
            raise Malformed(say("less than the stake must lie on the table: the rest of it is for the premiums"))

    def seats(self) -> range:
        """One to twenty-four (LO2-01)."""
        return range(1, 25)

    def pots(self) -> tuple[str, ...]:
        """What covers numbers, and what pays premiums (LO2-04)."""
        return ("table", "pool")

    def covers(self) -> str:
        """The pot that the covering counters come from (LO2-05)."""
        return "table" if self.table_share else "pool"

    def premium(self, numbers: int) -> int:
        """What so many numbers in a row earn beside their counters (LO2-09)."""
        return (0, 0, self.ambo, self.terne, self.quaterne, self.quinterne)[numbers]


@frozen
class Round(loto_cards.Held):
    """How many cards everyone has paid for since all last contributed; the drawings made, and those to come.

    ``left`` is None while the end is not agreed upon.
    """

    paid: Mapping[str, int] = field(factory=dict)
    drawings: int = 0
    left: int | None = None

    def afresh(self) -> "Round":
        return Round(self.cards)

    def says(self) -> str:
        made = say_many("{n} drawing", "{n} drawings", self.drawings) if self.drawings else ""
        more = say("{n} more to come", n=self.left) if self.left else ""
        return joined(" · ", [made, say("the next is the last") if self.left == 1 else more])


Table: TypeAlias = State[HouseRules, Round]


@frozen
class Deal(common.Deal):
    """Begin the drawings: everyone pays for the cards held, into the heap on the table and the pool (LO2-05)."""

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        seating.enough_players(state)
        if not cards_held(state):
            raise Illegal(say("Nobody holds a card yet: give out the cards first."))

    def facts(self, state: Table) -> Round:
        return Round(state.facts.cards, cards_held(state))

    def antes(self, state: Table) -> tuple[Posting, ...]:
        return contributed(state, cards_held(state))


@frozen
class Cards(loto_cards.Cards):
    """A player takes these cards instead of those held before; in the game more cards are paid for (LO2-03)."""

    moment = Moment.GAME

    def check(self, state: Table) -> None:
        super().check(state)
        if not self.holding.count:
            keeps_a_card(state, self.player)

    def effect(self, state: Table) -> Effect:
        taken = super().effect(state)
        more = self.holding.count - state.facts.paid.get(self.player, 0)
        if not state.open or more <= 0:
            return taken
        facts = evolve(taken.state.facts, paid={**state.facts.paid, self.player: self.holding.count})
        memo = sentences(taken.memo, say("{player} pays for {more} more.", player=self.player, more=more))
        return Effect(memo, taken.state.but(facts=facts), contributed(state, {self.player: more}))


@frozen
class Drawing(Move):
    """Ten numbers are drawn: each covered one earns a counter, several in a row a premium (LO2-06 to LO2-13).

    In the last one nobody contributes again, and it may be shorter (LO2-14 to LO2-18)."""

    name = "drawing"
    label = "Drawing"
    main = True
    draws = True

    numbers: Annotated[Annotated[list[LotoNumber], UpTo(A_DRAWING)], "Which ten numbers are drawn?"]

    def check(self, state: Table) -> None:
        for place, number in enumerate(self.numbers):
            if number in self.numbers[:place]:
                raise Illegal(say("{number} is drawn once only in a drawing.", number=number))
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
                say("The last drawing is shorter than ten numbers only if the last of them empties the table.")
            )

    def effect(self, state: Table) -> Effect:
        draws = say("{dealer} draws no more", dealer=state.dealer)
        if self.numbers:
            drawn = listed([str(number) for number in self.numbers])
            draws = say("{dealer} draws {numbers}", dealer=state.dealer, numbers=drawn)
        return last_drawing(state, draws, self.numbers) if is_last(state) else drawing(state, draws, self.numbers)


@frozen
class LastDrawings(Move):
    """It is agreed that so many more drawings are made, counted from now (LO2-14)."""

    name = "last_drawings"
    label = "Agree on the last drawings"

    count: Annotated[Annotated[int, Within(1)], "How many more drawings?"]

    def effect(self, state: Table) -> Effect:
        agreed = state.but(facts=evolve(state.facts, left=self.count))
        return Effect(say_many("{n} more drawing.", "{n} more drawings.", self.count), agreed)


@frozen
class Join(seating.Join):
    """Somebody sits down, also between two drawings: at the end, or on the left of a player."""

    moment = Moment.GAME


@frozen
class Leave(loto_cards.Leave):
    """Somebody gets up, also between two drawings, and gives the cards back; the balance stays."""

    moment = Moment.GAME

    def check(self, state: Table) -> None:
        super().check(state)
        keeps_a_card(state, self.player)

    def effect(self, state: Table) -> Effect:
        left = super().effect(state)
        return left._replace(state=bag_passes(left.state))


@frozen
class SitOut(seating.SitOut):
    """Somebody misses drawings, keeping the seat and the cards, which lie idle."""

    moment = Moment.GAME

    def check(self, state: Table) -> None:
        super().check(state)
        keeps_a_card(state, self.player)

    def effect(self, state: Table) -> Effect:
        out = super().effect(state)
        return out._replace(state=bag_passes(out.state))


@frozen
class SitIn(seating.SitIn):
    """Somebody who sat out plays again, also between two drawings."""

    moment = Moment.GAME


def cards_held(state: State[Any, Any]) -> dict[str, int]:
    """How many cards each holds of those in, the eldest hand first; who holds none isn't named."""
    return {name: holding.count for name, holding in holders(state, state.playing).items()}


def keeps_a_card(state: Table, player: str) -> None:
    """Raises Illegal where nobody in would hold a card but this player, while the drawings go on."""
    if state.open and not any(name != player for name in cards_held(state)):
        raise Illegal(
            say("Nobody but {player} holds a card: somebody must keep one while the drawings go on.", player=player)
        )


def bag_passes(state: Table) -> Table:
    """The state with the bag passed on from a player who isn't in any more."""
    return state if state.dealer in state.playing else state.but(dealer=state.left_of(state.dealer))


def is_last(state: Table) -> bool:
    """Whether the next drawing is the last (LO2-14)."""
    return state.facts.left == 1


def laid(options: HouseRules) -> dict[str, int]:
    """What of each stake is laid where (LO2-05)."""
    return {"table": options.table_share, "pool": options.stake - options.table_share}


def contributed(state: Table, cards: Mapping[str, int], times: int = 1) -> tuple[Posting, ...]:
    """What so many cards cost each, laid on the table and into the pool, so many times (LO2-02)."""
    return tuple(
        Posting(name, Pot(pot), counters * number * times)
        for name, number in cards.items()
        for pot, counters in laid(state.options).items()
        if counters * times
    )


def drawing(state: Table, draws: str, numbers: Sequence[int]) -> Effect:
    """A drawing that isn't the last: all is paid in full, after new contributions where they are needed."""
    found, facts, held = cover(state, numbers), state.facts, cards_held(state)
    times = contributions(state, found)
    if times:
        facts = evolve(facts, paid=held)
    again = say("Everyone contributes {n} times first.", n=times) if times else ""
    if times == 1:
        again = say("Everyone contributes again first.")
    facts = evolve(facts, drawings=facts.drawings + 1, left=facts.left and facts.left - 1)
    passed = state.but(dealer=state.left_of(state.dealer), facts=facts)
    paid = (*from_pot(state.options.covers(), found.counters()), *from_pot("pool", found.premiums()))
    memo = sentences(say("{draws}: {takings}.", draws=draws, takings=takings(found, found.premiums())), again)
    return Effect(memo, passed, (*contributed(state, held, times), *paid))


def needed(state: Table, found: Covering) -> dict[str, int]:
    """What table and pool must pay in a drawing (LO2-07, LO2-09)."""
    need = {"table": 0, "pool": sum(found.premiums().values())}
    need[state.options.covers()] += sum(found.counters().values())
    return need


def contributions(state: Table, found: Covering) -> int:
    """How often everyone must contribute before table and pool can pay (LO2-12, LO2-13)."""
    need = needed(state, found)
    cards = sum(cards_held(state).values())
    short = [(counters - state.pots[pot], laid(state.options)[pot] * cards) for pot, counters in need.items()]
    return max([0, *(-(-missing // brought) for missing, brought in short if missing > 0)])


def last_drawing(state: Table, draws: str, numbers: Sequence[int]) -> Effect:
    """The last drawing: paid as far as the counters go; what is left goes back, and the game is over (LO2-18)."""
    pot = state.options.covers()
    found = cover(state, numbers, state.pots[pot])
    covers = from_pot(pot, found.counters())
    premiums = as_far_as(post(state.balances, state.pots, covers)[1]["pool"], found.premiums())
    paid = (*covers, *from_pot("pool", premiums))
    pots = post(state.balances, state.pots, paid)[1]
    back = out_of(pots, in_proportion(sum(pots.values()), cards_held(state)))
    short = [
        say("{name} gets {counters} of {due}", name=name, counters=premiums[name], due=due)
        for name, due in found.premiums().items()
        if premiums[name] < due
    ]
    memo = sentences(
        say("{draws}: {takings}.", draws=draws, takings=takings(found, premiums)),
        say("Bankruptcy: {short}.", short=listed(short)) if short else "",
        say("The game is over."),
    )
    return Effect(memo, game_ends(state), (*paid, *back))


def takings(found: Covering, premiums: Mapping[str, int]) -> str:
    """Who takes how much in all, and for what: ``Ann takes 36 (terne, ambo), Ben 1``."""
    sums = {name: counters + premiums[name] for name, counters in found.counters().items() if counters}
    said = [takes(name, counters, found.named(name)) for name, counters in sums.items()]
    return joined(", ", said) if said else say("nobody has any of them")


def takes(name: str, counters: int, called: Sequence[str]) -> Said:
    """``Ann takes 36 counters (terne, ambo)``."""
    taking = say("{who} takes {counters}", who=name, counters=plural(counters))
    return say("{takes} ({called})", takes=taking, called=joined(", ", called)) if called else taking


GAME = Game(
    key="loto-drawings",
    title="Loto, by drawings",
    family=Family.LOTO,
    summary="Ten numbers a drawing; several on one line earn a premium.",
    options=HouseRules,
    facts=Round,
    moves=(Deal, Cards, Drawing, LastDrawings, Join, Leave, SitOut, SitIn),
    common=tuple(move for move in common.COMMON if move is not common.Misdeal),
    pieces=in_pieces,
)
