"""What only one can have in a game of questions: by the sum of its answers, or by what must be so."""

import pytest

from companion.games.points_game.asked import is_of_one
from tests.tools.evening import Evening

OUT = {"key": "out", "ask": "Out", "most": "1"}
EMPTY = {"key": "empty", "ask": "Nobody can play", "of": "hand", "most": "1"}


@pytest.mark.parametrize(
    ("total", "must", "of_one"),
    [
        ("1", "", True),
        ("", "sum(out) <= 1", True),
        ("", "sum(out) + empty = 1", True),
        ("", "not out or others(out) = 0", True),
        ("", "sum(out) <= 2", False),
        ("", "empty or sum(out) = 1", False),
        ("", "sum(out) <= 1 or total > 5", False),
        ("", "empty <= 1", False),
        ("", "", False),
    ],
)
def test_what_only_one_can_have(total: str, must: str, of_one: bool) -> None:
    musts = [{"must": must, "says": "it can't be"}] if must else []
    worked = {"questions": [OUT | {"total": total}, EMPTY], "scores": "out", "musts": musts}
    evening = Evening("points-game", worked=worked)
    told = evening.state.options.worked
    assert (is_of_one(told, "out"), is_of_one(told, "empty")) == (of_one, False)
    kind = evening.deal().state.game.by_name["scored"].asked_at(evening.state)  # type: ignore[union-attr]
    evening.scored(answers={"Ben": {"out": 1}})
    assert ("InRow" in str(kind.__annotations__["out"])) == of_one, "it is a mark in the rows then"
