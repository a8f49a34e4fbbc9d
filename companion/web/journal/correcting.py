"""How the journal is corrected: what a form asks for, a whole hand that is missing, and what it would come to."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from attrs import frozen
from flask import request

from companion.engine.cached import cached_property
from companion.engine.changes import Change
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Moment, Move, Opening, State
from companion.engine.hands import (
    Dealt,
    begins_hand,
    dealers_moved,
    hand_of,
    inserted_after,
    play_hand,
    with_dealers_kept,
)
from companion.engine.journal import Journal
from companion.engine.kit.moves import Dealer, Join
from companion.engine.message import say
from companion.engine.replay import Step
from companion.engine.reports.offers import Offer, offer, offers
from companion.engine.reports.pad import says_hand
from companion.engine.reports.sentences import what_changes
from companion.engine.structure import names_in, require_new_names, write
from companion.scoresheet import parse, stored_opening, write_move
from companion.store import Table
from companion.web.forms.fields import move_fields, side_by_side
from companion.web.forms.form import Field
from companion.web.forms.known import amended as amended_rules, asks_of, shown
from companion.web.forms.reading import move_json, option_json
from companion.web.i18n.filters import points_of
from companion.web.i18n.language import language
from companion.web.request.typed_names import require_one_name, require_seen

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


STRIKE_HAND = "strike_hand"
"""What a form may ask beside what one entry does: to strike a hand, or to insert one."""


def asked_changes(table: Table, number: int) -> list[Change]:
    """Return what the form asks for: a correction, or to take several moves back. Raises Malformed or Illegal."""
    match request.form.get("act", ""):
        case "strike_hand":
            return [Change.strike(step.line.number) for step in hand_of(table.journal, number)[::-1]]
        case "insert_hand":
            return inserted_after(table.journal, number, submitted_hand(table.journal.step(number).state).whole())
        case "amend":
            return amended(table, number)
    return [correction(table, number)]


def said_before(journal: Journal, number: int) -> Step | None:
    """Return the move before a hand of which its cell on the pad shows an answer, too; None where it shows one."""
    step = journal.step(number)
    if not (step.in_force and says_hand(step)):
        return None
    with suppress(Illegal):
        return next((other for other in hand_of(journal, number) if other.line.move.comes_first), None)
    return None


def amended(table: Table, number: int) -> list[Change]:
    """Return the correction of a move, and of what was said before it where that is asked with it and differs.

    Raises Malformed or Illegal.
    """
    own, said = correction(table, number), said_before(table.journal, number)
    if said is None or request.form.get("kind") != table.journal.step(number).line.move.name:
        return [own]
    line, before = said.line, table.journal.before(said.line.number)
    kind = type(line.move)
    assert before.game
    move = before.game.stored_move({"move": kind.name} | move_json(kind, request.form, before))
    also = [Change.amend(line.number, move)] if move != line.move else []
    differs = own.act == "amend" and own.move != table.journal.step(number).line.move
    return [*([own] if differs or not also else []), *also]


def dealers_asked(changes: Sequence[Change]) -> str:
    """Return whether those ``keep`` the later deals who dealt, or the deal is to ``pass`` anew.

    Unless something is chosen they keep them, but for a correction of who deals.
    """
    moves = [change.move for change in changes[:1] if change.move]
    meant = request.form.get("act") != INSERT_HAND and any(isinstance(move, Opening | Dealer) for move in moves)
    usual = "pass" if meant else "keep"
    chosen = request.form.get("dealers", "")
    return chosen if chosen in {"keep", "pass"} else usual


def with_dealers_asked(journal: Journal, changes: Sequence[Change]) -> list[Change]:
    """Return the changes, with those that keep who dealt later where that is asked for."""
    if dealers_asked(changes) == "pass":
        return [*changes]
    return with_dealers_kept(journal, changes)


def goes(journal: Journal, number: int, act: str) -> list[str]:
    """Return what is taken back besides one move, in sentences, the last first."""
    return [step.memo for step in hand_of(journal, number)[::-1]] if act == STRIKE_HAND else []


def correction(table: Table, number: int) -> Change:
    """Return the correction that the form asks for. Raises Malformed or Illegal."""
    match request.form.get("act", ""):
        case "strike":
            return Change.strike(number)
        case "restore":
            return Change.restore(number)
        case "amend":
            return Change.amend(number, seen_by_people(amendment(table, number), table, number))
        case "insert":
            return Change.insert(number, seen_by_people(submitted_move(table.journal.before(number)), table))
    raise Malformed(say("Choose what to do: strike the move out, restore it, correct it, or add one before it."))


def seen_by_people(move: Move, table: Table, amended: int | None = None) -> Move:
    """Return a move that was corrected; refuse one by which somebody joins whom nobody can tell from another."""
    if isinstance(move, Join):
        old = names_of(table.journal.step(amended).line.move) if amended else ()
        if move.player not in old:
            require_one_name(move.player, "player")
        require_seen(move.player, (name for name in table.journal.state.seats if name not in old))
    return move


def amendment(table: Table, number: int) -> Move:
    """Return the amended move that the form describes. Raises Malformed or Illegal."""
    step, before = table.journal.step(number), table.journal.before(number)
    if isinstance(step.line.move, Opening):
        game, was = step.line.move.game, step.line.move
        options = option_json(asks_of(was.options, language()), request.form, before)
        options = amended_rules(was.options, options, was.given or {}, language())
        dealer = request.form.get("dealer") or None
        silent = step.line.move.dealer is None and dealer == before.dealer
        amended = stored_opening(game, options, None if silent else dealer, game.edition)
        require_new_names(amended.options, "options", known=names_of(step.line.move.options))
        return amended
    kind = submitted_kind(before)
    values = kind.amended(move_json(kind, request.form, before), unasked(step.line.move, kind, before))
    assert before.game
    move: Move = before.game.stored_move({"move": kind.name} | values)
    require_new_names(move, known=names_of(step.line.move))
    return move


def names_of(written: Any) -> set[str]:
    """Return the names that a move or house rules brought when they were written; they may stay as they are."""
    return {name for _, name, _ in names_in(written)}


def changed_rules(table: Table, number: int, becomes: Move) -> list[tuple[Field, Field]]:
    """Return the house rules that are amended, each as it was and as it becomes; none where no game begins."""
    was, before = table.journal.step(number).line.move, table.journal.before(number)
    if not isinstance(was, Opening) or not isinstance(becomes, Opening):
        return []
    asks, other = (asks_of(each.options, language()) for each in (was, becomes))
    values = (shown(each.options, language()) for each in (was, becomes))
    both = side_by_side(asks if asks is other else becomes.game.options, before, *values)
    return [(rule, changed) for rule, changed in both if rule.value != changed.value]


def unasked(move: Move, kind: type[Move], before: State[Any, Any]) -> dict[str, Any]:
    """Return the values of a move that no form asks, which stay when it is amended."""
    if kind is not type(move):
        return {}
    silent = {field.name for field in move_fields(kind, before, {}) if not field.macro}
    return {key: value for key, value in write(move).items() if key in silent}


def is_in_hand(journal: Journal, number: int) -> bool:
    """Return whether a move that counts belongs to a hand with a deal and more."""
    try:
        return any(step.line.number == number for step in hand_of(journal, number))
    except Illegal:
        return False


def is_and_becomes(old: Mapping[str, int], new: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Every name in either, with its number as it is and as it becomes."""
    return [(name, old.get(name, 0), new.get(name, 0)) for name in dict.fromkeys([*old, *new])]


