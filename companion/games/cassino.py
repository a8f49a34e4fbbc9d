"""Cassino: points for what each captured, hand after hand, until somebody reaches the target (CA)."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine import (
    Buttons,
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    InRow,
    Malformed,
    Manner,
    Move,
    OfASide,
    Options,
    Posting,
    SeatOrTie,
    Side,
    State,
    SumIs,
    Tie,
    game_ends,
    hand_ends,
    kit,
    listed,
    say,
    sentences,
)
from companion.engine.kit import TwoOrThreeSides, seat_against_seat, standing, wins

PACK, SPADES, ACES = 52, 13, 4
"""How many cards, spades and aces are captured in a deal."""
ROUND = 4
"""How many cards each is dealt at a time, and how many lie on the board at first (CA-02)."""
CARDS_POINTS, SPADES_POINTS, GREAT_POINTS, LITTLE_POINTS, LAST_BOARD_POINTS = 3, 1, 2, 1, 1
"""The points for the most cards, the most spades, the two Cassinos and the last board (CA-05 to CA-08)."""


Target: TypeAlias = Annotated[Literal[11, 21] | None, "Points that win the game (none: a single deal) (CA-10)"]
LastBoard: TypeAlias = Annotated[bool, "Capturing last scores a point (CA-08)"]
Lowest: TypeAlias = Literal["counts", "deducted", "two-against-one"]
Stake: TypeAlias = Annotated[Counters, "What each loser pays the winner (CA-15)"]
PerPoint: TypeAlias = Annotated[Counters, "What each loser pays for each point of difference (CA-15)"]

Cards: TypeAlias = Annotated[dict[Side, Counters], SumIs(PACK), "How many cards does each have?"]
Spades: TypeAlias = Annotated[dict[Side, Counters], SumIs(SPADES), "How many spades?"]
Aces: TypeAlias = Annotated[dict[Side, Counters], SumIs(ACES), Buttons(ACES), "How many aces?"]
Sweeps: TypeAlias = Annotated[dict[Side, Counters] | None, Buttons(5), "How many sweeps?"]
Great: TypeAlias = Annotated[Side, InRow(say("10♦")), "Who has Great Cassino, the 10 of diamonds?"]
Little: TypeAlias = Annotated[Side, InRow(say("2♠")), "Who has Little Cassino, the 2 of spades?"]
Last: TypeAlias = Annotated[Side | None, InRow(say("last")), "Who captured last?"]


@frozen
class HouseRules(Options):
    """House rules of Cassino."""

    target: Target = 11
    sides: Annotated[TwoOrThreeSides | None, "Two sides of two or three players, or three sides of two (CA-01)"] = None
    last_board: LastBoard = True
    lowest: Annotated[
        Lowest,
        "With three or more playing for themselves, what happens to the lowest score (CA-11, CA-12)?",
    ] = "counts"
    stake: Stake = 0
    per_point: PerPoint = 0

    def well_formed(self) -> None:
        """Refuse sides together with two against one."""
        if self.sides and self.lowest == "two-against-one":
            raise Malformed("two against one is for three players, sides are for four: choose one of them")

    def seats(self) -> Sequence[int]:
        """Allow two to six but not five, among whom the pack doesn't go out (CA-01); three for CA-12."""
        return (3,) if self.lowest == "two-against-one" else (2, 3, 4, 6)

    def manner(self) -> Manner:
        """Let nobody win where several are level at the top."""
        return Manner(ties_win=False)

    def dealing(self, players: int) -> Dealing:
        """Deal four cards each, and again until the pack is out (CA-02)."""
        pack = say(
            "Four more go face up; then four each again, {rounds} rounds in all, until the pack runs out.",
            rounds=(PACK - ROUND) // (ROUND * players),
        )
        return Dealing(ROUND, pack=pack)

    def pots(self) -> tuple[str, ...]:
        """Return no pot: nothing is staked before the end (CA-15)."""
        return ()

    def for_counters(self) -> bool:
        """Return whether the losers pay (CA-15)."""
        return bool(self.stake or self.per_point)


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Counted(Move):
    """The deal is over: what each captured is counted and scored (CA-05 to CA-12)."""

    name = "counted"
    label = "Count what was captured"
    main = True
    at_once = True
    instead = MappingProxyType({"most_cards": "cards", "most_spades": "spades"})

    cards: Cards | None = None
    most_cards: Annotated[SeatOrTie | None, OfASide(), InRow(say("cards")), "Who has the most cards?"] = None
    spades: Spades | None = None
    most_spades: Annotated[SeatOrTie | None, OfASide(), InRow(say("spades")), "Who has the most spades?"] = None
    aces: Aces = field(kw_only=True)
    sweeps: Sweeps = None
    great: Great = field(kw_only=True)
    little: Little = field(kw_only=True)
    last: Last = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the last capture if it scores nothing."""
        return () if state.options.last_board else ("last",)

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        return ("last",) if state.options.last_board else ()

    def check(self, state: Table) -> None:
        """Refuse a count without the last capture if that scores, and spades that tie between two (CA-07)."""
        if self.last is None and state.options.last_board:
            raise Illegal("The last cards on the table score a point here: say who captured last.")
        if self.most_spades is Tie.TIED and len(together(state, ())) == 2:
            raise Illegal("Thirteen spades can't tie between two: say who has the most.")

    def check_new(self, state: Table) -> None:
        """Refuse more spades than cards."""
        if self.cards is None or self.spades is None:
            return
        cards, spades = together(state, self.cards.items()), together(state, self.spades.items())
        for name, number in spades.items():
            if number > cards[name]:
                raise Illegal("{who}: so many spades and so few cards can't be.", who=listed(state.side(name)))

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
        most_cards = most_of(state, self.cards, self.most_cards)
        most_spades = most_of(state, self.spades, self.most_spades)
        for most, worth in ((most_cards, CARDS_POINTS), (most_spades, SPADES_POINTS)):
            if len(most) == 1:
                singles.append((most[0], worth))
        for name, worth in singles:
            made[state.side(name)[0]] += worth
        return made


def most_of(state: Table, counted: Mapping[str, int] | None, said: str | Tie | None = None) -> list[str]:
    """Return who has the most, as was said, or else as was counted; several or nobody where it was a tie (CA-07)."""
    if counted is None:
        return [said] if isinstance(said, str) else []
    return leaders(together(state, counted.items()))


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


GAME = Game(
    key="cassino",
    title="Cassino",
    family=Family.TRICKS,
    summary="Take cards that match or add up",
    options=HouseRules,
    moves=(Counted,),
    common=kit.COMMON,
    scored=True,
    edition=2,
)
