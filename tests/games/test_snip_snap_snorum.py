"""Snip-Snap-Snorum, rule by rule (SN)."""

import pytest

from companion.engine.errors import Malformed
from companion.games.snip_snap_snorum import GAME
from companion.scoresheet.sheet import open_game
from tests.tools.evening import Evening, why_not


def snip(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("snip-snap-snorum", players, **options)


def two_left_one_out() -> Evening:
    """Ann, the dealer, is out; Ben and Cat are in, Dan has stakes and sits out."""
    return snip(lives=1).sit_out(player="Dan").deal().snip(player="Ben")


def test_sn_01_two_to_ten_play() -> None:
    names = [f"P{number}" for number in range(1, 12)]
    assert "2 to 10 players" in why_not(snip("Ann"), "deal")
    assert "11 in" in why_not(snip(" ".join(names)), "deal")
    assert why_not(snip(" ".join(names[:10])), "deal") == ""
    assert why_not(snip("Ann Ben"), "deal") == ""


def test_sn_04_to_sn_06_the_player_on_the_right_pays_1_2_3() -> None:
    evening = snip("Ann Ben Cat Dan Eve").deal().snip(player="Cat").snap(player="Dan").snorum(player="Eve")
    assert evening.balances == [0, -1, -2, -3, 0]
    assert evening.pool == 6
    assert evening.memo == "Eve calls Snorum. Dan pays 3 counters."
    assert [*evening.state.score.values()] == [5, 4, 3, 2, 5]
    assert not snip(unlimited=True).deal().state.score


def test_sn_07_calls_need_not_follow_one_another() -> None:
    assert snip().deal().snorum(player="Ann").snip(player="Ann").snip(player="Ann").balances == [0, 0, 0, -5]


@pytest.mark.parametrize("call", ["snip", "snap", "snorum", "missed", "turned_up"])
def test_sn_04_only_players_in_the_hand_call(call: str) -> None:
    more = {"call": "snip"} if call == "missed" else {}
    evening = snip(lives=1, turn_up="pool").sit_out(player="Dan")
    assert "No hand is in play" in why_not(evening, call, player="Ann", **more)
    evening.deal().snip(player="Ann")
    assert why_not(evening, call, player="Zoe", **more) == "Zoe is not at this table."
    assert why_not(evening, call, player="Dan", **more) == "Dan sits out."
    assert why_not(evening, call, player="Cat", **more) == "Cat has no stakes left."


def test_sn_09_who_has_no_stakes_left_is_passed_over() -> None:
    evening = snip(lives=2).deal().snap(player="Cat")
    assert evening.memo == "Cat calls Snap. Ben pays 2 counters. Ben has no stakes left."
    assert evening.snip(player="Cat").balances == [-1, -2, 0, 0]
    assert evening.state.playing == ("Ann", "Cat", "Dan")


def test_sn_09_nor_does_he_deal() -> None:
    evening = snip(lives=1).deal().snip(player="Cat").deal()
    assert evening.deals == "Cat"
    assert why_not(evening, "dealer", player="Ben") == "Ben has no stakes left."


def test_sn_09_the_dealer_of_the_open_hand_may_be_out() -> None:
    evening = snip(lives=1).deal().snip(player="Ben")
    assert evening.deals == "Ann"
    assert evening.misdeal().deals == "Ben"


def test_sn_10_who_has_fewer_stakes_pays_what_he_has() -> None:
    evening = snip(lives=2).deal().snip(player="Ben").snorum(player="Ben")
    assert evening.balances == [-2, 0, 0, 0]
    assert evening.memo.endswith("Ann pays 1 counter. Ann has no stakes left.")


def test_sn_11_who_missed_a_match_pays_double_and_the_other_all_the_same() -> None:
    evening = snip(lives=9).deal().missed(player="Ben", call="snip")
    assert evening.balances == [-1, -2, 0, 0]
    assert evening.missed(player="Ben", call="snap").missed(player="Ann", call="snorum").balances == [-9, -6, 0, -3]
    assert evening.memo == "Ann missed a Snorum. Ann pays 6 counters. Ann has no stakes left. Dan pays 3 counters."


def test_sn_11a_the_offender_pays_first_and_nothing_more_is_taken_once_one_is_left() -> None:
    evening = snip("Ann Ben", lives=2).deal().missed(player="Ann", call="snip")
    assert evening.balances == [-2, 2]
    assert evening.state.over


def test_sn_11a_both_may_be_ruined() -> None:
    evening = snip(lives=1).deal().missed(player="Ann", call="snip")
    assert evening.balances == [-1, 0, 0, -1]
    assert not evening.state.over


def test_sn_11a_also_when_the_others_sit_out_and_nobody_is_in() -> None:
    evening = snip(lives=1).sit_out(player="Cat").sit_out(player="Dan").deal().missed(player="Ann", call="snip")
    assert evening.state.playing == ()
    assert "Nobody is in" in why_not(evening, "finish")
    assert "0 in" in why_not(evening, "deal")
    assert evening.sit_in(player="Dan").deals == "Dan"
    assert evening.finish().balances == [-1, -1, 0, 2]


def test_sn_12_the_last_one_with_a_stake_takes_the_pool_and_the_first_who_went_out_deals_next() -> None:
    evening = snip("Ann Ben Cat", lives=2).deal().snap(player="Cat").snip(player="Ann").snip(player="Ann")
    assert evening.balances == [4, -2, -2]
    assert evening.pool == 0
    assert evening.state.over
    assert evening.deals == "Ben"
    assert evening.memo.endswith("Cat has no stakes left. Ann takes the pool.")
    assert evening.begins("snip-snap-snorum").deal().deals == "Ben"
    assert evening.state.playing == ("Ann", "Ben", "Cat")


def test_sn_12_or_the_next_on_the_left_of_that_seat() -> None:
    evening = snip(lives=1).deal().snip(player="Cat").leave(player="Ben").deal()
    evening.snip(player="Dan").snip(player="Ann")
    assert evening.state.over
    assert evening.deals == "Cat"
    evening = snip(lives=1).deal().snip(player="Cat").leave(player="Ben").deal().snip(player="Dan")
    evening.leave(player="Cat").deal().snip(player="Ann")
    assert evening.deals == "Dan"


def test_sn_12_who_sits_out_with_stakes_is_not_beaten_yet() -> None:
    evening = snip("Ann Ben Cat", lives=1).sit_out(player="Cat").deal().snip(player="Ben")
    assert not evening.state.over
    assert "Nobody else is in" in why_not(evening, "snip", player="Ben")
    assert "Nobody else is in" in why_not(evening, "missed", player="Ben", call="snip")
    assert why_not(evening, "leave", player="Ben") == "Ben is the last one in and can't leave."
    assert evening.sit_in(player="Cat").deals == "Ben"
    assert evening.deal().snip(player="Cat").balances == [-1, -1, 2]


def test_the_table_is_not_left_empty_where_two_lost_their_last_stakes_at_once() -> None:
    evening = snip(lives=1).sit_out(player="Cat").sit_out(player="Dan").deal().missed(player="Ann", call="snip")
    assert not evening.state.playing
    evening.leave(player="Ann").leave(player="Ben").leave(player="Cat")
    assert why_not(evening, "leave", player="Dan") == "Dan is the last one in and can't leave."


def test_sn_12_who_sits_out_may_take_the_pool() -> None:
    evening = snip("Ann Ben Cat", lives=1).sit_out(player="Cat").deal().missed(player="Ann", call="snip")
    assert evening.state.over
    assert evening.balances == [-1, -1, 2]
    assert evening.deals == "Ann"


def test_sn_12_who_left_with_stakes_takes_nothing() -> None:
    evening = snip("Ann Ben Cat", lives=1).leave(player="Cat").deal().snip(player="Ann")
    assert evening.state.over
    assert evening.balances == [1, -1, 0]


def test_sn_14_with_unlimited_stakes_nobody_goes_out_of_the_game() -> None:
    evening = snip(lives=1, unlimited=True).deal().snorum(player="Cat").snorum(player="Cat")
    assert evening.balances == [0, -6, 0, 0]
    assert evening.state.score == {}
    assert evening.out(player="Dan").balances == [0, -6, 0, 6]
    assert evening.memo == "Dan ran out of cards first and takes the pool."
    assert evening.deals == "Ben"
    assert "No hand is in play" in why_not(evening, "out", player="Dan")


def test_sn_14_only_there_being_out_of_cards_wins() -> None:
    assert "the last player with a stake" in why_not(snip().deal(), "out", player="Ann")


def test_sn_15_his_last_stake_too() -> None:
    evening = snip("Ann Ben", lives=1, turn_up="dealer").deal().turned_up(player="Ben")
    assert evening.balances == [-1, 1]
    assert evening.deals == "Ann"
    assert evening.state.over


def test_sn_16_or_the_player_takes_one_out_of_the_pool() -> None:
    evening = snip(turn_up="pool", lives=2).deal().snap(player="Cat").snip(player="Dan").deal()
    assert evening.turned_up(player="Dan").balances == [0, -2, -1, 1]
    assert evening.memo == "Dan matches the card turned up."
    assert evening.state.facts.left == {"Ben": 0, "Cat": 1, "Dan": 3}
    assert evening.snorum(player="Ann").balances == [0, -2, -1, -2]


def test_sn_16_nothing_out_of_an_empty_one() -> None:
    evening = snip(turn_up="pool").deal().turned_up(player="Ben")
    assert evening.balances == [0, 0, 0, 0]
    assert evening.effect.postings == ()


def test_sn_13_no_card_is_turned_up_where_all_are_dealt() -> None:
    with pytest.raises(Malformed, match="none can be turned up"):
        open_game(GAME, {"turn_up": "pool", "unlimited": True}, None).options.require_playable()


def test_sn_16_with_unlimited_stakes_at_a_table_begun_before() -> None:
    evening = snip(turn_up="pool", unlimited=True).deal().snap(player="Ben").turned_up(player="Ben")
    assert evening.balances == [-2, 1, 0, 0]


@pytest.mark.parametrize("turn_up", ["dealer", "pool"])
def test_sn_15_sn_16_once_a_hand_while_the_dealer_is_in(turn_up: str) -> None:
    evening = snip(turn_up=turn_up).deal().turned_up(player="Ben")
    assert "already been matched" in why_not(evening, "turned_up", player="Cat")
    assert why_not(evening.misdeal(), "turned_up", player="Cat") == ""
    assert why_not(evening.deal(), "turned_up", player="Dan") == ""
    evening = snip(turn_up=turn_up, lives=1).deal().snip(player="Ben")
    assert "Ann dealt and has no stakes left" in why_not(evening, "turned_up", player="Ben")


def test_sn_15_where_no_card_is_turned_up_none_is_matched() -> None:
    assert "No card is turned up here" in why_not(snip().deal(), "turned_up", player="Ben")


def test_sn_15_not_when_the_dealer_is_alone() -> None:
    evening = snip("Ann Ben Cat", turn_up="pool", lives=1).sit_out(player="Cat").deal().snip(player="Ann")
    assert "Nobody else is in" in why_not(evening, "turned_up", player="Ann")


def test_sn_17_the_next_deal_closes_the_hand_and_the_deal_passes() -> None:
    evening = snip().deal().snip(player="Ben").deal()
    assert evening.memo == "Ben deals hand 2."
    assert evening.state.open
    assert evening.deal().deals == "Cat"


def test_sn_17_so_does_any_move_between_hands() -> None:
    assert snip().deal().dealer(player="Dan").deals == "Dan"
    assert not snip().deal().dealer(player="Dan").state.open
    assert snip().deal().join(player="Eve").deals == "Ben"
    assert snip(dealer="Dan").deal().join(player="Eve").deals == "Ann"
    assert snip().deal().leave(player="Ben").deals == "Cat"
    assert snip().deal().sit_out(player="Dan").deals == "Ben"
    assert snip().sit_out(player="Ben").deal().sit_in(player="Ben").deals == "Cat"
    assert snip().deal().abandon().deals == "Ben"


def test_sn_17_a_move_that_is_refused_closes_nothing() -> None:
    evening = two_left_one_out()
    assert why_not(evening, "sit_in", player="Ben") == "Ben isn't sitting out."
    assert evening.state.open
    assert evening.deals == "Ann"


def test_gen_09_a_finished_game_is_shared_among_those_in_from_the_left_of_the_next_dealer() -> None:
    evening = snip().deal().snip(player="Cat").snap(player="Cat").snap(player="Cat").finish()
    assert evening.balances == [2, -5, 1, 2], "Ben is out: Cat would deal next"
    evening = snip(lives=3).deal().snip(player="Ben").snip(player="Ben").finish()
    assert evening.balances == [-2, 0, 1, 1]
    assert evening.deals == "Ben"


def test_gen_07_a_newcomer_has_lives_and_who_comes_back_what_he_had() -> None:
    evening = snip(lives=2).deal().snip(player="Cat").leave(player="Ben").join(player="Ben").join(player="Eve")
    evening.deal().snap(player="Eve").snap(player="Ann")
    assert evening.state.balances == {"Ann": 0, "Cat": 0, "Dan": 0, "Ben": -2, "Eve": -2}
    evening.leave(player="Ben").join(player="Ben", left_of="Ann")
    assert "Ben" not in evening.state.playing
    assert evening.state.absence("Ben") == "has no stakes left"


def test_a_gift_changes_no_stakes() -> None:
    evening = snip("Ann Ben", lives=1).deal().give(from_="Ann", to="Ben", counters=5)
    assert not evening.state.over
    assert evening.snip(player="Ann").balances == [-4, 4]


def test_who_has_no_stakes_left_may_miss_the_next_game() -> None:
    evening = snip("Ann Ben Cat", lives=2).deal().snap(player="Ben").sit_out(player="Ann")
    assert why_not(evening, "sit_out", player="Ann") == "Ann sits out."
    assert why_not(evening, "sit_out", player="Zoe") == "Zoe is not at this table."


def test_sn_15_it_is_the_dealer_who_pays_for_the_turn_up_not_the_player_on_the_right() -> None:
    evening = snip(turn_up="dealer", dealer="Cat").deal().turned_up(player="Ben")
    assert evening.balances == [0, 0, -1, 0]


def test_sn_16_out_of_an_empty_pool_nobody_takes_a_stake() -> None:
    assert snip(turn_up="pool").deal().turned_up(player="Ben").state.facts.summary() == ""


def test_sn_10_sn_11_also_for_a_missed_match_the_one_on_the_right_pays_what_he_has() -> None:
    evening = snip(lives=2).deal().snip(player="Ben").missed(player="Ben", call="snap")
    assert evening.balances == [-2, -2, 0, 0]
    assert evening.memo.endswith("Ann pays 1 counter. Ann has no stakes left.")


def test_sn_what_is_left_is_told_in_stakes() -> None:
    assert Evening("snip-snap-snorum").state.manner.left == ("stake left", "stakes left")
    assert Evening("jig").state.manner.left[1] == "to pay with"
