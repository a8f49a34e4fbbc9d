"""Whose phone this is: a free name is taken at once, another phone's only where that phone or the pencil says yes."""

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.engine.message import say
from companion.store.pencils import hashed
from companion.web.live.phones import PhoneNews
from companion.web.request.access import device, forget_visitor, own_device, table_or_404, to_table, visitor
from companion.web.request.services import services
from companion.web.table import bp
from companion.web.table.view import view

ANSWERS = ("over", "both", "no", "seen")
"""The phone takes the name over, shares it, doesn't get it; or a change was seen."""


@bp.get("/t/<code>/me")
def whose_phone(code: str) -> str:
    """Ask whose phone this is."""
    found = table_or_404(code)
    taken = {phone.player for phone in services().pencils.phones(found.code) if phone.device != own_device()}
    asked = services().phones.of(found.code, own_device())
    waits = asked.player if asked and asked.asks else ""
    return render_template("table/me.html", view=view(found, visitor(found)), taken=taken, waits=waits)


@bp.post("/t/<code>/me")
def sit(code: str) -> Response:
    """Set whose phone this is; where another phone has the name, ask that phone and the pencil."""
    code, own, wanted = table_or_404(code).code, hashed(device()), request.form.get("player")
    tables, pencils, board = services().tables, services().pencils, services().phones
    with services().database.writing(), board.put_back_on_failure(code):
        table = tables.find(code)
        who = visitor(table, anew=True)
        player = wanted if wanted in table.journal.state.seats else None
        others = {phone.player for phone in pencils.phones(code) if phone.device != own}
        must_ask = player is not None and player != who.player and player in others

        def choose() -> bool:
            before = who.player or board.last_name(code, own)
            if player and must_ask:
                pencils.know(code, device())
                return board.put(code, PhoneNews(own, player, before if before != player else ""))
            silent = not board.drop(code, own)
            if player == who.player:
                return not silent
            pencils.set_player(code, device(), player)
            if player and before and before != player and not who.writes:
                board.put(code, PhoneNews(own, player, before, asks=False))
            return True

        tables.touch(code, choose)
    if player and not must_ask:
        board.remember_name(code, own, player)
    forget_visitor()
    return redirect(url_for("table.whose_phone", code=code), 303) if must_ask else to_table(table)


@bp.post("/t/<code>/me/answer")
def answer(code: str) -> Response:
    """Answer a phone that asks for a name; the phone that has it may, and the pencil. Raises Malformed."""
    code, said = table_or_404(code).code, request.form.get("answer")
    tables, pencils, board = services().tables, services().pencils, services().phones
    with services().database.writing(), board.put_back_on_failure(code):
        table = tables.find(code)
        news, who = board.of(code, request.form.get("phone", "")), visitor(table, anew=True)
        if news and not (who.writes or (news.asks and news.player == who.player)):
            abort(403, say("Only the phone with that name, or the pencil, can answer this."))
        if said not in ANSWERS:
            raise Malformed(say("Choose what becomes of the name."))

        def decide() -> bool:
            if news and news.asks and said in ("over", "both"):
                pencils.give_name(code, news.device, news.player, alone=said == "over")
                board.remember_name(code, news.device, news.player)
            return news is not None and board.drop(code, news.device)

        tables.touch(code, decide)
    forget_visitor()
    return to_table(table)
