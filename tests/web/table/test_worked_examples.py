"""The worked examples, hand by hand through the forms of the pages, as people would fill them in."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion import games
from companion.engine.fields import FollowsFrom
from companion.engine.game import Move, State
from companion.engine.replay import initial_state
from companion.loto.web.hand_out import form_value
from companion.web.forms.controls import Check, ChosenAccount, Either, PerPlayer, SeveralPlayers, TappedEach
from companion.web.forms.fields import move_fields, option_fields
from companion.web.forms.form import Field
from companion.web.forms.partners import Partners
from companion.web.forms.parts import Parts, Rows
from companion.web.forms.rare import Carried, ChosenOrTied, NotCounted, Numbers, PlayingCard
from tests.scoresheet.test_sheet import SHEETS, expected, named
from tests.tools.phone import Form, Phone
from tests.web.table.test_routes import table_of

EXAMPLES = [path for path in SHEETS if re.fullmatch("[A-Z0-9]+-E[0-9].*", path.stem)]
"""The worked examples, each numbered as on the page of its game's rules."""


def inputs(field: Field, value: Any) -> dict[str, str]:
    """What stands in the inputs of a question once it is answered with the value of a sheet."""
    name = field.name
    if isinstance(field, PlayingCard):
        return {f"{name}:rank": value[:-1], f"{name}:suit": value[-1]}
    if isinstance(field, ChosenOrTied):
        return {name: f"player:{value}" if value else "tied"}
    if isinstance(field, ChosenAccount):
        return {name: f"pot:{value['pot']}" if isinstance(value, dict) else f"player:{value}"}
    if isinstance(field, Partners):
        way = next((number for number, sides in field.ways.items() if sorted(sides) == sorted(value)), "")
        return {name: way} if way else field.typed(value)
    if isinstance(field, Rows):
        return flat({f"{name}:{row}": part for row, part in enumerate(value)})
    if isinstance(field, TappedEach) and field.counted:
        return {f"{name}:{player}": str(value.get(player, 0)) for player, _ in field.choices}
    if isinstance(field, SeveralPlayers):
        return {f"{name}:{player}": "on" for player in value}
    if isinstance(field, PerPlayer | Parts):
        return flat({name: value})
    if isinstance(field, Numbers):
        return {name: " ".join(map(str, value))}
    return {name: json.dumps(value) if isinstance(field, Carried) else "" if value is None else str(value)}


def by_sides(field: Field, value: Any) -> Any:
    """A value with the numbers of partners added up, where they answer together."""
    if not field.declaration.one_a_side or not isinstance(value, dict) or not field.form.state.teams:
        return value
    added: dict[str, Any] = {}
    for name, number in value.items():
        first = field.form.state.side(name)[0]
        added[first] = added.get(first, 0) + number
    return added


def flat(values: dict[str, Any]) -> dict[str, str]:
    """Values inside values, named as inputs are."""
    named: dict[str, str] = {}
    for key, value in values.items():
        if isinstance(value, dict):
            named |= flat({f"{key}:{inner}": held for inner, held in value.items()})
        elif value is not None:
            named[key] = str(value)
    return named


def answered(asked: list[Field], values: dict[str, Any]) -> dict[str, str]:
    """What is typed where the questions are answered with the values of a sheet."""
    typed: dict[str, str] = {}
    for field in asked:
        if isinstance(field, Either):
            key = next(one.key for one in field.alternatives if one.key in values)
            typed[field.name] = f"{key}:{values[key]}"
        elif isinstance(field, NotCounted):
            follows = field.note(FollowsFrom)
            unsaid = field.key not in values and follows and follows.word(values[follows.number])
            typed |= {field.name: "on"} if unsaid else {}
        elif isinstance(field, Check):
            typed |= {field.name: "on"} if values.get(field.key, field.value) else {}
        elif field.key in values:
            typed |= inputs(field, by_sides(field, values[field.key]))
    return typed


def lays(app: Flask, phone: Phone, sheet: dict[str, Any]) -> None:
    """Lays the table of a sheet by the form, with its first game."""
    game = games.game(sheet["games"][0]["game"])
    assert game
    path, form = phone.open(f"/lay?game={game.key}:book").request_of("Add")
    form.setlist("player", sheet["players"])
    phone.send(path, form)
    path, form = phone.request_of("Start")
    form["keeps"], form["start"] = ("counters", str(sheet["start"])) if "start" in sheet else ("score", "30")
    phone.send(path, ruled(form, sheet["games"][0], sheet["players"]))
    assert phone.status == 200 and phone.code, phone.refused


def ruled(form: MultiDict[str, str], played: dict[str, Any], players: list[str]) -> MultiDict[str, str]:
    """The form of a game with its house rules and its first dealer."""
    game = games.game(played["game"])
    assert game
    asked = option_fields(game.options, initial_state(players), {})
    for field in asked:
        if field.key in played.get("options", {}):
            for name in [name for name in form if name == field.name or name.startswith(f"{field.name}:")]:
                form.poplist(name)
    for name, text in answered(asked, played.get("options", {})).items():
        form[name] = text
    if played.get("dealer"):
        form["dealer"] = played["dealer"]
    return form


