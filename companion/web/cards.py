"""The cards of the built-in Loto boxes: to look at, to print, and one by one on a phone."""

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.saying import say
from companion.loto_box import BOXES, spaced
from companion.web.access import table_or_404
from companion.web.home import ROOMS
from companion.web.marks import LiveCards, Shown, followed, plays_from
from companion.web.qr import picture, reachable

pages = Blueprint("cards", __name__, url_prefix="/cards")
pages.add_app_template_filter(spaced)
ROOMS["cards.box"] = say("Loto cards")
A_SHEET = (6, 2)
"""How many cards may go on a printed sheet."""


@pages.get("")
def box() -> str:
    """All cards of a box."""
    size = chosen("box", tuple(BOXES))
    return render_template("cards/box.html", size=size, boxes=BOXES, cards=BOXES[size])


@pages.get("/print")
def sheets() -> str:
    """A box as sheets of A4, each card with a QR code that opens it on a phone."""
    size, per = chosen("box", tuple(BOXES)), chosen("per", A_SHEET)
    codes = {number: picture(reachable(url_for(".card", size=size, number=number))) for number in BOXES[size]}
    home = reachable(url_for("home.home"))
    return render_template(
        "cards/print.html", size=size, per=per, boxes=BOXES, choices=A_SHEET, cards=BOXES[size], codes=codes, home=home
    )


@pages.get("/<int:size>/<int:number>")
def card(size: int, number: int) -> Response | str:
    """One card, big; live where this phone follows a table that plays with it."""
    cards = BOXES.get(size, {})
    if number not in cards:
        abort(404)
    table = table_or_404(request.args["table"]) if "table" in request.args else followed(size)
    holders = table.journal.state.facts.cards if table and plays_from(table, size) else {}
    holder = next((name for name, held in holders.items() if number in held.box), "")
    at = url_for(".card", size=size, number=number, table=table.code if table else None)
    live = LiveCards(table, [Shown("", cards[number], holder)], at)
    return live.news() or render_template("cards/card.html", size=size, number=number, live=live)


def chosen(name: str, choices: tuple[int, ...]) -> int:
    """What an address chooses, the first choice where it says nothing; 404 where there is no such thing."""
    found = request.args.get(name, str(choices[0]))
    if found not in map(str, choices):
        abort(404)
    return int(found)
