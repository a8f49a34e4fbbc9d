"""Snip-Snap-Snorum: a player who is paired pays into the pool, and the last with a stake takes it (SN)."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    Aside,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Malformed,
    Manner,
    Move,
    Options,
    Posting,
    Pot,
    Seat,
    State,
    Within,
    hand_ends,
    kit,
    plural,
    say,
    sentences,
    takes_the_pool,
    whole_pack,
)
from companion.engine.kit import share

HAND, PACK = 5, 52
"""How many cards each is dealt, and of how many (SN-01, SN-02)."""
PRICES = {"snip": 1, "snap": 2, "snorum": 3}
"""What the player on the right pays for each call."""


@frozen
class HouseRules(Options):
    """House rules of Snip-Snap-Snorum."""

    lives: Annotated[int, Within(1), Aside(), "How many stakes each begins with (SN-03)"] = 5
    turn_up: Annotated[
        Literal["none", "dealer", "pool"], "Who pays when the card turned up is matched (SN-15, SN-16)"
    ] = "none"
    unlimited: Annotated[bool, "Nobody runs out of stakes; each deal is a game, first out wins (SN-14)"] = False

    def require_playable(self) -> None:
        """Refuse a card turned up where all of them are dealt."""
        if self.unlimited and self.turn_up != "none":
            raise Malformed("where nobody runs out of stakes all the cards are dealt, so none can be turned up")

    def manner(self) -> Manner:
        """Play for stakes; a hand ends with the next deal."""
        return Manner(hands_close=True, left=(say("stake left"), say("stakes left")))

    def dealing(self, players: int) -> Dealing:
        """Deal five cards each (SN-02); the whole pack where each deal is a game (SN-13, SN-14)."""
        if self.unlimited:
            return whole_pack(PACK, players)
        return Dealing(HAND, pack=say("{left} cards are left over.", left=PACK - HAND * players))


@frozen
class Stakes(Facts):
    """The stakes left to those who lost or took some; those without any, in order; whether the turn-up was matched."""

    left: Mapping[str, int] = field(factory=dict)
    gone: tuple[str, ...] = ()
    matched: bool = False

    def for_hand(self) -> "Stakes":
        """Keep the stakes; the new card turned up isn't matched yet."""
        return evolve(self, matched=False)

    def score(self, state: State[Any, Any]) -> dict[str, int]:
        """Return the stakes that each has left, where they run out (SN-09)."""
        return {} if state.options.unlimited else {name: stakes_of(state, name) for name in state.seated}

    def out_of_game(self) -> Mapping[str, str]:
        return dict.fromkeys(self.gone, say("has no stakes left"))


Table: TypeAlias = State[HouseRules, Stakes]


