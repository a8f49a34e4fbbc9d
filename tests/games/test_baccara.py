"""Baccara, rule by rule (BA)."""

from typing import Any

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import FOUR, Evening, why_not

LEFT_WINS = {"bank": 5, "left": 8, "right": 5}
BANK_WINS = {"bank": 9, "left": 8, "right": 0}
BANK_LOSES = {"bank": 2, "left": 9, "right": 3}


def baccara(players: str = FOUR, **options: Any) -> Evening:
    return Evening("baccara", players, **options)


def test_ba_02_three_to_eleven_play() -> None:
    names = [f"P{number}" for number in range(1, 13)]
    coup = {"stakes": {"P2": {"left": 1}}, "points": BANK_LOSES}
    assert baccara(" ".join(names[:11])).coup(**coup).balances[:2] == [-1, 1]
    assert baccara("P1 P2 P3").coup(**coup).balances == [-1, 1, 0]
    assert "3 to 11 players" in why_not(baccara("P1 P2"), "coup", **coup)
    assert "12 in" in why_not(baccara(" ".join(names)), "coup", **coup)


@pytest.mark.parametrize(
    ("bank", "left", "right", "wins"),
    [
        (6, 4, 8, [-1, 1]),
        (6, 7, 5, [1, -1]),
        (0, 9, 1, [1, 1]),
        (9, 0, 8, [-1, -1]),
        (5, 5, 6, [0, 1]),
        (0, 0, 0, [0, 0]),
    ],
)
def test_ba_03_ba_04_ba_05_each_side_plays_the_bank_alone(bank: int, left: int, right: int, wins: list[int]) -> None:
    points = {"bank": bank, "left": left, "right": right}
    evening = baccara().coup(stakes={"Ben": {"left": 3}, "Cat": {"right": 4}}, points=points)
    assert evening.balances[1:3] == [3 * wins[0], 4 * wins[1]]
    assert sum(evening.balances) == 0


