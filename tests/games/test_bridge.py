"""Bridge, rule by rule (BR)."""

from typing import Any

import pytest

from companion.engine.errors import Illegal, Malformed
from companion.games.bridge import Score, sheet_of
from tests.tools.evening import Evening, move, why_not


def bridge(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("bridge", players, **options)


def hand(evening: Evening, trumps: str, side: str, odd: int, **more: object) -> Evening:
    return evening.deal().played(trumps=trumps, side=side, odd=odd, **more)


def honours(side: str, held: str) -> dict[str, str]:
    return {"side": side, "held": held}


def scored(trumps: str, odd: int, **more: object) -> dict[str, int]:
    """The points of Ann's side and of Ben's after one hand won by Ann."""
    return hand(bridge(), trumps, "Ann", odd, **more).points


def test_br_01_four_play() -> None:
    assert why_not(bridge("Ann Ben Cat"), "deal") == ("Bridge is for 4 players under these house rules; 3 in.")
    assert "5 in" in why_not(bridge("Ann Ben Cat Dan Eve"), "deal")
    assert bridge("Ann Ben Cat Dan Eve").sit_out(player="Ben").deal().state.open


def test_br_01_the_sides_are_those_who_sit_opposite_each_other_at_the_first_deal() -> None:
    evening = bridge("Ann Ben Cat Dan Eve").sit_out(player="Ben")
    assert evening.points == {}
    assert evening.state.facts.summary() == ""
    assert evening.deal().points == {"Ann": 0, "Cat": 0}
    assert evening.played(trumps="S", side="Dan", odd=1).points == {"Ann": 2, "Cat": 0}


def test_br_01_the_sides_stay_whoever_sits_where_later() -> None:
    evening = bridge().deal().abandon().leave(player="Ann").join(player="Ann", left_of="Ben")
    assert hand(evening, "S", "Ann", 1).points == {"Ann": 2, "Ben": 0}
    evening.leave(player="Cat").join(player="Eve")
    assert "The sides are Ann, Cat, Ben and Dan" in why_not(evening, "deal")


def test_br_01_the_house_may_name_the_sides() -> None:
    evening = bridge(sides=[["Dan", "Ann"], ["Cat", "Ben"]])
    assert evening.points == {"Dan": 0, "Cat": 0}
    assert hand(evening, "S", "Ben", 1).points == {"Dan": 0, "Cat": 2}


def test_br_01_the_sides_sit_at_the_table() -> None:
    with pytest.raises(Illegal, match="Eve is named in the sides, but has no seat"):
        bridge(sides=[["Ann", "Eve"], ["Ben", "Cat"]])


def test_a_deal_costs_nothing_and_a_misdeal_leaves_the_score() -> None:
    evening = hand(bridge(), "S", "Ann", 1).deal()
    assert evening.state.pots == {}
    assert evening.deals == "Ben"
    assert evening.misdeal().deals == "Cat"
    assert evening.points == {"Ann": 2, "Ben": 0}
    assert evening.balances == [0, 0, 0, 0]


def test_the_dealer_gives_thirteen_cards_each() -> None:
    assert bridge().state.options.dealing(4).summary() == "13 cards each"


@pytest.mark.parametrize(("trumps", "points"), [("S", 2), ("C", 4), ("D", 6), ("H", 8), ("NT", 12)])
def test_br_04_an_odd_trick_scores_by_its_suit(trumps: str, points: int) -> None:
    assert scored(trumps, 2) == {"Ann": 2 * points, "Ben": 0}


def test_br_03_thirty_by_tricks_win_a_game_and_both_sides_begin_the_next_from_nothing() -> None:
    evening = hand(hand(bridge(), "D", "Ann", 3), "NT", "Ben", 2)
    assert evening.state.facts.summary() == "game 1: Ann and Cat 18, Ben and Dan 24 · games won 0 to 0"
    assert hand(evening, "D", "Cat", 2).memo == "Ann and Cat 12: 2 in diamonds. Ann and Cat win the game."
    assert evening.state.facts.summary() == "game 2: Ann and Cat 0, Ben and Dan 0 · games won 1 to 0"
    assert evening.points == {"Ann": 30, "Ben": 24}
    hand(evening, "S", "Ben", 3)
    assert "games won 1 to 0" in evening.state.facts.summary()


def test_br_03_what_stands_above_the_line_wins_no_game() -> None:
    evening = hand(bridge(), "NT", "Ann", 2, honours=honours("Ann", "four-aces-in-one-hand"))
    assert "games won 0 to 0" in evening.state.facts.summary()


def test_br_03_the_third_game_is_not_played_if_one_side_wins_the_first_two() -> None:
    evening = hand(hand(bridge(), "NT", "Ann", 3), "NT", "Ann", 3)
    assert evening.state.over
    assert evening.points == {"Ann": 172, "Ben": 0}
    assert evening.memo == "Ann and Cat 36: 3 in no trumps. Ann and Cat win the rubber."
    assert "takes no more moves" in why_not(evening, "deal")


def test_br_03_a_third_game_decides() -> None:
    evening = hand(hand(bridge(), "NT", "Ann", 3), "NT", "Ben", 3)
    assert not evening.state.over
    assert hand(evening, "H", "Ben", 4).points == {"Ann": 36, "Ben": 168}
    assert evening.state.over


@pytest.mark.parametrize(
    ("held", "times"),
    [
        ("three", 2),
        ("four", 4),
        ("five", 5),
        ("four-in-one-hand", 8),
        ("four-in-one-hand-and-fifth", 9),
        ("five-in-one-hand", 10),
    ],
)
def test_br_05_honours_are_multiples_of_the_trick_for_whoever_held_them(held: str, times: int) -> None:
    assert scored("H", 1, honours=honours("Dan", held)) == {"Ann": 8, "Ben": 8 * times}
    assert scored("S", 1, honours=honours("Cat", held)) == {"Ann": 2 + 2 * times, "Ben": 0}


@pytest.mark.parametrize(("held", "points"), [("three-aces", 30), ("four-aces", 40), ("four-aces-in-one-hand", 100)])
def test_br_06_aces_count_at_no_trumps(held: str, points: int) -> None:
    assert scored("NT", 1, honours=honours("Ben", held)) == {"Ann": 12, "Ben": points}


def test_br_07_chicane_counts_two_tricks_to_the_side_of_the_hand_without_trumps() -> None:
    assert scored("D", 1, chicane="Dan") == {"Ann": 6, "Ben": 12}
    assert scored("D", 1, chicane="Ann") == {"Ann": 18, "Ben": 0}


@pytest.mark.parametrize(("slam", "odd", "points"), [("little", 6, 20), ("little", 7, 20), ("grand", 7, 40)])
def test_br_07_slams(slam: str, odd: int, points: int) -> None:
    assert scored("S", odd, slam=slam) == {"Ann": 2 * odd + points, "Ben": 0}


@pytest.mark.parametrize(
    ("trumps", "doubled", "points"),
    [("S", 1, 2), ("S", 2, 4), ("H", 8, 64), ("H", 16, 100), ("NT", 8, 96), ("NT", 64, 100), ("S", 64, 100)],
)
def test_br_08_doubling_multiplies_the_tricks_up_to_a_hundred_each(trumps: str, doubled: int, points: int) -> None:
    assert scored(trumps, 2, doubled=doubled) == {"Ann": 2 * points, "Ben": 0}


def test_br_08_doubling_leaves_honours_chicane_and_slams_alone() -> None:
    evening = hand(bridge(), "C", "Ann", 6, doubled=4, honours=honours("Ben", "three"), chicane="Ben", slam="little")
    assert evening.points == {"Ann": 6 * 16 + 20, "Ben": 8 + 8}
    assert evening.memo == (
        "Ann and Cat 96: 6 in clubs × 4; Ben and Dan 8: honours, three; Ben and Dan 8: chicane; "
        "Ann and Cat 20: little slam. Ann and Cat win the game."
    )


def specimen(**options: object) -> Evening:
    """The first five hands of a printed specimen rubber; one more odd trick wins it for Ann and Cat."""
    evening = bridge(**options)
    hand(evening, "D", "Ann", 3, honours=honours("Ann", "four"))
    hand(evening, "NT", "Dan", 2, honours=honours("Ben", "three-aces"))
    hand(evening, "H", "Cat", 2, honours=honours("Dan", "three"))
    hand(evening, "C", "Ann", 1, honours=honours("Cat", "four"))
    return hand(evening, "NT", "Ann", 2, honours=honours("Ben", "four-aces-in-one-hand"))


def test_br_09_the_winners_of_the_rubber_may_be_those_who_pay() -> None:
    evening = bridge()
    for _ in range(2):
        hand(evening, "NT", "Ann", 1, honours=honours("Ben", "four-aces-in-one-hand"))
        hand(evening, "NT", "Ann", 2)
    assert evening.points == {"Ann": 172, "Ben": 200}
    assert evening.balances == [-3, 3, -3, 3]


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({"point_price": 2}, 5),
        ({"per_points": 1}, 26),
        ({"point_price": 3, "per_points": 7}, 11),
        ({"per_points": 52}, 1),
        ({"per_points": 53}, 0),
        ({"point_price": 0}, 0),
    ],
    ids=str,
)
def test_br_10_the_stake_is_rounded_half_up_to_whole_counters(options: dict[str, int], paid: int) -> None:
    evening = hand(specimen(**options), "S", "Ann", 1, honours=honours("Ben", "four"))
    assert evening.balances == [paid, -paid, paid, -paid]


