"""``companion games``: every game, for people and for programs."""

import json

from click.testing import CliRunner, Result

from companion.cli import main
from companion.games import catalogue
from companion.shelf import shelf


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["games", *arguments])


def test_every_game_as_data() -> None:
    printed = json.loads(run("--json").stdout)
    assert [game["key"] for game in printed] == list(catalogue())
    assert next(game for game in printed if game["key"] == "spoil-five") == {
        "key": "spoil-five",
        "title": "Spoil-Five",
        "players": [2, 10],
        "summary": "Three tricks take the pool",
    }


def test_a_line_for_every_game() -> None:
    printed = run().stdout.partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in printed] == list(catalogue())
    (bridge,) = [line for line in printed if line.startswith("bridge ")]
    assert bridge.split(maxsplit=2)[1:] == ["4", "Bridge: Two against two for the rubber"]


def test_the_games_of_the_shelf_stand_apart() -> None:
    _, heading, lines = run().stdout.split("\n\n")
    assert heading.startswith("On the shelf")
    assert [line.split()[0] for line in lines.splitlines()] == list(shelf())
    assert "  hearts" in lines and lines.count("points-game") + lines.count("house-game") == len(shelf())