def test_a_table_may_say_what_became_of_each_side() -> None:
    stakes = {"Ben": {"left": 3, "right": 2}, "Cat": {"right": 4}}
    evening = baccara().coup(stakes=stakes, outcomes={"left": "won", "right": "lost"})
    assert evening.balances == [3, 1, -4, 0]
    assert evening.coup(stakes=stakes, outcomes={"left": "tied", "right": "tied"}).balances == [3, 1, -4, 0]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"outcomes": {"left": "won"}},
        {"outcomes": {"left": "won", "right": "even"}},
        {"outcomes": {"left": "won", "right": "won"}, "points": LEFT_WINS},
    ],
    ids=str,
)
def test_exactly_one_of_points_and_outcomes_is_given_of_both_sides(said: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        baccara().coup(stakes={"Ben": {"left": 1}}, **said)


def test_ba_04_a_coup_is_an_entry_between_hands() -> None:
    evening = baccara().coup(stakes={"Dan": {"right": 5}, "Ben": {"left": 2}}, points=BANK_LOSES)
    assert [posting.payee for posting in evening.effect.postings] == ["Ben", "Dan"]
    assert evening.memo == "Ann's bank loses 7 counters."
    assert (evening.state.open, evening.state.hand, evening.state.pots, evening.deals) == (False, 1, {}, "Ann")
    assert evening.state.facts.summary() == ""


def test_ba_07_a_player_may_stake_on_both_sides() -> None:
    evening = baccara().coup(stakes={"Ben": {"left": 6, "right": 6}}, points={"bank": 7, "left": 3, "right": 8})
    assert (evening.balances, evening.effect.postings) == ([0, 0, 0, 0], ())


def test_ba_07_or_on_neither() -> None:
    assert baccara().coup(stakes={"Ben": {}, "Cat": {"left": 0}}, points=BANK_WINS).balances == [0, 0, 0, 0]


def test_ba_06_the_funds_grow_and_shrink_with_the_bank() -> None:
    evening = baccara(funds=10).coup(stakes={"Ben": {"left": 4}}, points=BANK_WINS)
    assert evening.state.facts.summary() == "the bank has 14 counters"
    evening.coup(stakes={"Ben": {"left": 8}, "Cat": {"right": 5}}, points=LEFT_WINS)
    assert evening.state.facts.summary() == "the bank has 6 counters"
    assert evening.coup(stakes={"Ben": {"left": 9}}, points=BANK_LOSES).balances == [-10, 10, 0, 0]
    assert evening.state.facts.summary() == "the bank has 0 counters"


def test_ba_08_they_cover_the_stakes_from_the_banks_left_left_before_right() -> None:
    stakes = {"Ann": {"left": 5, "right": 5}, "Dan": {"right": 4, "left": 3}, "Ben": {"left": 2}}
    evening = baccara(dealer="Cat", funds=9).coup(stakes=stakes, points=BANK_LOSES)
    assert evening.balances == [2, 0, -9, 7]
    assert evening.memo == "Cat's bank loses 9 counters. 10 counters beyond its funds: neither won nor lost."
    evening = baccara(dealer="Cat", funds=9).coup(stakes=stakes, points={"bank": 4, "left": 5, "right": 3})
    assert evening.balances == [2, 0, -1, 3 - 4]
    assert evening.state.facts.summary() == "the bank has 8 counters"


def test_ba_08_a_stake_that_stands_off_is_covered_too() -> None:
    stakes = {"Ben": {"left": 6}, "Cat": {"right": 6}}
    evening = baccara(funds=8).coup(stakes=stakes, points={"bank": 5, "left": 5, "right": 7})
    assert evening.balances == [-2, 0, 2, 0]


def test_ba_08_a_bank_without_funds_pays_all() -> None:
    stakes = {"Ben": {"left": 1_000_000}, "Cat": {"right": 1_000_000}}
    assert baccara(funds=None).coup(stakes=stakes, points=BANK_LOSES).balances[0] == -2_000_000


def test_ba_06_the_bank_passes_with_funds_of_its_own_or_without() -> None:
    evening = baccara(funds=3).bank(player="Cat", funds=5)
    assert evening.memo == "Cat is the banker now. It puts up 5."
    assert (evening.deals, evening.state.facts.summary()) == ("Cat", "the bank has 5 counters")
    assert evening.coup(stakes={"Ben": {"left": 9}}, points=BANK_LOSES).balances == [0, 5, -5, 0]
    assert evening.bank(player="Cat").memo == "Cat is the banker now. It pays every stake, without a limit."
    assert evening.coup(stakes={"Ben": {"left": 9}}, points=BANK_LOSES).balances == [0, 14, -14, 0]
    evening.bank(player="Ann", funds=0)
    assert "The bank is empty" in why_not(evening, "coup", stakes={"Ben": {"left": 9}}, points=BANK_LOSES)


def test_ba_06_a_bank_without_funds_is_told_that_nothing_limits_it() -> None:
    assert baccara().bank(player="Cat").memo == "Cat is the banker now. It pays every stake, without a limit."
    assert baccara().bank(player="Cat", funds=5).memo == "Cat is the banker now. It puts up 5."
    limited = baccara(limit=4).bank(player="Cat")
    assert limited.memo == "Cat is the banker now. It pays every stake. The most you can stake is 4 counters."
    assert limited.bank(player="Ben", funds=9).memo.endswith("It puts up 9. The most you can stake is 4 counters.")


@pytest.mark.parametrize("goes", ["leave", "sit_out"])
@pytest.mark.parametrize("coups", [0, 1])
def test_ba_06_a_bank_that_passes_because_the_banker_goes_pays_all(goes: str, coups: int) -> None:
    evening = baccara("Ann Ben Cat Dan Eve", funds=3)
    for _ in range(coups):
        evening.coup(stakes={"Ben": {"left": 1}}, points=BANK_LOSES)
    getattr(evening, goes)(player="Dan")
    assert evening.coup(stakes={"Ben": {"left": 9}}, points=BANK_LOSES).balances[0] == -3
    assert getattr(evening, goes)(player="Ann").deals == "Ben"
    before = evening.balances[2]
    assert evening.coup(stakes={"Cat": {"right": 9}}, points=BANK_LOSES).balances[2] == before + 9


def test_ba_06_so_does_a_bank_that_comes_back_that_way() -> None:
    evening = baccara(funds=3).sit_out(player="Ann").sit_in(player="Ann").bank(player="Dan", funds=2)
    assert evening.leave(player="Dan").deals == "Ann"
    assert evening.memo == "Dan leaves. Ann is the banker now. It pays every stake, without a limit."
    assert evening.coup(stakes={"Cat": {"right": 9}}, points=BANK_LOSES).balances[0] == -9


def test_counters_given_by_agreement_are_no_funds() -> None:
    evening = baccara(funds=3).give(from_="Ben", to="Ann", counters=5)
    assert evening.coup(stakes={"Ben": {"left": 9}}, points=BANK_LOSES).balances == [5 - 3, 3 - 5, 0, 0]


def test_the_limit_is_for_each_side() -> None:
    evening = baccara(limit=5).coup(stakes={"Ben": {"left": 5, "right": 5}}, points=BANK_WINS)
    assert evening.balances == [10, -10, 0, 0]
    for staked in ({"left": 6}, {"right": 6}, {"left": 1, "right": 6}):
        assert why_not(evening, "coup", stakes={"Ben": staked}, points=BANK_WINS).startswith("Ben staked 6")


def test_the_banker_stakes_nothing() -> None:
    evening = baccara("Ann Ben Cat Dan Eve")
    assert "Ann is the banker" in why_not(evening, "coup", stakes={"Ann": {"left": 1}}, points=BANK_WINS)
    assert "Ann is the banker" in why_not(evening, "coup", stakes={"Ben": {}, "Ann": {}}, points=BANK_WINS)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"stakes": {}}, "coup.stakes: Enter a number for somebody."),
        ({"stakes": {"Ben": {"bank": 1}}}, 'coup.stakes[Ben]: "bank" is not a key that belongs here'),
        ({"points": {"bank": 1, "left": 1}}, "coup.points: right is missing"),
        ({"points": BANK_WINS | {"middle": 1}}, 'coup.points: "middle" is not a key that belongs here'),
        ({"points": BANK_WINS | {"bank": 10}}, "coup.points.bank: must be a whole number from 0 to 9, not 10"),
    ],
    ids=str,
)
def test_a_coup_that_is_none(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed) as refused:
        baccara().coup(**{"stakes": {"Ben": {"left": 1}}, "points": BANK_WINS} | fields)
    assert str(refused.value).startswith(said)


def test_ba_06_a_bank_may_put_up_nothing() -> None:
    assert baccara().bank(player="Cat", funds=0).memo == "Cat is the banker now. It puts up 0."


def test_ba_06_what_the_bank_has_is_said_before_the_first_coup() -> None:
    evening = baccara(funds=24)
    assert evening.state.facts.summary() == "the bank has 24 counters"
    assert evening.bank(player="Cat").state.facts.summary() == "", "the next pays all"
