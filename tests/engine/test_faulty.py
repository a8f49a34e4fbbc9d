"""A mistake of a game's package is said in a sentence that names it, and nobody sees a traceback."""

import json
import re

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine import Effect, Posting
from companion.games.jig import GAME
from companion.scoresheet.lines import answer

SHEET = {"scoresheet": 1, "players": ["Ann", "Ben", "Cat"], "games": [{"game": "jig", "moves": [{"move": "deal"}]}]}
MISTAKES = {
    "from nowhere": lambda move, state: Effect("", state, (Posting("Ann", "Zoe", 1),)),
    "below 0": lambda move, state: Effect("", state, (Posting("Ann", "Ben", -1),)),
    "half a counter": lambda move, state: Effect("", state, (Posting("Ann", "Ben", 0.5),)),
    "no posting": lambda move, state: Effect("", state.replace(balances=dict(state.balances, Ann=1))),
    "no sentence": lambda move, state: Effect(None, state),
    "no effect": lambda move, state: None,
    "any other": lambda move, state: 1 // 0,
}
PLACES = [(GAME.by_name["deal"], place) for place in ("check", "check_new", "unsuited", "well_formed")]
PLACES += [(GAME.options, place) for place in ("pots", "seats", "teams", "title", "well_formed")]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_names_the_package_the_game_and_the_move(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.by_name["deal"], "effect", MISTAKES[mistake])
    is_named("deal")


@pytest.mark.parametrize(("kind", "place"), PLACES)
def test_so_does_one_anywhere_else_in_its_code(kind: type, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, place, lambda *said: 1 // 0)
    is_named("(deal|game)")


def is_named(move: str) -> None:
    content = json.dumps(SHEET).encode()
    said = answer(content)
    assert said["status"] == 1
    assert re.match(rf"The package companion makes a mistake in its game jig, move {move} \(", said["error"])
    ended = CliRunner().invoke(main, ["score", "-"], input=content)
    assert ended.exit_code == 1 and isinstance(ended.exception, SystemExit)
    assert "Nothing was written." in ended.output + ended.stderr
