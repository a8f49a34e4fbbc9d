"""A mistake of a game's package is said in a sentence that names it, and nobody sees a traceback."""

import json

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
    "no effect": lambda move, state: None,
    "any other": lambda move, state: 1 // 0,
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_names_the_package_the_game_and_the_move(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.by_name["deal"], "effect", MISTAKES[mistake])
    content = json.dumps(SHEET).encode()
    said = answer(content)
    assert said["status"] == 1
    assert "The package companion makes a mistake in its game jig, move deal (" in said["error"]
    ended = CliRunner().invoke(main, ["score", "-"], input=content)
    assert ended.exit_code == 1 and isinstance(ended.exception, SystemExit)
    assert "Nothing was written." in ended.output + ended.stderr
