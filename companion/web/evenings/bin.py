"""The bin: what was deleted in the household, and can be brought back."""

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.store import Bin
from companion.store.database import KINDS
from companion.web.evenings import bp
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.who import Rung, needs


@bp.get("/bin")
@needs(Rung.HOUSEHOLD)
def the_bin() -> str:
    """Show what can be brought back, the latest first."""
    return render_template("evenings/bin.html", found=Bin(services().database).all(), kinds=KINDS)


@bp.post("/bin/<int:number>")
@needs(Rung.HOUSEHOLD)
@shows(the_bin)
def bring_back(number: int) -> Response:
    """Bring something back as it was."""
    Bin(services().database).bring_back(number)
    return redirect(url_for("evenings.the_bin", back=1), 303)
