"""The page of all evenings, the latest first; further ones load as it is scrolled."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.message import Message, capital, listed, say, say_many
from companion.machine.clock import on_the_wall
from companion.store import Summary, Table
from companion.store.evenings import A_PAGE, summary_of
from companion.store.tables import Filter, years
from companion.web.evenings import bp
from companion.web.evenings.search import sought
from companion.web.i18n.language import language, localized_date
from companion.web.request.access import is_htmx, table_or_404
from companion.web.request.household import of_household, require_household
from companion.web.request.refusal import on_refusal
from companion.web.request.services import services
from companion.web.setup.home import of_device

DONE = {
    "away": say("The evening is in the archive. It still counts."),
    "back": say("The evening is back in its place."),
    "deleted": say("The evening is deleted. For thirty days you can bring it back here."),
}
"""What is said of what was just done, by the ``done`` of the address."""


@bp.get("/evenings")
def page(refused: str = "") -> str:
    """Show the evenings in which all words of ``q`` are found; ``put_away``: those that were put away.

    ``before`` a code: those earlier than that one, which stands on the page already.
    """
    typed, put_away = request.args.get("q", "").strip(), "put_away" in request.args
    deleted = services().deleting.deleted() if of_household() else []
    away = len(deleted) + (0 if put_away else services().tables.count(of_visitor(put_away=True)))
    rows = found_rows(typed, put_away, request.args.get("before"), away > 0)
    if is_htmx():
        return rows
    return render_template(
        "evenings/page.html",
        rows=Markup(rows),
        typed=typed,
        refused=refused,
        put_away=put_away,
        done=DONE.get(request.args.get("done", "")),
        any_away=away > 0 and not put_away,
        deleted=deleted,
        years=years_offered(put_away),
    )


def found_rows(typed: str, put_away: bool, before: str | None, elsewhere: bool) -> str:
    """Render a page of the evenings found; the first of all is rendered once for the devices that see the same.

    ``elsewhere``: whether others are put away, or deleted.
    """
    evenings, which, words = services().evenings, of_visitor(put_away=put_away), sought(typed)
    found, count = evenings.find(which, words, before, A_PAGE + 1), None
    if before is None:
        count = evenings.count(which, words) if words else services().tables.count(which)
    shown = rows_of(found, "evenings.page", q=typed or None, put_away=put_away or None)

    told = {"count": count, "typed": typed, "put_away": put_away, "elsewhere": elsewhere}

    def render() -> str:
        return render_template("evenings/_rows.html", **told, **shown)

    if typed or before is not None:
        return render()
    return services().render_cache.get(("evenings", language(), put_away, elsewhere, *shown.values(), count), render)


def rows_of(found: list[Summary], endpoint: str, **asked: Any) -> dict[str, Any]:
    """Return what the rows of a page show: its evenings by month and, where one more was found, where they go on."""
    months = by_month(found[:A_PAGE])
    further = len(found) > A_PAGE and url_for(endpoint, before=found[A_PAGE - 1].code, month=months[-1][0], **asked)
    before = request.args.get("month") if "before" in request.args else None
    return {"months": months, "further": further, "month_before": before}


def years_offered(put_away: bool) -> list[int]:
    """Return the years that this device may download, on the page of all evenings."""
    if put_away or is_htmx() or not of_household():
        return []
    with services().database.reading() as rows:
        return years(rows)


@bp.post("/evenings/<code>/away")
@on_refusal(lambda refused, code: page(str(refused)))
def put_away(code: str) -> Response:
    """Put an evening away, or bring it back where ``back`` is said."""
    require_household()
    table, evenings = table_or_404(code), services().evenings
    if "back" in request.form:
        evenings.bring_back(table.code)
        return redirect(url_for("evenings.page", done="back"), 303)
    evenings.put_away(table.code)
    return redirect(url_for("evenings.page", done="away"), 303)


@bp.get("/evenings/<code>/delete")
def ask_to_delete(code: str) -> str:
    """Ask once more before an evening is deleted."""
    require_household()
    return delete_page(table_or_404(code))


def delete_page(table: Table, refused: str = "") -> str:
    """Render what is asked before an evening is deleted."""
    hands = summary_of(table).hands
    return render_template("evenings/delete.html", table=table, hands=hands, refused=refused)


@bp.post("/evenings/<code>/delete")
@on_refusal(lambda refused, code: delete_page(table_or_404(code), str(refused)))
def delete(code: str) -> Response:
    """Delete an evening, where that was said twice."""
    require_household()
    table = table_or_404(code)
    if "sure" not in request.form:
        raise Illegal(say("Tick the box first, then delete it."))
    services().deleting.delete(table.code)
    return redirect(url_for("evenings.page", put_away=1, done="deleted"), 303)


@bp.post("/evenings/<code>/undelete")
@on_refusal(lambda refused, code: page(str(refused)))
def undelete(code: str) -> Response:
    """Bring an evening back that was deleted."""
    require_household()
    services().deleting.bring_back(code.upper())
    return redirect(url_for("evenings.page", done="back"), 303)


def of_visitor(*, put_away: bool = False) -> Filter:
    """Return which evenings this device may find: all in the household, else those that it has to do with."""
    return Filter(put_away=put_away) if of_household() else of_device(put_away=put_away)


def by_month(evenings: Iterable[Summary]) -> tuple[tuple[str, tuple[Summary, ...]], ...]:
    """Return evenings under the name of their month: ``November``, ``November 2025``."""
    this_year = datetime.now(UTC).astimezone().year

    def month(evening: Summary) -> date:
        return on_the_wall(evening.laid_at).date().replace(day=1)

    def name(first: date) -> str:
        return capital(localized_date(first, "LLLL" if first.year == this_year else "LLLL y"))

    return tuple((name(first), tuple(rows)) for first, rows in groupby(evenings, month))


@bp.app_template_filter()
def weekday(timestamp: str) -> str:
    """Write the day of a timestamp of the database within its month: ``Thursday 19``."""
    return capital(localized_date(on_the_wall(timestamp), "EEEE d"))


@bp.app_template_filter()
def how_it_stands(evening: Summary) -> Message:
    """Say how an evening stands: ``settled``, ``Ben still owes Ann``, ``hand 7``."""
    if not evening.hands:
        return say("just started")
    if not evening.over:
        return say_many("{n} hand so far", "{n} hands so far", evening.hands)
    if len(evening.owed) == 1:
        ((payer, payee),) = evening.owed
        return say("{payer} still owes {payee}", payer=payer, payee=payee)
    if payers := list(dict.fromkeys(payer for payer, _ in evening.owed)):
        return say_many("{payers} still owes", "{payers} still owe", len(payers), payers=listed(payers))
    return say("settled") if evening.is_paid else say("finished")
