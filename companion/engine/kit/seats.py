"""The moves of the seats: sitting down, getting up, missing hands; and whether enough players are in."""

from typing import Annotated, Any

from attrs import frozen

from companion.engine.errors import Illegal
from companion.engine.fields import MAX_PLAYERS, Kind, Name, Seat, excerpt
from companion.engine.game import Effect, Moment, Move, Presence, State
from companion.engine.message import Message, listed, say
from companion.engine.names import stored_name_key
from companion.engine.phrases import between, plural, up_or_down


@frozen
class Join(Move):
    """Somebody joins: at the end, or on a player's left."""

    name = "join"
    label = "Somebody joins"
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Name, Kind.NEWCOMER, "Who's joining?"]
    left_of: Annotated[Seat | None, "On whose left? (otherwise at the end)"] = None

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a name that is taken or looks like another, a full sheet, and a neighbour without a seat."""
        if self.player in state.seated:
            raise Illegal(say("{player} already has a seat.", player=self.player))
        key = stored_name_key(self.player)  # what is new is held to more, in ``play``
        twin = next((name for name in state.seats if stored_name_key(name) == key), self.player)
        if twin != self.player:
            raise Illegal(
                say("{player} can't be told apart from {twin}: choose another name.", player=self.player, twin=twin)
            )
        if self.player not in state.seats and len(state.seats) >= MAX_PLAYERS:
            raise Illegal(say("The sheet is full: it holds {most} names.", most=MAX_PLAYERS))
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
    question = "Who's leaving?"
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
        return say(
            "{player} leaves and hands back {counters}: {standing}.",
            player=self.player,
            counters=plural(max(state.stacks[self.player], 0)),
            standing=up_or_down(state.balances[self.player]),
        )


@frozen
class SitOut(Move):
    """Somebody misses a few hands and keeps the seat."""

    name = "sit_out"
    label = "Somebody sits out"
    question = "Who's sitting out?"
    moment = Moment.BETWEEN
    names_those_in = False  # a player who is out of this game may miss the next one

    player: Annotated[Seat, "Who's sitting out?"]

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player who sits out already or isn't there, and the last one."""
        if state.seats.get(self.player) is not Presence.IN:
            raise Illegal(say("{name} {why}.", name=excerpt(self.player), why=state.absence(self.player)))
        not_the_last(state, self.player)

    def effect(self, state: State[Any, Any]) -> Effect:
        """Mark the player as sitting out."""
        return Effect(say("{player} sits out.", player=self.player), absent(state, self.player, Presence.SITS_OUT))


@frozen
class SitIn(Move):
    """Somebody who sat out is back in."""

    name = "sit_in"
    label = "Somebody is back in"
    question = "Who's back in?"
    moment = Moment.BETWEEN
    names_those_in = False

    player: Annotated[Seat, "Who's back in?"]

    def check(self, state: State[Any, Any]) -> None:
        """Refuse a player who does not sit out."""
        if state.seats.get(self.player) is not Presence.SITS_OUT:
            raise Illegal(say("{player} isn't sitting out.", player=excerpt(self.player)))

    def effect(self, state: State[Any, Any]) -> Effect:
        """Mark the player as in."""
        seats = {**state.seats, self.player: Presence.IN}
        return Effect(say("{player} is back in.", player=self.player), state.replace(seats=seats))


def enough_players(state: State[Any, Any]) -> None:
    """Raise Illegal unless the game can be dealt to those who are in."""
    if state.teams:
        members = [name for team in state.teams for name in team]
        if sorted(members) != sorted(state.playing):
            raise Illegal(
                say("The sides are {names}: exactly these {n} must be in.", names=listed(members), n=len(members))
            )
    seats, number = state.options.seats(), len(state.playing)
    if number not in seats:
        title = say(state.game.title if state.game else "This game")
        values = {"title": title, "numbers": between(seats), "n": number}
        if number > seats[0]:
            raise Illegal(
                say(
                    "{title} is for {numbers} players under these house rules; {n} in: somebody must sit out.",
                    **values,
                )
            )
        raise Illegal(say("{title} is for {numbers} players under these house rules; {n} in.", **values))


def must_have_a_seat(state: State[Any, Any], player: str) -> None:
    """Raise Illegal unless the player has a seat; one who sits out has."""
    if player not in state.seated:
        raise Illegal(say("{player} has no seat at this table.", player=excerpt(player)))


def not_the_last(state: State[Any, Any], player: str) -> None:
    """Raise Illegal where nobody else is in, or nobody else has a seat though none is in, all stakes being lost."""
    if (player,) in (state.playing, state.seated):
        raise Illegal(say("{player} is the last one in and can't leave.", player=player))


def absent(state: State[Any, Any], player: str, presence: Presence) -> State[Any, Any]:
    """Return the state when a player misses hands; the deal passes on by itself, if it was the player's."""
    return state.replace(seats={**state.seats, player: presence})


def without(state: State[Any, Any], player: str) -> dict[str, int]:
    """Return the points without those of a player who leaves."""
    return {name: points for name, points in state.points.items() if name != player}
