"""The settlement: who pays whom, ticked off one by one."""

from typing import Any

from flask import abort, make_response, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as Answer

from companion.engine.game import Presence, State
from companion.engine.message import Message, joined, say
from companion.engine.phrases import plural, signed
from companion.engine.settlement import Payment, Purse, in_purses
from companion.engine.structure import write
from companion.store import Table
from companion.web.evening import bp
from companion.web.home.new_table import money_per_counter, smallest_coin_typed
from companion.web.i18n.filters import figure, in_both_ways, in_coins, in_pieces, money, pays, worth_of
from companion.web.i18n.language import localize
from companion.web.request.access import is_htmx, newest, table_or_404, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key


@bp.get("/t/<code>/settlement")
def settlement(code: str) -> Answer:
    """Show the fewest payments that settle the evening; 204 where the screen shows the newest version."""
    table = table_or_404(code)
    return newest(table, lambda: page(table)) or make_response(page(table))


def page(table: Table) -> str:
    """Render the settlement, with what was typed where it was refused; only what changes where htmx asks for it."""
    value = write(table.beside.counter_value) if table.beside.counter_value else {}
    return render_template(
        "evening/settlement.html",
        table=table,
        visitor=visitor(table),
        key=new_form_key(),
        heading=heading(table),
        payments=payments(table) if table.is_paid else [],
        alone=[name for (name, *others) in in_purses(table.journal.state.balances, table.purses) if not others],
        is_paid=table.is_paid,
        beside=beside,
        counters_of=counters_of,
        rounding=rounding(table),
        text=as_text(table),
        worth=value | {"coin": table.beside.coin or ""} | request.form.to_dict(),
    )


def heading(table: Table) -> str:
    """Return the heading of the settlement, which is one of stacks or balances while a game is on."""
    if table.journal.state.over:
        return say("Who pays whom") if table.is_paid else say("Who won what")
    return say("Counters") if table.journal.state.stacks else say("Balances")


@bp.app_template_filter()
def settlement_link(state: State[Any, Any]) -> Message:
    """Return what the link to the settlement is called: by stacks, by balances, or bare where points are all."""
    if state.stacks:
        return say("Counters and settlement")
    if state.score and not any(state.won.values()):
        return say("Settlement")
    return say("Balances and settlement")


def beside(table: Table, name: str) -> str:
    """Say beside a player's stack by how much it is up or down, what that is worth, and what the player owes the box.

    Beside a balance, what it is worth; beside both, what was won in play where some of it is settled.
    """
    state = table.journal.state
    taken, settled = state.taken.get(name, 0), state.settled.get(name)
    standing = in_both_ways(state.balances[name], worth_of(table, name)) if state.stacks else worth_of(table, name)
    return joined(
        ", ",
        [
            standing if state.balances[name] or (state.stacks and not settled) else "",
            say("{won} in play", won=signed(state.won[name])) if settled else "",
            say("all settled") if settled and not state.balances[name] else "",
            say("took {n} more", n=taken) if taken else "",
            say("has left") if state.stacks and state.seats[name] is Presence.LEFT else "",
        ],
    )


def rounding(table: Table) -> Message:
    """Say how balances were rounded to coins; empty where none had to be."""
    coins, balances = table.coins, table.journal.state.balances
    if not coins or not table.rounded:
        return Message()
    exact = {name: money(coins.value, abs(balances[name])) for name in table.rounded}
    return say(
        "Rounded to {coin}, so that it can be paid and still adds up. Exactly: {each}.",
        coin=in_coins(1, coins),
        each=joined(", ", [say("{who} {counters}", who=name, counters=worth) for name, worth in exact.items()]),
    )


def settlement_response(table: Table) -> Answer:
    """Answer a tap: with what changes of the page for htmx, else with a redirect to it."""
    return make_response(page(table)) if is_htmx() else redirect(url_for("evening.settlement", code=table.code), 303)


