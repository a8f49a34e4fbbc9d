"""Any game of points: a target or a number of hands ends it; a pool and differences may be paid (PG)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    HAS_WON,
    Aside,
    Boxes,
    Carried,
    Counters,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Kind,
    Malformed,
    Manner,
    MaxItems,
    Memo,
    Message,
    Moment,
    Move,
    Name,
    NamesSomebody,
    NotZero,
    OnlyWith,
    Options,
    Posting,
    RulesText,
    Side,
    State,
    Within,
    capital,
    excerpt,
    game_ends,
    hand_ends,
    joined,
    kit,
    listed,
    ordinal,
    read_formula,
    say,
    say_many,
    sentences,
    signed,
    unsigned,
)
from companion.engine.kit import Partnerships, antes, from_pot, parts, standing, wins
from companion.games.points_game import asked
from companion.games.points_game.blocks import WAYS, ToldBy
from companion.games.points_game.example import example
from companion.games.points_game.hand import (
    Answers,
    BeforeTheDeal,
    Counted,
    Hand,
    Points,
    Told,
    Words,
    called,
    check,
    competitors,
    count,
    household,
    require_spoken,
    seats_of,
    sides_in,
)

MAX_LISTED = 8
"""How many parts, or sums, the house rules can name."""


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
SAY_SIDES = say("This game is for partners: say who plays with whom, or that everyone plays alone.")
BY_HAND = (
    ("sums", say("We add the points up ourselves"), say("Type everyone's points after each hand.")),
    (
        "parts",
        say("We count things, each worth so much"),
        say("As at Hearts and Whist"),
    ),
)
"""How a hand is scored without questions, by the field that says more of it."""


@frozen
class HouseRules(Options):
    """House rules of a game of points."""

    name: Annotated[Name, "What is the game called?"] = "Points"
    rules: Annotated[RulesText, "The rules, in your own words"] = ""
    wins: Annotated[Literal["most", "fewest"], "Who wins: the most points, or the fewest?"] = "most"
    partners: Annotated[int, Within(1, 6), Aside(), "How many play on a side?"] = 1
    plays: Annotated[
        Annotated[int, Within(2, 15)] | None,
        Aside(),
        "How many play a hand, if the dealer sits out with one more? (optional)",
    ] = None
    sides: Annotated[Partnerships | None, "Who plays with whom"] = None
    target: Annotated[Annotated[int, Within(1)] | None, "At how many points does the game end? (optional)"] = None
    hands: Annotated[Annotated[int, Within(1)] | None, "After how many hands does it end? (optional)"] = None
    parts: Annotated[
        Annotated[list[Part], MaxItems(MAX_LISTED)],
        "What do you count after a hand? (optional)",
    ] = NO_PARTS
    sums: Annotated[
        Annotated[list[Points], MaxItems(MAX_LISTED)], "What must the points of a hand add up to? (optional)"
    ] = NO_SUMS
    way: Annotated[ToldBy | None, Carried(), "By which usual way a hand is scored"] = None
    worked: Annotated[Told | None, Carried(WAYS, BY_HAND), "What Companion asks to work the points out"] = None
    words: Annotated[dict[str, Words] | None, Carried(), "What its questions are called here"] = None
    outcome: Annotated[
        Literal["points", "won", "places", "unknown"],
        Carried(),
        "What is known: the points, who won, who came where, or only who played",
    ] = "points"
    stake: Annotated[Counters, Aside(), "How many counters does everyone put in when the game begins?"] = 0
    pay: Annotated[
        Literal["nothing", "winner", "each"],
        Aside(),
        "When the game ends, who is paid for the difference in points?",
    ] = "nothing"
    per_point: Annotated[
        Counters, Aside(), "How many counters is each point of difference worth?", OnlyWith("pay", "winner", "each")
    ] = 1

    def __attrs_post_init__(self) -> None:
        """Tell the hand by its way, where one is given."""
        if self.way and self.way.way and self.worked is None:
            told = self.way.way.told()
            object.__setattr__(told, "by", self.way.way)
            object.__setattr__(self, "worked", told)

    def well_formed(self) -> None:
        """Refuse two parts of one name, a sum named twice, and sums beside parts."""
        self._way_well_formed()
        self._musts_well_formed()
        names = [part.part for part in self.parts]
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            raise Malformed('parts: two parts are called "{given}"', given=excerpt(twice[0]))
        if len({*self.sums}) < len(self.sums):
            raise Malformed("sums: the same sum is named twice")
        if self.outcome != "points" and (self.parts or self.sums or self.worked or self.for_counters()):
            raise Malformed("outcome: such a game has no parts, sums, questions nor counters")
        if self.outcome == "unknown" and self.target:
            raise Malformed("outcome: such a game has no target")
        if self.parts and self.sums:
            raise Malformed("sums: name either the parts that are counted or the sums of a hand, one of the two")
        if self.worked:
            if self.parts or self.sums:
                raise Malformed("such a game counts by its questions alone, without parts and sums", "worked")
            try:
                self.worked.well_formed()
            except Malformed as error:
                raise Malformed(error.why, ".".join(filter(None, ("worked", error.where)))) from None

    def _way_well_formed(self) -> None:
        """Refuse a way that tells another hand, and a dealer who sits out where boxes are filled."""
        if self.way:
            self.way.well_formed(self.worked)
        if self.plays and self.worked and self.worked.boxes:
            raise Malformed("plays: where boxes are filled everybody plays")

    def _musts_well_formed(self) -> None:
        """Refuse a target, or a number of hands, of which the game says that it can't be."""
        if told := self.worked:
            table = BeforeTheDeal(told, 2, 1, self.hands or 0, self.target or 0)
            for must in told.of_the_rules:
                with suppress(Illegal):  # what can't be worked out is said when the cards are dealt
                    if not read_formula(must.must).worth(table):
                        raise Malformed(household((self.words or {}).get(must.why, must.why)), "target")

    def seats(self) -> Sequence[int]:
        """Allow two to sixteen, or as many of these as may play by what must be so before the cards are dealt.

        Where so many play a hand, it is these and a dealer who sits out.
        """
        if self.plays:
            return range(self.plays, self.plays + 2)
        seats = range(2, 17)
        return seats_of(self.worked, self.hands or 0, self.target or 0, seats) if self.worked else seats

    def manner(self) -> Manner:
        """Have turns where boxes are filled, or each plays in turn; in rounds, if these begin at the first seat."""
        told = self.worked
        boxes, turns = bool(told and told.boxes), bool(told and (told.in_turn or told.round_over))
        in_rounds = boxes or (turns and bool(told and told.begins == "first"))
        fewest = self.wins == "fewest"
        return Manner(fewest_win=fewest, outcome=self.outcome, in_rounds=in_rounds, has_turns=boxes or turns)

    def title(self) -> str:
        """Return the name of the game."""
        return self.name

    def again(self) -> "HouseRules":
        """Return the house rules of a game of points: what is known of it now is no longer only who won."""
        return self if self.outcome == "points" else evolve(self, outcome="points", wins="most")

    def for_counters(self) -> bool:
        """Return whether anything is staked, or paid for the difference in points."""
        return bool(self.stake) or self.pay != "nothing"


