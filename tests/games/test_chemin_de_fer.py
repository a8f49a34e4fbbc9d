"""Chemin de Fer, rule by rule (CF)."""

from typing import Any

import pytest

from companion.engine.errors import Malformed
from tests.tools.evening import FOUR, Evening, why_not

WINS = {"bank": 7, "punters": 6}
LOSES = {"bank": 0, "punters": 9}
TIE = {"bank": 4, "punters": 4}


def chemin(players: str = FOUR, **options: Any) -> Evening:
    return Evening("chemin-de-fer", players, **options)


def opened(counters: int = 10, player: str = "Ann", players: str = FOUR) -> Evening:
    return chemin(players).open(player=player, counters=counters)


def bank(evening: Evening) -> int:
    return evening.state.pots["bank"]


def test_cf_01_two_to_ten_play() -> None:
    names = [f"P{number}" for number in range(1, 12)]
    assert bank(chemin(" ".join(names[:10])).open(player="P1", counters=1)) == 1
    assert "2 to 10 players" in why_not(chemin(" ".join(names)), "open", player="P1", counters=1)
    assert "1 in" in why_not(chemin("P1 P2").leave(player="P2"), "open", player="P1", counters=1)


def test_cf_02_anybody_in_puts_up_the_bank_and_is_dealer() -> None:
    evening = opened(player="Cat")
    assert (evening.balances, bank(evening), evening.deals) == ([0, 0, -10, 0], 10, "Cat")
    assert evening.memo == "Cat opens a bank of 10 counters."
    assert (evening.state.open, evening.state.hand) == (True, 1)
    assert why_not(evening, "open", player="Dan", counters=1) == "A hand is still in play: finish it first."


@pytest.mark.parametrize(("outcome", "ben", "in_bank"), [("won", 4, 0), ("lost", -4, 14), ("tied", 0, 10)])
def test_a_table_may_say_what_became_of_the_stakes(outcome: str, ben: int, in_bank: int) -> None:
    evening = opened(10).coup(stakes={"Ben": 4}, outcome=outcome)
    assert (evening.state.balances["Ben"], bank(evening)) == (ben, in_bank)
    assert evening.state.open == (outcome != "won")


