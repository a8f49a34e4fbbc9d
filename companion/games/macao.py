"""Macao: nearer nine than the banker wins, and a natural 7, 8 or 9 is paid once, twice, three times (MA)."""

from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from companion.engine import Effect, Facts, Family, Game, NotTheDealer, Seat, State, Times, say
from companion.engine.kit import bank as banking

Points: TypeAlias = Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "over", "natural-7", "natural-8", "natural-9"]

NATURALS = {"natural-7": 1, "natural-8": 2, "natural-9": 3}
"""How many times the stake each natural is paid."""
MOST = max(NATURALS.values())
"""The most times that a stake is won or lost."""


@frozen
class HouseRules(banking.BankOptions):
    """House rules of Macao."""


@frozen
class Round(banking.Round):
    """A round is played: what each staked, and how often they won or lost it (MA-03 to MA-10)."""

    instead = MappingProxyType({"outcomes": "points"})

    points: Annotated[dict[Seat, Points] | None, "How many points do the players and the banker have?"] = None
    outcomes: Annotated[
        banking.Outcomes | None,
        Times(MOST, (1, 2, 3)),
        NotTheDealer(),
        "How many times did each win or lose their stake?",
    ] = None

    def check(self, state: State[HouseRules, Facts]) -> None:
        """Refuse points that lack a player or the banker, outcomes that can't be, or a stake that isn't allowed."""
        if self.outcomes is not None:
            self.check_outcomes(state, self.outcomes, MOST)
        else:
            self.check_points(state, self.points or {})

    def effect(self, state: State[HouseRules, Facts]) -> Effect:
        """Pay everyone's stake at the rate of the outcome, or of the points."""
        rates = self.outcomes
        if points := self.points:
            rates = {name: times(made, points[state.dealer]) for name, made in points.items()}
        return banking.paid_by_the_bank(state, banking.times_won(self.stakes, rates or {}))


def times(points: Points, bank: Points) -> int:
    """Return how many times the stake these points win of the bank; below 0 they lose to it."""
    natural, banks = NATURALS.get(str(points), 0), NATURALS.get(str(bank), 0)
    if natural or banks:  # the higher at its own rate (MA-03 to MA-07)
        return max(natural, banks) * banking.nearer(natural, banks)
    if isinstance(points, str):  # overdrawn, also where the banker is (MA-08)
        return -1
    return 1 if isinstance(bank, str) else banking.nearer(points, bank)


GAME = Game(
    key="macao",
    title="Macao",
    summary="One card each against the bank",
    family=Family.BANK,
    options=HouseRules,
    moves=(Round, banking.Bank),
    common=banking.COMMON,
    dealer=say("Banker"),
    edition=2,
    minutes=20,
)
