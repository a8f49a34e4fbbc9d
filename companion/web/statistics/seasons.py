"""The seasons of the regular groups: opened, closed, removed by devices of the household."""

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.who import Rung, needs
from companion.web.statistics import bp
from companion.web.statistics.choices import number, today
from companion.web.statistics.routes import this_years


@bp.post("/statistics/seasons")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def change_season() -> Response:
    """Open a season of a group; or close that of ``season`` with a day, open it again, or remove it."""
    form, seasons, known = request.form, services().seasons, number(request.form, "season")
    if known is None:
        season = seasons.open(number(form, "group") or 0, form.get("name", "").strip(), form.get("since") or today())
    elif "remove" in form:
        seasons.remove(known)
        return redirect(url_for("statistics.page"), 303)
    elif "again" in form:
        season = seasons.open_again(known)
    else:
        season = seasons.close(known, form.get("until") or today())
    return redirect(url_for("statistics.page", season=season.number), 303)
