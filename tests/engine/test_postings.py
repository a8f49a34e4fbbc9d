"""The one door through which counters move."""

import pytest

from companion.engine.errors import Illegal
from companion.engine.fields import Pot
from companion.engine.postings import Posting, Unbalanced, changes, post

POOL = Pot("pool")


def test_counters_pass_from_one_account_to_another() -> None:
    balances, pots = {"Ann": 0, "Ben": 0}, {"pool": 0}
    after = post(balances, pots, [Posting("Ann", POOL, 3), Posting("Ben", "Ann", 2)])
    assert after == ({"Ann": -1, "Ben": -2}, {"pool": 3})
    assert (balances, pots) == ({"Ann": 0, "Ben": 0}, {"pool": 0})


def test_a_pot_gives_what_it_holds_and_no_more() -> None:
    assert post({"Ann": -3}, {"pool": 3}, [Posting(POOL, "Ann", 3)]) == ({"Ann": 0}, {"pool": 0})
    with pytest.raises(Illegal, match="The pool holds 3: it can't give 4"):
        post({"Ann": -3}, {"pool": 3}, [Posting(POOL, "Ann", 4)])
    with pytest.raises(Illegal, match=r"^The Kitty holds 0: it can't give 4"):
        post({"Ann": 0}, {"The Kitty": 0}, [Posting(Pot("The Kitty"), "Ann", 4)])


def test_a_pot_can_give_what_was_laid_in_it_just_before() -> None:
    there, back = Posting("Ann", POOL, 3), Posting(POOL, "Ann", 3)
    assert post({"Ann": 0}, {"pool": 0}, [there, back]) == ({"Ann": 0}, {"pool": 0})
    with pytest.raises(Illegal):
        post({"Ann": 0}, {"pool": 0}, [back, there])


def test_counters_never_pass_backwards() -> None:
    with pytest.raises(Unbalanced, match="-1"):
        post({"Ann": 0, "Ben": 0}, {}, [Posting("Ann", "Ben", -1)])


def test_gen_01_balances_and_pots_that_do_not_add_up_are_a_fault() -> None:
    with pytest.raises(Unbalanced, match="add up to 1"):
        post({"Ann": 1}, {"pool": 0}, [])


def test_the_net_change_names_only_accounts_that_changed() -> None:
    postings = [Posting("Ann", POOL, 3), Posting("Ben", POOL, 1), Posting(POOL, "Ann", 3)]
    assert changes(postings) == {"Ben": -1, POOL: 1}


def test_a_player_called_pool_is_no_pot() -> None:
    assert changes([Posting("pool", POOL, 3)]) == {"pool": -3, POOL: 3}
    assert post({"pool": 0}, {"pool": 0}, [Posting("pool", POOL, 3)]) == ({"pool": -3}, {"pool": 3})
