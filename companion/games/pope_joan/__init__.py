"""Pope Joan: a dressed board; each card of it that is played takes its pot, the first one out takes Game (PJ)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from attrs import evolve, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Card, CardsLeft, Counters, Pot, PotName, Seat
from companion.engine.form_hints import Except
from companion.engine.game import Effect, Family, Game, Move, State, hand_ends
from companion.engine.kit import moves, seats
from companion.engine.kit.laying import exactly
from companion.engine.kit.payments import per_card, share
from companion.engine.kit.stops import FirstOut
from companion.engine.ledger import Posting
from companion.engine.message import Message, capital, listed, say
from companion.engine.phrases import card_name, letter, pot_named
from companion.games.pope_joan.board import dresses, dressing, full_round, to_the_board
from companion.games.pope_joan.rules import Hand, HouseRules, Table, on_board

NOT_DEALT = "8D"
"""The 8 of diamonds, which the pack lacks."""
CARDS = ("pope", "ace", "king", "queen", "knave")
"""The cards of the board that can be played."""
PAIRS = {"matrimony": {"king", "queen"}, "intrigue": {"queen", "knave"}}
"""The two cards of trumps that win each pot of a pair."""


@frozen
class Deal(moves.Deal):
    """Deal the cards: the board is dressed on top of what was left (PJ-03 to PJ-05), or gets one counter (PJ-17)."""

    on: Annotated[PotName | None, "Where does the dealer put the counter? (if leftovers go to the board)"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse an ante that doesn't fill the board among these players."""
        seats.enough_players(state)
        options, number = state.options, len(state.playing)
        short = options.ante is not None and options.ante * (number + 1) < options.fills()
        if dresses(state) and options.dressed_by == "players" and short:
            need = options.just_enough(number)
            fills = options.fills()
            raise Illegal(
                say(
                    "Dressing the board takes {fills}: with {number} players everyone pays at least {need}.",
                    fills=fills,
                    number=number,
                    need=need,
                )
            )

    def check(self, state: Table) -> None:
        """Refuse a pot of the dealer's choice that isn't there, or any if the whole board is dressed."""
        if self.on is None:
            return
        moves.must_exist(state, Pot(self.on))
        if dresses(state):
            raise Illegal(say("The whole board is dressed at this deal: the dealer doesn't choose a pot."))

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the dealer's pot if the whole board is dressed."""
        return ("on",) if dresses(state) else ()

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on a pot name it for the dealer's counter."""
        return {} if dresses(state) else {pot: {"on": pot} for pot in state.pots}

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        """Return what to know before dealing, also how far it is to a full round."""
        return [*super().hints(state), *full_round(state)]

    def facts(self, state: State[Any, Any]) -> Hand:
        """Keep who dealt the first hand."""
        return Hand(first=state.facts.first or state.dealer)

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return the dressing of the board, or one counter of the dealer's on a bare pot."""
        if not dresses(state):
            bare = next((pot for pot, counters in state.pots.items() if not counters), "game")
            return (Posting(state.dealer, Pot(self.on or bare), 1),)
        return dressing(state)


