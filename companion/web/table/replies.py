"""What players' phones say of their own rows: each shows its question, and its reply stands in the writer's form.

A reply is no move. It is kept beside the journal until the hand is over (``store/replies.py``), fills in the rows that
the writer hasn't touched, and counts once the writer writes it down. Of two phones of one player the last word counts.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from attrs import evolve
from flask import abort, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.store import Reply, Table
from companion.web.request.access import (
    Visitor,
    at_table,
    is_htmx,
    mark,
    part_unless_shown,
    table_or_404,
    to_table,
    visitor,
)
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.table import bp
from companion.web.table.phones import AskedPlayer, PhoneQuestion, call, kept_replies, question_at, written_down
from companion.web.table.responses import table_again
from companion.web.table.steps import opens_beside


class RepliesShown(NamedTuple):
    """What a device is told of replies."""

    asked: PhoneQuestion | None
    who: Visitor
    row: AskedPlayer | None
    """The row that a player's own phone shows; None on other devices."""
    mine: Reply | None
    """What was replied to it."""
    replies: list[Reply]
    """What phones replied, to a device that writes."""
    written: Sequence[str] = ()
    """What was written down, in sentences, where a player's own phone replied otherwise, or others said it too."""
    disputed: Sequence[str] = ()
    """Who says what only one can have, and the player said as well, in sentences."""

    @property
    def mark(self) -> str:
        """What a page that shows this is known by."""
        hand = self.asked and (self.asked.hand, self.asked.kind.name)
        keys = self.row and ([field.taps for field in self.row.asked], [field.name for field in self.row.marks])
        return mark((hand, self.who, keys, self.replies, [*self.written], [*self.disputed]))

    @property
    def inputs(self) -> dict[str, Any]:
        """What a script fills the writer's form with, a row for each reply."""
        if self.asked is None:
            return {}
        asked, row_of = self.asked, self.asked.name_of
        rows = [[row_of(reply.player), asked.inputs(reply)] for reply in self.replies]
        told = {"hand": asked.hand, "move": asked.kind.name, "rows": rows}
        if not rows:
            return told
        open_ones = {name: said for name, said in asked.contested.items() if not asked.is_secret or ":" not in name}
        said = {name: [[row_of(who), text] for who, text in each.items()] for name, each in open_ones.items()}
        return told | {"contested": said, "heard": " ".join(asked.marks_of_replies.values()), "ready": is_ready(asked)}


@bp.app_template_global()
def replies_at(table: Table) -> RepliesShown:
    """Return what this device is told of replies."""
    who = visitor(table)
    asked = question_at(table) if who.writes or who.player else None
    if who.writes or not who.player:
        return RepliesShown(asked, who, None, None, asked.heard if asked else [])
    written = written_down(table, who.player)
    if not (asked and asked.asks(who.player)):
        return RepliesShown(asked, who, None, None, [], written)
    return RepliesShown(asked, who, asked.row(who.player), asked.own(who.player), [], written, asked.told(who.player))


def is_ready(asked: PhoneQuestion) -> bool:
    """Return whether every phone has answered, and it is known who is named first, such as who went out.

    Where nobody says it, it is the only one who hasn't answered, and has no phone of the table to answer by.
    """
    lead, pencils = opens_beside(asked.kind), services().pencils
    if asked.contested or lead is None:
        return False
    writers = {holder.device for holder in pencils.holders(asked.table.code)}
    players = {phone.player for phone in pencils.phones(asked.table.code) if phone.device not in writers}
    answered = {asked.name_of(reply.player) for reply in asked.replies}
    if any(asked.name_of(player) not in answered for player in players if player and asked.asks(player)):
        return False
    return any(lead.key in reply.answers for reply in asked.replies) or len(asked.rows.keys() - answered) == 1


@bp.get("/t/<code>/reply")
def replies(code: str) -> Response | str:
    """Show what this device is asked, or what phones replied; 204 where its page shows that already."""
    table = table_or_404(code)
    return part_unless_shown("_replies.html", table, replies_at(table).mark)


def reply_again(code: str) -> Response | str:
    """Say why a reply was refused, in its place where htmx sent it."""
    return render_template("_replies.html", table=table_or_404(code)) if is_htmx() else table_again(code)


@bp.post("/t/<code>/reply")
@shows(reply_again)
def reply(code: str) -> Response:
    """Keep what a player's phone says of the own row; 403 to a phone that is nobody's."""
    with at_table(code) as (table, who):
        asked = question_at(table)
        said = own_reply(asked, who)
        if asked:
            services().replies.put(table.code, asked.hand, said)
    call_about(table, asked)
    return make_response(render_template("_replies.html", table=table)) if is_htmx() else to_table(table)


def call_about(table: Table, before: PhoneQuestion | None) -> None:
    """Send those who write to look, and the phones that a reply tells something of what their players said."""
    was = told_to_phones(before) if before else {}
    now = told_to_phones(evolve(before, found=kept_replies(table))) if before else {}
    call(table.code, {player for player, news in now.items() if news != was[player]})


def told_to_phones(asked: PhoneQuestion) -> dict[str, Any]:
    """Return what all players' phones are told of what others replied, and may answer, by player."""
    state, counted = asked.table.journal.state, [field.name for field in asked.asked if field.counted]
    has_none = any(
        reply.player == state.dealer and reply.answers.get(name) == "0" for reply in asked.replies for name in counted
    )
    return {player: (asked.told(player), has_none) for player in state.playing}


def own_reply(asked: PhoneQuestion | None, who: Visitor) -> Reply:
    """Return what was submitted of a player's own row. Raises Illegal, InvalidAnswer; 403 to a phone of nobody."""
    if not who.player:
        abort(403, say("First say whose phone this is, then answer."))
    if asked is None or not asked.asks(who.player):
        raise Illegal(say("{player} has nothing to answer to just now.", player=who.player))
    name = asked.name_of(who.player)
    sent, stamp = request.form.get("hand", ""), asked.stamp(name)
    if sent != stamp and sent.split(" ")[:2] == stamp.split(" ")[:2]:
        raise Illegal(say("This row is for {name} now: nothing is lost, just answer again.", name=asked.rows[name]))
    if sent != stamp:
        raise Illegal(say("That hand is over: answer for the one that is on."))
    said = {field.name: "on" for field in asked.marks if request.form.get(field.name) == field.named(name)}
    said = {field.name: "on" for field in asked.marks if field.name in said and field.except_field not in said}
    for field in asked.row(who.player).asked:
        if field.except_field not in said:
            said |= field.own(name, request.form)
    return Reply(who.player, asked.kind.name, said)
