"""Bridge, rule by rule (BR)."""

from typing import Any

import pytest

from companion.games.bridge import Score, sheet_of
from tests.tools.evening import Evening, move


def bridge(players: str = "Ann Ben Cat Dan", **options: object) -> Evening:
    return Evening("bridge", players, **options)


def hand(evening: Evening, trumps: str, side: str, odd: int, **more: object) -> Evening:
    return evening.deal().played(trumps=trumps, side=side, odd=odd, **more)


def honours(side: str, held: str) -> dict[str, str]:
    return {"side": side, "held": held}


def specimen(**options: object) -> Evening:
    """The first five hands of a printed specimen rubber; one more odd trick wins it for Ann and Cat."""
    evening = bridge(**options)
    hand(evening, "D", "Ann", 3, honours=honours("Ann", "four"))
    hand(evening, "NT", "Dan", 2, honours=honours("Ben", "three-aces"))
    hand(evening, "H", "Cat", 2, honours=honours("Dan", "three"))
    hand(evening, "C", "Ann", 1, honours=honours("Cat", "four"))
    return hand(evening, "NT", "Ann", 2, honours=honours("Ben", "four-aces-in-one-hand"))


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


def test_a_form_does_not_ask_for_chicane_at_no_trumps() -> None:
    evening = bridge().deal()
    played = type(move("bridge", "played", trumps="H", side="Ann", odd=3))
    assert played.hidden(evening.state, {"trumps": "NT"}) == ("chicane",)
    assert played.hidden(evening.state, {}) == ()


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
