"""The moves that every game has: the deal and its accidents, counters, counts, seats, and the end."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from attrs import evolve, field, frozen

from companion.engine.errors import Illegal, Malformed
from companion.engine.fields import (
    MAX_PLAYERS,
    Account,
    Aside,
    Balance,
    Counters,
    Except,
    Kind,
    Memo,
    Name,
    Pot,
    PotName,
    Seat,
    Within,
    excerpt,
)
from companion.engine.game import Effect, Facts, Moment, Move, Presence, State, hand_ends
from companion.engine.kit.payments import divide_all, must_exist
from companion.engine.message import Message, capital, listed, say
from companion.engine.names import stored_name_key
from companion.engine.phrases import between, plural, the, up_or_down
from companion.engine.postings import Posting


@frozen
class Deal(Move):
    """Start a hand: antes are paid and the cards dealt."""

    name = "deal"
    label = "Deal"
    main = True
    moment = Moment.BETWEEN

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse to deal unless as many players are in as the game takes."""
        enough_players(state)

    @classmethod
    def hints(cls, state: State[Any, Any]) -> list[str]:
        """Return what the dealer should know before dealing, in sentences."""
        dealing = state.options.dealing(len(state.playing))
        if dealing is None:
            return []
        cards = say("{dealer} deals next: {cards}.", dealer=state.dealer, cards=dealing.summary())
        return [cards, dealing.pack] if dealing.pack else [cards]

    def antes(self, state: State[Any, Any]) -> tuple[Posting, ...]:
        """Return what is laid in the pots before the cards are dealt."""
        return ()

    def may_lie(self, before: State[Any, Any], now: State[Any, Any], pot: str) -> Sequence[int]:
        """Return how many counters may lie in a pot ``now``, as far as people lay them where they like at this deal."""
        return ()

    def lying(self, before: State[Any, Any], now: State[Any, Any], pot: str, counters: int) -> "Deal":
        """Return this deal with the counters laid so that as many lie in the pot. Raises Illegal."""
        return self

    def facts(self, state: State[Any, Any]) -> Facts:
        """Return what is remembered as the hand begins."""
        facts: Facts = state.facts.for_hand()
        return facts

    def effect(self, state: State[Any, Any]) -> Effect:
        """Open the hand, with its antes."""
        dealt = state.replace(open=True, hand=state.hand + 1, facts=self.facts(state))
        return Effect(
            say("{dealer} deals hand {hand}.", dealer=state.dealer, hand=dealt.hand), dealt, self.antes(state)
        )


@frozen
class Misdeal(Move):
    """The player on the left redeals; counters stay where they are."""

    name = "misdeal"
    label = "Misdeal"

    def effect(self, state: State[Any, Any]) -> Effect:
        """Pass the deal to the left and forget what belonged to the hand."""
        dealer = state.left_of(state.dealer)
        after = state.replace(dealer=dealer, facts=state.facts.for_hand())
        return Effect(say("{dealer} misdeals; {next} redeals.", dealer=state.dealer, next=dealer), after)


@frozen
class Abandon(Move):
    """Nobody won: the hand ends, the pots stay, the deal passes."""

    name = "abandon"
    label = "Abandon the hand"

    def effect(self, state: State[Any, Any]) -> Effect:
        """End the hand; no counters pass."""
        return Effect(say("The hand is abandoned; the pots stay."), hand_ends(state))


@frozen
class Dealer(Move):
    """This player deals next."""

    name = "dealer"
    label = "Change the dealer"
    at_seats = True
    takes_back_deal = True
    moment = Moment.BETWEEN

    player: Annotated[Seat, "Who deals next?"]

    def effect(self, state: State[Any, Any]) -> Effect:
        """Pass the deal; no counters pass."""
        return Effect(say("{player} deals next.", player=self.player), state.replace(dealer=self.player))


