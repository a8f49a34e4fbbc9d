"""Cassino, rule by rule (CA)."""

from typing import Any

import pytest

from companion.engine.errors import Malformed
from companion.engine.structure import write
from companion.games.cassino import Counted
from tests.tools.evening import TWO_SIDES, Evening, the_game, why_not

NAMES = ("Ann", "Ben", "Cat", "Dan")


def cassino(players: str = "Ann Ben", **options: object) -> Evening:
    return Evening("cassino", players, **options)


def three(**options: object) -> Evening:
    return cassino("Ann Ben Cat", **options)


def in_sides(**options: object) -> Evening:
    return cassino("Ann Ben Cat Dan", sides=TWO_SIDES, **options)


def each(numbers: str) -> dict[str, int]:
    """``"27 25"`` as what Ann and Ben have."""
    return {name: int(number) for name, number in zip(NAMES, numbers.split(), strict=False)}


def captured(cards: str, spades: str, aces: str, great: str, little: str, **more: object) -> dict[str, Any]:
    """A deal as it is counted; Ann captured last unless it is said otherwise."""
    counts = {"cards": each(cards), "spades": each(spades), "aces": each(aces)}
    return {**counts, "great": great, "little": little, "last": "Ann", **more}


SIX_FIVE = captured("27 25", "6 7", "1 3", "Ann", "Ben")
SEVEN_FOUR = captured("24 28", "8 5", "3 1", "Ann", "Ann")
ALL_ANN = captured("52 0", "13 0", "4 0", "Ann", "Ann")
ONE_TWO_THREE_FIVE = captured(
    "20 10 11 11", "3 4 3 3", "1 1 1 1", "Dan", "Cat", last="Dan", sweeps={"Cat": 1, "Dan": 1}
)


def test_ca_01_two_three_four_or_six_play() -> None:
    assert "Cassino is for 2, 3, 4 or 6 players" in why_not(cassino("Ann"), "deal")
    assert "5 in: somebody must sit out" in why_not(cassino("Ann Ben Cat Dan Eve"), "deal")
    assert "7 in" in why_not(cassino("A B C D E F G"), "deal")
    for players in ("Ann Ben", "Ann Ben Cat", "Ann Ben Cat Dan", "A B C D E F"):
        assert why_not(cassino(players), "deal") == ""


THREE_SIDES = [["A", "D"], ["B", "E"], ["C", "F"]]
OUTCOME = {"aces": {"A": 1, "E": 3}, "great": "F", "little": "C", "last": "D"}


def test_ca_01_three_sides_score_as_three_players_do_and_pay_seat_against_seat() -> None:
    evening = cassino("A B C D E F", sides=THREE_SIDES, target=None, per_point=1, stake=2).deal()
    evening.counted(**OUTCOME, most_cards="E", most_spades="B")
    assert evening.points == {"A": 2, "B": 7, "C": 3}
    assert evening.balances == [-7, 13, -6, -7, 13, -6]


def test_ca_01_two_sides_of_three_score_the_difference() -> None:
    evening = cassino("A B C D E F", sides=[["A", "C", "E"], ["B", "D", "F"]], target=21).deal()
    evening.counted(**OUTCOME, most_cards=None, most_spades="B")
    assert evening.points == {"A": 1, "B": 0}


def test_ca_07_what_was_said_of_the_most_scores_as_what_was_counted() -> None:
    counted, said = three(target=21).deal(), three(target=21).deal()
    counted.counted(**captured("30 12 10", "5 3 5", "1 0 3", "Ann", "Cat"))
    rest = {"aces": {"Ann": 1, "Cat": 3}, "great": "Ann", "little": "Cat", "last": "Ann"}
    said.counted(most_cards="Ann", most_spades=None, **rest)
    assert said.points == counted.points == {"Ann": 7, "Ben": 0, "Cat": 4}


def test_ca_06_there_are_no_more_spades_than_cards() -> None:
    said = why_not(cassino().deal(), "counted", **captured("4 48", "6 7", "0 4", "Ben", "Ben"))
    assert said == "Ann: that can't be, with 4 cards and 6 spades."


