"""Newmarket: counters lie on four pool cards; the player of the card just below one takes what lies on it (NM)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from companion.engine import (
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Move,
    Options,
    Posting,
    Pot,
    PotName,
    Seat,
    State,
    capital,
    hand_ends,
    kit,
    letter,
    listed,
    plural,
    pot_named,
    say,
    who_took,
    whole_pack,
)
from companion.engine.kit import FirstOut, as_laid, exactly, filled, must_exist, per_card, share

POOL_CARDS = {"ace": say("the ace"), "king": say("the king"), "queen": say("the queen"), "knave": say("the jack")}
"""The pool cards as a sentence names them."""


@frozen
class HouseRules(Options):
    """House rules of Newmarket."""

    ante: Annotated[Counters, "What everyone puts on the pool cards (NM-03)"] = 1
    dealer_extra: Annotated[Counters, "What the dealer adds at every deal (NM-04)"] = 1
    card_price: Annotated[Counters, "What a card left costs (NM-08)"] = 1
    antes: Annotated[
        Literal["every-deal", "first-deal"],
        "Ante (NM-06)",
    ] = "every-deal"

    def seats(self) -> range:
        """Allow three to eight (NM-02)."""
        return range(3, 9)

    def pots(self) -> tuple[str, ...]:
        """Return the four pool cards (NM-01)."""
        return ("ace", "king", "queen", "knave")

    def dealing(self, players: int) -> Dealing:
        """Deal the pack without the sevens and the pool cards, one by one (NM-01)."""
        pack = say("Take out the sevens. Lay out an ace, a king, a queen and a jack, one of each suit.")
        return whole_pack(44, players, pack)


@frozen
class Taken(Facts):
    """The pool cards reached in this hand, each with its player."""

    pots: Mapping[str, str] = field(factory=dict)

    def for_hand(self) -> "Taken":
        """Forget the pool cards that were reached."""
        return Taken()

    def summary(self) -> str:
        return who_took({POOL_CARDS[pot]: who for pot, who in self.pots.items()})


Table: TypeAlias = State[HouseRules, Taken]


@frozen
class Deal(kit.Deal):
    """Deal the cards: everyone lays the ante anywhere, the dealer more; all four get covered (NM-03 to NM-05)."""

    at_once = True

    on: Annotated[
        dict[Seat, dict[PotName, Counters]] | None, "Who lays how many on which card? (otherwise on the emptiest)"
    ] = None

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on a pool card ask who lays how much on which."""
        return {pot: {} for pot in state.pots}

    @classmethod
    def again(cls, state: State[Any, Any], last: Any) -> "Deal | None":
        """Lay as at the last deal; who owes more lays it on the emptiest, who owes less takes it off the fullest."""
        if last.on is None:
            return None
        heights, laid = dict(state.pots), {}
        for name, counters in owed(state).items():
            laid[name] = fitted(last.on.get(name, {}), counters, heights)
            heights = {pot: height + laid[name].get(pot, 0) for pot, height in heights.items()}
        deal = cls(on={name: lays for name, lays in laid.items() if lays})
        try:
            deal.check(state)
        except Illegal:  # a pool card stays bare
            return None
        return deal

    def check(self, state: Table) -> None:
        """Refuse other sums than each owes, and a bare pool card that could be covered (NM-05)."""
        if self.on is None:
            return
        for name, counters in owed(state).items():
            exactly(state, name, self.on.get(name, {}), counters)
        all_covered(state, self.on)

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return what each lays on which pool card."""
        return as_laid(spread(state) if self.on is None else self.on)

    def may_lie(self, before: Table, now: Table, pot: str) -> range:
        """Return what may lie on a pool card: the others keep what was taken of them, and are covered (NM-05)."""
        if pot in now.facts.pots:
            return range(0)
        laid, others = self.laid(before), self.unseen(before, now, pot)
        free = laid[pot] + sum(laid[other] for other in others)
        bare = [other for other in before.pots if not before.pots[other]]
        to_cover = sum(other in bare for other in others)
        if not others:
            least = most = free
        elif sum(laid.values()) >= len(bare):
            least, most = int(pot in bare), free - to_cover
        else:  # each counter covers another card
            least, most = (max(free - to_cover, 0), min(free, 1)) if pot in bare else (0, 0)
        without = now.pots[pot] - laid[pot]
        return range(max(without + least, 0), without + most + 1)

    def lying(self, before: Table, now: Table, pot: str, counters: int) -> "Deal":
        """Lay the rest on the other cards of which nothing was taken, in turn on the emptiest."""
        may_lie = self.may_lie(before, now, pot)
        if counters not in may_lie:
            card, values = capital(POOL_CARDS[pot]), {"least": may_lie[0], "most": may_lie[-1], "number": counters}
            why = say("from {least} to {most} can lie there in this hand, not {number}.", **values)
            if len(may_lie) == 1:
                why = say("exactly {most} lie there in this hand, not {number}.", **values)
            raise Illegal("{card}: {why} Count again, or correct an earlier deal in the journal.", card=card, why=why)
        laid, others = self.laid(before), self.unseen(before, now, pot)
        here = laid[pot] + counters - now.pots[pot]
        heights = {other: before.pots[other] for other in others}
        rest = sum(laid[other] for other in [pot, *others]) - here
        higher = levelled(heights, rest) if others else {}
        needs = laid | {pot: here} | {other: higher[other] - heights[other] for other in others}
        on: dict[str, dict[str, int]] = {name: {} for name in owed(before)}
        for posting in filled(owed(before), needs):
            on[str(posting.payer)][Pot(*posting.payee).name] = posting.counters
        return Deal(on={name: lays for name, lays in on.items() if lays})

    def laid(self, before: Table) -> dict[str, int]:
        """Return what all together lay on each pool card."""
        laid = dict.fromkeys(before.pots, 0)
        for lays in (spread(before) if self.on is None else self.on).values():
            for pot, counters in lays.items():
                laid[pot] += counters
        return laid

    def unseen(self, before: Table, now: Table, pot: str) -> list[str]:
        """Return the other pool cards that nobody has reached and nothing was taken of, so that none knows them."""
        laid = self.laid(before)
        untouched = (other for other in before.pots if now.pots[other] == before.pots[other] + laid[other])
        return [other for other in untouched if other != pot and other not in now.facts.pots]


@frozen
class Played(Move):
    """A player plays the card just below a pool card and takes what's on it (NM-07)."""

    name = "played"
    label = "Takes a pool card"
    question = "Who takes which card?"
    beside = "pot"
    lifts = "pot"

    pot: Annotated[PotName, "Just below which pool card?"]
    player: Annotated[Seat, "Who played the card below it?"]

    @classmethod
    def as_sentence(cls, answers: Mapping[str, str]) -> str:
        """Return the question with what was answered: ``Ben, Ace: what lay there?``."""
        return say("{player}, {pot}: what lay there?", **answers) if {"player", "pot"} <= answers.keys() else ""

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on a pool card name it, until it is reached."""
        return {pot: {"pot": pot} for pot in state.pots if pot not in state.facts.pots}

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Let a tap beside a player name a pool card, until it is reached."""
        return {pot: letter(pot) for pot in cls.pot_taps(state)}

    def check(self, state: Table) -> None:
        """Refuse a pool card that isn't there, or was reached already."""
        must_exist(state, Pot(self.pot))
        if self.pot in state.facts.pots:
            raise Illegal("The card just below {card} has already been played in this hand.", card=POOL_CARDS[self.pot])

    def effect(self, state: Table) -> Effect:
        """Pay what lies on the pool card to the player."""
        facts = Taken({**state.facts.pots, self.pot: self.player})
        memo = say(
            "{player} plays the card just below {card} and takes what's on it.",
            player=self.player,
            card=POOL_CARDS[self.pot],
        )
        return Effect(memo, state.replace(facts=facts), share(state, self.pot, [self.player]))


