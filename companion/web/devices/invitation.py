"""The ways in: the code that others scan to follow a table; an invitation, shown by its link and taken by a tap."""

from flask import render_template, request, session, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.engine.message import say
from companion.store.devices import NoInvitation, hashed
from companion.web.devices import bp
from companion.web.errors import error_page
from companion.web.request.access import device, table_or_404, to_table, visitor
from companion.web.request.qr import is_alone, other_hosts, public_url, qr_svg
from companion.web.request.services import services
from companion.web.request.who import device_kind, of_household

bp.add_app_template_global(other_hosts)
bp.add_app_template_global(is_alone)


@bp.get("/t/<code>/follow")
def follow(code: str) -> str:
    """Show the QR code with which others follow the table."""
    table = table_or_404(code)
    address = public_url(url_for("table.page", code=table.code))
    scanned = public_url(url_for("table.whose_phone", code=table.code, scanned=""))
    return render_template(
        "devices/follow.html", table=table, visitor=visitor(table), address=address, qr=qr_svg(scanned)
    )


@bp.get("/in/<token>")
def invitation(token: str) -> Response | str:
    """Show what an invitation gives; a preview of its link uses nothing up."""
    try:
        found = services().pencils.invitation(token, session.get("device", ""))
    except NoInvitation as refused:
        return old(refused)
    if is_had(found.code):
        return led_on(found.code)
    return render_template("devices/invitation.html", token=token, invitation=found)


@bp.post("/in/<token>")
def take(token: str) -> Response:
    """Take what an invitation gives; or leave it, so that it is offered no more, and go back to the table."""
    own, code = device(), request.form.get("code") or None
    if "leave" in request.form:
        services().pencils.end_offer(hashed(own))
        return to_table(table_or_404(request.form.get("at", "")))
    try:
        code = services().pencils.invitation(token, own).code
        if not is_had(code):
            accept(token, code)
    except NoInvitation as refused:
        if not is_had(code):  # else it took it by the first of two taps
            return old(refused)
    return led_on(code)


def accept(token: str, code: str | None) -> None:
    """Take an invitation; the screens of its table are told. Raises NoInvitation."""

    def work() -> None:
        services().pencils.accept(token, device(), device_kind())

    if code:
        services().tables.touch(table_or_404(code).code, work)
    else:
        work()


def is_had(code: str | None) -> bool:
    """Return whether this device writes at a table, or without a code is of the household, already."""
    return visitor(table_or_404(code), anew=True).writes if code else of_household()


def led_on(code: str | None) -> Response:
    """Lead to the table, or without a code to the first page."""
    return to_table(table_or_404(code)) if code else redirect(url_for("setup.home"), 303)


def old(refused: NoInvitation) -> Response:
    """Say that an invitation isn't good."""
    return error_page(410, say("An old invitation"), refused.why)
