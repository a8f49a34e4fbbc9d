"""The Loto cards of a table: given out to players, and each player's cards on their own phone."""

import re
from collections.abc import Iterator
from typing import Any

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.changes import Change
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import State
from companion.engine.message import say
from companion.loto.rules.box import PER_ROW, ROWS, Card
from companion.loto.rules.cards import NO_CARDS, CardHolders, Cards, Holding, holds
from companion.loto.web import bp
from companion.loto.web.answers import covered
from companion.loto.web.changed_cards import all_changed, changed_cards
from companion.loto.web.hand_out_view import HandOutView, empty_handed, free_cards, names_of_own
from companion.loto.web.live_cards import LiveCards, ShownCard
from companion.loto.web.words import words_at
from companion.store import Table
from companion.web.request.access import is_htmx, table_or_404, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.submission import new_form_key, record
from companion.web.table.responses import table_instead
from companion.web.table.routes import kind_of


@bp.get("/t/<code>/cards")
@shows(table_instead)
def hand_out(code: str) -> str:
    """Show the cards of every player; with the pencil, also what each may take."""
    table = table_or_404(code)
    player = player_in(table, request.args.get("player", ""))
    return page(HandOutView(table, visitor(table), kind_at(table), player))


def ticked_again(code: str) -> Response | str:
    """Return the page with what was ticked; the table where no cards are held any more."""
    newest, player = table_or_404(code), request.form.get("player", "")
    try:
        kind = kind_at(newest)
    except Illegal:
        return table_instead(code)
    ticked = frozenset(request.form.getlist("number") + request.form.getlist("own"))
    return page(HandOutView(newest, visitor(newest), kind, player_in(newest, player), ticked))


@bp.post("/t/<code>/cards")
@shows(ticked_again)
def give(code: str) -> Response:
    """Give out cards: to one player, or to everyone who has none."""
    with writing(code) as table:
        player = player_in(table, request.form.get("player", ""))
        changed = record(table, lambda now: handed_out(now, kind_at(now), player))
    next_player = next((name for name in empty_handed(changed.journal.state, player)), "")
    if is_htmx():
        return make_response(page(HandOutView(changed, visitor(changed), kind_at(changed), next_player)))
    return redirect(url_for("loto.hand_out", code=changed.code, player=next_player or None), 303)


@bp.get("/t/<code>/cards/mine")
def my_cards(code: str) -> Response | str:
    """Show the cards of this phone's player with what is drawn, live."""
    table = table_or_404(code)
    player = visitor(table).player
    if player is None:
        return redirect(url_for("table.whose_phone", code=table.code), 303)
    state = table.journal.state
    holding = holds(state, player) if isinstance(state.facts, CardHolders) else NO_CARDS
    shown = [ShownCard(name, rows) for name, rows in titled_cards(holding, state)]
    note = "" if shown else say("{player} has {cards}.", player=player, cards=holding.summary())
    live = LiveCards(
        table, shown, url_for("loto.my_cards", code=table.code), note, words_at(table), covered(table, player)
    )
    return live.update() or render_template("loto/mine.html", player=player, live=live)


def page(giving: HandOutView) -> str:
    """Render the page; only what changes of it where htmx asks."""
    return render_template("loto/hand_out.html", giving=giving, key=new_form_key())


def kind_at(table: Table) -> type[Cards]:
    """Return the move that takes cards in the game that is on. Raises Illegal where it has none."""
    kind = kind_of(table, Cards.name)
    if not issubclass(kind, Cards):  # a game from outside calls another move so
        abort(404)
    return kind


def player_in(table: Table, player: str) -> str:
    """Return the player if in, else an empty text."""
    return player if player in table.journal.state.playing else ""


def handed_out(now: Table, kind: type[Cards], player: str) -> list[Change]:
    """Return what one tap gives out. Raises Malformed or Illegal."""
    if "everyone" in request.form:
        return to_everyone(now, kind, whole(request.form["everyone"]))
    if not player:
        raise Illegal(say("Choose someone who's playing."))
    if "get" in request.form:
        return changed_cards(now.journal.state, kind, player, request.form.get("give", ""), request.form["get"])
    if "all_with" in request.form:
        return all_changed(now.journal.state, kind, player, request.form["all_with"])
    assert now.journal.state.game
    move = now.journal.state.game.read_move({"move": kind.name, "player": player, **cards_in_form()})
    assert isinstance(move, Cards)
    return [] if move.holding == holds(now.journal.state, player) else [Change.play(move)]


def to_everyone(now: Table, kind: type[Cards], number: int) -> list[Change]:
    """Give a number of cards of the box to every player without any, in seat order.

    Raises Illegal where they don't go round.
    """
    state = now.journal.state
    names, left = empty_handed(state), free_cards(state)
    if number * len(names) > len(left):
        raise Illegal(
            say(
                "That takes {needed} cards, but only {free} in the box are free.",
                needed=number * len(names),
                free=len(left),
            )
        )
    parts = [left[place * number : (place + 1) * number] for place, _ in enumerate(names)]
    return [Change.play(kind(name, numbers=part)) for name, part in zip(names, parts, strict=True)]


def cards_in_form() -> dict[str, Any]:
    """Return the cards that the form names, as a sheet names them. Raises Malformed."""
    form = request.form
    if "unseen" in form:
        return {"unseen": whole(form["unseen"])}
    if own := [card_of(text) for text in form.getlist("own")]:
        return {"own": own}
    return {"numbers": [whole(text) for text in form.getlist("number")]}


def whole(text: str) -> int:
    """Read a number of cards, or the number of a card. Raises Malformed."""
    if not re.fullmatch("[0-9]{1,4}", text):
        raise Malformed(say("Choose the cards again."))
    return int(text)


def card_of(text: str) -> list[list[int]]:
    """Read a card that a form sent. Raises Malformed."""
    numbers = [whole(part) for part in text.split(" ")]
    if len(numbers) != ROWS * PER_ROW:
        raise Malformed(say("Choose the cards again."))
    return [numbers[start : start + PER_ROW] for start in range(0, len(numbers), PER_ROW)]


def titled_cards(holding: Holding, state: State[Any, Any]) -> Iterator[tuple[str, Card]]:
    """Yield the cards that are known by their numbers, each with its title."""
    names = names_of_own()
    for number, card in holding.seen(state.options.box) if holding.count else ():
        yield say("Card {card}", card=number) if number else names.get(card, say("A card from another box")), card
