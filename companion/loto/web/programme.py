"""The programme of a Loto night as people put it together: ready-made ones, games and prizes added and taken out."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from flask import render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.changes import Change
from companion.engine.errors import Illegal
from companion.engine.game import Opening
from companion.engine.message import Message, capital, joined, say, say_many
from companion.engine.structure import write, written
from companion.loto.rules.box import PER_ROW, ROWS
from companion.loto.rules.hall import (
    MOST_PRIZES,
    MOST_ROUNDS,
    PATTERN_WORDS,
    PATTERNS,
    PLACE,
    Give,
    Prize,
    Sixes,
    TakeBack,
    still_there,
)
from companion.loto.rules.pack import in_sixes
from companion.loto.web import bp
from companion.loto.web.calling import whole
from companion.scoresheet import open_game
from companion.store import Table
from companion.web.forms.answers import Choices, InvalidAnswer, Path, number_typed, subfields, whole_number
from companion.web.forms.controls import Choice, Number
from companion.web.forms.form import CONTROLS
from companion.web.forms.rare import Carried
from companion.web.forms.reading import refusals_at
from companion.web.home.games import last_opening_step
from companion.web.i18n.language import localize
from companion.web.request.access import is_htmx, table_or_404, table_to_write, to_table, writing
from companion.web.request.refusal import shows
from companion.web.request.submission import new_form_key, record
from companion.web.table.responses import table_instead
from companion.web.table.routes import kind_of

DOES = "programme:do"
"""The name of the buttons that change the programme on the page; nothing is written by them."""
CELLS = "cells"
"""What a prize is for whose places on the card the organisers choose themselves."""
WORDS = {**PATTERN_WORDS, CELLS: say("our own numbers")}
"""What a prize can be for, in words."""
AS_WON = ("ambo", "terno", "early-five", "quaterna", "corners", "row", "cinquina", "two-rows", "card")
"""What prizes can be for, in the order in which they are usually won."""
OFFERED = ("row", "two-rows", "card", "early-five", "corners", "quaterna", "terno", "ambo")
"""What a further prize is for: the first of these that the round has not."""
FIVE = ((1, 2), (1, 5), (2, 3), (3, 1), (3, 4))
"""Five places as an example of any."""


class Ready(NamedTuple):
    """A programme that is used in some country, by which a round begins."""

    title: Message
    says: Message
    round: Sequence[Mapping[str, Any]]


def whole_row(row: int, named: Message) -> dict[str, Any]:
    """Return the prize for one particular row."""
    return {"for": CELLS, "cells": [[row, place] for place in range(1, PER_ROW + 1)], "named": named}


READY = {
    "british": Ready(
        say("British"), say("a line, two lines, full house"), [{"for": "row"}, {"for": "two-rows"}, {"for": "card"}]
    ),
    "italian": Ready(
        say("Italian"),
        say("ambo, terno, quaterna, cinquina, tombola"),
        [{"for": kind} for kind in ("ambo", "terno", "quaterna", "cinquina", "card")],
    ),
    "indian": Ready(
        say("Indian"),
        say("early five, corners, three rows, full house"),
        [
            {"for": "early-five"},
            {"for": "corners"},
            whole_row(1, say("the top row")),
            whole_row(2, say("the middle row")),
            whole_row(3, say("the bottom row")),
            {"for": "card"},
        ],
    ),
}
"""The ready-made programmes, by what their buttons send."""


class Programme(Carried):
    """The rounds of the evening with their prizes: put together on pages of its own, elsewhere carried along."""

    def again(self, form: Mapping[str, str]) -> Any:
        """Return what was put together, as a button changed it; what was carried where it wasn't asked."""
        if f"{self.name}:asked" not in form:
            carried = super().again(form)
            return carried if is_programme(carried) else None
        return changed(put_together(self.name, form), form.get(DOES, ""))

    def parse(self, form: Mapping[str, str]) -> Any:
        """Return the same as JSON holds it. Raises InvalidAnswer."""
        if f"{self.name}:asked" not in form:
            return super().parse(form)
        rounds = self.again(form)
        require_prizes(rounds, self.path)
        return rounds

    @property
    def rounds(self) -> list[list[dict[str, Any]]]:
        """The rounds as JSON holds them."""
        return written(self.value) or []

    @property
    def in_words(self) -> Message:
        """Return how many rounds and prizes there are."""
        count = say_many("{n} round", "{n} rounds", len(self.rounds))
        prizes = sum(map(len, self.rounds))
        return joined(", ", [count, say_many("{n} prize", "{n} prizes", prizes)])