def test_br_11_an_unfinished_rubber_is_settled_without_the_hundred() -> None:
    evening = specimen().finish()
    assert evening.points == {"Ann": 102, "Ben": 170}
    assert evening.balances == [-7, 7, -7, 7]
    assert evening.state.over


def test_br_11_where_nobody_is_ahead_nobody_pays() -> None:
    assert bridge().finish().points == {}
    assert bridge().deal().abandon().finish().balances == [0, 0, 0, 0]


def test_br_11_who_got_up_in_mid_rubber_pays_too() -> None:
    evening = hand(bridge(), "NT", "Ben", 2).leave(player="Cat").finish()
    assert evening.points == {"Ann": 0, "Ben": 24}
    assert evening.balances == [-2, 2, -2, 2]


def test_the_usual_score_sheet_can_be_drawn() -> None:
    evening = hand(specimen(), "S", "Ann", 1, honours=honours("Ben", "four"))
    first, second = evening.state.facts.columns()
    assert (first.players, second.players) == (("Ann", "Cat"), ("Ben", "Dan"))
    assert (first.total, second.total) == (204, 178)
    assert [[score.points for score in game] for game in first.below] == [[18, 16], [4, 24, 2]]
    assert [[score.points for score in game] for game in second.below] == [[24], []]
    four = "honours, four"
    assert first.above == ((Score(1, 0, 24, four),), (Score(4, 0, 16, four), Score(6, 0, 100, "rubber")))
    assert [[score.why for score in game] for game in second.above] == [
        ["three aces", "honours, three"],
        ["four aces in one hand", "honours, four"],
    ]
    assert bridge().state.facts.columns() == ()


