"""A move asked for at the table itself, a tap at a time: which card, who played it, how many each has left."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from companion.engine.game import Move, check, ready, seat_fields
from companion.engine.refusals import Illegal, Refusal
from companion.engine.saying import capital, say, small
from companion.engine.state import State
from companion.web.answers import move_json
from companion.web.forms import Field, move_fields

MOST_CHOICES = 25
"""A question with more answers than this is a list to choose from."""


@frozen(slots=False)  # what the template asks twice is worked out once
class Asking:
    """A kind of move, what was ``said`` of it so far, and what is still to be asked.

    ``players`` are those who can be named, where that is known already.
    """

    kind: type[Move]
    state: State[Any, Any]
    said: Mapping[str, str] = field(factory=dict)
    typed: Mapping[str, Any] = field(factory=dict)
    players: tuple[str, ...] = ()

    @cached_property
    def fields(self) -> list[Field]:
        """What is still to be asked."""
        return move_fields(self.kind, self.state, self.typed, self.said)

    @cached_property
    def open(self) -> list[Field]:
        """The questions that must be answered."""
        return [asked for asked in self.fields if asked.required or asked.control == "each"]

    @property
    def asides(self) -> list[Field]:
        """The questions that may be answered."""
        return [asked for asked in self.fields if asked not in self.open]

    @cached_property
    def step(self) -> Field | None:
        """The next question, where one tap answers it."""
        first = next(iter(self.open), None)
        return first if first and first.control == "choice" and len(first.choices) <= MOST_CHOICES else None

    @cached_property
    def last(self) -> bool:
        """Whether the next tap says everything."""
        return self.step is not None and len(self.open) == 1

    @property
    def of_players(self) -> bool:
        """Whether the next question asks for a player, not for partners together."""
        if self.step is None or self.step.name not in seat_fields(self.kind):
            return False
        return all(value == words for value, words in self.step.choices)

    @cached_property
    def answers(self) -> list[tuple[str, str]]:
        """The answers to the next question that are possible, as (value, words)."""
        if self.step is None:
            return []
        if self.players:
            return [(name, name) for name in self.players]
        return [choice for choice in self.step.choices if self.with_answer(choice[0]).possible]

    @cached_property
    def names(self) -> set[str]:
        """The players of whom one can be tapped now."""
        return {value for value, _ in self.answers} if self.of_players else set()

    @property
    def heading(self) -> str:
        """The question, with what was said before."""
        words = {asked.name: dict(asked.choices) for asked in move_fields(self.kind, self.state, {})}
        told = {name: words.get(name, {}).get(value, value) for name, value in self.said.items()}
        said = self.kind.so_far(told) if told else ""
        if self.step is None:
            return say("{label}: {said}", label=say(self.kind.label), said=said) if said else say(self.kind.label)
        if said:
            return say("{said}: {question}", said=capital(said), question=small(self.step.label))
        return say(self.kind.question) if not self.said and self.kind.question else self.step.label

    def with_answer(self, value: str) -> "Asking":
        """The same with the next question answered."""
        assert self.step
        return Asking(self.kind, self.state, {**self.said, self.step.name: value})

    @property
    def possible(self) -> bool:
        """Whether what was said can become a move that is legal now."""
        if self.step is not None:
            return bool(self.answers)
        if self.open:
            return not self.kind.names_those_in or not any(
                self.state.absence(name) for key, name in self.said.items() if key in seat_fields(self.kind)
            )
        return self._legal()

    def _legal(self) -> bool:
        try:
            assert self.state.game
            said = move_json(self.kind, self.said, self.state)
            check(self.state, self.state.game.read_move({"move": self.kind.name} | said))
        except Refusal:
            return False
        return True


def asking(
    kind: type[Move], state: State[Any, Any], args: Mapping[str, str], typed: Mapping[str, Any] | None = None
) -> Asking:
    """A kind of move with what an address says of it. Raises Illegal where no such move can be made now."""
    ready(state, kind)
    names = {asked.name for asked in move_fields(kind, state, {})}
    said = {key: value for key, value in args.items() if key in names}
    if any(state.absence(name) for key, name in said.items() if key in seat_fields(kind) and kind.names_those_in):
        raise Illegal(say("Choose somebody who is in this hand."))
    return Asking(kind, state, said, typed or {})
