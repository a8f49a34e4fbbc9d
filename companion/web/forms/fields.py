"""The questions of a move and of house rules, at one table."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import NOTHING, evolve, frozen

from companion.engine.cached import cached_property
from companion.engine.game import Move, Options, State
from companion.engine.kit.moves import Count, Give
from companion.engine.message import say
from companion.web.forms.controls import Either
from companion.web.forms.form import Declaration, Field, Form, declarations
from companion.web.forms.known import asks_of, shown


@frozen(slots=False, eq=False)
class MoveForm(Form):
    """A kind of move, asked for at one table."""

    @cached_property
    def asks(self) -> Any:
        """The class whose fields are asked at this table."""
        return self.owner.asked_at(self.state)

    @property
    def declarations(self) -> Mapping[str, Declaration]:
        """The fields by the keys of a sheet, or of the questions that the house rules bring."""
        return declarations(self.asks)

    @cached_property
    def required(self) -> frozenset[str]:
        """The keys of fields that may stay empty by themselves, but not by the house rules of this table."""
        return frozenset(self.asks.required(self.state))

    def fields(self, values: Mapping[str, Any], answered: Mapping[str, str] | None = None) -> list[Field]:
        """Return the questions but those that are ``answered`` already, and those that can't matter now."""
        kind: type[Move] = self.asks
        answered = answered or {}
        skipped = {
            *answered,
            *kind.either,
            *kind.hidden(self.state, {**values, **answered}),
            *self._said_otherwise(values),
        }
        left = kind.choices_left(answered)
        exclusive = {*kind.instead, *kind.instead.values()}
        asked = [
            ask_for_stack(
                self.field(
                    declared,
                    values,
                    required=declared.required or key in self.required or key in exclusive,
                    except_player=answered.get(declared.except_field, "") if declared.except_field else "",
                    choices_left=left,
                )
            )
            for key, declared in self.declarations.items()
            if key not in skipped
        ]
        return [self._either(values), *asked] if kind.either else asked

    def _said_otherwise(self, values: Mapping[str, Any]) -> list[str]:
        """Return of every outcome and its evidence the one that isn't asked: the evidence unless it was said."""
        said = {name.partition(":")[0] for name, value in values.items() if value not in (None, "")}
        by_evidence = "evidence" in said
        skipped = [
            outcome if evidence in said or (by_evidence and outcome not in said) else evidence
            for outcome, evidence in self.owner.instead.items()
        ]
        outcomes_alone = not set(skipped) & set(self.owner.instead)
        return [*skipped, *(self.owner.with_evidence if outcomes_alone else ())]

    def _either(self, values: Mapping[str, Any]) -> Field:
        """Return the one question for all the fields of which exactly one is given."""
        declared = either_of(self.owner)
        given = ((key, self.field(self.declarations[key], values).value) for key in self.owner.either)
        value = values.get("either") or next((f"{key}:{value}" for key, value in given if value), None)
        return self.field(declared, {"either": value})


def ask_for_stack(asked: Field) -> Field:
    """Return the question how many are counted or given as this table asks it; any other as it is."""
    declared, on_table = asked.declaration, asked.form.state.start is not None
    if declared.owner is Count and declared.key == "counters" and on_table:
        return evolve(asked, declaration=evolve(declared, label=say("How many are there?"), notes=()))
    if declared.owner is Give and declared.key == "counters" and not on_table:
        return evolve(asked, declaration=evolve(declared, label=say("How many?")))
    return asked


@cache
def either_of(kind: Any) -> Declaration:
    """Return the declaration of the one question that a move asks instead of all in ``either``."""
    label = declarations(kind)[kind.either[0]].label
    return Declaration(kind, "either", label, Either, base=None, notes=(), default=NOTHING)


def move_fields(kind: type[Move], state: State[Any, Any], values: Mapping[str, Any]) -> list[Field]:
    """Return the questions of a move but those that can't matter now."""
    return MoveForm(kind, state).fields(values)


def option_fields(kind: type[Options], state: State[Any, Any], values: Mapping[str, Any]) -> list[Field]:
    """Return the house rules of a game as questions, with these values or the book's."""
    return part_fields(kind, state, values)


def part_fields(part: Any, state: State[Any, Any], values: Mapping[str, Any]) -> list[Field]:
    """Return the questions of any declared class, with these values or the defaults."""
    return Form(part, state).fields(values)


def beside_the_book(state: State[Any, Any], language: str) -> list[tuple[Field, Field]]:
    """Return the house rules of the game that is on, each beside the book's; none where no game is on."""
    if state.game is None:
        return []
    rules = side_by_side(asks_of(state.options, language), state, shown(state.options, language), {})
    return [both for both in rules if both[0].key != "way"]  # its questions tell it


def side_by_side(
    kind: type[Options], state: State[Any, Any], values: Mapping[str, Any], other: Mapping[str, Any]
) -> list[tuple[Field, Field]]:
    """Return the house rules of a game with these values, each beside the same with others."""
    return list(zip(option_fields(kind, state, values), option_fields(kind, state, other), strict=True))
