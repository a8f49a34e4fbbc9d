"""Who may write at a table, and who follows it: its pencil, and invitations, by name or to the first that scans one."""

from typing import NamedTuple

from flask import Response as Answer, abort, render_template, request, session, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.store import Invitation, Table
from companion.store.devices import INVITATION_SECONDS, NoInvitation, hashed
from companion.web.devices import bp
from companion.web.errors import error_page
from companion.web.request.access import (
    RIGHTS,
    at_table,
    device,
    device_kind,
    is_htmx,
    mark,
    must_write,
    of_household,
    own_rung,
    require_household,
    table_or_404,
    to_table,
    visitor,
)
from companion.web.request.qr import is_alone, other_hosts, public_url, qr_svg
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission


class Watching(NamedTuple):
    """A device that follows a table and doesn't write there, as those see it who may let it do more."""

    player: str
    """The player whose device it is; empty where it has no name."""
    device: str
    """The hash of its secret."""
    kind: str | None
    """What it is, by its browser; None where it does not follow just now."""
    offer: Invitation | None
    """What this device offers it."""
    is_household: bool
    """Whether it is of the household already."""


def watching(table: Table) -> list[Watching]:
    """Return the devices that follow a table now, or are offered something, and don't write there, by name."""
    pencils, own = services().pencils, device()
    players = {phone.device: phone.player or "" for phone in pencils.phones(table.code)}
    writers = {holder.device for holder in pencils.holders(table.code)}
    offers = {offer.device: offer for offer in pencils.offers(table.code, own)}
    kinds = services().hub.followers(table.code)
    found = {each for each in kinds.keys() | offers.keys() if each} - writers - {hashed(own)}
    of_house = services().household.includes
    listed = (
        Watching(players.get(each, ""), each, kinds.get(each), offers.get(each), of_house(each)) for each in found
    )
    return sorted(listed, key=lambda each: (not each.player, each.player.casefold(), each.device))


@bp.get("/t/<code>/pencil")
def pencil(code: str) -> Response | str:
    """Show who holds the pencil, and who follows to those who may let them do more.

    Only who follows where htmx asks; 204 where the page shows that already, which is loaded anew once its device may
    no more, or has given the pencil away.
    """
    table = table_or_404(code)
    if not is_htmx():
        return pencil_page(table)
    writes = visitor(table).writes
    if not writes and ("writes" in request.args or not of_household()):
        return Answer(status=204, headers={"HX-Refresh": "true"})
    found = watching(table)
    if request.args.get("seen") == mark(found):
        return Answer(status=204)
    return render_template("devices/pencil.html", part=True, **watchers(table, found))


@bp.post("/t/<code>/pencil")
@shows(lambda code: pencil_page(table_or_404(code)))  # the whole page, also where a part of it sent the form
def hand_on(code: str) -> Response | str:
    """Let somebody write, here or instead, or into the household; withdraw what was offered, or take a pencil.

    ``do`` says what, ``device`` to whom: without one a code is shown to scan.
    """
    do, to = request.form.get("do", ""), request.form.get("device", "")
    if do in ("back", "here"):
        return take_back(table_or_404(code), to)
    with at_table(code) as (table, who):
        if do == "household":
            require_household()
        elif not (do == "withdraw" and of_household()):
            must_write(who)
        if do == "withdraw":
            services().pencils.end_offer(to, hashed(device()))
        elif to:
            offer(table, to, do)
    if to:
        services().hub.call(table.code, to)
        return redirect(url_for("devices.pencil", code=code), 303)
    return shown(table, gives_away=do == "instead")


def offer(table: Table, to: str, do: str) -> None:
    """Offer the pencil, or the household, to one device that follows. Raises Illegal."""
    follower = next((each for each in watching(table) if each.device == to), None)
    if follower is None:
        raise Illegal(say("Not offered: that phone isn't following this table, or can already write."))
    if follower.player != request.form.get("named", ""):
        raise Illegal(say("Not offered: that phone has a different name now. Check whose it is."))
    code, key = None if do == "household" else table.code, submission()[0]
    services().pencils.invite(code, device(), gives_away=do == "instead", device=to, key=key)


def shown(table: Table, *, gives_away: bool) -> str:
    """Show a new invitation to write, as a QR code."""
    pencils, key = services().pencils, submission()[0]
    token = pencils.invite(table.code, device(), gives_away=gives_away, key=key)
    try:
        pencils.invitation(token, device())
    except NoInvitation:  # the form was sent again after somebody took the pencil
        return pencil_page(table)
    return pencil_page(table, public_url(url_for("devices.invitation", token=token)), gives_away)


def take_back(table: Table, holder: str) -> Response:
    """Take a pencil back, or take one up here: any device of the household may. A table is never without a pencil.

    Any device may give its own back while another has one.
    """
    pencils, own = services().pencils, device()

    def take() -> bool:
        is_spare = holder == hashed(own) and len(pencils.holders(table.code)) > 1
        if not is_spare and not of_household():
            abort(403, say("Only this household's devices can take a pencil back."))
        taken = bool(holder) and pencils.take_back(table.code, holder)
        if not holder or (taken and not pencils.holders(table.code)):
            taken = pencils.know(table.code, own, pencil=True) or taken
        return taken

    services().tables.touch(table.code, take)
    return redirect(url_for("devices.pencil", code=table.code), 303)


def watchers(table: Table, found: list[Watching]) -> dict[str, object]:
    """Return what the list of those who follow shows."""
    writes = visitor(table).writes
    return {"table": table, "watching": found, "seen": mark(found), "key": new_form_key(), "writes": writes}


def pencil_page(table: Table, address: str = "", gives_away: bool = False) -> str:
    """Render the page of the pencil, with the QR code of a new invitation if there is one."""
    who = visitor(table, anew=True)
    return render_template(
        "devices/pencil.html",
        visitor=who,
        own_kind=device_kind(),
        holders=services().pencils.holders(table.code),
        address=address,
        gives_away=gives_away,
        qr=qr_svg(address) if address else "",
        minutes=round(INVITATION_SECONDS / 60),
        own=hashed(device()),
        rights=RIGHTS,
        rung=own_rung(who),
        **watchers(table, watching(table)),
    )


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
    return to_table(table_or_404(code)) if code else redirect(url_for("home.home"), 303)


def old(refused: NoInvitation) -> Response:
    """Say that an invitation isn't good."""
    return error_page(410, say("An old invitation"), refused.why)
