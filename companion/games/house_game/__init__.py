"""A game of the house: any other round game, with a name and pots of its own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, TypeAlias

from attrs import evolve, field, frozen

from companion.engine import (
    Buttons,
    Carried,
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
    joined,
    kit,
    listed,
    plural,
    say,
    say_many,
    the,
)
from companion.engine.kit import FirstOut, antes, from_each, from_pot, must_exist, per_card, share
from companion.games.house_game.whole_hand import TAPPED, TRICKS, whole_hand


@frozen
class HousePot:
    """A pot: its name, what everyone lays in it at each deal, and what the dealer lays on top."""

    pot: Annotated[Name, "What is the pot called?"]
    each: Annotated[Counters, "Everyone puts in"] = 0
    dealer: Annotated[Counters, "The dealer adds"] = 0

    def __str__(self) -> str:
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


@frozen
class Call:
    """A call that is played alone against all: what each of the others pays if it is made, or gets if it fails."""

    made: Annotated[Annotated[int, Within(1)], "Each pays, if it is made"]
    failed: Annotated[Annotated[int, Within(1)], "Each gets, if it fails"]

    def summary(self) -> Message:
        """Return the call in words: ``10, failed 5``."""
        return say("{made}, failed {cost}", made=self.made, cost=self.failed)


NO_POTS: list[HousePot] = []
NO_CALLS: list[Call] = []


@frozen
class HouseRules(Options):
    """House rules of a game of the house."""

    name: Annotated[Name, "What is the game called?"] = "House game"
    rules: Annotated[RulesText, "The rules, in your own words"] = ""
    pots_: Annotated[list[HousePot], "Which pots are there, and what goes into each at a deal?"] = NO_POTS
    card_price: Annotated[Counters, "How many counters is each card left in hand worth?"] = 1
    looed: Annotated[Counters | None, "What do you pay if you take no trick? (optional)"] = None
    shared_by: Annotated[
        Annotated[int, Within(1, 24)] | None, Carried(), "How many can share a pot, once in a hand"
    ] = None
    calls: Annotated[list[Call], Carried(), "What calls bring, and cost"] = NO_CALLS

    def well_formed(self) -> None:
        """Refuse two pots of one name, and tricks that share more or fewer pots than one."""
        twice = [name for name, times in Counter(self.pots()).items() if times > 1]
        if twice:
            raise Malformed('pots: two pots are called "{given}"', given=excerpt(twice[0]))
        if self.looed is not None and len(self.pots_) != 1:
            raise Malformed("Tricks share one pot: name one pot, or leave this empty.", "looed")

    def seats(self) -> range:
        """Allow one to twenty-four."""
        return range(1, 25)

    def pots(self) -> tuple[str, ...]:
        return tuple(pot.pot for pot in self.pots_)

    def title(self) -> str:
        return self.name


@frozen
class OfTheHand(Facts):
    """Who took a pot in this hand and what all held before, who was looed, and who played a call alone."""

    taken: Mapping[str, tuple[str, ...]] = field(factory=dict)
    held: int = 0
    looed: tuple[str, ...] = ()
    caller: str = ""

    def for_hand(self) -> "OfTheHand":
        return OfTheHand()


Table: TypeAlias = State[HouseRules, OfTheHand]


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
        return {pot: {"pot": pot} for pot in state.pots}

    def check(self, state: Table) -> None:
        """Refuse a pot that isn't there, a player named twice, and what can't be where tricks or the best take it."""
        must_exist(state, Pot(self.pot))
        each_once(self.players or [])
        rules, number = state.options, len(self.players or self.shares or {})
        if rules.looed is None and rules.shared_by is None:
            return
        if self.pot in state.facts.taken:
            raise Illegal("This pot was taken already in this hand.")
        if rules.looed is None:
            if number > (most := rules.shared_by or number):
                raise Illegal(say_many("Only {n} player takes this pot.", "At most {n} share this pot.", most, n=most))
            if number > 1 and self.shares:
                raise Illegal("Those who are level share this pot equally.")
        elif self.shares and (tricks := sum(self.shares.values())) != TRICKS:
            raise Illegal("A hand has {all} tricks, not {n}.", all=TRICKS, n=tricks)
        elif not self.shares and TRICKS % number:
            raise Illegal("Say who took how many of the {all} tricks.", all=TRICKS)

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
        taken, held = {**state.facts.taken, self.pot: (*players,)}, state.pots[self.pot]
        return Effect(memo, state.replace(facts=evolve(state.facts, taken=taken, held=held)), paid)


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
        """Refuse a pot that isn't there, a player named twice, and one looed who took a trick or pays another sum."""
        must_exist(state, Pot(self.pot))
        each_once(self.players or [])
        if state.options.looed is None:
            return
        if not state.facts.taken:
            raise Illegal("Who took the tricks comes before who took none.")
        took = state.facts.taken[self.pot]
        for name in self.players or [self.player or ""]:
            if name in took:
                raise Illegal("{player} took a trick, and so isn't looed.", player=name)
            if name in state.facts.looed:
                raise Illegal("{player} is looed already in this hand.", player=name)
        if self.counters != (due := state.options.looed or state.facts.held):
            raise Illegal("Who is looed pays {due}, not {n}.", due=plural(due), n=self.counters)

    def effect(self, state: Table) -> Effect:
        """Let each of them pay the counters into the pot."""
        players = self.players or [self.player or ""]
        values = {"counters": plural(self.counters), "place": into(self.pot)}
        if len(players) == 1:
            memo = say("{player} pays {counters} {place}.", player=players[0], **values)
        else:
            memo = say("{who} each pay {counters} {place}.", who=listed(players), **values)
        paid = tuple(Posting(player, Pot(self.pot), self.counters) for player in players if self.counters)
        facts = evolve(state.facts, looed=(*state.facts.looed, *players))
        return Effect(memo, state.replace(facts=facts), paid)


