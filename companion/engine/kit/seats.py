"""Who is at the table: sitting down, getting up, missing hands, and whether enough are in."""

from typing import Annotated, Any

from attrs import frozen

from companion.engine.fields import MOST_NAMES, Kind, Name, Seat, alike, shown
from companion.engine.game import Effect, Moment, Move
from companion.engine.refusals import Illegal
from companion.engine.saying import listed, say
from companion.engine.state import Presence, State
from companion.engine.words import between


@frozen
class Join(Move):
    """Somebody sits down: at the end, or on the left of a player."""

    name = "join"
    label = "Somebody joins"
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Name, Kind.NEWCOMER, "Who sits down?"]
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
        if self.left_of is not None:
            must_have_a_seat(state, self.left_of)

    def effect(self, state: State[Any, Any]) -> Effect:
        names = [name for name in state.seats if name != self.player]
        place = len(names) if self.left_of is None else names.index(self.left_of) + 1
        names.insert(place, self.player)
        seats = {name: state.seats.get(name, Presence.IN) for name in names} | {self.player: Presence.IN}
        balances = {name: state.balances.get(name, 0) for name in names}
        memo = say("{player} sits down.", player=self.player)
        if self.left_of:
            memo = say("{player} sits down on the left of {neighbour}.", player=self.player, neighbour=self.left_of)
        return Effect(memo, state.but(seats=seats, balances=balances))


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
        must_have_a_seat(state, self.player)
        not_the_last(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        points = without(state, self.player) if state.side(self.player) == (self.player,) else state.points
        left = absent(state, self.player, Presence.LEFT).but(points=points)
        return Effect(say("{player} gets up.", player=self.player), left)


@frozen
class SitOut(Move):
    """Somebody misses hands, keeping the seat."""

    name = "sit_out"
    label = "Somebody sits out"
    question = "Who sits out?"
    moment = Moment.BETWEEN
    names_those_in = False  # who is out of this game may miss the next one

    player: Annotated[Seat, "Who sits out?"]

    def check(self, state: State[Any, Any]) -> None:
        if state.seats.get(self.player) is not Presence.IN:
            raise Illegal(say("{name} {why}.", name=shown(self.player), why=state.absence(self.player)))
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
            raise Illegal(say("{player} does not sit out.", player=shown(self.player)))

    def effect(self, state: State[Any, Any]) -> Effect:
        seats = {**state.seats, self.player: Presence.IN}
        return Effect(say("{player} plays again.", player=self.player), state.but(seats=seats))


def enough_players(state: State[Any, Any]) -> None:
    """Raises Illegal unless the game can be dealt to those who are in."""
    if state.teams:
        four = [name for team in state.teams for name in team]
        if sorted(four) != sorted(state.playing):
            raise Illegal(say("The sides are {names}: exactly these four must be in.", names=listed(four)))
    seats, number = state.options.seats(), len(state.playing)
    if number not in seats:
        said = {"title": say(state.game.title if state.game else "This game"), "numbers": between(seats), "n": number}
        if number > seats[-1]:
            raise Illegal(
                say("{title} is for {numbers} players under these house rules; {n} in: somebody must sit out.", **said)
            )
        raise Illegal(say("{title} is for {numbers} players under these house rules; {n} in.", **said))


def must_have_a_seat(state: State[Any, Any], player: str) -> None:
    """Raises Illegal unless the player has a seat, also one who sits out."""
    if player not in state.seated:
        raise Illegal(say("{player} has no seat at this table.", player=shown(player)))


def not_the_last(state: State[Any, Any], player: str) -> None:
    """Raises Illegal where nobody else is in, or nobody else has a seat, as where all lost their last stakes."""
    if (player,) in (state.playing, state.seated):
        raise Illegal(say("{player} is the last one in and can't go.", player=player))


def absent(state: State[Any, Any], player: str, presence: Presence) -> State[Any, Any]:
    """The state when the player misses hands; the deal passes on by itself, if it was the player's."""
    return state.but(seats={**state.seats, player: presence})


def without(state: State[Any, Any], player: str) -> dict[str, int]:
    """The points without those of a player who leaves."""
    return {name: points for name, points in state.points.items() if name != player}
