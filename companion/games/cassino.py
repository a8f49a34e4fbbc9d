"""Cassino: points for what each captured, hand after hand, until somebody reaches the target (CA)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine import common
from companion.engine.dealing import Dealing
from companion.engine.fields import Counters, Seat, Total
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.ledger import Posting
from companion.engine.paying import seat_against_seat
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import Said, joined, listed, say, sentences
from companion.engine.sides import Sides
from companion.engine.state import Facts, Options, State, game_ends, hand_ends

PACK, SPADES, ACES = 52, 13, 4
MOST_CARDS, MOST_SPADES, GREAT, LITTLE, LAST_BOARD = 3, 1, 2, 1, 1


@frozen
class HouseRules(Options):
    """House rules of Cassino."""

    target: Annotated[Literal[11, 21] | None, "Points that win the game; empty: a single deal (CA-10)"] = 11
    sides: Annotated[Sides | None, "Four players as two sides (CA-01)"] = None
    last_board: Annotated[bool, "Whoever captures last scores a point for it (CA-08)"] = True
    lowest: Annotated[
        Literal["counts", "deducted", "two-against-one"],
        "Three or four alone: does the lowest count, is it deducted from all, or two from the highest? (CA-11, CA-12)",
    ] = "counts"
    stake: Annotated[Counters, "What each loser pays the winner (CA-15)"] = 0
    per_point: Annotated[Counters, "What each loser pays for each point of difference (CA-15)"] = 0

    def well_formed(self) -> None:
        if self.sides and self.lowest == "two-against-one":
            raise Malformed(say("two against one is for three players, sides are for four: choose one of them"))

    def seats(self) -> range:
        """Two to four (CA-01), three where two stand against one (CA-12)."""
        return range(3, 4) if self.lowest == "two-against-one" else range(2, 5)

    def dealing(self, players: int) -> Dealing:
        """Four cards each, and again until the pack is out (CA-02)."""
        return Dealing(4, pack=say("Four more lie face up; then four each again, until the pack is out."))

    def pots(self) -> tuple[str, ...]:
        """None: nothing is staked before the end (CA-15)."""
        return ()


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Counted(Move):
    """The deal is over: what each captured is counted and scored (CA-05 to CA-12)."""

    name = "counted"
    label = "Count what was captured"
    main = True

    cards: Annotated[dict[Seat, Counters], Total(PACK), "How many cards has each?"]
    spades: Annotated[dict[Seat, Counters], Total(SPADES), "How many spades?"]
    aces: Annotated[dict[Seat, Counters], Total(ACES), "How many aces?"]
    sweeps: Annotated[dict[Seat, Counters] | None, "How many sweeps?"] = None
    great: Annotated[Seat, "Who has Great Cassino, the 10 of diamonds?"] = field(kw_only=True)
    little: Annotated[Seat, "Who has Little Cassino, the 2 of spades?"] = field(kw_only=True)
    last: Annotated[Seat | None, "Who captured last?"] = None

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        return () if state.options.last_board else ("last",)

    @classmethod
    def needed(cls, state: State[Any, Any]) -> tuple[str, ...]:
        return ("last",) if state.options.last_board else ()

    def check(self, state: Table) -> None:
        if self.last is None and state.options.last_board:
            raise Illegal(say("The last board counts a point here: say who captured last."))

    def effect(self, state: Table) -> Effect:
        made = self.made(state)
        scores = scored(made, state.options.lowest)
        before = state.scored()
        points = {name: before[name] + scores[name] for name in scores}
        memo = say("{made} made; {scored} scored.", made=standing(state, made), scored=standing(state, scores))
        everybody = {**before, **points}
        best, target = leaders(points), state.options.target
        ahead = len(best) == 1 and best == leaders(everybody)  # who sits out this hand may be level
        if target is not None and not (ahead and points[best[0]] >= target):
            return Effect(memo, hand_ends(state, points=everybody))
        over = game_ends(state, points=everybody)
        if len(best) > 1:
            return Effect(sentences(memo, say("Nobody has the most points, and nobody pays.")), over)
        won = wins(state.side(best[0]), points[best[0]])
        return Effect(sentences(memo, won), over, to_the_winner(state, points, best[0]))

    def made(self, state: Table) -> dict[str, int]:
        """The points made by each, or by the first-named of each side (CA-05 to CA-08)."""
        made = together(state, (*self.aces.items(), *(self.sweeps or {}).items()))
        singles = [(self.great, GREAT), (self.little, LITTLE)]
        if state.options.last_board and self.last is not None:
            singles.append((self.last, LAST_BOARD))
        for counted, worth in ((self.cards, MOST_CARDS), (self.spades, MOST_SPADES)):
            most = leaders(together(state, counted.items()))
            if len(most) == 1:
                singles.append((most[0], worth))
        for name, worth in singles:
            made[state.side(name)[0]] += worth
        return made


def together(state: Table, counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The numbers of each in the hand, or of each side under its first-named, added up; 0 for who isn't named."""
    added = dict.fromkeys((state.side(name)[0] for name in state.playing), 0)
    for name, number in counts:
        added[state.side(name)[0]] += number
    return added


def leaders(numbers: Mapping[str, int]) -> list[str]:
    """Who has the most; several where they tie (CA-07)."""
    most = max(numbers.values())
    return [name for name, number in numbers.items() if number == most]


def scored(made: Mapping[str, int], lowest: str) -> dict[str, int]:
    """What is scored of the points made: between two the difference alone (CA-09), else by the house rule (CA-11,
    CA-12)."""
    if len(made) == 2 or lowest == "two-against-one":
        return {name: max(0, 2 * points - sum(made.values())) for name, points in made.items()}
    less = min(made.values()) if lowest == "deducted" else 0
    return {name: points - less for name, points in made.items()}


def to_the_winner(state: Table, points: Mapping[str, int], winner: str) -> tuple[Posting, ...]:
    """Each loser in the hand pays the winner, of two sides seat against seat (CA-15)."""
    postings: list[Posting] = []
    for name, held in points.items():
        price = state.options.stake + state.options.per_point * (points[winner] - held)
        if name != winner:
            postings += seat_against_seat(state.side(name), state.side(winner), price)
    return tuple(postings)


def standing(state: Table, numbers: Mapping[str, int]) -> Said:
    """``Ann 7, Ben 5``, ``Ann and Cat 7, Ben and Dan 5``."""
    held = [say("{who} {number}", who=listed(state.side(name)), number=number) for name, number in numbers.items()]
    return joined(", ", held)


def wins(side: Sequence[str], points: int) -> Said:
    """``Ann wins with 11.``"""
    if len(side) == 1:
        return say("{who} wins with {points}.", who=side[0], points=points)
    return say("{who} win with {points}.", who=listed(side), points=points)


GAME = Game(
    key="cassino",
    title="Cassino",
    family=Family.TRICKS,
    summary="Capture cards; most cards, spades, aces and the two Cassinos score.",
    options=HouseRules,
    moves=(Counted,),
    common=common.COMMON,
    scored=True,
)