GOOD: dict[str, Any] = {"trumps": "H", "side": "Ann", "odd": 3}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"trumps": "N"}, "trumps: must be"),
        ({"odd": 8}, "odd: must be a whole number from 1 to 7"),
        ({"doubled": 3}, "doubled: must be 1 or 2"),
        ({"trumps": "NT", "chicane": "Ann"}, "it doesn't count at no trumps"),
        ({"honours": honours("Ann", "two")}, r"honours\.held: must be"),
        ({"honours": honours("Ann", "four-aces")}, "in hearts the aces don't count on their own"),
        ({"trumps": "NT", "honours": honours("Ann", "four")}, "at no trumps the aces are the honours"),
        ({"odd": 5, "slam": "little"}, "a little slam takes 6 odd tricks, not 5"),
        ({"odd": 7, "slam": "small"}, "slam: must be"),
    ],
    ids=str,
)
def test_a_hand_that_is_none(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        move("bridge", "played", **(GOOD | wrong))


def test_a_form_does_not_ask_for_chicane_at_no_trumps() -> None:
    evening = bridge().deal()
    played = type(move("bridge", "played", **GOOD))
    assert played.hidden(evening.state, {"trumps": "NT"}) == ("chicane",)
    assert played.hidden(evening.state, {}) == ()


def test_br_11_a_rubber_left_right_after_a_game_was_won_is_settled_too() -> None:
    evening = hand(bridge(), "NT", "Ann", 3)
    assert evening.memo.endswith("Ann and Cat win the game.")
    assert evening.finish().balances == [4, -4, 4, -4]


def test_br_03_chicane_wins_no_game_either() -> None:
    evening = hand(bridge(), "H", "Ann", 2, chicane="Ann")
    assert evening.points == {"Ann": 32, "Ben": 0}
    assert "win the game" not in evening.memo
    assert evening.state.facts.summary() == "game 1: Ann and Cat 16, Ben and Dan 0 · games won 0 to 0"


def test_br_08_the_memo_of_a_hand_that_was_doubled_once() -> None:
    assert hand(bridge(), "C", "Ann", 2, doubled=2).memo == "Ann and Cat 16: 2 in clubs × 2."


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ({"trumps": "H", "odd": 2}, "One side always holds three or more of the five honours: which?"),
        ({"trumps": "H", "odd": 2, "honours": honours("Ann", "three")}, ""),
        ({"trumps": "NT", "odd": 2}, ""),
        ({"trumps": "NT", "odd": 6}, ""),
    ],
    ids=str,
)
def test_br_05_honours_are_not_forgotten_silently(said: dict[str, Any], asked: str) -> None:
    assert move("bridge", "played", side="Ann", **said).doubt() == asked


def rubber() -> Evening:
    """Three hands: a game to Ann and Cat, with honours on both sides."""
    evening = Evening("bridge").deal()
    evening.played(trumps="D", side="Ann", odd=3, honours={"side": "Ann", "held": "four"}).deal()
    evening.played(trumps="NT", side="Dan", odd=2, honours={"side": "Ben", "held": "three-aces"}).deal()
    return evening.played(trumps="H", side="Cat", odd=6, slam="little", honours={"side": "Ann", "held": "three"})


def test_tricks_stand_below_the_line_hand_by_hand_and_all_else_above_it_upwards() -> None:
    """BR-03, BR-05 to BR-07."""
    sheet = sheet_of(rubber().state)
    points = [[[score and score.points for score in line] for line in game] for game in sheet.games]
    assert points == [[[18, None], [None, 24], [48, None]], []]
    assert [[score and score.points for score in line] for line in sheet.above] == [[20, None], [16, None], [24, 30]]
    assert sheet.won == (1, 0)
    assert [column.total for column in sheet.columns] == [126, 54]


def test_before_the_first_deal_there_is_no_sheet() -> None:
    sheet = sheet_of(Evening("bridge").state)
    assert (sheet.columns, sheet.above, sheet.games) == ((), [], [])
