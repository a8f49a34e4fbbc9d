"""Vingt-un: nearer twenty-one than the banker wins; naturals and a drawn twenty-one are paid double (VU)."""

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from companion.engine.fields import Seat
from companion.engine.game import Effect, Family, Game
from companion.engine.kit import bank as banking
from companion.engine.message import say
from companion.engine.state import State

Points: TypeAlias = Literal[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "over", "natural"]


@frozen
class HouseRules(banking.BankOptions):
    """House rules of Vingt-un."""


@frozen
class Round(banking.Round):
    """A round is played: stakes and points of everyone; a split pair's other hand is a round of its own (VU-09)."""

    points: Annotated[dict[Seat, Points], "How many points has each who staked, and the banker?"]
    doubled: Annotated[bool | None, "Did the banker double all stakes? (VU-03)"] = None

    def check(self, state: State[HouseRules, None]) -> None:
        """Refuse points that lack a player or the banker, or a stake that isn't allowed."""
        self.check_points(state, self.points)

    def effect(self, state: State[HouseRules, None]) -> Effect:
        """Pay everyone's stake at the rate of the points, twice if the banker doubled."""
        bank, rate = self.points[state.dealer], 2 if self.doubled else 1
        won = {name: stake * rate * times(self.points[name], bank) for name, stake in self.stakes.items()}
        effect = banking.paid_by_the_bank(state, won)
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
    summary="Draw to twenty-one against the bank; a natural is paid double.",
    family=Family.BANK,
    options=HouseRules,
    moves=(Round, banking.Bank),
    common=banking.COMMON,
)
