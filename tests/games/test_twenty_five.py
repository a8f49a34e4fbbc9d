"""Twenty-five and Forty-five, rule by rule (SF-23 to SF-25)."""

from companion.games.twenty_five import to_win
from tests.tools.evening import TWO_SIDES, Evening


def twenty_five(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return Evening("twenty-five", players, **options)


def forty_five(players: str = "Ann Ben Cat", **options: object) -> Evening:
    return twenty_five(players, target=45, **options)


def in_sides(**options: object) -> Evening:
    return twenty_five("Ann Ben Cat Dan", sides=TWO_SIDES, **options)


def test_sf_23_sf_25_who_wins_with_how_many_tricks() -> None:
    """As many as are missing to the target, or every one of the hand; partners make them together."""
    assert to_win(twenty_five().deal().state) == {"Ann": 5, "Ben": 5, "Cat": 5}
    assert to_win(twenty_five().deal().tricks(won={"Ann": 3, "Cat": 2}).deal().state) == {"Ann": 2, "Ben": 5, "Cat": 3}
    assert to_win(forty_five().deal().tricks(won={"Ann": 4, "Cat": 1}).deal().state)["Ann"] == 5
    sides = in_sides().deal().tricks(won={"Ann": 2, "Cat": 2, "Ben": 1}).deal()
    assert to_win(sides.state) == {"Ann": 1, "Ben": 4, "Cat": 1, "Dan": 4}