def takes_cards(phone: Phone, move: dict[str, Any]) -> None:
    """Ticks cards of the box or of one's own, or says how many there are."""
    path, form = phone.open(f"cards?player={move['player']}").request_of(f"{move['player']} takes these")
    own = move.get("own", [])
    cards = [own] if own and isinstance(own[0][0], int) else own
    form.setlist("own", [form_value(card) for card in cards])
    form.setlist("number", [str(number) for number in move.get("numbers", [])])
    if "unseen" in move:
        form["unseen"] = str(move["unseen"])
    phone.send(path, form)


def as_asked(move: dict[str, Any], state: State[Any, Any]) -> dict[str, Any]:
    """A move as the page asks for it: several who pay, the most cards and the most spades in one way."""
    if move["move"] == "pays" and "player" in move:
        return {key: held for key, held in move.items() if key != "player"} | {"players": [move["player"]]}
    for counted in ("cards", "spades"):
        if counted in move and {"most_cards", "most_spades"} & move.keys():
            by_side: Counter[str] = Counter()
            for name, number in move[counted].items():
                by_side[state.side(name)[0]] += number
            ((most, _),) = by_side.most_common(1)
            return {key: held for key, held in move.items() if key != counted} | {f"most_{counted}": most}
    return move


def plays(app: Flask, phone: Phone, move: dict[str, Any]) -> None:
    """Writes a move down by its form."""
    state = table_of(app, phone).journal.state
    assert state.game
    kind: type[Move] = state.game.by_name[move["move"]]
    move = as_asked(move, state)
    evidence = {"evidence": "on"} if {*kind.instead.values()} & move.keys() else {}
    page = "" if kind.page or kind.name == "deal" else f"moves/{kind.name}"
    typed = answered(move_fields(kind, state, {**evidence, **move}), move)
    decides = {name: text for name, text in typed.items() if ":" not in name} if page else {}
    phone.open(f"{page}?{urlencode(evidence | decides)}")
    hidden = {name: phone.filled(name)[0] for name in ("key", "seen")}
    forms = [form for form in phone.page.forms if form.attributes.get("action", "").partition("?")[0].endswith(page)]
    assert not page or typed.keys() - decides <= forms[0].names, typed.keys() - forms[0].names
    phone.send(f"moves/{kind.name}", hidden | evidence | typed)
    if "No honours" in " ".join(phone.buttons):
        phone.press("No honours are scored")


@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_a_worked_example_comes_to_its_result_on_the_pages(app: Flask, phone: Phone, path: Path) -> None:
    sheet, wanted = json.loads(path.read_text("utf-8")), expected(path)
    lays(app, phone, sheet)
    app.extensions["companion"].tables.change(phone.code, lambda now: now.with_beside(deal_at_once=False))
    refused = 0
    for place, game in enumerate(sheet["games"]):
        if place:
            _, form = phone.open("games?game=" + game["game"] + ":book").request_of("Start")
            phone.send("games", ruled(form, game, list(table_of(app, phone).journal.state.playing)))
        for move in game["moves"]:
            takes_cards(phone, move) if move["move"] == "cards" else plays(app, phone, move)
            refused += phone.status != 200
            assert phone.status == 200 or "status" in wanted, f"{move}: {phone.refused}"
    assert bool(refused) == ("status" in wanted)
    if refused:
        return
    result = json.loads(phone.open("result.json").text)
    for name in ("balances", "points", "pots"):
        if name in wanted:
            assert result[name] == wanted[name], name
    settles(app, phone)


def unpaid(phone: Phone) -> list[Form]:
    """The forms of the settlement that tick a payment."""
    to_pay = [form for form in phone.page.forms if form.attributes.get("action", "").endswith("/paid")]
    return [form for form in to_pay if "number" not in dict(form.filled)]


def names_the_winner(phone: Phone) -> None:
    """The best is said to win, and stands first; where nothing was won, nobody is."""
    told = phone.open("").text.partition("data-winner")[2]
    result = json.loads(phone.open("result.json").text)
    if any((result["points"] or result["balances"]).values()):
        heading, ranks = re.search("<h2.*?</h2>", told), re.findall("<li.*?</li>", told.partition("data-ranks")[2])
        assert heading and "win" in heading[0]
        assert "best" in ranks[0]


def settles(app: Flask, phone: Phone) -> None:
    """Finishes the game where it is on, and ticks every payment."""
    phone.open("settlement")
    if "Finish the game" in phone.buttons:
        phone.press("Finish the game").open("settlement")
    if table_of(app, phone).journal.state.open:
        return
    while left := unpaid(phone):
        phone.send("settlement/paid", MultiDict(left[0].filled))
        assert len(unpaid(phone)) == len(left) - 1
    assert re.search("All paid. Good night!|nobody owes anything|nothing more to pay", phone.says)
    names_the_winner(phone)
