"""Macao, rule by rule (MA); and what every game against the bank has: stakes, a limit, the bank that passes."""

from typing import Any

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import FOUR, Evening, why_not


def macao(players: str = FOUR, **options: Any) -> Evening:
    return Evening("macao", players, **options)


def two(bank: int | str, ben: int | str, stake: int = 1, **options: Any) -> list[int]:
    """What Ann, who is the banker, and Ben are up or down after a round."""
    points = {"Ann": bank, "Ben": ben}
    return macao("Ann Ben", **options).round(stakes={"Ben": stake}, points=points).balances


def test_ma_01_two_to_ten_play() -> None:
    names = [f"P{number}" for number in range(1, 12)]
    played = {"stakes": {"P2": 1}, "points": {"P1": 1, "P2": 2}}
    assert macao(" ".join(names[:10])).round(**played).balances[:2] == [-1, 1]
    assert "2 to 10 players" in why_not(macao(" ".join(names)), "round", **played)
    assert "1 in" in why_not(macao("P1 P2").sit_out(player="P2"), "round", **played)


@pytest.mark.parametrize(("natural", "rate"), [("natural-9", 3), ("natural-8", 2), ("natural-7", 1)])
@pytest.mark.parametrize("other", [0, 7, 9, "over"])
def test_ma_03_ma_04_ma_06_a_natural_has_its_own_rate_on_either_side(natural: str, rate: int, other: int | str) -> None:
    assert two(bank=other, ben=natural, stake=5) == [-5 * rate, 5 * rate]
    assert two(bank=natural, ben=other, stake=5) == [5 * rate, -5 * rate]


@pytest.mark.parametrize("natural", ["natural-9", "natural-8", "natural-7"])
def test_ma_05_the_same_natural_is_a_tie(natural: str) -> None:
    assert two(bank=natural, ben=natural) == [0, 0]


@pytest.mark.parametrize(
    ("bank", "ben", "wins"),
    [
        ("natural-7", "natural-9", 3),
        ("natural-7", "natural-8", 2),
        ("natural-8", "natural-9", 3),
        ("natural-8", "natural-7", -2),
        ("natural-9", "natural-8", -3),
        ("natural-9", "natural-7", -3),
    ],
)
def test_ma_06_the_higher_natural_wins_at_its_own_rate(bank: str, ben: str, wins: int) -> None:
    assert two(bank, ben, stake=2) == [-2 * wins, 2 * wins]


@pytest.mark.parametrize(
    ("bank", "ben", "wins"),
    [(6, 8, 1), (6, 5, -1), (0, 9, 1), (9, 0, -1), (6, "over", -1), ("over", 0, 1), (6, 6, 0), (0, 0, 0)],
)
def test_ma_08_ma_09_ma_10_without_naturals_nearer_nine_wins_single(bank: Any, ben: Any, wins: int) -> None:
    assert two(bank, ben, stake=4) == [-4 * wins, 4 * wins]


def test_ma_08_who_is_over_has_lost_though_the_banker_is_over_too() -> None:
    assert two("over", "over") == [1, -1]


def test_a_table_may_say_what_was_won_instead_of_the_points() -> None:
    evening = macao(limit=5).round(stakes={"Ben": 5, "Cat": 2, "Dan": 3}, outcomes={"Ben": 3, "Cat": -1, "Dan": 0})
    assert evening.balances == [-13, 15, -2, 0]
    assert evening.memo == "Ann's bank loses 13 counters."


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ({"Ben": 1}, "Say what Cat won or lost."),
        ({"Ben": 1, "Cat": 1, "Dan": 0}, "Dan has staked nothing."),
        ({"Ben": 1, "Cat": 1, "Ann": 0}, "Ann has staked nothing."),
        ({"Ben": 4, "Cat": 1}, "A stake can be won or lost 3 times at most, not 4."),
        ({"Ben": 1, "Cat": -9}, "A stake can be won or lost 3 times at most, not 9."),
        ({"Ben": 1, "Eve": 1}, "Eve is not at this table."),
    ],
)
def test_outcomes_are_those_of_who_staked(outcomes: dict[str, int], said: str) -> None:
    assert why_not(macao(), "round", stakes={"Ben": 1, "Cat": 1}, outcomes=outcomes) == said


