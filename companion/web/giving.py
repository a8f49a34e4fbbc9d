"""Giving out the Loto cards of a table, and each player's own cards on the own phone."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from attrs import frozen
from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.game import Moment, Move, ready
from companion.engine.journal import Act, Entry
from companion.engine.refusals import Illegal, Malformed, Refusal
from companion.engine.saying import listed, say
from companion.engine.state import State
from companion.engine.words import changes_hands
from companion.loto_box import BOXES, PER_ROW, ROWS, Card
from companion.loto_cards import NONE, Cards, Held, Holding, holds
from companion.store import Household, Table
from companion.web.access import Visitor, swaps, table_or_404, table_to_write, visitor
from companion.web.marks import LiveCards, Shown
from companion.web.replies import status_of, told
from companion.web.services import services
from companion.web.taps import new_key, plays, recorded

pages = Blueprint("giving", __name__, url_prefix="/t/<code>/cards")
EVERYONE = (1, 2, 3, 4, 6)
"""So many cards can be given to everyone in one tap."""
UNSEEN = range(1, 7)
"""So many unseen cards can be tapped."""


class Choice(NamedTuple):
    """A card that may be taken: its value in the form, what it is called, who else holds it, whether it is ticked."""

    value: str
    words: str
    holder: str
    ticked: bool


@frozen(slots=False)  # what the template asks twice is worked out once
class Giving:
    """Who holds which cards at a table, and what the ``player`` whose turn it is may take.

    ``ticked`` is what was ticked before, None where nothing was yet.
    """

    table: Table
    visitor: Visitor
    kind: type[Cards]
    player: str = ""
    refused: str = ""
    ticked: frozenset[str] | None = None

    @property
    def state(self) -> State[Any, Any]:
        """The table as it stands."""
        return self.table.journal.state

    @cached_property
    def closed(self) -> str:
        """Why no cards can be taken now; empty where they can."""
        if self.state.open and not self.state.over and self.kind.moment is Moment.BETWEEN:
            return say("A hand is open: cards are taken and given back when it is over.")
        try:
            ready(self.state, self.kind)
        except Illegal as hindered:
            return str(hindered)
        return "" if self.visitor.writes else say("Only the device with the pencil gives out cards.")

    @cached_property
    def own_names(self) -> dict[Card, str]:
        """The household's cards with their names."""
        return names_of_own()

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Everyone with a seat: the name, the cards held in words, why not in."""
        return [(name, self.says(holds(self.state, name)), self.state.absence(name)) for name in self.state.seated]

    def says(self, held: Holding) -> str:
        """The cards held, those of one's own by their names."""
        names = [self.own_names.get(card, say("a card of other make")) for card in held.own]
        return listed(names) if names else held.says()

    @property
    def box(self) -> list[Choice]:
        """Every card of the box."""
        held = {number: name for name, cards in self.state.facts.cards.items() for number in cards.box}
        return [self._choice(str(number), str(number), held.get(number, "")) for number in BOXES[self.size]]

    @property
    def own(self) -> list[Choice]:
        """Every card of the household, and those that the player brought otherwise."""
        held = {card: name for name, cards in self.state.facts.cards.items() for card in cards.own}
        brought: dict[Card, str] = dict.fromkeys(holds(self.state, self.player).own, say("a card of other make"))
        cards = {**brought, **self.own_names}
        return [self._choice(written(card), words, held.get(card, "")) for card, words in cards.items()]

    def _choice(self, value: str, words: str, holder: str) -> Choice:
        ticked = holder == self.player if self.ticked is None else value in self.ticked
        return Choice(value, words, holder if holder != self.player else "", ticked)

    @property
    def size(self) -> int:
        """How many cards the box has."""
        return int(self.state.options.box)

    @property
    def out(self) -> int:
        """How many cards of the box are out."""
        return self.size - len(free(self.state))

    @property
    def each(self) -> list[int]:
        """How many cards can be given to everyone who has none."""
        without = len(empty_handed(self.state))
        return [number for number in EVERYONE if without and number * without <= len(free(self.state))]

    @property
    def unseen(self) -> range:
        """How many cards may be taken unseen; none where the game has no such."""
        return UNSEEN if "unseen" in self.kind.ways() else range(0)

    @property
    def took(self) -> list[str]:
        """What was given out last, while it is the last move: what changes hands for it, else the move itself."""
        journal = self.table.journal
        if not (journal.steps and journal.steps[-1].in_force and isinstance(journal.steps[-1].line.move, Cards)):
            return []
        moved = changes_hands(journal.moved, self.state.playing, self.state.in_pieces)
        return moved or [journal.memo(entry) for entry in journal.last_tap]


@pages.get("")
def cards(code: str) -> str:
    """Who holds which cards; with the pencil, also what each may take."""
    found = table_or_404(code)
    return page(Giving(found, visitor(found), kind_at(found), seated(found, request.args.get("player", ""))))