@bp.post("/t/<code>/settlement/worth")
@shows(settlement)
def worth(code: str) -> Answer:
    """Write down what a counter is worth, where that wasn't said at the beginning, or wrongly."""
    with writing(code) as table:
        value = money_per_counter(request.form)
        coin = smallest_coin_typed(request.form, value)
        services().tables.change(table.code, lambda now: now.value_counters(value, coin))
    return redirect(url_for("evening.settlement", code=table.code), 303)


@bp.get("/t/<code>/settlement.txt")
def settlement_text(code: str) -> Answer:
    """Send the settlement as plain text, to copy."""
    return Answer(as_text(table_or_404(code)), mimetype="text/plain")


@bp.post("/t/<code>/settlement/paid")
def pay(code: str) -> Answer:
    """Tick a payment off; or take the tick of a ``number`` back."""
    counters, number = (request.form.get(name, type=int) for name in ("counters", "number"))
    with writing(code) as table:
        if number is not None:
            settled = services().tables.change(table.code, lambda now: now.untick(number))
        elif counters is not None:
            payer, payee = (tuple(request.form.getlist(side)) for side in ("payer", "payee"))
            payment, key = Payment(payer, payee, counters), request.form.get("key")
            settled = services().tables.change(table.code, lambda now: now.tick(payment, key))
        else:
            abort(400)
    return settlement_response(settled)


@bp.post("/t/<code>/settlement/joined")
@shows(settlement)
def join(code: str) -> Answer:
    """Let people settle as one; where ``part`` is said, those who do settle alone again."""
    names, groups = request.form.getlist("name"), services().groups

    def settle(now: Table) -> Table:
        return groups.settle(now, now.part(names) if "part" in request.form else now.join(names))

    with writing(code) as table:
        settled = services().tables.change(table.code, settle)
    return settlement_response(settled)


def payments(table: Table) -> list[tuple[Payment[Purse], int | None]]:
    """Return every payment with the number of its tick, None while it is owed, in an order that no tick changes."""
    names = list(table.journal.state.balances)
    place = {name: number for number, name in enumerate(names)}  # a correction may have undone that somebody joined
    lines = [*((payment, None) for payment in table.owed), *((paid.payment, paid.number) for paid in table.paid)]
    return sorted(lines, key=lambda line: [place.get(side[0], len(names)) for side in (line[0].payer, line[0].payee)])


def as_text(table: Table) -> str:
    """Return stacks or balances, and payments, a line each."""
    state = table.journal.state
    lines: list[str] = [
        say("{name}: {standing}", name=name, standing=_standing_text(table, name))
        for name in state.balances
        if state.for_counters or any(state.balances.values())
    ]
    if state.over and table.is_paid:
        lines += ["", *(_payment_sentence(table, payment) for payment in table.owed)]
        lines += [say("{payment} (paid)", payment=_payment_sentence(table, paid.payment)) for paid in table.paid]
    if rounded := rounding(table):
        lines += ["", rounded]
    return "\n".join(map(localize, lines)) + "\n"


def _standing_text(table: Table, name: str) -> str:
    """Return ``+4``, or ``17 (13 down)`` where counters lie on the table."""
    state = table.journal.state
    shown, more = figure(state.shown[name], state), beside(table, name)
    return say("{shown} ({beside})", shown=shown, beside=more) if more else shown


def counters_of(table: Table, payment: Payment[Purse]) -> int | None:
    """Return how many counters a payment settles; None where balances are rounded to coins."""
    return None if table.rounded else int(payment.counters * table.unit)


def _payment_sentence(table: Table, payment: Payment[Purse]) -> str:
    counters, worth = counters_of(table, payment), in_coins(payment.counters, table.coins) if table.coins else ""
    sentence = pays(payment.payer, payment.payee, worth if counters is None else plural(counters))
    if counters is None:
        return sentence
    if pieces := in_pieces(counters, table.journal.state):
        sentence = say("{payment}: {pieces}", payment=sentence, pieces=pieces)
    return say("{payment} ({worth})", payment=sentence, worth=worth) if worth else sentence
