"""What the forms of the journal ask for: corrections and whole hands."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import request

from companion.engine.changes import Change
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Move, Opening, State
from companion.engine.hands import hand_of, inserted_after, with_dealers_kept
from companion.engine.journal import Journal
from companion.engine.kit.moves import Dealer, Join
from companion.engine.message import say
from companion.engine.replay import Step
from companion.engine.reports.pad import says_hand
from companion.engine.structure import names_in, require_new_names, write
from companion.scoresheet import stored_opening
from companion.store import Table
from companion.web.forms.fields import move_fields, side_by_side
from companion.web.forms.form import Field
from companion.web.forms.known import amended as amended_rules, asks_of, shown
from companion.web.forms.reading import move_json, option_json
from companion.web.i18n.language import language
from companion.web.journal.missing_hand import INSERT_HAND, submitted_hand, submitted_kind, submitted_move
from companion.web.request.typed_names import require_one_name, require_seen

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
