"""What a device is told after a tap: the table as it now is, or why nothing was written, beside what was typed."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.common import Count
from companion.engine.counting import miscount
from companion.engine.game import Move
from companion.engine.journal import Act, Entry
from companion.engine.refusals import Malformed, Refusal
from companion.engine.saying import joined, say, sentences
from companion.engine.state import State
from companion.store import Stale, Table, Unwritable
from companion.web.access import device, swaps, to_table, visitor
from companion.web.forms import Field, move_fields
from companion.web.languages import language
from companion.web.parts import typed_again
from companion.web.services import services
from companion.web.taps import new_key
from companion.web.views import view

PLACE = re.compile(r"\[[^\]]*\]|[^.\[]+")
"""A part of the place in a sheet where something was refused: a field, or one of several in brackets."""
NEWS = 5
"""So many entries that somebody else wrote first are named in a refusal."""


def fragment(
    table: Table, refused: str = "", asked: Mapping[str, str] | None = None, typed: Mapping[str, Any] | None = None
) -> str:
    """The part of the page that changes. Those who only watch share one rendering of a version; a player's own phone
    has one to itself, as what it may claim is a form with its own token."""
    who, asked = visitor(table), asked or {}
    if who.writes or refused:
        game = table.journal.state.game
        kind = game.by_name.get(asked.get("move", "")) if game else None
        return render_template("_table.html", view=view(table, who, refused, kind, asked, typed), key=new_key())
    seen = (table.code, table.version, who, who.player and device(), language())
    return services().renderings.get(seen, lambda: render_template("_table.html", view=view(table, who), key=""))


def answer(table: Table) -> Response:
    """The table as it now is: its fragment where htmx swaps it in, else its page."""
    return make_response(fragment(table)) if swaps() else to_table(table)


def refusal(table: Table, kind: type[Move] | None, refused: Refusal, written: Move | None = None) -> Response:
    """A refused move: the sentence beside what was typed."""
    newest = services().tables.find(table.code)
    why = told(refused, newest, move_fields(kind, newest.journal.state, {}) if kind else ())
    if swaps() or kind is None:
        typed = typed_for(kind, newest.journal.state) if kind else {}
        body = fragment(newest, why, {**request.args, "move": kind.name} if kind else {}, typed)
        page = body if swaps() else render_template("table.html", fragment=body, table=newest, visitor=visitor(newest))
        return make_response(page, status_of(refused))
    return make_response(
        move_page(newest, kind, typed_for(kind, newest.journal.state), why, written),
        status_of(refused),
    )


def beside(refused: Refusal, asked: Iterable[Field]) -> str:
    """The sentence of a refusal; beside the question of these that it answers, instead of its place in a sheet."""
    path = [part.strip("[]") for part in PLACE.findall(refused.where)[1:]]
    if not path:
        return refused.why
    question = next((field for field in asked if field.name == path[0]), None)
    if question is None:
        return str(refused)
    parts = {part.name.rpartition(":")[2]: part.label for row in question.rows for part in row}
    named = [] if path[-1] in parts else [part for part in path[1:] if not part.isdecimal()]
    label = joined(" ", [parts.get(path[-1], question.label), *named])
    return joined(" " if "?" in label else " — ", [label, refused.why])


def told(refused: Refusal, newest: Table, asked: Iterable[Field] = ()) -> str:
    """The sentence of a refusal to those who were ``asked``; where somebody else wrote first, with what they wrote
    last."""
    if not isinstance(refused, Stale):
        return beside(refused, asked)
    new = [entry for entry in newest.journal.entries[-NEWS:] if entry.number > refused.since]
    return say("{refused} New: {memos}", refused=refused.why, memos=sentences(*(news(newest, entry) for entry in new)))


def news(table: Table, entry: Entry) -> str:
    """What an entry did, in a sentence."""
    memo = table.journal.memo(entry)
    match entry.act:
        case Act.STRIKE:
            return say("struck: {memo}", memo=memo)
        case Act.RESTORE:
            return say("restored: {memo}", memo=memo)
        case Act.AMEND:
            return say("amended: {memo}", memo=memo)
        case Act.INSERT:
            return say("inserted: {memo}", memo=memo)
    return memo


def move_page(
    table: Table, kind: type[Move], typed: Mapping[str, Any], refused: str = "", written: Move | None = None
) -> str:
    """The page of one move, with what was typed; where a count differs, with where it may have gone wrong."""
    return render_template(
        "move.html",
        view=view(table, visitor(table), refused),
        kind=kind,
        fields=move_fields(kind, table.journal.state, typed),
        miscount=miscount(table.journal, written) if isinstance(written, Count) else None,
        key=new_key(),
    )


def status_of(refused: Refusal) -> int:
    """Malformed 422, illegal and stale 409, not written down 503."""
    return 422 if isinstance(refused, Malformed) else 503 if isinstance(refused, Unwritable) else 409


def answers() -> dict[str, str]:
    """What was said of a move: tap by tap in the address, and in the form."""
    return {**request.args, **dict(request.form.items())}


def typed_for(kind: type[Move], state: State[Any, Any]) -> dict[str, Any]:
    """What was typed for a move, as its form shows it again."""
    said = answers()
    return typed_again(move_fields(kind, state, said), said)
