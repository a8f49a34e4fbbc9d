"""Any game of points: a target or a number of hands ends it; a pool and differences may be paid (PG)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    Aside,
    Counters,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Kind,
    Malformed,
    MaxItems,
    Memo,
    Message,
    Moment,
    Move,
    Name,
    NamesSomebody,
    NotZero,
    Options,
    Posting,
    RulesText,
    Side,
    State,
    Within,
    excerpt,
    game_ends,
    hand_ends,
    joined,
    kit,
    listed,
    say,
    sentences,
    signed,
    unsigned,
)
from companion.engine.kit import Partnerships, antes, from_pot, parts, standing, wins

MAX_POINTS = 100_000
"""The most points that one hand brings, or costs."""
MAX_LISTED = 8
"""How many parts, or sums, the house rules can name."""
Points: TypeAlias = Annotated[int, Within(-MAX_POINTS, MAX_POINTS)]


@frozen
class Part:
    """Something that is counted: its name, the points of each, and how many of it one hand holds."""

    part: Annotated[Name, "What do you count?"]
    points: Annotated[Annotated[int, Within(-1_000, 1_000)], NotZero(), "Points for each"]
    most: Annotated[Annotated[int, Within(1)] | None, "How many are there in a hand? (optional)"] = None
    alone: Annotated[bool, "Only one player, or side, can have any"] = False

    def __str__(self) -> str:
        """Return the part in words."""
        return self.summary()

    def summary(self) -> Message:
        """Return the part in words: ``heart: 1, 13 in a hand``."""
        values = {"part": self.part, "points": signed(self.points), "most": self.most}
        told = say("{part}: {points}, {most} in a hand", **values) if self.most else say("{part}: {points}", **values)
        return joined(", ", (told, say("only for one") if self.alone else ""))


NO_PARTS: list[Part] = []
NO_SUMS: list[int] = []


@frozen
class HouseRules(Options):
    """House rules of a game of points."""

    name: Annotated[Name, "What is the game called?"] = "Points"
    rules: Annotated[RulesText, "The rules, in your own words"] = ""
    wins: Annotated[Literal["most", "fewest"], "Who wins: the most points, or the fewest?"] = "most"
    sides: Annotated[Partnerships | None, "Who plays with whom"] = None
    target: Annotated[Annotated[int, Within(1)] | None, "At how many points does the game end? (optional)"] = None
    hands: Annotated[Annotated[int, Within(1)] | None, "After how many hands does it end? (optional)"] = None
    parts: Annotated[
        Annotated[list[Part], MaxItems(MAX_LISTED)],
        "What do you count after a hand? (nothing: the points themselves)",
    ] = NO_PARTS
    sums: Annotated[
        Annotated[list[Points], MaxItems(MAX_LISTED)], "What must the points of a hand add up to? (optional)"
    ] = NO_SUMS
    stake: Annotated[Counters, "How many counters does everyone put in when the game begins?"] = 0
    pay: Annotated[
        Literal["nothing", "winner", "each"],
        "When the game ends, who is paid for the difference in points?",
    ] = "nothing"
    per_point: Annotated[Counters, "How many counters is each point of difference worth?"] = 1

    def well_formed(self) -> None:
        """Refuse two parts of one name, a sum named twice, and sums beside parts."""
        names = [part.part for part in self.parts]
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            raise Malformed('parts: two parts are called "{given}"', given=excerpt(twice[0]))
        if len({*self.sums}) < len(self.sums):
            raise Malformed("sums: the same sum is named twice")
        if self.parts and self.sums:
            raise Malformed("sums: name either the parts that are counted or the sums of a hand, one of the two")

    def seats(self) -> range:
        """Allow two to sixteen."""
        return range(2, 17)

    def title(self) -> str:
        """Return the name of the game."""
        return self.name

    def fewest_win(self) -> bool:
        """Return whether the fewest points win."""
        return self.wins == "fewest"

    def for_counters(self) -> bool:
        """Return whether anything is staked, or paid for the difference in points."""
        return bool(self.stake) or self.pay != "nothing"


@frozen
class Scored(Facts):
    """Who is rated, by name or by the first of a side, how many hands were scored, and how many there are in all."""

    rated: frozenset[str] = frozenset()
    hands: int = 0
    of: int | None = field(default=None)

    @classmethod
    def for_game(cls, options: HouseRules) -> "Scored":
        """Note after how many hands the game ends."""
        return cls(of=options.hands)

    def summary(self) -> str:
        """Return how many hands were scored, if their number ends the game."""
        return say("{n} of {all} hands", n=self.hands, all=self.of) if self.of and self.hands else ""


Table: TypeAlias = State[HouseRules, Scored]


@frozen
class Deal(kit.Deal):
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

    points: Annotated[dict[Side, Points] | None, NamesSomebody(), "How many points in this hand?"] = None
    counts: Annotated[
        dict[Side, dict[Annotated[str, Kind.PART], Counters]] | None,
        NamesSomebody(),
        "How many of each in this hand?",
    ] = None

    def well_formed(self) -> None:
        """Refuse both points and counts, and neither."""
        if self.points is None and self.counts is None:
            raise Malformed("Enter a number for somebody.")
        if self.points is not None and self.counts is not None:
            raise Malformed("give either {one} or {other}, not both", one="points", other="counts")

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
    def totals(cls, state: State[Any, Any]) -> Mapping[str, tuple[int, ...]]:
        """Return the sums of the points that can be, where the house says them."""
        return {"points": tuple(sorted(state.options.sums))} if state.options.sums else {}

    def check(self, state: Table) -> None:
        """Refuse a side that is named twice, more of a part than a hand holds, and a sum that can't be."""
        named = [state.side(name) for name in self.points or self.counts or {}]
        twice = [side for side, times in Counter(named).items() if times > 1]
        if twice:
            raise Illegal("{who} are one side: name only one of them.", who=listed(twice[0]))
        for part in state.options.parts:
            has = {name: number for name, counts in (self.counts or {}).items() if (number := counts.get(part.part))}
            if part.alone and len(has) > 1:
                if state.teams:
                    raise Illegal("Only one side can have {part}.", part=part.part)
                raise Illegal("Only one player can have {part}.", part=part.part)
            if part.most is not None and (counted := sum(has.values())) > part.most:
                raise Illegal("{part}: a hand has {most}, not {n}.", part=part.part, most=part.most, n=counted)
        total, sums = sum(self.scored(state).values()), state.options.sums
        if sums and total not in sums:
            raise Illegal(
                "The hand must add up to {sums}: {given} so far.",
                given=unsigned(total),
                sums=one_of([unsigned(known) for known in sums]),
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
        kit.must_have_a_seat(state, self.player)
        if state.teams and len(state.side(self.player)) == 1:
            raise Illegal("{player} is on no side.", player=self.player)

    def effect(self, state: Table) -> Effect:
        """Add the points; the game goes on."""
        name = first(state, self.player)
        values = {"who": listed(state.side(self.player)), "n": signed(self.points), "memo": self.memo}
        memo = say("{who}: {n} points, {memo}", **values) if self.memo else say("{who}: {n} points.", **values)
        return Effect(memo, state.replace(points={**state.points, name: state.points.get(name, 0) + self.points}))


@frozen
class Leave(kit.Leave):
    """Somebody leaves; their balance stays, their points are lost."""

    def effect(self, state: Table) -> Effect:
        """Free the seat; a player without a partner is rated no more."""
        left = super().effect(state)
        facts = evolve(state.facts, rated=frozenset(left.state.points) & state.facts.rated)
        return left._replace(state=left.state.replace(facts=facts))


@frozen
class Finish(kit.Finish):
    """End the game: the player ahead has won, and is paid; before any hand is scored the pool is shared (GEN-09)."""

    def effect(self, state: Table) -> Effect:
        """Pay by the points; share the pool where nobody has scored."""
        if not rated(state):
            return super().effect(state)
        end, postings = settled(state)
        return Effect(sentences(say("The game is finished."), end), state.replace(over=True), postings)


def first(state: Table, player: str) -> str:
    """Return the player under whom points are kept: the first of the side, or the player alone."""
    return state.side(player)[0]


def competitors(state: Table, names: Iterable[str]) -> list[str]:
    """Return each player once, or the first of each side."""
    return list(dict.fromkeys(first(state, name) for name in names))


def rated(state: Table) -> dict[str, int]:
    """Return the points of those who can win or lose: by name, or by the first of a side."""
    return {name: points for name, points in state.scored().items() if name in state.facts.rated}


def settled(state: Table) -> tuple[Message, tuple[Posting, ...]]:
    """Return who has won, in a sentence, and what is paid: the pool, and the differences of points."""
    points = rated(state)
    best = min(points.values()) if state.options.fewest_win() else max(points.values())
    winners = [name for name, number in points.items() if number == best]
    pool = parts(state.pots["pool"], in_turn(state, [name for winner in winners for name in state.side(winner)]))
    names = [name for winner in winners for name in state.side(winner)]
    return wins(names, best), (*from_pot("pool", pool), *differences(state, points, winners))


def differences(state: Table, points: Mapping[str, int], winners: Sequence[str]) -> list[Posting]:
    """Return what is paid for differences of points, seat against seat."""
    price, postings = state.options.per_point, []
    if state.options.pay == "winner":
        for loser, number in points.items():
            if loser not in winners:
                postings += pays(state, loser, winners, price * abs(points[winners[0]] - number))
    if state.options.pay == "each":
        for one, other in combinations(points, 2):
            worse, better = (
                (one, other) if (points[one] < points[other]) != state.options.fewest_win() else (other, one)
            )
            postings += pays(state, worse, [better], price * abs(points[one] - points[other]))
    return postings


def pays(state: Table, loser: str, winners: Sequence[str], counters: int) -> list[Posting]:
    """Return what each of the losing side pays those of the same place on the winning sides, all together."""
    postings = []
    for place, payer in enumerate(state.side(loser)):
        due = parts(counters, in_turn(state, [state.side(winner)[place] for winner in winners]))
        postings += [Posting(payer, payee, part) for payee, part in due.items() if part]
    return postings


def in_turn(state: Table, names: Sequence[str]) -> list[str]:
    """Return the names from the dealer's left, the dealer last, by seats, those sitting out or gone too."""
    every = list(state.seats)
    after = every.index(state.dealer) + 1
    return [name for name in every[after:] + every[:after] if name in names]


def one_of(words: Sequence[str]) -> str:
    """Return ``26, 0 or −26``."""
    *others, last = words
    return say("{first} or {other}", first=joined(", ", others), other=last) if others else last


EXAMPLES = MappingProxyType(
    {
        "name": say("Hearts"),
        "rules": say("All thirteen hearts and the queen in one hand: 0 for you, 26 for everyone else."),
        "wins": say("the fewest at Hearts, the most at Oh Hell"),
        "target": say("100: the game ends after the hand in which someone gets there"),
        "hands": say("7: the game ends after the seventh hand"),
        "parts": say("heart, 1 point each, 13 in a hand; queen of spades, 13 points, 1 in a hand"),
        "sums": say("26, if everyone's points come to 26 in every hand: then slips are noticed"),
        "stake": say("5: the winner takes what everyone has put in"),
        "pay": say("you have 30, the winner has 50: you pay for 20 points"),
        "per_point": say("2: a difference of 20 points costs 40"),
    }
)
"""An example of an answer to each question about its rules."""
GAME = Game(
    key="points-game",
    title="Points",
    family=Family.OWN,
    summary="Any game scored in points",
    options=HouseRules,
    facts=Scored,
    moves=(Deal, ScoredHand, Bonus, Leave, Finish),
    common=kit.COMMON,
    scored=True,
    examples=EXAMPLES,
    needs=(),
    minutes=45,
    shown_first=True,
)
