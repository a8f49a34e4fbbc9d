"""A game of the house: any other round game, with a name and pots of its own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from attrs import field, frozen

from companion.engine import (
    Buttons,
    Counters,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Malformed,
    Message,
    Move,
    Name,
    NamesSomebody,
    NonEmpty,
    Options,
    Posting,
    Pot,
    PotName,
    RulesText,
    Seat,
    State,
    Within,
    excerpt,
    hand_ends,
    into,
    kit,
    listed,
    plural,
    say,
    the,
)
from companion.engine.kit import FirstOut, antes, from_each, from_pot, must_exist, per_card, share
from companion.games.house_game.whole_hand import TAPPED, whole_hand


@frozen
class HousePot:
    """A pot: its name, what everyone lays in it at each deal, and what the dealer lays on top."""

    pot: Annotated[Name, "What is the pot called?"]
    each: Annotated[Counters, "Everyone puts in"] = 0
    dealer: Annotated[Counters, "The dealer adds"] = 0

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
        return say("{each} from each", each=self.each) if self.each else say("nothing goes in at a deal")


NO_POTS: list[HousePot] = []


@frozen
class HouseRules(Options):
    """House rules of a game of the house."""

    name: Annotated[Name, "What is the game called?"] = "House game"
    rules: Annotated[RulesText, "The rules, in your own words"] = ""
    pots_: Annotated[list[HousePot], "Which pots are there, and what goes into each at a deal?"] = NO_POTS
    card_price: Annotated[Counters, "How many counters is each card left in hand worth?"] = 1

    def well_formed(self) -> None:
        """Refuse two pots of one name."""
        twice = [name for name, times in Counter(self.pots()).items() if times > 1]
        if twice:
            raise Malformed('pots: two pots are called "{given}"', given=excerpt(twice[0]))

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
class Deal(kit.Deal):
    """Deal the cards: everyone puts into each pot what the house rules say, the dealer more."""

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
            raise Illegal("This game has no pots.")


@frozen
class Takes(OfAPot):
    """Somebody takes a pot, or several share it, equally or by shares; odd counters stay in it (GEN-05)."""

    name = "takes"
    label = "Takes a pot"
    main = True
    instead = MappingProxyType({"players": "shares"})

    players: Annotated[list[Seat] | None, NonEmpty(), "Who takes it? (several share it)"] = None
    shares: Annotated[
        dict[Seat, Annotated[int, Within(1)]] | None, NamesSomebody(), "How many shares does each get?"
    ] = None
    pot: Annotated[PotName, "Which pot?"] = field(kw_only=True)

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Let a tap on any pot name it."""
        return {pot: {"pot": pot} for pot in state.pots}

    def check(self, state: Table) -> None:
        """Refuse a pot that isn't there, or a player named twice."""
        must_exist(state, Pot(self.pot))
        each_once(self.players or [])

    def effect(self, state: Table) -> Effect:
        """Share the pot among those named, by their shares."""
        players = [*(self.players or self.shares or {})]
        if self.shares is None:
            memo = say("{who} share {pot}.", who=listed(players), pot=the(self.pot))
            paid = share(state, self.pot, players)
        else:
            held, every = state.pots[self.pot], sum(self.shares.values())
            due = {name: held * shares // every for name, shares in self.shares.items()}
            each = listed([say("{who} {number}", who=name, number=counters) for name, counters in due.items()])
            memo = say("{who} share {pot}: {each}.", who=listed(players), pot=the(self.pot), each=each)
            paid = from_pot(self.pot, due)
        if len(players) == 1:
            memo = say("{who} takes {pot}.", who=players[0], pot=the(self.pot))
        return Effect(memo, state, paid)


@frozen
class Pays(OfAPot):
    """One player, or several, pay counters into a pot."""

    name = "pays"
    label = "Pays into a pot"

    player: Annotated[Seat | None, "Who pays?"] = None
    players: Annotated[list[Seat] | None, NonEmpty(), "Who pays? (each of them the same)"] = None
    pot: Annotated[PotName, "Into which pot?"] = field(kw_only=True)
    counters: Annotated[Counters, Buttons(TAPPED), "How many counters?"] = field(kw_only=True)

    def well_formed(self) -> None:
        """Refuse one who pays together with several, and nobody."""
        if (self.player is None) == (self.players is None):
            raise Malformed("give either {one} or {other}, not both", one="player", other="players")

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide the question for one who pays, unless it was answered so: several may be ticked, or one."""
        return ("players",) if answers.get("player") else ("player",)

    @classmethod
    def required(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Require somebody who pays, where several may be ticked."""
        return ("players",)

    def check(self, state: Table) -> None:
        """Refuse a pot that isn't there, or a player named twice."""
        must_exist(state, Pot(self.pot))
        each_once(self.players or [])

    def effect(self, state: Table) -> Effect:
        """Let each of them pay the counters into the pot."""
        players = self.players or [self.player or ""]
        values = {"counters": plural(self.counters), "place": into(self.pot)}
        if len(players) == 1:
            memo = say("{player} pays {counters} {place}.", player=players[0], **values)
        else:
            memo = say("{who} each pay {counters} {place}.", who=listed(players), **values)
        paid = tuple(Posting(player, Pot(self.pot), self.counters) for player in players if self.counters)
        return Effect(memo, state, paid)


def each_once(players: Sequence[str]) -> None:
    """Raise Illegal where a player is named twice."""
    twice = [name for name, times in Counter(players).items() if times > 1]
    if twice:
        raise Illegal("{player} is named twice: each takes one part.", player=twice[0])


@frozen
class Collects(Move):
    """A player is paid by each of the others."""

    name = "collects"
    label = "Collects from the others"

    player: Annotated[Seat, "Who is paid?"]
    counters: Annotated[Counters, Buttons(TAPPED), "How many counters from each?"]

    def effect(self, state: Table) -> Effect:
        """Collect the counters from each other player."""
        memo = say(
            "{player} collects {counters} from each of the others.", player=self.player, counters=plural(self.counters)
        )
        return Effect(memo, state, from_each(state.others(self.player), self.player, self.counters))


@frozen
class PaysEach(Move):
    """A player pays each of the others; the hand goes on."""

    name = "pays_each"
    label = "Pays each of the others"

    player: Annotated[Seat, "Who pays?"]
    counters: Annotated[Annotated[int, Within(1)], Buttons(TAPPED), "How many counters to each?"]

    def effect(self, state: Table) -> Effect:
        """Pay the counters to each other player."""
        values = {"player": self.player, "counters": plural(self.counters)}
        paid = tuple(Posting(self.player, other, self.counters) for other in state.others(self.player))
        return Effect(say("{player} pays each of the others {counters}.", **values), state, paid)


@frozen
class Out(FirstOut):
    """A player goes out and is paid for every card that the others have left; the hand goes on."""

    main = False

    @classmethod
    def pot_taps(cls, state: State[Any, Any]) -> Mapping[str, Mapping[str, str]]:
        """Return none: taking a pot is another move here."""
        return {}

    @classmethod
    def empty_handed(cls, state: State[Any, Any]) -> tuple[str, ...]:
        """Return all: the hand goes on, and who went out before has no card left."""
        return state.playing

    def effect(self, state: Table) -> Effect:
        """Pay for the cards left; the hand goes on."""
        cards = per_card(self.cards_left, self.player, state.options.card_price)
        return Effect(say("{player} went out and is paid for the cards left.", player=self.player), state, cards)


@frozen
class Ends(Move):
    """The hand ends; what nobody took stays in the pots."""

    name = "ends"
    label = "The hand ends"
    main = True

    def effect(self, state: Table) -> Effect:
        """End the hand."""
        return Effect(say("The hand ends."), hand_ends(state))


EXAMPLES = MappingProxyType(
    {
        "name": say("Loo"),
        "rules": say("Three tricks, each worth a third of the pool. Play and take none, and you pay 3."),
        "pots": say("pool, 1 from everyone, 3 more from the dealer"),
        "looed": say("3 at Loo; 0 to pay as much as the pool held; leave empty in a game without three tricks"),
        "card_price": say("2: the first player out gets 2 for each card the others have left"),
    }
)
"""An example of an answer to each question about its rules."""
GAME = Game(
    key="house-game",
    title="House game",
    family=Family.OWN,
    summary="Any round game, your own pots",
    options=HouseRules,
    moves=(Deal, Takes, Pays, Collects, PaysEach, Out, Ends),
    common=kit.COMMON,
    edition=2,
    examples=EXAMPLES,
    whole_hand=whole_hand,
    needs=(),
)
