"""The fewest payments, exactly."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from companion.engine.settlement import (
    MAX_EXACT,
    Payment,
    fewest_payments,
    in_purses,
    largest_remainders,
    one_by_one,
    payments_to_leave,
)

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


def test_a_thousand_who_leave_are_settled_with_and_nobody_pays_beyond_what_they_are_down() -> None:
    """Some have left, some settle as one, some of it lies in pots; they leave in any order."""
    chance = Random(7)
    for _ in range(1_000):
        names = list(NAMES[: chance.randint(2, 9)])
        owed = {name: chance.randint(-20, 20) for name in names}
        owed[chance.choice(names)] -= max(sum(owed.values()), 0)  # the pots hold no fewer than 0
        seated = chance.sample(names, chance.randint(2, len(names)))
        pairs = chance.sample(names, chance.choice((0, 0, 2, 4)) % (len(names) + 1))
        joined = [tuple(sorted(pairs[at : at + 2])) for at in range(0, len(pairs) - 1, 2)]
        while len(seated) > 1:
            leaver, before = seated.pop(chance.randrange(len(seated))), dict(owed)
            payments = payments_to_leave(before, seated, leaver, joined)
            owed = paid(before, one_by_one(before, payments))
            assert sum(owed.values()) == sum(before.values())
            assert all(min(0, before[name]) <= owed[name] <= max(0, before[name]) for name in names)
            purses, after = in_purses(before, joined), in_purses(owed, joined)
            own = next(purse for purse in purses if leaver in purse)
            if {*own} & {*seated}:
                assert not payments
                continue
            side = 1 if purses[own] > 0 else -1
            others = sorted(-side * counters for purse, counters in purses.items() if {*purse} & {*seated})
            able = [counters for counters in others[::-1] if counters > 0]
            assert side * after[own] == max(side * purses[own] - sum(able), 0)
            assert side * purses[own] >= 0
            fewest = next((k for k in range(len(able)) if sum(able[:k]) >= abs(purses[own])), len(able))
            assert len(payments) == (fewest if purses[own] else 0)
        if not sum(owed.values()):
            assert not any(paid(owed, fewest_payments(owed)).values())


def test_those_furthest_down_pay_who_leaves() -> None:
    owed = table(9, -3, -5, 2, -4, 1)
    assert payments_to_leave(owed, NAMES[:6], "A") == [Payment(("C",), ("A",), 5), Payment(("E",), ("A",), 4)]
    assert payments_to_leave(owed, NAMES[:6], "C") == [Payment(("C",), ("A",), 5)]


def test_what_lies_in_a_pot_can_not_be_paid_yet() -> None:
    assert payments_to_leave(table(-4, 1, -1), "ABC", "A") == [Payment(("A",), ("B",), 1)]
    assert payments_to_leave(table(-4, -1), "AB", "A") == []


def test_a_couple_is_settled_with_when_both_have_left() -> None:
    owed, joined = table(9, -3, -4, -2), [("A", "B")]
    assert payments_to_leave(owed, "ABCD", "A", joined) == []
    gone = payments_to_leave(owed, "CD", "B", joined)
    assert gone == [Payment(("C",), ("A", "B"), 4), Payment(("D",), ("A", "B"), 2)]
    assert one_by_one(owed, gone) == [Payment("C", "A", 4), Payment("D", "A", 2)]


def test_a_thousand_balances_are_rounded_and_nobody_is_off_by_a_whole_coin() -> None:
    chance = Random(7)
    for _ in range(1_000):
        counters = [chance.randint(-50, 50) for _ in range(chance.randint(1, 6))]
        coins = Fraction(chance.randint(1, 400), chance.choice((1, 3, 8, 100)))
        exact = {name: number * coins for name, number in table(*counters, -sum(counters)).items()}
        whole = largest_remainders(exact)
        assert not sum(whole.values())
        assert all(abs(whole[name] - share) < 1 for name, share in exact.items())
        assert all(whole[name] == share for name, share in exact.items() if share.denominator == 1)
        assert not any(paid(whole, fewest_payments(whole)).values())


def test_those_of_whom_the_most_would_be_cut_off_are_raised() -> None:
    shares = {"A": Fraction(-3, 2), "B": Fraction(9, 4), "C": Fraction(-3, 4)}
    assert largest_remainders(shares) == {"A": -1, "B": 2, "C": -1}