def each_once(players: Sequence[str]) -> None:
    """Raise Illegal where a player is named twice."""
    twice = [name for name, times in Counter(players).items() if times > 1]
    if twice:
        raise Illegal("{player} is named twice: each takes one part.", player=twice[0])


class PlaysAlone(Move):
    """A player is paid by each of the others, or pays them: where calls are told, for one of these."""

    brings: ClassVar[str]
    """What of a call it comes to."""
    player: str
    counters: int

    def check(self, state: Table) -> None:
        """Refuse a second call in the hand, and counters that no call comes to."""
        calls: list[Call] = state.options.calls
        if calls and state.facts.caller:
            raise Illegal("{player} has played alone in this hand: only one does.", player=state.facts.caller)
        can_be = sorted({getattr(call, self.brings) for call in calls})
        if calls and self.counters not in can_be:
            known = joined(", ", map(str, can_be))
            raise Illegal("No call comes to {n} counters each, only to {known}.", n=self.counters, known=known)

    def called(self, state: Table) -> Table:
        return state.replace(facts=evolve(state.facts, caller=self.player))


@frozen
class Collects(PlaysAlone):
    """A player is paid by each of the others."""

    brings = "made"

    name = "collects"
    label = "Collects from the others"

    player: Annotated[Seat, "Who is paid?"]
    counters: Annotated[Counters, Buttons(TAPPED), "How many counters from each?"]

    def effect(self, state: Table) -> Effect:
        """Collect the counters from each other player."""
        memo = say(
            "{player} collects {counters} from each of the others.", player=self.player, counters=plural(self.counters)
        )
        return Effect(memo, self.called(state), from_each(state.others(self.player), self.player, self.counters))


@frozen
class PaysEach(PlaysAlone):
    """A player pays each of the others; the hand goes on."""

    brings = "failed"
    name = "pays_each"
    label = "Pays each of the others"

    player: Annotated[Seat, "Who pays?"]
    counters: Annotated[Annotated[int, Within(1)], Buttons(TAPPED), "How many counters to each?"]

    def effect(self, state: Table) -> Effect:
        """Pay the counters to each other player."""
        values = {"player": self.player, "counters": plural(self.counters)}
        paid = tuple(Posting(self.player, other, self.counters) for other in state.others(self.player))
        return Effect(say("{player} pays each of the others {counters}.", **values), self.called(state), paid)


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
    facts=OfTheHand,
    moves=(Deal, Takes, Pays, Collects, PaysEach, Out, Ends),
    common=kit.COMMON,
    edition=2,
    examples=EXAMPLES,
    whole_hand=whole_hand,
    needs=(),
)
