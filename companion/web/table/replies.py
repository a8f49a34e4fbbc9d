"""What players' phones say of their own rows: each shows its question, and its reply stands in the writer's form.

A reply is no move. It is kept beside the journal until the hand is over (``store/replies.py``), fills in the rows that
the writer hasn't touched, and counts once the writer writes it down. Of two phones of one player the last word counts.
"""

from typing import Any, NamedTuple

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
from companion.web.table.question import Question, Row, named, overruled, question_at
from companion.web.table.responses import table_again


class Told(NamedTuple):
    """What a device is told of replies."""

    asked: Question | None
    who: Visitor
    row: Row | None
    """The row that a player's own phone shows; None on other devices."""
    mine: Reply | None
    """What was replied to it."""
    replies: list[Reply]
    """What phones replied, to a device that writes."""
    overruled: bool = False
    """Whether the writer wrote down something else than a player's own phone replied."""

    @property
    def mark(self) -> str:
        """What a page that shows this is known by."""
        hand = self.asked and (self.asked.hand, self.asked.kind.name)
        return mark((hand, self.who, self.row is None, self.replies, self.overruled))

    @property
    def inputs(self) -> dict[str, Any]:
        """What a script fills the writer's form with, a row for each reply."""
        if self.asked is None:
            return {}
        rows = [[self.asked.name_of(reply.player), self.asked.inputs(reply)] for reply in self.replies]
        return {"hand": self.asked.hand, "move": self.asked.kind.name, "rows": rows}


@bp.app_template_global()
def replies_at(table: Table) -> Told:
    """Return what this device is told of replies."""
    who = visitor(table)
    asked = question_at(table) if who.writes or who.player else None
    if who.writes or not who.player:
        return Told(asked, who, None, None, asked.heard if asked else [])
    row, mine = (asked.row(who.player), asked.own(who.player)) if asked and asked.asks(who.player) else (None, None)
    return Told(asked, who, row, mine, [], overruled(table, who.player))


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
    for holder in services().pencils.holders(table.code):
        services().hub.call(table.code, holder.device)
    return make_response(render_template("_replies.html", table=table)) if is_htmx() else to_table(table)


def own_reply(asked: Question | None, who: Visitor) -> Reply:
    """Return what was submitted of a player's own row. Raises Illegal, InvalidAnswer; 403 to a phone of nobody."""
    if not who.player:
        abort(403, say("First say whose phone this is, then answer."))
    if asked is None or not asked.asks(who.player):
        raise Illegal(say("{player} has nothing to answer to just now.", player=who.player))
    name = asked.name_of(who.player)
    if request.form.get("hand") != asked.stamp(name):
        raise Illegal(say("That hand is over: answer for the one that is on."))
    said = {field.name: "on" for field in asked.marks if request.form.get(field.name) == named(field, name)}
    for field in asked.asked:
        if name in dict(field.choices) and field.except_field not in said:
            said |= field.control.own(field, name, request.form)
    return Reply(who.player, asked.kind.name, said)
