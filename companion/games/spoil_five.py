"""Spoil-Five: three tricks of five take the pool; where nobody makes them it is spoilt and stands (SF)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from companion.engine import (
    Aside,
    Assumed,
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
    Pot,
    Seat,
    State,
    hand_ends,
    joined,
    kit,
    listed,
    say,
    takes_the_pool,
)
from companion.engine.kit import Partnerships, antes, seat_against_seat, share

DID_NOT_ROB = "did-not-rob"
"""One of the two reasons to be barred (SF-11)."""


@frozen
class HouseRules(Options):
    """House rules of Spoil-Five."""

    ante: Annotated[Counters, "What everyone puts in a new pool (SF-04)"] = 2
    spoil_ante: Annotated[Counters, "What everyone adds at each deal while a spoilt pool stays (SF-06)"] = 1
    dealer_extra: Annotated[Counters, "What the dealer adds at every deal (SF-05)"] = 1
    tricks: Annotated[Literal[3, 2], "How many tricks take the pool (two suit five players or more) (SF-18)"] = 3
    jink: Annotated[bool, "With enough tricks you may play on for all five: that's jinking (SF-20)"] = False
    robbing: Annotated[
        Literal["must", "may", "none"], "Must the ace of trumps rob the card turned up? (SF-11, SF-13)"
    ] = "must"
    misdeal: Annotated[Literal["pass", "pay"], Aside(), "After a misdeal (SF-14, SF-15)"] = "pass"
    sides: Annotated[Partnerships | None, "Partners who share what they win (SF-09)"] = None

    def dealing(self, players: int) -> Dealing:
        """Deal five cards each; the next is turned up (SF-02)."""
        return Dealing(5)


@frozen
class Pool(Facts):
    """How often the pool was spoilt since it was last won, and the players barred in this hand, with the reasons."""

    spoils: int = 0
    barred: tuple[tuple[str, str], ...] = ()

    def for_hand(self) -> "Pool":
        """Keep how often the pool was spoilt."""
        return Pool(self.spoils)

    def summary(self) -> str:
        """Return how often the pool was spoilt, and who is barred."""
        spoilt = {0: "", 1: say("spoilt once")}
        times = spoilt.get(self.spoils, say("spoilt {n} hands running", n=self.spoils))
        return joined(" · ", [times, *(is_barred(name, why) for name, why in self.barred)])


Table: TypeAlias = State[HouseRules, Pool]


@frozen
class Deal(kit.Deal):
    """Deal the cards: the full ante into a new pool, the smaller one while a spoilt pool stays (SF-04 to SF-06)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return everyone's ante, and the dealer's extra."""
        options = state.options
        each = options.spoil_ante if state.facts.spoils else options.ante
        return antes(state, "pool", each, options.dealer_extra)


@frozen
class Misdeal(kit.Misdeal):
    """The cards are dealt again after a misdeal, as the house rules say (SF-14, SF-15)."""

    pays: Annotated[bool | None, Assumed(True), "Does the dealer pay again and redeal?"] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Ask nothing where the deal passes in any case."""
        return () if state.options.misdeal == "pay" else ("pays",)

    def check(self, state: Table) -> None:
        """Refuse a choice that the house rules don't leave to the dealer."""
        if self.pays is not None and state.options.misdeal != "pay":
            raise Illegal(
                "After a misdeal the deal passes to the left here: the house rules give the dealer no choice."
            )

    def effect(self, state: Table) -> Effect:
        """Let the old dealer or the new one pay: it is the dealer's choice if the house rules leave it (SF-15)."""
        keeps = state.options.misdeal == "pay" and self.pays is not False
        dealer = state.dealer if keeps else state.left_of(state.dealer)
        extra = state.options.dealer_extra
        postings = (Posting(dealer, Pot("pool"), extra),) if extra else ()
        memo = say("{dealer} pays and redeals.", dealer=dealer)
        if not keeps:
            memo = say("{dealer} misdeals; {next} redeals.", dealer=state.dealer, next=dealer)
        afresh = state.replace(dealer=dealer, facts=state.facts.for_hand())
        return Effect(memo, afresh, postings)


