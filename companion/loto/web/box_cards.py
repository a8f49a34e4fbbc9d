"""The cards of the built-in Loto boxes: to look at, to print, and one by one on a phone."""

from typing import TypeVar
from urllib.parse import urlencode

from flask import abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.loto.rules.box import BOXES, spaced
from companion.loto.web import bp
from companion.loto.web.answers import covered
from companion.loto.web.live_cards import LiveCards, ShownCard, followed_table, plays_from
from companion.loto.web.words import all_lists, words_at
from companion.web.request.access import table_or_404
from companion.web.request.lane import in_turn
from companion.web.request.qr import public_url, qr_svg

bp.add_app_template_filter(spaced)
T = TypeVar("T")
CARDS_PER_SHEET = (6, 2)
"""The numbers of cards that may go on a printed sheet."""


@bp.get("/cards")
def box() -> str:
    """Show all cards of a box."""
    size = query_choice("box", tuple(BOXES))
    return render_template("loto/box.html", size=size, boxes=BOXES, cards=BOXES[size])


@bp.get("/cards/print")
@in_turn
def sheets() -> str:
    """Show a box as sheets for A4 or Letter, with numbers or words, each card with a QR code that opens it on a phone.

    Without a server no other phone opens anything: the cards have no code then.
    """
    size, per = query_choice("box", tuple(BOXES)), query_choice("per", CARDS_PER_SHEET)
    lists, key = all_lists(), request.args.get("words", "")
    if key and key not in lists:
        abort(404)
    at = {number: url_for("loto.card", size=size, number=number, words=key or None) for number in BOXES[size]}
    served = not current_app.config.get("HERE")
    codes = {number: qr_svg(public_url(path)) for number, path in at.items() if served}
    home = public_url(url_for("setup.home"))
    return render_template(
        "loto/print.html",
        size=size,
        per=per,
        boxes=BOXES,
        choices=CARDS_PER_SHEET,
        cards=BOXES[size],
        codes=codes,
        home=home,
        lists=lists,
        key=key,
        words=lists.get(key),
    )


@bp.get("/cards/<int:size>/<int:number>")
def card(size: int, number: int) -> Response | str:
    """Show one card, big; live where this phone follows a table that plays with it, in the words of the table."""
    cards = BOXES.get(size, {})
    if number not in cards:
        abort(404)
    table = table_or_404(request.args["table"]) if "table" in request.args else followed_table(size)
    holders = table.journal.state.facts.cards if table and plays_from(table, size) else {}
    holder = next((name for name, cards_held in holders.items() if number in cards_held.box), "")
    at = url_for("loto.card", size=size, number=number, table=table.code if table else None)
    words = words_at(table) if table else all_lists().get(request.args.get("words", ""))
    marked = covered(table, holder) if table else ()
    live = LiveCards(table, [ShownCard("", cards[number], holder)], at, words=words, covered=marked)
    return live.update() or render_template("loto/card.html", size=size, number=number, live=live)


@bp.app_template_global()
def here_with(**said: object) -> str:
    """Return the address of this page with something else said in it; None leaves it out."""
    asked = {key: value for key, value in {**request.args, **said}.items() if value is not None}
    return f"{url_for(str(request.endpoint), **(request.view_args or {}))}?{urlencode(asked)}"  # no keyword of url_for


def query_choice(name: str, choices: tuple[T, ...]) -> T:
    """Return the choice in the query string, by default the first one; 404 where there is no such choice."""
    value = request.args.get(name, str(choices[0]))
    return next((choice for choice in choices if str(choice) == value), None) or abort(404)
