"""Cassino, rule by rule (CA)."""

from typing import Any

from companion.engine.structure import write
from companion.games.cassino import Counted
from tests.tools.evening import Evening, the_game, why_not

NAMES = ("Ann", "Ben", "Cat", "Dan")


def cassino(players: str = "Ann Ben", **options: object) -> Evening:
    return Evening("cassino", players, **options)


def each(numbers: str) -> dict[str, int]:
    """``"27 25"`` as what Ann and Ben have."""
    return {name: int(number) for name, number in zip(NAMES, numbers.split(), strict=False)}


def captured(cards: str, spades: str, aces: str, great: str, little: str, **more: object) -> dict[str, Any]:
    """A deal as it is counted; Ann captured last unless it is said otherwise."""
    counts = {"cards": each(cards), "spades": each(spades), "aces": each(aces)}
    return {**counts, "great": great, "little": little, "last": "Ann", **more}


SIX_FIVE = captured("27 25", "6 7", "1 3", "Ann", "Ben")


def test_a_tie_is_written_as_null_and_read_again() -> None:
    rest = {"aces": {"Ann": 4}, "great": "Ann", "little": "Ben", "last": "Ann"}
    written = {"most_cards": None, "most_spades": "Ann", **rest}
    counted = the_game("cassino").read_move({"move": "counted", **written})
    assert write(counted) == written


def test_ca_08_then_it_must_be_said_who_captured_last() -> None:
    unsaid = {key: held for key, held in SIX_FIVE.items() if key != "last"}
    assert "say who captured last" in why_not(cassino().deal(), "counted", **unsaid)
    assert cassino(last_board=False).deal().counted(**unsaid).points == {"Ann": 1, "Ben": 0}
    assert cassino(last_board=False).deal().counted(**SIX_FIVE).points == {"Ann": 1, "Ben": 0}
    assert Counted.hidden(cassino().state, {}) == ()
    assert Counted.hidden(cassino(last_board=False).state, {}) == ("last",)


def test_ca_15_counters_change_hands_where_the_losers_pay() -> None:
    assert cassino(stake=1).state.for_counters
    assert cassino(stake=0, per_point=2).state.for_counters
    assert not cassino(stake=0, per_point=0).state.for_counters
