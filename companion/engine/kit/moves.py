"""The moves that every game has: the deal and its accidents, counters by agreement, the end, and those of the seats."""

from collections.abc import Mapping
from typing import Annotated, Any

from attrs import field, frozen

from companion.engine.fields import Account, Balance, Counters, Kind, Memo, Others, Pot, PotName, Seat, shown
from companion.engine.game import Effect, Moment, Move
from companion.engine.ledger import Posting
from companion.engine.paying import divide_all
from companion.engine.refusals import Illegal, Malformed
from companion.engine.saying import Said, capital, say
from companion.engine.seating import Join, Leave, SitIn, SitOut, enough_players
from companion.engine.state import Facts, State, hand_ends
from companion.engine.words import plural, the


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
        dealt = state.but(open=True, hand=state.hand + 1, facts=self.facts(state))
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
        afresh = state.but(dealer=dealer, facts=state.facts.afresh())
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
        return Effect(say("{player} deals next.", player=self.player), state.but(dealer=self.player))


@frozen
class Give(Move):
    """Counters pass by agreement: a fine, a correction, a side bet."""

    name = "give"
    label = "Give counters"
    moment = Moment.GAME
    names_those_in = False

    from_: Annotated[Account, Kind.ACCOUNT, "Who gives?"]
    to: Annotated[Account, Kind.ACCOUNT, Others("from"), "Who receives?"]
    counters: Annotated[Counters, "How many counters?"]
    memo: Annotated[Memo | None, "What for? (may stay empty)"] = None

    @classmethod
    def so_far(cls, said: Mapping[str, str]) -> str:
        if "from" not in said:  # an address may say anything
            return super().so_far(said)
        names = {"from_": said["from"], "to": said.get("to")}
        return say("{from_} gives {to}", **names) if names["to"] else say("{from_} gives", **names)

    def check(self, state: State[Any, Any]) -> None:
        for account in (self.from_, self.to):
            must_exist(state, account)
        if self.from_ == self.to:
            raise Illegal(say("Choose two different players or pots between which counters pass."))

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
        return Effect(say("The game is finished."), state.but(over=True), divide_all(state))


COMMON: tuple[type[Move], ...] = (
    Deal, Misdeal, Abandon, Dealer, Give, Count, Join, Leave, SitOut, SitIn, Finish,
)  # fmt: skip


def account_name(account: Account) -> str:
    """An account as a sentence calls it."""
    return the(account.name) if isinstance(account, Pot) else account


def must_exist(state: State[Any, Any], account: Account) -> None:
    """Raises Illegal unless the account is a pot of this game or somebody who ever sat here."""
    if isinstance(account, Pot):
        if account.name not in state.pots:
            raise Illegal(say("There is no pot called {name} in this game.", name=shown(account.name)))
    elif account not in state.seats:
        raise Illegal(say("{account} is not at this table.", account=shown(account)))