@frozen
class Call(Move):
    """A player paired the card before and called: the player on the right pays (SN-04 to SN-06)."""

    main = True
    price: ClassVar[int]

    player: Annotated[Seat, "Who paired and called?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        two_in(state)

    def effect(self, state: Table) -> Effect:
        return lose(
            state,
            say("{player} calls {call}.", player=self.player, call=say(self.label)),
            (right_of(state, self.player), self.price),
        )


@frozen
class Snip(Call):
    """A player paired the card before: the one on the right pays 1 (SN-04)."""

    name = "snip"
    label = "Snip"
    question = "Who snips?"
    price = PRICES["snip"]


@frozen
class Snap(Call):
    """A player played the third card of the rank: the one on the right pays 2 (SN-05)."""

    name = "snap"
    label = "Snap"
    question = "Who snaps?"
    price = PRICES["snap"]


@frozen
class Snorum(Call):
    """A player played the fourth card of the rank: the one on the right pays 3 (SN-06)."""

    name = "snorum"
    label = "Snorum"
    question = "Who calls Snorum?"
    price = PRICES["snorum"]


@frozen
class Missed(Move):
    """A player held a match and didn't play it: pays double, then the player on the right pays the call (SN-11)."""

    name = "missed"
    label = "Missed a match"

    player: Annotated[Seat, "Who held a match and didn't play it?"]
    call: Annotated[Literal["snip", "snap", "snorum"], "What would the call have been?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        two_in(state)

    def effect(self, state: Table) -> Effect:
        """Let the player pay double, then the one on the right the call."""
        price = PRICES[self.call]
        due = ((self.player, 2 * price), (right_of(state, self.player), price))
        return lose(state, say("{player} missed a {call}.", player=self.player, call=say(self.call.capitalize())), *due)


@frozen
class TurnedUp(Move):
    """A player matched the card turned up: the dealer pays 1, or the player takes 1 out of the pool (SN-15, SN-16)."""

    name = "turned_up"
    label = "Matched the turn-up"

    player: Annotated[Seat, "Who matched the card turned up?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse it if no card is turned up, it was matched already, or its dealer is out."""
        if state.options.turn_up == "none":
            raise Illegal("No card is turned up here: under the house rules there's none to match.")
        if state.facts.matched:
            raise Illegal("The card turned up has already been matched in this hand.")
        if state.dealer not in state.playing:
            raise Illegal(
                "{dealer} dealt and has no stakes left: the card turned up no longer counts.", dealer=state.dealer
            )
        two_in(state)

    def effect(self, state: Table) -> Effect:
        """Let the dealer pay, or the player take a counter from the pool."""
        memo = say("{player} matches the card turned up.", player=self.player)
        matched = state.replace(facts=evolve(state.facts, matched=True))
        if state.options.turn_up == "dealer":
            return lose(matched, memo, (state.dealer, 1))
        taken = min(1, state.pots["pool"])
        postings = (Posting(Pot("pool"), self.player, taken),) if taken else ()
        return Effect(memo, staked(matched, self.player, taken), postings)


@frozen
class Out(Move):
    """A player runs out of cards first and takes the pool; only where stakes are unlimited (SN-14)."""

    name = "out"
    label = "Out of cards"

    player: Annotated[Seat, "Who ran out of cards first?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse it unless stakes are unlimited."""
        if not state.options.unlimited:
            raise Illegal("Nobody wins by running out of cards here: the last player with a stake takes the pool.")

    def effect(self, state: Table) -> Effect:
        """End the hand; the player takes the pool."""
        memo = say("{player} ran out of cards first and takes the pool.", player=self.player)
        return Effect(memo, hand_ends(state), share(state, "pool", [self.player]))


def two_in(state: State[Any, Any]) -> None:
    """Refuse a move if nobody is left to be paired with."""
    if len(state.playing) < 2:
        raise Illegal("Nobody else is in: somebody must come back in, and a hand be dealt.")


def right_of(state: Table, player: str) -> str:
    return state.from_left_of(player)[-2]


def stakes_of(state: Table, player: str) -> int:
    return state.facts.left.get(player, state.options.lives)


def staked(state: Table, player: str, more: int) -> Table:
    """Return the state after a player gained stakes, or lost them if below 0; without any left he is out (SN-09)."""
    if state.options.unlimited or not more:
        return state
    left = stakes_of(state, player) + more
    gone = state.facts.gone if left else (*state.facts.gone, player)
    return state.replace(facts=evolve(state.facts, left={**state.facts.left, player: left}, gone=gone))


def lose(state: Table, memo: str, *due: tuple[str, int]) -> Effect:
    """Pay stakes into the pool, in turn, as far as they go (SN-10), until one player is left with any (SN-11a)."""
    postings: tuple[Posting, ...] = ()
    for player, price in due:
        paid = price if state.options.unlimited else min(price, stakes_of(state, player))
        state = staked(state, player, -paid)
        postings += (Posting(player, Pot("pool"), paid),)
        memo = sentences(memo, say("{player} pays {counters}.", player=player, counters=plural(paid)))
        if player in state.facts.gone:
            memo = sentences(memo, say("{player} has no stakes left.", player=player))
            left = [name for name in state.seated if name not in state.facts.gone]
            if len(left) == 1:
                return last_one(state, memo, left[0], postings)
    return Effect(memo, state, postings)


def last_one(state: Table, memo: str, player: str, paid: tuple[Posting, ...]) -> Effect:
    """End the game: the last one with a stake takes the pool, the first who lost all deals next (SN-12)."""
    pool = state.pots["pool"] + sum(posting.counters for posting in paid)
    over = state.replace(open=False, over=True, dealer=state.facts.gone[0])
    return Effect(sentences(memo, takes_the_pool([player])), over, (*paid, Posting(Pot("pool"), player, pool)))


GAME = Game(
    key="snip-snap-snorum",
    title="Snip-Snap-Snorum",
    family=Family.STOPS,
    summary="Match the card before yours",
    options=HouseRules,
    facts=Stakes,
    moves=(Snip, Snap, Snorum, Missed, TurnedUp, Out),
    common=kit.COMMON,
    minutes=20,
)
