"""Chemin de Fer: a bank that goes round the table, grows while it wins and passes when it loses (CF)."""

from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from companion.engine import (
    AllOf,
    AsLastTime,
    Effect,
    Facts,
    Family,
    Game,
    Illegal,
    Moment,
    Move,
    Options,
    Posting,
    Pot,
    Seat,
    State,
    Within,
    hand_ends,
    kit,
    plural,
    say,
)
from companion.engine.kit.bank import SIGNS, OutOfNine, Stakes, WonOrLost, nearer, not_the_banker

BANK = Pot("bank")
"""The only pot: what the banker has put up."""


@frozen
class HouseRules(Options):
    """House rules of Chemin de Fer."""

    def pots(self) -> tuple[str, ...]:
        return (BANK.name,)


Table: TypeAlias = State[HouseRules, Facts]


@frozen
class Points:
    """The points of the two hands."""

    bank: Annotated[OutOfNine, "The bank's points?"]
    punters: Annotated[OutOfNine, "The punters' points?"]

    @property
    def won(self) -> int:
        """Return 1 if the stakes are won, -1 if they are lost, 0 for a tie."""
        return nearer(self.punters, self.bank)


@frozen
class Open(Move):
    """A player puts up the bank, which lasts until it loses or is taken out (CF-02)."""

    name = "open"
    label = "Open the bank"
    main = True
    moment = Moment.BETWEEN

    player: Annotated[Seat, "Who puts up the bank?"]
    counters: Annotated[int, Within(1), AsLastTime(), "How many counters?"]

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a bank if there are too few players, or too many."""
        kit.enough_players(state)

    def effect(self, state: Table) -> Effect:
        """Put the counters in the bank; the player holds it."""
        opened = state.replace(dealer=self.player, open=True, hand=state.hand + 1)
        memo = say("{player} opens a bank of {counters}.", player=self.player, counters=plural(self.counters))
        return Effect(memo, opened, (Posting(self.player, BANK, self.counters),))


@frozen
class Coup(Move):
    """A coup is played: what the bank wins stays in it; when it loses it pays and passes (CF-02 to CF-05)."""

    name = "coup"
    label = "Write down a coup"
    main = True
    instead = MappingProxyType({"outcome": "points"})

    stakes: Annotated[Stakes, AllOf(BANK.name), "What did each stake? (not the banker)"]
    points: Annotated[Points | None, "How many points do the bank and the punters have?"] = None
    outcome: Annotated[WonOrLost | None, "What happened to the stakes?"] = None

    @classmethod
    def allowed(cls, state: State[Any, Any]) -> None:
        """Refuse a coup against an empty bank."""
        if not state.pots[BANK.name]:
            raise Illegal("The bank is empty: pass it on first.")

    @property
    def won(self) -> int:
        """Return 1 if the stakes are won, -1 if they are lost, 0 for a tie."""
        return self.points.won if self.points else SIGNS[self.outcome or "tied"]

    @property
    def in_all(self) -> int:
        return sum(self.stakes.values())

    def check(self, state: Table) -> None:
        """Refuse a stake of the banker, or more than the bank holds."""
        not_the_banker(state, self.stakes)
        in_bank = state.pots[BANK.name]
        if self.in_all > in_bank:
            raise Illegal(
                "The bank holds {held}: you can't stake {counters} against it.",
                held=in_bank,
                counters=plural(self.in_all),
            )

    def effect(self, state: Table) -> Effect:
        """Let the bank take the stakes, stand off, or pay them and pass."""
        stakes = [(name, self.stakes[name]) for name in state.from_left_of(state.dealer) if self.stakes.get(name)]
        if self.won < 0:
            taken = tuple(Posting(name, BANK, counters) for name, counters in stakes)
            return Effect(
                say("{dealer}'s bank wins {counters}.", dealer=state.dealer, counters=plural(self.in_all)), state, taken
            )
        if not self.won:
            return Effect(say("A tie: nothing moves, and new stakes are placed."), state)
        paid = tuple(Posting(BANK, name, counters) for name, counters in stakes)
        return taken_out(
            state,
            say("{dealer}'s bank loses {counters} and passes.", dealer=state.dealer, counters=plural(self.in_all)),
            paid,
        )


@frozen
class Pass(Move):
    """The banker takes the bank out, and it passes to the left (CF-06)."""

    name = "pass"
    label = "Pass the bank"
    main = True

    def effect(self, state: Table) -> Effect:
        return taken_out(state, say("{dealer} takes the bank out, and it passes.", dealer=state.dealer))


def taken_out(state: Table, memo: str, paid: tuple[Posting, ...] = ()) -> Effect:
    """End the hand: the bank pays, the banker takes what is left, and it passes."""
    left = state.pots[BANK.name] - sum(posting.counters for posting in paid)
    rest = (Posting(BANK, state.dealer, left),) if left else ()
    return Effect(memo, hand_ends(state), (*paid, *rest))


GAME = Game(
    key="chemin-de-fer",
    title="Chemin de Fer",
    summary="The bank goes round the table",
    family=Family.BANK,
    options=HouseRules,
    moves=(Open, Coup, Pass),
    common=tuple(kind for kind in kit.COMMON if kind.name not in {"deal", "misdeal", "abandon"}),
    dealer=say("Banker"),
    edition=2,
    needs=("packs",),
    minutes=45,
)
