"""A whole hand that is missing: where one can be, and how it is said, a move at a time, before it is written."""

import json
from collections.abc import Sequence
from typing import Any

from attrs import frozen
from flask import request

from companion.engine.cached import cached_property
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Moment, Move, State
from companion.engine.hands import begins_hand, play_hand
from companion.engine.message import say
from companion.engine.replay import Step
from companion.engine.reports.offers import Offer, offer, offers
from companion.scoresheet import parse, write_move
from companion.web.forms.fields import move_fields
from companion.web.forms.reading import move_json

INSERT_HAND = "insert_hand"
"""What a form asks beside what one entry does: to insert a whole hand."""


@frozen(slots=False)
class MissingHand:
    """A hand as far as it was said, at the place where it is missing."""

    at: State[Any, Any]
    """The table as it stood there."""
    moves: tuple[Move, ...] = ()
    ended: bool = False
    """Whether the people say that it is over, where its game can't tell."""

    @cached_property
    def memos(self) -> list[str]:
        """Return what happened so far, in sentences. Raises Illegal."""
        return [effect.memo for effect in play_hand(self.at, self.moves)]

    @cached_property
    def state(self) -> State[Any, Any]:
        """Return the table after what was said. Raises Illegal."""
        effects = play_hand(self.at, self.moves)
        return effects[-1].state if effects else self.at

    @property
    def begun(self) -> bool:
        """Return whether more is said than who dealt."""
        return any(begins_hand(move, self.at) for move in self.moves)

    @property
    def may_be_over(self) -> bool:
        """Return whether the next hand could follow."""
        return self.begun and (self.state.between or self.state.over)

    @property
    def is_whole(self) -> bool:
        """Return whether it was said up to its end."""
        return self.may_be_over and (self.ended or not self.state.open)

    def whole(self) -> tuple[Move, ...]:
        """Return its moves; raises Illegal where its end is not said yet."""
        if not self.is_whole:
            raise Illegal(say("This hand isn't over yet: say what happened next, right to the end."))
        return self.moves

    def with_deal(self) -> "MissingHand":
        """Return it with what it begins with, where that asks nothing."""
        found = None if self.begun else beginning(self.state)
        if not found or asks(found.kind, self.state):
            return self
        return MissingHand(self.at, (*self.moves, found.kind()))

    @property
    def offers(self) -> list[Offer]:
        """Return the moves that can come next in it."""
        if not self.begun:
            found = beginning(self.state)
            return [found] if found else []
        return [offer for offer in possible(self.state) if offer.kind.moment is Moment.HAND]

    @property
    def other_dealers(self) -> list[tuple[str, str]]:
        """Return who else can have dealt it, each with the moves that say so; none once anything followed."""
        kind: Any = self.at.game.by_name.get("dealer") if self.at.game else None
        if not kind or len([move for move in self.moves if not isinstance(move, kind)]) > 1:
            return []
        others = [name for name in self.at.playing if name != self.state.dealer]
        return [(name, written([kind(player=name)])) for name in others]

    @property
    def written(self) -> str:
        """Return its moves as a form carries them."""
        return written(self.moves)

    @property
    def without_last(self) -> str:
        """Return its moves but the last, as a form carries them; empty where only the deal was said."""
        return written(self.moves[:-1]) if self.begun and not begins_hand(self.moves[-1], self.at) else ""


def written(moves: Sequence[Move]) -> str:
    """Return moves as a form carries them: JSON, as in a score sheet."""
    return json.dumps([write_move(move) for move in moves], ensure_ascii=False)


def asks(kind: type[Move], state: State[Any, Any]) -> bool:
    """Return whether a form of this kind of move asks anything."""
    return any(asked.macro for asked in move_fields(kind, state, {}))


def possible(state: State[Any, Any]) -> list[Offer]:
    """Return the moves that can have been forgotten at a place: none that the server makes itself."""
    return offers(state, state.game.alone(state) if state.game else ())


def beginning(state: State[Any, Any]) -> Offer | None:
    """Return the move with which a hand can have begun at a place; None where none can."""
    game = state.game
    return offer(state, game.begins) if game and game.begins.name not in game.alone(state) else None


def place_after(steps: Sequence[Step]) -> int | None:
    """Return the number of the move of a hand, the last first, after which another hand can be missing."""
    return next((step.line.number for step in steps if beginning(step.state)), None)


def submitted_hand(at: State[Any, Any]) -> MissingHand:
    """Return the hand that the form says so far, with the move that it adds. Raises Malformed or Illegal."""
    said = carried_hand(at)
    moves = (*said.moves, submitted_move(said.state)) if request.form.get("kind") else said.moves
    hand = MissingHand(at, moves, "over" in request.form)
    play_hand(at, moves)
    return hand


def carried_hand(at: State[Any, Any]) -> MissingHand:
    """Return the hand without the move that the form adds. Raises Malformed or Illegal."""
    if at.game is None:
        raise Illegal(say("No game is on at this point: restore its beginning first."))
    carried = parse(request.form.get("moves", "").encode("utf-8", "surrogatepass") or b"[]")
    if type(carried) is not list:
        raise Malformed(say("Choose which move it was."))
    moves = tuple(at.game.read_move(move) for move in carried)
    play_hand(at, moves)
    return MissingHand(at, moves)


def submitted_move(before: State[Any, Any]) -> Move:
    """Return the forgotten move that the form describes. Raises Malformed or Illegal."""
    kind = submitted_kind(before)
    assert before.game
    move: Move = before.game.read_move({"move": kind.name} | kind.amended(move_json(kind, request.form, before), {}))
    return move


def submitted_kind(before: State[Any, Any]) -> type[Move]:
    """Return the kind of move that the form names, at its place in the journal. Raises Malformed or Illegal."""
    name = request.form.get("kind", "")
    if before.game is None:
        raise Illegal(say("No game is on at this point: restore its beginning first."))
    if name not in before.game.by_name:
        raise Malformed(say("Choose which move it was."))
    return before.game.by_name[name]
