"""Vingt-un, rule by rule (VU). What it shares with Macao is tested there."""

from typing import Any

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import FOUR, Evening, why_not


def vingt_un(players: str = FOUR, **options: Any) -> Evening:
    return Evening("vingt-un", players, **options)


def ben_wins(bank: int | str, ben: int | str, **said: Any) -> int:
    """How many times his stake Ben is up after a round."""
    evening = vingt_un("Ann Ben").round(stakes={"Ben": 3}, points={"Ann": bank, "Ben": ben}, **said)
    assert evening.balances[1] % 3 == 0
    return evening.balances[1] // 3


def test_vu_01_two_to_ten_play() -> None:
    names = " ".join(f"P{number}" for number in range(1, 12))
    assert "2 to 10 players" in why_not(vingt_un(names), "round", stakes={"P2": 1}, points={"P1": 9, "P2": 9})


def test_vu_02_a_stake_may_have_a_limit_before_it_is_doubled() -> None:
    evening = vingt_un(limit=2)
    evening.round(stakes={"Ben": 2}, points={"Ann": 20, "Ben": "natural"}, doubled=True)
    assert evening.balances == [-8, 8, 0, 0]
    assert "the most is 2 counters" in why_not(evening, "round", stakes={"Ben": 3}, points={"Ann": 20, "Ben": 19})


@pytest.mark.parametrize(("bank", "ben"), [(20, 19), (18, 19), ("natural", 12), (17, "natural"), (5, "over"), (21, 2)])
def test_vu_03_the_banker_may_double_everything(bank: Any, ben: Any) -> None:
    assert ben_wins(bank, ben, doubled=True) == 2 * ben_wins(bank, ben)
    assert ben_wins(bank, ben, doubled=False) == ben_wins(bank, ben)


def test_vu_03_the_memo_says_so() -> None:
    evening = vingt_un().round(stakes={"Ben": 1}, points={"Ann": 20, "Ben": 19}, doubled=True)
    assert evening.memo == "All stakes are doubled: Ann's bank wins 2 counters."
    assert evening.round(stakes={"Ben": 1}, points={"Ann": 20, "Ben": 19}).memo == "Ann's bank wins 1 counter."


@pytest.mark.parametrize("bank", [2, 20, 21, "over"])
def test_vu_04_a_natural_is_paid_double(bank: Any) -> None:
    assert ben_wins(bank, "natural") == 2


@pytest.mark.parametrize("ben", [2, 20, 21, "over"])
def test_vu_05_the_bankers_natural_takes_double_also_from_the_overdrawn(ben: Any) -> None:
    assert ben_wins("natural", ben) == -2


def test_vu_05_natural_against_natural_is_nothing() -> None:
    assert ben_wins("natural", "natural") == 0


@pytest.mark.parametrize(("bank", "ben", "wins"), [(19, 20, 1), (19, 18, -1), (19, 19, -1), (2, 2, -1), (2, 20, 1)])
def test_vu_06_vu_07_nearer_21_wins_single_and_equal_is_the_bankers(bank: int, ben: int, wins: int) -> None:
    assert ben_wins(bank, ben) == wins


@pytest.mark.parametrize(
    ("bank", "ben", "wins"), [(20, 21, 2), ("over", 21, 2), (21, 20, -2), (21, 2, -2), (21, 21, -1)]
)
def test_vu_06_vu_07_a_drawn_21_is_paid_or_collected_double_but_single_against_another(
    bank: Any, ben: Any, wins: int
) -> None:
    assert ben_wins(bank, ben) == wins


@pytest.mark.parametrize("bank", [2, 20, 21, "over"])
def test_vu_06_the_overdrawn_lose_single_whatever_the_banker_has(bank: Any) -> None:
    assert ben_wins(bank, "over") == -1


@pytest.mark.parametrize("ben", [2, 16, 20])
def test_vu_08_an_overdrawn_banker_pays_all_who_stand(ben: int) -> None:
    assert ben_wins("over", ben) == 1


def test_vu_09_a_split_pairs_other_hand_is_a_round_of_its_own() -> None:
    evening = vingt_un().round(stakes={"Ben": 2, "Cat": 1}, points={"Ann": 19, "Ben": 20, "Cat": 18})
    assert evening.round(stakes={"Ben": 2}, points={"Ann": 19, "Ben": "over"}).balances == [1, 0, -1, 0]


def test_vu_11_the_bank_passes_when_it_is_written_down_only() -> None:
    evening = vingt_un().round(stakes={"Ben": 1}, points={"Ann": 19, "Ben": "natural"})
    assert evening.deals == "Ann"
    assert evening.bank(player="Ben").deals == "Ben"


@pytest.mark.parametrize("doubled", [1, "true", None])
def test_what_is_neither_true_nor_false(doubled: Any) -> None:
    with pytest.raises(Malformed, match="doubled"):
        vingt_un().round(stakes={"Ben": 1}, points={"Ann": 5, "Ben": 6}, doubled=doubled)


def test_vu_03_where_nothing_is_doubled_the_memo_does_not_say_so() -> None:
    evening = vingt_un("Ann Ben").round(stakes={"Ben": 3}, points={"Ann": 18, "Ben": 19}, doubled=False)
    assert evening.memo == "Ann's bank loses 3 counters."


def test_a_doubling_is_for_one_round() -> None:
    points = {"Ann": 19, "Ben": "natural"}
    evening = Evening("vingt-un", "Ann Ben")
    assert evening.round(stakes={"Ben": 5}, points=points, doubled=True).balances == [-20, 20]
    assert evening.round(stakes={"Ben": 5}, points=points).balances == [-30, 30]


def test_a_table_may_say_what_was_won_instead_of_the_points() -> None:
    evening = Evening("vingt-un", "Ann Ben Cat").round(stakes={"Ben": 5, "Cat": 2}, outcomes={"Ben": 4, "Cat": -4})
    assert evening.balances == [-12, 20, -8]
    said = why_not(evening, "round", stakes={"Ben": 5}, outcomes={"Ben": 5})
    assert said == "A stake can be won or lost 4 times at most, not 5."


@pytest.mark.parametrize("doubled", [True, False])
def test_outcomes_hold_any_doubling_already(doubled: bool) -> None:
    with pytest.raises(Malformed, match="leave doubled out"):
        Evening("vingt-un", "Ann Ben").round(stakes={"Ben": 5}, outcomes={"Ben": 2}, doubled=doubled)
