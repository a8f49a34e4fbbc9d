"""Bridge: games of 30 by tricks, honours above the line, and a rubber that is worth 100 (BR)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args

from attrs import evolve, frozen

from companion.engine import (
    SUITS,
    Aside,
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    FollowsFrom,
    Game,
    Malformed,
    Message,
    Move,
    Options,
    Posting,
    Seat,
    Side,
    State,
    Within,
    game_ends,
    hand_ends,
    joined,
    kit,
    listed,
    say,
    sentences,
    series,
    whole_pack,
)
from companion.engine.kit import Sides, seat_against_seat

GAME_POINTS = 30
"""Points below the line that win a game."""
RUBBER_GAMES = 2
"""Games that win the rubber."""
RUBBER_BONUS = 100
"""Points for the rubber."""
MAX_TRICK_POINTS = 100
"""The most that a doubled trick can count."""
NO_TRUMPS = "NT"
"""No trumps, among the suits of a sheet."""
TRICK = {"S": 2, "C": 4, "D": 6, "H": 8, NO_TRUMPS: 12}
"""What an undoubled trick counts by the trumps."""
TRUMPS = SUITS | {NO_TRUMPS: say("no trumps")}
"""The trumps in words."""
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
"""How many times an undoubled trick a hand without trumps counts."""
SLAMS = {"little": (6, 20), "grand": (7, 40)}
"""The least odd tricks of a slam, and the points for it (BR-07)."""
Doubled: TypeAlias = Literal[1, 2, 4, 8, 16, 32, 64]
SLAM_MADE = FollowsFrom("odd", tuple((odd, slam) for slam, (odd, _) in SLAMS.items()))
"""The slam that the odd tricks make."""


@frozen
class Score:
    """Points written down for a side in a hand, and their reason; ``below`` the line, else above it."""

    hand: int
    side: int
    points: int
    why: str
    below: bool = False


@frozen
class Column:
    """One side of the score sheet: the scores below and above the line, game by game of the rubber, and the total."""

    players: tuple[str, ...]
    below: tuple[tuple[Score, ...], ...]
    above: tuple[tuple[Score, ...], ...]
    total: int


@frozen
class Rubber(Facts):
    """The two sides, and the scores of each game of the rubber; the last game is open until it is won."""

    sides: tuple[tuple[str, ...], ...] = ()
    games: tuple[tuple[Score, ...], ...] = ((),)

    def summary(self) -> str:
        """Return what each side has below the line, and the games won."""
        if not self.sides:
            return ""
        made = [(listed(side), below_the_line(self.games[-1], place)) for place, side in enumerate(self.sides)]
        below = joined(", ", [say("{who} {number}", who=who, number=number) for who, number in made])
        game = say("game {number}: {below}", number=len(self.games), below=below)
        return joined(" · ", [game, say("games won {one} to {other}", one=self.won(0), other=self.won(1))])

    def score_lines(self) -> Mapping[str, Mapping[str, int]]:
        """Return what each side has below the line and above it, under its first-named player."""
        return {
            "below the line": {side[0]: self._sum(place, True) for place, side in enumerate(self.sides)},
            "above the line": {side[0]: self._sum(place, False) for place, side in enumerate(self.sides)},
        }

    def side_of(self, player: str) -> int:
        """Return the index of a player's side, 0 or 1."""
        return next(place for place, side in enumerate(self.sides) if player in side)

    def won(self, side: int) -> int:
        """Return how many games of the rubber the side has won (BR-03)."""
        return sum(below_the_line(game, side) >= GAME_POINTS for game in self.games)

    def total(self, side: int) -> int:
        """Return everything that was written down for the side (BR-09)."""
        return self._sum(side, True) + self._sum(side, False)

    def columns(self) -> tuple[Column, ...]:
        """Return the usual score sheet, a column for each side."""
        return tuple(
            Column(players, self._lines(side, True), self._lines(side, False), self.total(side))
            for side, players in enumerate(self.sides)
        )

    def _sum(self, side: int, below: bool) -> int:
        return sum(score.points for game in self._lines(side, below) for score in game)

    def _lines(self, side: int, below: bool) -> tuple[tuple[Score, ...], ...]:
        return tuple(tuple(s for s in game if s.side == side and s.below == below) for game in self.games)


def written(rubber: Rubber, scores: Sequence[Score]) -> Rubber:
    """Return the rubber with these scores in its open game."""
    *closed, last = rubber.games
    return evolve(rubber, games=(*closed, (*last, *scores)))