def _moved(step: Step) -> list[str]:
    return what_changes(step.moved, step.state)


class Preview(NamedTuple):
    """What a correction would come to, before it is saved."""

    before: Journal
    after: Journal

    @property
    def balances(self) -> list[tuple[str, int, int]]:
        """Everyone's stack, or balance, as it is and as it would be."""
        return is_and_becomes(self.before.state.shown, self.after.state.shown)

    @property
    def pots(self) -> list[tuple[str, int, int]]:
        return is_and_becomes(self.before.state.pots, self.after.state.pots)

    @property
    def points(self) -> list[tuple[str, int, int]]:
        """The points of everybody, or of both sides, as they are and as they would be, where any change."""
        old, new = points_of(self.before.state), points_of(self.after.state)
        return is_and_becomes(old, new) if old != new else []

    @property
    def changed(self) -> list[tuple[Step, list[str], list[str]]]:
        """Later moves that stand as written but move other counters, with what changed hands and what would."""
        were = {step.line.number: step for step in self.before.in_force()}
        pairs = ((were[step.line.number], step) for step in self.after.in_force() if step.line.number in were)
        return [
            (new, _moved(old), _moved(new))
            for old, new in pairs
            if old.postings != new.postings and old.line.move == new.line.move
        ]

    @property
    def dealers(self) -> list[Dealt]:
        """The hands that somebody else would have dealt."""
        return dealers_moved(self.before, self.after)

    @property
    def deals_next(self) -> tuple[str, str] | None:
        """Who deals the next hand and who would, where that changes and no hand is open."""
        old, new = self.before.state, self.after.state
        waits = new.game and new.game.deals and not (new.over or new.open or old.open)
        return (old.dealer, new.dealer) if waits and old.dealer != new.dealer else None

    @property
    def fallen(self) -> list[Step]:
        """Later moves that would no longer stand."""
        stood = {step.line.number for step in self.before.steps if step.in_force}
        return [step for step in self.after.conflicts if step.line.number in stood]

    @property
    def risen(self) -> list[Step]:
        """Moves that don't stand and would again."""
        fell = {step.line.number for step in self.before.conflicts}
        return [step for step in self.after.steps if step.in_force and step.line.number in fell]

    @property
    def transfers(self) -> list[str]:
        """The real counters that must move because of it."""
        return what_changes(self.after.moved, self.after.state)

    @property
    def counts(self) -> bool:
        """Whether counters are shown: not where points were scored and none has moved."""
        scored = self.points or any(points_of(self.after.state).values())
        return not scored or any(was or will for _, was, will in (*self.balances, *self.pots))