@frozen
class Give(Move):
    """Counters change hands by agreement: a fine, a correction, a side bet."""

    name = "give"
    label = "Give counters"
    of_counters = True
    moment = Moment.GAME
    names_those_in = False

    from_: Annotated[Account, Kind.ACCOUNT, "Who gives?"]
    to: Annotated[Account, Kind.ACCOUNT, Except("from"), "Who receives?"]
    counters: Annotated[Counters, "How many counters?"]
    memo: Annotated[Memo | None, Aside(), "What for? (optional)"] = None

    @classmethod
    def summary(cls, answers: Mapping[str, str]) -> str:
        """Return ``Ann gives Ben``, as far as it is known."""
        if "from" not in answers:  # an address may hold anything
            return super().summary(answers)
        names = {"from_": answers["from"], "to": answers.get("to")}
        return say("{from_} gives {to}", **names) if names["to"] else say("{from_} gives", **names)

    def check(self, state: State[Any, Any]) -> None:
        """Refuse an account that isn't there, and one that gives to itself."""
        for account in (self.from_, self.to):
            must_exist(state, account)
        if self.from_ == self.to:
            raise Illegal("Choose two different players or pots.")

    def effect(self, state: State[Any, Any]) -> Effect:
        """Pass the counters; 0 leaves the remark alone. Where the sheet keeps the score, it names the number alone."""
        counters = str(self.counters) if state.start is None else plural(self.counters)
        values = {"from_": account_name(self.from_), "to": account_name(self.to), "counters": counters}
        if self.memo:
            memo = say("{from_} gives {to} {counters}: {memo}", **values, memo=self.memo)
        else:
            memo = say("{from_} gives {to} {counters}.", **values)
        postings = (Posting(self.from_, self.to, self.counters),) if self.counters else ()
        return Effect(capital(memo) if isinstance(self.from_, Pot) else memo, state, postings)


@frozen
class Settle(Move):
    """A debt is paid with money, out of play: it no longer stands on the sheet."""

    name = "settle"
    label = "Settle a debt"
    moment = Moment.GAME
    names_those_in = False

    from_: Annotated[Seat, "Who has paid?"]
    to: Annotated[Seat, Except("from"), "Who was paid?"]
    counters: Annotated[Annotated[int, Within(1)], "For how many counters?"]

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player who never sat here, and one who pays himself."""
        for player in (self.from_, self.to):
            must_exist(state, player)
        if self.from_ == self.to:
            raise Illegal("Choose two different players.")

    def effect(self, state: State[Any, Any]) -> Effect:
        """Pass the counters to the one who has paid for them."""
        values = {"payer": self.from_, "payee": self.to, "counters": plural(self.counters)}
        paid = (Posting(self.to, self.from_, self.counters),)
        changes = {self.from_: self.counters, self.to: -self.counters}
        settled = {name: state.settled.get(name, 0) + change for name, change in changes.items()}
        after = state.replace(settled={**state.settled, **settled})
        return Effect(say("{payer} settles {counters} with {payee}.", **values), after, paid)


@frozen
class Count(Move):
    """Count a pot or a player's counters, and see whether the sheet agrees."""

    name = "count"
    label = "Count and compare"
    of_counters = True
    moment = Moment.GAME
    names_those_in = False
    either = ("player", "pot")

    player: Annotated[Seat | None, "Whose counters, or which pot?"] = None
    pot: Annotated[PotName | None, "Which pot?"] = None
    counters: Annotated[Balance, "How many? (for a player, up or down: −3)"] = field(kw_only=True)

    def well_formed(self) -> None:
        """Refuse both a player and a pot, or neither, and a pot below 0."""
        if (self.player is None) == (self.pot is None):
            raise Malformed("count either a player or a pot, not both")
        if self.pot is not None and self.counters < 0:
            raise Malformed("a pot can't hold fewer than 0 counters")

    @property
    def account(self) -> Account:
        """The player or the pot that is counted."""
        return Pot(self.pot) if self.pot is not None else self.player or ""

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a count that differs from the sheet."""
        must_exist(state, self.account)
        on_sheet = state.pots[self.pot] if self.pot is not None else state.shown[self.player or ""]
        if on_sheet != self.lying(state):
            raise Illegal(evolve(self, counters=self.lying(state)).differs(on_sheet))

    def lying(self, state: State[Any, Any]) -> int:
        """Return the counters as they were counted: a player's stack where counters are on the table."""
        return self.counters + (state.given(self.player) if self.player is not None else 0)

    def differs(self, on_sheet: int) -> Message:
        """Return a sentence about the difference from the counters on the sheet."""
        counted = account_name(self.account)
        values = {
            "counted": capital(counted) if self.pot else counted,
            "number": self.counters,
            "held": on_sheet,
            "counters": plural(abs(self.counters - on_sheet)),
        }
        if self.counters > on_sheet:
            return say("{counted}: you counted {number}, but the sheet says {held}: {counters} too many.", **values)
        return say("{counted}: you counted {number}, but the sheet says {held}: {counters} too few.", **values)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Write down that the count agrees; nothing changes."""
        return Effect(
            say(
                "Counted {counted}: {number}. It matches.", counted=account_name(self.account), number=self.lying(state)
            ),
            state,
        )


@frozen
class Stack(Move):
    """A player takes more counters from the box and owes them to it; balances stay as they are."""

    name = "stack"
    label = "More from the box"
    of_counters = True
    moment = Moment.GAME
    names_those_in = False

    player: Annotated[Seat, "Who takes more counters from the box?"]
    counters: Annotated[Annotated[int, Within(1)] | None, "How many? (empty: as many as at the start)"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse where no counters are on the table."""
        if state.start is None:
            raise Illegal("There are no counters on this table: the sheet keeps score, so nobody can run out.")

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player who never sat here."""
        must_exist(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Remember the debt to the box; no counters pass between players and pots."""
        counters = self.counters or state.start or 0
        taken = {**state.taken, self.player: state.taken.get(self.player, 0) + counters}
        memo = say("{player} takes {counters} from the box.", player=self.player, counters=plural(counters))
        return Effect(memo, state.replace(taken=taken))


