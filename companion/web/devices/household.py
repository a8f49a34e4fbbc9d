"""The devices of the household: their list, their names, and the code by which another one is let in."""

from flask import render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.store.devices import INVITATION_SECONDS, device_name, hashed
from companion.web.devices import bp
from companion.web.request.access import RIGHTS, Rung, device, is_local, needs, of_household
from companion.web.request.qr import public_url, qr_svg
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.typed_names import require_seen

for function in (device_name, of_household):
    bp.add_app_template_global(function)


@bp.get("/household")
@needs(Rung.HOUSEHOLD)
def household(address: str = "") -> str:
    """Show the devices of the household, with the QR code of a new invitation if there is one."""
    known = services().household
    return render_template(
        "devices/household.html",
        tables=known.writes_at(),
        devices=known.all(),
        own=hashed(device()),
        qr=qr_svg(address) if address else "",
        rights=RIGHTS,
        rung=Rung.HOUSEHOLD,
        minutes=round(INVITATION_SECONDS / 60),
        key=new_form_key(),
    )


@bp.post("/household")
@needs(Rung.HOUSEHOLD)
@shows(household)
def change() -> Response | str:
    """Show a code that lets a device in; or remove a device, or give it a name, none where it is empty.

    Raises Illegal, Malformed.
    """
    known, of = services().household, request.form.get("device", "")
    if "invite" in request.form:
        token = services().pencils.invite(None, device(), key=submission()[0])
        return household(public_url(url_for("devices.invitation", token=token)))
    if "remove" in request.form:
        for code in known.remove(of):
            for follower in services().hub.followers(code):
                services().hub.call(code, follower)
        services().hub.dismiss(of)
        gone = of == hashed(device()) and not is_local()
        return redirect(url_for("home.home" if gone else "devices.household"), 303)
    if name := request.form.get("name", "").strip():
        require_seen(name, [each.name for each in known.all() if each.name and each.device != of])
    known.rename(of, name)
    return redirect(url_for("devices.household"), 303)
