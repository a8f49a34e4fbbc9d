"""Lists of names, and numbers of counters, in words."""

from companion.engine.message import say
from companion.engine.phrases import into, listed, ordinal, placed, plural, pot_named, the, up_or_down


def test_names_are_listed() -> None:
    assert listed([]) == ""
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Ben"]) == "Ann and Ben"
    assert listed(["Ann", "Ben", "Cat"]) == "Ann, Ben and Cat"


def test_one_counter_two_counters() -> None:
    assert [plural(number) for number in (0, 1, 2)] == ["0 counters", "1 counter", "2 counters"]


def test_a_place_is_an_ordinal() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th")
    ]


def test_who_won_is_up_and_who_lost_is_down() -> None:
    assert [up_or_down(balance) for balance in (13, -6, 0)] == ["13 up", "6 down", "even"]


def test_counters_lie_in_a_pool_on_a_table_or_at_a_compartment() -> None:
    assert [the(pot) for pot in ("pool", "matrimony")] == ["the pool", "Matrimony"]
    assert [placed(pot) for pot in ("pool", "table", "matrimony")] == ["in the pool", "on the table", "Matrimony"]
    assert [into(pot) for pot in ("pool", "table", "matrimony")] == ["into the pool", "onto the table", "to Matrimony"]
    assert pot_named(say("The Kitty")) == "The Kitty"