@frozen
class Bar(Move):
    """A player who did not rob, or robbed without the ace, can't win the pool in this hand (SF-11)."""

    name = "bar"
    label = "Bar a player"

    player: Annotated[Seat, "Who can't win the pool this hand?"]
    why: Annotated[Literal["did-not-rob", "robbed-without-ace"], "Why?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse to bar anybody unless the ace of trumps must rob."""
        if state.options.robbing != "must":
            raise Illegal("Nobody is barred here: under the house rules the ace of trumps needn't rob.")

    def check(self, state: Table) -> None:
        """Refuse to bar a player twice."""
        if any(name == self.player for name, _ in state.facts.barred):
            raise Illegal("{player} is already barred.", player=self.player)

    def effect(self, state: Table) -> Effect:
        """Bar the player for this hand."""
        barred = (*state.facts.barred, (self.player, self.why))
        memo = say("{player} robbed without the ace and can't win the pool this hand.", player=self.player)
        if self.why == DID_NOT_ROB:
            memo = say("{player} did not rob and can't win the pool this hand.", player=self.player)
        return Effect(memo, state.replace(facts=evolve(state.facts, barred=barred)))


@frozen
class Won(Move):
    """A player made enough tricks and takes the pool; with sides the pair shares it (SF-07; SF-09a)."""

    name = "won"
    label = "Takes the pool"
    first_person = "I take the pool"
    main = True

    player: Annotated[Seat, "Who takes the pool?"]

    def check(self, state: Table) -> None:
        not_barred(state, self.player)

    def effect(self, state: Table) -> Effect:
        """Share the pool among the player's side."""
        winners = state.side(self.player)
        return Effect(takes_the_pool(winners), hand_ends(state, facts=Pool()), share(state, "pool", winners))


@frozen
class Jinked(Move):
    """A player made all five tricks: that wins the pool, and the full ante from each of the others (SF-21)."""

    name = "jinked"
    label = "Jinked: all five tricks"

    player: Annotated[Seat, "Who made all five tricks?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse it unless the house plays for all five."""
        jinking(state)

    def check(self, state: Table) -> None:
        not_barred(state, self.player)

    def effect(self, state: Table) -> Effect:
        """Pay the pool, and an ante from each loser."""
        winners = state.side(self.player)
        losing = dict.fromkeys(state.side(name) for name in state.playing if name not in winners)
        sides = [[name for name in state.playing if name in side] for side in losing]
        paid = [posting for side in sides for posting in seat_against_seat(side, winners, state.options.ante)]
        return Effect(jinks(winners), hand_ends(state, facts=Pool()), (*share(state, "pool", winners), *paid))


@frozen
class JinkFailed(Move):
    """A player had enough tricks, played on for five and lost one: nothing is paid, the hand is spoilt (SF-22)."""

    name = "jink_failed"
    label = "Jink failed"

    player: Annotated[Seat, "Who played on for five and failed?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse it unless the house plays for all five."""
        jinking(state)

    def effect(self, state: Table) -> Effect:
        return spoil(state, say("{player} plays on for five tricks and fails: the hand is spoilt.", player=self.player))


@frozen
class Spoilt(Move):
    """Nobody makes it: the pool stays (SF-08)."""

    name = "spoilt"
    label = "Nobody: spoilt"
    main = True

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse it where somebody must have the tricks, and nobody is barred."""
        if state.facts.barred:
            return
        enough, sides = (3 if state.options.tricks == 3 else 5), state.options.sides
        if len(sides or state.playing) < enough:
            who = say("{n} sides", n=len(sides)) if sides else say("{n} players", n=len(state.playing))
            raise Illegal("Somebody must have made it: with {who} the hand can't be spoilt.", who=who)

    def effect(self, state: Table) -> Effect:
        return spoil(state, say("Nobody makes it: the pool stays."))


def spoil(state: Table, memo: str) -> Effect:
    """End the hand as spoilt: the pool stands until somebody wins it (SF-06, SF-12)."""
    return Effect(memo, hand_ends(state, facts=Pool(state.facts.spoils + 1)))


def not_barred(state: Table, player: str) -> None:
    """Refuse a player who, or whose partner, can't win the pool in this hand (SF-11)."""
    for name, why in state.facts.barred:
        if name in state.side(player):
            if why == DID_NOT_ROB:
                raise Illegal("{player} can't win the pool this hand: {name} did not rob.", player=player, name=name)
            raise Illegal(
                "{player} can't win the pool this hand: {name} robbed without the ace.", player=player, name=name
            )


def jinking(state: State[Any, Any]) -> None:
    """Refuse a jink where the house doesn't play for all five (SF-20)."""
    if not state.options.jink:
        raise Illegal("Nobody plays on for five tricks here: jinking is off in the house rules.")


def is_barred(name: str, why: str) -> Message:
    """Return who is barred, and why: ``Dan is barred: did not rob``."""
    if why == DID_NOT_ROB:
        return say("{name} is barred: did not rob", name=name)
    return say("{name} is barred: robbed without the ace", name=name)


def jinks(winners: Sequence[str]) -> Message:
    """Return who jinks: ``Ann takes the pool and jinks``, ``Ann and Cat share the pool and jinks``."""
    if len(winners) == 1:
        return say("{who} takes the pool and jinks.", who=winners[0])
    return say("{who} share the pool and jink.", who=listed(winners))


GAME = Game(
    key="spoil-five",
    title="Spoil-Five",
    family=Family.TRICKS,
    summary="Three tricks take the pool",
    options=HouseRules,
    facts=Pool,
    moves=(Deal, Won, Jinked, JinkFailed, Spoilt, Bar, Misdeal),
    common=kit.COMMON,
    edition=2,
    minutes=45,
)
