"""Spin: Pope Joan without trumps; the ace of diamonds spins, kings are paid, the first one out takes Game (SP)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from companion.engine import (
    Aside,
    Card,
    Counters,
    Dealing,
    Effect,
    Except,
    Facts,
    Family,
    Game,
    Illegal,
    InRow,
    Message,
    Move,
    OneOf,
    Options,
    Posting,
    Pot,
    Seat,
    State,
    capital,
    card_name,
    hand_ends,
    joined,
    kit,
    letter,
    pot_named,
    say,
    short_name,
    whole_pack,
)
from companion.engine.kit import FirstOut, from_each, per_card, share

SPIN = "AD"
"""The ace of diamonds."""
PAID_CARDS = (SPIN, "KS", "KH", "KD", "KC")
"""The cards that each other player pays for."""
PAIRS = {"matrimony": ("king", "QD"), "intrigue": ("queen", "JD")}
"""The two diamonds that are shown for each of these pots."""


@frozen
class HouseRules(Options):
    """House rules of Spin."""

    stake: Annotated[Counters, "What a stake is, and what a card left costs (SP-04, SP-10)"] = 1
    spin_price: Annotated[Counters, "What each pays the player of Spin, the ace of diamonds (SP-07)"] = 3
    king_price: Annotated[Counters, "What each pays the player of a king (SP-08)"] = 1
    dealer_pays_game: Annotated[bool, Aside(), "The dealer adds a stake to Game too (SP-05)"] = False

    def seats(self) -> range:
        """Allow three to seven (SP-02)."""
        return range(3, 8)

    def pots(self) -> tuple[str, ...]:
        """Return the three compartments (SP-03)."""
        return ("matrimony", "intrigue", "game")

    def dealing(self, players: int) -> Dealing:
        """Deal all the cards but two, as evenly as can be, without a spare hand (SP-01, SP-02)."""
        return whole_pack(50, players, say("Take out the 8 of diamonds and the 2 of hearts."))


@frozen
class Hand(Facts):
    """What was played and shown in this hand, and the winner of the hand before, who owes Game nothing."""

    winner: str = ""
    played: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()

    def for_hand(self) -> "Hand":
        """Begin with nothing played or shown."""
        return Hand()

    def summary(self) -> str:
        """Return who is spared, and what was played and shown."""
        spared = say("{winner} won and adds nothing to Game", winner=self.winner) if self.winner else ""
        played = [say("{card} is played", card=called(card)) for card in self.played]
        shown = [say("{pot} is shown", pot=pot_named(pot)) for pot in self.shown]
        return joined(" · ", [spared, *played, *shown])


Table: TypeAlias = State[HouseRules, Hand]


@frozen
class Deal(kit.Deal):
    """Deal the cards: the dealer fills Matrimony and Intrigue, the others but the last winner Game (SP-04, SP-12)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return two stakes on Matrimony and one on Intrigue from the dealer, one on Game from the others."""
        options, dealer = state.options, state.dealer
        pay_game = state.playing if options.dealer_pays_game else state.others(dealer)
        postings = [
            Posting(dealer, Pot("matrimony"), 2 * options.stake),
            Posting(dealer, Pot("intrigue"), options.stake),
            *(Posting(name, Pot("game"), options.stake) for name in pay_game if name != state.facts.winner),
        ]
        return tuple(posting for posting in postings if posting.counters)


@frozen
class Played(Move):
    """A player plays Spin or a king, and the others each pay for it (SP-07, SP-08)."""

    name = "played"
    label = "Spin or a king"
    question = "Who plays or shows what?"
    beside = "card"

    card: Annotated[Card, OneOf(PAID_CARDS), "Which card: Spin, the ace of diamonds, or which king?"]
    player: Annotated[Seat, "Who played it?"]

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Let a tap beside a player name Spin or a king, until it is played."""
        left = (card for card in PAID_CARDS if card not in state.facts.played)
        return {card: say("Spin") if card == SPIN else short_name(card) for card in left}

    def check(self, state: Table) -> None:
        """Refuse a card that nothing is paid for, or one that was played already."""
        if self.card not in PAID_CARDS:
            raise Illegal("Nothing is paid for {card}: only for Spin (AD) and the kings.", card=card_name(self.card))
        if self.card in state.facts.played:
            raise Illegal("{card} has already been played in this hand.", card=called(self.card))

    def effect(self, state: Table) -> Effect:
        """Let each other player pay for the card."""
        price = state.options.spin_price if self.card == SPIN else state.options.king_price
        facts = evolve(state.facts, played=(*state.facts.played, self.card))
        paid = from_each(state.others(self.player), self.player, price)
        card = say("Spin") if self.card == SPIN else card_name(self.card)
        return Effect(
            say("{player} plays {card}: {price} from each of the others.", player=self.player, card=card, price=price),
            state.replace(facts=facts),
            paid,
        )


