"""Twenty-five and Forty-five, rule by rule (SF-23 to SF-25)."""

import pytest

from companion.games.twenty_five import to_win
from tests.tools.evening import TWO_SIDES, Evening, why_not


def twenty_five(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return Evening("twenty-five", players, **options)


def forty_five(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return twenty_five(players, target=45, **options)


def in_sides(**options: object) -> Evening:
    return twenty_five("Ann Ben Cat Dan", sides=TWO_SIDES, **options)


def test_sf_23_every_trick_scores_five() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2})
    assert evening.points == {"Ann": 15, "Ben": 0, "Cat": 10}
    assert evening.memo == "Tricks: Ann 3, Cat 2."
    assert evening.deals == "Ben"
    assert not evening.state.open


def test_sf_23_who_reaches_the_target_takes_the_pool_and_points_start_again() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2}).deal().tricks(won={"Ann": 2, "Ben": 3})
    assert evening.balances == [5, -3, -2]
    assert evening.pool == 0
    assert evening.points == {"Ann": 0, "Ben": 0, "Cat": 0}
    assert "Ann takes the pool" in evening.memo


def test_sf_23_the_hand_may_end_before_the_fifth_trick_where_the_target_is_reached() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 4, "Cat": 1}).deal()
    assert "Only 4 of 5 tricks" in why_not(evening, "tricks", won={"Ben": 4})
    assert why_not(evening, "tricks", won={"Ann": 1}) == ""


@pytest.mark.parametrize(
    ("won", "why"),
    [({"Ann": 4, "Ben": 2}, "A hand has 5 tricks, not 6"), ({}, "Only 0 of 5"), ({"Ann": 2, "Ben": 2}, "Only 4 of 5")],
)
def test_sf_23_a_hand_has_five_tricks(won: dict[str, int], why: str) -> None:
    assert why in why_not(twenty_five().deal(), "tricks", won=won)


def test_sf_23_where_two_reach_the_target_the_first_is_named() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 3, "Ben": 2}).deal()
    both = {"Ann": 2, "Ben": 3}
    assert "Ann and Ben both reach 25" in why_not(evening, "tricks", won=both)
    assert "Cat has not reached 25" in why_not(evening, "tricks", won=both, first="Cat")
    evening.tricks(won=both, first="Ben")
    assert evening.balances == [-3, 5, -2]
    assert evening.points == {"Ann": 0, "Ben": 0, "Cat": 0}


def test_sf_23_the_only_one_who_reached_it_may_be_named_too() -> None:
    evening = twenty_five().deal()
    assert "has not reached" in why_not(evening, "tricks", won={"Ann": 3, "Ben": 2}, first="Ann")
    assert evening.tricks(won={"Ann": 5}, first="Ann").balances == [4, -2, -2]


def test_sf_24_antes_once_a_game_of_points_and_the_dealer_at_every_deal() -> None:
    evening = twenty_five(ante=4, dealer_extra=2).deal()
    assert evening.balances == [-6, -4, -4]
    evening.tricks(won={"Ann": 3, "Ben": 2}).deal()
    assert evening.balances == [-6, -6, -4]
    evening.abandon().deal()
    assert evening.balances == [-6, -6, -6]
    evening.misdeal()
    assert evening.balances == [-6, -6, -6]
    assert evening.deals == "Ann"
    evening.tricks(won={"Ann": 2, "Cat": 3})
    assert evening.balances == [12, -6, -6]
    assert evening.deal().balances == [8, -12, -10]


@pytest.mark.parametrize("target", [25, 45])
def test_sf_25_all_five_tricks_of_a_hand_win_at_once(target: int) -> None:
    evening = twenty_five(target=target).deal().tricks(won={"Ben": 5})
    assert evening.balances == [-3, 5, -2]
    assert evening.points == {"Ann": 0, "Ben": 0, "Cat": 0}