def test_ca_07_thirteen_spades_do_not_tie_between_two() -> None:
    rest = {"aces": {"Ann": 4}, "great": "Ann", "little": "Ben", "last": "Ann"}
    for evening in (cassino().deal(), in_sides().deal()):
        said = why_not(evening, "counted", most_cards=None, most_spades=None, **rest)
        assert said == "Thirteen spades can't tie between two: say who has the most."
        assert why_not(evening, "counted", most_cards=None, most_spades="Ben", **rest) == ""
    assert (
        why_not(cassino().deal(), "counted", most_cards="Cat", most_spades="Ben", **rest) == "Cat is not at this table."
    )


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"most_spades": "Ann"}, "give either cards or most_cards, not both"),
        ({"most_cards": "Ann", "cards": {"Ann": 52}, "most_spades": "Ann"}, "give either cards or most_cards"),
        ({"most_cards": None, "cards": {"Ann": 52}, "most_spades": "Ann"}, "give either cards or most_cards"),
        ({"most_cards": "Ann"}, "give either spades or most_spades"),
        ({"most_cards": 3, "most_spades": "Ann"}, "must be a text"),
        ({"most_cards": "Ann", "spades": None}, "spades must not be null"),
    ],
)
def test_exactly_one_of_a_count_and_who_has_the_most_is_given(said: dict[str, Any], why: str) -> None:
    rest = {"aces": {"Ann": 4}, "great": "Ann", "little": "Ben", "last": "Ann"}
    with pytest.raises(Malformed, match=why):
        cassino().deal().counted(**said, **rest)


def test_a_tie_is_written_as_null_and_read_again() -> None:
    rest = {"aces": {"Ann": 4}, "great": "Ann", "little": "Ben", "last": "Ann"}
    written = {"most_cards": None, "most_spades": "Ann", **rest}
    counted = the_game("cassino").read_move({"move": "counted", **written})
    assert write(counted) == written


@pytest.mark.parametrize(
    "sides",
    [[["A", "B"]], [["A"], ["B"]], [["A", "B"], ["C", "D", "E"]], [["A", "B"], ["C", "D"], ["E", "F"], ["G", "H"]]],
    ids=str,
)
def test_ca_01_sides_that_are_none(sides: list[list[str]]) -> None:
    with pytest.raises(Malformed, match="two lists of two or of three players, or three lists of two"):
        cassino("A B C D E F G H", sides=sides)


def test_ca_01_the_sides_must_be_in() -> None:
    assert "exactly these 4" in why_not(in_sides().sit_out(player="Dan"), "deal")


def test_ca_06_what_a_deal_is_worth() -> None:
    evening = three(target=21, last_board=False).deal()
    evening.counted(**captured("30 12 10", "4 8 1", "1 0 3", "Ann", "Cat"))
    assert evening.points == {"Ann": 6, "Ben": 1, "Cat": 4}
    assert evening.memo == "Ann 6, Ben 1, Cat 4 made; Ann 6, Ben 1, Cat 4 scored."
    assert evening.deals == "Ben"
    assert evening.balances == [0, 0, 0]


def test_ca_02_four_cards_each_are_dealt_again_and_again() -> None:
    dealing = cassino().state.options.dealing(2)
    assert dealing.summary() == "4 cards each"
    assert dealing.pack.startswith("Four more go face up; then four each again, 6 rounds in all")


def test_ca_05_a_sweep_scores_one() -> None:
    plain = captured("30 12 10", "4 8 1", "1 0 3", "Ann", "Cat")
    evening = three(target=21, last_board=False).deal().counted(**plain, sweeps={"Ben": 2, "Cat": 1, "Ann": 0})
    assert evening.points == {"Ann": 6, "Ben": 3, "Cat": 5}


def test_ca_06_who_is_not_named_has_none() -> None:
    evening = three(target=21).deal()
    evening.counted(cards={"Cat": 52}, spades={"Cat": 13}, aces={"Cat": 4}, great="Cat", little="Cat", last="Cat")
    assert evening.points == {"Ann": 0, "Ben": 0, "Cat": 12}


def test_ca_07_nobody_scores_a_majority_that_is_tied() -> None:
    evening = three(last_board=False, target=21).deal()
    evening.counted(**captured("20 20 12", "6 1 6", "1 1 2", "Ben", "Cat"))
    assert evening.points == {"Ann": 1, "Ben": 3, "Cat": 3}