@frozen
class Finish(Move):
    """End the game: what's in the pots is shared equally among those still in (GEN-09)."""

    name = "finish"
    label = "Finish the game"
    takes_back_deal = True
    moment = Moment.BETWEEN

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse to share the pots where nobody is in."""
        if not state.playing:
            raise Illegal("Nobody is in to share what's in the pots: somebody must come back in first.")

    def effect(self, state: State[Any, Any]) -> Effect:
        """Share the pots and take the game off."""
        return Effect(say("The game is finished."), state.replace(over=True), divide_all(state))


def account_name(account: Account) -> str:
    """Return an account as a sentence names it."""
    return the(account.name) if isinstance(account, Pot) else account


@frozen
class Join(Move):
    """Somebody joins: at the end, or on a player's left."""

    name = "join"
    label = "Somebody joins"
    at_seats = True
    takes_back_deal = True
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Name, Kind.NEWCOMER, "Who's joining?"]
    left_of: Annotated[Seat | None, "On whose left? (otherwise at the end)"] = None

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a name that is taken or looks like another, a full sheet, and a neighbour without a seat."""
        if self.player in state.seated:
            raise Illegal("{player} already has a seat.", player=self.player)
        key = stored_name_key(self.player)  # what is new is held to more, in ``play``
        twin = next((name for name in state.seats if stored_name_key(name) == key), self.player)
        if twin != self.player:
            raise Illegal(
                "{player} can't be told apart from {twin}: choose another name.", player=self.player, twin=twin
            )
        if self.player not in state.seats and len(state.seats) >= MAX_PLAYERS:
            raise Illegal("The sheet is full: it holds {most} names.", most=MAX_PLAYERS)
        if self.left_of is not None:
            must_have_a_seat(state, self.left_of)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Seat the player; a player who comes back has the balance of before."""
        names = [name for name in state.seats if name != self.player]
        place = len(names) if self.left_of is None else names.index(self.left_of) + 1
        names.insert(place, self.player)
        seats = {name: state.seats.get(name, Presence.IN) for name in names} | {self.player: Presence.IN}
        balances = {name: state.balances.get(name, 0) for name in names}
        after = state.replace(seats=seats, balances=balances)
        return Effect(self._memo(after.stacks.get(self.player, 0)), after)

    def _memo(self, stack: int) -> Message:
        """Say who sits down where, and which stack comes from the box."""
        values = {"player": self.player, "neighbour": self.left_of, "counters": plural(stack)}
        if stack > 0 and self.left_of:
            return say("{player} joins on {neighbour}'s left and takes {counters} from the box.", **values)
        if stack > 0:
            return say("{player} joins and takes {counters} from the box.", **values)
        if self.left_of:
            return say("{player} joins on {neighbour}'s left.", **values)
        return say("{player} joins.", **values)


