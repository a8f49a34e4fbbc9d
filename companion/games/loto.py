"""Loto, first method: cards are covered as numbers are drawn, and the first to have a prize takes it (LO1)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from companion import loto_cards
from companion.engine import common, seating
from companion.engine.fields import Counters, Pot, Seat, Some
from companion.engine.game import Effect, Family, Game, Moment, Move
from companion.engine.laying import filled
from companion.engine.ledger import Posting
from companion.engine.paying import as_far_as, from_pot
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import Said, joined, listed, say, series
from companion.engine.state import Options, State, hand_ends
from companion.engine.words import plural
from companion.loto_box import NUMBERS, PER_ROW, ROWS, Fingerprint, Seed, bag, fingerprint, in_pieces
from companion.loto_cards import CardNumber, Holding, LotoNumber
from companion.loto_prizes import PRIZES, WORDS, all_together, covered, must_have, playing

FULL_CARD = ROWS * PER_ROW


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
        Literal["one-card", "all-cards"], "Does one complete card win, or must all of a player's be? (LO1-05)"
    ] = "one-card"
    saving: Annotated[bool, "Losers first take back a counter for each covered number (LO1-08)"] = False
    race: Annotated[bool, "Only who answers first covers the number (LO1-10)"] = False
    caller: Annotated[
        Literal["dealer", "nobody"], "Who calls: the dealer, who doesn't play, or nobody of the players? (LO1-02)"
    ] = "dealer"
    drawn_by: Annotated[Literal["app", "bag"], "Who draws the numbers: the app, or a real bag?"] = "app"

    def well_formed(self) -> None:
        if self.saving and self.prizes == "quarters":
            raise Malformed(say("losers save what they have covered only where the one prize is for the card"))
        if self.saving and self.stake < FULL_CARD:
            more = say("losers can save only with a stake of at least {n}: a card has so many numbers", n=FULL_CARD)
            raise Malformed(more)

    def seats(self) -> range:
        """Two to twenty-five, the caller among them (LO1-01)."""
        return range(2, 26)

    def pots(self) -> tuple[str, ...]:
        """One pool, or a pot for each prize (LO1-06)."""
        return ("pool",) if self.prizes == "card" else tuple(PRIZES)

    def pot(self, prize: str) -> str:
        """The pot in which a prize lies."""
        return "pool" if self.prizes == "card" else prize


@frozen
class Hand(loto_cards.Held):
    """What was drawn in this hand and who claimed which prize; of the hand before, what its seed can be held against.

    ``fingerprint`` and ``drawn`` belong to the open hand, ``kept`` to the one before, until its seed is revealed.
    """

    drawn: tuple[int, ...] = ()
    claimed: Mapping[str, str] = field(factory=dict)
    fingerprint: str = ""
    kept: tuple[str, tuple[int, ...]] = ("", ())

    def afresh(self) -> "Hand":
        return Hand(self.cards, kept=(self.fingerprint, self.drawn))

    def says(self) -> str:
        last = say("{n} out, the last {number}", n=len(self.drawn), number=self.drawn[-1]) if self.drawn else ""
        return joined(" · ", [last, *(had(who, prize) for prize, who in self.claimed.items())])


Table: TypeAlias = State[HouseRules, Hand]


@frozen
class Cards(loto_cards.Cards):
    """A player takes these cards instead of those held before, or gives all back."""

    unseen: Annotated[Counters | None, "Or only how many cards, unseen by the companion?"] = None

    @classmethod
    def ways(cls) -> list[str]:
        return [*super().ways(), "unseen"]


@frozen
class Deal(common.Deal):
    """Start a hand: everyone who plays stakes for each card (LO1-03); a calling dealer doesn't play (LO1-02)."""

    fingerprint: Annotated[Fingerprint | None, "The fingerprint of the seed, where the app draws"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        seating.enough_players(state)
        if len(playing(state)) < 2:
            if state.options.caller == "nobody":
                raise Illegal(say("At least two must play and hold cards: give out the cards first."))
            raise Illegal(
                say(
                    "At least two must play and hold cards beside {dealer}, who calls: give out the cards first.",
                    dealer=state.dealer,
                )
            )

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        staked = sum(stakes(state).values())
        if state.options.prizes == "card" or not staked % 4:
            return []
        return [
            say("{counters} can't be quartered: the odd ones go to the prize for the card.", counters=plural(staked))
        ]

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        return ("fingerprint",) if state.options.drawn_by == "bag" else ()

    def check(self, state: Table) -> None:
        if self.fingerprint is not None and state.options.drawn_by == "bag":
            raise Illegal(
                say("There is no fingerprint here: by the house rules the numbers are drawn from a real bag.")
            )

    def facts(self, state: Table) -> Hand:
        return Hand(state.facts.cards, fingerprint=self.fingerprint or "")

    def antes(self, state: Table) -> tuple[Posting, ...]:
        due = stakes(state)
        *lines, whole = state.pots
        wanted = dict.fromkeys(lines, sum(due.values()) // 4)
        return filled(due, {**wanted, whole: sum(due.values()) - sum(wanted.values())})


@frozen
class Drawn(Move):
    """A number is drawn and called; it is drawn once in a hand."""

    name = "drawn"
    label = "Number drawn"
    main = True
    draws = True

    number: Annotated[LotoNumber, "Which number is drawn?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        if len(state.facts.drawn) == len(NUMBERS):
            raise Illegal(say("All 90 numbers are drawn: the bag is empty."))

    def check(self, state: Table) -> None:
        if self.number in state.facts.drawn:
            place = state.facts.drawn.index(self.number) + 1
            raise Illegal(
                say("{number} was drawn already in this hand, as number {place}.", number=self.number, place=place)
            )

    def effect(self, state: Table) -> Effect:
        facts = evolve(state.facts, drawn=(*state.facts.drawn, self.number))
        return Effect(
            say("{number} is drawn, as number {place}.", number=self.number, place=len(facts.drawn)),
            state.but(facts=facts),
        )


@frozen
class Revealed(Move):
    """The seed of the last hand is revealed: it shows that its numbers were settled before the first was drawn."""

    name = "revealed"
    label = "Reveal the seed"
    moment = Moment.BETWEEN

    seed: Annotated[Seed, "The seed of the last hand"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        if not state.facts.kept[0]:
            raise Illegal(
                say("No seed can be revealed: the last hand had no fingerprint, or its seed is known already.")
            )

    def check(self, state: Table) -> None:
        given, drawn = state.facts.kept
        if fingerprint(self.seed) != given:
            raise Illegal(say("This is not the seed of the last hand: its fingerprint is another one."))
        for place, (number, expected) in enumerate(zip(drawn, bag(self.seed), strict=False), 1):
            if number != expected:
                raise Illegal(
                    say(
                        "Number {place} was {number}, but {expected} comes out of the bag of this seed.",
                        place=place,
                        number=number,
                        expected=expected,
                    )
                )

    def effect(self, state: Table) -> Effect:
        facts = evolve(state.facts, kept=("", ()))
        drawn = len(state.facts.kept[1])
        memo = say(
            "The seed {seed} fits its fingerprint and the numbers drawn, {drawn} in all.", seed=self.seed, drawn=drawn
        )
        return Effect(memo, state.but(facts=facts))


@frozen
class Claimant:
    """Who claims, and on which card."""

    player: Annotated[Seat, "Who claims?"]
    card: Annotated[CardNumber, "On which card? (0: of other make)"]


@frozen
class Claim(Move):
    """Players claim a prize together; it is theirs if the numbers drawn have completed it (LO1-05 to LO1-09)."""

    name = "claim"
    label = "Claim a prize"

    prize: Annotated[Literal["row", "two-rows", "card"], "Which prize?"]
    by: Annotated[list[Claimant], Some(), "Who claims it, on which card?"]
    saved: Annotated[dict[Seat, Counters] | None, "How many numbers has each loser covered?"] = None

    def well_formed(self) -> None:
        if self.saved is not None and self.prize != "card":
            raise Malformed(say("saved belongs to the prize for the card alone"))

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        return () if state.options.saving and said.get("prize", "card") == "card" else ("saved",)

    def check(self, state: Table) -> None:
        facts = state.facts
        if self.prize != "card" and state.options.prizes == "card":
            raise Illegal(say("By the house rules there is one prize only, for the card."))
        if self.prize in facts.claimed:
            who = facts.claimed[self.prize]
            raise Illegal(say("{who} had {prize} already in this hand.", who=who, prize=WORDS[self.prize]))
        self.check_once(state)
        for claim in self.by:
            must_have(state, claim.player, claim.card, self.prize)
        self.check_saved(state)

    def check_once(self, state: Table) -> None:
        """Raises Illegal where a card is named twice, or a player whose cards win all together."""
        for place, claim in enumerate(self.by):
            for other in self.by[:place]:
                if claim.player == other.player and (claim.card == other.card or all_together(state, self.prize)):
                    raise Illegal(named_twice(claim))

    def check_saved(self, state: Table) -> None:
        """Raises Illegal unless what the losers have covered is said where it must be, and only there."""
        saving = state.options.saving and self.prize == "card"
        if saving and self.saved is None and must_be_said(state):
            raise Illegal(say("How many numbers each loser has covered must be said: nothing here tells it."))
        if self.saved is not None and not (saving and must_be_said(state)):
            if saving:
                raise Illegal(say("What the losers have covered isn't said here: the numbers drawn tell it."))
            raise Illegal(say("What the losers have covered isn't said here: by the house rules losers save nothing."))
        for name in self.saved or {}:
            if name not in self.losers(state):
                raise Illegal(say("{name} is none of the losers, who alone save what they have covered.", name=name))

    def losers(self, state: Table) -> dict[str, Holding]:
        """Who plays and claims nothing, from the dealer's left, with their cards."""
        winners = {claim.player for claim in self.by}
        return {name: cards for name, cards in playing(state).items() if name not in winners}

    def effect(self, state: Table) -> Effect:
        pot = state.options.pot(self.prize)
        saves = self.saves(state) if state.options.saving else {}
        left = state.pots[pot] - sum(saves.values())
        names = list(dict.fromkeys(claim.player for claim in self.by))
        won = {"who": listed(names), "prize": WORDS[self.prize], "counters": plural(left)}
        memo = say("{who} has {prize} and takes {counters}", **won)
        if names[1:]:
            memo = say("{who} have {prize} and share {counters}", **won)
        saved = [say("{name} saves {counters}", name=name, counters=counters) for name, counters in saves.items()]
        facts = evolve(state.facts, claimed={**state.facts.claimed, self.prize: listed(names)})
        after = hand_ends(state) if self.prize == "card" else state.but(facts=facts)
        return Effect(
            say("{memo}.", memo=series([memo, *saved])), after, (*from_pot(pot, saves), *self.shares(pot, left))
        )

    def saves(self, state: Table) -> dict[str, int]:
        """What each loser takes back for the numbers covered, as far as the pool goes (LO1-08)."""
        losers, drawn, box = self.losers(state), set(state.facts.drawn), state.options.box
        if self.saved is None:
            due = {name: sum(covered(card, drawn) for _, card in held.seen(box)) for name, held in losers.items()}
        else:
            due = {name: self.saved.get(name, 0) for name in losers}
        return as_far_as(state.pots["pool"], due)

    def shares(self, pot: str, counters: int) -> Iterator[Posting]:
        """A share for each card named (LO1-09); odd counters of a row go to the card, there one each as named."""
        part, odd = divmod(counters, len(self.by))
        for place, claim in enumerate(self.by):
            due = part + (self.prize == "card" and place < odd)
            if due:
                yield Posting(Pot(pot), claim.player, due)
        if odd and self.prize != "card":
            yield Posting(Pot(pot), Pot("card"), odd)


def had(who: str, prize: str) -> Said:
    """``Ann had a row``."""
    return say("{who} had {prize}", who=who, prize=WORDS[prize])


def named_twice(claim: Claimant) -> Said:
    """That somebody claims twice with one card, or with none of the box."""
    if claim.card:
        return say("{player} is named twice with card {card}.", player=claim.player, card=claim.card)
    return say("{player} is named twice.", player=claim.player)


def stakes(state: State[Any, Any]) -> dict[str, int]:
    """What each pays at the deal (LO1-03)."""
    return {name: cards.count * state.options.stake for name, cards in playing(state).items()}


def must_be_said(state: Table) -> bool:
    """Whether the numbers drawn don't tell what is covered: in a race, or with unseen cards about."""
    return state.options.race or any(cards.unseen for cards in playing(state).values())


GAME = Game(
    key="loto",
    title="Loto",
    family=Family.LOTO,
    summary="Cover your cards as the numbers are drawn, and claim the prize first.",
    options=HouseRules,
    facts=Hand,
    moves=(Cards, Deal, Drawn, Claim, Revealed, loto_cards.Leave),
    common=tuple(move for move in common.COMMON if move is not common.Misdeal),
    pieces=in_pieces,
)