def test_ca_08_the_last_board_scores_one() -> None:
    assert cassino().deal().counted(**SIX_FIVE).points == {"Ann": 2, "Ben": 0}
    assert cassino().deal().counted(**SIX_FIVE | {"last": "Ben"}).points == {"Ann": 0, "Ben": 0}


def test_ca_08_then_it_must_be_said_who_captured_last() -> None:
    unsaid = {key: held for key, held in SIX_FIVE.items() if key != "last"}
    assert "say who captured last" in why_not(cassino().deal(), "counted", **unsaid)
    assert cassino(last_board=False).deal().counted(**unsaid).points == {"Ann": 1, "Ben": 0}
    assert cassino(last_board=False).deal().counted(**SIX_FIVE).points == {"Ann": 1, "Ben": 0}
    assert Counted.hidden(cassino().state, {}) == ()
    assert Counted.hidden(cassino(last_board=False).state, {}) == ("last",)


@pytest.mark.parametrize("lowest", ["counts", "deducted"])
def test_ca_09_whatever_happens_to_the_lowest_of_more(lowest: str) -> None:
    evening = cassino(last_board=False, lowest=lowest).deal().counted(**SEVEN_FOUR)
    assert evening.points == {"Ann": 3, "Ben": 0}
    evening = in_sides(last_board=False, lowest=lowest).deal().counted(**SEVEN_FOUR)
    assert evening.points == {"Ann": 3, "Ben": 0}


def test_ca_09_also_where_a_third_sits_out() -> None:
    evening = three(last_board=False, lowest="deducted").sit_out(player="Cat").deal().counted(**SEVEN_FOUR)
    assert evening.points == {"Ann": 3, "Ben": 0, "Cat": 0}


def test_ca_09_the_numbers_of_a_side_add_up_and_any_member_may_be_named() -> None:
    evening = in_sides(target=21).deal()
    evening.counted(
        cards={"Ann": 10, "Cat": 17, "Dan": 25},
        spades={"Ben": 4, "Dan": 3, "Cat": 6},
        aces={"Cat": 1, "Ben": 2, "Dan": 1},
        sweeps={"Dan": 1, "Ann": 2},
        great="Cat",
        little="Dan",
        last="Cat",
    )
    assert evening.memo == "Ann and Cat 9, Ben and Dan 6 made; Ann and Cat 3, Ben and Dan 0 scored."
    assert evening.points == {"Ann": 3, "Ben": 0}


def test_ca_10_who_reaches_the_target_wins_and_the_game_ends_by_itself() -> None:
    evening = cassino(stake=4).deal().counted(**ALL_ANN)
    assert evening.points == {"Ann": 12, "Ben": 0}
    assert evening.balances == [4, -4]
    assert evening.state.over
    assert evening.deals == "Ben"
    assert evening.memo == "Ann 12, Ben 0 made; Ann 12, Ben 0 scored. Ann wins with 12."
    assert "The game is over" in why_not(evening, "deal")


def test_ca_10_twenty_one_takes_longer() -> None:
    evening = cassino(target=21).deal().counted(**ALL_ANN)
    assert not evening.state.over
    assert evening.deal().counted(**ALL_ANN).state.over


def test_ca_10_exactly_the_target_is_enough() -> None:
    assert cassino(last_board=False).deal().counted(**ALL_ANN).points == {"Ann": 11, "Ben": 0}
    assert cassino(last_board=False).deal().counted(**ALL_ANN).state.over


def test_ca_10_a_single_deal_ends_the_game() -> None:
    evening = cassino(target=None, per_point=2).deal().counted(**SEVEN_FOUR | {"last": "Ben"})
    assert evening.state.over
    assert evening.balances == [4, -4]


def test_ca_10_nobody_pays_where_the_single_deal_is_tied() -> None:
    evening = cassino(target=None, stake=5).deal().counted(**SIX_FIVE | {"last": "Ben"})
    assert evening.state.over
    assert evening.balances == [0, 0]
    assert evening.memo.endswith("Nobody has the most points, and nobody pays.")


def test_ca_10_an_abandoned_deal_is_not_the_single_one() -> None:
    evening = cassino(target=None).deal().abandon()
    assert not evening.state.over
    assert evening.deal().counted(**ALL_ANN).state.over


