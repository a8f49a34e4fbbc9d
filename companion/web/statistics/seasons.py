"""The seasons of the regular groups: opened, closed, removed by devices of the household."""

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.machine.clock import today
from companion.store import Season
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.who import Rung, needs
from companion.web.statistics import bp
from companion.web.statistics.choices import number
from companion.web.statistics.routes import this_years


@bp.post("/statistics/seasons")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def open_season() -> Response:
    """Open a season of a group."""
    form = request.form
    group = number(form, "group") or 0
    return to_season(services().seasons.open(group, form.get("name", "").strip(), form.get("since") or f"{today()}"))


@bp.post("/statistics/seasons/<int:number>/close")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def close_season(number: int) -> Response:
    """Close a season with a day, or open it again where ``again`` is said."""
    if "again" in request.form:
        return to_season(services().seasons.open_again(number))
    return to_season(services().seasons.close(number, request.form.get("until") or f"{today()}"))


@bp.post("/statistics/seasons/<int:number>/gone")
@needs(Rung.HOUSEHOLD)
@shows(this_years)
def remove_season(number: int) -> Response:
    """Remove a season; its evenings stay."""
    services().seasons.remove(number)
    return redirect(url_for("statistics.page"), 303)


def to_season(season: Season) -> Response:
    """Redirect to the standings of a season."""
    return redirect(url_for("statistics.page", season=season.number), 303)