@pytest.mark.parametrize("said", [{}, {"outcome": "even"}, {"outcome": "won", "points": WINS}], ids=str)
def test_exactly_one_of_points_and_the_outcome_is_given(said: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        opened().coup(stakes={"Ben": 1}, **said)


@pytest.mark.parametrize("said", [{"points": WINS}, {"outcome": "lost"}], ids=str)
def test_no_coup_against_an_empty_bank(said: dict[str, Any]) -> None:
    evening = opened(10).give(from_={"pot": "bank"}, to="Ben", counters=10)
    assert why_not(evening, "coup", stakes={"Ben": 0}, **said) == "The bank is empty: pass it on first."


def test_cf_02_the_stakes_are_no_more_than_the_bank() -> None:
    evening = opened(10)
    said = why_not(evening, "coup", stakes={"Ben": 6, "Cat": 5}, points=WINS)
    assert said == "The bank holds 10: you can't stake 11 counters against it."
    assert evening.coup(stakes={"Ben": 6, "Cat": 4}, points=WINS).balances == [-10, -6, -4, 0]


def test_cf_04_what_the_bank_wins_stays_in_it() -> None:
    evening = opened(10).coup(stakes={"Dan": 3, "Ben": 2, "Cat": 0}, points=WINS)
    assert (evening.balances, bank(evening), evening.deals) == ([-10, -2, 0, -3], 15, "Ann")
    assert evening.memo == "Ann's bank wins 5 counters."
    assert [posting.payer for posting in evening.effect.postings] == ["Ben", "Dan"]
    assert bank(evening.coup(stakes={"Ben": 15}, points=WINS)) == 30


def test_cf_04_a_tie_moves_nothing_and_the_stakes_are_written_anew() -> None:
    evening = opened(10).coup(stakes={"Ben": 5}, points=TIE)
    assert (evening.effect.postings, evening.state.open, evening.deals) == ((), True, "Ann")
    assert evening.memo == "A tie: nothing moves, and new stakes are placed."
    assert evening.coup(stakes={"Ben": 5}, points=LOSES).balances == [-5, 5, 0, 0]


def test_cf_05_a_bank_that_loses_pays_gives_back_the_rest_and_passes() -> None:
    evening = opened(10, player="Cat").coup(stakes={"Ann": 3, "Ben": 2}, points=LOSES)
    assert (evening.balances, bank(evening), evening.deals) == ([3, 2, -5, 0], 0, "Dan")
    assert evening.memo == "Cat's bank loses 5 counters and passes."
    assert not evening.state.open
    assert evening.finish().state.over


def test_cf_05_or_loses_all() -> None:
    evening = opened(4).coup(stakes={"Ben": 4}, points=WINS).coup(stakes={"Cat": 8}, points=LOSES)
    assert (evening.balances, bank(evening)) == ([-4, -4, 8, 0], 0)


def test_cf_06_the_banker_takes_the_bank_out_and_it_passes() -> None:
    evening = opened(4, player="Dan").coup(stakes={"Ben": 3}, points=WINS)
    getattr(evening, "pass")()
    assert (evening.balances, bank(evening), evening.deals) == ([0, -3, 0, 3], 0, "Ann")
    assert evening.memo == "Dan takes the bank out, and it passes."


def test_cf_06_an_empty_bank_passes_too() -> None:
    evening = opened(4).give(from_={"pot": "bank"}, to="Ben", counters=4)
    assert "The bank is empty" in why_not(evening, "coup", stakes={"Ben": 1}, points=WINS)
    getattr(evening, "pass")()
    assert (evening.effect.postings, evening.deals) == ((), "Ben")


def test_counters_laid_in_the_bank_before_it_opens_count() -> None:
    evening = chemin().give(from_="Dan", to={"pot": "bank"}, counters=2).open(player="Ann", counters=3)
    assert evening.coup(stakes={"Ben": 5}, points=LOSES).balances == [-3, 5, 0, -2]


def test_who_is_to_open_may_be_named_between_hands() -> None:
    assert chemin().dealer(player="Dan").deals == "Dan"
    assert opened().coup(stakes={"Ben": 1}, points=LOSES).dealer(player="Dan").deals == "Dan"
    assert why_not(opened(), "dealer", player="Dan") == "A hand is still in play: finish it first."


def test_the_banker_stakes_nothing() -> None:
    assert "Ann is the banker" in why_not(opened(), "coup", stakes={"Ann": 0, "Ben": 1}, points=WINS)


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("open", {"player": "Ann", "counters": 0}, "open.counters: must be a whole number from 1 to 1000000, not 0"),
        ("coup", {"stakes": {}, "points": WINS}, "coup.stakes: Enter a number for somebody."),
        ("coup", {"stakes": {"Ben": 1}, "points": {"bank": 1}}, "coup.points: punters is missing"),
        ("coup", {"stakes": {"Ben": 1}, "points": TIE | {"left": 1}}, 'coup.points: "left" is not a key'),
        ("pass", {"player": "Ann"}, 'pass: "player" is not a key that belongs here'),
    ],
    ids=str,
)
def test_moves_that_are_none(name: str, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed) as refused:
        getattr(opened(), name)(**fields)
    assert str(refused.value).startswith(said)


def test_there_are_no_house_rules() -> None:
    with pytest.raises(Malformed, match='"limit" is not a key that belongs here'):
        chemin(limit=3)


def test_cf_04_who_lose_pay_in_turn_from_the_banks_left() -> None:
    evening = opened(10, player="Ben").coup(stakes={"Ann": 1, "Cat": 2, "Dan": 3}, points=WINS)
    assert [posting.payer for posting in evening.effect.postings] == ["Cat", "Dan", "Ann"]


def test_cf_02_it_begins_with_who_is_to_open() -> None:
    assert chemin().memo == "Chemin de Fer begins; Ann deals first."
