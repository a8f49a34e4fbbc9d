"""Vingt-un: nearer twenty-one than the banker wins; naturals and a drawn twenty-one are paid double (VU)."""

from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from companion.engine import Effect, Facts, Family, Game, Malformed, NotTheDealer, Seat, State, Times, say
from companion.engine.kit import bank as banking

Points: TypeAlias = Literal[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "over", "natural"]

MOST = 4
"""The most times that a stake is won or lost: a natural, doubled."""


@frozen
class HouseRules(banking.BankOptions):
    """House rules of Vingt-un."""


@frozen
class Round(banking.Round):
    """A round is played: what each staked, and how often they won or lost it; a split pair is two rounds (VU-09)."""

    instead = MappingProxyType({"outcomes": "points"})
    with_evidence = ("doubled",)

    points: Annotated[dict[Seat, Points] | None, "How many points do the players and the banker have?"] = None
    outcomes: Annotated[
        banking.Outcomes | None,
        Times(2, (2,), splits=True),
        NotTheDealer(),
        "How many times did each win or lose their stake?",
    ] = None
    doubled: Annotated[bool | None, "Did the banker double all stakes? (VU-03)"] = None

    def well_formed(self) -> None:
        """Refuse points together with outcomes, and outcomes together with a doubling: they hold it already."""
        super().well_formed()
        if self.outcomes is not None and self.doubled is not None:
            raise Malformed("outcomes hold any doubling already: leave doubled out")

    def check(self, state: State[HouseRules, Facts]) -> None:
        """Refuse points that lack a player or the banker, outcomes that can't be, or a stake that isn't allowed."""
        if self.outcomes is not None:
            self.check_outcomes(state, self.outcomes, MOST)
        else:
            self.check_points(state, self.points or {})

    def effect(self, state: State[HouseRules, Facts]) -> Effect:
        """Pay everyone's stake at the rate of the outcome, or of the points, twice if the banker doubled."""
        if self.outcomes is not None:
            return banking.paid_by_the_bank(state, banking.times_won(self.stakes, self.outcomes))
        points, rate = self.points or {}, 2 if self.doubled else 1
        rates = {name: rate * times(made, points[state.dealer]) for name, made in points.items()}
        effect = banking.paid_by_the_bank(state, banking.times_won(self.stakes, rates))
        return effect._replace(memo=say("All stakes are doubled: {memo}", memo=effect.memo)) if self.doubled else effect


def times(points: Points, bank: Points) -> int:
    """Return how many times the stake these points win of the bank; below 0 they lose to it (VU-04 to VU-08)."""
    if "natural" in (points, bank):
        return 2 * ((points == "natural") - (bank == "natural"))
    if isinstance(points, str):  # overdrawn, also where the banker is
        return -1
    if isinstance(bank, str) or points > bank:
        return 2 if points == 21 else 1
    return -2 if bank == 21 and points < bank else -1


GAME = Game(
    key="vingt-un",
    title="Vingt-un",
    summary="As near to 21 as you dare",
    family=Family.BANK,
    options=HouseRules,
    moves=(Round, banking.Bank),
    common=banking.COMMON,
    dealer=say("Banker"),
    edition=2,
)