@pages.post("")
def give(code: str) -> Response:
    """Gives out cards: to one player, or to everyone who has none."""
    found = table_to_write(code)
    kind, player = kind_at(found), seated(found, request.form.get("player", ""))
    try:
        changed = recorded(found, lambda now: entries(now, kind, player))
    except Refusal as refused:
        newest = services().tables.find(found.code)
        ticked = frozenset(request.form.getlist("number") + request.form.getlist("own"))
        shown = Giving(newest, visitor(newest), kind, player, told(refused, newest), ticked)
        return make_response(page(shown), status_of(refused))
    coming = next((name for name in empty_handed(changed.journal.state, player)), "")
    if swaps():
        return make_response(page(Giving(changed, visitor(changed), kind, coming)))
    return redirect(url_for(".cards", code=changed.code, player=coming or None), 303)


@pages.get("/mine")
def mine(code: str) -> Response | str:
    """The cards of the player whose phone this is, with what is drawn, live."""
    found = table_or_404(code)
    player = visitor(found).player
    if player is None:
        return redirect(url_for("seats.who", code=found.code), 303)
    state = found.journal.state
    held = holds(state, player) if isinstance(state.facts, Held) else NONE
    shown = [Shown(name, rows) for name, rows in in_hand(held, state)]
    note = "" if shown else say("{player} has {cards}.", player=player, cards=held.says())
    live = LiveCards(found, shown, url_for(".mine", code=found.code), note)
    return live.news() or render_template("cards/mine.html", player=player, live=live)


def page(giving: Giving) -> str:
    """The page as it stands; only what changes of it where htmx asks."""
    template = "cards/_giving.html" if swaps() else "cards/giving.html"
    return render_template(template, giving=giving, key=new_key())


def kind_at(table: Table) -> type[Cards]:
    """How cards are taken in the game that is on; 404 where it has no such cards."""
    game = table.journal.state.game
    kind: type[Move] | None = game.by_name.get(Cards.name) if game else None
    if kind is None or not issubclass(kind, Cards):
        abort(404)
    return kind


def seated(table: Table, player: str) -> str:
    """The player, if in; nobody otherwise."""
    return player if player in table.journal.state.playing else ""


def entries(now: Table, kind: type[Cards], player: str) -> list[Entry]:
    """What one tap writes. Raises Malformed where it says nothing that can be understood."""
    if "everyone" in request.form:
        return to_everyone(now, kind, whole(request.form["everyone"]))
    if not player:
        raise Illegal(say("Choose somebody who is in."))
    assert now.journal.state.game
    move = now.journal.state.game.read_move({"move": kind.name, "player": player, **said()})
    assert isinstance(move, Cards)
    return [] if move.holding == holds(now.journal.state, player) else plays(now, move)


def to_everyone(now: Table, kind: type[Cards], number: int) -> list[Entry]:
    """So many cards of the box for everyone who holds none, in seat order; raises Illegal where they don't go round."""
    state, first = now.journal.state, now.journal.last + 1
    names, left = empty_handed(state), free(state)
    if number * len(names) > len(left):
        raise Illegal(
            say(
                "{needed} cards would be needed, and {free} of the box are free.",
                needed=number * len(names),
                free=len(left),
            )
        )
    along = first if len(names) > 1 else None
    dealt = [kind(name, numbers=left[place * number : (place + 1) * number]) for place, name in enumerate(names)]
    return [Entry(first + place, Act.PLAY, move, along=along) for place, move in enumerate(dealt)]


def said() -> dict[str, Any]:
    """Which cards the form names, as the sheet holds them. Raises Malformed."""
    form = request.form
    if "unseen" in form:
        return {"unseen": whole(form["unseen"])}
    if own := [card_of(text) for text in form.getlist("own")]:
        return {"own": own}
    return {"numbers": [whole(text) for text in form.getlist("number")]}


def whole(text: str) -> int:
    """A number of cards, or of a card. Raises Malformed."""
    if not re.fullmatch("[0-9]{1,4}", text):
        raise Malformed(say("Choose the cards again."))
    return int(text)


def written(card: Card) -> str:
    """A card as a form sends it."""
    return " ".join(str(number) for row in card for number in row)


def card_of(text: str) -> list[list[int]]:
    """The card that a form sent. Raises Malformed."""
    numbers = [whole(part) for part in text.split(" ")]
    if len(numbers) != ROWS * PER_ROW:
        raise Malformed(say("Choose the cards again."))
    return [numbers[start : start + PER_ROW] for start in range(0, len(numbers), PER_ROW)]


def free(state: State[Any, Any]) -> list[int]:
    """The cards of the box that nobody holds."""
    taken = {number for cards in state.facts.cards.values() for number in cards.box}
    return [number for number in BOXES[state.options.box] if number not in taken]


def empty_handed(state: State[Any, Any], after: str = "") -> list[str]:
    """Who is in and holds no card, in seat order, from the left of a player on."""
    order = state.from_left_of(after) if after else state.playing
    return [name for name in order if not holds(state, name).count]


def in_hand(held: Holding, state: State[Any, Any]) -> Iterator[tuple[str, Card]]:
    """The cards that the companion has seen, each with what it is called."""
    names = names_of_own()
    for number, card in held.seen(state.options.box) if held.count else ():
        yield say("Card {card}", card=number) if number else names.get(card, say("A card of other make")), card


def names_of_own() -> dict[Card, str]:
    """The household's cards with their names."""
    return {card.rows: card.name for card in Household(services().database).cards()}
