"""Farmer, rule by rule (FA)."""

from typing import Any

import pytest

from tests.tools.evening import Evening, why_not


def farmer(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("farmer", players, **options)


def farm(evening: Evening) -> int:
    return evening.state.pots["farm"]


def test_fa_01_two_to_eight_play() -> None:
    assert "2 to 8 players" in why_not(farmer("Ann"), "deal")
    assert "9 in" in why_not(farmer("A B C D E F G H I"), "deal")
    assert farm(farmer("A B C D E F G H").deal()) == 8


def test_fa_02_everyone_pays_the_ante_into_the_farm_the_farmer_too() -> None:
    evening = farmer(ante=3).deal()
    assert evening.balances == [-3, -3, -3, -3]
    assert farm(evening) == 12


def test_fa_03_one_card_each_from_forty_five() -> None:
    dealing = farmer().state.options.dealing(4)
    assert dealing.summary() == "1 card each"
    assert "eights" in dealing.pack


@pytest.mark.parametrize(("over", "paid"), [("points", [5, 1]), ("flat", [1, 1])])
def test_fa_04_who_is_over_pays_the_farmer(over: str, paid: list[int]) -> None:
    evening = farmer(over=over, ante=0).deal().hands(points={"Ben": 21, "Cat": 17, "Dan": 12})
    assert evening.balances == [sum(paid), -paid[0], -paid[1], 0]


def test_fa_04_the_farmers_own_overdraw_costs_nothing() -> None:
    evening = farmer(ante=0).deal().hands(points={"Ann": 30, "Ben": 18, "Cat": 3, "Dan": 4})
    assert evening.balances == [2, -2, 0, 0]


def test_fa_05_sixteen_takes_the_farm_and_becomes_farmer() -> None:
    evening = farmer().deal().hands(points={"Ben": 19, "Cat": 16, "Dan": 17})
    assert evening.balances == [3, -4, 3, -2]
    assert farm(evening) == 0
    assert evening.deals == "Cat"
    assert evening.memo == "Cat has sixteen, takes the farm and is the farmer now."


def test_fa_05_who_was_over_pays_the_farmer_before() -> None:
    evening = farmer(ante=0, dealer="Dan").deal().hands(points={"Ann": 16, "Ben": 18, "Cat": 2})
    assert evening.balances == [0, -2, 0, 2]
    assert evening.deals == "Ann"


def test_fa_05_the_farmer_himself_may_have_sixteen() -> None:
    evening = farmer().deal().hands(points={"Ann": 16, "Ben": 15, "Cat": 2, "Dan": 3})
    assert evening.balances == [3, -1, -1, -1]
    assert evening.deals == "Ann"


@pytest.mark.parametrize("accident", ["misdeal", "abandon"])
def test_the_farmer_keeps_the_farm_after_an_accident(accident: str) -> None:
    evening = farmer(dealer="Cat").deal()
    getattr(evening, accident)()
    assert evening.deals == "Cat"
    assert evening.state.open == (accident == "misdeal")
    assert farm(evening) == 4
    assert "Cat" in evening.memo
    if accident == "abandon":
        evening.deal()
    evening.hands(points={"Ann": 18})
    assert evening.state.balances["Cat"] == -evening.state.hand + 2


def test_fa_05_another_farmer_can_be_named_and_who_leaves_passes_the_farm_on() -> None:
    evening = farmer().dealer(player="Dan")
    assert evening.deals == "Dan"
    assert evening.leave(player="Dan").deals == "Ann"


SIXTEEN = {"Ann": 16, "Ben": 16, "Cat": 16, "Dan": 15}


@pytest.mark.parametrize(
    ("more", "winner"),
    [
        ({"six_of_hearts": "Cat"}, "Cat"),
        ({"six_of_hearts": "Cat", "cards": {"Ann": 2, "Ben": 2, "Cat": 5}}, "Cat"),
        ({"six_of_hearts": "Cat", "cards": {"Ann": 2}}, "Cat"),
        ({"six_of_hearts": "Dan", "cards": {"Ann": 3, "Ben": 4, "Cat": 2}}, "Cat"),
        ({"cards": {"Ann": 2, "Ben": 3, "Cat": 3}}, "Ann"),
        ({"cards": {"Ann": 2, "Ben": 3, "Cat": 2, "Dan": 3}}, "Cat"),
        ({"cards": {"Ann": 2, "Ben": 2, "Cat": 2}}, "Ben"),
    ],
    ids=str,
)
def test_fa_06_the_six_of_hearts_then_the_fewest_cards_then_the_farmers_left(more: Any, winner: str) -> None:
    evening = farmer(ante=0).deal().hands(points=SIXTEEN, **more)
    assert evening.deals == winner


@pytest.mark.parametrize(
    ("more", "unsaid"),
    [
        ({}, "Ann, Ben and Cat"),
        ({"cards": {"Ann": 2, "Cat": 2}}, "Ben"),
        ({"six_of_hearts": "Dan"}, "Ann, Ben and Cat"),
    ],
    ids=str,
)
def test_fa_06_where_several_tie_their_cards_are_needed(more: Any, unsaid: str) -> None:
    why = why_not(farmer().deal(), "hands", points=SIXTEEN, **more)
    assert why == f"Ann, Ben and Cat tie: say how many cards {unsaid} had, or who has the six of hearts."


def test_fa_07_where_nobody_has_sixteen_farm_and_farmer_stay() -> None:
    evening = farmer().deal().hands(points={"Ben": 15, "Cat": 15, "Dan": 18})
    assert farm(evening) == 4
    assert evening.balances == [1, -1, -1, -3]
    assert evening.deals == "Ann"
    assert evening.memo == "Nobody has sixteen: the farm stays, and Ann is still the farmer."
    assert farm(evening.deal()) == 8


def test_fa_07_the_nearest_below_may_take_one_from_each_other() -> None:
    evening = farmer(ante=0, nearest=True).deal().hands(points={"Ben": 15, "Cat": 14, "Dan": 18})
    assert evening.balances == [2 - 1, 3, -1, -2 - 1]
    assert evening.deals == "Ann"
    assert evening.memo == "Nobody has sixteen: the farm stays; Ben is nearest with 15."


def test_fa_07_the_nearest_is_told_by_the_same_order() -> None:
    points = {"Ann": 15, "Ben": 15, "Cat": 14, "Dan": 15}
    evening = farmer(ante=0, nearest=True).deal()
    assert "Ann, Ben and Dan tie" in why_not(evening, "hands", points=points)
    evening.hands(points=points, cards={"Ann": 2, "Ben": 3, "Dan": 2})
    assert evening.balances == [-1, -1, -1, 3]


def test_fa_07_where_all_are_over_nobody_is_nearest() -> None:
    evening = farmer(ante=0, nearest=True).deal().hands(points={"Ben": 17, "Cat": 18, "Dan": 19})
    assert evening.balances == [6, -1, -2, -3]


def test_who_is_not_named_was_under_sixteen_and_pays_nothing() -> None:
    evening = farmer(ante=0).deal().hands(points={"Cat": 18})
    assert evening.balances == [2, 0, -2, 0]
    evening.deal().hands(points={})
    assert (evening.balances, evening.deals) == ([2, 0, -2, 0], "Ann")
    assert evening.deal().hands(points={"Dan": 16}).deals == "Dan"


def test_fa_07_everybody_is_named_where_the_nearest_is_looked_for() -> None:
    evening = farmer(ante=0, nearest=True).deal()
    assert why_not(evening, "hands", points={"Ben": 18}) == "Say how many points Cat and Dan had."
    assert why_not(evening, "hands", points={}) == "Say how many points Ben, Cat and Dan had."
    assert evening.hands(points={"Cat": 16, "Dan": 20}).balances == [4, 0, 0, -4]


def test_the_farm_is_shared_at_the_end_from_the_farmers_left() -> None:
    evening = (
        farmer("Ann Ben Cat")
        .deal()
        .hands(points={"Ben": 2, "Cat": 3})
        .give(from_="Ann", to={"pot": "farm"}, counters=1)
    )
    assert evening.finish().balances == [-1, 1, 0]


def test_fa_04_who_are_over_pay_in_turn_from_the_farmers_left() -> None:
    evening = farmer(ante=0, dealer="Ben").deal().hands(points={"Ann": 17, "Cat": 18, "Dan": 19})
    assert [posting.payer for posting in evening.effect.postings] == ["Cat", "Dan", "Ann"]
