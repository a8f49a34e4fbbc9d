"""The devices of the household: the key in the terminal's QR code, asking to be let in, the list, the open house."""

from flask import Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.message import say
from companion.store.pencils import hashed
from companion.web.devices import bp
from companion.web.errors import error_page
from companion.web.live.door import Ask
from companion.web.request.access import device, is_htmx, is_local, is_visit, knows_itself
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.typed_names import require_seen
from companion.web.request.who import (
    Rung,
    device_kind,
    device_name,
    devices_asking,
    may_start,
    needs,
    of_household,
    own_ask,
    seen_asks,
    sees_statistics,
)

for function in (
    devices_asking,
    device_name,
    knows_itself,
    may_start,
    of_household,
    own_ask,
    seen_asks,
    sees_statistics,
):
    bp.add_app_template_global(function)


@bp.get("/in/<key>")
def enter(key: str) -> Answer:
    """Let this device into the household by the key in the terminal's QR code, which is good once."""
    home = redirect(url_for("setup.home"), 303)
    if request.method == "HEAD" or not is_visit() or of_household():  # only a person uses the key up
        return home
    if not services().door.take(key):
        sentence = say("This code has been used. Scan the one in the terminal now.")
        return error_page(410, say("An old code"), sentence)
    services().household.admit(hashed(device()), device_kind())
    return home


@bp.get("/household")
@needs(Rung.HOUSEHOLD)
def household() -> str:
    """Show the devices of the household."""
    return render_template(
        "devices/household.html",
        devices=services().household.all(),
        own=hashed(device()),
        is_open=services().household.is_open(),
        shows_statistics=services().household.shows_statistics(),
        open_until_stopped=services().door.open_house,
    )


@bp.post("/household/ask")
def ask() -> Answer:
    """Ask the household to let this device start tables."""
    if of_household():
        return redirect(url_for("setup.new_table"), 303)
    if not services().door.ask(request.remote_addr or "", Ask(hashed(device()), device_kind())):
        abort(429, say("Not right now. Ask at the table, or try again in ten minutes."))
    services().hub.ring()
    return redirect(url_for("setup.home"), 303)


@bp.get("/household/asked")
def is_answered() -> Response:
    """Tell a page that waits for an answer whether there is one; 204 as long as there is none."""
    response = Response(status=204)
    if of_household():
        response.headers["HX-Redirect"] = url_for("setup.new_table")
    elif not own_ask():
        response.headers["HX-Refresh"] = "true"
    return response


@bp.get("/household/asks")
@needs(Rung.HOUSEHOLD)
def asks() -> Response | str:
    """Show a household device who asks; 204 where it shows that already."""
    if request.args.get("seen", "") == seen_asks():
        return Response(status=204)
    return render_template("_asks.html")


@bp.post("/household/answer")
@needs(Rung.HOUSEHOLD)
def answer() -> Response | Answer | str:
    """Let a device that asks in, or refuse it."""
    allow = "allow" in request.form
    asked = services().door.answer(request.form.get("allow") or request.form.get("refuse", ""), allow=allow)
    if asked and allow:
        services().household.admit(*asked)
    services().hub.ring()
    return render_template("_asks.html") if is_htmx() else redirect(url_for("devices.household"), 303)


@bp.post("/household/out")
@needs(Rung.HOUSEHOLD)
def put_out() -> Answer:
    """Remove a device from the household."""
    out = request.form.get("device", "")
    services().household.remove(out)
    own = out == hashed(device()) and not is_local()
    return redirect(url_for("setup.home" if own else "devices.household"), 303)


@bp.post("/household/name")
@needs(Rung.HOUSEHOLD)
@shows(household)
def rename() -> Answer:
    """Give a device of the household a name, or none where it is empty. Raises Illegal, Malformed."""
    to, name = request.form.get("device", ""), request.form.get("name", "").strip()
    if name:
        require_seen(name, [each.name for each in services().household.all() if each.name and each.device != to])
    services().household.rename(to, name)
    return redirect(url_for("devices.household"), 303)


@bp.post("/household/open")
@needs(Rung.HOUSEHOLD)
def set_open() -> Answer:
    """Let every device start tables, or those of the household alone."""
    services().household.set_open("on" in request.form)
    return redirect(url_for("devices.household"), 303)


@bp.post("/household/statistics")
@needs(Rung.HOUSEHOLD)
def set_statistics() -> Answer:
    """Let guests see the statistics, or devices of the household alone."""
    services().household.set_shows_statistics("on" in request.form)
    return redirect(url_for("devices.household"), 303)
