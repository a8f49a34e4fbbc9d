"""Pope Joan: a dressed board; each card of it that is played takes its pot, the first one out takes Game (PJ)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from companion.engine import (
    RANKS,
    SUIT_SIGNS,
    Aside,
    Card,
    CardsLeft,
    Counters,
    Dealing,
    Effect,
    Except,
    Facts,
    Family,
    Game,
    Illegal,
    InRow,
    Likely,
    Malformed,
    Message,
    Move,
    Options,
    Posting,
    Pot,
    PotName,
    Seat,
    State,
    Within,
    capital,
    card_name,
    hand_ends,
    joined,
    kit,
    letter,
    listed,
    pot_named,
    say,
    say_many,
    short_name,
)
from companion.engine.kit import FirstOut, as_laid, bare_first, exactly, filled, must_exist, per_card, share

POPE = "9D"
"""The 9 of diamonds."""
DRESSING = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1, "game": 1}
"""How many counters dress each pot of the full board."""
CARDS_DEALT = 50
"""How many cards are dealt, the spare hand included (PJ-02)."""
NOT_DEALT = "8D"
"""The 8 of diamonds, which the pack lacks."""
CARDS = ("pope", "ace", "king", "queen", "knave")
"""The cards of the board that can be played."""
PAIRS = {"matrimony": {"king", "queen"}, "intrigue": {"queen", "knave"}}
"""The two cards of trumps that win each pot of a pair."""
LIKELY = (
    *((rank + suit, short_name(rank + suit)) for suit in SUIT_SIGNS for rank in RANKS),
    (POPE, joined(" ", [capital(say("Pope")), "9♦"])),
)
"""The cards for which the dealer takes something, as they are tapped."""
Lays: TypeAlias = Mapping[str, Mapping[str, int]]


@frozen
class HouseRules(Options):
    """House rules of Pope Joan."""

    ante: Annotated[
        Counters | None, "What everyone pays to dress the board, the dealer double (empty: just enough) (PJ-03)"
    ] = None
    dressed_by: Annotated[Literal["players", "dealer"], "Who dresses the board? (PJ-03, PJ-05)"] = "players"
    divisions: Annotated[Literal[8, 5], "Compartments on the board (five: no King, Queen or Jack) (PJ-18)"] = 8
    pope_limit: Annotated[
        Counters | None, Aside(), "The most cards that Pope is paid for (empty: all of them) (PJ-08)"
    ] = 6
    card_price: Annotated[
        Counters, "What a card costs, left over or held when Pope is played (PJ-07, PJ-10, PJ-12)"
    ] = 1
    split: Annotated[bool, "Two players with one card each share Matrimony or Intrigue (PJ-15)"] = False
    leftovers: Annotated[
        Literal["winner", "board"], "Are cards left paid to the winner, or to the board? (PJ-12, PJ-16)"
    ] = "winner"
    pope_wins: Annotated[bool, Aside(), "Pope turned up wins Game as well and ends the hand (PJ-19)"] = False
    cards_each: Annotated[
        Annotated[int, Within(1, 16)] | None,
        Aside(),
        "How many cards each is dealt (empty: as many as 50 allow, with a spare hand) (PJ-02)",
    ] = None

    def seats(self) -> range:
        """Allow three to eight, as far as the pack goes round (PJ-02)."""
        return range(3, min(8, CARDS_DEALT // (self.cards_each or 1)) + 1)

    def pots(self) -> tuple[str, ...]:
        """Return the divisions of the board (PJ-01, PJ-18)."""
        return tuple(pot for pot in DRESSING if self.divisions == 8 or pot not in {"king", "queen", "knave"})

    def dealing(self, players: int) -> Dealing:
        """Deal a spare hand as well, and turn the last card up (PJ-02)."""
        return evolve(
            self._dealt(players), pack=say("Take out the 8 of diamonds."), without_dealer=self._dealt(players - 1)
        )

    def _dealt(self, hands: int) -> Dealing:
        """Return the deal of this number of hands and a spare one; a dealer who stands out has none (PJ-21)."""
        each = self.cards_each or CARDS_DEALT // (hands + 1)
        return Dealing(each, spare=CARDS_DEALT - hands * each)

    def pays(self, players: int) -> int:
        """Return what everyone pays to dress the board, the dealer double (PJ-03)."""
        return self.just_enough(players) if self.ante is None else self.ante

    def just_enough(self, players: int) -> int:
        """Return the least that fills the board when everyone pays it and the dealer double (PJ-03)."""
        return -(-self.fills() // (players + 1))

    def fills(self) -> int:
        """Return what fills the board: 15 counters, or 12 (PJ-03, PJ-18)."""
        return sum(DRESSING[pot] for pot in self.pots())


@frozen
class Hand(Facts):
    """The card turned up in this hand, who played which card of the board, and who dealt the first hand."""

    turned: str = ""
    played: tuple[tuple[str, str], ...] = ()
    first: str = ""

    def for_hand(self) -> "Hand":
        return Hand(first=self.first)

    def summary(self) -> str:
        """Return what was turned up, and who played what."""
        turned = [say("{card} is turned up", card=card_name(self.turned))] if self.turned else []
        played = [say("{player} played {card}", player=player, card=on_board(card)) for card, player in self.played]
        return joined(" · ", [*turned, *played])

    @property
    def by(self) -> dict[str, str]:
        """Return who played which card, by card."""
        return dict(self.played)

    @property
    def turned_pot(self) -> str:
        """Return the card of the board that was turned up and can't be played, empty if it isn't one of these."""
        return "pope" if self.turned == POPE else RANKS.get(self.turned[:-1], "")

    @property
    def gone(self) -> set[str]:
        """Return the cards of the board that nobody can play any more."""
        return {*self.by, self.turned_pot}


Table: TypeAlias = State[HouseRules, Hand]


def on_board(card: str) -> Message:
    """Return a card of the board in a sentence: ``the ace of trumps``."""
    return {
        "pope": say("Pope"),
        "ace": say("the ace of trumps"),
        "king": say("the king of trumps"),
        "queen": say("the queen of trumps"),
        "knave": say("the jack of trumps"),
    }[card]


@frozen
class Deal(kit.Deal):
    """Deal the cards: the board is dressed on top of what was left (PJ-03 to PJ-05), or gets one counter (PJ-17)."""

    on: Annotated[PotName | None, "Where does the dealer put the counter? (if leftovers go to the board)"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse an ante that doesn't fill the board among these players."""
        kit.enough_players(state)
        options, number = state.options, len(state.playing)
        short = options.ante is not None and options.ante * (number + 1) < options.fills()
        if dresses(state) and options.dressed_by == "players" and short:
            need = options.just_enough(number)
            fills = options.fills()
            raise Illegal(
                "Dressing the board takes {fills}: with {number} players everyone pays at least {need}.",
                fills=fills,
                number=number,
                need=need,
            )

    def check(self, state: Table) -> None:
        """Refuse a pot of the dealer's choice that isn't there, or any if the whole board is dressed."""
        if self.on is None:
            return
        must_exist(state, Pot(self.on))
        if dresses(state):
            raise Illegal("The whole board is dressed at this deal: the dealer doesn't choose a pot.")

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

    card: Annotated[Card, Likely(LIKELY, say("another card")), "Which card is turned up?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a second card, or one after a card was played."""
        if state.facts.turned:
            raise Illegal("A card has already been turned up in this hand.")
        if state.facts.played:
            raise Illegal("The card is turned up before any is played.")

    def check(self, state: Table) -> None:
        """Refuse the 8 of diamonds."""
        if self.card == NOT_DEALT:
            raise Illegal("The 8 of diamonds isn't in the pack: it can't be turned up.")

    def effect(self, state: Table) -> Effect:
        """Pay the card's pot to the dealer; Pope is paid by each other as well, and may win the hand."""
        turned = state.replace(facts=evolve(state.facts, turned=self.card))
        pot, words = turned.facts.turned_pot, {"dealer": state.dealer, "card": card_name(self.card)}
        if pot not in state.pots:
            return Effect(say("{dealer} turns up {card}: nothing to take.", **words), turned)
        postings = share(state, pot, [state.dealer])
        if pot != "pope":
            return Effect(say("{dealer} turns up {card} and takes its pot.", **words), turned, postings)
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
    cards_left: Annotated[CardsLeft | None, "How many cards does each of the others hold? (for Pope)"] = None

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
        return {card: capital(say("Pope")) if card == "pope" else letter(card) for card in left}

    def well_formed(self) -> None:
        """Refuse Pope without the cards left, and another card with them."""
        if self.card == "pope" and self.cards_left is None:
            raise Malformed("Enter how many cards each of the others holds: they're paid for when Pope is played.")
        if self.card != "pope" and self.cards_left is not None:
            raise Malformed("cards_left belongs to Pope alone")

    def check(self, state: Table) -> None:
        """Refuse a card that was played or turned up, and cards left of the player who is paid."""
        facts = state.facts
        if self.card in facts.by:
            card, player = capital(on_board(self.card)), facts.by[self.card]
            raise Illegal("{card} has already been played in this hand, by {player}.", card=card, player=player)
        if self.card == facts.turned_pot:
            turned = capital(card_name(facts.turned))
            raise Illegal("{card} was turned up: nobody can play it.", card=turned)
        if self.player in (self.cards_left or {}):
            raise Illegal("{player} is paid for Pope: enter only the others' cards.", player=self.player)

    def effect(self, state: Table) -> Effect:
        """Pay the card's pot to the player, and what its pair has won."""
        facts = evolve(state.facts, played=(*state.facts.played, (self.card, self.player)))
        own: dict[str, list[str]] = {self.card: [self.player]} if self.card in state.pots else {}
        taking = own | self.together(state)
        postings = tuple(posting for pot, players in taking.items() for posting in share(state, pot, players))
        paid = for_pope(state, self.cards_left or {}, self.player)
        pots = listed([took(pot, self.card, players) for pot, players in taking.items()])
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

    pope_held_by: Annotated[Seat | None, InRow(say("holds Pope")), Except(), "Who still holds Pope? (pays nothing)"] = (
        None
    )
    penalties: Annotated[
        dict[Seat, dict[PotName, Counters]] | None, Except(), "Where does each put theirs? (otherwise empty ones first)"
    ] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide Pope's holder once Pope is out, and penalties unless the leftovers go to the board."""
        pope = ("pope_held_by",) if "pope" in state.facts.gone else ()
        return pope if state.options.leftovers == "board" else (*pope, "penalties")

    @classmethod
    def empty_handed(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Return the dealer, who may stand out of the hand (PJ-21)."""
        return (state.dealer,)

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
            raise Illegal("No penalties here: under the house rules the winner is paid for the cards left.")
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


def took(pot: str, card: str, players: Sequence[str]) -> Message:
    """Return a pot that is taken with a card: ``its pot``, ``Matrimony``, ``Matrimony (shared)``."""
    if len(players) > 1:
        return say("{pot} (shared)", pot=pot_named(pot))
    return say("its pot") if pot == card else pot_named(pot)


def dresses(state: State[Any, Any]) -> bool:
    """Return whether the next deal dresses the whole board, and not one pot only (PJ-17)."""
    return state.options.leftovers == "winner" or not state.hand


def full_round(state: Table) -> list[str]:
    """Return how far it is to a full round, if shares would be unequal before it (PJ-05)."""
    options, first = state.options, state.facts.first or state.dealer
    order = state.from_left_of(state.dealer)
    if options.dressed_by == "players" or options.leftovers == "board" or first not in order:
        return []
    if state.hand and first == state.dealer:
        return [say("Everyone has dressed the board equally often: a good moment to finish.")]
    left = order.index(first) + 1
    return [
        say_many(
            "{n} more deal until everyone has dressed the board.",
            "{n} more deals until everyone has dressed the board.",
            left,
        )
    ]


def dressing(state: Table) -> tuple[Posting, ...]:
    """Return the board dressed pot by pot, the rest on Game, by the dealer or by everybody (PJ-03 to PJ-05)."""
    options, order = state.options, state.from_left_of(state.dealer)
    if options.dressed_by == "dealer":
        due = {state.dealer: options.fills()}
    else:
        ante = options.pays(len(order))
        due = {name: ante * (1 + (name == state.dealer)) for name in order}
    dressed = {pot: DRESSING[pot] for pot in state.pots}
    dressed["game"] += sum(due.values()) - options.fills()
    return filled(due, dressed)


def to_the_board(state: Table, due: Mapping[str, int], penalties: Lays) -> tuple[Posting, ...]:
    """Return the penalties: first those laid as their payers chose, then each other's.

    These go one on each bare pot, the rest on Game, which was just taken (PJ-16, PJ-17).
    """
    board, laid = {**state.pots, "game": 0}, dict(penalties)
    for name in (*penalties, *(name for name in due if name not in penalties)):
        laid.setdefault(name, bare_first(board, due[name], "game"))
        for pot, counters in laid[name].items():
            board[pot] += counters
    return as_laid(laid)


GAME = Game(
    key="pope-joan",
    title="Pope Joan",
    family=Family.STOPS,
    summary="Dress the board, go out first",
    options=HouseRules,
    facts=Hand,
    moves=(Deal, TurnUp, Played, Out),
    common=kit.COMMON,
    needs=("board", "pack"),
    minutes=45,
)
