"""The page of all evenings, the latest first; further ones load as it is scrolled."""

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from typing import Any

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.engine.errors import Illegal
from companion.engine.message import Message, capital, listed, say, say_many
from companion.machine.clock import night_of, tonight
from companion.store import Bin, Summary
from companion.store.database import KINDS
from companion.store.evenings import A_PAGE, summary_of
from companion.store.tables import Filter, years
from companion.web.evenings import bp
from companion.web.evenings.search import said
from companion.web.i18n.language import language, localized_date
from companion.web.request.access import Rung, is_htmx, needs, of_household, own_tables, table_or_404
from companion.web.request.refusal import shows
from companion.web.request.services import services

DELETED = say("The evening is in the bin. For thirty days you can bring it back.")


@bp.get("/evenings")
def page() -> str:
    """Show the evenings in which all words of ``q`` are found; ``before`` a code: those earlier than that one.

    It stands on the page already.
    """
    typed = request.args.get("q", "").strip()
    rows = found_rows(typed, request.args.get("before"))
    if is_htmx():
        return rows
    return render_template(
        "evenings/page.html",
        rows=Markup(rows),
        typed=typed,
        done=DELETED if "deleted" in request.args else "",
        years=years_offered(),
    )


def found_rows(typed: str, before: str | None) -> str:
    """Render a page of the evenings found; the first of all is rendered once for the devices that see the same."""
    evenings, asked = services().evenings, said(typed)
    which, words = Filter() if of_household() else own_tables(), asked.words
    found, count = evenings.find(which, words, before, A_PAGE + 1), None
    if before is None:
        count = evenings.count(which, words) if words else services().tables.count(which)
    shown = rows_of(found, "evenings.page", q=typed or None)
    answer = asked if before is None and of_household() else None

    def render() -> str:
        return render_template("evenings/_rows.html", count=count, typed=typed, answer=answer, **shown)

    if typed or before is not None:
        return render()
    about = ("evenings", language(), of_household(), *shown.values(), count)
    return services().render_cache.get(about, render)


def rows_of(found: list[Summary], endpoint: str, **asked: Any) -> dict[str, Any]:
    """Return what the rows of a page show: its evenings by month and, where one more was found, where they go on."""
    months = by_month(found[:A_PAGE])
    further = len(found) > A_PAGE and url_for(endpoint, before=found[A_PAGE - 1].code, month=months[-1][0], **asked)
    before = request.args.get("month") if "before" in request.args else None
    return {"months": months, "further": further, "month_before": before}


def years_offered() -> list[int]:
    """Return the years that this device may download, on the page of all evenings."""
    if not of_household():
        return []
    with services().database.reading() as rows:
        return years(rows)


@bp.get("/evenings/<code>/delete")
@needs(Rung.HOUSEHOLD)
def ask_to_delete(code: str) -> str:
    """Ask once more before an evening is deleted."""
    table = table_or_404(code)
    return render_template("evenings/delete.html", table=table, hands=summary_of(table).hands)


@bp.post("/evenings/<code>/delete")
@needs(Rung.HOUSEHOLD)
@shows(ask_to_delete)
def delete(code: str) -> Response:
    """Lay an evening into the bin, where that was said twice."""
    table = table_or_404(code)
    if "sure" not in request.form:
        raise Illegal(say("Tick the box first, then delete it."))
    services().tables.remove(table.code)
    return redirect(url_for("evenings.page", deleted=1), 303)


def by_month(evenings: Iterable[Summary]) -> tuple[tuple[str, tuple[Summary, ...]], ...]:
    """Return evenings under the name of their month: ``November``, ``November 2025``."""
    this_year = tonight().year

    def month(evening: Summary) -> date:
        return night_of(evening.laid_at).replace(day=1)

    def name(first: date) -> str:
        return capital(localized_date(first, "LLLL" if first.year == this_year else "LLLL y"))

    return tuple((name(first), tuple(rows)) for first, rows in groupby(evenings, month))


@bp.app_template_filter()
def weekday(timestamp: str) -> str:
    """Write the day of a timestamp of the database within its month: ``Thursday 19``."""
    return capital(localized_date(night_of(timestamp), "EEEE d"))


@bp.app_template_filter()
def how_it_stands(evening: Summary) -> Message:
    """Say how an evening stands: ``settled``, ``Ben still owes Ann``, ``hand 7``."""
    if not evening.hands:
        return say("just started")
    if not evening.over:
        return say("hand {hand}", hand=evening.hands)
    if len(evening.owed) == 1:
        ((payer, payee),) = evening.owed
        return say("{payer} still owes {payee}", payer=payer, payee=payee)
    if payers := list(dict.fromkeys(payer for payer, _ in evening.owed)):
        return say_many("{payers} still owes", "{payers} still owe", len(payers), payers=listed(payers))
    return say("settled") if evening.is_paid else say("finished")


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