@frozen
class Out(FirstOut):
    """The first player out is paid for each card left; what nobody won stays (NM-08; NM-09)."""

    def effect(self, state: Table) -> Effect:
        """End the hand; the others pay for the cards left."""
        paid = per_card(self.cards_left, self.player, state.options.card_price)
        return Effect(
            say("{player} went out and is paid for the cards left.", player=self.player), hand_ends(state), paid
        )


def owed(state: Table) -> dict[str, int]:
    """Return what each must lay at this deal, from the dealer's left (NM-03, NM-04, NM-06)."""
    options = state.options
    each = options.ante if options.antes == "every-deal" or not state.hand else 0
    order = state.from_left_of(state.dealer)
    return {name: each + (options.dealer_extra if name == state.dealer else 0) for name in order}


def all_covered(state: Table, on: Mapping[str, Mapping[str, int]]) -> None:
    """Refuse a bare pool card that the counters of this deal could cover (NM-05)."""
    bare = [pot for pot, counters in state.pots.items() if not counters]
    still = [pot for pot in bare if not any(lays.get(pot) for lays in on.values())]
    reach = min(len(bare), sum(owed(state).values()))
    if len(bare) - len(still) < reach:
        names = listed([pot_named(pot) for pot in still])
        if reach == len(bare):
            raise Illegal("Cover every pool card: {names} would stay empty.", names=names)
        raise Illegal(
            "Cover as many empty pool cards as {counters} can: {names} would stay empty.",
            counters=plural(reach),
            names=names,
        )


def spread(state: Table) -> dict[str, dict[str, int]]:
    """Return everybody's counters laid in turn on the emptiest pool card, the first of equals (NM-05)."""
    heights, laid = dict(state.pots), {}
    for name, counters in owed(state).items():
        higher = levelled(heights, counters)
        laid[name] = {pot: higher[pot] - height for pot, height in heights.items()}
        heights = higher
    return laid


def fitted(lays: Mapping[str, int], counters: int, heights: Mapping[str, int]) -> dict[str, int]:
    """Return what a player laid, made to come to these counters on pots of these heights."""
    fits = dict(lays)
    for pot in sorted(lays, key=lambda pot: -lays[pot]):
        fits[pot] -= min(fits[pot], max(0, sum(fits.values()) - counters))
    laid = {pot: height + fits.get(pot, 0) for pot, height in heights.items()}
    higher = levelled(laid, counters - sum(fits.values()))
    return {pot: higher[pot] - height for pot, height in heights.items() if higher[pot] > height}


def levelled(heights: Mapping[str, int], counters: int) -> dict[str, int]:
    """Return the pots after these counters were laid one by one on the emptiest, the first of equals.

    As many of the lowest as the counters can bring to one level are brought there; odd ones go to the first.
    """
    low = sorted(heights, key=lambda pot: heights[pot])
    while sum(heights[low[-1]] - heights[pot] for pot in low) > counters:
        low.pop()
    level, odd = divmod(counters + sum(heights[pot] for pot in low), len(low))
    first = [pot for pot in heights if pot in low][:odd]
    return {pot: level + (pot in first) if pot in low else height for pot, height in heights.items()}


GAME = Game(
    key="newmarket",
    title="Newmarket",
    family=Family.STOPS,
    summary="Play up to a pool card, win it",
    options=HouseRules,
    facts=Taken,
    moves=(Deal, Played, Out),
    common=kit.COMMON,
)
