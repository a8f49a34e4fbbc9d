"""The pencil of a table: who may write, an invitation to write as a QR code, and taking the pencil back."""

from flask import abort, make_response, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.store import Table
from companion.store.pencils import INVITATION_SECONDS, NoInvitation, hashed
from companion.web.devices import bp
from companion.web.errors import error_page
from companion.web.request.access import (
    device,
    is_local,
    table_or_404,
    to_table,
    visitor,
    writing,
)
from companion.web.request.qr import public_url, qr_svg
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import device_kind


@bp.get("/t/<code>/pencil")
def pencil(code: str) -> str:
    """Show who holds the pencil; to the holders, ways to hand it on."""
    return pencil_page(table_or_404(code))


@bp.post("/t/<code>/pencil")
def offer_pencil(code: str) -> str:
    """Show a new invitation to write, as a QR code."""
    with writing(code) as table:
        gives_away, key = "gives_away" in request.form, submission()[0]
        token = services().pencils.invite(table.code, device(), gives_away=gives_away, key=key)
    if key and not still_good(token, table):  # the form was sent again after somebody took the pencil
        return pencil_page(table)
    address = public_url(url_for("devices.take_pencil", code=table.code, token=token))
    return pencil_page(table, address, gives_away)


def still_good(token: str, table: Table) -> bool:
    """Return whether the pencil can still be taken by an invitation."""
    try:
        services().pencils.invitation(token, table.code)
    except NoInvitation:
        return False
    return True


@bp.post("/t/<code>/pencil/back")
def take_back_pencil(code: str) -> Response:
    """Take a pencil back, or take one up again: the device that laid the table may, and the machine itself."""
    table = table_or_404(code)
    if not (visitor(table).owner or is_local()):
        abort(403, say("Only the device that started the table can take the pencil back."))
    pencils, holder, this_device = services().pencils, request.form.get("device"), device()

    def take() -> bool:
        taken = bool(holder) and pencils.take_back(table.code, str(holder))
        is_left = any(each.pencil for each in pencils.holders(table.code))
        if not holder or (taken and not is_left):  # a table is never without a pencil
            taken = pencils.know(table.code, this_device, pencil=True) or taken
        return taken

    services().tables.touch(table.code, take)
    return redirect(url_for("devices.pencil", code=table.code), 303)


@bp.get("/t/<code>/pencil/<token>")
def take_pencil(code: str, token: str) -> Response:
    """Show an invitation to write that was scanned."""
    table = table_or_404(code)
    try:
        invitation = services().pencils.invitation(token, table.code)
    except NoInvitation as refused:
        return no_pencil(refused)
    return make_response(render_template("devices/take_pencil.html", table=table, token=token, invitation=invitation))


@bp.post("/t/<code>/pencil/<token>")
def pencil_taken(code: str, token: str) -> Response:
    """Take the pencil of an invitation."""
    table, this_device = table_or_404(code), device()
    tables, pencils = services().tables, services().pencils
    try:
        return to_table(tables.touch(table.code, lambda: pencils.accept(token, table.code, this_device)))
    except NoInvitation as refused:
        if visitor(table).writes:  # it took the pencil by the first of two taps
            return to_table(table)
        return no_pencil(refused)


def no_pencil(refused: NoInvitation) -> Response:
    """Say why the pencil can't be had."""
    return error_page(410, say("You don't have the pencil"), refused.why)


def pencil_page(table: Table, address: str = "", gives_away: bool = False) -> str:
    """Render the page of the pencil, with the QR code of a new invitation if there is one."""
    return render_template(
        "devices/pencil.html",
        table=table,
        visitor=visitor(table, anew=True),
        own_kind=device_kind(),
        holders=services().pencils.holders(table.code),
        address=address,
        gives_away=gives_away,
        qr=qr_svg(address) if address else "",
        minutes=round(INVITATION_SECONDS / 60),
        is_local=is_local(),
        own=hashed(device()),
        key=new_form_key(),
    )