class ChosenPrize(Choice):
    """One of the prizes that are still to be won, by its place in the round."""

    def offers(self) -> Choices:
        return tuple((str(each.place), capital(each.prize.summary())) for each in still_there(self.form.state))

    def read(self, text: str) -> int:
        """Return the place. Raises InvalidAnswer."""
        return whole_number(text, self.lead, self.path)


class InSixes(Number):
    """How many cards are printed: any number is rounded up to whole sixes."""

    def read(self, text: str) -> int:
        """Return the number in whole sixes. Raises InvalidAnswer."""
        return in_sixes(super().read(text))


def is_programme(carried: Any) -> bool:
    """Return whether what was carried can be shown: lists of prizes, each for something that is known."""
    return isinstance(carried, list) and all(
        isinstance(prizes, list) and all(isinstance(prize, dict) and is_prize(prize) for prize in prizes)
        for prizes in carried
    )


def is_prize(prize: dict[str, Any]) -> bool:
    """Return whether a prize that was carried can be shown."""
    texts = all(isinstance(prize.get(key, ""), str) for key in ("for", "thing", "named"))
    return texts and prize.get("for") in WORDS and isinstance(prize.get(CELLS, []), list)


CONTROLS.insert(0, (lambda base, notes: get_args(base) == (list[Prize],), Programme))
CONTROLS.insert(0, (lambda base, notes: Sixes() in notes, InSixes))
CONTROLS.insert(0, (lambda base, notes: PLACE in notes and base is int, ChosenPrize))


def new_pack() -> dict[str, Any]:
    """Return the seed of the cards that are printed for a new night."""
    return {"pack": secrets.token_hex(16)}


def require_prizes(rounds: list[list[dict[str, Any]]], path: Path = ()) -> None:
    """Raise InvalidAnswer where nothing can be won in a round, or in none, or nobody said with which numbers."""
    if not rounds:
        raise InvalidAnswer(say("Nothing can be won yet: add a round, and what is played for."), path)
    for number, prizes in enumerate(rounds, 1):
        if not prizes:
            raise InvalidAnswer(say("Round {n} has no prize: add one, or take the round out.", n=number), path)
        if any(prize.get(CELLS) == [] for prize in prizes):
            raise InvalidAnswer(say("Round {n}: tap the numbers that win the prize of your own.", n=number), path)


def cells_of(prize: Mapping[str, Any]) -> list[list[int]]:
    """Return the places on a card that win a prize, or an example of them."""
    if prize["for"] == CELLS:
        return prize.get(CELLS) or []
    groups, of_each, so_many = PATTERNS[prize["for"]]
    places = FIVE if prize["for"] == "early-five" else [place for row in groups[:so_many] for place in row[:of_each]]
    return [[*place] for place in places]


def put_together(name: str, form: Mapping[str, str]) -> list[list[dict[str, Any]]]:
    """Return the rounds that a form holds: ``name:ROUND`` begins one, ``name:ROUND:PRIZE:for`` a prize."""
    said = subfields(name, form)
    rounds: list[list[dict[str, Any]]] = []
    for key in said:
        match key.split(":"):
            case [number] if number.isdecimal() and len(rounds) <= MOST_ROUNDS:
                rounds.append([])
            case [_, _, "for"] if rounds and said[key] in WORDS and len(rounds[-1]) <= MOST_PRIZES:
                rounds[-1].append(prize_in(subfields(key.removesuffix(":for"), said)))
    return rounds


def prize_in(said: Mapping[str, str]) -> dict[str, Any]:
    """Return one prize that a form holds."""
    prize: dict[str, Any] = {"for": said["for"]}
    if thing := said.get("thing", "").strip():
        prize["thing"] = thing
    if said["for"] == CELLS:
        card = ([row, place] for row in range(1, ROWS + 1) for place in range(1, PER_ROW + 1))
        prize[CELLS] = [[row, place] for row, place in card if f"cell:{row}:{place}" in said]
        prize["named"] = said.get("named", "").strip() or localize(WORDS[CELLS])
    return prize


def changed(rounds: list[list[dict[str, Any]]], does: str) -> list[list[dict[str, Any]]]:
    """Return the rounds after the button of the page that was pressed; as they were where it fits nothing there."""
    what, *rest = does.split(":")
    places = [int(place) for place in rest if place.isdecimal() and len(place) < 4]
    game = rounds[places[0]] if places and places[0] < len(rounds) else None
    match what, places:
        case "ready", _ if rest[0:1] and rest[0] in READY:
            return [[{key: localize(said) for key, said in prize.items()} for prize in READY[rest[0]].round]]
        case "round", _:
            last = rounds[-1] if rounds else READY["british"].round
            rounds.append([{key: said for key, said in prize.items() if key != "thing"} for prize in last])
        case "prize", [_] if game is not None:
            add_prize(game)
        case "earlier", [at] if game is not None and at:
            rounds[at - 1], rounds[at] = rounds[at], rounds[at - 1]
        case "gone", [at] if game is not None:
            del rounds[at]
        case "gone", [_, place] if game and place < len(game):
            del game[place]
        case "for", [_, place] if game and place < len(game) and rest[-1] in WORDS:
            game[place] = prize_in(game[place] | {"for": rest[-1]})
    return rounds


