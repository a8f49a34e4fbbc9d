"""Loto cards: the built-in boxes to look at and to print, the household's own, and a card that is marked live."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from flask import abort, current_app, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.engine.errors import Malformed
from companion.engine.game import State
from companion.engine.message import Message, capital, say, say_many
from companion.loto.rules.box import BOXES, PER_ROW, ROWS, Card, problem, spaced
from companion.loto.rules.calling import Hand
from companion.loto.rules.cards import CardHolders
from companion.loto.rules.words import WordList
from companion.loto.web import bp
from companion.loto.web.claims import covered, dealt_by, drawn, taken_back
from companion.loto.web.words import all_lists, words_at
from companion.store import OwnCard, OwnCards, Table
from companion.web.kept import Kind, keep_at
from companion.web.live.limits import in_turn
from companion.web.request.access import newest, table_or_404
from companion.web.request.qr import public_url, qr_svg
from companion.web.request.refusal import refused
from companion.web.request.services import services


class ShownCard(NamedTuple):
    """A card on a page; its title and its holder are empty where they go without saying."""

    title: str
    rows: Card
    holder: str = ""


def marks_sentence(state: State[Any, Any], numbers: Sequence[int]) -> str:
    """Say what the marks on a card are."""
    if not numbers:
        return say("No number is drawn yet.")
    if not state.open:
        return say("The hand is over. Its numbers stay marked until the next.")
    if not isinstance(state.facts, Hand):
        return say("These are the numbers of the last drawing.")
    if state.options.race:
        return say("{n} of the 90 numbers are out. Only those you answered first are yours.", n=len(numbers))
    return say_many("{n} of the 90 numbers is out.", "{n} of the 90 numbers are out.", len(numbers))


def followed_table(size: int) -> Table | None:
    """Return the table with cards of this box that this phone looked at last, while its game is on."""
    tables = services().tables.find_all(session.get("tables", []))
    return next((table for table in tables if plays_from(table, size)), None)


def plays_from(table: Table, size: int) -> bool:
    """Return whether cards of this box are in play at a table."""
    state = table.journal.state
    return isinstance(state.facts, CardHolders) and not state.over and bool(state.options.box == size)


class LiveCards(NamedTuple):
    """The part of a page with cards and what is drawn at a table."""

    table: Table | None
    cards: Sequence[ShownCard]
    at: str
    """The address from which the page fetches the newest version."""
    note: str = ""
    words: WordList | None = None
    """The words that stand on the cards in the place of numbers."""
    covered: Collection[int] | None = ()
    """The numbers that are marked; None where people tap them."""

    def fragment(self) -> str:
        """Render the part."""
        state, numbers = (self.table.journal.state, drawn(self.table.journal)) if self.table else (None, ())
        one_by_one = state is not None and isinstance(state.facts, Hand)
        return render_template(
            "loto/_live_cards.html",
            live=self,
            newest=numbers[-1] if numbers and one_by_one else None,
            dealt=dealt_by(self.table.journal) if self.table else 0,
            says=(taken_back(self.table) or marks_sentence(state, numbers)) if self.table and state else "",
        )

    def update(self) -> Response | None:
        """Answer an open page that asks for the newest version, 204 where it shows it; None for any other request."""
        return newest(self.table, self.fragment) if self.table else None


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
    home = public_url(url_for("home.home"))
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


def places(one: OwnCard | None) -> dict[str, Any]:
    """Return the rows of a card's form: of each place its name, its label, its number, and whether that was refused."""
    why = refused()
    wrong = why.place if isinstance(why, Mistyped) else None

    def at(row: int, place: int) -> tuple[str, str, object, bool]:
        name, number = f"{row}:{place}", one.rows[row][place] if one else ""
        return name, place_name(row, place), request.form.get(name, number), wrong == (row, place)

    return {"rows": [[at(row, place) for place in range(PER_ROW)] for row in range(ROWS)]}


def our_cards() -> dict[str, Any]:
    return {"cards": OwnCards(services().database).all()}


kept = Kind(OwnCards, "own_box", "own_card", "loto/own_cards.html", our_cards, places, typed_card)
keep_at(bp, "/cards/own", kept, is_typed=True)
bp.add_app_template_filter(next_name)