def test_ca_11_each_scores_his_own() -> None:
    evening = cassino("Ann Ben Cat Dan").deal().counted(**ONE_TWO_THREE_FIVE)
    assert evening.points == {"Ann": 4, "Ben": 2, "Cat": 3, "Dan": 5}


def test_ca_11_or_the_lowest_is_deducted_from_all() -> None:
    evening = cassino("Ann Ben Cat Dan", lowest="deducted").deal().counted(**ONE_TWO_THREE_FIVE)
    assert evening.points == {"Ann": 2, "Ben": 0, "Cat": 1, "Dan": 3}


def test_ca_12_or_the_two_lowest_together_from_the_highest() -> None:
    evening = three(lowest="two-against-one").deal().counted(**captured("30 11 11", "7 3 3", "2 1 1", "Ann", "Ben"))
    assert evening.memo.startswith("Ann 9, Ben 2, Cat 1 made")
    assert evening.points == {"Ann": 6, "Ben": 0, "Cat": 0}


def test_ca_12_if_they_have_as_many_nobody_scores() -> None:
    evening = three(lowest="two-against-one").deal()
    evening.counted(**captured("30 11 11", "7 3 3", "0 2 2", "Ben", "Ben", last="Cat"))
    assert evening.memo.startswith("Ann 4, Ben 5, Cat 3 made")
    assert evening.points == {"Ann": 0, "Ben": 0, "Cat": 0}


def test_ca_12_where_two_reach_the_target_more_points_win() -> None:
    evening = three(stake=1, per_point=1).deal().counted(**captured("20 17 15", "5 4 4", "2 1 1", "Ben", "Ben"))
    evening.deal().counted(**captured("20 17 15", "5 4 4", "0 4 0", "Ben", "Ben", last="Ben", sweeps={"Ann": 3}))
    assert evening.points == {"Ann": 14, "Ben": 12, "Cat": 1}
    assert evening.balances == [17, -3, -14]


def test_ca_12_a_tie_at_the_target_plays_on() -> None:
    tied = captured("25 25 2", "6 6 1", "2 2", "Ann", "Ben", sweeps={"Ann": 8, "Ben": 10})
    evening = three(stake=2).deal().counted(**tied)
    assert evening.points == {"Ann": 13, "Ben": 13, "Cat": 0}
    assert not evening.state.over
    evening.deal().counted(**captured("25 25 2", "6 6 1", "2 2", "Ann", "Ben", last="Cat"))
    assert evening.points == {"Ann": 17, "Ben": 16, "Cat": 1}
    assert evening.balances == [4, -2, -2]


def test_ca_12_who_sits_out_is_level_or_ahead_all_the_same() -> None:
    tied = captured("25 25 2", "6 6 1", "2 2", "Ann", "Ben", sweeps={"Ann": 10, "Ben": 10}, last="Ben")
    evening = three(stake=2).deal().counted(**tied).sit_out(player="Ben").deal()
    evening.counted(cards={"Cat": 52}, spades={"Cat": 13}, aces={"Cat": 4}, great="Cat", little="Cat", last="Cat")
    assert evening.points == {"Ann": 14, "Ben": 14, "Cat": 12}
    assert not evening.state.over
    evening.deal().counted(**captured("52", "13", "4", "Ann", "Ann", last="Ann"))
    assert evening.balances == [2, 0, -2]


def test_ca_15_each_loser_pays_the_stake_and_for_each_point_of_difference() -> None:
    evening = three(stake=3, per_point=2).deal().counted(**captured("48 2 2", "12 1", "4", "Ann", "Ben", last="Ben"))
    assert not evening.state.over
    evening.deal().counted(**captured("48 2 2", "12 1", "4", "Ann", "Ben", last="Cat"))
    assert evening.points == {"Ann": 20, "Ben": 3, "Cat": 1}
    assert evening.balances == [37 + 41, -37, -41]


def test_ca_15_without_a_stake_nothing_is_paid() -> None:
    assert cassino().deal().counted(**ALL_ANN).effect.postings == ()


def test_ca_15_sides_pay_seat_against_seat() -> None:
    evening = in_sides(stake=4, per_point=1).deal().counted(**ALL_ANN)
    assert evening.points == {"Ann": 12, "Ben": 0}
    assert evening.balances == [16, -16, 16, -16]
    assert evening.memo.endswith("Ann and Cat win with 12.")