def test_sf_09_sides_score_together_under_the_first_named() -> None:
    evening = in_sides().deal()
    assert evening.points == {"Ann": 0, "Ben": 0}
    evening.tricks(won={"Ann": 1, "Cat": 2, "Dan": 2})
    assert evening.points == {"Ann": 15, "Ben": 10}


def test_sf_09a_a_side_shares_the_pool_and_the_odd_counter_stays() -> None:
    evening = in_sides().deal().tricks(won={"Ann": 2, "Cat": 3})
    assert evening.balances == [1, -2, 2, -2]
    assert evening.pool == 1
    assert evening.memo == "Tricks: Ann 2, Cat 3. Ann and Cat share the pool."


def test_sf_25_a_side_with_all_five_wins_forty_five_at_once() -> None:
    assert in_sides(target=45).deal().tricks(won={"Ben": 1, "Dan": 4}).balances == [-3, 2, -2, 2]


def test_sf_23_any_member_may_be_named_as_the_first_of_a_side() -> None:
    evening = in_sides().deal().tricks(won={"Ann": 3, "Dan": 2}).deal()
    assert "Ann and Ben both reach" in why_not(evening, "tricks", won={"Cat": 2, "Ben": 3})
    evening.tricks(won={"Cat": 2, "Ben": 3}, first="Dan")
    assert evening.balances == [-3, 2, -2, 3]


def test_who_sits_out_keeps_the_points() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2}).sit_out(player="Cat").deal()
    evening.tricks(won={"Ann": 1, "Ben": 4}).sit_in(player="Cat")
    assert evening.points == {"Ann": 20, "Ben": 20, "Cat": 10}


def test_who_leaves_loses_the_points_also_when_coming_back() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2}).leave(player="Ann")
    assert evening.points == {"Ben": 0, "Cat": 10}
    assert evening.join(player="Ann").points == {"Ben": 0, "Cat": 10, "Ann": 0}


def test_a_newcomer_has_no_points_and_pays_no_ante_until_the_next_game_of_points() -> None:
    evening = twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2}).join(player="Dan").deal()
    assert evening.balances == [-3, -3, -2, 0]
    assert evening.points["Dan"] == 0
    evening.tricks(won={"Ann": 2, "Dan": 3})
    assert evening.deal().balances == [8 - 3 - 2, -5, -5, -2]


def test_sides_keep_their_points_while_a_partner_is_away() -> None:
    evening = in_sides().deal().tricks(won={"Ann": 3, "Dan": 2}).leave(player="Ann")
    assert evening.points == {"Ann": 15, "Ben": 10}
    evening.join(player="Ann", left_of="Dan").deal()
    assert evening.points == {"Ann": 15, "Ben": 10}


def test_who_made_no_trick_is_not_told_of() -> None:
    assert twenty_five().deal().tricks(won={"Ann": 3, "Ben": 0, "Cat": 2}).memo == "Tricks: Ann 3, Cat 2."


def test_sf_09_a_side_scores_under_whom_the_house_rules_name_first() -> None:
    evening = twenty_five("Ann Ben Cat Dan", sides=[["Cat", "Ann"], ["Dan", "Ben"]]).deal()
    assert evening.tricks(won={"Ann": 3, "Ben": 2}).points == {"Cat": 15, "Dan": 10}


def test_sf_23_sf_25_who_wins_with_how_many_tricks() -> None:
    """As many as are missing to the target, or every one of the hand; partners make them together."""
    assert to_win(twenty_five().deal().state) == {"Ann": 5, "Ben": 5, "Cat": 5}
    assert to_win(twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2}).deal().state) == {"Ann": 2, "Ben": 5, "Cat": 3}
    assert to_win(forty_five().deal().tricks(won={"Ann": 4, "Cat": 1}).deal().state)["Ann"] == 5
    sides = in_sides().deal().tricks(won={"Ann": 2, "Cat": 2, "Ben": 1}).deal()
    assert to_win(sides.state) == {"Ann": 1, "Ben": 4, "Cat": 1, "Dan": 4}
