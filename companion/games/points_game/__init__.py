"""Any game of points: a target or a number of hands ends it; a pool and differences may be paid (PG)."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from attrs import evolve, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import (
    Counters,
    Kind,
    Memo,
    NamesSomebody,
    NotZero,
    Side,
    excerpt,
)
from companion.engine.form_hints import Aside
from companion.engine.game import Effect, Family, Game, Moment, Move, State, game_ends, hand_ends
from companion.engine.kit import moves, seats
from companion.engine.kit.payments import antes
from companion.engine.ledger import Posting
from companion.engine.message import listed, say, sentences
from companion.engine.phrases import signed
from companion.games.points_game.reckoning import competitors, first, one_of, rated, settled, standing, unsigned
from companion.games.points_game.rules import HouseRules, Points, Scored, Table


@frozen
class Deal(moves.Deal):
    """Deal the cards: at the first deal of the game everyone puts the stake into the pool."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return the stakes, at the first deal."""
        return () if state.hand else antes(state, "pool", state.options.stake, 0)


@frozen
class ScoredHand(Move):
    """A hand is scored: everyone's points, or how many they have of what's counted."""

    name = "scored"
    label = "Score the hand"
    main = True

    points: Annotated[dict[Side, Points] | None, NamesSomebody(), "How many points does each have?"] = None
    counts: Annotated[
        dict[Side, dict[Annotated[str, Kind.PART], Counters]] | None,
        NamesSomebody(),
        "How many of each does everyone have?",
    ] = None

    def well_formed(self) -> None:
        """Refuse both points and counts, and neither."""
        if (self.points is None) == (self.counts is None):
            raise Malformed(say("give either {one} or {other}, not both", one="points", other="counts"))

    def unsuited(self, options: HouseRules) -> str:
        """Return that the house rules name parts, none, or not the one that is counted."""
        if self.points is not None:
            return say("Under the house rules you enter counts, not points.") if options.parts else ""
        if not options.parts:
            return say("Under the house rules you enter points, not counts.")
        known = {part.part for part in options.parts}
        unknown = [part for counted in (self.counts or {}).values() for part in counted if part not in known]
        return say("“{part}” isn't counted in this game.", part=excerpt(unknown[0])) if unknown else ""

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the points if parts are counted, otherwise the counts."""
        return ("points",) if state.options.parts else ("counts",)

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Require the counts if parts are counted, otherwise the points."""
        return ("counts",) if state.options.parts else ("points",)

    @classmethod
    def totals(cls, state: State[Any, Any]) -> Mapping[str, int]:
        """Return the sum of the points, where only one can be."""
        return {"points": state.options.sums[0]} if len(state.options.sums) == 1 else {}

    def check(self, state: Table) -> None:
        """Refuse a side that is named twice, more of a part than a hand holds, and a sum that can't be."""
        named = [state.side(name) for name in self.points or self.counts or {}]
        twice = [side for side, times in Counter(named).items() if times > 1]
        if twice:
            raise Illegal(say("{who} are one side: name only one of them.", who=listed(twice[0])))
        for part in state.options.parts:
            counted = sum(counts.get(part.part, 0) for counts in (self.counts or {}).values())
            if part.most is not None and counted > part.most:
                raise Illegal(say("{part}: a hand has {most}, not {n}.", part=part.part, most=part.most, n=counted))
        total, sums = sum(self.scored(state).values()), state.options.sums
        if sums and total not in sums:
            raise Illegal(
                say(
                    "The hand must add up to {sums}: {given} so far.",
                    given=unsigned(total),
                    sums=one_of([unsigned(known) for known in sums]),
                )
            )

    def scored(self, state: Table) -> dict[str, int]:
        """Return the points of the hand, by name or by the first of a side; 0 for those not named."""
        made = dict.fromkeys(competitors(state, state.playing), 0)
        worth = {part.part: part.points for part in state.options.parts}
        for name, counts in (self.counts or {}).items():
            made[first(state, name)] = sum(number * worth[part] for part, number in counts.items())
        for name, points in (self.points or {}).items():
            made[first(state, name)] = points
        return made

    def effect(self, state: Table) -> Effect:
        """Add the points; at the target, or after the last hand, the game ends and is paid."""
        made = self.scored(state)
        facts = evolve(state.facts, rated=state.facts.rated | made.keys(), hands=state.facts.hands + 1)
        points = {**state.points, **{name: state.points.get(name, 0) + number for name, number in made.items()}}
        after = state.replace(points=points, facts=facts)
        memo = say("Scored: {each}.", each=standing(state, made))
        target, reached = state.options.target, rated(after).values()
        if facts.hands == facts.of or (target is not None and max(reached) >= target):
            end, postings = settled(after)
            return Effect(sentences(memo, end), game_ends(after), postings)
        return Effect(memo, hand_ends(after))


@frozen
class Bonus(Move):
    """Points on top of the hands, or taken off: a bonus, a fine, a correction."""

    name = "bonus"
    label = "Extra points"
    moment = Moment.GAME
    names_those_in = False

    player: Annotated[Side, "Who gets points, or loses them?"]
    points: Annotated[Points, NotZero(), "How many points? (a minus takes them off)"]
    memo: Annotated[Memo | None, Aside(), "What for? (optional)"] = None

    def check(self, state: Table) -> None:
        """Refuse a player without a seat, and one who is on no side."""
        seats.must_have_a_seat(state, self.player)
        if state.teams and len(state.side(self.player)) == 1:
            raise Illegal(say("{player} is on no side.", player=self.player))

    def effect(self, state: Table) -> Effect:
        """Add the points; the game goes on."""
        name = first(state, self.player)
        values = {"who": listed(state.side(self.player)), "n": signed(self.points), "memo": self.memo}
        memo = say("{who}: {n} points, {memo}", **values) if self.memo else say("{who}: {n} points.", **values)
        return Effect(memo, state.replace(points={**state.points, name: state.points.get(name, 0) + self.points}))


@frozen
class Leave(seats.Leave):
    """Somebody leaves; their balance stays, their points are lost."""

    def effect(self, state: Table) -> Effect:
        """Free the seat; a player without a partner is rated no more."""
        left = super().effect(state)
        facts = evolve(state.facts, rated=frozenset(left.state.points) & state.facts.rated)
        return left._replace(state=left.state.replace(facts=facts))


@frozen
class Finish(moves.Finish):
    """End the game: whoever is ahead has won, and is paid; before any hand is scored the pool is shared (GEN-09)."""

    def effect(self, state: Table) -> Effect:
        """Pay by the points; share the pool where nobody has scored."""
        if not rated(state):
            return super().effect(state)
        end, postings = settled(state)
        return Effect(sentences(say("The game is finished."), end), state.replace(over=True), postings)


GAME = Game(
    key="points-game",
    title="Points",
    family=Family.OWN,
    summary="Any game scored in points, with your own rules.",
    options=HouseRules,
    facts=Scored,
    moves=(Deal, ScoredHand, Bonus, Leave, Finish),
    common=moves.COMMON,
    scored=True,
)
