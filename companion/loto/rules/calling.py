"""Loto, first method: cards are covered as numbers are drawn, and the first to have a prize takes it (LO1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    Aside,
    Counters,
    Effect,
    Family,
    Game,
    Illegal,
    Malformed,
    Message,
    Move,
    NonEmpty,
    Options,
    Posting,
    Pot,
    Seat,
    State,
    hand_ends,
    joined,
    kit,
    listed,
    plural,
    say,
    series,
)
from companion.engine.kit import as_far_as, filled, from_pot
from companion.loto.rules import called, cards as loto_cards
from companion.loto.rules.box import PER_ROW, ROWS
from companion.loto.rules.called import Called, Drawn, MixWord, Revealed, alone
from companion.loto.rules.cards import (
    PRIZE_WORDS,
    PRIZES,
    CardNumber,
    Holding,
    all_together,
    covered,
    must_have,
    playing,
)

FULL_CARD = ROWS * PER_ROW
"""How many numbers a card has."""


@frozen
class HouseRules(Options):
    """House rules of Loto, first method."""

    box: Annotated[Literal[24, 18], "How many cards the box has (LC-04)"] = 24
    stake: Annotated[Counters, "What everyone pays for each card (LO1-03)"] = 4
    prizes: Annotated[
        Literal["card", "quarters"],
        "One prize for a card, or quarters: one for a row, one for two rows, the rest for the card (LO1-06)",
    ] = "card"
    whole: Annotated[
        Literal["one-card", "all-cards"],
        Aside(),
        "Does one complete card win, or must all of a player's cards be complete (LO1-05)?",
    ] = "one-card"
    saving: Annotated[
        bool, Aside(), "Losers first take back a counter for each covered number (at a stake of 15 or more) (LO1-08)"
    ] = False
    race: Annotated[bool, Aside(), "Only the first to answer covers the number (LO1-10)"] = False
    caller: Annotated[
        Literal["dealer", "nobody"], "Who calls: the dealer, who doesn't play, or none of the players? (LO1-02)"
    ] = "dealer"
    drawn_by: Annotated[Literal["app", "bag"], "Who draws the numbers: the app, or a real bag?"] = "app"
    covered_by: Annotated[
        Literal["players", "app"], Aside(), "Who covers the numbers on phones: their players, or the app?"
    ] = "players"

    def well_formed(self) -> None:
        """Refuse saving where there are several prizes, or the stake is below a card's numbers."""
        if self.saving and self.prizes == "quarters":
            raise Malformed("losers save what they have covered only where the one prize is for the card")
        if self.saving and self.stake < FULL_CARD:
            more = say("losers can save only with a stake of at least {n}: a card has that many numbers", n=FULL_CARD)
            raise Malformed(more)

    def seats(self) -> range:
        """Allow two to twenty-five, the caller among them (LO1-01)."""
        return range(2, 26)

    def pots(self) -> tuple[str, ...]:
        """Return one pool, or a pot for each prize (LO1-06)."""
        return ("pool",) if self.prizes == "card" else tuple(PRIZES)

    def pot(self, prize: str) -> str:
        return "pool" if self.prizes == "card" else prize


@frozen
class Hand(Called, loto_cards.CardHolders):
    """What was drawn in this hand, and what was ``claimed``, which is kept until the next."""

    claimed: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def for_hand(self) -> "Hand":
        """Keep the cards, and what the seed of the hand before can be compared with."""
        kept: Hand = evolve(super().for_hand(), claimed={})
        return kept

    def prizes(self) -> Mapping[str, tuple[str, ...]]:
        """Return who had each prize, until the next deal."""
        return self.claimed

    def summary(self) -> str:
        """Return how many numbers are out, the last of them, and the prizes claimed."""
        return joined(" · ", [super().summary(), *(had(who, prize) for prize, who in self.claimed.items())])


Table: TypeAlias = State[HouseRules, Hand]


def had(who: Sequence[str], prize: str) -> Message:
    """Return who had a prize: ``Ann had a row``."""
    return say("{who} had {prize}", who=listed(who), prize=PRIZE_WORDS[prize])


