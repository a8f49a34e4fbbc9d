"""Twenty-five and Forty-five: Spoil-Five for points, five a trick; who reaches the target takes the pool (SF-23)."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from companion.engine import common
from companion.engine.dealing import Dealing
from companion.engine.fields import Counters, Seat, Taps
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.ledger import Posting
from companion.engine.paying import antes, share
from companion.engine.refusals import Illegal
from companion.engine.saying import joined, listed, say, sentences
from companion.engine.sides import Sides
from companion.engine.state import Facts, Options, State, hand_ends
from companion.engine.words import takes_the_pool

TRICKS_A_HAND = 5
POINTS_A_TRICK = 5


@frozen
class HouseRules(Options):
    """House rules of Twenty-five."""

    target: Annotated[Literal[25, 45], "Points that win the pool (SF-23)"] = 25
    ante: Annotated[Counters, "What everyone puts in at the first deal of each game of points (SF-24)"] = 2
    dealer_extra: Annotated[Counters, "What the dealer puts in at every deal (SF-24)"] = 1
    sides: Annotated[Sides | None, "Four players as two sides (SF-09)"] = None

    def dealing(self, players: int) -> Dealing:
        """Five cards each; the next is turned up (SF-02)."""
        return Dealing(5)


@frozen
class Pool(Facts):
    """Whether the antes for this game of points are paid."""

    anted: bool = False


Table: TypeAlias = State[HouseRules, Pool]


@frozen
class Deal(common.Deal):
    """Deal the cards: antes at the first deal of a game of points, the dealer's extra at every deal (SF-24)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        each = 0 if state.facts.anted else state.options.ante
        return antes(state, "pool", each, state.options.dealer_extra)

    def facts(self, state: Table) -> Pool:
        return Pool(anted=True)


@frozen
class Tricks(Move):
    """The hand is over: who made how many of the five tricks (SF-23, SF-25)."""

    name = "tricks"
    label = "Tricks of the hand"
    main = True

    won: Annotated[dict[Seat, Annotated[Counters, Taps(TRICKS_A_HAND)]], "How many tricks did each make?"]
    first: Annotated[Seat | None, "Who reached the target first? (only where two did)"] = None

    def check(self, state: Table) -> None:
        made = sum(self.won.values())
        if made > TRICKS_A_HAND:
            raise Illegal(say("A hand has {tricks} tricks, not {made}.", tricks=TRICKS_A_HAND, made=made))
        reached = self.reached(state)
        if made < TRICKS_A_HAND and not reached:
            raise Illegal(
                say(
                    "Only {made} of {tricks} tricks are written down, and nobody reached the target.",
                    made=made,
                    tricks=TRICKS_A_HAND,
                )
            )
        if self.first is None and len(reached) > 1:
            both = listed([pair[0] for pair in reached])
            raise Illegal(
                say("{both} both reach {target}: say who did so first.", both=both, target=state.options.target)
            )
        if self.first is not None and state.side(self.first) not in reached:
            raise Illegal(
                say(
                    "{first} has not reached {target} and can't be the first.",
                    first=self.first,
                    target=state.options.target,
                )
            )

    def effect(self, state: Table) -> Effect:
        points = self.points(state)
        reached = self.reached(state)
        won = ((name, tricks) for name, tricks in self.won.items() if tricks)
        made = joined(", ", [say("{who} {number}", who=name, number=tricks) for name, tricks in won])
        if not reached:
            return Effect(say("Tricks: {made}.", made=made), hand_ends(state, points=points))
        winners = state.side(self.first) if self.first else reached[0]
        memo = sentences(say("Tricks: {made}.", made=made), takes_the_pool(winners))
        over = hand_ends(state, points={}, facts=Pool())
        return Effect(memo, over, share(state, "pool", winners))

    def points(self, state: Table) -> dict[str, int]:
        """The points of all after this hand, by player or by the first-named of a side."""
        points = dict(state.scored())
        for name, tricks in self.won.items():
            points[state.side(name)[0]] += POINTS_A_TRICK * tricks
        return points

    def reached(self, state: Table) -> list[Sequence[str]]:
        """The players or sides that win: at the target, or with every trick of the hand (SF-25)."""
        before = state.scored()
        every = POINTS_A_TRICK * TRICKS_A_HAND
        after = self.points(state).items()
        wins = [name for name, points in after if points >= state.options.target or points - before[name] == every]
        return [state.side(name) for name in wins]


GAME = Game(
    key="twenty-five",
    title="Twenty-five",
    family=Family.TRICKS,
    summary="Five points a trick; the first to reach 25, or 45, takes the pool.",
    options=HouseRules,
    facts=Pool,
    moves=(Deal, Tricks),
    common=common.COMMON,
    scored=True,
)