@frozen
class Scored(Facts):
    """Who is rated, by name or by the first of a side, how many hands were scored, and how many there are in all."""

    rated: frozenset[str] = frozenset()
    hands: int = 0
    of: int | None = field(default=None)
    said: Answers = field(factory=dict)
    """What was said before this hand."""
    tallies: Mapping[str, Mapping[str, int]] = field(factory=dict)
    """What stands beside the points of each, by name and key."""
    filled: Mapping[str, Mapping[str, int]] = field(factory=dict)
    """What stands in the boxes of each, by name and key."""
    had: tuple[str, ...] = ()
    """Who has had a turn of this round that is written down by itself, as each box is."""
    out: frozenset[str] = frozenset()
    """Who is out of this game."""
    rests: str = ""
    """The dealer, where one more is in than play a hand."""
    last: tuple[str, ...] | None = None
    """Who has a last turn still; None where nobody has ended the game."""
    brought_at_end: Mapping[str, Mapping[str, int]] = field(factory=dict)
    """What came to each as the game ended, by line and name."""

    @classmethod
    def for_game(cls, options: HouseRules) -> "Scored":
        """Note after how many hands the game ends."""
        return cls(of=options.hands or (len(options.worked.rounds) if options.worked else 0) or None)

    def for_hand(self) -> "Scored":
        """Forget what was said before the hand, who has had a turn, and who sits out of it."""
        return evolve(self, said={}, had=(), rests="")

    def resting(self, state: "Table", dealer: str) -> "Scored":
        """Return the facts of a new hand; its dealer sits out where one more is in than play, but not of last turns."""
        facts = self.for_hand()
        one_more = len(state.replace(facts=facts).playing) - 1 == state.options.plays
        return evolve(facts, rests=dealer) if one_more and self.last is None else facts

    def out_of_game(self) -> Mapping[str, str]:
        return dict.fromkeys(self.out, say("is out of the game"))

    def out_of_hand(self) -> Mapping[str, str]:
        """Return who is out, and the dealer where that one sits out."""
        rests = {self.rests: say("sits out of this hand")} if self.rests else {}
        return {**self.out_of_game(), **rests}

    def notes(self, state: "Table") -> Mapping[str, str]:
        """Return what each has said before the hand, and the tallies."""
        worked = state.options.worked
        if not worked:
            return {}
        notes: dict[str, list[Message]] = {}
        for key, given in self.said.items():
            word = called(state, worked.by_key[key].ask)
            for name, number in given.items():
                told = say("{what} {n}", what=word, n=number) if len(self.said) > 1 else say("said {n}", n=number)
                notes.setdefault(name, []).append(told)
        for tally in () if worked.boxes else worked.tallies:
            word = called(state, tally.tally)
            for name in state.scored():
                own = self.tallies.get(name, worked.at_first)
                if own[tally.key]:
                    notes.setdefault(name, []).append(say("{what} {n}", what=word, n=own[tally.key]))
        return {name: joined(" · ", own) for name, own in notes.items()}

    def of_hand(self, state: "Table") -> str:
        """Return the name of the hand, or else its size."""
        worked = state.options.worked
        if not worked:
            return ""
        hand = Hand(worked, state, {}, self.tallies)
        with suppress(Illegal):
            if not hand.round.round and (cards := hand.whole("cards")):
                return say_many("{n} card", "{n} cards", cards, n=cards)
        return joined("", [hand.round.round])

    def boxes(self, state: "Table") -> Sequence[Boxes]:
        """Return the boxes, those that can be filled now open, each tally below the last box that it hangs on."""
        worked = state.options.worked
        if not worked or not worked.boxes:
            return ()
        turn, rows = next(iter([] if state.over else turns(state)), ""), []
        for key, box in worked.boxes.items():
            label = called(state, box.ask)
            numbers = {name: own[key] for name, own in self.filled.items() if key in own}
            tap = {"move": ScoredHand.name, "box": label}
            rows.append(Boxes(label, numbers, {turn: tap} if turn and turn not in numbers else {}))
            for tally in worked.tallies_below.get(key, ()):
                numbers = {name: own[tally.key] for name, own in self.tallies.items()}
                rows.append(Boxes(called(state, tally.tally), numbers))
        return [*rows, *self.end_lines(state)]

    def end_lines(self, state: "Table") -> Sequence[Boxes]:
        """Return what came to each as the game ended, without the lines that brought nobody anything."""
        return [Boxes(called(state, line), own) for line, own in self.brought_at_end.items() if any(own.values())]

    def rank(self, state: "Table") -> Mapping[str, Any]:
        """Return by what who has won is found, as the game is told."""
        if state.options.outcome in ("won", "unknown"):
            return {name: HAS_WON if points else -HAS_WON for name, points in self.score(state).items()}
        worked = state.options.worked
        if not worked or not worked.rank:
            return super().rank(state)
        hand = Hand(worked, state, {}, self.tallies)
        hand.totals = state.scored()
        try:
            return {name: hand.worth(worked.rank, name) for name in hand.totals}
        except Illegal:  # who leaves or sits out may bring that about: then the points decide
            return super().rank(state)

    def summary(self) -> str:
        """Return how many hands were scored, if their number ends the game."""
        return say("{n} of {all} hands", n=self.hands, all=self.of) if self.of and self.hands else ""


