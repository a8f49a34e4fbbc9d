"""Any game of points, rule by rule (PG)."""

import json
from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.engine.reports.evening import evening
from companion.engine.reports.sentences import step_changes
from companion.engine.reports.winners import with_what
from companion.scoresheet import read_sheet, record_sheet
from companion.scoresheet.sheet import sheet_from
from tests.tools.evening import TWO_SIDES, Evening, the_game, why_not

HEARTS = [{"part": "heart", "points": 1, "most": 13}, {"part": "queen of spades", "points": 13, "most": 1}]


def points_game(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return Evening("points-game", players, **options)


def test_pg_what_only_one_can_have_is_nobody_elses() -> None:
    odd = {"part": "odd tricks", "points": 1, "most": 7, "alone": True}
    whist = points_game("Ann Ben Cat Dan", parts=[odd], sides=TWO_SIDES).deal()
    both = {"Ann": {"odd tricks": 3}, "Ben": {"odd tricks": 2}}
    assert why_not(whist, "scored", counts=both) == "Only one side can have odd tricks."
    alone = points_game("Ann Ben Cat Dan", parts=[odd]).deal()
    assert why_not(alone, "scored", counts=both) == "Only one player can have odd tricks."
    whist.scored(counts={"Ann": {"odd tricks": 3}, "Ben": {"odd tricks": 0}})
    assert whist.points == {"Ann": 3, "Ben": 0}
    assert str(whist.state.options.parts[0]) == "odd tricks: +1, 7 in a hand, only for one"


@pytest.mark.parametrize(
    ("parts", "move", "why"),
    [
        ([], {"counts": {"Ann": {"heart": 1}}}, "you enter points, not counts"),
        (HEARTS, {"points": {"Ann": 1}}, "you enter counts, not points"),
        (HEARTS, {"counts": {"Ann": {"spade": 1}}}, "“spade” isn't counted in this game."),
        ([], {"points": {"Ann": 1}, "counts": {}}, "Enter a number for somebody"),
        (HEARTS, {"points": {"Ann": 1}, "counts": {"Ann": {}}}, "not both"),
        ([], {}, "Enter a number for somebody."),
        ([], {"points": {}}, "Enter a number for somebody"),
        (HEARTS, {"counts": {"Ann": {"heart": -1}}}, "from 0"),
        ([], {"points": {"Ann": 100_001}}, "from −100000 to 100000"),
    ],
)
def test_pg_a_hand_is_written_as_the_house_rules_say(parts: object, move: dict[str, Any], why: str) -> None:
    """It is seen before any move is played: the sheet is malformed, though nobody has dealt."""
    game = {"game": "points-game", "options": {"parts": parts}, "moves": [{"move": "scored"} | move]}
    with pytest.raises(Malformed, match=why) as refused:
        read_sheet(json.dumps({"scoresheet": 1, "players": ["Ann", "Ben"], "games": [game]}).encode())
    assert str(refused.value).startswith("games[0].moves[0] scored")


def test_pg_a_correction_of_the_house_rules_leaves_a_hand_that_does_not_fit_them() -> None:
    evening = points_game().deal()
    counted = points_game(parts=HEARTS).state.options
    evening.state = evening.state.replace(options=counted)
    assert "you enter counts" in why_not(evening, "scored", points={"Ann": 1})


def test_pg_parts_say_what_they_are() -> None:
    assert [str(part) for part in points_game(parts=HEARTS).state.options.parts] == [
        "heart: +1, 13 in a hand",
        "queen of spades: +13, 1 in a hand",
    ]
    assert str(points_game(parts=[{"part": "trick", "points": -2}]).state.options.parts[0]) == "trick: −2"


def test_pg_a_form_knows_what_the_points_come_to_where_the_house_says_it() -> None:
    for sums, known in (([26], {"points": (26,)}), ([78, 26], {"points": (26, 78)}), ([], {})):
        state = points_game(sums=sums).state
        assert the_game("points-game").by_name["scored"].totals(state) == known
    assert the_game("points-game").by_name["bonus"].totals(state) == {}


def test_pg_counters_change_hands_where_they_are_staked_or_paid_or_were_given() -> None:
    assert not points_game().state.for_counters
    assert points_game(stake=1).state.for_counters
    assert points_game(pay="each").state.for_counters
    assert points_game().give(from_="Ann", to="Ben", counters=2).state.for_counters


@pytest.mark.parametrize(
    ("rules", "points", "memo", "who"),
    [
        ({"outcome": "won"}, {"Ann": 1}, "Ann has won.", ("Ann",)),
        ({"outcome": "won"}, {"Ann": 1, "Ben": 1, "Cat": 1}, "Ann, Ben and Cat have won.", ("Ann", "Ben", "Cat")),
        ({"outcome": "won"}, {"Ann": 0}, "Nobody has won.", ()),
        ({"outcome": "places", "wins": "fewest"}, {"Ann": 2, "Ben": 1, "Cat": 3}, "Ben has won.", ("Ben",)),
    ],
)
def test_pg_a_result_without_points_is_who_won_or_who_came_where(
    rules: dict[str, Any], points: dict[str, int], memo: str, who: tuple[str, ...]
) -> None:
    moves = [{"move": "deal"}, {"move": "scored", "points": points}, {"move": "finish"}]
    game = {"game": "points-game", "options": rules, "moves": moves}
    journal = record_sheet(sheet_from({"scoresheet": 1, "players": ["Ann", "Ben", "Cat"], "games": [game]}))
    assert [*journal.in_force()][-1].memo == f"The game is finished. {memo}"
    (ended,) = evening(journal).results
    assert (ended.who, with_what(ended), {each.points for each in ended.standings}) == (who, [], {None})
    told = {"won": ["lost", "won"], "places": ["1st", "2nd", "3rd"]}[rules["outcome"]]
    assert {each.told for each in ended.standings} <= {*told}
    assert [change for step in journal.in_force() for change in step_changes(step)] == []
    again = ended.state.options.again()
    assert again.manner().tells_points and not again.manner().fewest_win and again.again() is again
