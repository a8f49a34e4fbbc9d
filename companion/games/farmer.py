"""Farmer: exactly sixteen takes the farm and becomes farmer; everybody over it pays him (FA)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from companion.engine import (
    Counters,
    Dealing,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Move,
    Options,
    Over,
    Posting,
    Seat,
    State,
    Within,
    capital,
    kit,
    listed,
    say,
)
from companion.engine.kit import antes, from_each, share

AIM = 16
"""The points that take the farm."""
MOST_CARDS = 9
"""The most cards of sixteen points or fewer: aces, twos and threes."""
DECIDE = ("cards", "six_of_hearts")
"""The fields that decide a tie (FA-06)."""


@frozen
class HouseRules(Options):
    """House rules of Farmer."""

    ante: Annotated[Counters, "What everyone pays into the farm at each deal (FA-02)"] = 1
    over: Annotated[
        Literal["points", "flat"], "Over sixteen costs a counter for each point over, or one counter flat (FA-04)"
    ] = "points"
    nearest: Annotated[bool, "If nobody has sixteen, the nearest below takes 1 from each of the others (FA-07)"] = False

    def seats(self) -> range:
        """Allow two to eight (FA-01)."""
        return range(2, 9)

    def pots(self) -> tuple[str, ...]:
        """Return the farm (FA-02)."""
        return ("farm",)

    def dealing(self, players: int) -> Dealing:
        """Deal one card each, out of 45; then everybody draws (FA-01, FA-03)."""
        return Dealing(1, pack=say("Take out the eights, and the sixes except the six of hearts."))


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Deal(kit.Deal):
    """The farmer deals, and everyone pays the ante into the farm (FA-02)."""

    def antes(self, state: Table) -> tuple[Posting, ...]:
        """Return everyone's ante (FA-02)."""
        return antes(state, "farm", state.options.ante, 0)


@frozen
class Hands(Move):
    """The hands are shown: over sixteen pays the farmer, sixteen takes the farm and becomes farmer (FA-04, FA-05)."""

    name = "hands"
    label = "Hands shown"
    main = True

    points: Annotated[
        dict[Seat, Annotated[int, Within(1)]],
        Over(AIM, 26, unless="nearest"),
        "Sixteen, or over?",
    ]
    cards: Annotated[dict[Seat, Counters] | None, "With how many cards? (where several tie)"] = None
    six_of_hearts: Annotated[Seat | None, "Who has the six of hearts? (where several tie)"] = None

    @classmethod
    def hidden(cls, state: State[Any, Any], answers: Mapping[str, Any]) -> tuple[str, ...]:
        """Hide what decides a tie until there is one among the points that were said."""
        said = [str(points) for points in (answers.get("points") or {}).values() if points]
        decided = any(key.partition(":")[0] in DECIDE and answer for key, answer in answers.items())
        return () if decided or len({*said}) < len(said) else DECIDE

    def check(self, state: Table) -> None:
        """Refuse points that lack a player where the nearest wins, or a tie that can't be decided (FA-07)."""
        missing = [name for name in state.others(state.dealer) if name not in self.points]
        if missing and state.options.nearest and AIM not in self.points.values():
            raise Illegal("Say how many points {names} had.", names=listed(missing))
        self.best(state)

    def check_new(self, state: Table) -> None:
        """Refuse fewer cards than two, which all have, and more than make sixteen (FA-01, FA-03)."""
        for name, cards in (self.cards or {}).items():
            if not 2 <= cards <= MOST_CARDS:
                raise Illegal("{player} had {least} to {most} cards.", player=name, least=2, most=MOST_CARDS)

    def effect(self, state: Table) -> Effect:
        """Pay the farmer, and the farm to sixteen, or a counter from each to the nearest if that counts."""
        farmer = state.dealer
        paid = tuple(posting for name in state.from_left_of(farmer) for posting in self.overdrawn(state, name))
        best = self.best(state)
        ended = state.replace(open=False)
        if best is None:
            return Effect(
                say("Nobody has sixteen: the farm stays, and {farmer} is still the farmer.", farmer=farmer), ended, paid
            )
        if self.points[best] < AIM:
            memo = say(
                "Nobody has sixteen: the farm stays; {best} is nearest with {points}.",
                best=best,
                points=self.points[best],
            )
            return Effect(memo, ended, (*paid, *from_each(state.others(best), best, 1)))
        memo = say("{best} has sixteen, takes the farm and is the farmer now.", best=best)
        return Effect(memo, ended.replace(dealer=best), (*paid, *share(state, "farm", [best])))

    def overdrawn(self, state: Table, name: str) -> tuple[Posting, ...]:
        """Return what the player pays the farmer for being over sixteen; the farmer pays nothing (FA-04)."""
        over = self.points.get(name, 0) - AIM
        if over <= 0 or name == state.dealer:
            return ()
        return (Posting(name, state.dealer, over if state.options.over == "points" else 1),)

    def best(self, state: Table) -> str | None:
        """Return who takes the farm with sixteen, or is nearest below if that counts (FA-05 to FA-07).

        Raise Illegal if that can't be told.
        """
        candidates = [made for made in self.points.values() if made == AIM or (made < AIM and state.options.nearest)]
        if not candidates:
            return None
        return self.first(state, [name for name, made in self.points.items() if made == max(candidates)])

    def first(self, state: Table, tied: Sequence[str]) -> str:
        """Return the winner of a tie: the six of hearts, the fewest cards, the nearest on the farmer's left (FA-06)."""
        if len(tied) == 1:
            return tied[0]
        if self.six_of_hearts is not None and self.six_of_hearts in tied:
            return self.six_of_hearts
        cards = self.cards or {}
        if unsaid := [name for name in tied if name not in cards]:
            raise Illegal(
                "{tied} tie: say how many cards {unsaid} had, or who has the six of hearts.",
                tied=listed(tied),
                unsaid=listed(unsaid),
                path=("cards", unsaid[0]),
            )
        fewest = min(cards[name] for name in tied)
        return next(name for name in state.from_left_of(state.dealer) if name in tied and cards[name] == fewest)


@frozen
class Misdeal(kit.Misdeal):
    """The farmer redeals; counters stay where they are."""

    def effect(self, state: Table) -> Effect:
        """Forget what belonged to the hand; the farm stays with the farmer."""
        return Effect(say("{dealer} redeals.", dealer=state.dealer), state)


@frozen
class Abandon(kit.Abandon):
    """The hand ends, the farm stays, and the same farmer deals again."""

    def effect(self, state: Table) -> Effect:
        """End the hand; no counters pass, and the farm stays with the farmer."""
        return Effect(
            say("The hand is abandoned; the farm stays, and {farmer} is still the farmer.", farmer=state.dealer),
            state.replace(open=False),
        )


GAME = Game(
    key="farmer",
    title="Farmer",
    family=Family.BANK,
    summary="Draw to sixteen, win the farm",
    options=HouseRules,
    moves=(Deal, Hands, Misdeal, Abandon),
    common=kit.COMMON,
    dealer=capital(say("farmer")),
    edition=2,
    minutes=20,
)