@frozen
class Leave(Move):
    """Somebody leaves; their balance stays."""

    name = "leave"
    label = "Somebody leaves"
    at_seats = True
    takes_back_deal = True
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Seat, "Who's leaving?"]

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player without a seat, and the last one."""
        must_have_a_seat(state, self.player)
        not_the_last(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Free the seat; points of a player without a partner are dropped."""
        points = without(state, self.player) if state.side(self.player) == (self.player,) else state.points
        left = absent(state, self.player, Presence.LEFT).replace(points=points)
        return Effect(self._memo(state), left)

    def _memo(self, state: State[Any, Any]) -> Message:
        """Say who gets up, and which stack goes back to the box."""
        if not state.stacks:
            return say("{player} leaves.", player=self.player)
        who, counters = self.player, plural(max(state.stacks[self.player], 0))
        if state.settled.get(who) and not state.balances[who]:
            return say("{player} leaves and hands back {counters}.", player=who, counters=counters)
        return say(
            "{player} leaves and hands back {counters}: {standing}.",
            player=who,
            counters=counters,
            standing=up_or_down(state.balances[who]),
        )


@frozen
class SitOut(Move):
    """Somebody misses a few hands and keeps the seat."""

    name = "sit_out"
    label = "Somebody sits out"
    at_seats = True
    takes_back_deal = True
    moment = Moment.BETWEEN
    names_those_in = False  # a player who is out of this game may miss the next one

    player: Annotated[Seat, "Who's sitting out?"]

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player who sits out already or isn't there, and the last one."""
        if state.seats.get(self.player) is not Presence.IN:
            raise Illegal("{name} {why}.", name=excerpt(self.player), why=state.absence(self.player))
        not_the_last(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        return Effect(say("{player} sits out.", player=self.player), absent(state, self.player, Presence.SITS_OUT))


@frozen
class SitIn(Move):
    """Somebody who sat out is back in."""

    name = "sit_in"
    label = "Somebody is back in"
    at_seats = True
    takes_back_deal = True
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Seat, "Who's back in?"]

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player who does not sit out."""
        if state.seats.get(self.player) is not Presence.SITS_OUT:
            raise Illegal("{player} isn't sitting out.", player=excerpt(self.player))

    def effect(self, state: State[Any, Any]) -> Effect:
        """Mark the player as in."""
        seats = {**state.seats, self.player: Presence.IN}
        return Effect(say("{player} is back in.", player=self.player), state.replace(seats=seats))


def enough_players(state: State[Any, Any]) -> None:
    """Raise Illegal unless the game can be dealt to those who are in."""
    if state.teams:
        members = [name for team in state.teams for name in team]
        if sorted(members) != sorted(state.playing):
            raise Illegal("The sides are {names}: exactly these {n} must be in.", names=listed(members), n=len(members))
    seats, number = state.options.seats(), len(state.playing)
    if number not in seats:
        title = say(state.game.title if state.game else "This game")
        values: dict[str, Any] = {"title": title, "numbers": between(seats), "n": number}
        if number > seats[0]:
            raise Illegal(
                "{title} is for {numbers} players under these house rules; {n} in: somebody must sit out.", **values
            )
        raise Illegal("{title} is for {numbers} players under these house rules; {n} in.", **values)


def must_have_a_seat(state: State[Any, Any], player: str) -> None:
    """Raise Illegal unless the player has a seat; one who sits out has."""
    if player not in state.seated:
        raise Illegal("{player} has no seat at this table.", player=excerpt(player))


def not_the_last(state: State[Any, Any], player: str) -> None:
    """Raise Illegal where nobody else is in, or nobody else has a seat though none is in, all stakes being lost."""
    if (player,) in (state.playing, state.seated):
        raise Illegal("{player} is the last one in and can't leave.", player=player)


def absent(state: State[Any, Any], player: str, presence: Presence) -> State[Any, Any]:
    """Return the state when a player misses hands; the deal passes on by itself, if it was the player's."""
    return state.replace(seats={**state.seats, player: presence})


def without(state: State[Any, Any], player: str) -> dict[str, int]:
    """Return the points without those of a player who leaves."""
    return {name: points for name, points in state.points.items() if name != player}


COMMON: tuple[type[Move], ...] = (
    Deal, Misdeal, Abandon, Dealer, Give, Settle, Count, Stack, Join, Leave, SitOut, SitIn, Finish,
)  # fmt: skip
"""The moves of a game whose hands are dealt, those of its seats among them."""