def test_outcomes_keep_the_banker_and_the_limit() -> None:
    assert "can't stake against the bank" in why_not(macao(), "round", stakes={"Ann": 1}, outcomes={"Ann": 1})
    assert "the most is 3 counters" in why_not(macao(limit=3), "round", stakes={"Ben": 4}, outcomes={"Ben": 1})


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"points": {"Ann": 1, "Ben": 2}, "outcomes": {"Ben": 1}},
        {"outcomes": {"Ben": 10}},
        {"outcomes": {"Ben": "won"}},
    ],
    ids=str,
)
def test_exactly_one_of_points_and_outcomes_is_given(said: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        macao().round(stakes={"Ben": 1}, **said)


def test_a_round_is_an_entry_between_hands() -> None:
    evening = macao().round(stakes={"Cat": 3, "Ben": 2}, points={"Ann": 6, "Ben": 5, "Cat": "natural-8"})
    assert evening.balances == [-4, -2, 6, 0]
    assert evening.memo == "Ann's bank loses 4 counters."
    assert [posting.payee for posting in evening.effect.postings] == ["Ann", "Cat"]
    assert (evening.state.open, evening.state.hand, evening.state.pots, evening.deals) == (False, 1, {}, "Ann")
    evening.round(stakes={"Dan": 1}, points={"Ann": 6, "Dan": 5})
    assert evening.memo == "Ann's bank wins 1 counter."
    evening.round(stakes={"Dan": 0, "Ben": 7}, points={"Ann": 6, "Dan": 5, "Ben": 6})
    assert (evening.memo, evening.effect.postings) == ("Ann's bank breaks even.", ())
    assert evening.finish().state.over


def test_who_has_not_staked_takes_no_part() -> None:
    assert macao().round(stakes={"Dan": 2}, points={"Ann": 1, "Dan": 9}).balances == [-2, 0, 0, 2]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({"Ben": 5}, "Points are missing for Ann."),
        ({"Ann": 5}, "Points are missing for Ben."),
        ({}, "Points are missing for Ann and Ben."),
        ({"Ann": 5, "Ben": 5, "Cat": 5}, "Cat has staked nothing."),
        ({"Ann": 5, "Ben": 5, "Eve": 5}, "Eve is not at this table."),
    ],
)
def test_points_are_those_of_who_staked_and_of_the_banker(points: dict[str, int], said: str) -> None:
    assert why_not(macao(), "round", stakes={"Ben": 1}, points=points) == said


def test_ma_02_no_stake_is_above_the_limit() -> None:
    assert two(5, 9, stake=6, limit=6) == [-6, 6]
    assert two(5, "natural-9", stake=6, limit=6) == [-18, 18]
    said = why_not(macao(limit=6), "round", stakes={"Ben": 6, "Cat": 7}, points={"Ann": 5, "Ben": 1, "Cat": 1})
    assert said == "Cat staked 7: under the house rules the most is 6 counters."
    assert two(5, 9, stake=1_000_000) == [-1_000_000, 1_000_000]


def test_a_limit_of_nothing_at_all_is_no_limit() -> None:
    assert two(5, 9, stake=100, limit=None) == [-100, 100]
    assert two(5, 9, stake=0, limit=0) == [0, 0]


def test_the_bank_passes_when_the_players_say_so() -> None:
    evening = macao(dealer="Dan").round(stakes={"Ann": 1}, points={"Dan": 3, "Ann": "natural-9"})
    assert evening.deals == "Dan"
    assert evening.bank(player="Cat").memo == "Cat is the banker now. There's no limit on stakes."
    assert evening.round(stakes={"Dan": 5}, points={"Cat": 9, "Dan": 2}).balances == [3, 0, 5, -8]
    assert evening.finish().deals == "Cat"


@pytest.mark.parametrize("goes", ["leave", "sit_out"])
def test_the_bank_passes_to_the_left_when_the_banker_goes(goes: str) -> None:
    evening = macao(dealer="Cat")
    assert getattr(evening, goes)(player="Ben").deals == "Cat"
    assert getattr(evening, goes)(player="Cat").deals == "Dan"
    assert getattr(evening, goes)(player="Dan").deals == "Ann"


@pytest.mark.parametrize(("goes", "said"), [("leave", "Ann leaves."), ("sit_out", "Ann sits out.")])
def test_who_keeps_the_bank_because_the_banker_goes_is_told_what_a_stake_may_be(goes: str, said: str) -> None:
    assert getattr(macao(), goes)(player="Ann").memo == f"{said} Ben is the banker now. There's no limit on stakes."
    limited = getattr(macao(limit=4), goes)(player="Ann")
    assert limited.memo == f"{said} Ben is the banker now. The most you can stake is 4 counters."
    assert getattr(macao(), goes)(player="Ben").memo == said.replace("Ann", "Ben")


def test_there_is_no_pot_to_give_to() -> None:
    assert why_not(macao(), "give", from_="Ann", to={"pot": "pool"}, counters=1).startswith("There is no pot")
    assert macao().give(from_="Ann", to="Ben", counters=2).balances == [-2, 2, 0, 0]


def test_ma_02_where_the_limit_is_nothing_at_all_nothing_is_staked() -> None:
    said = why_not(macao("Ann Ben", limit=0), "round", stakes={"Ben": 1}, points={"Ann": 5, "Ben": 9})
    assert said == "Ben staked 1: under the house rules the most is 0 counters."


def test_the_bank_pays_and_is_paid_in_turn_from_its_left() -> None:
    stakes, points = {"Ann": 1, "Cat": 2, "Dan": 3}, {"Ann": 9, "Ben": 5, "Cat": 9, "Dan": 9}
    evening = macao(dealer="Ben").round(stakes=stakes, points=points)
    assert [posting.payee for posting in evening.effect.postings] == ["Cat", "Dan", "Ann"]
