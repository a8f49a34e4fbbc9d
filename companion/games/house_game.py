"""A game of the house: any other round game, with a name and pots of its own."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import Counters, Name, NonEmpty, Pot, PotName, Seat, excerpt
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.kit import moves
from companion.engine.kit.payments import antes, from_each, per_card, share
from companion.engine.kit.stops import FirstOut
from companion.engine.ledger import Posting
from companion.engine.message import Message, listed, say
from companion.engine.phrases import plural, the, without_article
from companion.engine.state import Facts, Options, State, hand_ends


@frozen
class HousePot:
    """A pot: its name, what everyone lays in it at each deal, and what the dealer lays on top."""

    pot: Annotated[Name, "What is the pot called?"]
    each: Annotated[Counters, "Everyone lays"] = 0
    dealer: Annotated[Counters, "The dealer more"] = 0

    def __str__(self) -> str:
        """Return the pot in words."""
        return self.summary()

    def summary(self) -> Message:
        """Return the pot in words: ``stock: 2 from each, 1 more from the dealer``."""
        return say("{pot}: {laid}", pot=self.pot, laid=self._laid())

    def _laid(self) -> Message:
        if self.each and self.dealer:
            return say("{each} from each, {dealer} more from the dealer", each=self.each, dealer=self.dealer)
        if self.dealer:
            return say("{dealer} from the dealer", dealer=self.dealer)
        return say("{each} from each", each=self.each) if self.each else say("nothing is laid at a deal")


NO_POTS: list[HousePot] = []


@frozen
class HouseRules(Options):
    """House rules of a game of the house."""

    name: Annotated[Name, "What the game is called"] = "House game"
    pots_: Annotated[list[HousePot], "The pots, and what is laid in each at a deal"] = NO_POTS
    card_price: Annotated[Counters, "What a card left in hand costs"] = 1

    def well_formed(self) -> None:
        """Refuse two pots of one name."""
        twice = [name for name, times in Counter(self.pots()).items() if times > 1]
        if twice:
            raise Malformed(say('pots: two pots are called "{given}"', given=excerpt(twice[0])))

    def seats(self) -> range:
        """Allow one to twenty-four."""
        return range(1, 25)

    def pots(self) -> tuple[str, ...]:
        """Return the names of the pots."""
        return tuple(pot.pot for pot in self.pots_)

    def title(self) -> str:
        """Return the name of the game."""
        return self.name


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Deal(moves.Deal):
    """Deal the cards: everyone lays in each pot what the house asks for it, the dealer more."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return what everyone lays in each pot, and the dealer more."""
        pots = state.options.pots_
        return tuple(paid for asks in pots for paid in antes(state, asks.pot, asks.each, asks.dealer))


class OfAPot(Move):
    """A move that names a pot: there must be one."""

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse the move in a game without pots."""
        if not state.pots:
            raise Illegal(say("This game has no pots."))


@frozen
class Takes(OfAPot):
    """Somebody takes a pot, or several share it; odd counters stay in it (GEN-05)."""

    name = "takes"
    label = "Takes a pot"
    main = True

    players: Annotated[list[Seat], NonEmpty(), "Who takes it? (several share it)"]
    pot: Annotated[PotName, "Which pot?"]

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on any pot name it."""
        return {pot: {"pot": pot} for pot in state.pots}

    def check(self, state: Table) -> None:
        """Refuse a pot that isn't there, or a player named twice."""
        moves.must_exist(state, Pot(self.pot))
        twice = [name for name, times in Counter(self.players).items() if times > 1]
        if twice:
            raise Illegal(say("{player} is named twice: each takes one part.", player=twice[0]))

    def effect(self, state: Table) -> Effect:
        """Share the pot among those named."""
        if len(self.players) == 1:
            memo = say("{who} takes {pot}.", who=self.players[0], pot=the(self.pot))
        else:
            memo = say("{who} share {pot}.", who=listed(self.players), pot=the(self.pot))
        return Effect(memo, state, share(state, self.pot, self.players))


@frozen
class Pays(OfAPot):
    """A player pays counters into a pot."""

    name = "pays"
    label = "Pays into a pot"

    player: Annotated[Seat, "Who pays?"]
    pot: Annotated[PotName, "Into which pot?"]
    counters: Annotated[Counters, "How many counters?"]

    def check(self, state: Table) -> None:
        """Refuse a pot that isn't there."""
        moves.must_exist(state, Pot(self.pot))

    def effect(self, state: Table) -> Effect:
        """Pay the counters into the pot."""
        memo = say(
            "{player} pays {counters} {place}.",
            player=self.player,
            counters=plural(self.counters),
            place=say("into the {pot}", pot=without_article(self.pot)),
        )
        return Effect(memo, state, (Posting(self.player, Pot(self.pot), self.counters),) if self.counters else ())


@frozen
class Collects(Move):
    """A player is paid counters by each other player."""

    name = "collects"
    label = "Collects from the others"

    player: Annotated[Seat, "Who is paid?"]
    counters: Annotated[Counters, "How many counters from each?"]

    def effect(self, state: Table) -> Effect:
        """Collect the counters from each other player."""
        memo = say(
            "{player} collects {counters} from each other player.", player=self.player, counters=plural(self.counters)
        )
        return Effect(memo, state, from_each(state.others(self.player), self.player, self.counters))


@frozen
class Out(FirstOut):
    """A player is out and is paid for every card that the others have left; the hand goes on."""

    main = False

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Return none: taking a pot is another move here."""
        return {}

    def effect(self, state: Table) -> Effect:
        """Pay for the cards left; the hand goes on."""
        cards = per_card(self.cards_left, self.player, state.options.card_price)
        return Effect(say("{player} is out and is paid for the cards left.", player=self.player), state, cards)


@frozen
class Ends(Move):
    """The hand ends; what nobody took stays in the pots."""

    name = "ends"
    label = "The hand ends"
    main = True

    def effect(self, state: Table) -> Effect:
        """End the hand."""
        return Effect(say("The hand ends."), hand_ends(state))


GAME = Game(
    key="house-game",
    title="House game",
    family=Family.OWN,
    summary="Any other round game, with pots of your own.",
    options=HouseRules,
    moves=(Deal, Takes, Pays, Collects, Out, Ends),
    common=moves.COMMON,
)