def add_prize(game: list[dict[str, Any]]) -> None:
    """Add the prize that a round lacks first, in the place at which it is usually won."""
    there = [prize["for"] for prize in game]
    has = {*there, "row"} if "cinquina" in there else {*there}
    kind = next((kind for kind in OFFERED if kind not in has), "row")
    later = AS_WON[AS_WON.index(kind) + 1 :]
    game.insert(next((at for at, other in enumerate(there) if other in later), len(game)), {"for": kind})


@bp.get("/t/<code>/programme")
@shows(table_instead)
def programme(code: str) -> str:
    """Show the rounds that haven't begun, to be changed."""
    table = table_to_write(code)
    kind_of(table, TakeBack.name)
    return page(table, to_come(table))


def programme_again(code: str) -> Response | str:
    """Show the rounds as they were put together; the table where none can be."""
    newest = table_or_404(code)
    try:
        kind_of(newest, TakeBack.name)
    except Illegal:
        return table_instead(code)
    return page(newest, put_together("programme", request.form))


@bp.post("/t/<code>/programme")
@shows(programme_again)
def change_programme(code: str) -> Response | str:
    """Change the rounds that haven't begun: on the page alone by most buttons, at the table by the last."""
    if DOES in request.form:
        rounds = put_together("programme", request.form)
        return page(table_to_write(code), changed(rounds, request.form[DOES]))
    with writing(code) as table:
        record(table, with_programme)
    if is_htmx():
        return Response(status=204, headers={"HX-Redirect": url_for("table.page", code=code)})
    return to_table(table)


def to_come(table: Table) -> list[list[dict[str, Any]]]:
    """Return the rounds of the programme that haven't begun."""
    state = table.journal.state
    to_come: list[list[dict[str, Any]]] = written(state.options.programme[state.hand :])
    return to_come


def with_programme(now: Table) -> list[Change]:
    """Return the change of the programme that the form asks for. Raises Malformed or Illegal."""
    kind_of(now, TakeBack.name)
    begun, state = last_opening_step(now.journal), now.journal.state
    assert begun and isinstance(begun.line.move, Opening)
    opening = begun.line.move
    to_come = put_together("programme", request.form)
    if request.form.get("begun", str(state.hand)) != str(state.hand):
        raise Illegal(say("A round has begun meanwhile: open the programme again."))
    rounds = written(state.options.programme)[: state.hand] + to_come
    require_prizes(rounds)
    gifts = (step.line.move for step in now.journal.in_force() if step.line.number > begun.line.number)
    out = max((gift.last for gift in gifts if isinstance(gift, Give)), default=0)  # taken back since, or not
    cards = whole(request.form.get("cards", ""))
    if isinstance(cards, int) and cards < out:
        with refusals_at("cards"):
            raise Illegal(say("Card {card} is given out: there must be at least as many.", card=out))
    rules = write(opening.options) | {"programme": rounds, "cards": cards}
    return [Change.amend(begun.line.number, open_game(opening.game, rules, opening.dealer, opening.edition))]


def page(table: Table, rounds: list[list[dict[str, Any]]]) -> str:
    """Render the page, or what changes of it where htmx asks."""
    cards = request.form.get("cards", "") or f"{table.journal.state.options.cards}"
    return render_template("loto/programme.html", table=table, rounds=rounds, cards=cards, key=new_form_key())


@bp.app_template_global()
def open_round(rounds: Sequence[Any]) -> int | None:
    """Return the place of the round whose prizes can be changed on the page: the one that was touched last."""
    what, *places = request.form.get(DOES, "").split(":")
    at = number_typed(places[0]) if places else None
    if not what:
        before = number_typed(request.form.get("programme:open", ""))
        return before if before is not None else 0 if len(rounds) == 1 else None
    if what == "round":
        return len(rounds) - 1
    if what == "earlier" and at:
        return at - 1
    if what == "ready":
        return 0
    return None if what == "gone" and len(places) == 1 else at


@bp.app_template_global()
def programme_words() -> dict[str, Any]:
    """Return what the form of a programme offers: ready-made ones, and what a prize can be for."""
    return {"ready": READY, "words": WORDS, "cells": CELLS, "cells_of": cells_of}
