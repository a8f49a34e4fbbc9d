"""The moves that every game has: the deal and its accidents, seats, counters by agreement, the end."""

from typing import Annotated, Any

from attrs import evolve, field, frozen

from companion.engine.fields import (
    MOST_NAMES,
    Account,
    Balance,
    Counters,
    Kind,
    Memo,
    Name,
    Pot,
    PotName,
    Seat,
    alike,
)
from companion.engine.game import Effect, Moment, Move
from companion.engine.ledger import Posting
from companion.engine.paying import divide_all
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import Said, capital, listed, say
from companion.engine.state import Facts, Presence, State, hand_ends
from companion.engine.words import between, plural, the


@frozen
class Deal(Move):
    """Start a hand: antes are paid and the cards dealt. A game that asks for counters overrides ``antes``."""

    name = "deal"
    label = "Deal"
    main = True
    moment = Moment.BETWEEN

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        enough_players(state)

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        """What the dealer should know before dealing, in sentences."""
        dealing = state.options.dealing(len(state.playing))
        if dealing is None:
            return []
        return list(
            filter(
                None, [say("{dealer} deals next: {cards}.", dealer=state.dealer, cards=dealing.says()), dealing.pack]
            )
        )

    def antes(self, state: State[Any, Any]) -> tuple[Posting, ...]:
        """What is laid in the pots before the cards are dealt."""
        return ()

    def facts(self, state: State[Any, Any]) -> Facts:
        """What is remembered when the hand begins."""
        facts: Facts = state.facts.afresh()
        return facts

    def effect(self, state: State[Any, Any]) -> Effect:
        dealt = evolve(state, open=True, hand=state.hand + 1, facts=self.facts(state))
        return Effect(
            say("{dealer} deals hand {hand}.", dealer=state.dealer, hand=dealt.hand), dealt, self.antes(state)
        )


@frozen
class Misdeal(Move):
    """The hand starts afresh with the player on the left; counters stay where they are."""

    name = "misdeal"
    label = "Misdeal"

    def effect(self, state: State[Any, Any]) -> Effect:
        dealer = state.left_of(state.dealer)
        afresh = evolve(state, dealer=dealer, facts=state.facts.afresh())
        return Effect(say("{dealer} misdeals; {next} deals the hand afresh.", dealer=state.dealer, next=dealer), afresh)


@frozen
class Abandon(Move):
    """Nobody won: the hand ends, the pots stay, the deal passes."""

    name = "abandon"
    label = "Abandon the hand"

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(say("The hand is abandoned; the pots stay."), hand_ends(state))


@frozen
class Dealer(Move):
    """This player deals next."""

    name = "dealer"
    label = "Change the dealer"
    question = "Who deals next?"
    moment = Moment.BETWEEN

    player: Annotated[Seat, "Who deals next?"]

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(say("{player} deals next.", player=self.player), evolve(state, dealer=self.player))


@frozen
class Give(Move):
    """Counters pass by agreement: a fine, a correction, a side bet."""

    name = "give"
    label = "Give counters"
    moment = Moment.GAME
    names_those_in = False

    from_: Annotated[Account, Kind.ACCOUNT, "Who gives?"]
    to: Annotated[Account, Kind.ACCOUNT, "Who receives?"]
    counters: Annotated[Counters, "How many counters?"]
    memo: Annotated[Memo | None, "What for? (may stay empty)"] = None

    def check(self, state: State[Any, Any]) -> None:
        for account in (self.from_, self.to):
            must_exist(state, account)
        if self.from_ == self.to:
            raise Illegal(say("Counters must pass between two different accounts."))

    def effect(self, state: State[Any, Any]) -> Effect:
        said = {"from_": account_name(self.from_), "to": account_name(self.to), "counters": plural(self.counters)}
        if self.memo:
            memo = say("{from_} gives {to} {counters}: {memo}", **said, memo=self.memo)
        else:
            memo = say("{from_} gives {to} {counters}.", **said)
        postings = (Posting(self.from_, self.to, self.counters),) if self.counters else ()
        return Effect(capital(memo) if isinstance(self.from_, Pot) else memo, state, postings)


@frozen
class Count(Move):
    """Count a pot, or what a player is up or down, and see whether the sheet agrees."""

    name = "count"
    label = "Count"
    moment = Moment.GAME
    names_those_in = False
    either = ("player", "pot")

    player: Annotated[Seat | None, "Whose counters, or which pot?"] = None
    pot: Annotated[PotName | None, "Which pot?"] = None
    counters: Annotated[Balance, "How many? (for a player, up or down: −3)"] = field(kw_only=True)

    def well_formed(self) -> None:
        if (self.player is None) == (self.pot is None):
            raise Malformed(say("count either a player or a pot, one of the two"))
        if self.pot is not None and self.counters < 0:
            raise Malformed(say("a pot can't hold fewer than 0 counters"))

    @property
    def account(self) -> Account:
        """The player or the pot that was counted."""
        return Pot(self.pot) if self.pot is not None else self.player or ""

    def check(self, state: State[Any, Any]) -> None:
        must_exist(state, self.account)
        held = state.pots[self.pot] if self.pot is not None else state.balances[self.player or ""]
        if held != self.counters:
            raise Illegal(self.differs(held))

    def differs(self, held: int) -> Said:
        """By how much the count differs from the counters that the sheet says are held."""
        counted = account_name(self.account)
        said = {
            "counted": capital(counted) if self.pot else counted,
            "number": self.counters,
            "held": held,
            "counters": plural(abs(self.counters - held)),
        }
        if self.counters > held:
            return say(
                "{counted}: counted {number}, but the sheet says {held}: {counters} more than written down.", **said
            )
        return say(
            "{counted}: counted {number}, but the sheet says {held}: {counters} fewer than written down.", **said
        )

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(
            say("Counted: {counted} {number}. It agrees.", counted=account_name(self.account), number=self.counters),
            state,
        )


