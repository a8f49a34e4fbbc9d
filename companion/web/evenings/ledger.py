"""The household's ledger: who owes whom over all evenings, ticked off together."""

import re
from decimal import Decimal

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.engine.message import Message, joined, say, say_many
from companion.engine.phrases import plural
from companion.engine.settlement import Payment, Purse
from companion.scoresheet import Coins
from companion.scoresheet.money import KEPT_AMOUNT
from companion.store import Ledger
from companion.store.ledger import Debt
from companion.web.evenings import bp
from companion.web.forms.reading import refusals_at
from companion.web.home.new_table import money_per_counter
from companion.web.i18n.filters import in_coins, in_currency, pays, purse
from companion.web.request.access import Rung, needs, own_device
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission


@bp.get("/ledger")
@needs(Rung.HOUSEHOLD)
def ledger() -> str:
    """Show what is owed over all evenings, what is owed to or by this device's player first."""
    own, me = books(), own_player()
    done = request.args.get("done", "")
    return render_template(
        "evenings/ledger.html",
        debts=sorted(own.debts(), key=lambda one: me not in (one.payer, one.payee)),
        me=me,
        done=done,
        ticked=own.ticked(done) if done else 0,
        corrections=own.corrections(),
        key=new_form_key(),
    )


@bp.get("/ledger/<mark>")
@needs(Rung.HOUSEHOLD)
def debt(mark: str) -> str:
    """Show the evenings that a debt comes from, or say that it isn't owed like that any more."""
    own = next((one for one in books().debts() if one.mark == mark), None)
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


def books() -> Ledger:
    return Ledger(services().database, services().tables, services().evenings)


def own_player() -> Purse:
    """Return the person whose device this is; nobody where that isn't known."""
    known, name = services().evenings.known(), services().household.player(own_device())
    person = known.names.get(known.whose.key(name)) if name else None
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