def noted(rubber: Rubber, score: Score) -> Message:
    """Return a score in words: ``Ann and Cat 8: 2 in clubs``."""
    return say("{side} {points}: {why}", side=listed(rubber.sides[score.side]), points=score.points, why=score.why)


def below_the_line(game: Sequence[Score], side: int) -> int:
    """Return what the side has made towards a game by tricks alone (BR-03)."""
    return sum(score.points for score in game if score.below and score.side == side)


def points(rubber: Rubber) -> dict[str, int]:
    """Return the points of each side, under its first-named player."""
    return {side[0]: rubber.total(place) for place, side in enumerate(rubber.sides)}


@frozen
class HouseRules(Options):
    """House rules of bridge."""

    sides: Annotated[Sides | None, "Who plays with whom (empty: those sitting opposite) (BR-01)"] = None
    point_price: Annotated[Counters, "Counters paid for each lot of points (BR-10)"] = 1
    per_points: Annotated[int, Within(1), Aside(), "Points are settled in lots of (BR-10)"] = 10

    def seats(self) -> range:
        """Allow four (BR-01)."""
        return range(4, 5)

    def pots(self) -> tuple[str, ...]:
        """Return no pot: the score alone counts."""
        return ()

    def teams(self) -> list[list[str]]:
        """Return the sides, empty if the first deal makes them."""
        return self.sides or []

    def dealing(self, players: int) -> Dealing:
        """Deal the whole pack (BR-01)."""
        return whole_pack(52, players)


Table: TypeAlias = State[HouseRules, Rubber]


@frozen
class Deal(kit.Deal):
    """Deal the cards; the first deal sets the sides if the house rules don't (BR-01)."""

    def effect(self, state: Table) -> Effect:
        """Open the hand; the sides are those of the house rules, else as players sit opposite each other."""
        first, second, third, fourth = state.playing
        sides = state.teams or [[first, third], [second, fourth]]
        rubber = evolve(state.facts, sides=tuple(tuple(side) for side in sides))
        return super().effect(state.replace(teams=sides, facts=rubber))


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
        """Return what they count, whatever was doubled (BR-05, BR-06, BR-08)."""
        return ACES[self.held] if trumps == NO_TRUMPS else HONOURS[self.held] * TRICK[trumps]


@frozen
class Played(Move):
    """A hand was played: who made how many odd tricks in which trumps, and what else counts (BR-03 to BR-08)."""

    name = "played"
    label = "Hand played"
    main = True
    at_once = True
    sure = "No honours are scored"

    trumps: Annotated[Literal["S", "C", "D", "H", "NT"], "What was trumps?"]
    side: Annotated[Side, "Whose side made the odd tricks?"]
    odd: Annotated[int, Within(1, 7), "How many odd tricks? (above six)"]
    doubled: Annotated[Doubled | None, "Doubled? Times the trick's value"] = None
    honours: Annotated[Honours | None, "Who held honours, and which?"] = None
    chicane: Annotated[Seat | None, "Who held no trumps at all? (chicane)"] = None
    slam: Annotated[
        Literal["little", "grand"] | None, SLAM_MADE, "Twelve tricks or thirteen, but no slam is scored"
    ] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        return ("chicane",) if answers.get("trumps") == NO_TRUMPS else ()

    @classmethod
    def choices_left(cls, answers: Mapping[str, str]) -> Mapping[str, Collection[str]]:
        """Offer aces at no trumps, honours in trumps otherwise, and only what doubles the value."""
        left = {"doubled": tuple(str(times) for times in get_args(Doubled) if times > 1)}
        if "trumps" not in answers:
            return left
        return left | {"honours:held": tuple(ACES if answers["trumps"] == NO_TRUMPS else HONOURS)}

    def well_formed(self) -> None:
        """Refuse chicane or honours that don't go with the trumps, and a slam of too few tricks."""
        if self.chicane is not None and self.trumps == NO_TRUMPS:
            raise Malformed("chicane is a hand without trumps: it doesn't count at no trumps")
        if self.honours and (self.honours.held in ACES) != (self.trumps == NO_TRUMPS):
            if self.trumps == NO_TRUMPS:
                raise Malformed("at no trumps the aces are the honours: enter again which were held")
            raise Malformed(
                "in {trumps} the aces don't count on their own: enter again which honours were held",
                trumps=TRUMPS[self.trumps],
            )
        if self.slam and self.odd < SLAMS[self.slam][0]:
            least = SLAMS[self.slam][0]
            if self.slam == "little":
                raise Malformed("a little slam takes {least} odd tricks, not {odd}", least=least, odd=self.odd)
            raise Malformed("a grand slam takes {least} odd tricks, not {odd}", least=least, odd=self.odd)

    def doubt(self) -> str:
        """Ask for the honours in trumps: of five, one side always holds three or more."""
        if self.honours is None and self.trumps != NO_TRUMPS:
            return say("One side always holds three or more of the five honours: which?")
        return ""

    def effect(self, state: Table) -> Effect:
        """Write the hand down; the score may win the game, and the game the rubber."""
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
        """Return what is written down for this hand, the tricks first."""
        rubber, hand = state.facts, state.hand
        side, value = rubber.side_of(self.side), TRICK[self.trumps]
        times = self.doubled or 1
        tricks = min(value * times, MAX_TRICK_POINTS) * self.odd
        why = say("{odd} in {trumps}", odd=self.odd, trumps=TRUMPS[self.trumps])
        if times > 1:
            why = say("{tricks} × {times}", tricks=why, times=times)
        scores = [Score(hand, side, tricks, why, below=True)]
        if self.honours:
            holders, honours = rubber.side_of(self.honours.side), say(self.honours.held.replace("-", " "))
            why = honours if self.trumps == NO_TRUMPS else say("honours, {held}", held=honours)
            scores.append(Score(hand, holders, self.honours.points(self.trumps), why))
        if self.chicane is not None:
            scores.append(Score(hand, rubber.side_of(self.chicane), CHICANE * value, say("chicane")))
        if self.slam:
            scores.append(
                Score(
                    hand, side, SLAMS[self.slam][1], say("little slam") if self.slam == "little" else say("grand slam")
                )
            )
        return scores


