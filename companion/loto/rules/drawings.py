"""Loto, second method: ten numbers a drawing, a counter for each one covered, premiums for several in a row (LO2)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    Aside,
    Counters,
    Effect,
    Family,
    Game,
    Illegal,
    Malformed,
    MaxItems,
    Message,
    Moment,
    Move,
    Options,
    Posting,
    Pot,
    State,
    Within,
    game_ends,
    joined,
    kit,
    listed,
    plural,
    post,
    say,
    say_many,
    sentences,
)
from companion.engine.kit import as_far_as, from_pot, in_proportion, out_of
from companion.loto.rules import cards as loto_cards
from companion.loto.rules.box import Fingerprint, Mix, Seed, bag, fingerprint, in_pieces, must_come_first
from companion.loto.rules.cards import Coverage, LotoNumber, cover, holders

A_DRAWING = 10
"""How many numbers are drawn at a time."""


@frozen
class HouseRules(Options):
    """House rules of Loto, second method."""

    box: Annotated[Literal[24, 18], "How many cards the box has (LO2-01)"] = 24
    stake: Annotated[Counters, "What everyone pays for each card (LO2-05)"] = 60
    table_share: Annotated[
        Counters, "How much of each stake goes on the table for covering (0: one pile pays everything) (LO2-05)"
    ] = 25
    ambo: Annotated[Counters, Aside(), "The premium for two numbers in a row (LO2-09)"] = 5
    terne: Annotated[Counters, Aside(), "The premium for three numbers in a row (LO2-09)"] = 25
    quaterne: Annotated[Counters, Aside(), "The premium for four numbers in a row (LO2-09)"] = 100
    quinterne: Annotated[Counters, Aside(), "The premium for a whole row (LO2-09)"] = 250
    put_away: Annotated[bool, "A number on nobody's card is put away, and another drawn (LO2-08)"] = False

    def well_formed(self) -> None:
        """Refuse a stake of which nothing is left for the premiums."""
        if self.table_share >= self.stake:
            raise Malformed("less than the stake must go on the table: the rest of it is for the premiums")

    def seats(self) -> range:
        """Allow one to twenty-four (LO2-01)."""
        return range(1, 25)

    def pots(self) -> tuple[str, ...]:
        """Return the pot that pays for covered numbers, and the one for premiums (LO2-04)."""
        return ("table", "pool")

    def covers(self) -> str:
        """Return the pot that the covering counters come from (LO2-05)."""
        return "table" if self.table_share else "pool"

    def premium(self, numbers: int) -> int:
        """Return what this many numbers in a row earn beside their counters (LO2-09)."""
        return (0, 0, self.ambo, self.terne, self.quaterne, self.quinterne)[numbers]


@frozen
class DrawingsHand(loto_cards.CardHolders):
    """How many cards everyone has paid for since all last contributed; the drawings made, and those to come.

    ``left`` is None until the end is agreed upon. ``fingerprint`` stands for the bag of a drawing to come, with the
    ``words`` mixed into it.
    """

    paid: Mapping[str, int] = field(factory=dict)
    drawings: int = 0
    left: int | None = None
    fingerprint: str = ""
    words: tuple[str, ...] = ()

    def for_hand(self) -> "DrawingsHand":
        return DrawingsHand(self.cards)

    def summary(self) -> str:
        """Return how many drawings were made, and how many are to come."""
        made = say_many("{n} drawing", "{n} drawings", self.drawings) if self.drawings else ""
        more = say("{n} more to come", n=self.left) if self.left else ""
        return joined(" · ", [made, say("the next is the last") if self.left == 1 else more])


Table: TypeAlias = State[HouseRules, DrawingsHand]


def cards_held(state: State[Any, Any]) -> dict[str, int]:
    """Return how many cards each of those in holds, the eldest hand first, without those who hold none."""
    return {name: holding.count for name, holding in holders(state, state.playing).items()}


def laid(options: HouseRules) -> dict[str, int]:
    """Return how much of each stake goes into which pot (LO2-05)."""
    return {"table": options.table_share, "pool": options.stake - options.table_share}


def contributed(state: Table, cards: Mapping[str, int], times: int = 1) -> tuple[Posting, ...]:
    """Return what each pays for these cards, into both pots, this many times over (LO2-02)."""
    return tuple(
        Posting(name, Pot(pot), counters * number * times)
        for name, number in cards.items()
        for pot, counters in laid(state.options).items()
        if counters * times
    )


@frozen
class Deal(kit.Deal):
    """Begin the drawings: everyone pays for their cards, some to the table, some to the pool (LO2-05)."""

    fingerprint: Annotated[Fingerprint | None, Aside(), "The seed's fingerprint, if the app draws"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse to begin before anybody holds a card."""
        kit.enough_players(state)
        if not cards_held(state):
            raise Illegal("Nobody holds a card yet: give out the cards first.")

    def facts(self, state: Table) -> DrawingsHand:
        """Note the cards that everyone pays for, and the fingerprint of the bag for the first drawing out of it."""
        return DrawingsHand(state.facts.cards, cards_held(state), fingerprint=self.fingerprint or "")

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
    as_a_hand = True

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
            raise Illegal("After the last drawing there's none left to seal a bag for.")
        if self.fingerprint is not None and state.facts.fingerprint and self.seed is None:
            raise Illegal("A bag is sealed already: draw from it before you seal another.")

    def check_numbers(self, state: Table) -> None:
        """Refuse a number drawn twice or on nobody's card, and fewer than ten unless the last empties the table."""
        counted = drawn_from(state, self.numbers)
        for place, number in enumerate(self.numbers):
            if number in self.numbers[:place]:
                raise Illegal("{number} can come up only once in a drawing.", number=number)
            if number not in counted:
                raise Illegal("{number} is on nobody's card: lay it aside and draw another.", number=number)
        if len(self.numbers) == A_DRAWING:
            return
        if not is_last(state):
            raise Illegal(
                "Ten numbers are drawn, not {number}; only the last drawing may be shorter.", number=len(self.numbers)
            )
        if cover(state, self.numbers, state.pots[state.options.covers()]).emptied_by != len(self.numbers):
            raise Illegal(
                "The last drawing can be shorter than ten numbers only if the last of them empties the table."
            )

    def check_seed(self, state: Table) -> None:
        """Refuse a seed where no bag is settled, that of another bag, and other numbers than come out of it."""
        if self.seed is None:
            return
        if not state.facts.fingerprint:
            raise Illegal("No bag is sealed for this drawing: leave the seed out.")
        if fingerprint(self.seed) != state.facts.fingerprint:
            raise Illegal("This isn't the seed of this drawing: its fingerprint is different.")
        must_come_first(drawn_from(state, bag(self.seed, state.facts.words)), self.numbers)

    def effect(self, state: Table) -> Effect:
        """Pay for what is covered; a bag that was drawn from is done with, a new one is settled."""
        if self.seed is not None or self.fingerprint is not None:
            state = state.replace(facts=evolve(state.facts, fingerprint=self.fingerprint or "", words=()))
        draws = say("{dealer} draws no more", dealer=state.dealer)
        if self.numbers:
            drawn = listed([str(number) for number in self.numbers])
            draws = say("{dealer} draws {numbers}", dealer=state.dealer, numbers=drawn)
        return last_drawing(state, draws, self.numbers) if is_last(state) else drawing(state, draws, self.numbers)


