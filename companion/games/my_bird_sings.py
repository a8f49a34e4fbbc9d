"""My Bird Sings: four cards of one suit, or of four, sing, and the first to sing takes the pool (MB)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine import (
    Carried,
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Message,
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
    say_many,
)
from companion.engine.kit import antes, share


@frozen
class HouseRules(Options):
    """House rules of My Bird Sings."""

    ante: Annotated[Counters, "What everyone puts in the pool at each deal (MB-03)"] = 1
    dealer_extra: Annotated[Counters, "What the dealer adds (MB-04)"] = 1
    pack: Annotated[Literal[52, 32], "How many cards the pack has (MB-01)"] = 52
    cards: Annotated[Literal[4, 3], "How many cards each is dealt (with three, only flushes sing) (MB-09)"] = 4
    flushes_only: Annotated[bool, "Only four cards of one suit sing (MB-09)"] = False
    whole_pack: Annotated[bool, "Play the whole pack out: a song is a trick, most tricks win (MB-10)"] = False

    def seats(self) -> range:
        """Allow as many as the pack can serve (MB-01)."""
        return range(2, self.pack // self.cards + 1)

    def only_flushes(self) -> bool:
        """Return whether one of each suit doesn't sing (MB-09)."""
        return self.flushes_only or self.cards == 3

    def dealing(self, players: int) -> Dealing:
        """Deal four cards each, or three; the rest is the stock (MB-02, MB-09)."""
        return Dealing(self.cards, pack="" if self.pack == 52 else say("Take out everything from the 2s to the 6s."))


@frozen
class Tricks(Facts):
    """How often each has sung in this hand, if the whole pack is played out."""

    won: Mapping[str, int] = field(factory=dict)

    def for_hand(self) -> "Tricks":
        return Tricks()

    def summary(self) -> str:
        """Return the tricks of each, empty if there are none."""
        songs = [say("{who} {number}", who=name, number=tricks) for name, tricks in self.won.items()]
        return say("tricks: {tricks}", tricks=joined(", ", songs)) if songs else ""


Table: TypeAlias = State[HouseRules, Tricks]


@frozen
class Deal(kit.Deal):
    """Deal the cards: everyone puts the ante in the pool, the dealer more (MB-03, MB-04)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return everyone's ante and the dealer's extra (MB-03, MB-04)."""
        return antes(state, "pool", state.options.ante, state.options.dealer_extra)


@frozen
class Sings(Move):
    """A player's bird sings: the pool is theirs (MB-05, MB-06), or a trick where the pack is played out."""

    name = "sings"
    label = "My bird sings"
    main = True

    player: Annotated[Seat, "Whose bird sings?"]
    with_: Annotated[Literal["flush", "four-suits"] | None, Carried(), "With a flush, or one of each suit?"] = None

    def check(self, state: Table) -> None:
        """Refuse four suits if only flushes sing (MB-09)."""
        if self.with_ == "four-suits" and state.options.only_flushes():
            raise Illegal("One of each suit doesn't sing here: under the house rules only a flush does.")

    def effect(self, state: Table) -> Effect:
        """Pay the pool to the player, or count a trick."""
        memo = self.sings()
        if not state.options.whole_pack:
            taking = share(state, "pool", [self.player])
            return Effect(say("{memo} and takes the pool.", memo=memo), hand_ends(state), taking)
        won = {**state.facts.won, self.player: state.facts.won.get(self.player, 0) + 1}
        return Effect(say("{memo}: a trick.", memo=memo), state.replace(facts=Tricks(won)))

    def sings(self) -> Message:
        """Return whose bird sings, and with what: ``Ann's bird sings with a flush``."""
        match self.with_:
            case "flush":
                return say("{player}'s bird sings with a flush", player=self.player)
            case "four-suits":
                return say("{player}'s bird sings with one of each suit", player=self.player)
        return say("{player}'s bird sings", player=self.player)


@frozen
class Exhausted(Move):
    """The pack is exhausted: most tricks take the pool, those who tie share it (MB-10, MB-11)."""

    name = "exhausted"
    label = "The pack is exhausted"
    main = True

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse it unless the pack is played out, and somebody has sung."""
        if not state.options.whole_pack:
            raise Illegal("The pack isn't played out here: under the house rules the first song takes the pool.")
        if not state.facts.won:
            raise Illegal("Nobody has sung yet: abandon the hand if nobody does.")

    def effect(self, state: Table) -> Effect:
        """Share the pool among those with the most tricks."""
        most = max(state.facts.won.values())
        best = [name for name in state.playing if state.facts.won.get(name) == most]
        tricks = say_many("{n} trick", "{n} tricks", most)
        memo = say("{who} takes the pool with {tricks}.", who=best[0], tricks=tricks)
        if len(best) > 1:
            memo = say("{who} share the pool with {tricks}.", who=listed(best), tricks=tricks)
        return Effect(memo, hand_ends(state), share(state, "pool", best))


GAME = Game(
    key="my-bird-sings",
    title="My Bird Sings",
    family=Family.STOPS,
    summary="Cards that match: sing out",
    options=HouseRules,
    facts=Tricks,
    moves=(Deal, Sings, Exhausted),
    common=kit.COMMON,
    minutes=15,
)