@frozen
class Cards(loto_cards.Cards):
    """A player takes these cards instead of the old ones, or hands them all back."""

    unseen: Annotated[Counters | None, "Or just how many cards, without entering them?"] = None

    @classmethod
    def ways(cls) -> list[str]:
        """Return the fields of which exactly one is given, also for cards that the companion hasn't seen."""
        return [*super().ways(), "unseen"]


@frozen
class Deal(called.Deal):
    """Start a hand: everyone playing pays for each card; a dealer who calls doesn't play (LO1-03; LO1-02)."""

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a hand in which fewer than two play with cards."""
        kit.enough_players(state)
        if len(playing(state)) < 2:
            if state.options.caller == "nobody":
                raise Illegal("At least two players need cards: give out the cards first.")
            raise Illegal(
                "At least two players need cards, besides {dealer}, who calls: give out the cards first.",
                dealer=state.dealer,
            )

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        """Return that the stakes can't be quartered, where prizes are quarters and they can't."""
        staked = sum(stakes(state).values())
        if state.options.prizes == "card" or not staked % 4:
            return []
        return [
            say("{counters} can't be quartered: the odd ones go to the prize for the card.", counters=plural(staked))
        ]

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return the stakes, a quarter into the pot of each prize for rows, the rest into the last pot (LO1-06)."""
        due = stakes(state)
        *lines, whole = state.pots
        quarters = dict.fromkeys(lines, sum(due.values()) // 4)
        return filled(due, {**quarters, whole: sum(due.values()) - sum(quarters.values())})


def stakes(state: State[Any, Any]) -> dict[str, int]:
    """Return what each pays at the deal (LO1-03)."""
    return {name: cards.count * state.options.stake for name, cards in playing(state).items()}


@frozen
class Claimant:
    """Who claims, and on which card."""

    player: Annotated[Seat, "Who claims?"]
    card: Annotated[CardNumber, "On which card? (0: one from another box)"]


@frozen
class Claim(Move):
    """Players claim a prize together; it is theirs if the numbers drawn have completed it (LO1-05 to LO1-09)."""

    name = "claim"
    label = "Claim a prize"
    in_line = True

    prize: Annotated[Literal["row", "two-rows", "card"], "Which prize?"]
    by: Annotated[list[Claimant], NonEmpty(), "Who claims it, on which card?"]
    saved: Annotated[dict[Seat, Counters] | None, "How many numbers has each loser covered?"] = None

    def well_formed(self) -> None:
        """Refuse saved counters with a prize for rows."""
        if self.saved is not None and self.prize != "card":
            raise Malformed("saved belongs to the prize for the card alone")

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide what losers save unless they do."""
        return () if state.options.saving and answers.get("prize", "card") == "card" else ("saved",)

    def check(self, state: Table) -> None:
        """Refuse a prize that isn't played for or is gone, and a claim that isn't good."""
        facts = state.facts
        if self.prize != "card" and state.options.prizes == "card":
            raise Illegal("Under the house rules there's only one prize, for the card.")
        if self.prize in facts.claimed:
            who = listed(facts.claimed[self.prize])
            raise Illegal("{who} has already had {prize} in this hand.", who=who, prize=PRIZE_WORDS[self.prize])
        self.check_once(state)
        for claim in self.by:
            must_have(state, claim.player, claim.card, self.prize)
        self.check_saved(state)

    def check_once(self, state: Table) -> None:
        """Refuse a card that is named twice, or a player if all of a player's cards win together."""
        for place, claim in enumerate(self.by):
            for other in self.by[:place]:
                if claim.player == other.player and (claim.card == other.card or all_together(state, self.prize)):
                    raise Illegal(named_twice(claim))

    def check_saved(self, state: Table) -> None:
        """Refuse the losers' covered numbers unless they must be said and can be (LO1-08)."""
        saving = state.options.saving and self.prize == "card"
        if saving and self.saved is None and must_be_said(state):
            raise Illegal("Enter how many numbers each loser has covered: nothing here shows it.")
        if self.saved is not None and not (saving and must_be_said(state)):
            if saving:
                raise Illegal("Leave out what the losers have covered: the numbers drawn show it.")
            raise Illegal("Leave out what the losers have covered: under the house rules losers save nothing.")
        for name in self.saved or {}:
            if name not in self.losers(state):
                raise Illegal("{name} is not one of the losers, and only they save what they have covered.", name=name)
        for name, cards in self.losers(state).items():
            saved, most = (self.saved or {}).get(name, 0), coverable(state, cards)
            if saved > most:
                raise Illegal("{name} can have {most} numbers covered at most, not {n}.", name=name, most=most, n=saved)

    def losers(self, state: Table) -> dict[str, Holding]:
        """Return those who play and claim nothing, from the dealer's left, with their cards."""
        winners = {claim.player for claim in self.by}
        return {name: cards for name, cards in playing(state).items() if name not in winners}

    def effect(self, state: Table) -> Effect:
        """Pay the losers what they save and the claimants the rest; the prize for the card ends the hand."""
        pot = state.options.pot(self.prize)
        saves = self.saves(state) if state.options.saving else {}
        left = state.pots[pot] - sum(saves.values())
        names = list(dict.fromkeys(claim.player for claim in self.by))
        won = {"who": listed(names), "prize": PRIZE_WORDS[self.prize], "counters": plural(left)}
        memo = say("{who} has {prize} and takes {counters}", **won)
        if names[1:]:
            memo = say("{who} have {prize} and share {counters}", **won)
        saved = [say("{name} saves {counters}", name=name, counters=counters) for name, counters in saves.items()]
        claimed = {**state.facts.claimed, self.prize: tuple(names)}
        after = state.replace(facts=evolve(state.facts, claimed=claimed))
        if self.prize == "card":
            after = hand_ends(state, facts=evolve(state.facts.for_hand(), claimed=claimed))
        return Effect(
            say("{memo}.", memo=series([memo, *saved])), after, (*from_pot(pot, saves), *self.shares(pot, left))
        )

    def saves(self, state: Table) -> dict[str, int]:
        """Return what each loser takes back for the numbers covered, as far as the pool goes (LO1-08)."""
        losers, drawn, box = self.losers(state), set(state.facts.drawn), state.options.box
        if self.saved is None:
            due = {name: sum(covered(card, drawn) for _, card in cards.seen(box)) for name, cards in losers.items()}
        else:
            due = {name: self.saved.get(name, 0) for name in losers}
        return as_far_as(state.pots["pool"], due)

    def shares(self, pot: str, counters: int) -> Iterator[Posting]:
        """Yield a share for each card named (LO1-09).

        Odd counters of a prize for rows go to the prize for the card; of that one they go to the first named, one each.
        """
        part, odd = divmod(counters, len(self.by))
        for place, claim in enumerate(self.by):
            due = part + (self.prize == "card" and place < odd)
            if due:
                yield Posting(Pot(pot), claim.player, due)
        if odd and self.prize != "card":
            yield Posting(Pot(pot), Pot("card"), odd)


def coverable(state: Table, holding: Holding) -> int:
    """Return how many numbers can lie covered on cards: those drawn, on a card that nobody saw as many as fit."""
    drawn = set(state.facts.drawn)
    seen = sum(covered(card, drawn) for _, card in holding.seen(state.options.box))
    return seen + holding.unseen * min(len(drawn), FULL_CARD)


def named_twice(claim: Claimant) -> Message:
    """Return that somebody claims twice with one card, or with one of other make."""
    if claim.card:
        return say("{player} is named twice with card {card}.", player=claim.player, card=claim.card)
    return say("{player} is named twice.", player=claim.player)


def must_be_said(state: Table) -> bool:
    """Return whether the numbers drawn don't tell what is covered: in a race, or with unseen cards."""
    return state.options.race or any(cards.unseen for cards in playing(state).values())


GAME = Game(
    key="loto",
    title="Loto",
    family=Family.LOTO,
    summary="Cover your card first",
    options=HouseRules,
    facts=Hand,
    moves=(Cards, Deal, MixWord, Drawn, Claim, Revealed, loto_cards.Leave),
    common=tuple(move for move in kit.COMMON if move is not kit.Misdeal),
    edition=2,
    alone=alone,
    pages="companion.loto.web:CALLING",
    needs=("box",),
    also_called=called.OTHER_NAMES,
    shown_first=True,
)