@frozen
class TurnUp(Move):
    """The card turned for trumps: the dealer takes what it stands for, and more for Pope (PJ-06, PJ-07, PJ-19)."""

    name = "turn_up"
    label = "Turn-up"
    main = True

    card: Annotated[Card, "Which card is turned up?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a second card, or one after a card was played."""
        if state.facts.turned:
            raise Illegal(say("A card has already been turned up in this hand."))
        if state.facts.played:
            raise Illegal(say("The card is turned up before any is played."))

    def check(self, state: Table) -> None:
        """Refuse the 8 of diamonds."""
        if self.card == NOT_DEALT:
            raise Illegal(say("The 8 of diamonds isn't in the pack: it can't be turned up."))

    def effect(self, state: Table) -> Effect:
        """Pay the card's pot to the dealer; Pope is paid by each other as well, and may win the hand."""
        turned = state.replace(facts=evolve(state.facts, turned=self.card))
        pot, words = turned.facts.turned_pot, {"dealer": state.dealer, "card": card_name(self.card)}
        if pot not in state.pots:
            return Effect(say("{dealer} turns up {card}: nothing to take.", **words), turned)
        postings = share(state, pot, [state.dealer])
        if pot != "pope":
            return Effect(
                say("{dealer} turns up {card} and takes {pot}.", **words, pot=pot_named(pot)), turned, postings
            )
        dealt = dict.fromkeys(state.others(state.dealer), state.options.dealing(len(state.playing)).each)
        postings = (*postings, *for_pope(state, dealt, state.dealer))
        if not state.options.pope_wins:
            return Effect(say("{dealer} turns up {card}: Pope, paid by each of the others.", **words), turned, postings)
        game = share(state, "game", [state.dealer])
        return Effect(
            say("{dealer} turns up {card}: Pope wins the hand, and Game too.", **words),
            hand_ends(state),
            postings + game,
        )


@frozen
class Played(Move):
    """A player plays a board card and takes what's on it, and Matrimony or Intrigue with it (PJ-09, PJ-10)."""

    name = "played"
    label = "A board card was played"
    question = "Who plays which card?"
    beside = "card"

    card: Annotated[Literal["pope", "ace", "king", "queen", "knave"], "Which board card?"]
    player: Annotated[Seat, "Who played it?"]
    cards_left: Annotated[CardsLeft | None, "Only for Pope: how many cards does each of the others hold?"] = None

    @classmethod
    def as_sentence(cls, answers: Mapping[str, str]) -> str:
        """Return ``Ann played Pope``."""
        return say("{player} played {card}", **answers) if {"player", "card"} <= answers.keys() else ""

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the cards left unless Pope may be meant."""
        return () if answers.get("card") in {None, "pope"} else ("cards_left",)

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on a card's own pot name it, and one on a pair's pot where a single card of it is left."""
        facts, gone = state.facts, state.facts.gone
        own = {card: {"card": card} for card in CARDS if card in state.pots and card not in gone}
        left = {pot: sorted(pair - gone) for pot, pair in PAIRS.items() if facts.turned_pot not in pair}
        return own | {pot: {"card": cards[0]} if len(cards) == 1 else {} for pot, cards in left.items() if cards}

    @classmethod
    def choices_beside(cls, state: State[Any, Any]) -> Mapping[str, str]:
        """Let a tap beside a player name a card of the board, until it is played or turned up."""
        left = (card for card in CARDS if card not in state.facts.gone)
        return {card: say("Pope") if card == "pope" else letter(card) for card in left}

    def well_formed(self) -> None:
        """Refuse Pope without the cards left, and another card with them."""
        if self.card == "pope" and self.cards_left is None:
            raise Malformed(say("Enter how many cards each of the others holds: they're paid for when Pope is played."))
        if self.card != "pope" and self.cards_left is not None:
            raise Malformed(say("cards_left belongs to Pope alone"))

    def check(self, state: Table) -> None:
        """Refuse a card that was played or turned up, and cards left of the player who is paid."""
        facts = state.facts
        if self.card in facts.by:
            played = {"card": capital(on_board(self.card)), "player": facts.by[self.card]}
            raise Illegal(say("{card} has already been played in this hand, by {player}.", **played))
        if self.card == facts.turned_pot:
            turned = capital(card_name(facts.turned))
            raise Illegal(say("{card} was turned up: nobody can play it.", card=turned))
        if self.player in (self.cards_left or {}):
            raise Illegal(say("{player} is paid for Pope: enter only the others' cards.", player=self.player))

    def effect(self, state: Table) -> Effect:
        """Pay the card's pot to the player, and what its pair has won."""
        facts = evolve(state.facts, played=(*state.facts.played, (self.card, self.player)))
        own: dict[str, list[str]] = {self.card: [self.player]} if self.card in state.pots else {}
        taking = own | self.together(state)
        postings = tuple(posting for pot, players in taking.items() for posting in share(state, pot, players))
        paid = for_pope(state, self.cards_left or {}, self.player)
        pots = listed([pot_named(pot) if len(players) == 1 else shared(pot) for pot, players in taking.items()])
        words = {"player": self.player, "card": on_board(self.card)}
        memo = say("{player} plays {card} and takes {pots}.", **words, pots=pots)
        if not taking:
            memo = say("{player} plays {card}: nothing to take.", **words)
        return Effect(memo, state.replace(facts=facts), postings + paid)

    def together(self, state: Table) -> dict[str, list[str]]:
        """Return Matrimony and Intrigue if this is the second card, and who takes them (PJ-09, PJ-15)."""
        taking = {}
        for pot, pair in PAIRS.items():
            first = next((by for card, by in state.facts.played if {card, self.card} == pair), None)
            if first == self.player:
                taking[pot] = [first]
            elif first and state.options.split:
                taking[pot] = [first, self.player]
        return taking


@frozen
class Out(FirstOut):
    """The first player out takes Game and is paid for the cards left; or the board is (PJ-12, PJ-13, PJ-16)."""

    pope_held_by: Annotated[Seat | None, Except(), "Who still holds Pope? (pays nothing)"] = None
    penalties: Annotated[
        dict[Seat, dict[PotName, Counters]] | None, Except(), "Where does each put theirs? (otherwise empty ones first)"
    ] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide Pope's holder once Pope is out, and penalties unless the leftovers go to the board."""
        pope = ("pope_held_by",) if "pope" in state.facts.gone else ()
        return pope if state.options.leftovers == "board" else (*pope, "penalties")

    def check(self, state: Table) -> None:
        """Refuse a holder of Pope who can't have it, and penalties that don't come to what is owed."""
        super().check(state)
        if self.pope_held_by == self.player:
            why = say("{player} went out and can't be holding Pope.", player=self.player)
            raise Illegal(why, path=("pope_held_by",))
        if self.pope_held_by and "pope" in state.facts.gone:
            why = say("Nobody holds Pope: it was played or turned up in this hand.")
            raise Illegal(why, path=("pope_held_by",))
        if self.penalties is not None and state.options.leftovers == "winner":
            raise Illegal(say("No penalties here: under the house rules the winner is paid for the cards left."))
        for name, lays in (self.penalties or {}).items():
            exactly(state, name, lays, self.price(state, name))

    def price(self, state: Table, name: str) -> int:
        """Return what the player owes for the cards left."""
        return 0 if name == self.pope_held_by else self.cards_left.get(name, 0) * state.options.card_price

    def effect(self, state: Table) -> Effect:
        """End the hand: Game for the player, and the price of the cards left."""
        game = share(state, "game", [self.player])
        if state.options.leftovers == "board":
            due = {name: self.price(state, name) for name in state.from_left_of(state.dealer)}
            memo = say(
                "{player} went out and takes Game; the others pay for their cards left to the board.",
                player=self.player,
            )
            return Effect(memo, hand_ends(state), (*game, *to_the_board(state, due, self.penalties or {})))
        memo = say("{player} went out, takes Game and is paid for the cards left.", player=self.player)
        if self.pope_held_by:
            memo = say(
                "{player} went out, takes Game and is paid for the cards left; {holder} holds Pope and pays nothing.",
                player=self.player,
                holder=self.pope_held_by,
            )
        order = [name for name in state.from_left_of(state.dealer) if name != self.pope_held_by]
        left = {name: self.cards_left.get(name, 0) for name in order}
        return Effect(memo, hand_ends(state), game + per_card(left, self.player, state.options.card_price))


def for_pope(state: Table, cards: Mapping[str, int], payee: str) -> tuple[Posting, ...]:
    """Return what each pays for the cards in hand, up to the limit (PJ-07, PJ-08, PJ-10)."""
    limit = state.options.pope_limit
    counted = cards if limit is None else {name: min(number, limit) for name, number in cards.items()}
    return per_card(counted, payee, state.options.card_price)


def shared(pot: str) -> Message:
    """Return a pot that two share: ``Matrimony (shared)``."""
    return say("{pot} (shared)", pot=pot_named(pot))


GAME = Game(
    key="pope-joan",
    title="Pope Joan",
    family=Family.STOPS,
    summary="Dress the board, play its cards, and go out first.",
    options=HouseRules,
    facts=Hand,
    moves=(Deal, TurnUp, Played, Out),
    common=moves.COMMON,
)
