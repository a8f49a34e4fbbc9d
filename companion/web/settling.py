"""The settlement: who pays whom, ticked off one by one."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import write
from companion.engine.refusals import Refusal
from companion.engine.saying import say
from companion.engine.settle import Payment
from companion.engine.words import plural
from companion.store import Table
from companion.web.access import shows_newest, still_writing, swaps, table_or_404, table_to_write, visitor
from companion.web.languages import spoken_here
from companion.web.laying import counter_value
from companion.web.replies import status_of
from companion.web.services import services
from companion.web.taps import new_key
from companion.web.words import amount, boxed, signed

pages = Blueprint("settling", __name__, url_prefix="/t/<code>")


@pages.get("/settlement")
def settlement(code: str) -> Answer:
    """The fewest payments that settle the evening, once the game is over; 204 where the screen shows the newest."""
    table = table_or_404(code)
    if swaps() and shows_newest(table):
        return Answer(status=204)
    return make_response(page(table))


def page(table: Table, typed: Mapping[str, str] | None = None, refused: str = "") -> str:
    """The settlement, with what a counter is worth, or was typed for it; only what changes where htmx asks for it."""
    worth = write(table.counter_value) if table.counter_value else {}
    return render_template(
        "_settlement.html" if swaps() else "settlement.html",
        table=table,
        visitor=visitor(table),
        key=new_key(),
        heading=say("Who pays whom") if table.journal.state.over else say("Balances"),
        payments=payments(table),
        text=as_text(table),
        worth=typed or worth,
        refused=refused,
        swapped=swaps(),
    )


def answer(table: Table) -> Answer:
    """The settlement after a tap: what changes of it where htmx swaps it in, else its page."""
    return make_response(page(table)) if swaps() else redirect(url_for(".settlement", code=table.code), 303)


@pages.post("/settlement/worth")
def worth(code: str) -> Answer:
    """What a counter is worth, where nobody said so at the beginning or it was said wrongly."""
    table = table_to_write(code)
    try:
        with still_writing(table):
            services().tables.set_counter_value(table.code, counter_value(request.form))
    except Refusal as refused:
        return make_response(page(table, request.form, str(refused)), status_of(refused))
    return redirect(url_for(".settlement", code=table.code), 303)


@pages.get("/settlement.txt")
def plain(code: str) -> Response:
    """The settlement as plain text, to copy."""
    return Response(as_text(table_or_404(code)), mimetype="text/plain")


@pages.post("/settlement/paid")
def pay(code: str) -> Answer:
    """Ticks a payment off."""
    table = table_to_write(code)
    counters = request.form.get("counters", type=int)
    if counters is None:
        abort(400)
    payment = Payment(request.form.get("payer", ""), request.form.get("payee", ""), counters)
    with still_writing(table):
        settled = services().tables.settle(table.code, payment, request.form.get("key"))
    return answer(settled)


@pages.post("/settlement/unpaid/<int:number>")
def unpay(code: str, number: int) -> Answer:
    """Takes a tick back."""
    table = table_to_write(code)
    with still_writing(table):
        settled = services().tables.unsettle(table.code, number)
    return answer(settled)


def payments(table: Table) -> list[tuple[Payment[str], int | None]]:
    """Every payment with the number of its tick, None while it is owed; one that is ticked stays where it was."""
    names = list(table.journal.state.balances)
    place = {name: number for number, name in enumerate(names)}  # but for who never joined, by a later correction
    every = [*((payment, None) for payment in table.owed), *((paid.payment, paid.number) for paid in table.paid)]
    return sorted(every, key=lambda line: [place.get(name, len(names)) for name in (line[0].payer, line[0].payee)])


def as_text(table: Table) -> str:
    """Balances and payments, a line each."""
    state = table.journal.state
    lines: list[str] = [f"{name}: {signed(balance)}" for name, balance in state.balances.items()]
    if state.over:
        lines += ["", *(_said(table, payment) for payment in table.owed)]
        lines += [say("{payment} (paid)", payment=_said(table, paid.payment)) for paid in table.paid]
    return "\n".join(map(spoken_here, lines)) + "\n"


def _said(table: Table, payment: Payment[str]) -> str:
    said = say(
        "{payer} pays {payee} {counters}",
        payer=payment.payer,
        payee=payment.payee,
        counters=plural(payment.counters),
    )
    if pieces := boxed(payment.counters, table.journal.state):
        said = say("{payment}: {pieces}", payment=said, pieces=pieces)
    if value := table.counter_value:
        worth = amount(value.worth(payment.counters))
        said = say("{payment} ({worth} {currency})", payment=said, worth=worth, currency=value.currency)
    return said