def test_ca_15_who_sits_out_of_the_last_deal_pays_nothing() -> None:
    evening = three(stake=4).sit_out(player="Cat").deal().counted(**ALL_ANN)
    assert evening.balances == [4, -4, 0]
    assert evening.points == {"Ann": 12, "Ben": 0, "Cat": 0}


def test_ca_15_nobody_pays_where_the_game_is_finished_before() -> None:
    evening = cassino(stake=4, per_point=1).deal().counted(**SEVEN_FOUR).finish()
    assert evening.balances == [0, 0]
    assert evening.points == {"Ann": 4, "Ben": 0}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"cards": each("27 24")}, "The cards add up to 51, not 52."),
        ({"spades": each("6 8")}, "The spades add up to 14, not 13."),
        ({"aces": {}}, "The aces add up to 0, not 4."),
        ({"great": "Cat"}, "Cat sits out."),
        ({"little": "Zoe"}, "Zoe is not at this table."),
        ({"last": "Zoe"}, "Zoe is not at this table."),
        ({"cards": {"Ann": 51, "Cat": 1}}, "Cat sits out."),
        ({"sweeps": {"Zoe": 0}}, "Zoe is not at this table."),
    ],
)
def test_ca_06_counts_that_cannot_be(changed: dict[str, Any], why: str) -> None:
    evening = three().sit_out(player="Cat")
    assert "No hand is in play" in why_not(evening, "counted", **SIX_FIVE)
    assert why_not(evening.deal(), "counted", **SIX_FIVE | changed) == why


def test_who_sits_out_keeps_the_points_and_who_leaves_loses_them() -> None:
    evening = three(target=21).deal().counted(**captured("25 25 2", "6 6 1", "2 2", "Ann", "Ben", last="Cat"))
    assert evening.points == {"Ann": 4, "Ben": 3, "Cat": 1}
    assert evening.sit_out(player="Ann").points == {"Ann": 4, "Ben": 3, "Cat": 1}
    assert evening.leave(player="Ben").join(player="Ben").points == {"Ann": 4, "Cat": 1, "Ben": 0}


def test_the_two_cassinos_are_always_somebodys() -> None:
    with pytest.raises(Malformed, match="little is missing"):
        cassino().deal().counted(**{key: held for key, held in SIX_FIVE.items() if key != "little"})


def test_ca_11_a_lowest_of_nothing_deducts_nothing() -> None:
    evening = three(lowest="deducted", target=21).deal()
    evening.counted(**captured("50 2 0", "12 1 0", "4 0 0", "Ann", "Ben"))
    assert evening.points == {"Ann": 11, "Ben": 1, "Cat": 0}


def test_who_sits_out_of_a_deal_has_the_same_points_after_it() -> None:
    evening = three(target=21).deal().counted(**captured("25 25 2", "6 6 1", "2 2", "Ann", "Ben", last="Cat"))
    evening.sit_out(player="Cat").deal().counted(**SEVEN_FOUR)
    assert evening.points == {"Ann": 8, "Ben": 3, "Cat": 1}


def test_ca_10_who_wins_has_the_points_of_all_deals() -> None:
    evening = cassino().deal().counted(**ALL_ANN | captured("50 2", "12 1", "4 0", "Ben", "Ben"))
    assert evening.points == {"Ann": 6, "Ben": 0}
    assert evening.deal().counted(**ALL_ANN).memo.endswith("Ann wins with 18.")


def test_ca_15_each_of_a_side_pays_who_sits_in_the_same_place_of_the_other() -> None:
    evening = in_sides(stake=3).deal().counted(**ALL_ANN)
    assert [(posting.payer, posting.payee) for posting in evening.effect.postings] == [("Ben", "Ann"), ("Dan", "Cat")]


def test_ca_10_a_second_game_begins_from_nothing() -> None:
    evening = cassino().deal().counted(**ALL_ANN)
    assert evening.begins("cassino").points == {"Ann": 0, "Ben": 0}
    assert evening.deal().counted(**SIX_FIVE).points == {"Ann": 2, "Ben": 0}


def test_ca_15_counters_change_hands_where_the_losers_pay() -> None:
    assert cassino(stake=1).state.for_counters
    assert cassino(stake=0, per_point=2).state.for_counters
    assert not cassino(stake=0, per_point=0).state.for_counters
