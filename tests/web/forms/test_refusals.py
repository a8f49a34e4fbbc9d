"""The answer that was refused is marked and tied to the reason, with and without scripts, in every form."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.errors import Malformed, Refusal
from companion.web.forms.fields import move_fields
from companion.web.forms.form import Field, redisplay
from companion.web.forms.reading import move_json, path_of
from tests.tools.evening import FOUR, Evening
from tests.tools.phone import Phone

GIVE = {"from": "player:Ann", "to": "player:Ben", "counters": "1"}
HOUSE = [{"pot": "kitty", "each": 1}, {"pot": "best", "dealer": 2}]


def invalid(text: str) -> list[str]:
    """The names of what is marked; of a group of buttons, the name that they share."""
    marks = []
    for tag in re.finditer(r'<(\w+)[^>]*aria-invalid="true" aria-describedby="refused"[^>]*>', text):
        own = re.search(r'\sname="([^"]*)"', tag[0])
        marks.append(own[1] if own else re.findall(r'\sname="([^"]*)"', text[tag.end() :])[0])
    return marks


def shown(app: Flask, fields: list[Field]) -> str:
    with app.test_request_context():
        return str(app.jinja_env.globals["ui"].questions(fields))


def refused(app: Flask, evening: Evening, name: str, **form: str) -> list[str]:
    """What is marked where a form of a move is refused; ``__`` stands for the colon before a part."""
    state, typed = evening.state, {key.replace("__", ":"): text for key, text in form.items()}
    assert state.game
    kind = state.game.by_name[name]
    try:
        state.game.read_move({"move": name} | move_json(kind, typed, state))
    except Refusal as error:
        values = redisplay(move_fields(kind, state, typed), typed)
        path = path_of(error)
        return invalid(shown(app, [field.marked(path) for field in move_fields(kind, state, values)]))
    raise AssertionError("nothing was refused")


CASES: dict[str, tuple[str, dict[str, Any], str, dict[str, str], list[str]]] = {
    "number": ("spoil-five", {}, "give", {"from": "player:Ann", "to": "player:Ben", "counters": "x"}, ["counters"]),
    "number, by its bounds": (
        "spoil-five", {}, "give", {"from": "player:Ann", "to": "player:Ben", "counters": "-1"}, ["counters"],
    ),
    "choice": ("spoil-five", {}, "won", {"player": ""}, ["player"]),
    "account": ("spoil-five", {}, "give", {"to": "player:Ben", "counters": "1"}, ["from"]),
    "text": ("spoil-five", {}, "give", GIVE | {"memo": "x" * 201}, ["memo"]),
    "either": ("spoil-five", {}, "count", {"counters": "2"}, ["either"]),
    "few numbers": ("bridge", {}, "played", {"trumps": "H", "side": "Ann", "odd": "9"}, ["odd"]),
    "word": ("bridge", {}, "played", {"trumps": "X", "side": "Ann", "odd": "2"}, ["trumps"]),
    "a part": (
        "bridge", {}, "played", {"trumps": "H", "side": "Ann", "odd": "2", "honours__held": "four"}, ["honours:side"],
    ),
    "card": ("pope-joan", {}, "turn_up", {"card__rank": "10"}, ["card:rank", "card:suit"]),
    "number of each": (
        "cassino", {}, "counted", {"cards__Ann": "x", "cards__Ben": "1"}, ["cards:Ann"],
    ),
    "taps of each": ("newmarket", {}, "out", {"player": "Ann", "cards_left__Ben": "2"}, ["cards_left:Cat"]),
    "word of each": ("macao", {}, "round", {"stakes__Ben": "1", "points__Ben": "x"}, ["points:Ben"]),
    "lays": (
        "newmarket", {}, "deal", {"on__Ann__ace": "1", "on__Ben__king": "x"}, ["on:Ben:king"],
    ),
    "several": ("house-game", {"pots": HOUSE}, "takes", {"pot": "kitty"}, [f"players:{name}" for name in FOUR.split()]),
    "numbers": ("loto-drawings", {}, "cards", {"player": "Ann", "numbers": "3 x"}, ["numbers"]),
}  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "name", "form", "marks"), CASES.values(), ids=CASES.keys())
def test_the_part_that_was_refused_alone_is_marked(
    app: Flask, game: str, rules: dict[str, Any], name: str, form: dict[str, str], marks: list[str]
) -> None:
    evening = Evening(game, "Ann Ben" if game == "cassino" else "Ann Ben Cat Dan", **rules)
    if name not in {"give", "count", "deal", "round", "cards"}:
        evening = evening.deal()
    assert refused(app, evening, name, **form) == marks


def test_the_board_of_numbers_is_marked_where_they_are_typed(app: Flask) -> None:
    evening = Evening("loto-drawings").cards(player="Ann", numbers=[1]).deal()
    assert refused(app, evening, "drawing", numbers="1 2", numbers__7="7") == ["numbers"]


def test_in_a_list_only_the_row_is_marked(phone: Phone) -> None:
    form = {"name": "Commerce", "pots:0:pot": "kitty", "pots:0:each": "1", "pots:1:pot": "best", "pots:1:each": "x"}
    phone.open("/rules/new?game=house-game").press("Save the game", form)
    assert phone.status == 422 and "“x” isn't a whole number" in phone.refused
    assert invalid(phone.text) == ["pots:1:each"]
    phone.press("Save the game", {"pots:1:each": "-3"})
    assert phone.status == 422
    assert invalid(phone.text) == ["pots:1:each"]
    phone.press("Save the game", {"pots:0:pot": "", "pots:0:each": "", "pots:1:pot": "", "pots:1:each": "2"})
    assert invalid(phone.text) == ["pots:0:pot"], "the one row that is left comes first"


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refused_move_marks_its_answer_on_the_table_and_on_its_page(phone: Phone) -> None:
    phone.lays().open("?move=give&from=player:Ann&to=player:Ben").press("Write it down", {"counters": "a few"})
    assert phone.status == 422 and 'id="refused"' in phone.text
    assert invalid(phone.text) == ["counters"]
    phone.press("Write it down" if phone.htmx else "Correct the score", {"counters": "3"})
    assert invalid(phone.text) == []


def test_what_breaks_a_rule_marks_no_answer(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", leftovers="board").press("Deal").open("?move=out&player=Ann")
    phone.press("Write it down", {"cards_left:Ben": 2, "cards_left:Cat": 0, "penalties:Ben:king": 3})
    assert phone.status == 409 and invalid(phone.text) == []


def test_a_form_of_one_question_marks_it_whatever_is_refused(app: Flask) -> None:
    phone = Phone(app).lays("Ann", "Ben", "Cat", game="Pope Joan").press("Deal")
    phone.send("moves/turn_up", {"card:rank": "8", "card:suit": "D"})
    assert phone.status in (409, 422) and "D8" not in phone.refused
    assert invalid(phone.text) == ["card:rank", "card:suit"]


def test_the_form_is_tied_to_what_was_refused(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Pope Joan", leftovers="board").press("Deal").open("?move=out&player=Ann")
    assert 'aria-describedby="refused"' not in phone.text
    phone.press("Write it down", {"cards_left:Ben": 2, "cards_left:Cat": 0, "penalties:Ben:king": 3})
    assert re.search(r'<form[^>]* aria-describedby="refused"', phone.text)
    assert re.search(r'<p class="refused" id="refused" role="alert">', phone.text)


def test_a_refused_correction_marks_its_answer(phone: Phone) -> None:
    phone.lays().open("?move=give&from=player:Ann&to=player:Ben").press("Write it down", {"counters": "3"})
    phone.open("journal/2").press("See what would change", {"counters": "x"})
    assert phone.status == 422 and invalid(phone.text) == ["counters"]
    phone.open("journal/2/missing?kind=give").press(
        "See what would change", {"counters": "x", "from": "player:Ann", "to": "pot:pool"}
    )
    assert phone.status == 422 and invalid(phone.text) == ["counters"]


def test_a_refused_house_rule_marks_its_answer_at_a_new_table_and_another_game(phone: Phone) -> None:
    phone.lays(ante="x")
    assert phone.status == 422 and invalid(phone.text) == ["ante"]
    phone.press("Start", {"ante": "2"}).press("Finish")
    phone.chooses("Spoil-Five", "games").press("Start", {"ante": "x"})
    assert phone.status == 422 and invalid(phone.text) == ["ante"]


def test_what_a_new_table_asks_beside_the_rules_is_marked_too(phone: Phone) -> None:
    phone.lays(amount="nothing")
    assert invalid(phone.text) == ["amount"]
    phone.press("Start", {"amount": "0.05", "currency": "£££"})
    assert invalid(phone.text) == ["currency"]
    phone.press("Add", {"newcomer": "Ann"})
    assert "is already at the table" in phone.refused and invalid(phone.text) == ["newcomer"]


def test_a_name_that_will_not_do_is_marked(phone: Phone) -> None:
    phone.lays().open("seats").press("Save", {"was": "Ann", "now": " "})
    assert phone.status == 422 and invalid(phone.text) == ["now"]
    phone.open("/cards/own/new").press(
        "Save", {"name": ""} | {f"{row}:{place}": "" for row in range(3) for place in range(5)}
    )
    assert invalid(phone.text) == ["0:0"]


def test_what_a_counter_is_worth_is_marked(phone: Phone) -> None:
    phone.lays().open("settlement").press("Save", {"amount": "x"})
    assert phone.status == 422 and invalid(phone.text) == ["amount"]


def test_the_path_of_a_refusal_holds_names_with_brackets_and_points() -> None:
    assert path_of(Malformed("no", "round.stakes[A. B] C]")) == ("stakes", "A. B] C")
    assert path_of(Malformed("no", "options.pots[0].each")) == ("pots", "0", "each")
    assert path_of(Malformed("no")) is None
