"""Lists of names, and numbers of counters, in words."""

from companion.engine.phrases import listed, plural


def test_names_are_listed() -> None:
    assert listed([]) == ""
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Ben"]) == "Ann and Ben"
    assert listed(["Ann", "Ben", "Cat"]) == "Ann, Ben and Cat"


def test_one_counter_two_counters() -> None:
    assert [plural(number) for number in (0, 1, 2)] == ["0 counters", "1 counter", "2 counters"]