@frozen
class Join(Move):
    """Somebody sits down: at the end, or on the left of a player."""

    name = "join"
    label = "Somebody joins"
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Name, "Who sits down?"]
    left_of: Annotated[Seat | None, "On whose left? (else at the end)"] = None

    def check(self, state: State[Any, Any]) -> None:
        if self.player in state.seated:
            raise Illegal(say("{player} has a seat already.", player=self.player))
        twin = next((name for name in state.seats if alike(name) == alike(self.player)), self.player)
        if twin != self.player:
            raise Illegal(
                say("{player} can't be told apart from {twin}: choose another name.", player=self.player, twin=twin)
            )
        if self.player not in state.seats and len(state.seats) >= MOST_NAMES:
            raise Illegal(say("The sheet holds {most} names and is full.", most=MOST_NAMES))
        if self.left_of is not None and self.left_of not in state.seated:
            raise Illegal(say("{left_of} has no seat at this table.", left_of=self.left_of))

    def effect(self, state: State[Any, Any]) -> Effect:
        names = [name for name in state.seats if name != self.player]
        place = len(names) if self.left_of is None else names.index(self.left_of) + 1
        names.insert(place, self.player)
        seats = {name: state.seats.get(name, Presence.IN) for name in names} | {self.player: Presence.IN}
        balances = {name: state.balances.get(name, 0) for name in names}
        memo = say("{player} sits down.", player=self.player)
        if self.left_of:
            memo = say("{player} sits down on the left of {neighbour}.", player=self.player, neighbour=self.left_of)
        return Effect(memo, evolve(state, seats=seats, balances=balances))


@frozen
class Leave(Move):
    """Somebody gets up; the balance stays."""

    name = "leave"
    label = "Somebody leaves"
    question = "Who gets up?"
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Seat, "Who gets up?"]

    def check(self, state: State[Any, Any]) -> None:
        if self.player not in state.seated:
            raise Illegal(say("{player} has no seat at this table.", player=self.player))
        not_the_last(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        points = state.points if state.side(self.player) != (self.player,) else without(state, self.player)
        left = evolve(absent(state, self.player, Presence.LEFT), points=points)
        return Effect(say("{player} gets up.", player=self.player), left)


@frozen
class SitOut(Move):
    """Somebody misses hands, keeping the seat."""

    name = "sit_out"
    label = "Somebody sits out"
    question = "Who sits out?"
    moment = Moment.BETWEEN

    player: Annotated[Seat, "Who sits out?"]

    def check(self, state: State[Any, Any]) -> None:
        not_the_last(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(say("{player} sits out.", player=self.player), absent(state, self.player, Presence.SITS_OUT))


@frozen
class SitIn(Move):
    """Somebody who sat out plays again."""

    name = "sit_in"
    label = "Somebody sits in again"
    question = "Who plays again?"
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Seat, "Who plays again?"]

    def check(self, state: State[Any, Any]) -> None:
        if state.seats.get(self.player) is not Presence.SITS_OUT:
            raise Illegal(say("{player} does not sit out.", player=self.player))

    def effect(self, state: State[Any, Any]) -> Effect:
        seats = {**state.seats, self.player: Presence.IN}
        return Effect(say("{player} plays again.", player=self.player), evolve(state, seats=seats))


@frozen
class Finish(Move):
    """End the game: what lies in the pots is shared equally among those in (GEN-09)."""

    name = "finish"
    label = "Finish the game"
    moment = Moment.BETWEEN

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        if not state.playing:
            raise Illegal(say("Nobody is in to share what lies in the pots: somebody must sit in first."))

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(say("The game is finished."), evolve(state, over=True), divide_all(state))


COMMON: tuple[type[Move], ...] = (
    Deal, Misdeal, Abandon, Dealer, Give, Count, Join, Leave, SitOut, SitIn, Finish,
)  # fmt: skip


def enough_players(state: State[Any, Any]) -> None:
    """Raises Illegal unless the game can be dealt to those who are in."""
    if state.teams:
        four = [name for team in state.teams for name in team]
        if sorted(four) != sorted(state.playing):
            raise Illegal(say("The sides are {names}: exactly these four must be in.", names=listed(four)))
    seats, number = state.options.seats(), len(state.playing)
    if number not in seats:
        title = say(state.game.title if state.game else "This game")
        raise Illegal(
            say(
                "{title} is for {numbers} players under these house rules; {number} in.",
                title=title,
                numbers=between(seats),
                number=number,
            )
        )


def account_name(account: Account) -> str:
    """An account as a sentence calls it."""
    return the(account.name) if isinstance(account, Pot) else account


def must_exist(state: State[Any, Any], account: Account) -> None:
    """Raises Illegal unless the account is a pot of this game or somebody who ever sat here."""
    if isinstance(account, Pot):
        if account.name not in state.pots:
            raise Illegal(say("There is no pot called {name} in this game.", name=account.name))
    elif account not in state.seats:
        raise Illegal(say("{account} is not at this table.", account=account))


def not_the_last(state: State[Any, Any], player: str) -> None:
    """Raises Illegal where nobody would be in without this player."""
    if state.playing == (player,):
        raise Illegal(say("{player} is the last one in and can't go.", player=player))


def absent(state: State[Any, Any], player: str, presence: Presence) -> State[Any, Any]:
    """The state when the player misses hands; the deal passes on by itself, if it was the player's."""
    return evolve(state, seats={**state.seats, player: presence})


def without(state: State[Any, Any], player: str) -> dict[str, int]:
    """The points without those of a player who leaves."""
    return {name: points for name, points in state.points.items() if name != player}