@frozen
class Finish(kit.Finish):
    """End the rubber before it's won: what's written down is settled, without the 100 for winning (BR-11)."""

    def effect(self, state: Table) -> Effect:
        return Effect(say("The rubber ends as it stands."), state.replace(over=True), settled(state))


def settled(state: State[Any, Any]) -> tuple[Posting, ...]:
    """Return the difference, from each loser to one winner, rounded half up to whole counters (BR-09, BR-10)."""
    rubber, options = state.facts, state.options
    if not rubber.sides:
        return ()
    ahead = rubber.total(0) - rubber.total(1)
    losers, winners = reversed(rubber.sides) if ahead > 0 else rubber.sides
    counters = (2 * abs(ahead) * options.point_price + options.per_points) // (2 * options.per_points)
    return seat_against_seat(losers, winners, counters)


Line: TypeAlias = tuple[Score | None, ...]
"""One line of the sheet: the score of each side, None where nothing stands."""


class ScoreSheet(NamedTuple):
    """The rubber as it is drawn."""

    columns: tuple[Column, ...]
    above: list[Line]
    """The lines above the line, the newest on top, as one writes upwards from it."""
    games: list[list[Line]]
    """The games below the line, a line for each hand."""
    won: tuple[int, ...]
    """The games that each side has won."""


def sheet_of(state: State[Any, Any]) -> ScoreSheet:
    """Return the score sheet of the rubber that is on, or was."""
    rubber: Rubber = state.facts
    columns = rubber.columns()
    above = [[score for game in column.above for score in game] for column in columns]
    games = [
        sorted(game_lines(game), key=lambda line: next(score.hand for score in line if score))
        for game in zip(*(column.below for column in columns), strict=True)
    ]
    won = tuple(rubber.won(side) for side, _ in enumerate(columns))
    return ScoreSheet(columns, list(zip_longest(*above))[::-1], games, won)


def game_lines(game: tuple[tuple[Score, ...], ...]) -> list[Line]:
    """Return the lines of a game below the line: only one side scores in a hand."""
    return [
        tuple(score if place == side else None for place, _ in enumerate(game))
        for side, scores in enumerate(game)
        for score in scores
    ]


GAME = Game(
    key="bridge",
    title="Bridge",
    family=Family.TRICKS,
    summary="Two against two for the rubber",
    options=HouseRules,
    facts=Rubber,
    moves=(Deal, Played, Finish),
    common=kit.COMMON,
    scored=True,
    score_sheet=sheet_of,
    minutes=90,
)
