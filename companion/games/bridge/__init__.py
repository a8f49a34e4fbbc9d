"""Bridge: games of 30 by tricks, honours above the line, and a rubber that is worth 100 (BR)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from attrs import evolve, frozen

from companion.engine import common
from companion.engine.dealing import Dealing, whole_pack
from companion.engine.fields import Counters, Seat, Side, Within
from companion.engine.game import Effect, Family, Game, Move
from companion.engine.ledger import Posting
from companion.engine.paying import seat_against_seat
from companion.engine.refusals import Malformed
from companion.engine.saying import Said, joined, listed, say, sentences, series
from companion.engine.sides import Sides
from companion.engine.state import Facts, Options, State, game_ends, hand_ends
from companion.engine.words import SUITS

GAME_POINTS = 30
RUBBER_GAMES = 2
RUBBER_BONUS = 100
MOST_A_TRICK = 100
NO_TRUMPS = "NT"
TRICK = {"S": 2, "C": 4, "D": 6, "H": 8, NO_TRUMPS: 12}
TRUMPS = SUITS | {NO_TRUMPS: say("no trumps")}
HONOURS = {
    "three": 2,
    "four": 4,
    "five": 5,
    "four-in-one-hand": 8,
    "four-in-one-hand-and-fifth": 9,
    "five-in-one-hand": 10,
}
"""How many times an undoubled trick the honours in trumps count (BR-05)."""
ACES = {"three-aces": 30, "four-aces": 40, "four-aces-in-one-hand": 100}
"""What the aces count at no trumps (BR-06)."""
CHICANE = 2
SLAMS = {"little": (6, 20), "grand": (7, 40)}
"""How many odd tricks a slam takes at least, and what it counts (BR-07)."""


@frozen
class HouseRules(Options):
    """House rules of bridge."""

    unsided: ClassVar[Said] = say("as they sit opposite each other")
    sides: Annotated[Sides | None, "Who plays with whom; empty: as they sit opposite each other (BR-01)"] = None
    point_price: Annotated[Counters, "What the points of the difference cost, so many at a time (BR-10)"] = 1
    per_points: Annotated[int, Within(1), "How many points are paid for together (BR-10)"] = 10

    def seats(self) -> range:
        """Four (BR-01)."""
        return range(4, 5)

    def pots(self) -> tuple[str, ...]:
        """None: the score alone counts."""
        return ()

    def teams(self) -> list[list[str]]:
        """The sides; none yet where the first deal makes them."""
        return self.sides or []

    def dealing(self, players: int) -> Dealing:
        """The whole pack (BR-01)."""
        return whole_pack(52, players)


@frozen
class Score:
    """Points written down for a side in a hand, above the line or ``below`` it, and what for."""

    hand: int
    side: int
    points: int
    why: str
    below: bool = False


@frozen
class Column:
    """One side of the score sheet, game by game of the rubber: tricks below the line, all else above it; the total."""

    players: tuple[str, ...]
    below: tuple[tuple[Score, ...], ...]
    above: tuple[tuple[Score, ...], ...]
    total: int


@frozen
class Rubber(Facts):
    """The two sides, and what was written down in each game of the rubber, the last one open till it is won."""

    sides: tuple[tuple[str, ...], ...] = ()
    games: tuple[tuple[Score, ...], ...] = ((),)

    def teams(self) -> list[list[str]]:
        return [list(side) for side in self.sides]

    def says(self) -> str:
        if not self.sides:
            return ""
        made = [(listed(side), below_the_line(self.games[-1], place)) for place, side in enumerate(self.sides)]
        below = joined(", ", [say("{who} {number}", who=who, number=number) for who, number in made])
        game = say("game {number}: {below}", number=len(self.games), below=below)
        return joined(" · ", [game, say("games won {one} to {other}", one=self.won(0), other=self.won(1))])

    def side_of(self, player: str) -> int:
        """The place of a player's side among the two."""
        return next(place for place, side in enumerate(self.sides) if player in side)

    def won(self, side: int) -> int:
        """How many games of the rubber the side has won (BR-03)."""
        return sum(below_the_line(game, side) >= GAME_POINTS for game in self.games)

    def total(self, side: int) -> int:
        """Everything that was written down for the side (BR-09)."""
        return sum(score.points for game in self.games for score in game if score.side == side)

    def columns(self) -> tuple[Column, ...]:
        """The usual score sheet, a column for each side."""
        return tuple(
            Column(players, self._lines(side, True), self._lines(side, False), self.total(side))
            for side, players in enumerate(self.sides)
        )

    def _lines(self, side: int, below: bool) -> tuple[tuple[Score, ...], ...]:
        return tuple(tuple(s for s in game if s.side == side and s.below == below) for game in self.games)


