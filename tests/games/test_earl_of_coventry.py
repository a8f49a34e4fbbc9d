"""The Earl of Coventry, rule by rule (EC)."""

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import Evening, why_not


def earl(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("earl-of-coventry", players, **options)


def test_ec_01_three_to_ten_play() -> None:
    names = [f"P{number}" for number in range(1, 12)]
    assert "3 to 10 players" in why_not(earl("Ann Ben"), "deal")
    assert "11 in" in why_not(earl(" ".join(names)), "deal")
    assert why_not(earl(" ".join(names[:10])), "deal") == ""
    assert why_not(earl("Ann Ben Cat"), "deal") == ""


def test_ec_03_who_is_out_first_is_paid_for_every_card_left() -> None:
    evening = earl().deal().out(player="Ben", cards_left={"Ann": 2, "Cat": 1, "Dan": 3})
    assert evening.balances == [-2, 6, -1, -3]
    assert evening.memo == "Ben went out first and is paid for the cards left."
    assert evening.deals == "Ben"
    assert "No hand is in play" in why_not(evening, "out", player="Ann", cards_left={})


def test_ec_03_at_the_price_of_the_house() -> None:
    assert earl(card_price=5).deal().out(player="Ann", cards_left={"Cat": 2, "Dan": 0}).balances == [10, 0, -10, 0]
    assert earl(card_price=0).deal().out(player="Ann", cards_left={"Cat": 2}).balances == [0, 0, 0, 0]


def test_ec_03_who_is_not_named_holds_no_card() -> None:
    assert earl().deal().out(player="Ann", cards_left={}).balances == [0, 0, 0, 0]


def test_ec_03_who_is_paid_has_no_cards_left() -> None:
    assert "Ann went out and is paid" in why_not(earl().deal(), "out", player="Ann", cards_left={"Ann": 1})


def test_gen_09_a_game_without_pots_is_finished_without_shares() -> None:
    evening = earl().deal().out(player="Ben", cards_left={"Ann": 2}).finish()
    assert evening.balances == [-2, 2, 0, 0]
    assert evening.state.over


def test_a_fine_is_not_a_move_of_this_game() -> None:
    with pytest.raises(Malformed, match='"fined" is not a move of Earl of Coventry'):
        earl().deal().fined(player="Ann")