@frozen
class Shown(Move):
    """A player shows king and queen, or queen and jack, of diamonds, and takes the stake at once (SP-06)."""

    name = "shown"
    label = "Shows Matrimony or Intrigue"
    question = "Who plays or shows what?"
    beside = "pot"

    pot: Annotated[Literal["matrimony", "intrigue"], "Which of the two?"]
    player: Annotated[Seat, "Who shows both cards?"]

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on Matrimony or Intrigue name it, until it is shown."""
        return {pot: {"pot": pot} for pot in PAIRS if pot not in state.facts.shown}

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Let a tap beside a player name Matrimony or Intrigue by its two cards, until it is shown."""
        return {
            pot: joined("", [letter(other), short_name(card)])
            for pot, (other, card) in PAIRS.items()
            if pot not in state.facts.shown
        }

    def check(self, state: Table) -> None:
        """Refuse what was shown already."""
        if self.pot in state.facts.shown:
            raise Illegal("{pot} has already been shown in this hand.", pot=pot_named(self.pot))

    def effect(self, state: Table) -> Effect:
        """Pay the pot to the player."""
        facts = evolve(state.facts, shown=(*state.facts.shown, self.pot))
        memo = say("{player} shows {pot} and takes it.", player=self.player, pot=pot_named(self.pot))
        return Effect(memo, state.replace(facts=facts), share(state, self.pot, [self.player]))


@frozen
class Out(FirstOut):
    """The first player out takes Game and a stake for each card left; Spin held pays double (SP-09, SP-10; SP-11)."""

    spin_held_by: Annotated[Seat | None, InRow(say("holds Spin")), Except(), "Who still holds Spin? (pays double)"] = (
        None
    )

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide who holds Spin once it was played."""
        return ("spin_held_by",) if SPIN in state.facts.played else ()

    def check(self, state: Table) -> None:
        """Refuse a holder of Spin after it was played, or one without a card left."""
        super().check(state)
        if self.spin_held_by is None:
            return
        if SPIN in state.facts.played:
            raise Illegal("Nobody holds Spin any more: it was played in this hand.", path=("spin_held_by",))
        if not self.cards_left.get(self.spin_held_by):
            why = say("{player} can't hold Spin without a card left.", player=self.spin_held_by)
            raise Illegal(why, path=("spin_held_by",))

    def effect(self, state: Table) -> Effect:
        """End the hand: Game for the player, and a stake for each card left."""
        postings = share(state, "game", [self.player])
        for name, cards in self.cards_left.items():
            price = state.options.stake * (1 + (name == self.spin_held_by))
            postings += per_card({name: cards}, self.player, price)
        if self.spin_held_by:
            memo = say(
                "{player} went out, takes Game and is paid for the cards left; {holder} holds Spin and pays double.",
                player=self.player,
                holder=self.spin_held_by,
            )
        else:
            memo = say("{player} went out, takes Game and is paid for the cards left.", player=self.player)
        return Effect(memo, hand_ends(state, facts=Hand(winner=self.player)), postings)


def called(card: str) -> Message:
    """Return a card that is paid for, at the start of a sentence."""
    return say("Spin") if card == SPIN else capital(card_name(card))


GAME = Game(
    key="spin",
    title="Spin",
    family=Family.STOPS,
    summary="Go out first; kings are paid",
    options=HouseRules,
    facts=Hand,
    moves=(Deal, Played, Shown, Out),
    common=kit.COMMON,
)
