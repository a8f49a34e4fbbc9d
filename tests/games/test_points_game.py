"""Any game of points, rule by rule (PG)."""

import json
from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.engine.reports.evening import evening
from companion.engine.reports.sentences import step_changes
from companion.engine.reports.winners import with_what
from companion.engine.structure import read
from companion.scoresheet import read_sheet, record_sheet
from companion.scoresheet.sheet import sheet_from
from tests.tools.evening import TWO_SIDES, Evening, the_game, why_not

HEARTS = [{"part": "heart", "points": 1, "most": 13}, {"part": "queen of spades", "points": 13, "most": 1}]
SIX = "Ann Ben Cat Dan Eve Fay"
THREE_SIDES = [["Ann", "Dan"], ["Ben", "Eve"], ["Cat", "Fay"]]


def points_game(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return Evening("points-game", players, **options)


def hand(evening: Evening, **points: int) -> Evening:
    """A hand that is dealt and scored."""
    return evening.deal().scored(points=points)


def test_pg_house_rules_give_it_a_name_and_rules_that_change_nothing() -> None:
    evening = points_game(name="Fifty", rules="Fifty wins.\nNo talking.")
    assert evening.memo == "Fifty begins; Ann deals first."
    assert hand(evening, Ann=3).points == hand(points_game(), Ann=3).points


@pytest.mark.parametrize("rules", ["x" * 4_001, "a\tb", "a\r\nb", "\x00"])
def test_pg_rules_are_lines_of_text(rules: str) -> None:
    with pytest.raises(Malformed):
        read(the_game("points-game").options, {"rules": rules})


def test_pg_the_stake_is_paid_at_the_first_deal_of_the_game_alone() -> None:
    evening = points_game("Ann Ben Cat Dan", stake=3).sit_out(player="Dan").deal()
    assert (evening.balances, evening.pool) == ([-3, -3, -3, 0], 9)
    evening.misdeal()
    assert evening.pool == 9
    evening.abandon().sit_in(player="Dan").join(player="Eve").deal()
    assert (evening.balances, evening.pool) == ([-3, -3, -3, 0, 0], 9)


def test_pg_a_hand_adds_points_of_those_named_and_the_deal_passes() -> None:
    evening = hand(points_game(), Ann=5, Ben=-2)
    assert evening.points == {"Ann": 5, "Ben": -2, "Cat": 0}
    assert evening.memo == "Scored: Ann 5, Ben −2, Cat 0."
    assert (evening.deals, evening.state.open) == ("Ben", False)
    assert hand(evening, Cat=1).points == {"Ann": 5, "Ben": -2, "Cat": 1}


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


def test_pg_parts_are_counted_and_worth_their_points() -> None:
    evening = points_game(parts=HEARTS).deal()
    evening.scored(counts={"Ann": {"heart": 4}, "Ben": {"heart": 6, "queen of spades": 1}, "Cat": {}})
    assert evening.points == {"Ann": 4, "Ben": 19, "Cat": 0}


def test_pg_a_hand_holds_no_more_of_a_part_than_there_is() -> None:
    evening = points_game(parts=[*HEARTS, {"part": "trick", "points": -2}]).deal()
    assert why_not(evening, "scored", counts={"Ann": {"heart": 9}, "Ben": {"heart": 5}}) == (
        "heart: a hand has 13, not 14."
    )
    assert evening.scored(counts={"Ann": {"heart": 13, "trick": 99}}).points["Ann"] == -185


def test_pg_sums_are_what_a_hand_may_come_to() -> None:
    evening = points_game(sums=[26, 0, -26]).deal()
    assert why_not(evening, "scored", points={"Ann": 20, "Ben": 5}) == (
        "The hand must add up to 26, 0 or −26: 25 so far."
    )
    assert evening.scored(points={"Ann": 20, "Ben": 6}).points == {"Ann": 20, "Ben": 6, "Cat": 0}
    assert "add up to 7: 1" in why_not(points_game(sums=[7]).deal(), "scored", points={"Ann": 1})


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"parts": [HEARTS[0], HEARTS[0]]}, 'parts: two parts are called "heart"'),
        ({"parts": [{"part": f"{n}", "points": 1} for n in range(9)]}, "at most 8"),
        ({"parts": [{"part": "trick", "points": 0}]}, "must not be 0"),
        ({"parts": [{"part": " ", "points": 1}]}, "must not be blank"),
        ({"parts": [{"part": "trick", "points": 1_001}]}, "−1000 to 1000"),
        ({"sums": [5, 5]}, "the same sum is named twice"),
        ({"sums": [*range(9)]}, "at most 8"),
        ({"sums": [100_001]}, "100000"),
        ({"sums": [26], "parts": HEARTS}, "one of the two"),
        ({"target": 0}, "from 1"),
        ({"hands": 0}, "from 1"),
        ({"sides": [["Ann"], ["Ben"]]}, "two players or more in each"),
    ],
)
def test_pg_house_rules_that_cannot_be(options: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        read(the_game("points-game").options, options)


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


def test_pg_a_bonus_counts_at_any_time_and_never_ends_the_game() -> None:
    evening = points_game(target=10).bonus(player="Ann", points=20, memo="a head start")
    assert evening.memo == "Ann: +20 points, a head start"
    evening.sit_out(player="Cat").deal().bonus(player="Cat", points=-3)
    assert evening.memo == "Cat: −3 points."
    assert evening.points == {"Ann": 20, "Ben": 0, "Cat": -3}
    assert not evening.state.over
    evening.scored(points={"Ben": 1})
    assert evening.state.over
    assert evening.memo == "Scored: Ann 0, Ben 1. Ann wins with 20."


def test_pg_a_bonus_is_for_somebody_with_a_seat() -> None:
    evening = points_game().leave(player="Cat")
    assert "Cat has no seat" in why_not(evening, "bonus", player="Cat", points=1)
    sides = points_game("Ann Ben Cat Dan Eve", sides=TWO_SIDES)
    assert why_not(sides, "bonus", player="Eve", points=1) == "Eve is on no side."
    assert sides.bonus(player="Cat", points=5).points == {"Ann": 5, "Ben": 0}
    assert sides.memo == "Ann and Cat: +5 points."


def test_pg_the_target_ends_it_after_a_hand_also_for_somebody_who_sits_out() -> None:
    evening = hand(points_game(target=50), Ann=49)
    assert not evening.state.over
    evening.sit_out(player="Ann").bonus(player="Ann", points=1)
    assert not evening.state.over
    assert hand(evening, Ben=10).state.over
    assert evening.points == {"Ann": 50, "Ben": 10, "Cat": 0}


def test_pg_fewest_win_though_the_target_is_reached_by_the_most() -> None:
    evening = hand(points_game(wins="fewest", target=20, pay="winner", per_point=2), Ann=20, Ben=5, Cat=8)
    assert evening.memo.endswith("Ben wins with 5.")
    assert evening.balances == [-30, 36, -6]


def test_pg_a_number_of_hands_ends_it_and_accidents_are_none() -> None:
    evening = hand(points_game(hands=2), Ann=1)
    assert evening.state.facts.summary() == "1 of 2 hands"
    evening.deal().misdeal().abandon()
    assert not evening.state.over
    assert hand(evening, Ben=1).state.over
    assert evening.memo.endswith("Ann and Ben win with 1.")
    assert points_game().state.facts.summary() == ""


def test_pg_winners_share_the_pool_odd_counters_from_the_left_of_the_dealer() -> None:
    evening = points_game("Ann Ben Cat Dan", stake=1, hands=1, dealer="Ben").deal()
    evening.scored(points={"Ann": 5, "Ben": 5, "Dan": 5})
    assert evening.balances == [0, 0, -1, 1]
    assert evening.deals == "Cat"


def test_pg_the_winner_is_paid_the_difference_by_each_other() -> None:
    evening = hand(points_game("Ann Ben Cat Dan", hands=1, pay="winner", per_point=3), Ann=10, Ben=4, Cat=-2)
    assert evening.balances == [18 + 36 + 30, -18, -36, -30]


def test_pg_several_winners_divide_what_each_pays() -> None:
    evening = points_game("Ann Ben Cat Dan", hands=1, pay="winner", dealer="Ann").deal()
    evening.scored(points={"Ann": 7, "Cat": 7, "Dan": 4})
    assert evening.balances == [3 + 1, -7, 4 + 2, -3]


def test_pg_each_pays_each_who_is_better() -> None:
    evening = hand(points_game(hands=1, pay="each", per_point=2), Ann=6, Ben=1)
    assert evening.balances == [10 + 12, 2 - 10, -2 - 12]
    evening = hand(points_game(hands=1, pay="each", wins="fewest"), Ann=6, Ben=1)
    assert evening.balances == [-5 - 6, 5 - 1, 6 + 1]


def test_pg_finish_ends_it_with_all_that_is_paid() -> None:
    evening = hand(points_game(stake=2, pay="winner"), Ann=3, Ben=1)
    assert "A hand is still in play" in why_not(points_game().deal(), "finish")
    evening.finish()
    assert evening.memo == "The game is finished. Ann wins with 3."
    assert (evening.balances, evening.pool) == ([4 + 2 + 3, -2 - 2, -2 - 3], 0)


def test_pg_finish_before_a_hand_is_scored_shares_the_pool_alone() -> None:
    evening = points_game(stake=2, pay="winner").deal().abandon().bonus(player="Ann", points=9)
    evening.leave(player="Cat").finish()
    assert (evening.balances, evening.pool) == ([1, 1, -2], 0)
    assert evening.memo == "The game is finished."


def test_pg_finish_where_nobody_is_rated_shares_the_pool() -> None:
    evening = hand(points_game("Ann Ben", stake=2), Ann=5).join(player="Cat").leave(player="Ann").leave(player="Ben")
    assert evening.finish().balances == [-2, -2, 4]


def test_pg_who_leaves_loses_the_points_and_is_rated_no_more() -> None:
    evening = hand(points_game(pay="winner"), Ann=30, Ben=10).leave(player="Ann")
    assert evening.points == {"Ben": 10, "Cat": 0}
    evening.join(player="Ann").bonus(player="Ann", points=50)
    assert evening.points == {"Ben": 10, "Cat": 0, "Ann": 50}
    evening.finish()
    assert evening.memo.endswith("Ben wins with 10.")
    assert evening.balances == [10, -10, 0]


def test_pg_a_newcomer_is_rated_from_his_first_hand_on() -> None:
    evening = hand(points_game("Ann Ben", target=9, wins="fewest"), Ann=4, Ben=2).join(player="Cat")
    assert hand(evening, Ann=5).memo.endswith("Cat wins with 0.")


def test_pg_any_member_is_named_for_a_side_and_each_side_once() -> None:
    evening = points_game("Ann Ben Cat Dan", sides=TWO_SIDES).deal()
    both = {"Ann": 3, "Cat": 4}
    assert why_not(evening, "scored", points=both) == "Ann and Cat are one side: name only one of them."
    evening.scored(points={"Cat": 4, "Ben": 1})
    assert evening.points == {"Ann": 4, "Ben": 1}
    assert evening.memo == "Scored: Ann and Cat 4, Ben and Dan 1."


def test_pg_sides_pay_seat_against_seat() -> None:
    evening = points_game("Ann Ben Cat Dan", sides=[["Ann", "Cat"], ["Dan", "Ben"]], hands=1, pay="winner").deal()
    assert evening.scored(points={"Ann": 4, "Ben": 1}).balances == [3, -3, 3, -3]
    assert [(paid.payer, paid.payee) for paid in evening.effect.postings] == [("Dan", "Ann"), ("Ben", "Cat")]


def test_pg_several_winning_sides_divide_place_by_place() -> None:
    evening = points_game(SIX, sides=THREE_SIDES, hands=1, pay="winner", stake=1, dealer="Ben").deal()
    evening.scored(points={"Ann": 5, "Cat": 5, "Ben": 2})
    # Ben pays 3 to Cat and Ann, Eve 3 to Dan and Fay, the odd ones to whoever comes first on Ben's left; so the pool
    odd = {"Ann": 1, "Ben": -3, "Cat": 2, "Dan": 2, "Eve": -3, "Fay": 1}
    pool = {"Ann": 0, "Ben": -1, "Cat": 1, "Dan": 1, "Eve": -1, "Fay": 0}
    assert evening.balances == [odd[name] + pool[name] for name in SIX.split()]


def test_pg_with_sides_each_pays_each() -> None:
    evening = points_game(SIX, sides=THREE_SIDES, hands=1, pay="each").deal()
    evening.scored(points={"Ann": 5, "Ben": 3, "Cat": 0})
    assert evening.balances == [7, 1, -8, 7, 1, -8]


def test_pg_a_side_wins_whoever_of_it_has_left() -> None:
    evening = hand(points_game("Ann Ben Cat Dan", sides=TWO_SIDES, stake=1, pay="winner"), Ann=5)
    evening.leave(player="Ann")
    assert evening.points == {"Ann": 5, "Ben": 0}
    assert evening.finish().balances == [-1 + 2 + 5, -6, -1 + 2 + 5, -6]


def test_pg_parts_say_what_they_are() -> None:
    assert [str(part) for part in points_game(parts=HEARTS).state.options.parts] == [
        "heart: +1, 13 in a hand",
        "queen of spades: +13, 1 in a hand",
    ]
    assert str(points_game(parts=[{"part": "trick", "points": -2}]).state.options.parts[0]) == "trick: −2"


def test_pg_two_to_sixteen_play() -> None:
    many = " ".join(f"P{number}" for number in range(1, 18))
    assert "2 to 16 players" in why_not(points_game(many), "deal")
    assert "2 to 16 players" in why_not(points_game("Ann"), "deal")


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


def test_pg_a_result_without_points_pays_nothing() -> None:
    with pytest.raises(Malformed, match="outcome: such a game has no parts, sums, questions nor counters"):
        read(the_game("points-game").options, {"outcome": "won", "stake": 1})
