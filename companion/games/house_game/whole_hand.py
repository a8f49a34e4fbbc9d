"""A whole hand of a round game on one form: who takes, who pays, and the hand ends; it writes the moves of a sheet."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from attrs import frozen

from companion.engine import Buttons, Counters, Effect, Malformed, Move, Posting, Seat, State, play, sentences

TRICKS = 3
"""How many tricks share the pool of a game of tricks."""
TAPPED = 10
"""The most counters that are tapped; more are typed."""
Many: TypeAlias = Annotated[Counters | None, Buttons(TAPPED)]


class WholeHand(Move):
    """All that happened in a hand, asked at once; subclasses say who can do what."""

    name = "hand"
    label = "The whole hand"
    main = True
    at_once = True
    pays: ClassVar[str]
    """The word for those who pay."""
    sample: ClassVar[Mapping[str, Any]]
    """What is answered in an example."""

    each: Mapping[str, Any]
    counters: int | None

    def those(self, word: object) -> list[str]:
        """Return the players of whom a word was said."""
        return [name for name, said in self.each.items() if said == word]

    def many(self) -> int:
        """Return how many counters were said. Raises Malformed where somebody pays and nothing was."""
        if self.counters is None:
            raise Malformed("How many counters? Please answer this.", path=("counters",))
        return self.counters

    def paid(self, pot: str) -> list[dict[str, Any]]:
        """Return what is paid into the pot, as a sheet has it."""
        payers = self.those(self.pays)
        return [{"move": "pays", "players": payers, "pot": pot, "counters": self.many()}] if payers else []

    def happened(self, state: State[Any, Any]) -> list[dict[str, Any]]:
        """Return what happened before the hand ended, as a sheet has it. Raises Malformed."""
        raise NotImplementedError

    def moves(self, state: State[Any, Any]) -> list[Move]:
        """Return the moves that it writes, the last of them the end of the hand. Raises Malformed."""
        assert state.game
        if not self.each:
            raise Malformed("Choose somebody; if nothing changed hands, tap “The hand ends”.", path=("each",))
        return [state.game.read_move(move) for move in [*self.happened(state), {"move": "ends"}]]

    @classmethod
    def usual(cls, state: State[Any, Any], looed: int | None) -> dict[str, Any]:
        """Return what the form shows already."""
        return {}

    def effect(self, state: State[Any, Any]) -> Effect:
        """Return what all of its moves do together."""
        memos: list[str] = []
        postings: tuple[Posting, ...] = ()
        for move in self.moves(state):
            done = play(state, move)
            state, postings = done.state, (*postings, *done.postings)
            memos.append(done.memo)
        return Effect(sentences(*memos), state, postings)


@frozen
class ByTricks(WholeHand):
    """The tricks share the pool; a player who stays in and takes none is looed, and pays."""

    pays = "looed"
    sample = MappingProxyType({"each": {"Ben": 3}})

    each: Annotated[
        dict[Seat, Literal["looed", 1, 2, 3]], "How many tricks did each take? Looed: stayed in and took none"
    ]
    counters: Annotated[Many, "How many counters does each looed player pay?"] = None

    @classmethod
    def usual(cls, state: State[Any, Any], looed: int | None) -> dict[str, Any]:
        """Return the counters that are paid by the description: as many as the pot holds, where it says none."""
        return {"counters": looed or sum(state.pots.values())}

    def happened(self, state: State[Any, Any]) -> list[dict[str, Any]]:
        """Return the shares of the pool, by tricks, and what is paid. Raises Malformed where a trick is missing."""
        (pot,) = state.pots
        shares = {name: said for name, said in self.each.items() if isinstance(said, int)}
        if (taken := sum(map(int, shares.values()))) != TRICKS:
            raise Malformed("A hand has {all} tricks: {n} so far.", path=("each",), all=TRICKS, n=taken)
        return [{"move": "takes", "shares": shares, "pot": pot}, *self.paid(pot)]


@frozen
class ByPot(WholeHand):
    """Somebody takes the pool, or several share it; others may pay into it."""

    pays = "pays"
    sample = MappingProxyType({"each": {"Ben": "takes"}})

    each: Annotated[dict[Seat, Literal["pays", "takes"]], "Who takes the pool, and who pays into it?"]
    counters: Annotated[Many, "How many counters does each of them pay?"] = None

    def happened(self, state: State[Any, Any]) -> list[dict[str, Any]]:
        """Return who takes the pool, and what is paid."""
        (pot,), takers = state.pots, self.those("takes")
        return [*([{"move": "takes", "players": takers, "pot": pot}] if takers else []), *self.paid(pot)]


@frozen
class ByCall(WholeHand):
    """Somebody is paid by each of the others, or pays each of them, as after a call that was made or failed."""

    pays = "pays"
    sample = MappingProxyType({"each": {"Ben": "is paid"}, "counters": 2})

    each: Annotated[dict[Seat, Literal["pays", "is paid"]], "Who is paid by all the others, or pays them?"]
    counters: Annotated[Many, "How many counters each?"] = None

    def happened(self, state: State[Any, Any]) -> list[dict[str, Any]]:
        """Return what each collects, or pays to each."""
        moves = {"is paid": "collects", self.pays: "pays_each"}
        return [{"move": moves[said], "player": name, "counters": self.many()} for name, said in self.each.items()]


def whole_hand(state: State[Any, Any], looed: int | None) -> type[WholeHand] | None:
    """Return the form of the hand that is open; None where it is asked otherwise.

    ``looed`` is said of a game of tricks that share its pot: what somebody pays who takes none.
    """
    by_pots: Mapping[int, type[WholeHand]] = {0: ByCall, 1: ByPot if looed is None else ByTricks}
    return by_pots.get(len(state.pots))
