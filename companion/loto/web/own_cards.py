"""The household's own Loto cards: typed in once, kept by name, renamed, removed."""

import re
from collections.abc import Mapping
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.engine.message import Message, capital, say
from companion.loto.rules.box import PER_ROW, ROWS, Card, problem
from companion.loto.web import bp
from companion.store import NotKept, OwnCard, OwnCards
from companion.web.forms.reading import refusals_at
from companion.web.request.access import device
from companion.web.request.refusal import refused, shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, submission
from companion.web.request.who import Rung, needs, of_household

ROW_NAMES = (say("the first row"), say("the second row"), say("the third row"))
PLACE_NAMES = (
    say("the first number"),
    say("the second number"),
    say("the third number"),
    say("the fourth number"),
    say("the fifth number"),
)


class Mistyped(Malformed):
    """A card that breaks a rule; ``place`` is the row and the place of the first wrong number, both from 0."""

    def __init__(self, why: str, place: tuple[int, int]) -> None:
        """Take the sentence that says what is wrong, and the place."""
        super().__init__(why)
        self.place = place


@bp.get("/cards/own")
def own_box() -> str:
    """Show the household's own cards."""
    return render_template("loto/own_cards.html", cards=household_box().all())


@bp.get("/cards/own/new")
@needs(Rung.HOUSEHOLD)
def new_card() -> str:
    """Show the form in which a card is typed, after another card with the next name of its set."""
    before = next((card for card in household_box().all() if str(card.number) == request.args.get("after")), None)
    return form_page({"name": next_name(before.name)} if before else {}, kept=before)


def typed_again() -> str:
    """Render the form of a new card as it was filled in."""
    return form_page(request.form)


@bp.post("/cards/own")
@needs(Rung.HOUSEHOLD)
@shows(typed_again)
def keep_card() -> Response:
    """Keep the card that was typed."""
    typed = typed_card()
    with refusals_at("name"):
        card = household_box().keep(request.form.get("name", ""), typed, device(), submission()[0])
    if "another" in request.form:
        return redirect(url_for("loto.new_card", after=card.number), 303)
    return redirect(url_for("loto.own_card", number=card.number), 303)


@bp.get("/cards/own/<int:number>")
def own_card(number: int) -> str:
    """Show one card of the household."""
    card = card_or_404(number)
    name = request.form.get("name", card.name)
    return render_template("loto/own_card.html", card=card, name=name, changes=of_household())


@bp.post("/cards/own/<int:number>")
@needs(Rung.HOUSEHOLD)
@shows(own_card)
def change_card(number: int) -> Response:
    """Rename a card, or remove it; games that were played with it stay as they were."""
    card_or_404(number)
    with refusals_at("name"):
        if "remove" in request.form:
            household_box().remove(number)
        else:
            household_box().rename(number, request.form.get("name", ""))
    return redirect(url_for("loto.own_box"), 303)


def household_box() -> OwnCards:
    """Return the cards that the household keeps."""
    return OwnCards(services().database)


def card_or_404(number: int) -> OwnCard:
    """Return the card of a number."""
    try:
        return household_box().find(number)
    except NotKept:
        abort(404)


def typed_card() -> Card:
    """Return the card that was typed. Raises Mistyped at the first number that is wrong."""
    rows: list[list[int]] = []
    for row in range(ROWS):
        rows.append([])
        for place in range(PER_ROW):
            text = request.form.get(f"{row}:{place}", "").strip()
            if not text:
                raise Mistyped(say("{place} is missing.", place=place_name(row, place)), (row, place))
            if not re.fullmatch("[0-9]{1,9}", text):
                why = say("“{text}” in {row} is not a number.", text=text[:20], row=ROW_NAMES[row])
                raise Mistyped(why, (row, place))
            rows[-1].append(int(text))
            if wrong := problem(rows):
                raise Mistyped(wrong, (row, place))
    return tuple(map(tuple, rows))


def place_name(row: int, place: int) -> Message:
    """Return ``The second number of the first row``."""
    return capital(say("{place} of {row}", place=PLACE_NAMES[place], row=ROW_NAMES[row]))


def next_name(name: str) -> str:
    """Return the name of the next card of a set: ``Red 4`` after ``Red 3``; empty where nothing is counted."""
    counted = re.fullmatch(r"(.*?)([0-9]{1,4})", name)
    return f"{counted[1]}{int(counted[2]) + 1}" if counted else ""


def form_page(typed: Mapping[str, Any], kept: OwnCard | None = None) -> str:
    """Render the form with what was typed, and the number that was refused marked; ``kept`` is the card before."""
    why = refused()
    return render_template(
        "loto/own_form.html",
        typed=typed,
        wrong=why.place if isinstance(why, Mistyped) else None,
        kept=kept,
        rows=range(ROWS),
        places=range(PER_ROW),
        place_name=place_name,
        key=new_form_key(),
    )
