"""Places: so many for all, a share for each address, and one line for the owner."""

import pytest

from companion.web.live.limits import MAX_EACH, Places


def test_an_address_holds_its_share_and_the_others_find_room() -> None:
    places = Places("streams", 1000)
    assert [places.take("10.0.0.1") for _ in range(MAX_EACH + 1)] == [True] * MAX_EACH + [False]
    assert places.has_share("10.0.0.1") and not places.has_share("10.0.0.2")
    assert places.take("10.0.0.2")
    places.give_back("10.0.0.1")
    assert places.take("10.0.0.1")
    assert (places.held("10.0.0.1"), places.held("10.0.0.2"), places.taken) == (MAX_EACH, 1, MAX_EACH + 1)


@pytest.mark.parametrize(("most", "share"), [(1, 1), (2, 1), (3, 1), (30, 10), (120, 40), (1000, 40)])
def test_where_there_are_few_an_address_holds_a_third(most: int, share: int) -> None:
    places = Places("connections", most)
    assert sum(places.take("10.0.0.1") for _ in range(2 * MAX_EACH)) == share


def test_all_together_hold_no_more_than_there_are_and_who_has_left_is_forgotten() -> None:
    places = Places("connections", 2)
    assert [places.take(f"10.0.0.{last}") for last in range(3)] == [True, True, False]
    for last in range(2):
        places.give_back(f"10.0.0.{last}")
    assert (places.taken, len(places._held)) == (0, 0)


def test_the_owner_is_told_once_of_each_address(caplog: pytest.LogCaptureFixture) -> None:
    places = Places("connections", 3)
    assert places.take("10.0.0.1")
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1"):
        places.say_turned_away(address)
    assert caplog.messages == [
        "10.0.0.1 holds 1 of the 1 connections that are open, and was turned away.",
        "10.0.0.2 holds 0 of the 1 connections that are open, and was turned away.",
    ]


def test_a_proxy_may_hold_all_of_them() -> None:
    places = Places("connections", 100, shared=True)
    assert all(places.take("127.0.0.1") for _ in range(100))
    assert not places.has_share("127.0.0.1") and not places.take("127.0.0.1")
