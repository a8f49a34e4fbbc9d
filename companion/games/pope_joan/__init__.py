"""Pope Joan: a dressed board; who plays a card of it takes its pot, and the first one out takes Game (PJ)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from companion.engine import common, seating
from companion.engine.dealing import Dealing
from companion.engine.fields import Card, CardsLeft, Counters, Others, Pot, PotName, Seat, Within
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.going_out import FirstOut
from companion.engine.laying import as_laid, bare_first, exactly, filled
from companion.engine.ledger import Posting
from companion.engine.paying import per_card, share
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import Said, capital, joined, say, say_many
from companion.engine.state import Facts, Options, State, hand_ends
from companion.engine.words import RANKS, card_name, the

POPE, NOT_DEALT = "9D", "8D"
CARDS = ("pope", "ace", "king", "queen", "knave")
PAIRS = {"matrimony": {"king", "queen"}, "intrigue": {"queen", "knave"}}
DRESSING = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1, "game": 1}
CARDS_DEALT = 50

Lays: TypeAlias = Mapping[str, Mapping[str, int]]


@frozen
class HouseRules(Options):
    """House rules of Pope Joan."""

    ante: Annotated[
        Counters | None, "What everyone pays to dress the board, the dealer double; empty: just enough (PJ-03)"
    ] = None
    dressed_by: Annotated[Literal["players", "dealer"], "Who dresses the board? (PJ-03, PJ-05)"] = "players"
    divisions: Annotated[Literal[8, 5], "How many pots the board has; five lack king, queen, knave (PJ-18)"] = 8
    pope_limit: Annotated[Counters | None, "For how many cards Pope is paid at most; empty: for all (PJ-08)"] = 6
    card_price: Annotated[Counters, "What a card costs, left or in hand at Pope (PJ-07, PJ-10, PJ-12)"] = 1
    split: Annotated[bool, "Two who play the two cards share Matrimony or Intrigue (PJ-15)"] = False
    leftovers: Annotated[
        Literal["winner", "board"], "Are cards left paid to the winner, or to the board? (PJ-12, PJ-16)"
    ] = "winner"
    pope_wins: Annotated[bool, "Pope turned up wins Game as well and ends the hand (PJ-19)"] = False
    cards_each: Annotated[
        Annotated[int, Within(1)] | None, "How many cards each is dealt; empty: as 50 allow with a spare hand (PJ-02)"
    ] = None

    def seats(self) -> range:
        """Three to eight (PJ-02)."""
        return range(3, 9)

    def pots(self) -> tuple[str, ...]:
        """The divisions of the board (PJ-01, PJ-18)."""
        return tuple(pot for pot in DRESSING if self.divisions == 8 or pot not in {"king", "queen", "knave"})

    def dealing(self, players: int) -> Dealing:
        """A spare hand is dealt as well, and the last card is turned up (PJ-02)."""
        each = self.cards_each or CARDS_DEALT // (players + 1)
        return Dealing(each, spare=max(CARDS_DEALT - players * each, 0), pack=say("Take out the 8 of diamonds."))

    def pays(self, players: int) -> int:
        """What everyone pays to dress the board, the dealer double (PJ-03)."""
        return self.just_enough(players) if self.ante is None else self.ante

    def just_enough(self, players: int) -> int:
        """The least that fills the board when everyone pays it and the dealer double (PJ-03)."""
        return -(-self.fills() // (players + 1))

    def fills(self) -> int:
        """What fills the board: 15 counters, or 12 (PJ-03, PJ-18)."""
        return sum(DRESSING[pot] for pot in self.pots())


@frozen
class Hand(Facts):
    """What was turned up in this hand, who played which card of the board, and who dealt the first hand."""

    turned: str = ""
    played: tuple[tuple[str, str], ...] = ()
    first: str = ""

    def afresh(self) -> "Hand":
        return Hand(first=self.first)

    def says(self) -> str:
        turned = [say("{card} is turned up", card=card_name(self.turned))] if self.turned else []
        played = [say("{player} played {card}", player=player, card=on_board(card)) for card, player in self.played]
        return joined(" · ", [*turned, *played])

    @property
    def by(self) -> dict[str, str]:
        """Who played what."""
        return dict(self.played)

    @property
    def turned_pot(self) -> str:
        """The card of the board that was turned up and can't be played."""
        return "pope" if self.turned == POPE else RANKS.get(self.turned[:-1], "")


