"""What a form leaves open beside its main answer: nothing on which money hangs is folded away."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.engine.fields import Aside
from companion.engine.structure import hints, key_of, note_of, notes_of
from companion.games import catalogue
from companion.scoresheet import score, sheet_from
from tests.tools.phone import Phone
from tests.web.table.test_routes import table_of

FOUR = ("Ann", "Ben", "Cat", "Dan")
KINDS = [kind for game in catalogue().values() for kind in game.by_name.values()]
FOLDED = {
    (kind.name, key_of(name)) for kind in KINDS for name, hint in hints(kind).items() if note_of(Aside, notes_of(hint))
}
SHEETS = Path(__file__).parents[2] / "scoresheets"
SEALS = ("fingerprint", "seed")
"""What a bag is sealed and opened with: a move may not come at all without it."""
SIX = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")


def test_only_remarks_are_folded_away() -> None:
    assert {key for _, key in FOLDED} == {"memo", "fingerprint", "seed"}


def passed(sheet: dict[str, Any]) -> list[Any]:
    """What every move of a sheet makes pass, and the balances, pots and points at its end."""
    result = score(sheet_from(sheet))
    return [result["balances"], result["pots"], result.get("points"), *(each["players"] for each in result["entries"])]


def test_nothing_hangs_on_what_is_folded_away() -> None:
    """Every worked sheet comes to the same without each of those answers."""
    tried = set()
    for path in SHEETS.glob("*.result.json"):
        sheet = json.loads((SHEETS / path.name.replace(".result", "")).read_text("utf-8"))
        if "status" in json.loads(path.read_text("utf-8")):
            continue
        for move in [move for game in sheet["games"] for move in game["moves"]]:
            for key in [key for key in move if (move["move"], key) in FOLDED and key not in SEALS]:
                before, said = passed(sheet), move.pop(key)
                assert passed(sheet) == before, (path.name, move["move"], key)
                tried.add(key)
                move[key] = said
    assert tried == {"memo"}


@pytest.mark.parametrize(
    ("title", "pressed", "at", "question"),
    [
        ("Spin", ["Deal"], "out?player=Ben", "spin_held_by"),
        ("Pope Joan", ["Deal"], "out?player=Ben", "pope_held_by"),
        ("Twenty-five", ["Deal"], "", "first"),
    ],
)
def test_such_questions_stand_open_above_the_preview(
    phone: Phone, title: str, pressed: list[str], at: str, question: str
) -> None:
    phone.lays(*FOUR, game=title)
    for words in pressed:
        phone.press(words)
    move, _, said = at.partition("?")
    phone.open(f"/t/{phone.code}?move={move}&{said}" if at else f"/t/{phone.code}")
    asked = phone.text.index(f'name="{question}"')
    assert asked < phone.text.index('class="outcome"')
    assert "<details" not in phone.text[phone.text.index('id="asking"') : asked]


def test_the_question_that_is_refused_is_marked(phone: Phone) -> None:
    phone.lays(*FOUR, game="Twenty-five").press("Deal")
    for won in ({"Ann": 4, "Ben": 1}, {"Ann": 1, "Ben": 4}):
        phone.press("Write it down", {f"won:{name}": tricks for name, tricks in won.items()})
        if "Deal hand 2" in " ".join(phone.buttons):
            phone.press("Deal hand 2")
    assert "say who got there first" in phone.refused
    mark = re.search(r'name="first" value="Ann"[^>]* aria-invalid="true"[^>]*>', phone.text)
    assert mark and re.findall(r'aria-describedby="([^"]*)"', mark[0]) == ["row-1 refused"]


def test_a_split_pair_needs_both_its_answers(app: Flask, phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Vingt-un")
    said = {"stakes:Ben": 2, "stakes:Cat": 1, "outcomes:Ben": 1, "outcomes-split:Ben": "on", "outcomes:Cat": -1}
    phone.press("Write it down", said)
    assert phone.refused == "Say what the second hand of Ben won or lost."
    assert phone.text.count('aria-invalid="true"') == 2, "both rows of buttons of this pair"
    phone.press("Write down a round", {"outcomes-second:Ben": "1"})
    assert (phone.refused, table_of(app, phone).journal.state.balances["Ben"]) == ("", 4)


def test_the_natural_of_the_bank_answers_for_both_hands(phone: Phone) -> None:
    phone.lays("Ann", "Ben", "Cat", game="Vingt-un")
    phone.press("Write it down", {"stakes:Ben": 2, "outcomes-all": "-1", "outcomes-split:Ben": "on"})
    assert not phone.refused