Table: TypeAlias = State[HouseRules, Rubber]


@frozen
class Deal(common.Deal):
    """Deal the cards; the first deal makes the sides, where the house rules don't (BR-01)."""

    def facts(self, state: Table) -> Rubber:
        first, second, third, fourth = state.playing
        sides = state.teams or [[first, third], [second, fourth]]
        return evolve(state.facts, sides=tuple(tuple(side) for side in sides))


@frozen
class Honours:
    """The honours of one side: three or more of ace to ten in trumps, or the aces at no trumps."""

    side: Annotated[Side, "Whose side held the honours?"]
    held: Annotated[
        Literal[
            "three",
            "four",
            "five",
            "four-in-one-hand",
            "four-in-one-hand-and-fifth",
            "five-in-one-hand",
            "three-aces",
            "four-aces",
            "four-aces-in-one-hand",
        ],
        "Which honours? (at no trumps aces)",
    ]

    def points(self, trumps: str) -> int:
        """What they count, whatever was doubled (BR-05, BR-06, BR-08)."""
        return ACES[self.held] if trumps == NO_TRUMPS else HONOURS[self.held] * TRICK[trumps]


@frozen
class Played(Move):
    """A hand was played: who made how many odd tricks in which trumps, and what counts beside them (BR-03 to BR-08)."""

    name = "played"
    label = "Hand played"
    main = True

    trumps: Annotated[Literal["S", "C", "D", "H", "NT"], "What was trumps?"]
    side: Annotated[Side, "Whose side made the odd tricks?"]
    odd: Annotated[int, Within(1, 7), "How many odd tricks? (above six)"]
    doubled: Annotated[Literal[1, 2, 4, 8, 16, 32, 64] | None, "How many times the trick's value? (doubled)"] = None
    honours: Annotated[Honours | None, "Who held honours, and which?"] = None
    chicane: Annotated[Seat | None, "Who held no trump at all?"] = None
    slam: Annotated[Literal["little", "grand"] | None, "Was it a slam? (twelve tricks, or thirteen)"] = None

    @classmethod
    def needless(cls, state: State[Any, Any], said: Mapping[str, Any]) -> tuple[str, ...]:
        return ("chicane",) if said.get("trumps") == NO_TRUMPS else ()

    @classmethod
    def narrowed(cls, said: Mapping[str, str]) -> Mapping[str, Collection[str]]:
        if "trumps" not in said:
            return {}
        return {"honours:held": tuple(ACES if said["trumps"] == NO_TRUMPS else HONOURS)}

    def well_formed(self) -> None:
        if self.chicane is not None and self.trumps == NO_TRUMPS:
            raise Malformed(say("chicane is a hand without trumps: it doesn't count at no trumps"))
        if self.honours and (self.honours.held in ACES) != (self.trumps == NO_TRUMPS):
            if self.trumps == NO_TRUMPS:
                raise Malformed(say("at no trumps aces are the honours: say again which were held"))
            raise Malformed(
                say("in {trumps} no aces are counted: say again which honours were held", trumps=TRUMPS[self.trumps])
            )
        if self.slam and self.odd < SLAMS[self.slam][0]:
            least = SLAMS[self.slam][0]
            if self.slam == "little":
                raise Malformed(say("a little slam takes {least} odd tricks, not {odd}", least=least, odd=self.odd))
            raise Malformed(say("a grand slam takes {least} odd tricks, not {odd}", least=least, odd=self.odd))

    def effect(self, state: Table) -> Effect:
        scores = self.scores(state)
        side = scores[0].side
        rubber = written(state.facts, scores)
        memo = say("{scores}.", scores=series([noted(rubber, score) for score in scores]))
        if below_the_line(rubber.games[-1], side) < GAME_POINTS:
            return Effect(memo, hand_ends(state, facts=rubber, points=points(rubber)))
        winners = listed(rubber.sides[side])
        if rubber.won(side) < RUBBER_GAMES:
            following = evolve(rubber, games=(*rubber.games, ()))
            memo = sentences(memo, say("{winners} win the game.", winners=winners))
            return Effect(memo, hand_ends(state, facts=following, points=points(following)))
        rubber = written(rubber, [Score(state.hand, side, RUBBER_BONUS, say("rubber"))])
        over = game_ends(state, facts=rubber, points=points(rubber))
        return Effect(sentences(memo, say("{winners} win the rubber.", winners=winners)), over, settled(over))

    def scores(self, state: Table) -> list[Score]:
        """What is written down for this hand, the tricks first."""
        rubber, hand = state.facts, state.hand
        side, value = rubber.side_of(self.side), TRICK[self.trumps]
        times = self.doubled or 1
        tricks = min(value * times, MOST_A_TRICK) * self.odd
        why = say("{odd} in {trumps}", odd=self.odd, trumps=TRUMPS[self.trumps])
        if times > 1:
            why = say("{tricks} × {times}", tricks=why, times=times)
        found = [Score(hand, side, tricks, why, below=True)]
        if self.honours:
            holders, held = rubber.side_of(self.honours.side), say(self.honours.held.replace("-", " "))
            why = held if self.trumps == NO_TRUMPS else say("honours, {held}", held=held)
            found.append(Score(hand, holders, self.honours.points(self.trumps), why))
        if self.chicane is not None:
            found.append(Score(hand, rubber.side_of(self.chicane), CHICANE * value, say("chicane")))
        if self.slam:
            found.append(
                Score(
                    hand, side, SLAMS[self.slam][1], say("little slam") if self.slam == "little" else say("grand slam")
                )
            )
        return found


