"""Baccara: two sides of the table, each alone against the bank; nearer nine wins even money (BA)."""

from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from companion.engine import (
    Aside,
    AsLastTime,
    Counters,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Message,
    NamesSomebody,
    NotTheDealer,
    Seat,
    State,
    plural,
    say,
    sentences,
)
from companion.engine.kit import bank as banking


@frozen
class HouseRules(banking.BankOptions):
    """House rules of Baccara. ``funds`` are counters."""

    funds: Annotated[
        Counters | None, Aside(), "What the first bank puts up and answers for (empty: everything) (BA-06)"
    ] = None

    def seats(self) -> range:
        """Allow a banker and somebody at each side, up to ten (BA-06)."""
        return range(3, 12)


@frozen
class Funds(Facts):
    """The counters that the bank is liable for, None without a limit."""

    left: int | None = None

    @classmethod
    def for_game(cls, options: HouseRules) -> "Funds":
        """Begin with what the house rules say the first bank puts up."""
        return cls(options.funds)

    def summary(self) -> str:
        """Return what the bank is still liable for, empty without a limit."""
        return "" if self.left is None else say("the bank has {counters}", counters=plural(self.left))


Table: TypeAlias = State[HouseRules, Funds]


@frozen
class Staked:
    """What a player stakes on each side."""

    left: Annotated[Counters | None, "On the left?"] = None
    right: Annotated[Counters | None, "On the right?"] = None

    @property
    def sides(self) -> tuple[int, int]:
        return self.left or 0, self.right or 0


@frozen
class Points:
    """The points of the three hands."""

    bank: Annotated[banking.OutOfNine, "The bank's points?"]
    left: Annotated[banking.OutOfNine, "The points on the left?"]
    right: Annotated[banking.OutOfNine, "The points on the right?"]

    @property
    def sides(self) -> tuple[int, int]:
        """Return 1 for left and for right if it won, -1 if it lost, 0 if it stands off (BA-03 to BA-05)."""
        return banking.nearer(self.left, self.bank), banking.nearer(self.right, self.bank)


@frozen
class Outcomes:
    """What became of the stakes on both sides."""

    left: Annotated[banking.WonOrLost, "The stakes on the left?"]
    right: Annotated[banking.WonOrLost, "The stakes on the right?"]

    @property
    def sides(self) -> tuple[int, int]:
        """Return 1 for left and for right if it won, -1 if it lost, 0 if it stands off."""
        return banking.SIGNS[self.left], banking.SIGNS[self.right]


Stakes: TypeAlias = Annotated[
    dict[Seat, Staked],
    NamesSomebody(),
    NotTheDealer(),
    AsLastTime(),
    "What did each stake, left and right? (not the banker)",
]


@frozen
class Coup(banking.BankMove):
    """A coup (a round) is played: each side against the bank; stakes beyond its funds don't count (BA-03 to BA-08)."""

    name = "coup"
    label = "Write down a coup"
    instead = MappingProxyType({"outcomes": "points"})

    stakes: Stakes
    points: Annotated[Points | None, "How many points do the bank and both sides have?"] = None
    outcomes: Annotated[Outcomes | None, "What happened to the stakes on each side?"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a coup against a bank that holds nothing, or with too few players."""
        super().allowed(state)
        if state.facts.left == 0:
            raise Illegal("The bank is empty: pass it on first.")

    @property
    def sides(self) -> tuple[int, int]:
        """Return 1 for left and for right if it won, -1 if it lost, 0 if it stands off."""
        said = self.points or self.outcomes
        return said.sides if said else (0, 0)

    def check(self, state: Table) -> None:
        """Refuse a stake of the banker, or one beyond the limit."""
        banking.not_the_banker(state, self.stakes)
        for name, staked in self.stakes.items():
            banking.within_limit(state, name, max(staked.sides))

    def effect(self, state: Table) -> Effect:
        """Pay each side of each player, and take what was paid from the bank's funds."""
        funds, covered = state.facts.left, self.covered(state)
        lefts, rights = self.sides
        won = {name: left * lefts + right * rights for name, (left, right) in covered.items()}
        remain = None if funds is None else funds - sum(won.values())
        effect = banking.paid_by_the_bank(state.replace(facts=Funds(remain)), won)
        beyond = sum(sum(staked.sides) for staked in self.stakes.values()) - sum(map(sum, covered.values()))
        if not beyond:
            return effect
        more = say("{counters} beyond its funds: neither won nor lost.", counters=plural(beyond))
        return effect._replace(memo=sentences(effect.memo, more))

    def covered(self, state: Table) -> dict[str, tuple[int, int]]:
        """Return the stakes as far as the bank's funds reach, in turn from its left, left before right (BA-08)."""
        funds, covered = state.facts.left, {}
        for name in state.from_left_of(state.dealer):
            left, right = self.stakes.get(name, Staked()).sides
            if funds is not None:
                left = min(left, funds)
                right = min(right, funds - left)
                funds -= left + right
            covered[name] = left, right
        return covered


@frozen
class Bank(banking.Bank):
    """The bank passes to another player, who may say how much they answer for (BA-06)."""

    funds: Annotated[Counters | None, "How much does the new bank put up? (empty: it pays everything)"] = None

    def effect(self, state: Table) -> Effect:
        """Pass the bank, with the funds that the new one puts up."""
        return super().effect(state.replace(facts=Funds(self.funds)))

    def told(self, state: Table) -> Message:
        """Say what the new bank puts up, or that it pays everything, and how much may be staked against it."""
        limit = state.options.limit
        if self.funds is not None:
            pays = say("It puts up {counters}.", counters=self.funds)
        elif limit is not None:
            pays = say("It pays every stake.")
        else:
            pays = say("It pays every stake, without a limit.")
        return pays if limit is None else sentences(pays, super().told(state))


GAME = Game(
    key="baccara",
    title="Baccara",
    summary="The hand nearer nine wins",
    family=Family.BANK,
    options=HouseRules,
    facts=Funds,
    moves=(Coup, Bank),
    common=banking.COMMON,
    dealer=say("Banker"),
    edition=2,
    needs=("packs",),
    minutes=45,
)
