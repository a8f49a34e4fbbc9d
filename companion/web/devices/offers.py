"""The pencil by name: offered to a device that follows the table now, which takes it with one tap."""

from hashlib import sha256
from typing import NamedTuple

from flask import Response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.errors import Illegal
from companion.engine.message import say
from companion.store import Invitation, Table
from companion.store.pencils import NoInvitation, hashed
from companion.web.devices import bp
from companion.web.devices.pencil import no_pencil, pencil
from companion.web.request.access import device, is_htmx, table_or_404, to_table, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission


class Watching(NamedTuple):
    """A device that the pencil can be offered to, as the pencil sees it."""

    player: str
    """The player whose device it is; empty where it has no name."""
    device: str
    """The hash of its secret."""
    kind: str | None
    """What it is, by its browser; None where it does not follow just now."""
    offer: Invitation | None
    """What this device offers it."""


class Offered(NamedTuple):
    """What a device is offered, as it sees it."""

    giver: str | None
    """The player whose device offers the pencil; None where it has no name."""
    gives_away: bool
    """Whether the giver stops writing."""


@bp.app_template_global()
def watching(table: Table) -> list[Watching]:
    """Return the devices that follow a table now, or are offered its pencil, and don't write there, by name."""
    pencils, own = services().pencils, hashed(device())
    players = {phone.device: phone.player or "" for phone in pencils.phones(table.code)}
    writers = {holder.device for holder in pencils.holders(table.code) if holder.pencil}
    offers = {offer.device: offer for offer in pencils.offers(table.code, own)}
    kinds = services().hub.followers(table.code)
    found = {each for each in kinds.keys() | offers.keys() if each} - writers - {own}
    listed = (Watching(players.get(each, ""), each, kinds.get(each), offers.get(each)) for each in found)
    return sorted(listed, key=lambda each: (not each.player, each.player.casefold(), each.device))


@bp.app_template_global()
def seen_watching(table: Table) -> str:
    """Return what a page shows of those who follow, to be compared."""
    return sha256(repr(watching(table)).encode()).hexdigest()[:12]


@bp.get("/t/<code>/pencil/offers")
def offers(code: str) -> Response | str:
    """Show who follows; 204 where the page shows that already. A page whose pencil has gone is loaded anew."""
    table = table_or_404(code)
    if not visitor(table).writes:
        return Response(status=204, headers={"HX-Refresh": "true"})
    if request.args.get("seen", "") == seen_watching(table):
        return Response(status=204)
    return render_template("devices/_watching.html", table=table, key=new_form_key())


@bp.post("/t/<code>/pencil/offers")
@shows(pencil)
def offer(code: str) -> Answer:
    """Offer the pencil to one device that follows."""
    to, named = request.form.get("device", ""), request.form.get("named", "")
    with writing(code) as table:
        follower = next((each for each in watching(table) if each.device == to), None)
        if follower is None:
            raise Illegal(say("Not offered: that phone isn't following this table, or can already write."))
        if follower.player != named:
            raise Illegal(say("Not offered: that phone has a different name now. Check whose it is."))
        away = "gives_away" in request.form
        services().pencils.offer(table.code, device(), to, gives_away=away, key=submission()[0])
    return called(table.code, to)


@bp.post("/t/<code>/pencil/offers/back")
def take_offer_back(code: str) -> Answer:
    """Take back what this device offers to another one."""
    to = request.form.get("device", "")
    with writing(code) as table:
        services().pencils.end_offer(table.code, to, hashed(device()))
    return called(table.code, to)


def called(code: str, to: str) -> Answer:
    """Send a device to look what it is offered, and lead back to the page of the pencil."""
    services().hub.call(code, to)
    return redirect(url_for("devices.pencil", code=code), 303)


@bp.get("/t/<code>/pencil/offered")
def offered(code: str) -> Response | str:
    """Show this device what it is offered; 204 where the page shows that already."""
    code = table_or_404(code).code
    if request.args.get("seen", "") == seen_offer(offer_to_me(code)):
        return Response(status=204)
    return render_template("_offer.html", code=code)


@bp.post("/t/<code>/pencil/offered")
def answer_offer(code: str) -> Response | Answer | str:
    """Take the pencil that this device is offered, or leave it."""
    table, own = table_or_404(code), device()
    tables, pencils = services().tables, services().pencils
    if "take" not in request.form:
        pencils.end_offer(table.code, hashed(own))
        return render_template("_offer.html", code=table.code) if is_htmx() else to_table(table)
    try:
        tables.touch(table.code, lambda: pencils.take_offered(table.code, own))
    except NoInvitation as refused:
        if not visitor(table, anew=True).writes:  # else it took the pencil by the first of two taps
            return no_pencil(refused)
    return Response(status=204, headers={"HX-Refresh": "true"}) if is_htmx() else to_table(table)


@bp.app_template_global()
def offer_to_me(code: str) -> Offered | None:
    """Return what this device is offered at a table; None where that is nothing, or it writes already."""
    if "device" not in session:
        return None
    pencils = services().pencils
    found, known = pencils.offered(code, session["device"]), pencils.find(code, session["device"])
    if not found or (known and known.pencil):
        return None
    giver = next((phone.player for phone in pencils.phones(code) if phone.device == found.giver), None)
    return Offered(giver, found.gives_away)


@bp.app_template_global()
def seen_offer(found: Offered | None) -> str:
    """Return what a page shows of an offer, to be compared."""
    return repr(found) if found else ""
