"""The seats of a table: joining and leaving, the names of players, and whose phone this is."""

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.changes import Change, Rename
from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.engine.structure import read, require_new_names
from companion.store import NameClaim, Table
from companion.store.devices import hashed
from companion.web.forms.fields import part_fields
from companion.web.request.access import (
    at_table,
    device,
    forget_visitor,
    own_device,
    table_or_404,
    to_table,
    visitor,
    writing,
)
from companion.web.request.refusal import marked, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, record, record_correction
from companion.web.request.typed_names import require_one_name, require_seen
from companion.web.table import bp
from companion.web.table.leaving import leaving, leaving_changes
from companion.web.table.phones import call
from companion.web.table.responses import table_response
from companion.web.table.view import view


@bp.get("/t/<code>/seats")
def seats(code: str) -> Response:
    """Show the seats: joining, leaving, sitting out, the next dealer, a name that was misspelt.

    A browser that comes back to them by its own way back is shown them as they are now.
    """
    response = make_response(seats_page(table_or_404(code)))
    response.headers["Cache-Control"] = "no-store"
    return response


def renamed_again(code: str) -> str:
    """Return the page of the seats with the name that was typed."""
    newest = table_or_404(code)
    marked(part_fields(Rename, newest.journal.state, {}))
    return seats_page(newest)


@bp.post("/t/<code>/names")
@shows(renamed_again)
def rename(code: str) -> Response:
    """Correct a name, in everything that was written with it."""
    was, now = request.form.get("was", ""), request.form.get("now", "").strip()

    def renames(table: Table) -> list[Change]:
        corrected = read(Rename, {"was": was, "now": now}, "names")
        require_new_names(corrected, "names")
        require_one_name(now, "now")
        require_seen(now, (name for name in table.journal.state.seats if name != was))
        return [Change.rename(corrected.was, corrected.now)]

    return to_table(record_correction(code, renames))


@bp.post("/t/<code>/settled")
@shows(seats)
def settled(code: str) -> Response:
    """Settle with a player, who leaves with the same tap unless already gone: who pays whom was shown."""
    with writing(code) as table:
        changed = record(table, lambda now: leaving_changes(now, request.form.get("player", "")))
    return table_response(changed)


def seats_page(table: Table) -> str:
    """Render the seats, with what was typed where it was refused."""
    seen = view(table, visitor(table))
    return render_template("table/seats.html", view=seen, leaving=leaving, typed=request.form, key=new_form_key())


ANSWERS = ("over", "both", "no", "seen")
"""The phone takes the name over, shares it, doesn't get it; or a change was seen."""


@bp.get("/t/<code>/me")
def whose_phone(code: str) -> Response | str:
    """Ask whose phone this is; one that scans the code of a table and is known there goes on to the table."""
    found = table_or_404(code)
    if "scanned" in request.args and any(visitor(found)):
        return to_table(found)
    taken = {phone.player for phone in services().pencils.phones(found.code) if phone.device != own_device()}
    asked = found.name_claim(own_device())
    waits = asked.player if asked and asked.asks else ""
    return render_template("table/me.html", view=view(found, visitor(found)), taken=taken, waits=waits)


@bp.post("/t/<code>/me")
def sit(code: str) -> Response:
    """Set whose phone this is; where another phone has the name, ask that phone and the pencil."""
    own, wanted = hashed(device()), request.form.get("player")
    tables, pencils, claims = services().tables, services().pencils, services().name_claims
    with at_table(code) as (table, who):
        player = wanted if wanted in table.journal.state.seats else None
        others = {phone.player for phone in pencils.phones(table.code) if phone.device != own}
        must_ask = player is not None and player != who.player and player in others
        before = who.player or claims.last_name(table.code, own)
        was = before if before != player else ""
        news = table.name_claim(own)
        if player != (news.player if news and news.asks else who.player) and not claims.may_change(own):
            abort(429, say("That's a lot of names for one phone: wait a little, then choose again."))
        if player and must_ask:
            pencils.know(table.code, device())
        told = must_ask or (player != who.player and was and not who.writes)
        claim = NameClaim(own, player, was, asks=must_ask) if player and told else None
        if not must_ask and player != who.player:
            tables.touch(table.code, lambda: pencils.set_player(table.code, device(), player))
        tables.change(table.code, lambda now: now.with_name_claim(own, claim))
    if player and not must_ask:
        claims.remember_name(table.code, own, player)
    if claim != news:
        call(table.code, {player, news.player if news else None})
    forget_visitor()
    return redirect(url_for("table.whose_phone", code=code), 303) if must_ask else to_table(table)


@bp.post("/t/<code>/me/answer")
def answer(code: str) -> Response:
    """Answer a phone that asks for a name; the phone that has it may, and the pencil. Raises Malformed."""
    said = request.form.get("answer")
    tables, pencils, claims = services().tables, services().pencils, services().name_claims
    with at_table(code) as (table, who):
        news = table.name_claim(request.form.get("phone", ""))
        if news and not (who.writes or (news.asks and news.player == who.player)):
            abort(403, say("Only that player's phone, or a device with the pencil, can answer this."))
        if said not in ANSWERS:
            raise Malformed(say("Choose who gets the name."))

        gets = news is not None and news.asks and said in ("over", "both")
        if news and gets:
            alone = said == "over"
            tables.touch(table.code, lambda: pencils.give_name(table.code, news.device, news.player, alone=alone))
            claims.remember_name(table.code, news.device, news.player)
        if news:
            tables.change(table.code, lambda now: now.with_name_claim(news.device, None))
    if news:
        call(table.code, {news.player})  # who may answer for the name
    forget_visitor()
    return to_table(table)