@frozen
class Finish(common.Finish):
    """End the rubber before it is won: what was written down is settled, without the 100 (BR-11)."""

    def effect(self, state: Table) -> Effect:
        return Effect(say("The rubber is left as it stands."), state.but(over=True), settled(state))


def written(rubber: Rubber, scores: Sequence[Score]) -> Rubber:
    """The rubber with these scores in its open game."""
    *closed, last = rubber.games
    return evolve(rubber, games=(*closed, (*last, *scores)))


def noted(rubber: Rubber, score: Score) -> Said:
    """``Ann and Cat 8: 2 in clubs``."""
    return say("{side} {points}: {why}", side=listed(rubber.sides[score.side]), points=score.points, why=score.why)


def below_the_line(game: Sequence[Score], side: int) -> int:
    """What the side has made towards a game by tricks alone (BR-03)."""
    return sum(score.points for score in game if score.below and score.side == side)


def points(rubber: Rubber) -> dict[str, int]:
    """The points of each side, under its first-named player."""
    return {side[0]: rubber.total(place) for place, side in enumerate(rubber.sides)}


def settled(state: State[Any, Any]) -> tuple[Posting, ...]:
    """The difference, from each loser to one winner, rounded half up to whole counters (BR-09, BR-10)."""
    rubber, options = state.facts, state.options
    if not rubber.sides:
        return ()
    ahead = rubber.total(0) - rubber.total(1)
    losers, winners = reversed(rubber.sides) if ahead > 0 else rubber.sides
    counters = (2 * abs(ahead) * options.point_price + options.per_points) // (2 * options.per_points)
    return seat_against_seat(losers, winners, counters)


GAME = Game(
    key="bridge",
    title="Bridge",
    family=Family.TRICKS,
    summary="Tricks below the line, honours above it; two games of 30 win the rubber.",
    options=HouseRules,
    facts=Rubber,
    moves=(Deal, Played, Finish),
    common=common.COMMON,
    scored=True,
)
