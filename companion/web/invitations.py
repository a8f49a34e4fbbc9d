"""Inviting others: the QR code of the table to watch it, a second one to write at it."""

from flask import Blueprint, abort, make_response, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.engine.saying import say
from companion.store import Table
from companion.store.pencils import LIFETIME, NoInvitation, hashed
from companion.web.access import device, here, still_writing, table_or_404, table_to_write, to_table, visitor
from companion.web.faults import page
from companion.web.qr import picture, reachable
from companion.web.services import services

pages = Blueprint("invitations", __name__, url_prefix="/t/<code>")


@pages.get("/invite")
def invite(code: str) -> str:
    """The QR code with which others follow the table."""
    table = table_or_404(code)
    address = reachable(url_for("playing.table", code=table.code))
    return render_template("invite.html", table=table, visitor=visitor(table), address=address, qr=picture(address))


@pages.get("/pencil")
def pencil(code: str) -> str:
    """Who holds the pencil; for the holders, ways to hand it on."""
    return pencil_page(table_or_404(code))


@pages.post("/pencil")
def share(code: str) -> str:
    """A new invitation to write, as a QR code."""
    table = table_to_write(code)
    with still_writing(table):
        token = services().pencils.invite(table.code, device(), hands_on="hands_on" in request.form)
    address = reachable(url_for(".invited", code=table.code, token=token))
    return pencil_page(table, address, "hands_on" in request.form)


@pages.post("/pencil/back")
def take_back(code: str) -> Response:
    """The device that laid the table takes a pencil back, or its own up again; so may the machine itself."""
    table = table_or_404(code)
    who = visitor(table)
    if not (who.owner or here()):
        abort(403, say("Only the device that laid the table takes the pencil back."))
    pencils, holder, own = services().pencils, request.form.get("device"), device()

    def passed() -> None:
        pencils.take_back(table.code, holder) if holder else pencils.know(table.code, own, pencil=True)

    services().tables.touch(table.code, passed)
    return redirect(url_for(".pencil", code=table.code), 303)


@pages.get("/pencil/<token>")
def invited(code: str, token: str) -> Response:
    """Somebody scanned an invitation to write."""
    table = table_or_404(code)
    try:
        invitation = services().pencils.invitation(token, table.code)
    except NoInvitation as refused:
        return no_pencil(refused)
    return make_response(render_template("invited.html", table=table, token=token, invitation=invitation))


@pages.post("/pencil/<token>")
def accept(code: str, token: str) -> Response:
    """Takes the pencil."""
    table, found, own = table_or_404(code), services(), device()
    try:
        return to_table(found.tables.touch(table.code, lambda: found.pencils.accept(token, table.code, own)))
    except NoInvitation as refused:
        if visitor(table).writes:  # it took the pencil by the first of two taps
            return to_table(table)
        return no_pencil(refused)


def no_pencil(refused: NoInvitation) -> Response:
    """Why the pencil can't be had."""
    return page(410, say("No pencil here"), refused.why)


def pencil_page(table: Table, address: str = "", hands_on: bool = False) -> str:
    """The page of the pencil, with the QR code of a new invitation if there is one."""
    return render_template(
        "pencil.html",
        table=table,
        visitor=visitor(table),
        holders=services().pencils.holders(table.code),
        address=address,
        hands_on=hands_on,
        qr=picture(address) if address else "",
        minutes=round(LIFETIME / 60),
        here=here(),
        own=hashed(device()),
    )
