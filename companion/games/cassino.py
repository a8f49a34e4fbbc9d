"""Cassino: points for what each captured, hand after hand, until somebody reaches the target (CA)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine.dealing import Dealing
from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Counters, Seat, SumIs
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.kit import moves
from companion.engine.kit.payments import seat_against_seat
from companion.engine.kit.sides import Sides
from companion.engine.ledger import Posting
from companion.engine.message import Message, joined, listed, say, sentences
from companion.engine.state import Facts, Options, State, game_ends, hand_ends

PACK, SPADES, ACES = 52, 13, 4
"""How many cards, spades and aces are captured in a deal."""
CARDS_POINTS, SPADES_POINTS, GREAT_POINTS, LITTLE_POINTS, LAST_BOARD_POINTS = 3, 1, 2, 1, 1
"""The points for the most cards, the most spades, the two Cassinos and the last board (CA-05 to CA-08)."""


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
        """Refuse sides together with two against one."""
        if self.sides and self.lowest == "two-against-one":
            raise Malformed(say("two against one is for three players, sides are for four: choose one of them"))

    def seats(self) -> range:
        """Allow two to four (CA-01), three if two stand against one (CA-12)."""
        return range(3, 4) if self.lowest == "two-against-one" else range(2, 5)

    def dealing(self, players: int) -> Dealing:
        """Deal four cards each, and again until the pack is out (CA-02)."""
        return Dealing(4, pack=say("Four more lie face up; then four each again, until the pack is out."))

    def pots(self) -> tuple[str, ...]:
        """Return no pot: nothing is staked before the end (CA-15)."""
        return ()


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Counted(Move):
    """The deal is over: what each captured is counted and scored (CA-05 to CA-12)."""

    name = "counted"
    label = "Count what was captured"
    main = True

    cards: Annotated[dict[Seat, Counters], SumIs(PACK), "How many cards has each?"]
    spades: Annotated[dict[Seat, Counters], SumIs(SPADES), "How many spades?"]
    aces: Annotated[dict[Seat, Counters], SumIs(ACES), "How many aces?"]
    sweeps: Annotated[dict[Seat, Counters] | None, "How many sweeps?"] = None
    great: Annotated[Seat, "Who has Great Cassino, the 10 of diamonds?"] = field(kw_only=True)
    little: Annotated[Seat, "Who has Little Cassino, the 2 of spades?"] = field(kw_only=True)
    last: Annotated[Seat | None, "Who captured last?"] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the last capture if it scores nothing."""
        return () if state.options.last_board else ("last",)

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Require the last capture if it scores."""
        return ("last",) if state.options.last_board else ()

    def check(self, state: Table) -> None:
        """Refuse a count without the last capture if that scores."""
        if self.last is None and state.options.last_board:
            raise Illegal(say("The last board counts a point here: say who captured last."))

    def effect(self, state: Table) -> Effect:
        """Score the deal; at the target, or after a single deal, the losers pay."""
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
        """Return the points made by each, or by the first-named of each side (CA-05 to CA-08)."""
        made = together(state, (*self.aces.items(), *(self.sweeps or {}).items()))
        singles = [(self.great, GREAT_POINTS), (self.little, LITTLE_POINTS)]
        if state.options.last_board and self.last is not None:
            singles.append((self.last, LAST_BOARD_POINTS))
        for counted, worth in ((self.cards, CARDS_POINTS), (self.spades, SPADES_POINTS)):
            most = leaders(together(state, counted.items()))
            if len(most) == 1:
                singles.append((most[0], worth))
        for name, worth in singles:
            made[state.side(name)[0]] += worth
        return made


def together(state: Table, counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the sum of each player's numbers, or of each side's under its first-named; 0 for those not named."""
    added = dict.fromkeys((state.side(name)[0] for name in state.playing), 0)
    for name, number in counts:
        added[state.side(name)[0]] += number
    return added


def leaders(numbers: Mapping[str, int]) -> list[str]:
    """Return the names with the most; several if they tie (CA-07)."""
    most = max(numbers.values())
    return [name for name, number in numbers.items() if number == most]


def scored(made: Mapping[str, int], lowest: str) -> dict[str, int]:
    """Return what is scored of the points made.

    Between two it is the difference alone (CA-09), otherwise as the house rule says (CA-11, CA-12).
    """
    if len(made) == 2 or lowest == "two-against-one":
        return {name: max(0, 2 * points - sum(made.values())) for name, points in made.items()}
    less = min(made.values()) if lowest == "deducted" else 0
    return {name: points - less for name, points in made.items()}


def to_the_winner(state: Table, points: Mapping[str, int], winner: str) -> tuple[Posting, ...]:
    """Return what each loser in the hand pays the winner, of two sides seat against seat (CA-15)."""
    postings: list[Posting] = []
    for name, made in points.items():
        price = state.options.stake + state.options.per_point * (points[winner] - made)
        if name != winner:
            postings += seat_against_seat(state.side(name), state.side(winner), price)
    return tuple(postings)


def standing(state: Table, numbers: Mapping[str, int]) -> Message:
    """Return a number for each: ``Ann 7, Ben 5``, ``Ann and Cat 7, Ben and Dan 5``."""
    scores = [say("{who} {number}", who=listed(state.side(name)), number=number) for name, number in numbers.items()]
    return joined(", ", scores)


def wins(side: Sequence[str], points: int) -> Message:
    """Return who has won: ``Ann wins with 11``."""
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
    common=moves.COMMON,
    scored=True,
)
