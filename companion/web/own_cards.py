"""The household's own Loto cards: typed in once, kept by name, renamed, removed."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.refusals import Malformed, Refusal
from companion.engine.saying import Said, capital, say
from companion.loto_box import PER_ROW, ROWS, Card, problem
from companion.store import Household, OwnCard, UnknownCard
from companion.web.access import device, may_change
from companion.web.replies import status_of
from companion.web.services import services
from companion.web.taps import new_key, stamp

pages = Blueprint("own_cards", __name__, url_prefix="/cards/own")
ROW_NAMES = (say("the first row"), say("the second row"), say("the third row"))
PLACE_NAMES = (
    say("the first number"),
    say("the second number"),
    say("the third number"),
    say("the fourth number"),
    say("the fifth number"),
)


class Mistyped(Malformed):
    """A card that can't be one; ``place`` is where it first goes wrong, as (row, place), both from 0."""

    def __init__(self, why: str, place: tuple[int, int]) -> None:
        super().__init__(why)
        self.place = place


@pages.get("")
def box() -> str:
    """The household box."""
    return render_template("cards/own.html", cards=household().cards())


@pages.get("/new")
def new() -> str:
    """The form in which a card is typed; after another one with what its name may be."""
    kept = next((card for card in household().cards() if str(card.number) == request.args.get("after")), None)
    return form_page({"name": following(kept.name)} if kept else {}, kept=kept)


@pages.post("")
def keep() -> Response:
    """Puts the card that was typed into the box."""
    try:
        kept = household().keep(request.form.get("name", ""), typed_card(), device(), stamp()[0])
    except Mistyped as wrong:
        return make_response(form_page(request.form, str(wrong), wrong.place), status_of(wrong))
    except Refusal as refused:
        return make_response(form_page(request.form, str(refused)), status_of(refused))
    more = "another" in request.form
    return redirect(url_for(".new", after=kept.number) if more else url_for(".card", number=kept.number), 303)


@pages.get("/<int:number>")
def card(number: int) -> str:
    """One card of the household."""
    return card_page(card_or_404(number))


@pages.post("/<int:number>")
def rename(number: int) -> Response:
    """Gives a card another name."""
    found = card_to_change(number)
    try:
        household().rename(number, request.form.get("name", ""))
    except Refusal as refused:
        return make_response(card_page(found, request.form.get("name", ""), str(refused)), status_of(refused))
    return redirect(url_for(".box"), 303)


@pages.post("/<int:number>/gone")
def put_away(number: int) -> Response:
    """Takes a card out of the box; whatever was played with it stays as it was."""
    card_to_change(number)
    household().remove(number)
    return redirect(url_for(".box"), 303)


def household() -> Household:
    """The household's cards."""
    return Household(services().database)


def card_or_404(number: int) -> OwnCard:
    """The card of this number."""
    try:
        return household().find(number)
    except UnknownCard:
        abort(404)


def card_to_change(number: int) -> OwnCard:
    """The card, if this device may change it; 403 otherwise."""
    found = card_or_404(number)
    if not may_change(found.device):
        abort(
            403,
            say("A card is changed on the device on which it was typed in, or on the machine that keeps the tables."),
        )
    return found


def typed_card() -> Card:
    """The card that was typed. Raises Mistyped at the first number that is wrong."""
    rows: list[list[int]] = []
    for row in range(ROWS):
        rows.append([])
        for place in range(PER_ROW):
            text = request.form.get(f"{row}:{place}", "").strip()
            if not text:
                raise Mistyped(say("{place} is missing.", place=place_named(row, place)), (row, place))
            if not re.fullmatch("[0-9]{1,9}", text):
                why = say("“{text}” in {row} is not a number.", text=text[:20], row=ROW_NAMES[row])
                raise Mistyped(why, (row, place))
            rows[-1].append(int(text))
            if wrong := problem(rows):
                raise Mistyped(wrong, (row, place))
    return tuple(map(tuple, rows))


def place_named(row: int, place: int) -> Said:
    """``The second number of the first row``."""
    return capital(say("{place} of {row}", place=PLACE_NAMES[place], row=ROW_NAMES[row]))


def following(name: str) -> str:
    """The name that the next card of a set may have: ``Red 4`` after ``Red 3``; none where nothing is counted."""
    counted = re.fullmatch(r"(.*?)([0-9]{1,4})", name)
    return f"{counted[1]}{int(counted[2]) + 1}" if counted else ""


def form_page(
    typed: Mapping[str, Any], refused: str = "", wrong: tuple[int, int] | None = None, kept: OwnCard | None = None
) -> str:
    """The form with what was typed, and where it is wrong."""
    return render_template(
        "cards/own_form.html",
        typed=typed,
        refused=refused,
        wrong=wrong,
        kept=kept,
        rows=range(ROWS),
        places=range(PER_ROW),
        place_named=place_named,
        key=new_key(),
    )


def card_page(found: OwnCard, name: str | None = None, refused: str = "") -> str:
    """The page of one card, with the name that was typed for it."""
    typed, changes = found.name if name is None else name, may_change(found.device)
    return render_template("cards/own_card.html", card=found, name=typed, refused=refused, changes=changes)
