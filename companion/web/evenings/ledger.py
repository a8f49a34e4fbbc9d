"""The household's ledger: who owes whom over all evenings, ticked off together, and the kitties of the groups."""

import re
from decimal import Decimal

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.engine.message import Message, joined, say, say_many
from companion.engine.payments import Payment, Purse
from companion.engine.phrases import plural
from companion.scoresheet import Coins
from companion.scoresheet.money import KEPT_AMOUNT
from companion.store import Kitty, Ledger
from companion.store.ledger import Debt, sums
from companion.web.evenings import bp
from companion.web.forms.reading import refusals_at
from companion.web.i18n.filters import in_coins, in_currency, pays, purse
from companion.web.request.access import own_device
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import Rung, needs
from companion.web.setup.known import known_groups
from companion.web.setup.new_table import money_per_counter

MOST_LINES = 20
"""The lines of a kitty that are shown."""


@bp.get("/ledger")
@needs(Rung.HOUSEHOLD)
def ledger() -> str:
    """Show what is owed over all evenings, what is owed to or by this device's player first."""
    own, me, lines = books(), own_player(), Kitty(services().database).all()
    done = request.args.get("done", "")
    return render_template(
        "evenings/ledger.html",
        debts=sorted(own.debts(), key=lambda debt: me not in (debt.payer, debt.payee)),
        me=me,
        done=done,
        ticked=own.ticked(done) if done else 0,
        corrections=own.corrections(),
        kitties=[(group, [line for line in lines if line.group == group.number]) for group in known_groups()],
        sums=sums,
        most=MOST_LINES,
        typed=request.form,
        key=new_form_key(),
    )


@bp.get("/ledger/<mark>")
@needs(Rung.HOUSEHOLD)
def debt(mark: str) -> str | Response:
    """Show the evenings that a debt comes from; the whole ledger where it isn't owed like that any more."""
    own = next((debt for debt in books().debts() if debt.mark == mark), None)
    if own is None:
        return redirect(url_for("evenings.ledger"), 303)
    return render_template("evenings/debt.html", debt=own, me=own_player())


@bp.post("/ledger")
@needs(Rung.HOUSEHOLD)
@shows(ledger)
def tick() -> Response:
    """Tick debts off at all their evenings, or a part of one; or take back what was ticked with the key ``undo``."""
    if "undo" in request.form:
        books().untick(request.form["undo"])
        return redirect(url_for("evenings.ledger"), 303)
    key = submission()[0] or new_form_key()
    if not re.fullmatch(KEPT_AMOUNT, request.form.get("amount", "1").strip().replace(",", ".")):
        with refusals_at("amount"):
            raise Malformed(say("How much was paid? Enter a number."))
    paid = money_per_counter(request.form)
    books().tick(request.form.getlist("seen"), key, Decimal(paid.amount) if paid else None)
    return redirect(url_for("evenings.ledger", done=key), 303)


@bp.post("/ledger/kitty")
@needs(Rung.HOUSEHOLD)
@shows(ledger)
def kitty() -> Response:
    """Put money into the kitty of a group, or spend it; or lay the line of a number into the bin."""
    form, kept = request.form, Kitty(services().database)
    if number := form.get("number", type=int):
        kept.remove(number)
    else:
        if not (paid := money_per_counter(form)):
            raise Malformed(say("Enter an amount, e.g. 0.05"))
        group = form.get("group", 0, type=int)
        kept.put(group, paid, form.get("what", ""), submission()[0], spent="spent" in form)
    return redirect(url_for("evenings.ledger", _anchor="kitty"), 303)


def books() -> Ledger:
    """Return the ledger."""
    return Ledger(services().database, services().tables, services().evenings)


def own_player() -> Purse:
    """Return the person whose device this is; nobody where that isn't known."""
    known, name = services().statistics, services().household.player(own_device())
    person = known.names().get(known.key_of(name)) if name else None
    return (person,) if person else ()


@bp.app_template_filter()
def who_owes(debt: Debt, me: Purse) -> Message:
    """Say who owes whom: ``Ben owes you``."""
    names = {"payer": purse(debt.payer), "payee": purse(debt.payee)}
    if not debt.amount:
        return say("{payer} and {payee} are even", **names)
    if debt.payer == me:
        return say("You owe {payee}", payee=names["payee"])
    if debt.payee == me:
        return say_many("{payer} owes you", "{payer} owe you", len(debt.payer), payer=names["payer"])
    return say_many("{payer} owes {payee}", "{payer} owe {payee}", len(debt.payer), **names)


@bp.app_template_filter()
def sum_owed(amount: Decimal, currency: str) -> Message | str:
    """Write what is owed: money, or ``7 counters``."""
    return in_currency(amount, currency) if currency else plural(int(amount))


@bp.app_template_filter()
def who_pays(payments: list[Payment[Purse]], coins: Coins | None) -> Message:
    """Say who pays whom in a line: ``Ben pays Ann £1.00, Cat pays Ann £0.50``."""
    if not payments:
        return say("nobody owes anything")
    lines = [pays(one, other, in_coins(number, coins) if coins else plural(number)) for one, other, number in payments]
    return joined(", ", lines)
