"""What pages have seen of a journal: a server that knows less is told so, and what they kept can be written again."""

from flask import jsonify, render_template, request
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.store import Table
from companion.store.entries import entries_since, kept_entries
from companion.store.moving import head_of
from companion.web.journal import bp
from companion.web.request.access import forget_visitor, table_or_404, to_table, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.table.responses import table_again


@bp.get("/t/<code>/journal/since")
def since(code: str) -> Response | tuple[str, int]:
    """Return the entries after the last one that a page has seen, and what an evening's file has beside them.

    409 where the journal has no such entry.
    """
    table = table_or_404(code)
    last, head = request.args.get("last", 0, int), request.args.get("head", "")
    with services().database.reading() as rows:
        entries = entries_since(rows, table.code, last, head)
        beside = head_of(rows, table) if entries is not None else None
    if entries is None:
        return notice(table, last), 409
    return jsonify(head=beside, version=table.version, entries=entries)


def notice(table: Table, last: int) -> str:
    """Render what a page is told that has seen ``last`` entries, and with what can be done about it."""
    here, lost, before = table.journal.last, request.args.get("lost", 0, int), request.args.get("before", "")
    if here < last:
        hand = request.args.get("hand", 0, int)
        says = say(
            "This table was further on: hand {hand}, {moves} moves; the server has {here}.",
            hand=hand,
            moves=last,
            here=here,
        )
    else:
        says = say("This table went another way: move {moves} was a different one when this device saw it.", moves=last)
    joins = lost > 0 and before == table.short_head
    return render_template(
        "journal/_further.html", table=table, visitor=visitor(table), says=says, lost=lost, joins=joins
    )


@bp.post("/t/<code>/journal/again")
@shows(table_again)
def again(code: str) -> Response:
    """Write the entries again that a page kept, in their order; all of them, or none."""
    with writing(code) as table:
        changed = services().tables.write_again(table.code, kept_entries(request.form.get("entries", "")))
        forget_visitor()
    return to_table(changed)
