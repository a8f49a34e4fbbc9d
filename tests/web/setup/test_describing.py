"""A game is described by people who don't program: with examples, a sample hand, and sense at every field."""

import json
import re

import pytest
from flask import Flask

from companion.games import catalogue
from companion.shelf import shelf
from tests.tools.phone import Phone
from tests.web.setup.test_house_rules import number
from tests.web.table.test_routes import table_of

QUIZ = {"game": "points-game", "asked": "points-game", "name": "Quiz"}


def sample(phone: Phone, **typed: object) -> str:
    """What the sample hand beside a description says."""
    return phone.send("/house/sample", {**QUIZ, **typed}).says


def form_of(key: str) -> dict[str, object]:
    """What a finger types and taps in the empty form to describe a game of the shelf."""
    typed: dict[str, object] = {}
    for rule, held in (shelf()[key].opening.given or {}).items():
        if isinstance(held, dict):  # carried along
            typed[rule] = json.dumps(held)
        elif not isinstance(held, list):
            typed[rule] = held
        elif not isinstance(held[0], dict):
            typed[rule] = " ".join(map(str, held))
        else:
            typed |= {f"{rule}:{place}:{name}": said for place, part in enumerate(held) for name, said in part.items()}
    return typed


@pytest.mark.parametrize("key", sorted(shelf()))
def test_a_game_of_the_shelf_is_described_from_an_empty_page(phone: Phone, key: str) -> None:
    told = shelf()[key]
    phone.open(f"/house/new?game={told.game.key}")
    path, form = phone.request_of("Save the game")
    for name, typed in form_of(key).items():
        form[name] = str(typed)
    phone.send(path, form)
    kept = json.loads(phone.client.get(f"/house/{number(phone)}/file").data)
    given = {rule: held for rule, held in kept["options"].items() if held != getattr(told.game.options(), rule, None)}
    assert given == dict(told.opening.given or {})


def test_every_question_of_a_game_of_our_own_has_an_example(phone: Phone) -> None:
    described = {key: game.examples for key, game in catalogue().items() if game.of_the_house}
    for key, examples in described.items():
        phone.open(f"/house/new?game={key}")
        for example in examples.values():
            assert example in phone.says
        asked = {name.partition(":")[0] for name, _ in phone.page.forms[0].filled}
        assert asked - {"game", "asked", "keep", "worked", "words"} <= examples.keys()


def test_the_sample_hand_shows_what_is_asked_and_what_is_paid(phone: Phone) -> None:
    says = sample(phone, pay="winner", per_point="2")
    assert "How many points in this hand? Ann" in says and "Scored: Ann 5, Ben 0, Cleo 8, Dan 13." in says
    assert "Ann pays Dan 16" in says and "Ben pays Dan 26" in says and "Cleo pays Dan 10" in says


def test_the_sample_hand_counts_parts_and_keeps_to_sums(phone: Phone) -> None:
    says = sample(phone, **{"parts:0:part": "heart", "parts:0:points": "1", "parts:0:most": "13"})
    assert "How many of each in this hand?" in says and "heart" in says and "Ben 2" in says
    assert "Dan -39" in sample(phone, **{"sums:0": "-26"}).replace("−", "-")


def test_the_sample_hand_of_a_round_game_fills_and_empties_its_pots(phone: Phone) -> None:
    pots = {"game": "house-game", "asked": "house-game", "name": "Loo", "pots:0:pot": "pool", "pots:0:dealer": "3"}
    says = sample(phone, **pots)
    assert "Ann pays 3 into the pool" in says.replace("puts", "pays") or "Ann puts 3" in says, says
    assert "Ben takes the pool." in says and "Ann pays Ben 3" in says
    assert "Ben collects 2 counters from each of the others." in sample(phone, game="house-game", asked="house-game")


def test_nothing_that_is_described_so_far_is_written(phone: Phone) -> None:
    assert "isn't a whole number" in sample(phone, target="many")
    assert "Nothing saved yet." in phone.open("/house").says


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"target": 12, "parts:0:part": "queen", "parts:0:points": 13}, "target", "the game would end at 12"),
        ({"sums:0": 26, "parts:0:part": "heart", "parts:0:points": 1}, "sums", "one of the two"),
        ({"sums:0": 26, "sums:1": 26}, "sums", "the same sum"),
        ({"parts:0:part": "a", "parts:0:points": 1, "parts:1:part": "a", "parts:1:points": 2}, "parts", "two parts"),
    ],
)  # fmt: skip
def test_a_description_that_contradicts_itself_is_refused_at_its_field(
    phone: Phone, typed: dict[str, object], field: str, why: str
) -> None:
    path, form = phone.open("/house/new?game=points-game").request_of("Save the game")
    for name, held in {"name": "Quiz", **typed}.items():
        form[name] = str(held)
    phone.send(path, form)
    assert phone.status == 422 and why in phone.refused
    invalid = re.findall(r'name="([a-z_]+)[^"]*"[^>]*aria-invalid', phone.text)
    assert {*invalid} == {field}
    assert phone.filled("name") == ["Quiz"]


def test_a_game_is_changed_later_and_evenings_that_were_played_stay(app: Flask, phone: Phone) -> None:
    phone.open("/house/new?game=points-game").press("Save the game", {"name": "Quiz", "target": 50})
    kept = number(phone)
    code = phone.lays("Ann", "Ben", game="Quiz").code
    phone.open(f"/house/new?game=points-game:{kept}").press("Save the game", {"target": 70})
    assert table_of(app, phone).journal.state.options.target == 50, code
    assert phone.open(f"/house/{kept}").says.count("70") == 1