def drawn_from(state: State[Any, Any], numbers: Iterable[int]) -> list[int]:
    """Return those of the numbers that count as drawn, in the same order: under LO2-08 those on somebody's card."""
    cards = [card for held in holders(state, state.playing).values() for _, card in held.seen(state.options.box)]
    on_cards = {number for card in cards for row in card for number in row}
    return [number for number in numbers if number in on_cards or not state.options.put_away]


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


@frozen
class Join(kit.Join):
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
class SitOut(kit.SitOut):
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
class SitIn(kit.SitIn):
    """Somebody who sat out is back in, also between two drawings."""

    moment = Moment.GAME


def keeps_a_card(state: Table, player: str) -> None:
    """Refuse what leaves nobody in but this player with a card, while the drawings go on."""
    if state.open and not any(name != player for name in cards_held(state)):
        raise Illegal(
            "Nobody but {player} holds a card: somebody must keep one while the drawings go on.", player=player
        )


def bag_passes(state: Table) -> Table:
    """Return the state with the bag passed on, if its holder isn't in any more."""
    return state if state.dealer in state.playing else state.replace(dealer=state.left_of(state.dealer))


GAME = Game(
    key="loto-drawings",
    title="Loto, by drawings",
    family=Family.LOTO,
    summary="Ten numbers: how many are yours?",
    options=HouseRules,
    facts=DrawingsHand,
    moves=(Deal, Cards, Mix, Drawing, LastDrawings, Join, Leave, SitOut, SitIn),
    common=tuple(move for move in kit.COMMON if move is not kit.Misdeal),
    pieces=in_pieces,
    edition=2,
    pages="companion.loto.web:DRAWINGS",
    needs=("box",),
    minutes=45,
)
