"""The fewest payments, exactly."""

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.payments import MAX_EXACT, Payment, fewest_payments, payment_to_leave

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXY"


def table(*balances: int) -> dict[str, int]:
    return dict(zip(NAMES, balances, strict=False))


def paid(owed: dict[str, int], payments: list[Payment[str]]) -> dict[str, int]:
    rest = dict(owed)
    for payment in payments:
        assert payment.counters > 0
        rest[payment.payer] += payment.counters
        rest[payment.payee] -= payment.counters
    return rest


@cache
def least(balances: tuple[int, ...]) -> int:
    """How few payments will do, by trying every way to split off a group that adds up to 0."""
    if not balances:
        return 0
    first, rest = balances[0], balances[1:]
    best = len(balances) - 1
    for size in range(1, len(rest)):
        for chosen in combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in chosen) == 0:
                others = tuple(balance for i, balance in enumerate(rest) if i not in chosen)
                best = min(best, size + least(others))
    return best


small = st.lists(st.integers(-6, 6), min_size=0, max_size=7).map(lambda some: table(*some, -sum(some)))
large = st.lists(st.integers(-40, 40), min_size=0, max_size=24).map(lambda some: table(*some, -sum(some)))


@settings(max_examples=300)
@given(small)
def test_no_fewer_payments_will_do(owed: dict[str, int]) -> None:
    payments = fewest_payments(owed)
    assert not any(paid(owed, payments).values())
    assert len(payments) == least(tuple(balance for balance in owed.values() if balance))


@settings(max_examples=100)
@given(small)
def test_paying_one_payment_leaves_one_fewer(owed: dict[str, int]) -> None:
    payments = fewest_payments(owed)
    for payment in payments:
        assert len(fewest_payments(paid(owed, [payment]))) == len(payments) - 1


@settings(max_examples=20)
@given(large)
def test_everyone_is_settled_in_one_payment_fewer_than_players(owed: dict[str, int]) -> None:
    payments = fewest_payments(owed)
    assert not any(paid(owed, payments).values())
    concerned = sum(balance != 0 for balance in owed.values())
    assert len(payments) <= max(0, concerned - 1)


@settings(max_examples=20)
@given(large)
def test_payments_stand_in_the_order_of_payers_then_payees_and_pass_each_way_once(owed: dict[str, int]) -> None:
    payments = fewest_payments(owed)
    ways = [(NAMES.index(payment.payer), NAMES.index(payment.payee)) for payment in payments]
    assert ways == sorted(set(ways))
    assert fewest_payments(owed) == payments
    assert all(owed[payment.payer] < 0 < owed[payment.payee] for payment in payments)


def test_groups_that_settle_among_themselves_are_found() -> None:
    owed = table(-5, -4, 3, 2, -6, 10)
    assert fewest_payments(owed) == [
        Payment("A", "C", 3),
        Payment("A", "D", 2),
        Payment("B", "F", 4),
        Payment("E", "F", 6),
    ]


def test_exact_opposites_pay_each_other() -> None:
    assert fewest_payments(table(4, -4, -9, 9)) == [Payment("B", "A", 4), Payment("C", "D", 9)]


def test_nobody_owes_anything() -> None:
    assert fewest_payments({}) == []
    assert fewest_payments(table(0, 0)) == []


def shuffled(*more: int) -> dict[str, int]:
    """Four groups of four that add up to 0, nobody the exact opposite of another, and some more."""
    bases = (100, 1_000, 10_000, 100_000)
    balances = [balance for base in bases for balance in (base, base + 1, base + 3, -3 * base - 4)] + list(more)
    Random(7).shuffle(balances)
    return table(*balances)


def test_sixteen_are_settled_exactly() -> None:
    assert len(shuffled()) == MAX_EXACT
    assert len(fewest_payments(shuffled())) == 12


def test_pairs_of_opposites_do_not_count_among_the_sixteen() -> None:
    assert len(fewest_payments(shuffled(7, -7, 8, -8))) == 14


def test_beyond_sixteen_one_payment_fewer_than_players_is_promised() -> None:
    payments = fewest_payments(shuffled(11, 12, -23))
    assert not any(paid(shuffled(11, 12, -23), payments).values())
    assert len(payments) <= 18


def test_balances_that_do_not_add_up_are_a_fault() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        fewest_payments(table(2, -1))


@given(small)
def test_who_leaves_pays_the_one_after_whom_the_fewest_payments_are_left(owed: dict[str, int]) -> None:
    leaver = next(iter(owed))
    payment = payment_to_leave(owed, 0, leaver, list(owed))
    if not owed[leaver]:
        assert payment is None
        return
    assert payment
    left = paid(owed, [payment])
    assert left[leaver] == 0
    assert len(fewest_payments(left)) == len(fewest_payments(owed)) - 1


def test_who_leaves_alone_pays_nobody() -> None:
    assert payment_to_leave({"Ann": 3}, -3, "Ann", ["Ann"]) is None
