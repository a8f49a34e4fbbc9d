"""The Loto cards of a table: given out to players, changed between them, and each player's own on their phone."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from attrs import evolve, frozen
from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.cached import cached_property
from companion.engine.changes import Change
from companion.engine.errors import Illegal, Malformed
from companion.engine.game import Moment, Move, State
from companion.engine.message import joined, listed, say
from companion.engine.playing import check_available
from companion.engine.reports.sentences import what_changes
from companion.loto.rules.box import BOXES, PER_ROW, ROWS, Card
from companion.loto.rules.calling import Hand
from companion.loto.rules.cards import NO_CARDS, CardHolders, Cards, Holding, calls, holders, holds
from companion.loto.web import bp
from companion.loto.web.cards import LiveCards, ShownCard
from companion.loto.web.claims import covered
from companion.loto.web.words import words_at
from companion.store import OwnCards, Table
from companion.web.request.access import Visitor, is_htmx, table_or_404, visitor, writing
from companion.web.request.refusal import shows
from companion.web.request.services import services
from companion.web.request.submission import new_form_key, record
from companion.web.table.responses import table_instead
from companion.web.table.routes import kind_of

CARDS_FOR_EVERYONE = (1, 2, 3, 4, 6)
"""The numbers of cards that can be given to everyone in one tap."""
UNSEEN_CARDS = range(1, 7)
"""The numbers of unseen cards that can be given in one tap."""


class CardToTake(NamedTuple):
    """A card that may be taken."""

    value: str
    """The card as the form sends it."""
    words: str
    """What it is called."""
    holder: str
    """Another player who holds it, empty where it is free."""
    ticked: bool


@frozen(slots=False)  # what the template asks twice is worked out once
class HandOutView:
    """The cards that each player holds at a table, and those that one of them may take."""

    table: Table
    visitor: Visitor
    kind: type[Cards]
    """The game's move that takes cards."""
    player: str = ""
    """The player whose turn it is, if any."""
    ticked: frozenset[str] | None = None
    """The cards that were ticked before a refusal, None without one."""

    @property
    def state(self) -> State[Any, Any]:
        return self.table.journal.state

    @cached_property
    def closed(self) -> str:
        """Why no cards can be taken now; empty where they can."""
        if self.state.open and not self.state.over and self.kind.moment is Moment.BETWEEN:
            return say("Hand in play: you can take cards and give them back when it's over.")
        try:
            check_available(self.state, self.kind)
        except Illegal as refused:
            return str(refused)
        return "" if self.visitor.writes else say("Only a device with the pencil can give out cards.")

    @cached_property
    def own_names(self) -> dict[Card, str]:
        return names_of_own()

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Every player with a seat: the name, the cards in words, why the player is not in."""
        return [(name, self.held_by(name), self.state.absence(name)) for name in self.state.seated]

    def held_by(self, name: str) -> str:
        """Return the cards of a player in words; those of who calls wait until somebody else does."""
        holding = holds(self.state, name)
        cards = self.cards_in_words(holding)
        waits = holding.count and isinstance(self.state.facts, Hand) and calls(self.state, name)
        return joined(" · ", [cards, say("for when somebody else calls")]) if waits else cards

    def cards_in_words(self, holding: Holding) -> str:
        """Return the cards of a player in words, the household's own by their names."""
        names = [self.own_names.get(card, say("a card from another box")) for card in holding.own]
        return listed(names) if names else holding.summary()

    @property
    def box(self) -> list[CardToTake]:
        """Every card of the box."""
        holders = {number: name for name, cards in self.state.facts.cards.items() for number in cards.box}
        return [self._choice(str(number), str(number), holders.get(number, "")) for number in BOXES[self.size]]

    @property
    def own(self) -> list[CardToTake]:
        """Every card of the household, and those of other make that the player holds."""
        holders = {card: name for name, cards in self.state.facts.cards.items() for card in cards.own}
        of_other_make: dict[Card, str] = dict.fromkeys(
            holds(self.state, self.player).own, say("a card from another box")
        )
        cards = {**of_other_make, **self.own_names}
        return [self._choice(form_value(card), words, holders.get(card, "")) for card, words in cards.items()]

    def _choice(self, value: str, words: str, holder: str) -> CardToTake:
        ticked = holder == self.player if self.ticked is None else value in self.ticked
        return CardToTake(value, words, holder if holder != self.player else "", ticked)

    @property
    def partners(self) -> list[str]:
        """The others who hold cards, with whom a player may change all."""
        return others_with_cards(self.state, self.player) if holds(self.state, self.player).count else []

    @property
    def mine(self) -> list[tuple[str, str]]:
        """The cards that the player may change one by one, as (value, words)."""
        return self._named(self.player)

    @property
    def theirs(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The others with the cards that may be changed for one of the player's: of the box for such, own for own."""
        boxed = bool(holds(self.state, self.player).box)
        alike = [name for name in self.partners if bool(holds(self.state, name).box) == boxed]
        return [(name, cards) for name in alike if self.mine and (cards := self._named(name))]

    def _named(self, player: str) -> list[tuple[str, str]]:
        cards = holds(self.state, player)
        words = [
            *map(str, cards.box),
            *(self.own_names.get(card, say("a card from another box")) for card in cards.own),
        ]
        return list(zip(values(cards), words, strict=False))

    @property
    def size(self) -> int:
        return int(self.state.options.box)

    @property
    def taken(self) -> int:
        """The count of cards of the box that somebody holds."""
        return self.size - len(free_cards(self.state))

    @property
    def each(self) -> list[int]:
        """The numbers of cards that can be given to every player without any."""
        without = len(empty_handed(self.state))
        return [number for number in CARDS_FOR_EVERYONE if without and number * without <= len(free_cards(self.state))]

    @property
    def unseen(self) -> range:
        """The numbers of cards that may be taken unseen; empty where the game allows none."""
        return UNSEEN_CARDS if "unseen" in self.kind.ways() else range(0)

    @property
    def last_given(self) -> list[str]:
        """Sentences about the cards given out in the last move: what changes hands for them, else the move itself."""
        journal = self.table.journal
        if not (journal.steps and journal.steps[-1].in_force and isinstance(journal.steps[-1].line.move, Cards)):
            return []
        transfers = what_changes(journal.moved, self.state)
        return transfers or [journal.memo(entry) for entry in journal.last_tap]


def free_cards(state: State[Any, Any]) -> list[int]:
    """Return the cards of the box that are free."""
    taken = {number for cards in state.facts.cards.values() for number in cards.box}
    return [number for number in BOXES[state.options.box] if number not in taken]


def empty_handed(state: State[Any, Any], after: str = "") -> list[str]:
    """Return the players who are in and hold no card, in seat order, from the left of a player on."""
    order = state.from_left_of(after) if after else state.playing
    return [name for name in order if not holds(state, name).count]


def names_of_own() -> dict[Card, str]:
    return {card.rows: card.name for card in OwnCards(services().database).all()}


def changed_cards(state: State[Any, Any], kind: type[Cards], player: str, given: str, got: str) -> list[Change]:
    """Return the moves that change a card of a player for another's, each by its number or its rows. Raises Illegal.

    The other gives the card up first: nobody may hold one that is somebody else's.
    """
    mine = holds(state, player)
    other = next((name for name in others_with_cards(state, player) if got in values(holds(state, name))), "")
    if given not in values(mine) or not other:
        raise Illegal(say("Choose one card from each player."))
    theirs = holds(state, other)
    if bool(mine.box) != bool(theirs.box):
        raise Illegal(say("Cards from the box can't be swapped for other cards: swap all the cards."))
    return _written(state, kind, {player: replaced(mine, given, got), other: replaced(theirs, got, given)}, other)


def all_changed(state: State[Any, Any], kind: type[Cards], player: str, other: str) -> list[Change]:
    """Return the moves that change all cards of two players. Raises Illegal."""
    if other not in others_with_cards(state, player):
        raise Illegal(say("Choose someone who has cards."))
    return _written(state, kind, {player: holds(state, other), other: holds(state, player)}, other)


def others_with_cards(state: State[Any, Any], player: str) -> list[str]:
    """Return the other players who are in and hold cards, from the left of a player on."""
    return [name for name in holders(state, state.from_left_of(player)) if name != player]


def values(holding: Holding) -> list[str]:
    """Return the cards of a player that can be named, each as a form sends it."""
    return [*map(str, holding.box), *map(form_value, holding.own)]


def form_value(card: Card) -> str:
    return " ".join(str(number) for row in card for number in row)


def replaced(holding: Holding, given: str, got: str) -> Holding:
    """Return the cards with one of them replaced."""
    if given.isdecimal():
        return evolve(holding, box=tuple(sorted(int(got) if str(card) == given else card for card in holding.box)))
    numbers = [int(number) for number in got.split(" ")]
    width = len(holding.own[0][0])
    card = tuple(tuple(numbers[start : start + width]) for start in range(0, len(numbers), width))
    return evolve(holding, own=tuple(card if form_value(old) == given else old for old in holding.own))


def _written(state: State[Any, Any], kind: type[Cards], after: dict[str, Holding], other: str) -> list[Change]:
    """Return the moves after which each holds these cards; the ``other`` gives up first what the box has once."""
    parts = [] if not holds(state, other).box else [(other, Holding())]
    return [Change.play(_taken(state, kind, name, cards)) for name, cards in (*parts, *after.items())]


def _taken(state: State[Any, Any], kind: type[Cards], player: str, cards: Holding) -> Move:
    """Return the move by which a player takes cards."""
    assert state.game
    way: dict[str, Any] = {"numbers": [*cards.box]}
    if cards.own:
        way = {"own": [[[*row] for row in card] for card in cards.own]}
    elif cards.unseen:
        way = {"unseen": cards.unseen}
    move: Move = state.game.read_move({"move": kind.name, "player": player, **way})
    return move


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