Table: TypeAlias = State[HouseRules, Hand]


@frozen
class Deal(common.Deal):
    """Deal the cards: the board is dressed on top of what was left (PJ-03 to PJ-05), or gets one counter (PJ-17)."""

    on: Annotated[PotName | None, "Where does the dealer lay his counter? (where the leftovers go to the board)"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        seating.enough_players(state)
        options, number = state.options, len(state.playing)
        short = options.ante is not None and options.ante * (number + 1) < options.fills()
        if dresses(state) and options.dressed_by == "players" and short:
            need = options.just_enough(number)
            fills = options.fills()
            raise Illegal(
                say(
                    "The board takes {fills}: among {number} players everyone pays at least {need}.",
                    fills=fills,
                    number=number,
                    need=need,
                )
            )

    def check(self, state: Table) -> None:
        if self.on is None:
            return
        common.must_exist(state, Pot(self.on))
        if dresses(state):
            raise Illegal(say("The whole board is dressed at this deal: the dealer doesn't choose a pot."))

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        return ("on",) if dresses(state) else ()

    @classmethod
    def on_board(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        return {} if dresses(state) else {pot: {"on": pot} for pot in state.pots}

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        return [*super().hints(state), *full_round(state)]

    def facts(self, state: State[Any, Any]) -> Hand:
        return Hand(first=state.facts.first or state.dealer)

    def antes(self, state: Table) -> tuple[Posting, ...]:
        if not dresses(state):
            bare = next((pot for pot, held in state.pots.items() if not held), "game")
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
        if state.facts.turned:
            raise Illegal(say("A card was turned up already in this hand."))
        if state.facts.played:
            raise Illegal(say("The card is turned up before any is played."))

    def check(self, state: Table) -> None:
        if self.card == NOT_DEALT:
            raise Illegal(say("The 8 of diamonds isn't in the pack: it can't be turned up."))

    def effect(self, state: Table) -> Effect:
        turned = state.but(facts=evolve(state.facts, turned=self.card))
        pot, said = turned.facts.turned_pot, {"dealer": state.dealer, "card": card_name(self.card)}
        if pot not in state.pots:
            return Effect(say("{dealer} turns up {card}: nothing to take.", **said), turned)
        postings = share(state, pot, [state.dealer])
        if pot != "pope":
            return Effect(
                say("{dealer} turns up {card} and takes {pot}'s pot.", **said, pot=the(pot)), turned, postings
            )
        dealt = dict.fromkeys(state.others(state.dealer), state.options.dealing(len(state.playing)).each)
        postings = (*postings, *for_pope(state, dealt, state.dealer))
        if not state.options.pope_wins:
            return Effect(say("{dealer} turns up {card}: Pope, paid by each other.", **said), turned, postings)
        game = share(state, "game", [state.dealer])
        return Effect(
            say("{dealer} turns up {card}: Pope wins the hand, and Game too.", **said),
            hand_ends(state),
            postings + game,
        )


@frozen
class Played(Move):
    """A player plays a card of the board and takes its pot, and Matrimony or Intrigue with it (PJ-09, PJ-10)."""

    name = "played"
    label = "Card of the board"

    card: Annotated[Literal["pope", "ace", "king", "queen", "knave"], "Which card of the board?"]
    player: Annotated[Seat, "Who played it?"]
    cards_left: Annotated[CardsLeft | None, "Only for Pope: how many cards has each other in hand?"] = None

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        return () if said.get("card") in {None, "pope"} else ("cards_left",)

    @classmethod
    def on_board(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """A tap on a card's own pot; on Matrimony or Intrigue it may still be to be said which card."""
        facts = state.facts
        gone = {*facts.by, facts.turned_pot}
        own = {card: {"card": card} for card in CARDS if card in state.pots and card not in gone}
        left = {pot: sorted(pair - gone) for pot, pair in PAIRS.items() if facts.turned_pot not in pair}
        return own | {pot: {"card": cards[0]} if len(cards) == 1 else {} for pot, cards in left.items() if cards}

    def well_formed(self) -> None:
        if self.card == "pope" and self.cards_left is None:
            raise Malformed(
                say("How many cards each other has left is still to be said: they are paid for when Pope is played.")
            )
        if self.card != "pope" and self.cards_left is not None:
            raise Malformed(say("cards_left belongs to Pope alone"))

    def check(self, state: Table) -> None:
        facts = state.facts
        if self.card in facts.by:
            played = {"card": capital(on_board(self.card)), "player": facts.by[self.card]}
            raise Illegal(say("{card} was played already in this hand, by {player}.", **played))
        if self.card == facts.turned_pot:
            turned = capital(card_name(facts.turned))
            raise Illegal(say("{card} was turned up: nobody can play it.", card=turned))
        if self.player in (self.cards_left or {}):
            raise Illegal(say("{player} is paid for Pope: name only the others' cards.", player=self.player))

    def effect(self, state: Table) -> Effect:
        facts = evolve(state.facts, played=(*state.facts.played, (self.card, self.player)))
        own: dict[str, list[str]] = {self.card: [self.player]} if self.card in state.pots else {}
        taking = own | self.together(state)
        postings = tuple(posting for pot, players in taking.items() for posting in share(state, pot, players))
        paid = for_pope(state, self.cards_left or {}, self.player)
        takes = [capital(say(pot)) if len(players) == 1 else shared(pot) for pot, players in taking.items()]
        memo = say(
            "{player} plays {card}: {takes}.",
            player=self.player,
            card=on_board(self.card),
            takes=joined(", ", takes) if takes else say("nothing to take"),
        )
        return Effect(memo, state.but(facts=facts), postings + paid)

    def together(self, state: Table) -> dict[str, list[str]]:
        """Matrimony and Intrigue, where this is the second card, and who take them (PJ-09, PJ-15)."""
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
    """The first one out takes Game and is paid for the cards left, or the board is (PJ-12, PJ-13, PJ-16)."""

    pope_held_by: Annotated[Seat | None, Others(), "Who still holds Pope? (pays nothing)"] = None
    penalties: Annotated[
        dict[Seat, dict[PotName, Counters]] | None, Others(), "Who lays where? (else bare pots first, the rest on Game)"
    ] = None

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        pope = ("pope_held_by",) if "pope" in {*state.facts.by, state.facts.turned_pot} else ()
        return pope if state.options.leftovers == "board" else (*pope, "penalties")

    def check(self, state: Table) -> None:
        super().check(state)
        if self.pope_held_by == self.player:
            raise Illegal(say("{player} is out and can't hold Pope.", player=self.player))
        if self.pope_held_by and "pope" in {*state.facts.by, state.facts.turned_pot}:
            raise Illegal(say("Nobody holds Pope: it was played or turned up in this hand."))
        if self.penalties is not None and state.options.leftovers == "winner":
            raise Illegal(say("Nobody lays penalties here: by the house rules the winner is paid for the cards left."))
        for name, lays in (self.penalties or {}).items():
            exactly(state, name, lays, self.price(state, name))

    def price(self, state: Table, name: str) -> int:
        """What the player owes for the cards left."""
        return 0 if name == self.pope_held_by else self.cards_left.get(name, 0) * state.options.card_price

    def effect(self, state: Table) -> Effect:
        game = share(state, "game", [self.player])
        if state.options.leftovers == "board":
            due = {name: self.price(state, name) for name in state.from_left_of(state.dealer)}
            memo = say(
                "{player} is out and takes Game; the others lay their cards left on the board.", player=self.player
            )
            return Effect(memo, hand_ends(state), (*game, *to_the_board(state, due, self.penalties or {})))
        memo = say("{player} is out, takes Game and is paid for the cards left.", player=self.player)
        if self.pope_held_by:
            memo = say(
                "{player} is out, takes Game and is paid for the cards left; {holder} holds Pope and pays nothing.",
                player=self.player,
                holder=self.pope_held_by,
            )
        order = [name for name in state.from_left_of(state.dealer) if name != self.pope_held_by]
        left = {name: self.cards_left.get(name, 0) for name in order}
        return Effect(memo, hand_ends(state), game + per_card(left, self.player, state.options.card_price))


def dresses(state: State[Any, Any]) -> bool:
    """Whether the next deal dresses the whole board, and not one pot only (PJ-17)."""
    return state.options.leftovers == "winner" or not state.hand


def full_round(state: Table) -> list[str]:
    """How far it is to a full round, where the dealer dresses the board and shares would else be unequal (PJ-05)."""
    options, first = state.options, state.facts.first or state.dealer
    order = state.from_left_of(state.dealer)
    if options.dressed_by == "players" or options.leftovers == "board" or first not in order:
        return []
    if state.hand and first == state.dealer:
        return [say("Everyone has dressed the board equally often: a good moment to finish.")]
    left = order.index(first) + 1
    return [
        say_many(
            "{n} deal to a full round, when everyone has dressed the board.",
            "{n} deals to a full round, when everyone has dressed the board.",
            left,
        )
    ]


def dressing(state: Table) -> tuple[Posting, ...]:
    """The board dressed pot by pot, all the rest on Game, by the dealer alone or by everybody (PJ-03 to PJ-05)."""
    options, order = state.options, state.from_left_of(state.dealer)
    if options.dressed_by == "dealer":
        due = {state.dealer: options.fills()}
    else:
        ante = options.pays(len(order))
        due = {name: ante * (1 + (name == state.dealer)) for name in order}
    wanted = {pot: DRESSING[pot] for pot in state.pots}
    wanted["game"] += sum(due.values()) - options.fills()
    return filled(due, wanted)


def for_pope(state: Table, cards: Mapping[str, int], payee: str) -> tuple[Posting, ...]:
    """Each pays for the cards in hand, up to the limit (PJ-07, PJ-08, PJ-10)."""
    limit = state.options.pope_limit
    counted = cards if limit is None else {name: min(held, limit) for name, held in cards.items()}
    return per_card(counted, payee, state.options.card_price)


def to_the_board(state: Table, due: Mapping[str, int], penalties: Lays) -> tuple[Posting, ...]:
    """First the penalties laid as their payers chose; then each other's, one on each bare pot, the rest on Game,
    which was just taken (PJ-16, PJ-17)."""
    board, laid = {**state.pots, "game": 0}, dict(penalties)
    for name in (*penalties, *(name for name in due if name not in penalties)):
        laid.setdefault(name, bare_first(board, due[name], "game"))
        for pot, counters in laid[name].items():
            board[pot] += counters
    return as_laid(laid)


def on_board(card: str) -> Said:
    """A card of the board in a sentence."""
    return {
        "pope": say("Pope"),
        "ace": say("the ace of trumps"),
        "king": say("the king of trumps"),
        "queen": say("the queen of trumps"),
        "knave": say("the knave of trumps"),
    }[card]


def shared(pot: str) -> Said:
    """``Matrimony (shared)``."""
    return say("{pot} (shared)", pot=capital(say(pot)))


GAME = Game(
    key="pope-joan",
    title="Pope Joan",
    family=Family.STOPS,
    summary="Dress the board, play its cards, and be out first.",
    options=HouseRules,
    facts=Hand,
    moves=(Deal, TurnUp, Played, Out),
    common=common.COMMON,
)
