"""The file in which a game is described: whatever is wrong with it is refused in one sentence."""

import json
from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.shelf import read_description

TOLD: dict[str, Any] = {"description": 1, "game": "points-game", "edition": 1, "options": {"name": "Quiz"}}


def with_options(**options: object) -> dict[str, Any]:
    return TOLD | {"options": {"name": "Quiz"} | options}


HOSTILE = {
    "a list": ([], "not the description of a game"),
    "a score sheet": ({"scoresheet": 1, "players": ["Ann"], "games": []}, "description is missing"),
    "another edition of the format": (TOLD | {"description": 2}, "reads edition 1, not 2"),
    "true is no number": (TOLD | {"description": True}, "must be a whole number"),
    "another edition of the game": (TOLD | {"edition": 7}, "is described by edition 1 here, not 7"),
    "a game that nobody knows": (TOLD | {"game": "whist"}, "doesn't know whist"),
    "an unknown house rule": (with_options(trumps=1), "trumps"),
    "a million parts": (with_options(parts=[{"part": "p", "points": 1}] * 9), "options.parts"),
    "parts with sums": (with_options(parts=[{"part": "p", "points": 1}], sums=[1]), "one of the two"),
    "control characters in the rules": (with_options(rules="a\u0007b"), "control characters"),
    "a name turned round": (TOLD | {"options": {"name": "Qu\u202eiz"}}, "U+202E"),
    "rules without end": (with_options(rules="x" * 4001), "at most 4000"),
    "another language that is wrong": (TOLD | {"languages": {"fr": {"target": 0}}}, "languages[fr].target"),
    "a source without end": (TOLD | {"source": "x" * 201}, "source"),
    "a source with control characters": (TOLD | {"source": "a\u0007b"}, "source: must not contain control characters"),
    "players that are no two numbers": (TOLD | {"players": [4]}, "give the least and the most, as [2, 10]"),
    "more players than most": (TOLD | {"players": [5, 2]}, "give the least and the most, as [2, 10]"),
    "players for a theatre": (TOLD | {"players": [2, 800]}, "players[1]: must be a whole number from 1 to 25"),
    "something that no table has": (TOLD | {"needs": ["a roulette wheel"]}, "needs[0]"),
    "no time at all": (TOLD | {"minutes": 0}, "minutes: must be a whole number from 1 to 1440"),
}


@pytest.mark.parametrize("given", HOSTILE)
def test_a_description_that_is_wrong_is_refused_in_a_sentence(given: str) -> None:
    value, why = HOSTILE[given]
    with pytest.raises(Malformed) as refused:
        read_description(json.dumps(value).encode())
    assert why in str(refused.value) and "\n" not in str(refused.value) and len(str(refused.value)) < 200


@pytest.mark.parametrize("text", [b"", b"\xff", b"[" * 60_000, b'{"options": {"parts": [' + b"{}," * 1_000_000])
def test_what_is_no_description_at_all_is_refused_at_once(text: bytes) -> None:
    with pytest.raises(Malformed):
        read_description(text)


def test_a_file_that_says_beside_its_rules_how_many_are_partners_is_still_read() -> None:
    beside = json.dumps(TOLD | {"partners": 2}).encode()
    assert read_description(beside) == read_description(json.dumps(with_options(partners=2)).encode())
