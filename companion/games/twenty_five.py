"""Twenty-five and Forty-five: Spoil-Five for points, five a trick; the target takes the pool (SF-23)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine import (
    AsTheyFall,
    Buttons,
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    InRow,
    Move,
    Options,
    Posting,
    Seat,
    State,
    hand_ends,
    joined,
    kit,
    listed,
    say,
    sentences,
    takes_the_pool,
)
from companion.engine.kit import Sides, antes, share

TRICKS_A_HAND = 5
"""Tricks in a hand."""
POINTS_A_TRICK = 5
"""Points for each trick (SF-23)."""


@frozen
class HouseRules(Options):
    """House rules of Twenty-five."""

    target: Annotated[Literal[25, 45], "Points that win the pool (SF-23)"] = 25
    ante: Annotated[Counters, "What everyone puts in at the first deal of each game of points (SF-24)"] = 2
    dealer_extra: Annotated[Counters, "What the dealer puts in at every deal (SF-24)"] = 1
    sides: Annotated[Sides | None, "Four players as two sides (SF-09)"] = None

    def dealing(self, players: int) -> Dealing:
        """Deal five cards each; the next is turned up (SF-02)."""
        return Dealing(5)


@frozen
class Pool(Facts):
    """Whether the antes for this game of points are paid; who won the one before, with the points of all."""

    anted: bool = False
    winners: Sequence[str] = ()
    won: Mapping[str, int] = field(factory=dict)

    def prizes(self) -> Mapping[str, Sequence[str]]:
        """Return who took the pool, until the next deal."""
        return {"pool": self.winners} if self.winners else {}

    def score(self, state: State[Any, Any]) -> Mapping[str, int]:
        """Return the points, until the next deal those of the game that was won."""
        return {name: self.won.get(name, points) for name, points in state.scored().items()}


Table: TypeAlias = State[HouseRules, Pool]


@frozen
class Deal(kit.Deal):
    """Deal the cards: antes at the first deal of a game of points, the dealer's extra at every deal (SF-24)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return the antes, if they aren't paid yet, and the dealer's extra."""
        each = 0 if state.facts.anted else state.options.ante
        return antes(state, "pool", each, state.options.dealer_extra)

    def facts(self, state: Table) -> Pool:
        return Pool(anted=True)


def to_win(state: Table) -> dict[str, int]:
    """Return with how many tricks of a hand each player wins, alone or with the side: none needs more than all."""
    missing = {name: max(state.options.target - points, 1) for name, points in state.scored().items()}
    return {name: min(-(-missing[state.side(name)[0]] // POINTS_A_TRICK), TRICKS_A_HAND) for name in state.playing}


@frozen
class Tricks(Move):
    """The hand is over: who made how many of the five tricks (SF-23, SF-25)."""

    name = "tricks"
    label = "Tricks of the hand"
    main = True

    won: Annotated[
        dict[Seat, Annotated[Counters, Buttons(TRICKS_A_HAND)]],
        AsTheyFall(say("Who takes the trick?"), "first", to_win),
        "How many tricks did each make?",
    ]
    first: Annotated[Seat | None, InRow(say("first")), "Who got there first? (if two reached it)"] = None

    def check(self, state: Table) -> None:
        """Refuse other than five tricks unless the target is reached, and a first who hasn't reached it."""
        made = sum(self.won.values())
        if made > TRICKS_A_HAND:
            raise Illegal("A hand has {tricks} tricks, not {made}.", tricks=TRICKS_A_HAND, made=made)
        reached = self.reached(state)
        if made < TRICKS_A_HAND and not reached:
            raise Illegal(
                "Only {made} of {tricks} tricks so far, and nobody has reached the target.",
                made=made,
                tricks=TRICKS_A_HAND,
            )
        if self.first is None and len(reached) > 1:
            both = listed([pair[0] for pair in reached])
            raise Illegal(
                "{both} both reach {target}: say who got there first.",
                both=both,
                target=state.options.target,
                path=("first",),
            )
        if self.first is not None and state.side(self.first) not in reached:
            raise Illegal(
                "{first} has not reached {target} and can't be the first.",
                first=self.first,
                target=state.options.target,
                path=("first",),
            )

    def effect(self, state: Table) -> Effect:
        """Score the hand; a player or side that wins the game of points takes the pool."""
        points = self.points(state)
        reached = self.reached(state)
        won = ((name, tricks) for name, tricks in self.won.items() if tricks)
        made = joined(", ", [say("{who} {number}", who=name, number=tricks) for name, tricks in won])
        if not reached:
            return Effect(say("Tricks: {made}.", made=made), hand_ends(state, points=points))
        winners = state.side(self.first) if self.first else reached[0]
        memo = sentences(say("Tricks: {made}.", made=made), takes_the_pool(winners))
        over = hand_ends(state, points={}, facts=Pool(winners=winners, won=points))
        return Effect(memo, over, share(state, "pool", winners))

    def points(self, state: Table) -> dict[str, int]:
        """Return the points of all after this hand, by player or by the first-named of a side."""
        points = dict(state.scored())
        for name, tricks in self.won.items():
            points[state.side(name)[0]] += POINTS_A_TRICK * tricks
        return points

    def reached(self, state: Table) -> list[Sequence[str]]:
        """Return the players or sides that win: at the target, or with every trick of the hand (SF-25)."""
        before = state.scored()
        all_tricks = POINTS_A_TRICK * TRICKS_A_HAND
        after = self.points(state).items()
        wins = [name for name, points in after if points >= state.options.target or points - before[name] == all_tricks]
        return [state.side(name) for name in wins]


GAME = Game(
    key="twenty-five",
    title="Twenty-five",
    family=Family.TRICKS,
    summary="Five points a trick",
    options=HouseRules,
    facts=Pool,
    moves=(Deal, Tricks),
    common=kit.COMMON,
    scored=True,
    minutes=45,
    deals_at_once=True,
)