def points_told(options: HouseRules) -> list[str]:
    """Return how the points of a hand come, in sentences; none where no usual way tells them."""
    return [*options.way.way.sentences()] if options.way and options.way.way else []


Table: TypeAlias = State[HouseRules, Scored]


@frozen
class Deal(kit.Deal):
    """Deal the cards: at the first deal of the game everyone puts the stake into the pool."""

    def check_new(self, state: Table) -> None:
        """Refuse a game for partners that doesn't say who they are, and a round in which nobody has a last turn."""
        if state.options.partners > 1 and state.options.sides is None:
            raise Illegal(SAY_SIDES)
        if state.facts.last is not None and not turns(state):
            raise Illegal("Nobody at the table has a last turn left: finish the game.")

    def facts(self, state: Table) -> Scored:
        """Return what is remembered as the hand begins: who sits out of it too."""
        return state.facts.resting(state, state.dealer)

    def effect(self, state: Table) -> Effect:
        """Open the hand, and say who sits out of it."""
        dealt = super().effect(state)
        if rests := dealt.state.facts.rests:
            memo = say("{dealer} deals hand {hand} and sits out of it.", dealer=rests, hand=dealt.state.hand)
            return dealt._replace(memo=memo)
        return dealt

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return the stakes, at the first deal."""
        return () if state.hand else antes(state, "pool", state.options.stake, 0)

    @classmethod
    def allowed(cls, state: Table) -> None:
        """Refuse to deal to more or fewer than may play; who is out of the game leaves fewer."""
        if state.facts.out:
            return
        super().allowed(state)
        if worked := state.options.worked:
            hand, options = state.hand + 1, state.options
            players = min(len(state.playing), options.plays or len(state.playing))  # of one more the dealer sits out
            table = BeforeTheDeal(worked, players, hand, options.hands or 0, options.target or 0)
            if why := worked.broken(table):
                raise Illegal(capital(called(state, why)))


Answered: TypeAlias = dict[Side, dict[Annotated[str, Kind.PART], Points]]
"""What each answered, by the keys of the questions."""


class Answering(Move):
    """A move that answers the questions by which a game works its points out."""

    before: ClassVar[bool]
    """Whether it is made before the hand is played."""

    answers: Any

    @classmethod
    def asked_at(cls, state: Table) -> type[Move]:
        """Return the class that asks the questions of this table's game."""
        worked = state.options.worked
        left = turns(state) if worked and (worked.boxes or worked.in_turn) and not cls.before else None
        return asked.asked_at(state, cls, said=cls.before, left=left) if worked else cls

    @classmethod
    def gathered(cls, state: Table, answered: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers by name, and those of the whole hand."""
        if not state.options.worked:
            return {**answered}
        kind = cls.asked_at(state)
        if not state.options.worked.boxes:
            asked.require_entered(state, kind, answered)
        found = asked.gathered(kind, answered)
        if state.options.worked.boxes:
            return found
        if state.options.worked.in_turn and not cls.before and (waiting := turns_to_come(state, found)):
            said = {each.key for each in state.options.worked.questions if each.said}
            given = {
                name: {key: number for key, number in own.items() if key in said or first(state, name) not in waiting}
                for name, own in found["answers"].items()
            }
            found |= {"answers": {name: own for name, own in given.items() if own}, "so_far": True}
        return found

    def spread(self, state: Table) -> dict[str, Any] | None:
        """Return the answers by question."""
        if not state.options.worked:
            return None
        answers, of_all = self.answers or {}, getattr(self, "hand", None) or {}
        hand = Hand(told(state), state, {key: {"": number} for key, number in of_all.items()}, state.facts.tallies)
        bids = (
            {} if state.facts.said else {each.key: hand.asked(each) for each in hand.must_be_said if not each.choices}
        )
        typed = {} if self.before else asked.typed_by_all(hand, by_question(answers))
        if hand.told.turn_by_turn and not self.before and not getattr(self, "so_far", None):
            typed |= {one.key: hand.asked(one) for one in hand.told.questions if asked.must_be_had(one)}
        return asked.spread(self.asked_at(state), answers, of_all, bids | typed)


@frozen
class Misdeal(kit.Misdeal):
    """The player on the left redeals; counters stay where they are."""

    def unsuited(self, options: HouseRules) -> str:
        """Return that nothing is dealt where people throw dice or lay tiles."""
        return say("Nothing is dealt in this game.") if options.manner().in_rounds else ""

    @classmethod
    def allowed(cls, state: Table) -> None:
        """Refuse the move where nothing is dealt, and to forget turns that are written down."""
        if why := cls.unsuited(cls, state.options):  # type: ignore[arg-type]
            raise Illegal(why)
        require_no_turns(state)

    def effect(self, state: Table) -> Effect:
        """Let the new dealer sit out of the hand, where one more is in than play."""
        after = super().effect(state)
        return after._replace(state=after.state.replace(facts=state.facts.resting(state, after.state.dealer)))


@frozen
class Abandon(kit.Abandon):
    """Nobody won: the hand ends, the pots stay, the deal passes."""

    @classmethod
    def allowed(cls, state: Table) -> None:
        """Refuse to forget turns that are written down."""
        require_no_turns(state)


@frozen
class Said(Answering):
    """What everyone says before the hand is played, such as how many tricks each will take."""

    before = True

    name = "said"
    label = "Everyone has spoken"
    comes_first = True

    answers: Annotated[Answered, "What does everyone say?"]

    def unsuited(self, options: HouseRules) -> str:
        """Return that nothing is said before a hand by the house rules."""
        if options.worked and any(question.said for question in options.worked.questions):
            return ""
        return say("Under the house rules nothing is said before a hand.")

    @classmethod
    def allowed(cls, state: Table) -> None:
        """Refuse the move where nothing is said before a hand, and a second one."""
        if why := cls.unsuited(cls, state.options):  # type: ignore[arg-type]
            raise Illegal(why)
        if state.facts.said:
            raise Illegal("Everyone has spoken already: undo that first.")

    def check(self, state: Table) -> None:
        """Refuse what can't be said."""
        check(Hand(told(state), state, by_question(self.answers), state.facts.tallies), said=True)

    def check_new(self, state: Table) -> None:
        """Refuse that somebody who is asked hasn't spoken."""
        require_spoken(Hand(told(state), state, by_question(self.answers), state.facts.tallies))

    def effect(self, state: Table) -> Effect:
        """Keep it until the hand is scored."""
        given = by_question(self.answers)
        hand, said = Hand(told(state), state, given, state.facts.tallies), {}
        for question in told(state).questions:
            if question.said:
                may_be_none = question.least == "0" and not question.choices
                none = dict.fromkeys(hand.asked(question), 0) if may_be_none else {}
                said[question.key] = none | given.get(question.key, {})
        asks = told(state).by_key
        memos = [
            say("{ask}: {each}.", ask=called(state, asks[key].ask), each=each_of(numbers))
            for key, numbers in said.items()
        ]
        return Effect(sentences(*memos), state.replace(facts=evolve(state.facts, said=said)))


@frozen
class ScoredHand(Answering):
    """A hand is scored: everyone's points, how many they have of what's counted, or the answers they come from."""

    before = False

    name = "scored"
    label = "Score the hand"
    main = True

    points: Annotated[dict[Side, Points] | None, NamesSomebody(), "How many points in this hand?"] = None
    counts: Annotated[
        dict[Side, dict[Annotated[str, Kind.PART], Counters]] | None,
        NamesSomebody(),
        "How many of each in this hand?",
    ] = None
    answers: Annotated[Answered | None, "What did each do?"] = None
    hand: Annotated[dict[str, Points] | None, "What counts for everyone?"] = None
    so_far: Annotated[bool | None, "The others' turns are still to come"] = None

    @classmethod
    def allowed(cls, state: Table) -> None:
        """Refuse a turn where every box is filled."""
        if state.options.worked and state.options.worked.boxes and not turns(state):
            raise Illegal("Every box is filled: finish the game.")

    def well_formed(self) -> None:
        """Refuse two of points, counts and answers, and none of them."""
        given = [self.points, self.counts, self.answers if self.answers is not None else self.hand]
        if all(each is None for each in given):
            raise Malformed("Enter a number for somebody.")
        if sum(each is not None for each in given) > 1:
            raise Malformed("give either points, counts or answers, not both")

    def unsuited(self, options: HouseRules) -> str:
        """Return that the house rules name parts, none, or not the one that is counted, or questions."""
        if (options.worked is not None) != (self.points is None and self.counts is None):
            return (
                say("Under the house rules you enter the answers of the hand.")
                if options.worked
                else say("Under the house rules you enter points, not answers.")
            )
        if self.so_far and not (options.worked and options.worked.turn_by_turn):
            return say("Under the house rules everyone's turns are written down together.")
        if options.worked:
            return ""
        if self.points is not None:
            return say("Under the house rules you enter counts, not points.") if options.parts else ""
        if not options.parts:
            return say("Under the house rules you enter points, not counts.")
        known = {part.part for part in options.parts}
        unknown = [part for counted in (self.counts or {}).values() for part in counted if part not in known]
        return say("“{part}” isn't counted in this game.", part=excerpt(unknown[0])) if unknown else ""

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the points if parts are counted, otherwise the counts; and the answers unless they are asked."""
        if state.options.worked:
            return ("points", "counts", "so_far")
        return ("points" if state.options.parts else "counts", "answers", "hand", "so_far")

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Require the counts if parts are counted, otherwise the points."""
        if state.options.worked:
            return ("answers",)
        return ("counts",) if state.options.parts else ("points",)

    @classmethod
    def totals(cls, state: State[Any, Any]) -> Mapping[str, tuple[int, ...]]:
        """Return the sums of the points that can be, where the house says them."""
        return {"points": tuple(sorted(state.options.sums))} if state.options.sums else {}

    def check(self, state: Table) -> None:
        """Refuse a side that is named twice, more of a part than a hand holds, and a sum that can't be."""
        if state.options.worked:
            hand = self.answered(state)
            check(hand)
            if told(state).boxes:
                hand.fills(turns(state)[0])
            if not any(question.key in hand.answers for question in hand.must_be_said):
                require_spoken(hand)
            return
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

    def check_new(self, state: Table) -> None:
        """Refuse that somebody who is asked hasn't spoken."""
        if state.options.worked:
            require_spoken(self.answered(state))

    @classmethod
    def example(cls, state: Table, shift: int) -> dict[str, Any]:
        """Return answers that may be possible at a table; ``shift`` tries others. Raises Illegal."""
        return example(state, turns(state)[0], shift)

    @classmethod
    def require_end(cls, state: Table) -> None:
        """Work out what would come to each if the game ended now. Raises Illegal."""
        at_the_end(state, Hand(told(state), state, {}, state.facts.tallies))

    def scored(self, state: Table) -> dict[str, int]:
        """Return the points of the hand, by name or by the first of a side; 0 for those not named."""
        made = dict.fromkeys(competitors(state), 0)
        worth = {part.part: part.points for part in state.options.parts}
        for name, counts in (self.counts or {}).items():
            made[first(state, name)] = sum(number * worth[part] for part, number in counts.items())
        for name, points in (self.points or {}).items():
            made[first(state, name)] = points
        return made

    def in_cell(self, before: Table, name: str) -> str:
        """Return what was said before the hand and made in it: ``2/3``."""
        if not before.options.worked or name not in before.scored():
            return ""
        questions = [question for question in told(before).questions if question.of != "hand"]
        said = [question for question in questions if question.said]
        made = [question for question in questions if not question.said and not asked.is_flag(question)]
        hand = self.answered(before)
        return "/".join(str(hand.answer(own[0], name)) for own in (said, made)) if said and made else ""

    def answered(self, state: Table) -> Hand:
        """Return the hand with all that was answered: what was said before it too, unless it is said again."""
        of_all = {key: {"": number} for key, number in (self.hand or {}).items()}
        answers = {**state.facts.said, **by_question(self.answers or {}), **of_all}
        return Hand(told(state), state, answers, state.facts.tallies)

    def effect(self, state: Table) -> Effect:
        """Add the points; at the target, or after the last hand, the game ends and is paid."""
        if state.options.worked:
            return worked_out(state, self.answered(state), so_far=bool(self.so_far))
        made = self.scored(state)
        if any(made.values()):
            must_be_known(state)
        facts = evolve(state.facts, rated=state.facts.rated | made.keys() | resting(state), hands=state.facts.hands + 1)
        points = {**state.points, **{name: state.points.get(name, 0) + number for name, number in made.items()}}
        after = state.replace(points=points, facts=facts)
        memo = told_by(state, made)
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
        must_be_known(state)
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
        facts, here = state.facts, frozenset(left.state.points)
        facts = evolve(
            facts,
            rated=here & facts.rated,
            tallies={name: own for name, own in facts.tallies.items() if name in here},
            filled={name: own for name, own in facts.filled.items() if name in here},
            out=facts.out - {self.player},
            last=facts.last and tuple(name for name in facts.last if name in here),
        )
        return left._replace(state=left.state.replace(facts=facts))


@frozen
class Finish(kit.Finish):
    """End the game: the player ahead has won, and is paid; before any hand is scored the pool is shared (GEN-09)."""

    def effect(self, state: Table) -> Effect:
        """Pay by the points; share the pool where nobody has scored."""
        if not rated(state):
            return super().effect(state)
        with suppress(Illegal):  # no formula may keep people from going home
            state = (
                at_the_end(state, Hand(told(state), state, {}, state.facts.tallies)) if state.options.worked else state
            )
        end, postings = settled(state)
        memo = sentences(say("The game is finished."), *brought(state), end)
        return Effect(memo, state.replace(over=True), postings)


def require_no_turns(state: Table) -> None:
    """Refuse to end a round of which turns are written down: their points would stay. Raises Illegal."""
    if state.facts.had:
        raise Illegal("Turns of this round are written down already: undo them first.")


def must_be_known(state: Table) -> None:
    """Refuse points where only who played is known."""
    if state.manner.outcome == "unknown":
        raise Illegal("Only who played is known of this game: everyone has 0 points.")


def each_of(numbers: Mapping[str, int]) -> Message:
    """Return a number for each name: ``Ann 2, Ben 0``."""
    return joined(", ", [say("{who} {number}", who=name, number=unsigned(number)) for name, number in numbers.items()])


def told(state: Table) -> Told:
    """Return how the game works its points out."""
    assert state.options.worked
    return state.options.worked


def by_question(answers: Answers) -> dict[str, dict[str, int]]:
    """Return answers by name and question as answers by question and name."""
    found: dict[str, dict[str, int]] = {}
    for name, own in answers.items():
        for key, number in own.items():
            found.setdefault(key, {})[name] = number
    return found


def worked_out(state: Table, hand: Hand, *, so_far: bool = False) -> Effect:
    """Return what a hand of answers does: its points, what stands beside them, and whether the game is over.

    With ``so_far`` those after the last who is named have their turns later. Raises Illegal where a formula says that
    it can't be.
    """
    facts, who = state.facts, turns(state)
    boxes = told(state).boxes
    have = who[:1] if boxes else taken(state, hand, who) if so_far else who
    rest = who[len(have) :]
    came = count(hand, state.options.target, have)
    memo = say("Scored: {each}.", each=standing(state, came.scores))
    if boxes:
        key, number = hand.fills(who[0])
        filled = {**facts.filled, who[0]: {**facts.filled.get(who[0], {}), key: number}}
        facts = evolve(facts, filled=filled, had=(*facts.had, who[0]))
        memo = say("{ask}: {each}.", ask=called(state, boxes[key].ask), each=standing(state, came.scores))
    goes_on = bool(rest) or (not boxes and hand.goes_on(who))
    facts = evolve(
        facts,
        rated=facts.rated | came.scores.keys() | resting(state),
        hands=facts.hands + (not goes_on),
        tallies=came.tallies,
        out=facts.out | {mate for name in came.out for mate in state.side(name)},
        last=last_turns(state, came, have, rest),
        had=(*facts.had, *have) if so_far else facts.had,
        said={key: own for key, own in hand.answers.items() if hand.questions[key].said} if so_far else facts.said,
    )
    after = state.replace(points={**state.points, **came.totals}, facts=facts)
    hand.totals |= {name: points for name, points in state.scored().items() if name in resting(state)}
    hand.worth(hand.told.rank, next(iter(hand.totals), ""))  # a formula that can't be worked out refuses the hand
    if not ended(after, hand, came):
        return Effect(memo, after if goes_on else hand_ends(after))
    after = at_the_end(after, hand)
    end, postings = settled(after)
    return Effect(sentences(memo, *brought(after), end), game_ends(after), postings)


def at_the_end(state: Table, hand: Hand) -> Table:
    """Return the table with what comes to each as the game ends, also to who sits out or is out. Raises Illegal."""
    hand.totals = rated(state)
    lines = {line.line: {name: hand.whole(line.points, name) for name in hand.totals} for line in hand.told.end_lines}
    last = {
        name: points + hand.whole(hand.told.at_end, name) + sum(own[name] for own in lines.values())
        for name, points in hand.totals.items()
    }
    return state.replace(points={**state.points, **last}, facts=evolve(state.facts, brought_at_end=lines))


def brought(state: Table) -> list[Message]:
    """Return what came to each as the game ended, in sentences."""
    lines = state.facts.end_lines(state)
    return [say("{ask}: {each}.", ask=line.label, each=standing(state, line.numbers)) for line in lines]


def turns(state: Table) -> list[str]:
    """Return whose turns are still to come in this hand, in order: of a pad of boxes those who have a free one."""
    facts, boxes = state.facts, told(state).boxes
    names = competitors(state) if told(state).begins == "first" else in_turn(state, competitors(state))
    names = [name for name in names if facts.last is None or name in facts.last]
    names = [name for name in names if not boxes or len(facts.filled.get(name, {})) < len(boxes)]
    return [name for name in names if name not in facts.had] or names


def taken(state: Table, hand: Hand, turns: Sequence[str]) -> list[str]:
    """Return those of whose turn something was written down, in order, and who came before them. Raises Illegal."""
    named = {first(state, name) for own in hand.of_turns for name in own}
    last = max((place for place, name in enumerate(turns) if name in named), default=-1)
    if last < 0:
        raise Illegal("Enter a number for somebody.")
    return [*turns[: last + 1]]


def turns_to_come(state: Table, given: Mapping[str, Any]) -> list[str]:
    """Return those who come last and haven't had a turn yet.

    Raises Illegal, which names all who are silent, where somebody is whose turn came before another's, or nobody has
    had one.
    """
    of_all = {key: {"": number} for key, number in given.get("hand", {}).items()}
    answers = {**state.facts.said, **by_question(given.get("answers", {})), **of_all}
    hand, names = Hand(told(state), state, answers, state.facts.tallies), turns(state)
    numbers = [one for one in told(state).questions if asked.must_be_had(one)]
    missing = [name for one in numbers for name in hand.asked(one) if name not in answers.get(one.key, {})]
    silent = {first(state, name) for name in missing} & {*names}
    scored = {first(state, name) for own in hand.of_turns for name, number in own.items() if name and number}
    if silent and not told(state).last_turn:
        had = [name for name in names if name in scored or name not in silent]
        ended_by = count(hand, state.options.target, had).ended_by
        silent = {name for name in silent if not ended_by or names.index(name) < names.index(ended_by)}
    waiting = [name for name in names if name in silent]
    are_last = waiting == names[-len(waiting) :] != names and not scored & silent
    if waiting and not (told(state).turn_by_turn and are_last):
        who = [name for name in state.playing if name in missing and first(state, name) in waiting]
        raise Illegal(
            say_many("{who} hasn't had a turn yet.", "{who} haven't had a turn yet.", len(who), who=listed(who))
        )
    return waiting


def last_turns(state: Table, came: Counted, have: Sequence[str], rest: Sequence[str]) -> tuple[str, ...] | None:
    """Return who has a last turn still, once some ``have`` had theirs and the ``rest`` of the round hasn't.

    It is everyone still in who had none since somebody ended the game; None where nobody did.
    """
    facts, had = state.facts, state.facts.had if told(state).in_turn else ()
    if facts.last is not None:
        left = [name for name in facts.last if name not in have and name in (*rest, *had)]
    elif not came.ended_by or not told(state).last_turn:
        return None
    else:
        before = (*had, *have[: have.index(came.ended_by)])
        left = [*before, *rest] if told(state).in_turn else [*before]
    return tuple(name for name in left if name not in {*facts.out, *came.out})


def ended(state: Table, hand: Hand, came: Counted) -> bool:
    """Return whether the game is over after a hand."""
    facts = state.facts
    boxes = hand.told.boxes
    return bool(
        facts.hands == facts.of
        or (facts.last == () if hand.told.last_turn else came.ended_by)
        or (boxes and all(facts.filled.get(name, {}).keys() >= boxes.keys() for name in hand.totals))
        or (facts.out and len(sides_in(state)) < 2)
    )


def resting(state: Table) -> set[str]:
    """Return who sits out of the open hand, though in the game: the dealer, or nobody."""
    return {state.facts.rests} - {""}


def first(state: Table, player: str) -> str:
    """Return the player under whom points are kept: the first of the side, or the player alone."""
    return state.side(player)[0]


def rated(state: Table) -> dict[str, int]:
    """Return the points of those who can win or lose: by name, or by the first of a side."""
    return {name: points for name, points in state.scored().items() if name in state.facts.rated}


def told_by(state: Table, made: Mapping[str, int]) -> Message:
    """Return what a hand came to: the points, who came where, or who won."""
    if state.options.outcome in ("won", "unknown"):
        return said_without_points(state, made)
    if state.options.outcome == "places":
        return say("Places: {each}.", each=standing(state, made, ordinal))
    return say("Scored: {each}.", each=standing(state, made))


def settled(state: Table) -> tuple[Message, tuple[Posting, ...]]:
    """Return who has won, in a sentence, and what is paid: the pool, and the differences of points."""
    points, rank = rated(state), state.ranked()
    if not state.manner.tells_points:
        return said_without_points(state, points), ()
    most = max(rank[name] for name in points)
    winners = [name for name in points if rank[name] == most]
    best = points[winners[0]]
    pool = parts(state.pots["pool"], in_turn(state, [name for winner in winners for name in state.side(winner)]))
    names = [name for winner in winners for name in state.side(winner)]
    return wins(names, best), (*from_pot("pool", pool), *differences(state, points, winners))


def said_without_points(state: Table, points: Mapping[str, int]) -> Message:
    """Return who has won where the points say no more than that."""
    if state.manner.outcome == "unknown":
        return say("Who won isn't known.")
    best = min(points.values()) if state.manner.fewest_win else max(points.values())
    who = [mate for name, number in points.items() if number == best for mate in state.side(name)]
    if state.options.outcome == "won" and not best:
        return say("Nobody has won.")
    return say_many("{who} has won.", "{who} have won.", len(who), who=listed(who))


def differences(state: Table, points: Mapping[str, int], winners: Sequence[str]) -> list[Posting]:
    """Return what is paid for differences of points, seat against seat."""
    price, postings, rank = state.options.per_point, list[Posting](), state.ranked()
    if state.options.pay == "winner":
        for loser, number in points.items():
            if loser not in winners:
                postings += pays(state, loser, winners, price * abs(points[winners[0]] - number))
    if state.options.pay == "each":
        for one, other in combinations(points, 2):
            worse, better = (one, other) if rank[one] < rank[other] else (other, one)
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
        "rules": say("Don't take hearts, nor the queen of spades."),
        "wins": say("the fewest at Hearts"),
        "partners": say("2 at Spades"),
        "plays": say("4 at Doppelkopf: of five the dealer sits out"),
        "target": say("100"),
        "hands": say("7"),
        "parts": say("heart, 1 point each, 13 in a hand; queen of spades, 13 points, 1 in a hand"),
        "sums": say("26: then slips are noticed"),
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
    summary="Any game with points",
    options=HouseRules,
    facts=Scored,
    moves=(Deal, Misdeal, Abandon, Said, ScoredHand, Bonus, Leave, Finish),
    common=kit.COMMON,
    scored=True,
    examples=EXAMPLES,
    needs=(),
    minutes=45,
    shown_first=True,
)
